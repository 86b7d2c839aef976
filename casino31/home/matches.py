"""Matches played to their end: the other route to what the chain solves."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from casino31.home.chain import Match, start_of
from casino31.home.engine import play_block
from casino31.home.estimates import LEVEL, estimate, share
from casino31.home.policy import Policy
from casino31.home.rules import HomeRules
from casino31.home.setup import Setup, setup

if TYPE_CHECKING:
    from casino31.arrays import Floats, Ints

LONGEST = 5_000
"""Deals after which a match is given up: nobody knocks."""


def play_matches(
    rules: HomeRules, policy: Policy, players: int, matches: int, seed: int, level: Fraction = LEVEL
) -> Match:
    """Play matches between alike players, a deal of all of them at a time; ValueError when they never end."""
    import numpy as np

    tables = {k: setup(rules, [policy] * k) for k in range(max(2, rules.fewest), players + 1)}
    left = np.full((matches, players), start_of(rules))
    first = np.zeros(matches, np.int64)  # whose place is the eldest's
    won, deals = np.zeros((matches, players)), np.zeros(matches)
    outlasts = np.zeros((players, players))
    going, block = np.arange(matches), 0
    while len(going):
        deals[going] += 1
        if block > LONGEST * players:
            raise ValueError(f"after {LONGEST:,} deals some matches go on: nobody loses under this policy")
        alive_at_start = (left[going] > 0).sum(axis=1)
        for k in np.unique(alive_at_start):
            group = going[alive_at_start == k]
            before = left[group]
            new, decided = _played(tables, int(k), left[group], first[group], seed, block)
            block += 1
            out, in_ = (before > 0) & (new == 0), new > 0
            outlasts += (in_[:, :, None] & out[:, None, :]).sum(axis=0)
            outlasts += 0.5 * (out[:, :, None] & out[:, None, :]).sum(axis=0)
            won[group] = decided
            again = (before == new).all(axis=1) & (decided.sum(axis=1) < 0)
            left[group] = new
            seats = np.arange(players)
            order = (first[group][:, None] + seats) % players
            dealer = np.take_along_axis(in_, order, axis=1).argmax(axis=1)
            first[group] = np.where(again, first[group], (first[group] + dealer + 1) % players)
        going = going[won[going].sum(axis=1) <= 0]
    np.fill_diagonal(outlasts, 0)
    win = tuple(estimate(float(won[:, i].mean()), float(won[:, i].var() / matches), level) for i in range(players))
    lasts = tuple(tuple(share(int(outlasts[i, j]), matches, level) for j in range(players)) for i in range(players))
    return Match(win, estimate(float(deals.mean()), float(deals.var() / matches), level), lasts)


def _played(
    tables: Mapping[int, Setup], k: int, left: Ints, first: Ints, seed: int, block: int
) -> tuple[Ints, Floats]:
    """What is left after a deal of matches with k players in, and each player's part of a win; -1 for a replay."""
    import numpy as np

    table = tables[k]
    rules, n = table.rules, left.shape[1]
    results = play_block(table, seed, block, len(left))
    order = (first[:, None] + np.arange(n)) % n
    standing = np.take_along_axis(left, order, axis=1)
    losses, high = np.zeros_like(standing), np.zeros(standing.shape, bool)
    losses[standing > 0] = (results.winners if rules.settle == "best scores" else results.marks).ravel()
    high[standing > 0] = results.high.ravel()
    after = np.maximum(standing - losses, 0)
    if rules.settle == "lowest pays" and rules.free_ride and rules.double_on_last == "rides":
        after[(standing == 2) & (losses == 2)] = 1
    alive, out = standing > 0, (standing > 0) & (after == 0)
    part = np.zeros(standing.shape)
    if rules.settle == "best scores":
        part = out / np.maximum(1, out.sum(axis=1, keepdims=True))
    else:
        last, none = (after > 0).sum(axis=1) == 1, (after > 0).sum(axis=1) == 0
        part[last] = after[last] > 0
        share_it = none & (rules.all_out == "share")
        part[share_it] = alive[share_it] / alive[share_it].sum(axis=1, keepdims=True)
        by_high = none & high.any(axis=1)
        part[by_high] = high[by_high] / high[by_high].sum(axis=1, keepdims=True)
        replay = none & ~share_it & ~by_high
        after[replay], part[replay] = standing[replay], -1 / n
    new, decided = np.empty_like(left), np.empty_like(part)
    np.put_along_axis(new, order, after, axis=1)
    np.put_along_axis(decided, order, part, axis=1)
    return new, decided
