"""A sheet before it is a file: a page laid out, its blocks one under the other."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from casino31.cell_names import letters
from casino31.page import (
    Alert,
    Block,
    Cell,
    Chart,
    Column,
    Entry,
    Group,
    Headline,
    Heat,
    Listing,
    Note,
    Page,
    Quote,
    Row,
    Table,
    Tone,
    Value,
)
from casino31.render.excel.references import Here, Placed, Places, Spot
from casino31.render.excel.styles import Look
from casino31.render.values import text_of

ROW_HEIGHT = 15.0
"""In points."""
WIDEST, PROSE = 46.0, 112.0
"""Widths in characters: of a column at most, and of a page at least."""
MANY = 6
"""Columns of a page on which lists of figures have their labels across three."""
CHART_ROWS = 18


class Laid(NamedTuple):
    """One cell of a sheet."""

    value: Value
    look: Look
    formula: str = ""
    here: Here = Here("")


@dataclass
class Sheet:
    """What a sheet holds, and where."""

    title: str
    workings: bool = False
    cells: dict[tuple[int, int], Laid] = field(default_factory=dict)
    names: dict[str, Spot] = field(default_factory=dict)
    widths: dict[int, float] = field(default_factory=dict)
    heights: dict[int, float] = field(default_factory=dict)
    merged: list[tuple[int, int, int]] = field(default_factory=list)
    """Row, first and last column."""
    alerts: dict[tuple[Alert, int], list[int]] = field(default_factory=dict)
    """Of each alert and column its rows."""
    entries: dict[Entry, list[tuple[int, int]]] = field(default_factory=dict)
    heats: list[tuple[Heat, str]] = field(default_factory=list)
    charts: list[tuple[Chart, int, int]] = field(default_factory=list)
    """With its row and column."""
    starts: list[tuple[int, int]] = field(default_factory=list)
    """Of each block its first and its last row."""
    freeze: str = "A3"
    last: int = 1
    end: int = 1
    wide: bool = False
    """Whether its tables have many columns."""


def lay_out(page: Page, places: Places, frozen: bool, top: tuple[tuple[str, str], ...]) -> Sheet:
    """Return a page as a sheet, and note in ``places`` where everything stands.

    ``top`` are the lines below the title, each with its formula. A frozen page has values alone.

    >>> from casino31.page import SHARE, figures, Figure
    >>> places = Places()
    >>> page = Page("One", (figures("Edges", [Figure("edge", 0.5, SHARE, key="edge")]),))
    >>> sheet = lay_out(page, places, False, ())
    >>> places.cells["edge"], sheet.cells[4, 2].value
    (Spot(sheet='One', row=4, column=2), 0.5)
    """
    sheet = Sheet(page.title, page.workings)
    _set_widths(sheet, page, frozen)
    writer = _Writer(sheet, places, frozen)
    writer.put(1, 1, page.heading or page.title, Look("title"))
    sheet.heights[1] = 24.0
    for at, (text, formula) in enumerate(top, 2):
        writer.put(at, 1, text, Look("subtitle"), formula)
    writer.at = max(3, 3 + len(top) - 1)
    for block in page.blocks:
        writer.block(block)
    sheet.end = max((row for row, _ in sheet.cells), default=1)
    return sheet


def _set_widths(sheet: Sheet, page: Page, frozen: bool) -> None:
    """As wide as the widest short text of each column; a page with sentences is wide enough to read them.

    Where no cell is live an empty column takes what the sentences need, so that numbers stand side by side.
    """
    tables = [block for block in page.flat if isinstance(block, Table)]
    sheet.wide = max((len(table.columns) for table in tables), default=0) > MANY
    for table in tables:
        for place, column in enumerate(spots_of(table, sheet.wide)):
            if _is_list(table) and (place != 1 or _is_prose(table)) and (sheet.wide or place == 2):
                continue
            if _is_prose(table) and place == 1:
                continue
            width = _width(table, place)
            sheet.widths[column] = max(sheet.widths.get(column, 0.0), width)
        sheet.last = max(sheet.last, *spots_of(table, sheet.wide))
    for block in page.flat:
        if isinstance(block, Headline):
            sheet.last = max(sheet.last, len(block.figures))
            for column, (_, cell) in enumerate(block.figures, 1):
                words = 1.8 * len(text_of(cell)) if isinstance(cell.value, str) else 0.0
                sheet.widths[column] = max(sheet.widths.get(column, 0.0), 18.0, words)
    sheet.last = max(sheet.last, 3)
    for column in range(1, sheet.last + 1):
        sheet.widths.setdefault(column, 16.0)
    total = sum(sheet.widths.values())
    if total < PROSE:
        sheet.last += frozen
        sheet.widths[sheet.last] = sheet.widths.get(sheet.last, 0.0) + PROSE - total


def _width(table: Table, place: int) -> float:
    """What a column of a table needs: its longest number or short text, and the longest word of its head."""
    column, longest = table.columns[place], 0.0
    for row in table.rows:
        cell = row.cells[place] if place < len(row.cells) else None
        if cell is None or (row.kind == "exact" and place):
            continue
        text = max(text_of(cell).split("\n"), key=len)
        small = cell.tone in ("exact", "status", "note") or column.tone == "exact"
        longest = max(longest, len(text) * (0.86 if small else 0.9 if column.side == "left" else 0.97))
    heads = [] if table.headless else column.head.split()
    words = max((1.06 * len(word) for word in heads), default=0.0)
    words_only = column.side == "left" or column.tone == "exact" or longest > 20
    first = 18.0 if len(table.columns) > MANY else WIDEST
    most = (
        first
        if not place
        else (20.0 if len(table.columns) > 12 else 23.0)
        if column.side == "left"
        else 17.0
        if words_only
        else 30.0
    )
    return min(most, max(column.width, 7.0 if place else 11.0, longest + 1.3, words + 1.2))


def spots_of(table: Table, wide: bool) -> list[int]:
    """Return the column of each column of a table; on a wide page a list has its labels across three.

    >>> from casino31.page import texts
    >>> spots_of(texts("", [("a", "b")]), False), spots_of(texts("", [("a", "b")]), True)
    ([1, 2], [1, 4])
    """
    if wide and _is_list(table):
        return [1, 4, 5][: len(table.columns)]
    return list(range(1, len(table.columns) + 1))


def _is_list(table: Table) -> bool:
    """Whether a table is of labelled figures or sentences."""
    return table.headless and len(table.columns) <= 3


def _is_prose(table: Table) -> bool:
    """Whether a table is of labelled sentences."""
    return table.headless and len(table.columns) == 2 and table.columns[1].side == "left"


@dataclass
class _Writer:
    """Writes blocks on a sheet, from a row on."""

    sheet: Sheet
    places: Places
    frozen: bool
    at: int = 3

    def put(
        self, row: int, column: int, value: Value, look: Look, formula: str = "", here: Here | None = None
    ) -> None:
        """Write one cell."""
        live = "" if self.frozen else formula
        self.sheet.cells[row, column] = Laid(value, look, live, here or Here(self.sheet.title))

    def block(self, block: Block) -> None:
        """Write one block and an empty row."""
        start = self.at
        match block:
            case Note():
                if not (block.workings and self.frozen):
                    self._prose(1, block.text, Look(tone=block.tone, wrap=True), block.formula)
            case Listing():
                self._listing(block)
            case Quote():
                self._title(block.title)
                for line in block.lines:
                    self.put(self.at, 1, line, Look())
                    self.at += 1
            case Headline():
                self._headline(block)
            case Table():
                if not (self.frozen and block.workings and all(row.kind == "check" for row in block.rows)):
                    self._table(block)
            case Chart():
                self._chart(block)
                return
            case Group():
                self._title(block.title)
                inner = len(self.sheet.starts)
                for member in block.blocks:
                    self.block(member)
                    self.at -= 1
                del self.sheet.starts[inner:]
        if self.at > start:
            self.sheet.starts.append((start, self.at - 1))
            self.at += 1

    def _title(self, title: str) -> None:
        if not title:
            return
        for column in range(1, self.sheet.last + 1):
            self.put(self.at, column, title if column == 1 else "", Look("heading"))
        self.sheet.heights[self.at] = 20.0
        self.at += 1

    def _prose(self, first: int, text: str, look: Look, formula: str = "", last: int = 0) -> None:
        """A paragraph across columns, its row high enough."""
        last = last or self.sheet.last
        self.put(self.at, first, text, look, formula)
        if last > first:
            self.sheet.merged.append((self.at, first, last))
        self._fit(first, last, text)
        self.at += 1

    def _fit(self, first: int, last: int, text: str) -> None:
        room = 1.25 * sum(self.sheet.widths[column] for column in range(first, last + 1))
        lines = sum(1 + int(len(part) / max(room, 1)) for part in text.split("\n"))
        height = ROW_HEIGHT if lines == 1 else 13.0 * lines + 3
        self.sheet.heights[self.at] = max(self.sheet.heights.get(self.at, 0.0), height)

    def _listing(self, block: Listing) -> None:
        self._title(block.title)
        for place, item in enumerate(block.items, 1):
            text = f"{place}. {item}" if block.numbered else item
            self._prose(1, text, Look(tone=block.tone, wrap=True))

    def _headline(self, block: Headline) -> None:
        for column, (label, cell) in enumerate(block.figures, 1):
            self.put(self.at, column, label, Look("tile label", side="centre", wrap=True))
            self._cell(self.at + 1, column, cell, Look("tile", cell.unit, "centre"), None)
        self.sheet.heights |= {self.at: 28.0, self.at + 1: 24.0}
        self.at += 2

    def _table(self, table: Table) -> None:
        self._title(table.title)
        if not table.headless:
            for place, column in enumerate(table.columns, 1):
                self.put(self.at, place, column.head, Look("head", side=column.side, tone=_head_tone(column)))
            heads = [1.15 * len(c.head) / self.sheet.widths[p] for p, c in enumerate(table.columns, 1)]
            self.sheet.heights[self.at] = ROW_HEIGHT if max(heads) <= 1 else 14.0 * min(4, 1 + int(max(heads))) + 2
            self.at += 1
        rows = [row for row in table.rows if not (self.frozen and row.kind == "check")]
        placed = self._place(table, rows)
        for row in rows:
            self._row(table, row, placed)
        if table.heat:
            ends = (placed.columns[table.heat.first], placed.columns[table.heat.last])
            area = f"{letters(ends[0])}{placed.rows[0]}:{letters(ends[1])}{placed.rows[-1]}"
            self.sheet.heats.append((table.heat, area))

    def _place(self, table: Table, rows: list[Row]) -> Placed:
        body = [(self.at + place, row) for place, row in enumerate(rows) if row.kind == "body"]
        columns = dict(zip((c.key for c in table.columns), spots_of(table, self.sheet.wide), strict=True))
        keys = {row.key: place for place, (_, row) in enumerate(body) if row.key}
        placed = Placed(self.sheet.title, columns, tuple(at for at, _ in body), keys)
        if table.key:
            self.places.tables[table.key] = placed
        if self.sheet.workings:
            self.sheet.freeze = f"B{self.at}"
        return placed

    def _row(self, table: Table, row: Row, placed: Placed) -> None:
        for place, (column, at) in enumerate(zip(table.columns, placed.columns.values(), strict=True)):
            cell = row.cells[place] if place < len(row.cells) else None
            if cell is None:
                if row.kind == "total":
                    self.put(self.at, at, "", Look("total"))
                continue
            self._cell(self.at, at, cell, _look(cell, column, row), placed)
            last = self._last(table, row, place, at)
            if last > at:
                self.sheet.merged.append((self.at, at, last))
            if isinstance(cell.value, str) and (len(cell.value) > 16 or "\n" in cell.value):
                self._fit(at, last, cell.value)
        self.at += 1

    def _last(self, table: Table, row: Row, place: int, at: int) -> int:
        """The last column of a cell: sentences go on to the end, labels of a wide page to the next column."""
        if row.kind == "part":
            return self.sheet.last
        if not _is_list(table):
            return at
        if place == 0:
            return 3 if self.sheet.wide else 1
        if place == 2 or _is_prose(table) or row.kind == "exact":
            return self.sheet.last
        return at

    def _cell(self, row: int, column: int, cell: Cell, look: Look, placed: Placed | None) -> None:
        look = look._replace(entry=False) if self.frozen else look
        self.put(row, column, cell.value, look, cell.formula, Here(self.sheet.title, row, placed))
        spot = Spot(self.sheet.title, row, column)
        if cell.key:
            self.places.cells[cell.key] = spot
        if cell.name:
            self.sheet.names[cell.name] = spot
        if cell.alert and not self.frozen:
            self.sheet.alerts.setdefault((cell.alert, column), []).append(row)
        if cell.entry and not self.frozen:
            self.sheet.entries.setdefault(cell.entry, []).append((row, column))

    def _chart(self, block: Chart) -> None:
        """Beside the figures above where there is room, else below."""
        above = self.sheet.starts[-1][0] if self.sheet.starts else self.at
        used = max((column for (row, column) in self.sheet.cells if row > above + 1), default=1)
        if used <= 4 and self.sheet.last > MANY and self.at - above >= 8:
            self.sheet.charts.append((block, above + 1, used + 1))
            self.at = max(self.at, above + CHART_ROWS + 2)
            self.sheet.starts[-1] = (above, self.at - 2)
            return
        self.sheet.charts.append((block, self.at, 1))
        self.sheet.starts.append((self.at, self.at + CHART_ROWS))
        self.at += CHART_ROWS + 1


def _head_tone(column: Column) -> Tone:
    return "assumed" if column.tone == "assumed" else ""


def _look(cell: Cell, column: Column, row: Row) -> Look:
    tone = cell.tone or ("" if column.tone == "assumed" else column.tone)
    side = column.side
    if cell.entry:
        side = "centre"
    wrap = isinstance(cell.value, str) and (column.side == "left" or len(cell.value) > 12)
    role = {"total": "total", "exact": "exact", "part": "part", "check": "check"}.get(row.kind, "body")
    return Look(role, cell.unit, side, tone, wrap, cell.entry is not None and row.kind == "body")


def cells_of(sheet: Sheet) -> Iterator[tuple[tuple[int, int], Laid]]:
    """Yield the cells of a sheet row by row.

    >>> list(cells_of(Sheet("One")))
    []
    """
    yield from sorted(sheet.cells.items())
