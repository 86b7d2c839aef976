"""The exact law of each bet in the classes that an audit counts: the rows of the pay table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from casino31.answers import Analysis, Settled
from casino31.audit.hands.monitor import MeanWealth, mean_wealth
from casino31.audit.hands.player import PlayerLaw, player_law
from casino31.bets import Stake, stakes
from casino31.game import Game
from casino31.metrics import Metrics, event_rows, measure
from casino31.outcomes import net
from casino31.outcomes import stake as staked
from casino31.pricing import census_of
from casino31.strategy_table import Advised, advised

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


TESTS = ("outcomes", "mean", "serial", "stakes", "decisions", "neighbours")
"""Of the deal, the first three; of the player, the others."""


@dataclass(frozen=True)
class BetLaw:
    """What one bet, made alone at one unit, comes to."""

    stake: Stake
    labels: tuple[str, ...]
    chances: tuple[Fraction, ...]
    nets: tuple[Fraction, ...]
    figures: Metrics
    wealth: MeanWealth
    parts: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Coarser views of the classes that are tested by themselves: a name, and the part of each class."""

    @property
    def win(self) -> Fraction:
        """The chance that the bet wins."""
        return self.figures.hit_frequency

    def parted(self, counts: Sequence[int]) -> Iterator[tuple[str, list[int], list[Fraction]]]:
        """Yield each coarser view: its name, the counts of its parts, and their chances."""
        for name, parts in self.parts:
            many, chances = [0] * (max(parts) + 1), [Fraction()] * (max(parts) + 1)
            for part, count, chance in zip(parts, counts, self.chances, strict=True):
                many[part] += count
                chances[part] += chance
            yield name, many, chances


@dataclass(frozen=True)
class Law:
    """All bets of a layout."""

    bets: tuple[BetLaw, ...]
    classes: NDArray[np.int16]
    """Of each settled row, and each bet, the class; -1 of a row that the strategy never reaches."""
    players: tuple[PlayerLaw, ...] = ()
    """Each bet as the tests of the player see it."""
    bound: Fraction = Fraction()
    """By how much the chance of any set of results of a round may be off."""

    @property
    def tests(self) -> int:
        """The most tests that one cell has, over all bets."""
        return sum(len(TESTS) + len(bet.parts) for bet in self.bets)


def law_of(game: Game, analysis: Analysis, settled: Settled, table: Advised | None = None) -> Law:
    """Return the law of each bet of a layout under the filed strategy, whose table is made unless given.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> law = law_of(file.game, file.game.analyse(file.rules), file.game.settle_batch(file.rules))
    >>> law.bets[0].labels[:2], law.classes.shape
    (('3-15', '16-21'), (31, 1))
    """
    import numpy as np

    rules, outcomes = analysis.rules, analysis.outcomes
    table = table or advised(game, analysis, settled)
    census = census_of(game, rules)
    laws, columns, players = [], [], []
    for stake in stakes(game, rules):
        if len(stake.bets) > 1:
            continue
        exact = stake.outcomes(outcomes)
        rows = event_rows(exact, lambda row, stake=stake: stake.label(rules, row))  # type: ignore[misc]
        chances, nets = tuple(r.probability for r in rows), tuple(r.net for r in rows)
        figures = measure(exact, stake.initial_wager)
        labels = tuple(row.label for row in rows)
        laws.append(BetLaw(stake, labels, chances, nets, figures, mean_wealth(nets, chances)))
        place_of = {(row.label, row.net, row.stake): place for place, row in enumerate(rows)}
        players.append(player_law(census, analysis, settled, table, stake, game.initial))
        wagers = [outcomes.wagers.index(wager) for wager in stake.wagers]
        parts = [tuple(row[wager] for wager in wagers) for row in settled.rows]
        columns.append([place_of.get((stake.label(rules, p), net(p), staked(p)), -1) for p in parts])
    return Law(tuple(laws), np.array(columns, np.int16).T.copy(), tuple(players))
