"""A deal under way: who holds what, who is to move, and what has been seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from casino31.cards import Card
from casino31.home.ending import Ending
from casino31.home.ranks import blitz_of, cards_of
from casino31.home.rules import HomeRules

Token = int
"""One card of the pack: the card plus 52 for each further copy of it."""
Phase = Literal["choose", "announce", "turn", "discard", "after", "over"]
"""The dealer chooses a hand; hands are announced; a turn; its discard; a knock after a swap; the end."""


def card(token: Token) -> Card:
    """Return what a card of the pack is.

    >>> card(51), card(51 + 52)
    (51, 51)
    """
    return token % 52


def cards(tokens: Sequence[Token]) -> tuple[Card, ...]:
    """Return what some cards of the pack are."""
    return tuple(token % 52 for token in tokens)


def in_hand(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Return cards in the order of a hand: the highest first."""
    return tuple(sorted(tokens, key=lambda token: (token % 52, token), reverse=True))


def pack(rules: HomeRules) -> tuple[Token, ...]:
    """Return the cards that are shuffled.

    >>> len(pack(HomeRules(deck=32, decks=2)))
    64
    """
    kinds = sorted(set(cards_of(rules)))
    return tuple(kind + 52 * copy for copy in range(rules.decks) for kind in kinds)


@dataclass(frozen=True)
class State:
    """A deal at one moment. Seats count from 0, the eldest (dealer's left); the last is the dealer."""

    rules: HomeRules
    hands: tuple[tuple[Token, ...], ...]
    stock: tuple[Token, ...]
    """Top first."""
    pile: tuple[Token, ...] = ()
    """Top last."""
    table: tuple[Token, ...] = ()
    """The widow, or the two table hands."""
    up: tuple[bool, ...] = ()
    """Which cards of the table lie face up."""
    gone: tuple[tuple[Token, bool], ...] = ()
    """Renewed cards, which leave the deal, and whether they lay face up."""
    phase: Phase = "turn"
    seat: int = 0
    turn: int = 1
    """The turn under way, counted over all seats."""
    knocker: int | None = None
    drawn: Token | None = None
    from_pile: bool = False
    renewed: bool = False
    """Whether a table hand has been renewed in this turn."""
    passes: int = 0
    """Passes in a row."""
    known: tuple[frozenset[Token], ...] = ()
    """By seat: the cards of the hand that all have seen it take."""
    secret: tuple[frozenset[Token], ...] = ()
    """By seat: face-down cards of the table or gone that it alone has seen."""
    word: int = 0
    """A random number that shuffles a pile that becomes the stock."""
    ending: Ending | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def own_turn(self) -> int:
        """Which turn this is of the seat to move, from 1."""
        return (self.turn - 1) // self.players + 1

    def blitz(self, seat: int) -> int:
        """Tell whether a seat holds a blitz, and which: ``ranks.blitz_of``."""
        return blitz_of(cards(self.hands[seat]), self.rules)


def shuffled(tokens: Sequence[Token], word: int) -> tuple[Token, ...]:
    """Return cards in the order that a random 64-bit number gives them, by a generator that needs no state.

    >>> sorted(shuffled(range(10), 31)) == list(range(10)), shuffled(range(6), 1)
    (True, (1, 5, 4, 0, 3, 2))
    """
    order = list(tokens)
    for place in range(len(order) - 1, 0, -1):
        word = next_word(word)
        other = (word >> 33) % (place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def next_word(word: int) -> int:
    """Return the next of a line of 64-bit numbers (Knuth's linear congruence)."""
    return (word * 6364136223846793005 + 1442695040888963407) % 2**64
