"""A workbook from a stranger: opened only after its parts were looked at, its values read and nothing run."""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from casino31.audit.cells import Cell, cell_of
from casino31.faults import Fault, RulesError

if TYPE_CHECKING:
    from openpyxl import Workbook

LARGEST_PART = 2**26
"""Bytes that the parts of a workbook may unpack to, all together."""
LARGEST_RATIO = 400
"""How many times larger a part may be than it is packed: worksheets reach a few dozen times."""
MOST_CELLS = 500_000


def refused(file: str, found: str, expected: str, hint: str = "") -> RulesError:
    """Return the error of a file that cannot be taken as a whole."""
    return RulesError([Fault(file, 0, 0, "file", found, expected, hint)])


def open_workbook(path: Path, formulas: bool = False) -> "Workbook":
    """Return a workbook with its cached values, or with its formulas as text.

    RulesError when it is no workbook, a zip bomb, or holds what an audit must not follow: links to other
    files, macros, embedded objects, document types or entities.
    """
    from openpyxl import load_workbook

    _inspect(path)
    try:
        return load_workbook(path, data_only=not formulas, keep_links=False)
    except Exception as error:  # openpyxl raises whatever its parser does: KeyError, ValueError, ParseError ...
        raise refused(
            str(path), f"a workbook that cannot be read ({type(error).__name__})", "an .xlsx file"
        ) from None


def _inspect(path: Path) -> None:
    file = str(path)
    try:
        with zipfile.ZipFile(path) as archive:
            parts = archive.infolist()
            whole = sum(part.file_size for part in parts)
            if whole > LARGEST_PART or any(
                part.file_size > LARGEST_RATIO * max(part.compress_size, 1024) for part in parts
            ):
                raise refused(
                    file, f"a zip that unpacks to {whole:,} bytes", f"a workbook of at most {LARGEST_PART:,}"
                )
            for part in parts:
                name = part.filename.lower()
                for piece, what in _FOREIGN.items():
                    if piece in name:
                        raise refused(
                            file,
                            f"{what} ({part.filename})",
                            "a workbook that stands alone",
                            "nothing of it was opened",
                        )
                _look_for_entities(archive, part, file)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, RuntimeError, ValueError) as error:
        raise refused(file, f"no sound zip: {error}", "an .xlsx workbook") from None
    except OSError as error:
        raise refused(file, f"it cannot be read: {error.strerror or error}", "an .xlsx workbook") from None


_FOREIGN = {
    "externallinks/": "a link to another workbook",
    "vbaproject": "macros",
    "embeddings/": "an embedded object",
    "connections.xml": "a data connection",
}


def _look_for_entities(archive: zipfile.ZipFile, part: zipfile.ZipInfo, file: str) -> None:
    if not part.filename.lower().endswith((".xml", ".rels")):
        return
    with archive.open(part) as stream:
        content = stream.read(LARGEST_PART + 1)
    if len(content) != part.file_size:
        raise refused(file, f"{part.filename} is not as long as the zip says", "an .xlsx workbook")
    plain = content.replace(b"\0", b"").upper()  # a part in UTF-16 cannot hide one either
    if b"<!DOCTYPE" in plain or b"<!ENTITY" in plain:
        raise refused(
            file, f"a document type or entity in {part.filename}", "plain worksheets", "nothing of it was opened"
        )
    if (
        part.filename.lower().endswith(".rels")
        and b'TARGETMODE="EXTERNAL"' in plain.replace(b"'", b'"')
        and b"HYPERLINK" not in plain
    ):
        raise refused(file, f"a link to outside in {part.filename}", "a workbook that stands alone")


def sheets(path: Path) -> Iterator[tuple[str, list[list[Cell]]]]:
    """Yield the name and the rows of cells of each worksheet, formulas by their cached values.

    A formula without a cached value is an error: nothing is computed here, and nothing guessed.
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
