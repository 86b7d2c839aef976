"""A workbook before it is a file: cells that hold an exact value and, mostly, the formula that gives it.

Nothing here knows openpyxl. A cell may carry a key; formulas name other cells by key, ``{play.net.2}`` or
``{a..b}`` for a range, so that a sheet can be laid out without knowing where another one puts its cells.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple, TypeAlias

Value: TypeAlias = Fraction | int | float | str
Spot: TypeAlias = tuple[str, int, int]
"""A sheet's title, a row and a column from 1."""

LARGEST_INTEGER = 2**53
"""Integers above it are not all doubles: a workbook keeps those as text."""

ROW_HEIGHT = 15.0
"""In points."""
HEADING_HEIGHT = 20.0

_REFERENCE = re.compile(r"\{([^{}]+?)(?:\.\.([^{}]+?))?\}")


class Cell(NamedTuple):
    """One cell: what it shows, and the formula that a spreadsheet recalculates it by."""

    value: Value
    style: str
    formula: str = ""
    """Without its equals sign; "" for data."""


class Check(NamedTuple):
    """What an input cell accepts."""

    area: str
    minimum: float | None
    """The least number, or None for a list of words."""
    words: tuple[str, ...]
    title: str
    help: str


class Chart(NamedTuple):
    """A bar chart of one column of figures."""

    title: str
    axis: str
    anchor: str
    labels: tuple[str, str]
    """The keys of the first and the last label."""
    values: tuple[str, str]
    width: int
    """In centimetres."""
    height: int
    low: bool = False
    """Whether the labels stand at the foot, below bars that go down."""


class Mark(NamedTuple):
    """Cells that change colour while a condition holds."""

    area: str
    condition: str
    """A formula for the first cell of the area, without its equals sign."""
    colour: str
    """"bad", "warn" or "good"."""


class Scale(NamedTuple):
    """Numbers on a ground that goes from one colour to another with them."""

    area: str
    lowest: str
    middle: str
    highest: str


@dataclass
class Grid:
    """One sheet.

    >>> grid = Grid("One", widths={1: 10.0})
    >>> grid.put(1, 1, Fraction(1, 2), "units", "{key}/2", key="half", name="half")
    >>> grid.row(2, 1, ("a", "b"), "text")
    >>> grid.paragraph(3, 1, 2, "so many words that one line does not hold them")
    4
    >>> grid.cells[2, 2], grid.keys, grid.merged, grid.heights
    (Cell(value='b', style='text', formula=''), {'half': ('One', 1, 1)}, ['A3:B3'], {3: 29.0})
    """

    title: str
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    keys: dict[str, Spot] = field(default_factory=dict)
    names: dict[str, Spot] = field(default_factory=dict)
    """Defined names that users of the workbook see."""
    widths: dict[int, float] = field(default_factory=dict)
    heights: dict[int, float] = field(default_factory=dict)
    merged: list[str] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    scales: list[Scale] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)
    breaks: list[int] = field(default_factory=list)
    """Rows after which a printed page ends."""
    freeze: str = ""
    print_rows: str = ""
    landscape: bool = True
    one_page: bool = False

    def put(
        self, row: int, column: int, value: Value, style: str, formula: str = "", *, key: str = "", name: str = ""
    ) -> None:
        """Write a cell, and note the key by which formulas and the name by which users find it."""
        self.cells[row, column] = Cell(value, style, formula)
        if style == "heading":
            self.heights[row] = HEADING_HEIGHT
        if key:
            self.keys[key] = (self.title, row, column)
        if name:
            self.names[name] = (self.title, row, column)

    def frozen(self) -> "Grid":
        """Return the sheet with values in place of its formulas and nothing to type in; checks are left out."""
        checks = {(row, column) for key, (_, row, column) in self.keys.items() if key.startswith("check.")}
        cells = {
            spot: Cell(cell.value, _plain(cell.style))
            for spot, cell in self.cells.items()
            if spot not in checks and cell.value != "Checks"
        }
        return replace(self, cells=cells, checks=[], marks=[])

    def row(self, row: int, column: int, values: Iterable[Value], style: str) -> None:
        """Write data side by side in one style."""
        for place, value in enumerate(values):
            self.put(row, column + place, value, style)

    def merge(self, row: int, first: int, last: int) -> None:
        """Join the cells of a row."""
        self.merged.append(f"{letter(first)}{row}:{letter(last)}{row}")

    def paragraph(self, row: int, first: int, last: int, text: str, style: str = "text") -> int:
        """Write wrapped text across columns, make its row high enough, and return the next row."""
        self.put(row, first, text, style)
        if last > first:
            self.merge(row, first, last)
        self.fit(row, first, last, text)
        return row + 1

    def fit(self, row: int, first: int, last: int, text: str, wide: float = 1.25) -> None:
        """Make a row high enough for wrapped text across columns; ``wide`` characters stand in a unit of width."""
        room = wide * sum(self.widths.get(column, 9.0) for column in range(first, last + 1))
        lines = sum(1 + int(len(part) / max(room, 1)) for part in text.split("\n"))
        self.heights[row] = max(self.heights.get(row, 0.0), ROW_HEIGHT if lines == 1 else 13.0 * lines + 3)


def _plain(style: str) -> str:
    """The style of an input's value where nothing can be typed in."""
    kind = style.removeprefix("input ")
    return f"pay {kind}" if kind != style and kind.endswith(" one") else kind


def letter(column: int) -> str:
    """Return the letters of a column counted from 1.

    >>> letter(1), letter(28)
    ('A', 'AB')
    """
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def address(spot: Spot, here: str = "", fixed: bool = False) -> str:
    """Return how a formula on the sheet ``here`` names a cell, with dollar signs when ``fixed``.

    >>> address(("Natural 31", 4, 2), "Play"), address(("Play", 4, 2), "Play"), address(("Play", 4, 2), "", True)
    ("'Natural 31'!B4", 'B4', "'Play'!$B$4")
    """
    title, row, column = spot
    cell = f"${letter(column)}${row}" if fixed else f"{letter(column)}{row}"
    return cell if title == here else f"{quoted(title)}!{cell}"


def quoted(title: str) -> str:
    """Return a sheet's title as a formula writes it.

    >>> quoted("Natural 31")
    "'Natural 31'"
    """
    return "'" + title.replace("'", "''") + "'"


def resolve(formula: str, keys: Mapping[str, Spot], here: str) -> str:
    """Replace the keys of a formula by addresses; KeyError names one that no sheet has.

    >>> keys = {"a": ("Play", 1, 1), "b": ("Play", 9, 1)}
    >>> resolve("SUM({a..b})/{a}", keys, "Ante"), resolve("SUM({a..b})", keys, "Play")
    ("SUM('Play'!A1:A9)/'Play'!A1", 'SUM(A1:A9)')
    """

    def replace(match: re.Match[str]) -> str:
        first, last = match[1], match[2]
        start = address(keys[first], here)
        return start if last is None else f"{start}:{address(keys[last], keys[last][0])}"

    return _REFERENCE.sub(replace, formula)


def name_for(*words: str) -> str:
    """Return a defined name for some words.

    >>> name_for("pay", "natural 31", "16-21")
    'pay_natural_31_16_21'
    """
    return re.sub(r"[^a-z0-9]+", "_", "_".join(words).lower()).strip("_")
