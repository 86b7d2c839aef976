"""A par sheet as CSV: one figure a line, for a spreadsheet or a script to take apart."""

import csv
import io
from collections.abc import Mapping
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
    return _written(("figure", "exact", "value"), analysis_object(sheet, whole=True), date)


def record_csv(record: Mapping[str, Any], date: str = "") -> str:
    """Return the plain record of a game with a banker as lines of ``figure,exact,value,error_bound``.

    >>> figure = {"exact": None, "value": 0.25, "error_bound": 1e-13}
    >>> print(record_csv({"title": "a layout", "overall": {"punter_ev": figure}}, "2031-03-31"), end="")
    figure,exact,value,error_bound
    title,a layout,,
    overall/punter_ev,,0.25,1e-13
    date,2031-03-31,,
    """
    return _written(("figure", "exact", "value", "error_bound"), record, date)


def _written(head: tuple[str, ...], figures: Mapping[str, Any], date: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    for path, exact, *values in _flat((), {**figures, **({"date": date} if date else {})}):
        line = ["/".join(map(_safe, path)), exact if isinstance(exact, int) else _safe(exact), *values]
        writer.writerow(line + [""] * (len(head) - len(line)))
    return out.getvalue()


def _flat(path: tuple[str, ...], item: Any) -> list[tuple[Any, ...]]:
    if isinstance(item, dict) and item.keys() in ({"exact", "value"}, {"exact", "value", "error_bound"}):
        numbers = (item[name] for name in ("value", "error_bound") if name in item)
        return [(path, _Verbatim(item["exact"] or ""), *("" if n is None else repr(n) for n in numbers))]
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
