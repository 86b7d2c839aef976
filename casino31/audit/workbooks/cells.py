"""The cells of a worksheet's XML: formulas and the values stored with them, without any spreadsheet library."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, fromstring

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LINK = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


class SheetCell(NamedTuple):
    """One cell as the file stores it."""

    formula: str | None
    """Without its equals sign; None of data, "" of a formula that the file keeps with another cell."""
    value: str | float | bool | None
    """The stored value; None when there is none."""


class SheetError(ValueError):
    """XML that is no worksheet."""


@lru_cache(maxsize=64)
def cells_of(xml: bytes, shared: tuple[str, ...] = ()) -> dict[str, SheetCell]:
    """Return the cells of a worksheet by address; SheetError when it is none.

    >>> main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    >>> xml = f'<worksheet xmlns="{main}"><row><c r="A1"><f>1+1</f><v>2</v></c></row></worksheet>'
    >>> cells_of(xml.encode())
    {'A1': SheetCell(formula='1+1', value=2.0)}
    """
    try:
        root = fromstring(xml)
    except ParseError as error:
        raise SheetError(f"no XML: {error}") from None
    cells: dict[str, SheetCell] = {}
    for cell in root.iter(f"{_MAIN}c"):
        address = cell.get("r", "")
        if address in cells:
            raise SheetError(f"{address} stands twice")
        formula = cell.find(f"{_MAIN}f")
        value = _value(cell, shared)
        if formula is not None or value is not None:
            cells[address] = SheetCell(None if formula is None else formula.text or "", value)
    return cells


def _value(cell: Element, shared: tuple[str, ...]) -> str | float | bool | None:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return "".join(part.text or "" for part in cell.iter(f"{_MAIN}t"))
    held = cell.find(f"{_MAIN}v")
    if held is None or held.text is None:
        return "" if held is not None and kind == "str" else None
    try:
        if kind == "s":
            return shared[int(held.text)]
        if kind == "b":
            return held.text == "1"
        return float(held.text) if kind == "n" else held.text
    except (ValueError, IndexError):
        return f"?{held.text}"


def shared_strings(parts: dict[str, bytes]) -> tuple[str, ...]:
    """Return the texts that cells of a workbook share.

    >>> shared_strings({})
    ()
    """
    xml = parts.get("xl/sharedStrings.xml")
    if xml is None:
        return ()
    try:
        root = fromstring(xml)
    except ParseError as error:
        raise SheetError(f"no XML: {error}") from None
    return tuple("".join(part.text or "" for part in item.iter(f"{_MAIN}t")) for item in root.iter(f"{_MAIN}si"))


def sheet_parts(parts: dict[str, bytes]) -> dict[str, str]:
    """Return the part of each worksheet by its title; SheetError when the workbook does not say.

    >>> sheet_parts({})
    Traceback (most recent call last):
    casino31.audit.workbooks.cells.SheetError: no list of sheets: 'xl/workbook.xml'
    """
    try:
        book = fromstring(parts["xl/workbook.xml"])
        links = fromstring(parts["xl/_rels/workbook.xml.rels"])
    except (KeyError, ParseError) as error:
        raise SheetError(f"no list of sheets: {error}") from None
    targets = {link.get("Id"): link.get("Target", "") for link in links}
    cells = {}
    for sheet in book.iter(f"{_MAIN}sheet"):
        target = targets.get(sheet.get(_LINK), "")
        name = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
        if name not in parts:
            raise SheetError(f"the sheet {sheet.get('name')!r} has no part")
        cells[sheet.get("name", "")] = name
    return cells
