"""A round of Greek 31 against a stated banker as a distribution of outcomes: first card and event, in whole counts.

Exact probabilities become counts over their common denominator. Floats become counts out of 2^64 for each first
card, whose most likely event takes what the others leave. The others are at most nine, each off by no more than the
engine's bound and half a count, so that the probability of any set of outcomes is off by no more than nine times
that.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from casino31.games.greek_31.engine.answer import EVENTS, WINS, Answer, FirstCardValue
from casino31.outcomes import OutcomeDistribution, Result, Row

WAGER = "bet"
UNIT = 2**64
"""Counts of a first card where its events are floats."""


def event_name(card: str, event: str) -> str:
    """Return the finest thing that can happen to a bet.

    >>> event_name("T", "stand won")
    'T, stand won'
    """
    return f"{card}, {event}"


def card_of(row: Row) -> str:
    """Return the first card of an outcome: a label for rows of a par sheet.

    >>> card_of((Result("T, stand won", Fraction(1), Fraction(1)),))
    'T'
    """
    return row[0].event.partition(", ")[0]


def class_of(row: Row) -> str:
    """Return what happened to the bet of an outcome, whatever the first card.

    >>> class_of((Result("T, stand won", Fraction(1), Fraction(1)),))
    'stand won'
    """
    return row[0].event.partition(", ")[2]


def distribution(answer: Answer, bets: Mapping[str, Fraction] | None = None) -> OutcomeDistribution:
    """Return what can happen to a punter's bet; the answer holds its events.

    ``bets`` are units by first card; on one that is not named the layout's rule bets. ValueError for a bet that is
    not positive, or on a first card that is not dealt.

    >>> from casino31.games.greek_31.engine.answer import answer
    >>> from casino31.games.greek_31.rules import Rules
    >>> from casino31.outcomes import net
    >>> law = distribution(answer(Rules(decks=None)))
    >>> law.wagers, len(law.combinations), law.bound
    (('bet',), 100, Fraction(0, 1))
    >>> law.expect(net)
    Fraction(12756708592253361572219132987, 1192533292512492016559195008117)
    """
    units = _units(answer, bets or {})
    exact = not answer.error_bound
    rows: dict[Row, Fraction] = {}
    for first in answer.first_cards:
        bet = units[first.card]
        for event, chance in (_exact(first) if exact else _rounded(first)).items():
            if chance:
                won = bet if event in WINS else -bet
                rows[(Result(event_name(first.card, event), bet, won),)] = first.chance * chance
    scale = lcm(*(share.denominator for share in rows.values()))
    bound = Fraction() if exact else (len(EVENTS) - 1) * (Fraction(answer.error_bound) + Fraction(1, 2 * UNIT))
    return OutcomeDistribution((WAGER,), {row: int(share * scale) for row, share in rows.items()}, bound)


def _units(answer: Answer, bets: Mapping[str, Fraction]) -> dict[str, Fraction]:
    units = {first.card: answer.bet(first) for first in answer.first_cards}
    for card, bet in bets.items():
        if card not in units:
            raise ValueError(f"{card!r} is no first card: expected {', '.join(units)}")
        if bet <= 0:
            raise ValueError(f"a bet of {bet} on first card {card}: expected more than 0")
    return units | dict(bets)


def _exact(first: FirstCardValue) -> dict[str, Fraction]:
    return {event: Fraction(chance) for event, chance in first.events.items()}


def _rounded(first: FirstCardValue) -> dict[str, Fraction]:
    """The events of a first card as whole counts that add up to UNIT, over UNIT."""
    chances = {event: Fraction(chance) for event, chance in first.events.items()}
    largest = max(chances, key=lambda event: chances[event])
    counts = {event: max(round(chance * UNIT), 0) for event, chance in chances.items() if event != largest}
    counts[largest] = UNIT - sum(counts.values())
    return {event: Fraction(counts[event], UNIT) for event in chances}
