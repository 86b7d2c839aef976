"""Logged hands in batches, from CSV, JSON lines or Parquet: memory stays constant."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from casino31.audit.schema import Columns, Schema, find_columns
from casino31.audit.workbook import refused
from casino31.audit.write import UnwritableError, parquet_library
from casino31.cards import DECK, parse_card, show

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROWS = 2**16
"""Rows of a batch."""
MOST_WORDS = 200_000
"""Different texts of one column that are remembered within a file."""
LARGEST_AMOUNT = 10**13
"""Cents: beyond this an amount is no stake."""


class RowFault(NamedTuple):
    """What is wrong with one row as it is written; the row counts nowhere else."""

    row: int
    code: str
    found: str
    expected: str


@dataclass
class Batch:
    """Some rows of a log as numbers. Money is in cents."""

    first: int
    """The number of the first row, from 1, without the header."""
    cards: list[NDArray[np.int8]]
    """One array a card; -1 where the log has none."""
    actions: NDArray[np.int8]
    stakes: dict[str, NDArray[np.int64]]
    paid: NDArray[np.int64]
    rounds: NDArray[np.int64] | None
    """Equal within one round and different in the next; None when each row is a round."""
    keys: dict[str, NDArray[np.int32]]
    """Of each column to group by: places in the reader's names."""
    sound: NDArray[np.bool_]
    """Rows that could be read."""
    faults: list[RowFault]


class Reader:
    """What is remembered between the batches of a log."""

    def __init__(
        self, schema: Schema, wagers: Sequence[str], size: int, seen: int, actions: Sequence[str], by: Sequence[str]
    ) -> None:
        self.schema, self.wagers, self.size, self.seen = schema, tuple(wagers), size, seen
        self.actions, self.by = tuple(actions), tuple(by)
        self.names: dict[str, dict[str, int]] = {key: {} for key in by}
        """The groups met so far, by column."""
        words = {action.lower(): place for place, action in enumerate(actions)}
        self.words = words | {word: words[a.lower()] for word, a in schema.decisions.items() if a.lower() in words}
        self.deck = {show(card).lower(): card for card in DECK} | {str(card): card for card in DECK}

        self.mark: list[str] = []
        """What the round columns say in the row read last."""
        self.round = 0

    def round_of(self, mark: list[str]) -> int:
        """The running number of a row's round: it goes up where the mark changes."""
        self.round += mark != self.mark
        self.mark = mark
        return self.round

    def batches(self, path: Path, skip: int = 0) -> Iterator[Batch]:
        """Yield the batches of a file after some of its rows; RulesError when it is no log."""
        kind = path.suffix.lower()
        forms = {
            ".csv": self._csv,
            ".jsonl": self._json_lines,
            ".ndjson": self._json_lines,
            ".parquet": self._parquet,
        }
        if kind not in forms:
            raise refused(str(path), f"a file {path.suffix or 'without ending'}", ".csv, .jsonl or .parquet")
        empty = True
        try:
            if path.stat().st_size == 0:
                raise refused(str(path), "an empty file", "a log of hands")
            for batch in forms[kind](path, skip):
                empty = False
                yield batch
        except OSError as error:
            raise refused(str(path), f"it cannot be read: {error.strerror or error}", "a log of hands") from None
        if empty and not skip:
            raise refused(str(path), "no hand in the file", "a log of hands")

    def columns(self, path: Path, header: Sequence[str]) -> Columns:
        """Return the columns of a file with this header."""
        decides = len(self.actions) > 1
        return find_columns(str(path), self.schema, header, self.wagers, self.size, decides, self.by)

    def _csv(self, path: Path, skip: int) -> Iterator[Batch]:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.reader(file)
            try:
                header = [name.strip() for name in next(rows, [])]
                columns = self.columns(path, header)
                places = {name: place for place, name in enumerate(header)}
                yield from self._rows(columns, _tuples(rows, places, columns), skip)
            except UnicodeDecodeError:
                raise refused(str(path), "bytes that are not UTF-8", "a CSV log in UTF-8") from None
            except csv.Error as error:
                raise refused(str(path), f"no CSV: {error}", "a CSV log with a header") from None

    def _json_lines(self, path: Path, skip: int) -> Iterator[Batch]:
        with path.open(encoding="utf-8-sig") as file:
            try:
                lines = _objects(file)
                first = next(lines, None)
                if not isinstance(first, dict):
                    raise refused(str(path), "no object on the first line", "one JSON object a line")
                columns = self.columns(path, list(first))

                def every() -> Iterator[Any]:
                    yield first
                    yield from lines

                yield from self._rows(columns, every(), skip)
            except UnicodeDecodeError:
                raise refused(str(path), "bytes that are not UTF-8", "JSON lines in UTF-8") from None

    def _rows(self, columns: Columns, rows: Iterable[Any], skip: int) -> Iterator[Batch]:
        from casino31.audit.rows import RowBatch

        batch = RowBatch(self, columns, skip + 1)
        for number, row in enumerate(rows, 1):
            if number <= skip:
                continue
            batch.add(number, row)
            if batch.full:
                yield batch.done()
                batch = RowBatch(self, columns, number + 1)
        if batch.count:
            yield batch.done()

    def _parquet(self, path: Path, skip: int) -> Iterator[Batch]:
        from casino31.audit.arrow import arrow_batches

        try:
            arrow, parquet = parquet_library()
        except UnwritableError as error:
            raise refused(str(path), str(error), "the extra `audit`") from None
        yield from arrow_batches(self, path, skip, arrow, parquet)

    def place_of(self, key: str, name: str) -> int:
        """The place of a group; RulesError when there are too many to keep."""
        names = self.names[key]
        if name not in names:
            if len(names) >= 2_000:
                raise refused(key, "more than 2,000 different groups", "a column with a few hundred at most")
            names[sys.intern(name)] = len(names)
        return names[name]


def cents(value: object) -> int:
    """Return an amount in cents; ValueError when it is none, or no whole number of them.

    >>> cents("12.50"), cents(3), cents(0.1)
    (1250, 300, 10)
    """
    try:
        amount = Decimal(str(value)) * 100
        whole = int(amount)
    except (InvalidOperation, ValueError, OverflowError):
        raise ValueError(f"{value!r} is no amount") from None
    if amount != whole:
        raise ValueError(f"{value!r} is no whole number of cents")
    if abs(whole) > LARGEST_AMOUNT:
        raise ValueError(f"{value!r} is beyond any stake")
    return whole


def card_of(deck: Mapping[str, int], word: str) -> int:
    """Return the card of a word such as As, 10d or 0 to 51; ValueError otherwise.

    >>> card_of({"as": 51}, "As"), card_of({}, "10d")
    (51, 33)
    """
    found = deck.get(word.lower())
    if found is None:
        if word.lstrip("-").isdigit():
            raise ValueError(f"the card {word}: cards are numbered from 0 to 51")
        return parse_card(word)
    return found


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
            try:
                yield json.loads(line, parse_float=str)
            except (ValueError, RecursionError):
                yield "no JSON"
