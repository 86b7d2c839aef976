"""The answer to "which pay gives this edge", schemas ``casino31.solve/1`` and ``casino31.solve-line/1``."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from casino31.answers import Analysis
from casino31.decimals import decimal, number, percent
from casino31.metrics import Metrics
from casino31.page import PERCENT, Block, Cell, Column, Figure, Listing, Note, Row, Table, Unit, figures, texts
from casino31.pages.deliverable import Deliverable, answered
from casino31.pages.questions import about, answer_report
from casino31.paytable_design.compare import changed_hands
from casino31.paytable_design.solve import Solution, SolutionLine
from casino31.paytable_design.surface import Surface
from casino31.serialize import JsonObject


def solution_deliverable(solution: Solution, name: str = "") -> Deliverable:
    """Return the pay that gives an edge, for people and for programs; ``name`` is the layout as it was named.

    >>> import casino31
    >>> solution = casino31.solve_pay("31-classic-b", "play.31", "1/2")
    >>> solution_deliverable(solution).report.pages[0].blocks[0].text
    'Infeasible: the pays allowed give edges from -350,170,830 % to 7.6557 %'
    """

    @cache
    def analysed() -> tuple[Analysis, Metrics] | None:
        """The exact engine's analysis of the layout with the pay found."""
        return None if solution.pay is None else solution.surface.analyse({solution.row: solution.pay})

    return answered(
        lambda: answer_report(
            f"{solution.row}: the pay for a house edge of {percent(solution.target)} on {_bets(solution.surface)}",
            "The pay for a house edge",
            solution.surface.rules,
            tuple(_solution_blocks(solution, analysed())),
        ),
        lambda: _solution_object(solution, name, analysed()),
    )


def _solution_object(solution: Solution, name: str, answer: tuple[Analysis, Metrics] | None) -> JsonObject:
    return {
        "schema": "casino31.solve/1",
        **about(solution.surface, name),
        "row": solution.row,
        "target": number(solution.target),
        "feasible": solution.feasible,
        "pay": number(solution.pay),
        "lowest_pay": number(solution.lowest),
        "house_edge": number(answer[1].house_edge if answer else None),
        "element_of_risk": number(answer[1].element_of_risk if answer else None),
        "standard_deviation": number(answer[1].standard_deviation if answer else None),
        "reachable": [number(edge) for edge in solution.reachable],
        "nearest": [
            {"step": number(near.step), "pay": number(near.pay), "house_edge": number(near.edge)}
            for near in solution.nearest
        ],
    }


def _solution_blocks(solution: Solution, answer: tuple[Analysis, Metrics] | None) -> Iterator[Block]:
    surface = solution.surface
    if answer is None or solution.pay is None:
        yield Note(f"Infeasible: the pays allowed give edges {_span(solution.reachable)}")
        return
    analysis, metrics = answer
    told = [
        Figure("exact pay, to one", solution.pay, Unit("number", 6), note=str(solution.pay)),
        Figure("the layout pays", surface.pays[solution.row], Unit("to one")),
        Figure("house edge at the exact pay", metrics.house_edge, PERCENT, note=str(metrics.house_edge)),
    ]
    yield figures("", told, "solution")
    reach = [("reachable edges", _span(solution.reachable))]
    if solution.lowest != solution.pay:
        reach.append(("the same edge", f"any pay from {solution.lowest} on: it is never played for below"))
    yield texts("", reach)
    columns = (Column("odds", "odds", "left"), Column("pay", "to one"), Column("edge", "house edge"))
    rows = [
        Row((Cell(near.pay, Unit("to one")), Cell(str(near.pay)), Cell(near.edge, PERCENT), Cell(str(near.edge))))
        for near in solution.nearest
    ]
    yield Table((*columns, Column("exact", "exact", tone="exact")), tuple(rows), "Nearest payable odds", "nearest")
    changed = changed_hands(surface.game, surface.analyse()[0], analysis).hands
    title = f"The strategy at the exact pay: {changed:,} starting hands change their action"
    yield Listing(tuple(surface.game.rule_list(analysis)), title)


def line_deliverable(line: SolutionLine, name: str = "") -> Deliverable:
    """Return the pays of two rows that give an edge, for people and for programs.

    >>> import casino31
    >>> line = casino31.solve_pay("31-classic-b", ("play.31", "play.mini royal"), "3%", low=5, high=60)
    >>> line_deliverable(line).record["line"][0]["play.mini royal"]
    {'exact': '60', 'value': 60.0}
    """
    heading = (
        f"{' and '.join(line.rows)}: the pays for a house edge of {percent(line.target)} on {_bets(line.surface)}"
    )
    return answered(
        lambda: answer_report(heading, "The pays for a house edge", line.surface.rules, (_corners(line),)),
        lambda: _line_object(line, name),
    )


def _line_object(line: SolutionLine, name: str) -> JsonObject:
    return {
        "schema": "casino31.solve-line/1",
        **about(line.surface, name),
        "rows": list(line.rows),
        "target": number(line.target),
        "feasible": bool(line.corners),
        "reachable": [number(edge) for edge in line.reachable],
        "line": [{row: number(pay) for row, pay in zip(line.rows, corner, strict=True)} for corner in line.corners],
    }


def _corners(line: SolutionLine) -> Block:
    if not line.corners:
        return Note(f"Infeasible: the pays allowed give edges {_span(line.reachable)}")
    columns = (
        *(Column(row, row) for row in line.rows),
        *(Column(f"{row} decimal", "as a decimal") for row in line.rows),
    )
    rows = (
        Row((*(Cell(str(pay)) for pay in corner), *(Cell(pay, Unit("number", 6)) for pay in corner)))
        for corner in line.corners
    )
    title = "Corners of the line of solutions; between neighbours every point of it is one"
    return Table(columns, tuple(rows), title, "corners")


def _bets(surface: Surface) -> str:
    return " + ".join(surface.bets)


def _span(reachable: tuple[Fraction, Fraction]) -> str:
    lowest, highest = reachable
    return f"from {_short(lowest)} to {_short(highest)}"


def _short(edge: Fraction) -> str:
    return percent(edge) if abs(edge) < 1000 else f"{decimal(100 * edge, 0)} %"
