"""Logged hands in batches, from CSV, JSON lines or Parquet: memory stays constant."""

from __future__ import annotations

import csv
import gzip
import io
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import TextIO

from casino31.audit.hands.arrow import arrow_batches
from casino31.audit.hands.batch import UNREADABLE, Batch, Reader
from casino31.audit.hands.parquet_guard import look_at_pages
from casino31.audit.hands.rows import RowBatch
from casino31.audit.hands.schema import LogColumns
from casino31.audit.hands.write import UnwritableError, parquet_library
from casino31.audit.workbooks.safe_reader import first_sheet
from casino31.bounded import json_of, open_plain
from casino31.faults import refused
from casino31.serialize import JsonObject

LONGEST_LINE = 2**16
"""Characters."""
MOST_UNPACKED = 40
"""Times its size that a .gz may unpack to: logs reach a few dozen."""


def batches(reader: Reader, path: Path, skip: int = 0) -> Iterator[Batch]:
    """Yield the batches of a file after some of its rows; RulesError when it is no log.

    >>> from tempfile import TemporaryDirectory
    >>> from casino31.audit.hands.schema import Schema
    >>> reader = Reader(Schema(), ("natural 31",), 3, 3, ("deal",), ())
    >>> text = "cards,natural 31,paid\\nAs Ks Qs,1,101\\n2c 3d 5h,1,0\\n"
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "a.csv").write_text(text)
    ...     (batch,) = batches(reader, Path(folder, "a.csv"))
    >>> batch.paid.tolist(), batch.cards[0].tolist()
    ([10100, 0], [51, 0])
    """
    kind, empty = _kind(path), True
    try:
        if path.stat().st_size == 0:
            raise refused(str(path), "an empty file", "a log of hands")
        for batch in FORMS[kind](reader, path, skip):
            if empty and not batch.sound.any() and not any(f.code not in UNREADABLE for f in batch.faults):
                first = batch.faults[0]
                found = f"no hand can be read; row {first.row:,}: {first.found}"
                raise refused(str(path), found, first.expected, _PROPOSE)
            empty = False
            yield batch
    except OSError as error:
        raise refused(str(path), f"it cannot be read: {error.strerror or error}", "a log of hands") from None
    except (EOFError, zlib.error):
        raise refused(str(path), "no sound gzip file, or half of one", "the file as it was written") from None
    if empty and not skip:
        raise refused(str(path), "no hand in the file", "a log of hands")


def _kind(path: Path) -> str:
    kind = "".join(path.suffixes[-2:]).lower() if path.suffix.lower() == ".gz" else path.suffix.lower()
    if kind not in FORMS:
        found = f"a file {path.suffix or 'without ending'}"
        raise refused(str(path), found, ", ".join(FORMS), "a spreadsheet saves a table as CSV (UTF-8)")
    return kind


_PROPOSE = "`casino31 audit log FILE -p PAYTABLE --guess` proposes a schema"


@contextmanager
def _text(path: Path, newline: str | None = None) -> Iterator[TextIO]:
    """A text file, unpacked as it is read where it is a .gz."""
    if path.suffix.lower() != ".gz":
        with io.TextIOWrapper(open_plain(path), "utf-8-sig", newline=newline) as file:
            yield file
        return
    _weigh(path)
    with (
        open_plain(path) as whole,
        gzip.open(whole) as packed,
        io.TextIOWrapper(packed, encoding="utf-8-sig", newline=newline) as file,
    ):
        yield file


def _weigh(path: Path) -> None:
    """RulesError where a packed file unpacks to more than any log does: found out before a line of it is read."""
    left = MOST_UNPACKED * path.stat().st_size
    with open_plain(path) as whole, gzip.open(whole) as packed:
        while left >= 0 and (piece := packed.read(2**20)):
            left -= len(piece)
    if left < 0:
        found = f"a gzip file that unpacks to more than {MOST_UNPACKED} times its size"
        raise refused(str(path), found, "a log, packed as usual")


def _lines(path: Path, file: TextIO) -> Iterator[str]:
    """The lines of a file, each of bounded length."""
    number = 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        if len(line) >= LONGEST_LINE:
            raise refused(str(path), f"line {number:,} is longer than any hand", "one hand a line")
        yield line


def _csv(reader: Reader, path: Path, skip: int) -> Iterator[Batch]:
    with _text(path, "") as file:
        try:
            lines = _lines(path, file)
            first = next(lines, "")
            mark = delimiter_of(first)
            reader.commas = mark != ","
            rows = csv.reader(chain([first], lines), delimiter=mark)
            header = [name.strip() for name in next(rows, [])]
            columns = reader.columns(path, header)
            places = {name: place for place, name in enumerate(header)}
            yield from _rows(reader, columns, _tuples(rows, places, columns), skip)
        except UnicodeDecodeError:
            hint = "a spreadsheet has the choice CSV UTF-8"
            raise refused(str(path), "bytes that are not UTF-8", "a CSV log in UTF-8", hint) from None
        except csv.Error as error:
            raise refused(str(path), f"no CSV: {error}", "a CSV log with a header") from None
        finally:
            reader.commas = False


