"""Sources of deck orders, good ones and the known bad ones, to calibrate the tests of shuffles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cmp_to_key
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Orders: TypeAlias = NDArray[np.int16]
    Source: TypeAlias = Callable[[np.random.Generator, int], Orders]

SIZE = 52


def _sorted(many: int) -> Orders:
    import numpy as np

    return np.tile(np.arange(SIZE, dtype=np.int16), (many, 1))


def _swap(decks: Orders, place: int, other: NDArray[np.int64]) -> None:
    import numpy as np

    rows = np.arange(len(decks))
    decks[rows, place], decks[rows, other] = decks[rows, other], decks[:, place].copy()


def fisher_yates(rng: np.random.Generator, many: int) -> Orders:
    """Each card, from the last, swaps with any card up to and with itself: uniformly random.

    >>> import numpy as np
    >>> sorted(fisher_yates(np.random.default_rng(31), 1)[0].tolist()) == list(range(SIZE))
    True
    """
    decks = _sorted(many)
    for last in range(SIZE - 1, 0, -1):
        _swap(decks, last, rng.integers(0, last + 1, many))
    return decks


def random_keys(rng: np.random.Generator, many: int) -> Orders:
    """Sorted by random keys: uniformly random.

    >>> import numpy as np
    >>> sorted(random_keys(np.random.default_rng(31), 1)[0].tolist()) == list(range(SIZE))
    True
    """
    import numpy as np

    return np.argsort(rng.random((many, SIZE)), axis=1).astype(np.int16)


def swap_with_any(rng: np.random.Generator, many: int) -> Orders:
    """Each card swaps with any of 52: not uniform, and most visible at the first position.

    >>> import numpy as np
    >>> sorted(swap_with_any(np.random.default_rng(31), 1)[0].tolist()) == list(range(SIZE))
    True
    """
    decks = _sorted(many)
    for place in range(SIZE):
        _swap(decks, place, rng.integers(0, SIZE, many))
    return decks


def random_comparator(rng: np.random.Generator, many: int) -> Orders:
    """Sorted by a comparison that answers at random.

    >>> import numpy as np
    >>> sorted(random_comparator(np.random.default_rng(31), 1)[0].tolist()) == list(range(SIZE))
    True
    """
    import numpy as np

    coins = iter(rng.integers(0, 2, many * 400).tolist())
    key = cmp_to_key(lambda _, __: 2 * next(coins) - 1)
    return np.array([sorted(range(SIZE), key=key) for _ in range(many)], np.int16)


def with_replacement(rng: np.random.Generator, many: int) -> Orders:
    """Cards dealt with replacement: no deck at all.

    >>> import numpy as np
    >>> len(set(with_replacement(np.random.default_rng(31), 1)[0].tolist())) < SIZE
    True
    """
    import numpy as np

    return rng.integers(0, SIZE, (many, SIZE)).astype(np.int16)


def unshuffled(_: np.random.Generator, many: int) -> Orders:
    """The factory order each time.

    >>> import numpy as np
    >>> unshuffled(np.random.default_rng(31), 1)[0, :3].tolist()
    [0, 1, 2]
    """
    return _sorted(many)


def sort_mode(rng: np.random.Generator, many: int) -> Orders:
    """A shuffler stuck in sort mode: the factory order, cut somewhere.

    >>> import numpy as np
    >>> set((np.diff(sort_mode(np.random.default_rng(31), 1)[0]) % SIZE).tolist())
    {1}
    """
    import numpy as np

    return ((_sorted(many) + rng.integers(0, SIZE, (many, 1))) % SIZE).astype(np.int16)


def off_by_one(rng: np.random.Generator, many: int) -> Orders:
    """Fisher-Yates that never lets a card stay: cyclic orders only.

    >>> import numpy as np
    >>> sorted(off_by_one(np.random.default_rng(31), 1)[0].tolist()) == list(range(SIZE))
    True
    """
    decks = _sorted(many)
    for last in range(SIZE - 1, 0, -1):
        _swap(decks, last, rng.integers(0, last, many))
    return decks


def modulo_bias(rng: np.random.Generator, many: int) -> Orders:
    """Fisher-Yates with the remainder of a random byte.

    >>> import numpy as np
    >>> sorted(modulo_bias(np.random.default_rng(31), 1)[0].tolist()) == list(range(SIZE))
    True
    """
    decks = _sorted(many)
    for last in range(SIZE - 1, 0, -1):
        _swap(decks, last, rng.integers(0, 256, many) % (last + 1))
    return decks


def two_riffles(rng: np.random.Generator, many: int) -> Orders:
    """Two riffle shuffles of a new deck: rising sequences are far too few.

    >>> import numpy as np
    >>> sorted(two_riffles(np.random.default_rng(31), 1)[0].tolist()) == list(range(SIZE))
    True
    """
    import numpy as np

    decks = _sorted(many)
    for _ in range(2):
        packets = rng.integers(0, 2, (many, SIZE))
        order = np.argsort(np.argsort(packets, axis=1, kind="stable"), axis=1)
        decks = np.take_along_axis(decks, order, axis=1)
    return decks


def not_between_decks(rng: np.random.Generator, many: int) -> Orders:
    """Every second deck is the one before with a few cards moved.

    >>> import numpy as np
    >>> sorted(not_between_decks(np.random.default_rng(31), 1)[0].tolist()) == list(range(SIZE))
    True
    """
    decks = fisher_yates(rng, many)
    decks[1::2] = decks[0::2][: len(decks[1::2])]
    for _ in range(12):
        _swap(decks, int(rng.integers(0, SIZE)), rng.integers(0, SIZE, many))
    return decks


GOOD: Mapping[str, Source] = {"Fisher-Yates": fisher_yates, "random keys": random_keys}
BAD: Mapping[str, Source] = {
    "swap with any of 52": swap_with_any,
    "sort by random comparator": random_comparator,
    "with replacement": with_replacement,
    "unshuffled": unshuffled,
    "stuck in sort mode": sort_mode,
    "off-by-one Fisher-Yates": off_by_one,
    "modulo bias": modulo_bias,
    "two riffles": two_riffles,
    "remembers the last deck": not_between_decks,
}
