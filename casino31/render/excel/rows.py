"""The cells of a sheet as XML: a formula is written with its value, which openpyxl has no place for."""

from collections.abc import Callable
from fractions import Fraction
from html import escape
from itertools import groupby
from typing import NamedTuple

from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from casino31.cell_names import letters
from casino31.page import Value
from casino31.render.excel.references import Places, resolve
from casino31.render.excel.sheet import ROW_HEIGHT, Laid, Sheet, cells_of
from casino31.render.excel.styles import Look

LARGEST_INTEGER = 2**53
"""Integers above it are not all doubles: a workbook keeps those as text."""
_LONGEST = 32_767
_FIRST = tuple("=+-@\t\r")
"""A text that begins so is marked as text, that editing the cell does not make a formula of it."""

StyleNumber = Callable[[Look, bool], int]
"""The number of a look among the styles of a workbook; of the look for a text that is marked as text."""


class SheetData(NamedTuple):
    """All cells of a sheet."""

    xml: str
    """The element ``sheetData``."""
    area: str
    """The rectangle that they fill, A1:H20."""


def sheet_data(sheet: Sheet, places: Places, style: StyleNumber) -> SheetData:
    """Return the rows of a sheet; KeyError names a reference that stands nowhere.

    >>> sheet_data(Sheet("One", cells={(1, 1): Laid(3, Look(), "1+2")}), Places(), lambda look, marked: 7).xml
    '<sheetData><row r="1" ht="15" customHeight="1"><c r="A1" s="7"><f>1+2</f><v>3</v></c></row></sheetData>'
    """
    cells = [((row, column), laid) for (row, column), laid in cells_of(sheet)]
    rows = {row: list(group) for row, group in groupby(cells, lambda cell: cell[0][0])}
    parts = ["<sheetData>"]
    for row in sorted(rows.keys() | sheet.heights.keys()):
        height = sheet.heights.get(row, ROW_HEIGHT)
        parts.append(f'<row r="{row}" ht="{height:.16g}" customHeight="1">')
        for (_, column), laid in rows.get(row, ()):
            parts.append(_cell(f"{letters(column)}{row}", laid, places, style))
        parts.append("</row>")
    parts.append("</sheetData>")
    columns = [column for (_, column), _ in cells]
    area = f"{letters(min(columns))}{min(rows)}:{letters(max(columns))}{max(rows)}"
    return SheetData("".join(parts), area)


def plain(value: Value) -> int | float | str:
    """Return a value as a cell keeps it: whole numbers as integers, other fractions as the nearest double.

    >>> plain(Fraction(1, 4)), plain(Fraction(3)), plain(2**60)
    (0.25, 3, '1152921504606846976')
    """
    if isinstance(value, Fraction):
        value = value.numerator if value.denominator == 1 else float(value)
    if isinstance(value, int) and abs(value) > LARGEST_INTEGER:
        return str(value)
    if isinstance(value, str):
        return ILLEGAL_CHARACTERS_RE.sub("\N{REPLACEMENT CHARACTER}", value)[:_LONGEST]
    return value


def _cell(where: str, laid: Laid, places: Places, style: StyleNumber) -> str:
    value = plain(laid.value)
    if laid.formula:
        start = f'<c r="{where}" s="{style(laid.look, False)}"'
        formula = _escaped(str(plain(resolve(laid.formula, places, laid.here))))
        if isinstance(value, str):
            return f'{start} t="str"><f>{formula}</f><v>{_escaped(value)}</v></c>'
        return f"{start}><f>{formula}</f><v>{value!r}</v></c>"
    if isinstance(value, str) and value:
        space = ' xml:space="preserve"' if value.strip() not in ("", value) else ""
        start = f'<c r="{where}" s="{style(laid.look, value.startswith(_FIRST))}"'
        return f'{start} t="inlineStr"><is><t{space}>{_escaped(value)}</t></is></c>'
    start = f'<c r="{where}" s="{style(laid.look, False)}" t="n"'
    return f"{start} />" if value == "" else f"{start}><v>{value:.16g}</v></c>"


def _escaped(text: str) -> str:
    return escape(text.replace("\r\n", "\n").replace("\r", "\n"), quote=False)
