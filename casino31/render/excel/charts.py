"""The charts: what each winning line gives back."""

import re

from openpyxl.chart import BarChart, Reference, Series
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.data_source import NumData, NumVal, StrData, StrRef, StrVal
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText, Text
from openpyxl.chart.title import Title
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.text import CharacterProperties, Font, Paragraph, ParagraphProperties, RegularTextRun

from casino31.page import Chart
from casino31.render.excel.references import Here, Places, resolve
from casino31.render.excel.styles import FONT, GREY, LINE, NAVY, number_format


def bar_chart(chart: Chart, places: Places, width: float) -> BarChart:
    """Return the chart, in centimetres, the shown values kept in it for readers that do not recalculate."""
    labels, values = (_reference(at, places) for at in (chart.labels_at, chart.values_at))
    bars = BarChart()
    bars.type, bars.gapWidth = "col", 60
    series = Series(Reference(range_string=values), title=chart.axis)
    series.graphicalProperties = GraphicalProperties(solidFill=NAVY)
    series.graphicalProperties.line.noFill = True
    bars.series.append(series)
    bars.set_categories(Reference(range_string=labels))
    _keep(bars, chart)
    bars.title = _title(f"{chart.title}, {chart.axis}")
    bars.legend = None
    bars.dataLabels = DataLabelList(
        numFmt=_code(chart),
        showVal=True,
        showSerName=False,
        showCatName=False,
        showLegendKey=False,
        showPercent=False,
    )
    bars.dataLabels.txPr = _words(900, GREY)
    bars.x_axis.delete = bars.y_axis.delete = False
    if min(map(float, chart.values)) < 0:
        bars.x_axis.tickLblPos = "low"
    bars.x_axis.txPr = bars.y_axis.txPr = _words(900, GREY)
    bars.y_axis.numFmt = bars.y_axis.number_format = "0%" if chart.unit.kind == "share" else "General"
    bars.y_axis.majorGridlines = ChartLines(spPr=GraphicalProperties(ln=LineProperties(solidFill=LINE, w=6350)))
    bars.x_axis.graphicalProperties = GraphicalProperties(ln=LineProperties(solidFill=GREY, w=9525))
    bars.y_axis.graphicalProperties = GraphicalProperties(ln=LineProperties(noFill=True))
    bars.graphical_properties = GraphicalProperties(ln=LineProperties(solidFill=LINE, w=9525))
    bars.width, bars.height = width, 9.0  # type: ignore[assignment]
    return bars


def _code(chart: Chart) -> str:
    """How the bars' numbers are shown: shares shorter than in their table."""
    return "0.0%" if chart.unit.kind == "share" else number_format(chart.unit)


def _reference(at: str, places: Places) -> str:
    """The cells of a reference, with dollar signs."""
    sheet, cells = resolve(at, places, Here("")).rsplit("!", 1)
    fixed = re.sub("([A-Z]+)([0-9]+)", r"$\1$\2", cells)
    return f"{sheet}!{fixed}"


def _keep(bars: BarChart, chart: Chart) -> None:
    numbers = [NumVal(idx=i, v=repr(float(value))) for i, value in enumerate(chart.values)]
    words = [StrVal(idx=i, v=label) for i, label in enumerate(chart.labels)]
    (series,) = bars.series
    series.val.numRef.numCache = NumData(formatCode=_code(chart), ptCount=len(numbers), pt=numbers)
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
