"""Long runs: where the average result lies after many rounds, exactly and by the normal curve."""

from casino31.report.excel.formulas import EDITED, constant, literal
from casino31.report.excel.grid import Check, Grid
from casino31.report.excel.live import Live

TITLE = "Confidence"


def confidence_sheet(live: Live) -> Grid:
    """Return the sheet of long runs: one table a stake.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> sheet = confidence_sheet(live)
    >>> sheet.cells[sheet.names["z_score"][1:]].formula
    'NORMSINV((1+{confidence})/2)'
    """
    grid = Grid(TITLE)
    grid.widths = {1: 30.0} | dict.fromkeys(range(2, 8), 18.0)
    grid.put(1, 1, f"Long runs: {live.rules.title}", "title")
    grid.heights[1] = 24.0
    grid.paragraph(
        2,
        1,
        7,
        "The average result of a round after many rounds, in initial wagers, seen from the player. "
        "Normal: mean ± z × SD / √rounds, live. Exact: quantiles of the law of the sum, computed with the inputs "
        "of the file; they give way to a note when one is edited. The normal range misleads where an end is off by "
        "more than a tenth of its half width.",
        "note",
    )
    sheet = live.sheet
    grid.put(4, 1, "Confidence, two-sided", "label")
    grid.put(4, 2, sheet.confidence, "input percent", key="confidence", name="confidence_level")
    grid.checks.append(Check("B4", 0.0, (), "Confidence", "A share between 0 and 1, such as 90%."))
    grid.put(5, 1, "z", "label")
    grid.put(5, 2, sheet.z, "number", "NORMSINV((1+{confidence})/2)", key="z", name="z_score")
    at = 7
    for name in sheet.stakes:
        at = _table(grid, live, name, at)
    grid.freeze, grid.print_rows = "A4", "1:2"
    return grid


def _table(grid: Grid, live: Live, name: str, at: int) -> int:
    figures = live.sheet.stakes[name]
    grid.put(at, 1, name[:1].upper() + name[1:], "heading")
    grid.row(at, 2, [""] * 6, "heading")
    heads = ("Normal from", "Normal to", "Exact from", "Exact to", "Normal range", "Exact width / normal")
    grid.row(at + 1, 1, ("Rounds", *heads), "head")
    grid.put(at + 1, 6, heads[4], "head centre")
    at += 2
    held = f"AND({{as filed}}=1,ROUND({{confidence}}-{constant(live.sheet.confidence)},12)=0)"
    for each in figures.ranges(confidence=live.sheet.confidence):
        grid.put(at, 1, each.rounds, "integer")
        half = f"{{z}}*{{{name}.sd}}/SQRT(A{at})"
        mean = f"{{{name}.mean}}/{{{name}.initial}}"
        grid.put(at, 2, each.normal_lower, "share", f"{mean}-{half}")
        grid.put(at, 3, each.normal_upper, "share", f"{mean}+{half}")
        for column, value in ((4, each.lower), (5, each.upper)):
            grid.put(at, column, value, "share", f'IF({held},{constant(value)},"{EDITED}")')
        verdict = "misleads" if each.misleads else "agrees"
        verdict += "" if each.certain else "; exact ± one step"
        grid.put(at, 6, verdict, "centre", f'IF({held},{literal(verdict)},"{EDITED}")')
        apart = each.normal_upper - each.normal_lower
        width = float(each.upper - each.lower) / apart if apart else "none"
        formula = f'IF(C{at}=B{at},"none",IF({held},(E{at}-D{at})/(C{at}-B{at}),"inputs edited"))'
        grid.put(at, 7, width, "number", formula)
        at += 1
    return at + 1
