"""What a distribution of results is worth: every figure exact, from the object alone.

Figures stand in units of the initial wager: what is put up before a card is seen. The house edge of a player
who makes a one-unit ante and a one-unit bonus is per two units, and his variance per four squared units.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import NamedTuple

from casino31.notebook import Shown
from casino31.outcomes import OutcomeDistribution, Row, net, stake


@dataclass(frozen=True, repr=False)
class Metrics(Shown):
    """The figures of one distribution; Fractions are exact, floats are correctly rounded to a few ulp."""

    initial_wager: Fraction
    """Units put up before a card is seen."""
    expected_net: Fraction
    """Mean units won a round (not divided by the initial wager)."""
    average_wager: Fraction
    """Mean units put at risk a round (not divided by the initial wager)."""
    variance: Fraction
    """Of the net, in squared units of the initial wager."""
    third_moment: Fraction
    """Central, in cubed units of the initial wager."""
    fourth_moment: Fraction
    """Central, in units of the initial wager to the fourth."""
    hit_frequency: Fraction
    """Probability that the round wins: net > 0."""
    push_frequency: Fraction
    """Probability that the round is even: net = 0."""
    loss_frequency: Fraction
    """Probability that the round loses: net < 0."""
    largest_win: Fraction
    """The largest net in units (not divided by the initial wager)."""

    @property
    def house_edge(self) -> Fraction:
        """Mean loss as a share of the initial wager."""
        return -self.expected_net / self.initial_wager

    @property
    def element_of_risk(self) -> Fraction | None:
        """Mean loss as a share of the mean total wagered; None where nothing is staked."""
        return -self.expected_net / self.average_wager if self.average_wager else None

    @property
    def return_on_initial(self) -> Fraction:
        """Return to player on the initial wager: 1 - house edge."""
        return 1 - self.house_edge

    @property
    def return_on_turnover(self) -> Fraction | None:
        """Return to player on the total wagered: 1 - element of risk; None where nothing is staked."""
        return 1 + self.expected_net / self.average_wager if self.average_wager else None

    @property
    def standard_deviation(self) -> float:
        """Square root of the variance, in initial wagers."""
        return sqrt(self.variance)

    @property
    def skewness(self) -> float | None:
        """Third central moment over SD cubed; None for a constant."""
        return float(self.third_moment) / sqrt(self.variance**3) if self.variance else None

    @property
    def excess_kurtosis(self) -> Fraction | None:
        """Fourth central moment over the squared variance, less 3; None for a constant."""
        return self.fourth_moment / self.variance**2 - 3 if self.variance else None

    @property
    def n0(self) -> Fraction | None:
        """(SD / edge) squared: rounds after which the expected loss is one standard deviation; None at edge 0."""
        return self.variance / self.house_edge**2 if self.house_edge else None

    @property
    def facts(self) -> Mapping[str, object]:
        """The figures that a par sheet names first."""
        return {
            "house edge": self.house_edge,
            "element of risk": self.element_of_risk,
            "standard deviation": self.standard_deviation,
            "variance": self.variance,
            "hit frequency": self.hit_frequency,
            "push frequency": self.push_frequency,
            "average wager, units": self.average_wager,
            "largest win, units": self.largest_win,
        }

    def volatility_index(self, z: float) -> float:
        """Half the width of the normal range of one round's result: z times SD, in initial wagers."""
        return z * self.standard_deviation


def measure(outcomes: OutcomeDistribution, initial_wager: Fraction) -> Metrics:
    """Return the figures of all wagers of a distribution taken together.

    ``initial_wager`` is in units and positive, ValueError otherwise.

    >>> from casino31.outcomes import Result
    >>> one = Fraction(1)
    >>> rows = {(Result("6", one, Fraction(5)),): 1, (Result("other", one, -one),): 5}
    >>> die = measure(OutcomeDistribution(("bet",), rows), one)
    >>> die.house_edge, die.variance, die.hit_frequency
    (Fraction(0, 1), Fraction(5, 1), Fraction(1, 6))
    """
    if initial_wager <= 0:
        raise ValueError(f"an initial wager of {initial_wager} units: it must be positive")
    nets = outcomes.counts(net)
    total = outcomes.total
    scale = lcm(*(value.denominator for value in nets))
    # in integers: scaled nets less their mean, times the total so that the mean is whole too
    scaled = {int(value * scale): ways for value, ways in nets.items()}
    sum_scaled = sum(value * ways for value, ways in scaled.items())

    def moment(order: int) -> Fraction:
        centred = sum(ways * (value * total - sum_scaled) ** order for value, ways in scaled.items())
        return Fraction(centred, total * (total * scale) ** order) / initial_wager**order

    def share(holds: Callable[[Fraction], bool]) -> Fraction:
        return Fraction(sum(ways for value, ways in nets.items() if holds(value)), total)

    return Metrics(
        initial_wager=initial_wager,
        expected_net=Fraction(sum_scaled, total * scale),
        average_wager=outcomes.expect(stake),
        variance=moment(2),
        third_moment=moment(3),
        fourth_moment=moment(4),
        hit_frequency=share(lambda value: value > 0),
        push_frequency=share(lambda value: value == 0),
        loss_frequency=share(lambda value: value < 0),
        largest_win=max(nets),
    )


