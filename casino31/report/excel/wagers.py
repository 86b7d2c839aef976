"""The sheet of one wager: its pays, which are inputs, and what each line and each event of it is worth."""

from collections.abc import Sequence
from fractions import Fraction

from casino31.paytable import show_pay
from casino31.report.excel.figures import FIGURES, put_figure
from casino31.report.excel.formulas import close, constant, literal
from casino31.report.excel.grid import Chart, Check, Grid, Mark, Value, letter, name_for
from casino31.report.excel.laws import alone
from casino31.report.excel.live import DIGITS, Live
from casino31.report.excel.payrows import PayRow, event_key
from casino31.report.excel.ways import event_ways
from casino31.wagers import Paid

HEAD = 4
_COLUMNS = (
    ("Pay-table line", 16.0),
    ("Pays", 12.0),
    ("Against the file", 23.0),
    ("Source of the pay", 25.0),
    ("Stake", 8.0),
    ("Net", 8.0),
    ("Combinations", 13.0),
    ("Probability", 12.5),
    ("1 in N", 12.5),
    ("True odds", 16.0),
    ("Return", 12.5),
    ("Contribution to variance", 13.0),
    ("Probability, exact", 14.0),
)
_FIGURES = (
    "mean",
    "edge",
    "wagered",
    "risk",
    "variance",
    "sd",
    "skewness",
    "kurtosis",
    "hit",
    "push",
    "loss",
    "largest",
)


def title_of(wager: str) -> str:
    """Return the title of a wager's sheet.

    >>> title_of("natural 31")
    'Natural 31'
    """
    return wager[:1].upper() + wager[1:]


def wager_sheet(live: Live, wager: str) -> Grid:
    """Return the sheet of a wager: lines, totals and checks, figures and chart, and every single event.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> sheet = wager_sheet(live, "play")
    >>> _, row, column = sheet.names["pay_play_31"]
    >>> str(sheet.cells[row, column].value), sheet.cells[row, column + 4].formula
    ('10', 'B13')
    """
    grid = Grid(title_of(wager))
    grid.widths = {place: width for place, (_, width) in enumerate(_COLUMNS, 1)}
    grid.widths[7] = max(grid.widths[7], live.count_width)
    grid.put(1, 1, f"{title_of(wager)}: {live.rules.title}", "title")
    grid.put(2, 1, _unit_note(live), "note")
    grid.merge(2, 1, len(_COLUMNS))
    grid.heights |= {1: 24.0, 2: 26.0, HEAD: 30.0}
    _head(grid, HEAD, _COLUMNS[0][0], live, wager)
    rows = live.pay_rows[wager]
    events = [(paid, place) for place, row in enumerate(rows) for paid in row.paid]
    figures_row = HEAD + len(rows) + 4
    events_row = figures_row + max(len(_FIGURES), 18) + 4
    _lines(grid, live, wager, events_row + 2)
    _figures(grid, live, wager, figures_row)
    grid.breaks.append(events_row - 1)
    grid.put(events_row, 1, "Every event by itself", "heading")
    _head(grid, events_row + 1, "Event", live, wager)
    grid.heights[events_row + 1] = 30.0
    for place, (paid, line) in enumerate(events):
        _event(grid, live, wager, events_row + 2 + place, paid, line)
    grid.freeze, grid.print_rows = f"B{HEAD + 1}", "1:2"
    return grid


def _unit_note(live: Live) -> str:
    if live.unit == "to one":
        how = "2 stands for 2 to 1, 0 for a push, -1 for a loss"
    else:
        how = "3 stands for 3 for 1, 1 for a push, 0 for a loss"
    if live.frozen:
        nets = "Net, return and variance are in units of the ante; italic amber pays are assumed."
        return f"Odds {live.unit}: {how}. {nets}"
    again = ", with the best action of every hand chosen anew" if live.table or not live.main else ""
    return (
        f"Yellow cells are inputs, in this layout's unit, odds {live.unit}: {how}; a ratio as a formula, =3/2. "
        f"Change one and recalculate: every sheet follows{again}. "
        "Net, return and variance are in units of the ante; italic amber pays are assumed."
    )


def _head(grid: Grid, row: int, first: str, live: Live, wager: str) -> None:
    names = [first, *(name for name, _ in _COLUMNS[1:])]
    grid.put(row, 1, names[0], "head left")
    grid.put(row, 2, names[1], "head centre")
    grid.row(row, 3, names[2:4], "head left")
    grid.row(row, 5, names[4:], "head")
    if live.table and wager in live.sides:
        grid.put(row, len(_COLUMNS) + 1, "Starting hands", "head")
        grid.widths[len(_COLUMNS) + 1] = 11.0


