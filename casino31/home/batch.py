"""The loop in numpy: a turn of all deals of a block at a time, which are always at the same seat.

Each step is a step of ``loop``, in the same words; a test plays the same cards through both and the referee.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import numpy as np

from casino31.home.loop import (
    ALWAYS,
    ANNOUNCED,
    BY_POLICY,
    CAPPED,
    INCREMENT,
    MULTIPLIER,
    NEVER,
    NO,
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
class Batch:
    """Deals under way; every array has a last axis over the deals."""

    made: Setup
    hands: Ints
    """By seat and place, in falling order."""
    deck: Ints
    pile: Ints
    table: Ints
    up: Bools
    word: NDArray[np.uint64]
    pos: Ints
    end: Ints
    piled: Ints
    knocker: Ints
    passes: Ints
    kind: Ints
    turns: Ints
    showers: Ints
    turn: int = 1
    """The turn that all deals under way are at."""

    @property
    def seat(self) -> int:
        """Who is to move."""
        return (self.turn - 1) % self.made.players

    def some(self, which: Ints) -> Batch:
        """Return a copy of some of the deals."""
        arrays = {
            field.name: getattr(self, field.name) for field in fields(self) if field.name not in ("made", "turn")
        }
        return replace(self, **{name: array[..., which].copy() for name, array in arrays.items()})

    def run(self) -> Ints:
        """Play all deals to their ends, and return what the compiled loop writes down."""
        while (self.kind < 0).any():
            self.step()
        n = self.made.players
        hands = [self.places(seat, slice(None)) for seat in range(n)]
        return np.stack([self.kind, self.turns, self.knocker, self.showers, *hands], axis=1).astype(np.int64)

    def places(self, seat: int, live: slice | Ints) -> Ints:
        """Where hands of a seat stand in the tables."""
        a, b, c = self.hands[seat][:, live]
        return places_of(a, b, c)

    def step(self, force: int = BY_POLICY) -> None:
        """Play one turn; ``force`` takes the decision to knock from the policy."""
        live, made, worth = np.flatnonzero(self.kind < 0), self.made, self.made.worth
        at = self.places(self.seat, live)
        if made.ruled("shown"):
            ends = (worth.blitz[at] > 0) & ((self.knocker[live] < 0) | bool(made.ruled("ends")))
            self.show_blitz(live[ends])
            live, at = live[~ends], at[~ends]
        if not made.ruled("after"):
            says = self.says_knock(live, at, force)
            self.knock(live[says])
            self.next_seat(live[says])
            live = live[~says]
        last = self.knocker[live] >= 0
        for group, after in ((live[~last], False), (live[last], True)):
            if len(group) and made.ruled("table") < 2:
                self.draw(group, after, force)
            elif len(group):
                self.swap(group, after, force)
        self.turn += 1

    def show_blitz(self, live: Ints) -> None:
        """S9: the deal ends."""
        self.kind[live], self.turns[live], self.showers[live] = SHOWN_BLITZ, self.turn, 1 << self.seat

    def says_knock(self, live: Ints, at: Ints, force: int) -> Bools:
        """Which deals are knocked in."""
        made, worth = self.made, self.made.worth
        own = (self.turn - 1) // made.players + 1
        may: Bools = self.knocker[live] < 0
        if own < made.ruled("knock from"):
            return may & False
        if force != BY_POLICY:
            return may if force == YES else may & False
        says: Bools = made.knock[self.seat, min(own, TURNS)][worth.shape[at], worth.score[at]]
        if not made.ruled("shown") and not made.ruled("after"):
            says = says | (worth.blitz[at] > 0)
        return may & says

    def knock(self, live: Ints) -> None:
        """S6."""
        self.knocker[live], self.passes[live] = self.seat, 0

    def next_seat(self, live: Ints) -> None:
        """S7, S16, Z9: who is still to move, or how the deal ends."""
        seat = (self.seat + 1) % self.made.players
        knocker, kind = self.knocker[live], np.full(len(live), -1)
        if self.turn >= self.made.ruled("cap"):
            kind[knocker < 0] = CAPPED
        if self.made.ruled("last card"):
            kind[(knocker < 0) & (self.pos[live] == self.end[live])] = STOCK_OUT
        kind[knocker == seat] = SHOWDOWN
        self.kind[live], self.turns[live] = kind, self.turn

    def moved(self, live: Ints, force: int) -> None:
        """S9, P4: after a move a blitz is shown, or a knock may follow."""
        made = self.made
        at = self.places(self.seat, live)
        if made.ruled("shown"):
            ends = (made.worth.blitz[at] > 0) & ((self.knocker[live] < 0) | bool(made.ruled("ends")))
            self.show_blitz(live[ends])
            live, at = live[~ends], at[~ends]
        if made.ruled("after"):
            self.knock(live[self.says_knock(live, at, force)])
        self.next_seat(live)

    def draw(self, live: Ints, last: bool, force: int) -> None:
        """A turn at a pile."""
        made, worth = self.made, self.made.worth
        depth = made.mode(self.seat, "last keep" if last else "keep")
        now = self.places(self.seat, live)
        may_draw = (self.end[live] > self.pos[live]) | (not last)
        value = np.where(may_draw, worth.ahead[depth + 1][now], worth.ahead[depth][now] * worth.unseen)
        piled = self.takes_pile(live, last, may_draw, value)
        if made.ruled("table") == 1 and made.mode(self.seat, "widow"):
            row, best = self.best_swap(live, worth.ahead[depth])
            better = (row >= 0) & (best * worth.unseen > np.where(piled >= 0, piled, value))
            self.swap_cards(live[better], row[better])
            self.moved(live[better], force)
            live, piled, may_draw = live[~better], piled[~better], may_draw[~better]
        from_pile = live[piled >= 0]
        if len(from_pile):
            self.piled[from_pile] -= 1
            top = self.pile[self.piled[from_pile], from_pile]
            self.keep_best(from_pile, top, depth, bool(made.ruled("take back")))
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
        if not self.made.ruled("restock"):
            ended: Bools = empty
        else:
            ended = empty & (self.piled[live] < 2)
            for deal in live[empty & ~ended]:
                self.restock(int(deal))
        self.kind[live[ended]], self.turns[live[ended]] = STOCK_OUT, self.turn
        return live[~ended]

    def restock(self, deal: int) -> None:
        """The pile but its top, shuffled, becomes the stock."""
        size, word = int(self.piled[deal]) - 1, int(self.word[deal])
        order = self.pile[:size, deal].copy()
        start = word
        for place in range(size - 1, 0, -1):
            word = (word * MULTIPLIER + INCREMENT) % 2**64
            other = (word >> 33) % (place + 1)
            order[place], order[other] = order[other], order[place]
        self.deck[:size, deal] = order
        self.word[deal] = (start * MULTIPLIER + INCREMENT) % 2**64
        self.pile[0, deal] = self.pile[size, deal]
        self.piled[deal], self.pos[deal], self.end[deal] = 1, 0, size

    def takes_pile(self, live: Ints, last: bool, may_draw: Bools, value: Ints) -> Ints:
        """The worth of the pile's top where the policy takes it, else -1."""
        made, worth = self.made, self.made.worth
        depth = made.mode(self.seat, "last keep" if last else "keep")
        take = made.mode(self.seat, "last take" if last else "take")
        has_top = self.piled[live] > 0
        if (last and made.ruled("stock only")) or not has_top.any():
            return np.full(len(live), -1)
        a, b, c = self.hands[self.seat][:, live]
        now, top = places_of(a, b, c), self.pile[np.maximum(self.piled[live] - 1, 0), live]
        three = [_sorted_places(top, b, c), _sorted_places(a, top, c), _sorted_places(a, b, top)]

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

    def keep_best(self, live: Ints, card: Ints, depth: int, may_throw: bool) -> None:
        """Keep the best three of four cards; of equal choices the lowest is thrown."""
        kept = self.made.worth.keep[depth]
        a, b, c = self.hands[self.seat][:, live]
        p, rest = np.maximum(a, card), np.minimum(a, card)
        q, rest = np.maximum(b, rest), np.minimum(b, rest)
        r, s = np.maximum(c, rest), np.minimum(c, rest)
        new = np.where(card > a, 0, np.where(card > b, 1, np.where(card > c, 2, 3)))
        worth = np.stack([kept[places_of(*three)] for three in ((p, q, r), (p, q, s), (p, r, s), (q, r, s))])
        if not may_throw:
            worth[3 - new, np.arange(len(live))] = -1
        thrown = 3 - worth.argmax(axis=0)  # the first of the best: the lowest card
        self.hands[self.seat][0, live] = np.where(thrown == 0, q, p)
        self.hands[self.seat][1, live] = np.where(thrown < 2, r, q)
        self.hands[self.seat][2, live] = np.where(thrown < 3, s, r)
        self.pile[self.piled[live], live] = np.choose(thrown, [p, q, r, s])
        self.piled[live] += 1

    def stand(self, live: Ints, force: int) -> None:
        """S7, Y: a pass; when all have passed in turn, the widow is renewed."""
        if not len(live):
            return
        self.passes[live] += 1
        if self.made.ruled("table") == 3:
            all_passed = live[(self.knocker[live] < 0) & (self.passes[live] == self.made.players)]
            self.passes[all_passed] = 0
            self.renew(all_passed[self.end[all_passed] - self.pos[all_passed] >= 3])
        self.moved(live, force)

    def renew(self, live: Ints) -> None:
        """Three cards of the stock for the widow, or face up for the first table hand."""
        for j in range(3):
            self.table[j, live] = self.deck[self.pos[live] + j, live]
            self.up[j, live] = True
        self.pos[live] += 3

    def swap(self, live: Ints, last: bool, force: int) -> None:
        """A turn at a widow or two table hands."""
        made = self.made
        kept = made.worth.keep[made.mode(self.seat, "last keep" if last else "keep")]
        row, best = self.best_swap(live, kept)
        better = (row >= 0) & (best > kept[self.places(self.seat, live)])
        if made.ruled("may stand") if last else not made.ruled("must swap"):
            self.stand(live[~better], force)
            live, row = live[better], row[better]
        elif made.ruled("table") == 4 and made.mode(self.seat, "renew"):
            renews = ~better & (self.end[live] - self.pos[live] >= 3)
            self.renew(live[renews])
            self.next_seat(live[renews])
            live, row = live[~renews], row[~renews]
        self.swap_cards(live, np.maximum(row, 0))
        self.moved(live, force)

    def best_swap(self, live: Ints, worth: Ints) -> tuple[Ints, Ints]:
        """The first of the best swaps for cards that lie face up, or -1, and its worth."""
        nine = np.concatenate([self.hands[self.seat][:, live], self.table[:, live]])
        shown = np.concatenate([np.ones((3, len(live)), bool), self.up[:, live]])
        row, best = np.full(len(live), -1), np.full(len(live), -1)
        for each, (i, j, k) in enumerate(self.made.swaps):
            value = worth[_sorted_places(nine[i], nine[j], nine[k])]
            better = shown[i] & shown[j] & shown[k] & (value > best)
            row[better], best[better] = each, value[better]
        return row, best

    def swap_cards(self, live: Ints, row: Ints) -> None:
        """B3, P3, Z4, X2, X4."""
        for each in np.unique(row):
            swap, some = self.made.swaps[each], live[row == each]
            whole = self.made.ruled("table") == 4 and bool((swap > 2).all())
            for i, j in ((i, j - 3) for i, j in enumerate(swap) if j > 2):
                own = self.hands[self.seat][i, some].copy()
                self.hands[self.seat][i, some] = self.table[j, some]
                self.table[j, some] = own
                self.up[j, some] = not whole or bool(self.made.ruled("face up"))
        self.hands[self.seat][:, live] = _falling(*self.hands[self.seat][:, live])
        self.passes[live] = 0


