"""Pricing millions of pay tables a second: the best strategy anew for each, in exact integers.

All pays are integers over one common denominator. The rows of the grid are split in two: for each point of the
*outer* rows the whole grid of the *inner* rows is one array. A decision whose better action is the same in all of
that array is summed once for it; only decisions in doubt are looked at table by table. Sums that 64 bits could not
hold, by a bound on all of them, are made in Python's integers instead: slower, and as exact.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm, prod
from typing import TYPE_CHECKING, NamedTuple

from casino31.answers import UNITS, Form
from casino31.fast import compiled
from casino31.paytable_design.doubts import Doubts, doubts_of
from casino31.paytable_design.grid import Grid
from casino31.paytable_design.kernels import SPAN

if TYPE_CHECKING:
    from casino31.arrays import Bools, Ints


INNER = 1 << 15
"""Tables of one array, about: a few hundred kilobytes, which stay in the cache."""
MANY = 1 << 20
"""Tables from which on compiled loops are worth the second that they take to load."""
CELLS = 1 << 24
"""Numbers of one array of all that is in doubt."""
OUTER_CHUNKS = 64
"""Arrays of one block, the unit of progress and of what is done over after an interruption."""


class Found(NamedTuple):
    """The feasible tables of some part of a grid: one line of figures a table."""

    tables: "Ints"
    """Their places in the grid, the last row of the grid running fastest."""
    figures: Mapping[str, "Ints"]
    """Whole numbers by figure: see ``figures.whole_unit``."""


def pick(tables: Found, places: "Ints | Bools") -> Found:
    """Return some of the tables, by their places or a mask.

    >>> import numpy as np
    >>> pick(Found(np.arange(3), {"win": np.array([5, 6, 7])}), np.array([2, 0])).figures["win"].tolist()
    [7, 5]
    """
    return Found(tables.tables[places], {name: values[places] for name, values in tables.figures.items()})


@dataclass(frozen=True, eq=False)
class Pricer:
    """A grid made ready for whole arrays."""

    grid: Grid

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The rows that move, outer ones first: those that a choice between events depends on, then the rest."""
        moving = [row for row, axis in self.grid.axes.items() if len(axis) > 1]
        early = {row for forms in self.ends if len(forms) > 1 for form in forms for row in form}
        return tuple(sorted(moving, key=lambda row: row not in early))

    @cached_property
    def outer(self) -> int:
        """How many of the rows are outer."""
        early = {row for forms in self.ends if len(forms) > 1 for form in forms for row in form}
        place = len(self.rows)
        size = 1
        while place and self.rows[place - 1] not in early and size * self.lengths[place - 1] <= self.width:
            place -= 1
            size *= self.lengths[place]
        return place

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Pays of each moving row."""
        return tuple(len(self.grid.axes[row]) for row in self.rows)

    @cached_property
    def tables(self) -> int:
        """All tables."""
        return prod(self.lengths)

    @cached_property
    def scale(self) -> int:
        """The common denominator of all pays."""
        fixed = (pay.denominator for pay in self.grid.surface.pays.values())
        return lcm(*fixed, *(pay.denominator for axis in self.grid.axes.values() for pay in axis))

    @cached_property
    def whole(self) -> Mapping[str, tuple[int, ...]]:
        """The pays of each row in units of 1 / scale; one where it does not move."""
        pays = {row: (pay,) for row, pay in self.grid.surface.pays.items()} | {UNITS: (Fraction(1),)}
        return {
            row: tuple(int(pay * self.scale) for pay in axis) for row, axis in {**pays, **self.grid.axes}.items()
        }

    @cached_property
    def ends(self) -> tuple[tuple[Form, ...], ...]:
        """How a hand may end, without the forms that some other form is never below on this grid."""

        def never_above(first: Form, other: Form) -> bool:
            apart = {name: first.get(name, 0) - other.get(name, 0) for name in {**first, **other}}
            worths = ([times * pay for pay in self.whole[name]] for name, times in apart.items())
            return sum(map(max, worths)) <= 0

        thinned = []
        for forms in self.grid.surface.payoffs.ends:
            kept = list(forms)
            for form in forms:
                if len(kept) > 1 and any(never_above(form, other) for other in kept if other is not form):
                    kept.remove(form)
            thinned.append(tuple(kept))
        return tuple(thinned)

    @cached_property
    def bounds(self) -> tuple[tuple[int, int], ...]:
        """The least and the greatest worth of each end on the grid, in units of 1 / scale."""
        parts = []
        for forms in self.ends:
            ranges = [
                [
                    sum(at(times * pay for pay in self.whole[row]) for row, times in form.items())
                    for at in (min, max)
                ]
                for form in forms
            ]
            parts.append((max(low for low, _ in ranges), max(high for _, high in ranges)))
        return tuple(parts)

    @cached_property
    def largest(self) -> int:
        """A bound on every whole number that pricing comes to, the variance's numerator the largest of them."""
        payoffs = self.grid.surface.payoffs
        far = [max(abs(low), abs(high)) for low, high in self.bounds]
        reach = [sum(far[end] for end in ends) for ends in payoffs.settlements]
        squares = [far**2 for far in reach]
        for _, options, _ in (*payoffs.later, *payoffs.choices):
            ways = [sum(n * squares[place] for place, n in counts.items()) for counts in options.values()]
            squares.append(max(ways))
        first = len(reach) + len(payoffs.later)
        total = sum(choice.members * most for choice, most in zip(payoffs.choices, squares[first:], strict=True))
        return 4 * payoffs.total * total

    @cached_property
    def kind(self) -> type:
        """The integers to count in."""
        import numpy as np

        return np.int64 if self.largest < 2**62 else object

    def compiled(self, loop: Callable[..., object]) -> Callable[..., object] | None:
        """Return a loop compiled, or None where numpy must do: numbers are too large, or loading takes longer."""
        return compiled(loop) if self.kind is not object and self.tables >= MANY else None

    @cached_property
    def width(self) -> int:
        """The most inner points: fewer where many options are in doubt, of which each holds a number a point."""
        return max(1, min(INNER, CELLS // max(1, len(self.decisions.more))))

    @cached_property
    def by_end(self) -> "Ints":
        """How often each end is part of each settlement; shape (settlements, ends)."""
        import numpy as np

        payoffs = self.grid.surface.payoffs
        counts: Ints = np.zeros((len(payoffs.settlements), len(payoffs.ends)), dtype=self.kind)
        for place, ends in enumerate(payoffs.settlements):
            for end in ends:
                counts[place, end] += 1
        return counts

    @cached_property
    def decisions(self) -> Doubts:
        """The decisions, taken apart into those that no table doubts and the others."""
        import numpy as np

        bounds: Ints = np.array(self.bounds, dtype=self.kind)
        return doubts_of(self.grid.surface.payoffs, self.by_end, bounds[:, 0], bounds[:, 1])

    @cached_property
    def paired(self) -> bool:
        """Whether no choice has more than two contenders, nor one after it: what the compiled loops take."""
        import numpy as np

        return not self.decisions.chain and bool((np.diff(self.decisions.choice) > 0).all())

    def worths(self, points: range) -> "Ints":
        """The worth of each end at some outer points, without what the inner rows add; shape (ends, points)."""
        import numpy as np

        where = np.unravel_index(np.arange(points.start, points.stop), self.lengths[: self.outer] or (1,))
        pays: dict[str, Ints] = {
            row: np.array(self.whole[row], dtype=self.kind)[where[place]]
            for place, row in enumerate(self.rows[: self.outer])
        }
        inner = set(self.rows[self.outer :])

        def worth(form: Form) -> "Ints":
            total: Ints = np.zeros(len(points), dtype=self.kind)
            for row, times in form.items():
                if row not in inner:
                    total = total + times * (pays[row] if row in pays else self.whole[row][0])
            return total

        return np.array(
            [np.maximum.reduce([worth(form) for form in forms]) for forms in self.ends], dtype=self.kind
        )

    @cached_property
    def coefficients(self) -> "Ints":
        """How often each inner row counts in each end; shape (ends, inner rows)."""
        import numpy as np

        inner = self.rows[self.outer :]
        rows = [[forms[0].get(row, 0) if len(forms) == 1 else 0 for row in inner] for forms in self.ends]
        return np.array(rows, dtype=self.kind).reshape(len(self.ends), len(inner))

    def spread(self, weights: "Ints") -> "Ints":
        """Return the sum of the inner pays, so many times each, at every inner point."""
        import numpy as np

        total: Ints = np.zeros(1, dtype=self.kind)
        for row, times in zip(self.rows[self.outer :], weights, strict=True):
            total = np.add.outer(total, times * np.array(self.whole[row], dtype=self.kind)).ravel()
        return total

    @cached_property
    def doubts(self) -> "tuple[Ints, Ints, Ints]":
        """What the inner rows add to the gap of each option in doubt, at each inner point; its least and most."""
        import numpy as np

        more = self.decisions.more
        rows = more @ self.by_end @ self.coefficients
        added: Ints = np.array([self.spread(row) for row in rows], dtype=self.kind)
        added = added.reshape(len(more), self.inner)
        return added, added.min(axis=1), added.max(axis=1)

    @cached_property
    def spans(self) -> "tuple[Ints, Ints, Ints]":
        """The same by decision and inner point, and the least and most of each span of inner points."""
        import numpy as np

        added, _, _ = self.doubts
        starts = np.arange(0, self.inner, SPAN)
        return added, np.minimum.reduceat(added, starts, axis=1), np.maximum.reduceat(added, starts, axis=1)

    @cached_property
    def inner(self) -> int:
        """Inner points."""
        return prod(self.lengths[self.outer :])

    @cached_property
    def points(self) -> int:
        """Outer points."""
        return prod(self.lengths[: self.outer])

    @cached_property
    def chunk(self) -> int:
        """Outer points of one array."""
        return max(1, self.width // self.inner)

    @cached_property
    def blocks(self) -> int:
        """Blocks of the whole grid."""
        return -(-self.points // (self.chunk * OUTER_CHUNKS))

    def chunks(self, block: int) -> Iterator[range]:
        """The outer points of each array of a block."""
        start = block * self.chunk * OUTER_CHUNKS
        stop = min(self.points, start + self.chunk * OUTER_CHUNKS)
        for first in range(start, stop, self.chunk):
            yield range(first, min(stop, first + self.chunk))
