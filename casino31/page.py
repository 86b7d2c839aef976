"""What a report says, without a format: pages of tables, figures, notes and charts.

A cell holds an exact value and its unit. It may carry the formula by which a spreadsheet makes the value anew; a
formula names other cells by reference, never by address:

``{edge}``               the cell with that key, on any page
``{play|net}``           a column of the table with the key ``play``: all its rows
``{play|net|2}``         one row of it, by its key or its place
``{play|net|2..9}``      some rows of it
``{joint|0..7}``         several columns of it
``[net]``, ``[a..d]``    cells of the same row
``[net:]``               the whole column of the same table

Only the renderer of workbooks turns references into addresses; the others show the value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

Value: TypeAlias = Fraction | int | float | str
Tone: TypeAlias = Literal["", "assumed", "exact", "note", "status", "strong", "good"]
"""How a text is meant: an assumption, a fraction in small print, a remark ..."""
Alert: TypeAlias = Literal[
    "", "below 0", "above 0", "edited", "unfiled", "verdict", "check", "fault", "best", "several"
]
"""When a cell is loud: below or above 0, edited, a failed check, a fault, the best of a row, one of several."""
Kind: TypeAlias = Literal["body", "total", "check", "exact", "part"]
"""What a row is: of the table, a sum, live checks, the fraction of the row above, the name of the rows below."""


class Unit(NamedTuple):
    """How a value is read."""

    kind: Literal["text", "number", "share", "plain", "to one", "for one", "bound", "stand", "filed", "mark"] = (
        "text"
    )
    digits: int = 0
    least: int = -1
    """Decimals that are shown even where they are 0; -1: all."""
    signed: bool = False
    after: str = ""
    """Words behind the number; of a mark all that is read, the number only colours it."""


TEXT = Unit()
WHOLE = Unit("number", 0)
NUMBER = Unit("number", 6)
SHARE = Unit("share", 6)
UNITS = Unit("number", 6, 2)
ODDS = Unit("number", 2)
TRUE_ODDS = Unit("number", 2, after=" to 1")
PLAIN = Unit("plain")
"""A number as short as it is."""
SIGNED = Unit("number", 9, signed=True)
SIGNED_SHARE = Unit("share", 4, signed=True)
PERCENT = Unit("share", 4)


class Entry(NamedTuple):
    """What may be typed into a yellow cell."""

    title: str
    help: str
    minimum: float | None = None
    """The least number, or None for one of some words."""
    words: tuple[str, ...] = ()


class Cell(NamedTuple):
    """One value of a page."""

    value: Value
    unit: Unit = TEXT
    formula: str = ""
    """How a spreadsheet makes the value anew, "" for data."""
    key: str = ""
    """By which formulas find it."""
    name: str = ""
    """By which users of a workbook find it."""
    tone: Tone = ""
    alert: Alert = ""
    entry: Entry | None = None
    """For an input: what may be typed."""


class Row(NamedTuple):
    """One row of a table."""

    cells: tuple[Cell | None, ...]
    kind: Kind = "body"
    key: str = ""


class Column(NamedTuple):
    """One column of a table."""

    key: str
    head: str = ""
    side: Literal["left", "right", "centre"] = "right"
    width: float = 0.0
    """In characters, where the contents should not say so."""
    workings: bool = False
    """Whether it serves live cells alone: only a workbook shows it."""
    tone: Tone = ""


class Heat(NamedTuple):
    """Cells coloured by their value."""

    first: str
    last: str
    """Columns."""
    low: str
    middle: str
    high: str
    """Colours as RRGGBB."""


@dataclass(frozen=True)
class Table:
    """Rows of cells under typed columns."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    title: str = ""
    key: str = ""
    """By which formulas find its columns."""
    headless: bool = False
    """Whether the names of the columns are left out."""
    workings: bool = False
    """Whether it serves live cells alone."""
    heat: Heat | None = None
    slanted: bool = False
    """Whether heads of many narrow columns may be small."""

    @property
    def shown(self) -> Table:
        """The table for a page without live cells: without workings, checks and empty columns."""
        keep = [place for place, column in enumerate(self.columns) if not column.workings]
        rows = [
            Row(tuple(row.cells[place] if place < len(row.cells) else None for place in keep), row.kind, row.key)
            for row in self.rows
            if row.kind != "check"
        ]
        return replace(self, columns=tuple(self.columns[place] for place in keep), rows=tuple(rows))


