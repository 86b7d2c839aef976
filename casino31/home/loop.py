"""The fast loop: one deal after another over five arrays, compiled where numba is there.

- ``D``, the deal under way: numbers, hands, table, what of it lies face up, deck and pile, at the places below.
- ``R``, ``Setup.rule``: the rules as numbers, then the modes of each seat. ``W``, ``Setup.swaps``.
- ``T``, the tables of ``Worth``, a row each: facts (score, shape, blitz in one number), keep without a draw ahead,
  then ahead. ``K``, knocks.

Each step is a clause of the referee (``round``), and decides as ``player`` does; a test plays the same cards
through both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casino31.fast import part
from casino31.home.policy import TURNS
from casino31.home.setup import MODES, RULES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Bools, Ints, Whole

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
def mode(R: Ints, seat: int, which: int) -> int:
    """One of the modes of a seat."""
    return int(R[AT_SEATS + A_SEAT * seat + which])


@part
def shuffle_pack(D: Ints, words: Ints, size: int, half: np.uint64, natural: NDArray[np.uint64]) -> None:
    """Shuffle as ``setup.shuffled_packs`` does; ``half`` is 32, ``natural`` 0, 1, 2, ... as 64-bit numbers."""
    for spot in range(size - 1):
        word, many = words[spot], natural[size - spot]
        high, low = word >> half, word << half >> half
        other = DECK + spot + int((high * many + (low * many >> half)) >> half)
        card = D[DECK + spot]
        D[DECK + spot] = D[other]
        D[other] = card


@part
def open_deal(D: Ints, R: Ints, T: Whole, K: Bools, size: int) -> None:
    """Deal (``round.deal``); the dealer chooses, dealt blitzes are shown, hands announced."""
    n, width = R[PLAYERS], R[WIDTH]
    for spot in range(3 * n):
        D[HANDS + spot] = D[DECK + spot // 3 + width * (spot % 3)]
    for seat in range(n):
        in_order(D, HANDS + 3 * seat)
    for spot in range(3 * (width - n)):
        D[ON_TABLE + spot] = D[DECK + n + spot // 3 + width * (spot % 3)]
        D[UP + spot] = 1 if spot < 3 and not R[DOWN] else 0
    D[POS], D[END], D[KNOCKER], D[KIND], D[TURN], D[FORCE] = 3 * width, size, -1, -1, 1, BY_POLICY
    D[SEAT], D[PASSES], D[SHOWERS], D[PILED] = 0, 0, 0, 0
    if R[TABLE] < 2:
        D[DECK + size] = D[DECK + D[POS]]
        D[POS] += 1
        D[PILED] = 1
    if R[CHOOSES]:
        row = kept_row(mode(R, n - 1, KEEP))
        other = any_place(D[ON_TABLE], D[ON_TABLE + 1], D[ON_TABLE + 2])
        if T[row, other] > T[row, hand_at(D, n - 1)]:
            for i in range(3):
                card = D[ON_TABLE + i]
                D[ON_TABLE + i] = D[HANDS + 3 * n - 3 + i]
                D[HANDS + 3 * n - 3 + i] = card
            in_order(D, HANDS + 3 * n - 3)
    if R[BLITZ] and R[AT_ONCE] and R[SHOWN]:
        for seat in range(n):
            if T[FACTS, hand_at(D, seat)] >> 8:
                D[SHOWERS] |= 1 << seat
        if D[SHOWERS]:
            D[KIND], D[TURN] = SHOWN_BLITZ, 0
            return
    if R[ANNOUNCE]:
        for seat in range(n):
            if K[seat, 0, T[FACTS, hand_at(D, seat)] & 255]:
                D[KIND], D[TURN] = ANNOUNCED, 0
                return


@part
def next_seat(D: Ints, R: Ints) -> None:
    """``round._next``."""
    seat = D[SEAT] + 1
    if seat == R[PLAYERS]:
        seat = 0
    if seat == D[KNOCKER]:
        D[KIND] = SHOWDOWN
    elif D[KNOCKER] < 0 and R[LAST_CARD] and D[POS] == D[END]:
        D[KIND] = STOCK_OUT
    elif D[KNOCKER] < 0 and D[TURN] >= R[CAP]:
        D[KIND] = CAPPED
    else:
        D[SEAT] = seat
        D[TURN] += 1


@part
def says_knock(D: Ints, R: Ints, K: Bools, facts: int) -> bool:
    """Whether the seat to move knocks with a hand, once it may."""
    own = (D[TURN] - 1) // R[PLAYERS] + 1
    if D[KNOCKER] >= 0 or own < R[KNOCK_FROM]:
        return False
    D[ASKED] = facts
    force = D[FORCE]
    if force != BY_POLICY:
        D[FORCE] = BY_POLICY
        return bool(force == YES)
    must = facts >> 8 > 0 and R[SHOWN] == 0 and R[AFTER] == 0
    return bool(must or K[D[SEAT], min(own, TURNS), facts & 255])


@part
def moved(D: Ints, R: Ints, T: Whole, K: Bools) -> None:
    """``round._moved``: after a move a blitz is shown, or a knock may follow."""
    seat = D[SEAT]
    facts = T[FACTS, hand_at(D, seat)]
    if facts >> 8 and R[SHOWN] and (D[KNOCKER] < 0 or R[ENDS]):
        D[KIND], D[SHOWERS] = SHOWN_BLITZ, 1 << seat
        return
    if R[AFTER] and says_knock(D, R, K, facts):
        D[KNOCKER], D[PASSES] = seat, 0
    next_seat(D, R)


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
    whole = R[TABLE] == 4 and W[row, 0] > 2 and W[row, 1] > 2 and W[row, 2] > 2
    for i in range(3):
        j = W[row, i] - 3
        if j >= 0:
            card = D[at + i]
            D[at + i] = D[ON_TABLE + j]
            D[ON_TABLE + j] = card
            D[UP + j] = 1 if not whole or R[FACE_UP] else 0
    in_order(D, at)
    D[PASSES] = 0


@part
def renew(D: Ints) -> None:
    """Three cards of the stock for the widow, or face up for the first table hand."""
    for j in range(3):
        D[ON_TABLE + j] = D[DECK + D[POS] + j]
        D[UP + j] = 1
    D[POS] += 3


@part
def stand(D: Ints, R: Ints, T: Whole, K: Bools) -> None:
    """``round._passed``: when all have passed in turn, the widow is renewed from the stock."""
    D[PASSES] += 1
    if R[TABLE] == 3 and D[KNOCKER] < 0 and D[PASSES] == R[PLAYERS]:
        D[PASSES] = 0
        if D[END] - D[POS] >= 3:
            renew(D)
    moved(D, R, T, K)


@part
def takes_pile(D: Ints, R: Ints, T: Whole, pile: int, value: int) -> int:
    """The worth of the pile's top where the policy takes it, else -1 (``player.Player._draw``)."""
    seat, last = D[SEAT], D[KNOCKER] >= 0
    if D[PILED] == 0 or (last and R[STOCK_ONLY]):
        return -1
    depth, take = mode(R, seat, LAST_KEEP if last else KEEP), mode(R, seat, LAST_TAKE if last else TAKE)
    at, now, ahead = HANDS + 3 * seat, hand_at(D, seat), AHEAD + depth
    a, b, c, top = D[at], D[at + 1], D[at + 2], D[pile + D[PILED] - 1]
    first, second, third = any_place(top, b, c), any_place(a, top, c), any_place(a, b, top)
    piled = max(T[ahead, first], T[ahead, second], T[ahead, third]) * R[UNSEEN]
    if last and D[POS] == D[END]:
        kept = kept_row(depth)
        best = max(T[kept, first], T[kept, second], T[kept, third])
        return int(piled) if take != NEVER and best > T[kept, now] else -1
    if take == ALWAYS:
        return int(piled)
    if take == RAISES:
        raised = max(T[AHEAD, first], T[AHEAD, second], T[AHEAD, third])
        return int(piled) if raised > T[AHEAD, now] else -1
    return int(piled) if take != NEVER and piled > value else -1


