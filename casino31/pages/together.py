"""The page of the wagers together: results of the base bet, with those of the side bets, and their covariance."""

from collections.abc import Iterator
from fractions import Fraction

from casino31.formulas import close, filed, literal, name_for
from casino31.page import (
    NUMBER,
    ODDS,
    PLAIN,
    SHARE,
    TEXT,
    TRUE_ODDS,
    UNITS,
    WHOLE,
    Block,
    Cell,
    Column,
    Entry,
    Figure,
    Note,
    Page,
    Row,
    Table,
    figures,
)
from casino31.pages.live import Live
from casino31.pages.payrows import SettlementGroup, said
from casino31.pages.wagers import title_of
from casino31.pages.ways import column_ways, group_ways, result_ways

TITLE = "Joint"


def together_page(live: Live) -> Page:
    """Return the page of the wagers together.

    >>> from casino31.pages.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> page = together_page(Live(ParSheet(file.game, file.game.analyse(file.rules), file.name)))
    >>> [block.title for block in page.blocks if isinstance(block, Table)][:2]
    ['Main: ante and play together', 'Combinations of every two results']
    """
    text = (
        "Net, stake, return and variance in units of the ante. Every count follows the best action of every hand "
        f"at the pays in the {'file' if live.frozen else 'yellow cells'}. Amber italics: a pay is assumed."
    )
    blocks: list[Block] = [Note(text, "note"), _base(live)]
    if live.sides:
        blocks += [_matrix(live), *_sides(live), _nets(live), *_units(live)]
    if live.sheet.pairs:
        blocks.append(_pairs(live))
    if live.table:
        blocks.append(_ends(live))
    return Page(TITLE, tuple(blocks), f"Wagers together: {live.rules.title}")


def _base(live: Live) -> Table:
    stakes = live.sheet.stakes[live.main_bet or ""].metrics
    rows = []
    never = 'IF([ways]=0,"never",'
    for place, group in enumerate(live.groups):
        ways = sum(live.joint[place, b] for b in range(len(live.bins)))
        chance = Fraction(ways, live.total)
        parts = list(zip(live.main, group.rows, strict=True))
        nets = [
            Cell(live.pay_rows[wager][line].net, UNITS, f"{{wager {wager}|net|{line}}}") for wager, line in parts
        ]
        cells = (
            *(_label(live, group), *nets),
            Cell(group.net, UNITS, f"SUM([{live.main[0]}..{live.main[-1]}])"),
            Cell(group.stake, UNITS, "+".join(f"{{wager {wager}|stake|{line}}}" for wager, line in parts)),
            Cell(ways, WHOLE, group_ways(live, group)),
            Cell(chance, SHARE, "[ways]/{total}"),
            Cell(1 / chance if ways else "never", ODDS, f"{never}{{total}}/[ways])"),
            Cell(1 / chance - 1 if ways else "never", TRUE_ODDS, f"{never}({{total}}-[ways])/[ways])"),
            Cell(chance * group.net, SHARE, "[chance]*[net]"),
            Cell(
                chance * (group.net - stakes.expected_net) ** 2,
                NUMBER,
                f"[chance]*([net]-{{{live.main_bet}.mean}})^2",
            ),
        )
        rows.append(Row(cells))
    rows += _base_total(live)
    title = f"{title_of(live.main_bet or '')}: {' and '.join(live.main)} together"
    return Table(tuple(_base_columns(live)), tuple(rows), title, "base")


def _base_columns(live: Live) -> Iterator[Column]:
    yield Column("label", "Result", "left")
    yield from (Column(wager, f"{title_of(wager)} net") for wager in live.main)
    heads = ("Net", "Stake", "Combinations", "Probability", "1 in N", "True odds", "Return", "Variance")
    keys = ("net", "stake", "ways", "chance", "one in", "odds", "return", "variance")
    yield from map(Column, keys, heads)


