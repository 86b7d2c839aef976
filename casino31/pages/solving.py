"""The answer to "which pay gives this edge": as text and as JSON, schema ``casino31.solve/1``."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from casino31.answers import Analysis
from casino31.decimals import decimal, number, percent, table
from casino31.metrics import Metrics
from casino31.paytable import show_pay
from casino31.paytable_design.solve import Solution, SolutionLine
from casino31.paytable_design.surface import Surface


def about(surface: Surface, name: str) -> dict[str, Any]:
    """Return the keys that open every object of a design question: whose layout, which bets.

    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> about(surface(file.game, file.rules), file.name)["bets"]
    ['main']
    """
    return {
        "game": surface.game.name,
        "title": surface.rules.title,
        "paytable": name,
        "paytable_sha256": surface.rules.digest,
        "rules": dict(surface.rules.readings),
        "bets": list(surface.bets),
        "method": "exact",
    }


def solve_object(found: Solution, name: str, answer: tuple[Analysis, Metrics] | None) -> dict[str, Any]:
    """Return a solution; ``answer`` is the exact engine's analysis of the layout with the pay found.

    >>> from casino31.paytable_design.solve import solve
    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> found = solve(surface(file.game, file.rules), "play.31", Fraction(1, 2))
    >>> solve_object(found, file.name, None)["feasible"]
    False
    """
    return {
        "schema": "casino31.solve/1",
        **about(found.surface, name),
        "row": found.row,
        "target": number(found.target),
        "feasible": found.feasible,
        "pay": number(found.pay),
        "lowest_pay": number(found.lowest),
        "house_edge": number(answer[1].house_edge if answer else None),
        "element_of_risk": number(answer[1].element_of_risk if answer else None),
        "standard_deviation": number(answer[1].standard_deviation if answer else None),
        "reachable": [number(edge) for edge in found.reachable],
        "nearest": [
            {"step": number(each.step), "pay": number(each.pay), "house_edge": number(each.edge)}
            for each in found.nearest
        ],
    }


def solve_text(
    found: Solution, answer: tuple[Analysis, Metrics] | None, strategy: Sequence[str], changed: int
) -> str:
    """Return a solution for the screen; ``changed`` starting hands have another best action than in the file.

    >>> from casino31.paytable_design.solve import solve
    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> found = solve(surface(file.game, file.rules), "play.31", Fraction(1, 2))
    >>> print(solve_text(found, None, (), 0), end="")
    play.31: the pay for a house edge of 50.0000 % on main
      infeasible: the pays allowed give edges from -350,170,830 % to 7.6557 %
    """
    head = f"{found.row}: the pay for a house edge of {percent(found.target)} on {' + '.join(found.surface.bets)}"
    lowest, highest = found.reachable
    span = f"from {_short(lowest)} to {_short(highest)}"
    if answer is None or found.pay is None:
        return f"{head}\n  infeasible: the pays allowed give edges {span}\n"
    lines = [
        head,
        f"  exact pay          {found.pay} to one ({decimal(found.pay)}); the layout pays "
        f"{show_pay(found.surface.pays[found.row])}",
        f"  house edge there   {percent(answer[1].house_edge)} ({answer[1].house_edge}), by a new exact analysis",
        f"  reachable edges    {span}",
    ]
    if found.lowest != found.pay:
        lines.append(f"  any pay from {found.lowest} on gives the same edge: it is never played for below")
    lines += ["", "Nearest payable odds"]
    rows = [(show_pay(each.pay), str(each.pay), percent(each.edge), str(each.edge)) for each in found.nearest]
    lines.append(table(("odds", "to one", "house edge", "exact"), rows))
    lines += ["", f"The strategy at the exact pay: {changed:,} starting hands change their action"]
    lines += [f"  {line}" for line in strategy]
    return "\n".join(lines) + "\n"


def line_object(found: SolutionLine, name: str) -> dict[str, Any]:
    """Return a line of solutions of two rows, schema ``casino31.solve-line/1``.

    >>> from casino31.paytable_design.solve import solve_two
    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> rows = ("play.31", "play.mini royal")
    >>> found = solve_two(surface(file.game, file.rules), rows, Fraction(3, 100), Fraction(5), Fraction(60))
    >>> line_object(found, file.name)["line"][0]["play.mini royal"]
    {'exact': '60', 'value': 60.0}
    """
    return {
        "schema": "casino31.solve-line/1",
        **about(found.surface, name),
        "rows": list(found.rows),
        "target": number(found.target),
        "feasible": bool(found.corners),
        "reachable": [number(edge) for edge in found.reachable],
        "line": [{row: number(pay) for row, pay in zip(found.rows, each, strict=True)} for each in found.corners],
    }


def line_text(found: SolutionLine) -> str:
    """Return a line of solutions for the screen.

    >>> from casino31.paytable_design.solve import solve_two
    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> rows = ("play.31", "play.mini royal")
    >>> found = solve_two(surface(file.game, file.rules), rows, Fraction(3, 100), Fraction(5), Fraction(60))
    >>> print(line_text(found).splitlines()[0])
    play.31 and play.mini royal: the pays for a house edge of 3.0000 % on main
    """
    bets = " + ".join(found.surface.bets)
    head = f"{' and '.join(found.rows)}: the pays for a house edge of {percent(found.target)} on {bets}"
    if not found.corners:
        lowest, highest = found.reachable
        return f"{head}\n  infeasible: the pays allowed give edges from {_short(lowest)} to {_short(highest)}\n"
    rows = [(str(each.one), str(each.other), decimal(each.one), decimal(each.other)) for each in found.corners]
    shown = table((*found.rows, "as decimals", ""), rows)
    return f"{head}\n  corners of the line of solutions; between neighbours every point of it is one\n{shown}\n"


def _short(edge: Fraction) -> str:
    return percent(edge) if abs(edge) < 1000 else f"{decimal(100 * edge, 0)} %"
