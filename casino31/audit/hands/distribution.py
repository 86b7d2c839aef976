"""The exact law of each bet in the classes that an audit counts: the rows of the pay table."""

from __future__ import annotations

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


@dataclass(frozen=True)
class BetLaw:
    """What one bet, made alone at one unit, comes to."""

    stake: Stake
    labels: tuple[str, ...]
    chances: tuple[Fraction, ...]
    nets: tuple[Fraction, ...]
    figures: Metrics
    wealth: MeanWealth

    @property
    def win(self) -> Fraction:
        """The chance that the bet wins."""
        return self.figures.hit_frequency


@dataclass(frozen=True)
class Law:
    """All bets of a layout."""

    bets: tuple[BetLaw, ...]
    classes: NDArray[np.int16]
    """Of each settled row, and each bet, the class; -1 of a row that the strategy never reaches."""
    players: tuple[PlayerLaw, ...] = ()
    """Each bet as the tests of the player see it."""


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
