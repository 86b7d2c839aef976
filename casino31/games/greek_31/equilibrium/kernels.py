"""The compiled route of ``replies`` for finite decks: one belief at a time, the same floats to the last bit."""

import numpy as np

from casino31.arrays import Floats, Ints
from casino31.fast import compiled
from casino31.games.greek_31.hands import Hands
from casino31.games.greek_31.totals import THIRTY_ONE


def reply_sweep(
    table: Hands,
    first: int,
    behind: Ints,
    left: Ints,
    outside: Ints,
    beliefs: Floats,
    lean: float,
    nothing: int,
) -> Floats | None:
    """Return what each reply gets against each hidden value, before the draw: (value, reply); None without numba.

    ``behind`` holds ranks to beat, ``left`` the cards of each value outside the exposure, both (value, reply);
    ``outside`` counts the cards neither exposed nor hidden; ``beliefs`` is (reply, value). A punter stands on what
    is worth ``lean`` of drawing; ``nothing`` is the rank of a card that cannot be hidden.

    >>> from casino31.games.greek_31.hands import hands
    >>> from casino31.games.greek_31.rules import Rules
    >>> nothing = np.zeros((10, 1), np.int64)
    >>> found = reply_sweep(hands(Rules()), 0, nothing, nothing, np.ones(1, np.int64), np.ones((1, 10)), 1.0, 99)
    >>> found is None or found.tolist() == np.zeros((10, 1)).tolist()
    True
    """
    loop = compiled(_through)
    if loop is None:
        return None
    counts = np.array(table.hands, np.int64)
    kept = np.flatnonzero(counts[:, first])
    place = np.full(len(counts) + 1, -1)
    place[kept] = np.arange(len(kept))
    children = place[np.array(table.children, np.int64)[kept]]
    ranks = np.array(table.rank, np.int64)[kept]
    replies = np.empty((behind.shape[1], 10))
    arrays = (np.ascontiguousarray(behind.T), np.ascontiguousarray(left.T), outside, np.ascontiguousarray(beliefs))
    loop(children, counts[kept], ranks, *arrays, lean, THIRTY_ONE, nothing, replies)
    return replies.T


def _through(
    children: Ints,
    counts: Ints,
    ranks: Ints,
    behind: Ints,
    left: Ints,
    outside: Ints,
    beliefs: Floats,
    lean: float,
    thirty_one: int,
    nothing: int,
    replies: Floats,
) -> None:
    """All hands, the longest first, for each reply; hands that the pack cannot deal are never reached."""
    hands = len(ranks)
    values = np.zeros((hands, 10))
    stake = np.empty(10)
    for reply in range(len(replies)):
        ranks_here, left_here, weights = behind[reply], left[reply], beliefs[reply]
        for place in range(hands - 1, -1, -1):
            held = counts[place]
            cards = 0
            dealt = True
            for value in range(10):
                cards += held[value]
                dealt = dealt and held[value] <= left_here[value]
            if not dealt:
                if place == 0:
                    values[0] = 0.0
                continue
            rank = ranks[place]
            out = values[place]
            for c in range(10):
                beaten = ranks_here[c] < (nothing if rank == thirty_one else rank)
                stake[c] = max(left_here[c] - held[c], 0) if beaten else 0
            if rank == thirty_one:
                out[:] = stake
                continue
            out[:] = 0.0
            for value in range(10):
                child = children[place, value]
                times = left_here[value] - held[value]
                if child >= 0 and times > 0:
                    for c in range(10):
                        out[c] += times * values[child, c]
            over = max(outside[reply] - cards, 1)
            standing = 0.0
            drawing = 0.0
            for c in range(10):
                out[c] /= over
                standing += weights[c] * stake[c]
                drawing += weights[c] * out[c]
            if standing >= lean * drawing:
                out[:] = stake
        replies[reply] = values[0]
