"""One array of tables priced: the value of each, and the figures of those that satisfy the limits."""

from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, NamedTuple

from casino31.faults import SelfCheckError
from casino31.paytable_design.contenders import pairs, runs
from casino31.paytable_design.doubts import gains
from casino31.paytable_design.figures import bet_views, figures, whole_unit
from casino31.paytable_design.kernels import add_gains
from casino31.paytable_design.search import Found, Pricer, pick

if TYPE_CHECKING:
    from casino31.arrays import Bools, Ints


class Array(NamedTuple):
    """The values of an array of tables, and what led to them."""

    values: "Ints"
    """What the player wins over all deals, in units of 1 / scale; shape (outer points, inner points)."""
    sure: "Ints"
    """Draws by settlement, with the decisions that no table of the array doubts."""
    doubtful: "Bools"
    """Which of the options in doubt on the grid are in doubt here."""
    worths: "Ints"
    """The worth of each end at each outer point."""


def price_array(pricer: Pricer, points: range) -> Array:
    """Return the exact value of every table at some outer points, each under its own best strategy.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> price_array(Pricer(grid), range(1)).values.tolist()
    [[-41192, -33608]]
    """
    import numpy as np

    sure, more, choice, chain, roots = pricer.decisions
    inner, least, most = pricer.doubts
    worths = pricer.worths(points)
    outer = more @ pricer.by_end @ worths
    doubtful = np.ones(len(more), dtype=bool)
    if not chain:
        taken, doubtful = _decided(pricer, outer.min(axis=1) + least, outer.max(axis=1) + most)
        sure = sure + more[taken].sum(axis=0)
    ends = sure @ pricer.by_end
    values = (ends @ worths)[:, None] + pricer.spread(ends @ pricer.coefficients)[None, :]
    places = np.flatnonzero(doubtful)
    loop = pricer.compiled(add_gains) if pricer.paired else None
    if chain:
        zero = np.zeros_like(values)
        gained = gains(pricer.decisions, lambda row: zero if row < 0 else outer[row][:, None] + inner[row][None, :])
        for root in roots:
            values += gained[root]
    elif loop:
        loop(values, outer[places], places, *pricer.spans)
    else:
        gap, gain = np.empty_like(values), np.empty_like(values)
        for run in runs(choice, places):
            gain.fill(0)
            for place in run:
                np.add(outer[place][:, None], inner[place][None, :], out=gap)
                np.maximum(gain, gap, out=gain)
            values += gain
    return Array(values, sure, doubtful, worths)


def _decided(pricer: Pricer, least: "Ints", most: "Ints") -> "tuple[Bools, Bools]":
    """The options in doubt that are the best of their choice on every table, and those that still are in doubt.

    ``least`` and ``most`` are what each of them gains at least and at most over the first one of its choice.
    """
    import numpy as np

    choice = pricer.decisions.choice
    one, other = pairs(choice)
    taken = least > 0
    taken[one[least[one] <= most[other]]] = False
    taken[other[least[other] <= most[one]]] = False
    return taken, (most > 0) & ~np.isin(choice, choice[taken])


def feasible(pricer: Pricer, points: range) -> Found:
    """Return the tables at some outer points that satisfy all limits, with their figures.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> feasible(Pricer(grid), range(1)).figures["house_edge"].tolist()
    [41192, 33608]
    """
    found = price_array(pricer, points)
    outer, inner = _kept(pricer, found.values, points)
    whole: dict[str, Ints] = {}
    for view in bet_views(pricer):
        whole |= figures(pricer, view, found.sure, found.doubtful, found.worths, outer, inner)
    values = found.values.ravel() if len(outer) == found.values.size else found.values[outer, inner]
    if (whole["house_edge"] + values).any():
        raise SelfCheckError("two sums over the same deals differ: nothing of this search can be trusted")
    tables = (outer + points.start) * pricer.inner + inner
    fit: Bools | None = None
    for name, (low, high) in pricer.grid.limits.items():
        if name != "house_edge":
            least, greatest = whole_band(pricer, name, low, high)
            within = (whole[name] >= least) & (whole[name] <= greatest)
            fit = within if fit is None else fit & within
    every = Found(tables, whole)
    return every if fit is None else pick(every, fit)


def _kept(pricer: Pricer, values: "Ints", points: range) -> "tuple[Ints, Ints]":
    """The outer and the inner points of the tables with an edge and an order of rows as wanted."""
    import numpy as np

    if "house_edge" not in pricer.grid.limits and not pricer.grid.rising:
        return np.repeat(np.arange(len(values)), pricer.inner), np.tile(np.arange(pricer.inner), len(values))
    lowest, highest = _value_band(pricer)
    keep = (values >= lowest) & (values <= highest)
    for chain in pricer.grid.rising:
        keep &= _rises(pricer, chain, points)
    outer, inner = np.nonzero(keep)
    return outer, inner


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

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> whole_band(Pricer(grid), "hit_frequency", Fraction(1, 3), Fraction(1, 2))
    (360967, 541450)
    """
    unit, reach = whole_unit(pricer, name), 2 * pricer.largest
    if name.endswith("standard_deviation"):
        low, high = max(low, Fraction(0)) ** 2, high**2
    least, greatest = ceil(low * unit), floor(high * unit)
    return max(-reach, min(reach, least)), max(-reach, min(reach, greatest))


def _rises(pricer: Pricer, chain: tuple[str, ...], points: range) -> "Bools":
    """Which tables pay each row of a chain at least what the row before it pays."""
    import numpy as np

    shape = (len(points), pricer.inner)
    axes = pay_axes(pricer, np.arange(points.start, points.stop)[:, None], np.arange(pricer.inner)[None, :])
    keep = np.ones(shape, dtype=bool)
    for below, above in pairwise(chain):
        keep &= axes.get(below, pricer.whole[below][0]) <= axes.get(above, pricer.whole[above][0])
    return keep


def pay_axes(pricer: Pricer, outer: "Ints", inner: "Ints") -> "dict[str, Ints]":
    """Return the whole pays of each moving row at some outer and inner points.

    >>> import numpy as np
    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> pay_axes(Pricer(grid), np.array([0, 0]), np.array([1, 0]))["play.31"].tolist()
    [12, 10]
    """
    import numpy as np

    found: dict[str, Ints] = {}
    for place, row in enumerate(pricer.rows):
        early = place < pricer.outer
        later = pricer.lengths[place + 1 : pricer.outer] if early else pricer.lengths[place + 1 :]
        step = int(np.prod(later, dtype=np.int64))
        found[row] = np.array(pricer.whole[row], dtype=pricer.kind)[
            (outer if early else inner) // step % pricer.lengths[place]
        ]
    return found