@part
def draw(D: Ints, R: Ints, T: Whole, K: Bools, W: Ints, pile: int) -> None:
    """A turn at a pile: ``player.Player._draw``, and what follows."""
    seat, last = D[SEAT], D[KNOCKER] >= 0
    depth, now = mode(R, seat, LAST_KEEP if last else KEEP), hand_at(D, seat)
    may_draw = D[END] > D[POS] or not last
    value = int(T[AHEAD + depth + 1, now]) if may_draw else int(T[AHEAD + depth, now] * R[UNSEEN])
    piled = takes_pile(D, R, T, pile, value)
    if R[TABLE] == 1 and mode(R, seat, WIDOW):
        row = best_swap(D, T, W, AHEAD + depth)
        if row >= 0 and T[AHEAD + depth, swapped_at(D, W, row)] * R[UNSEEN] > max(
            piled, value if piled < 0 else -1
        ):
            swap_cards(D, R, W, row)
            moved(D, R, T, K)
            return
    if piled >= 0:
        D[PILED] -= 1
        D[pile + D[PILED]] = keep_best(D, T, kept_row(depth), D[pile + D[PILED]], R[TAKE_BACK] == 1)
        D[PILED] += 1
    elif may_draw:
        if D[POS] == D[END]:
            if not R[RESTOCK] or D[PILED] < 2:
                D[KIND] = STOCK_OUT
                return
            restock(D, pile)
        D[POS] += 1
        D[pile + D[PILED]] = keep_best(D, T, kept_row(depth), D[DECK + D[POS] - 1], True)
        D[PILED] += 1
    else:
        stand(D, R, T, K)
        return
    moved(D, R, T, K)


