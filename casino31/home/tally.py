"""Deals counted: whole numbers that blocks add up to, and the laws that can be read off them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from casino31.home.ending import KINDS, Kind
from casino31.home.engine import play_block
from casino31.home.estimates import LEVEL, Estimate, mean_of, share
from casino31.home.results import SettledDeals, seat_codes
from casino31.home.rules import HomeRules
from casino31.home.setup import Setup
from casino31.simulation.blocks import Tally, in_stretches

if TYPE_CHECKING:
    from casino31.arrays import Ints

LARGEST_LAW = 3**9
"""Joint outcomes up to which the law of a deal is counted: nine players who lose lives."""
AT_A_TIME = 4
"""Blocks between two looks at a long simulation."""


@dataclass(frozen=True)
class CountPlaces:
    """Where each count stands."""

    rules: HomeRules
    players: int

    @property
    def longest(self) -> int:
        """Turns that a deal can have at most."""
        return (self.rules.cap + 1) * self.players + 1

    @property
    def codes(self) -> tuple[Fraction, ...]:
        """What a seat gains, by the code of its part in the ending."""
        return _gains(self.rules.settle, self.players)

    @property
    def joint(self) -> int:
        """Joint outcomes that a match goes by; 0 where it goes by none, or by too many."""
        if self.rules.settle == "lowest pays":
            many = 3**self.players * (4 if self.high_decides else 1)
        else:
            many = 2**self.players if self.rules.settle == "best scores" else 0
        return many if many <= LARGEST_LAW else 0

    @property
    def high_decides(self) -> bool:
        """Whether the last two are told apart by high cards."""
        return self.rules.all_out == "high card" and self.players == 2

    @property
    def sizes(self) -> tuple[int, ...]:
        """Counts of each part: kinds, turns, knocks and blitzes by seat, gains by seat, joint outcomes."""
        n = self.players
        return len(KINDS), self.longest + 1, n, n, n * len(self.codes), self.joint

    def count(self, results: SettledDeals) -> Ints:
        """Return the counts of some deals."""
        import numpy as np

        n, codes = self.players, seat_codes(self.rules, results)
        kinds, turns, knocks, _, gains, joint = self.sizes
        by_seat = codes + len(self.codes) * np.arange(n)
        return np.concatenate(
            [
                np.bincount(results.kind, minlength=kinds),
                np.bincount(results.turns, minlength=turns),
                np.bincount(results.knocker[results.knocker >= 0], minlength=knocks),
                results.blitz.sum(axis=0),
                np.bincount(by_seat.ravel(), minlength=gains),
                np.bincount(self.outcomes(results), minlength=joint) if joint else np.zeros(0, np.int64),
            ]
        ).astype(np.int64)

    def outcomes(self, results: SettledDeals) -> Ints:
        """Return the number of each deal's joint outcome: marks in base 3, or scores in base 2, eldest first."""
        import numpy as np

        base, digits = (3, results.marks) if self.rules.settle == "lowest pays" else (2, results.winners)
        weights = base ** np.arange(self.players - 1, -1, -1)
        codes: Ints = digits.astype(np.int64) @ weights
        return codes * 4 + results.high @ np.array([2, 1]) if self.high_decides else codes


@cache
def _gains(settle: str, players: int) -> tuple[Fraction, ...]:
    if settle == "lowest pays":
        return tuple(map(Fraction, (0, -1, -2)))
    if settle == "classes":
        return tuple(map(Fraction, range(7)))
    if settle == "best scores":
        return tuple(map(Fraction, (0, 1)))
    gains = [Fraction(0)]  # a drawn deal; then by winners who share with the seat, tokens added, and its own
    for winners in range(players + 1):
        for added in range(players + 1):
            share_of_pot = Fraction(players + added, winners) if winners else Fraction(0)
            gains += [share_of_pot - 1 - own for own in (0, 1)]
    return tuple(gains)


@dataclass(frozen=True)
class Counted:
    """A tally, read."""

    plan: CountPlaces
    tally: Tally

    @property
    def deals(self) -> int:
        """Deals played."""
        return self.tally.played

    def part(self, which: int) -> tuple[int, ...]:
        """Return one part of the counts, in the order of ``CountPlaces.sizes``."""
        sizes = self.plan.sizes
        start = sum(sizes[:which])
        return self.tally.counts[start : start + sizes[which]]

    def ends(self, kind: Kind, level: Fraction = LEVEL) -> Estimate:
        """Return how often deals end so."""
        return share(self.part(0)[KINDS.index(kind)], self.deals, level)

    def turns(self, level: Fraction = LEVEL) -> Estimate:
        """Return the mean turns of a deal."""
        return mean_of({Fraction(turns): many for turns, many in enumerate(self.part(1)) if many}, level)

    def knocks(self, seat: int, level: Fraction = LEVEL) -> Estimate:
        """Return how often a seat knocks."""
        return share(self.part(2)[seat], self.deals, level)

    def blitzes(self, seat: int, level: Fraction = LEVEL) -> Estimate:
        """Return how often a seat shows a blitz."""
        return share(self.part(3)[seat], self.deals, level)

    def lost(self, seat: int, level: Fraction = LEVEL) -> Estimate:
        """Return what a seat loses a deal; of points scored, below 0."""
        size = len(self.plan.codes)
        counts: dict[Fraction, int] = {}
        for gain, many in zip(self.plan.codes, self.part(4)[seat * size : seat * size + size], strict=True):
            counts[-gain] = counts.get(-gain, 0) + many
        return mean_of(counts, level)

    def law(self) -> tuple[int, ...]:
        """Return the counts of the joint outcomes."""
        return self.part(5)


def begin(table: Setup, stated: tuple[tuple[str, str], ...], deals: int) -> Counted:
    """Return the count of no deal; ``stated`` is what must agree before parts are added."""
    plan = CountPlaces(table.rules, table.players)
    return Counted(plan, Tally(stated, deals, (), (0,) * sum(plan.sizes)))


def advance(table: Setup, counted: Counted, seed: int, blocks: range) -> Iterator[Counted]:
    """Play blocks that are not counted yet, and yield the count after each few of them."""

    def play(seed: int, block: int, deals: int) -> Ints:
        return counted.plan.count(play_block(table, seed, block, deals))

    for tally in in_stretches(play, seed, counted.tally, blocks, AT_A_TIME):
        yield Counted(counted.plan, tally)
