"""Two workbooks side by side as a reader sees them: each difference is named, but for what a save changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from math import isclose

from casino31.audit.finding import Problem
from casino31.audit.workbooks.cells import SheetCell
from casino31.audit.workbooks.display import BOOK, Display
from casino31.audit.workbooks.formulas import CLOSE, cell_problems
from casino31.audit.workbooks.looks import CellLook
from casino31.audit.workbooks.sheet_display import SheetDisplay, place_of
from casino31.cell_names import letters

RESAVED = (
    (r"view: (showGridLines|zoomScale|pane)", ""),
    (r"property modified", r"\d{4}-\d\d-\d\d.*"),
    (r"drawing .*: chart/(title|plotArea)/spPr", "none none"),
    (r"drawing .*: spPr", r"FFFFFF .*"),
    (r"drawing .*/numCache/formatCode", "General"),
)
"""What LibreOffice changes in a workbook that it saves without a screen, and into what: proven by re-saves."""
ROUNDED = (
    (r"drawing .*: (width|height)", 0.01),
    (r"page: (left|right|top|bottom|header|footer)", 0.01),
    ("", CLOSE),
)
"""How far numbers may be off, relatively, that another program has rounded."""
NARROWER, LOWER = 0.75, 1.0
"""Characters of a column and points of a row that another program may round by."""


def differences(audited: Display, right: Display, exact: bool) -> Iterator[Problem]:
    """Yield each difference that a reader may see; with ``exact`` nothing is put down to another program."""
    titles = [title for title in right.cells if title in audited.cells]
    for title in [title for title in right.cells if title not in audited.cells]:
        yield Problem("missing", f"{title}!A1", "no sheet", title, f"the sheet {title} is missing")
    for title in [title for title in audited.cells if title not in right.cells]:
        yield Problem("extra", f"{title}!A1", title, "no sheet", f"the sheet {title} does not belong here")
    if list(audited.cells) != list(right.cells) and audited.cells.keys() == right.cells.keys():
        order = ", ".join(audited.cells), ", ".join(right.cells)
        yield Problem("order", "xl/workbook.xml", *order, "the sheets are in another order")
    unstored = _unstored(audited, right)
    if unstored:
        message = (
            f"none of its {unstored:,} formulas has a stored value: it was saved by a program that computes nothing"
        )
        yield Problem("missing", BOOK, "no stored value", "stored values", message)
    for title in titles:
        here, there = audited.cells[title], right.cells[title]
        if unstored:
            here, there = (_without_stored(cells, there) for cells in (here, there))
        yield from cell_problems(title, here, there, exact)
        yield from look_problems(title, audited, right, exact)
        yield from _sizes(title, audited.sheets[title], right.sheets[title], exact)
        yield from fact_problems(title, audited.sheets[title].facts, right.sheets[title].facts, exact)
    yield from fact_problems(BOOK, audited.facts, right.facts, exact)


def _unstored(audited: Display, right: Display) -> int:
    """How many formulas there are, where none of them has a stored value; else 0."""
    formulas = [cell for cells in audited.cells.values() for cell in cells.values() if cell.formula is not None]
    stored = any(cell.value is not None for cell in formulas)
    due = any(cell.formula is not None for cells in right.cells.values() for cell in cells.values())
    return 0 if stored or not due else len(formulas)


def _without_stored(cells: dict[str, SheetCell], right: dict[str, SheetCell]) -> dict[str, SheetCell]:
    return {
        at: SheetCell(cell.formula, "") if at in right and right[at].formula is not None else cell
        for at, cell in cells.items()
    }


WHOLE = ("#,##0", "0")
"""Formats that LibreOffice gives to a formula without one of its own, after the cells that it reads."""


def look_problems(title: str, audited: Display, right: Display, exact: bool) -> Iterator[Problem]:
    """Yield each cell that looks otherwise: all of it where it holds something, its ground and edges where not."""
    here, there = audited.sheets[title].looks, right.sheets[title].looks
    bare_here, bare_there = audited.bare, right.bare
    for address in [*there, *(address for address in here if address not in there)]:
        ours, other = here.get(address, bare_here), there.get(address, bare_there)
        held, due = (_held(display.cells[title].get(address)) for display in (audited, right))
        if ours == other or held != due:  # a cell that is missing or was added is told as such
            continue
        for name in CellLook._fields if held else ("ground", "edges"):
            was, meant = getattr(ours, name), getattr(other, name)
            if was != meant and (exact or not _whole_as_such(name, was, meant, right.cells[title].get(address))):
                what = name.replace("_", " ")
                told, wanted = was or f"no {what}", meant or f"no {what}"
                message = f"{what}: {told}, not {wanted}"
                yield Problem("display", f"{title}!{address}", told, wanted, message)


def _whole_as_such(name: str, was: str, meant: str, cell: SheetCell | None) -> bool:
    """Whether a formula's whole number is shown as a whole number, where nothing says how to show it."""
    number = None if cell is None or cell.formula is None else cell.value
    plain = isinstance(number, float) and number.is_integer()
    return name == "number_format" and meant == "General" and was in WHOLE and plain


