"""The arrays of the fast loop, and what is done to the cards in them; compiled where numba is there.

- ``D``, the deal under way: numbers, hands, table, what of it lies face up, deck and pile, at the places below.
- ``R``, ``Setup.rule``: the rules as numbers, then the modes of each seat. ``W``, ``Setup.swaps``.
- ``T``, the tables of ``Worth``, a row each: facts (score, shape, blitz in one number), keep without a draw ahead,
  then ahead. ``K``, knocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casino31.fast import part
from casino31.home.setup import MODES, RULES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Ints, Whole

POS, END, PILED, TURN, SEAT, KNOCKER, PASSES, KIND, SHOWERS, FORCE, WORD, ASKED = range(12)
"""Numbers of a deal: the next card of the stock, the stock's end, cards of the pile, and so on."""
HANDS, ON_TABLE, UP, DECK = 12, 57, 63, 69
"""Where cards stand in a deal: up to 15 hands, six table cards and whether they lie up, the pack, then the pile."""
(PLAYERS, TABLE, WIDTH, MUST_SWAP, TAKE_BACK, KNOCK_FROM, AFTER, STOCK_ONLY, MAY_STAND) = range(9)
(AT_ONCE, ENDS, SHOWN, RESTOCK, LAST_CARD, ANNOUNCE, CHOOSES, FACE_UP, CAP, DOWN, BLITZ, UNSEEN) = range(9, 21)
"""Places in ``R``, in the order of ``setup.RULES``."""
AT_SEATS, A_SEAT = len(RULES), len(MODES)
TAKE, KEEP, LAST_TAKE, LAST_KEEP, WIDOW, RENEW = range(6)
FACTS, KEPT, AHEAD = 0, 1, 2
"""Rows of ``T``: the facts, keep without a draw ahead, ahead by draws."""
SHOWDOWN, SHOWN_BLITZ, ANNOUNCED, STOCK_OUT, CAPPED = range(5)
"""How deals end, as in ``ending.KINDS``; -1 while they go on."""
NEVER, ALWAYS, RAISES = range(3)
BY_POLICY, NO, YES = -1, 0, 1
"""How the next decision to knock is taken."""
MULTIPLIER, INCREMENT, LOW_31 = 6364136223846793005, 1442695040888963407, 2**31 - 1


@part
def place(a: int, b: int, c: int) -> int:
    """Where a hand stands in the tables, of its cards in falling order: ``worth.place``."""
    return a * (a + 1) * (a + 2) // 6 + (b * (b + 1) >> 1) + c


@part
def hand_at(D: Ints, seat: int) -> int:
    """Where the hand of a seat stands in the tables."""
    at = HANDS + 3 * seat
    return place(D[at], D[at + 1], D[at + 2])


@part
def any_place(a: int, b: int, c: int) -> int:
    """Where a hand stands in the tables, its cards in any order."""
    high, low = max(a, b), min(a, b)
    return place(max(high, c), max(low, min(high, c)), min(low, c))


@part
def in_order(D: Ints, at: int) -> None:
    """Put the three cards of a hand in falling order."""
    a, b, c = D[at], D[at + 1], D[at + 2]
    high, low = max(a, b), min(a, b)
    D[at], D[at + 1], D[at + 2] = max(high, c), max(low, min(high, c)), min(low, c)


@part
def kept_row(depth: int) -> int:
    """The row of ``T`` that decides what is kept, so many draws ahead."""
    return KEPT if depth == 0 else AHEAD + depth


@part
def shuffle_pack(D: Ints, deck: Whole, words: Ints, half: np.uint64, natural: NDArray[np.uint64]) -> None:
    """Shuffle as ``setup.shuffled_packs`` does; ``half`` is 32, ``natural`` 0, 1, 2, ... as 64-bit numbers."""
    size = len(deck)
    D[DECK : DECK + size], D[WORD] = deck, words[size - 1]
    for spot in range(size - 1):
        word, many = words[spot], natural[size - spot]
        high, low = word >> half, word << half >> half
        other = DECK + spot + int((high * many + (low * many >> half)) >> half)
        card = D[DECK + spot]
        D[DECK + spot] = D[other]
        D[other] = card


