"""The compiled route of ``finite``: values alone, without events or integers, the same floats to the last bit."""

import numpy as np

from casino31.arrays import Floats, Ints
from casino31.fast import compiled
from casino31.games.greek_31.hands import Hands

WIDTH = 128
"""Exposures that go through the hands together: their values stay near the processor."""


def sweep(
    table: Hands,
    left: Ints,
    outside: Ints,
    constant: Floats,
    slope: Floats,
    first: int,
    stand_at: int,
) -> Floats | None:
    """Return what the punter gets with each first card (row) against each exposure (column); None without numba.

    ``left`` counts the cards of each value outside an exposure, ``outside`` all that are neither exposed nor
    hidden; ``constant`` and ``slope`` are what standing is worth by rank. ``first`` and ``stand_at`` are -1 for all
    first cards and for the best play.

    >>> from casino31.games.greek_31.hands import hands
    >>> from casino31.games.greek_31.rules import Rules
    >>> nobody = np.zeros((10, 1), np.int64), np.ones(1, np.int64), np.zeros((34, 1)), np.zeros((34, 10, 1)), -1, -1
    >>> found = sweep(hands(Rules()), *nobody)
    >>> found is None or found.shape == (10, 1)
    True
    """
    loop = compiled(_through)
    if loop is None:
        return None
    children, counts, ranks = table.arrays
    lowest = int(np.flatnonzero(constant.any(axis=1)).min(initial=len(constant)))
    columns = left.shape[1]
    found = np.zeros((len(table.levels[1]), columns))
    for start in range(0, columns, WIDTH):
        part = slice(start, min(start + WIDTH, columns))
        values = np.zeros((len(ranks), part.stop - start))
        pieces = (np.ascontiguousarray(each[..., part], float) for each in (left, outside, constant, slope))
        loop(children, counts, ranks, *pieces, first, stand_at, lowest, values)
        found[:, part] = values[table.levels[1][0] : table.levels[1][-1] + 1]
    return found


def _through(
    children: Ints,
    counts: Ints,
    ranks: Ints,
    left: Floats,
    outside: Floats,
    constant: Floats,
    slope: Floats,
    first: int,
    stand_at: int,
    lowest: int,
    values: Floats,
) -> None:
    """All hands, the longest first; each value of a hand is made in the order of ``finite``, sum by sum.

    Counts are whole floats, which a processor takes several at a time; below the rank ``lowest`` standing wins 0.
    """
    hands, columns = values.shape
    out, stake = np.empty(columns), np.empty(columns)  # apart from ``values``, or no two could be made at a time
    for place in range(hands - 1, 0, -1):
        if first >= 0 and counts[place, first] == 0:
            continue
        out[:] = 0.0
        cards = 0
        drawn = False
        for value in range(10):
            held = counts[place, value]
            cards += held
            child = children[place, value]
            if child < 0:
                continue
            drawn = True
            after = values[child]
            for column in range(columns):
                out[column] += max(left[value, column] - held, 0.0) * after[column]
        if drawn:
            for column in range(columns):
                out[column] /= max(outside[column] - cards, 1.0)
        rank = ranks[place]
        if rank >= stand_at and (rank >= lowest or stand_at >= 0):
            for column in range(columns):
                stake[column] = constant[rank, column]
            for value in range(10):
                held = counts[place, value]
                if held > 0:
                    for column in range(columns):
                        stake[column] -= held * slope[rank, value, column]
            for column in range(columns):
                out[column] = stake[column] if stand_at >= 0 else max(out[column], stake[column])
        values[place] = out
