"""The pages of a Parquet file, looked at before any is unpacked: what a writer may claim is not what it may cost.

A reader takes a batch of rows at a time, but unpacks a page whole, and copies a text as often as it stands in a
batch. So a file of a few kilobytes could ask for any memory; here its pages say how much, in their own headers.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from casino31.faults import refused

if TYPE_CHECKING:
    import pyarrow

LARGEST_PAGE = 2**24
"""Bytes that one page may unpack to: writers make pages of one or two million."""
LONGEST_TEXT = 256
"""Bytes of a text, on average over a page."""
LONGEST_HEADER = 2**16

_TEXT = "BYTE_ARRAY"
_DICTIONARY, _DELTA = (2, 8), (6, 7)


class PageHeader(NamedTuple):
    """What the header of a page says."""

    unpacked: int
    """Bytes."""
    values: int
    encoding: int
    holds_words: bool
    """Whether it is the dictionary of its column."""


Fields: TypeAlias = "dict[int, int | Fields]"
"""Of a struct its integers and structs, by number."""


class _Strange(ValueError):
    """Bytes that are no page header."""


def look_at_pages(path: Path, metadata: pyarrow.parquet.FileMetaData, names: Iterable[str]) -> None:
    """Look at every page of the columns that are read; RulesError when one would unpack to too much.

    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow
    >>> import pyarrow.parquet
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "a.parquet")
    ...     pyarrow.parquet.write_table(pyarrow.table({"cards": [["As"], ["Kd"]]}), path)
    ...     look_at_pages(path, pyarrow.parquet.ParquetFile(path).metadata, ["cards"])
    Traceback (most recent call last):
    casino31.faults.RulesError: ...: lists or parts in cards.list.element; expected one number or text a row
    """
    file, wanted = str(path), set(names)
    with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content:
        for place in range(metadata.num_columns):
            column = metadata.schema.column(place)
            if column.path.split(".")[0] not in wanted:
                continue
            if column.max_repetition_level or "." in column.path or (column.length or 0) > LONGEST_TEXT:
                raise refused(file, f"lists or parts in {column.path}", "one number or text a row")
            text = column.physical_type == _TEXT
            for group in range(metadata.num_row_groups):
                chunk = metadata.row_group(group).column(place)
                try:
                    for page in pages_of(content, *_span(chunk, len(content))):
                        _weigh(file, column.path, page, text)
                except _Strange as error:
                    raise refused(file, f"no sound Parquet file: {error}", "the file as it was written") from None


def _span(chunk: pyarrow.parquet.ColumnChunkMetaData, size: int) -> tuple[int, int]:
    """The first byte of a column's pages in a group, and the one after the last."""
    start = chunk.data_page_offset
    if chunk.has_dictionary_page and 0 < (chunk.dictionary_page_offset or 0) < start:
        start = chunk.dictionary_page_offset
    end = start + chunk.total_compressed_size
    if not 0 < start <= end <= size:
        raise _Strange("columns beyond its end")
    return start, end


def _weigh(file: str, name: str, page: PageHeader, text: bool) -> None:
    if page.unpacked > LARGEST_PAGE:
        found = f"a page of {name} that unpacks to {page.unpacked:,} bytes"
        raise refused(file, found, f"pages of at most {LARGEST_PAGE:,} bytes", _REMEDY)
    if not text or (page.encoding in _DICTIONARY and not page.holds_words):
        return
    if page.unpacked > LONGEST_TEXT * (page.values + 1):
        raise refused(file, f"texts of {name} as long as books", f"{LONGEST_TEXT} bytes a text at most", _REMEDY)
    if page.encoding in _DELTA:
        raise refused(file, f"texts of {name} in a delta encoding", "plain texts, or a dictionary", _REMEDY)


_REMEDY = "nothing of it was unpacked"


def pages_of(content: bytes | mmap.mmap, start: int, end: int) -> Iterator[PageHeader]:
    """Yield the pages between two places of a file, which is anything that gives bytes for a slice.

    A header is a struct of Thrift's compact protocol: see parquet.thrift of the Parquet format.

    >>> list(pages_of(bytes.fromhex("15001504150a2c15061510150615060000"), 0, 17))
    [PageHeader(unpacked=2, values=3, encoding=8, holds_words=False)]
    """
    at = start
    while at < end:
        window = content[at : min(at + 128, len(content))]
        try:
            header, length = _struct(window, 0)
        except IndexError:
            window = content[at : min(at + LONGEST_HEADER, len(content))]
            try:
                header, length = _struct(window, 0)
            except (IndexError, RecursionError):
                raise _Strange("a page without an end to its header") from None
        unpacked, packed = _whole(header, 2), _whole(header, 3)
        if unpacked < 0 or packed < 0:
            raise _Strange("a page that does not say how long it is")
        inner = next((fields for kind in (5, 8, 7) if isinstance(fields := header.get(kind), dict)), {})
        values, encoding = _whole(inner, 1, 0), _whole(inner, 4 if 8 in header else 2, 0)
        yield PageHeader(unpacked, values, encoding, holds_words=7 in header)
        at += length + packed


def _whole(fields: Fields, number: int, missing: int = -1) -> int:
    """The integer that a field holds; -1 of one that holds none."""
    value = fields.get(number, missing)
    return value if isinstance(value, int) else -1


def _number(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned varint, and the place after it."""
    byte = data[at]
    if byte < 128:
        return byte, at + 1
    value, shift = byte & 127, 7
    while True:
        at += 1
        byte = data[at]
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at + 1
        shift += 7
        if shift > 63:
            raise _Strange("a number without an end")


def _struct(data: bytes, at: int, depth: int = 0) -> tuple[Fields, int]:
    """The fields of a struct by number, and the place after it; only integers and structs are kept."""
    if depth > 4:
        raise _Strange("structs within structs")
    fields: Fields = {}
    field = 0
    while byte := data[at]:
        at += 1
        kind, step = byte & 15, byte >> 4
        if step:
            field += step
        else:
            number, at = _number(data, at)
            field = (number >> 1) ^ -(number & 1)
        if kind in (4, 5, 6):
            number, at = _number(data, at)
            fields[field] = (number >> 1) ^ -(number & 1)
        elif kind == 12:
            fields[field], at = _struct(data, at, depth + 1)
        elif kind == 8:
            number, at = _number(data, at)
            at += number
        elif kind == 3:
            at += 1
        elif kind == 7:
            at += 8
        elif kind not in (1, 2):
            raise _Strange("a page header of another kind")
    return fields, at + 1