def _falling(a: Ints, b: Ints, c: Ints) -> tuple[Ints, Ints, Ints]:
    """Three cards in falling order."""
    high, low = np.maximum(a, b), np.minimum(a, b)
    return np.maximum(high, c), np.maximum(low, np.minimum(high, c)), np.minimum(low, c)


def _sorted_places(a: Ints, b: Ints, c: Ints) -> Ints:
    return places_of(*_falling(a, b, c))


def opened(made: Setup, packs: Whole, words: NDArray[np.uint64]) -> Batch:
    """Return the deals of some shuffled packs before the first turn; some may be over already."""
    many, n, width = len(packs), made.players, made.ruled("width")
    deck = packs.T.astype(np.int64)
    hands = np.stack([np.stack(_falling(*deck[seat : 3 * width : width])) for seat in range(n)])
    table, up = np.zeros((6, many), np.int64), np.zeros((6, many), bool)
    for hand in range(width - n):
        table[3 * hand : 3 * hand + 3] = deck[n + hand : 3 * width : width]
        up[3 * hand : 3 * hand + 3] = hand == 0 and not made.ruled("down")
    has_pile = int(made.ruled("table") < 2)
    pile = np.zeros_like(deck)
    pile[0] = deck[3 * width] if has_pile else 0

    def all_of(value: int) -> Ints:
        return np.full(many, value)

    start, size = all_of(3 * width + has_pile), all_of(len(deck))
    cards = (hands, deck, pile, table, up)
    before = (all_of(has_pile), all_of(-1), all_of(0), all_of(-1), all_of(0), all_of(0))
    batch = Batch(made, *cards, words.copy(), start, size, *before)
    if made.ruled("chooses"):
        _choose(batch)
    if made.ruled("blitz") and made.ruled("at once") and made.ruled("shown"):
        for seat in range(n):
            batch.showers |= (made.worth.blitz[batch.places(seat, slice(None))] > 0).astype(np.int64) << seat
        batch.kind[batch.showers > 0] = SHOWN_BLITZ
    if made.ruled("announce"):
        for seat in range(n):
            at = batch.places(seat, slice(None))
            says = made.knock[seat, 0][made.worth.shape[at], made.worth.score[at]]
            batch.kind[says & (batch.kind < 0)] = ANNOUNCED
    return batch


