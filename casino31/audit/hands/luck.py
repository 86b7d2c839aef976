"""What a bet may come to above its exact expectation, whatever the player decides who sees no hidden card.

The net of a round, less the exact expectation when the stake was made, plus what the player's own decisions cost on
average, is 0 on average for every way to play: a martingale of the whole log. ``Luck.growth`` bounds its
exponential moments over all ways to play, exactly for each tilt, by going back through the census. So

    exp(tilt x sum - rounds x growth(tilt))

is a nonnegative supermartingale, and by Ville's inequality it ever reaches 1 / alpha with a chance of at most
alpha. Source: Howard, Ramdas, McAuliffe, Sekhon, Time-uniform Chernoff bounds via nonnegative supermartingales,
Probability Surveys 17 (2020).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import log2
from typing import TYPE_CHECKING, Any, NamedTuple

from casino31.answers import Analysis
from casino31.census import Census, Chance, Decide, Node
from casino31.layout import Layout

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HORIZONS = (0.5, 10.0)
"""Powers of ten: rounds of one unit after which the largest and the smallest tilt work best."""
STEPS = 4
"""Tilts are whole powers of 2^(1/4), and so are the weights of stakes: their products are tilts again."""


class _Step(NamedTuple):
    """One node: branches with their chances, what each is worth above the mean, and what comes after it.

    An end has nothing after it. A decision has a branch for each value of its hands, and options.
    """

    chances: NDArray[np.float64]
    gaps: NDArray[np.float64]
    after: tuple[int, ...]
    decides: bool

    @property
    def certain(self) -> bool:
        """Whether one result is all that it can come to."""
        return len(self.chances) == 1 and not self.after


@dataclass
class Luck:
    """One bet of a layout under a filed strategy, a unit each.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> analysis = file.game.analyse(file.rules)
    >>> luck = luck_of(file.game.census(file.rules.terms), analysis, "main")
    >>> luck.value, luck.actions["fold"] == luck.actions["play"]
    (Fraction(-10298, 270725), False)
    """

    value: Fraction
    """Units won on average under the strategy."""
    variance: float
    """The largest of a round's sum over all ways to play, in squared units."""
    actions: Mapping[str, Mapping[Hashable, tuple[Fraction, int]]]
    """Of each action and what the player knows: what it wins on average, and its node; () of several decisions."""
    steps: list[_Step] = field(repr=False)
    nodes: Mapping[int, int] = field(repr=False)
    """The step of each node of the census, by its identity."""
    values: Sequence[Fraction] = field(repr=False)
    """What each step wins on average."""
    _known: dict[int, float] = field(default_factory=dict, repr=False)

    @property
    def tilts(self) -> NDArray[np.int64]:
        """The tilts of a mixture for stakes of one unit, as powers of 2^(1/4), the smallest first."""
        import numpy as np

        sizes = [STEPS / 2 * log2(8 / max(self.variance, 1e-9) / 10**power) for power in reversed(HORIZONS)]
        return np.arange(round(sizes[0]), round(sizes[1]) + 1, STEPS // 2)

    def growth(self, powers: NDArray[np.int64], side: int) -> NDArray[np.float64]:
        """Return for each tilt, side x 2^(power / 4), the largest log E exp(tilt x sum of a round)."""
        import numpy as np

        fresh = [int(p) for p in np.unique(powers) if side * (int(p) + _FAR) not in self._known]
        if fresh:
            grown = self.growths(side * 2.0 ** (np.array(fresh) / STEPS))[-1]
            self._known |= {side * (p + _FAR): float(g) for p, g in zip(fresh, grown, strict=True)}
        return np.array([self._known[side * (int(p) + _FAR)] for p in np.ravel(powers)]).reshape(np.shape(powers))

    def swing(self, powers: NDArray[np.int64], side: int) -> NDArray[np.float64]:
        """Return the same about the average of the way that was played, whose cost is given back."""
        return self.growth(powers, side)

    def growths(self, tilts: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """Return the same for each node, about its own mean: the root is the last."""
        import numpy as np

        values: list[NDArray[np.float64]] = []
        for step in self.steps:
            logs = np.log(step.chances)[:, None] + step.gaps[:, None] * tilts
            if step.after and not step.decides:
                logs = logs + np.array([values[node] for node in step.after])
            top = logs.max(axis=0)
            total = top + np.log(np.exp(logs - top).sum(axis=0))
            if step.decides:
                total = total + np.array([values[node] for node in step.after]).max(axis=0)
            values.append(total)
        return values


@dataclass
class EvenMoney(Luck):
    """A unit that is won or lost whole: what its decisions cost is not known, but between which ends it stays."""

    ends: tuple[tuple[float, float], ...] = ()
    """What it wins on average by the best and the worst way to play, by all that may be known when it is staked."""

    def growth(self, powers: NDArray[np.int64], side: int) -> NDArray[np.float64]:
        """Return the largest log E exp(tilt x (won or lost, less the average of the best way to play))."""
        import numpy as np

        size, grown = side * 2.0 ** (np.asarray(powers) / STEPS), []
        for best, worst in self.ends:
            wins = (1 + (best if side > 0 else worst)) / 2
            with np.errstate(divide="ignore"):
                own = np.logaddexp(np.log(wins) + size, np.log1p(-wins) - size)
            grown.append(own - size * best)
        largest: NDArray[np.float64] = np.max(grown, axis=0)
        return largest

    def swing(self, powers: NDArray[np.int64], side: int) -> NDArray[np.float64]:  # noqa: ARG002
        """Return the same about the average of any way to play: no two results swing further (Hoeffding)."""
        import numpy as np

        swing: NDArray[np.float64] = 4.0 ** (np.asarray(powers) / STEPS) / 2
        return swing


def even_money(value: Fraction, ends: Sequence[tuple[float, float]]) -> EvenMoney:
    """Return what a unit may come to that is won or lost whole, and wins so much on average by the best play.

    >>> import numpy as np
    >>> coin = even_money(Fraction(), [(0.0, -1.0)])
    >>> coin.growth(np.array([0]), 1).round(4).tolist(), coin.growth(np.array([0]), -1).tolist(), coin.variance
    ([0.4338], [1.0], 1.0)
    """
    return EvenMoney(value, 1.0, {}, [], {}, [], ends=tuple(ends))


_FAR = 10**6
"""Added to powers of tilts so that a sign can stand before them."""


def luck_of(census: Census, analysis: Analysis, bet: str) -> Luck:
    """Return what a bet may come to, from the census of a layout and the filed strategy.

    >>> from casino31.rulesfile import load
    >>> import numpy as np
    >>> file = load("natural-31")
    >>> luck = luck_of(file.game.census(file.rules.terms), file.game.analyse(file.rules), "natural 31")
    >>> luck.value, bool(luck.growth(np.array([-20]), 1)[0] > 0)
    (Fraction(-336, 5525), True)
    """
    made = _Maker(census, analysis.rules, bet, analysis.strategy.actions)
    root = made.number(census.root)
    actions: dict[str, dict[Hashable, tuple[Fraction, int]]] = {}
    if census.single:
        for node in census.decisions:
            for action, after in node.options.items():
                there = made.number(after)
                for hand_class in node.classes:
                    actions.setdefault(action, {})[hand_class.knows] = (made.values[there], there)
    return Luck(made.values[root], made.variances[root], actions, made.steps, made.nodes, made.values)


class _Maker:
    """The distinct nodes of a census as one bet sees them, each with its number."""

    def __init__(self, census: Census, layout: Layout, bet: str, strategy: Mapping[Hashable, str]) -> None:
        place = list(layout.bets).index(bet)
        self.wins = [layout.won(bet, layout.settled(bet, ending[place])) for ending in census.endings]
        self.strategy = strategy
        self.values: list[Fraction] = []
        self.variances: list[float] = []
        self.steps: list[_Step] = []
        self._keys: dict[Hashable, int] = {}
        self.nodes: dict[int, int] = {}
        for node in census.nodes:
            self.nodes[id(node)] = self._place(node)

    def number(self, node: Node) -> int:
        """Return the number of a node."""
        return self.nodes[id(node)]

    def _place(self, node: Node) -> int:
        shares: dict[Any, int] = {}
        options: tuple[int, ...] = ()
        if isinstance(node, Chance):
            for ways, after in node.branches:
                shares[self.nodes[id(after)]] = shares.get(self.nodes[id(after)], 0) + ways
        elif isinstance(node, Decide):
            options = tuple(dict.fromkeys(self.nodes[id(after)] for after in node.options.values()))
            for hand_class in node.classes:
                there = self.nodes[id(node.options[self._action(node, hand_class.knows)])]
                shares[there] = shares.get(there, 0) + hand_class.members
        else:
            for ending, ways in node.items():
                shares[self.wins[ending]] = shares.get(self.wins[ending], 0) + ways
        kind = type(node) if isinstance(node, Chance | Decide) else dict
        key = (kind, options, tuple(sorted(shares.items())))
        if key not in self._keys:
            self._keys[key] = len(self.steps)
            self._make(kind, options, dict(sorted(shares.items())))
        return self._keys[key]

    def _action(self, node: Decide, knows: Hashable) -> str:
        return self.strategy[knows] if len(node.options) > 1 else next(iter(node.options))

    def _make(self, kind: type, options: tuple[int, ...], shares: Mapping[Any, int]) -> None:
        import numpy as np

        total = sum(shares.values())
        worth = list(shares) if kind is dict else [self.values[node] for node in shares]
        mean = sum((value * ways for value, ways in zip(worth, shares.values(), strict=True)), Fraction()) / total
        chances = np.array([ways / total for ways in shares.values()])
        gaps = np.array([float(value - mean) for value in worth])
        later = np.zeros(len(gaps))
        if kind is Chance:
            later = np.array([self.variances[share] for share in shares])
        elif kind is Decide:
            later = later + max(self.variances[option] for option in options)
        self.values.append(mean)
        self.variances.append(float(chances @ (gaps**2 + later)))
        after = tuple(shares) if kind is Chance else options
        self.steps.append(_Step(chances, gaps, after, kind is Decide))
