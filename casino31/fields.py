"""The craft that every game needs to read its file: one value at a time, each fault at its place.

A function that finds a fault adds it to the document and returns a stand-in of the right type, so that the
rest is still read; ``Document.check`` then raises all the faults at once.
"""

import datetime
from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from casino31.document import Document
from casino31.paytable import OddsUnit, WrongUnitError, parse_pay, show_pay
from casino31.toml import KeyPath

LARGEST_PAY = 10**9
_KINDS = {bool: "true or false", str: "text", int: "a number", Fraction: "a number", float: "a number",
          dict: "a table", list: "an array"}  # fmt: skip


def suggest(word: str, words: Iterable[str]) -> str:
    """Return the hint that names the known word closest to one that is not, or "".

    >>> suggest("Bset", ["best", "last"]), suggest("zzz", ["best"])
    ("did you mean 'best'?", '')
    """
    from difflib import get_close_matches  # needed for faulty files only

    known = {each.lower(): each for each in words}
    close = get_close_matches(word.lower(), known, 1)
    return f"did you mean {known[close[0]]!r}?" if close else ""


def listing(words: Sequence[str]) -> str:
    """Return words as a choice.

    >>> listing(["best", "last", "none"])
    '"best", "last" or "none"'
    """
    quoted = [f'"{word}"' for word in words]
    return " or ".join(filter(None, (", ".join(quoted[:-1]), quoted[-1])))


def known(document: Document, path: KeyPath, keys: Collection[str], above: Collection[str] = ()) -> None:
    """Add a fault for each key of a table that no game knows; ``above`` are the keys of the file itself."""
    for key in table(document, path) or ():
        if key not in keys:
            hint = suggest(key, keys)
            if key in above:
                hint = f"a key of the file stands above its first [table]: move {key} up"
            where = f" in [{'.'.join(map(str, path))}]" if path else ""
            document.error(
                "unknown", (*path, key), f"an unknown key {key!r}{where}", listing(list(keys)), hint, "key"
            )


def table(document: Document, path: KeyPath) -> dict[str, Any] | None:
    """Return a table of the file, or None when it is not there."""
    value = document.get(path)
    if value is not None and not isinstance(value, dict):
        wrong_type(document, path, f"a table: [{path[-1]}]")
    return value if isinstance(value, dict) else None


def wrong_type(document: Document, path: KeyPath, expected: str, hint: str = "") -> None:
    """Add the fault of a value of the wrong type."""
    kind = _KINDS.get(type(document.get(path)), "a date or time")
    document.error("type", path, f"{document.shown(path)}, {kind}", expected, hint)


def required(document: Document, path: KeyPath, expected: str, hint: str = "") -> bool:
    """Tell whether a key has a value; add a fault when the file does not even try."""
    if document.get(path) is not None:
        return True
    if not document.is_broken(path):
        document.error("missing", path, f"no {path[-1]}", expected, hint)
    return False


def text(document: Document, path: KeyPath, example: str) -> str:
    """Return a text that the file must give."""
    if not required(document, path, example):
        return ""
    value = document.get(path)
    if not isinstance(value, str):
        wrong_type(document, path, "text in quotes")
        return ""
    if not value.strip():
        document.error("empty", path, f"an empty {path[-1]}", example)
    return value.strip()


def choice(
    document: Document,
    path: KeyPath,
    choices: Sequence[str],
    default: str | None = None,
    hint: str = "",
    code: str = "reading",
) -> str:
    """Return one of the named choices; without a default the file must choose, and nothing is guessed."""
    expected = listing(choices)
    if document.get(path) is None and default is not None:
        return default
    if not required(document, path, f"{path[-1]} = {expected}", hint):
        return choices[0]
    value = document.get(path)
    if isinstance(value, str) and value in choices:
        return value
    if isinstance(value, str):
        document.error(code, path, document.shown(path), expected, suggest(value, choices) or hint)
    else:
        wrong_type(document, path, expected)
    return choices[0]


def number(document: Document, path: KeyPath, low: Fraction | int, high: Fraction | int) -> Fraction | None:
    """Return an exact number of a range, or None after a fault."""
    value = document.get(path)
    if isinstance(value, bool) or not isinstance(value, (int, Fraction, float)):
        wrong_type(document, path, f"a number from {low} to {high}")
        return None
    if isinstance(value, float) or not low <= value <= high:
        document.error("number", path, document.shown(path), f"a number from {low} to {high}")
        return None
    return Fraction(value)


