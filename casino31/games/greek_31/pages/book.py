"""The numbers of a par sheet as its pages keep them: exact fractions, or decimals that hold.

A number that is no fraction was computed in floating point, and comes with a bound. It is kept to four decimals
fewer than the bound allows: another machine, whose last bits may differ, then keeps the same decimals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import floor, log10
from typing import NamedTuple

from casino31.banker_answers import BankerAnalysis, BankerFigure, PuntersFigures, SimulatedPunters
from casino31.faults import SelfCheckError

SPARE = 4
"""Decimals given up, of those that the error bound allows."""


class FirstCard(NamedTuple):
    """A first card: what is data on the page."""

    card: str
    chance: Fraction
    expectation: Fraction
    """The punter's, for a unit bet."""
    exact: Fraction | None
    bound: float
    classes: Mapping[str, Fraction]


def decimals(bound: float) -> int:
    """Return how many decimals of a number within a bound are kept.

    >>> decimals(6e-14), decimals(1.2e-13)
    (9, 8)
    """
    return max(0, floor(-log10(bound)) - SPARE)


def kept(figure: BankerFigure) -> Fraction:
    """Return a figure's exact value, or the decimals of it that are kept.

    >>> kept(BankerFigure(Fraction(1, 3), 0.3333333333333333))
    Fraction(1, 3)
    >>> float(kept(BankerFigure(None, 0.3333333333333333, 1e-13)))
    0.333333333
    """
    if figure.exact is not None:
        return figure.exact
    bound, value = figure.error_bound or 0.0, figure.value or 0.0
    return Fraction(Decimal(f"{value:.{decimals(bound)}f}")) if bound else Fraction(value)


def method_of(table: PuntersFigures | SimulatedPunters) -> str:
    """Return how the figures of several punters were made.

    >>> method_of(PuntersFigures(BankerFigure(Fraction(1, 3), 0.3333333333333333), {}))
    'exact'
    """
    if isinstance(table, PuntersFigures):
        return "exact"
    return f"{table.method}, {table.rounds:,} rounds, seed {table.seed}, {table.confidence} intervals"


@dataclass(frozen=True)
class BankerBook:
    """A par sheet before it is laid out."""

    analysis: BankerAnalysis
    """What the verb ``sheet`` returned."""
    name: str
    """The layout as it was named."""
    date: str = ""
    text: str = ""
    """The layout's file, or ""."""

    @cached_property
    def firsts(self) -> tuple[FirstCard, ...]:
        """The first cards in their order."""
        return tuple(
            FirstCard(
                card,
                kept(row.chance),
                kept(row.punter_ev),
                row.punter_ev.exact,
                row.punter_ev.error_bound or 0.0,
                {name: kept(chance) for name, chance in row.classes.items()},
            )
            for card, row in self.analysis.first_cards.items()
        )

    @property
    def punters(self) -> PuntersFigures | SimulatedPunters | None:
        """Several punters at a table: the exact law, or a simulation, or nothing."""
        return self.analysis.punters or self.analysis.simulated_punters

    @property
    def exact(self) -> bool:
        """Whether the first cards are worth exact fractions."""
        return all(first.exact is not None for first in self.firsts)

    @property
    def bound(self) -> float:
        """How far a first card's value may be off before it is shortened."""
        return max(first.bound for first in self.firsts)

    @property
    def slack(self) -> float:
        """How far what follows from kept decimals may be from what the engine says."""
        return 1e-12 if self.exact else 10.0 ** (1 - decimals(self.bound))

    @property
    def minimum(self) -> Fraction:
        """The minimum bet of the layout, in units."""
        return Fraction(self.analysis.head.layout["bets"]["minimum"])

    @property
    def maximum(self) -> Fraction:
        """The maximum bet of the layout."""
        return Fraction(self.analysis.head.layout["bets"]["maximum"])

    @property
    def rule(self) -> str:
        """Its bet rule, flat or spread."""
        return str(self.analysis.head.layout["bets"]["rule"])

    def bet(self, first: FirstCard) -> Fraction:
        """Return what the layout's rule bets on a first card."""
        return self.maximum if self.rule == "spread" and first.expectation > 0 else self.minimum

    def total(self, terms: Sequence[Fraction]) -> Fraction:
        """Return the sum over the first cards of a term, each by its chance."""
        return sum((first.chance * term for first, term in zip(self.firsts, terms, strict=True)), Fraction())

    @cached_property
    def average_bet(self) -> Fraction:
        """Units a punter bets a round."""
        return self.total([self.bet(first) for first in self.firsts])

    @cached_property
    def expectation(self) -> Fraction:
        """Units a punter wins a round."""
        return self.total([self.bet(first) * first.expectation for first in self.firsts])

    @property
    def edge(self) -> Fraction:
        """What the banker wins of each unit bet."""
        return -self.expectation / self.average_bet

    @property
    def variance(self) -> Fraction:
        """Of a punter's round."""
        return self.total([self.bet(first) ** 2 for first in self.firsts]) - self.expectation**2

    @property
    def gain(self) -> Fraction:
        """What first cards with an edge are worth to a punter, for a unit on each."""
        return self.total([max(first.expectation, Fraction()) for first in self.firsts])

    @property
    def loss(self) -> Fraction:
        """What the others are worth to him: not above 0."""
        return self.total([min(first.expectation, Fraction()) for first in self.firsts])

    @property
    def spread(self) -> Fraction | None:
        """The spread of bets at which punters break even; None where none does, or where flat bets win already."""
        return -self.loss / self.gain if self.gain and -self.loss > self.gain else None

    @property
    def liked(self) -> Fraction:
        """The chance of a first card with an edge."""
        return self.total([Fraction(first.expectation > 0) for first in self.firsts])

    def spread_edge(self, spread: Fraction) -> Fraction:
        """Return the banker's edge when punters bet so many times the minimum on first cards with an edge."""
        return -(spread * self.gain + self.loss) / (1 + (spread - 1) * self.liked)

    def chance(self, event: str) -> Fraction:
        """Return how often an event befalls a punter, over all first cards."""
        return self.total([first.classes[event] for first in self.firsts])

    def verify(self) -> None:
        """SelfCheckError unless what follows from the first cards is what the engine says of all bets together."""
        stated = self.analysis.overall
        for name, value, figure in (
            ("punter_ev", self.expectation, stated.punter_ev),
            ("banker_edge", self.edge, stated.banker_edge),
            ("variance", self.variance, stated.variance),
            ("average_bet", self.average_bet, stated.average_bet),
        ):
            scale = max(1.0, float(self.maximum) ** 2)
            told = figure.value or 0.0
            if abs(float(value) - told) > self.slack * scale:
                raise SelfCheckError(f"{name}: {float(value)!r} from the first cards, {told!r} stated")
