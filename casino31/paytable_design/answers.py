"""What questions about the pays of a layout are answered with: sensitivities, and the tables of a search."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from casino31.layout import Layout
from casino31.notebook import Shown
from casino31.paytable_design.grid import Grid
from casino31.paytable_design.parts import SearchResult
from casino31.paytable_design.run import RankedTable
from casino31.paytable_design.sensitivity import ClosedForm, ReadingEffect, Sensitivity
from casino31.paytable_design.surface import Surface


@dataclass(frozen=True, repr=False, eq=False)
class Sensitivities(Shown):
    """What every pay of a layout does to the edge."""

    layout: Layout
    name: str
    """The layout as it was named."""
    rows: Mapping[Surface, Sequence[Sensitivity]]
    """Of each bet, or of the bets asked for together, one entry a row."""
    form: ClosedForm | None
    """The edge as a function of the pays asked for, and where that holds."""
    readings: Sequence[ReadingEffect] | None
    """The figures under each choice of each reading, where they are asked for."""

    def __getitem__(self, row: str) -> Sensitivity:
        for sensitivity in (row for rows in self.rows.values() for row in rows):
            if sensitivity.row == row:
                return sensitivity
        raise KeyError(row)

    @property
    def facts(self) -> Mapping[str, object]:
        """The derivative of the edge by row."""
        return {sensitivity.row: sensitivity.derivative for rows in self.rows.values() for sensitivity in rows}


@dataclass(frozen=True, repr=False, eq=False)
class Design(Shown):
    """What a search found."""

    layout: Layout
    name: str
    """The layout as it was named."""
    grid: Grid
    parts: tuple[SearchResult, ...]
    """The grid's own result, or one a bet where each bet is searched alone."""
    together: tuple[RankedTable, ...]
    """The best tables of all bets together, where they are searched alone."""
    bond: str
    """Why the bets of the grid are searched together, or ""."""

    @property
    def feasible(self) -> int:
        """Tables within all limits."""
        return prod(part.feasible for part in self.parts)

    @property
    def best(self) -> tuple[RankedTable, ...]:
        """The best tables, those of each bet one after the other where bets are searched alone."""
        return tuple(table for part in self.parts for table in part.best)

    @property
    def frontier(self) -> tuple[RankedTable, ...]:
        """The tables that no other one beats in every figure."""
        return tuple(table for part in self.parts for table in part.frontier)

    @property
    def facts(self) -> Mapping[str, object]:
        """The layout, the size of the grid and the best table."""
        pays = (f"{row} = {pay}" for table in self.best[:1] for row, pay in table.pays.items())
        edges = [table.metrics.house_edge for table in self.best[:1]]
        return {
            "layout": self.layout.title,
            "tables": self.grid.tables,
            "feasible": self.feasible,
            "best": tuple(pays),
            "its house edge": edges[0] if edges else None,
            "on the frontier": len(self.frontier),
        }
