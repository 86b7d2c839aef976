"""The tables of a search: as text and as JSON, schema ``casino31.design/1``."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from casino31.design.grid import FRONTIER, Grid
from casino31.design.run import Table
from casino31.metrics import Metrics
from casino31.report.numbers import decimal, number, percent, table
from casino31.report.solve_form import about

SHOWN_FRONTIER = 20


def design_object(
    grid: Grid, name: str, feasible: int, best: Sequence[Table], frontier: Sequence[Table]
) -> dict[str, Any]:
    """Return what a search found; every table in it has been analysed by the exact engine.

    >>> from casino31.design.grid import read_grid
    >>> from casino31.design.price import feasible
    >>> from casino31.design.run import verified
    >>> from casino31.design.search import Pricer
    >>> from casino31.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> tables = verified(Pricer(grid), feasible(Pricer(grid), range(1)))
    >>> design_object(grid, file.name, 2, tables, tables)["tables"][0]["house_edge"]["exact"]
    '10298/270725'
    """
    return {
        "schema": "casino31.design/1",
        **about(grid.surface, name),
        "evaluated": grid.tables,
        "feasible": feasible,
        "grid": {row: [number(pay) for pay in axis] for row, axis in grid.axes.items()},
        "limits": {figure: [number(end) for end in band] for figure, band in grid.limits.items()},
        "rising": [list(chain) for chain in grid.rising],
        "order": [" ".join(each) for each in grid.order],
        "frontier_of": [f"{grid.direction(figure)} {figure}" for figure in FRONTIER],
        "tables": [_table(each) for each in best],
        "frontier": [_table(each) for each in frontier],
    }


def _table(each: Table) -> dict[str, Any]:
    metrics = each.metrics
    return {
        "pays": {row: number(pay) for row, pay in each.pays.items()},
        "house_edge": number(metrics.house_edge),
        "element_of_risk": number(metrics.element_of_risk),
        "variance": number(metrics.variance),
        "standard_deviation": number(metrics.standard_deviation),
        "hit_frequency": number(metrics.hit_frequency),
        "push_frequency": number(metrics.push_frequency),
        "largest_win": number(metrics.largest_win),
    }


def design_text(grid: Grid, feasible: int, best: Sequence[Table], frontier: Sequence[Table]) -> str:
    """Return the same for the screen.

    >>> from casino31.design.grid import read_grid
    >>> from casino31.design.price import feasible
    >>> from casino31.design.run import verified
    >>> from casino31.design.search import Pricer
    >>> from casino31.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> tables = verified(Pricer(grid), feasible(Pricer(grid), range(1)))
    >>> print(design_text(grid, 2, tables, tables).splitlines()[0])
    2 tables on main, each under its own best strategy: 2 satisfy the limits
    """
    bets = " + ".join(grid.surface.bets)
    head = f"{grid.tables:,} tables on {bets}, each under its own best strategy: {feasible:,} satisfy the limits"
    if not feasible:
        return f"{head}\n  widen a limit, or the grid\n"
    order = ", then ".join(map(" ".join, grid.order))
    parts = [head, f"The best {len(best)}: {order}\n{_tables(best)}"]
    better = ", ".join(f"{grid.direction(figure)} {figure}" for figure in FRONTIER)
    more = f"\n  ... and {len(frontier) - SHOWN_FRONTIER} more" if len(frontier) > SHOWN_FRONTIER else ""
    shown = _tables(frontier[:SHOWN_FRONTIER])
    parts.append(f"The frontier, {len(frontier)} tables that no other beats in all of {better}\n{shown}{more}")
    return "\n\n".join(parts) + "\n"


def _tables(tables: Sequence[Table]) -> str:
    rows: Sequence[str] = list(tables[0].pays)
    lines = [(*(str(each.pays[row]) for row in rows), *_figures(each.metrics)) for each in tables]
    return table((*rows, "edge", "SD", "hit freq.", "largest win"), lines)


def _figures(metrics: Metrics) -> tuple[str, ...]:
    return (
        percent(metrics.house_edge),
        decimal(metrics.standard_deviation, 4),
        percent(metrics.hit_frequency),
        _plain(metrics.largest_win),
    )


def _plain(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else decimal(value, 2)


def frontier_points(tables: Sequence[Table]) -> Mapping[str, list[float]]:
    """Return the columns of the picture of a frontier: edge and hit frequency in percent, SD in initial wagers.

    >>> from casino31.design.grid import read_grid
    >>> from casino31.design.price import feasible
    >>> from casino31.design.run import verified
    >>> from casino31.design.search import Pricer
    >>> from casino31.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> tables = verified(Pricer(grid), feasible(Pricer(grid), range(1)))
    >>> [round(edge, 4) for edge in frontier_points(tables)["house edge, %"]]
    [3.8039, 3.1035]
    """
    return {
        "house edge, %": [100 * float(each.metrics.house_edge) for each in tables],
        "standard deviation, initial wagers": [each.metrics.standard_deviation for each in tables],
        "hit frequency, %": [100 * float(each.metrics.hit_frequency) for each in tables],
    }
