"""Which column of a log holds what."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from casino31.audit.finding import AuditedFile
from casino31.bounded import content_of
from casino31.faults import refused
from casino31.layoutfile.document import Document
from casino31.layoutfile.fields import suggest
from casino31.serialize import JsonMapping

LARGEST_FILE = 2**16
_FIXED = ("cards", "decision", "paid", "net", "round", "time")


@dataclass(frozen=True)
class Schema:
    """The names that a log uses; what is not named here goes by its own name."""

    columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Of cards, decision, paid, net, round, time and each wager: the columns that hold it."""
    decisions: Mapping[str, str] = field(default_factory=dict)
    """The words of the log for the actions of the game."""
    file: AuditedFile | None = None
    """Where it was read from."""


@dataclass(frozen=True)
class LogColumns:
    """The columns of one file, found."""

    cards: tuple[str, ...]
    """One column of text, or one for each card."""
    decision: str | None
    stakes: Mapping[str, str]
    """The column of each wager that the log has."""
    paid: str | None
    """All that was handed back."""
    net: str | None
    """What was won or lost: instead, or beside it to be compared."""
    round: tuple[str, ...]
    """Columns that agree in all hands of one round; () when each row is a round of its own."""
    keys: tuple[str, ...]
    """Columns to group by."""
    time: str | None = None

    @property
    def used(self) -> set[str]:
        """All columns that are read."""
        single = (self.decision, self.paid, self.net, self.time)
        return {*self.cards, *self.stakes.values(), *self.round, *self.keys, *filter(None, single)}


def read_schema(path: Path | None) -> Schema:
    """Return the schema of a TOML file: ``[columns]`` and ``[decisions]``; RulesError when it says something else.

    >>> read_schema(None).columns
    {}
    """
    if path is None:
        return Schema()
    file = str(path)
    try:
        content = content_of(path, LARGEST_FILE)
        document = Document(content.decode("utf-8-sig"), file)
    except OSError as error:
        raise refused(file, f"it cannot be read: {error.strerror or error}", "a schema file") from None
    except UnicodeDecodeError:
        raise refused(file, "bytes that are not UTF-8", "[columns] and [decisions]") from None
    document.check()
    whole = document.data
    for name in whole:
        if name not in ("columns", "decisions"):
            raise refused(file, f"an unknown table {name!r}", "[columns] and [decisions]")
    columns = {name: _names(file, name, value) for name, value in _table(file, whole, "columns").items()}
    decisions: dict[str, str] = {}
    for action, value in _table(file, whole, "decisions").items():
        for word in _names(file, action, value):
            decisions[word.lower()] = action
    return Schema(columns, decisions, AuditedFile(path.name, hashlib.sha256(content).hexdigest()))


def _table(file: str, whole: JsonMapping, name: str) -> JsonMapping:
    value = whole.get(name, {})
    if not isinstance(value, dict):
        raise refused(file, f"{name} is no table", f"[{name}]")
    return value


def _names(file: str, name: str, value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and value and all(isinstance(name, str) for name in value):
        return tuple(value)
    raise refused(file, f"{name} = {value!r}", "the name of a column, or a list of names")


class WantedColumns(NamedTuple):
    """What a log of some game has to hold."""

    wagers: Sequence[str]
    size: int
    """Cards of a hand."""
    decides: bool
    """Whether the player decides anything."""
    by: Sequence[str] = ()
    """Columns to group by."""
    hands: Sequence[str] = ()
    """Columns that hold a hand each, in place of the cards."""


def find_columns(file: str, schema: Schema, header: Sequence[str], wanted: WantedColumns) -> LogColumns:
    """Return where a file with this header holds what; RulesError names the first thing that it lacks.

    >>> names = ("cards", "decision", "ante", "play", "paid")
    >>> columns = find_columns("a.csv", Schema(), names, WantedColumns(("ante", "play"), 4, True))
    >>> columns.cards, columns.stakes, columns.paid, columns.net
    (('cards',), {'ante': 'ante', 'play': 'play'}, 'paid', None)
    """
    wagers, size, decides, by, hands = wanted
    if len(set(header)) < len(header):
        twice = Counter(header).most_common(1)[0][0]
        raise refused(file, f"two columns {twice!r}", "each column once")
    plain = {" ".join(name.lower().replace("_", " ").split()): name for name in header}
    known = {*(_FIXED[2:] if hands else _FIXED), *wagers, *hands}
    for name, columns in schema.columns.items():
        if name not in known:
            raise refused(
                file, f"the schema maps {name!r}", f"one of {', '.join(sorted(known))}", suggest(name, known)
            )
        for column in columns:
            if column not in header:
                raise refused(file, f"no column {column!r}", f"the column of {name}", suggest(column, header))

    def column_of(name: str, *others: str) -> str | None:
        if name in schema.columns:
            if len(schema.columns[name]) > 1:
                raise refused(file, f"the schema maps {name} to several columns", "one column")
            return schema.columns[name][0]
        return next((plain[name_of] for name_of in (name, *others) if name_of in plain), None)

    if hands:
        cards = tuple(filter(None, map(column_of, hands)))
        if len(cards) < len(hands):
            lacks = next(name for name in hands if column_of(name) is None)
            raise refused(file, f"no column {lacks}", f"the columns {', '.join(hands)}", has(header))
    else:
        cards = schema.columns.get("cards") or _card_columns(plain, size)
        if not cards:
            raise refused(file, "no column cards", f"cards, or card 1 to card {size}", has(header))
        if len(cards) not in (1, size):
            raise refused(file, f"{len(cards)} columns of cards", f"one column of text, or {size}, one a card")
    decision = column_of("decision", "action") if decides else None
    if decides and decision is None:
        raise refused(file, "no column decision", "what the player did", has(header))
    paid, net = column_of("paid", "payout"), column_of("net")
    if paid is None and net is None:
        raise refused(file, "no column paid or net", "all that was handed back, or what was won", has(header))
    stakes = {wager: staked for wager in wagers if (staked := column_of(wager))}
    if not stakes:
        raise refused(file, "no stake", f"a column of {', '.join(wagers)}", has(header))
    rounds = schema.columns.get("round") or ()
    if not rounds and "round" in plain:  # tables may number their rounds alike
        rounds = tuple(plain[name] for name in ("table", "round") if name in plain)
    for key in by:
        if key not in header:
            raise refused(file, f"no column {key!r} to group by", "a column of the log", suggest(key, header))
    return LogColumns(
        tuple(cards), decision, stakes, paid, net, rounds, tuple(by), column_of("time", "timestamp", "datetime")
    )


def _card_columns(plain: Mapping[str, str], size: int) -> tuple[str, ...]:
    if "cards" in plain:
        return (plain["cards"],)
    for pattern in ("card {}", "card{}", "c{}"):
        names = [pattern.format(place) for place in range(1, size + 1)]
        if all(name in plain for name in names):
            return tuple(plain[name] for name in names)
    return ()


def has(header: Sequence[str]) -> str:
    """Return the hint that names the columns of a file.

    >>> has(["a"])
    "the file has 'a'; a schema maps other names"
    """
    shown = ", ".join(map(repr, header[:12])) + (" ..." if len(header) > 12 else "")
    return f"the file has {shown}; a schema maps other names"
