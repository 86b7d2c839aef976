"""Where the pay tables of a stranger's sheet are: blocks of rows under a heading, a title or a sheet's name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from casino31.audit.tables.cells import CellError, ReadCell, odds
from casino31.audit.tables.words import SYNONYMS, unit_of, words
from casino31.cell_names import address
from casino31.importing.grids import CellGrid
from casino31.importing.labels import label_of, wager_in
from casino31.importing.unseen import Doubts
from casino31.paytable import OddsUnit
from casino31.wagers import Wager

_PLAIN_PAYS = "pay|pays|payout|payouts|payoff|pay off|pays off|paid|odds paid|pay table|paytable"
"""Headings that mean pays and nothing else; "odds" may be true odds, "win" a count."""
_WAGER = ("wager", "bet", "bet name", "wager name", "side bet")


class Columns(NamedTuple):
    """Where the cells of a row stand."""

    event: int
    pays: int
    wager: int = -1
    """The column that names the wager of each row, -1 without one."""
    named: frozenset[int] = frozenset()
    """Columns with a heading; none where the user says which column is meant, or nothing does."""


class Line(NamedTuple):
    """One row of a pay table as it was found."""

    event: ReadCell
    pays: ReadCell


@dataclass
class WagerRows:
    """Rows of one wager."""

    sheet: str
    wager: str
    """By a title, a column or the sheet's name; "" when nothing names it."""
    unit: OddsUnit | None
    """The unit that the heading or a line of the sheet names."""
    mark: str
    doubts: Doubts = field(default_factory=dict)
    """What makes cells of the sheet doubtful, by their address."""
    lines: list[Line] = field(default_factory=list)


def blocks(grid: CellGrid, wagers: tuple[Wager, ...], pays: str = "") -> list[WagerRows]:
    """Return the pay tables of a sheet; ``pays`` is the letter of the column to read where there are several.

    CellError when a heading has several columns of pays.
    """
    said = units_said(grid)
    read: list[WagerRows] = []
    columns: Columns | None = None
    title, unit = wager_in(grid.name, wagers), said
    fresh = True
    for row in grid.rows:
        cells = [cell for cell in row if cell.text]
        if not cells:
            continue
        for cell in cells:
            if pays in ("", cell.where.rstrip("0123456789")):
                _look_at_stake(cell)
        if (heading := _heading(row, pays)) is not None:
            columns, fresh = heading, True
            unit = unit_of(row[heading.pays].text) or said
            title = wager_in(row[heading.pays].text, wagers) or title
            continue
        named = wager_in(cells[0].text, wagers)
        if len(cells) == 1 and named and not _is_row(cells[0], title, wagers):
            title, fresh = named, True
            unit = unit_of(cells[0].text) or unit
            continue
        at = columns or _bare(row, wagers)
        if at is None or (len(cells) == 1 and columns is None):
            continue
        own = _wager_of(row, at, wagers) or title
        if fresh or read[-1].wager != own:
            read.append(WagerRows(grid.name, own, unit, grid.mark, grid.doubts))
            fresh = False
        _look_beside(row, at, wagers)
        read[-1].lines.append(Line(_cell(row, at.event), _cell(row, at.pays)))
    return read


def _look_beside(row: Sequence[ReadCell], at: Columns, wagers: tuple[Wager, ...]) -> None:
    """CellError where a column without a heading holds pays too: a merged head over two columns."""
    if not at.named or not any(label_of(wager, _cell(row, at.event).text) for wager in wagers):
        return
    for place, cell in enumerate(row):
        if place in at.named or not cell.text:
            continue
        try:
            odds(cell)
        except CellError:
            continue
        raise CellError(f"{cell.where} holds {cell.text!r} in a column without a heading, beside the pays")


