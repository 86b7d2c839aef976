"""TOML with places, and with every fault at once.

``tomllib`` is the authority on TOML, but it stops at the first fault. So each statement is read alone, and what
is refused is set down with its place while the others are still read.
"""

import re
import tomllib
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import dropwhile, takewhile
from typing import Any, NamedTuple

from casino31.layoutfile.scan import KeyPath, Place, Span, Statement, key_path, key_spans, place_pair, statements
from casino31.serialize import JsonObject

DEEPEST = 16
"""Names of one key, and brackets within each other: a pay table needs three."""
MOST_PROBLEMS = 100
"""After so many the rest is not read: it is no pay table with a slip or two."""
LARGEST = 10**40
"""Beyond any number of a file."""
_SANE = re.compile(r"[-+]?[0-9_.]{1,40}(?:e[-+]?[0-9]{1,2})?", re.IGNORECASE)
_QUOTES = "\"'“”‘’„«»"
_MESSAGES = {
    "Expected '=' after a key in a key/value pair": ("{rest}", "= after the key"),
    "Expected newline or end of document after a statement": ("{rest}", "the end of the line"),
    "Expected ']' at the end of a table declaration": ("{rest}", "] after the name of the table"),
    "Invalid value": ("the value {rest}", "a number, or text in quotes"),
    "Invalid statement": ("{rest}", "key = value, or [table]"),
    "Invalid initial character for a key part": ("{rest}", "a key"),
    "Unclosed array": ("an array that is not closed", "]"),
    "Unclosed inline table": ("a table that is not closed", "}"),
    "Unterminated string": ("text that is not closed", "a quote at its end"),
}
"""What ``tomllib`` says, in our words: what was found, and what was expected."""


class TomlProblem(NamedTuple):
    """One thing that is not TOML."""

    span: Span
    code: str
    found: str
    expected: str
    hint: str = ""


@dataclass
class Located:
    """A text as ``tomllib`` reads it, with its places and problems."""

    data: JsonObject = field(default_factory=dict)
    places: dict[KeyPath, Place] = field(default_factory=dict)
    problems: list[TomlProblem] = field(default_factory=list)
    broken: set[KeyPath] = field(default_factory=set)
    """Keys that are there, with a fault that hides what they say: nobody should call them missing."""


def exact_decimal(text: str) -> Fraction | float:
    """Return a decimal text as the fraction it says; nan, inf and numbers beyond all reason stay floats.

    >>> exact_decimal("1.1"), exact_decimal("1e2"), exact_decimal("nan"), exact_decimal("1e999999999")
    (Fraction(11, 10), Fraction(100, 1), nan, inf)
    """
    return Fraction(text) if _SANE.fullmatch(text) else float(text)


def brief(text: str) -> str:
    """Return a piece of a file as a message can show it: one line, and not all of a long one.

    >>> brief("[1,\\n 2]"), len(brief("a" * 99))
    ('[1, 2]', 60)
    """
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:57] + "..."


def locate(text: str) -> Located:
    """Return everything a TOML text says, with the place of each key and value, and every fault in it.

    Line ends must be newlines alone. Decimals are exact: ``exact_decimal``. A second listing of a key is a fault
    and counts for nothing.

    >>> found = locate('[play]\\n"17" = push\\n"18" = 1.5')
    >>> found.data, found.places["play", "18"].value
    ({'play': {'18': Fraction(3, 2)}}, Span(start=26, end=29))
    >>> found.problems[0].hint
    'text stands in quotes: "17" = "push"'
    """
    reader = _Reader(text)
    located = reader.located
    for statement in statements(text):
        if len(located.problems) > MOST_PROBLEMS:
            break
        if beyond := _beyond(statement):
            reader.problem(statement.span, "syntax", beyond, "a pay table")
        elif statement.tokens[0].group() == "[":
            reader.header(statement)
        else:
            reader.pair(statement)
    if not located.problems:
        try:
            tomllib.loads(text, parse_float=exact_decimal)
        except (ValueError, RecursionError) as error:  # what no statement alone can show
            located.problems.append(_problem(text, Span(0, len(text)), error))
    return located


def _beyond(statement: Statement) -> str:
    """What nobody needs and what would take time: names and brackets without end."""
    depth = names = 0
    for token in statement.tokens:
        if token.lastgroup == "mark":
            depth += (token.group() in "[{") - (token.group() in "]}")
            names = 0
        elif token.lastgroup == "bare":
            names += token.group().count(".")
        if depth > DEEPEST or names > DEEPEST:
            return f"more than {DEEPEST} {'brackets within each other' if depth > DEEPEST else 'names of one key'}"
    return ""


def _too_large(value: object) -> bool:
    """Whether a number in a value is beyond any number of a file."""
    if isinstance(value, dict):
        return any(map(_too_large, value.values()))
    if isinstance(value, list):
        return any(map(_too_large, value))
    return isinstance(value, int) and abs(value) > LARGEST


