"""Tests of the player: whether stakes and decisions know what cannot be seen yet.

Three wealths, each of a fair gambler who bets against the player's honesty, so that each may be looked at any time:

- stakes: the stake times (net - exact expectation when it was made), the average cost of the player's own decisions
  given back. Stakes may follow any system, as long as they are put up before the cards.
- decisions: where the player left the filed strategy, what that brought with the cards that came, less what it
  brings on average over all cards that he could not see.
- neighbours: where he left it, what the cards of the hand before or after his make his decision worth.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm, log, sqrt
from typing import TYPE_CHECKING, TypeAlias

from casino31.answers import Analysis, Settled
from casino31.audit.hands.luck import STEPS, Luck, luck_of
from casino31.bets import Stake
from casino31.census import Census
from casino31.strategy_table import Advised

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole


Growth: TypeAlias = "Callable[[NDArray[np.int64], int], NDArray[np.float64]]"
"""(powers of 2^(1/4), side): a bound of log E exp(tilt x sum of a round)."""


@dataclass
class PlayerLaw:
    """One bet as the tests of the player see it."""

    luck: Luck
    scale: int
    gains: NDArray[np.int64]
    """What each settled row wins on one unit, times the scale."""
    first: str
    """The wager whose stake is the unit."""
    knows: Sequence[Hashable]
    """What the player knows in each situation."""
    choices: NDArray[np.int8]
    """The strategy's action in each situation."""
    names: tuple[str, ...]
    """Of the actions."""
    stages: int = 1
    """Decisions of a round in a row."""
    kinds: int = 3
    """Wealths of a cell: of each of those decisions, or of the one and of both neighbours."""
    values: tuple[Fraction, ...] = ()
    """What one unit wins on average, by all that may be known when it is staked; () where nothing is."""
    known: Whole | None = None
    """Of each settled row what was known of it, as a place in ``values``."""
    _growth: dict[tuple[int, int], tuple[float, NDArray[np.float64]]] = field(default_factory=dict, repr=False)

    @property
    def stakes(self) -> tuple[Fraction, ...]:
        """What one unit wins on average, by what is known when it is staked."""
        return self.values or (self.luck.value,)

    def known_at(self, results: Whole) -> NDArray[np.int64]:
        """Return what was known of each settled row, as a place in ``stakes``."""
        import numpy as np

        return np.zeros(len(results), np.int64) if self.known is None else self.known[results].astype(np.int64)

    def expected(self, staked: Sequence[int]) -> Fraction:
        """Return what units staked win on average, given those staked by what was known."""
        return sum((units * value for units, value in zip(staked, self.stakes, strict=True)), Fraction())

    @cached_property
    def decides(self) -> bool:
        """Whether a decision can change what the bet wins."""
        return any(
            len({action[knows] for action in self.luck.actions.values() if knows in action}) > 1
            for knows in self.knows
        )

    def wealths(self, wealth: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the wealths of the decisions of a round, and those of its neighbours: none of several in a row."""
        return wealth[: self.stages], wealth[self.stages :] if self.stages == 1 else wealth[:0]

    @cached_property
    def sides(self) -> NDArray[np.float64]:
        """All tilts, from the lowest to the highest: negative ones find losses, positive ones wins."""
        import numpy as np

        sizes = 2.0 ** (self.luck.tilts / STEPS)
        return np.concatenate([-sizes[::-1], sizes])

    @cached_property
    def _nodes(self) -> tuple[list[NDArray[np.float64]], list[NDArray[np.float64]]]:
        return self.luck.growths(self.sides), self.luck.growths(2 * self.sides)

    def departure(self, situation: int, action: int) -> tuple[float, NDArray[np.float64]]:
        """Return what an action brings above the strategy's on average, and the growth of the rest by tilt."""
        if (situation, action) not in self._growth:
            knows = self.knows[situation]
            value, own = self.luck.actions[self.names[action]][knows]
            other, theirs = self.luck.actions[self.names[self.choices[situation]]][knows]
            self._growth[situation, action] = float(value - other), self.growth_between(own, theirs)
        return self._growth[situation, action]

    def growth_between(self, own: int, theirs: int) -> NDArray[np.float64]:
        """Return the growth by tilt of the difference of two steps, each about its own mean.

        With both results uncertain, Cauchy and Schwarz bound the growth of their difference.
        """
        plain, doubled = self._nodes
        if self.luck.steps[theirs].certain:
            return plain[own]
        if self.luck.steps[own].certain:
            return plain[theirs][::-1]
        growth: NDArray[np.float64] = (doubled[own] + doubled[theirs][::-1]) / 2
        return growth

    def log_e_stakes(self, hands: Sequence[int], sums: Sequence[float], sizes: Sequence[int]) -> float:
        """Return the logarithm of the wealth against stakes that know the cards.

        ``hands`` and ``sums`` are the rounds at each size of stake and what they won above expectation in units;
        ``sizes`` are all sizes in the order in which they turned up. Half of the capital bets on all rounds, each
        by its stake, the other half on the rounds of each size by themselves.
        """
        import numpy as np

        used = [place for place, many in enumerate(hands) if many]
        weights = [size - sizes[0] for size in sizes]
        logs = [log(0.5) + self._log_e(hands, sums, weights, self.luck.growth)]
        left = 1.0
        for place in used:
            share = 1 / (place + 1) / (place + 2)
            left -= share
            alone = self._log_e(hands[place : place + 1], sums[place : place + 1], [0], self.luck.growth)
            logs.append(log(share / 2) + alone)
        logs.append(log(left / 2))
        return float(np.logaddexp.reduce(logs))

    def _log_e(
        self,
        hands: Sequence[int],
        sums: Sequence[float],
        weights: Sequence[int],
        growth: Growth,
        gain: float = 0.0,
    ) -> float:
        """The wealth of a mixture of tilts against a gain, given the growth of a round by power and side."""
        import numpy as np

        used = [place for place, many in enumerate(hands) if many]
        tilts, many = self.luck.tilts, np.array([hands[place] for place in used], float)
        above = np.array([sums[place] - gain * hands[place] for place in used], float)
        powers = tilts[:, None] + np.array([weights[place] for place in used], np.int64)
        logs = [
            (side * above * 2.0 ** (powers / STEPS) - many * growth(powers, side)).sum(axis=1) for side in (1, -1)
        ]
        return float(np.logaddexp.reduce(np.concatenate(logs))) - log(2 * len(tilts))

    def interval(
        self, hands: Sequence[int], sums: Sequence[float], sizes: Sequence[int], alpha: float
    ) -> tuple[float, float]:
        """Return how far the result for a unit of stake may be from what was seen, below and above: a confidence
        sequence of the gain above exact expectation, valid at all times at once.
        """
        weights = [size - sizes[0] for size in sizes]
        centre = _weighted(sums, weights) / _weighted(hands, weights)
        ends, swing = list[float](), self.luck.swing
        for side in (-1.0, 1.0):
            near, far = 0.0, 1e-6
            while self._log_e(hands, sums, weights, swing, centre + side * far) < -log(alpha) and far < 1e9:
                near, far = far, 2 * far
            for _ in range(30):
                middle = (near + far) / 2
                inside = self._log_e(hands, sums, weights, swing, centre + side * middle) < -log(alpha)
                near, far = (middle, far) if inside else (near, middle)
            ends.append(far)
        return ends[0], ends[1]

    def z(self, hands: Sequence[int], sums: Sequence[float], sizes: Sequence[int]) -> float:
        """Return the gain above exact expectation, by stakes, in its largest standard deviations."""
        weights = [size - sizes[0] for size in sizes]
        return _weighted(sums, weights) / self._deviation(hands, weights)

    def _deviation(self, hands: Sequence[int], weights: Sequence[int]) -> float:
        return sqrt(self.luck.variance * _weighted(hands, [2 * weight for weight in weights]))

    def detectable(self, hands: Sequence[int], sizes: Sequence[int], alpha: float, z: float) -> float:
        """Return the gain for a unit of stake that the wealth of stakes finds, on either side."""
        weights = [size - sizes[0] for size in sizes]
        reach = max(self.interval(hands, [0.0] * len(hands), sizes, alpha / 2))  # half of the capital bets so
        return reach + z * self._deviation(hands, weights) / _weighted(hands, weights)

    def detectable_departures(self, wealth: NDArray[np.float64], alpha: float, z: float) -> float:
        """Return the gain in units, over all departures, that the wealth of decisions finds; 0 of none."""
        if not wealth.any():
            return 0.0
        growth = -(wealth + wealth[::-1]) / 2  # what the tilts to both sides pay: the gain itself cancels
        middle = len(growth) // 2
        deviation = sqrt(max(0.0, 2 * float(growth[middle]))) / float(self.sides[middle])
        near, far = 0.0, 1e-6
        while log_mean(self.sides * far - growth) < -log(alpha) and far < 1e12:
            near, far = far, 2 * far
        for _ in range(40):
            half = (near + far) / 2
            near, far = (half, far) if log_mean(self.sides * half - growth) < -log(alpha) else (near, half)
        return far + z * deviation


def _weighted(values: Sequence[float], weights: Sequence[int]) -> float:
    """A sum over sizes of stakes, each times its power of 2^(1/4)."""
    return float(sum(value * 2.0 ** (weight / STEPS) for value, weight in zip(values, weights, strict=True)))


def log_mean(logs: NDArray[np.float64]) -> float:
    """Return the logarithm of a mixture of wealths with equal shares.

    >>> import numpy as np
    >>> from math import exp
    >>> round(exp(log_mean(np.log([1.0, 3.0]))), 9)
    2.0
    """
    import numpy as np

    return float(np.logaddexp.reduce(np.ravel(logs))) - log(np.size(logs))


def player_law(
    census: Census,
    analysis: Analysis,
    settled: Settled,
    table: Advised,
    stake: Stake,
    initial: Mapping[str, Fraction],
) -> PlayerLaw:
    """Return one bet of a layout as the tests of the player see it.

    >>> from casino31.bets import stakes
    >>> from casino31.rulesfile import load
    >>> from casino31.strategy_table import advised
    >>> file = load("31-classic-b")
    >>> analysis, settled = file.game.analyse(file.rules), file.game.settle_batch(file.rules)
    >>> table, main = advised(file.game, analysis, settled), stakes(file.game, file.rules)[0]
    >>> census = file.game.census(file.rules.terms)
    >>> law = player_law(census, analysis, settled, table, main, file.game.initial)
    >>> law.first, law.decides, law.log_e_stakes([1000], [0.0], [0]) < 0 < law.log_e_stakes([1000], [400.0], [0])
    ('ante', True, True)
    """
    import numpy as np

    wagers = [analysis.outcomes.wagers.index(wager) for wager in stake.wagers]
    nets = [sum((row[place].net for place in wagers), Fraction()) for row in settled.rows]
    scale = lcm(*(value.denominator for value in nets))
    return PlayerLaw(
        luck_of(census, analysis, stake.name),
        scale,
        np.array([int(value * scale) for value in nets], np.int64),
        next(wager for wager in stake.wagers if initial[wager]),
        table.knows,
        table.action,
        settled.actions,
    )
