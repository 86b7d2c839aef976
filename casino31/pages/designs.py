"""The tables of a search, schema ``casino31.design/1``."""

from collections.abc import Iterator, Mapping, Sequence

from casino31.decimals import number, percent
from casino31.metrics import Metrics
from casino31.page import PERCENT, PLAIN, Block, Cell, Column, Note, Row, Table, Unit
from casino31.pages.deliverable import Deliverable, answered
from casino31.pages.questions import about, answer_report
from casino31.paytable_design.answers import Design
from casino31.paytable_design.grid import FRONTIER, Grid
from casino31.paytable_design.parts import SearchResult
from casino31.paytable_design.run import RankedTable
from casino31.serialize import JsonObject

SHOWN_FRONTIER = 20


def design_deliverable(answer: Design) -> Deliverable:
    """Return what a search found, for people and for programs; the exact engine has analysed every table in it.

    >>> import casino31
    >>> made = design_deliverable(casino31.design({"play.31": [10, 12]}, "31-classic-b"))
    >>> made.record["tables"][0]["house_edge"]["exact"]
    '10298/270725'
    """
    return answered(
        lambda: answer_report(
            f"{answer.layout.title}: the tables of a grid",
            "Search of pay tables",
            answer.layout,
            tuple(_blocks(answer)),
        ),
        lambda: _object(answer),
    )


def _object(answer: Design) -> JsonObject:
    grid, parts = answer.grid, answer.parts
    alone = parts[0] if len(parts) == 1 else None
    bets = grid.surface.bets
    return {
        "schema": "casino31.design/1",
        **about(grid.surface, answer.name),
        "evaluated": grid.tables,
        "feasible": answer.feasible,
        "grid": {row: [number(pay) for pay in axis] for row, axis in grid.axes.items()},
        "limits": {figure: [number(end) for end in band] for figure, band in grid.limits.items()},
        "rising": [list(chain) for chain in grid.rising],
        "order": [" ".join(direction) for direction in grid.order],
        "frontier_of": _frontier_of(grid)
        if alone
        else {part.grid.surface.bets[0]: _frontier_of(part.grid) for part in parts},
        "searched_together": answer.bond or None,
        "searches": [
            {"bets": list(part.grid.surface.bets), "evaluated": part.grid.tables, "feasible": part.feasible}
            for part in parts
        ],
        "tables": [_table(bets, table) for table in (alone.best if alone else answer.together)],
        "frontier": [_table(part.grid.surface.bets, point) for part in parts for point in part.frontier],
    }


def _frontier_of(grid: Grid) -> list[str]:
    return [f"{grid.direction(figure)} {figure}" for figure in FRONTIER]


def _table(bets: Sequence[str], table: RankedTable) -> JsonObject:
    alone = {"alone": {bet: _metrics(metrics) for bet, metrics in table.alone.items()}} if table.alone else {}
    pays = {row: number(pay) for row, pay in table.pays.items()}
    return {"bets": list(bets), "pays": pays, **_metrics(table.metrics), **alone}


def _metrics(metrics: Metrics) -> JsonObject:
    return {
        "house_edge": number(metrics.house_edge),
        "element_of_risk": number(metrics.element_of_risk),
        "variance": number(metrics.variance),
        "standard_deviation": number(metrics.standard_deviation),
        "hit_frequency": number(metrics.hit_frequency),
        "push_frequency": number(metrics.push_frequency),
        "largest_win": number(metrics.largest_win),
    }


def _blocks(answer: Design) -> Iterator[Block]:
    if len(answer.parts) == 1:
        yield from _search(answer.parts[0], answer.bond)
        return
    counts = " x ".join(f"{part.feasible:,}" for part in answer.parts)
    yield Note(
        f"{answer.grid.tables:,} tables: no pay of a bet moves another bet, so each bet is searched alone, "
        f"{counts} = {answer.feasible:,} satisfy the limits"
    )
    for part in answer.parts:
        yield from _search(part)
    if answer.together:
        title = f"All bets together, one unit on each, made of the best of each: {_order(answer.grid)}"
        yield _ranked(answer.together, title)


def _order(grid: Grid) -> str:
    return ", then ".join(map(" ".join, grid.order))


def _search(result: SearchResult, bond: str = "") -> Iterator[Block]:
    """One search: how many tables, the best, and the frontier."""
    grid, feasible, best, frontier = result
    bets = " + ".join(grid.surface.bets) + (f", searched together ({bond})" if bond else "")
    yield Note(
        f"{grid.tables:,} tables on {bets}, each under its own best strategy: {feasible:,} satisfy the limits"
    )
    if not feasible:
        ends = [{row: end(axis) for row, axis in grid.axes.items()} for end in (max, min)]
        low, high = (percent(grid.surface.look(pays).edge) for pays in ends)
        yield Note(f"Widen a limit, or the grid: its pays give edges from {low} to {high}")
        return
    yield _ranked(best, f"The best {len(best)}: {_order(grid)}")
    count = f"{len(frontier)} tables" if len(frontier) > 1 else "1 table"
    title = f"The frontier, {count} that no other beats in all of {', '.join(_frontier_of(grid))}"
    yield _ranked(frontier[:SHOWN_FRONTIER], title)
    if len(frontier) > SHOWN_FRONTIER:
        yield Note(f"... and {len(frontier) - SHOWN_FRONTIER} more")


def _ranked(tables: Sequence[RankedTable], title: str) -> Table:
    rows, alone = list(tables[0].pays), list(tables[0].alone)
    whole = "edge of both" if len(alone) == 2 else "edge of all" if alone else "edge"
    columns = [Column(row, row) for row in rows] + [Column(f"edge of {bet}", f"edge of {bet}") for bet in alone]
    columns += [
        Column("edge", whole),
        Column("sd", "SD"),
        Column("hits", "hit freq."),
        Column("win", "largest win"),
    ]
    lines = []
    for table in tables:
        metrics = table.metrics
        edges = (*(table.alone[bet].house_edge for bet in alone), metrics.house_edge)
        cells = [*(Cell(str(table.pays[row])) for row in rows), *(Cell(edge, PERCENT) for edge in edges)]
        cells.append(Cell(metrics.standard_deviation, Unit("number", 4)))
        lines.append(Row((*cells, Cell(metrics.hit_frequency, PERCENT), Cell(metrics.largest_win, PLAIN))))
    return Table(tuple(columns), tuple(lines), title)


def frontier_points(tables: Sequence[RankedTable]) -> Mapping[str, list[float]]:
    """Return the columns of the picture of a frontier: edge and hit frequency in percent, SD in initial wagers.

    >>> import casino31
    >>> found = casino31.design({"play.31": [10, 12]}, "31-classic-b")
    >>> [round(edge, 4) for edge in frontier_points(found.best)["house edge, %"]]
    [3.8039, 3.1035]
    """
    return {
        "house edge, %": [100 * float(table.metrics.house_edge) for table in tables],
        "standard deviation, initial wagers": [table.metrics.standard_deviation for table in tables],
        "hit frequency, %": [100 * float(table.metrics.hit_frequency) for table in tables],
    }
