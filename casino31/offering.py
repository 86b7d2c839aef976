"""What a bet comes to in money at a table: by the hour, after many rounds, and under a limit of the payout."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from casino31.filing import TableFacts
from casino31.longrun import CONFIDENCE, Range, ranges
from casino31.outcomes import OutcomeDistribution, Row, net

HOURS = (1, 8, 24, 720)
"""Hours of play for which the hold is told: one, a shift, a day, thirty days."""


@dataclass(frozen=True)
class HourlyWin:
    """What the house wins on average in an hour of one seat that bets the same each round."""

    bet: Fraction
    """Money on one initial wager."""
    seat: Fraction
    table: Fraction | None
    """Of all seats; None where their number is not stated."""


@dataclass(frozen=True)
class LimitEffect:
    """What a limit of the payout of a round changes at one size of bet, the strategy being that of no limit."""

    bet: Fraction
    largest_payout: Fraction
    """Money that the won wagers of a round would be paid at most."""
    chance: Fraction
    """That a round would be paid more than the limit."""
    house_edge: Fraction
    """Without the limit."""
    limited_edge: Fraction
    """With it."""

    @property
    def binds(self) -> bool:
        """Whether the limit is ever reached."""
        return self.chance > 0


@dataclass(frozen=True)
class TableFigures:
    """What one stake comes to at the table that a layout states."""

    house_edge: Fraction
    hourly: tuple[HourlyWin, ...]
    """At the minimum and at the maximum bet, so far as they are stated; () without rounds an hour."""
    hold: tuple[Range, ...]
    """The average result after the rounds of ``HOURS``, seen from the player; () without rounds an hour."""
    largest_payout: Fraction
    """Units that the won wagers of a round are paid at most, for one unit on each bet."""
    free_bet: Fraction | None
    """The largest bet that the limit leaves as it is; None without a limit, or where nothing is ever paid."""
    limited: LimitEffect | None
    """At the maximum bet; None unless the limit and that bet are stated."""


def payout(row: Row) -> Fraction:
    """Return the units that the won wagers of a row are paid, the stakes not counted.

    >>> from casino31.outcomes import Result
    >>> payout((Result("24", Fraction(1), Fraction(2)), Result("lost", Fraction(1), Fraction(-1))))
    Fraction(2, 1)
    """
    return sum((result.net for result in row if result.net > 0), Fraction())


def limited(outcomes: OutcomeDistribution, most: Fraction) -> Fraction:
    """Return the mean net of a round, in units, when its payout is cut to ``most``.

    >>> from casino31.outcomes import Result
    >>> one = Fraction(1)
    >>> rows = {(Result("hit", one, Fraction(9)),): 1, (Result("miss", one, -one),): 9}
    >>> limited(OutcomeDistribution(("spin",), rows), Fraction(4))
    Fraction(-1, 2)
    """
    cut: Callable[[Row], Fraction] = lambda row: net(row) - max(payout(row) - most, Fraction())  # noqa: E731
    return outcomes.expect(cut)


def table_figures(
    outcomes: OutcomeDistribution, initial_wager: Fraction, facts: TableFacts, confidence: Fraction = CONFIDENCE
) -> TableFigures:
    """Return what a stake comes to at a table; what the layout does not state is left out.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> outcomes = file.game.analyse(file.rules).outcomes
    >>> facts = TableFacts(Fraction(60), Fraction(5), Fraction(100), Fraction(10_000), currency="USD")
    >>> found = table_figures(outcomes, Fraction(1), facts)
    >>> float(found.hourly[0].seat), found.free_bet, found.limited.binds
    (18.244343891402714, Fraction(50, 1), True)
    """
    lost = -outcomes.expect(net)
    largest = max(map(payout, outcomes.combinations))
    bets = dict.fromkeys(bet for bet in (facts.minimum_bet, facts.maximum_bet) if bet is not None)
    hourly: tuple[HourlyWin, ...] = ()
    hold: tuple[Range, ...] = ()
    if facts.rounds_per_hour is not None:
        an_hour = facts.rounds_per_hour * lost
        hourly = tuple(
            HourlyWin(bet, an_hour * bet, None if facts.seats is None else an_hour * bet * facts.seats)
            for bet in bets
        )
        rounds = dict.fromkeys(max(1, round(hours * facts.rounds_per_hour)) for hours in HOURS)
        hold = ranges(outcomes, initial_wager, tuple(rounds), confidence)
    limit, most = facts.payout_limit, facts.maximum_bet
    effect = None
    if limit is not None and most is not None:
        over = sum(ways for row, ways in outcomes.combinations.items() if payout(row) * most > limit)
        effect = LimitEffect(
            most,
            largest * most,
            Fraction(over, outcomes.total),
            lost / initial_wager,
            -limited(outcomes, limit / most) / initial_wager,
        )
    free = limit / largest if limit is not None and largest > 0 else None
    return TableFigures(lost / initial_wager, hourly, hold, largest, free, effect)
