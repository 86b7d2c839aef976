"""The statistics that the audits share. Floats are for tails and page; exact laws come in as Fractions."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb, erfc, factorial, lcm, prod, sqrt

LEAST_EXPECTED = 5
"""Hits that a class should expect in a chi-square test: rarer ones are pooled."""
TINY = 20_000
"""Samples of which the exact multinomial test looks at every one."""


def pooled(chances: Sequence[Fraction], total: int) -> list[int]:
    """Return for each class the cell it is counted in, so that each cell expects five hits or more.

    The rarest classes are pooled first. It depends on the law and the number of rounds alone, never on what
    was seen. One cell only means that there is nothing to test.

    >>> pooled([Fraction(1, 2), Fraction(1, 100), Fraction(2, 100), Fraction(47, 100)], 200)
    [2, 0, 0, 1]
    """
    order = sorted(range(len(chances)), key=lambda place: chances[place])
    cells = [0] * len(chances)
    cell, mass = 0, Fraction()
    for seat, place in enumerate(order):
        cells[place] = cell
        mass += chances[place]
        left = sum((chances[other] for other in order[seat + 1 :]), Fraction())
        if mass * total >= LEAST_EXPECTED and left * total >= LEAST_EXPECTED:
            cell, mass = cell + 1, Fraction()
    names = {old: new for new, old in enumerate(dict.fromkeys(cells[place] for place in order))}
    return [names[cell] for cell in cells]


def chi_square(counts: Sequence[int], chances: Sequence[Fraction]) -> tuple[float, int, float]:
    """Return Pearson's statistic of pooled cells, its degrees of freedom and its p.

    ``chances`` are the law of each class and add up to 1, ValueError otherwise. With nothing to test the
    degrees of freedom are 0 and p is 1.

    >>> statistic, freedom, p = chi_square([82, 46, 11], [Fraction(48, 100), Fraction(44, 100), Fraction(8, 100)])
    >>> round(statistic, 3), freedom, round(p, 4)
    (7.258, 2, 0.0265)
    """
    _check(counts, chances)
    total = sum(counts)
    cells = pooled(chances, total)
    seen = [0] * (max(cells) + 1)
    expected = [Fraction()] * (max(cells) + 1)
    for cell, count, chance in zip(cells, counts, chances, strict=True):
        seen[cell] += count
        expected[cell] += chance
    freedom = len(seen) - 1
    if not freedom or not total:
        return 0.0, 0, 1.0
    statistic = float(
        sum((count - total * chance) ** 2 / (total * chance) for count, chance in zip(seen, expected, strict=True))
    )
    return statistic, freedom, chi_square_tail(statistic, freedom)


def _check(counts: Sequence[int], chances: Sequence[Fraction]) -> None:
    if len(counts) != len(chances) or sum(chances) != 1 or min(chances) <= 0 or min(counts) < 0:
        raise ValueError("counts and positive chances that add up to 1, one of each a class")


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Return P(chi-square >= statistic).

    >>> round(chi_square_tail(3.841459, 1), 6)
    0.05
    """
    from scipy.special import gammaincc

    return float(gammaincc(freedom / 2, statistic / 2))


def exact_multinomial(counts: Sequence[int], chances: Sequence[Fraction]) -> Fraction:
    """Return the chance of a sample no likelier than this one: every sample of the size is looked at, in integers.

    ValueError when there are more than 20,000 of them.

    >>> exact_multinomial([3, 0], [Fraction(1, 2), Fraction(1, 2)])
    Fraction(1, 4)
    """
    _check(counts, chances)
    total, classes = sum(counts), len(counts)
    if samples(total, classes) > TINY:
        raise ValueError(f"{total} rounds in {classes} classes make too many samples to look at each")
    scale = lcm(*(chance.denominator for chance in chances))
    weights = [int(chance * scale) for chance in chances]

    def ways(sample: Sequence[int]) -> int:
        product = factorial(total) // prod(map(factorial, sample))
        for weight, count in zip(weights, sample, strict=True):
            product *= weight**count
        return product

    seen = ways(counts)
    unlikely = sum(likelihood for likelihood in map(ways, _samples(total, classes)) if likelihood <= seen)
    return Fraction(unlikely, scale**total)


def samples(total: int, classes: int) -> int:
    """Return how many different samples of so many rounds there are.

    >>> samples(3, 2)
    4
    """
    return comb(total + classes - 1, classes - 1)


def _samples(total: int, classes: int) -> Iterable[tuple[int, ...]]:
    if classes == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _samples(total - first, classes - 1):
            yield (first, *rest)


