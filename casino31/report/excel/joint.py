"""The wagers together: the law of the decided bet, its joint law with the side wager, and their covariance."""

from fractions import Fraction

from casino31.report.excel.formulas import close, filed, literal
from casino31.report.excel.grid import Grid, Mark, letter, name_for
from casino31.report.excel.live import Live
from casino31.report.excel.payrows import Group, said
from casino31.report.excel.ways import column_ways, group_ways, result_ways

TITLE = "Joint"
FIRST_BIN = 3
"""The column of the first row of the side wager's sheet; before it a label and a net."""


def joint_sheet(live: Live) -> Grid:
    """Return the sheet of the wagers together.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> sheet = joint_sheet(live)
    >>> _, row, column = sheet.keys["main.net.0"]
    >>> sheet.cells[row, column].formula, str(sheet.cells[row, column].value)
    ('SUM(B6:C6)', '-1')
    """
    grid = Grid(TITLE)
    columns = max(len(live.bins) + FIRST_BIN, len(live.main) + 9)
    grid.widths = {1: 25.0, 2: 14.0} | dict.fromkeys(range(3, columns + 1), 13.5)
    grid.put(1, 1, f"Wagers together: {live.rules.title}", "title")
    grid.heights[1] = 24.0
    grid.put(
        2,
        1,
        "Net, stake, return and variance in units of the ante. Every count follows the best action of every hand "
        f"at the pays in the {'file' if live.frozen else 'yellow cells'}. Amber italics: a pay is assumed.",
        "note",
    )
    grid.merge(2, 1, columns)
    row = _main(grid, live, 4)
    if live.sides:
        row = _matrix(grid, live, row)
        grid.breaks.append(row - 1)
        row = _nets(grid, live, row)
    if live.sheet.pairs:
        row = _pairs(grid, live, row)
    if live.sides:
        grid.breaks.append(row - 1)
    if live.table:
        _ends(grid, live, row)
    grid.freeze, grid.print_rows = "B4", "1:2"
    return grid


def _main(grid: Grid, live: Live, at: int) -> int:
    grid.put(at, 1, f"{_title(live.main_bet or '')}: {' and '.join(live.main)} together", "heading")
    wagers = [f"{_title(wager)} net" for wager in live.main]
    heads = [*wagers, "Net", "Stake", "Combinations", "Probability", "1 in N", "True odds", "Return", "Variance"]
    grid.row(at, 2, [""] * len(heads), "heading")
    grid.put(at + 1, 1, "Result", "head left")
    grid.row(at + 1, 2, heads, "head")
    first, net = at + 2, 2 + len(live.main)
    mean = live.sheet.stakes[live.main_bet or ""].metrics.expected_net
    n, c, p = (letter(net + place) for place in (0, 2, 3))
    for place, group in enumerate(live.groups):
        row = first + place
        grid.put(row, 1, group.label, _label(live, group), key=f"main.label.{place}")
        for offset, (wager, line) in enumerate(zip(live.main, group.rows, strict=True)):
            pay = live.pay_rows[wager][line].net
            grid.put(row, 2 + offset, pay, "units", f"{{{wager}.net.{line}}}", key=f"main.{wager}.{place}")
        grid.put(row, net, group.net, "units", f"SUM(B{row}:{letter(net - 1)}{row})", key=f"main.net.{place}")
        stakes = "+".join(f"{{{w}.stake.{line}}}" for w, line in zip(live.main, group.rows, strict=True))
        grid.put(row, net + 1, group.stake, "units", stakes, key=f"main.stake.{place}")
        ways = sum(live.joint[place, b] for b in range(len(live.bins)))
        grid.put(row, net + 2, ways, "integer", group_ways(live, group), key=f"main.ways.{place}")
        chance = Fraction(ways, live.total)
        grid.put(row, net + 3, chance, "share", f"{c}{row}/{{total}}")
        grid.put(
            row, net + 4, 1 / chance if ways else "never", "odds", f'IF({c}{row}=0,"never",{{total}}/{c}{row})'
        )
        odds = f'IF({c}{row}=0,"never",({{total}}-{c}{row})/{c}{row})'
        grid.put(row, net + 5, 1 / chance - 1 if ways else "never", "true odds", odds)
        grid.put(row, net + 6, chance * group.net, "share", f"{p}{row}*{n}{row}")
        spread = f"{p}{row}*({n}{row}-{{{live.main_bet}.mean}})^2"
        grid.put(row, net + 7, chance * (group.net - mean) ** 2, "number", spread)
    return _main_total(grid, live, first, net)