class _Reader:
    """The state between statements: the table that keys go to, and what is taken already."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.located = Located()
        self.table: KeyPath | None = ()
        self.values: set[KeyPath] = set()
        self.headers: set[KeyPath] = set()

    def header(self, statement: Statement) -> None:
        """Open a table."""
        source = self.text[slice(*statement.span)]
        inner = list(takewhile(lambda t: t.group() != "]", dropwhile(lambda t: t.group() == "[", statement.tokens)))
        name = self.text[inner[0].start() : inner[-1].end()] if inner else ""
        self.table = None
        try:
            tomllib.loads(source)
            path: KeyPath = key_path(name)
        except (ValueError, RecursionError) as error:
            # Its keys still belong together: read them under the name that was meant.
            bare = name.strip(_QUOTES)
            hint = f'a table is opened by its name in brackets: ["{bare}"]' if bare else ""
            self.located.problems.append(_problem(self.text, statement.span, error, hint))
            path = (bare,)
            self.located.broken.add(path)
            if not bare:
                return
        spans = key_spans(inner)
        if source.lstrip().startswith("[["):
            self.problem(spans[-1], "type", f"[[{name}]], an array of tables", f"a table: [{name}]")
        for length, span in enumerate(spans[: len(path)], 1):
            self.located.places.setdefault(path[:length], Place(span, span))
        if first := self.taken(path):
            self.duplicate(Span(spans[0].start, spans[-1].end), f"[{name}]", first)
            return
        self.table = path
        if path in self.headers:
            self.duplicate(Span(spans[0].start, spans[-1].end), f"[{name}]", path)
            return
        self.headers.add(path)
        self.located.places[path] = Place(spans[-1], spans[-1])
        self.open(path)

    def pair(self, statement: Statement) -> None:
        """Set a key to its value."""
        try:
            data: Any = tomllib.loads(self.text[slice(*statement.span)], parse_float=exact_decimal)
        except (ValueError, RecursionError) as error:
            self.broken_pair(statement, error)
            return
        if _too_large(data):
            self.broken_pair(statement, ValueError("a number of too many digits"))
            return
        if self.table is None:
            return
        places: dict[KeyPath, Place] = {}
        names, _ = place_pair(statement.tokens, 0, self.table, places)
        path = self.table + names
        if first := self.taken(path) or (path if path in self.located.places else None):
            self.duplicate(places[path].key, repr(".".join(names)), first)
            self.located.broken.add(path)
            return
        for name in names:
            data = data[name]
        for place in places:
            self.located.places.setdefault(place, places[place])
        self.open(path[:-1])[path[-1]] = data
        self.values.add(path)

    def broken_pair(self, statement: Statement, error: Exception) -> None:
        """Set down what is wrong with a key and its value, and guess what was meant."""
        hint = "a line is [table] or key = value"
        key, equals, value = self.text[statement.tokens[0].start() : statement.tokens[-1].end()].partition("=")
        key, value = brief(key), brief(value)
        bare = value.strip(_QUOTES)
        names: KeyPath = (key.strip(_QUOTES),)
        if equals:
            try:
                names = key_path(key)
            except ValueError:
                hint = f'a key with blanks or signs stands in quotes: "{names[0]}" = {value}'
            else:
                hint = f'text stands in quotes: {key} = "{bare}"' if bare and value[0] not in "\"'[{" else ""
        if self.table is not None:
            self.located.broken.add(self.table + names)
        self.located.problems.append(_problem(self.text, statement.span, error, hint))

    def taken(self, path: KeyPath) -> KeyPath | None:
        """The value that stands where a path wants to lead."""
        return next((path[:n] for n in range(1, len(path) + 1) if path[:n] in self.values), None)

    def open(self, path: KeyPath) -> dict[Any, Any]:
        """The table at a path, made if need be."""
        node: dict[Any, Any] = self.located.data
        for name in path:
            node = node.setdefault(name, {})
        return node

    def problem(self, span: Span, code: str, found: str, expected: str, hint: str = "") -> None:
        self.located.problems.append(TomlProblem(span, code, found, expected, hint))

    def duplicate(self, span: Span, what: str, first: KeyPath) -> None:
        """Set down a second listing."""
        line = self.text.count("\n", 0, self.located.places[first].key.start) + 1
        self.problem(span, "duplicate", f"{what} again", "each key once", f"it is first listed on line {line}")


def _problem(text: str, within: Span, error: Exception, hint: str = "") -> TomlProblem:
    """What ``tomllib`` says of a statement, at its place in the text and in our words."""
    source = text[slice(*within)]
    pattern = r"(?P<message>.*?) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)"
    match = re.fullmatch(pattern, str(error), re.DOTALL)
    if match is None:  # more digits or brackets than Python reads
        start = within.start + len(source) - len(source.lstrip())
        return TomlProblem(
            Span(start, start + 1), "syntax", "a number or a nesting too long to read", "a pay table"
        )
    start = within.start + len(source.rstrip())
    if match["line"]:
        lines = source.split("\n")[: int(match["line"]) - 1]
        start = min(within.end, within.start + sum(len(line) + 1 for line in lines) + int(match["column"]) - 1)
    rest = text[start : within.end].split("\n")[0].rstrip()
    message = match["message"]
    found, expected = _MESSAGES.get(message, (message[0].lower() + message[1:], "TOML"))
    found = found.replace("{rest}", repr(brief(rest)) if rest else "nothing more on the line")
    return TomlProblem(Span(start, start + max(1, len(rest))), "syntax", found, expected, hint)
