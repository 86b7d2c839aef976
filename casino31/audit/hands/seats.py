"""The place of each hand in its round: the hands of one round share a deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from casino31.audit.hands.batch import Batch, RowFault
from casino31.audit.hands.tally import SEATS
from casino31.cards import show

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Seats:
    """The place of each hand in its round, and the cards that the round has used.

    >>> import numpy as np
    >>> begins, sound = np.array([True, False, True]), np.ones(3, bool)
    >>> cards = [np.array([51, 51, 51], np.int8)]
    >>> batch = Batch(1, cards, np.zeros(3, np.int8), {}, np.zeros(3, np.int64), begins, {}, sound, faults := [])
    >>> Seats().of(batch, faults).tolist(), [(fault.row, fault.code) for fault in faults]
    ([0, 1, 0], [(2, 'shared')])
    """

    def __init__(self, decks: int = 1, common: Sequence[int] = ()) -> None:
        self.decks, self.common = decks, tuple(common)
        self.seat, self.used = 0, 0
        self.shared: Sequence[int] = [-1] * len(self.common)
        """The common cards of the row read last."""

    def of(self, batch: Batch, faults: list[RowFault]) -> NDArray[np.int8]:
        """Return the seat of each row; a card that two hands of a round share is a fault of the later row."""
        import numpy as np

        starts = batch.begins
        if starts is None:
            return np.zeros(len(batch.paid), np.int8)
        many = len(starts)
        if self.common:
            self._one_dealer(batch, starts, faults)
        if starts.all():  # each row is a round of its own: only the last one may go on in the next batch
            row = [int(column[-1]) for column in self._own(batch)] if batch.sound[-1] else []
            self.seat = 1
            self.used = sum(1 << card for card in row if 0 <= card < 52)
            return np.zeros(many, np.int8)
        begin = np.maximum.accumulate(np.where(starts, np.arange(many), -1))
        seat = np.arange(many) - np.maximum(begin, 0) + np.where(begin < 0, self.seat, 0)
        masks = np.zeros(many, np.int64)
        for column in self._own(batch):
            held = (column >= 0) & (column < 52) & batch.sound
            masks |= np.where(held, np.int64(1) << column.astype(np.int64), 0)
        number = np.cumsum(starts)
        used = np.zeros(int(number[-1]) + 1, np.int64)
        used[0] = self.used
        for chair in range(int(seat.max()) + 1):
            here = np.flatnonzero(seat == chair)
            shared = masks[here] & used[number[here]]
            if self.decks > 1:
                break  # a card may stand as often as there are decks, in hands and among those burned
            for row, both in zip(here[shared != 0].tolist(), shared[shared != 0].tolist(), strict=True):
                card = show(both.bit_length() - 1)
                expected = "a card once in a round"
                faults.append(
                    RowFault(batch.first + row, "shared", f"{card} also in an earlier hand of the round", expected)
                )
                batch.sound[row] = False
            used[number[here]] |= masks[here]
        self.seat, self.used = int(seat[-1]) + 1, int(used[-1])
        return np.minimum(seat, SEATS - 1).astype(np.int8)

    def _one_dealer(self, batch: Batch, starts: NDArray[np.bool_], faults: list[RowFault]) -> None:
        """Hands of a round that do not have the common cards of the hand before."""
        import numpy as np

        cards = np.array([batch.cards[place] for place in self.common])
        before = np.column_stack([np.array(self.shared, cards.dtype), cards[:, :-1]])
        self.shared = cards[:, -1].tolist()
        differs = ((cards != before) & (cards >= 0) & (before >= 0)).any(axis=0) & ~starts & batch.sound
        for row in np.flatnonzero(differs).tolist():
            found, expected = "another hand of the dealer than in the row before", "one hand of the dealer a round"
            faults.append(RowFault(batch.first + row, "dealer", found, expected))
        batch.sound[differs] = False

    def _own(self, batch: Batch) -> list[NDArray[np.int8]]:
        """The cards of a hand that no other hand of the round has: a dealer's cards are everybody's."""
        return [column for place, column in enumerate(batch.cards) if place not in self.common]
