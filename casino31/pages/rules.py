"""The page of the rules as they were read, and of dealt rounds settled step by step."""

from casino31.answers import Example
from casino31.cards import show
from casino31.outcomes import Result
from casino31.page import TEXT, UNITS, Block, Cell, Column, Group, Listing, Page, Row, Table, Unit
from casino31.pages.live import Live
from casino31.paytable import show_pay

TITLE = "Rules and worked examples"


def rules_page(live: Live) -> Page:
    """Return the page of rules and worked rounds.

    >>> from casino31.pages.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> page = rules_page(Live(ParSheet(file.game, file.game.analyse(file.rules), file.name)))
    >>> page.blocks[0].items[0][:40]
    'A1. One deck of 52 cards, shuffled anew '
    """
    clauses = tuple(f"{clause}. {text}" for clause, text in live.sheet.game.clauses)
    blocks: list[Block] = [Listing(clauses, "The law, clause by clause")]
    if live.rules.readings:
        readings = []
        for name, choice in live.rules.readings.items():
            others = [other for other in live.sheet.game.readings.get(name, ()) if other != choice]
            readings.append(f"{name} = {choice} (others: {', '.join(others)}).")
        blocks.append(Listing(tuple(readings), "What this layout reads where the sources leave a rule open"))
    blocks.append(_pays(live))
    examples = live.sheet.examples
    for place, example in enumerate(examples, 1):
        blocks.append(_example(live, place, example))
    return Page(TITLE, tuple(blocks), f"Rules and worked examples: {live.rules.title}")


def _pays(live: Live) -> Table:
    rows = []
    for wager in live.rules.tables:
        for place, row in enumerate(live.pay_rows[wager]):
            if row.line is None or row.first != place:
                continue
            net = row.line.pays
            cells = (
                Cell(wager),
                Cell(row.line.label),
                Cell(show_pay(net, live.unit)),
                Cell(net if live.unit == "to one" else net + 1, Unit(live.unit), f"{{wager {wager}|pays|{place}}}"),
                Cell(row.origin, tone="assumed" if row.assumed else ""),
            )
            rows.append(Row(cells))
    columns = (
        Column("wager", "Wager", "left"),
        Column("line", "Line", "left"),
        Column("filed", "Pays, filed", "centre"),
        Column("now", "Pays, now", "centre", workings=True),
        Column("source", "Source", "left"),
    )
    return Table(columns, tuple(rows), "Pays of the file")


def _example(live: Live, place: int, example: Example) -> Group:
    steps = (f"Cards {show(*example.cards)}; action: {example.action}", *(f"– {step}" for step in example.steps))
    rows = [
        Row(
            (
                Cell(wager),
                Cell(result.event),
                Cell(result.stake, UNITS, _now(live, wager, result, "stake")),
                Cell(result.net, UNITS, _now(live, wager, result, "net")),
            )
        )
        for wager, result in zip(_wagers(live, example), example.results, strict=True)
    ]
    sums = [sum(result.stake for result in example.results), sum(result.net for result in example.results)]
    note = 'IF({as filed}=1,"at the pays of the file","pays edited: steps are the file\'s")'
    total = (
        Cell("Total"),
        Cell("at the pays of the file", TEXT, note, tone="note"),
        Cell(sums[0], UNITS, "SUM([stake:])"),
        Cell(sums[1], UNITS, "SUM([net:])"),
    )
    columns = (
        Column("wager", "Settled", "left"),
        Column("event", "Event", "left"),
        Column("stake", "Stake"),
        Column("net", "Net"),
    )
    table = Table(columns, (*rows, Row(total, "total")))
    return Group((Listing(steps), table), f"Worked round {place}. {example.title}")


def _wagers(live: Live, example: Example) -> tuple[str, ...]:
    wagers = tuple(live.rules.tables)
    return wagers if len(wagers) == len(example.results) else live.main[: len(example.results)]


def _now(live: Live, wager: str, result: Result, what: str) -> str:
    """The formula of a result's stake or net: that of its row on the wager's page."""
    for place, row in enumerate(live.pay_rows[wager]):
        if result.event in (paid.event for paid in row.paid) and (row.stake, row.net) == result[1:]:
            return f"{{wager {wager}|{what}|{place}}}"
    return ""
