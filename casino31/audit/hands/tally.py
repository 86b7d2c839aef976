"""What a log came to so far: counts by group, small enough to keep and to continue from the next day."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from casino31.audit.hands.batch import Batch, RowFault
from casino31.audit.hands.distribution import Law
from casino31.audit.hands.monitor import log_e_classes, log_e_serial
from casino31.audit.hands.settlement import Outcome
from casino31.cards import show

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SEATS = 13
"""Hands of one round that are told apart: one deck holds no more of four cards."""
TESTS = ("outcomes", "mean", "serial")


@dataclass
class Group:
    """The cells of one way to group: a group times the seat within the round."""

    counts: list[NDArray[np.int64]]
    """Of each bet: rounds by cell and class."""
    serial: list[NDArray[np.int64]]
    """Of each bet: by cell, the four transitions between lost and won rounds."""
    last: list[NDArray[np.int8]]
    """Of each bet and cell, whether the last round won; -1 before the first."""
    best: list[NDArray[np.float64]]
    """Of each bet, cell and test, the largest logarithm of an e-process so far."""

    def grow(self, cells: int) -> None:
        """Make room for more cells."""
        import numpy as np

        for name, blank in (("counts", 0), ("serial", 0), ("last", -1), ("best", 0)):
            held = getattr(self, name)
            for place, each in enumerate(held):
                if len(each) < cells:
                    more = np.full((cells - len(each), *each.shape[1:]), blank, each.dtype)
                    held[place] = np.concatenate([each, more])


@dataclass
class Tally:
    """All that is remembered of the hands read so far."""

    rows: int = 0
    fault_rows: int = 0
    payout_errors: int = 0
    by_code: dict[str, int] = field(default_factory=dict)
    shown: list[tuple[str, RowFault]] = field(default_factory=list)
    """The first ten faults of each code, with their files."""
    deviations: Any = 0
    deviation_cost: Any = 0
    undealt: int = 0
    staked: int = 0
    """Cents put up before a card is seen, over all sound rows."""
    groups: dict[str, Group] = field(default_factory=dict)
    """By column; "" is all together."""
    order: dict[tuple[str, int], int] = field(default_factory=dict)
    """The groups in the order in which they turned up, counted from 1: by column and place among its names."""

    def meet(self, column: str, group: int) -> None:
        """Take note of a group that turns up for the first time."""
        self.order.setdefault((column, group), len(self.order) + 1)


def new_group(law: Law) -> Group:
    """Return a group without cells.

    >>> new_group(Law((), None)).counts
    []
    """
    import numpy as np

    bets = law.bets
    return Group(
        [np.zeros((0, len(bet.labels)), np.int64) for bet in bets],
        [np.zeros((0, 4), np.int64) for _ in bets],
        [np.zeros(0, np.int8) for _ in bets],
        [np.zeros((0, len(TESTS))) for _ in bets],
    )


class Seats:
    """The place of each hand in its round, and the cards that the round has used.

    >>> import numpy as np
    >>> begins, sound = np.array([True, False, True]), np.ones(3, bool)
    >>> cards = [np.array([51, 51, 51], np.int8)]
    >>> batch = Batch(1, cards, np.zeros(3, np.int8), {}, np.zeros(3, np.int64), begins, {}, sound, faults := [])
    >>> Seats().of(batch, faults).tolist(), [(fault.row, fault.code) for fault in faults]
    ([0, 1, 0], [(2, 'shared')])
    """

    def __init__(self) -> None:
        self.seat, self.used = 0, 0

    def of(self, batch: Batch, faults: list[RowFault]) -> NDArray[np.int8]:
        """Return the seat of each row; a card that two hands of a round share is a fault of the later row."""
        import numpy as np

        starts = batch.begins
        if starts is None:
            return np.zeros(len(batch.paid), np.int8)
        many = len(starts)
        if starts.all():  # each row is a round of its own: only the last one may go on in the next batch
            row = [int(column[-1]) for column in batch.cards] if batch.sound[-1] else []
            self.seat = 1
            self.used = sum(1 << card for card in row if 0 <= card < 52)
            return np.zeros(many, np.int8)
        begin = np.maximum.accumulate(np.where(starts, np.arange(many), -1))
        seat = np.arange(many) - np.maximum(begin, 0) + np.where(begin < 0, self.seat, 0)
        masks = np.zeros(many, np.int64)
        for column in batch.cards:
            held = (column >= 0) & (column < 52) & batch.sound
            masks |= np.where(held, np.int64(1) << column.astype(np.int64), 0)
        number = np.cumsum(starts)
        used = np.zeros(int(number[-1]) + 1, np.int64)
        used[0] = self.used
        for each in range(int(seat.max()) + 1):
            here = np.flatnonzero(seat == each)
            shared = masks[here] & used[number[here]]
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


def add(tally: Tally, law: Law, batch: Batch, outcome: Outcome, seats: NDArray[np.int8], file: str) -> None:
    """Add a settled batch to a tally.

    >>> from fractions import Fraction
    >>> import numpy as np
    >>> from casino31.audit.hands.distribution import law_of
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> law = law_of(file.game, file.game.analyse(file.rules), file.game.settle_batch(file.rules))
    >>> tally = Tally(groups={"": new_group(law)})
    >>> one = np.zeros(2, np.int8)
    >>> stakes, sound = {"natural 31": np.array([100, 0])}, np.ones(2, bool)
    >>> batch = Batch(1, [], one, stakes, np.array([0, 0]), None, {}, sound, [])
    >>> settled = Outcome(np.array([0, 0], np.int16), [], 0, np.zeros(1, np.int64), Fraction(), 0)
    >>> add(tally, law, batch, settled, one, "a.csv")
    >>> tally.rows, tally.staked, int(tally.groups[""].counts[0].sum())
    (2, 100, 1)
    """
    import numpy as np

    faults = outcome.faults
    tally.rows += len(batch.paid)
    tally.payout_errors += outcome.payout_errors
    tally.fault_rows += len({fault.row for fault in faults})
    for fault in faults:
        tally.by_code[fault.code] = tally.by_code.get(fault.code, 0) + 1
        if tally.by_code[fault.code] <= 10:
            tally.shown.append((file, fault))
    tally.deviations = tally.deviations + outcome.deviations
    tally.deviation_cost += outcome.cost
    tally.undealt += outcome.undealt
    sound = outcome.law >= 0
    if len(faults):
        sound &= batch.sound
    meet(tally, batch, sound)
    for column, group in tally.groups.items():
        cell = seats.astype(np.int32)
        if column:
            cell = cell + SEATS * batch.keys[column]
        group.grow(int(cell.max(initial=0)) + 1)
        for place, bet in enumerate(law.bets):
            made = batch.stakes[bet.stake.wagers[0]] > 0
            if not sound.all():
                made &= sound
            whole = bool(made.all())
            here = cell if whole else cell[made]
            kinds = law.classes[:, place][outcome.law if whole else outcome.law[made]]
            _count(group, place, here, kinds, bet.nets)
            if not column:
                tally.staked += int(batch.stakes[bet.stake.wagers[0]][made].sum())


def meet(tally: Tally, batch: Batch, sound: NDArray[np.bool_]) -> None:
    """Take note of the groups that turn up in a batch, in the order of their first sound rows.

    >>> import numpy as np
    >>> keys = {"table": np.array([7, 5, 7], np.int32)}
    >>> batch = Batch(1, [], np.zeros(3, np.int8), {}, np.zeros(3, np.int64), None, keys, np.ones(3, bool), [])
    >>> tally = Tally(groups={"": Group([], [], [], []), "table": Group([], [], [], [])})
    >>> meet(tally, batch, batch.sound)
    >>> tally.order
    {('', 0): 1, ('table', 7): 2, ('table', 5): 3}
    """
    import numpy as np

    fresh = []
    for place, column in enumerate(tally.groups):
        if not column and ("", 0) in tally.order:
            continue
        keys = batch.keys[column] if column else np.zeros(len(sound), np.int32)
        groups = np.flatnonzero(np.bincount(keys[sound])).tolist()
        new = [group for group in groups if (column, group) not in tally.order]
        fresh += [(int(np.argmax(sound & (keys == group))), place, column, group) for group in new]
    for _, _, column, group in sorted(fresh):
        tally.meet(column, group)


def _count(group: Group, place: int, cell: NDArray[np.int32], kinds: NDArray[np.int16], nets: Any) -> None:
    import numpy as np

    if not len(kinds):
        return
    if kinds.min() < 0:
        raise RuntimeError("a hand ended in a way that the exact law does not have")
    counts, serial, last = group.counts[place], group.serial[place], group.last[place]
    cells, classes = counts.shape
    won = np.array([value > 0 for value in nets], np.int8)[kinds]
    if cells == 1:
        counts[0] += np.bincount(kinds, minlength=classes)
        steps = np.bincount(2 * won[:-1] + won[1:], minlength=4)
        first, end = won[0], won[-1]
        serial[0] += steps
        if last[0] >= 0:
            serial[0, 2 * last[0] + first] += 1
        last[0] = end
        return
    counts += np.bincount(cell * classes + kinds, minlength=cells * classes).reshape(cells, classes)
    order = np.argsort(cell, kind="stable")
    cell, won = cell[order], won[order]
    begins = np.concatenate([[True], cell[1:] != cell[:-1]])
    before = np.concatenate([[np.int8(-1)], won[:-1]])
    before[begins] = last[cell[begins]]
    known = before >= 0
    steps = np.bincount(cell[known] * 4 + 2 * before[known] + won[known], minlength=cells * 4)
    serial += steps.reshape(cells, 4)
    ends = np.concatenate([cell[1:] != cell[:-1], [True]])
    last[cell[ends]] = won[ends]


def look(tally: Tally, law: Law, columns: tuple[str, ...] | None = None) -> None:
    """Look at the e-processes, and keep the largest of each; at any time and as often as one likes.

    >>> import numpy as np
    >>> from casino31.audit.hands.distribution import law_of
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> law = law_of(file.game, file.game.analyse(file.rules), file.game.settle_batch(file.rules))
    >>> tally = Tally(groups={"": new_group(law)})
    >>> tally.groups[""].grow(1)
    >>> tally.groups[""].counts[0][0] += np.array([int(10**5 * chance) for chance in law.bets[0].chances])
    >>> look(tally, law)
    >>> tally.groups[""].best[0][0].max() < 1
    np.True_
    """
    for column, group in tally.groups.items():
        if columns is not None and column not in columns:
            continue
        for place, bet in enumerate(law.bets):
            for cell, counts in enumerate(group.counts[place]):
                rounds = int(counts.sum())
                if not rounds:
                    continue
                total = float(sum(int(c) * value for c, value in zip(counts.tolist(), bet.nets, strict=True)))
                best = group.best[place][cell]
                best[0] = max(best[0], log_e_classes(counts.tolist(), bet.chances))
                best[1] = max(best[1], bet.wealth.log_e(total, rounds))
                best[2] = max(best[2], log_e_serial(group.serial[place][cell].tolist(), bet.win))
