"""Which pay of a row, or which pays of two rows, give a target edge: exactly, by walking from piece to piece."""

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from casino31.notebook import Shown
from casino31.paytable_design.envelope import sections
from casino31.paytable_design.surface import HIGHEST, LOWEST, Surface, pieces, root

STEPS = (Fraction(1), Fraction(1, 2), Fraction(1, 5))
"""What chips can pay: whole numbers, halves, fifths."""


class Nearest(NamedTuple):
    """Payable odds next to the exact pay."""

    step: Fraction
    pay: Fraction
    edge: Fraction


@dataclass(frozen=True, repr=False)
class Solution(Shown):
    """The answer to one question: which pay of this row gives this edge."""

    surface: Surface
    row: str
    target: Fraction
    reachable: tuple[Fraction, Fraction]
    """The edges at the highest and at the lowest pay allowed."""
    pay: Fraction | None
    """The pay, to one; None when the target is out of reach."""
    lowest: Fraction | None
    """The lowest pay with the same edge: below ``pay`` only where the row is then never played for."""
    nearest: tuple[Nearest, ...]

    @property
    def feasible(self) -> bool:
        """Whether any pay gives the target."""
        return self.pay is not None

    @property
    def facts(self) -> Mapping[str, object]:
        """The row, the edge asked for, and the pay that gives it."""
        return {"row": self.row, "house edge": self.target, "pay": self.pay}


def solve(
    surface: Surface,
    row: str,
    target: Fraction,
    steps: Sequence[Fraction] = STEPS,
    low: Fraction = LOWEST,
    high: Fraction = HIGHEST,
) -> Solution:
    """Return the exact pay of a row that gives the target edge, and the nearest payable odds on both sides.

    ValueError for a step that is not positive, or when ``low`` is not below ``high``.

    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> found = solve(surface(file.game, file.rules), "play.mini royal", Fraction(3, 100), [Fraction(1)])
    >>> found.pay, [(str(each.pay), str(each.edge)) for each in found.nearest]
    (Fraction(28305, 784), [('36', '8142/270725'), ('37', '7946/270725')])
    """
    if low >= high:
        raise ValueError(f"pays from {low} to {high}: the first must be below the second")
    for step in steps:
        if step <= 0:
            raise ValueError(f"a step of {step}: it must be positive")
    line = surface.along(row)
    reachable = (line(high)[0], line(low)[0])
    pay = root(line, low, high, target)
    if pay is None:
        return Solution(surface, row, target, reachable, None, None, ())
    flat = [
        piece.start for piece in sections(surface, row, low, high) if piece.slope == 0 and piece.value == target
    ]
    found: dict[Fraction, Nearest] = {}
    for step in steps:
        for multiple in (floor(pay / step) * step, ceil(pay / step) * step):
            if low <= multiple <= high:
                found.setdefault(multiple, Nearest(step, multiple, line(multiple)[0]))
    return Solution(
        surface, row, target, reachable, pay, min(flat, default=pay), tuple(sorted(found.values(), key=_pay))
    )


def _pay(nearest: Nearest) -> Fraction:
    return nearest.pay


class Corner(NamedTuple):
    """Two pays that together give the target; between neighbours every point of the line does."""

    one: Fraction
    other: Fraction


@dataclass(frozen=True, repr=False)
class SolutionLine(Shown):
    """All pays of two rows, inside a range, that give a target edge: a concave chain of straight lines."""

    surface: Surface
    rows: tuple[str, str]
    target: Fraction
    reachable: tuple[Fraction, Fraction]
    """The edges with both pays highest and with both lowest."""
    corners: tuple[Corner, ...]
    """From the lowest pay of the first row; empty when the target is out of reach."""

    @property
    def facts(self) -> Mapping[str, object]:
        """The rows, the edge asked for, and the corners of the line."""
        return {"rows": self.rows, "house edge": self.target, "corners": len(self.corners)}


def solve_two(
    surface: Surface, rows: tuple[str, str], target: Fraction, low: Fraction = LOWEST, high: Fraction = HIGHEST
) -> SolutionLine:
    """Return the line of solutions of two rows, both pays between ``low`` and ``high``.

    ValueError when the rows are one, or when the edge does not depend on one of them.

    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> rows = ("play.31", "play.mini royal")
    >>> found = solve_two(surface(file.game, file.rules), rows, Fraction(3, 100), Fraction(5), Fraction(60))
    >>> [(str(each.one), str(each.other)) for each in found.corners]
    [('6395/1264', '60'), ('62305/3792', '5')]
    """
    one, other = rows
    if one == other:
        raise ValueError(f"two different rows are needed, not {one!r} twice")
    if low >= high:
        raise ValueError(f"pays from {low} to {high}: the first must be below the second")
    ends = (surface.look({one: high, other: high}).edge, surface.look({one: low, other: low}).edge)
    for row in rows:
        if surface.look({one: high, other: high}, row).slopes[row] == 0:
            raise ValueError(f"the edge does not depend on {row!r} between {low} and {high}")
    if not ends[0] <= target <= ends[1]:
        return SolutionLine(surface, rows, target, ends, ())
    # the ends of the line are where it leaves the square: through its top or left, and its bottom or right
    first = _first(surface, one, {other: high}, low, target)
    first = low if first is None else first
    last = root(surface.along(one, {other: low}), low, high, target)
    last = high if last is None else last

    known: list[tuple[Fraction, Fraction, Fraction]] = []

    def line(pay: Fraction) -> tuple[Fraction, Fraction]:
        partner = _above(known, pay, high)
        look = surface.look({one: pay, other: partner}, other)
        while look.edge != target:
            partner += (target - look.edge) / look.slopes[other]
            look = surface.look({one: pay, other: partner}, other)
        slope = -look.slopes[one] / look.slopes[other]
        insort(known, (pay, partner, slope))
        return partner, slope

    if first == last:
        return SolutionLine(surface, rows, target, ends, (Corner(first, line(first)[0]),))
    found = pieces(line, first, last)
    corners = [Corner(piece.start, piece.value) for piece in found]
    piece = found[-1]
    corners.append(Corner(piece.end, piece.value + piece.slope * (piece.end - piece.start)))
    return SolutionLine(surface, rows, target, ends, tuple(corners))


def _above(known: Sequence[tuple[Fraction, Fraction, Fraction]], pay: Fraction, high: Fraction) -> Fraction:
    """A second pay that is not below the line: the line is concave, so it lies under the lines that touch it.

    ``known`` are pays with their partners and the slope there, rising.
    """
    place = bisect_left(known, (pay,))
    touching = known[max(0, place - 1) : place + 1]
    return min([high, *(partner + slope * (pay - at) for at, partner, slope in touching)])


def _first(
    surface: Surface, one: str, others: dict[str, Fraction], low: Fraction, target: Fraction
) -> Fraction | None:
    """Where the line enters through the top, or None when it enters from the left."""
    if surface.look({**others, one: low}).edge <= target:
        return None
    return root(surface.along(one, others), low, HIGHEST, target)
