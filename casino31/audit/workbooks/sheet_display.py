"""What a reader sees of one worksheet beside its values: looks, rows and columns, rules, margins, pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from xml.etree.ElementTree import Element

from casino31.audit.workbooks.cells import SheetError
from casino31.audit.workbooks.looks import CellLook, Styles
from casino31.audit.workbooks.plain_xml import element_text, local, parsed, told
from casino31.cell_names import address, letters

MOST_COVERED = 200_000
"""Cells that the merged areas of a sheet may cover."""
_UNSEEN = {"dimension", "sheetFormatPr", "cols", "sheetData", "phoneticPr", "ignoredErrors", "drawing", "sheetPr"}
"""Elements that show nothing by themselves, or that are read elsewhere."""
_BY_ATTRIBUTE = {"pageSetup", "pageMargins", "printOptions"}
_CELL = re.compile(r'"[^"]*"|(?<![\w$.])(?P<cell>(?P<column>\$?)[A-Z]{1,3}(?P<row>\$?)[0-9]{1,7})(?![\w(.])')
_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")


@dataclass
class SheetDisplay:
    """One worksheet as it is shown."""

    looks: dict[str, CellLook] = field(default_factory=dict)
    """Of each cell that the file lists and that no merged area covers."""
    heights: dict[int, tuple[float, bool]] = field(default_factory=dict)
    """Of each listed row, in points, and whether it was set by hand."""
    widths: dict[int, float] = field(default_factory=dict)
    """Of each listed column."""
    height: float = 15.0
    width: float = 8.43
    facts: dict[str, str] = field(default_factory=dict)
    """Everything else, by what it is."""


def place_of(reference: str) -> tuple[int, int]:
    """Return the column and the row of a cell's address, counted from 1; SheetError when it is none.

    >>> place_of("B3"), place_of("$AA$10")
    ((2, 3), (27, 10))
    """
    match = _REFERENCE.fullmatch(reference)
    if match is None:
        raise SheetError(f"{reference[:40]!r} is no cell")
    column = 0
    for letter in match[1]:
        column = 26 * column + ord(letter) - 64
    return column, int(match[2])


@lru_cache(maxsize=64)
def sheet_display(xml: bytes, styles: Styles) -> SheetDisplay:
    """Return what a worksheet shows beside its values; not to be changed, since it is kept.

    >>> from casino31.audit.workbooks.looks import styles_of
    >>> main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    >>> xml = f'<worksheet xmlns="{main}"><sheetData><row r="3" hidden="1"/></sheetData></worksheet>'
    >>> sheet_display(xml.encode(), styles_of({})).facts
    {'row 3': 'hidden'}
    """
    shown = SheetDisplay()
    facts = shown.facts
    for part in parsed(xml):
        name = local(part)
        if name == "sheetFormatPr":
            shown.height = float(part.get("defaultRowHeight", "15"))
            shown.width = float(part.get("defaultColWidth", "8.43"))
            if part.get("zeroHeight") in ("1", "true"):
                facts["rows that are not listed"] = "hidden"
        elif name == "cols":
            _columns(part, shown)
        elif name == "sheetData":
            _rows(part, shown, styles)
        elif name == "sheetPr":
            facts |= {local(child): element_text(child) for child in part if local(child) == "tabColor"}
        elif name == "conditionalFormatting":
            for where, rule in _rules(part, styles):
                _add(facts, f"conditional format of {where}", rule)
        elif name not in _UNSEEN:
            for what, words in _others(part, name):
                _add(facts, what, words)
    _leave_covered_out(shown)
    return shown


def _add(facts: dict[str, str], what: str, words: str) -> None:
    """Keep a fact; what is said twice of one thing stands side by side."""
    if words:
        facts[what] = f"{facts[what]}; {words}" if what in facts else words


def _columns(part: Element, shown: SheetDisplay) -> None:
    for child in part:
        first, last = int(child.get("min", "1")), int(child.get("max", "1"))
        for column in range(first, min(last, 16_384) + 1):
            shown.widths[column] = float(child.get("width", str(shown.width)))
            if child.get("hidden") in ("1", "true") or shown.widths[column] == 0:
                shown.facts[f"column {letters(column)}"] = "hidden"


def _rows(part: Element, shown: SheetDisplay, styles: Styles) -> None:
    for row in part:
        if local(row) != "row":
            raise SheetError(f"a {local(row)} among the rows")
        number = int(row.get("r", "0"))
        if "ht" in row.attrib:
            shown.heights[number] = float(row.get("ht", "0")), row.get("customHeight") in ("1", "true")
        if row.get("hidden") in ("1", "true") or shown.heights.get(number, (1, True))[0] == 0:
            shown.facts[f"row {number}"] = "hidden"
        for cell in row:
            address = cell.get("r", "")
            shown.looks[address] = styles.look(cell.get("s"))
            runs = [element_text(run) for run in cell.iter() if local(run) in ("rPr", "rPh")]
            if runs:
                shown.facts[f"letters of {address}"] = " ".join(runs)


def _rules(part: Element, styles: Styles) -> Iterator[tuple[str, str]]:
    """The rules of each area, the first that applies first; cells are named by their distance."""
    areas = part.get("sqref", "").split()
    for rule in sorted(part, key=lambda rule: int(rule.get("priority", "0"))):
        mark = rule.get("dxfId", "")
        look = styles.marks[int(mark)] if mark.isdigit() and int(mark) < len(styles.marks) else ""
        words = relative(element_text(rule), areas[0].partition(":")[0]) if areas else element_text(rule)
        for where in areas:
            for cell in _cells_of(where):
                yield cell, words + (f" shows {look}" if look else "")


SMALL_AREA = 64
"""Cells of an area up to which its rules are told cell by cell: other programs join cells and part areas."""


def _cells_of(area: str) -> Iterator[str]:
    """The cells of a small area; a larger one as it is written.

    >>> list(_cells_of("G11:H12"))
    ['G11', 'H11', 'G12', 'H12']
    """
    first, _, last = area.partition(":")
    (left, top), (right, bottom) = place_of(first), place_of(last or first)
    if (right - left + 1) * (bottom - top + 1) > SMALL_AREA:
        yield area
        return
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            yield address(row - 1, column - 1)


def relative(formula: str, home: str) -> str:
    """Return a formula with the cells that it means from ``home`` by their distance.

    >>> relative('AND(B6<0,$C$1="B6")', "B6"), relative("B6<0", "B5")
    ('AND(R[0]C[0]<0,R1C3="B6")', 'R[1]C[0]<0')
    """
    column, row = place_of(home)

    def distance(match: re.Match[str]) -> str:
        if match["cell"] is None:
            return match[0]
        across, down = place_of(match["cell"])
        rows = str(down) if match["row"] else f"[{down - row}]"
        return f"R{rows}C{across}" if match["column"] else f"R{rows}C[{across - column}]"

    return _CELL.sub(distance, formula)


def _others(part: Element, name: str) -> Iterator[tuple[str, str]]:
    """What the other elements of a worksheet say, one fact each."""
    if name == "sheetViews":
        for view in part:
            for key, value in told(view).items():
                yield f"view: {key}", value
            for child in view:
                if local(child) != "selection":
                    yield f"view: {local(child)}", element_text(child)
    elif name == "sheetProtection":
        if part.get("sheet") in ("1", "true"):
            yield "protection", element_text(part)
    elif name == "mergeCells":
        for child in part:
            yield f"merged {child.get('ref')}", "merged"
    elif name == "dataValidations":
        for child in part:
            rule = told(child)
            two_ends = rule.get("operator", "notBetween") == "notBetween" and rule.get("type", "list") != "list"
            unused = () if two_ends else ("formula2",)
            for area in child.get("sqref", "").split():
                yield f"input rule of {area}", element_text(child, unused)
    elif name == "headerFooter":
        for key, value in told(part).items():
            yield f"margin: {key}", value
        for child in part:
            yield f"margin: {local(child)}", margin(child.text or "")
    elif name in _BY_ATTRIBUTE:
        for key, value in told(part).items():
            yield f"page: {key}", value
    elif name in ("rowBreaks", "colBreaks"):
        for child in part:
            yield f"{name} {child.get('id')}", element_text(child)
    else:
        yield name, element_text(part)


def margin(text: str) -> str:
    """Return the text of a page's margin without the house's font, which programs write in several ways.

    >>> margin('&L&"Arial,Regular"&8 &K595959 Title'), margin('&L&"Symbol"&8 Title')
    ('&L&8 &K595959 Title', '&L&"Symbol"&8 Title')
    """
    return re.sub(r'&"Arial(?:,Regular)?"', "", text)


def _leave_covered_out(shown: SheetDisplay) -> None:
    """Nobody sees a cell below a merged area but the first."""
    covered = 0
    for what in [what for what in shown.facts if what.startswith("merged ")]:
        first, _, last = what.removeprefix("merged ").partition(":")
        (left, top), (right, bottom) = place_of(first), place_of(last or first)
        covered += max(0, right - left + 1) * max(0, bottom - top + 1)
        if covered > MOST_COVERED:
            raise SheetError(f"merged areas cover more than {MOST_COVERED:,} cells")
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                if (column, row) != (left, top):
                    shown.looks.pop(f"{letters(column)}{row}", None)
