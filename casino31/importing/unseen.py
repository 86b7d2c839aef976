"""Cells that hold something else than a reader of the sheet sees: hidden, struck out, footnoted, shown rounded."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from casino31.audit.workbooks.safe_reader import open_with_looks
from casino31.faults import refused

if TYPE_CHECKING:
    from casino31.audit.workbooks.safe_reader import BookCell, Worksheet

Doubts: TypeAlias = Mapping[str, str]
"""What makes a cell doubtful, by its address."""
_HIDDEN = re.compile(rb'<table:table-(row|column)\b[^>]*table:visibility="(?:collapse|filter)"')
_RAISED = re.compile(rb'style:text-position="(?:super|[1-9])')


def doubts_of_book(path: Path, full: Mapping[str, Iterable[str]]) -> dict[str, Doubts]:
    """Return the doubtful cells of an .xlsx workbook by sheet; ``full`` names the cells of each that hold anything.

    >>> import openpyxl
    >>> from tempfile import TemporaryDirectory
    >>> book = openpyxl.Workbook()
    >>> book.worksheets[0].append(["flush", 3])
    >>> book.worksheets[0].column_dimensions["B"].hidden = True
    >>> with TemporaryDirectory() as folder:
    ...     book.save(Path(folder, "a.xlsx"))
    ...     doubts_of_book(Path(folder, "a.xlsx"), {"Sheet": ["A1", "B1"]})
    {'Sheet': {'B1': 'is in a hidden column'}}
    """
    book = open_with_looks(path)
    return {title: dict(_doubts(book[title], cells)) for title, cells in full.items()}


def _doubts(sheet: "Worksheet", cells: Iterable[str]) -> Iterator[tuple[str, str]]:
    hidden_rows = {number for number, row in sheet.row_dimensions.items() if row.hidden}
    hidden_columns = {
        number
        for column in sheet.column_dimensions.values()
        if column.hidden
        for number in range(column.min or 0, (column.max or 0) + 1)
    }
    for where in cells:
        cell = sheet[where]
        if sheet.sheet_state != "visible":
            yield where, "is on a hidden sheet"
        elif cell.row in hidden_rows:
            yield where, "is in a hidden row"
        elif cell.column in hidden_columns:
            yield where, "is in a hidden column"
        elif why := _odd_look(cell):
            yield where, why


def _odd_look(cell: "BookCell") -> str:
    runs = cell.value if isinstance(cell.value, list) else ()  # a text of several looks
    fonts = [run.font for run in runs if not isinstance(run, str)]
    if any(font.vertAlign == "superscript" for font in fonts):
        return "has raised letters, which may be a footnote"
    if cell.font.strike or any(font.strike for font in fonts):
        return "is struck out"
    words = re.findall(r'"([^"]*)"', cell.number_format) if isinstance(cell.value, (int, float)) else []
    if any(re.search(r"[a-z:/]", word, re.IGNORECASE) for word in words):
        return f"is shown with the words {' '.join(words).strip()!r}"
    if isinstance(cell.value, float) and re.fullmatch(r"[#,]*0", cell.number_format):
        return "" if cell.value.is_integer() else "is shown rounded"
    return ""


def look_at_ods(file: str, content: bytes) -> None:
    """RulesError for an OpenDocument spreadsheet with hidden rows or columns, or with raised letters.

    >>> look_at_ods("a.ods", b"<office:document-content/>")
    """
    if hidden := _HIDDEN.search(content):
        found = f"a hidden {hidden[1].decode()}"
        raise refused(file, found, "a table that is shown whole", "show or delete what is hidden")
    if _RAISED.search(content):
        raise refused(file, "raised letters, which may be footnotes", "pays without", "delete the footnotes")
