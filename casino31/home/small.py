"""A toy Scat that is solved: two players, three cards each from a small pack, one turn each.

The rules are those of Scat with a cap of one turn a player. The eldest knocks, or takes the card turned up or the
stock's and throws one; the dealer then knocks, or the deal is drawn. Who did not knock has one more turn. A knocker
who is not above loses two tokens, else the other loses one. No hand of the pack is worth 31, so there is no blitz.

Each card that may be turned up begins a game of its own. It is written as matrices of whole weights: a row a hand
of the eldest, a column a hand of the dealer, summed over the cards of the stock. On the last turn everybody keeps
the most points, which never does harm.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from casino31.cards import RANKS, Card, show
from casino31.home.ranks import halves
from casino31.home.rules import HomeRules

Integers = NDArray[np.int64]

RULES = HomeRules(title="Toy Scat", fewest=2, most=2, cap=1, cap_ends="drawn")
"""The rules that the referee plays the toy by, with a pack of its own."""
TOY_RANKS = "AT98765432"
"""The ranks of a toy pack, as many as it has: a single rank of ten points, so that no hand is worth 31."""
FEWEST, MOST = 9, 16
"""Cards of a toy pack: two hands, a card turned up and two of the stock, and what is solved within a minute."""


@dataclass(frozen=True)
class Toy:
    """A toy pack."""

    suits: int = 3
    ranks: int = 5

    def __post_init__(self) -> None:
        if not (2 <= self.suits <= 4 and 3 <= self.ranks <= len(TOY_RANKS) and FEWEST <= self.cards <= MOST):
            given = f"{self.suits} suits of {self.ranks} ranks"
            raise ValueError(f"{given}: a toy pack has 2 to 4 suits and {FEWEST} to {MOST} cards")

    @property
    def cards(self) -> int:
        """Cards of the pack."""
        return self.suits * self.ranks

    @property
    def pack(self) -> tuple[Card, ...]:
        """The pack, the lowest card first."""
        ranks = sorted(RANKS.index(kind) for kind in TOY_RANKS[: self.ranks])
        return tuple(4 * rank + of for rank in ranks for of in range(self.suits))

    @property
    def turned_up(self) -> tuple[Card, ...]:
        """One card of each rank; the others differ in the names of suits."""
        return self.pack[:: self.suits]


@dataclass(frozen=True, eq=False)
class DealerView:
    """What the dealer has seen when his turn comes: whether the eldest took the pile, and what he threw."""

    took: bool
    thrown: Card
    eldest: tuple[tuple[Card, ...], ...]
    """Hands that the eldest may hold now."""
    dealer: Integers
    """The dealer's possible hands, as places among ``ToyGame.hands``."""
    taking: Integers
    """If the dealer knocks and the eldest takes the pile: tokens won by the eldest, times weight."""
    drawing: Integers
    """If he draws from the stock."""


@dataclass(frozen=True, eq=False)
class ToyGame:
    """The toy with one card turned up."""

    toy: Toy
    up: Card

    @cached_property
    def others(self) -> tuple[Card, ...]:
        """All cards but the one turned up."""
        return tuple(card for card in self.toy.pack if card != self.up)

    @cached_property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """Hands that may be dealt."""
        return tuple(combinations(self.others, 3))

    @cached_property
    def fours(self) -> tuple[tuple[Card, ...], ...]:
        """A hand and the card drawn to it."""
        return tuple(combinations(self.others, 4))

    @property
    def stock(self) -> int:
        """Cards of the stock after the deal."""
        return self.toy.cards - 7

    def weight(self, drawn: int) -> int:
        """Return the weight of a deal with so many cards of the stock fixed: the orders of the first two."""
        return {0: self.stock * (self.stock - 1), 1: self.stock - 1, 2: 1}[drawn]

    @property
    def deals(self) -> int:
        """The weights of all deals together."""
        hands = len(self.hands)
        return hands * len(list(combinations(range(len(self.others) - 3), 3))) * self.weight(0)

    @cached_property
    def first_knock(self) -> tuple[Integers, Integers]:
        """Tokens won by the eldest who knocks at once: where the dealer takes the pile, and where he draws."""
        return (
            -self._last_turn(self.hands, self.hands, self.up, (self.up,), 0).T,
            -self._last_turn(self.hands, self.hands, None, (self.up,), 1).T,
        )

    @cached_property
    def blocks(self) -> tuple[DealerView, ...]:
        """All that the dealer may have seen of an eldest who did not knock."""
        blocks = []
        for took in (True, False):
            for thrown in self.others:
                gone = (thrown, self.up)
                left = [card for card in self.others if card != thrown]
                eldest = [(self.up, *two) for two in combinations(left, 2)] if took else list(combinations(left, 3))
                dealer = [place for place, hand in enumerate(self.hands) if thrown not in hand]
                hands = [self.hands[place] for place in dealer]
                drawn = 0 if took else 1
                taking = self._last_turn(eldest, hands, thrown, gone, drawn)
                drawing = self._last_turn(eldest, hands, None, gone, drawn + 1)
                blocks.append(DealerView(took, thrown, tuple(eldest), np.array(dealer), taking, drawing))
        return tuple(blocks)

    def _last_turn(
        self,
        last: Iterable[tuple[Card, ...]],
        knocker: Iterable[tuple[Card, ...]],
        taken: Card | None,
        gone: tuple[Card, ...],
        drawn: int,
    ) -> Integers:
        """Tokens won by the player of the last turn, by his hand (rows) and the knocker's, times weight.

        He takes a card, or draws any that nobody holds and that is not gone; ``drawn`` of the stock are fixed.
        """
        rows, columns = list(last), list(knocker)
        theirs = np.array([halves(hand, RULES) for hand in columns])
        held, others = self._holding(rows), self._holding(columns)
        total = np.zeros((len(rows), len(columns)), np.int64)
        for card in (taken,) if taken is not None else self.toy.pack:
            if taken is None and card in gone:
                continue
            after = np.array([best_with(hand, card) if taken is not None else best_of(hand, card) for hand in rows])
            won = np.where(after[:, None] >= theirs[None, :], 2, -1)
            if taken is None:
                place = self.toy.pack.index(card)
                won = won * ~held[:, place, None] * ~others[None, :, place]
            total += won
        apart = held.astype(np.int64) @ others.T.astype(np.int64) == 0
        tokens: Integers = total * apart * self.weight(drawn)
        return tokens

    def _holding(self, hands: list[tuple[Card, ...]]) -> NDArray[np.bool_]:
        """Which cards of the pack each hand holds."""
        return np.array([[card in hand for card in self.toy.pack] for hand in hands])

    def __str__(self) -> str:
        return f"{show(self.up)} turned up"


def best_of(hand: tuple[Card, ...], card: Card) -> int:
    """Return the most points, doubled, of a hand that a card of the stock came to.

    >>> from casino31.cards import parse_card, parse_cards
    >>> best_of(parse_cards("Ah Th 7c"), parse_card("9h"))
    60
    """
    return halves(hand, RULES) if card in hand else max(halves(hand, RULES), best_with(hand, card))


def best_with(hand: tuple[Card, ...], card: Card) -> int:
    """Return the most points, doubled, that a card of the pile makes: it may not be thrown at once."""
    return max(halves((*two, card), RULES) for two in combinations(hand, 2))


def points_of(hand: Iterable[Card]) -> int:
    """Return the points of a hand."""
    return halves(tuple(hand), RULES) // 2
