"""TOML with places, and with every fault at once.

``tomllib`` is the authority on TOML, but it gives no places and stops at the first fault. So a scanner cuts the
text into statements (a table header, or a key with its value), ``tomllib`` reads each alone, and what it refuses
is set down with its place while the others are still read.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""The keys that lead to a value, and the places in arrays."""

_TOKEN = re.compile(
    r'''(?P<text> """(?:\\.|[^\\])*?"{3,5} | \'{3}.*?\'{3,5} | "(?:\\[^\n]|[^"\\\n])*" | '[^'\n]*' )
      | (?P<blank> [ \t\r]+ | \#[^\n]* )
      | (?P<end> \n )
      | (?P<mark> [][{},=] )
      | (?P<bare> [^]\s"'\#[{},=]+ )
      | (?P<stray> . )''',
    re.VERBOSE | re.DOTALL,
)
_KEY_PART = re.compile(r""""(?:\\.|[^"\\])*"|'[^']*'|[^\s."']+""")
_LONGEST = 200
"""Lines that one value may have: a bracket never closed must not swallow the rest of a long file."""

Token: TypeAlias = re.Match[str]


class Span(NamedTuple):
    """Characters of the text, from ``start`` up to ``end``."""

    start: int
    end: int


class Place(NamedTuple):
    """Where a key and its value stand; a table stands at its name."""

    key: Span
    value: Span


class Problem(NamedTuple):
    """One thing that is not TOML."""

    span: Span
    code: str
    found: str
    expected: str
    hint: str = ""


class Statement(NamedTuple):
    """Whole lines that say one thing, and their tokens but for blanks and comments."""

    span: Span
    tokens: Sequence[Token]


@dataclass
class Located:
    """A text as ``tomllib`` reads it, with its places and problems."""

    data: dict[str, Any] = field(default_factory=dict)
    places: dict[KeyPath, Place] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    broken: set[KeyPath] = field(default_factory=set)
    """Keys that are there, with a fault: nobody should call them missing."""


def exact(text: str) -> Fraction | float:
    """Return a decimal text as the fraction it says; nan, inf and numbers beyond all reason stay floats.

    >>> exact("1.1"), exact("1e2"), exact("nan"), exact("1e999999999")
    (Fraction(11, 10), Fraction(100, 1), nan, inf)
    """
    number = Decimal(text)
    sane = number.is_finite() and abs(number.adjusted()) <= 30 and len(number.as_tuple().digits) <= 40
    return Fraction(number) if sane else float(text)


def statements(text: str) -> Iterator[Statement]:
    """Cut a text into its statements; a value may run over lines while a bracket or a long string is open.

    >>> [s.span for s in statements("a = 1 # one\\n[b]\\nc = [2,\\n3]\\n")]
    [Span(start=0, end=11), Span(start=12, end=15), Span(start=16, end=26)]
    """
    tokens = list(_TOKEN.finditer(text))
    at = 0
    while at < len(tokens):
        stop = _statement_end(tokens, at)
        solid = [token for token in tokens[at:stop] if token.lastgroup not in ("blank", "end")]
        if solid:
            yield Statement(Span(tokens[at].start(), tokens[stop - 1].end()), solid)
        at = stop + 1


def _statement_end(tokens: Sequence[Token], at: int) -> int:
    """The place of the line's end that closes a statement; the first one if a bracket is never closed."""
    depth, ends, header = 0, [], None
    for place in range(at, len(tokens)):
        token, kind = tokens[place].group(), tokens[place].lastgroup
        if header is None and kind != "blank":
            header = token == "["
        if kind == "mark" and not header:
            depth = max(0, depth + (token in "[{") - (token in "]}"))
        elif kind == "end":
            ends.append(place)
            if not depth:
                return place
            if len(ends) > _LONGEST:
                break
    return ends[0] if depth and ends else len(tokens)


