"""A batch settled and counted by loops that numba compiles, where the extra ``fast`` is installed.

They do what ``settlement`` and ``tally`` do with arrays, and stop at the first row that has anything wrong with it:
such a batch is left whole to the arrays, whose code says what it is. Reports are the same with and without numba.
Each loop reads few columns: one loop over all of them takes five times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from casino31.audit.hands.batch import Batch
from casino31.audit.hands.counting import cells_of, leave, places_of_sizes
from casino31.audit.hands.days import SAFE
from casino31.audit.hands.deals import BITS, MASK, dealt
from casino31.audit.hands.distribution import Law
from casino31.audit.hands.seats import Seats
from casino31.audit.hands.settlement import Settlement
from casino31.audit.hands.tally import SEATS, Tally, meet
from casino31.fast import compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Ints

_CARDS = 52


class OnePass:
    """A layout made ready for compiled loops; they run once the settlement has its table of all deals.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> analysis = file.game.analyse(file.rules)
    >>> settlement = Settlement(file.game, analysis)
    >>> OnePass(settlement, settlement.law).won[0].tolist()
    [0, 1, 1, 1, 1, 1, 1, 1]
    """

    def __init__(self, settlement: Settlement, law: Law) -> None:
        import numpy as np

        self.settlement, self.law = settlement, law
        self.classes = [np.ascontiguousarray(column) for column in law.classes.T]
        self.largest = max(int(np.abs(player.gains).max()) for player in law.players)
        self.won = [np.array([value > 0 for value in bet.nets], np.int8) for bet in law.bets]

    def add(self, tally: Tally, batch: Batch, seats: Seats) -> bool:
        """Add a batch to a tally, as settlement and tally would; False, with nothing changed, where they must."""
        settle, deals = compiled(_settle), self.settlement.deals
        if settle is None or deals is None or batch.faults or batch.days is not None or not len(batch.paid):
            return False
        import numpy as np

        settled, many = self.settlement.settled, len(batch.paid)
        if max(int(stake.max()) for stake in batch.stakes.values()) * self.largest * many >= SAFE:
            return False
        cards, undealt = batch.cards, np.zeros(0, np.int64)
        hidden = np.zeros(0, bool)
        if settled.size > settled.seen and cards[-1].min() < 0:
            hidden = cards[-1] < 0
            undealt = np.flatnonzero(hidden)
            cards = [*cards[:-1], dealt(cards, undealt, batch.first)]
        hands = np.stack(cards)
        law, actual = np.empty(many, np.int16), np.empty(many, np.int16)
        astray = np.empty(many, np.int32)
        table = (deals.start, deals.turn, deals.kind, deals.choice, deals.law, deals.result)
        strays = settle(hands, batch.actions, *table, law, actual, astray)
        if strays < 0 or not self._money_is_right(batch, actual, hidden):
            return False
        chairs = np.zeros(many, np.int32)
        seat, used = seats.seat, seats.used
        if batch.begins is not None:
            seat, used = _run(_sit, hands, hidden, batch.begins, seat, used, chairs)
            if seat < 0:
                return False
        seats.seat, seats.used = int(seat), int(used)
        tally.rows += many
        meet(tally, batch, batch.sound)
        self._count(tally, batch, law, actual, chairs)
        rows = astray[:strays].astype(np.int64)
        gone = self.settlement.departures(batch, rows, law, actual, undealt)
        leave(tally, self.law, settled, batch, gone, chairs)
        tally.deviation_cost += self.settlement.cost(batch, gone)
        return True

    def _money_is_right(self, batch: Batch, actual: NDArray[np.int16], hidden: NDArray[np.bool_]) -> bool:
        """Whether stakes and payouts are as the rules say, and no hand that was played hides its draw card."""
        import numpy as np

        made, owed = self.settlement, np.zeros(len(actual), np.int64)
        for place, wager in enumerate(made.wagers):
            first, due, stake = made.first_wager[wager], made.due[place], batch.stakes[wager]
            if wager == first and (due == made.scale).all():
                if stake.min() < 0:
                    return False
            elif not _run(_as_due, stake, batch.stakes[first], due, actual, made.scale):
                return False
            if len(hidden) and wager in made.later and (due[actual[hidden]] > 0).any():
                return False
            if wager in made.back:
                _run(_owe, stake, made.back[wager], actual, owed)
        return bool(_run(_paid, batch.paid, owed, made.scale))

    def _count(
        self,
        tally: Tally,
        batch: Batch,
        law: NDArray[np.int16],
        actual: NDArray[np.int16],
        chairs: NDArray[np.int32],
    ) -> None:
        import numpy as np

        ends = np.bincount(actual, minlength=len(self.settlement.settled.rows))
        for place, player in enumerate(self.law.players):
            stake = batch.stakes[player.first]
            unit = int(stake[0]) if stake.min() == stake.max() else 0
            made = stake if unit else stake[stake > 0]
            sizes = places_of_sizes(tally, made[:1] if unit else made)
            if not unit:
                spread = np.zeros(len(stake), np.int16)
                spread[stake > 0] = sizes
                sizes = spread
            for column, group in tally.groups.items():
                cell = cells_of(batch, chairs, column)
                group.grow(int(cell.max()) + 1, len(tally.sizes))
                kept = group.counts[place], group.serial[place], group.last[place]
                if not _run(_count, stake, cell, law, self.classes[place], self.won[place], *kept):
                    raise RuntimeError("a hand ended in a way that the exact law does not have")
                hands, sums = group.hands[place], group.sums[place]
                money = np.zeros((len(hands), 2), np.int64)
                if unit and len(hands) == 1:  # one stake, one cell: the ends of the hands say all
                    won = int(ends @ player.gains)
                    hands[0, sizes[0]] += len(stake)
                    sums[0, sizes[0]] += won
                    money[0] = unit * len(stake), unit * won
                elif unit or len(made):
                    sizes = np.full(len(stake), sizes[0], np.int16) if len(sizes) == 1 else sizes
                    _run(_count_money, stake, cell, sizes, actual, player.gains, hands, sums, money)
                group.money[place] += money.astype(object)


def _run(loop: Any, *values: Any) -> Any:
    fast = compiled(loop)
    return fast(*values) if fast is not None else loop(*values)


def _settle(
    hands: Ints, actions: Ints, start: Ints, turn: Ints, kind: Ints, choice: Ints, expected: Ints, result: Ints,
    law: Ints, actual: Ints, astray: Ints,
) -> int:  # fmt: skip
    """The settled row of each hand, under the strategy and as it was played; how many stray, or -1 of no deal."""
    strays, last = 0, len(hands) - 1
    for row in range(len(actions)):
        place = 0
        for card in range(last):
            place = place * _CARDS + hands[card, row]
        code = start[place]
        deal = kind[code >> BITS, turn[code & MASK, hands[last, row]]]
        end = expected[deal]
        if end < 0:
            return -1
        law[row] = end
        if actions[row] != choice[deal]:
            astray[strays] = row
            strays += 1
            end = result[deal, actions[row]]
        actual[row] = end
    return strays


def _sit(hands: Ints, hidden: Ints, begins: Ints, seat: int, used: int, chairs: Ints) -> tuple[int, int]:
    """The seat of each hand in its round; the next seat and the cards used, or -1 where hands share a card."""
    for row in range(len(begins)):
        held = 0
        for card in range(len(hands)):
            held |= 1 << hands[card, row]
        if len(hidden) and hidden[row]:  # a card that was made up is not one of the round's
            held ^= 1 << hands[len(hands) - 1, row]
        if begins[row]:
            seat, used = 0, 0
        if held & used:
            return -1, used
        chairs[row] = min(seat, SEATS - 1)
        seat += 1
        used |= held
    return seat, used


def _as_due(stake: Ints, first: Ints, due: Ints, actual: Ints, scale: int) -> bool:
    for row in range(len(stake)):  # noqa: SIM110  # a loop is what numba compiles
        if stake[row] * scale != first[row] * due[actual[row]]:
            return False
    return True


def _owe(stake: Ints, back: Ints, actual: Ints, owed: Ints) -> None:
    for row in range(len(stake)):
        owed[row] += stake[row] * back[actual[row]]


def _paid(paid: Ints, owed: Ints, scale: int) -> bool:
    for row in range(len(paid)):  # noqa: SIM110
        if abs(paid[row] * scale - owed[row]) >= scale:
            return False
    return True


def _count(
    stake: Ints, cell: Ints, law: Ints, classes: Ints, won: Ints, counts: Ints, serial: Ints, last: Ints
) -> bool:
    """Count one bet's rounds by cell and class, and transitions; False of an impossible end."""
    for row in range(len(stake)):
        if stake[row] > 0:
            here, end = cell[row], classes[law[row]]
            if end < 0:
                return False
            counts[here, end] += 1
            win = won[end]
            if last[here] >= 0:
                serial[here, 2 * last[here] + win] += 1
            last[here] = win
    return True


def _count_money(
    stake: Ints, cell: Ints, sizes: Ints, actual: Ints, gains: Ints, hands: Ints, sums: Ints, money: Ints
) -> None:
    """Count one bet's rounds by cell and size of the stake, and what they won as they were played."""
    for row in range(len(stake)):
        if stake[row] > 0:
            here, size, won = cell[row], sizes[row], gains[actual[row]]
            hands[here, size] += 1
            sums[here, size] += won
            money[here, 0] += stake[row]
            money[here, 1] += stake[row] * won