def _lines(grid: Grid, live: Live, wager: str, events_from: int) -> None:
    rows = live.pay_rows[wager]
    first, place = HEAD + 1, 0
    for index, row in enumerate(rows):
        at = first + index
        ways = sum(live.ways[wager].get(paid, 0) for paid in row.paid)
        grid.put(at, 1, row.label, "label", key=f"{wager}.label.{index}")
        grid.put(at, 4, row.origin, "assumed pay" if row.assumed else "status")
        grid.put(at, 5, row.stake, "units", key=f"{wager}.stake.{index}")
        if row.line is None or row.first != index:
            formula = "" if row.line is None else f"{row.units}*{_net(live, HEAD + 1 + row.first)}"
            grid.put(at, 6, row.net, "units", formula, key=f"{wager}.net.{index}")
        else:
            _pay(grid, live, wager, at, index, row)
        here = f"G{events_from + place}:G{events_from + place + len(row.paid) - 1}"
        _worth(grid, live, wager, at, f"SUM({here})", ways, row.net, f"{wager}.{{}}.{index}")
        place += len(row.paid)
    _total(grid, live, wager, first, first + len(rows))


def _pay(grid: Grid, live: Live, wager: str, at: int, index: int, row: PayRow) -> None:
    net = row.net / row.units
    pays = net if live.unit == "to one" else net + 1
    name = name_for("pay", wager, row.line.label if row.line else row.label)
    grid.put(at, 2, pays, f"input {live.unit}", key=f"{wager}.pays.{index}", name=name)
    one = f"B{at}" if live.unit == "to one" else f"B{at}-1"
    many = one if row.units == 1 else f"{row.units}*{_net(live, at)}"
    grid.put(at, 6, row.net, "units", many, key=f"{wager}.net.{index}")
    filed = show_pay(net, "to one" if live.unit == "to one" else "for one")
    words = literal(f"as filed: {filed}"), literal(f"edited; filed: {filed}")
    test = f"IF(ROUND(B{at}-{constant(pays)},{DIGITS})=0,{words[0]},{words[1]})"
    grid.put(at, 3, f"as filed: {filed}", "status", test, key=f"{wager}.status.{index}")


def _net(live: Live, row: int) -> str:
    """The net pay to one of a row, in a product."""
    return f"B{row}" if live.unit == "to one" else f"(B{row}-1)"


def _worth(
    grid: Grid,
    live: Live,
    wager: str,
    at: int,
    formula: str,
    ways: int,
    net: Fraction,
    key: str,
    exact: bool = True,
) -> None:
    """Write the columns from combinations on; ``formula`` is empty where the combinations are data."""
    total, mean = live.total, live.sheet.wagers[wager].metrics.expected_net
    chance = Fraction(ways, total)
    never = f'IF(G{at}=0,"never",'
    grid.put(at, 7, ways, "integer", formula, key=key.format("ways"))
    grid.put(at, 8, chance, "share", f"G{at}/{{total}}", key=key.format("chance"))
    grid.put(at, 9, 1 / chance if ways else "never", "odds", f"{never}{{total}}/G{at})")
    grid.put(at, 10, 1 / chance - 1 if ways else "never", "true odds", f"{never}({{total}}-G{at})/G{at})")
    grid.put(at, 11, chance * net, "share", f"H{at}*F{at}", key=key.format("return"))
    spread = chance * (net - mean) ** 2
    grid.put(at, 12, spread, "number", f"H{at}*(F{at}-{{{wager} alone.mean}})^2", key=key.format("spread"))
    if exact:
        common = f"GCD(G{at},{{total}})"
        text = f'TEXT(G{at}/{common},"0")&"/"&TEXT({{total}}/{common},"0")'
        grid.put(at, 13, str(chance), "exact", f'IF(G{at}=0,"0",IF(G{at}={{total}},"1",{text}))')
    if live.table and wager in live.sides:
        grid.put(at, 14, Fraction(ways, live.draws), "integer", f"G{at}/{{draws}}")


