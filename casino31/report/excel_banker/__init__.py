"""The par sheet of a banker's game as a workbook: the bets are live, and every check stands on the page."""

from collections.abc import Mapping
from typing import Any

from casino31 import __version__
from casino31.banker_game import AnyBankerGame
from casino31.report.excel.finish import finish
from casino31.report.excel.grid import Grid
from casino31.report.excel.write import plain, workbook
from casino31.report.excel_banker.bankers import bankers_sheet
from casino31.report.excel_banker.book import Book
from casino31.report.excel_banker.classes import classes_sheet
from casino31.report.excel_banker.equilibrium import equilibrium_sheet
from casino31.report.excel_banker.firsts import firsts_sheet
from casino31.report.excel_banker.looks import styles
from casino31.report.excel_banker.provenance import provenance_sheet
from casino31.report.excel_banker.punters import punters_sheet, tenure_sheet
from casino31.report.excel_banker.rules import rules_sheet
from casino31.report.excel_banker.strategy import strategy_sheet
from casino31.report.excel_banker.summary import summary_sheet

PARTS = (
    ("bankers", bankers_sheet),
    ("punters", punters_sheet),
    ("tenure", tenure_sheet),
    ("simple_strategy", strategy_sheet),
    ("equilibrium", equilibrium_sheet),
)
"""Sheets that ask for a part of the record."""


def grids(book: Book) -> list[Grid]:
    """Return the sheets in the order of the workbook; SelfCheckError when the record contradicts itself.

    >>> from casino31.rulesfile import load_any
    >>> file = load_any("greek-31-kouridakis-infinite")
    >>> [grid.title for grid in grids(Book(file.game, file.game.analyse(file.rules), file.name))]
    ['Summary', 'First cards', 'Classes', 'Punters', 'Tenure', 'Rules and readings', 'Provenance']
    """
    book.verify()
    body = [firsts_sheet(book)]
    if all(first.classes for first in book.firsts):
        body.append(classes_sheet(book))
    body += [sheet(book) for part, sheet in PARTS if part in book.record]
    body += [rules_sheet(book), provenance_sheet(book)]
    checks = [key for grid in body for key in grid.keys if key.startswith("check.")]
    return [summary_sheet(book, checks), *body]


def workbook_bytes(game: AnyBankerGame, record: Mapping[str, Any], name: str, date: str = "") -> bytes:
    """Return the bytes of the workbook of what ``game.sheet`` returned; the same record gives the same bytes.

    ``name`` is the layout as it was named, ``date`` YYYY-MM-DD or "". SelfCheckError when the record contradicts
    itself.

    >>> from casino31.rulesfile import load_any
    >>> file = load_any("greek-31-kouridakis-infinite")
    >>> workbook_bytes(file.game, file.game.analyse(file.rules), file.name)[:2]
    b'PK'
    """
    maker = f"casino31 {__version__}"
    digest = f" · SHA-256 {record['digest'][:16]}…" if record["digest"] else ""
    raw, cached = workbook(grids(Book(game, record, name, date)), record["title"], maker + digest, styles())
    return finish(raw, cached, str(plain(record["title"])), maker, date)
