"""The par sheet of a banker's game as a workbook: the bets are live, and every check stands on the page."""

from casino31 import __version__
from casino31.banker_answers import BankerAnalysis
from casino31.game import Game
from casino31.report.excel.finish import finish
from casino31.report.excel.grid import Grid
from casino31.report.excel.write import plain, workbook
from casino31.report.excel_banker.banker_styles import styles
from casino31.report.excel_banker.bankers import bankers_sheet
from casino31.report.excel_banker.classes import classes_sheet
from casino31.report.excel_banker.equilibrium import equilibrium_sheet
from casino31.report.excel_banker.figures import Book
from casino31.report.excel_banker.firsts import firsts_sheet
from casino31.report.excel_banker.provenance import provenance_sheet
from casino31.report.excel_banker.punters import punters_sheet, tenure_sheet
from casino31.report.excel_banker.rules import rules_sheet
from casino31.report.excel_banker.strategy import strategy_sheet
from casino31.report.excel_banker.summary import summary_sheet


def _parts(book: Book) -> list[Grid]:
    """The sheets of those parts that the analysis has."""
    known = book.analysis
    parts = (
        (known.bankers, bankers_sheet),
        (book.punters, punters_sheet),
        (known.tenure, tenure_sheet),
        (known.simple_strategy, strategy_sheet),
        (known.equilibrium, equilibrium_sheet),
    )
    return [sheet(book) for part, sheet in parts if part is not None]


def grids(book: Book) -> list[Grid]:
    """Return the sheets in the order of the workbook; SelfCheckError when the analysis contradicts itself.

    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> [grid.title for grid in grids(Book(file.game, file.game.sides.analyse(file.rules), file.name))]
    ['Summary', 'First cards', 'Classes', 'Punters', 'Tenure', 'Rules and readings', 'Provenance']
    """
    book.verify()
    body = [firsts_sheet(book)]
    if all(first.classes for first in book.firsts):
        body.append(classes_sheet(book))
    body += [*_parts(book), rules_sheet(book), provenance_sheet(book)]
    checks = [key for grid in body for key in grid.keys if key.startswith("check.")]
    return [summary_sheet(book, checks), *body]


def workbook_bytes(game: Game, analysis: BankerAnalysis, name: str, date: str = "") -> bytes:
    """Return the bytes of the workbook of what ``game.sheet`` returned; the same analysis gives the same bytes.

    ``name`` is the layout as it was named, ``date`` YYYY-MM-DD or "". SelfCheckError when the analysis contradicts
    itself.

    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> workbook_bytes(file.game, file.game.sides.analyse(file.rules), file.name)[:2]
    b'PK'
    """
    maker = f"casino31 {__version__}"
    head = analysis.head
    digest = f" · SHA-256 {head.digest[:16]}…" if head.digest else ""
    raw, cached = workbook(grids(Book(game, analysis, name, date)), head.title, maker + digest, styles())
    return finish(raw, cached, str(plain(head.title)), maker, date)
