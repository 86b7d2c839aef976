"""The fast loop: one deal after another over five arrays (``loop_cards``), compiled where numba is there.

Each step is a clause of the referee (``round``), and decides as ``player`` does; a test plays the same cards
through both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from casino31.fast import part
from casino31.home.loop_cards import (
    A_SEAT,
    AFTER,
    AHEAD,
    ALWAYS,
    ANNOUNCE,
    ANNOUNCED,
    ASKED,
    AT_ONCE,
    AT_SEATS,
    BLITZ,
    BY_POLICY,
    CAP,
    CAPPED,
    CHOOSES,
    DECK,
    DOWN,
    END,
    ENDS,
    FACTS,
    FORCE,
    HANDS,
    KEEP,
    KIND,
    KNOCK_FROM,
    KNOCKER,
    LAST_CARD,
    LAST_KEEP,
    LAST_TAKE,
    MAY_STAND,
    MUST_SWAP,
    NEVER,
    ON_TABLE,
    PASSES,
    PILED,
    PLAYERS,
    POS,
    RAISES,
    RENEW,
    RESTOCK,
    SEAT,
    SHOWDOWN,
    SHOWERS,
    SHOWN,
    SHOWN_BLITZ,
    STOCK_ONLY,
    STOCK_OUT,
    TABLE,
    TAKE,
    TAKE_BACK,
    TURN,
    UNSEEN,
    UP,
    WIDOW,
    WIDTH,
    YES,
    any_place,
    best_swap,
    hand_at,
    in_order,
    keep_best,
    kept_row,
    renew,
    restock,
    swap_cards,
    swapped_at,
)
from casino31.home.policy import TURNS

if TYPE_CHECKING:
    from casino31.arrays import Bools, Ints, Whole


@part
def mode(R: Ints, seat: int, which: int) -> int:
    """One of the modes of a seat."""
    return int(R[AT_SEATS + A_SEAT * seat + which])


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
        row_kept = kept_row(depth)
        best = max(T[row_kept, first], T[row_kept, second], T[row_kept, third])
        return int(piled) if take != NEVER and best > T[row_kept, now] else -1
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
    row_kept = kept_row(mode(R, seat, LAST_KEEP if last else KEEP))
    row = best_swap(D, T, W, row_kept)
    if row < 0 or T[row_kept, swapped_at(D, W, row)] <= T[row_kept, hand_at(D, seat)]:
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
