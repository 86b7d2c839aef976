"""The first page: who has the edge, under which bets, against which banker, and how exact each number is."""

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

from casino31 import __version__
from casino31.intervals import end_of, outwards
from casino31.report.excel.formulas import EDITED, all_ok, literal
from casino31.report.excel.grid import Grid, Mark, Value
from casino31.report.excel_banker.figures import Book, decimals, kept, method_of
from casino31.report.excel_banker.firsts import rule_words

TITLE = "Summary"
LAST = 4


def summary_sheet(book: Book, checks: list[str]) -> Grid:
    """Return the summary; ``checks`` are the keys of every check cell of the workbook.

    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> sheet = summary_sheet(Book(file.game, file.game.sides.analyse(file.rules), file.name), ["check.bets"])
    >>> sheet.cells[6, 1].formula
    '{edge}'
    """
    grid = Grid(TITLE, landscape=False, one_page=True)
    grid.widths = {1: 42.0, 2: 26.0, 3: 26.0, 4: 26.0}
    head = book.analysis.head
    grid.put(1, 1, head.title, "title")
    grid.merge(1, 1, LAST)
    grid.heights[1] = 24.0
    stated = f" · {book.date}" if book.date else " · date not stated"
    grid.put(2, 1, f"Par sheet of {book.game.name} · casino31 {__version__}{stated}", "subtitle")
    grid.put(3, 1, f"Layout: {book.name} · SHA-256 {head.digest or 'none: made in code'}", "subtitle")
    _tiles(grid, book, 5)
    at = _figures(grid, book, 8)
    at = _readings(grid, book, at)
    at = _trust(grid, book, at)
    _status(grid, at, checks)
    return grid


def _head(grid: Grid, at: int, text: str) -> int:
    grid.put(at, 1, text, "head left")
    grid.row(at, 2, [""] * (LAST - 1), "head")
    return at + 1


def _tiles(grid: Grid, book: Book, at: int) -> None:
    spread: Value = -book.loss / book.gain if book.gain else "none"
    tiles: list[tuple[str, Value, str, str]] = [
        ("Banker's edge, of each unit bet", book.edge, "{edge}", "tile"),
        ("Break-even spread of bets", spread, "{break even}", "tile ratio" if book.gain else "tile text"),
        ("Standard deviation of a round", sqrt(book.variance), "{deviation}", "tile number"),
    ]
    if book.analysis.tenure is not None:
        tiles.append(("Hands a banker deals", _mean(book), "{hands}", "tile number"))
    for column, (label, value, formula, style) in enumerate(tiles, 1):
        grid.put(at, column, label, "tile label")
        grid.put(at + 1, column, value, style, formula)
    grid.heights |= {at: 16.0, at + 1: 24.0}
    grid.marks.append(Mark(f"A{at + 1}", f"A{at + 1}<0", "bad"))


def _mean(book: Book) -> Fraction:
    return 1 + 1 / book.chance("banker bust")


def _figures(grid: Grid, book: Book, at: int) -> int:
    grid.put(at, 1, "Figures, under the bet rule", "head left")
    grid.put(at, 2, rule_words(book), "head", "{rule words}")
    grid.row(at, 3, ["", ""], "head")
    grid.merge(at, 2, LAST)
    known, overall = book.analysis, book.analysis.overall
    spread: Value = -book.loss / book.gain if book.gain else "none"
    rows: list[tuple[str, Value, str, str, Fraction | None]] = [
        ("Banker's edge, of each unit bet", book.edge, "signed share", "{edge}", overall.banker_edge.exact),
        ("Punter's EV, units a round", book.expectation, "signed", "{ev}", overall.punter_ev.exact),
        ("Average bet, units a round", book.average_bet, "units", "{average bet}", None),
        ("Variance of a punter's round, units²", book.variance, "ratio", "{variance}", None),
        ("Standard deviation, units", sqrt(book.variance), "ratio", "{deviation}", None),
        (
            "Spread of bets at which punters break even",
            spread,
            "ratio",
            "{break even}",
            known.break_even_spread.exact,
        ),
    ]
    for label, value, style, formula, exact in rows:
        at += 1
        grid.put(at, 1, label, "label")
        grid.put(at, 2, value, style, formula)
        if label.startswith(("Banker's edge", "Punter's EV")):
            grid.marks.append(Mark(f"B{at}", f"B{at}{'<' if 'edge' in label else '>'}0", "bad"))
        if exact is not None:
            text = str(exact)
            grid.put(at, 3, text, "exact", f'IF({{as filed}}=1,{literal(text)},"{EDITED}")')
            grid.merge(at, 3, LAST)
            grid.fit(at, 3, LAST, text, 1.3)
    liked = ", ".join(first.card for first in book.firsts if first.expectation > 0) or "none"
    at += 1
    grid.put(at, 1, "First cards that favour the punter", "label")
    grid.put(at, 2, liked, "words right")
    grid.put(at, 3, _spread_words(spread), "status")
    won = (1 + book.total([first.expectation for first in book.firsts])) / 2
    at += 1
    grid.put(at, 1, "A bet is won", "label")
    grid.put(at, 2, won, "percent 4", "{all.wins}")
    if known.tenure is not None:
        at += 1
        grid.put(at, 1, "The banker wins of one punter in a tenure, units", "label")
        grid.put(at, 2, -_mean(book) * book.expectation, "signed", "{tenure result}")
    if book.punters is not None:
        at += 1
        covariance = kept(book.punters.covariance)
        grid.put(at, 1, "Correlation of two punters at a table", "label")
        live = f'IF(ISNUMBER({{covariance}}),{{covariance}}/{{variance}},"{EDITED}")'
        grid.put(at, 2, covariance / book.variance, "ratio", live)
        grid.put(at, 3, "exact" if known.punters is not None else "simulated", "status")
    if known.bankers is not None:
        at += 1
        best = min(known.bankers, key=lambda row: kept(row.punter_ev))
        grid.put(at, 1, f"Punter's EV against the best of {len(known.bankers)} fixed bankers", "label")
        grid.put(at, 2, kept(best.punter_ev), "signed", "{best banker}")
        grid.put(at, 3, f"stands at {best.stand}, conceals {best.conceal}", "status", "{best words}")
    if known.simple_strategy is not None:
        at += 1
        ev = book.total([first.expectation for first in book.firsts])
        grid.put(at, 1, "Simple play costs the punter, of a unit", "label")
        grid.put(at, 2, float(ev) - round(known.simple_strategy.punter_ev, 9), "signed", "{simple cost}")
        grid.put(at, 3, "by how many cards he sees and their total: Strategy", "status")
    if known.equilibrium is not None and known.equilibrium.overall is not None:
        at += 1
        ends = known.equilibrium.overall
        grid.put(at, 1, "Value of the game, one unit on every first card", "label")
        low, high = outwards(end_of(ends.lower), end_of(ends.upper), 7)
        grid.put(at, 2, f"{float(low):+.7f} to {float(high):+.7f}", "label")
    return at + 2


