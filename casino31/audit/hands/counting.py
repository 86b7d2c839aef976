"""A settled batch added to a tally, by arrays."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from casino31.answers import Settled
from casino31.audit.hands.batch import Batch
from casino31.audit.hands.days import SAFE, add_days
from casino31.audit.hands.departures import Departures, Outcome, log_wealths
from casino31.audit.hands.distribution import Law
from casino31.audit.hands.luck import STEPS
from casino31.audit.hands.tally import SEATS, GroupCells, LogTally, meet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Exact, Ints, Whole


def add(
    tally: LogTally,
    law: Law,
    settled: Settled | None,
    batch: Batch,
    outcome: Outcome,
    seats: NDArray[np.int8],
    file: str,
) -> None:
    """Add a settled batch to a tally.

    >>> import numpy as np
    >>> from casino31.audit.hands.distribution import law_of
    >>> from casino31.audit.hands.settlement import Settlement
    >>> from casino31.audit.hands.tally import new_group
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> analysis = file.game.analyse(file.rules)
    >>> settlement = Settlement(file.game, analysis)
    >>> law = law_of(file.game, analysis, settlement.settled)
    >>> tally = LogTally(groups={"": new_group(law)})
    >>> one, cards = np.zeros(2, np.int8), [np.array([51, 0]), np.array([47, 5]), np.array([43, 10])]
    >>> stakes, sound = {"natural 31": np.array([100, 0])}, np.ones(2, bool)
    >>> batch = Batch(1, cards, one, stakes, np.array([20_100, 0]), None, {}, sound, [])
    >>> add(tally, law, settlement.settled, batch, settlement.settle(batch), one, "a.csv")
    >>> tally.rows, tally.groups[""].money[0].tolist(), int(tally.groups[""].counts[0].sum())
    (2, [[100, 20000]], 1)
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
    sound = outcome.law >= 0
    if len(faults):
        sound &= batch.sound
    meet(tally, batch, sound)
    for place, bet in enumerate(law.bets):
        player = law.players[place]
        made = batch.stakes[player.first] > 0
        if not sound.all():
            made &= sound
        rows = slice(None) if made.all() else np.flatnonzero(made)
        stake = batch.stakes[player.first][rows]
        sizes = places_of_sizes(tally, stake)
        gains, known = player.gains[outcome.actual[rows]], player.known_at(outcome.law[rows])
        if batch.days is not None:
            add_days(tally.days, law, place, batch.days[rows], stake, gains, known)
        for column, group in tally.groups.items():
            cell = group_cells(batch, seats, column)
            group.grow(int(cell.max(initial=0)) + 1, len(tally.sizes))
            _count(group, place, cell[rows], law.classes[:, place][outcome.law[rows]], bet.nets)
            _count_money(group, place, cell[rows], sizes, stake, gains, known)
            if player.values:
                own = np.array([float(player.luck.value - value) for value in player.values])
                np.add.at(group.costs[place], (cell[rows], sizes), own[known])
    leave(tally, law, settled, batch, outcome.gone.only(sound), seats)
    tally.deviation_cost += outcome.cost
    tally.off_rule += outcome.off_rule


def group_cells(batch: Batch, seats: Whole, column: str) -> NDArray[np.int32]:
    """Return the cell of each row in one way to group."""
    cell: NDArray[np.int32] = seats.astype("int32")
    return cell + SEATS * batch.keys[column] if column else cell


def places_of_sizes(tally: LogTally, stake: NDArray[np.int64]) -> NDArray[np.int16]:
    """Return the place of each stake among the sizes met so far; new ones are added as they turn up.

    >>> import numpy as np
    >>> tally = LogTally()
    >>> places_of_sizes(tally, np.array([500, 100, 500])).tolist(), tally.sizes
    ([0, 1, 0], [36, 27])
    """
    import numpy as np

    if not len(stake):
        return np.zeros(0, np.int16)
    same = stake.min() == stake.max()
    power = np.rint(STEPS * np.log2(stake[:1] if same else stake)).astype(np.int16)
    kinds = np.flatnonzero(np.bincount(power)).tolist()
    new = {int(np.argmax(power == kind)): kind for kind in kinds if kind not in tally.sizes}
    tally.sizes += [new[row] for row in sorted(new)]
    if same:
        return np.full(len(stake), tally.sizes.index(int(power[0])), np.int16)
    places = np.zeros(max(*kinds, *tally.sizes) + 1, np.int16)
    places[tally.sizes] = np.arange(len(tally.sizes))
    sizes: NDArray[np.int16] = places[power]
    return sizes


def leave(tally: LogTally, law: Law, settled: Settled | None, batch: Batch, gone: Departures, seats: Whole) -> None:
    """Add the hands of a batch that left the strategy: their number, what they brought, their wealths."""
    import numpy as np

    tally.deviations += len(np.unique(gone.rows))
    tally.undealt += len(np.unique(gone.rows[gone.hidden]))
    for place, player in enumerate(law.players):
        stake = batch.stakes[player.first]
        there = gone.only(stake > 0)
        if not len(there.rows):
            continue
        brought = np.where(there.hidden, 0, player.gains[there.actual] - player.gains[there.law])
        lost = -sum(map(int.__mul__, brought.tolist(), stake[there.rows].tolist()))
        tally.deviation_came += Fraction(lost, player.scale)
        if not player.decides:
            continue
        sizes = places_of_sizes(tally, stake[there.rows])
        for column, group in tally.groups.items():
            cells = group_cells(batch, seats, column)
            here, added, costs = log_wealths(player, settled, batch, there, cells)
            group.wealth[place][here] += added
            if not player.values:  # else the growth of a stake holds between the best and the worst way to play
                np.add.at(group.costs[place], (cells[there.rows], sizes), costs)


def _count_money(
    group: GroupCells,
    place: int,
    cell: NDArray[np.int32],
    sizes: NDArray[np.int16],
    stake: NDArray[np.int64],
    gains: NDArray[np.int64],
    known: NDArray[np.int64],
) -> None:
    import numpy as np

    if not len(stake):
        return
    hands, sums, money = group.hands[place], group.sums[place], group.money[place]
    cells, width = hands.shape
    both = cell * width + sizes
    hands += np.bincount(both, minlength=cells * width).reshape(cells, width)
    won = np.bincount(both, gains, cells * width)  # whole numbers below 2^53
    sums += np.rint(won).astype(np.int64).reshape(cells, width)
    largest = int(stake.max()) * max(int(np.abs(gains).max()), 1) * len(stake)
    kind: type = np.int64 if largest < SAFE else object
    if money.size == 2:
        money += np.array([[int(stake.sum(dtype=kind)), int((stake.astype(kind) * gains).sum())]], object)
        return
    total: Exact | Ints = np.zeros(money.shape, kind)
    np.add.at(total, (cell, known), stake.astype(kind))
    np.add.at(total[:, -1], cell, stake.astype(kind) * gains)
    money += total.astype(object)


def _count(
    group: GroupCells, place: int, cell: NDArray[np.int32], kinds: NDArray[np.int16], nets: Sequence[Fraction]
) -> None:
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
