"""How every sheet begins, and its sections."""

from casino31.report.excel.grid import Grid
from casino31.report.excel_banker.figures import Book


def begin(grid: Grid, book: Book, title: str, text: str, last: int) -> None:
    """Write the title of a sheet and, across its columns, whose it is and how to read it.

    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> grid = Grid("One", widths={1: 90.0})
    >>> begin(grid, Book(file.game, file.game.sides.analyse(file.rules), file.name), "Title", "How to read it.", 1)
    >>> grid.cells[1, 1].value, grid.print_rows
    ('Title', '1:2')
    """
    grid.put(1, 1, title, "title")
    grid.heights[1] = 24.0
    grid.paragraph(2, 1, last, f"{book.analysis.head.title}. {text}".strip(), "note")
    grid.print_rows = "1:2"


def section(grid: Grid, at: int, first: int, last: int, text: str) -> int:
    """Write a heading across columns, and return the next row.

    >>> grid = Grid("One")
    >>> section(grid, 3, 1, 2, "Checks"), grid.cells[3, 2].style
    (4, 'heading')
    """
    grid.put(at, first, text, "heading")
    grid.row(at, first + 1, [""] * (last - first), "heading")
    return at + 1
