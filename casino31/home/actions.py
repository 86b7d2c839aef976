"""What a player may do, as numbers: the same for all games, so that one table serves every bot."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

KNOCK, TAKE, DRAW = 0, 1, 2
DISCARD = (3, 4, 5)
"""Discard the first, second or third card of the hand."""
THROW = 6
"""Throw the card just drawn."""
SWAP = 7
"""7 to 15: swap hand card i for table card j, at 7 + 3 i + j."""
SWAP_ALL = 16
PASS = 17
"""Stand, pass, or say nothing."""
ANNOUNCE = 18
SWAP_TWO = 19
"""19 to 27: swap two cards, all but hand card i for all but table card j, at 19 + 3 i + j."""
SWAP_SECOND = 28
"""28 to 36: swap hand card i for card j of the second table hand."""
SWAP_ALL_SECOND = 37
RENEW_UP = (38, 39)
"""Renew a table hand from the stock, face up: the turn is over."""
RENEW_DOWN = (40, 41)
"""Renew a table hand from the stock, face down: the turn goes on."""
KEEP_FIRST, KEEP_SECOND = 42, 43
"""The dealer's choice of two hands."""
ACTIONS = 44


Pairs = tuple[tuple[int, int], ...]
"""Hand cards, each with the table card that it is swapped for; table cards of the second hand are 3, 4 and 5."""


def _others(left_out: int) -> tuple[int, ...]:
    return tuple(place for place in range(3) if place != left_out)


_PLACES = tuple(product(range(3), repeat=2))
FIRST_SWAPS: Mapping[int, Pairs] = {
    **{SWAP + 3 * i + j: ((i, j),) for i, j in _PLACES},
    SWAP_ALL: tuple((i, i) for i in range(3)),
    **{SWAP_TWO + 3 * i + j: tuple(zip(_others(i), _others(j), strict=True)) for i, j in _PLACES},
}
"""The cards of every action that swaps some with the widow or the first table hand."""
SECOND_SWAPS: Mapping[int, Pairs] = {
    **{SWAP_SECOND + 3 * i + j: ((i, j + 3),) for i, j in _PLACES},
    SWAP_ALL_SECOND: tuple((i, i + 3) for i in range(3)),
}
"""Those of actions that swap some with the second table hand."""
SWAPS: Mapping[int, Pairs] = {**FIRST_SWAPS, **SECOND_SWAPS}
"""All of them, in rising order of the actions."""


def pairs(action: int) -> Pairs | None:
    """Return which hand cards an action swaps for which table cards, or None for an action that swaps none.

    >>> pairs(SWAP + 5), pairs(SWAP_SECOND), pairs(SWAP_TWO), pairs(SWAP_ALL), pairs(KNOCK)
    (((1, 2),), ((0, 3),), ((1, 1), (2, 2)), ((0, 0), (1, 1), (2, 2)), None)
    """
    return SWAPS.get(action)


def name(action: int) -> str:
    """Return an action in words.

    >>> name(DRAW), name(DISCARD[1]), name(SWAP + 5), name(RENEW_DOWN[1])
    ('draw from the stock', 'discard 2', 'swap 2 for 3', 'renew the second hand face down')
    """
    plain = {
        KNOCK: "knock",
        TAKE: "take the pile",
        DRAW: "draw from the stock",
        THROW: "throw the drawn card",
        SWAP_ALL: "swap all",
        PASS: "pass",
        ANNOUNCE: "announce",
        SWAP_ALL_SECOND: "swap all for the second hand",
        KEEP_FIRST: "keep the first hand",
        KEEP_SECOND: "keep the second hand",
    }
    if action in plain:
        return plain[action]
    if action in DISCARD:
        return f"discard {action - DISCARD[0] + 1}"
    for which, how in ((RENEW_UP, "up"), (RENEW_DOWN, "down")):
        if action in which:
            return f"renew the {('first', 'second')[which.index(action)]} hand face {how}"
    swapped = pairs(action) or ()
    mine = " and ".join(str(i + 1) for i, _ in swapped)
    return f"swap {mine} for {' and '.join(str(j + 1) for _, j in swapped)}"
