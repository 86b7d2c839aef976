"""A match as a chain over lives: who wins by seat in the first deal, after how many deals, and who outlasts whom.

A *standing* lists what each player has left, in the order of the seats from the eldest: with a free ride one more
than his tokens, 0 when he is out; where points are scored, the points he still needs. The deal passes to the left,
so a standing turns by one player after each deal. Standings are solved in the order of what is left altogether: a
deal without a loss only turns a standing, which is a linear system around that circle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from casino31.home.estimates import LEVEL, Estimate, estimate
from casino31.home.rules import HomeRules

if TYPE_CHECKING:
    from casino31.arrays import Bools, Floats, Ints

MOST_PLAYERS = 6
"""Players up to whom the chain is solved."""
_ENOUGH = 1e-15
"""What is left of a circle of deals without a loss when its sum is taken for whole."""


@dataclass(frozen=True)
class Match:
    """A match between alike players, solved over the law of a deal."""

    win: tuple[Estimate, ...]
    """By order in the first deal."""
    deals: Estimate
    outlasts: tuple[tuple[Estimate, ...], ...]
    """Row i, column j: i stays in longer than j; going out together counts a half to each."""


def start_of(rules: HomeRules) -> int:
    """Return what a player has at the start of a match."""
    if rules.settle == "best scores":
        return rules.target
    return rules.lives + (1 if rules.free_ride else 0)


def solve(rules: HomeRules, laws: Mapping[int, Sequence[int]], players: int, level: Fraction = LEVEL) -> Match:
    """Return the match whose deals have counted laws, by players left (``CountPlaces.outcomes``).

    The interval carries the sampling error of the laws through the system: with v the visits of each standing and g
    the gain of each outcome there, a law of N deals adds the variance of g over N.
    """
    chain = _Chain(rules, laws, players)
    chain.solve()
    values, variance = chain.start_values(), chain.variance()
    n = players

    def at(place: int) -> Estimate:
        return estimate(float(values[place]), float(variance[place]), level, "solved")

    outlasts = tuple(tuple(at(n + 1 + n * i + j) for j in range(n)) for i in range(n))
    return Match(tuple(at(i) for i in range(n)), at(n), outlasts)


@dataclass
class _Group:
    """Standings of the same total and the same players still in, and where each outcome leads."""

    places: Ints
    """Of the standings, in the grid."""
    chances: Floats
    """By outcome."""
    alive: int
    to: Ints
    """By standing and outcome: the place of the next standing; -1 where the match is over."""
    turned: Ints
    """By standing and outcome: by how many places the seats have turned."""
    gained: Floats
    """By standing, outcome and target: what the outcome decides at once."""
    inside: Bools
    """By standing and outcome: the next standing has the same total."""


class _Chain:
    def __init__(self, rules: HomeRules, laws: Mapping[int, Sequence[int]], players: int) -> None:
        import numpy as np

        self.rules, self.laws, self.n = rules, laws, players
        self.full = start_of(rules)
        self.shape = (self.full + 1,) * players
        self.targets = players + 1 + players * players
        self.values = np.zeros(((self.full + 1) ** players, self.targets))
        self.groups = self._groups()
        # By how far the seats have turned, where the target of a standing's own order stands after it.
        seats = np.arange(players)
        self.order = np.array(
            [
                np.concatenate(
                    [
                        (seats - turn) % players,
                        [players],
                        (
                            players + 1 + players * ((seats[:, None] - turn) % players) + (seats - turn) % players
                        ).ravel(),
                    ]
                )
                for turn in range(players)
            ]
        )

    def _groups(self) -> list[_Group]:
        """The standings in the order in which they are solved."""
        import numpy as np

        grid = np.stack(np.unravel_index(np.arange((self.full + 1) ** self.n), self.shape), axis=1)
        total, alive = grid.sum(axis=1), grid > 0
        scores = self.rules.settle == "best scores"
        open_ = alive.all(axis=1) if scores else alive.sum(axis=1) >= 2
        key = alive @ (2 ** np.arange(self.n))
        groups = []
        for amount in range(self.n * self.full + 1):
            at_total = open_ & (total == amount)
            for pattern in np.unique(key[at_total]):
                where = np.flatnonzero(at_total & (key == pattern))
                groups.append(self._group(grid, where, alive[where[0]]))
        return groups

    def _group(self, grid: Ints, where: Ints, alive: Bools) -> _Group:
        import numpy as np

        n, k = self.n, int(alive.sum())
        weights = np.array(self.laws[k], np.float64)
        numbers = np.flatnonzero(weights)
        codes, high = numbers, np.zeros(len(numbers), np.int64)
        if self.rules.all_out == "high card" and k == 2 and self.rules.settle == "lowest pays":
            codes, high = np.divmod(numbers, 4)
        base = 2 if self.rules.settle == "best scores" else 3
        losses = np.zeros((len(numbers), n), np.int64)
        losses[:, alive] = codes[:, None] // base ** np.arange(k - 1, -1, -1) % base
        before = grid[where][:, None, :]
        after = np.maximum(before - losses, 0)
        if self.rules.free_ride and self.rules.double_on_last == "rides" and base == 3:
            after = np.where((before == 2) & (losses == 2), 1, after)
        return self._led(before, after, where, weights[numbers] / weights.sum(), high)

    def _led(
        self,
        before: Ints,
        after: Ints,
        where: Ints,
        chances: Floats,
        high: Ints,
    ) -> _Group:
        """Where outcomes lead, and what they decide."""
        import numpy as np

        n, scores = self.n, self.rules.settle == "best scores"
        alive = np.broadcast_to(before > 0, after.shape)
        out = alive & (after == 0)
        all_out = out.sum(axis=2) == alive.sum(axis=2)
        if not scores and self.rules.all_out in ("replay", "high card"):
            decided = all_out & (high > 0) & (self.rules.all_out == "high card")
            again = all_out & ~decided
            after, out = np.where(again[..., None], before, after), out & ~again[..., None]
        else:
            decided, again = all_out & False, all_out & False
        left = after > 0
        over = out.any(axis=2) if scores else left.sum(axis=2) <= 1
        winners = np.where(all_out[..., None] & ~again[..., None], alive, left) if not scores else out
        if decided.any():
            winners = np.where(decided[..., None], _by_high(alive, high), winners)
        gained = np.zeros((*after.shape[:2], self.targets))
        gained[..., :n] = winners / np.maximum(1, winners.sum(axis=2, keepdims=True)) * over[..., None]
        gained[..., n] = 1
        lasting = (out[:, :, None, :] & left[:, :, :, None]) + 0.5 * (out[:, :, None, :] & out[:, :, :, None])
        off = ~np.eye(n, dtype=bool)
        gained[..., n + 1 :] = (lasting * off).reshape(*after.shape[:2], -1)
        # The dealer is the first player left after the old one, and the next standing begins behind him.
        turned = np.where(over | again, 0, (left.argmax(axis=2) + 1) % n)
        rolled = np.take_along_axis(after, (np.arange(n) + turned[..., None]) % n, axis=2)
        to = np.where(over, -1, np.ravel_multi_index(tuple(np.moveaxis(rolled, 2, 0)), self.shape))
        inside = ~over & (after == before).all(axis=2)
        return _Group(where, chances, int(alive[0, 0].sum()), to, turned, gained, inside)

    def solve(self) -> None:
        """Solve the standings, least left first."""
        import numpy as np

        for group in self.groups:
            down = np.where(group.inside[..., None], group.gained, self.onward(group))
            known = (group.chances[:, None] * down).sum(axis=1)
            self.values[group.places] = known
            if not group.inside.any():
                continue
            for _ in range(100_000):
                circle = np.where(group.inside[..., None], self.onward(group) - group.gained, 0.0)
                new = known + (group.chances[:, None] * circle).sum(axis=1)
                change = np.abs(new - self.values[group.places]).max()
                self.values[group.places] = new
                if change < _ENOUGH * max(1.0, float(np.abs(new).max())):
                    break

    def onward(self, group: _Group) -> Floats:
        """By standing, outcome and target: what an outcome decides, and the value of where it leads."""
        import numpy as np

        after = np.take_along_axis(self.values[np.maximum(group.to, 0)], self.order[group.turned], axis=2)
        values: Floats = group.gained + np.where((group.to >= 0)[..., None], after, 0.0)
        return values

    def start_values(self) -> Floats:
        """The values of the match at its start."""
        at_start: Floats = self.values[-1]
        return at_start

    def variance(self) -> Floats:
        """The variance of the values at the start, through the laws that they are solved over."""
        import numpy as np

        # visits[place, turn]: how often the match comes to a standing, with its seats so far turned.
        visits = np.zeros((len(self.values), self.n))
        visits[-1, 0] = 1.0
        gains = {k: np.zeros((len(counts), self.targets)) for k, counts in self.laws.items()}
        for group in reversed(self.groups):
            self._settle_visits(group, visits)
            numbers = np.flatnonzero(self.laws[group.alive])
            onward = self.onward(group)
            for turn in range(self.n):
                weight = visits[group.places, turn]
                if weight.any():
                    effect = np.tensordot(weight, onward, axes=(0, 0))
                    gains[group.alive][numbers] += effect[:, self.order[turn]]
        variance = np.zeros(self.targets)
        for k, outcomes in self.laws.items():
            deals = sum(outcomes)
            chances = np.array(outcomes, np.float64)[:, None] / deals
            mean = (chances * gains[k]).sum(axis=0)
            variance += ((chances * gains[k] ** 2).sum(axis=0) - mean**2) / deals
        return variance

    def _settle_visits(self, group: _Group, visits: Floats) -> None:
        """Add the circles inside a group, then pass the visits on to later standings."""
        import numpy as np

        def passed(amount: Floats, which: Bools) -> Floats:
            """Visits by target place and turn that some outcomes make of visits of the group."""
            arriving = np.zeros_like(visits)
            rows, outcomes = np.nonzero(which)
            for turn in range(self.n):
                flow = amount[rows, turn] * group.chances[outcomes]
                np.add.at(
                    arriving, (group.to[rows, outcomes], (turn + group.turned[rows, outcomes]) % self.n), flow
                )
            return arriving

        visited = visits[group.places].copy()
        inside = visited
        for _ in range(100_000):
            if not group.inside.any():
                break
            inside = passed(inside, group.inside)[group.places]
            visited = visited + inside
            if inside.sum() < _ENOUGH * max(1.0, visited.sum()):
                break
        visits[group.places] = visited
        visits += passed(visited, (group.to >= 0) & ~group.inside)


def _by_high(alive: Bools, high: Ints) -> Bools:
    """The last two, told apart by high cards: bits of who has them, eldest first."""
    import numpy as np

    rank = alive.cumsum(axis=2) - 1
    bits = np.stack([high >> 1 & 1, high & 1], axis=1).astype(bool)
    holders: Bools = alive & np.where(rank == 0, bits[:, 0][None, :, None], bits[:, 1][None, :, None])
    return holders