def locate(text: str) -> Located:
    """Return everything a TOML text says, with the place of each key and value, and every fault in it.

    Line ends must be newlines alone. Decimals are exact (see ``exact``).

    >>> found = locate('[play]\\n"17" = push\\n"18" = 1.5')
    >>> found.data, found.places["play", "18"].value
    ({'play': {'18': Fraction(3, 2)}}, Span(start=26, end=29))
    >>> found.problems[0].hint
    'text stands in quotes: "17" = "push"'
    """
    reader = _Reader(text)
    for statement in statements(text):
        if statement.tokens[0].group() == "[":
            reader.header(statement)
        else:
            reader.pair(statement)
    located = reader.located
    if not located.problems:
        try:
            tomllib.loads(text, parse_float=exact)
        except (ValueError, RecursionError) as error:  # what one statement alone cannot show
            located.problems.append(_problem(text, Span(0, len(text)), error))
    return located


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
        inner = [token for token in statement.tokens if token.group() not in ("[", "]")]
        name = self.text[inner[0].start() : inner[-1].end()] if inner else ""
        try:
            tomllib.loads(self.text[slice(*statement.span)])
            path: KeyPath = key_path(name)
        except (ValueError, RecursionError) as error:
            # Its keys still belong together: read them under the name that was meant.
            name = name.strip("\"'“”‘’")
            hint = f'a table is opened by its name in brackets: ["{name}"]' if name else ""
            self.located.problems.append(_problem(self.text, statement.span, error, hint))
            path = (name,)
            self.located.broken.add(path)
        spans = _spans(inner)
        for length, span in enumerate(spans[: len(path)], 1):
            self.located.places.setdefault(path[:length], Place(span, span))
        if statement.tokens[1:2] and statement.tokens[1].group() == "[":
            self.problem(spans[-1], "type", f"[[{name}]], an array of tables", f"a table: [{name}]")
        self.table = path if name else None
        if first := self.taken(path) or (path if path in self.headers else None):
            self.duplicate(Span(spans[0].start, spans[-1].end), f"[{name}]", first)
            self.table = path if first in self.headers else None
        elif name:
            self.headers.add(path)
            self.located.places[path] = Place(spans[-1], spans[-1])
            self.open(path)

    def pair(self, statement: Statement) -> None:
        """Set a key to its value."""
        try:
            data: Any = tomllib.loads(self.text[slice(*statement.span)], parse_float=exact)
        except (ValueError, RecursionError) as error:
            self.broken_pair(statement, error)
            return
        if self.table is None:
            return
        names, _, _ = _key(statement.tokens, 0)
        path = self.table + names
        found: dict[KeyPath, Place] = {}
        _place_pair(statement.tokens, 0, self.table, found)
        if first := self.taken(path) or (path if path in self.located.places else None):
            self.duplicate(found[path].key, ".".join(names), first)
            return
        for name in names:
            data = data[name]
        self.located.places = found | self.located.places
        self.open(path[:-1])[path[-1]] = data
        self.values.add(path)

    def broken_pair(self, statement: Statement, error: Exception) -> None:
        """Set down what is wrong with a key and its value, and guess what was meant."""
        hint = "a row is written key = value"
        key, equals, value = self.text[statement.tokens[0].start() : statement.tokens[-1].end()].partition("=")
        key, value = key.strip(), value.strip()
        bare = value.strip("\"'“”‘’")
        names: KeyPath = (key.strip("\"'“”‘’"),)
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
        self.located.problems.append(Problem(span, code, found, expected, hint))

    def duplicate(self, span: Span, what: str, first: KeyPath) -> None:
        """Set down a second listing, which counts for nothing."""
        line = self.text.count("\n", 0, self.located.places[first].key.start) + 1
        self.problem(span, "duplicate", f"{what} again", "each key once", f"it is first listed on line {line}")


def key_path(text: str) -> tuple[str, ...]:
    """Return the names of a key as TOML writes it; ValueError when it is none.

    >>> key_path("rules . 'trips'")
    ('rules', 'trips')
    """
    node: Any = tomllib.loads(f"{text} = 0")
    path = []
    while isinstance(node, dict):
        ((name, node),) = node.items()
        path.append(name)
    return tuple(path)


def _spans(tokens: Sequence[Token]) -> list[Span]:
    """The place of each part of a dotted key."""
    if not tokens:
        return []
    return [
        Span(*part.span()) for part in _KEY_PART.finditer(tokens[0].string, tokens[0].start(), tokens[-1].end())
    ]


def _key(tokens: Sequence[Token], at: int) -> tuple[tuple[str, ...], list[Span], int]:
    """The names of the key at a token, their places, and where its value begins."""
    equals = next(i for i in range(at, len(tokens)) if tokens[i].group() == "=")
    names = key_path(tokens[at].string[tokens[at].start() : tokens[equals - 1].end()])
    return names, _spans(tokens[at:equals]), equals + 1


def _place_pair(tokens: Sequence[Token], at: int, path: KeyPath, found: dict[KeyPath, Place]) -> int:
    """Place a key and its value, which ``tomllib`` has accepted; return where the next token is."""
    names, spans, at = _key(tokens, at)
    for length, span in enumerate(spans[:-1], 1):
        found.setdefault(path + names[:length], Place(span, span))
    return _place_value(tokens, at, path + names, spans[-1], found)


def _place_value(tokens: Sequence[Token], at: int, path: KeyPath, key: Span, found: dict[KeyPath, Place]) -> int:
    first, opening = at, tokens[at].group()
    at += 1
    if opening in ("[", "{"):
        count = 0
        while tokens[at].group() not in ("]", "}"):
            if opening == "{":
                at = _place_pair(tokens, at, path, found)
            else:
                at = _place_value(tokens, at, (*path, count), Span(*tokens[at].span()), found)
                count += 1
            at += tokens[at].group() == ","
        at += 1
    else:
        while at < len(tokens) and tokens[at].lastgroup != "mark":  # a date and its time are two words
            at += 1
    found[path] = Place(key, Span(tokens[first].start(), tokens[at - 1].end()))
    return at


def _problem(text: str, within: Span, error: Exception, hint: str = "") -> Problem:
    """What ``tomllib`` says of a statement, at its place in the text and in our words."""
    source = text[slice(*within)]
    match = re.fullmatch(
        r"(?P<message>.*?) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|.*)\)", str(error), re.S
    )
    message = match["message"] if match else "a number or nesting without reason"
    if match and match["line"]:
        starts = [0, *(m.end() for m in re.finditer("\n", source))]
        start = within.start + min(len(source), starts[int(match["line"]) - 1] + int(match["column"]) - 1)
    else:
        start = within.start + (len(source.rstrip()) if match else len(source) - len(source.lstrip()))
    rest = text[start : within.end].split("\n")[0].rstrip()
    span = Span(start, start + max(1, len(rest)))
    if message.startswith("Expected "):
        return Problem(span, "syntax", repr(rest) if rest else "the end of the line", message[9:], hint)
    if message == "Invalid value":
        return Problem(span, "syntax", f"the value {rest!r}", "a number, or text in quotes", hint)
    if message == "Invalid statement":
        return Problem(span, "syntax", repr(rest), "key = value, or [table]", hint)
    return Problem(span, "syntax", message[0].lower() + message[1:], "a line of TOML", hint)