def delimiter_of(header: str) -> str:
    """Return what stands between the names of a header: a comma, a semicolon or a tab.

    >>> delimiter_of("cards;decision;ante"), delimiter_of("cards")
    (';', ',')
    """
    return max(",;\t", key=header.count)


def _json_lines(reader: Reader, path: Path, skip: int) -> Iterator[Batch]:
    with _text(path) as file:
        try:
            lines = _objects(_lines(path, file))
            first = next(lines, None)
            if not isinstance(first, dict):
                raise refused(str(path), "no object on the first line", "one JSON object a line")
            columns = reader.columns(path, list(first))

            def every() -> Iterator[object]:
                yield first
                yield from lines

            yield from _rows(reader, columns, every(), skip)
        except UnicodeDecodeError:
            raise refused(str(path), "bytes that are not UTF-8", "JSON lines in UTF-8") from None


def _rows(reader: Reader, columns: LogColumns, rows: Iterable[object], skip: int) -> Iterator[Batch]:
    batch = RowBatch(reader, columns, skip + 1)
    for number, row in enumerate(rows, 1):
        if number <= skip:
            continue
        batch.add(number, row)
        if batch.full:
            yield batch.done()
            batch = RowBatch(reader, columns, number + 1)
    if batch.count:
        yield batch.done()


def _parquet(reader: Reader, path: Path, skip: int) -> Iterator[Batch]:
    try:
        arrow, parquet = parquet_library()
    except UnwritableError as error:
        raise refused(str(path), str(error), "the extra `audit`") from None
    yield from arrow_batches(reader, path, skip, arrow, parquet)


def _workbook(reader: Reader, path: Path, skip: int) -> Iterator[Batch]:
    rows = first_sheet(path)
    header = [str(name or "").strip() for name in next(rows, ())]
    while header and not header[-1]:
        header.pop()
    columns = reader.columns(path, header)
    places = {name: place for place, name in enumerate(header)}
    whole = ([*row[: len(header)], *[None] * (len(header) - len(row))] for row in rows if any(map(_says, row)))
    yield from _rows(reader, columns, _tuples(whole, places, columns), skip)


def first_rows(path: Path, many: int) -> tuple[list[str], list[JsonObject]]:
    """Return the header and the first rows of a file, whatever its columns are called; RulesError of no table.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "a.csv").write_text("Hand;Win\\nAs Ks;2\\n")
    ...     first_rows(Path(folder, "a.csv"), 10)
    (['Hand', 'Win'], [{'Hand': 'As Ks', 'Win': '2'}])
    """
    kind = _kind(path)
    try:
        if kind == ".parquet":
            _, parquet = parquet_library()
            file = parquet.ParquetFile(path)
            look_at_pages(path, file.metadata, set(file.schema_arrow.names))
            part = next(file.iter_batches(batch_size=many), None)
            return list(file.schema_arrow.names), part.to_pylist() if part is not None else []
        if kind == ".xlsx":
            return _named(first_sheet(path), many)
        with _text(path, "") as text:
            lines = _lines(path, text)
            if FORMS[kind] is _json_lines:
                rows = [row for row in islice(_objects(lines), many) if isinstance(row, dict)]
                return list(rows[0]) if rows else [], rows
            first = next(lines, "")
            return _named(csv.reader(chain([first], lines), delimiter=delimiter_of(first)), many)
    except (OSError, EOFError, ValueError, csv.Error, zlib.error, UnwritableError) as error:
        said = f"it cannot be read: {str(error).splitlines()[0][:100]}"
        raise refused(str(path), said, "a log of hands") from None


def _named(rows: Iterator[Sequence[object]], many: int) -> tuple[list[str], list[JsonObject]]:
    header = [str(name or "").strip() for name in next(rows, ())]
    while header and not header[-1]:
        header.pop()
    whole = (row for row in rows if any(map(_says, row)))
    return header, [dict(zip(header, row, strict=False)) for row in islice(whole, many)]


def _says(value: object) -> bool:
    return value is not None and value != ""


FORMS = {
    ".csv": _csv,
    ".csv.gz": _csv,
    ".tsv": _csv,
    ".jsonl": _json_lines,
    ".jsonl.gz": _json_lines,
    ".ndjson": _json_lines,
    ".parquet": _parquet,
    ".xlsx": _workbook,
}
"""How each kind of file is read, by its ending."""


def _tuples(rows: Iterable[Sequence[object]], places: Mapping[str, int], columns: LogColumns) -> Iterator[object]:
    """CSV rows as a mapping of the columns that count; a row of another length is said to be so."""
    picks = [(name, places[name]) for name in columns.used]
    for row in rows:
        if len(row) == len(places):
            yield {name: row[place] for name, place in picks}
        elif row:
            yield f"{len(row)} fields"


def _objects(lines: Iterable[str]) -> Iterator[object]:
    for line in lines:
        if line.strip():
            if not line.lstrip().startswith("{"):
                yield "no object"
                continue
            try:
                yield json_of(line, decimals=True)
            except ValueError as error:
                yield str(error)
