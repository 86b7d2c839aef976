"""What the players really won for each unit staked: by the groups asked for, and by day."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from casino31.audit.hands.batch import Reader
from casino31.audit.hands.distribution import Law
from casino31.audit.hands.tally import SEATS, LogTally

DAY = "day"


class BetResult(NamedTuple):
    """What one bet came to in one group or on one day, all hands of a round together."""

    by: str
    """The column of the groups, or ``day``."""
    name: str
    """The group, or the day as YYYY-MM-DD; "" for hands whose time names none."""
    bet: str
    hands: int
    staked: Fraction
    """Put up before a card was seen."""
    won: Fraction
    result: Fraction
    """Won for each unit staked."""
    exact: Fraction
    """The exact expectation of a unit, under the filed strategy."""
    standard_error: float | None
    """Of the result under the filed strategy, for hands that are independent; None where stakes are not kept."""


def results_by_group(tally: LogTally, law: Law, reader: Reader) -> Iterator[BetResult]:
    """Yield what each bet came to in each group of each column, in the order in which groups turned up.

    >>> from casino31.audit.hands.schema import Schema
    >>> reader = Reader(Schema(), ("ante",), 4, 3, ("fold", "play"), ("table",))
    >>> list(results_by_group(LogTally(), Law((), None), reader))
    []
    """
    for column, group in tally.groups.items():
        for name, place in reader.names.get(column, {}).items():
            cells = slice(place * SEATS, (place + 1) * SEATS)
            for bet in range(len(law.bets)):
                hands = int(group.hands[bet][cells].sum())
                *staked, won = (sum(map(int, amounts)) for amounts in group.money[bet][cells].T)
                if any(staked):
                    yield _result(law, bet, (column, name), hands, staked, won)


def results_by_day(tally: LogTally, law: Law) -> Iterator[BetResult]:
    """Yield what each bet came to on each day, the earliest first.

    >>> list(results_by_day(LogTally(), Law((), None)))
    []
    """
    for day in sorted(tally.days):
        for bet, (hands, *staked, won, squares) in enumerate(tally.days[day]):
            if any(staked):
                result = _result(law, bet, (DAY, day), hands, staked, won)
                error = sqrt(law.bets[bet].figures.variance * squares) / sum(staked)
                yield result._replace(standard_error=error)


def _result(law: Law, place: int, who: tuple[str, str], hands: int, stakes: Sequence[int], won: int) -> BetResult:
    """The result of stakes in cents, by what was known then, and of wins in cents times the scale."""
    bet, player, staked = law.bets[place], law.players[place], sum(stakes)
    initial = bet.figures.initial_wager
    return BetResult(
        *who,
        bet.stake.name,
        hands,
        Fraction(staked, 100) * initial,
        Fraction(won, 100 * player.scale),
        Fraction(won, player.scale * staked) / initial,
        player.expected(stakes) / staked / initial,
        None,
    )
