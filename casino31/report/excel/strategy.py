"""The strategy: in words, in short, and live."""

from fractions import Fraction

from casino31.answers import StatedRule
from casino31.report.excel import counts
from casino31.report.excel.formulas import close, filed, filed_number, literal
from casino31.report.excel.grid import Check, Grid, Mark
from casino31.report.excel.live import Live

TITLE = "Strategy"


def strategy_sheet(live: Live) -> Grid:
    """Return the sheet of the strategy.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> sheet = strategy_sheet(live)
    >>> _, row, column = sheet.keys["play frequency"]
    >>> sheet.cells[row, column].value, sheet.cells[row, column].formula
    (Fraction(3616, 5525), '{hands played}/{hands}')
    """
    grid = Grid(TITLE)
    grid.widths = {1: 74.0, 2: 17.0, 3: 17.0, 4: 17.0, 5: 27.0}
    grid.put(1, 1, f"Strategy: {live.rules.title}", "title")
    grid.heights[1] = 24.0
    row = _live(grid, live, 3)
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
    at = grid.paragraph(
        at + 1,
        1,
        5,
        "Change a yellow pay on a wager's sheet, or the tie rule here, and recalculate: the Counts sheet prices "
        "both actions of every starting hand anew, and every figure of the workbook follows the better one.",
        "note",
    )
    sheet, everything = live.sheet, (0, len(live.rows) - 1)
    members, gain, played = (
        counts.area(live, column, everything) for column in (counts.MEMBERS, counts.GAIN, counts.PLAYED)
    )
    hands = sum(row.members for row in live.rows)
    gone = sum(row.members * plays for row, plays in zip(live.rows, live.decisions, strict=True))
    tie = live.rules.readings.get("tie", "fold")
    grid.put(at, 1, "Tie rule: what is done where both actions are worth the same", "label")
    grid.put(at, 2, tie, "input text", key="tie", name="tie_rule")
    grid.checks.append(Check(f"B{at}", None, ("fold", "play"), "Tie rule", "fold or play"))
    at += 1
    if live.forfeits:
        grid.put(at, 1, f"The strategy is chosen with the {live.side} wager made (1) or not (0)", "label")
        grid.put(
            at, 2, int(live.plays_for_side), "input general", key="objective", name="objective_with_side_wager"
        )
        grid.checks.append(Check(f"B{at}", None, ("0", "1"), "Objective", "1: the wager is made; 0: it is not"))
        at += 1
    best = sheet.stakes[live.main_bet or ""].metrics
    lines = (
        (
            "The tie rule as a number: 1 plays, 0 folds",
            int(tie == "play"),
            "general",
            'IF({tie}="play",1,0)',
            "tie flag",
        ),
        ("Draws after each starting hand", sheet.decisions.draws, "integer", "", "draws"),
        ("Starting hands", hands, "integer", f"SUM({members})", "hands"),
        ("A fold wins, units", live.fold_value, "general", _fold_formula(live), "fold value"),
        ("Starting hands played", gone, "integer", f"SUM({played})", "hands played"),
        ("Play frequency", sheet.play_frequency or Fraction(), "share", "{hands played}/{hands}", "play frequency"),
        (
            "Starting hands where both actions are equal",
            sheet.analysis.tied,
            "integer",
            f"SUMPRODUCT(({gain}=0)*{members})",
            "tied hands",
        ),
        ("House edge with the best action everywhere", best.house_edge, "share", f"{{{live.main_bet}.edge}}", ""),
    )
    for label, value, style, formula, key in lines:
        name = key.replace(" ", "_") if key in ("play frequency", "tied hands") else ""
        grid.put(at, 1, label, "label")
        grid.put(at, 2, value, style, formula, key=key, name=name)
        at += 1
    grid.marks.append(Mark(f"B{at - 1}", f"B{at - 1}<0", "bad"))
    return _cross_check(grid, live, at) + 1


def _fold_formula(live: Live) -> str:
    return "+".join(f"{{{wager}.net.0}}" for wager in live.main)


def _cross_check(grid: Grid, live: Live, at: int) -> int:
    """The expectation once more, from the value of each hand's action instead of the counted results."""
    everything = (0, len(live.rows) - 1)
    members, value, decision = (
        counts.area(live, column, everything) for column in (counts.MEMBERS, counts.VALUE, counts.DECISION)
    )
    best = f"SUMPRODUCT({members},{decision}*{value}+(1-{decision})*{{draws}}*{{fold value}})/{{total}}"
    mean = live.sheet.stakes[live.main_bet or ""].metrics.expected_net
    grid.put(at, 1, "Expected net by the value of every hand's action, units", "label")
    grid.put(at, 2, mean, "number", best, key="best value")
    grid.put(at, 3, "ok", "check", close("{best value}", f"{{{live.main_bet}.mean}}"), key="check.best")
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
