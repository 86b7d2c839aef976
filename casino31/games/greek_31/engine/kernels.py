"""The compiled route of ``finite``: values alone, without events or integers, the same floats to the last bit."""

from collections.abc import Sequence

import numpy as np

from casino31.arrays import Bools, Floats, Ints
from casino31.fast import compiled, part
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
    loop = compiled(_best_level)
    if loop is None:
        return None
    children, counts, ranks = table.arrays
    needed = needed_hands(table, first, stand_at)
    best = np.zeros((len(table.levels[1]), left.shape[1]))
    room = np.empty((2, max(map(len, table.levels)), WIDTH))
    for start in range(0, left.shape[1], WIDTH):
        some = slice(start, start + WIDTH)
        pieces = left[:, some], outside[some], constant[:, some], slope[..., some]
        known = tuple(np.ascontiguousarray(piece, float) for piece in pieces)
        after = np.zeros((1, known[1].size))
        for cards in range(table.most_cards, 0, -1):
            level = slice(table.levels[cards].start, table.levels[cards].stop)
            won = room[cards % 2, : len(table.levels[cards]), : known[1].size]
            hands_of = children[level], counts[level], ranks[level], needed[level]
            loop(*hands_of, level.stop, *known, after, stand_at, won)
            after = won
        best[:, some] = after
    return best


def needed_hands(table: Hands, first: int, stand_at: int) -> Bools:
    """Return which hands count: those with the first card asked for, and none that only a standing hand leads to.

    ``first`` and ``stand_at`` are -1 as in ``sweep``.

    >>> from casino31.games.greek_31.hands import hands
    >>> from casino31.games.greek_31.rules import Rules
    >>> [int(needed_hands(hands(Rules()), first, stand).sum()) for first, stand in ((-1, -1), (9, -1), (-1, 4))]
    [7129, 1133, 29]
    """
    children, counts, ranks = table.arrays
    if stand_at < 0:
        return counts[:, first] > 0 if first >= 0 else np.ones(len(ranks), np.bool_)
    needed = np.zeros(len(ranks), np.bool_)
    needed[children[0, [first] if first >= 0 else children[0] >= 0]] = True
    for level in table.levels[1:]:
        drawing = np.arange(level.start, level.stop)[needed[level.start : level.stop]]
        after = children[drawing[ranks[drawing] < stand_at]]
        needed[after[after >= 0]] = True
    return needed


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


@part
def _draw(
    row: int, children: Ints, counts: Ints, base: int, left: Floats, outside: Floats, after: Floats, out: Floats
) -> None:
    """What a hand wins by drawing: its children begin at the place ``base``, the sum is in the order of ``finite``.

    Counts are whole floats, which a processor takes several at a time.
    """
    columns = len(out)
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


@part
def _stand(row: int, rank: int, counts: Ints, constant: Floats, slope: Floats, won: Floats) -> None:
    """What a hand wins by standing, from what its rank is worth."""
    columns = len(won)
    for column in range(columns):
        won[column] = constant[rank, column]
    for value in range(10):
        held = counts[row, value]
        if held > 0:
            for column in range(columns):
                won[column] -= held * slope[rank, value, column]


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
    """The hands of one level: what drawing and what standing wins."""
    out, won = np.empty(draw.shape[1]), np.empty(stake.shape[1])  # apart from all others, or loops are slower
    for row in range(len(draw)):
        draw[row] = stake[row] = 0.0
        if first >= 0 and counts[row, first] == 0:
            continue
        _draw(row, children, counts, base, left, outside, after, out)
        draw[row] = out
        if constant[ranks[row]].any():
            _stand(row, ranks[row], counts, constant, slope, won)
            stake[row] = won


def _best_level(
    children: Ints,
    counts: Ints,
    ranks: Ints,
    needed: Bools,
    base: int,
    left: Floats,
    outside: Floats,
    constant: Floats,
    slope: Floats,
    after: Floats,
    stand_at: int,
    best: Floats,
) -> None:
    """The hands of one level: what the better action wins, or the one that ``stand_at`` says."""
    columns = best.shape[1]
    out, won = np.empty(columns), np.empty(columns)
    for row in range(len(best)):
        if not needed[row]:
            best[row] = 0.0
            continue
        rank = ranks[row]
        out[:] = 0.0
        if stand_at < 0 or rank < stand_at:
            _draw(row, children, counts, base, left, outside, after, out)
        won[:] = 0.0
        if (stand_at < 0 or rank >= stand_at) and constant[rank].any():
            _stand(row, rank, counts, constant, slope, won)
        for column in range(columns):
            best[row, column] = max(out[column], won[column])
