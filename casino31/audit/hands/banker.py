"""Logged hands against a stated banker: settled by the referee's rules, and held against the exact distribution.

A row is a punter: rows of one round share the banker's hand. The deal is judged by what the cards come to under the
best reply, as for other games. What a unit wins on average follows from the first card, which a punter knows when
he bets, and no way to play wins more: the sum of bet times (won or lost, less that) is a supermartingale for who
does not know what nobody can see. Nor does one lose more than where the banker's bust alone wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import log2
from typing import TYPE_CHECKING

from casino31.audit.hands.batch import Batch, Reader, RowFault
from casino31.audit.hands.departures import Departures, Outcome
from casino31.audit.hands.distribution import BetLaw, Law
from casino31.audit.hands.log_settlement import Filed, LogSettlement
from casino31.audit.hands.luck import even_money
from casino31.audit.hands.monitor import mean_wealth
from casino31.audit.hands.player import PlayerLaw
from casino31.audit.hands.schema import Schema
from casino31.audit.hands.seats import Seats
from casino31.audit.hands.tally import LogTally
from casino31.bets import stakes
from casino31.cards import DECK, RANKS, rank, show
from casino31.game import Game
from casino31.layout import Layout
from casino31.metrics import measure
from casino31.settling import NOTHING_DECIDED
from casino31.two_sides import Departed, HandError, LoggedHand

if TYPE_CHECKING:
    pass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

REPLY = "best reply"
BANKER, CONCEALED, PUNTER = "banker", "concealed", "punter"


@dataclass
class BankerPlayer(PlayerLaw):
    """The bet as the tests of the punter see it: the first, the second, ... decision that leaves the best reply."""

    costs: list[float] = field(default_factory=list)
    """What each numbered departure costs on average, in units."""
    bound: float = 0.0

    @cached_property
    def decides(self) -> bool:
        """A punter decides."""
        return True

    def departure(self, situation: int, action: int) -> tuple[float, NDArray[np.float64]]:
        """Return what a numbered departure brings on average, and the growth of the rest: two units at most."""
        import numpy as np

        if (situation, action) not in self._growth:
            mean, tilts = -self.costs[situation], self.sides
            with np.errstate(divide="ignore"):
                own = np.logaddexp(np.log((2 + mean) / 4) + 2 * tilts, np.log((2 - mean) / 4) - 2 * tilts)
            self._growth[situation, action] = mean, own - tilts * mean + abs(tilts) * self.bound
        return self._growth[situation, action]


class BankerSettlement(LogSettlement):
    """A layout with a stated banker made ready for logs; NotCapableError where the banker is not stated.

    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-heath-infinite")
    >>> made = BankerSettlement(file.game, file.rules)
    >>> made.law.bets[0].labels[:2], len(made.law.players[0].values), list(made.reader(Schema(), ()).hands)
    (('A, banker bust', 'A, banker 31'), 10, ['banker', 'concealed', 'punter'])
    """

    pays = "the rules say"

    def __init__(self, game: Game, layout: Layout) -> None:
        self.made = game.sides.log(layout)
        self.game = game
        self.filed = Filed(game.name, layout, REPLY)
        self.names = list(self.made.firsts)
        self.place_of = {
            (first, event): place * len(self.made.events) + at
            for place, first in enumerate(self.names)
            for at, event in enumerate(self.made.events)
        }
        """The result of each first card and event."""
        self.bits = -log2(sum(first.chance**2 for first in self.made.firsts.values()))
        self._numbers: dict[tuple[int, int], int] = {}
        self._values = [*self.made.value_of, *range(len(self.made.values))]  # a card, or its value alone

    @cached_property
    def law(self) -> Law:
        """The exact law of the one bet, at a unit on every first card, under the best reply."""
        import numpy as np

        made, (stake,) = self.made, stakes(self.game, self.filed.rules)
        cells = [cell for cell in self.place_of if made.chances.get(cell)]
        chances, nets = tuple(made.chances[cell] for cell in cells), tuple(Fraction(self._won(e)) for _, e in cells)
        kinds = {kind: place for place, kind in enumerate(dict.fromkeys(self._kind(event) for _, event in cells))}
        parts = (
            ("first cards", tuple(self.names.index(first) for first, _ in cells)),
            ("banker's hands", tuple(kinds[self._kind(event)] for _, event in cells)),
        )
        labels = tuple(f"{first}, {event}" for first, event in cells)
        figures = measure(made.outcomes, stake.initial_wager)
        bet = BetLaw(stake, labels, chances, nets, figures, mean_wealth(nets, chances), parts)
        places = {cell: place for place, cell in enumerate(cells)}
        classes = np.array([[places.get(cell, -1)] for cell in self.place_of], np.int16)
        return Law((bet,), classes, (self.player,), made.bound)

    @cached_property
    def player(self) -> BankerPlayer:
        """The bet as the tests of the punter see it; the worst play wins where the banker is bust, or more."""
        import numpy as np

        made, nothing = self.made, np.zeros(0, np.int8)
        values, ends = list[Fraction](), []
        for first, bet in made.firsts.items():
            wins = sum(made.chances.get((first, event), Fraction()) for event in made.over if event in made.wins)
            values.append(min(Fraction(1), bet.expectation + 2 * made.bound))
            ends.append((float(values[-1]), float(2 * max(Fraction(), wins / bet.chance - made.bound) - 1)))
        gains = np.array([self._won(event) for _, event in self.place_of], np.int64)
        known = np.arange(len(gains)) // len(made.events)
        value = sum((bet.chance * bet.expectation for bet in made.firsts.values()), Fraction())
        wager, plays = self.game.wagers[0].name, (NOTHING_DECIDED,)
        return BankerPlayer(
            *(even_money(value, ends), 1, gains, wager, (), nothing, plays),
            stages=made.longest,
            kinds=made.longest,
            values=tuple(values),
            known=known,
            bound=2 * float(made.bound),
        )

    def _won(self, event: str) -> int:
        return 1 if event in self.made.wins else -1

    def _kind(self, event: str) -> str:
        """What the banker's hand came to, whatever the punter did."""
        return event if event in self.made.over else "14" if event in ("14 won", "14 lost") else "conceals a card"

    @property
    def chances(self) -> Mapping[int, Fraction]:
        """The exact chance of each first card and event under the best reply, by its place."""
        return {self.place_of[cell]: chance for cell, chance in self.made.chances.items() if chance}

    def reader(self, schema: Schema, by: Sequence[str]) -> Reader:
        """Return the reader of logs: the hands of both in columns of their own, cards or their values alone."""
        most, (wager,) = self.made.longest, self.game.wagers
        hands = {BANKER: most, CONCEALED: 1, PUNTER: most}
        size = sum(hands.values())
        reader = Reader(schema, (wager.name,), size, size, (NOTHING_DECIDED,), by, (wager.name,), hands)
        reader.cards_said = "values such as A 2 9 T, or cards such as Kh"
        words = {RANKS[rank(card)]: value for card, value in zip(DECK, self.made.value_of, strict=True)}
        words["10"] = words["T"]
        reader.deck = {show(card).lower(): card for card in DECK}
        reader.deck |= {word.lower(): len(DECK) + value for word, value in words.items()}
        return reader

    def seats(self) -> Seats:
        """Return the seats of a round: the banker's hand is everybody's."""
        return Seats(self.made.decks or len(DECK), range(self.made.longest + 1))

    def may_be(self, hands: Sequence[Sequence[Sequence[int]]]) -> bool:
        """Whether columns of a log may be the banker's hands, the cards he conceals of them, and the punters'."""
        rows = list(zip(*hands, strict=True))
        fits = all(
            len(banker) > 1 and len(concealed) < 2 and set(concealed) <= set(banker) and punter
            for banker, concealed, punter in rows
        )
        return fits and any(len(punter) > 1 for _, _, punter in rows) and any(concealed for _, concealed, _ in rows)

    def notes(self, tally: LogTally) -> Iterator[str]:
        """Yield how exact the chances are, and what is assumed of several punters."""
        if self.made.bound:
            yield f"the exact chances are off by at most {float(self.made.bound):.1e}, which every p allows for"
        if tally.off_rule:
            yield f"{tally.off_rule:,} bets are not those of the layout's rule: they are tested as stakes"
        if len(tally.groups[""].hands[0]) > 1 and self.made.decks:
            yield "several punters of one round: they are taken not to count the cards of one another"
        yield from super().notes(tally)

    def settle(self, batch: Batch) -> Outcome:
        """Settle a batch; rows that cannot be read, or that the rules do not allow, are left out."""
        import numpy as np

        many, made = len(batch.paid), self.made
        (bets,) = batch.stakes.values()
        law, actual = np.full(many, -1, np.int16), np.full(many, -1, np.int16)
        fresh = np.ones(many, bool) if batch.begins is None else batch.begins
        faults, payouts, off_rule = list(batch.faults), 0, 0
        gone: list[tuple[int, Departed, str, int]] = []
        cards, low, high = np.array(batch.cards).T, *(100 * limit for limit in made.limits)
        for row, (bet, paid) in enumerate(zip(bets.tolist(), batch.paid.tolist(), strict=True)):
            if fresh[row]:
                self.held = []
            if not batch.sound[row]:
                continue
            number = batch.first + row
            try:
                hand = self._hand(cards[row].tolist(), number)
            except HandError as error:
                faults.append(RowFault(number, error.code, error.found, error.expected))
                batch.sound[row] = False
                continue
            law[row], actual[row] = (self.place_of[hand.first, event] for event in (hand.reply, hand.event))
            gone += [(row, departed, hand.first, stage) for stage, departed in enumerate(hand.departures)]
            owed = 2 * bet * (hand.event in made.wins)
            if not low <= bet <= high:
                said = f"{float(low) / 100:.2f} to {float(high) / 100:.2f}"
                faults.append(RowFault(number, "stake", f"a bet of {bet / 100:.2f}", said))
            if paid != owed:
                faults.append(RowFault(number, "payout", f"{paid / 100:.2f}", f"{owed / 100:.2f}"))
                payouts += 1
            off_rule += bet > 0 and bet != 100 * made.firsts[hand.first].bet
        told = sorted(faults, key=lambda fault: fault.row)
        left = self._departures(gone)
        costs = [Fraction(self.player.costs[number]) for number in left.situations.tolist()]
        cost = sum(map(Fraction.__mul__, costs, map(Fraction, bets[left.rows].tolist())), Fraction())
        return Outcome(law, actual, left, told, payouts, cost, off_rule)

    def _departures(self, gone: Sequence[tuple[int, Departed, str, int]]) -> Departures:
        """Decisions that left the best reply: each row, what it was, the first card, and its number in the hand."""
        import numpy as np

        fresh = list(
            dict.fromkeys(departed.knows for _, departed, _, _ in gone if departed.knows not in self._numbers)
        )
        self._numbers |= {knows: number for number, knows in enumerate(fresh, len(self._numbers))}
        self.player.costs += self.made.costs(fresh)
        edges = [
            (
                row,
                self._numbers[departed.knows],
                self.place_of[first, departed.before],
                self.place_of[first, departed.after],
                departed.stood,
                stage,
            )
            for row, departed, first, stage in gone
        ]
        rows, numbers, before, after, stood, stages = np.array(edges, np.int64).reshape(-1, 6).T
        return Departures(rows, numbers, before.astype(np.int16), after.astype(np.int16), stood > 0, stages)

    def _hand(self, cards: Sequence[int], number: int) -> LoggedHand:
        """What one punter's hand comes to; HandError where rules do not allow it, or packs do not hold it."""
        most, values = self.made.longest, self._values
        parts = cards[:most], cards[most : most + 1], cards[most + 1 :]
        shown = Counter(card for card in (*parts[0], *parts[2]) if 0 <= card < len(DECK))
        for card, times in shown.items():
            if self.made.decks and times > self.made.decks:
                raise HandError("twice", f"{show(card)} {times} times in one round", "cards that the packs hold")
        banker, concealed, own = ([values[card] for card in part if card >= 0] for part in parts)
        settled = self.made.settle(banker, concealed, own, number)
        self.held = [*(self.held or banker), *own]
        for value in own:
            if self.made.decks and self.held.count(value) > self.made.pack[value]:
                found = f"{self.held.count(value)} cards {self.made.values[value]} in one round"
                raise HandError("shared", found, f"{self.made.pack[value]} in the packs")
        return settled
