"""What a logged hand is once it is read: a row of a batch of numbers, and what is remembered between batches."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import blake2b
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from casino31.audit.hands.schema import LogColumns, Schema, WantedColumns, find_columns, has
from casino31.cards import DECK, parse_card, show
from casino31.faults import refused

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROWS = 2**16
"""Rows of a batch."""
MOST_WORDS = 200_000
"""Different texts of one column that are remembered within a file."""


UNSORTED = ("order", "apart", "time")
"""Faults of the order of a log: until it is sorted, nobody can say which hands share a deck."""
UNREADABLE = ("row", "cards", "card", "decision", "amount")
"""Faults of rows that say too little, or nothing that can be read: no sign of dishonesty."""


class RowFault(NamedTuple):
    """What is wrong with one row as it is written; the row counts nowhere else."""

    row: int
    code: str
    found: str
    expected: str


Rounds: TypeAlias = "tuple[NDArray[np.int64] | None, NDArray[np.uint64] | None, NDArray[np.int32] | None]"
"""Of each row the number of its round, else a mark of its name, and who numbers it."""


@dataclass
class Batch:
    """Some rows of a log as numbers. Money is in cents."""

    first: int
    """The number of the first row, from 1, without the header."""
    cards: list[NDArray[np.int8]]
    """One array a card; -1 where the log has none."""
    actions: NDArray[np.int8]
    stakes: dict[str, NDArray[np.int64]]
    paid: NDArray[np.int64]
    begins: NDArray[np.bool_] | None
    """Rows whose round is not that of the row before; None when each row is a round."""
    keys: dict[str, NDArray[np.int32]]
    """Of each column to group by: places in the reader's names."""
    sound: NDArray[np.bool_]
    """Rows that could be read."""
    faults: list[RowFault]
    numbers: NDArray[np.int64] | None = None
    """The number of each row's round, where rounds have numbers."""
    marks: NDArray[np.uint64] | None = None
    """A fingerprint of the name of each row's round, where they have none."""
    tracks: NDArray[np.int32] | None = None
    """The table, or whatever else numbers its own rounds, of each row; None where all rows have one."""
    times: NDArray[np.float64] | None = None
    """The time of each row, where the log has times; nan of those that say none."""
    days: NDArray[np.int32] | None = None
    """The day of each row in the calendar, where the log has times; 0 of those that name none."""


