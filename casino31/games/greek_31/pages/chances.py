"""What happens to a punter, by first card; and all fixed bankers that a layout could state, side by side."""

from collections.abc import Iterator
from fractions import Fraction

from casino31.formulas import close
from casino31.games.greek_31.pages.book import BankerBook, decimals, kept
from casino31.page import (
    PERCENT,
    SIGNED_SHARE,
    TEXT,
    Block,
    Cell,
    Chart,
    Column,
    Figure,
    Heat,
    Note,
    Page,
    Row,
    Table,
    Unit,
    figures,
)

GOOD, MIDDLE, BAD = "D5E8C8", "FFFFFF", "F4B8A8"
"""Grounds of a scale: what a banker likes, and what he does not."""


def classes_page(book: BankerBook) -> Page:
    """Return the page of outcome classes: one row a class, one column a first card, and all of them."""
    head = book.analysis.head
    text = (
        f"{head.title}. Probabilities at the punter's best play against this banker. A class wins the bet or "
        "loses it "
        "whole, whatever the bet. The last column weighs first cards by their chances. 14 won and 14 lost: "
        "against a "
        "banker who shows a 14; stand: against a concealed card. How a tie is decided "
        f"(tie = {head.readings.get('tie', 'stand')}) moves classes, never the expectation."
    )
    events = tuple(head.results)
    values = tuple(book.chance(event) for event in events)
    places = "{classes|event}", "{classes|all}"
    chart = Chart("Outcome classes", "over all first cards", events, values, Unit("share", 1), *places)
    return Page("Classes", (Note(text, "note"), classes_table(book), chart), "What happens to a punter")


def classes_table(book: BankerBook) -> Table:
    """Return the table of classes, its sums and its checks."""
    cards = [first.card for first in book.firsts]
    # first cards stand in a column there and in a row here: a sum of products that every spreadsheet can make
    weighed = "+".join(f"{{firsts|chance|{card}}}*[{card}]" for card in cards)
    rows = [
        Row(
            (
                Cell(event),
                Cell("wins" if int(result) > 0 else "loses"),
                *(Cell(first.classes[event], PERCENT) for first in book.firsts),
                Cell(book.chance(event), PERCENT, weighed, f"all.{event}"),
            )
        )
        for event, result in book.analysis.head.results.items()
    ]
    columns = (
        Column("event", "Class", "left"),
        Column("bet", "The bet", "centre"),
        *(Column(card, card) for card in cards),
        Column("all", "all"),
    )
    return Table(columns, (*rows, *_sums(book)), "Outcome classes", "classes")


def _sums(book: BankerBook) -> Iterator[Row]:
    results = book.analysis.head.results
    wins = [event for event, result in results.items() if int(result) > 0]
    within = repr(book.slack).upper()
    sums, won, evs, checks = [], [], [], []
    for first in (*book.firsts, None):
        column = first.card if first else "all"
        chance = first.classes.__getitem__ if first else book.chance
        whole = sum(map(chance, results), Fraction())
        winning = sum(map(chance, wins), Fraction())
        sums.append(Cell(whole, PERCENT, f"SUM([{column}:])", f"classes.sum.{column}"))
        won.append(Cell(winning, PERCENT, f'SUMIF([bet:],"wins",[{column}:])', f"classes.won.{column}"))
        twice = f"2*{{classes.won.{column}}}-1"
        evs.append(Cell(2 * winning - 1, SIGNED_SHARE, twice, f"classes.ev.{column}"))
        ev = f"{{firsts|ev|{column}}}" if first else "{all.flat}"
        apart = f"ABS({{classes.sum.{column}}}-1)<{within},ABS({{classes.ev.{column}}}-{ev})<{within}"
        test = f'IF(AND({apart}),"ok","FAIL")'
        checks.append(Cell("ok", TEXT, test, f"check.classes.{column}", alert="check"))
    yield Row((Cell("Sum"), None, *sums), "total")
    yield Row((Cell("The bet is won"), None, *won), "total")
    yield Row((Cell("EV: twice that less 1"), None, *evs), "total")
    yield Row((Cell("Checks"), None, *checks), "check")


