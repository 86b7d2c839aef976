"""Several punters with finitely many decks: simulated, for no exact law can be enumerated there.

Only one number has to be simulated. A punter's decisions look at his own cards and at the banker's, and a stub
stays shuffled after any draws that were decided by cards already seen. So each punter of a company has the law of a
punter who is alone, exactly, and any two have the joint law of a company of two. The variance of the banker's round
is ``n v + n (n - 1) c``: v is exact, and c, the covariance of two, is measured on the largest company at once.
"""

from collections.abc import Sequence
from math import floor, log10, sqrt
from typing import NamedTuple

import numpy as np

from casino31.arrays import Floats, Ints
from casino31.banker_answers import BankerFigure, Simulated, SimulatedPunters
from casino31.games.greek_31.engine.answer import Answer, answer
from casino31.games.greek_31.engine.several_punters import LARGEST
from casino31.games.greek_31.rules import Betting, Rules
from casino31.games.greek_31.simulation.counts import RoundCounts, block_counts, size_of, unflat
from casino31.games.greek_31.simulation.table import PreparedRules, prepare_rules
from casino31.progress import steps

BLOCK = 2**16
ROUNDS = 2**21
"""Two million rounds of eight punters take a second or two, and half a minute without compiled loops."""
WIDE = 2.5758
"""Standard errors on each side of a 99 % interval."""
NOTE = "each plays his best reply and does not count the cards of the others: each has the law of a punter alone"


class SimulatedMean(NamedTuple):
    """A simulated number."""

    value: float
    error: float
    """One standard error."""


def estimated_covariance(counts: RoundCounts, betting: Betting, expectation: float) -> SimulatedMean:
    """Return the covariance of two punters, in squared units, from the rounds of a company of at least two.

    >>> table = prepare_rules(Rules(decks=None), punters=2)
    >>> counts = block_counts(table, [False] * 10, 32, 0, 50_000)
    >>> found = estimated_covariance(counts, Betting(), 0.0107)
    >>> abs(found.value - 0.3869) < 4 * found.error < 0.02
    True
    """
    _, pairs, weights = _rounds(counts, betting)
    mean = float(np.average(pairs, weights=weights))
    variance = float(np.average((pairs - mean) ** 2, weights=weights))
    return SimulatedMean(mean - expectation**2, sqrt(variance / counts.rounds))


def bankers_round(counts: RoundCounts, betting: Betting) -> tuple[SimulatedMean, SimulatedMean]:
    """Return the mean and the variance of what the banker wins in a round, in units, from the rounds alone.

    >>> table = prepare_rules(Rules(decks=None))
    >>> mean, variance = bankers_round(block_counts(table, [False] * 10, 31, 0, 50_000), Betting())
    >>> abs(mean.value + 0.0107) < 4 * mean.error, round(variance.value, 3)
    (True, 1.0)
    """
    sums, _, weights = _rounds(counts, betting)
    mean = float(np.average(sums, weights=weights))
    squares = (sums - mean) ** 2
    variance = float(np.average(squares, weights=weights))
    spread = float(np.average((squares - variance) ** 2, weights=weights))
    rounds = counts.rounds
    return SimulatedMean(-mean, sqrt(variance / rounds)), SimulatedMean(variance, sqrt(spread / rounds))


def _rounds(counts: RoundCounts, betting: Betting) -> tuple[Floats, Floats, Ints]:
    """For each kind of round what the punters win, the mean product of two results, and how many rounds."""
    high, high_wins, low_wins = np.indices(counts.money.shape)
    punters = len(counts.money) - 1
    least, most = float(betting.minimum), float(betting.maximum)
    sums = np.asarray(most * (2 * high_wins - high) + least * (2 * low_wins - (punters - high)))
    squares = most**2 * high + least**2 * (punters - high)
    pairs = (sums**2 - squares) / max(punters * (punters - 1), 1)
    return sums, pairs, counts.money


def highs(exact: Answer) -> list[bool]:
    """Return which of the ten first cards get the maximum bet.

    >>> highs(answer(Rules(decks=None), classes=False))
    [False, False, False, False, False, False, False, False, False, False]
    """
    high = {first.card: exact.bet(first) > exact.rules.betting.minimum for first in exact.first_cards}
    return [high.get(card, False) for card in "A23456789T"]


def blocks_counts(table: PreparedRules, maximum: Sequence[bool], seed: int, rounds: int) -> RoundCounts:
    """Return the counts of so many rounds, in blocks of 65,536.

    >>> blocks_counts(prepare_rules(Rules(decks=None)), [False] * 10, 31, 70_000).rounds
    70000
    """
    total = np.zeros(size_of(table.punters), np.int64)
    for block in steps("simulated rounds of several punters", range(-(-rounds // BLOCK))):
        many = min(BLOCK, rounds - block * BLOCK)
        total += block_counts(table, maximum, seed, block, many).flat()
    return unflat(total.tolist(), table.punters)


def several_punters(
    rules: Rules, rounds: int = ROUNDS, seed: int = 31, exact: Answer | None = None, punters: int = LARGEST
) -> SimulatedPunters:
    """Return the variance of the banker's round for 1 to 8 punters against a fixed banker, with 99 % intervals.

    ``one`` is the answer for one punter, where it is known. Everything but the variance of one is simulated, with
    the largest company; figures have as many digits as their intervals allow.

    >>> table = several_punters(Rules(cards=(2, 0, 2, 2, 0, 2, 0, 2, 2, 40)), 20_000)
    >>> table.method, table.rounds, table.covariance.value
    ('simulated', 20000, 0.4658)
    """
    exact = exact or answer(rules, classes=False)
    counts = blocks_counts(prepare_rules(rules, punters=punters), highs(exact), seed, rounds)
    covariance = estimated_covariance(counts, rules.betting, float(exact.expectation))
    alone = float(exact.variance)
    variances: dict[str, BankerFigure] = {"1": BankerFigure(None, alone, exact.error_bound)}
    for n in range(2, punters + 1):
        pairs = n * (n - 1)
        variances[str(n)] = confidence_interval(
            SimulatedMean(n * alone + pairs * covariance.value, pairs * covariance.error)
        )
    return SimulatedPunters("simulated", rounds, seed, "99 %", NOTE, confidence_interval(covariance), variances)


def confidence_interval(estimate: SimulatedMean) -> Simulated:
    """Return a simulated number with its 99 % interval, in as many digits as that allows.

    >>> confidence_interval(SimulatedMean(0.387123, 0.0011))
    Simulated(exact=None, value=0.3871, error_bound=None, interval=(0.3843, 0.39))
    """
    half = WIDE * estimate.error
    digits = max(1 - floor(log10(half)), 0) if half > 0 else 12
    low, high = (round(estimate.value + side * half, digits) for side in (-1, 1))
    return Simulated(None, round(estimate.value, digits), None, (low, high))
