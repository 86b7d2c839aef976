"""The rules as they were read, and dealt rounds settled step by step."""

from casino31.answers import Example
from casino31.cards import show
from casino31.outcomes import Result
from casino31.paytable import show_pay
from casino31.report.excel.grid import Grid, letter
from casino31.report.excel.live import Live

TITLE = "Rules and worked examples"


def rounds_sheet(live: Live) -> Grid:
    """Return the sheet of rules and worked rounds.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> rounds_sheet(live).cells[4, 1].value[:40]
    'A1. One deck of 52 cards, shuffled anew '
    """
    grid = Grid(TITLE, landscape=False)
    grid.widths = {1: 24.0, 2: 20.0, 3: 15.0, 4: 15.0, 5: 34.0}
    grid.put(1, 1, f"Rules and worked examples: {live.rules.title}", "title")
    grid.heights[1] = 24.0
    row = _rules(grid, live, 3)
    row = _pays(grid, live, row)
    grid.put(row, 1, "Worked examples", "heading")
    grid.row(row, 2, [""] * 4, "heading")
    row += 1
    for place, each in enumerate(live.sheet.examples, 1):
        row = _example(grid, live, row, place, each)
    grid.print_rows = "1:2"
    return grid


def _rules(grid: Grid, live: Live, at: int) -> int:
    grid.put(at, 1, "The law, clause by clause", "heading")
    grid.row(at, 2, [""] * 4, "heading")
    at += 1
    for clause, text in live.sheet.game.clauses:
        at = grid.paragraph(at, 1, 5, f"{clause}. {text}")
    at += 1
    if not live.rules.readings:
        return at
    grid.put(at, 1, "What this layout reads where the sources leave a rule open", "heading")
    grid.row(at, 2, [""] * 4, "heading")
    at += 1
    for name, choice in live.rules.readings.items():
        others = [other for other in live.sheet.game.readings.get(name, ()) if other != choice]
        at = grid.paragraph(at, 1, 5, f"{name} = {choice} (others: {', '.join(others)}).")
    return at + 1


def _pays(grid: Grid, live: Live, at: int) -> int:
    grid.put(at, 1, "Pays of the file", "heading")
    grid.row(at, 2, [""] * 4, "heading")
    grid.put(at + 1, 1, "Wager", "head left")
    grid.row(at + 1, 2, ("Line", "Pays, filed", "Pays, now"), "head centre")
    grid.put(at + 1, 5, "Source", "head left")
    at += 2
    for wager in live.rules.tables:
        for place, row in enumerate(live.pay_rows[wager]):
            if row.line is None:
                continue
            if row.first != place:
                continue
            net = row.line.pays
            shown = net if live.unit == "to one" else net + 1
            grid.put(at, 1, wager, "label")
            grid.put(at, 2, row.line.label, "centre")
            grid.put(at, 3, show_pay(net, live.unit), "centre")
            grid.put(at, 4, shown, f"pay {live.unit}", f"{{{wager}.pays.{place}}}")
            grid.put(at, 5, row.origin, "assumed" if row.assumed else "text")
            at += 1
    return at + 1


def _example(grid: Grid, live: Live, at: int, place: int, each: Example) -> int:
    grid.put(at, 1, f"{place}. {each.title}", "strong")
    grid.merge(at, 1, 5)
    at = grid.paragraph(at + 1, 1, 5, f"Cards {show(*each.cards)}; action: {each.action}", "text")
    for step in each.steps:
        at = grid.paragraph(at, 1, 5, f"– {step}")
    grid.put(at, 1, "Settled", "head left")
    grid.put(at, 2, "Event", "head centre")
    grid.row(at, 3, ("Stake", "Net"), "head")
    grid.put(at, 5, "", "head")
    first = at + 1
    for wager, result in zip(_wagers(live, each), each.results, strict=True):
        at += 1
        grid.put(at, 1, wager, "label")
        grid.put(at, 2, result.event, "centre")
        grid.put(at, 3, result.stake, "units", _now(live, wager, result, "stake"))
        grid.put(at, 4, result.net, "units", _now(live, wager, result, "net"))
    total = at + 1
    grid.row(total, 1, ("Total", ""), "total text")
    for column in (3, 4):
        name = letter(column)
        value = sum(result.stake if column == 3 else result.net for result in each.results)
        grid.put(total, column, value, "total units", f"SUM({name}{first}:{name}{at})")
    note = "at the pays of the file"
    grid.put(
        total, 5, note, "exact", 'IF({as filed}=1,"at the pays of the file","pays edited: steps are the file\'s")'
    )
    return total + 2


def _wagers(live: Live, each: Example) -> tuple[str, ...]:
    wagers = tuple(live.rules.tables)
    return wagers if len(wagers) == len(each.results) else live.main[: len(each.results)]


def _now(live: Live, wager: str, result: Result, what: str) -> str:
    """The formula of a result's stake or net: that of its row on the wager's sheet."""
    for place, row in enumerate(live.pay_rows[wager]):
        if result.event in (paid.event for paid in row.paid) and (row.stake, row.net) == result[1:]:
            return f"{{{wager}.{what}.{place}}}"
    return ""
