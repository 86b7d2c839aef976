"""One report in any format, by the ending of a file."""

import json
from collections.abc import Callable, Mapping

from casino31.pages.deliverable import Deliverable
from casino31.serialize import JsonMapping

ENDINGS = (".xlsx", ".pdf", ".html", ".txt", ".json", ".csv")
PAPERS = ("A4", "Letter")
"""The formats of a report."""


def rendered(made: Deliverable, ending: str, paper: str = "A4") -> bytes:
    r"""Return the bytes of a report in the format of a file's ending; the same report gives the same bytes.

    KeyError for an ending that is no format; PdfError where a PDF cannot be made.

    >>> from casino31.page import Note, Page, Report
    >>> made = Deliverable(lambda: Report("A", "B", (Page("C", (Note("D"),)),)), lambda: {"figure": 1})
    >>> rendered(made, ".json"), rendered(made, ".csv")
    (b'{\n  "figure": 1\n}\n', b'figure,exact,value\nfigure,1,1\n')
    """
    return _FORMATS[ending](made, paper)


def json_text(record: JsonMapping) -> str:
    r"""Return a record as the one JSON object of a file.

    >>> json_text({})
    '{}\n'
    """
    return json.dumps(record, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _xlsx(made: Deliverable, paper: str) -> bytes:
    from casino31.render.excel import workbook_bytes

    return workbook_bytes(made.report, letter_paper=paper == "Letter")


def _pdf(made: Deliverable, paper: str) -> bytes:
    from casino31.render.pdf import pdf_bytes

    return pdf_bytes(made.report, paper)


def _text(made: Deliverable, _: str) -> bytes:
    from casino31.render.text import text

    return text(made.report).encode()


def _html(made: Deliverable, _: str) -> bytes:
    from casino31.render.webpage import html

    screen = made.make_screen()
    if screen is None:
        return html(made.report).encode()
    from casino31.render.screen.sections import sections

    return html(made.report, sections(screen)).encode()


def _json(made: Deliverable, _: str) -> bytes:
    return json_text(made.record).encode()


def _csv(made: Deliverable, _: str) -> bytes:
    from casino31.render.figures_csv import csv_text

    return csv_text(made.record).encode()


_FORMATS: Mapping[str, Callable[[Deliverable, str], bytes]] = {
    ".xlsx": _xlsx,
    ".pdf": _pdf,
    ".txt": _text,
    ".html": _html,
    ".json": _json,
    ".csv": _csv,
}
