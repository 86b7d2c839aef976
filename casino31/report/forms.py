"""The forms a par sheet is written in, by the ending of the file."""

import json
from collections.abc import Callable, Mapping

from casino31.report.parsheet import ParSheet


def _xlsx(sheet: ParSheet, date: str) -> bytes:
    from casino31.report.excel import workbook_bytes

    return workbook_bytes(sheet, date)


def _text(sheet: ParSheet, date: str) -> bytes:
    from casino31.report.text import par_sheet

    return par_sheet(sheet, date).encode()


def _json(sheet: ParSheet, date: str) -> bytes:
    from casino31.report.json_form import analysis_object

    whole = analysis_object(sheet, whole=True) | ({"date": date} if date else {})
    return (json.dumps(whole, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()


def _csv(sheet: ParSheet, date: str) -> bytes:
    from casino31.report.csv_form import csv_text

    return csv_text(sheet, date).encode()


FORMS: Mapping[str, Callable[[ParSheet, str], bytes]] = {
    ".xlsx": _xlsx,
    ".txt": _text,
    ".json": _json,
    ".csv": _csv,
}


def render(sheet: ParSheet, ending: str, date: str) -> bytes:
    """Return the bytes of a par sheet: the same sheet and date give the same bytes.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> sheet = ParSheet(file.game, file.game.analyse(file.rules), file.name)
    >>> render(sheet, ".txt", "2026-02-03") == render(sheet, ".txt", "2026-02-03"), render(sheet, ".json", "")[:1]
    (True, b'{')
    """
    return FORMS[ending](sheet, date)
