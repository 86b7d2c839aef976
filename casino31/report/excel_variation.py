"""A variation report as a workbook: rows, figures and hands that a change of a layout moves."""

import io
import zipfile
from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from casino31.decimals import NOTHING

_HEAD = PatternFill("solid", fgColor="DDE6F0")
_LOUD = Font(bold=True, color="C00000")
_PERCENT, _DECIMAL = "0.0000%", "0.000000"
_SHARES = ("house_edge", "element_of_risk", "hit_frequency", "push_frequency")


def workbook_bytes(comparison: dict[str, Any], date: str = "") -> bytes:
    """Return the workbook of a comparison object; the same object and date give the same bytes.

    Numbers are numbers, with their exact fraction beside them as text.

    >>> from casino31.paytable_design.compare import compare
    >>> from casino31.report.variation import comparison_object
    >>> from casino31.rulesfile import load
    >>> files = [load(name) for name in ("31-classic-b", "31-classic-d")]
    >>> workbook_bytes(comparison_object(compare([(f.game, f.rules, f.name) for f in files])))[:2]
    b'PK'
    """
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)
    sheet.title = "Variation"
    _summary(sheet, comparison, date)
    _figures(book.create_sheet("Figures"), comparison)
    _hands(book.create_sheet("Hands"), comparison)
    for each in book.worksheets:
        _fit(each)
    book.properties.title = f"Variation report: {comparison['game']}"
    book.properties.creator = f"casino31 {comparison['version']}"
    stamp = datetime.fromisoformat(date or "1980-01-01")
    book.properties.created = book.properties.modified = stamp
    return _repacked(book, stamp)


def _summary(sheet: Worksheet, comparison: dict[str, Any], date: str) -> None:
    tables = comparison["tables"]
    _row(sheet, [f"Variation report: {comparison['game']}"], bold=True)
    _row(sheet, [f"made by casino31 {comparison['version']}{', ' + date if date else ''}; all figures are exact"])
    for bet in comparison["sign_changes"]:
        _row(sheet, [f"THE EDGE ON {bet.upper()} CHANGES SIDES"])
        sheet.cell(sheet.max_row, 1).font = _LOUD
    for note in comparison["notes"]:
        _row(sheet, [f"Note: {note}"])
    _row(sheet, [])
    _row(sheet, ["Layout", "Title", "SHA-256 of the file", "Readings"], head=True)
    for each in tables:
        readings = ", ".join(f"{name} = {choice}" for name, choice in each["rules"].items())
        _row(sheet, [each["name"], each["title"], each["paytable_sha256"], readings])
    _row(sheet, [])
    _row(sheet, ["Row (pays to one)", *(each["name"] for each in tables)], head=True)
    for each in comparison["differences"]:
        _row(sheet, [each["row"], *("not offered" if pay is None else _value(pay) for pay in each["pays"])])
    if not comparison["differences"]:
        _row(sheet, ["none: the pays are the same"])


def _figures(sheet: Worksheet, comparison: dict[str, Any]) -> None:
    names = [each["name"] for each in comparison["tables"]]
    moved = [f"{name} - {names[0]}" for name in names[1:]]
    _row(sheet, ["Bet", "Figure", *names, *moved, *(f"{name}, exact" for name in (*names, *moved))], head=True)
    for bet in comparison["edge_changes"]:
        for figure in comparison["tables"][0]["bets"][bet]:
            values = [each["bets"][bet][figure] for each in comparison["tables"]]
            apart = [_difference(values[0], value) for value in values[1:]]
            exact = [(each and each["exact"]) or "" for each in (*values, *apart)]
            _row(sheet, [bet, figure.replace("_", " "), *map(_value, (*values, *apart)), *exact])
            for cell in sheet[sheet.max_row][2 : 2 + len(exact)]:
                cell.number_format = _PERCENT if figure in _SHARES else _DECIMAL
    sheet.freeze_panes = "C2"


def _difference(first: dict[str, Any] | None, other: dict[str, Any] | None) -> dict[str, Any] | None:
    """The exact difference of two numbers, or that of their floats where one is irrational."""
    if first is None or other is None:
        return None
    if first["exact"] is None or other["exact"] is None:
        return {"exact": None, "value": other["value"] - first["value"]}
    apart = Fraction(other["exact"]) - Fraction(first["exact"])
    return {"exact": str(apart), "value": float(apart)}


def _hands(sheet: Worksheet, comparison: dict[str, Any]) -> None:
    names = [each["name"] for each in comparison["tables"]]
    _row(sheet, [f"Starting hands with another best action: {comparison['decisions_changed']:,}"], bold=True)
    _row(sheet, ["Hand, suits by any name", "Hands", *names], head=True)
    for each in comparison["changed_classes"]:
        _row(sheet, [each["hand"], each["members"], *each["actions"]])
    sheet.freeze_panes = "A3"


def _value(number: dict[str, Any] | None) -> int | float | str:
    if number is None:
        return NOTHING
    exact = Fraction(number["exact"]) if number["exact"] else None
    return int(exact) if exact is not None and exact.denominator == 1 else float(number["value"])


def _row(sheet: Worksheet, values: Sequence[Any], head: bool = False, bold: bool = False) -> None:
    place = 1 if sheet.max_row == 1 and sheet.cell(1, 1).value is None else sheet.max_row + 1
    for column, value in enumerate(values or [" "], 1):
        cell = sheet.cell(place, column)
        assert isinstance(cell, Cell)
        cell.value = value
        if isinstance(value, str):
            cell.data_type = "s"  # a title that begins with = is a text
        if head:
            cell.font, cell.fill, cell.alignment = Font(bold=True), _HEAD, Alignment(wrap_text=True)
        elif bold:
            cell.font = Font(bold=True, size=14)


def _fit(sheet: Worksheet) -> None:
    """Columns as wide as their longest cell, within reason; one page wide on paper."""
    for place, column in enumerate(_columns(sheet), 1):
        widest = max((len(str(value)) for value in column if value is not None), default=8)
        sheet.column_dimensions[get_column_letter(place)].width = min(48, max(12, widest + 2))
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)


def _columns(sheet: Worksheet) -> Iterable[tuple[Any, ...]]:
    return zip(*sheet.iter_rows(min_row=1, values_only=True), strict=True)


def _repacked(book: Workbook, stamp: datetime) -> bytes:
    """The same bytes on any day: openpyxl stamps the parts with the clock, so they are packed anew."""
    raw, out = io.BytesIO(), io.BytesIO()
    book.save(raw)
    wrong = book.properties.modified.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    right = stamp.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    with zipfile.ZipFile(raw) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in sorted(old.namelist(), key=lambda name: (name != "[Content_Types].xml", name)):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o600 << 16
            content = old.read(name)
            new.writestr(info, content.replace(wrong, right) if name == "docProps/core.xml" else content)
    return out.getvalue()
