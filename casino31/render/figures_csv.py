"""A record as CSV: one figure a line, for a spreadsheet or a script to take apart."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from casino31.serialize import JsonMapping

_HEAD = ("figure", "exact", "value", "error_bound")


def csv_text(record: JsonMapping) -> str:
    """Return a record as lines of ``figure,exact,value``, and ``error_bound`` where its figures have one.

    ``figure`` is the path of the figure in the record, joined by slashes; texts stand under ``exact``. A text
    that a spreadsheet would take for a formula is written with a leading apostrophe.

    >>> figure = {"exact": None, "value": 0.25, "error_bound": 1e-13}
    >>> print(csv_text({"title": "a layout", "overall": {"punter_ev": figure}, "date": "2031-03-31"}), end="")
    figure,exact,value,error_bound
    title,a layout,,
    overall/punter_ev,,0.25,1e-13
    date,2031-03-31,,
    """
    lines = list(_flat((), record))
    head = _HEAD if any(len(values) == 2 for _, _, *values in lines) else _HEAD[:3]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    for path, exact, *values in lines:
        line = ["/".join(map(_safe, path)), exact if isinstance(exact, int) else _safe(exact), *values]
        writer.writerow(line + [""] * (len(head) - len(line)))
    return out.getvalue()


_Line: TypeAlias = "tuple[tuple[str, ...], str | int, *tuple[str | int, ...]]"
"""The path of an entry, its exact value or text, and its floats."""


def _flat(path: tuple[str, ...], item: object) -> Iterator[_Line]:
    if isinstance(item, Mapping) and item.keys() in ({"exact", "value"}, {"exact", "value", "error_bound"}):
        numbers = (item[name] for name in ("value", "error_bound") if name in item)
        yield (path, _Verbatim(item["exact"] or ""), *("" if n is None else repr(n) for n in numbers))
    elif isinstance(item, Mapping):
        for key, value in item.items():
            yield from _flat((*path, str(key)), value)
    elif isinstance(item, list):
        for place, entry in enumerate(item, 1):
            name = entry.get("event", place) if isinstance(entry, Mapping) else place
            yield from _flat((*path, str(name)), entry)
    elif isinstance(item, float):
        yield path, "", repr(item)
    elif isinstance(item, int):
        yield path, item, item
    else:
        yield path, "" if item is None else str(item), ""


class _Verbatim(str):
    """A fraction: its minus sign is no formula."""


def _safe(text: str) -> str:
    return text if isinstance(text, _Verbatim) or not text.startswith(("=", "+", "-", "@")) else f"'{text}"