@part
def swap(D: Ints, R: Ints, T: Whole, K: Bools, W: Ints) -> None:
    """A turn at a widow or two table hands: ``player.Player._swap``, and what follows."""
    seat, last = D[SEAT], D[KNOCKER] >= 0
    kept = kept_row(mode(R, seat, LAST_KEEP if last else KEEP))
    row = best_swap(D, T, W, kept)
    if row < 0 or T[kept, swapped_at(D, W, row)] <= T[kept, hand_at(D, seat)]:
        if (last and R[MAY_STAND]) or not (last or R[MUST_SWAP]):
            stand(D, R, T, K)
            return
        if R[TABLE] == 4 and mode(R, seat, RENEW) and D[END] - D[POS] >= 3:
            renew(D)
            next_seat(D, R)
            return
    swap_cards(D, R, W, max(row, 0))
    moved(D, R, T, K)


@part
def turn(D: Ints, R: Ints, T: Whole, K: Bools, W: Ints, pile: int) -> None:
    """One turn of the seat to move; ``pile`` is where the pile stands in the deal."""
    facts = T[FACTS, hand_at(D, D[SEAT])]
    if facts >> 8 and R[SHOWN] and (D[KNOCKER] < 0 or R[ENDS]):
        D[KIND], D[SHOWERS] = SHOWN_BLITZ, 1 << D[SEAT]
    elif not R[AFTER] and says_knock(D, R, K, facts):
        D[KNOCKER], D[PASSES] = D[SEAT], 0
        next_seat(D, R)
    elif R[TABLE] < 2:
        draw(D, R, T, K, W, pile)
    else:
        swap(D, R, T, K, W)


@part
def record(D: Ints, into: Ints, row: int) -> None:
    """Write down how a deal ended: kind, turns, knocker, blitzes, and where each hand stands in the tables."""
    into[row, 0], into[row, 1], into[row, 2], into[row, 3] = D[KIND], D[TURN], D[KNOCKER], D[SHOWERS]
    for seat in range(into.shape[1] - 4):
        into[row, 4 + seat] = hand_at(D, seat)


@part
def play_on(D: Ints, R: Ints, T: Whole, K: Bools, W: Ints, pile: int) -> None:
    """Play a deal to its end."""
    while D[KIND] < 0:
        turn(D, R, T, K, W, pile)
