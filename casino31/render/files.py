"""One report in any format, by the ending of a file."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from casino31.pages.filings import Filing

ENDINGS = (".xlsx", ".txt", ".html", ".json", ".csv")
"""The formats of a report."""


def rendered(filing: Filing, ending: str) -> bytes:
    """Return the bytes of a report in the format of a file's ending; the same report gives the same bytes.

    KeyError for an ending that is no format.

    >>> from casino31.page import Note, Page, Report
    >>> filing = Filing(lambda: Report("A", "B", (Page("C", (Note("D"),)),)), lambda: {"figure": 1})
    >>> rendered(filing, ".json"), rendered(filing, ".csv")
    (b'{\n  "figure": 1\n}\n', b'figure,exact,value\nfigure,1,1\n')
    """
    return _FORMATS[ending](filing)


def json_text(record: Mapping[str, Any]) -> str:
    """Return a record as the one JSON object of a file.

    >>> json_text({})
    '{}\n'
    """
    return json.dumps(record, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _xlsx(filing: Filing) -> bytes:
    from casino31.render.excel import workbook_bytes

    return workbook_bytes(filing.report)


def _text(filing: Filing) -> bytes:
    from casino31.render.text import text

    return text(filing.report).encode()


def _html(filing: Filing) -> bytes:
    from casino31.render.webpage import html

    return html(filing.report).encode()


def _json(filing: Filing) -> bytes:
    return json_text(filing.record).encode()


def _csv(filing: Filing) -> bytes:
    from casino31.render.figures_csv import csv_text

    return csv_text(filing.record).encode()


_FORMATS: Mapping[str, Callable[[Filing], bytes]] = {
    ".xlsx": _xlsx,
    ".txt": _text,
    ".html": _html,
    ".json": _json,
    ".csv": _csv,
}
