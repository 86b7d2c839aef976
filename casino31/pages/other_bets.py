"""What a page needs to price other bets of a game whose bet follows a card: each card's chance and expectation."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from casino31.banker_answers import BankerAnalysis, BankerFigure


class CardWorth(NamedTuple):
    """A first card: how often it comes, and what a unit bet on it is worth to who bets."""

    name: str
    chance: Fraction
    expectation: Fraction


@dataclass(frozen=True)
class OtherBets:
    """All that a page needs to price a layout at any bets; its replies do not depend on them."""

    cards: tuple[CardWorth, ...]
    minimum: Fraction
    maximum: Fraction
    rule: str
    bound: float
    """How far an expectation may be off: 0 where all are exact."""

    def priced(self, minimum: Fraction, maximum: Fraction, rule: str) -> tuple[Fraction, Fraction, Fraction]:
        """Return the average bet, the banker's edge of each unit bet and the variance of a round, in units.

        >>> half = Fraction(1, 2)
        >>> cards = CardWorth("A", half, Fraction(1, 5)), CardWorth("T", half, Fraction(-2, 5))
        >>> bets = OtherBets(cards, Fraction(1), Fraction(1), "flat", 0.0)
        >>> [str(figure) for figure in bets.priced(Fraction(1), Fraction(3), "spread")]
        ['2', '-1/20', '499/100']
        """
        bets = [maximum if rule == "spread" and card.expectation > 0 else minimum for card in self.cards]
        every = list(zip(self.cards, bets, strict=True))
        average = sum((card.chance * bet for card, bet in every), Fraction())
        mean = sum((card.chance * bet * card.expectation for card, bet in every), Fraction())
        squares = sum((card.chance * bet**2 for card, bet in every), Fraction())
        return average, -mean / average, squares - mean**2


def other_bets(analysis: BankerAnalysis) -> OtherBets | None:
    """Return what a page needs to price other bets against a stated banker; None where his play is an interval."""
    stated = analysis.head.layout.get("bets", {})
    figures = [card.punter_ev for card in analysis.first_cards.values()]
    if analysis.equilibrium is not None or not stated or any(figure.value is None for figure in figures):
        return None
    cards = tuple(
        CardWorth(name, _number(card.chance), _number(card.punter_ev))
        for name, card in analysis.first_cards.items()
    )
    minimum, maximum = (Fraction(str(stated[key])) for key in ("minimum", "maximum"))
    return OtherBets(
        cards, minimum, maximum, str(stated["rule"]), max(figure.error_bound or 0.0 for figure in figures)
    )


def _number(figure: BankerFigure) -> Fraction:
    """The exact number, or that of the nearest float."""
    return figure.exact if figure.exact is not None else Fraction(figure.value or 0.0)
