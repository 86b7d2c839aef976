"""The count rows of the situations: from them and the pays, the best action of every hand, live."""

from collections.abc import Iterator
from fractions import Fraction

from casino31.answers import DecisionRow
from casino31.cards import show
from casino31.page import PLAIN, WHOLE, Cell, Column, Note, Page, Row, Table
from casino31.pages.first_decisions import arrivals
from casino31.pages.live import DIGITS, Live
from casino31.pages.payrows import said
from casino31.pricing import NO_DECISION

TITLE = "Counts"


def counts_page(live: Live) -> Page:
    """Return the page of count rows: one for all hands that no pay table can tell apart.

    >>> from casino31.pages.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> page = counts_page(Live(ParSheet(file.game, file.game.analyse(file.rules), file.name)))
    >>> cells = page.blocks[2].rows[0].cells
    >>> cells[5].formula, cells[7].formula
    ('MAX([v0..v1])', 'IF(INDEX([v0..v1],1,{tie flag})=[best],{tie flag},MATCH([best],[v0..v1],0))')
    """
    text = (
        "Hands that no pay table can tell apart share a row. To the right: of the "
        f"{live.last_draws:,} draws after each action, how many come to each end (blank: none). An end is paid as "
        "whichever of its events pays more. The value of an action: the draws times their pays, summed, rounded to "
        f"{live.digits} decimals so that two actions of exactly equal value compare as equal in floating point. "
        "Decision: the number of the best action, from the left; of equal ones (yellow) the one that the tie rule "
        "prefers, else the first."
    )
    columns = tuple(_columns(live))
    options = Table(columns, tuple(_options(live)), "How the round ends, by action", "options", headless=True)
    rows = tuple(_row(live, place) for place in range(len(live.rows)))
    counts = Table(columns, rows, key="counts", slanted=True)
    heading = "Hands before the decision: the draws of each, and the best action, live"
    return Page(TITLE, (Note(text, "note"), options, counts), heading, workings=True)


def _columns(live: Live) -> Iterator[Column]:
    yield Column("example", "Example", "left")
    yield Column("sides", "Side bets" if live.sides else "", "centre")
    yield Column("hands", "Ways to it" if live.before else "Hands")
    yield from (Column(f"v{place}", action) for place, action in enumerate(live.actions))
    yield from (Column("best", "Best"), Column("ties", "Best actions"), Column("decision", "Decision"))
    what = "Ways" if live.before else "Hands"
    yield from (Column(f"t{place}", f"{what}: {action}") for place, action in enumerate(live.actions))
    for place, column in enumerate(live.columns):
        label = " or ".join(map(said, column.options))
        yield Column(f"e{place}", label if label == column.name else f"{column.name}: {label}")


def _options(live: Live) -> Iterator[Row]:
    """What each end may be paid as, what that wins, which it is, and how often it comes."""
    depth = max(len(column.options) for column in live.columns)
    blank = (None,) * (5 + 2 * len(live.actions))

    def row(label: str, cells: Iterator[Cell | None], key: str = "") -> Row:
        return Row((*blank, Cell(label, tone="status"), *cells), key=key)

    for option in range(depth):
        yield row(
            "event" if not option else f"or ({option + 1})", (_event(e.options, option) for e in live.columns)
        )
    for option in range(depth):
        label = "pays" if not option else f"pays ({option + 1})"
        cells = (_pays(live, place, option) for place in range(len(live.columns)))
        yield row(label, cells, f"pays {option}")
    yield row("paid as", (_choice(live, place) for place in range(len(live.columns))), "choice")
    yield row("pay", (_pay(live, place) for place in range(len(live.columns))), "pay")
    ways = (
        Cell(sum(live.column_ways[place]), WHOLE, f"{{ends|total|{place}}}", tone="note")
        for place in range(len(live.columns))
    )
    yield row("ways", ways)