def _total(grid: Grid, live: Live, wager: str, first: int, at: int) -> None:
    metrics = live.sheet.wagers[wager].metrics
    last = at - 1
    grid.row(at, 1, ["Total"] + [""] * 5, "total text")
    values: Sequence[tuple[int, Value, str, str]] = (
        (7, live.total, "integer", "ways"),
        (8, Fraction(1), "share", "chance"),
        (11, metrics.expected_net, "share", "return"),
        (12, metrics.variance, "number", "spread"),
    )
    for column in (9, 10, 13):
        grid.put(at, column, "", "total text")
    for column, value, style, what in values:
        name = letter(column)
        grid.put(
            at, column, value, f"total {style}", f"SUM({name}{first}:{name}{last})", key=f"{wager}.{what}.total"
        )
    if live.table and wager in live.sides:
        grid.put(at, 14, Fraction(live.total, live.draws), "total integer", f"SUM(N{first}:N{last})")
    grid.put(at + 1, 1, "Checks", "label")
    for column, formula, what in (
        (7, close(f"G{at}", "{total}", "0.5"), "ways"),
        (8, close(f"H{at}", "1"), "chance"),
        (11, close(f"K{at}", f"{{{wager} alone.mean}}"), "return"),
        (12, close(f"L{at}", f"{{{wager} alone.variance}}", "1E-9"), "spread"),
    ):
        grid.put(at + 1, column, "ok", "check", formula, key=f"check.{wager}.{what}")
    if live.frozen:
        return
    area = f"B{first}:B{last}"
    least = -1.0 if live.unit == "to one" else 0.0
    help_ = f"A number of at least {least:g}, in odds {live.unit}; a ratio as a formula, =3/2."
    grid.checks.append(Check(area, least, (), f"Pays {live.unit}", help_))
    status = f"C{first}:C{last}"
    edits = f'SUMPRODUCT(--(LEFT({status},6)="edited"))'
    grid.put(at + 1, 2, "Pays edited", "status")
    grid.put(at + 1, 3, 0, "status number", edits, key=f"{wager}.edits")
    grid.marks.append(Mark(status, f'LEFT(C{first},6)="edited"', "warn"))
    grid.marks.append(Mark(f"G{at + 1}:L{at + 1}", f'G{at + 1}="FAIL"', "bad"))


def _figures(grid: Grid, live: Live, wager: str, at: int) -> None:
    metrics = live.sheet.wagers[wager].metrics
    grid.put(at, 1, "The wager by itself, per unit of the ante", "heading")
    grid.row(at, 2, ["", ""], "heading")
    law = alone(live, wager)
    at += 1
    for figure in FIGURES:
        if figure.key == "initial":
            grid.put(at, 1, "Units of the ante", "label")
        elif figure.key in _FIGURES:
            grid.put(at, 1, figure.label.replace(", of the initial wager", ", of the ante"), "label")
        else:
            continue
        put_figure(grid, at, 3, figure, law, metrics, live.sheet.z)
        if figure.key == "edge" and (wager,) in live.rules.bets.values():
            grid.marks.append(Mark(f"C{at}", f"C{at}<0", "bad"))
        at += 1
    rows = live.pay_rows[wager]
    wins = len(rows)
    while wins and rows[wins - 1].net > 0:
        wins -= 1
    if len(rows) - wins > 1:
        ends = (wins, len(rows) - 1)
        labels = (f"{wager}.label.{ends[0]}", f"{wager}.label.{ends[1]}")
        values = (f"{wager}.return.{ends[0]}", f"{wager}.return.{ends[1]}")
        anchor = f"E{HEAD + len(rows) + 4}"
        grid.charts.append(
            Chart("Return by winning line", "as a share of the ante", anchor, labels, values, 24, 10)
        )


def _event(grid: Grid, live: Live, wager: str, at: int, paid: Paid, line: int) -> None:
    row, event = live.pay_rows[wager][line], paid.event
    grid.put(at, 1, event, "label")
    grid.put(at, 4, row.origin, "status")
    if row.line:
        origin = row.line.provenance_of(event)
        grid.put(at, 4, f"line {row.label}: {origin}", "assumed pay" if origin == "assumed" else "status")
        pays = row.line.pays if live.unit == "to one" else row.line.pays + 1
        grid.put(at, 2, pays, f"pay {live.unit}", f"B{HEAD + 1 + row.first}")
    grid.put(at, 5, row.stake, "units", f"E{HEAD + 1 + line}")
    grid.put(at, 6, row.net, "units", f"F{HEAD + 1 + line}", key=event_key(wager, "net", paid))
    ways = live.ways[wager].get(paid, 0)
    key = event_key(wager, "{}", paid)
    _worth(grid, live, wager, at, event_ways(live, wager, paid), ways, row.net, key)
