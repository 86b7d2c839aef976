"""The first page: everything that a reader in a hurry needs, each figure a live formula."""

from fractions import Fraction

from casino31.metrics import Metrics
from casino31.report.excel.figures import FIGURES, put_figure
from casino31.report.excel.formulas import all_ok, constant, filed
from casino31.report.excel.grid import Grid, Mark, Value, letter
from casino31.report.excel.laws import laws
from casino31.report.excel.live import Live
from casino31.report.excel.strategy import EQUAL
from casino31.report.numbers import percent

TITLE = "Summary"


def summary_sheet(live: Live, checks: list[str], date: str) -> Grid:
    """Return the summary; ``checks`` are the keys of every check cell of the workbook.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> sheet = summary_sheet(live, ["check.one"], "")
    >>> _, row, column = sheet.names["house_edge_main"]
    >>> sheet.cells[row, column].value, sheet.cells[row, column].formula
    (Fraction(10298, 270725), '-{main.mean}/{main.initial}')
    """
    grid = Grid(TITLE, landscape=False, one_page=True)
    stakes = live.sheet.stakes
    last = 1 + max(len(stakes), 2)
    grid.widths = {1: 41.0} | dict.fromkeys(range(2, last + 1), max(20.0, 66.0 / (last - 1)))
    grid.put(1, 1, live.rules.title, "title")
    grid.merge(1, 1, last)
    grid.heights[1] = 24.0
    stated = f" · {date}" if date else " · date not stated"
    grid.put(
        2,
        1,
        f"Par sheet of {live.sheet.analysis.game} · casino31 {live.sheet.analysis.version}{stated}",
        "subtitle",
    )
    grid.put(
        3, 1, f"Pay table: {live.sheet.name} · SHA-256 {live.rules.digest or 'none: made in code'}", "subtitle"
    )
    _tiles(grid, live, 5, last)
    row = _figures(grid, live, 8, last)
    if live.decides:
        row = _strategy(grid, live, row, last)
    row = _readings(grid, live, row, last)
    _status(grid, live, row, last, checks)
    return grid


def _tiles(grid: Grid, live: Live, at: int, last: int) -> None:
    stakes = list(live.sheet.stakes.items())
    first = stakes[0]
    tiles: list[tuple[str, Value, str, str]] = [
        (f"House edge · {name}", f.metrics.house_edge, f"{{{name}.edge}}", "tile") for name, f in stakes[:2]
    ]
    if live.sheet.play_frequency is not None:
        tiles.append(("Hands played", live.sheet.play_frequency, "{play frequency}", "tile"))
    risk = first[1].metrics.element_of_risk
    tiles.append((f"Element of risk · {first[0]}", _or_none(risk), f"{{{first[0]}.risk}}", "tile"))
    deviation = first[1].metrics.standard_deviation
    tiles.append((f"Standard deviation · {first[0]}", deviation, f"{{{first[0]}.sd}}", "tile number"))
    for column, (label, value, formula, style) in enumerate(tiles[:last], 1):
        grid.put(at, column, label, "tile label")
        grid.put(at + 1, column, value, style, formula)
    grid.heights |= {at: 16.0, at + 1: 24.0}
    grid.marks.append(Mark(f"A{at + 1}:B{at + 1}", f"A{at + 1}<0", "bad"))


def _figures(grid: Grid, live: Live, at: int, last: int) -> int:
    grid.put(at, 1, "Figures, at the best action for every hand" if live.decides else "Figures", "head left")
    grid.row(at, 2, [""] * (last - 1), "head")
    where = laws(live)
    for column, name in enumerate(live.sheet.stakes, 2):
        grid.put(at, column, name, "head")
    at += 1
    for figure in FIGURES:
        label = figure.label
        if figure.key == "volatility":
            words = f"Volatility index: z × SD, z = {live.sheet.z:.4f}"
            grid.put(at, 1, words, "label", '"Volatility index: z × SD, z = "&TEXT({z},"0.0000")')
        else:
            grid.put(at, 1, label, "label")
        for column, (name, stake) in enumerate(live.sheet.stakes.items(), 2):
            put_figure(grid, at, column, figure, where[name], stake.metrics, live.sheet.z)
        if figure.key == "edge":
            area = f"B{at}:{letter(last)}{at}"
            grid.marks.append(Mark(area, f"B{at}<0", "bad"))
        at += 1
        if figure.exact:
            grid.put(at, 1, "exact", "exact")
            for column, stake in enumerate(live.sheet.stakes.values(), 2):
                text = str(_exact(stake.metrics, figure.key))
                grid.put(at, column, text, "exact", filed(text))
                grid.fit(at, column, column, text, 1.3)
            at += 1
    return at + 1


