"""Formulas and stored values of two workbooks: the same, or the same but for how another program writes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isclose

from casino31.audit.finding import Problem
from casino31.audit.workbooks.cells import SheetCell

CLOSE = 1e-11
"""How far a value may be off, relatively, in a workbook that another program has recalculated."""
_TOKEN = re.compile(
    r"""(?P<text>"(?:[^"]|"")*")|(?P<sheet>'[A-Za-z]\w*'!)"""
    r"""|(?P<name>[A-Za-z_$'][\w.$]*)|(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?)|(?P<blank>\s+)"""
)
_SAME_ENDS = re.compile(r"(?<![\w$])([A-Z]{1,3}[0-9]+):\1(?![\w(])")
"""An area of one cell."""


def cell_problems(
    title: str, audited: dict[str, SheetCell], expected: dict[str, SheetCell], exact: bool
) -> Iterator[Problem]:
    """Yield each cell of a sheet whose formula or value is another; ``exact`` allows for no rounding.

    >>> one, two = {"A1": SheetCell(None, 31.0)}, {"A1": SheetCell(None, 32.0)}
    >>> [problem.message for problem in cell_problems("One", two, one, True)]
    ['holds 32, not 31']
    """
    for address, right in expected.items():
        where = f"{title}!{address}"
        cell = audited.get(address)
        if cell is None or (cell.value is None and right.value not in (None, "")):
            if right.formula is None and right.value == "":
                continue
            shown = "no stored value" if cell is not None else "an empty cell"
            yield Problem("missing", where, shown, show_cell(right), f"{shown}, not {show_cell(right)}")
            continue
        if cell.formula != "" and not same_formula(cell.formula, right.formula, exact):
            told = (
                f"={cell.formula}" if cell.formula is not None else f"the value {show_cell(cell)} without a formula"
            )
            wanted = f"={right.formula}" if right.formula is not None else f"the value {show_cell(right)}"
            yield Problem("formula", where, told, wanted, f"holds {told}, not {wanted}")
        elif not _same(cell.value, right.value, exact):
            kind = "stale" if right.formula is not None else "altered"
            message = f"{'stored value' if kind == 'stale' else 'holds'} {show_cell(cell)}, not {show_cell(right)}"
            yield Problem(kind, where, show_cell(cell), show_cell(right), message)
    for address, cell in audited.items():
        if address not in expected and (cell.value not in (None, "") or cell.formula is not None):
            yield Problem(
                "extra", f"{title}!{address}", show_cell(cell), "an empty cell", f"{show_cell(cell)} was added"
            )


def same_formula(first: str | None, other: str | None, exact: bool) -> bool:
    """Return whether two formulas are the same; another program may write blanks, sheets' names, numbers otherwise.

    >>> same_formula("'Summary'!B3 + 0.1", "Summary!B3+0.10", False), same_formula("B3", "B4", False)
    (True, False)
    """
    if first == other or exact or first is None or other is None:
        return first == other
    (words, numbers), (right, figures) = _taken_apart(first), _taken_apart(other)
    return words == right and all(isclose(n, f, rel_tol=CLOSE) for n, f in zip(numbers, figures, strict=True))


def _taken_apart(formula: str) -> tuple[str, list[float]]:
    """A formula with a mark for each number, and the numbers."""
    numbers: list[float] = []

    def mark(token: re.Match[str]) -> str:
        if token["blank"]:
            return ""
        if token["sheet"]:
            return token["sheet"].replace("'", "")
        if token["number"]:
            numbers.append(float(token["number"]))
            return "\0"
        return token[0].removeprefix("_xlfn.")

    return _SAME_ENDS.sub(r"\1", _TOKEN.sub(mark, formula)), numbers


def _same(first: object, other: object, exact: bool) -> bool:
    if isinstance(first, float) and isinstance(other, float):
        return first == other or (not exact and abs(first - other) <= CLOSE * max(1.0, abs(first), abs(other)))
    return type(first) is type(other) and first == other


def show_cell(cell: SheetCell) -> str:
    """Return the value of a cell for a message.

    >>> show_cell(SheetCell(None, 0.25)), show_cell(SheetCell(None, "text"))
    ('0.25', "'text'")
    """
    text = f"{cell.value:.15g}" if isinstance(cell.value, float) else repr(cell.value)
    return text if len(text) <= 80 else text[:77] + "..."
