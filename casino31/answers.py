"""What a game answers: typed, frozen results that say how they were made."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from casino31.cards import Card
from casino31.census import HandClass
from casino31.layout import Layout
from casino31.notebook import Shown
from casino31.outcomes import OutcomeDistribution, Result, net
from casino31.wagers import BetEnd, Ending, Settlement

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole


class Strategy(NamedTuple):
    """What a player does: an action for every situation that he can tell apart."""

    name: str
    actions: Mapping[Hashable, str]
    """By what the player knows when he is asked: in 31 Classic the suit pattern of the three cards."""


@dataclass(frozen=True, repr=False)
class Analysis(Shown):
    """A result one can file: the outcomes of stated rules under a stated strategy."""

    game: str
    rules: Layout
    strategy: Strategy
    objective: tuple[str, ...]
    """The bets whose joint result the strategy is chosen for, one unit each."""
    outcomes: OutcomeDistribution
    method: Literal["exact", "simulated"]
    assumptions: tuple[str, ...]
    best: bool
    """Whether the strategy is the best one for the objective, and not merely a stated one."""
    tied: int
    """Starting hands where both actions have exactly the same value."""
    version: str

    @property
    def facts(self) -> Mapping[str, object]:
        """The layout, what the objective wins, the strategy, and how the figures were made."""
        wagers = [wager for bet in self.objective for wager in self.rules.bets[bet]]
        return {
            "layout": self.rules.title,
            f"mean net of {' + '.join(self.objective)}, units": self.outcomes.of(*wagers).expect(net),
            "strategy": self.strategy.name,
            "game": self.game,
            "method": f"{self.method}, {self.outcomes.total:,} equally likely deals",
            "readings": tuple(f"{name} = {choice}" for name, choice in self.rules.readings.items()),
            "assumptions": "; ".join(self.assumptions) or "none",
            "SHA-256": self.rules.digest or "made in code, no file",
            "made by": f"casino31 {self.version}",
        }


class HandValue(NamedTuple):
    """What a hand is worth under each action, for the bets of the objective."""

    knows: Hashable
    """What the player can tell: the key of a strategy."""
    hand: tuple[Card, ...]
    """One hand of the class."""
    members: int
    """Hands of the class."""
    action: str
    """The strategy's action."""
    values: Mapping[str, Fraction]
    """Expected units of each action."""


class DecisionRow(NamedTuple):
    """Situations that no pay can tell apart."""

    members: int
    """Ways to come to one of them."""
    sides: Mapping[str, tuple[Settlement, ...]]
    """Of each action open here what every side bet comes to, in the order of the layout."""
    counts: Mapping[str, Mapping[int, int]]
    """Of each action open here the draws that come to each end of the base bet."""
    example: tuple[Card, ...]
    """The cards of one of them; () when no decision tells them."""


UNITS = ""
"""The constant of a form: so many units whatever the pays."""
Form: TypeAlias = Mapping[str, int]
"""A linear form in the pays: whole numbers by pay row, such as "play.31", and by ``UNITS``."""


class Choice(NamedTuple):
    """Hands that no pay can tell apart, and what each action leads to."""

    members: int
    options: Mapping[str, Mapping[int, int]]
    """Of each action the draws that come to each place: a settlement, or beyond these a later choice; the action to
    take on a tie stands first."""
    hand: tuple[Card, ...]
    """One of the hands."""


class DecisionTable(NamedTuple):
    """All that a decision, and one before it, needs to know without pays: it keeps a workbook live."""

    actions: tuple[str, ...]
    """The action to take on a tie first."""
    ends: tuple[BetEnd, ...]
    """How the base bet may be settled."""
    rows: tuple[DecisionRow, ...]
    draws: int
    """Draws after each situation: the sum of the counts of an action."""
    before: tuple[Choice, ...] = ()
    """Decisions that come before, and of each action the ways to come to each row, whose members are then 0."""
    draws_before: int = 1
    """Draws from one of those to a row."""


class Payoffs(NamedTuple):
    """What some bets win, without the pays: over all hands the best of some sums of the best of some forms."""

    ends: tuple[tuple[Form, ...], ...]
    """How a bet may end: the forms it may be paid by, whichever pays more."""
    settlements: tuple[tuple[int, ...], ...]
    """How a round may be settled: the end of each bet, in the order of the layout."""
    choices: tuple[Choice, ...]
    draws: int
    """Draws after each starting hand: the sum of the counts of an option, those of later choices included."""
    later: tuple[Choice, ...] = ()
    """Choices that come after others: that at place k stands as settlement ``len(settlements) + k`` and leads to
    settlements and to those before it alone. Its members are 1: who leads to it says how often."""

    @property
    def total(self) -> int:
        """All deals."""
        return self.draws * sum(choice.members for choice in self.choices)


class Holding(NamedTuple):
    """A starting hand and what every action wins with every draw."""

    hand: tuple[Card, ...]
    """One hand of a suit class."""
    members: int
    """Starting hands of that class."""
    nets: Mapping[str, Mapping[Card, int]]
    """By action and draw card, in units of 1 / scale; the action to take on a tie stands first."""


class Rounds(NamedTuple):
    """Every deal of a layout up to the names of suits, settled: what a player who knows a card needs."""

    scale: int
    holdings: tuple[Holding, ...]


class StatedRule(NamedTuple):
    """A strategy in words, and what it is worth."""

    lines: tuple[str, ...]
    house_edge: Fraction
    cost: Fraction
    """House edge above that of the best strategy, for the same objective."""
    play_frequency: Fraction


class Advice(NamedTuple):
    """The best strategy for people: in full, in short, and what it costs to leave it."""

    rules: tuple[str, ...]
    """How to read the rule list, then its lines: the same action as the strategy on every hand."""
    proven_hands: int
    """Hands on which that was checked."""
    short: tuple[StatedRule, ...]
    """The best rules of one, two and three lines."""
    mistakes: tuple[StatedRule, ...]


class Example(NamedTuple):
    """One dealt round, settled step by step."""

    title: str
    cards: tuple[Card, ...]
    action: str
    steps: tuple[str, ...]
    results: tuple[Result, ...]


class Settled(NamedTuple):
    """Every deal of a layout, settled once: what a simulation and a log look up by the million."""

    rows: tuple[tuple[Result, ...], ...]
    """The results that a round can have: one Result a wager of the layout at one unit each."""
    actions: tuple[str, ...]
    """What a player can do; where he decides nothing, one action that changes nothing."""
    seen: int
    """Cards of a round that the player has seen when he decides: the first ones."""
    size: int
    """Cards of a round."""
    settle: Callable[[Sequence[Whole], Whole], NDArray[np.int16]]
    """(cards, actions): the place in ``rows`` of each round, given one array a card and the places of its actions
    in ``actions``; -1 where the cards are not different cards of one deck."""
    decks: int = 1
    """Decks in the shoe: of several, a card may stand as often in a round."""


class Exposed(NamedTuple):
    """What every card that can be seen does to every hand: what a player who knows one card needs."""

    endings: tuple[Ending, ...]
    hands: Iterable[tuple[HandClass, Mapping[str, Mapping[Card, int]]]]
    """Each class of starting hands, and of each action the ending with each hidden card, by its place."""