_STAKE = re.compile(
    r"(?<![\d.,])(?:\d*[02-9]|\d+1)[ -](?:coins?|credits?)\b|\b(?:two|three|four|five|ten)[ -](?:coins?|credits?)\b"
    r"|\b(?:per|for(?: an?| each)?) [$\u20ac\u00a3] ?(?:\d*[02-9]|\d+1)\b"
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def _look_at_stake(cell: ReadCell, heading: bool = False) -> None:
    """CellError for a text that says what stake the pays are of, where that is not one."""
    numbers = _NUMBER.findall(cell.text) if heading else []
    if not cell.typed and (_STAKE.search(cell.text.lower()) or any(number != "1" for number in numbers)):
        raise CellError(f"{cell.where} says {cell.text!r}: pays of another stake than one")


def units_said(grid: CellGrid) -> OddsUnit | None:
    """Return the unit that a line of prose on a sheet names for all of it: "all pays are to one".

    >>> units_said(CellGrid("", [[ReadCell("A1", "All pays to one")]], "."))
    'to one'
    """
    units = {
        unit
        for row in grid.rows
        if len(cells := [cell for cell in row if cell.text]) == 1 and "pay" in cells[0].text.lower()
        if (unit := unit_of(cells[0].text))
    }
    return units.pop() if len(units) == 1 else None


def _cell(row: Sequence[ReadCell], at: int) -> ReadCell:
    if at < len(row):
        return row[at]
    line = row[0].where.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return ReadCell(address(int(line) - 1, at) if line.isdigit() else row[0].where, "")


def _heading(row: Sequence[ReadCell], pays: str) -> Columns | None:
    """The columns that a row of headings names, or None when it is none."""
    roles = [(column, words(cell)) for column, cell in enumerate(row) if cell.text and not cell.typed]
    named = frozenset(column for column, _ in roles)
    any_pays = [column for column, said in roles if said in SYNONYMS["pays"].split("|")]
    plain = [column for column, said in roles if said in _PLAIN_PAYS.split("|")]
    events = [column for column, said in roles if said in SYNONYMS["event"].split("|")]
    if pays and any_pays:
        any_pays = plain = [column for column in range(len(row)) if row[column].where.rstrip("0123456789") == pays]
    columns = plain or any_pays
    if not columns or not (events or len(roles) > 1):
        return None
    if len(columns) > 1:
        where = ", ".join(f"{row[column].where} ({row[column].text})" for column in columns)
        raise CellError(f"several columns of pays, {where}: say which is meant by its letter")
    at = columns[0]
    _look_at_stake(row[at], heading=True)
    if len(any_pays) > 1 and len(events) > 1:
        where = ", ".join(f"{row[column].where} ({row[column].text})" for column in events)
        raise CellError(f"several tables side by side, {where}: say which is meant by the letter of its pays")
    wager = next((column for column, said in roles if said in _WAGER and column != at), -1)
    events = events or [column for column in range(len(row)) if column not in (*columns, wager)]
    event = max((column for column in events if column < at), default=min(events, default=-1))
    return (
        Columns(event, at, wager if wager != event else -1, frozenset() if pays else named) if event >= 0 else None
    )


def _wager_of(row: Sequence[ReadCell], at: Columns, wagers: tuple[Wager, ...]) -> str:
    return wager_in(_cell(row, at.wager).text, wagers) if at.wager >= 0 else ""


def _is_row(cell: ReadCell, title: str, wagers: tuple[Wager, ...]) -> bool:
    """Whether a cell that stands alone names a hand of the wager it stands under, and so lacks its pay."""
    return any(label_of(wager, cell.text) for wager in wagers if wager.name == title)


def _bare(row: Sequence[ReadCell], wagers: tuple[Wager, ...]) -> Columns | None:
    """The columns of a row without a heading above: a hand of some wager, and one pay."""
    full = [column for column, cell in enumerate(row) if cell.text]
    for event, pays in _pairs(full):
        if any(label_of(wager, row[event].text) for wager in wagers):
            try:
                odds(row[pays])
            except CellError:
                if not row[pays].mangled:
                    continue
            return Columns(event, pays)
    return None


def _pairs(columns: list[int]) -> Iterator[tuple[int, int]]:
    """The two cells of a row of two, the hand first or last."""
    if len(columns) == 2:
        yield columns[0], columns[1]
        yield columns[1], columns[0]