def _spread_words(spread: Value) -> str:
    """What the break-even spread means; it does not depend on the bets."""
    if isinstance(spread, str):
        return "no spread of bets beats this banker"
    if spread <= 1:
        return "flat bets already beat this banker"
    return f"{float(spread):.4f} times the minimum on them beats this banker"


def _readings(grid: Grid, book: Book, at: int) -> int:
    at = _head(grid, at, "Banker, readings and assumptions")
    head = book.analysis.head
    rows = [
        ("Banker", head.banker),
        ("Readings", ", ".join(f"{name} = {choice}" for name, choice in head.readings.items())),
        ("Source of the layout", head.source or "not stated"),
    ]
    for label, text in rows:
        grid.put(at, 1, label, "text")
        at = grid.paragraph(at, 2, LAST, text)
    grid.put(at, 1, "Assumptions", "text")
    for line in head.assumptions:
        at = grid.paragraph(at, 2, LAST, line, "assumed")
    return at + 1


def trust(book: Book) -> list[tuple[str, str]]:
    """Return for each part of the analysis whether it is exact, bounded, certified or simulated.

    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> trust(Book(file.game, file.game.sides.analyse(file.rules), file.name))[0]
    ('First cards, classes, tenure', 'exact: each is a fraction of whole numbers')
    """
    known = book.analysis

    def told(bounds: Iterable[float | None]) -> str:
        bound = max((bound or 0.0 for bound in bounds), default=0.0)
        if not bound:
            return "exact: each is a fraction of whole numbers"
        return f"bounded: computed within {bound:.0e} of the exact value, kept to {decimals(bound)} decimals"

    parts = [("First cards, classes, tenure", told([] if book.exact else [book.bound]))]
    if known.bankers is not None:
        parts.append(("All fixed bankers", told(row.punter_ev.error_bound for row in known.bankers)))
    if known.readings_compared is not None:
        bounds = [row.banker_edge.error_bound for row in known.readings_compared]
        parts.append(("The edge under other readings", told(bounds)))
    if known.simple_strategy is not None:
        parts.append(("Simple play", "bounded: kept to 9 decimals"))
    if known.equilibrium is not None:
        parts.append(("Equilibrium", "certified: intervals between exact best replies to stored policies"))
    if book.punters is None:
        parts.append(("Several punters", "none: no exact law can be enumerated for punters who share a stub"))
    else:
        parts.append(("Several punters", told([]) if known.punters is not None else method_of(book.punters)))
    return parts


def _trust(grid: Grid, book: Book, at: int) -> int:
    at = _head(grid, at, "What is exact, and what is bounded")
    for label, text in trust(book):
        grid.put(at, 1, label, "text")
        at = grid.paragraph(at, 2, LAST, text)
    return at + 1


def _status(grid: Grid, at: int, checks: list[str]) -> None:
    at = _head(grid, at, "This workbook")
    grid.put(at, 1, "Bets (yellow cells of First cards)", "label")
    grid.put(at, 2, 1, "filed", "{as filed}")
    grid.put(at + 1, 1, "Checks", "label")
    grid.put(at + 1, 2, "all checks pass", "verdict", all_ok(checks), key="verdict", name="checks")
    grid.marks.append(Mark(f"B{at}", f"B{at}=0", "warn"))
    grid.marks.append(Mark(f"B{at + 1}", f'B{at + 1}="all checks pass"', "good"))
    grid.marks.append(Mark(f"B{at + 1}", f'B{at + 1}<>"all checks pass"', "bad"))
    grid.paragraph(at + 2, 1, LAST, "Red: the punter has the edge, or a check fails.", "note")
