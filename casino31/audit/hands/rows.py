"""Rows of text, one at a time, into a batch of numbers."""

from __future__ import annotations

from typing import Any

from casino31.audit.hands.batch import MOST_WORDS, ROWS, Batch, Reader, RowFault, card_of, cents
from casino31.audit.hands.schema import Columns
from casino31.cards import show

_MONEY: dict[object, int] = {}
"""Amounts met before: a log has few different ones."""


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

    def __init__(self, reader: Reader, columns: Columns, first: int) -> None:
        self.reader, self.columns, self.first = reader, columns, first
        self.count = 0
        self.wagers = [columns.stakes.get(wager) for wager in reader.wagers]
        self.cards: list[list[int]] = []
        self.actions: list[int] = []
        self.money: list[list[int]] = []
        self.begins: list[bool] = []
        self.keys: list[list[int]] = []
        self.sound: list[bool] = []
        self.faults: list[RowFault] = []
        self._no_cards = [-1] * reader.size
        self._no_money = [0] * (len(self.wagers) + 1)

    @property
    def full(self) -> bool:
        """Whether the batch has its rows."""
        return self.count >= ROWS

    def add(self, number: int, row: Any) -> None:
        """Take one row: a mapping, or a text that says why it is none."""
        self.count += 1
        try:
            if not isinstance(row, dict):
                raise _Wrong("row", str(row)[:60] if isinstance(row, str) else "no object", "one value a column")
            cards = self._cards(row)
            action = self._action(row)
            money = [0 if name is None else self._money(row, name) for name in (*self.wagers, self.columns.paid)]
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
            mark = [str(row.get(name)) for name in names] if isinstance(row, dict) else [f"row {number}"]
            self.begins.append(self.reader.begins(mark))

    def _cards(self, row: dict[str, Any]) -> list[int]:
        names = self.columns.cards
        if len(names) == 1:
            value = row.get(names[0], "")
            words = [str(each) for each in value] if isinstance(value, list) else str(value).split()
        else:
            words = [str(row.get(name, "")) for name in names]
            words = [word for word in words if word not in ("", "None")]
        size, seen = self.reader.size, self.reader.seen
        if not seen <= len(words) <= size:
            expected = f"{size} cards" if seen == size else f"{seen} to {size} cards"
            raise _Wrong("cards", f"{len(words)} cards in {' '.join(words)[:60]!r}", expected)
        try:
            cards = [card_of(self.reader.deck, word) for word in words]
        except ValueError as error:
            raise _Wrong("card", str(error), "cards such as As Kd 7h, or 0 to 51") from None
        if len(set(cards)) < len(cards):
            twice = next(card for card in cards if cards.count(card) > 1)
            raise _Wrong("twice", f"{show(twice)} twice in one hand", "different cards of one deck")
        return cards + [-1] * (size - len(cards))

    def _action(self, row: dict[str, Any]) -> int:
        if self.columns.decision is None:
            return 0
        word = str(row.get(self.columns.decision, "")).strip().lower()
        if word not in self.reader.words:
            raise _Wrong("decision", f"the decision {word[:40]!r}", " or ".join(self.reader.actions))
        return self.reader.words[word]

    def _money(self, row: dict[str, Any], name: str) -> int:
        value = row.get(name)
        if value is None or value == "":
            return 0
        found = _MONEY.get(value) if isinstance(value, (str, int)) else None
        if found is None or isinstance(value, bool):
            try:
                found = cents(value)
            except ValueError as error:
                raise _Wrong("amount", f"{name}: {error}", "an amount such as 5 or 12.50") from None
            if isinstance(value, (str, int)) and not isinstance(value, bool) and len(_MONEY) < MOST_WORDS:
                _MONEY[value] = found
        return found

    def done(self) -> Batch:
        """Return the batch as arrays."""
        import numpy as np

        cards = np.array(self.cards, np.int8).reshape(-1, self.reader.size)
        money = np.array(self.money, np.int64)
        keys = np.array(self.keys, np.int32).reshape(self.count, len(self.columns.keys))
        return Batch(
            first=self.first,
            cards=list(np.ascontiguousarray(cards.T)),
            actions=np.array(self.actions, np.int8),
            stakes={wager: money[:, place] for place, wager in enumerate(self.reader.wagers)},
            paid=money[:, -1] + money[:, :-1].sum(axis=1) if self.columns.is_net else money[:, -1],
            begins=np.array(self.begins, bool) if self.columns.round else None,
            keys={key: keys[:, place] for place, key in enumerate(self.columns.keys)},
            sound=np.array(self.sound, bool),
            faults=self.faults,
        )


class _Wrong(Exception):
    def __init__(self, code: str, found: str, expected: str) -> None:
        super().__init__(found)
        self.code, self.found, self.expected = code, found, expected
