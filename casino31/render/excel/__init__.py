"""A report as a workbook: live formulas with the exact values beside them."""

from casino31.formulas import literal
from casino31.page import Page, Report
from casino31.render.excel.finish import finish
from casino31.render.excel.references import Places
from casino31.render.excel.rows import plain
from casino31.render.excel.sheet import Sheet, lay_out
from casino31.render.excel.write import workbook

FILED, CHANGED = "Inputs as in the file", "EDITED: the inputs are not those of the file"
"""The second line of every sheet, live."""


def workbook_bytes(report: Report, letter_paper: bool = False) -> bytes:
    """Return the bytes of the workbook; the same report gives the same bytes.

    A report without a date carries 1980-01-01. KeyError names a reference that stands nowhere.

    >>> workbook_bytes(Report("A layout", "Par sheet", (Page("One", ()),)))[:2]
    b'PK'
    """
    sheets, places = sheets_of(report)
    raw, cells = workbook(sheets, places, report.title, f"{report.maker} · {report.subject}", letter_paper)
    return finish(raw, cells, str(plain(report.title)), report.maker, report.date)


def sheets_of(report: Report) -> tuple[list[Sheet], Places]:
    """Return the sheets of a report laid out, and where everything stands.

    >>> sheets_of(Report("A layout", "Par sheet", (Page("One", ()),)))[0][0].title
    'One'
    """
    places = Places()
    frozen = report.frozen or not _is_live(report)
    sheets = [lay_out(page, places, report.frozen, _top(report, page, frozen)) for page in report.pages]
    return sheets, places


def _is_live(report: Report) -> bool:
    """Whether some cell tells if the inputs are the file's."""
    from casino31.page import Table

    tables = (block for page in report.pages for block in page.flat if isinstance(block, Table))
    return any(cell and cell.key == "as filed" for table in tables for row in table.rows for cell in row.cells)


def _top(report: Report, page: Page, frozen: bool) -> tuple[tuple[str, str], ...]:
    """The lines below the title: whose sheet it is, and whether its inputs are the file's."""
    if page is not report.pages[0]:
        return ((report.subject, ""),) if frozen else ((FILED, _now(FILED)),)
    facts = dict(report.facts)
    stated = report.date or "date not stated"
    lines = [(f"{report.subject} · {report.maker} · {stated}", "")]
    if "Layout file" in facts:
        identity = f"Layout: {facts['Layout file']} · SHA-256 {facts.get('SHA-256', '')}"
        lines.append((identity, "" if frozen else _now(identity)))
    return tuple(lines)


def _now(text: str) -> str:
    return f"IF({{as filed}}=1,{literal(text)},{literal(CHANGED)})"
