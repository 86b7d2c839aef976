"""The cells of a file that may hold pay tables: text, CSV, .xlsx, and with the extra ``sheets`` .ods and .xls."""

import re
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from casino31.audit.tables.cells import ReadCell, cell_of
from casino31.audit.tables.grid import LARGEST_FILE, grid_of, read_grids
from casino31.audit.workbooks.safe_reader import MOST_CELLS, read_parts
from casino31.bounded import content_of
from casino31.cell_names import address
from casino31.faults import refused
from casino31.importing.unseen import Doubts, doubts_of_book, look_at_ods

LARGEST_BOOK = 2**24
"""Bytes of a file of pays, packed as it is."""
_NEEDED = "pip install 'casino31[sheets]', or save it as .xlsx or CSV"


class CellGrid(NamedTuple):
    """One sheet of a file."""

    name: str
    """The sheet's name, "" of a text."""
    rows: list[list[ReadCell]]
    mark: str
    """The decimal mark that the file's separator suggests."""
    doubts: Doubts = MappingProxyType({})
    """What makes cells doubtful, by their address."""


def read(path: Path) -> list[CellGrid]:
    """Return the sheets of a file that hold anything; RulesError when it is no table.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "a.csv").write_text("hand,pays\\n31,10 to 1")
    ...     [(grid.name, len(grid.rows)) for grid in read(Path(folder, "a.csv"))]
    [('', 2)]
    """
    try:
        head = content_of(path, LARGEST_BOOK)[:120]
    except OSError as error:
        raise refused(str(path), f"it cannot be read: {error.strerror or error}", "a table") from None
    old = head.startswith(b"\xd0\xcf\x11\xe0")
    if old or b"opendocument.spreadsheet" in head:
        return _by_calamine(path, old)
    grids = read_grids(path)
    full = {name: [cell.where for row in rows for cell in row if cell.text] for name, rows, _ in grids}
    doubts = doubts_of_book(path, full) if head.startswith(b"PK") else {}
    return [CellGrid(name, _parted(rows), mark, doubts.get(name, {})) for name, rows, mark in grids]


def pasted(text: str) -> list[CellGrid]:
    """Return the one sheet of a text; RulesError when there is nothing in it, or too much."""
    if not text.strip() or len(text) > LARGEST_FILE:
        raise refused("<text>", "no text" if not text.strip() else "too long a text", "a table: hand and pay")
    rows, mark = grid_of(text)
    return [CellGrid("", _parted(rows), mark)]


_SENTENCE = re.compile(
    r"(?P<hand>.+?)(?:\s*[:=]\s*(?:pays\s+)?|\s+pays?\s+|\s+)"
    r"(?P<pay>push|lose|even money|\d[\d.,]*(?:\s*(?:to|for|:|/)\s*\d+)?)",
    re.IGNORECASE,
)


def _parted(rows: list[list[ReadCell]]) -> list[list[ReadCell]]:
    """Rows of a text that has no columns, "31 pays 10 to 1", as two cells each; of any other, as they are."""
    if any(len([cell for cell in row if cell.text]) > 1 for row in rows):
        return rows
    parted = []
    for row in rows:
        match = _SENTENCE.fullmatch(row[0].text) if row else None
        where = row[0].where if row else ""
        parted.append([ReadCell(where, match["hand"]), ReadCell(where, match["pay"])] if match else row)
    return parted


_ROW = re.compile(rb"<table:table-row\b([^>]*)>(.*?)</table:table-row>", re.DOTALL)
_FULL = re.compile(rb"<table:table-cell\b([^>]*value-type[^>]*)")
_REPEATED = re.compile(rb"number-(?:rows|columns)-repeated=.(\d{1,9})")


def _look_at_repeats(file: str, content: bytes) -> None:
    """RulesError for a sheet that says of a few cells that they stand there a million times."""
    many = 0
    for row in _ROW.finditer(content):
        cells = sum(_times(cell[1]) for cell in _FULL.finditer(row[2]))
        many += _times(row[1]) * cells
        if many > MOST_CELLS:
            raise refused(file, f"more than {MOST_CELLS:,} cells", "a pay table")


def _times(attributes: bytes) -> int:
    found = _REPEATED.search(attributes)
    return int(found[1]) if found else 1


def _by_calamine(path: Path, old: bool) -> list[CellGrid]:
    """The sheets of an OpenDocument spreadsheet, or of an old workbook."""
    try:
        from python_calamine import CalamineError, CalamineWorkbook
    except ImportError:
        what = "an old workbook (.xls)" if old else "an OpenDocument spreadsheet"
        raise refused(str(path), f"{what}, and no reader of such files", "python-calamine", _NEEDED) from None
    if not old:
        content = read_parts(path).get("content.xml", b"")
        _look_at_repeats(str(path), content)
        look_at_ods(str(path), content)
    grids, many = [], 0
    try:
        book = CalamineWorkbook.from_path(path)
        for name in book.sheet_names:
            values = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
            many += sum(map(len, values))
            if many > MOST_CELLS:
                raise refused(str(path), f"more than {MOST_CELLS:,} cells", "a pay table")
            rows = [
                [cell_of(address(at, column), value) for column, value in enumerate(row)]
                for at, row in enumerate(values)
            ]
            if any(cell.text for row in rows for cell in row):
                grids.append(CellGrid(name, rows, "."))
    except CalamineError as error:
        raise refused(str(path), f"a workbook that cannot be read: {error}", "a sound workbook") from None
    return grids