def _base_total(live: Live) -> Iterator[Row]:
    metrics = live.sheet.stakes[live.main_bet or ""].metrics
    blank = (None,) * (len(live.main) + 2)
    yield Row(
        (
            *(Cell("Total"), *blank),
            Cell(live.total, WHOLE, "SUM([ways:])", "base.ways"),
            Cell(Fraction(1), SHARE, "SUM([chance:])"),
            *(None, None),
            Cell(metrics.expected_net, SHARE, "SUM([return:])", "base.return"),
            Cell(metrics.variance * metrics.initial_wager**2, NUMBER, "SUM([variance:])"),
        ),
        "total",
    )
    alone = "+".join(f"{{{wager} alone.mean}}" for wager in live.main)
    ways = Cell("ok", TEXT, close("{base.ways}", "{total}", "0.5"), "check.main.ways", alert="check")
    mean = Cell("ok", TEXT, close("{base.return}", alone), "check.main.return", alert="check")
    yield Row((Cell("Checks"), *blank, ways, None, None, None, mean, None), "check")


def _label(live: Live, group: SettlementGroup) -> Cell:
    rows = [live.pay_rows[wager][row] for wager, row in zip(live.main, group.rows, strict=True)]
    return Cell(group.label, tone="assumed" if any(row.assumed for row in rows) else "")


def _across(live: Live, *more: Column) -> tuple[Column, ...]:
    """A label, what it wins, and the results of the side bets."""
    across = " and ".join(live.sides) or "all hands"
    first = Column("label", f"{live.main_bet} down, {across} across", "left"), Column("net", "Net")
    bins = (
        Column(str(place), side.label, tone="assumed" if side.assumed else "")
        for place, side in enumerate(live.bins)
    )
    return (*first, *bins, *more)


def _matrix(live: Live) -> Table:
    rows = []
    bins = range(len(live.bins))
    for g, group in enumerate(live.groups):
        counts = [Cell(live.joint[g, b], WHOLE, result_ways(live, group, str(b))) for b in bins]
        ways = sum(live.joint[g, b] for b in bins)
        total = Cell(ways, WHOLE, f"SUM([0..{bins[-1]}])")
        rows.append(Row((_label(live, group), Cell(group.net, UNITS, f"{{base|net|{g}}}"), *counts, total)))
    sums = [sum(live.joint[g, b] for g in range(len(live.groups))) for b in bins]
    cells = [Cell(ways, WHOLE, f"SUM([{b}:])", f"joint.{b}") for b, ways in enumerate(sums)]
    whole = Cell(live.total, WHOLE, "SUM([total:])", "joint.total")
    rows.append(Row((Cell("Total"), None, *cells, whole), "total"))
    checks: list[Cell | None] = []
    for b in bins:
        test = close(f"{{joint.{b}}}", f"{{wager {live.sides[0]}|ways|{b}}}", "0.5")
        single = len(live.sides) == 1
        checks.append(Cell("ok", TEXT, test, f"check.joint.{b}", alert="check") if single else None)
    last = Cell("ok", TEXT, close("{joint.total}", "{total}", "0.5"), "check.joint", alert="check")
    rows.append(Row((Cell("Checks"), None, *checks, last), "check"))
    columns = _across(live, Column("total", "Total"))
    return Table(columns, tuple(rows), "Combinations of every two results", "joint")


def _sides(live: Live) -> Iterator[Table]:
    """What each side wager wins, by the results of the side bets."""
    rows = []
    for offset, wager in enumerate(live.sides):
        nets = [
            Cell(side.pays[offset].net, UNITS, f"{{wager {wager}|net|{side.rows[offset]}}}") for side in live.bins
        ]
        rows.append(Row((Cell(f"{wager}: net"), None, *nets)))
    yield Table(_across(live), tuple(rows), "What the side bets win", "sides", workings=True)


def _nets(live: Live) -> Table:
    rows = []
    for g, group in enumerate(live.groups):
        cells = []
        for b, beyond in enumerate(live.bins):
            beside = (f"{{sides|{b}|{side}}}" for side in range(len(live.sides)))
            cells.append(Cell(group.net + beyond.net, UNITS, "+".join([f"{{base|net|{g}}}", *beside])))
        rows.append(Row((_label(live, group), Cell(group.net, UNITS, f"{{base|net|{g}}}"), *cells)))
    return Table(_across(live), tuple(rows), "Net of every two results, one unit on each bet", "nets")