def bankers_page(book: BankerBook) -> Page:
    """Return the grid of fixed bankers; ValueError when the analysis does not hold it."""
    found = book.analysis.bankers
    if found is None:
        raise ValueError("this analysis has no fixed bankers")
    bound = max(row.punter_ev.error_bound or 0.0 for row in found)
    how = f"within {bound:.0e} of the exact value, kept to {decimals(bound)} decimals" if bound else "exact"
    text = (
        f"{book.analysis.head.title}. The punter's expectation at his best play against each, for one unit on "
        "every "
        "first card, whatever the layout's bets: above 0 the banker loses. The readings and decks are the "
        "layout's, "
        f"and the framed cell is its own banker. Each value is {how}."
    )
    values = {(row.stand, row.conceal): kept(row.punter_ev) for row in found}
    stands = list(dict.fromkeys(str(stand) for stand, _ in values))
    lowest = tuple(min(v for (at, _), v in values.items() if str(at) == stand) for stand in stands)
    titles = "Punter's EV by where the banker stands", "his best card concealed"
    places = "{bankers|stand}", "{bankers|least}"
    chart = Chart(*titles, tuple(stands), lowest, Unit("share", 1), *places)
    blocks: tuple[Block, ...] = (Note(text, "note"), bankers_table(book), _short(book, values, bound), chart)
    return Page("Bankers", blocks, "All fixed bankers")


def bankers_table(book: BankerBook) -> Table:
    """Return the punter's expectation against each fixed banker."""
    values = {(row.stand, row.conceal): kept(row.punter_ev) for row in book.analysis.bankers or ()}
    conceals = list(dict.fromkeys(conceal for _, conceal in values))
    own = book.analysis.head.layout["banker"]
    span, rows = f"[{conceals[0]}..{conceals[-1]}]", []
    for stand in dict.fromkeys(stand for stand, _ in values):
        mine = own.get("stand") == stand
        row = [values[stand, conceal] for conceal in conceals]
        which = conceals[row.index(min(row))]
        chosen = "".join(f'IF([{conceal}]=[least],"{conceal}",' for conceal in conceals[:-1])
        cells = (
            Cell(stand, Unit("plain"), tone="strong" if mine else ""),
            *(
                Cell(value, _VALUE, tone="strong" if mine and own.get("conceal") == conceal else "")
                for conceal, value in zip(conceals, row, strict=True)
            ),
            Cell(min(row), _VALUE, f"MIN({span})"),
            Cell(which, TEXT, f'{chosen}"{conceals[-1]}"{")" * (len(conceals) - 1)}'),
        )
        rows.append(Row(cells, key=str(stand)))
    columns = (
        Column("stand", "He stands at", "left"),
        *(Column(conceal, f"conceals {conceal}") for conceal in conceals),
        Column("least", "Lowest"),
        Column("by", "by concealing"),
    )
    title = "The punter's EV against each fixed banker, 1 on every first card"
    return Table(columns, tuple(rows), title, "bankers", heat=Heat(conceals[0], conceals[-1], GOOD, MIDDLE, BAD))


_VALUE = Unit("number", 9, signed=True)


def _short(book: BankerBook, values: dict[tuple[int, str], Fraction], bound: float) -> Table:
    (stand, conceal), least = min(values.items(), key=lambda item: item[1])
    conceals = list(dict.fromkeys(conceal for _, conceal in values))
    lowest = "{bankers|least}"
    place = f"MATCH({{best banker}},{lowest},0)"
    words = f'"stands at "&INDEX({{bankers|stand}},{place})&", conceals "&INDEX({{bankers|by}},{place})'
    area = f"{{bankers|{conceals[0]}..{conceals[-1]}}}"
    best = f"stands at {stand}, conceals {conceal}"
    winning = sum(value < 0 for value in values.values())
    of = f"of {len(values)}, against punters who play their best for flat bets"
    rows = [
        Figure("The best of them", least, _VALUE, f"MIN({lowest})", "best banker", "best_fixed_banker_ev"),
        Figure("It", best, TEXT, words, "best words"),
        Figure("Of them win", winning, Unit("number"), f"SUMPRODUCT(--({area}<0))", note=of),
    ]
    own = book.analysis.head.layout["banker"]
    key = (int(own["stand"]), str(own["conceal"])) if "conceal" in own else (0, "")
    if key in values:
        at = f"{{bankers|{key[1]}|{key[0]}}}"
        flat = "for one unit on every first card"
        within = f"{max(book.slack, 10.0 ** (1 - decimals(bound)) if bound else 0.0):.0E}"
        test = close("{own banker}", "{all.flat}", within)
        gives = values[key] - least
        rows += [
            Figure("The layout's own", values[key], _VALUE, at, "own banker", note=flat),
            Figure(
                "It gives up", gives, _VALUE, "{own banker}-{best banker}", note="of each unit, beside the best"
            ),
            Figure("As on First cards", "ok", TEXT, test, "check.banker", alert="check", kind="check"),
        ]
    return figures("In short", rows)
