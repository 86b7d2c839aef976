"""From references to addresses: where each cell and each table of a workbook stands."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from casino31.cell_names import letters

_TOKEN = re.compile(r'"(?:[^"]|"")*"|\{([^{}]+)\}|\[([^\[\]]+)\]')
"""A text, which stays as it is; a reference; a column of the same row."""


class Spot(NamedTuple):
    """A cell."""

    sheet: str
    row: int
    column: int


class Placed(NamedTuple):
    """Where a table stands."""

    sheet: str
    columns: Mapping[str, int]
    rows: tuple[int, ...]
    """Of its body, from the top."""
    keys: Mapping[str, int]
    """The place in ``rows`` of each row with a key."""

    def row(self, name: str) -> int:
        """The row of a key, or of a place."""
        return self.rows[self.keys[name] if name in self.keys else int(name)]


@dataclass
class Places:
    """Where everything stands."""

    cells: dict[str, Spot] = field(default_factory=dict)
    tables: dict[str, Placed] = field(default_factory=dict)


class Here(NamedTuple):
    """Where a formula stands."""

    sheet: str
    row: int = 0
    table: Placed | None = None


def quoted_title(title: str) -> str:
    """Return a sheet's title as a formula writes it.

    >>> quoted_title("Natural 31")
    "'Natural 31'"
    """
    return "'" + title.replace("'", "''") + "'"


def resolve(formula: str, places: Places, here: Here) -> str:
    """Replace the references of a formula by addresses; KeyError names one that stands nowhere.

    >>> table = Placed("Play", {"net": 2, "ways": 3}, (5, 6, 7), {"31": 2})
    >>> places = Places({"total": Spot("Summary", 9, 2)}, {"play": table})
    >>> resolve("SUM({play|net|0..1})/{total}&\\"{no}\\"", places, Here("Play"))
    'SUM(B5:B6)/\\'Summary\\'!B9&"{no}"'
    >>> resolve("[net]*SUM([ways:])+{play|ways|31}", places, Here("Play", 6, table))
    'B6*SUM(C5:C7)+C7'
    """

    def replace(match: re.Match[str]) -> str:
        if match[1] is not None:
            return _there(match[1], places, here)
        if match[2] is not None:
            return _beside(match[2], here)
        return match[0]

    return _TOKEN.sub(replace, formula)


def _there(reference: str, places: Places, here: Here) -> str:
    if reference in places.cells:
        spot = places.cells[reference]
        return _address(spot.sheet, (spot.row, spot.row), (spot.column, spot.column), here)
    name, *rest = reference.split("|")
    if name not in places.tables or not rest:
        raise KeyError(reference)
    table = places.tables[name]
    first, _, last = rest[0].partition("..")
    columns = table.columns[first], table.columns[last or first]
    rows = table.rows[0], table.rows[-1]
    if len(rest) > 1:
        low, _, high = rest[1].partition("..")
        rows = table.row(low), table.row(high or low)
    return _address(table.sheet, rows, columns, here)


def _beside(columns: str, here: Here) -> str:
    if here.table is None:
        raise KeyError(columns)
    whole = columns.endswith(":")
    first, _, last = columns.removesuffix(":").partition("..")
    rows = (here.table.rows[0], here.table.rows[-1]) if whole else (here.row, here.row)
    return _address(here.sheet, rows, (here.table.columns[first], here.table.columns[last or first]), here)


def _address(sheet: str, rows: tuple[int, int], columns: tuple[int, int], here: Here) -> str:
    start, end = (f"{letters(column)}{row}" for row, column in zip(rows, columns, strict=True))
    area = start if start == end else f"{start}:{end}"
    return area if sheet == here.sheet else f"{quoted_title(sheet)}!{area}"
