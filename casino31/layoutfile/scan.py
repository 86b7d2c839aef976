"""Where things stand in a TOML text: statements, and the keys and values in them.

``tomllib`` says what a text means and gives no places; this scanner gives places and leaves the meaning to it.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""The keys that lead to a value, and the places in arrays."""
Token: TypeAlias = re.Match[str]

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
_MOST_OPEN = 10
"""Brackets never closed, after which a value ends with its line: each of them was looked for in vain."""


class Span(NamedTuple):
    """Characters of the text, from ``start`` up to ``end``."""

    start: int
    end: int


class Place(NamedTuple):
    """Where a key and its value stand; a table stands at its name."""

    key: Span
    value: Span


class Statement(NamedTuple):
    """Whole lines that say one thing, and their tokens without blanks and comments."""

    span: Span
    tokens: Sequence[Token]


def statements(text: str) -> Iterator[Statement]:
    """Cut a text into its statements; a value may run over lines while a bracket or a long string is open.

    >>> [s.span for s in statements("a = 1 # one\\n[b]\\nc = [2,\\n3]\\n")]
    [Span(start=0, end=11), Span(start=12, end=15), Span(start=16, end=26)]
    """
    tokens = list(_TOKEN.finditer(text))
    at = left_open = 0
    while at < len(tokens):
        stop, closed = _statement_end(tokens, at, _LONGEST if left_open < _MOST_OPEN else 0)
        left_open += not closed
        solid = [token for token in tokens[at:stop] if token.lastgroup not in ("blank", "end")]
        if solid:
            yield Statement(Span(tokens[at].start(), tokens[stop - 1].end()), solid)
        at = stop + 1


def _statement_end(tokens: Sequence[Token], at: int, longest: int) -> tuple[int, bool]:
    """The place of the line's end that closes a statement, and whether its brackets are closed there.

    It is the first one if they never are, in so many lines.
    """
    depth, ends, in_value = 0, [], False
    for place in range(at, len(tokens)):
        token, kind = tokens[place].group(), tokens[place].lastgroup
        if kind == "mark":
            in_value = in_value or token == "="
            depth = max(0, depth + (token in "[{") - (token in "]}")) if in_value else 0
        elif kind == "end":
            ends.append(place)
            if not depth:
                return place, True
            if len(ends) > longest:
                break
    return (ends[0], False) if depth and ends else (len(tokens), not depth)


def key_path(text: str) -> tuple[str, ...]:
    """Return the names of a key as TOML writes it; ValueError when it is none.

    >>> key_path("rules . 'trips'")
    ('rules', 'trips')
    """
    node: object = tomllib.loads(f"{text} = 0")
    path = []
    while isinstance(node, dict):
        ((name, node),) = node.items()
        path.append(name)
    return tuple(path)


def key_spans(tokens: Sequence[Token]) -> list[Span]:
    """Return the place of each part of a dotted key.

    >>> key_spans(next(statements("rules . 'trips'")).tokens)
    [Span(start=0, end=5), Span(start=8, end=15)]
    """
    text, start, end = tokens[0].string, tokens[0].start(), tokens[-1].end()
    return [Span(*part.span()) for part in _KEY_PART.finditer(text, start, end)] or [Span(start, end)]


def place_pair(
    tokens: Sequence[Token], at: int, path: KeyPath, places: dict[KeyPath, Place]
) -> tuple[tuple[str, ...], int]:
    """Put the places of a key and its value, which ``tomllib`` has accepted, into ``found``.

    Returns the names of the key and where the next token is.

    >>> found = {}
    >>> place_pair(next(statements("a.b = {c = 1}")).tokens, 0, (), found)
    (('a', 'b'), 7)
    >>> found["a", "b", "c"]
    Place(key=Span(start=7, end=8), value=Span(start=11, end=12))
    """
    equals = next(i for i in range(at, len(tokens)) if tokens[i].group() == "=")
    names = key_path(tokens[at].string[tokens[at].start() : tokens[equals - 1].end()])
    spans = key_spans(tokens[at:equals])
    for length, span in enumerate(spans[:-1], 1):
        places.setdefault(path + names[:length], Place(span, span))
    return names, _place_value(tokens, equals + 1, path + names, spans[-1], places)


def _place_value(tokens: Sequence[Token], at: int, path: KeyPath, key: Span, places: dict[KeyPath, Place]) -> int:
    first, opening = at, tokens[at].group()
    at += 1
    if opening in ("[", "{"):
        count = 0
        while tokens[at].group() not in ("]", "}"):
            if opening == "{":
                _, at = place_pair(tokens, at, path, places)
            else:
                at = _place_value(tokens, at, (*path, count), Span(*tokens[at].span()), places)
                count += 1
            at += tokens[at].group() == ","
        at += 1
    else:
        while at < len(tokens) and tokens[at].lastgroup != "mark":  # a date and its time are two words
            at += 1
    places[path] = Place(key, Span(tokens[first].start(), tokens[at - 1].end()))
    return at
