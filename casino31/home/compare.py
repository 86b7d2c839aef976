"""Two home games side by side, and what each rule in which they differ changes by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from casino31.home.estimates import Estimate
from casino31.home.fairness import Fairness, fairness, study
from casino31.home.policy import Policy
from casino31.home.reader import HomeGame
from casino31.home.readings import differences
from casino31.home.rules import HomeRules
from casino31.notebook import Shown


@dataclass(frozen=True)
class Step:
    """One rule of the second game put into the first."""

    rule: str
    first: str
    second: str
    lost: tuple[Estimate, ...]
    """By seat: how much more is lost a deal; empty where the rule alone cannot be played."""


@dataclass(frozen=True, repr=False)
class HomeComparison(Shown):
    """Two games, played by the same policy or each by its own."""

    first: Fairness
    second: Fairness
    steps: tuple[Step, ...]

    @property
    def facts(self) -> Mapping[str, object]:
        """Both games, and the rules in which they differ."""
        return {
            "first": self.first.rules.title,
            "second": self.second.rules.title,
            **{step.rule: f"{step.first} or {step.second}" for step in self.steps},
        }


def compare(
    first: HomeGame,
    second: HomeGame,
    players: int,
    policy: Policy | None = None,
    deals: int = 200_000,
    seed: int = 31,
) -> HomeComparison:
    """Return two games side by side; ValueError when so many cannot play either."""
    sheets = [fairness(study(game, players, policy, deals, seed)) for game in (first, second)]
    apart = first.rules.differs(second.rules)
    alone = {rule: rules for rule, (_, theirs) in apart.items() if (rules := _changed(first.rules, rule, theirs))}
    lost = dict(zip(alone, differences(sheets[0].study, list(alone.values()), deals), strict=True))
    steps = tuple(Step(rule, mine, theirs, lost.get(rule, ())) for rule, (mine, theirs) in apart.items())
    return HomeComparison(sheets[0], sheets[1], steps)


def _changed(rules: HomeRules, rule: str, value: str) -> HomeRules | None:
    """Rules with one of them changed, or None where it contradicts another."""
    try:
        return rules.set([f"{rule}={value}"])
    except ValueError:
        return None
