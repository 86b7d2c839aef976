"""What is on a par sheet, without any format: the text, the workbook and the JSON all read this."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from casino31.answers import Advice, Analysis, DecisionTable, Example, HandValue
from casino31.bets import Stake, stake_on, stakes
from casino31.game import Game
from casino31.layout import Layout
from casino31.longrun import CONFIDENCE, ROUNDS, Range, ranges, z_score
from casino31.metrics import EventRow, Metrics, correlation, covariance, event_rows, measure
from casino31.notebook import Shown
from casino31.outcomes import OutcomeDistribution
from casino31.paytable import PayTable
from casino31.selfcheck import self_check


class StakeFigures(NamedTuple):
    """The figures of some bets made together."""

    stake: Stake
    outcomes: OutcomeDistribution
    metrics: Metrics
    rows: tuple[EventRow, ...]

    def ranges(self, rounds: tuple[int, ...] = ROUNDS, confidence: Fraction = CONFIDENCE) -> tuple[Range, ...]:
        """The range of the average result after each number of rounds."""
        return ranges(self.outcomes, self.metrics.initial_wager, rounds, confidence)


class WagerFigures(NamedTuple):
    """The figures of one wager, per unit of the ante; of one never staked, per initial wager of its bet."""

    wager: str
    table: PayTable
    metrics: Metrics
    rows: tuple[EventRow, ...]


@dataclass(frozen=True, repr=False)
class ParSheet(Shown):
    """Everything that a par sheet says of one analysis; dear parts are computed when first asked for."""

    game: Game
    analysis: Analysis
    name: str
    """How the layout was named or where its file lies."""
    confidence: Fraction = CONFIDENCE
    mix: Mapping[str, Fraction] | None = None
    """Units on each bet of one more stake, besides each bet alone and all together."""

    @property
    def facts(self) -> Mapping[str, object]:
        """The layout, the house edge of each stake, and the facts of its analysis."""
        edges = {f"house edge, {name}": figures.metrics.house_edge for name, figures in self.stakes.items()}
        deviations = {
            f"standard deviation, {name}": figures.metrics.standard_deviation
            for name, figures in self.stakes.items()
        }
        return {"layout": self.rules.title, **edges, **deviations, **self.analysis.facts}

    @property
    def rules(self) -> Layout:
        """The rules analysed."""
        return self.analysis.rules

    @cached_property
    def stakes(self) -> Mapping[str, StakeFigures]:
        """The figures of each bet alone, of all together, and of the mix asked for."""
        asked = (stake_on(self.game, self.rules, self.mix, "mix"),) if self.mix else ()
        return {stake.name: self._figures(stake) for stake in (*stakes(self.game, self.rules), *asked)}

    def _figures(self, stake: Stake) -> StakeFigures:
        outcomes = stake.outcomes(self.analysis.outcomes)
        rows = event_rows(outcomes, lambda row: stake.label(self.rules, row))
        return StakeFigures(stake, outcomes, measure(outcomes, stake.initial_wager), rows)

    @cached_property
    def wagers(self) -> Mapping[str, WagerFigures]:
        """The figures of each wager by itself."""
        return {wager: self._wager(wager, table) for wager, table in self.rules.tables.items()}

    def _wager(self, wager: str, table: PayTable) -> WagerFigures:
        outcomes = self.analysis.outcomes.of(wager)

        def label(event: str) -> str:
            return table.line[event].label if event in table.line else event

        rows = event_rows(outcomes, lambda row: label(row[0].event))
        unit = Fraction(1)
        if not any(row[0].stake for row in outcomes.combinations):
            wagers = next(wagers for wagers in self.rules.bets.values() if wager in wagers)
            unit = sum((self.game.initial[wager] for wager in wagers), Fraction())
        return WagerFigures(wager, table, measure(outcomes, unit), rows)

    @cached_property
    def pairs(self) -> Mapping[tuple[str, str], tuple[Fraction, float | None]]:
        """The covariance, in squared units, and the correlation of each two bets and each two wagers."""
        groups = dict(self.rules.bets) | {wager: (wager,) for wager in self.rules.tables}
        names = list(groups)
        whole = self.analysis.outcomes
        return {
            (first, other): (
                covariance(whole, groups[first], groups[other]),
                correlation(whole, groups[first], groups[other]),
            )
            for place, first in enumerate(names)
            for other in names[place + 1 :]
            if not set(groups[first]) & set(groups[other])
        }

    @cached_property
    def later(self) -> tuple[str, ...]:
        """The wagers that are staked when some cards are known."""
        return tuple(wager.name for wager in self.rules.wagers if wager.staked and not wager.initial)

    @cached_property
    def play_frequency(self) -> Fraction | None:
        """How often the player makes the first later wager, or None where there is none."""
        if not self.later:
            return None
        return self.analysis.outcomes.of(self.later[0]).expect(lambda row: Fraction(row[0].stake > 0))

    @cached_property
    def rule_list(self) -> tuple[str, ...]:
        """The strategy in words, equal to it on every hand."""
        return self.game.rule_list(self.analysis)

    @cached_property
    def advice(self) -> Advice:
        """The strategy in words, in short, and what mistakes cost."""
        return self.game.advise(self.analysis)

    @cached_property
    def decisions(self) -> DecisionTable:
        """The count rows that keep the strategy live."""
        return self.game.decisions(self.rules)

    @cached_property
    def hand_values(self) -> tuple[HandValue, ...]:
        """What each starting hand is worth, up to the names of suits."""
        return self.game.hand_values(self.analysis)

    @cached_property
    def examples(self) -> tuple[Example, ...]:
        """Worked rounds."""
        return self.game.examples_of(self.analysis)

    @property
    def z(self) -> float:
        """The z of the stated confidence."""
        return z_score(self.confidence)


def par_sheet(
    game: Game,
    rules: Layout,
    name: str,
    objective: tuple[str, ...] | None = None,
    confidence: Fraction = CONFIDENCE,
    mix: Mapping[str, Fraction] | None = None,
) -> ParSheet:
    """Return the par sheet of a layout under the best strategy for some bets, with its analysis checked.

    SelfCheckError when the figures contradict each other; ValueError when the layout does not offer what
    ``objective`` or ``mix`` names.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> str(par_sheet(file.game, file.rules, file.name).stakes["natural 31"].metrics.house_edge)
    '336/5525'
    """
    analysis = game.analyse(rules, objective)
    self_check(game, analysis)
    sheet = ParSheet(game, analysis, name, confidence, mix)
    sheet.stakes  # noqa: B018 - a mix that the layout does not offer is refused here
    return sheet
