"""The order of a log: rounds whose hands stand apart, hands played before, numbers and times that run back."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from casino31.audit.hands.batch import Batch, RowFault
from casino31.audit.repeats import Fingerprints

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole

CERTAIN_BITS = 100
"""So many hands in a row make a window that two of them are the same by chance once in 2^100."""
ALL_WINDOWS = 2**16
"""Hands of a log whose every window is remembered; later on, one in 32, chosen by its own cards."""
ONE_IN = 32
_FACTOR, _MIX = 0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93


class Order:
    """What is remembered of the order of the hands read so far.

    >>> import numpy as np
    >>> order = Order(bits=17)
    >>> begins, sound = np.array([True, True, True]), np.ones(3, bool)
    >>> cards = [np.array([51, 50, 49], np.int8)]
    >>> numbers = np.array([1, 2, 1])
    >>> batch = Batch(1, cards, np.zeros(3, np.int8), {}, np.zeros(3, np.int64), begins, {}, sound, [], numbers)
    >>> [(fault.row, fault.code, fault.found) for fault in order.look(batch)]
    [(3, 'order', 'round 1 after round 2')]
    """

    def __init__(self, bits: float) -> None:
        self.width = ceil(CERTAIN_BITS / bits)
        self.windows = Fingerprints()
        self.hands = 0
        self.begin_file()

    def begin_file(self) -> None:
        """Forget what holds within one file alone."""
        self._rounds = Fingerprints()
        self._numbers: dict[int, int] = {}
        self._times: dict[int, float] = {}
        self._tail: Whole | None = None

    def look(self, batch: Batch) -> list[RowFault]:
        """Return what is wrong with the order of a batch."""
        faults = []
        if batch.begins is not None:
            faults += self._apart(batch) if batch.numbers is None else self._rising(batch)
        if batch.times is not None:
            faults += self._backwards(batch, batch.times)
        return faults + self._played_before(batch)

    def _rising(self, batch: Batch) -> list[RowFault]:
        """Rounds with numbers: at each table every new one is larger than the last."""
        import numpy as np

        numbers, tracks = batch.numbers, batch.tracks
        assert numbers is not None
        if tracks is None:
            last = self._numbers.get(0)
            if not (numbers[1:] < numbers[:-1]).any() and (last is None or numbers[0] >= last):
                self._numbers[0] = int(numbers[-1])
                return []
            self._numbers[0] = int(numbers[-1])
            tracks = np.zeros(len(numbers), np.int32)
            before = np.concatenate([[numbers[0] if last is None else last], numbers[:-1]])
            rows = np.flatnonzero(numbers < before)
            return [self._late(batch, row, int(numbers[row]), int(before[row])) for row in rows.tolist()]
        faults = []
        assert batch.begins is not None
        for row in np.flatnonzero(batch.begins).tolist():
            track, number = int(tracks[row]), int(numbers[row])
            last = self._numbers.get(track)
            if last is not None and number <= last:
                faults.append(self._late(batch, row, number, last))
            self._numbers[track] = number
        return faults

    @staticmethod
    def _late(batch: Batch, row: int, number: int, last: int) -> RowFault:
        found = f"round {number} after round {last}" if number != last else f"round {number} goes on after another"
        return RowFault(batch.first + row, "order", found, "rounds in rising order, their hands together")

    def _apart(self, batch: Batch) -> list[RowFault]:
        """Rounds with names: none comes again."""
        import numpy as np

        if batch.marks is None or batch.begins is None:
            return []
        rows = np.flatnonzero(batch.begins)
        again = rows[self._rounds.meet(batch.marks[rows])].tolist()
        expected = "the hands of one round together"
        return [
            RowFault(batch.first + row, "apart", "a round that other rounds came after", expected) for row in again
        ]

    def _backwards(self, batch: Batch, times: NDArray[np.float64]) -> list[RowFault]:
        import numpy as np

        faults = []
        tracks = np.zeros(len(times), np.int32) if batch.tracks is None else batch.tracks
        for track in np.unique(tracks).tolist():
            rows = np.flatnonzero((tracks == track) & ~np.isnan(times))
            if not len(rows):
                continue
            here = times[rows]
            before = np.concatenate([[self._times.get(track, here[0])], here[:-1]])
            self._times[track] = float(here[-1])
            faults += [
                RowFault(
                    batch.first + row, "time", "a time before that of the hand before", "times that do not run back"
                )
                for row in rows[here < before].tolist()
            ]
        return faults

    def _played_before(self, batch: Batch) -> list[RowFault]:
        """Windows of hands that came before, card for card: each stretch is one fault, at its first hand."""
        import numpy as np

        codes = self._codes(batch)
        if self._tail is not None:
            codes = np.concatenate([self._tail, codes])
        self._tail = codes[len(codes) - min(len(codes), self.width - 1) :].copy()
        start = batch.first + len(batch.paid) - len(codes)
        thorough = max(0, min(ALL_WINDOWS - self.hands, len(codes)))
        self.hands += len(batch.paid)
        whole = max(0, len(codes) - self.width + 1)
        chosen = codes[:whole] * np.uint64(_FACTOR) < np.uint64(
            2**64 // ONE_IN
        )  # by the cards of the first hand alone
        chosen[:thorough] = True
        rows = np.flatnonzero(chosen)
        again = rows[self.windows.meet(window_marks(codes, self.width, rows))]
        faults: list[RowFault] = []
        gap = 1 if thorough >= whole else 16 * ONE_IN
        for stretch in np.split(again, np.flatnonzero(np.diff(again) > gap) + 1):
            if len(stretch):
                many = int(stretch[-1] - stretch[0]) + self.width
                found = f"the cards of {many:,} hands in a row, which came before"
                faults.append(RowFault(start + int(stretch[0]), "replay", found, "hands that are dealt anew"))
        return faults

    @staticmethod
    def _codes(batch: Batch) -> NDArray[np.uint64]:
        """One number a hand: its cards in their order."""
        import numpy as np

        codes = np.zeros(len(batch.paid), np.uint64)
        for column in batch.cards:
            codes *= np.uint64(53)
            codes += (column + np.int8(1)).astype(np.uint64)
        return codes


def window_marks(codes: NDArray[np.uint64], width: int, rows: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return one number of 64 bits for the window of so many hands that begins at each of some rows.

    Equal hands in equal order have equal marks.

    >>> import numpy as np
    >>> marks = window_marks(np.array([1, 2, 3, 1, 2], np.uint64), 2, np.arange(4))
    >>> bool(marks[0] == marks[3]), len(set(marks.tolist()))
    (True, 3)
    """
    import numpy as np

    marks = np.zeros(len(rows), np.uint64)
    for place in range(width):
        mixed = codes[rows + place] * np.uint64(_FACTOR)
        marks *= np.uint64(_MIX)
        marks += mixed ^ (mixed >> np.uint64(32))
    return marks ^ (marks >> np.uint64(29))
