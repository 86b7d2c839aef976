"""The punter's play: totals to stand at by what he sees, and the whole best strategy where it is known."""

from collections.abc import Mapping, Sequence

from casino31.banker_answers import SimpleFigures, SimpleRow
from casino31.report.excel.formulas import close
from casino31.report.excel.grid import Grid, Mark, Scale, Value, letter
from casino31.report.excel_banker.figures import Book
from casino31.report.excel_banker.page import begin, section

TITLE = "Strategy"
LOW, MIDDLE, HIGH = "D5E8C8", "FFFFFF", "F9DDB0"
"""Grounds: totals that stop early to totals that play on."""


def strategy_sheet(book: Book) -> Grid:
    """Return the sheet of the punter's play; ValueError when the analysis holds no simple play.

    >>> from dataclasses import replace
    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> simple = SimpleFigures((SimpleRow(2, 16, False, 27),), 0.009, 0.0017)
    >>> analysis = file.game.sides.analyse(file.rules)
    >>> analysis = replace(analysis, simple_strategy=simple, strategy=("showing 16: hard 27",))
    >>> sheet = strategy_sheet(Book(file.game, analysis, file.name))
    >>> sheet.cells[6, 2].value, sheet.cells[16, 1].value
    (27, 'showing 16: hard 27')
    """
    simple = book.analysis.simple_strategy
    if simple is None:
        raise ValueError("this analysis has no simple strategy")
    seen = [row for row in simple.rows if not row.shown_14]
    cards = sorted({row.exposed_cards for row in seen})
    sums = sorted({row.showing for row in seen})
    last = max(1 + len(sums), 11)
    whole = book.analysis.strategy or ()
    grid = Grid(TITLE, one_page=len(whole) <= 20)
    grid.widths = {1: 27.0, 2: 14.0} | dict.fromkeys(range(3, last + 1), 8.0)
    begin(
        grid,
        book,
        "The punter's play",
        "Simple play: stand on the total in the table or more, by how many cards the banker exposes and the "
        "highest total they count by themselves; on: play on for 31. A 14 stands, unless a 14 is "
        "shown: then play on for 31.",
        last,
    )
    grid.put(4, 1, "Exposed cards", "head left")
    grid.put(4, 2, "show a total of", "head left")
    grid.row(4, 3, [""] * (last - 2), "head")
    grid.put(5, 1, "", "head left")
    grid.row(5, 2, sums, "head centre")
    grid.row(5, 2 + len(sums), [""] * (last - 1 - len(sums)), "head")
    stand = {(row.exposed_cards, row.showing): row.stand_at for row in seen}
    for at, many in enumerate(cards, 6):
        grid.put(at, 1, many, "card")
        for column, total in enumerate(sums, 2):
            if (many, total) in stand:
                grid.put(at, column, stand[many, total], "stand")
    end = 5 + len(cards)
    if cards:  # else the banker never conceals a card
        grid.scales.append(Scale(f"B6:{letter(1 + len(sums))}{end}", LOW, MIDDLE, HIGH))
    at = _shown(grid, simple.rows, end + 1)
    at = _worth(grid, book, simple, at + 1)
    _whole(grid, whole, at + 1, last)
    grid.freeze, grid.print_rows = "B6", "1:2"
    return grid


def _shown(grid: Grid, rows: Sequence[SimpleRow], at: int) -> int:
    """Against a banker who shows his whole hand."""
    totals = sorted({row.stand_at for row in rows if row.shown_14})
    if totals:
        grid.put(at, 1, "a 14 shown whole", "card")
        grid.put(at, 2, totals[0], "stand")
        if len(totals) > 1:
            grid.put(at, 3, f"to {totals[-1]}, by its cards", "label")
        at += 1
    return at


def _worth(grid: Grid, book: Book, simple: SimpleFigures, at: int) -> int:
    """What simple play gives up, for one unit on every first card."""
    section(grid, at, 1, 11, "What it gives up")
    ev, cost = round(simple.punter_ev, 9), round(simple.cost, 9)
    best = book.total([first.expectation for first in book.firsts])
    shown: tuple[tuple[str, Value, str, str], ...] = (
        ("Best play, EV of a unit", best, "{all.flat}", "best play"),
        ("Simple play", ev, "", "simple play"),
        ("Cost of simplicity", float(best) - ev, "{best play}-{simple play}", "simple cost"),
    )
    for place, (label, value, formula, key) in enumerate(shown, at + 1):
        grid.put(place, 1, label, "label")
        name = "simple_play_cost" if key == "simple cost" else ""
        grid.put(place, 2, value, "signed", formula, key=key, name=name)
    grid.put(at + 4, 1, "The engine's cost agrees", "label")
    test = close("{simple cost}", repr(cost), f"{max(book.slack, 1e-8):.0E}")
    grid.put(at + 4, 2, "ok", "check", test, key="check.simple")
    grid.marks.append(Mark(f"B{at + 4}", f'B{at + 4}="FAIL"', "bad"))
    return at + 5


def _whole(grid: Grid, lines: Sequence[str], at: int, last: int) -> None:
    """The best strategy in lines of words."""
    if not lines:
        return
    at = section(grid, at, 1, last, "The best play in full")
    text = (
        "By the highest total of the exposed cards: stand on this total or more. Soft: an ace that counts 11 "
        "may still count 1. 14 stands unless a 14 is shown."
    )
    at = grid.paragraph(at, 1, last, text, "note")
    for line in lines:
        at = grid.paragraph(at, 1, last, line)


def put_table(grid: Grid, rows: Sequence[Mapping[str, str]], at: int, last: int) -> int:
    """Write rows of texts under the names of their keys, and return the next row.

    >>> grid = Grid("One")
    >>> put_table(grid, [{"hand_size": "2", "stands": "27 up"}], 1, 5)
    3
    >>> grid.cells[1, 1].value, grid.cells[2, 2].value
    ('hand size', '27 up')
    """
    names = list(dict.fromkeys(name for row in rows for name in row))
    for column, name in enumerate(names, 1):
        grid.put(at, column, name.replace("_", " "), "head left" if column == 1 else "head centre")
    grid.row(at, 1 + len(names), [""] * (last - len(names)), "head")
    for row in rows:
        at += 1
        for column, name in enumerate(names, 1):
            grid.put(at, column, row.get(name, ""), "label" if column == 1 else "centre")
    return at + 1
