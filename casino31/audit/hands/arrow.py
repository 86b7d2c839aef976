"""Batches of a Parquet log, column by column."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from casino31.audit.hands.batch import Batch, Reader, Rounds, RowFault, clock, mark_of, moment_of
from casino31.audit.hands.parquet_guard import look_at_pages
from casino31.audit.hands.rows import RowBatch
from casino31.audit.hands.schema import LogColumns
from casino31.audit.hands.words import LARGEST_AMOUNT
from casino31.faults import refused

if TYPE_CHECKING:
    import numpy as np
    import pyarrow
    from numpy.typing import NDArray

Blame: TypeAlias = "Callable[[NDArray[np.bool_], str, str, str], None]"
"""Says of some rows what is wrong with a column, and what was expected."""
ROWS = 2**17
"""Rows of a batch: few enough that it stays in the processor's cache."""
STRETCH = 2**20
"""Bytes of a column that are read at once."""
LONGEST_WORD = 2**12
"""Bytes of a text: a batch may hold as many copies of it as rows."""


def arrow_batches(reader: Reader, path: Path, skip: int, arrow: ModuleType, parquet: ModuleType) -> Iterator[Batch]:
    """Yield the batches of a Parquet file after some rows; RulesError when it is truncated or no log.

    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow
    >>> import pyarrow.parquet
    >>> from casino31.audit.hands.schema import Schema
    >>> reader = Reader(Schema(), ("natural 31",), 3, 3, ("deal",), ())
    >>> names = ("card 1", "card 2", "card 3", "natural 31", "paid")
    >>> with TemporaryDirectory() as folder:
    ...     table = pyarrow.table({name: [number] for number, name in enumerate(names)})
    ...     pyarrow.parquet.write_table(table, Path(folder, "a.parquet"))
    ...     (batch,) = arrow_batches(reader, Path(folder, "a.parquet"), 0, pyarrow, pyarrow.parquet)
    >>> [column.tolist() for column in batch.cards], batch.paid.tolist()
    ([[0], [1], [2]], [400])
    """
    try:
        file = parquet.ParquetFile(path)
        columns = reader.columns(path, file.schema_arrow.names)
        used = columns.used
        if not file.metadata.num_rows:
            return
        types = {name: file.schema_arrow.field(name).type for name in used}
        quick = not reader.hands and _quick(columns, types, arrow)
        look_at_pages(path, file.metadata, used)
        texts = [name for name in used if _is_text(types[name], arrow)]
        # a stretch of each column at a time, never a whole group of rows, and each text once
        file = parquet.ParquetFile(
            path, metadata=file.metadata, read_dictionary=texts, buffer_size=STRETCH, pre_buffer=False
        )
        done = 0
        for part in file.iter_batches(batch_size=ROWS, columns=sorted(used), use_threads=False):
            first, done = done + 1, done + part.num_rows
            for name in texts:
                _look_at_texts(str(path), name, part.column(name).dictionary)
            if done <= skip:
                continue
            if first <= skip:
                part = part.slice(skip + 1 - first)
                first = skip + 1
            yield _columns(reader, columns, part, first) if quick else _rows(reader, columns, part, first)
    except (arrow.ArrowException, UnicodeDecodeError, ValueError, OverflowError, KeyError) as error:
        said = str(error).split("\n")[0].split(". ")[0][:120]
        raise refused(
            str(path), f"no sound Parquet file, or half of one: {said}", "the file as it was written"
        ) from None


def _is_text(kind: pyarrow.DataType, arrow: ModuleType) -> bool:
    kinds = arrow.types
    if kinds.is_dictionary(kind):
        kind = kind.value_type
    return any(
        is_one(kind) for is_one in (kinds.is_string, kinds.is_large_string, kinds.is_binary, kinds.is_large_binary)
    )


def _look_at_texts(file: str, name: str, words: pyarrow.Array) -> None:
    from pyarrow import compute

    longest = compute.max(compute.binary_length(words)).as_py() if len(words) else None
    if (longest or 0) > LONGEST_WORD:
        raise refused(file, f"a text of {longest:,} bytes in {name}", f"texts of at most {LONGEST_WORD} bytes")