def _exact(metrics: Metrics, key: str) -> Fraction | str:
    """The fraction behind a figure that has one."""
    if key == "risk":
        return _or_none(metrics.element_of_risk)
    return metrics.house_edge if key == "edge" else metrics.variance


def _or_none(value: Fraction | None) -> Fraction | str:
    return "none" if value is None else value


def _strategy(grid: Grid, live: Live, at: int, last: int) -> int:
    frequency, hands = live.sheet.play_frequency, sum(each.members for each in live.sheet.hand_values)
    grid.put(at, 1, "Strategy", "head left")
    grid.row(at, 2, [""] * (last - 1), "head")
    at += 1
    if frequency is not None:
        grid.put(at, 1, "Hands played", "label")
        grid.put(at, 2, frequency, "share", "{play frequency}")
        grid.put(at, 3, str(frequency), "exact", filed(str(frequency)))
        at += 1
    grid.put(at, 1, EQUAL, "label")
    grid.put(at, 2, live.sheet.analysis.tied, "integer", "{tied hands}")
    grid.put(at, 3, f"of {hands:,}", "exact")
    at += 1
    if live.sheet.advice.short:
        best = live.sheet.advice.short[-1]
        words = f"{'; '.join(best.lines)}. Costs {percent(best.cost, 6)}."
        grid.put(at, 1, "In short, for people", "text")
        grid.fit(at, 2, last, words)
        grid.put(at, 2, words, "text", filed(words))
        grid.merge(at, 2, last)
        at += 1
    return at + 1


def _readings(grid: Grid, live: Live, at: int, last: int) -> int:
    grid.put(at, 1, "Readings and assumptions", "head left")
    grid.row(at, 2, [""] * (last - 1), "head")
    at += 1
    grid.put(at, 1, "Readings", "text")
    readings = ", ".join(f"{name} = {choice}" for name, choice in live.rules.readings.items()) or "none"
    at = grid.paragraph(at, 2, last, readings)
    grid.put(at, 1, "Strategy is chosen for", "text")
    objective = " + ".join(live.sheet.analysis.objective)
    at = grid.paragraph(at, 2, last, f"{objective}; {live.sheet.analysis.strategy.name}")
    grid.put(at, 1, "Source of the layout", "text")
    at = grid.paragraph(at, 2, last, live.rules.source or "not stated")
    grid.put(at, 1, "Assumptions", "text")
    for note in live.sheet.analysis.assumptions:
        assumed = "assumed" in note
        at = grid.paragraph(at, 2, last, note, "assumed" if assumed else "text")
    return at + 1


def _status(grid: Grid, live: Live, at: int, last: int, checks: list[str]) -> None:
    grid.put(at, 1, "This workbook", "head left")
    grid.row(at, 2, [""] * (last - 1), "head")
    grid.put(at + 1, 1, "Equally likely deals", "label")
    total = "{draws}*{hands}" if live.table else ""
    grid.put(at + 1, 2, live.total, "integer", total, key="total", name="total_combinations")
    if live.frozen:
        grid.paragraph(at + 2, 1, last, live.frozen, "note")
        return
    grid.put(at + 2, 1, "Inputs (yellow cells)", "label")
    edits = [f"{{{wager}.edits}}" for wager in live.rules.tables]
    if live.table:
        if live.tie_choices:
            edits.append(f'IF({{tie}}="{live.rules.readings["tie"]}",0,1)')
        edits += [f"ABS({{objective.{bet}}}-{int(live.is_objective(bet))})" for bet in live.at_stake]
    mix = live.sheet.stakes.get("mix")
    if mix and len(mix.stake.units) > 1:
        units = mix.stake.units
        edits += [f"ABS({{units.{bet}}}-{constant(many)})" for bet, many in units.items()]
    grid.put(at + 2, 2, 1, "filed", f"IF({'+'.join(edits)}=0,1,0)", key="as filed", name="as_filed")
    grid.put(at + 3, 1, "Checks", "label")
    grid.put(at + 3, 2, "all checks pass", "verdict", all_ok(checks), key="verdict", name="checks")
    grid.marks.append(Mark(f"B{at + 2}", f"B{at + 2}=0", "warn"))
    grid.marks.append(Mark(f"B{at + 3}", f'B{at + 3}="all checks pass"', "good"))
    grid.marks.append(Mark(f"B{at + 3}", f'B{at + 3}<>"all checks pass"', "bad"))
    method = f"Method: {live.sheet.analysis.method}. Red: the player has the edge, or a check fails."
    grid.paragraph(at + 4, 1, last, method, "note")
