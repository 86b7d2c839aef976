"""Decisions to knock, each played both ways on the same cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casino31.fast import compiled
from casino31.home.batch import opened
from casino31.home.engine import fresh_deal, game_of, shuffles
from casino31.home.loop import open_deal, play_on, record, turn
from casino31.home.loop_cards import (
    ASKED,
    CAP,
    DECK,
    FORCE,
    KIND,
    KNOCKER,
    NO,
    PLAYERS,
    SEAT,
    TURN,
    YES,
    shuffle_pack,
)
from casino31.home.results import seat_codes, settled
from casino31.home.setup import Setup, shuffled_packs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from casino31.arrays import Floats, Ints, Whole
    from casino31.home.engine import Arrays, Unsigned


@dataclass(frozen=True)
class Forks:
    """Decisions to knock, each played both ways on the same cards."""

    seat: Ints
    turn: Ints
    """The seat's own turn, from 1."""
    shape: Ints
    score: Ints
    gain: Floats
    """What the seat gains by knocking rather than playing on."""


def fork_block(table: Setup, gains: Floats, seed: int, block: int, deals: int) -> Forks:
    """Return every decision to knock in the first deals of a block; ``gains``: see ``tally.CountPlaces.codes``."""
    n, loop = table.players, compiled(_fork_words)
    if loop is None:
        asked, yes, no = fork_batch(table, *shuffled_packs(table, seed, block, deals))
        seat, own_turn, shape, score = asked.T
        by_seat = [_gained(table, raw, gains)[np.arange(len(raw)), seat] for raw in (yes, no)]
        return Forks(seat, own_turn, shape, score, by_seat[0] - by_seat[1])
    most = deals * min(24, 4 + table.ruled("cap")) + 4 * table.ruled("cap")
    base, other = (np.zeros((many, 4 + n), np.int64) for many in (deals, most))
    asked = np.zeros((most, 5), np.int64)
    under_way = fresh_deal(table), fresh_deal(table), fresh_deal(table)
    shuffled = shuffles(table, seed, block, deals)
    ways = loop(table.deck, *shuffled, under_way, game_of(table), (base, other, asked))
    row, seat, own_turn, facts, knocks = asked[:ways].T
    chosen = _gained(table, base, gains)[row, seat]
    unchosen = _gained(table, other[:ways], gains)[np.arange(ways), seat]
    gain = np.where(knocks == 1, chosen - unchosen, unchosen - chosen)
    return Forks(seat, own_turn, facts >> 7, facts & 127, gain)


def _gained(table: Setup, raw: Ints, gains: Floats) -> Floats:
    """What each seat gains, by deal."""
    by_seat: Floats = gains[seat_codes(table.rules, settled(table.rules, table.worth, raw))]
    return by_seat


def _fork_words(
    deck: Whole, words: Ints, unsigned: Unsigned, deals: tuple[Ints, ...], game: Arrays, into: tuple[Ints, ...]
) -> int:
    """Play deals as ``_play_words``, and from each decision to knock once more the other way.

    ``into`` are the endings of the deals, those of the other ways, and for each of these its deal, the seat, its
    turn, the hand's facts and whether the policy knocked. Stops where they are full, and returns the ways.
    """
    R, T, K, W = game
    half, natural = unsigned
    D, before, E = deals
    base, other, asked = into
    size, ways, row = len(deck), 0, 0
    while row < len(words) and ways + 3 * R[CAP] < len(asked):
        shuffle_pack(D, deck, words[row], half, natural)
        open_deal(D, R, T, K, size)
        while D[KIND] < 0:
            before[:] = D
            D[ASKED] = -1
            turn(D, R, T, K, W, DECK + size)
            if D[ASKED] >= 0 and D[KNOCKER] in (-1, before[SEAT]):
                knocks = D[KNOCKER] == before[SEAT]
                E[:] = before
                E[FORCE] = NO if knocks else YES
                play_on(E, R, T, K, W, DECK + size)
                record(E, other, ways)
                asked[ways, 0], asked[ways, 1] = row, before[SEAT]
                asked[ways, 2] = (before[TURN] - 1) // R[PLAYERS] + 1
                asked[ways, 3], asked[ways, 4] = D[ASKED] & 255, knocks
                ways += 1
        record(D, base, row)
        row += 1
    return ways


def fork_batch(table: Setup, packs: Whole, words: NDArray[np.uint64]) -> tuple[Ints, Ints, Ints]:
    """Return every decision to knock (seat, own turn, shape, score), and how deals end with the knock and without.

    Deals go on as the policy has it; each decision on the way is played to its end both ways.
    """
    batch, worth = opened(table, packs, words), table.worth
    asked, yes, no = [], [], []
    while (batch.kind < 0).any():
        own = (batch.turn - 1) // table.players + 1
        open_ = np.flatnonzero((batch.kind < 0) & (batch.knocker < 0))
        if own >= table.ruled("knock from") and len(open_):
            knocked, passed = batch.some(open_), batch.some(open_)
            seat, at = batch.seat, knocked.places(batch.seat, slice(None))
            knocked.step(YES)
            passed.step(NO)
            if table.ruled("after"):
                at = knocked.places(seat, slice(None))
            real = knocked.knocker == seat
            situations = [np.full(len(at), seat), np.full(len(at), own), worth.shape[at], worth.score[at]]
            asked.append(np.stack(situations, axis=1)[real])
            yes.append(knocked.run()[real])
            no.append(passed.run()[real])
        batch.step()
    return np.concatenate(asked), np.concatenate(yes), np.concatenate(no)