@part
def restock(D: Ints, pile: int) -> None:
    """The pile but its top, shuffled, becomes the stock (``state.shuffled``)."""
    size, word = D[PILED] - 1, D[WORD]
    for spot in range(size):
        D[DECK + spot] = D[pile + spot]
    for spot in range(size - 1, 0, -1):
        word = word * MULTIPLIER + INCREMENT
        other = ((word >> 33) & LOW_31) % (spot + 1)
        card = D[DECK + spot]
        D[DECK + spot] = D[DECK + other]
        D[DECK + other] = card
    D[WORD] = D[WORD] * MULTIPLIER + INCREMENT
    D[pile] = D[pile + size]
    D[PILED], D[POS], D[END] = 1, 0, size


@part
def keep_best(D: Ints, T: Whole, row: int, card: int, may_throw: bool) -> int:
    """Keep the best three of four cards; of equal choices the lowest card is thrown, which is returned."""
    at = HANDS + 3 * D[SEAT]
    a, b, c = D[at], D[at + 1], D[at + 2]
    p, rest = max(a, card), min(a, card)  # the four cards in falling order: p, q, r, s
    q, rest = max(b, rest), min(b, rest)
    r, s = max(c, rest), min(c, rest)
    new = 0 if card > a else (1 if card > b else (2 if card > c else 3))
    most, thrown = -1, 4
    if may_throw or new != 3:
        most, thrown = T[row, place(p, q, r)], 3
    if (may_throw or new != 2) and T[row, place(p, q, s)] > most:
        most, thrown = T[row, place(p, q, s)], 2
    if (may_throw or new != 1) and T[row, place(p, r, s)] > most:
        most, thrown = T[row, place(p, r, s)], 1
    if (may_throw or new != 0) and T[row, place(q, r, s)] > most:
        thrown = 0
    D[at] = q if thrown == 0 else p
    D[at + 1] = r if thrown < 2 else q
    D[at + 2] = s if thrown < 3 else r
    return int(s if thrown == 3 else (r if thrown == 2 else (q if thrown == 1 else p)))


@part
def swapped_at(D: Ints, W: Ints, row: int) -> int:
    """Where the hand that a swap makes stands in the tables."""
    at, i, j, k = HANDS + 3 * D[SEAT], W[row, 0], W[row, 1], W[row, 2]
    return any_place(
        D[at] if i < 3 else D[ON_TABLE + i - 3],
        D[at + 1] if j < 3 else D[ON_TABLE + j - 3],
        D[at + 2] if k < 3 else D[ON_TABLE + k - 3],
    )


@part
def best_swap(D: Ints, T: Whole, W: Ints, worth: int) -> int:
    """The first of the best swaps for cards that lie face up, or -1."""
    best, most = -1, 0
    for row in range(len(W)):
        shown = True
        for i in range(3):
            if W[row, i] > 2 and D[UP + W[row, i] - 3] == 0:
                shown = False
        if shown:
            value = T[worth, swapped_at(D, W, row)]
            if best < 0 or value > most:
                best, most = row, value
    return best


@part
def swap_cards(D: Ints, R: Ints, W: Ints, row: int) -> None:
    """``round._swapped``."""
    at = HANDS + 3 * D[SEAT]
    whole_hand = R[TABLE] == 4 and W[row, 0] > 2 and W[row, 1] > 2 and W[row, 2] > 2
    for i in range(3):
        j = W[row, i] - 3
        if j >= 0:
            card = D[at + i]
            D[at + i] = D[ON_TABLE + j]
            D[ON_TABLE + j] = card
            D[UP + j] = 1 if not whole_hand or R[FACE_UP] else 0
    in_order(D, at)
    D[PASSES] = 0


@part
def renew(D: Ints) -> None:
    """Three cards of the stock for the widow, or face up for the first table hand."""
    for j in range(3):
        D[ON_TABLE + j] = D[DECK + D[POS] + j]
        D[UP + j] = 1
    D[POS] += 3
