"""Rows of text, one at a time, into a batch of numbers."""

from __future__ import annotations

from math import nan

from casino31.audit.hands.batch import (
    MOST_WORDS,
    ROWS,
    Batch,
    Reader,
    Rounds,
    RowFault,
    card_of,
    clock,
    mark_of,
    moment_of,
)
from casino31.audit.hands.schema import LogColumns
from casino31.audit.hands.words import cents, words_of
from casino31.cards import show
from casino31.serialize import JsonObject

_MONEY: dict[str, int] = {}
"""Amounts met before: a log has few different ones."""
_MONEY_COMMAS: dict[str, int] = {}
"""Those of files that may write decimals with a comma."""


class RowBatch:
    """A batch that grows row by row.

    >>> from pathlib import Path
    >>> from casino31.audit.hands.schema import Schema
    >>> reader = Reader(Schema(), ("natural 31",), 3, 3, ("deal",), ())
    >>> batch = RowBatch(reader, reader.columns(Path("a.csv"), ["cards", "natural 31", "paid"]), 1)
    >>> batch.add(1, {"cards": "As Ks Qs", "natural 31": "0.50", "paid": "50.50"})
    >>> batch.add(2, {"cards": "As Ks As", "natural 31": "1", "paid": "0"})
    >>> done = batch.done()
    >>> done.paid.tolist(), done.sound.tolist(), done.faults[0].found
    ([5050, 0], [True, False], 'As twice in one hand')
    """

    def __init__(self, reader: Reader, columns: LogColumns, first: int) -> None:
        self.reader, self.columns, self.first = reader, columns, first
        self.count = 0
        self.wagers = [columns.stakes.get(wager) for wager in reader.wagers]
        self.cards: list[list[int]] = []
        self.actions: list[int] = []
        self.money: list[list[int]] = []
        self.begins: list[bool] = []
        self.keys: list[list[int]] = []
        self.rounds: list[tuple[int, str]] = []
        """Of each row the track and the name of its round."""
        self.times: list[tuple[float, int]] = []
        """Of each row the time and its day."""
        self.sound: list[bool] = []
        self.faults: list[RowFault] = []
        self._no_cards = [-1] * reader.size
        self._no_money = [0] * (len(self.wagers) + 1)

    @property
    def full(self) -> bool:
        """Whether the batch has its rows."""
        return self.count >= ROWS

    def add(self, number: int, row: object) -> None:
        """Take one row: a mapping, or a text that says why it is none."""
        self.count += 1
        try:
            if not isinstance(row, dict):
                raise _Wrong("row", str(row)[:60] if isinstance(row, str) else "no object", "one value a column")
            cards = self._cards(row)
            action = self._action(row)
            money = self._stakes(row)
            money.append(self._paid(row, money))
            keys = [self.reader.place_of(key, str(row.get(key, ""))) for key in self.columns.keys]
        except _Wrong as wrong:
            self.faults.append(RowFault(number, wrong.code, wrong.found, wrong.expected))
            cards, action, money, keys = self._no_cards, 0, self._no_money, [0] * len(self.columns.keys)
            if isinstance(row, dict) and self.columns.keys:
                keys = [self.reader.place_of(key, str(row.get(key, ""))) for key in self.columns.keys]
            self.sound.append(False)
        else:
            self.sound.append(True)
        self.cards.append(cards)
        self.actions.append(action)
        self.money.append(money)
        self.keys.append(keys)
        if self.columns.round:
            names = self.columns.round
            mark = [str(row.get(name)) for name in names] if isinstance(row, dict) else list(self.reader.mark)
            self.begins.append(self.reader.begins(mark))
            self.rounds.append((self.reader.track_of(mark[:-1]), mark[-1] if mark else ""))
        if self.columns.time is not None:
            self.times.append(moment_of(row.get(self.columns.time)) if isinstance(row, dict) else (nan, 0))

    def _hands(self, row: JsonObject) -> list[int]:
        """The cards of several hands, each in a column of its own."""
        cards: list[int] = []
        for (name, most), column in zip(self.reader.hands.items(), self.columns.cards, strict=True):
            words = hand_words(row.get(column))
            if len(words) > most:
                raise _Wrong(name, f"{len(words)} cards", f"at most {most}")
            cards += self._known(words) + [-1] * (most - len(words))
        return cards

    def _known(self, words: list[str]) -> list[int]:
        try:
            return [card_of(self.reader.deck, word) for word in words]
        except ValueError as error:
            raise _Wrong("card", str(error), self.reader.cards_said) from None

    def _cards(self, row: JsonObject) -> list[int]:
        if self.reader.hands:
            return self._hands(row)
        names = self.columns.cards
        if len(names) == 1:
            words = hand_words(row.get(names[0]))
        else:
            words = [_card_word(row.get(name)) for name in names]
            while words and not words[-1]:  # cards that were never turned stand last
                words.pop()
        size, seen = self.reader.size, self.reader.seen
        if not seen <= len(words) <= size:
            expected = f"{size} cards" if seen == size else f"{seen} to {size} cards"
            raise _Wrong("cards", f"{len(words)} cards in {' '.join(words)[:60]!r}", expected)
        cards = self._known(words)
        if len(set(cards)) < len(cards):
            most = max(cards, key=cards.count)
            if cards.count(most) > self.reader.decks:
                found = f"{show(most)} {_TIMES.get(cards.count(most), f'{cards.count(most)} times')} in one hand"
                raise _Wrong(
                    "twice",
                    found,
                    "different cards of one deck" if self.reader.decks == 1 else "no more than there are",
                )
        return cards + [-1] * (size - len(cards))

    def _action(self, row: JsonObject) -> int:
        if self.columns.decision is None:
            return 0
        word = str(row.get(self.columns.decision, "")).strip().lower()
        if word in ("", "-", "none") and self.reader.skips:
            return 0
        if word not in self.reader.words:
            raise _Wrong("decision", f"the decision {word[:40]!r}", " or ".join(self.reader.actions))
        return self.reader.words[word]

    def _stakes(self, row: JsonObject) -> list[int]:
        return [0 if name is None or _empty(row.get(name)) else self._money(row, name) for name in self.wagers]

    def _paid(self, row: JsonObject, stakes: list[int]) -> int:
        """All that was handed back, with the stakes; what an empty field means nobody knows."""
        names = [name for name in (self.columns.paid, self.columns.net) if name is not None]
        for name in names:
            if _empty(row.get(name)):
                raise _Wrong("amount", f"{name} is empty", "an amount: 0 where nothing was paid")
        paid, *others = (self._money(row, name) for name in names)
        if self.columns.paid is None:
            return paid + sum(stakes)
        if others and others[0] != paid - sum(stakes):
            said = f"{self.columns.paid} {paid / 100:.2f} and {self.columns.net} {others[0] / 100:.2f}"
            raise _Wrong("contradiction", f"{said}, with {sum(stakes) / 100:.2f} staked", "two columns that agree")
        return paid

    def _money(self, row: JsonObject, name: str) -> int:
        value = row.get(name)
        known = _MONEY_COMMAS if self.reader.commas else _MONEY
        amount = known.get(value) if isinstance(value, str) else None
        if amount is None:
            try:
                amount = cents(value, self.reader.commas)
            except ValueError as error:
                raise _Wrong("amount", f"{name}: {error}", "an amount such as 5 or 12.50") from None
            if isinstance(value, str) and len(known) < MOST_WORDS:
                known[value] = amount
        return amount

    def done(self) -> Batch:
        """Return the batch as arrays."""
        import numpy as np

        numbers, marks, tracks = self._rounds()
        times, days = clock(self.times) if self.columns.time is not None else (None, None)
        cards = np.array(self.cards, np.int8).reshape(-1, self.reader.size)
        money = np.array(self.money, np.int64)
        keys = np.array(self.keys, np.int32).reshape(self.count, len(self.columns.keys))
        return Batch(
            first=self.first,
            cards=list(np.ascontiguousarray(cards.T)),
            actions=np.array(self.actions, np.int8),
            stakes={wager: money[:, place] for place, wager in enumerate(self.reader.wagers)},
            paid=money[:, -1],
            begins=np.array(self.begins, bool) if self.columns.round else None,
            keys={key: keys[:, place] for place, key in enumerate(self.columns.keys)},
            sound=np.array(self.sound, bool),
            faults=self.faults,
            numbers=numbers,
            marks=marks,
            tracks=tracks,
            times=times,
            days=days,
        )

    def _rounds(self) -> Rounds:
        """The numbers of rounds, or fingerprints of their names, and who counts them."""
        import numpy as np

        if not self.rounds:
            return None, None, None
        tracks = np.array([track for track, _ in self.rounds], np.int32) if len(self.columns.round) > 1 else None
        names = [name.removesuffix(".0") for _, name in self.rounds]
        if all(name.isascii() and name.isdigit() and len(name) < 19 for name in names):
            return np.array([int(name) for name in names], np.int64), None, tracks
        marks = [mark_of(f"{track} {name}") for track, name in self.rounds]
        return None, np.array(marks, np.uint64), tracks


_TIMES = {2: "twice"}


def _empty(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def hand_words(value: object) -> list[str]:
    """Return the cards of one hand, a text or a list; none of an empty field.

    >>> hand_words("As Kd"), hand_words(["As", 12]), hand_words(4.0), hand_words(None)
    (['As', 'Kd'], ['As', '12'], ['4'], [])
    """
    if isinstance(value, list):
        return [str(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return [] if _empty(value) else words_of(str(value))


def _card_word(value: object) -> str:
    if _empty(value):
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    words = words_of(str(value))
    return words[0] if len(words) == 1 else str(value).strip()


class _Wrong(Exception):
    def __init__(self, code: str, found: str, expected: str) -> None:
        super().__init__(found)
        self.code, self.found, self.expected = code, found, expected
