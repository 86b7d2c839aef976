"""Every logged hand settled anew: cards, stakes and payouts to the cent, and what leaving the strategy cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm, log2, perm
from typing import TYPE_CHECKING

from casino31.answers import Analysis, Settled
from casino31.audit.hands.batch import Batch, Reader, RowFault
from casino31.audit.hands.deals import Deals, all_deals
from casino31.audit.hands.departures import Departures, Outcome
from casino31.audit.hands.distribution import Law, law_of
from casino31.audit.hands.log_settlement import Filed, LogSettlement
from casino31.audit.hands.schema import Schema
from casino31.audit.hands.seats import Seats
from casino31.cards import DECK, show
from casino31.game import Game
from casino31.strategy_table import NOT_ASKED, Advised, advised
from casino31.table import OutOfCardsError, ReplayTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole

TABLE_PAYS = 1_000_000
"""Rows after which a table of all ordered deals is worth its second."""


class Settlement(LogSettlement):
    """A layout made ready to settle batches.

    >>> import numpy as np
    >>> cards = [np.array([51, 0], np.int8), np.array([47, 5], np.int8), np.array([43, 10], np.int8)]
    >>> stakes, paid = {"natural 31": np.array([100, 100])}, np.array([10_100, 1])
    >>> batch = Batch(1, cards, np.zeros(2, np.int8), stakes, paid, None, {}, np.ones(2, bool), [])
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> analysis = file.game.analyse(file.rules)
    >>> settled = Settlement(file.game, analysis).settle(batch)
    >>> [(fault.row, fault.code, fault.found, fault.expected) for fault in settled.faults]
    [(1, 'payout', '101.00', '201.00'), (2, 'payout', '0.01', '0.00')]
    """

    def __init__(
        self, game: Game, analysis: Analysis, settled: Settled | None = None, table: Advised | None = None
    ) -> None:
        import numpy as np

        rules = analysis.rules
        self.analysis = analysis
        objective = "+".join(analysis.objective)
        self.filed = Filed(analysis.game, rules, analysis.strategy.name, objective)
        self.settled = self.batched = settled or game.settle_batch(rules)
        self.table = table or advised(game, analysis, self.settled)
        self.wagers = tuple(rules.tables)
        self.first_wager = {
            wager: next(wager for wager in wagers if game.initial[wager])
            for wagers in rules.bets.values()
            for wager in wagers
        }
        """The wager put up before a card is seen that each wager is as large as."""
        rows = self.settled.rows
        self.scale = lcm(*(r.net.denominator * r.stake.denominator for row in rows for r in row))
        self.due = np.array([[int(r.stake * self.scale) for r in row] for row in rows], np.int64).T.copy()
        back = np.array([[int((r.net + r.stake) * self.scale) for r in row] for row in rows], np.int64).T
        self.back = {
            first: sum(back[place] for place, wager in enumerate(self.wagers) if self.first_wager[wager] == first)
            for first in dict.fromkeys(self.first_wager.values())
        }
        """What is handed back for one unit of each first wager, and of those as large as it, by settled row."""
        self._rows_seen = 0
        self.deals: Deals | None = None
        """The table of all ordered deals, once enough rows have come to pay for it."""
        self.later = [wager for wager in self.wagers if not game.initial[wager]]
        self.game, self.rules = game, rules
        self.undecided = bool((self.table.situation == NOT_ASKED).any())
        """Whether some hands end before the player is asked."""
        self.bits = log2(perm(len(DECK), self.settled.seen))

    @cached_property
    def law(self) -> Law:
        """The exact law of each bet under the filed strategy."""
        return law_of(self.game, self.analysis, self.settled, self.table)

    @property
    def chances(self) -> Mapping[int, Fraction]:
        """The exact chance of each settled row under the filed strategy, by its place."""
        outcomes, places = self.analysis.outcomes, {row: place for place, row in enumerate(self.settled.rows)}
        return {places[row]: Fraction(ways, outcomes.total) for row, ways in outcomes.combinations.items()}

    def reader(self, schema: Schema, by: Sequence[str]) -> Reader:
        """Return the reader of logs of this game: the wagers of the base game need a column each."""
        base = next(iter(self.rules.bets.values()))
        needed = [wager for wager in base if self.rules.by_name[wager].staked]
        settled = self.settled
        reader = Reader(schema, self.wagers, settled.size, settled.seen, settled.actions, by, needed)
        reader.decks, reader.skips = settled.decks, self.undecided
        return reader

    def seats(self) -> Seats:
        """Return the seats of a round, nothing dealt yet."""
        return Seats(self.settled.decks, self.game.shoe.common)

    def expect(self, rows: int) -> None:
        """Say that more rows come: past a million, the table of all deals is worth its second."""
        before, self._rows_seen = self._rows_seen, self._rows_seen + rows
        if before <= TABLE_PAYS < self._rows_seen:
            self.deals = all_deals(self.settled, self.table)

    def settle(self, batch: Batch) -> Outcome:
        """Settle a batch; rows that cannot be read, or hold impossible cards, are left out."""
        import numpy as np

        size, seen = self.settled.size, self.settled.seen
        cards, undealt = batch.cards, np.zeros(0, np.int64)
        if size > seen and len(cards[-1]) and cards[-1].min() < 0:
            undealt = np.flatnonzero(cards[-1] < 0)
            if not batch.sound.all():
                undealt = undealt[batch.sound[undealt]]
            cards = list(cards)
            for place in range(seen, size):  # the later ones see those before as dealt
                missing = undealt[cards[place][undealt] < 0]
                cards[place] = dealt(cards[: place + 1], missing, batch.first, self.settled.decks)
        if not batch.sound.all():  # rows without sound cards are given some; they are left out below
            filler = [np.where(batch.sound, column, np.int8(place)) for place, column in enumerate(cards)]
            cards = [column.astype(np.int8) for column in filler]
        choice, law = self.under_strategy(cards)
        faults = list(batch.faults)
        wrong = (law < 0) & batch.sound
        faults += _twice(batch, cards, np.flatnonzero(wrong))
        sound = batch.sound & ~wrong
        actual = law
        differs = np.flatnonzero((choice != batch.actions) & sound)
        if self.undecided:
            asked = self.table.situations([column[differs] for column in cards[:seen]]) != NOT_ASKED
            differs = differs[asked]
        if len(differs):
            actual = law.copy()
            actual[differs] = self.settled.settle([column[differs] for column in cards], batch.actions[differs])
        gone = self.departures(batch, differs, law, actual, undealt)
        cost = self.cost(batch, gone)
        if len(undealt):
            faults += self._undealt(batch, undealt, actual)
        errors = list(self._stakes(batch, actual, sound))
        payouts = list(self._payouts(batch, actual, sound))
        if not sound.all():
            law = np.where(sound, law, np.int16(-1))
        told = sorted(faults + errors + payouts, key=lambda fault: fault.row)
        return Outcome(law, actual, gone, told, len(payouts), cost)

    def departures(
        self,
        batch: Batch,
        rows: NDArray[np.int64],
        law: NDArray[np.int16],
        actual: NDArray[np.int16],
        undealt: NDArray[np.int64],
    ) -> Departures:
        """Return the hands of some rows, which left the strategy."""
        import numpy as np

        situations = self.table.situations([column[rows] for column in batch.cards[: self.settled.seen]])
        stages = np.zeros(len(rows), np.int64)
        return Departures(rows, situations, law[rows], actual[rows], np.isin(rows, undealt), stages)

    def under_strategy(self, cards: Sequence[Whole]) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Return the strategy's action and the result under it."""
        if self.deals is not None:
            kinds = self.deals.kinds(cards)
            return self.deals.choice[kinds], self.deals.law[kinds]
        situation = self.table.situations(cards[: self.settled.seen])
        choice = self.table.action[situation]
        return choice, self.settled.settle(cards, choice)

    def cost(self, batch: Batch, gone: Departures) -> Fraction:
        """Return what some decisions lose on average, for the bets the strategy is best for, in cents."""
        import numpy as np

        lost, rows = Fraction(), gone.rows
        base = batch.stakes[self.first_wager[self.later[0]]][rows] if self.later else np.zeros(len(rows), np.int64)
        chosen = batch.actions[rows]
        for action in range(len(self.settled.actions)):
            here = chosen == action
            totals = np.zeros(len(self.table.action), np.int64)
            np.add.at(totals, gone.situations[here], base[here])
            for place in np.flatnonzero(totals).tolist():
                lost += int(totals[place]) * self.table.costs[place][action]
        return lost

    def _stakes(self, batch: Batch, actual: NDArray[np.int16], sound: NDArray[np.bool_]) -> Iterator[RowFault]:
        """Stakes that are negative, or a later wager that is not what the decision and the first wager ask for."""
        import numpy as np

        for place, wager in enumerate(self.wagers):
            stake = batch.stakes[wager]
            if wager == self.first_wager[wager]:
                if stake.min(initial=0) >= 0:
                    continue
                due, wrong = np.abs(stake) * self.scale, stake < 0
            else:
                due = batch.stakes[self.first_wager[wager]] * self.due[place][actual]
                wrong = stake * self.scale != due
            for row in np.flatnonzero(wrong & sound).tolist():
                owed = Fraction(int(due[row]), 100 * self.scale)
                yield RowFault(batch.first + row, "stake", f"{wager}: {_money(int(stake[row]))}", f"{owed}")

    def _payouts(self, batch: Batch, actual: NDArray[np.int16], sound: NDArray[np.bool_]) -> Iterator[RowFault]:
        import numpy as np

        due = sum(batch.stakes[first] * back[actual] for first, back in self.back.items())
        off = np.abs((batch.paid if self.scale == 1 else batch.paid * self.scale) - due) >= self.scale
        for row in np.flatnonzero(off & sound).tolist():
            owed = Fraction(int(due[row]), 100 * self.scale)
            shown = f"{float(owed):.2f}" if (100 * owed).denominator == 1 else str(owed)
            yield RowFault(batch.first + row, "payout", _money(int(batch.paid[row])), shown)

    def _undealt(self, batch: Batch, undealt: NDArray[np.int64], actual: NDArray[np.int16]) -> Iterator[RowFault]:
        """A hand that was played must show the cards that settle it."""
        import numpy as np

        plays = np.zeros(len(undealt), bool)
        for wager in self.later:
            plays |= self.due[self.wagers.index(wager)][actual[undealt]] > 0
        for row in undealt[plays].tolist():
            if not self._lacks_cards(batch, row):
                continue
            found = "too few cards of a hand that was played"
            yield RowFault(batch.first + row, "cards", found, f"{self.settled.size} cards")
            batch.sound[row] = False

    def _lacks_cards(self, batch: Batch, row: int) -> bool:
        """Whether the referee needs more cards than a hand shows."""
        shown = [int(column[row]) for column in batch.cards if column[row] >= 0]
        action = self.settled.actions[batch.actions[row]]
        try:
            self.game.referee(self.rules.terms, ReplayTable(shown, lambda *_: action))
        except OutOfCardsError:
            return True
        return False


