"""The tables of a search: as text and as JSON, schema ``casino31.design/1``."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from casino31.decimals import decimal, number, percent, table
from casino31.metrics import Metrics
from casino31.pages.solving import about
from casino31.paytable_design.grid import FRONTIER, Grid
from casino31.paytable_design.parts import SearchResult
from casino31.paytable_design.run import RankedTable

SHOWN_FRONTIER = 20


def design_object(
    grid: Grid, name: str, found: Sequence[SearchResult], whole: Sequence[RankedTable] = (), bond: str = ""
) -> dict[str, Any]:
    """Return what a search found; every table in it has been analysed by the exact engine.

    ``found`` has one result, or one of each bet, and then ``whole`` the best tables of all bets; ``bond`` is why
    several bets were searched together.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.paytable_design.price import feasible
    >>> from casino31.paytable_design.run import verified
    >>> from casino31.paytable_design.search import Pricer
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> tables = verified(Pricer(grid), feasible(Pricer(grid), range(1)))
    >>> design_object(grid, file.name, [SearchResult(grid, 2, tables, tables)])["tables"][0]["house_edge"]["exact"]
    '10298/270725'
    """
    one = found[0] if len(found) == 1 else None
    bets = grid.surface.bets
    return {
        "schema": "casino31.design/1",
        **about(grid.surface, name),
        "evaluated": grid.tables,
        "feasible": prod(each.feasible for each in found),
        "grid": {row: [number(pay) for pay in axis] for row, axis in grid.axes.items()},
        "limits": {figure: [number(end) for end in band] for figure, band in grid.limits.items()},
        "rising": [list(chain) for chain in grid.rising],
        "order": [" ".join(each) for each in grid.order],
        "frontier_of": _frontier_of(grid)
        if one
        else {each.grid.surface.bets[0]: _frontier_of(each.grid) for each in found},
        "searched_together": bond or None,
        "searches": [
            {"bets": list(each.grid.surface.bets), "evaluated": each.grid.tables, "feasible": each.feasible}
            for each in found
        ],
        "tables": [_table(bets, each) for each in (one.best if one else whole)],
        "frontier": [_table(each.grid.surface.bets, point) for each in found for point in each.frontier],
    }


def _frontier_of(grid: Grid) -> list[str]:
    return [f"{grid.direction(figure)} {figure}" for figure in FRONTIER]


def _table(bets: Sequence[str], each: RankedTable) -> dict[str, Any]:
    alone = {"alone": {bet: _figures_object(metrics) for bet, metrics in each.alone.items()}} if each.alone else {}
    pays = {row: number(pay) for row, pay in each.pays.items()}
    return {"bets": list(bets), "pays": pays, **_figures_object(each.metrics), **alone}


def _figures_object(metrics: Metrics) -> dict[str, Any]:
    return {
        "house_edge": number(metrics.house_edge),
        "element_of_risk": number(metrics.element_of_risk),
        "variance": number(metrics.variance),
        "standard_deviation": number(metrics.standard_deviation),
        "hit_frequency": number(metrics.hit_frequency),
        "push_frequency": number(metrics.push_frequency),
        "largest_win": number(metrics.largest_win),
    }


def design_text(
    grid: Grid, found: Sequence[SearchResult], whole: Sequence[RankedTable] = (), bond: str = ""
) -> str:
    """Return the same for the screen.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.paytable_design.price import feasible
    >>> from casino31.paytable_design.run import verified
    >>> from casino31.paytable_design.search import Pricer
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> tables = verified(Pricer(grid), feasible(Pricer(grid), range(1)))
    >>> print(design_text(grid, [SearchResult(grid, 2, tables, tables)]).splitlines()[0])
    2 tables on main, each under its own best strategy: 2 satisfy the limits
    """
    if len(found) == 1:
        return _searched(found[0], bond)
    counts = [f"{each.feasible:,}" for each in found]
    feasible = prod(each.feasible for each in found)
    parts = [
        f"{grid.tables:,} tables: no pay of a bet moves another bet, so each bet is searched alone, "
        f"{' x '.join(counts)} = {feasible:,} satisfy the limits"
    ]
    parts += [_searched(each).rstrip("\n") for each in found]
    if whole:
        title = f"All bets together, one unit on each, made of the best of each: {_order(grid)}"
        parts.append(f"{title}\n{_tables(whole)}")
    return "\n\n".join(parts) + "\n"


def _order(grid: Grid) -> str:
    return ", then ".join(map(" ".join, grid.order))


def _searched(result: SearchResult, bond: str = "") -> str:
    """One search: how many tables, the best, and the frontier."""
    grid, feasible, best, frontier = result
    bets = " + ".join(grid.surface.bets) + (f", searched together ({bond})" if bond else "")
    head = f"{grid.tables:,} tables on {bets}, each under its own best strategy: {feasible:,} satisfy the limits"
    if not feasible:
        pays = [{row: at(axis) for row, axis in grid.axes.items()} for at in (max, min)]
        low, high = (percent(grid.surface.look(each).edge) for each in pays)
        return f"{head}\n  widen a limit, or the grid: its pays give edges from {low} to {high}\n"
    parts = [head, f"The best {len(best)}: {_order(grid)}\n{_tables(best)}"]
    more = f"\n  ... and {len(frontier) - SHOWN_FRONTIER} more" if len(frontier) > SHOWN_FRONTIER else ""
    shown = _tables(frontier[:SHOWN_FRONTIER])
    count = f"{len(frontier)} tables" if len(frontier) > 1 else "1 table"
    parts.append(
        f"The frontier, {count} that no other beats in all of {', '.join(_frontier_of(grid))}\n{shown}{more}"
    )
    return "\n\n".join(parts) + "\n"


def _tables(tables: Sequence[RankedTable]) -> str:
    rows: Sequence[str] = list(tables[0].pays)
    alone: Sequence[str] = list(tables[0].alone)
    lines = [
        (
            *(str(each.pays[row]) for row in rows),
            *(percent(each.alone[bet].house_edge) for bet in alone),
            *_figures(each.metrics),
        )
        for each in tables
    ]
    whole = "edge of both" if len(alone) == 2 else "edge of all" if alone else "edge"
    return table((*rows, *(f"edge of {bet}" for bet in alone), whole, "SD", "hit freq.", "largest win"), lines)


def _figures(metrics: Metrics) -> tuple[str, ...]:
    return (
        percent(metrics.house_edge),
        decimal(metrics.standard_deviation, 4),
        percent(metrics.hit_frequency),
        _plain(metrics.largest_win),
    )


def _plain(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else decimal(value, 2)


def frontier_points(tables: Sequence[RankedTable]) -> Mapping[str, list[float]]:
    """Return the columns of the picture of a frontier: edge and hit frequency in percent, SD in initial wagers.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.paytable_design.price import feasible
    >>> from casino31.paytable_design.run import verified
    >>> from casino31.paytable_design.search import Pricer
    >>> from casino31.layoutfile.document import Document
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
