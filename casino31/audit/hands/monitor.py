"""Tests that may be looked at every day: e-processes and a confidence sequence.

An e-process is a fair gambler's wealth against the filed law: it starts at 1 and its mean stays at 1 while the law
holds, so that by Ville's inequality it ever reaches 1 / alpha with a chance of at most alpha, whenever one looks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, log, sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from casino31.arrays import Floats

CONCENTRATIONS = tuple(10.0**power for power in range(2, 9))
"""Of the Dirichlet mixtures, centred on the filed law: how many rounds the prior is worth."""
HORIZONS = tuple(10.0 ** (power / 2) for power in range(4, 19))
"""Rounds after which each tilt of the mean's martingale works best."""


def log_e_classes(counts: Sequence[int], chances: Sequence[Fraction]) -> float:
    """Return the logarithm of the wealth against a law of classes, after so many rounds in each.

    Half of the capital bets on a Dirichlet mixture over all classes, the other half on each class against the rest,
    each on several concentrations. It depends on the counts alone.

    >>> fair = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    >>> round(log_e_classes([500, 250, 250], fair), 2), log_e_classes([600, 200, 200], fair) > 4.6
    (-0.2, True)
    """
    import numpy as np

    seen = np.array(counts, float)
    expected = np.array([float(chance) for chance in chances])
    joint = _dirichlet(seen[None, :], expected[None, :])[0]
    rest = np.stack([seen, seen.sum() - seen], axis=1)
    one_by_one = _dirichlet(rest, np.stack([expected, 1 - expected], axis=1))
    return float(_mean_of_logs(np.array([joint, _mean_of_logs(one_by_one)])))


def _dirichlet(counts: Floats, chances: Floats) -> Floats:
    """Log wealth of each row of counts, as the mean over the concentrations."""
    import numpy as np
    from scipy.special import gammaln

    many = counts.sum(axis=1)
    fair = (counts * np.log(chances)).sum(axis=1)
    logs = []
    for weight in CONCENTRATIONS:
        prior = weight * chances
        whole = gammaln(prior.sum(axis=1) + many) - gammaln(prior.sum(axis=1))
        logs.append((gammaln(prior + counts) - gammaln(prior)).sum(axis=1) - whole - fair)
    return _mean_of_logs(np.array(logs))


def _mean_of_logs(logs: Floats) -> Floats:
    import numpy as np

    top = logs.max(axis=0)
    mean: Floats = top + np.log(np.exp(logs - top).mean(axis=0))
    return mean


def log_e_serial(transitions: Sequence[int], chance: Fraction) -> float:
    """Return the logarithm of the wealth against independence of successive rounds.

    ``transitions`` counts (lost, lost), (lost, won), (won, lost), (won, won) of one round and the next; ``chance``
    is that of a win. Given the round before, a win must be as likely as ever.

    >>> log_e_serial([250, 250, 250, 250], Fraction(1, 2)) < 0 < log_e_serial([400, 100, 100, 400], Fraction(1, 2))
    True
    """
    import numpy as np

    table = np.array(transitions, float).reshape(2, 2)
    expected = np.array([[1 - float(chance), float(chance)]] * 2)
    return float(_dirichlet(table, expected).sum())


@dataclass(frozen=True)
class MeanWealth:
    """The martingale of a filed law's mean: exponential tilts by the law's own cumulants, so exact at any time.

    >>> fair = mean_wealth([Fraction(-1), Fraction(1)], [Fraction(1, 2), Fraction(1, 2)])
    >>> fair.log_e(0.0, 0), fair.log_e(1_000.0, 10_000) > 20
    (0.0, True)
    >>> low, high = fair.interval(1_000.0, 10_000, 0.01)
    >>> 0.05 < low < 0.1 < high < 0.15
    True
    """

    mean: float
    tilts: tuple[float, ...]
    cumulants: tuple[float, ...]
    """log E exp(tilt (X - mean)) of the filed law."""

    def log_e(self, total: float, rounds: int, mean: float | None = None) -> float:
        """Return the logarithm of the wealth after a sum over some rounds, against the filed mean or another."""
        gap = total - rounds * (self.mean if mean is None else mean)
        logs = [tilt * gap - rounds * cumulant for tilt, cumulant in zip(self.tilts, self.cumulants, strict=True)]
        top = max(logs)
        return top + log(sum(exp(log_wealth - top) for log_wealth in logs) / len(logs))

    def interval(self, total: float, rounds: int, alpha: float) -> tuple[float, float]:
        """Return the means not yet ruled out: the confidence sequence, valid at all times at once at 1 - alpha.

        It holds for every law that is the filed one moved to another mean.
        """
        if not rounds:
            return -inf, inf
        centre = total / rounds
        ends = []
        for side in (-1.0, 1.0):
            reach = 1e-9
            while self.log_e(total, rounds, centre + side * reach) < -log(alpha) and reach < 1e9:
                reach *= 2
            near, far = reach / 2, reach
            for _ in range(60):
                middle = (near + far) / 2
                if self.log_e(total, rounds, centre + side * middle) < -log(alpha):
                    near = middle
                else:
                    far = middle
            ends.append(centre + side * far)
        return ends[0], ends[1]


def mean_wealth(values: Sequence[Fraction], chances: Sequence[Fraction]) -> MeanWealth:
    """Return the martingale of a law given by its values and their chances.

    >>> coin = mean_wealth([Fraction(-1), Fraction(1)], [Fraction(1, 2), Fraction(1, 2)])
    >>> low, high = coin.interval(0.0, 10_000, 0.01)
    >>> -0.06 < low < -0.03, coin.log_e(600.0, 10_000) > 4.6
    (True, True)
    """
    mean = float(sum((v * p for v, p in zip(values, chances, strict=True)), Fraction()))
    parts = [(float(v) - mean, float(p)) for v, p in zip(values, chances, strict=True)]
    variance = sum(p * v * v for v, p in parts)
    sizes = [sqrt(8 / (variance * rounds)) for rounds in HORIZONS] if variance else [0.0]
    tilts = [side * size for size in sizes for side in (-1, 1)]
    cumulants = []
    for tilt in tilts:
        top = max(tilt * v for v, _ in parts)
        cumulants.append(top + log(sum(p * exp(tilt * v - top) for v, p in parts)))
    return MeanWealth(mean, tuple(tilts), tuple(cumulants))
