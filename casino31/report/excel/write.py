"""From grids to a workbook of openpyxl: cells, named styles, names, inputs, marks, charts and pages."""

from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction
from io import BytesIO
from typing import cast

from openpyxl import Workbook
from openpyxl.cell import Cell as SheetCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.formatting.rule import ColorScaleRule, Rule
from openpyxl.styles import Font, NamedStyle, PatternFill
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from casino31.report.excel.charts import bar_chart
from casino31.report.excel.grid import LARGEST_INTEGER, ROW_HEIGHT, Grid, Spot, Value, address, letter, resolve
from casino31.report.excel.style import COLOURS, FONT, GREY, named_styles

_LONGEST = 32_767
_FIRST = tuple("=+-@\t\r")
"""A text that begins so is marked as text, that editing the cell does not make a formula of it."""


def workbook(
    grids: Sequence[Grid], title: str, mark: str, styles: Sequence[NamedStyle] = ()
) -> tuple[bytes, list[dict[str, Value]]]:
    """Return the bytes that openpyxl writes, and for each sheet the value of every formula by address.

    ``title`` heads each printed page and ``mark`` stands at its foot; ``styles`` are more than every workbook has.
    KeyError names a key that no sheet has.

    >>> grid = Grid("One")
    >>> grid.put(1, 1, Fraction(1, 4), "units", "1/4")
    >>> workbook([grid], "title", "mark")[1]
    [{'A1': 0.25}]
    """
    book = Workbook()
    book.remove(book.worksheets[0])
    keys = {key: spot for grid in grids for key, spot in grid.keys.items()}
    for style in (*named_styles(), *styles):
        book.add_named_style(style)
    cached = []
    for grid in grids:
        sheet = book.create_sheet(grid.title)
        cached.append(_cells(sheet, grid, keys))
        _shape(sheet, grid)
        _print(sheet, grid, title, mark)
        _inputs(sheet, grid)
        for chart in grid.charts:
            sheet.add_chart(bar_chart(sheet, grid, chart), chart.anchor)
        for name, spot in grid.names.items():
            book.defined_names[name] = DefinedName(name, attr_text=address(spot, fixed=True))
    book.calculation.fullCalcOnLoad = True
    out = BytesIO()
    book.save(out)
    return out.getvalue(), cached


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


def _cells(sheet: Worksheet, grid: Grid, keys: Mapping[str, Spot]) -> dict[str, Value]:
    cached: dict[str, Value] = {}
    looks: dict[str, object] = {}
    for (row, column), each in grid.cells.items():
        cell = cast(SheetCell, sheet.cell(row, column))
        value = plain(each.value)
        # a style is looked up by name once; copying its record is many times faster
        if each.style in looks:
            cell._style = copy(looks[each.style])  # type: ignore[attr-defined]
        else:
            cell.style = f"par {each.style}"
            looks[each.style] = cell._style  # type: ignore[attr-defined]
        if each.formula:
            cell.value = "=" + resolve(each.formula, keys, grid.title)
            cached[cell.coordinate] = value
        elif value != "":
            cell.value = value
            if isinstance(value, str):
                cell.data_type = "s"
                cell.quotePrefix = value.startswith(_FIRST)
    return cached


def _shape(sheet: Worksheet, grid: Grid) -> None:
    for column, width in grid.widths.items():
        sheet.column_dimensions[letter(column)].width = width
    for row in {row for row, _ in grid.cells} | set(grid.heights):
        sheet.row_dimensions[row].height = grid.heights.get(row, ROW_HEIGHT)
    for row in grid.breaks:
        sheet.row_breaks.append(Break(id=row))
    for area in grid.merged:
        # merge_cells would look after the borders of each area, which have none, at great length
        sheet.merged_cells.add(area)
    if grid.freeze:
        sheet.freeze_panes = grid.freeze
    sheet.sheet_format.defaultRowHeight, sheet.sheet_format.customHeight = ROW_HEIGHT, True
    sheet.sheet_view.showGridLines = False
    sheet.sheet_view.zoomScale = 90


def _print(sheet: Worksheet, grid: Grid, title: str, mark: str) -> None:
    sheet.page_setup.orientation = "landscape" if grid.landscape else "portrait"
    sheet.page_setup.paperSize = 9
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 1 if grid.one_page else 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_options.horizontalCentered = True
    margins = sheet.page_margins
    margins.left = margins.right = 0.5
    margins.top = margins.bottom = 0.75
    margins.header = margins.footer = 0.35
    if grid.print_rows:
        sheet.print_title_rows = grid.print_rows
    sheet.HeaderFooter.oddHeader = _margin(_marginal(title), "&A")
    sheet.HeaderFooter.oddFooter = _margin(_marginal(mark), "Page &P of &N")


def _margin(left: str, right: str) -> HeaderFooterItem:
    item = HeaderFooterItem()
    for part, text in ((item.left, left), (item.right, right)):
        part.text, part.font, part.size, part.color = text, FONT, 8, GREY
    return item


def _marginal(text: str) -> str:
    """Text for the margin of a page: no codes in it, short enough, and apart from the font size before it."""
    shown = " ".join(str(plain(text)).split())
    return " " + (shown if len(shown) <= 90 else shown[:89] + "…").replace("&", "&&")


def _inputs(sheet: Worksheet, grid: Grid) -> None:
    for check in grid.checks:
        if check.words:
            rule = DataValidation(type="list", formula1=f'"{",".join(check.words)}"', allow_blank=False)
        else:
            rule = DataValidation(
                type="decimal", operator="greaterThanOrEqual", formula1=f"{check.minimum:g}", allow_blank=False
            )
        rule.errorTitle = rule.promptTitle = check.title
        rule.error = rule.prompt = check.help
        rule.showErrorMessage = rule.showInputMessage = True
        sheet.add_data_validation(rule)
        rule.add(check.area)
    for mark in grid.marks:
        ink, ground = COLOURS[mark.colour]
        fill = PatternFill("solid", start_color=ground, end_color=ground)
        look = DifferentialStyle(font=Font(color=ink, bold=True), fill=fill)
        sheet.conditional_formatting.add(mark.area, Rule("expression", dxf=look, formula=[mark.condition]))
    for scale in grid.scales:
        ends = {"start_type": "min", "mid_type": "percentile", "mid_value": 50, "end_type": "max"}
        colours = {"start_color": scale.lowest, "mid_color": scale.middle, "end_color": scale.highest}
        look = ColorScaleRule(**ends, **colours)  # type: ignore[no-untyped-call]
        sheet.conditional_formatting.add(scale.area, look)
