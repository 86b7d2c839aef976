"""Anybody's table as rows of cells: CSV with any separator, pasted text, or a workbook."""

import csv
import re
from pathlib import Path

from casino31.audit.tables.cells import ReadCell
from casino31.audit.workbooks.safe_reader import sheets
from casino31.bounded import open_plain
from casino31.cell_names import address
from casino31.faults import refused

LARGEST_FILE = 2**22
"""Bytes of a table in text."""
MOST_ROWS = 20_000
MOST_CELLS = 100_000


def read_grids(path: Path) -> list[tuple[str, list[list[ReadCell]], str]]:
    """Return the tables of a file: a name, rows of cells, and the decimal mark that its separator suggests.

    RulesError when the file is no table.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "a.csv").write_text("pays,ways\\n3,1")
    ...     [(name, len(rows), mark) for name, rows, mark in read_grids(Path(folder, "a.csv"))]
    [('', 2, '.')]
    """
    file = str(path)
    try:
        with open_plain(path) as stream:
            content = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise refused(file, f"it cannot be read: {error.strerror or error}", "a table") from None
    if content.startswith(b"PK"):
        return [(name, rows, ".") for name, rows in sheets(path) if any(cell.text for row in rows for cell in row)]
    return [("", *grid_of(text_of(content, file), file))]


def text_of(content: bytes, file: str) -> str:
    """Return the text of a table's bytes; RulesError when they are none, or more than ``LARGEST_FILE``.

    >>> text_of(b"pays,ways", "a.csv")
    'pays,ways'
    """
    if len(content) > LARGEST_FILE:
        raise refused(file, f"more than {LARGEST_FILE:,} bytes", "one table")
    if content.startswith((b"\xd0\xcf\x11\xe0", b"%PDF")):
        raise refused(file, "an old workbook or a PDF", "CSV, .xlsx or text", "save it as .xlsx or CSV")
    for encoding in ("utf-16",) if content.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig", "cp1252"):
        try:
            text = content.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    else:
        raise refused(file, "bytes that are no text", "CSV, .xlsx or text in UTF-8")
    if "\0" in text:
        raise refused(file, "bytes that are no text", "CSV, .xlsx or text in UTF-8")
    if not text.strip():
        raise refused(file, "an empty file", "a table: event, pays, and combinations or probability")
    return text


def grid_of(text: str, file: str = "<table>") -> tuple[list[list[ReadCell]], str]:
    """Return the rows of cells of a text, and the decimal mark that its separator suggests.

    >>> rows, mark = grid_of("event;pays;ways\\nwin;1,5;2\\nlose;-1;3")
    >>> [cell.text for cell in rows[1]], rows[1][1].where, mark
    (['win', '1,5', '2'], 'B2', ',')
    """
    lines = text.splitlines()[: MOST_ROWS + 1]
    if len(lines) > MOST_ROWS:
        raise refused(file, f"more than {MOST_ROWS:,} lines", "one table")
    full = [line for line in lines if line.strip()]
    separator = next((mark for mark in ("\t", ";", "|") if sum(mark in line for line in full) * 2 > len(full)), ",")
    commas = sum("," in line for line in full) * 2 > len(full) and not _pasted(full)
    if separator != "," or commas:
        try:
            parts = list(csv.reader(lines, delimiter=separator, skipinitialspace=True))
        except csv.Error as error:
            raise refused(file, f"no CSV: {error}", "a table with a row a line") from None
    else:
        parts = [re.split(r" {2,}", line.strip()) for line in lines]
    if sum(map(len, parts)) > MOST_CELLS:
        raise refused(file, f"more than {MOST_CELLS:,} cells", "one table")
    if separator == "|":
        parts = [_without_frame(row) for row in parts]
    rows = [
        [ReadCell(address(line, place), part.strip()) for place, part in enumerate(row)]
        for line, row in enumerate(parts)
    ]
    return rows, "," if separator == ";" else "."


def _pasted(lines: list[str]) -> bool:
    """Whether columns stand apart by blanks and commas are thousands only: 24  40 to 1  1,728."""
    return all(len(re.split(r" {2,}", line.strip())) > 1 for line in lines if re.search(r"\d", line))


def _without_frame(row: list[str]) -> list[str]:
    """A row of a table drawn with bars: no empty first and last cell, no ruler."""
    if all(set(cell.strip()) <= set("-:=") for cell in row):
        return []
    first = 1 if not row[0].strip() else 0
    return row[first:-1] if not row[-1].strip() else row[first:]