def _event(options: tuple[object, ...], option: int) -> Cell | None:
    return Cell(said(options[option])) if option < len(options) else None  # type: ignore[arg-type]


def _pays(live: Live, place: int, option: int) -> Cell | None:
    column = live.columns[place]
    if option >= len(column.options):
        return None
    settlement = column.options[option]
    wagers = zip(live.main, settlement, strict=True)
    nets = "+".join(f"{{events {wager}|net|{paid.event} {paid.units}}}" for wager, paid in wagers)
    return Cell(live.rules.won(live.base, settlement), PLAIN, nets)


def _options_of(live: Live, place: int) -> list[str]:
    return [f"{{options|e{place}|pays {option}}}" for option in range(len(live.columns[place].options))]


def _pay(live: Live, place: int) -> Cell:
    values = [live.rules.won(live.base, settlement) for settlement in live.columns[place].options]
    return Cell(max(values), PLAIN, f"MAX({','.join(_options_of(live, place))})")


def _choice(live: Live, place: int) -> Cell:
    """The number of the first option that pays best."""
    options, best = _options_of(live, place), f"{{options|e{place}|pay}}"
    formula = str(len(options))
    for option in reversed(range(len(options) - 1)):
        formula = f"IF(ROUND({best}-{options[option]},{DIGITS})=0,{option + 1},{formula})"
    return Cell(live.columns[place].choice + 1, WHOLE, formula if len(options) > 1 else "")


def _row(live: Live, place: int) -> Row:
    row, worth, decision = live.rows[place], live.values[place], live.decisions[place]
    span = f"[v0..v{len(live.actions) - 1}]"
    most = max(worth.values())
    values, taken = [], []
    for action, name in enumerate(live.actions):
        value = Fraction(round(worth[name], live.digits)) if name in worth else None
        known = None if value is None else Cell(value, PLAIN, _value(live, row, action), alert="best")
        values.append(known)
        hands = row.members if action == decision else 0
        taken.append(Cell(hands, WHOLE, f"IF([decision]={action + 1},[hands],0)"))
    equal = sum(value == most for value in worth.values())
    choice = f"MATCH([best],{span},0)"
    if live.tie_choices and NO_DECISION not in worth:
        choice = f"IF(INDEX({span},1,{{tie flag}})=[best],{{tie flag}},{choice})"
    cells: list[Cell | None] = [
        *(Cell(show(*row.example)), Cell(_side(row)), Cell(row.members, WHOLE, arrivals(live, place)), *values),
        Cell(Fraction(round(most, live.digits)), PLAIN, f"MAX({span})"),
        Cell(equal, WHOLE, f"COUNTIF({span},[best])", alert="several"),
        Cell(decision + 1, WHOLE, choice),
        *taken,
    ]
    for column in live.columns:
        ways = row.counts.get(column.name, {}).get(column.end)
        cells.append(Cell(ways, WHOLE) if ways else None)
    return Row(tuple(cells))


def _value(live: Live, row: DecisionRow, action: int) -> str:
    """What an action wins, summed over its draws, with the side bets that the strategy is chosen for."""
    places = [place for place, column in enumerate(live.columns) if column.action == action]
    span = f"e{places[0]}..e{places[-1]}"
    formula = f"SUMPRODUCT([{span}],{{options|{span}|pay}})"
    for bet in live.at_stake:
        paids = zip(live.rules.bets[bet], row.sides[live.actions[action]][live.side_bets.index(bet)], strict=True)
        pays = "+".join(f"{{events {wager}|net|{paid.event} {paid.units}}}" for wager, paid in paids)
        formula += f"+{{objective.{bet}}}*{live.last_draws}*({pays})"
    return f"ROUND({formula},{live.digits})"


def _side(row: DecisionRow) -> str:
    """What the side bets come to, whatever the action or by action."""
    return " or ".join(dict.fromkeys(" + ".join(map(said, side)) for side in row.sides.values()))
