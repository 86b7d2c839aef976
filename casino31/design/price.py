"""One array of tables priced: the value of each, and the figures of those that satisfy the limits."""

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, Any, NamedTuple

from casino31.design.search import Found, Pricer
from casino31.faults import SelfCheckError

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Array(NamedTuple):
    """The values of an array of tables, and what led to them."""

    values: "NDArray[Any]"
    """What the player wins over all deals, in units of 1 / scale; shape (outer points, inner points)."""
    sure: "NDArray[Any]"
    """Draws by end, with the decisions that no table of the array doubts."""
    doubtful: "NDArray[Any]"
    """Which of the decisions in doubt on the grid are in doubt here."""
    worths: "NDArray[Any]"
    """The worth of each end at each outer point."""


def price(pricer: Pricer, points: range) -> Array:
    """Return the exact value of every table at some outer points, each under its own best strategy.

    >>> from casino31.design.grid import read_grid
    >>> from casino31.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> price(Pricer(grid), range(1)).values.tolist()
    [[-41192, -33608]]
    """
    import numpy as np

    sure, more, _ = pricer.decisions
    inner, least, most = pricer.doubts
    worths = pricer.worths(points)
    outer = more @ worths
    second = outer.min(axis=1) + least > 0
    doubtful = ~second & (outer.max(axis=1) + most > 0)
    sure = sure + more[second].sum(axis=0)
    values = (sure @ worths)[:, None] + pricer.spread(sure @ pricer.coefficients)[None, :]
    gap = np.empty_like(values)
    for place in np.flatnonzero(doubtful):
        np.add(outer[place][:, None], inner[place][None, :], out=gap)
        np.maximum(gap, 0, out=gap)
        values += gap
    return Array(values, sure, doubtful, worths)


def feasible(pricer: Pricer, points: range) -> Found:
    """Return the tables at some outer points that satisfy all limits, with their figures.

    >>> from casino31.design.grid import read_grid
    >>> from casino31.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> feasible(Pricer(grid), range(1)).figures["house_edge"].tolist()
    [41192, 33608]
    """
    import numpy as np

    grid = pricer.grid
    found = price(pricer, points)
    lowest, highest = _value_band(pricer)
    keep = (found.values >= lowest) & (found.values <= highest)
    for chain in grid.rising:
        keep &= _rises(pricer, chain, points)
    outer, inner = np.nonzero(keep)
    figures = _figures(pricer, found, outer, inner)
    fit = np.ones(len(outer), dtype=bool)
    for name, (low, high) in grid.limits.items():
        if name != "house_edge":
            least, greatest = whole_band(pricer, name, low, high)
            fit &= (figures[name] >= least) & (figures[name] <= greatest)
    tables = (outer + points.start) * pricer.inner + inner
    return Found(tables[fit], {name: values[fit] for name, values in figures.items()})


def _value_band(pricer: Pricer) -> tuple[int, int]:
    """The values that the limit on the edge allows: the edge falls as the value rises."""
    reach = pricer.largest
    if "house_edge" not in pricer.grid.limits:
        return -reach, reach
    low, high = pricer.grid.limits["house_edge"]
    unit = pricer.scale * pricer.grid.surface.payoffs.total * pricer.grid.surface.initial
    return max(-reach, ceil(-high * unit)), min(reach, floor(-low * unit))


def whole_band(pricer: Pricer, name: str, low: Fraction, high: Fraction) -> tuple[int, int]:
    """Return a limit in the whole numbers of a figure: those that lie within.

    >>> from casino31.design.grid import read_grid
    >>> from casino31.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> whole_band(Pricer(grid), "hit_frequency", Fraction(1, 3), Fraction(1, 2))
    (360967, 541450)
    """
    unit, reach = whole_unit(pricer, name), 2 * pricer.largest
    if name == "standard_deviation":
        low, high = max(low, Fraction(0)) ** 2, high**2
    least, greatest = ceil(low * unit), floor(high * unit)
    return max(-reach, min(reach, least)), max(-reach, min(reach, greatest))


