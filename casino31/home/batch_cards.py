"""Where the cards of many deals lie, and what is done to them: a step of all deals at a time, in numpy."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from casino31.home.state import next_word, shuffled
from casino31.home.worth import places_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from casino31.arrays import Bools, Ints
    from casino31.home.setup import Setup

Deals = TypeVar("Deals", bound="Cards")


def falling(a: Ints, b: Ints, c: Ints) -> tuple[Ints, Ints, Ints]:
    """Return three cards in falling order."""
    high, low = np.maximum(a, b), np.minimum(a, b)
    return np.maximum(high, c), np.maximum(low, np.minimum(high, c)), np.minimum(low, c)


def sorted_places(a: Ints, b: Ints, c: Ints) -> Ints:
    """Return where hands stand in the tables, their cards in any order."""
    return places_of(*falling(a, b, c))


@dataclass
class Cards:
    """The cards of deals that are at the same turn; every array has a last axis over the deals."""

    setup: Setup
    turn: int
    """The turn that all deals under way are at."""
    hands: Ints
    """By seat and place, in falling order."""
    deck: Ints
    pile: Ints
    table: Ints
    up: Bools
    word: NDArray[np.uint64]
    pos: Ints
    """The next card of the stock, and where the stock ends."""
    end: Ints
    piled: Ints
    """Cards of the pile."""

    @property
    def seat(self) -> int:
        """Who is to move."""
        return (self.turn - 1) % self.setup.players

    def some(self: Deals, which: Ints) -> Deals:
        """Return a copy of some of the deals."""
        names = {field.name for field in fields(self)} - {"setup", "turn"}
        return replace(self, **{name: getattr(self, name)[..., which].copy() for name in names})

    def places(self, seat: int, live: slice | Ints) -> Ints:
        """Where hands of a seat stand in the tables."""
        a, b, c = self.hands[seat][:, live]
        return places_of(a, b, c)

    def restock(self, deal: int) -> None:
        """The pile but its top, shuffled, becomes the stock."""
        size, word = int(self.piled[deal]) - 1, int(self.word[deal])
        self.deck[:size, deal] = shuffled(self.pile[:size, deal].tolist(), word)
        self.word[deal] = next_word(word)
        self.pile[0, deal] = self.pile[size, deal]
        self.piled[deal], self.pos[deal], self.end[deal] = 1, 0, size

    def keep_best(self, live: Ints, card: Ints, depth: int, may_throw: bool) -> None:
        """Keep the best three of four cards; of equal choices the lowest is thrown."""
        kept = self.setup.worth.keep[depth]
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

    def renew(self, live: Ints) -> None:
        """Three cards of the stock for the widow, or face up for the first table hand."""
        for j in range(3):
            self.table[j, live] = self.deck[self.pos[live] + j, live]
            self.up[j, live] = True
        self.pos[live] += 3

    def best_swap(self, live: Ints, worth: Ints) -> tuple[Ints, Ints]:
        """The first of the best swaps for cards that lie face up, or -1, and its worth."""
        nine = np.concatenate([self.hands[self.seat][:, live], self.table[:, live]])
        shown = np.concatenate([np.ones((3, len(live)), bool), self.up[:, live]])
        row, best = np.full(len(live), -1), np.full(len(live), -1)
        for swap, (i, j, k) in enumerate(self.setup.swaps):
            value = worth[sorted_places(nine[i], nine[j], nine[k])]
            better = shown[i] & shown[j] & shown[k] & (value > best)
            row[better], best[better] = swap, value[better]
        return row, best

    def swap_cards(self, live: Ints, row: Ints) -> None:
        """B3, P3, Z4, X2, X4: cards of the hand for cards of the table."""
        for swap, some in ((self.setup.swaps[which], live[row == which]) for which in np.unique(row)):
            whole = self.setup.ruled("table") == 4 and bool((swap > 2).all())
            for i, j in ((i, j - 3) for i, j in enumerate(swap) if j > 2):
                own = self.hands[self.seat][i, some].copy()
                self.hands[self.seat][i, some] = self.table[j, some]
                self.table[j, some] = own
                self.up[j, some] = not whole or bool(self.setup.ruled("face up"))
        self.hands[self.seat][:, live] = falling(*self.hands[self.seat][:, live])