def _quick(columns: LogColumns, types: Mapping[str, pyarrow.DataType], arrow: ModuleType) -> bool:
    """Whether cards and amounts are plain numbers: then no row is looked at by itself."""
    kinds = arrow.types
    if len(columns.cards) < 2:
        return False
    money = [*columns.stakes.values(), *filter(None, (columns.paid, columns.net))]
    return all(kinds.is_integer(types[name]) for name in columns.cards) and all(
        kinds.is_integer(types[name]) or kinds.is_floating(types[name]) for name in money
    )


def _rows(reader: Reader, columns: LogColumns, part: pyarrow.RecordBatch, first: int) -> Batch:
    batch = RowBatch(reader, columns, first)
    for number, row in enumerate(part.to_pylist(), first):
        batch.add(number, row)
    return batch.done()


def _columns(reader: Reader, columns: LogColumns, part: pyarrow.RecordBatch, first: int) -> Batch:
    import numpy as np

    many = part.num_rows
    sound = np.ones(many, bool)
    faults: list[RowFault] = []

    def blame(wrong: NDArray[np.bool_], code: str, name: str, expected: str) -> None:
        fresh = wrong & sound
        if fresh.any():
            sound[wrong] = False
            values = part.column(name)
            places = np.flatnonzero(fresh).tolist()
            shown = (f"{name}: {values[place].as_py()!r}" for place in places)
            faults.extend(
                RowFault(first + place, code, each, expected) for place, each in zip(places, shown, strict=True)
            )

    cards, actions = _cards(reader, columns, part, blame), _actions(reader, columns, part, blame)
    stakes = {}
    for wager in reader.wagers:
        stakes[wager] = np.zeros(many, np.int64)
        if wager in columns.stakes:
            stakes[wager], bad = _cents(part.column(columns.stakes[wager]))
            if bad is not None:
                blame(bad, "amount", columns.stakes[wager], "whole cents")
    paid = _paid(columns, part, sum(stakes.values()), blame)
    begins = _begins(reader, columns, part) if columns.round else None
    keys = {}
    for key in columns.keys:
        codes, words = _encoded(part.column(key))
        names = np.array([*(reader.place_of(key, str(word)) for word in words), reader.place_of(key, "")], np.int32)
        keys[key] = names[codes]
    batch = Batch(first, cards, actions, stakes, paid, begins, keys, sound, faults)
    if columns.round:
        batch.numbers, batch.marks, batch.tracks = _rounds(reader, columns, part)
    if columns.time:
        batch.times, batch.days = clock(list(map(moment_of, part.column(columns.time).to_pylist())))
    return batch


def _cards(reader: Reader, columns: LogColumns, part: pyarrow.RecordBatch, blame: Blame) -> list[NDArray[np.int8]]:
    """The cards by place, -1 where a later one was not dealt."""
    import numpy as np

    cards = []
    for place, name in enumerate(columns.cards):
        column = part.column(name)
        missing = column.is_null().to_numpy(zero_copy_only=False) if column.null_count else None
        values = (column.fill_null(0) if column.null_count else column).to_numpy(zero_copy_only=False)
        wrong = (values < 0) | (values > 51) if len(values) and (values.min() < 0 or values.max() > 51) else None
        if wrong is not None:
            blame(wrong, "card", name, "a card from 0 to 51")
            values = np.where(wrong, 0, values)
        dealt = values.astype(np.int8, copy=False)
        if missing is not None:
            dealt = np.where(missing, np.int8(-1), dealt)
            if place < reader.seen:
                blame(missing, "cards", name, "a card")
        cards.append(dealt)
    return cards


def _actions(reader: Reader, columns: LogColumns, part: pyarrow.RecordBatch, blame: Blame) -> NDArray[np.int8]:
    """The numbers of the actions; 0 where the log names no decision."""
    import numpy as np

    many = part.num_rows
    actions = np.zeros(many, np.int8)
    if columns.decision:
        codes, words = _encoded(part.column(columns.decision))
        known = np.array([reader.words.get(str(word).strip().lower(), -1) for word in words] or [-1], np.int8)
        actions = np.where(codes < 0, np.int8(-1), known[codes]) if codes.min(initial=0) < 0 else known[codes]
        if many and actions.min() < 0 and reader.skips:
            said = np.array([str(word).strip() not in ("", "-", "none") for word in [*words, ""]])
            actions = np.where((actions < 0) & ~said[codes], np.int8(0), actions)
        if many and actions.min() < 0:
            blame(actions < 0, "decision", columns.decision, " or ".join(reader.actions))
    return actions