def whole_unit(pricer: Pricer, name: str) -> Fraction:
    """Return what one unit of a figure is in its whole numbers; the standard deviation stands as its square.

    >>> from casino31.design.grid import read_grid
    >>> from casino31.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> whole_unit(Pricer(grid), "house_edge")
    Fraction(1082900, 1)
    """
    payoffs, initial = pricer.grid.surface.payoffs, pricer.grid.surface.initial
    total = payoffs.total
    units = {
        "house_edge": Fraction(pricer.scale * total) * initial,
        "standard_deviation": Fraction(pricer.scale * total) ** 2 * initial**2,
        "hit_frequency": Fraction(total),
        "push_frequency": Fraction(total),
        "largest_win": Fraction(pricer.scale),
    }
    return units[name]


def _figures(
    pricer: Pricer, found: Array, outer: "NDArray[Any]", inner: "NDArray[Any]"
) -> "dict[str, NDArray[Any]]":
    """The figures of some tables of an array, from the draws that lead to each end of each."""
    import numpy as np

    _, more, _ = pricer.decisions
    added, _, _ = pricer.doubts
    places = np.flatnonzero(found.doubtful)
    gaps = more[places] @ found.worths
    second = [gap[outer] + added[place][inner] > 0 for place, gap in zip(places, gaps, strict=True)]
    sums: NDArray[Any] = np.zeros((4, len(outer)), dtype=pricer.kind)
    lost, squares, hits, pushes = sums
    largest: NDArray[Any] = np.full(len(outer), min(low for low, _ in pricer.bounds), dtype=pricer.kind)
    for end, (fixed, moving) in enumerate(zip(found.worths, _inner_worths(pricer), strict=True)):
        worth = fixed[outer] if moving is None else fixed[outer] + moving[inner]
        ways: NDArray[Any] = np.full(len(outer), found.sure[end], dtype=pricer.kind)
        for place, chosen in zip(places, second, strict=True):
            if more[place, end]:
                ways += chosen * more[place, end]
        won = ways * worth
        lost -= won
        squares += won * worth
        hits += ways * (worth > 0)
        pushes += ways * (worth == 0)
        np.maximum(largest, worth, out=largest, where=ways > 0)
    if not np.array_equal(-lost, found.values[outer, inner]):
        raise SelfCheckError("two sums over the same deals differ: nothing of this search can be trusted")
    return {
        "house_edge": lost,
        "standard_deviation": pricer.grid.surface.payoffs.total * squares - lost * lost,
        "hit_frequency": hits,
        "push_frequency": pushes,
        "largest_win": largest,
    }


@lru_cache(maxsize=2)
def _inner_worths(pricer: Pricer) -> "tuple[NDArray[Any] | None, ...]":
    """What the inner rows add to each end at each inner point; None where they add nothing."""
    return tuple(pricer.spread(row) if row.any() else None for row in pricer.coefficients)


def _rises(pricer: Pricer, chain: tuple[str, ...], points: range) -> "NDArray[Any]":
    """Which tables pay each row of a chain at least what the row before it pays."""
    import numpy as np

    shape = (len(points), pricer.inner)
    axes = pay_axes(pricer, np.arange(points.start, points.stop)[:, None], np.arange(pricer.inner)[None, :])
    keep = np.ones(shape, dtype=bool)
    for below, above in pairwise(chain):
        keep &= axes.get(below, pricer.whole[below][0]) <= axes.get(above, pricer.whole[above][0])
    return keep


def pay_axes(pricer: Pricer, outer: "NDArray[Any]", inner: "NDArray[Any]") -> "dict[str, NDArray[Any]]":
    """Return the whole pays of each moving row at some outer and inner points.

    >>> import numpy as np
    >>> from casino31.design.grid import read_grid
    >>> from casino31.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> pay_axes(Pricer(grid), np.array([0, 0]), np.array([1, 0]))["play.31"].tolist()
    [12, 10]
    """
    import numpy as np

    found = {}
    for place, row in enumerate(pricer.rows):
        early = place < pricer.outer
        later = pricer.lengths[place + 1 : pricer.outer] if early else pricer.lengths[place + 1 :]
        step = int(np.prod(later, dtype=np.int64))
        found[row] = np.array(pricer.whole[row], dtype=pricer.kind)[
            (outer if early else inner) // step % pricer.lengths[place]
        ]
    return found
