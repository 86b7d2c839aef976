"""Every fixed banker that a layout could state, side by side."""

from fractions import Fraction

from casino31.report.excel.formulas import close
from casino31.report.excel.grid import Chart, Grid, Mark, Scale, letter
from casino31.report.excel_banker.banker_styles import BAD, GOOD, MIDDLE
from casino31.report.excel_banker.figures import Book, decimals, kept
from casino31.report.excel_banker.page import begin, section

TITLE = "Bankers"
HEAD = 5


def bankers_sheet(book: Book) -> Grid:
    """Return the grid of fixed bankers; empty when the analysis does not hold it.

    >>> from dataclasses import replace
    >>> from casino31.banker_answers import FixedBanker
    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> analysis = file.game.sides.analyse(file.rules)
    >>> analysis = replace(analysis, bankers=(FixedBanker(26, "last", analysis.overall.punter_ev),))
    >>> bankers_sheet(Book(file.game, analysis, file.name)).cells[9, 3].value
    'stands at 26, conceals last'
    """
    values = {(row.stand, row.conceal): kept(row.punter_ev) for row in book.analysis.bankers or ()}
    stands = list(dict.fromkeys(stand for stand, _ in values))
    conceals = list(dict.fromkeys(conceal for _, conceal in values))
    grid = Grid(TITLE, one_page=True, landscape=False)
    last = 1 + len(conceals)
    grid.widths = {1: 20.0} | dict.fromkeys(range(2, last + 1), 16.0) | {last + 1: 14.0, last + 2: 16.0}
    bound = _bound(book)
    how = f"within {bound:.0e} of the exact value, kept to {decimals(bound)} decimals" if bound else "exact"
    begin(
        grid,
        book,
        "All fixed bankers",
        "The punter's expectation at his best play against each, for one unit on every first card, whatever the "
        "layout's bets: above 0 the banker loses. The readings and decks are the layout's, and the framed cell is "
        f"its own banker. Each value is {how}.",
        last + 2,
    )
    grid.put(HEAD - 1, 1, "", "head left")
    grid.put(HEAD - 1, 2, "He conceals", "head centre")
    grid.row(HEAD - 1, 3, [""] * last, "head centre")
    grid.merge(HEAD - 1, 2, last)
    grid.put(HEAD, 1, "He stands at", "head left")
    grid.row(HEAD, 2, conceals, "head centre")
    grid.row(HEAD, last + 1, ("Lowest", "by concealing"), "head centre")
    own = book.analysis.head.layout["banker"]
    top, end = HEAD + 1, HEAD + len(stands)
    for at, stand in enumerate(stands, top):
        mine = own.get("stand") == stand
        grid.put(at, 1, stand, "own card" if mine else "card", key=f"stand.{stand}")
        for column, conceal in enumerate(conceals, 2):
            style = "own cell" if mine and own.get("conceal") == conceal else "cell"
            grid.put(at, column, values[stand, conceal], style, key=f"banker.{stand}.{conceal}")
        row = [values[stand, conceal] for conceal in conceals]
        across = f"B{at}:{letter(last)}{at}"
        least = letter(last + 1)
        grid.put(at, last + 1, min(row), "cell", f"MIN({across})", key=f"lowest.{stand}")
        which = f"INDEX(B${HEAD}:{letter(last)}${HEAD},MATCH({least}{at},{across},0))"
        grid.put(at, last + 2, conceals[row.index(min(row))], "centre", which, key=f"by.{stand}")
    grid.scales.append(Scale(f"B{top}:{letter(last)}{end}", GOOD, MIDDLE, BAD))
    _short(grid, book, values, stands, end + 2)
    titles = "Punter's EV by where the banker stands", "his best card concealed"
    span = (stands[0], stands[-1])
    labels, lowest = ((f"{what}.{span[0]}", f"{what}.{span[1]}") for what in ("stand", "lowest"))
    grid.charts.append(Chart(*titles, f"A{end + 10}", labels, lowest, 21, 9))
    return grid


def _short(grid: Grid, book: Book, values: dict[tuple[int, str], Fraction], stands: list[int], at: int) -> None:
    (stand, conceal), least = min(values.items(), key=lambda item: item[1])
    first, last = stands[0], stands[-1]
    spans = {what: f"{{{what}.{first}..{what}.{last}}}" for what in ("stand", "lowest", "by")}
    section(grid, at, 1, 7, "In short")
    grid.put(at + 1, 1, "The best of them", "label")
    grid.put(at + 1, 2, least, "cell", f"MIN({spans['lowest']})", key="best banker", name="best_fixed_banker_ev")
    place = f"MATCH({{best banker}},{spans['lowest']},0)"
    words = f'"stands at "&INDEX({spans["stand"]},{place})&", conceals "&INDEX({spans["by"]},{place})'
    grid.put(at + 1, 3, f"stands at {stand}, conceals {conceal}", "label", words, key="best words")
    grid.put(at + 2, 1, "Of them win", "label")
    conceals = list(dict.fromkeys(conceal for _, conceal in values))
    area = f"{{banker.{first}.{conceals[0]}..banker.{last}.{conceals[-1]}}}"
    grid.put(at + 2, 2, sum(value < 0 for value in values.values()), "centre", f"SUMPRODUCT(--({area}<0))")
    grid.put(at + 2, 3, f"of {len(values)}, against punters who play their best for flat bets", "label")
    own = book.analysis.head.layout["banker"]
    key = (int(own["stand"]), str(own["conceal"])) if "conceal" in own else (0, "")
    if key in values:
        grid.put(at + 3, 1, "The layout's own", "label")
        grid.put(at + 3, 2, values[key], "cell", f"{{banker.{key[0]}.{key[1]}}}", key="own banker")
        grid.put(at + 3, 3, "for one unit on every first card", "label")
        grid.put(at + 4, 1, "It gives up", "label")
        grid.put(at + 4, 2, values[key] - least, "cell", "{own banker}-{best banker}")
        grid.put(at + 4, 3, "of each unit, beside the best of them", "label")
        grid.put(at + 5, 1, "As on First cards", "label")
        grid.put(at + 5, 2, "ok", "check", close("{own banker}", "{all.flat}", tolerance(book)), key="check.banker")
        grid.marks.append(Mark(f"B{at + 5}", f'B{at + 5}="FAIL"', "bad"))


def tolerance(book: Book) -> str:
    """How far the grid's value may be from that of the first cards, as a formula writes it."""
    bound = _bound(book)
    return f"{max(book.slack, 10.0 ** (1 - decimals(bound)) if bound else 0.0):.0E}"


def _bound(book: Book) -> float:
    return max(row.punter_ev.error_bound or 0.0 for row in book.analysis.bankers or ())
