"""The craft that every game needs to read its file: one value at a time, each fault at its place.

A function that finds a fault adds it to the document and returns a stand-in of the right type, so that the
rest is still read; ``Document.check`` then raises all the faults at once.
"""

import datetime
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from unicodedata import category

from casino31.layoutfile.document import Document
from casino31.layoutfile.scan import KeyPath
from casino31.serialize import JsonObject

LONGEST_TEXT = 4_000
"""Characters of a title or a source: a cell of a workbook holds 32,767."""
_KINDS = {
    bool: "a switch (true or false)",
    str: "text",
    int: "a number",
    Fraction: "a number",
    float: "a number",
    dict: "a table",
    list: "an array",
}


def suggest(word: str, words: Iterable[str]) -> str:
    """Return the hint that names the known word closest to one that is not, or "".

    >>> suggest("Bset", ["best", "last"]), suggest("zzz", ["best"])
    ("did you mean 'best'?", '')
    """
    near = closest(word, words)
    return "" if near is None else f"did you mean {near!r}?"


def closest(word: str, words: Iterable[str]) -> str | None:
    """Return the known word closest to one that is not, or None when none is close.

    >>> closest("31 clasic", ["31 Classic", "Greek 31"]), closest("baccarat", ["31 Classic", "Greek 31"])
    ('31 Classic', None)
    """
    from difflib import get_close_matches  # needed for faulty files only

    known = {word.lower(): word for word in words}
    close = get_close_matches(word.lower(), known, 1)
    return known[close[0]] if close else None


def listing(words: Sequence[str]) -> str:
    """Return words as a choice.

    >>> listing(["best", "last", "none"])
    '"best", "last" or "none"'
    >>> listing([])
    'nothing'
    """
    if not words:
        return "nothing"
    quoted = [f'"{word}"' for word in words]
    return " or ".join(filter(None, (", ".join(quoted[:-1]), quoted[-1])))


def known(document: Document, path: KeyPath, keys: Sequence[str], above: Collection[str] = ()) -> None:
    """Add a fault for each key of a table that is not one of ``keys``.

    ``above`` are the keys of the file itself: one that slipped into a table is sent home.

    >>> document = Document('gane = "31 Classic"')
    >>> known(document, (), ("game", "title"))
    >>> document.faults[0].hint
    "did you mean 'game'?"
    """
    for key in table(document, path) or ():
        if key not in keys:
            where = f" in [{'.'.join(map(str, path))}]" if path else ""
            up = f"{key} belongs above the first [table]" if key in above else ""
            found = f"an unknown key {key!r}{where}"
            document.error("unknown", (*path, key), found, listing(keys), up or suggest(key, keys), "key")


def table(document: Document, path: KeyPath) -> JsonObject | None:
    """Return a table of the file, or None when it is not there or no table, which is a fault.

    >>> table(Document("[rules]\\ntie = 'fold'"), ("rules",))
    {'tie': 'fold'}
    """
    value = document.get(path)
    if value is not None and not isinstance(value, dict):
        wrong_type(document, path, f"a table: [{path[-1]}]")
    return value if isinstance(value, dict) else None


def wrong_type(document: Document, path: KeyPath, expected: str) -> None:
    """Add the fault of a value of the wrong type.

    >>> document = Document("title = true")
    >>> wrong_type(document, ("title",), "text")
    >>> document.faults[0].found
    'title = true, a switch (true or false)'
    """
    kind = _KINDS.get(type(document.get(path)), "a date or time")
    document.error("type", path, f"{document.shown(path)}, {kind}", expected)


def required(document: Document, path: KeyPath, expected: str, hint: str = "") -> bool:
    """Tell whether a key has a value; add a fault when the file does not even try.

    >>> document = Document("title = broken")
    >>> required(document, ("title",), "text"), required(document, ("odds",), "text")
    (False, False)
    >>> [fault.code for fault in document.faults]
    ['syntax', 'missing']
    """
    if document.get(path) is None and not document.is_broken(path):
        document.error("missing", path, f"no {path[-1]}", expected, hint)
    return document.get(path) is not None


