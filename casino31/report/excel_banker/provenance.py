"""Where the numbers come from, the layout as its file states it, and exact fractions as text."""

import json
from collections.abc import Mapping
from fractions import Fraction

from casino31 import __version__
from casino31.report.excel.formulas import EDITED, close, constant, filed, filed_number
from casino31.report.excel.grid import Grid, Mark
from casino31.report.excel.style import FONT
from casino31.report.excel_banker.figures import SPARE, Book
from casino31.report.excel_banker.page import begin, section
from casino31.report.excel_banker.summary import trust

TITLE = "Provenance"
EXACT, BOUNDED = "exact fractions", "decimals with bounds"


def provenance_sheet(book: Book) -> Grid:
    """Return the sheet of provenance: an audit makes the workbook anew from it.

    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> sheet = provenance_sheet(Book(file.game, file.game.sides.analyse(file.rules), file.name))
    >>> sheet.cells[5, 1].value, sheet.cells[5, 2].value
    ('Game', 'Greek 31')
    """
    grid = Grid(TITLE, landscape=False)
    grid.widths = {1: 34.0, 2: 26.0, 3: 60.0}
    begin(grid, book, "Provenance", "", 3)
    at = _facts(grid, book, 4)
    at = _layout(grid, book, at)
    at = _engine(grid, book, at)
    _fractions(grid, book, at)
    return grid


def _facts(grid: Grid, book: Book, at: int) -> int:
    head = book.analysis.head
    at = section(grid, at, 1, 3, "How this was made")
    facts = [
        ("Game", book.game.name),
        ("Layout", head.title),
        ("Layout file", book.name),
        ("SHA-256 of the file", head.digest or "none: the rules were made in code"),
        ("Source", head.source or "not stated"),
        ("Date", book.date or "not stated"),
        ("Made by", f"casino31 {__version__}"),
        ("Numbers", EXACT if book.exact else BOUNDED),
        *((f"Method: {label}", text) for label, text in trust(book)),
        (
            "Decimals",
            f"A number that is no fraction is kept to {SPARE} decimals fewer than its error bound allows, so that "
            "another machine keeps the same ones. Formulas work with what is kept.",
        ),
        (
            "Live formulas",
            "Each figure that follows from the first cards and the bets is a formula; the value stored with it "
            "follows from the same numbers, in fractions. Figures that only the engine can make hold for the bets "
            "of the file and give way to a note when one is edited.",
        ),
        ("Font", f"{FONT}, or the metrically equal Liberation Sans"),
    ]
    for label, text in facts:
        grid.put(at, 1, label, "text")
        grid.fit(at, 1, 1, label)
        at = grid.paragraph(at, 2, 3, text)
    return at + 1


def layout_rows(layout: Mapping[str, Mapping[str, int | str]]) -> list[tuple[str, str]]:
    """Return what a layout states as a file writes it: the section and the key, and the value.

    >>> layout_rows({"banker": {"stand": 26, "conceal": "last"}, "bets": {"minimum": "2.5"}})
    [('[banker] stand', '26'), ('[banker] conceal', '"last"'), ('[bets] minimum', '2.5')]
    """
    rows = []
    for part, keys in layout.items():
        for key, value in keys.items():
            bare = not isinstance(value, str) or (part == "bets" and key != "rule")
            rows.append((f"[{part}] {key}", str(value) if bare else json.dumps(value, ensure_ascii=False)))
    return rows


def _layout(grid: Grid, book: Book, at: int) -> int:
    at = section(grid, at, 1, 3, "The layout, as its file states it")
    rows = layout_rows(book.analysis.head.layout)
    for label, text in rows:
        grid.put(at, 1, label, "label")
        grid.put(at, 2, text, "label")
        at += 1
    # stated twice, so that an audit can tell which of the two was altered
    grid.put(at, 1, "The layout in one line", "text")
    at = grid.paragraph(at, 2, 3, "; ".join(f"{label} = {text}" for label, text in rows))
    return at + 1


def _engine(grid: Grid, book: Book, at: int) -> int:
    """Formulas at the filed bets against what the engine says of all bets together."""
    at = section(grid, at, 1, 3, "Formulas against the engine")
    overall = book.analysis.overall
    scale = max(Fraction(1), book.maximum**2)
    for key, label, stated in (
        ("ev", "Punter's EV", overall.punter_ev),
        ("edge", "Banker's edge", overall.banker_edge),
        ("variance", "Variance", overall.variance),
        ("average bet", "Average bet", overall.average_bet),
    ):
        value = Fraction(round(stated.value or 0.0, 9)) if stated.exact is None else stated.exact
        within = f"{max(book.slack, 1e-12) * float(scale):.0E}"
        test = f'IF({{as filed}}=1,{close(f"{{{key}}}", constant(value), within)},"{EDITED}")'
        grid.put(at, 1, label, "label")
        grid.put(at, 2, "ok", "check", test, key=f"check.engine.{key}")
        grid.put(at, 3, f"within {within} at the bets of the file", "status")
        at += 1
    grid.marks.append(Mark(f"B1:B{at}", 'B1="FAIL"', "bad"))
    return at + 1


def _fractions(grid: Grid, book: Book, at: int) -> None:
    """The exact fractions that the engine states of all bets together; those of first cards are on their sheet."""
    known, overall = book.analysis, book.analysis.overall
    figures = {
        "punter's EV, units a round": overall.punter_ev,
        "banker's edge": overall.banker_edge,
        "variance": overall.variance,
        "break-even spread": known.break_even_spread,
        **{f"a round nets {units}": figure for units, figure in overall.net.items()},
        **{f"class: {name}": figure for name, figure in overall.classes.items()},
    }
    if known.tenure is not None:
        figures |= {"hands a banker deals": known.tenure.mean_hands}
    if book.punters is not None:
        figures |= {"covariance of two punters": book.punters.covariance}
    exact = {label: figure.exact for label, figure in figures.items() if figure.exact is not None}
    if not exact:
        return
    at = section(grid, at, 1, 3, "The exact fractions, at the bets of the file")
    grid.put(at, 1, "Figure", "head left")
    grid.row(at, 2, ("Decimal", "Exact"), "head")
    for label, value in exact.items():
        at += 1
        grid.put(at, 1, label, "label")
        grid.put(at, 2, value, "number", filed_number(value))
        grid.put(at, 3, str(value), "exact", filed(str(value)))
        grid.fit(at, 3, 3, str(value), 1.4)
