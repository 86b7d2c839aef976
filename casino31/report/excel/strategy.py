"""The strategy: in words, in short, and live."""

from collections.abc import Sequence

from casino31.answers import StatedRule
from casino31.report.excel import counts
from casino31.report.excel.formulas import close, filed, filed_number, literal
from casino31.report.excel.grid import Check, Grid, Mark, Value, name_for
from casino31.report.excel.live import Live

TITLE = "Strategy"


EQUAL = "Starting hands where the best action is not the only one"


def strategy_sheet(live: Live) -> Grid:
    """Return the sheet of the strategy.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> sheet = strategy_sheet(live)
    >>> _, row, column = sheet.keys["play frequency"]
    >>> sheet.cells[row, column].value, sheet.cells[row, column].formula
    (Fraction(3616, 5525), '1-({play.ways.0})/{total}')
    """
    grid = Grid(TITLE)
    grid.widths = {1: 74.0, 2: 17.0, 3: 17.0, 4: 17.0, 5: 27.0}
    grid.put(1, 1, f"Strategy: {live.rules.title}", "title")
    grid.heights[1] = 24.0
    row = _live(grid, live, 3) if live.table else _frozen(grid, live, 3)
    row = _words(grid, live, row)
    advice = live.sheet.advice
    aim = f"; figures for {' + '.join(live.sheet.analysis.objective)}"
    row = _stated(grid, row, f"The best short rules, and what each costs{aim}", advice.short)
    grid.breaks.append(row - 1)
    _stated(grid, row, f"What common mistakes cost{aim}", advice.mistakes)
    grid.freeze, grid.print_rows = "A3", "1:2"
    return grid


def _live(grid: Grid, live: Live, at: int) -> int:
    grid.put(at, 1, "Live: the best action of every hand at the pays of the yellow cells", "heading")
    grid.row(at, 2, [""] * 4, "heading")
    change = "Change a yellow pay on a wager's sheet" + (", or the tie rule here," if live.tie_choices else "")
    at = grid.paragraph(
        at + 1,
        1,
        5,
        f"{change} and recalculate: the Counts sheet prices "
        "every action of every hand anew, and every figure of the workbook follows the best one.",
        "note",
    )
    at = _inputs(grid, live, at)
    members, ties = (counts.area(live, column) for column in (counts.MEMBERS, counts.places(live).ties))
    lines: list[tuple[str, Value, str, str, str]] = [
        ("Draws after each starting hand", live.draws, "integer", "", "draws"),
        ("Starting hands", sum(row.members for row in live.rows), "integer", f"SUM({members})", "hands"),
    ]
    for action, name in enumerate(live.actions):
        hands = counts.area(live, counts.places(live).first_taken + action)
        whole = sum(taken[action] for taken in live.taken)
        lines.append((f"Starting hands: {name}", whole, "integer", f"SUM({hands})", f"hands.{action}"))
    if live.sheet.play_frequency is not None:
        lines.append(("Play frequency", live.sheet.play_frequency, "share", _frequency(live), "play frequency"))
    tied = sum(row.members for row, equal in zip(live.rows, live.equal, strict=True) if equal > 1)
    edge = live.sheet.stakes[live.base].metrics.house_edge
    lines += [
        (EQUAL, tied, "integer", f"SUMPRODUCT(({ties}>1)*{members})", "tied hands"),
        ("House edge with the best action everywhere", edge, "share", f"{{{live.base}.edge}}", ""),
    ]
    at = _listed(grid, at, lines)
    return _cross_check(grid, live, at) + 1


def _listed(grid: Grid, at: int, lines: Sequence[tuple[str, Value, str, str, str]]) -> int:
    for label, value, style, formula, key in lines:
        name = key.replace(" ", "_") if key in ("play frequency", "tied hands") else ""
        grid.put(at, 1, label, "label")
        grid.put(at, 2, value, style, formula, key=key, name=name)
        at += 1
    grid.marks.append(Mark(f"B{at - 1}", f"B{at - 1}<0", "bad"))
    return at


def _frozen(grid: Grid, live: Live, at: int) -> int:
    """The figures of the strategy where they are values."""
    sheet = live.sheet
    grid.put(at, 1, "The best action of every hand", "heading")
    grid.row(at, 2, [""] * 4, "heading")
    lines: list[tuple[str, Value, str, str, str]] = [(EQUAL, sheet.analysis.tied, "integer", "", "tied hands")]
    if sheet.play_frequency is not None:
        lines.append(("Play frequency", sheet.play_frequency, "share", "", "play frequency"))
    edge = sheet.stakes[live.base].metrics.house_edge
    lines.append(("House edge with the best action everywhere", edge, "share", "", ""))
    return _listed(grid, at + 1, lines) + 1


