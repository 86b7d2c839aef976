"""Tables without live cells as a workbook: a sheet a page, numbers as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from io import BytesIO

from openpyxl import Workbook
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter

from casino31.report.plain_sheets import Sheet, shown

WIDEST = 70
_HEAD = PatternFill("solid", fgColor="DDE3EC")


def sheets_workbook(title: str, sheets: Sequence[Sheet]) -> bytes:
    """Return the pages as a workbook, the same bytes for the same pages.

    >>> sheets_workbook("A", [Sheet("B", (), ("d",), ((1,),))])[:2]
    b'PK'
    """
    book = Workbook()
    book.remove(book.worksheets[0])
    for sheet in sheets:
        page = book.create_sheet(sheet.title[:31])
        page.append([sheet.title])
        page["A1"].font = Font(bold=True, size=14)
        for note in sheet.notes:
            page.append([note])
        if not sheet.head:
            continue
        page.append([])
        page.append(list(sheet.head))
        top = page.max_row
        for cell in page[top]:
            cell.font, cell.fill = Font(bold=True), _HEAD
        page.freeze_panes = f"A{top + 1}"
        for row in sheet.rows:
            page.append([_safe(entry) for entry in row])
            for cell in page[page.max_row]:
                if isinstance(cell.value, float):
                    cell.number_format = "0.00000"
                cell.alignment = Alignment(vertical="top", wrap_text=isinstance(cell.value, str))
        for column, head in enumerate(sheet.head):
            widest = max([len(head), *(len(shown(row[column])) for row in sheet.rows)])
            page.column_dimensions[get_column_letter(column + 1)].width = min(widest, WIDEST) + 2
        page.page_setup.orientation, page.page_setup.fitToHeight = "landscape", 0
        page.sheet_properties.pageSetUpPr.fitToPage = True
    book.properties.title, book.properties.creator = title, "casino31"
    book.properties.created = book.properties.modified = datetime(2000, 1, 1)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _safe(entry: str | int | float) -> str | int | float:
    """A text that a spreadsheet would take for a formula stays text."""
    return f"'{entry}" if isinstance(entry, str) and entry[:1] in ("=", "+", "@") else entry
