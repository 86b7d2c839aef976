"""A workbook from a stranger: opened only after its parts were looked at, its values read and nothing run."""

import io
import os
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from casino31.audit.tables.cells import ReadCell, cell_of
from casino31.audit.workbooks.spans import covered
from casino31.bounded import open_plain
from casino31.faults import RulesError
from casino31.faults import refused as refused

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell import Cell as PlainCell
    from openpyxl.cell import MergedCell
    from openpyxl.worksheet.worksheet import Worksheet as Worksheet

    BookCell: TypeAlias = PlainCell | MergedCell

LARGEST_PART = 2**26
"""Bytes that the parts of a workbook may unpack to, all together: the largest par sheet has 1.5 million."""
LARGEST_RATIO = 400
"""How many times larger a part may be than it is packed: worksheets reach a few dozen times."""
MOST_MARKS = 2**20
"""Signs < in all parts, and =: each element and each attribute takes a hundred times its length in memory. A file
of half a megabyte and more may have two a byte."""
MOST_PARTS, MOST_SHEETS = 1_000, 64
MOST_STYLES = 50_000
"""Signs < in the parts of a table's workbook that hold no cells and no texts of cells."""
MOST_CELLS = 50_000
"""Cells of the workbook of a table."""


def open_workbook(path: Path, formulas: bool = False, table: bool = True) -> "Workbook":
    """Return a workbook with its cached values, or with its formulas as text; its rows are read one by one.

    That of a ``table`` has no more cells than one needs.

    RulesError when it is no workbook, a zip bomb, or holds what an audit must not follow: links to other
    files, macros, embedded objects, document types or entities.

    >>> open_workbook(Path("no such file.xlsx"))
    Traceback (most recent call last):
    casino31.faults.RulesError: no such file.xlsx: error[file]: it cannot be read: ...
    """
    parts = read_parts(path)
    if table:
        _look_at_size(str(path), parts)
    return _loaded(path, read_only=True, data_only=not formulas)


def open_with_looks(path: Path) -> "Workbook":
    """Return the workbook of a table with its cached values, texts of several looks and what is hidden.

    RulesError as ``open_workbook``, and where merged cells or links cover more than a table has.
    """
    parts = read_parts(path)
    _look_at_size(str(path), parts)
    if sum(map(covered, parts.values())) > MOST_CELLS:  # openpyxl makes a cell of each
        raise refused(str(path), f"merged cells or links over more than {MOST_CELLS:,} cells", "one table")
    return _loaded(path, data_only=True, rich_text=True)


def _loaded(path: Path, **options: bool) -> "Workbook":
    from openpyxl import load_workbook

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of extensions that hold no cells
            content = io.BytesIO(path.read_bytes())  # of a damaged file openpyxl keeps the handle
            return load_workbook(content, keep_links=False, **options)
    except Exception as error:  # openpyxl raises whatever its parser does: KeyError, ValueError, ParseError ...
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: Exception) -> RulesError:
    return refused(str(path), f"a workbook that cannot be read ({type(error).__name__})", "an .xlsx file")


def _look_at_size(file: str, parts: Mapping[str, bytes]) -> None:
    """RulesError for a workbook that is more than a table: it would take its time to open."""
    sheets = [content for name, content in parts.items() if "worksheets/" in name.lower()]
    others = [
        content
        for name, content in parts.items()
        if "worksheets/" not in name.lower() and not name.lower().endswith("sharedstrings.xml")
    ]
    cells = sum(content.count(b"<c ") + content.count(b":c ") + content.count(b"<c>") for content in sheets)
    if cells > MOST_CELLS:
        raise refused(file, f"more than {MOST_CELLS:,} cells", "one table")
    if len(sheets) > MOST_SHEETS:
        raise refused(file, f"more than {MOST_SHEETS} sheets", "one table")
    if sum(content.count(b"<") for content in others) > MOST_STYLES:
        raise refused(file, "styles and names without end", "one table")


def read_parts(path: Path) -> dict[str, bytes]:
    """Return the parts of a workbook by name, once they have been looked at; RulesError as ``open_workbook``.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with zipfile.ZipFile(Path(folder, "a.xlsx"), "w") as archive:
    ...         archive.writestr("xl/workbook.xml", "<workbook/>")
    ...     read_parts(Path(folder, "a.xlsx"))
    {'xl/workbook.xml': b'<workbook/>'}
    """
    file = str(path)
    parts: dict[str, bytes] = {}
    try:
        with open_plain(path) as content, zipfile.ZipFile(content) as archive:
            listed = archive.infolist()
            if len(listed) > MOST_PARTS:
                raise refused(file, f"a zip of {len(listed):,} parts", f"a workbook of at most {MOST_PARTS:,}")
            whole = sum(part.file_size for part in listed)
            ratios = [part.file_size / max(part.compress_size, 1024) for part in listed]
            if whole > LARGEST_PART or max(ratios, default=0) > LARGEST_RATIO:
                found = f"a zip that unpacks to {whole:,} bytes"
                raise refused(file, found, f"a workbook of at most {LARGEST_PART:,}, packed as usual")
            for part in listed:
                name = part.filename.lower()
                foreign = next((what for piece, what in _FOREIGN.items() if piece in name), None)
                if foreign:
                    raise refused(file, f"{foreign} ({part.filename})", "a workbook that stands alone", _UNOPENED)
                with archive.open(part) as stream:
                    parts[part.filename] = stream.read(LARGEST_PART + 1)
                if len(parts[part.filename]) != part.file_size:
                    raise refused(file, f"{part.filename} is not as long as the zip says", "an .xlsx workbook")
                if name.endswith((".xml", ".rels")):
                    _look_for_entities(parts[part.filename], part.filename, file)
            most = max(MOST_MARKS, 2 * os.fstat(content.fileno()).st_size)
            for mark in (b"<", b"="):
                if sum(part.count(mark) for part in parts.values()) > most:
                    raise refused(file, "elements or attributes without end", "a workbook of a few sheets")
    except (zipfile.BadZipFile, NotImplementedError, EOFError, RuntimeError, ValueError, zlib.error) as error:
        raise refused(file, f"no sound zip: {error}", "an .xlsx workbook") from None
    except OSError as error:
        raise refused(file, f"it cannot be read: {error.strerror or error}", "an .xlsx workbook") from None
    return parts