def _choose(batch: Batch) -> None:
    """X1: the dealer keeps the better of two hands."""
    dealer = batch.made.players - 1
    kept = batch.made.worth.keep[batch.made.mode(dealer, "keep")]
    other = kept[_sorted_places(*batch.table[:3])] > kept[batch.places(dealer, slice(None))]
    own = batch.hands[dealer][:, other].copy()
    batch.hands[dealer][:, other] = np.stack(_falling(*batch.table[:3, other]))
    batch.table[:3, other] = own


def play_batch(made: Setup, packs: Whole, words: NDArray[np.uint64]) -> Ints:
    """Return what some shuffled packs come to, as the compiled loop writes it down."""
    return opened(made, packs, words).run()


def fork_batch(made: Setup, packs: Whole, words: NDArray[np.uint64]) -> tuple[Ints, Ints, Ints]:
    """Return every decision to knock (seat, own turn, shape, score), and how deals end with the knock and without.

    Deals go on as the policy has it; each decision on the way is played to its end both ways.
    """
    batch, worth = opened(made, packs, words), made.worth
    asked, yes, no = [], [], []
    while (batch.kind < 0).any():
        own = (batch.turn - 1) // made.players + 1
        open_ = np.flatnonzero((batch.kind < 0) & (batch.knocker < 0))
        if own >= made.ruled("knock from") and len(open_):
            knocked, passed = batch.some(open_), batch.some(open_)
            seat, at = batch.seat, knocked.places(batch.seat, slice(None))
            knocked.step(YES)
            passed.step(NO)
            if made.ruled("after"):
                at = knocked.places(seat, slice(None))
            real = knocked.knocker == seat
            told = [np.full(len(at), seat), np.full(len(at), own), worth.shape[at], worth.score[at]]
            asked.append(np.stack(told, axis=1)[real])
            yes.append(knocked.run()[real])
            no.append(passed.run()[real])
        batch.step()
    return np.concatenate(asked), np.concatenate(yes), np.concatenate(no)