def _main_total(grid: Grid, live: Live, first: int, net: int) -> int:
    at = first + len(live.groups)
    metrics = live.sheet.stakes[live.main_bet or ""].metrics
    grid.row(at, 1, ["Total", *[""] * (net + 6)], "total text")
    for column, value, style in (
        (net + 2, live.total, "integer"),
        (net + 3, 1, "share"),
        (net + 6, metrics.expected_net, "share"),
        (net + 7, metrics.variance * metrics.initial_wager**2, "number"),
    ):
        name = letter(column)
        grid.put(at, column, value, f"total {style}", f"SUM({name}{first}:{name}{at - 1})")
    ways, edge = f"{letter(net + 2)}{at}", f"{letter(net + 6)}{at}"
    grid.put(at + 1, 1, "Checks", "label")
    grid.put(at + 1, net + 2, "ok", "check", close(ways, "{total}", "0.5"), key="check.main.ways")
    alone = "+".join(f"{{{wager} alone.mean}}" for wager in live.main)
    grid.put(at + 1, net + 6, "ok", "check", close(edge, alone), key="check.main.return")
    _alarm(grid, at + 1)
    return at + 3


def _alarm(grid: Grid, row: int) -> None:
    grid.marks.append(Mark(f"B{row}:Z{row}", f'B{row}="FAIL"', "bad"))


def _label(live: Live, group: Group) -> str:
    """The style of a group's label: some pay of it may be assumed."""
    rows = [live.pay_rows[wager][row] for wager, row in zip(live.main, group.rows, strict=True)]
    return "assumed label" if any(row.assumed for row in rows) else "label"


def _title(words: str) -> str:
    return words[:1].upper() + words[1:]


def _heads(grid: Grid, live: Live, at: int, title: str, nets: bool) -> None:
    last = FIRST_BIN + len(live.bins)
    grid.put(at, 1, title, "heading")
    grid.row(at, 2, [""] * (last - 1), "heading")
    across = " and ".join(live.sides) or "all hands"
    grid.put(at + 1, 1, f"{live.main_bet} down, {across} across", "head left")
    grid.put(at + 1, 2, "Net" if nets else "", "head")
    for place, bin_ in enumerate(live.bins):
        grid.put(at + 1, FIRST_BIN + place, bin_.label, "head assumed" if bin_.assumed else "head")
    for offset, wager in enumerate(live.sides if nets else ()):
        grid.put(at + 2 + offset, 1, f"{wager}: net", "label")
        for place, bin_ in enumerate(live.bins):
            formula, key = f"{{{wager}.net.{bin_.rows[offset]}}}", f"bin.net.{offset}.{place}"
            grid.put(at + 2 + offset, FIRST_BIN + place, bin_.pays[offset].net, "units", formula, key=key)


def _matrix(grid: Grid, live: Live, at: int) -> int:
    _heads(grid, live, at, "Combinations of every two results", True)
    last = FIRST_BIN + len(live.bins)
    grid.put(at + 1, last, "Total", "head")
    first = at + 2 + len(live.sides)
    for g, group in enumerate(live.groups):
        row = first + g
        grid.put(row, 1, group.label, _label(live, group))
        grid.put(row, 2, group.net, "units", f"{{main.net.{g}}}")
        for b in range(len(live.bins)):
            formula = result_ways(live, group, f"bin.{b}")
            grid.put(row, FIRST_BIN + b, live.joint[g, b], "integer", formula, key=f"joint.{g}.{b}")
        ways = sum(live.joint[g, b] for b in range(len(live.bins)))
        span = f"{letter(FIRST_BIN)}{row}:{letter(last - 1)}{row}"
        grid.put(row, last, ways, "integer", f"SUM({span})")
    at = first + len(live.groups)
    grid.row(at, 1, ["Total", ""], "total text")
    checks = []
    for b in range(len(live.bins) + 1):
        name = letter(FIRST_BIN + b)
        ways = live.total if b == len(live.bins) else sum(live.joint[g, b] for g in range(len(live.groups)))
        grid.put(at, FIRST_BIN + b, ways, "total integer", f"SUM({name}{first}:{name}{at - 1})")
        aim = "{total}" if b == len(live.bins) else f"{{{live.sides[0]}.ways.{b}}}"
        if b == len(live.bins) or len(live.sides) == 1:
            checks.append((FIRST_BIN + b, close(f"{name}{at}", aim, "0.5")))
    grid.put(at + 1, 1, "Checks", "label")
    for column, formula in checks:
        grid.put(at + 1, column, "ok", "check", formula, key=f"check.joint.{column}")
    _alarm(grid, at + 1)
    return at + 3


def _nets(grid: Grid, live: Live, at: int) -> int:
    _heads(grid, live, at, "Net of every two results, one unit on each bet", False)
    for g, group in enumerate(live.groups):
        row = at + 2 + g
        grid.put(row, 1, group.label, _label(live, group))
        for b, bin_ in enumerate(live.bins):
            net = group.net + bin_.net
            beside = (f"{{bin.net.{side}.{b}}}" for side in range(len(live.sides)))
            formula = "+".join([f"{{main.net.{g}}}", *beside])
            grid.put(row, FIRST_BIN + b, net, "units", formula, key=f"combined.{g}.{b}")
    at += 3 + len(live.groups)
    mix = live.sheet.stakes.get("mix")
    if mix and len(mix.stake.units) > 1:
        grid.put(at, 1, "Units of the mix", "label")
        for offset, (bet, units) in enumerate(mix.stake.units.items()):
            grid.put(at + offset, 2, bet, "label")
            grid.put(at + offset, 3, units, "input general", key=f"units.{bet}", name=name_for("units", bet))
        at += 1 + len(mix.stake.units)
    return at


