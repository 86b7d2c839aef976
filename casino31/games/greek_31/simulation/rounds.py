"""The rounds of a table, twice: a loop over rounds to be compiled, and all rounds in step with numpy."""

import numpy as np

from casino31.arrays import Whole

BANKER_BUST, BANKER_31, SHOWN_WON, SHOWN_LOST, BUST, WON_31, WON_14, WON, TIED, LOST = range(10)
"""The events in the order of ``answer.EVENTS``."""
FAVOURABLE = np.isin(np.arange(10), (BANKER_BUST, SHOWN_WON, WON_31, WON_14, WON))
"""Whether a punter wins by each event."""
SHOWN, DRAWS, SHOWS, CONCEALS_LAST = 10, 11, 12, 13
"""What is hidden of a hand shown whole, and what an option may do beside concealing a value."""
TOP_14, TOP = 31, 33
"""Ranks of 14 and 31 (B3)."""


def play_compiled(
    values: Whole,
    chance: Whole,
    plan_of: Whole,
    children: Whole,
    rank: Whole,
    worth: Whole,
    start: Whole,
    hidden: Whole,
    upto: Whole,
    column: Whole,
    stands: Whole,
    codes: Whole,
) -> None:
    """Fill in what becomes of each punter: see ``table.play``."""
    rounds, cards = values.shape
    punters = codes.shape[1]
    for row in range(rounds):
        plan = plan_of[values[row, 0]]
        used = punters
        hand, size, behind, event = 0, 0, DRAWS, -1
        while behind == DRAWS and event < 0:  # B6
            last = values[row, used]
            used += 1
            size += 1
            hand = children[hand, last]
            if hand < 0:
                event = BANKER_BUST
            elif rank[hand] == TOP:
                event = BANKER_31
            else:
                option = start[plan, hand]
                if option + 1 < start[plan, hand + 1]:
                    word = chance[row, size - 1] & 0x7FFFFFFFFFFFFFFF
                    while option + 1 < start[plan, hand + 1] and word >= upto[option]:
                        option += 1
                behind = hidden[option]
                if behind == CONCEALS_LAST:
                    behind = last
                elif behind == SHOWS:
                    behind = SHOWN
        if event >= 0:
            for seat in range(punters):
                codes[row, seat] = 10 * values[row, seat] + event
            continue
        seen = column[plan, hand, behind]
        bankers = rank[hand] if behind == SHOWN else worth[hand]
        byte, bit = seen >> 3, 7 - (seen & 7)
        for seat in range(punters):  # B7
            own = children[0, values[row, seat]]
            while own >= 0 and not (stands[plan, own, byte] >> bit) & 1 and used < cards:
                own = children[own, values[row, used]]
                used += 1
            mine = rank[own] if own >= 0 else 0
            if behind == SHOWN:
                event = SHOWN_WON if mine > bankers else SHOWN_LOST
            elif own < 0:
                event = BUST
            elif mine >= TOP_14:
                event = WON_31 if mine == TOP else WON_14
            else:
                event = WON if mine > bankers else TIED if mine == bankers else LOST
            codes[row, seat] = 10 * values[row, seat] + event


def play_in_step(
    values: Whole,
    chance: Whole,
    plan_of: Whole,
    children: Whole,
    rank: Whole,
    worth: Whole,
    start: Whole,
    hidden: Whole,
    upto: Whole,
    column: Whole,
    stands: Whole,
    codes: Whole,
) -> None:
    """Fill in the same: all bankers draw a card at the same time, then all first punters, and so on."""
    rounds, cards = values.shape
    punters = codes.shape[1]
    plan = plan_of[values[:, 0]]
    used = np.full(rounds, punters)
    hand, behind = np.zeros(rounds, np.int64), np.full(rounds, DRAWS)
    event = np.full(rounds, -1)
    rows = np.arange(rounds)
    size = 0
    while len(rows):
        last = values[rows, used[rows]]
        used[rows] += 1
        hand[rows] = children[hand[rows], last]
        over, top = hand[rows] < 0, rank[hand[rows]] == TOP
        event[rows[over]], event[rows[top & ~over]] = BANKER_BUST, BANKER_31
        rows, last = rows[~over & ~top], last[~over & ~top]
        option, until = start[plan[rows], hand[rows]], start[plan[rows], hand[rows] + 1]
        while (again := option + 1 < until).any():
            word = chance[rows, size] & 0x7FFFFFFFFFFFFFFF
            again &= word >= upto[option]
            if not again.any():
                break
            option = option + again
        what = hidden[option]
        behind[rows] = np.where(what == CONCEALS_LAST, last, np.where(what == SHOWS, SHOWN, what))
        rows = rows[what == DRAWS]
        size += 1
    codes[:] = 10 * values[:, :punters] + event[:, None].clip(0)
    rows = np.flatnonzero(event < 0)
    plan, hand, behind, used = plan[rows], hand[rows], behind[rows], used[rows]
    seen = column[plan, hand, behind]
    bankers = np.where(behind == SHOWN, rank[hand], worth[hand])
    for seat in range(punters):
        own = children[0, values[rows, seat]].astype(np.int64)
        draws = np.arange(len(rows))
        while len(draws):
            byte, bit = seen[draws] >> 3, 7 - (seen[draws] & 7)
            stops = (stands[plan[draws], own[draws], byte] >> bit) & 1 == 1
            draws = draws[~stops & (used[draws] < cards)]
            own[draws] = children[own[draws], values[rows[draws], used[draws]]]
            used[draws] += 1
            draws = draws[own[draws] >= 0]
        mine = np.where(own >= 0, rank[own], 0)
        ends = (
            (behind == SHOWN) & (mine > bankers),
            behind == SHOWN,
            own < 0,
            mine == TOP,
            mine >= TOP_14,
            mine > bankers,
            mine == bankers,
        )
        which = (SHOWN_WON, SHOWN_LOST, BUST, WON_31, WON_14, WON, TIED)
        codes[rows, seat] = 10 * values[rows, seat] + np.select(ends, which, LOST)
