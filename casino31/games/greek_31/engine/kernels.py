"""The compiled route of ``finite``: values alone, without events or integers, the same floats to the last bit."""

from collections.abc import Sequence

import numpy as np

from casino31.arrays import Floats, Ints
from casino31.fast import compiled
from casino31.games.greek_31.hands import Hands

WIDTH = 64
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
    if compiled(_level) is None:
        return None
    best = np.zeros((len(table.levels[1]), left.shape[1]))
    room = np.empty((3, max(map(len, table.levels)), WIDTH))
    for start in range(0, left.shape[1], WIDTH):
        part = slice(start, start + WIDTH)
        pieces = left[:, part], outside[part], constant[:, part], slope[..., part]
        known = tuple(np.ascontiguousarray(piece, float) for piece in pieces)
        after = np.zeros((1, known[1].size))
        for cards in range(table.most_cards, 0, -1):
            level = table.levels[cards]
            draw, stake = (room[i, : len(level), : known[1].size] for i in (cards % 2, 2))
            play_level(table, cards, known, after, draw, stake, first)
            if stand_at < 0:
                np.maximum(draw, stake, out=draw)
            else:
                ranks = table.arrays[2][level.start : level.stop, None]
                np.copyto(draw, stake, where=ranks >= stand_at)
            after = draw
        best[:, part] = after
    return best


def play_level(
    table: Hands,
    cards: int,
    known: Sequence[Ints | Floats],
    after: Floats,
    draw: Floats,
    stake: Floats,
    first: int = -1,
) -> bool:
    """Write what drawing and standing win with every hand of so many cards; False without numba.

    ``known`` is ``left``, ``outside``, ``constant`` and ``slope`` as ``sweep`` takes them, ``after`` what the hands
    of one card more win. The last three are arrays (hand, exposure); ``stake`` may have columns of its own.
    """
    loop = compiled(_level)
    if loop is None:
        return False
    level = slice(table.levels[cards].start, table.levels[cards].stop)
    arrays = (np.ascontiguousarray(array, float) for array in (*known, after))
    loop(*(array[level] for array in table.arrays), level.stop, *arrays, first, draw, stake)
    return True


def _level(
    children: Ints,
    counts: Ints,
    ranks: Ints,
    base: int,
    left: Floats,
    outside: Floats,
    constant: Floats,
    slope: Floats,
    after: Floats,
    first: int,
    draw: Floats,
    stake: Floats,
) -> None:
    """The hands of one level, whose children begin at the place ``base``; each sum in the order of ``finite``.

    Counts are whole floats, which a processor takes several at a time.
    """
    columns, stakes = draw.shape[1], stake.shape[1]
    out, won = np.empty(columns), np.empty(stakes)  # apart from all others, or no two could be made at a time
    for row in range(len(draw)):
        draw[row] = stake[row] = 0.0
        if first >= 0 and counts[row, first] == 0:
            continue
        out[:] = 0.0
        cards = 0
        drawn = False
        for value in range(10):
            held = counts[row, value]
            cards += held
            child = children[row, value] - base
            if child < 0:
                continue
            drawn = True
            for column in range(columns):
                out[column] += max(left[value, column] - held, 0.0) * after[child, column]
        if drawn:
            for column in range(columns):
                out[column] /= max(outside[column] - cards, 1.0)
        draw[row] = out
        rank = ranks[row]
        if not constant[rank].any():
            continue
        won[:] = constant[rank]
        for value in range(10):
            held = counts[row, value]
            if held > 0:
                for column in range(stakes):
                    won[column] -= held * slope[rank, value, column]
        stake[row] = won