def _held(cell: SheetCell | None) -> bool:
    return cell is not None and cell.value not in (None, "")


def _sizes(title: str, audited: SheetDisplay, right: SheetDisplay, exact: bool) -> Iterator[Problem]:
    """Rows and columns that are too small, or not as wide and high as they were made."""
    columns = {place_of(address)[0] for address in right.looks} | right.widths.keys()
    for column in sorted(columns):
        here, there = audited.widths.get(column, audited.width), right.widths.get(column, right.width)
        off = abs(here - there)
        if off > (0 if exact else NARROWER) and (column in right.widths or here < there):
            message = f"column {letters(column)} is {here:g} characters wide, not {there:g}"
            yield Problem("display", f"{title}!{letters(column)}1", f"{here:g}", f"{there:g}", message)
    for row in sorted(right.heights.keys() | audited.heights.keys()):
        here, by_hand = audited.heights.get(row, (audited.height, False))
        there, meant = right.heights.get(row, (right.height, False))
        if abs(here - there) <= (0 if exact else LOWER) or (here > there and not (by_hand and meant)):
            continue
        message = f"row {row} is {here:g} points high, not {there:g}"
        yield Problem("display", f"{title}!A{row}", f"{here:g}", f"{there:g}", message)


def fact_problems(title: str, audited: dict[str, str], right: dict[str, str], exact: bool) -> Iterator[Problem]:
    """Yield each fact that is altered, added or lost.

    >>> [problem.message for problem in fact_problems("One", {"row 3": "hidden"}, {}, True)]
    ['row 3: hidden was added']
    """
    for what in [*right, *(what for what in audited if what not in right)]:
        here, there = audited.get(what, ""), right.get(what, "")
        if here == there or (not exact and (_known(what, here, there) or _close(what, here, there))):
            continue
        where = title if title == BOOK else f"{title}!{_cell_in(what)}"
        if not here:
            yield Problem("lost", where, "nothing", there, f"{what}: {_short(there)} is gone")
        elif not there:
            yield Problem("added", where, here, "nothing", f"{what}: {_short(here)} was added")
        else:
            yield Problem("display", where, here, there, f"{what}: {_short(here)}, not {_short(there)}")


def _cell_in(what: str) -> str:
    """The first cell that a fact is about, A1 of a fact about a sheet."""
    match = re.search(r"\b([A-Z]{1,3}[0-9]+)\b", what)
    return match[1] if match else "A1"


def _known(what: str, here: str, there: str) -> bool:
    own_format = there == f"{here} sourceLinked=0"  # openpyxl drops the word, whoever made the file
    return own_format or any(re.fullmatch(name, what) and re.fullmatch(value, here) for name, value in RESAVED)


def _close(what: str, here: str, there: str) -> bool:
    with suppress(ValueError):
        within = next(within for name, within in ROUNDED if re.match(name, what))
        return isclose(float(here), float(there), rel_tol=within)
    return False


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:77] + "..."