_UNOPENED = "nothing of it was opened"
_FOREIGN = {
    "externallinks/": "a link to another workbook",
    "vbaproject": "macros",
    "embeddings/": "an embedded object",
    "connections.xml": "a data connection",
}


def _look_for_entities(content: bytes, name: str, file: str) -> None:
    plain = content.replace(b"\0", b"").upper()  # a part in UTF-16 cannot hide one either
    if b"<!DOCTYPE" in plain or b"<!ENTITY" in plain:
        raise refused(file, f"a document type or entity in {name}", "plain worksheets", _UNOPENED)
    if name.lower().endswith(".rels"):
        for relation in plain.replace(b"'", b'"').split(b"<RELATIONSHIP ")[1:]:
            if b'TARGETMODE="EXTERNAL"' in relation and b"/HYPERLINK" not in relation:
                raise refused(file, f"a link to outside in {name}", "a workbook that stands alone", _UNOPENED)


def sheets(path: Path) -> Iterator[tuple[str, list[list[ReadCell]]]]:
    """Yield the name and the rows of cells of each worksheet, formulas by their cached values.

    A formula without a cached value is an error: nothing is computed here, and nothing guessed.

    >>> import openpyxl
    >>> from tempfile import TemporaryDirectory
    >>> book = openpyxl.Workbook()
    >>> book.worksheets[0]["A1"] = 31
    >>> with TemporaryDirectory() as folder:
    ...     book.save(Path(folder, "a.xlsx"))
    ...     [(name, rows[0][0].text) for name, rows in sheets(Path(folder, "a.xlsx"))]
    [('Sheet', '31')]
    """

    from openpyxl.utils import get_column_letter as column

    values, formulas = open_workbook(path), open_workbook(path, formulas=True)
    read = 0
    try:
        for sheet in values.worksheets:
            rows: list[list[ReadCell]] = []
            for view in (sheet, formulas[sheet.title]):
                view.reset_dimensions()  # what a file says of its size hides what it does not speak of
            for number, (row, written) in enumerate(
                zip(sheet.iter_rows(), formulas[sheet.title].iter_rows(), strict=True), 1
            ):
                read += len(row) + 1
                if read > MOST_CELLS:
                    raise refused(str(path), f"more than {MOST_CELLS:,} cells", "one table")
                some = any(cell.value is not None for cell in written)
                cells = zip(row, written, strict=True) if some else ()
                rows.append(
                    [
                        _cell(path, sheet.title, f"{column(place)}{number}", cell.value, formula.data_type)
                        for place, (cell, formula) in enumerate(cells, 1)
                    ]
                )
            yield sheet.title, rows
    except RulesError:
        raise
    except Exception as error:  # as in open_workbook: the rows are parsed here
        raise _unreadable(path, error) from None
    finally:
        values.close()
        formulas.close()


def _cell(path: Path, title: str, where: str, value: object, kind: str) -> ReadCell:
    if value is None and kind == "f":
        found = f"{title}!{where} holds a formula without a cached value"
        hint = "open it there, recalculate and save it"
        raise refused(str(path), found, "a workbook saved by a spreadsheet", hint)
    return cell_of(where, value)


def first_sheet(path: Path) -> Iterator[tuple[object, ...]]:
    """Yield the rows of the first worksheet as values, one after the other: formulas by their cached values.

    >>> import openpyxl
    >>> from tempfile import TemporaryDirectory
    >>> book = openpyxl.Workbook()
    >>> book.worksheets[0].append(["cards", "paid"])
    >>> with TemporaryDirectory() as folder:
    ...     book.save(Path(folder, "a.xlsx"))
    ...     list(first_sheet(Path(folder, "a.xlsx")))
    [('cards', 'paid')]
    """
    book = open_workbook(path, table=False)
    try:
        sheet = book.worksheets[0]
        sheet.reset_dimensions()
        yield from sheet.iter_rows(values_only=True)
    except Exception as error:  # as in open_workbook
        raise _unreadable(path, error) from None
    finally:
        book.close()
