"""A sheet on paper: its size, its headers, and where a page ends, so that no head is parted from its table."""

from collections.abc import Iterator

from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from casino31.cell_names import letters
from casino31.render.excel.sheet import ROW_HEIGHT, Sheet
from casino31.render.excel.styles import FONT, GREY

LEAST = 0.78
"""The smallest scale: letters of nine points have seven on paper."""
SPARE = 0.96
"""The share of its width that a column can do with: numbers have a character and more to spare."""
CHARACTER, EDGE = 5.56, 1.0
"""Points of a character of column width, and of what each column has beside them."""
A4, LETTER = (595.0, 842.0), (612.0, 792.0)
SIDES, ENDS = 72.0, 112.0
"""Points of both margins left and right, and of those above and below with what stands in them."""


FIRST_ROWS = 5
"""Rows that stay with the head of a table that is longer than a page."""


def set_paper(made: Worksheet, sheet: Sheet, title: str, mark: str, letter_paper: bool) -> None:
    """Set how a sheet is printed: one page wide while its letters can be read, else over several pages."""
    short, long = LETTER if letter_paper else A4
    width = sum(CHARACTER * width + EDGE for width in sheet.widths.values())
    portrait = 0.99 * (short - SIDES) / width >= LEAST
    across, down = (short, long) if portrait else (long, short)
    scale = min(1.0, 0.99 * (across - SIDES) / width)
    made.page_setup.orientation = "portrait" if portrait else "landscape"
    made.page_setup.paperSize = 1 if letter_paper else 9
    made.print_options.horizontalCentered = True
    margins = made.page_margins
    margins.left = margins.right = 0.5
    margins.top = margins.bottom = 0.75
    margins.header = margins.footer = 0.35
    made.HeaderFooter.oddHeader = _margin(_marginal(title), "&A")
    made.HeaderFooter.oddFooter = _margin(_marginal(mark), "Page &P of &N")
    if sheet.workings:
        # for the screen: hundreds of columns have no use on paper
        made.print_area = f"A1:{letters(min(12, sheet.last))}2"
        made.page_setup.fitToWidth, made.page_setup.fitToHeight = 1, 1
        made.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        return
    whole = sum(sheet.heights.get(row, ROW_HEIGHT) for row in range(1, sheet.end + 1))
    if whole <= (down - ENDS) / LEAST and scale >= LEAST:
        made.page_setup.fitToWidth, made.page_setup.fitToHeight = 1, 1
        made.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        return
    if SPARE <= scale / LEAST < 1:
        for column, width in sheet.widths.items():
            made.column_dimensions[letters(column)].width = round(width * scale / LEAST, 1)
        scale = LEAST
    # a stated scale, not one to fit: a spreadsheet heeds the ends of pages with the former only
    made.page_setup.scale = int(100 * max(scale, LEAST))
    if scale < LEAST:
        made.print_title_cols = "A:A"
    made.print_title_rows = "1:2"
    for row in breaks(sheet, 0.95 * (down - ENDS) / max(scale, LEAST) - 24.0 - ROW_HEIGHT):
        made.row_breaks.append(Break(id=row))


def breaks(sheet: Sheet, room: float) -> Iterator[int]:
    """Yield the rows after which a page ends: every one is stated, and a block that fits on a page is not parted.

    >>> sheet = Sheet("One", starts=[(4, 6), (8, 12)], end=12)
    >>> list(breaks(sheet, 150.0))
    [7]
    """
    heads = dict(sheet.starts)
    filled = 0.0
    for row in range(1, sheet.end + 1):
        height = sheet.heights.get(row, ROW_HEIGHT)
        last = heads.get(row, row)
        if _height(sheet, row, last) > room:
            last = min(last, row + FIRST_ROWS)
        if filled and (filled + height > room or filled + _height(sheet, row, last) > room):
            yield row - 1
            filled = 0.0
        filled += height


def _height(sheet: Sheet, first: int, last: int) -> float:
    return sum(sheet.heights.get(row, ROW_HEIGHT) for row in range(first, last + 1))


def _margin(left: str, right: str) -> HeaderFooterItem:
    item = HeaderFooterItem()
    for part, text in ((item.left, left), (item.right, right)):
        part.text, part.font, part.size, part.color = text, FONT, 8, GREY
    return item


def _marginal(text: str) -> str:
    """Text for the margin of a page: no codes in it, short enough, and apart from the font size before it."""
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return " " + (shown if len(shown) <= 90 else shown[:89] + "…").replace("&", "&&")
