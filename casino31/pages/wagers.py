"""The page of one wager: its pays, which are inputs, and what each line and each event of it is worth."""

from collections.abc import Sequence
from fractions import Fraction

from casino31.decimals import percent
from casino31.formulas import close, constant, literal, name_for
from casino31.page import (
    NUMBER,
    ODDS,
    SHARE,
    TEXT,
    TRUE_ODDS,
    UNITS,
    WHOLE,
    Block,
    Cell,
    Chart,
    Column,
    Entry,
    Note,
    Page,
    Row,
    Table,
    Unit,
)
from casino31.pages.live import DIGITS, Live
from casino31.pages.measures import figures_alone, where_alone
from casino31.pages.payrows import SheetRow
from casino31.pages.ways import event_ways
from casino31.paytable import show_pay
from casino31.wagers import Paid


def title_of(wager: str) -> str:
    """Return the title of a wager's page.

    >>> title_of("natural 31")
    'Natural 31'
    """
    return wager[:1].upper() + wager[1:]


def wager_page(live: Live, wager: str) -> Page:
    """Return the page of a wager: lines, totals and checks, figures and chart, and every single event.

    >>> from casino31.pages.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> page = wager_page(Live(ParSheet(file.game, file.game.analyse(file.rules), file.name)), "play")
    >>> page.heading, page.blocks[1].rows[8].cells[1].name
    ('Play: 31 Classic, sample layout B', 'pay_play_31')
    """
    blocks: list[Block] = [Note(_unit_note(live), "note"), _lines(live, wager)]
    first: Sequence[Row] = ()
    if (wager,) not in live.rules.bets.values():
        bet = next(bet for bet, wagers in live.rules.bets.items() if wager in wagers)
        edge = live.sheet.stakes[bet].metrics.house_edge
        blocks.append(
            Note(
                f"The wager {wager} is one part of the bet {bet}, whose house edge is {percent(edge)}. The figures "
                "below are of this part alone: nobody can bet on it by itself.",
                "strong",
                f'"The wager {wager} is one part of the bet {bet}, whose house edge is "&TEXT(100*{{{bet}.edge}},'
                '"0.0000")&" %. The figures below are of this part alone: nobody can bet on it by itself."',
            )
        )
        label = Cell(f"House edge of the round, bet {bet}")
        first = (Row((label, Cell(edge, SHARE, f"{{{bet}.edge}}", alert="below 0"))),)
    blocks.append(figures_alone(live.sheet, where_alone(live, wager), wager, first))
    blocks += _chart(live, wager)
    blocks.append(_events(live, wager))
    title = title_of(wager)
    return Page(title, tuple(blocks), f"{title}: {live.rules.title}")


def _unit_note(live: Live) -> str:
    if live.unit == "to one":
        how = "2 stands for 2 to 1, 0 for a push, -1 for a loss"
    else:
        how = "3 stands for 3 for 1, 1 for a push, 0 for a loss"
    nets = "Net, return and variance are in units of the ante; italic amber pays are assumed."
    if live.frozen:
        return f"Odds {live.unit}: {how}. {nets}"
    again = ", with the best action of every hand chosen anew" if live.table or not live.main else ""
    return (
        f"Odds {live.unit}: {how}. In a workbook yellow cells are inputs in this unit, a ratio as a formula, =3/2: "
        f"change one and recalculate, and every sheet follows{again}. {nets}"
    )


def _columns(live: Live, wager: str, first: str) -> tuple[Column, ...]:
    beside = (Column("hands", "Starting hands"),) if live.table and wager in live.sides else ()
    return (
        Column("label", first, "left"),
        Column("pays", "Pays", "centre"),
        Column("status", "Against the file", "left", workings=True, tone="status"),
        Column("origin", "Source of the pay", "left"),
        Column("stake", "Stake"),
        Column("net", "Net"),
        Column("ways", "Combinations"),
        Column("chance", "Probability"),
        Column("one in", "1 in N"),
        Column("odds", "True odds"),
        Column("return", "Return"),
        Column("variance", "Part of variance"),
        Column("exact", "Probability, exact", tone="exact"),
        *beside,
    )


def _lines(live: Live, wager: str) -> Table:
    rows, place = [], 0
    for index, row in enumerate(live.pay_rows[wager]):
        ways = sum(live.ways[wager].get(paid, 0) for paid in row.paid)
        pays, status, net = _pay(live, wager, index, row)
        counted = f"SUM({{events {wager}|ways|{place}..{place + len(row.paid) - 1}}})"
        place += len(row.paid)
        origin = Cell(row.origin, tone="assumed" if row.assumed else "status")
        first = Cell(row.label), pays, status, origin, Cell(row.stake, UNITS), Cell(row.net, UNITS, net)
        rows.append(Row((*first, *_worth(live, wager, counted, ways, row.net))))
    rows += [_total(live, wager), _checks(wager)]
    return Table(_columns(live, wager, "Pay-table line"), tuple(rows), key=f"wager {wager}")


def _pay(live: Live, wager: str, index: int, row: SheetRow) -> tuple[Cell | None, Cell | None, str]:
    """The pay as an input, how it stands to the file, and the formula of the net."""
    if row.line is None:
        return None, None, ""
    if row.first != index:
        return None, None, f"{row.units}*({_net(live, f'{{wager {wager}|pays|{row.first}}}')})"
    net = row.net / row.units
    pays = net if live.unit == "to one" else net + 1
    least = -1.0 if live.unit == "to one" else 0.0
    help_ = f"A number of at least {least:g}, in odds {live.unit}; a ratio as a formula, =3/2."
    filed = show_pay(net, live.unit)
    words = literal(f"as filed: {filed}"), literal(f"edited; filed: {filed}")
    test = f"IF(ROUND([pays]-{constant(pays)},{DIGITS})=0,{words[0]},{words[1]})"
    name = name_for("pay", wager, row.line.label)
    cell = Cell(pays, Unit(live.unit), name=name, entry=Entry(f"Pays {live.unit}", help_, least))
    formula = _net(live, "[pays]")
    status = Cell(f"as filed: {filed}", TEXT, test, tone="status", alert="edited")
    return cell, status, formula if row.units == 1 else f"{row.units}*({formula})"