def _pairs(grid: Grid, live: Live, at: int) -> int:
    grid.put(at, 1, "Covariance and correlation", "heading")
    grid.row(at, 2, [""] * 6, "heading")
    grid.put(at + 1, 1, "Pair", "head left")
    grid.row(at + 1, 2, ["Covariance", "Correlation", "Covariance, exact", "", ""], "head")
    grid.merge(at + 1, 4, 6)
    at += 2
    for (one, other), (value, linear) in live.sheet.pairs.items():
        nets = [_across(live, name) if _is_side(live, name) else _column(live, name) for name in (one, other)]
        if _is_side(live, one) or _is_side(live, other):
            last = f"{len(live.groups) - 1}.{len(live.bins) - 1}"
            product = f"SUMPRODUCT({{joint.0.0..joint.{last}}}*{nets[0]}*{nets[1]})"
        else:
            ways = f"{{main.ways.0..main.ways.{len(live.groups) - 1}}}"
            product = f"SUMPRODUCT({ways},{nets[0]},{nets[1]})"
        means = "*".join(f"{{{_key(live, name)}.mean}}" for name in (one, other))
        spread = "*".join(f"{{{_key(live, name)}.sd}}*{{{_key(live, name)}.initial}}" for name in (one, other))
        key = f"covariance.{one}.{other}"
        grid.put(at, 1, f"{one} and {other}", "label")
        name = "covariance_" + "_".join(word.replace(" ", "_") for word in (one, other))
        grid.put(at, 2, value, "number", f"{product}/{{total}}-{means}", key=key, name=name)
        correlation = f'IF({spread}=0,"none",{{{key}}}/({spread}))'
        grid.put(at, 3, "none" if linear is None else linear, "number", correlation)
        grid.put(at, 4, str(value), "exact", filed(str(value)))
        grid.merge(at, 4, 6)
        at += 1
    return _sum_check(grid, live, at)


def _sum_check(grid: Grid, live: Live, at: int) -> int:
    """The variance of all bets together, from the bets' own and the covariances."""
    if live.sides:
        bets = live.rules.bets
        spread = "+".join(f"{{{bet}.variance}}*{{{bet}.initial}}^2" for bet in bets)
        pairs = [pair for pair in live.sheet.pairs if set(pair) <= set(bets)]
        spread += "".join(f"+2*{{covariance.{one}.{other}}}" for one, other in pairs)
        formula = close(spread, "{combined.variance}*{combined.initial}^2", "1E-9")
        grid.put(at, 1, "Variances and covariance add up", "label")
        grid.put(at, 2, "ok", "check", formula, key="check.covariance")
        _alarm(grid, at)
        at += 1
    return at + 1


def _key(live: Live, name: str) -> str:
    return name if name == live.main_bet else f"{name} alone"


def _column(live: Live, name: str) -> str:
    what = "net" if name == live.main_bet else name
    return f"{{main.{what}.0..main.{what}.{len(live.groups) - 1}}}"


def _is_side(live: Live, name: str) -> bool:
    return name in live.sides or name in live.side_bets


def _across(live: Live, name: str) -> str:
    """The nets of a side wager, or of the bet that is that wager."""
    place = live.sides.index(live.rules.bets.get(name, (name,))[0])
    return f"{{bin.net.{place}.0..bin.net.{place}.{len(live.bins) - 1}}}"


def _ends(grid: Grid, live: Live, at: int) -> None:
    _heads(grid, live, at, "Combinations by action and end of the base bet", False)
    grid.put(at + 1, 1, "Action: end", "head left")
    grid.put(at + 1, 2, "Paid as", "head")
    last = FIRST_BIN + len(live.bins)
    grid.put(at + 1, last, "Total", "head")
    for place, column in enumerate(live.columns):
        row = at + 2 + place
        grid.put(row, 1, f"{column.name}: {' or '.join(map(said, column.options))}", "label")
        choose = literal(said(column.options[-1]))
        for option in reversed(range(len(column.options) - 1)):
            choose = f"IF({{column.{place}.choice}}={option + 1},{literal(said(column.options[option]))},{choose})"
        grid.put(row, 2, said(column.settlement), "centre", choose if len(column.options) > 1 else "")
        for b, each in enumerate(live.bins):
            formula, key = column_ways(live, place, each), f"column.{place}.bin.{b}"
            grid.put(row, FIRST_BIN + b, live.column_ways[place][b], "integer", formula, key=key)
        span = f"{letter(FIRST_BIN)}{row}:{letter(last - 1)}{row}"
        grid.put(row, last, sum(live.column_ways[place]), "integer", f"SUM({span})", key=f"column.{place}.total")
