"""The actions of many decisions in one list: which of them can be the best of their decision, and which stand
together."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casino31.arrays import Ints


PAIRS = 1 << 12
"""Pairs of options that are held against each other at a time."""


def contenders(ends: "Ints", choice: "Ints", low: "Ints", high: "Ints") -> "Ints":
    """Return the places of the options that no other option of their choice beats for certain.

    ``ends`` is how often each option comes to each end, ``choice`` the choice of each option, in runs; an end is
    worth between ``low`` and ``high``. Of options that are worth the same the first is the better one.

    >>> import numpy as np
    >>> ends = np.array([[2, 0], [1, 1], [0, 2], [0, 2]])
    >>> contenders(ends, np.array([0, 0, 0, 0]), np.array([1, 0]), np.array([1, 3])).tolist()
    [0, 1, 2]
    """
    import numpy as np

    beaten = np.zeros(len(ends), dtype=bool)
    first, second = pairs(choice)
    for start in range(0, len(first), PAIRS):
        earlier, later = first[start : start + PAIRS], second[start : start + PAIRS]
        apart = ends[later] - ends[earlier]  # what both come to alike, whatever it is worth, cancels
        gains, losses = np.maximum(apart, 0), np.minimum(apart, 0)
        beaten[later[gains @ high + losses @ low <= 0]] = True
        beaten[earlier[gains @ low + losses @ high > 0]] = True
    return np.flatnonzero(~beaten)


def pairs(choice: "Ints") -> "tuple[Ints, Ints]":
    """Return the places of every two options of one choice, the earlier and the later ones.

    >>> import numpy as np
    >>> [places.tolist() for places in pairs(np.array([0, 0, 0, 2, 5, 5]))]
    [[0, 1, 4, 0], [1, 2, 5, 2]]
    """
    import numpy as np

    steps = range(1, int(np.bincount(choice, minlength=1).max()))
    kept = [np.flatnonzero(choice[step:] == choice[:-step]) for step in steps]
    none = np.zeros(0, dtype=np.int64)
    earlier = np.concatenate([none, *kept])
    later = np.concatenate([none, *(places + step for step, places in zip(steps, kept, strict=True))])
    return earlier, later


def runs(choice: "Ints", places: "Ints") -> "list[Ints]":
    """Return some options, by their places, in runs of one choice each.

    >>> import numpy as np
    >>> [run.tolist() for run in runs(np.array([0, 0, 2, 5]), np.array([0, 1, 3]))]
    [[0, 1], [3]]
    """
    import numpy as np

    return np.split(places, np.flatnonzero(np.diff(choice[places])) + 1) if len(places) else []
