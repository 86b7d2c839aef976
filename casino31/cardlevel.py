"""A round at the level of cards, as plain data: what a program of somebody else's deals out (docs/certificate.md).

Neither referee nor census is asked: the data are a third description of a game, in a language that names no game.
They know no pays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from casino31.cards import RANKS
from casino31.points import POINTS
from casino31.wagers import Terms

Data: TypeAlias = "str | int | Sequence[Data] | Mapping[str, Data]"
"""Expressions are texts, numbers, or lists of an operation and what it is done to; steps are mappings."""
FIRST = "first"
"""The name of the decision that a player comes to first."""


@dataclass(frozen=True)
class CardLevel:
    """How the cards of a round come, what they are worth, who decides when, and how it ends."""

    values: Mapping[str, Data]
    """Named values of cards."""
    round: Data
    """The first step; each step holds the next."""
    points: Mapping[str, int] = field(default_factory=dict)
    """The points of each rank, where a value asks for them."""
    alike: Literal["suits", "ranks"] = "suits"
    """Hands that are decided alike have the same cards but for the names of suits, or the same ranks."""


PIPS = dict(zip(RANKS, POINTS, strict=True))
"""The points of each rank in the games of 31."""


def case(*cases: tuple[Data, Data], default: Data) -> Data:
    """Return the value that goes with the first condition that holds.

    >>> case(("a", 1), default=0)
    ['case', ['a', 1], 0]
    """
    return ["case", *(list(pair) for pair in cases), default]


_SUITED_RUN: Data = ["and", ["one suit"], ["straight"]]
THREE_CARDS = case(
    (["in a suit", "AKQ"], "mini royal"),
    (_SUITED_RUN, "straight flush"),
    (["held", 3], "three of a kind"),
    (["straight"], "straight"),
    (["one suit"], "flush"),
    (["held", 2], "pair"),
    default="high card",
)
"""What three cards are called in poker."""
WORTH_OF_THREE: Data = [
    "list",
    case((_SUITED_RUN, 5), (["held", 3], 4), (["straight"], 3), (["one suit"], 2), (["held", 2], 1), default=0),
    ["ranks"],
]
"""What three cards are worth in poker: the kind of hand, then the ranks that decide."""


def deal(group: str, cards: int, then: Data) -> Data:
    """Return the step that deals cards to a named group."""
    return {"deal": group, "cards": cards, "then": then}


def weigh(name: str, cards: int, value: str, then: Data) -> Data:
    """Return the step that deals the last cards of a round, which matter by one value alone."""
    return {"weigh": name, "cards": cards, "by": value, "then": then}


def decide(sees: Sequence[str], options: Sequence[tuple[str, Data]], name: str = FIRST) -> Data:
    """Return the step at which the player decides; of equal actions the one listed first is taken."""
    return {"decide": name, "sees": list(sees), "options": [list(option) for option in options]}


def when(condition: Data, then: Data, otherwise: Data) -> Data:
    """Return the step that goes on in one of two ways."""
    return {"when": condition, "then": then, "else": otherwise}


def end(terms: Terms, **bets: Sequence[tuple[Data, int]]) -> Data:
    """Return the last step: the event of each wager and the units on it; bets that are not offered are left out.

    >>> end(Terms((), ("main",)), main=[("fold", 1)], pair_plus=[("pair", 1)])
    {'end': [['fold', 1]]}
    """
    given = {name.replace("_", " "): wagers for name, wagers in bets.items()}
    return {"end": [list(wager) for bet in terms.bets for wager in given[bet]]}