class Headline(NamedTuple):
    """The few figures that a reader in a hurry needs, each with its label."""

    figures: tuple[tuple[str, Cell], ...]


class Note(NamedTuple):
    """A paragraph."""

    text: str
    tone: Tone = ""
    formula: str = ""
    workings: bool = False


class Listing(NamedTuple):
    """Sentences one under the other."""

    items: tuple[str, ...]
    title: str = ""
    numbered: bool = False
    tone: Tone = ""


class Quote(NamedTuple):
    """Lines of a file, word for word."""

    title: str
    lines: tuple[str, ...]


class Chart(NamedTuple):
    """Bars of one column of a table."""

    title: str
    axis: str
    labels: tuple[str, ...]
    values: tuple[Value, ...]
    unit: Unit
    labels_at: str
    """The reference of the labels' cells."""
    values_at: str


class Group(NamedTuple):
    """Blocks that stay together on paper."""

    blocks: tuple[Block, ...]
    title: str = ""


Block: TypeAlias = Table | Headline | Note | Listing | Quote | Chart | Group


@dataclass(frozen=True)
class Page:
    """One page: a sheet of a workbook, a chapter of a text."""

    title: str
    blocks: tuple[Block, ...]
    heading: str = ""
    """Above the page; by default its title."""
    workings: bool = False
    """Whether it serves live cells alone: a workbook keeps it for the screen, other formats leave it out."""

    @property
    def flat(self) -> Iterator[Block]:
        """Its blocks, those in groups too."""
        return _flat(self.blocks)


def _flat(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        if isinstance(block, Group):
            yield from _flat(block.blocks)


@dataclass(frozen=True)
class Report:
    """Everything that one report says."""

    title: str
    """Of what: the layout."""
    subject: str
    """What it is: "Par sheet of 31 Classic"."""
    pages: tuple[Page, ...]
    facts: tuple[tuple[str, str], ...] = ()
    """What identifies it, for the first page: file, SHA-256, date ..."""
    maker: str = ""
    digest: str = ""
    """SHA-256 of the layout's file, or ""."""
    date: str = ""
    """YYYY-MM-DD, or "" where none is stated."""
    frozen: bool = False
    """Whether no cell is live: formulas and entries mean nothing."""
    filing: tuple[tuple[str, str], ...] = ()
    """What a filing states of itself: number, revision, prepared by ..."""

    @property
    def shown(self) -> tuple[Page, ...]:
        """The pages of a format without live cells."""
        return tuple(page for page in self.pages if not page.workings)


class Figure(NamedTuple):
    """A labelled figure of a list."""

    label: str
    value: Value
    unit: Unit = TEXT
    formula: str = ""
    key: str = ""
    name: str = ""
    note: str = ""
    note_formula: str = ""
    alert: Alert = ""
    entry: Entry | None = None
    tone: Tone = ""
    kind: Kind = "body"


def figures(title: str, entries: Sequence[Figure], key: str = "", *, workings: bool = False) -> Table:
    """Return a table of labelled figures, a note beside each that has one.

    >>> figures("Edges", [Figure("house edge", Fraction(1, 3), SHARE, note="1/3")]).rows[0].cells[1]
    Cell(value=Fraction(1, 3), unit=Unit(kind='share', digits=6, least=-1, signed=False, after=''), ...
    """
    noted = any(figure.note for figure in entries)
    rows = []
    for figure in entries:
        shown = (figure.value, figure.unit, figure.formula, figure.key, figure.name, figure.tone, figure.alert)
        cell = Cell(*shown, entry=figure.entry)
        note = Cell(figure.note, TEXT, figure.note_formula, tone="status") if figure.note else None
        rows.append(Row((Cell(figure.label), cell, note) if noted else (Cell(figure.label), cell), figure.kind))
    columns = (Column("label", side="left"), Column("value"), Column("note", side="left"))
    return Table(columns[: 2 + noted], tuple(rows), title, key, headless=True, workings=workings)


def texts(title: str, rows: Iterable[tuple[str, str]]) -> Table:
    """Return a table of labelled sentences.

    >>> texts("Facts", [("Game", "31 Classic")]).rows[0].cells[1].value
    '31 Classic'
    """
    columns = (Column("label", side="left"), Column("text", side="left"))
    made = tuple(Row((Cell(label), Cell(text, tone=_tone(label, text)))) for label, text in rows)
    return Table(columns, made, title, headless=True)


def _tone(label: str, text: str) -> Tone:
    return "assumed" if label.startswith("Assumption") and "assumed" in text else ""
