"""A simulation beside the exact law: every mean and every event with its z."""

from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from casino31.bets import stakes
from casino31.metrics import event_rows, measure
from casino31.outcomes import net
from casino31.outcomes import stake as staked
from casino31.simulation import PreparedLayout, Tally


class EventCheck(NamedTuple):
    """How often one event came, beside the exact law."""

    stake: str
    event: str
    rounds: int
    expected: Fraction
    z: float


class MeanCheck(NamedTuple):
    """The mean result of a stake, beside the exact one, in its initial wagers."""

    stake: str
    mean: Fraction
    exact: Fraction
    error: float
    """One standard error, by the exact law."""
    z: float


def deviations(table: PreparedLayout, tally: Tally) -> tuple[list[MeanCheck], list[EventCheck]]:
    """Return every mean and every event of a tally beside the exact law; ValueError before the first round.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> from casino31.simulation import empty, prepare, simulate
    >>> table = prepare(file.game, file.game.analyse(file.rules))
    >>> means, events = deviations(table, next(simulate(table, 31, empty(table, (), 1_000), range(1))))
    >>> means[0].exact, events[0].event
    (Fraction(-336, 5525), '3-15')
    """
    played = tally.played
    if not played:
        raise ValueError("no round has been played")
    analysis = table.analysis
    means, events = [], []
    for stake in stakes(table.game, analysis.rules):
        exact = stake.outcomes(analysis.outcomes)
        seen: dict[tuple[str, Fraction, Fraction], int] = {}
        total = Fraction()
        wagers = [analysis.outcomes.wagers.index(wager) for wager in stake.wagers]
        for row, count in zip(table.law, tally.counts, strict=True):
            part = tuple(row[place] for place in wagers)
            key = (stake.label(analysis.rules, part), net(part), staked(part))
            seen[key] = seen.get(key, 0) + count
            total += count * net(part)
        figures = measure(exact, stake.initial_wager)
        mean = total / played / stake.initial_wager
        error = sqrt(figures.variance / played)
        gap = float(mean + figures.house_edge)
        means.append(MeanCheck(stake.name, mean, -figures.house_edge, error, gap / error if error else 0.0))
        for event_row in event_rows(exact, lambda row, stake=stake: stake.label(analysis.rules, row)):  # type: ignore[misc]
            count, chance = seen[event_row.label, event_row.net, event_row.stake], event_row.probability
            spread = sqrt(played * chance * (1 - chance))
            gap = float(count - played * chance)
            events.append(
                EventCheck(stake.name, event_row.label, count, played * chance, gap / spread if spread else 0.0)
            )
    return means, events
