"""Colours that mean something: when a cell is loud, and the shades of a scale."""

from collections.abc import Sequence
from statistics import median

from casino31.page import Cell, Heat, Table


def loud(cell: Cell) -> bool:
    """Tell whether a cell calls for attention as it stands.

    >>> loud(Cell(-1, alert="below 0")), loud(Cell("ok", alert="check")), loud(Cell("fails", alert="fault"))
    (True, False, True)
    """
    value = cell.value
    if cell.alert == "fault":
        return True
    if isinstance(value, str):
        return (cell.alert == "check" and value == "FAIL") or (
            cell.alert == "edited" and value.startswith("edited")
        )
    return (cell.alert == "below 0" and value < 0) or (cell.alert == "above 0" and value > 0)


def shade(value: float, values: Sequence[float], heat: Heat) -> str:
    """Return the colour of a value on a scale from the least over the median to the largest.

    >>> shade(0.0, [0.0, 1.0, 2.0], Heat("a", "b", "000000", "888888", "FFFFFF"))
    '000000'
    """
    low, middle, high = min(values), median(values), max(values)
    if value <= middle:
        return _between(heat.low, heat.middle, (value - low) / (middle - low) if middle > low else 1.0)
    return _between(heat.middle, heat.high, (value - middle) / (high - middle))


def _between(low: str, high: str, share: float) -> str:
    pairs = ((int(low[at : at + 2], 16), int(high[at : at + 2], 16)) for at in (0, 2, 4))
    return "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def shades_of(table: Table) -> dict[int, dict[int, str]]:
    """Return the colours of the cells of a table's scale, by the places of row and column; {} without a scale.

    >>> shades_of(Table((), ()))
    {}
    """
    heat = table.heat
    if heat is None:
        return {}
    keys = [column.key for column in table.columns]
    places = range(keys.index(heat.first), keys.index(heat.last) + 1)
    values = {
        (y, x): float(cell.value)
        for y, row in enumerate(table.rows)
        if row.kind == "body"
        for x in places
        if x < len(row.cells) and (cell := row.cells[x]) is not None and not isinstance(cell.value, str)
    }
    colours: dict[int, dict[int, str]] = {}
    for (y, x), value in values.items():
        colours.setdefault(y, {})[x] = shade(value, list(values.values()), heat)
    return colours
