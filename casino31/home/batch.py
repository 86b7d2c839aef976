"""The loop in numpy: a turn of all deals of a block at a time, which are always at the same seat.

Each step is a step of ``loop``, in the same words; a test plays the same cards through both and the referee.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from casino31.home.batch_cards import Cards, falling, sorted_places
from casino31.home.loop_cards import (
    ALWAYS,
    ANNOUNCED,
    BY_POLICY,
    CAPPED,
    NEVER,
    RAISES,
    SHOWDOWN,
    SHOWN_BLITZ,
    STOCK_OUT,
    YES,
)
from casino31.home.policy import TURNS
from casino31.home.worth import places_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from casino31.arrays import Bools, Ints, Whole
    from casino31.home.setup import Setup


@dataclass
class DealBatch(Cards):
    """Deals under way; every array has a last axis over the deals."""

    knocker: Ints
    passes: Ints
    kind: Ints
    turns: Ints
    showers: Ints

    def run(self) -> Ints:
        """Play all deals to their ends, and return what the compiled loop writes down."""
        while (self.kind < 0).any():
            self.step()
        n = self.setup.players
        hands = [self.places(seat, slice(None)) for seat in range(n)]
        return np.stack([self.kind, self.turns, self.knocker, self.showers, *hands], axis=1).astype(np.int64)

    def step(self, force: int = BY_POLICY) -> None:
        """Play one turn; ``force`` takes the decision to knock from the policy."""
        live, setup, worth = np.flatnonzero(self.kind < 0), self.setup, self.setup.worth
        at = self.places(self.seat, live)
        if setup.ruled("shown"):
            ends = (worth.blitz[at] > 0) & ((self.knocker[live] < 0) | bool(setup.ruled("ends")))
            self.show_blitz(live[ends])
            live, at = live[~ends], at[~ends]
        if not setup.ruled("after"):
            says = self.says_knock(live, at, force)
            self.knock(live[says])
            self.next_seat(live[says])
            live = live[~says]
        last = self.knocker[live] >= 0
        for group, after in ((live[~last], False), (live[last], True)):
            if len(group) and setup.ruled("table") < 2:
                self.draw(group, after, force)
            elif len(group):
                self.swap(group, after, force)
        self.turn += 1

    def show_blitz(self, live: Ints) -> None:
        """S9: the deal ends."""
        self.kind[live], self.turns[live], self.showers[live] = SHOWN_BLITZ, self.turn, 1 << self.seat

    def says_knock(self, live: Ints, at: Ints, force: int) -> Bools:
        """Which deals are knocked in."""
        setup, worth = self.setup, self.setup.worth
        own = (self.turn - 1) // setup.players + 1
        may: Bools = self.knocker[live] < 0
        if own < setup.ruled("knock from"):
            return may & False
        if force != BY_POLICY:
            return may if force == YES else may & False
        says: Bools = setup.knock[self.seat, min(own, TURNS)][worth.shape[at], worth.score[at]]
        if not setup.ruled("shown") and not setup.ruled("after"):
            says = says | (worth.blitz[at] > 0)
        return may & says

    def knock(self, live: Ints) -> None:
        """S6."""
        self.knocker[live], self.passes[live] = self.seat, 0

    def next_seat(self, live: Ints) -> None:
        """S7, S16, Z9: who is still to move, or how the deal ends."""
        seat = (self.seat + 1) % self.setup.players
        knocker, kind = self.knocker[live], np.full(len(live), -1)
        if self.turn >= self.setup.ruled("cap"):
            kind[knocker < 0] = CAPPED
        if self.setup.ruled("last card"):
            kind[(knocker < 0) & (self.pos[live] == self.end[live])] = STOCK_OUT
        kind[knocker == seat] = SHOWDOWN
        self.kind[live], self.turns[live] = kind, self.turn

    def moved(self, live: Ints, force: int) -> None:
        """S9, P4: after a move a blitz is shown, or a knock may follow."""
        setup = self.setup
        at = self.places(self.seat, live)
        if setup.ruled("shown"):
            ends = (setup.worth.blitz[at] > 0) & ((self.knocker[live] < 0) | bool(setup.ruled("ends")))
            self.show_blitz(live[ends])
            live, at = live[~ends], at[~ends]
        if setup.ruled("after"):
            self.knock(live[self.says_knock(live, at, force)])
        self.next_seat(live)

    def draw(self, live: Ints, last: bool, force: int) -> None:
        """A turn at a pile."""
        setup, worth = self.setup, self.setup.worth
        depth = setup.mode(self.seat, "last keep" if last else "keep")
        now = self.places(self.seat, live)
        may_draw = (self.end[live] > self.pos[live]) | (not last)
        value = np.where(may_draw, worth.ahead[depth + 1][now], worth.ahead[depth][now] * worth.unseen)
        piled = self.takes_pile(live, last, may_draw, value)
        if setup.ruled("table") == 1 and setup.mode(self.seat, "widow"):
            row, best = self.best_swap(live, worth.ahead[depth])
            better = (row >= 0) & (best * worth.unseen > np.where(piled >= 0, piled, value))
            self.swapped(live[better], row[better], force)
            live, piled, may_draw = live[~better], piled[~better], may_draw[~better]
        from_pile = live[piled >= 0]
        if len(from_pile):
            self.piled[from_pile] -= 1
            top = self.pile[self.piled[from_pile], from_pile]
            self.keep_best(from_pile, top, depth, bool(setup.ruled("take back")))
        from_stock = live[(piled < 0) & may_draw]
        from_stock = self.refilled(from_stock)
        if len(from_stock):
            card = self.deck[self.pos[from_stock], from_stock]
            self.pos[from_stock] += 1
            self.keep_best(from_stock, card, depth, True)
        self.moved(np.concatenate([from_pile, from_stock]), force)
        self.stand(live[(piled < 0) & ~may_draw], force)

    def refilled(self, live: Ints) -> Ints:
        """S16: which of some deals have a card to draw; the others are drawn games, or the pile is the stock."""
        empty = self.pos[live] == self.end[live]
        if not empty.any():
            return live
        if not self.setup.ruled("restock"):
            ended: Bools = empty
        else:
            ended = empty & (self.piled[live] < 2)
            for deal in live[empty & ~ended]:
                self.restock(int(deal))
        self.kind[live[ended]], self.turns[live[ended]] = STOCK_OUT, self.turn
        return live[~ended]

    def takes_pile(self, live: Ints, last: bool, may_draw: Bools, value: Ints) -> Ints:
        """The worth of the pile's top where the policy takes it, else -1."""
        setup, worth = self.setup, self.setup.worth
        depth = setup.mode(self.seat, "last keep" if last else "keep")
        take = setup.mode(self.seat, "last take" if last else "take")
        has_top = self.piled[live] > 0
        if (last and setup.ruled("stock only")) or not has_top.any():
            return np.full(len(live), -1)
        a, b, c = self.hands[self.seat][:, live]
        now, top = places_of(a, b, c), self.pile[np.maximum(self.piled[live] - 1, 0), live]
        three = [sorted_places(top, b, c), sorted_places(a, top, c), sorted_places(a, b, top)]

        def best(table: Ints) -> Ints:
            return np.maximum(np.maximum(table[three[0]], table[three[1]]), table[three[2]])

        piled = best(worth.ahead[depth]) * worth.unseen
        if take == ALWAYS:
            takes = has_top
        elif take == RAISES:
            takes = best(worth.ahead[0]) > worth.ahead[0][now]
        else:
            takes = (piled > value) & (take != NEVER)
        stands = (best(worth.keep[depth]) > worth.keep[depth][now]) & (take != NEVER)
        return np.where(has_top & np.where(may_draw, takes, stands), piled, -1)

    def stand(self, live: Ints, force: int) -> None:
        """S7, Y: a pass; when all have passed in turn, the widow is renewed."""
        if not len(live):
            return
        self.passes[live] += 1
        if self.setup.ruled("table") == 3:
            all_passed = live[(self.knocker[live] < 0) & (self.passes[live] == self.setup.players)]
            self.passes[all_passed] = 0
            self.renew(all_passed[self.end[all_passed] - self.pos[all_passed] >= 3])
        self.moved(live, force)

    def swap(self, live: Ints, last: bool, force: int) -> None:
        """A turn at a widow or two table hands."""
        setup = self.setup
        kept = setup.worth.keep[setup.mode(self.seat, "last keep" if last else "keep")]
        row, best = self.best_swap(live, kept)
        better = (row >= 0) & (best > kept[self.places(self.seat, live)])
        if setup.ruled("may stand") if last else not setup.ruled("must swap"):
            self.stand(live[~better], force)
            live, row = live[better], row[better]
        elif setup.ruled("table") == 4 and setup.mode(self.seat, "renew"):
            renews = ~better & (self.end[live] - self.pos[live] >= 3)
            self.renew(live[renews])
            self.next_seat(live[renews])
            live, row = live[~renews], row[~renews]
        self.swapped(live, np.maximum(row, 0), force)

    def swapped(self, live: Ints, row: Ints, force: int) -> None:
        """Cards are swapped, and what follows."""
        self.swap_cards(live, row)
        self.passes[live] = 0
        self.moved(live, force)