def _units(live: Live) -> Iterator[Table]:
    """The units of a mix, which are inputs."""
    mix = live.sheet.stakes.get("mix")
    if mix and len(mix.stake.units) > 1:
        entry = Entry("Units", "Units on the bet, 0 or more.", 0.0)
        yield figures(
            "Units of the mix",
            [
                Figure(bet, units, PLAIN, key=f"units.{bet}", name=name_for("units", bet), entry=entry)
                for bet, units in mix.stake.units.items()
            ],
            "units",
        )


def _pairs(live: Live) -> Table:
    rows = []
    for (first, other), (value, linear) in live.sheet.pairs.items():
        nets = [_nets_of(live, name) for name in (first, other)]
        if _is_side(live, first) or _is_side(live, other):
            product = f"SUMPRODUCT({{joint|0..{len(live.bins) - 1}}}*{nets[0]}*{nets[1]})"
        else:
            product = f"SUMPRODUCT({{base|ways}},{nets[0]},{nets[1]})"
        means = "*".join(f"{{{_key(live, name)}.mean}}" for name in (first, other))
        spread = "*".join(f"{{{_key(live, name)}.sd}}*{{{_key(live, name)}.initial}}" for name in (first, other))
        key = f"covariance.{first}.{other}"
        name = name_for("covariance", first, other)
        correlation = f'IF({spread}=0,"none",{{{key}}}/({spread}))'
        cells = (
            Cell(f"{first} and {other}"),
            Cell(value, NUMBER, f"{product}/{{total}}-{means}", key, name),
            Cell("none" if linear is None else linear, NUMBER, correlation),
            Cell(str(value), TEXT, filed(str(value))),
        )
        rows.append(Row(cells))
    if live.sides:
        bets = live.rules.bets
        sums = "+".join(f"{{{bet}.variance}}*{{{bet}.initial}}^2" for bet in bets)
        pairs = [pair for pair in live.sheet.pairs if set(pair) <= set(bets)]
        sums += "".join(f"+2*{{covariance.{first}.{other}}}" for first, other in pairs)
        test = close(sums, "{combined.variance}*{combined.initial}^2", "1E-9")
        check = Cell("ok", TEXT, test, "check.covariance", alert="check")
        rows.append(Row((Cell("Variances and covariance add up"), check), "check"))
    columns = (
        Column("label", "Pair", "left"),
        Column("covariance", "Covariance, units²"),
        Column("correlation", "Correlation"),
        Column("exact", "Covariance, exact", tone="exact"),
    )
    return Table(columns, tuple(rows), "Covariance and correlation")


def _key(live: Live, name: str) -> str:
    return name if name == live.main_bet else f"{name} alone"


def _is_side(live: Live, name: str) -> bool:
    return name in live.sides or name in live.side_bets


def _nets_of(live: Live, name: str) -> str:
    """The nets of a bet or a wager: down for those of the base bet, across for the others."""
    if not _is_side(live, name):
        return f"{{base|{'net' if name == live.main_bet else name}}}"
    place = live.sides.index(live.rules.bets.get(name, (name,))[0])
    return f"{{sides|0..{len(live.bins) - 1}|{place}}}"


def _ends(live: Live) -> Table:
    rows = []
    for place, column in enumerate(live.columns):
        choose = literal(said(column.options[-1]))
        for option in reversed(range(len(column.options) - 1)):
            test = f"{{options|e{place}|choice}}={option + 1}"
            choose = f"IF({test},{literal(said(column.options[option]))},{choose})"
        cells = (
            Cell(f"{column.name}: {' or '.join(map(said, column.options))}"),
            Cell(said(column.settlement), TEXT, choose if len(column.options) > 1 else ""),
            *(
                Cell(live.column_ways[place][b], WHOLE, column_ways(live, place, side))
                for b, side in enumerate(live.bins)
            ),
            Cell(sum(live.column_ways[place]), WHOLE, f"SUM([0..{len(live.bins) - 1}])"),
        )
        rows.append(Row(cells))
    _, _, *bins = _across(live)
    columns = (
        Column("label", "Action: end", "left"),
        Column("paid as", "Paid as", "centre"),
        *bins,
        Column("total", "Total"),
    )
    return Table(columns, tuple(rows), "Combinations by action and end of the base bet", "ends", workings=True)
