"""A workbook from a stranger: opened only after its parts were looked at, its values read and nothing run."""

import warnings
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from casino31.audit.tables.cells import Cell, cell_of
from casino31.faults import Fault, RulesError

if TYPE_CHECKING:
    from openpyxl import Workbook

LARGEST_PART = 2**26
"""Bytes that the parts of a workbook may unpack to, all together."""
LARGEST_RATIO = 400
"""How many times larger a part may be than it is packed: worksheets reach a few dozen times."""
MOST_CELLS = 200_000


def refused(file: str, found: str, expected: str, hint: str = "") -> RulesError:
    """Return the error of a file that cannot be taken as a whole.

    >>> print(refused("a.xlsx", "an empty file", "a workbook"))
    a.xlsx: error[file]: an empty file; expected a workbook
    """
    return RulesError([Fault(file, 0, 0, "file", found, expected, hint)])


def open_workbook(path: Path, formulas: bool = False) -> "Workbook":
    """Return a workbook with its cached values, or with its formulas as text.

    RulesError when it is no workbook, a zip bomb, or holds what an audit must not follow: links to other
    files, macros, embedded objects, document types or entities.

    >>> open_workbook(Path("no such file.xlsx"))
    Traceback (most recent call last):
    casino31.faults.RulesError: no such file.xlsx: error[file]: it cannot be read: ...
    """
    from openpyxl import load_workbook

    read_parts(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of extensions that hold no cells
            return load_workbook(path, data_only=not formulas, keep_links=False)
    except Exception as error:  # openpyxl raises whatever its parser does: KeyError, ValueError, ParseError ...
        raise refused(
            str(path), f"a workbook that cannot be read ({type(error).__name__})", "an .xlsx file"
        ) from None


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
        with zipfile.ZipFile(path) as archive:
            listed = archive.infolist()
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


def sheets(path: Path) -> Iterator[tuple[str, list[list[Cell]]]]:
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
    values = open_workbook(path)
    formulas = open_workbook(path, formulas=True)
    read = 0
    for sheet in values.worksheets:
        rows = []
        for row, written in zip(sheet.iter_rows(), formulas[sheet.title].iter_rows(), strict=True):
            cells = []
            for cell, formula in zip(row, written, strict=True):
                read += 1
                if read > MOST_CELLS:
                    raise refused(str(path), f"more than {MOST_CELLS:,} cells", "one table")
                if cell.value is None and formula.data_type == "f":
                    raise refused(
                        str(path),
                        f"{sheet.title}!{cell.coordinate} holds a formula without a cached value",
                        "a workbook saved by a spreadsheet",
                        "open it there, recalculate and save it",
                    )
                cells.append(cell_of(cell.coordinate, cell.value))
            rows.append(cells)
        yield sheet.title, rows


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
    from openpyxl import load_workbook

    read_parts(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = load_workbook(path, read_only=True, data_only=True, keep_links=False)
            try:
                yield from book.worksheets[0].iter_rows(values_only=True)
            finally:
                book.close()
    except Exception as error:
        if isinstance(error, RulesError):
            raise
        said = f"a workbook that cannot be read ({type(error).__name__})"
        raise refused(str(path), said, "an .xlsx file") from None