def covariance(outcomes: OutcomeDistribution, one: tuple[str, ...], other: tuple[str, ...]) -> Fraction:
    """Return the covariance of the nets of two groups of wagers, in squared units.

    >>> from casino31.outcomes import Result
    >>> win, lose = Result("w", Fraction(1), Fraction(1)), Result("l", Fraction(1), Fraction(-1))
    >>> twins = OutcomeDistribution(("a", "b"), {(win, win): 1, (lose, lose): 1})
    >>> covariance(twins, ("a",), ("b",))
    Fraction(1, 1)
    """
    of_one, of_other = ([outcomes.wagers.index(wager) for wager in group] for group in (one, other))
    scale, rows = outcomes.whole_nets
    sum_one = sum_other = sum_both = 0
    for nets, ways in rows:
        left, right = sum([nets[place] for place in of_one]), sum([nets[place] for place in of_other])
        sum_one += ways * left
        sum_other += ways * right
        sum_both += ways * left * right
    total = outcomes.total
    return Fraction(sum_both * total - sum_one * sum_other, (total * scale) ** 2)


def correlation(outcomes: OutcomeDistribution, one: tuple[str, ...], other: tuple[str, ...]) -> float | None:
    """Return the correlation of the nets of two groups of wagers, or None when one of them is constant.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> outcomes = file.game.analyse(file.rules).outcomes
    >>> round(correlation(outcomes, ("ante",), ("play",)), 4), correlation(outcomes, ("ante",), ("ante",))
    (0.6809, 1.0)
    """
    spread = covariance(outcomes, one, one) * covariance(outcomes, other, other)
    return float(covariance(outcomes, one, other)) / sqrt(spread) if spread else None


class EventRow(NamedTuple):
    """One row of a par sheet: what happens, how often, and what it does to the result."""

    label: str
    events: Mapping[str, int]
    """The finest events of the row and their combinations."""
    stake: Fraction
    net: Fraction
    combinations: int
    probability: Fraction
    expected: Fraction
    """Probability times net: the row's share of the expected net."""
    variance: Fraction
    """Probability times the squared distance from the mean net: the row's share of the variance, in units."""

    @property
    def one_in(self) -> Fraction:
        """The N of "1 in N"."""
        return 1 / self.probability

    @property
    def true_odds(self) -> Fraction:
        """The fair pay to one: losing over winning chances."""
        return 1 / self.probability - 1


def event_rows(outcomes: OutcomeDistribution, label: Callable[[Row], str]) -> tuple[EventRow, ...]:
    """Return the rows of all wagers taken together, gathered under labels, in rising order of net.

    Rounds with different stakes or nets under one label stay apart.

    >>> from casino31.outcomes import Result
    >>> one = Fraction(1)
    >>> rows = {(Result(str(face), one, one if face > 4 else -one),): 1 for face in range(1, 7)}
    >>> die = OutcomeDistribution(("bet",), rows)
    >>> table = event_rows(die, lambda row: "high" if int(row[0].event) > 4 else "low")
    >>> [(row.label, row.combinations, str(row.true_odds), str(row.variance)) for row in table]
    [('low', 4, '1/2', '8/27'), ('high', 2, '2', '16/27')]
    """
    groups: dict[tuple[Fraction, Fraction, str], dict[str, int]] = {}
    for row, ways in outcomes.combinations.items():
        events = groups.setdefault((net(row), -stake(row), label(row)), {})
        event = " + ".join(dict.fromkeys(result.event for result in row))
        events[event] = events.get(event, 0) + ways
    total, mean = outcomes.total, outcomes.expect(net)
    rows = []
    for (won, risked, name), events in sorted(groups.items(), key=lambda item: item[0][:2]):
        ways = sum(events.values())
        chance = Fraction(ways, total)
        spread = chance * (won - mean) ** 2
        rows.append(EventRow(name, events, -risked, won, ways, chance, chance * won, spread))
    return tuple(rows)
