"""From sheets to a workbook of openpyxl: named styles, names, inputs, marks and charts, all but the cells."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO

from openpyxl import Workbook
from openpyxl.formatting.rule import ColorScaleRule, Rule
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from casino31.cell_names import letters
from casino31.page import Alert, Entry
from casino31.render.excel.charts import bar_chart
from casino31.render.excel.paper import set_paper
from casino31.render.excel.references import Places, quoted_title
from casino31.render.excel.rows import SheetData, StyleNumber, sheet_data
from casino31.render.excel.sheet import ROW_HEIGHT, Sheet
from casino31.render.excel.styles import COLOURS, FONT, Look, named_style


def workbook(
    sheets: Sequence[Sheet], places: Places, title: str, mark: str, letter_paper: bool = False
) -> tuple[bytes, list[SheetData]]:
    """Return the bytes that openpyxl writes, and the cells of each sheet, which are not in them.

    ``title`` heads each printed page and ``mark`` stands at its foot. KeyError names a reference that stands
    nowhere.
    """
    book = Workbook()
    book.remove(book.worksheets[0])
    # the font of the normal style is the measure of the widths of columns
    normal = book._named_styles["Normal"]  # type: ignore[attr-defined]
    normal.font = Font(name=FONT, size=10)
    normal.bind(book)
    style = _styles(book)
    cells = []
    for sheet in sheets:
        made = book.create_sheet(sheet.title)
        cells.append(sheet_data(sheet, places, style))
        _shape(made, sheet)
        set_paper(made, sheet, title, mark, letter_paper)
        _inputs(made, sheet)
        _marks(made, sheet)
        for chart, row, column in sheet.charts:
            room = 0.178 * sum(sheet.widths[at] for at in range(column, sheet.last + 1))
            made.add_chart(bar_chart(chart, places, min(24.0, round(room, 1))), f"{letters(column)}{row}")
        for name, spot in sheet.names.items():
            where = f"{quoted_title(spot.sheet)}!${letters(spot.column)}${spot.row}"
            book.defined_names[name] = DefinedName(name, attr_text=where)
    book.calculation.fullCalcOnLoad = True
    out = BytesIO()
    book.save(out)
    return out.getvalue(), cells


def _styles(book: Workbook) -> StyleNumber:
    """Return what numbers the looks of cells as they come, each a named style of the workbook."""
    cell = book.create_sheet("scratch").cell(1, 1)
    book.remove(cell.parent)
    known: set[Look] = set()

    @cache
    def number(look: Look, marked: bool) -> int:
        if look not in known:
            known.add(look)
            book.add_named_style(named_style(look))
        cell.style = look.name
        cell.quotePrefix = marked
        return int(cell.style_id)

    return number


def _shape(made: Worksheet, sheet: Sheet) -> None:
    for column, width in sheet.widths.items():
        made.column_dimensions[letters(column)].width = round(width, 1)
    for row, first, last in sheet.merged:
        # merge_cells would look after the borders of each area, which have none, at great length
        made.merged_cells.add(f"{letters(first)}{row}:{letters(last)}{row}")
    made.freeze_panes = sheet.freeze
    made.sheet_format.defaultRowHeight, made.sheet_format.customHeight = ROW_HEIGHT, True
    made.sheet_view.showGridLines = False
    made.sheet_view.zoomScale = 90


def _runs(rows: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The stretches of rows that follow each other."""
    start = last = None
    for row in sorted(rows):
        if last is None or row != last + 1:
            if start is not None and last is not None:
                yield start, last
            start = row
        last = row
    if start is not None and last is not None:
        yield start, last


def _inputs(made: Worksheet, sheet: Sheet) -> None:
    for entry, spots in sheet.entries.items():
        rule = _validation(entry)
        made.add_data_validation(rule)
        for column in dict.fromkeys(column for _, column in spots):
            for first, last in _runs([row for row, spot in spots if spot == column]):
                rule.add(f"{letters(column)}{first}:{letters(column)}{last}")


def _validation(entry: Entry) -> DataValidation:
    if entry.words:
        rule = DataValidation(type="list", formula1=f'"{",".join(entry.words)}"', allow_blank=False)
    else:
        least = f"{entry.minimum:g}"
        rule = DataValidation(type="decimal", operator="greaterThanOrEqual", formula1=least, allow_blank=False)
    rule.errorTitle = rule.promptTitle = entry.title
    rule.error = rule.prompt = entry.help
    rule.showErrorMessage = rule.showInputMessage = True
    return rule


_CONDITIONS: Mapping[Alert, tuple[tuple[str, str], ...]] = {
    "below 0": (("AND(ISNUMBER({0}),{0}<0)", "bad"),),
    "above 0": (("AND(ISNUMBER({0}),{0}>0)", "bad"),),
    "edited": (('LEFT({0},6)="edited"', "warn"),),
    "unfiled": (("{0}=0", "warn"),),
    "verdict": (('{0}="all checks pass"', "good"), ('{0}<>"all checks pass"', "bad")),
    "check": (('{0}="FAIL"', "bad"),),
    "fault": (("TRUE", "bad"),),
    "best": (("AND(ISNUMBER({0}),{0}=MAX({1}))", "good"),),
    "several": (("{0}>1", "warn"),),
}
"""When a cell is loud, by its own address and that of its row, and how."""


def _marks(made: Worksheet, sheet: Sheet) -> None:
    for (alert, column), rows in sheet.alerts.items():
        beside = [other for kind, other in sheet.alerts if kind == alert]
        for first, last in _runs(rows):
            area = f"{letters(column)}{first}:{letters(column)}{last}"
            row = f"${letters(min(beside))}{first}:${letters(max(beside))}{first}"
            for condition, colour in _CONDITIONS[alert]:
                ink, ground = COLOURS[colour]
                fill = PatternFill("solid", start_color=ground, end_color=ground)
                look = DifferentialStyle(font=Font(color=ink, bold=True), fill=fill)
                rule = Rule("expression", dxf=look, formula=[condition.format(f"{letters(column)}{first}", row)])
                made.conditional_formatting.add(area, rule)
    for heat, area in sheet.heats:
        ends = {"start_type": "min", "mid_type": "percentile", "mid_value": 50, "end_type": "max"}
        colours = {"start_color": heat.low, "mid_color": heat.middle, "end_color": heat.high}
        made.conditional_formatting.add(area, ColorScaleRule(**ends, **colours))  # type: ignore[no-untyped-call]
