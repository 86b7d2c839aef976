"""The charts: what each winning line gives back."""

from openpyxl.chart import BarChart, Reference, Series
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.data_source import NumData, NumVal, StrData, StrRef, StrVal
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText, Text
from openpyxl.chart.title import Title
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.text import CharacterProperties, Font, Paragraph, ParagraphProperties, RegularTextRun
from openpyxl.worksheet.worksheet import Worksheet

from casino31.report.excel.grid import Chart, Grid
from casino31.report.excel.style import FONT, GREY, LINE, NAVY

_SHARE = "0.0%"


def bar_chart(sheet: Worksheet, grid: Grid, chart: Chart) -> BarChart:
    """Return the chart, the shown values kept in it for readers that do not recalculate.

    >>> from openpyxl import Workbook
    >>> grid = Grid("One")
    >>> grid.put(1, 1, "a line", "text", key="label")
    >>> grid.put(1, 2, 0.5, "units", key="value")
    >>> book = Workbook()
    >>> chart = Chart("t", "s", "D1", ("label", "label"), ("value", "value"), 9, 9)
    >>> bars = bar_chart(book.create_sheet("One"), grid, chart)
    >>> bars.series[0].val.numRef.f
    "'One'!$B$1"
    """
    labels, values = (_reference(sheet, grid, ends) for ends in (chart.labels, chart.values))
    bars = BarChart()
    bars.type, bars.gapWidth = "col", 60
    series = Series(values, title=chart.axis)
    series.graphicalProperties = GraphicalProperties(solidFill=NAVY)
    series.graphicalProperties.line.noFill = True
    bars.series.append(series)
    bars.set_categories(labels)
    _keep(bars, grid, chart)
    bars.title = _title(f"{chart.title}, {chart.axis}")
    bars.legend = None
    bars.dataLabels = DataLabelList(
        numFmt=_SHARE, showVal=True, showSerName=False, showCatName=False, showLegendKey=False, showPercent=False
    )
    bars.dataLabels.txPr = _words(900, GREY)
    bars.x_axis.delete = bars.y_axis.delete = False
    if chart.low:
        bars.x_axis.tickLblPos = "low"
    bars.x_axis.txPr = bars.y_axis.txPr = _words(900, GREY)
    bars.y_axis.numFmt = "0%"
    bars.y_axis.number_format = "0%"
    bars.y_axis.majorGridlines = ChartLines(spPr=GraphicalProperties(ln=LineProperties(solidFill=LINE, w=6350)))
    bars.x_axis.graphicalProperties = GraphicalProperties(ln=LineProperties(solidFill=GREY, w=9525))
    bars.y_axis.graphicalProperties = GraphicalProperties(ln=LineProperties(noFill=True))
    bars.graphical_properties = GraphicalProperties(ln=LineProperties(solidFill=LINE, w=9525))
    bars.width, bars.height = chart.width, chart.height
    return bars


def _reference(sheet: Worksheet, grid: Grid, ends: tuple[str, str]) -> Reference:
    (_, first, column), (_, last, _) = grid.keys[ends[0]], grid.keys[ends[1]]
    return Reference(sheet, min_col=column, max_col=column, min_row=first, max_row=last)


def _keep(bars: BarChart, grid: Grid, chart: Chart) -> None:
    (_, first, column), (_, last, _) = grid.keys[chart.values[0]], grid.keys[chart.values[1]]
    label_column = grid.keys[chart.labels[0]][2]
    rows = range(first, last + 1)
    numbers = [NumVal(idx=i, v=repr(float(grid.cells[row, column].value))) for i, row in enumerate(rows)]
    words = [StrVal(idx=i, v=str(grid.cells[row, label_column].value)) for i, row in enumerate(rows)]
    (series,) = bars.series
    series.val.numRef.numCache = NumData(formatCode=_SHARE, ptCount=len(numbers), pt=numbers)
    series.cat.strRef = StrRef(f=series.cat.numRef.f, strCache=StrData(ptCount=len(words), pt=words))
    series.cat.numRef = None


def _title(text: str) -> Title:
    letters = _letters(1200, NAVY, bold=True)
    words = Paragraph(pPr=ParagraphProperties(defRPr=letters), r=[RegularTextRun(rPr=letters, t=text)])
    return Title(tx=Text(rich=RichText(p=[words])), overlay=False)


def _letters(size: int, ink: str, bold: bool = False) -> CharacterProperties:
    return CharacterProperties(sz=size, b=bold, solidFill=ink, latin=Font(typeface=FONT))


def _words(size: int, ink: str) -> RichText:
    letters = _letters(size, ink)
    return RichText(p=[Paragraph(pPr=ParagraphProperties(defRPr=letters), endParaRPr=letters)])
