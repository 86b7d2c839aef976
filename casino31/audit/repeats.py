"""Decks, rounds and stretches of hands that came before, known again by 64-bit fingerprints kept in order."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole

MOST = 2**25
"""Decks that are remembered: a quarter of a gigabyte. So many different ones share a fingerprint with a chance of
3 in 100,000."""


@dataclass
class Fingerprints:
    """The decks met so far, as sorted arrays that grow from the last to the first."""

    most: int = MOST
    runs: list[NDArray[np.uint64]] = field(default_factory=list)
    remembered: int = 0
    repeats: int = 0
    """Decks that came before."""
    passed: int = 0
    """New decks beyond the most: they were compared with those before, but not remembered."""

    def add(self, decks: Whole) -> None:
        """Take decks, one a row of cards 0 to 51.

        >>> import numpy as np
        >>> met = Fingerprints()
        >>> met.add(np.array([[0, 1, 2], [2, 1, 0], [0, 1, 2]]))
        >>> met.add(np.array([[2, 1, 0]]))
        >>> met.repeats, met.remembered
        (2, 2)
        """
        self.meet(fingerprints(decks))

    def meet(self, marks: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Take fingerprints; return which of them came before, among these or earlier.

        >>> import numpy as np
        >>> met = Fingerprints()
        >>> met.meet(np.array([5, 6, 5], np.uint64)).tolist(), met.meet(np.array([7, 6], np.uint64)).tolist()
        ([False, False, True], [False, True])
        """
        import numpy as np

        different, first = np.unique(marks, return_index=True)
        known = np.zeros(len(different), bool)
        for run in self.runs:
            place = np.minimum(np.searchsorted(run, different), len(run) - 1)
            known |= run[place] == different
        again = np.ones(len(marks), bool)
        again[first[~known]] = False
        self.repeats += int(again.sum())
        fresh = different[~known]
        kept = fresh[: max(0, self.most - self.remembered)]
        self.passed += len(fresh) - len(kept)
        if len(kept):
            self.remembered += len(kept)
            self.runs.append(kept)
        while len(self.runs) > 1 and len(self.runs[-2]) < 2 * len(self.runs[-1]):
            two = np.concatenate([self.runs.pop(), self.runs.pop()])
            two.sort(kind="stable")  # which merges what is in order
            self.runs.append(two)
        return again


def fingerprints(decks: Whole) -> NDArray[np.uint64]:
    """Return one number of 64 bits for each deck, one a row of cards 0 to 51: a sum of one random number a position
    and card, the same on every machine.

    >>> import numpy as np
    >>> one, other = fingerprints(np.array([[0, 1, 2], [2, 1, 0]]))
    >>> one != other, one == fingerprints(np.array([[0, 1, 2]]))[0]
    (np.True_, np.True_)
    """
    import numpy as np

    table = _random(decks.shape[1])
    return np.asarray(table[np.arange(decks.shape[1]), decks].sum(axis=1, dtype=np.uint64))


@lru_cache(maxsize=8)
def _random(size: int) -> NDArray[np.uint64]:
    import numpy as np

    words: NDArray[np.uint64] = np.random.PCG64(np.random.SeedSequence(31, spawn_key=(size,))).random_raw(size * 52)
    return words.reshape(size, 52)