class Reader:
    """What is remembered between the batches of a log.

    >>> reader = Reader(Schema(), ("ante",), 4, 3, ("fold", "play"), ("table",))
    >>> reader.place_of("table", "T1"), reader.place_of("table", "T2"), reader.place_of("table", "T1")
    (0, 1, 0)
    >>> reader.begins(["1"]), reader.begins(["1"]), reader.begins(["2"])
    (True, False, True)
    """

    def __init__(
        self,
        schema: Schema,
        wagers: Sequence[str],
        size: int,
        seen: int,
        actions: Sequence[str],
        by: Sequence[str],
        needed: Sequence[str] = (),
        hands: Mapping[str, int] | None = None,
    ) -> None:
        self.schema, self.wagers, self.size, self.seen = schema, tuple(wagers), size, seen
        self.actions, self.by = tuple(actions), tuple(by)
        self.needed = tuple(needed)
        """Wagers without whose column a log says too little."""
        self.hands = hands or {}
        """Columns that hold a hand each, and the most cards of it; else the cards of a row are one hand."""
        self.names: dict[str, dict[str, int]] = {key: {} for key in by}
        """The groups met so far, by column."""
        words = {action.lower(): place for place, action in enumerate(actions)}
        self.words = words | {word: words[a.lower()] for word, a in schema.decisions.items() if a.lower() in words}
        self.deck = {show(card).lower(): card for card in DECK} | {str(card): card for card in DECK}

        self.cards_said = "cards such as As Kd 7h, or 0 to 51"
        self.decks = 1
        """Decks in the shoe: of several, a card may stand as often in a hand."""
        self.skips = False
        """Whether some hands end before a decision: it may stand empty."""
        self.taken_back = False
        """Whether a decision moves what is staked: a stake column then says the unit, and net does not say paid."""
        self.commas = False
        """Whether the file being read may write decimals with a comma."""
        self.tracks: dict[str, int] = {}
        """Tables, or whatever else numbers its own rounds, in the order in which they turned up."""
        self.mark: list[str] = []
        """What the round columns say in the row read last."""

    def begins(self, mark: list[str]) -> bool:
        """Whether a row is the first of its round: what its round columns say is not what those before it did."""
        fresh, self.mark = mark != self.mark, mark
        return fresh

    def track_of(self, names: Sequence[str]) -> int:
        """The place of a table among those met, by what its columns say."""
        return self.tracks.setdefault("\x1f".join(names), len(self.tracks))

    def columns(self, path: Path, header: Sequence[str]) -> LogColumns:
        """Return the columns of a file with this header."""
        decides = len(self.actions) > 1
        hands = tuple(self.hands)
        wanted = WantedColumns(self.wagers, self.size, decides, self.by, hands)
        columns = find_columns(str(path), self.schema, header, wanted)
        if self.taken_back and columns.net is not None:
            if columns.paid is None:
                expected = "all that was handed back: bets may have been taken back"
                raise refused(str(path), "no column paid", expected, has(header))
            columns = replace(columns, net=None)
        for wager in self.needed:
            if wager not in columns.stakes:
                expected = "the stake of each wager of the base game"
                raise refused(str(path), f"no column {wager}", expected, has(header))
        return columns

    def place_of(self, key: str, name: str) -> int:
        """The place of a group; RulesError when there are too many to keep."""
        names = self.names[key]
        if name not in names:
            if len(names) >= 2_000:
                raise refused(key, "more than 2,000 different groups", "a column with a few hundred at most")
            names[sys.intern(name)] = len(names)
        return names[name]


def mark_of(name: str) -> int:
    """Return 64 bits of a name, the same on every machine.

    >>> mark_of("a") == mark_of("a") != mark_of("b")
    True
    """
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")


def moment_of(value: object) -> tuple[float, int]:
    """Return a time as seconds, to be compared with others of its log alone, and its day as it is written.

    The day is its number in the calendar, 0 of what names none. The seconds are nan of what is no time.

    >>> moment_of("2026-11-29 20:15") < moment_of("2026-11-29T20:15:01Z"), moment_of(31), moment_of("soon")
    (True, (31.0, 0), (nan, 0))
    >>> moment_of("2026-11-29T23:59-05:00")[1] == moment_of("2026-11-29")[1]
    True
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value), 0
    try:
        if isinstance(value, datetime):
            moment = value
        else:
            text = str(value).strip()
            if text.replace(".", "", 1).isdigit():
                return float(text), 0
            moment = datetime.fromisoformat(text)
        zoned = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return zoned.timestamp(), moment.toordinal()
    except (ValueError, OverflowError):
        return nan, 0


def clock(moments: Sequence[tuple[float, int]]) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Return the times and the days of the rows of a batch as arrays.

    >>> [part.tolist() for part in clock([(31.0, 0), (32.0, 739_951)])]
    [[31.0, 32.0], [0, 739951]]
    """
    import numpy as np

    return np.array([time for time, _ in moments], np.float64), np.array([day for _, day in moments], np.int32)


def card_of(deck: Mapping[str, int], word: str) -> int:
    """Return the card of a word such as As, 10d or 0 to 51; ValueError otherwise.

    >>> card_of({"as": 51}, "As"), card_of({}, "10d")
    (51, 33)
    """
    card = deck.get(word.lower())
    if card is None:
        if word.lstrip("-").isdigit():
            raise ValueError(f"the card {word}")
        return parse_card(word)
    return card
