"""Logged hands in batches, from CSV, JSON lines or Parquet: memory stays constant."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

from casino31.audit.hands.arrow import arrow_batches
from casino31.audit.hands.batch import Batch, Reader
from casino31.audit.hands.rows import RowBatch
from casino31.audit.hands.schema import Columns
from casino31.audit.hands.write import UnwritableError, parquet_library
from casino31.bounded import json_of, open_plain
from casino31.faults import refused

LONGEST_LINE = 2**16
"""Characters."""


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
    kind = path.suffix.lower()
    forms = {
        ".csv": _csv,
        ".jsonl": _json_lines,
        ".ndjson": _json_lines,
        ".parquet": _parquet,
    }
    if kind not in forms:
        raise refused(str(path), f"a file {path.suffix or 'without ending'}", ".csv, .jsonl or .parquet")
    empty = True
    try:
        if path.stat().st_size == 0:
            raise refused(str(path), "an empty file", "a log of hands")
        for batch in forms[kind](reader, path, skip):
            empty = False
            yield batch
    except OSError as error:
        raise refused(str(path), f"it cannot be read: {error.strerror or error}", "a log of hands") from None
    if empty and not skip:
        raise refused(str(path), "no hand in the file", "a log of hands")


def _lines(path: Path, file: TextIO) -> Iterator[str]:
    """The lines of a file, each of bounded length."""
    number = 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        if len(line) >= LONGEST_LINE:
            raise refused(str(path), f"line {number:,} is longer than any hand", "one hand a line")
        yield line


def _csv(reader: Reader, path: Path, skip: int) -> Iterator[Batch]:
    with TextIOWrapper(open_plain(path), "utf-8-sig", newline="") as file:
        rows = csv.reader(_lines(path, file))
        try:
            header = [name.strip() for name in next(rows, [])]
            columns = reader.columns(path, header)
            places = {name: place for place, name in enumerate(header)}
            yield from _rows(reader, columns, _tuples(rows, places, columns), skip)
        except UnicodeDecodeError:
            raise refused(str(path), "bytes that are not UTF-8", "a CSV log in UTF-8") from None
        except csv.Error as error:
            raise refused(str(path), f"no CSV: {error}", "a CSV log with a header") from None


def _json_lines(reader: Reader, path: Path, skip: int) -> Iterator[Batch]:
    with TextIOWrapper(open_plain(path), "utf-8-sig") as file:
        try:
            lines = _objects(_lines(path, file))
            first = next(lines, None)
            if not isinstance(first, dict):
                raise refused(str(path), "no object on the first line", "one JSON object a line")
            columns = reader.columns(path, list(first))

            def every() -> Iterator[Any]:
                yield first
                yield from lines

            yield from _rows(reader, columns, every(), skip)
        except UnicodeDecodeError:
            raise refused(str(path), "bytes that are not UTF-8", "JSON lines in UTF-8") from None


def _rows(reader: Reader, columns: Columns, rows: Iterable[Any], skip: int) -> Iterator[Batch]:
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


def _tuples(rows: Iterable[list[str]], places: Mapping[str, int], columns: Columns) -> Iterator[Any]:
    """CSV rows as a mapping of the columns that count; a row of another length is said to be so."""
    used = {*columns.cards, *columns.stakes.values(), columns.paid, *columns.round, *columns.keys}
    used |= {columns.decision} if columns.decision else set()
    picks = [(name, places[name]) for name in used]
    for row in rows:
        if len(row) == len(places):
            yield {name: row[place] for name, place in picks}
        elif row:
            yield f"{len(row)} fields"


def _objects(lines: Iterable[str]) -> Iterator[Any]:
    for line in lines:
        if line.strip():
            if not line.lstrip().startswith("{"):
                yield "no object"
                continue
            try:
                yield json_of(line, decimals=True)
            except ValueError as error:
                yield str(error)
