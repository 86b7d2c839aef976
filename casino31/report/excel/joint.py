"""The wagers together: the law of the decided bet, its joint law with the side wager, and their covariance."""

from fractions import Fraction

from casino31.report.excel import counts
from casino31.report.excel.formulas import close, filed, literal
from casino31.report.excel.grid import Grid, Mark, letter, name_for
from casino31.report.excel.live import FOLD, Group, Live

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
        "at the pays in the yellow cells. Amber italics: a pay is assumed.",
        "note",
    )
    grid.merge(2, 1, columns)
    row = _main(grid, live, 4)
    if live.side:
        row = _matrix(grid, live, row)
        grid.breaks.append(row - 1)
        row = _nets(grid, live, row)
    row = _pairs(grid, live, row)
    if live.side:
        grid.breaks.append(row - 1)
    _finishes(grid, live, row)
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
        ways = sum(live.ways[live.main[-1]].get(event, 0) for event in group.events)
        cells = ",".join(f"{{{live.main[-1]}.event ways.{event}}}" for event in group.events)
        grid.put(row, net + 2, ways, "integer", f"SUM({cells})", key=f"main.ways.{place}")
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
    grid.put(at + 1, 1, f"{live.main_bet} down, {live.side} across", "head left")
    grid.put(at + 1, 2, "Net" if nets else "", "head")
    labels = [bin_.label if bin_ else "all hands" for bin_ in live.bins]
    grid.row(at + 1, FIRST_BIN, labels, "head")
    for place, bin_ in enumerate(live.bins):
        if bin_ and bin_.assumed:
            grid.put(at + 1, FIRST_BIN + place, bin_.label, "head assumed")
    if nets:
        grid.put(at + 2, 1, f"{live.side}: net", "label")
        for place, bin_ in enumerate(live.bins):
            if bin_:
                formula, key = f"{{{live.side}.net.{place}}}", f"bin.net.{place}"
                grid.put(at + 2, FIRST_BIN + place, bin_.net, "units", formula, key=key)


def _matrix(grid: Grid, live: Live, at: int) -> int:
    _heads(grid, live, at, "Combinations of every two results", True)
    last = FIRST_BIN + len(live.bins)
    grid.put(at + 1, last, "Total", "head")
    first = at + 3
    for g, group in enumerate(live.groups):
        row = first + g
        grid.put(row, 1, group.label, _label(live, group))
        grid.put(row, 2, group.net, "units", f"{{main.net.{g}}}")
        for b in range(len(live.bins)):
            formula = _ways(live, group, b)
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
        aim = "{total}" if b == len(live.bins) else f"{{{live.side}.ways.{b}}}"
        checks.append((FIRST_BIN + b, close(f"{name}{at}", aim, "0.5")))
    grid.put(at + 1, 1, "Checks", "label")
    for column, formula in checks:
        grid.put(at + 1, column, "ok", "check", formula, key=f"check.joint.{column}")
    _alarm(grid, at + 1)
    return at + 3


def _ways(live: Live, group: Group, b: int) -> str:
    """The formula of one cell of the joint table, or "" where it can only be 0."""
    bin_ = live.bins[b]
    span = live.span(bin_.events if bin_ else None)
    if group.events == (FOLD,):
        if live.forfeits:
            return "{draws}*({hands}-{hands played})" if bin_ and bin_.line is None else ""
        hands, played = (
            (counts.area(live, column, span) for column in (counts.MEMBERS, counts.PLAYED)) if span else ("", "")
        )
        return f"{{draws}}*(SUM({hands})-SUM({played}))" if span else ""
    if span is None:
        return ""
    terms = []
    for place, finish in enumerate(live.sheet.decisions.finishes):
        options = [option for option, event in enumerate(finish, 1) if event in group.events]
        ways = f"{{finish.{place}.bin.{b}}}"
        if len(options) == len(finish):
            terms.append(ways)
        else:
            terms += [f"IF({{finish.{place}.choice}}={option},{ways},0)" for option in options]
    return "+".join(terms)


