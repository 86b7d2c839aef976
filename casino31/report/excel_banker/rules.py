"""The rules as they were read, and what each reading of an open point is worth."""

from collections.abc import Sequence
from fractions import Fraction

from casino31.banker_answers import ReadingCompared
from casino31.report.excel.formulas import EDITED, constant
from casino31.report.excel.grid import Grid, Mark
from casino31.report.excel_banker.figures import Book, decimals, kept
from casino31.report.excel_banker.page import begin, section

TITLE = "Rules and readings"
LAST = 4


def rules_sheet(book: Book) -> Grid:
    """Return the sheet of clauses and readings.

    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> rules_sheet(Book(file.game, file.game.sides.analyse(file.rules), file.name)).cells[5, 1].value[:21]
    'B1. Packs of 52; card'
    """
    grid = Grid(TITLE, landscape=False, one_page=True)
    grid.widths = {1: 36.0, 2: 20.0, 3: 20.0, 4: 26.0}
    begin(grid, book, "Rules and readings", "", LAST)
    at = section(grid, 4, 1, LAST, "The law, clause by clause")
    for clause, text in book.game.clauses:
        at = grid.paragraph(at, 1, LAST, f"{clause}. {text}")
    at = section(grid, at + 1, 1, LAST, "What this layout reads where the sources leave a rule open")
    for name, choice in book.analysis.head.readings.items():
        others = [other for other in book.game.readings.get(name, ()) if other != choice]
        at = grid.paragraph(
            at, 1, LAST, f"{name} = {choice}" + (f" (others: {', '.join(others)})." if others else ".")
        )
    if book.analysis.readings_compared is not None:
        at = _readings(grid, book, book.analysis.readings_compared, at + 1)
    at = section(grid, at + 1, 1, LAST, "What no source states, and this layout does")
    for line in book.analysis.head.assumptions:
        at = grid.paragraph(at, 1, LAST, line, "assumed")
    return grid


def _readings(grid: Grid, book: Book, rows: Sequence[ReadingCompared], at: int) -> int:
    """The banker's edge under each reading, by the bet rule of the layout."""
    at = section(grid, at, 1, LAST, "The banker's edge under each reading, the others unchanged")
    bound = max(row.banker_edge.error_bound or 0.0 for row in rows)
    how = f"within {bound:.0e}, kept to {decimals(bound)} decimals" if bound else "exact"
    text = f"Bets as filed: {book.analysis.head.bet_rule}. The punter answers each reading with his best play."
    text += f" Values are {how}."
    at = grid.paragraph(at, 1, LAST, text, "note")
    grid.put(at, 1, "Reading", "head left")
    grid.row(at, 2, ("Banker's edge", "Difference", ""), "head")
    own = {f'{name} = "{choice}"' for name, choice in book.analysis.head.readings.items()}
    top = at + 1
    for row in rows:
        at += 1
        edge, mine = kept(row.banker_edge), row.reading in own
        value = book.edge if mine else edge
        text = "{edge}" if mine else constant(edge)
        grid.put(at, 1, row.reading, "label")
        grid.put(at, 2, value, "signed share", f'IF({{as filed}}=1,{text},"{EDITED}")')
        apart = Fraction() if mine else value - book.edge
        grid.put(at, 3, apart, "signed share", f'IF({{as filed}}=1,B{at}-{{edge}},"{EDITED}")')
        grid.put(at, 4, "this layout" if mine else "", "status")
    grid.marks.append(Mark(f"B{top}:B{at}", f"AND(ISNUMBER(B{top}),B{top}<0)", "bad"))
    return at + 1
