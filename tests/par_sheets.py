"""Par sheets of games with pays as files, for tests; and workbooks as text, so that a difference says what."""

from io import BytesIO
from pathlib import Path

from openpyxl import load_workbook

from casino31.pages.deliverable import Deliverable
from casino31.pages.parsheet import ParSheet
from casino31.pages.records import analysis_object
from casino31.pages.sheet import sheet_report
from casino31.render.files import rendered


def render(sheet: ParSheet, ending: str, date: str = "") -> bytes:
    stamp = {"date": date} if date else {}
    filing = Deliverable(lambda: sheet_report(sheet, date), lambda: analysis_object(sheet, whole=True) | stamp)
    return rendered(filing, ending)


def workbook_bytes(sheet: ParSheet, date: str = "") -> bytes:
    return render(sheet, ".xlsx", date)


def write_xlsx(sheet: ParSheet, path: Path, date: str = "") -> None:
    path.write_bytes(workbook_bytes(sheet, date))


def cells_as_text(content: bytes, *left_out: str) -> str:
    """The cells of a workbook, a line each: sheet, address, number format, formula and stored value."""
    formulas, values = (load_workbook(BytesIO(content), data_only=only) for only in (False, True))
    lines = []
    for page in formulas:
        if page.title in left_out:
            continue
        for row in page.iter_rows():
            for cell in row:
                if cell.value is None:
                    continue
                stored = values[page.title][cell.coordinate].value
                formula = f" {cell.value}" if cell.data_type == "f" else ""
                lines.append(f"{page.title}!{cell.coordinate} [{cell.number_format}]{formula} = {stored!r}")
    return "\n".join(lines) + "\n"
