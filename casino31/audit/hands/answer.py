"""The answer of an audit of logged hands, and what it is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from casino31.audit.finding import AuditedFile, Verdict
from casino31.audit.hands.judgement import GroupFigures, MoneyFigures
from casino31.audit.hands.results import BetResult
from casino31.notebook import Shown


@dataclass(frozen=True)
class LogScope:
    """What was audited, against what, and how."""

    game: str
    title: str
    """Of the layout as filed."""
    digest: str
    """SHA-256 of its file, "" of a layout made in code."""
    strategy: str
    files: tuple[AuditedFile, ...]
    """All that was counted, in former runs too."""
    schema: AuditedFile | None
    """The file that names the columns of the log."""
    by: tuple[str, ...]
    """Columns whose groups are also tested by themselves."""
    detect: Fraction
    """The change of edge, of an initial wager, that the log must be able to show."""
    watching: bool
    """Whether the log is looked at again and again."""


@dataclass(frozen=True, repr=False)
class LogAudit(Shown):
    """The answer about a log."""

    verdict: Verdict
    scope: LogScope
    rows: int
    sound_rows: int
    payout_errors: int
    money: tuple[MoneyFigures, ...]
    """What was really staked and won."""
    by_group: tuple[BetResult, ...]
    """The same by group, all hands of a round together."""
    by_day: tuple[BetResult, ...]
    """The same by day, where the log has times."""
    groups: tuple[GroupFigures, ...]
    """What the cards come to under the filed strategy."""
    deviations: int
    """Hands played against the filed strategy: no fault in itself."""
    deviation_cost: Fraction
    """What they lose on average, in money."""
    deviation_came: Fraction
    """What they lost with the cards that came, where those are known."""
    staked: Fraction
    """Money put up before a card is seen."""
    undealt: int
    by_code: Mapping[str, int]
    unreadable: int
    """Rows that cannot be read, or stand where nobody can tell which hands share a deck."""

    @property
    def facts(self) -> Mapping[str, object]:
        """The verdict and what it rests on."""
        return self.verdict.facts_with(
            {
                "hands": self.rows,
                "payout errors": self.payout_errors,
                "played against the strategy": self.deviations,
            }
        )