def whole(document: Document, path: KeyPath, low: int, high: int, default: int) -> int:
    """Return a whole number of a range."""
    if document.get(path) is None:
        return default
    value = number(document, path, low, high)
    if value is not None and value.denominator != 1:
        document.error("number", path, document.shown(path), f"a whole number from {low} to {high}")
    return default if value is None or value.denominator != 1 else int(value)


def date(document: Document, path: KeyPath) -> str:
    """Return a date as text, "2026-11-29", or "" when the file has none."""
    value = document.get(path)
    if value is None:
        return ""
    if isinstance(value, str):
        try:
            value = datetime.date.fromisoformat(value)
        except ValueError:
            document.error("date", path, document.shown(path), "a date such as 2026-11-29")
            return ""
    if not isinstance(value, datetime.date) or isinstance(value, datetime.datetime):
        wrong_type(document, path, "a date such as 2026-11-29")
        return ""
    return value.isoformat()


def pay(document: Document, path: KeyPath, unit: OddsUnit | None) -> Fraction | None:
    """Return the net pay of a row, to one, or None after a fault. ``unit`` is None while the file does not say."""
    value = document.get(path)
    expected = 'a pay: 2, 1.5, "3/2", "3 to 2", "6 for 5", "push" or "lose"'
    if isinstance(value, str):
        try:
            net = parse_pay(value, unit or ("for one" if "for" in value.lower() else "to one"))
        except WrongUnitError as error:
            document.error("unit", path, str(error), f"pays in one unit, odds {unit}", _other_unit(value))
            return None
        except ValueError as error:
            hint = (
                'a decimal point, not a comma: 1.5 or "3/2"' if "," in value else suggest(value, ("push", "lose"))
            )
            document.error("pay", path, str(error), expected, hint)
            return None
    elif isinstance(value, bool) or not isinstance(value, (int, Fraction, float)):
        wrong_type(document, path, expected)
        return None
    elif isinstance(value, float) or not 0 <= value <= LARGEST_PAY:
        hint = 'a losing row is written "lose"' if value < 0 else ""
        document.error("number", path, document.shown(path), f"a pay from 0 to {LARGEST_PAY:,}", hint)
        return None
    else:
        net = Fraction(value) - (unit == "for one")
    if net > LARGEST_PAY:
        document.error("number", path, document.shown(path), f"a pay from 0 to {LARGEST_PAY:,}")
    return net


class Row(NamedTuple):
    """A row of a pay table in the file."""

    label: str
    """As the layout prints it."""
    events: tuple[str, ...]
    pays: Fraction
    """Net, to one."""
    path: KeyPath


def pay_rows(
    document: Document,
    path: KeyPath,
    read_label: Callable[[Document, KeyPath], tuple[str, tuple[str, ...]] | None],
    unit: OddsUnit | None,
) -> list[Row] | None:
    """Return the rows of a pay table, or None after a fault.

    ``read_label`` gives the printed label and the events of a row, or adds the fault and gives None.
    """
    rows: list[Row] = []
    first: dict[str, KeyPath] = {}
    so_far = len(document.faults)
    listed = table(document, path)
    if listed == {} and not document.is_broken(path):
        document.error("empty", path, f"{document.shown(path)} has no rows", 'a row such as "24" = 2', on="key")
    for key in listed or ():
        place = (*path, key)
        pays = pay(document, place, unit)
        label, events = read_label(document, place) or ("", ())
        if again := [event for event in events if event in first]:
            hint = f"{again[0]} is first listed on line {document.line(first[again[0]])}"
            found = f"{key!r} lists {', '.join(again)} again"
            document.error("overlap", place, found, "each event in one row", hint, "key")
        first = dict.fromkeys(events, place) | first
        if pays is not None:
            rows.append(Row(label, events, pays, place))
    return None if len(document.faults) > so_far or document.is_broken(path) else rows


def _other_unit(value: str) -> str:
    """The same pay in the unit of the table, as a hint."""
    theirs: OddsUnit = "for one" if "for" in value.lower() else "to one"
    ours: OddsUnit = "to one" if theirs == "for one" else "for one"
    return f'"{value}" pays the same as "{show_pay(parse_pay(value, theirs), ours)}"'
