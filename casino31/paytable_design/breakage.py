"""What chips and a full table do: pays rounded down to chips, and the most that one round can cost the house."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby, permutations
from math import floor
from operator import itemgetter
from typing import NamedTuple

from casino31.answers import UNITS
from casino31.cards import Card, rank, suit
from casino31.paytable_design.exposure import SEATS, Exposure, columns
from casino31.paytable_design.surface import Surface

DENOMINATOR = 1000
"""Of the prices of cards: any prices give a bound, good ones a low one."""
MOST_STEPS, NIL = 1_000, 1e-9
"""Of the search for good prices, and what is nothing to it."""


class Breakage(NamedTuple):
    """The edge on a stake of so many chips, when every win is rounded down to whole chips."""

    chips: int
    edge: Fraction
    pays: dict[str, Fraction]
    """The rows that pay less than the layout says, and what they pay."""


def breakage(surface: Surface, stakes: Sequence[int]) -> tuple[Breakage, ...]:
    """Return the edge for stakes of so many chips, each under its own best strategy. ValueError below one chip.

    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> rules = file.game.vary(file.rules, {"play.22-25": Fraction(3, 2)})
    >>> [(each.chips, str(each.edge)) for each in breakage(surface(file.game, rules), [1, 2])]
    [(1, '23414/270725'), (2, '33871/541450')]
    """
    found = []
    pays = {**surface.pays, UNITS: Fraction(1)}
    rows = dict.fromkeys(
        (row, times) for forms in surface.payoffs.ends for form in forms for row, times in form.items()
    )
    for chips in stakes:
        if chips < 1:
            raise ValueError(f"a stake of {chips} chips: it must be at least one")
        wins = {(row, times): times * pays[row] * chips for row, times in rows}
        ends = [
            max(sum(floor(wins[end]) for end in form.items()) for form in forms) for forms in surface.payoffs.ends
        ]
        broken = {
            row if times == 1 else f"{row} on {times} units": Fraction(floor(win), times * chips)
            for (row, times), win in wins.items()
            if win.denominator != 1
        }
        edge = -Fraction(surface.won(ends)) / (chips * surface.payoffs.total * surface.initial)
        found.append(Breakage(chips, edge, broken))
    return tuple(found)


class SeatDeal(NamedTuple):
    """What one seat is dealt, and what it wins."""

    cards: tuple[Card, ...]
    """The hand, and the draw card last where there is one."""
    wins: Fraction


@dataclass(frozen=True, eq=False)
class TableExposure:
    """The most that one round can cost the house, all seats with one unit on each bet."""

    exposure: Exposure
    seats: int = SEATS

    @cached_property
    def draws(self) -> bool:
        """Whether each seat has a draw card."""
        return self.exposure.game.payoffs(self.exposure.rules, self.exposure.bets).draws > 1

    @cached_property
    def best(self) -> tuple[tuple[int, tuple[Card, ...]], ...]:
        """The most that each hand and draw can win, by hand up to the names of suits, largest first."""
        ranked: list[tuple[int, tuple[Card, ...]]] = []
        for holding in self.exposure.rounds.holdings:
            cards, nets = columns(holding)
            wins = nets[0] if len(nets) == 1 else list(map(max, *nets))
            if self.draws:
                ranked += zip(wins, [(*holding.hand, card) for card in cards], strict=True)
            else:
                ranked.append((wins[0], holding.hand))
        return tuple(sorted(ranked, key=itemgetter(0), reverse=True))

    @cached_property
    def prices(self) -> tuple[tuple[Fraction, ...], Fraction]:
        """A price of each rank's cards and of a seat: no seat's cards and the seat are worth less than its win."""
        ranks = [rank(card) for card in range(52)].__getitem__
        most: dict[tuple[int, ...], int] = {}
        for wins, cards in self.best:
            most.setdefault(tuple(sorted(map(ranks, cards))), wins)
        solved = _least_prices(most, [4] * 13 + [self.seats])
        # whatever the solver says, these prices are made to cover every win exactly
        prices = tuple(Fraction(max(0.0, price)).limit_denominator(DENOMINATOR) for price in solved[:13])
        over = [wins - sum((prices[r] for r in held_ranks), Fraction()) for held_ranks, wins in most.items()]
        return prices, max([Fraction(), *over])

    @cached_property
    def bound(self) -> Fraction:
        """No round costs more, in units: the worth of the whole deck and of all seats at the prices."""
        cards, seat = self.prices
        whole = floor(4 * sum(cards, Fraction()) + self.seats * seat)
        return whole / Fraction(self.exposure.rounds.scale)

    @cached_property
    def dealt(self) -> tuple[SeatDeal, ...]:
        """A round of one deck that costs much: seat by seat the largest win that the cards left allow."""
        used: set[Card] = set()
        found = []
        for _ in range(self.seats):
            wins, chosen = next(
                (wins, placed)
                for wins, wanted in self._ranked()
                for placed in _renamed(wanted)
                if used.isdisjoint(placed)
            )
            used |= set(chosen)
            found.append(SeatDeal(chosen, wins / Fraction(self.exposure.rounds.scale)))
        return tuple(found)

    def _ranked(self) -> Iterator[tuple[int, tuple[Card, ...]]]:
        """The wins, the largest first; of equal ones that of the cheapest cards."""
        cards, _ = self.prices
        for _, alike in groupby(self.best, key=itemgetter(0)):
            yield from sorted(alike, key=lambda held: sum((cards[rank(card)] for card in held[1]), Fraction()))

    @property
    def largest(self) -> Fraction:
        """What that round costs, in units; when it equals ``bound`` it is the largest of all.

        >>> from casino31.rulesfile import load
        >>> file = load("31-classic-b")
        >>> table = TableExposure(Exposure(file.game, file.rules, ("main", "natural 31")))
        >>> table.largest, table.bound
        (Fraction(1009, 1), Fraction(1009, 1))
        """
        return sum((deal.wins for deal in self.dealt), Fraction())


def _least_prices(most: Mapping[tuple[int, ...], int], limits: Sequence[int]) -> list[float]:
    """The prices of each rank's cards and of a seat that cover every win and make all cards together worth least.

    The simplex method, on the hands that can be dealt from so many cards and seats: a library for it takes a third
    of a second to be read.
    """
    import numpy as np

    held = np.array([[cards.count(r) for r in range(13)] + [1] for cards in most], float)
    table = np.zeros((len(limits) + 1, len(held) + len(limits) + 1))
    table[:-1, : len(held)], table[-1, : len(held)] = held.T, [-float(wins) for wins in most.values()]
    table[:-1, len(held) : -1], table[:-1, -1] = np.eye(len(limits)), limits
    for _ in range(MOST_STEPS):
        enter = int(np.argmin(table[-1, :-1]))
        if table[-1, enter] > -NIL:
            break
        usable = table[:-1, enter] > NIL
        ratios = np.where(usable, table[:-1, -1] / np.where(usable, table[:-1, enter], 1.0), np.inf)
        leave = int(np.argmin(ratios))
        table[leave] /= table[leave, enter]
        by = table[:, enter].copy()
        by[leave] = 0.0
        table -= np.outer(by, table[leave])
    prices: list[float] = table[-1, len(held) : -1].tolist()
    return prices


def _renamed(cards: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """The same cards under every naming of the suits."""
    return [tuple(4 * rank(card) + names[suit(card)] for card in cards) for names in permutations(range(4))]
