"""What a search has found so far, in a file that is taken up as it was written or not at all."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from casino31.atomic_file import to_disk, write_whole, writing
from casino31.bounded import content_of, open_plain, sealed, unsealed
from casino31.paytable_design.search import Found, Pricer
from casino31.serialize import JsonObject

if TYPE_CHECKING:
    from numpy.typing import NDArray

STATE = "casino31.search-state/2"
LARGEST_FILE = 2**28
PIECE = 2**20


class SearchState(NamedTuple):
    """What a search knows after some blocks: all that it needs to go on."""

    blocks: int
    feasible: int
    best: Found
    frontier: Found
    written: int
    """Bytes of the feasible tables written so far."""
    lines: str = ""
    """SHA-256 of those bytes, "" where none are written."""


class StateError(ValueError):
    """A saved state that does not belong to this search."""


class Lines:
    """The file of the feasible tables found so far: made new, or taken up as far as a state says it was written."""

    def __init__(self, path: Path, state: SearchState) -> None:
        self.path, self._sum = path, hashlib.sha256()
        flags = os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
        if state.written:
            self._look_at(state)
        with writing(path):
            if not state.written:  # whatever stands there is of no search: a link is removed, and not followed
                with suppress(FileNotFoundError):
                    os.unlink(path)
                flags |= os.O_CREAT | os.O_EXCL
            self._file = os.fdopen(os.open(path, flags, 0o600), "wb", buffering=0)
            self._file.truncate(state.written)
            self._file.seek(0, os.SEEK_END)

    def _look_at(self, state: SearchState) -> None:
        left = state.written
        try:
            with open_plain(self.path) as file:
                while left and (piece := file.read(min(left, PIECE))):
                    self._sum.update(piece)
                    left -= len(piece)
        except OSError:
            raise StateError(f"{self.path}, which holds the tables found so far, is gone: begin anew") from None
        if left or self._sum.hexdigest() != state.lines:
            raise StateError(f"{self.path}, which holds the tables found so far, has changed: begin anew")

    def add(self, text: str) -> str:
        """Write some lines; return the SHA-256 of all so far, "" of none."""
        data = text.encode()
        self._sum.update(data)
        with writing(self.path):
            while data:  # of a disk that fills the system takes a part, and then says so
                data = data[self._file.write(data) :]
        return self._sum.hexdigest() if self._file.tell() else ""

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def save(state: SearchState, path: Path, made_from: str, lines: Path | None) -> None:
    """Write a state, whole or not at all, after the lines that it speaks of."""
    if lines is not None and state.written:
        with writing(lines):
            to_disk(str(lines))
    record = {
        "schema": STATE,
        "made from": made_from,
        "blocks": state.blocks,
        "feasible": state.feasible,
        "written": state.written,
        "lines": state.lines,
        "best": _plain(state.best),
        "frontier": _plain(state.frontier),
    }
    write_whole(path, sealed(record))


def load(path: Path, made_from: str, pricer: Pricer, count: int) -> SearchState:
    """Return a saved state; StateError when it belongs to another search, has been changed, or is none."""
    try:
        record = unsealed(content_of(path, LARGEST_FILE))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise StateError(f"{path} is no saved search: {why}") from None
    if (record.get("schema"), record.get("made from")) != (STATE, made_from):
        raise StateError(f"{path} was saved by another search: another grid, layout, version or option")
    try:
        return _state(record, pricer, count)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        raise StateError(f"{path} is no saved search: its figures do not agree") from None


def _state(record: JsonObject, pricer: Pricer, count: int) -> SearchState:
    """The state of a record; ValueError where its numbers cannot be those of this search."""
    blocks, feasible, written = (_whole(record[name]) for name in ("blocks", "feasible", "written"))
    best, frontier = (_found(record[name], pricer) for name in ("best", "frontier"))
    lines = record["lines"]
    right = (
        blocks <= pricer.blocks
        and feasible <= pricer.tables
        and len(best.tables) == min(count, feasible)
        and min(1, feasible) <= len(frontier.tables) <= feasible
        and isinstance(lines, str)
        and bool(written) == bool(lines)
    )
    if not right:
        raise ValueError("figures that do not agree")
    return SearchState(blocks, feasible, best, frontier, written, lines)


def _found(plain: dict[str, list[int]], pricer: Pricer) -> Found:
    import numpy as np

    tables = [_whole(table) for table in plain["tables"]]
    if any(table >= pricer.tables for table in tables) or len(set(tables)) < len(tables):
        raise ValueError("tables that the grid does not have")
    figures: dict[str, NDArray[Any]] = {}
    for name in pricer.grid.figures:
        values = plain[name]
        if len(values) != len(tables) or any(type(value) is not int for value in values):
            raise ValueError(f"{name} of other tables")
        figures[name] = np.array(values, dtype=pricer.kind)
    return Found(np.array(tables, dtype=np.int64), figures)


def _whole(number: object) -> int:
    if type(number) is not int or number < 0:
        raise ValueError(f"{number!r} is not a count")
    return number


def _plain(tables: Found) -> dict[str, list[int]]:
    figures = {name: [int(value) for value in values] for name, values in tables.figures.items()}
    return {"tables": [int(table) for table in tables.tables], **figures}