def _inputs(grid: Grid, live: Live, at: int) -> int:
    """The yellow cells: the tie rule, and the bets that the strategy is chosen for."""
    if live.tie_choices:
        tie = live.rules.readings["tie"]
        names = f"{{action.0..action.{len(live.actions) - 1}}}"
        grid.put(at, 1, "Tie rule: what is done where it is one of several best actions", "label")
        grid.put(at, 2, tie, "input text", key="tie", name="tie_rule")
        grid.checks.append(Check(f"B{at}", None, live.tie_choices, "Tie rule", " or ".join(live.tie_choices)))
        grid.put(at + 1, 1, "The tie rule as a number: the action's place on the Counts sheet", "label")
        grid.put(at + 1, 2, live.actions.index(tie) + 1, "general", f"MATCH({{tie}},{names},0)", key="tie flag")
        at += 2
    for bet in live.at_stake:
        grid.put(at, 1, f"The strategy is chosen with the {bet} wager made (1) or not (0)", "label")
        name = name_for("objective", bet)
        grid.put(at, 2, int(live.is_objective(bet)), "input general", key=f"objective.{bet}", name=name)
        grid.checks.append(Check(f"B{at}", None, ("0", "1"), "Objective", "1: the wager is made; 0: it is not"))
        at += 1
    return at


def _frequency(live: Live) -> str:
    """How often the first later wager is made: all but the combinations without units on it."""
    wager = live.sheet.later[0]
    idle = [f"{{{wager}.ways.{place}}}" for place, row in enumerate(live.pay_rows[wager]) if not row.units]
    return f"1-({'+'.join(idle) or '0'})/{{total}}"


def _cross_check(grid: Grid, live: Live, at: int) -> int:
    """The expectation once more, from the value of each hand's action instead of the counted results."""
    members, best = (counts.area(live, column) for column in (counts.MEMBERS, counts.places(live).best))
    extra = "".join(f"-{{objective.{bet}}}*{{{bet} alone.mean}}" for bet in live.at_stake)
    mean = live.sheet.stakes[live.base].metrics.expected_net
    grid.put(at, 1, "Expected net by the value of every hand's action, units", "label")
    grid.put(at, 2, mean, "number", f"SUMPRODUCT({members},{best})/{{total}}{extra}", key="best value")
    within = "1E-9"
    grid.put(at, 3, "ok", "check", close("{best value}", f"{{{live.base}.mean}}", within), key="check.best")
    grid.marks.append(Mark(f"C{at}", f'C{at}="FAIL"', "bad"))
    return at + 1


def _words(grid: Grid, live: Live, at: int) -> int:
    advice = live.sheet.advice
    grid.put(at, 1, "The best strategy in words", "heading")
    grid.row(at, 2, [""] * 4, "heading")
    at += 1
    reading, *lines = advice.rules
    at = grid.paragraph(at, 1, 5, reading, "text")
    for place, line in enumerate(lines, 1):
        at = grid.paragraph(at, 1, 5, f"{place}. {line}")
    if not advice.proven_hands:
        return at + 1
    proof = f"Checked: the same action as the best one on all {advice.proven_hands:,} starting hands."
    edited = literal("The inputs were edited: these words are for the pays of the file.")
    note = f"IF({{as filed}}=1,{literal(proof)},{edited})"
    grid.put(at, 1, proof, "note", note)
    grid.merge(at, 1, 5)
    return at + 2


def _stated(grid: Grid, at: int, title: str, rules: tuple[StatedRule, ...]) -> int:
    if not rules:
        return at
    grid.put(at, 1, title, "heading")
    grid.row(at, 2, [""] * 4, "heading")
    grid.put(at + 1, 1, "Rule", "head left")
    grid.row(at + 1, 2, ("House edge", "Costs", "Hands played", "House edge, exact"), "head")
    at += 2
    for rule in rules:
        end = grid.paragraph(at, 1, 1, "\n".join(rule.lines), "rule")
        for column, value in ((2, rule.house_edge), (3, rule.cost), (4, rule.play_frequency)):
            grid.put(at, column, value, "share", filed_number(value))
        grid.put(at, 5, str(rule.house_edge), "exact", filed(str(rule.house_edge)))
        at = end
    return at + 1