def dealt(
    cards: Sequence[NDArray[np.int8]], rows: NDArray[np.int64], first: int, decks: int = 1
) -> NDArray[np.int8]:
    """The last cards, and in some rows a random one of those left in the shoe, seeded by the row's number.

    A card that nobody saw is as likely as any other, so that the law of the round stays exact.

    >>> import numpy as np
    >>> cards = [np.array(both, np.int8) for both in ((51, 3), (50, 2), (49, 1), (7, -1))]
    >>> last = dealt(cards, np.array([1]), 1)
    >>> int(last[0]), 0 <= last[1] < 52, last[1] in (3, 2, 1)
    (7, np.True_, False)
    """
    import numpy as np

    word = rows.astype(np.uint64) + np.uint64(first) + np.uint64((len(cards) - 4) % 2**64 << 40 & 2**64 - 1)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):  # splitmix64
        word = (word + np.uint64(0x9E3779B97F4A7C15)) if shift == 30 else word
        word = (word ^ (word >> np.uint64(shift))) * np.uint64(factor)
    taken = np.sort(np.array([column[rows] for column in cards[:-1]], np.int64), axis=0) * decks
    for place in range(1, len(taken)):  # equal cards of several decks are told apart
        taken[place] = np.where(
            taken[place] // decks == taken[place - 1] // decks, taken[place - 1] + 1, taken[place]
        )
    others = len(DECK) * decks - len(taken)
    card = ((word >> np.uint64(32)) * np.uint64(others) >> np.uint64(32)).astype(np.int64)
    for gone in taken:
        card += card >= gone
    last = cards[-1].copy()
    last[rows] = card // decks
    return last


def _twice(batch: Batch, cards: Sequence[Whole], rows: NDArray[np.int64]) -> Iterator[RowFault]:
    for row in rows.tolist():
        hand = [int(column[row]) for column in cards]
        twice = max(hand, key=hand.count)
        yield RowFault(
            batch.first + row, "twice", f"{show(twice)} twice in one hand", "different cards of one deck"
        )


def _money(cents: int) -> str:
    return f"{cents / 100:.2f}"