def _net(live: Live, pays: str) -> str:
    return pays if live.unit == "to one" else f"{pays}-1"


def _worth(live: Live, wager: str, counted: str, ways: int, net: Fraction) -> tuple[Cell, ...]:
    """The columns from combinations on; ``counted`` is their formula, "" where they are data."""
    total, mean = live.total, live.sheet.wagers[wager].metrics.expected_net
    chance = Fraction(ways, total)
    common = "GCD([ways],{total})"
    text = f'TEXT([ways]/{common},"0")&"/"&TEXT({{total}}/{common},"0")'
    never = 'IF([ways]=0,"never",'
    hands = live.table and wager in live.sides
    return (
        Cell(ways, WHOLE, counted),
        Cell(chance, SHARE, "[ways]/{total}"),
        Cell(1 / chance if ways else "never", ODDS, f"{never}{{total}}/[ways])"),
        Cell(1 / chance - 1 if ways else "never", TRUE_ODDS, f"{never}({{total}}-[ways])/[ways])"),
        Cell(chance * net, SHARE, "[chance]*[net]"),
        Cell(chance * (net - mean) ** 2, NUMBER, f"[chance]*([net]-{{{wager} alone.mean}})^2"),
        Cell(str(chance), TEXT, f'IF([ways]=0,"0",IF([ways]={{total}},"1",{text}))'),
        *((Cell(Fraction(ways, live.draws), WHOLE, "[ways]/{draws}"),) if hands else ()),
    )


def _total(live: Live, wager: str) -> Row:
    metrics = live.sheet.wagers[wager].metrics
    hands = live.table and wager in live.sides
    cells = (
        *(Cell("Total"), None, None, None, None, None),
        Cell(live.total, WHOLE, "SUM([ways:])", f"{wager}.ways.total"),
        Cell(Fraction(1), SHARE, "SUM([chance:])", f"{wager}.chance.total"),
        *(None, None),
        Cell(metrics.expected_net, SHARE, "SUM([return:])", f"{wager}.return.total"),
        Cell(metrics.variance, NUMBER, "SUM([variance:])", f"{wager}.variance.total"),
        None,
        *((Cell(Fraction(live.total, live.draws), WHOLE, "SUM([hands:])"),) if hands else ()),
    )
    return Row(cells, "total")


def _checks(wager: str) -> Row:
    tests = {
        "ways": close(f"{{{wager}.ways.total}}", "{total}", "0.5"),
        "chance": close(f"{{{wager}.chance.total}}", "1"),
        "return": close(f"{{{wager}.return.total}}", f"{{{wager} alone.mean}}"),
        "variance": close(f"{{{wager}.variance.total}}", f"{{{wager} alone.variance}}", "1E-9"),
    }
    ok = {what: Cell("ok", TEXT, test, f"check.{wager}.{what}", alert="check") for what, test in tests.items()}
    edits = Cell(0, WHOLE, 'COUNTIF([status:],"edited*")', f"{wager}.edits", tone="status")
    head = Cell("Checks"), Cell("Pays edited", tone="status"), edits, None, None, None
    return Row((*head, ok["ways"], ok["chance"], None, None, ok["return"], ok["variance"], None), "check")


def _chart(live: Live, wager: str) -> list[Block]:
    rows = live.pay_rows[wager]
    wins = len(rows)
    while wins and rows[wins - 1].net > 0:
        wins -= 1
    if len(rows) - wins < 2:
        return []
    won = rows[wins:]
    ways = [sum(live.ways[wager].get(paid, 0) for paid in row.paid) for row in won]
    values = tuple(row.net * count / live.total for row, count in zip(won, ways, strict=True))
    span = f"{wins}..{len(rows) - 1}"
    places = (f"{{wager {wager}|{column}|{span}}}" for column in ("label", "return"))
    labels = tuple(row.label for row in won)
    return [Chart("Return by winning line", "as a share of the ante", labels, values, Unit("share", 1), *places)]


def _events(live: Live, wager: str) -> Table:
    rows = []
    for line, row in enumerate(live.pay_rows[wager]):
        for paid in row.paid:
            cells = _event(live, wager, line, paid)
            rows.append(Row(cells, key=f"{paid.event} {paid.units}"))
    return Table(_columns(live, wager, "Event"), tuple(rows), "Every event by itself", f"events {wager}")


def _event(live: Live, wager: str, line: int, paid: Paid) -> tuple[Cell | None, ...]:
    row, event = live.pay_rows[wager][line], paid.event
    pays, origin = None, Cell(row.origin, tone="status")
    if row.line:
        told = row.line.provenance_of(event)
        origin = Cell(f"line {row.label}: {told}", tone="assumed" if told == "assumed" else "status")
        shown = row.line.pays if live.unit == "to one" else row.line.pays + 1
        pays = Cell(shown, Unit(live.unit), f"{{wager {wager}|pays|{row.first}}}", tone="status")
    ways = live.ways[wager].get(paid, 0)
    at = f"wager {wager}"
    return (
        *(Cell(event), pays, None, origin),
        Cell(row.stake, UNITS, f"{{{at}|stake|{line}}}"),
        Cell(row.net, UNITS, f"{{{at}|net|{line}}}"),
        *_worth(live, wager, event_ways(live, wager, paid), ways, row.net),
    )