def goodness(counts: Sequence[int], chances: Sequence[Fraction]) -> tuple[str, float | None, float | None]:
    """Return the name, statistic and p of the fit of counts to a law: exact when tiny, else pooled chi-square.

    p is None where even the pooled cells expect too few.

    >>> goodness([3, 0], [Fraction(1, 2), Fraction(1, 2)])
    ('exact multinomial', None, 0.25)
    """
    total = sum(counts)
    if total and total * min(chances) < LEAST_EXPECTED and samples(total, len(counts)) <= TINY:
        return "exact multinomial", None, float(exact_multinomial(counts, chances))
    statistic, freedom, p = chi_square(counts, chances)
    return f"chi-square, {freedom} df", statistic if freedom else None, p if freedom else None


def holm(ps: Mapping[str, float]) -> dict[str, float]:
    """Return Holm's adjusted p of each test: below alpha it is rejected, at one family error rate alpha.

    It holds whatever the dependence between the tests.

    >>> holm({"a": 0.01, "b": 0.04, "c": 0.03})
    {'a': 0.03, 'c': 0.06, 'b': 0.06}
    """
    adjusted: dict[str, float] = {}
    worst = 0.0
    for place, (name, p) in enumerate(sorted(ps.items(), key=lambda item: item[1])):
        worst = max(worst, min(1.0, (len(ps) - place) * p))
        adjusted[name] = worst
    return adjusted


def weighted_holm(ps: Mapping[str, float], weights: Mapping[str, Fraction]) -> dict[str, float]:
    """Return Holm's adjusted p of tests with shares of the level, fixed before their data.

    ValueError when the shares add up to more than 1; what they leave is kept for tests still to come. With equal
    shares of 1 it is Holm's rule. Source: Holm, A simple sequentially rejective multiple test procedure, 1979.

    >>> half, third = Fraction(1, 2), Fraction(1, 3)
    >>> weighted_holm({"a": 0.02, "b": 0.01}, {"a": half, "b": third})
    {'b': 0.03, 'a': 0.03}
    """
    if sum(weights[name] for name in ps) > 1:
        raise ValueError("shares of the level that add up to more than 1")
    adjusted: dict[str, float] = {}
    worst, left = 0.0, Fraction(1)
    for name, p in sorted(ps.items(), key=lambda item: item[1] / float(weights[item[0]])):
        worst = max(worst, min(1.0, p * float(left / weights[name])))
        adjusted[name] = worst
        left -= weights[name]
    return adjusted


def normal_tail(z: float) -> float:
    """Return the two-sided p of a standard normal z.

    >>> round(normal_tail(-1.959964), 6)
    0.05
    """
    return erfc(abs(z) / sqrt(2))


def binomial_z(trials: Iterable[tuple[int, int, Fraction]]) -> float:
    """Return the z of all hits together, over (hits, trials, chance of each) that need not be alike.

    >>> round(binomial_z([(11, 84, Fraction(4, 13)), (13, 61, Fraction(5, 13)), (18, 67, Fraction(6, 13)),
    ...                   (21, 61, Fraction(7, 13)), (26, 59, Fraction(8, 13))]), 4)
    -6.8325
    """
    gap, variance = Fraction(), Fraction()
    for hits, many, chance in trials:
        gap += hits - many * chance
        variance += many * chance * (1 - chance)
    return float(gap) / sqrt(variance)


def mean_z(total: Fraction, rounds: int, mean: Fraction, variance: Fraction, third: Fraction) -> float:
    """Return the z of a sum of results, its skewness taken out.

    ``mean``, ``variance`` and ``third`` central moment are the law's own. The first Cornish-Fisher term makes the
    tails of a few thousand rounds of a skewed bet right where the plain z alarms too often on the long side.

    >>> mean_z(Fraction(10), 100, Fraction(0), Fraction(1), Fraction(0))
    1.0
    """
    if not rounds or not variance:
        return 0.0
    z = float(total - rounds * mean) / sqrt(rounds * variance)
    skewness = float(third) / sqrt(variance**3 * rounds)
    # the inverse of w -> w + skewness (w^2 - 1) / 6, which turns a normal w into such a z
    if abs(skewness) < 1e-12:
        return z
    inside = 1 + skewness / 3 * (2 * z + skewness / 3)
    return 3 / skewness * (sqrt(inside) - 1) if inside > 0 else -3 / skewness


def detectable_mean(rounds: int, variance: Fraction, level: Fraction | float, power: float = 0.9) -> float:
    """Return the smallest change of the mean that a two-sided test at ``level`` finds with ``power``.

    >>> round(detectable_mean(10_000, Fraction(1), Fraction(99, 100)), 6)
    0.038574
    """
    from scipy.special import ndtri

    reach = float(ndtri((1 + float(level)) / 2) + ndtri(power))
    return reach * sqrt(variance / rounds)


def show_p(p: float) -> str:
    """Return a p for people.

    >>> show_p(0.25), show_p(4.2e-12), show_p(1.0)
    ('0.2500', '4.2e-12', '1.0000')
    """
    return f"{p:.4f}" if p >= 0.0001 else f"{p:.2g}"