def _paid(
    columns: LogColumns, part: pyarrow.RecordBatch, staked: NDArray[np.int64] | int, blame: Blame
) -> NDArray[np.int64]:
    """All that was handed back, with the stakes, by what was paid or won; both must agree."""
    back: dict[str, NDArray[np.int64]] = {}
    for name in filter(None, (columns.paid, columns.net)):
        back[name], bad = _cents(part.column(name))
        if part.column(name).null_count:
            blame(part.column(name).is_null().to_numpy(zero_copy_only=False), "amount", name, "an amount, or 0")
        if bad is not None:
            blame(bad, "amount", name, "whole cents")
    if columns.paid is None:
        return back[columns.net or ""] + staked
    paid = back[columns.paid]
    if columns.net is not None and (differs := back[columns.net] != paid - staked).any():
        blame(differs, "contradiction", columns.net, f"what {columns.paid} says, less the stakes")
    return paid


def _rounds(reader: Reader, columns: LogColumns, part: pyarrow.RecordBatch) -> Rounds:
    """The numbers of rounds, or fingerprints of their names, and who counts them."""
    import numpy as np

    *owners, last = (part.column(name) for name in columns.round)
    tracks = None
    if owners:
        encoded = [_encoded(owner) for owner in owners]
        codes = np.stack([places for places, _ in encoded])
        kinds, which = np.unique(codes, axis=1, return_inverse=True)
        names = [
            [str(words[place]) for place, (_, words) in zip(kind, encoded, strict=True)]
            for kind in kinds.T.tolist()
        ]
        tracks = np.array([reader.track_of(name) for name in names], np.int32)[which.ravel()]
    if _counts(last):
        return last.to_numpy(zero_copy_only=False).astype(np.int64, copy=False), None, tracks
    places, words = _encoded(last)
    own = np.array([mark_of(str(word)) for word in [*words, None]], np.uint64)
    marks = own[places]
    return None, marks if tracks is None else marks + tracks.astype(np.uint64) * np.uint64(2**61 - 1), tracks


def _counts(column: pyarrow.Array) -> bool:
    return str(column.type).removeprefix("u").startswith("int") and not column.null_count


def _encoded(column: pyarrow.Array) -> tuple[NDArray[np.int64], list[object]]:
    """Places in a list of the different values; -1 of a null."""
    encoded = column if hasattr(column, "indices") else column.dictionary_encode()
    places = encoded.indices
    if places.null_count:
        places = places.fill_null(-1)
    return places.to_numpy(zero_copy_only=False), encoded.dictionary.to_pylist()


def _cents(column: pyarrow.Array) -> tuple[NDArray[np.int64], NDArray[np.bool_] | None]:
    """Amounts in cents, and which are none; None where all are."""
    import numpy as np

    values = (column.fill_null(0) if column.null_count else column).to_numpy(zero_copy_only=False)
    if values.dtype.kind in "iu":
        if (
            values.dtype.itemsize > 4
            and len(values)
            and (int(values.max()) > LARGEST_AMOUNT // 100 or int(values.min()) < -LARGEST_AMOUNT // 100)
        ):
            wrong = (values > LARGEST_AMOUNT // 100) | (values < -(LARGEST_AMOUNT // 100))
            return np.where(wrong, 0, values).astype(np.int64) * 100, wrong
        return np.multiply(values, 100, dtype=np.int64), None
    with np.errstate(over="ignore"):  # what overflows is infinite, and refused below
        exact = values.astype(np.float64) * 100
    fine = np.isfinite(exact) & (np.abs(exact) <= LARGEST_AMOUNT)
    exact = np.where(fine, exact, 0)
    rounded = np.rint(exact)
    return rounded.astype(np.int64), ~fine | (np.abs(exact - rounded) > 1e-6 * np.maximum(1, np.abs(exact) * 1e-6))


def _begins(reader: Reader, columns: LogColumns, part: pyarrow.RecordBatch) -> NDArray[np.bool_]:
    import numpy as np

    begins = np.zeros(part.num_rows, bool)
    for name in columns.round:
        column = part.column(name)
        codes = column.to_numpy(zero_copy_only=False) if _counts(column) else _encoded(column)[0]
        begins[1:] |= codes[1:] != codes[:-1]
    begins[0] = reader.begins([str(part.column(name)[0].as_py()) for name in columns.round])
    reader.begins([str(part.column(name)[-1].as_py()) for name in columns.round])
    return begins
