"""Two home games side by side, and what each rule in which they differ changes by itself."""

from __future__ import annotations

from dataclasses import dataclass

from casino31.home.estimates import Estimate
from casino31.home.fairness import Fairness, fairness, study
from casino31.home.policy import Policy
from casino31.home.reader import HomeGame
from casino31.home.readings import difference


@dataclass(frozen=True)
class Step:
    """One rule of the second game put into the first."""

    rule: str
    first: str
    second: str
    lost: tuple[Estimate, ...]
    """By seat: how much more is lost a deal; empty where the rule alone cannot be played."""


@dataclass(frozen=True)
class HomeComparison:
    """Two games, played by the same policy or each by its own."""

    first: Fairness
    second: Fairness
    steps: tuple[Step, ...]


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
    steps = []
    for rule, (mine, theirs) in first.rules.differs(second.rules).items():
        try:
            rules = first.rules.set([f"{rule}={theirs}"])
        except ValueError:
            steps.append(Step(rule, mine, theirs, ()))
            continue
        steps.append(Step(rule, mine, theirs, difference(sheets[0].study, rules, deals)))
    return HomeComparison(sheets[0], sheets[1], tuple(steps))
