"""The contract: a game is a declaration with the operations that are written once for every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from casino31 import openpays, pricing, reading, rounds, telling
from casino31.answers import (
    Advice,
    Analysis,
    DecisionTable,
    Example,
    HandValue,
    Payoffs,
    Rounds,
    Settled,
    Strategy,
)
from casino31.cards import Card
from casino31.declaration import Declaration
from casino31.layout import Layout
from casino31.outcomes import Result

if TYPE_CHECKING:
    from casino31.layoutfile.document import Document


@dataclass(frozen=True, repr=False)
class Game(Declaration):
    """A game: its declaration, and all that can be asked of any game."""

    def read(self, document: Document) -> Layout:
        """Return the layout that a file states; RulesError holds every fault of it."""
        return reading.read(self, document) if self.reader is None else self.reader(document)

    def analyse(self, layout: Layout, objective: Sequence[str] | None = None) -> Analysis:
        """Return the exact outcomes under the best strategy for some bets, by default the first one offered."""
        return pricing.analyse(self, layout, objective)

    def evaluate(self, layout: Layout, strategy: Strategy, objective: Sequence[str] | None = None) -> Analysis:
        """Return the exact outcomes under a stated strategy; ValueError names a hand without an action."""
        return pricing.evaluate(self, layout, strategy, objective)

    def best(self, layout: Layout, objective: Sequence[str] | None = None) -> Fraction:
        """Return the player's expectation in units under the best strategy, without its outcomes."""
        return pricing.best(self, layout, objective)

    def hand_values(self, analysis: Analysis) -> tuple[HandValue, ...]:
        """Return what each class of hands is worth under each action; none where nothing is decided."""
        return pricing.hand_values(self, analysis)

    def payoffs(self, layout: Layout, bets: tuple[str, ...]) -> Payoffs:
        """Return what some bets win at any pays."""
        return openpays.payoffs(self, layout, bets)

    def rounds(self, layout: Layout, bets: tuple[str, ...]) -> Rounds:
        """Return what some bets win with every hidden card; NotCapableError where no card could be seen."""
        return openpays.rounds(self, layout, bets)

    def decisions(self, layout: Layout) -> DecisionTable:
        """Return the counts that keep a strategy live in a workbook."""
        return openpays.decisions(self, layout)

    def vary(
        self,
        layout: Layout,
        pays: Mapping[str, Fraction] | None = None,
        readings: Mapping[str, str] | None = None,
    ) -> Layout:
        """Return the layout with other pays of some rows, "play.31", and other readings."""
        return layout.vary(pays, readings)

    def play(
        self, layout: Layout, cards: Sequence[Card], *actions: str, bets: Sequence[str] | None = None
    ) -> tuple[Result, ...]:
        """Settle one round by the referee: cards in the order of the deal, actions as they are asked for."""
        return rounds.play(self, layout, cards, *actions, bets=bets)

    def settle_batch(self, layout: Layout) -> Settled:
        """Return the referee for many rounds at a time."""
        return rounds.settle_batch(self, layout)

    def rule_list(self, analysis: Analysis) -> tuple[str, ...]:
        """Return the strategy of an analysis in words."""
        return telling.rule_list(self, analysis)

    def advise(self, analysis: Analysis) -> Advice:
        """Return the strategy for people: in full, in short, and what it costs to leave it."""
        return telling.advise(self, analysis)

    def examples_of(self, analysis: Analysis) -> tuple[Example, ...]:
        """Return rounds settled step by step."""
        return telling.examples(self, analysis)

    def worth_alone(self, layout: Layout, bet: str) -> Fraction:
        """Return what one unit on a bet wins on average: the base game at its best, a side bet beside it."""
        return pricing.worth_alone(self, layout, bet)