def text(document: Document, path: KeyPath, example: str) -> str:
    """Return a text that the file must give, as one line.

    >>> text(Document("title = '''A  long\\ntitle'''"), ("title",), "a title")
    'A long title'
    """
    if not required(document, path, example):
        return ""
    value = document.get(path)
    if not isinstance(value, str):
        wrong_type(document, path, "text in quotes")
        return ""
    line = " ".join(value.split())
    if not line:
        document.error("empty", path, f"an empty {path[-1]}", example)
    if len(line) > LONGEST_TEXT:
        document.error("text", path, f"a {path[-1]} of {len(line):,} characters", f"at most {LONGEST_TEXT:,}")
    if bad := [c for c in line if category(c) in ("Cc", "Cn")]:
        document.error("text", path, f"the control character U+{ord(bad[0]):04X}", "text that can be printed")
    return line


def choice(
    document: Document,
    path: KeyPath,
    choices: Sequence[str],
    default: str | None = None,
    hint: str = "",
    code: str = "reading",
) -> str:
    """Return one of the named choices; without a default the file must choose, and nothing is guessed.

    A choice that is a number may be written without quotes.

    >>> choice(Document("tie = 'play'"), ("tie",), ("fold", "play"), "fold")
    'play'
    >>> choice(Document("decks = 8"), ("decks",), ("6", "8"), "6")
    '8'
    """
    expected = listing(choices)
    if document.get(path) is None and default is not None:
        return default
    if not required(document, path, f"{path[-1]} = {expected}", hint):
        return choices[0]
    value = document.get(path)
    if isinstance(value, int) and not isinstance(value, bool) and all(map(str.isdigit, choices)):
        value = str(value)
    if isinstance(value, str) and value in choices:
        return value
    if isinstance(value, str):
        document.error(code, path, document.shown(path), expected, suggest(value, choices) or hint)
    else:
        wrong_type(document, path, expected)
    return choices[0]


def number(
    document: Document,
    path: KeyPath,
    low: Fraction | int,
    high: Fraction | int,
    expected: str = "",
    too_low: str = "",
    too_high: str = "",
) -> Fraction | None:
    """Return the exact number at a key that is there, or None when it is none from ``low`` to ``high``.

    ``too_low`` and ``too_high`` are the hints for a number outside the range.

    >>> number(Document("stand = 26.5"), ("stand",), 14, 31)
    Fraction(53, 2)
    """
    value, expected = document.get(path), expected or f"a number from {low:,} to {high:,}"
    if value is None:
        required(document, path, expected)
    elif isinstance(value, bool) or not isinstance(value, (int, Fraction, float)):
        wrong_type(document, path, expected)
    elif isinstance(value, float) or not low <= value <= high:  # a float is what no fraction could be: nan, inf
        document.error("number", path, document.shown(path), expected, too_low if value < low else too_high)
    else:
        return Fraction(value)
    return None


def whole(document: Document, path: KeyPath, low: int, high: int, default: int) -> int:
    """Return a whole number from ``low`` to ``high``.

    >>> whole(Document("decks = 2"), ("decks",), 1, 8, 1), whole(Document(""), ("decks",), 1, 8, 1)
    (2, 1)
    """
    if document.get(path) is None:
        return default
    value = number(document, path, low, high)
    if value is not None and value.denominator != 1:
        document.error("number", path, document.shown(path), f"a whole number from {low:,} to {high:,}")
    return default if value is None or value.denominator != 1 else int(value)


def date(document: Document, path: KeyPath) -> str:
    """Return a date as text, or "" when the file has none.

    >>> date(Document("date = 2026-11-29"), ("date",)), date(Document("date = '2026-11-29'"), ("date",))
    ('2026-11-29', '2026-11-29')
    """
    value, expected = document.get(path), "a date such as 2026-11-29"
    if value is None:
        return ""
    if isinstance(value, str):
        try:
            value = datetime.datetime.strptime(value, "%Y-%m-%d").date()
        except ValueError:
            document.error("date", path, document.shown(path), expected)
            return ""
    if not isinstance(value, datetime.date) or isinstance(value, datetime.datetime):
        wrong_type(document, path, expected)
        return ""
    return value.isoformat()
