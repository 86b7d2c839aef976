"""A par sheet as CSV: one figure a line, for a spreadsheet or a script to take apart."""

import csv
import io
from typing import Any

from casino31.report.json_form import analysis_object
from casino31.report.parsheet import ParSheet


def csv_text(sheet: ParSheet, date: str = "") -> str:
    """Return the whole analysis as lines of ``figure,exact,value``.

    ``figure`` is the path of the figure in the JSON form, joined by slashes; texts stand under ``exact``. A text
    that a spreadsheet would take for a formula is written with a leading apostrophe.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> sheet = ParSheet(file.game, file.game.analyse(file.rules), file.name)
    >>> csv_text(sheet).splitlines()[:2]
    ['figure,exact,value', 'schema,casino31.analysis/1,']
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("figure", "exact", "value"))
    figures = analysis_object(sheet, whole=True) | ({"date": date} if date else {})
    for path, exact, value in _flat((), figures):
        writer.writerow(("/".join(map(_safe, path)), exact if isinstance(exact, int) else _safe(exact), value))
    return out.getvalue()


def _flat(path: tuple[str, ...], item: Any) -> list[tuple[tuple[str, ...], Any, Any]]:
    if isinstance(item, dict) and item.keys() == {"exact", "value"}:
        return [(path, _Verbatim(item["exact"] or ""), repr(item["value"]))]
    if isinstance(item, dict):
        return [line for key, value in item.items() for line in _flat((*path, str(key)), value)]
    if isinstance(item, list):
        named = [
            entry.get("event", place) if isinstance(entry, dict) else place for place, entry in enumerate(item, 1)
        ]
        return [line for key, value in zip(named, item, strict=True) for line in _flat((*path, str(key)), value)]
    if isinstance(item, float):
        return [(path, "", repr(item))]
    return [(path, "" if item is None else item, item if isinstance(item, int) else "")]


class _Verbatim(str):
    """A fraction: its minus sign is no formula."""


def _safe(text: str) -> str:
    return text if isinstance(text, _Verbatim) or not text.startswith(("=", "+", "-", "@")) else f"'{text}"
