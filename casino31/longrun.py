"""The range of the average result after many rounds: quantiles of the n-fold convolution of the outcome law.

One round's net is an integer on a lattice. The law of the sum of n rounds is its characteristic function to the
power n, taken at the points of a discrete Fourier transform whose length covers all sums but a share that
Bernstein's inequality holds below ``TAIL``. That is floating point: every distribution function value carries
the bound ``error``, and a quantile is called certain only when the bound cannot move it. A distribution that is
itself known within a bound adds n times that bound: the law of n rounds is no further off.
"""

from fractions import Fraction
from math import ceil, gcd, lcm, log, sqrt
from typing import NamedTuple

from casino31.outcomes import OutcomeDistribution, net

TAIL = 1e-15
ROUNDS = (10**2, 10**3, 10**4, 10**5, 10**6, 10**7)
CONFIDENCE = Fraction(9, 10)


class Range(NamedTuple):
    """Where the average result of n rounds lies, in initial wagers a round, seen from the player."""

    rounds: int
    confidence: Fraction
    lower: Fraction
    """The lattice point below which the average falls with a probability of at most (1 - confidence) / 2."""
    upper: Fraction
    """The least lattice point that the average does not pass with probability (1 + confidence) / 2 or more."""
    certain: bool
    """Whether rounding in the transform could not have moved either end."""
    normal_lower: float
    normal_upper: float
    z: float

    @property
    def misleads(self) -> bool:
        """Whether an end of the normal range is off by more than a tenth of the range's half width."""
        tolerance = (self.normal_upper - self.normal_lower) / 20
        ends = ((self.lower, self.normal_lower), (self.upper, self.normal_upper))
        return any(abs(float(exact) - normal) > tolerance for exact, normal in ends)


def z_score(confidence: Fraction) -> float:
    """Return the z of a two-sided normal interval; ValueError outside 0..1.

    >>> round(z_score(Fraction(9, 10)), 6)
    1.644854
    """
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence of {confidence}: it must lie between 0 and 1")
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + float(confidence)) / 2)


def ranges(
    outcomes: OutcomeDistribution,
    initial_wager: Fraction,
    rounds: tuple[int, ...] = ROUNDS,
    confidence: Fraction = CONFIDENCE,
) -> tuple[Range, ...]:
    """Return the central range of the average result after each number of rounds.

    The normal range beside it has the exact mean and variance. ValueError for rounds below 1.

    >>> from casino31.outcomes import Result
    >>> one = Fraction(1)
    >>> coin = OutcomeDistribution(("toss",), {(Result("heads", one, one),): 1, (Result("tails", one, -one),): 1})
    >>> [(str(r.lower), str(r.upper), r.certain) for r in ranges(coin, one, (1, 100))]
    [('-1', '1', True), ('-4/25', '4/25', True)]
    """
    if any(n < 1 for n in rounds):
        raise ValueError("a number of rounds is 1 or more")
    z = z_score(confidence)
    lattice = _Lattice(outcomes)
    return tuple(_range(lattice, initial_wager, n, confidence, z) for n in rounds)


class _Lattice:
    """One round's net as start + step * k, k = 0, 1, ..., with its probabilities."""

    def __init__(self, outcomes: OutcomeDistribution) -> None:
        counts = outcomes.counts(net)
        scale = lcm(*(value.denominator for value in counts))
        values = [int(value * scale) for value in counts]
        apart = gcd(*(value - values[0] for value in values)) or 1
        total = outcomes.total
        self.bound = outcomes.bound
        self.start = Fraction(min(values), scale)
        self.step = Fraction(apart, scale)
        self.chances = {
            (value - min(values)) // apart: Fraction(ways, total)
            for value, ways in zip(values, counts.values(), strict=True)
        }
        self.top = max(self.chances)
        self.mean = sum((k * p for k, p in self.chances.items()), Fraction())
        self.variance = sum((k * k * p for k, p in self.chances.items()), Fraction()) - self.mean**2


def _range(lattice: _Lattice, initial: Fraction, n: int, confidence: Fraction, z: float) -> Range:
    centre = lattice.start + lattice.step * lattice.mean
    half = z * float(lattice.step) * sqrt(lattice.variance / n)
    scale = lattice.step / initial
    offset = lattice.start / initial
    ends, certain = _quantiles(lattice, n, ((1 - confidence) / 2, (1 + confidence) / 2))
    lower, upper = (offset + scale * end / n for end in ends)
    return Range(
        n,
        confidence,
        lower,
        upper,
        certain,
        (float(centre) - half) / float(initial),
        (float(centre) + half) / float(initial),
        z,
    )


def _quantiles(lattice: _Lattice, n: int, levels: tuple[Fraction, ...]) -> tuple[list[int], bool]:
    """For each level the least sum k with P(sum <= k) >= level, and whether rounding could not move any."""
    import numpy as np

    mean = n * lattice.mean
    # Bernstein: P(|sum - mean| >= x) <= 2 exp(-x^2 / (2 (n variance + top x / 3))) <= TAIL
    need = 2 * log(2 / TAIL)
    slope = need * lattice.top / 3
    reach = ceil((slope + sqrt(slope * slope + 4 * need * float(n * lattice.variance))) / 2) + 1
    low, high = max(0, int(mean) - reach), min(n * lattice.top, int(mean) + reach)
    length = 1 << max(high - low, lattice.top).bit_length()
    places = np.array(sorted(lattice.chances))
    chances = np.array([float(lattice.chances[k]) for k in sorted(lattice.chances)])
    unit_step = np.zeros(length)
    unit_step[places] = chances
    # the transform tells which frequencies survive the n-th power; those are summed anew, to full precision:
    # with phases of at most half a turn each value is off by at most (pi + 2) half-ulp
    kept = np.flatnonzero(n * np.log(np.maximum(np.abs(np.fft.rfft(unit_step)), TAIL)) > log(TAIL) - log(length))
    turns = np.outer(kept, places) % length
    phases = np.where(turns > length // 2, turns - length, turns) * (-2 * np.pi / length)
    values = np.exp(1j * phases) @ chances
    spectrum = np.zeros(length // 2 + 1, dtype=complex)
    spectrum[kept] = values**n
    many = np.fft.irfft(spectrum, length)
    # summed over a stretch of k, a frequency j counts at most 1 / sin(pi j / length) times
    kernel = np.full(len(kept), float(high - low + 1))
    kernel[kept > 0] = np.minimum(kernel[kept > 0], 1 / np.sin(np.pi * kept[kept > 0] / length))
    wrong = n * 2.0**-53 * (np.pi + 3) * np.minimum(np.abs(values), 1.0) ** (n - 1)
    spread = 2 * float(wrong @ kernel) / length
    distribution = np.cumsum(np.roll(many, -(low % length))[: high - low + 1])
    error = spread + 2 * TAIL + 2.0**-52 * (high - low + 1) + n * float(lattice.bound)
    ends, certain = [], True
    for level in levels:
        place = int(np.searchsorted(distribution, float(level)))
        before = distribution[place - 1] if place else 0.0
        certain &= bool(before + error < float(level) <= distribution[place] - error)
        ends.append(low + place)
    return ends, certain