def _nets(grid: Grid, live: Live, at: int) -> int:
    _heads(grid, live, at, "Net of every two results, one unit on each bet", False)
    for g, group in enumerate(live.groups):
        row = at + 2 + g
        grid.put(row, 1, group.label, _label(live, group))
        for b, bin_ in enumerate(live.bins):
            net = group.net + (bin_.net if bin_ else 0)
            formula = f"{{main.net.{g}}}+{{bin.net.{b}}}"
            grid.put(row, FIRST_BIN + b, net, "units", formula, key=f"combined.{g}.{b}")
    at += 3 + len(live.groups)
    mix = live.sheet.stakes.get("mix")
    if mix and len(mix.stake.units) > 1:
        grid.put(at, 1, "Units of the mix", "label")
        for offset, (bet, key) in enumerate(((live.main_bet, "main"), (live.side, "side"))):
            grid.put(at + offset, 2, bet or "", "label")
            units = mix.stake.units[bet or ""]
            name = name_for("units", bet or "")
            grid.put(at + offset, 3, units, "input general", key=f"units.{key}", name=name)
        at += 3
    return at


def _pairs(grid: Grid, live: Live, at: int) -> int:
    grid.put(at, 1, "Covariance and correlation", "heading")
    grid.row(at, 2, [""] * 6, "heading")
    grid.put(at + 1, 1, "Pair", "head left")
    grid.row(at + 1, 2, ["Covariance", "Correlation", "Covariance, exact", "", ""], "head")
    grid.merge(at + 1, 4, 6)
    at += 2
    for (one, other), (value, linear) in live.sheet.pairs.items():
        if live.side in (one, other):
            mine = one if other == live.side else other
            product = (
                f"SUMPRODUCT({{joint.0.0..joint.{len(live.groups) - 1}.{len(live.bins) - 1}}}"
                f"*{_column(live, mine)}*{{bin.net.0..bin.net.{len(live.bins) - 1}}})"
            )
        else:
            ways = f"{{main.ways.0..main.ways.{len(live.groups) - 1}}}"
            product = f"SUMPRODUCT({ways},{_column(live, one)},{_column(live, other)})"
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
    """The variance of both bets together, from the bets' own and the covariance."""
    if live.side:
        spread = "+".join(f"{{{bet}.variance}}*{{{bet}.initial}}^2" for bet in (live.main_bet, live.side))
        pair = next(pair for pair in live.sheet.pairs if set(pair) == {live.main_bet, live.side})
        whole = "{combined.variance}*{combined.initial}^2"
        formula = close(f"{spread}+2*{{covariance.{pair[0]}.{pair[1]}}}", whole, "1E-9")
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


def _finishes(grid: Grid, live: Live, at: int) -> None:
    _heads(grid, live, at, "Played combinations by finish: what the draw made of the hand", False)
    grid.put(at + 1, 1, "Finish", "head left")
    grid.put(at + 1, 2, "Paid as", "head")
    last = FIRST_BIN + len(live.bins)
    grid.put(at + 1, last, "Total", "head")
    for place, finish in enumerate(live.sheet.decisions.finishes):
        row = at + 2 + place
        grid.put(row, 1, " or ".join(finish), "label")
        paid = finish[live.choices[place]]
        choose = literal(finish[-1])
        for option in reversed(range(len(finish) - 1)):
            choose = f"IF({{finish.{place}.choice}}={option + 1},{literal(finish[option])},{choose})"
        grid.put(row, 2, paid, "centre", choose if len(finish) > 1 else "")
        for b, bin_ in enumerate(live.bins):
            span = live.span(bin_.events if bin_ else None)
            key = f"finish.{place}.bin.{b}"
            formula = ""
            if span:
                played = counts.area(live, counts.PLAYED, span)
                draws = counts.area(live, counts.FIRST_FINISH + place, span)
                formula = f"SUMPRODUCT({played},{draws})"
            grid.put(row, FIRST_BIN + b, live.finish_ways[place][b], "integer", formula, key=key)
        span_ = f"{letter(FIRST_BIN)}{row}:{letter(last - 1)}{row}"
        grid.put(row, last, sum(live.finish_ways[place]), "integer", f"SUM({span_})", key=f"finish.{place}.total")