def opened(setup: Setup, packs: Whole, words: NDArray[np.uint64]) -> DealBatch:
    """Return the deals of some shuffled packs before the first turn; some may be over already."""
    many, n, width = len(packs), setup.players, setup.ruled("width")
    deck = packs.T.astype(np.int64)
    hands = np.stack([np.stack(falling(*deck[seat : 3 * width : width])) for seat in range(n)])
    table, up = np.zeros((6, many), np.int64), np.zeros((6, many), bool)
    for hand in range(width - n):
        table[3 * hand : 3 * hand + 3] = deck[n + hand : 3 * width : width]
        up[3 * hand : 3 * hand + 3] = hand == 0 and not setup.ruled("down")
    has_pile = int(setup.ruled("table") < 2)
    pile = np.zeros_like(deck)
    pile[0] = deck[3 * width] if has_pile else 0

    def all_of(value: int) -> Ints:
        return np.full(many, value)

    start, size = all_of(3 * width + has_pile), all_of(len(deck))
    cards = (hands, deck, pile, table, up)
    before = (all_of(has_pile), all_of(-1), all_of(0), all_of(-1), all_of(0), all_of(0))
    batch = DealBatch(setup, 1, *cards, words.copy(), start, size, *before)
    if setup.ruled("chooses"):
        _choose(batch)
    if setup.ruled("blitz") and setup.ruled("at once") and setup.ruled("shown"):
        for seat in range(n):
            batch.showers |= (setup.worth.blitz[batch.places(seat, slice(None))] > 0).astype(np.int64) << seat
        batch.kind[batch.showers > 0] = SHOWN_BLITZ
    if setup.ruled("announce"):
        for seat in range(n):
            at = batch.places(seat, slice(None))
            says = setup.knock[seat, 0][setup.worth.shape[at], setup.worth.score[at]]
            batch.kind[says & (batch.kind < 0)] = ANNOUNCED
    return batch


def _choose(batch: DealBatch) -> None:
    """X1: the dealer keeps the better of two hands."""
    dealer = batch.setup.players - 1
    kept = batch.setup.worth.keep[batch.setup.mode(dealer, "keep")]
    other = kept[sorted_places(*batch.table[:3])] > kept[batch.places(dealer, slice(None))]
    own = batch.hands[dealer][:, other].copy()
    batch.hands[dealer][:, other] = np.stack(falling(*batch.table[:3, other]))
    batch.table[:3, other] = own


def play_batch(setup: Setup, packs: Whole, words: NDArray[np.uint64]) -> Ints:
    """Return what some shuffled packs come to, as the compiled loop writes it down."""
    return opened(setup, packs, words).run()
