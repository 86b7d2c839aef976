"""A sound layout of 31 Classic to put faults into, and what a text gives when it is read."""

from fractions import Fraction

import pytest

from casino31.faults import Fault, RulesError
from casino31.games.classic_31 import GAME
from casino31.layout import Layout
from casino31.outcomes import net
from casino31.rulesfile import parse

LINES = """\
game = "31 Classic"
title = "A layout"
odds = "to one"
source = "an example"
[rules]
trips = "best"
bonus_after_fold = "stands"
tie = "fold"
[ante]
"17" = "push"
"18-31" = 1
"trips" = 1
"mini royal" = 1
[play]
"17" = "push"
"18-21" = 1
"22-25" = 2
"26-28" = 3
"29-30" = 4
"trips" = 4
"31" = 10
"mini royal" = 25
["natural 31"]
"16-21" = 1
"22-25" = 5
"26-28" = 10
"29-30" = 15
"trips" = 30
"31" = 100
"mini royal" = 200
""".splitlines()


def with_lines(changes: dict[int, str]) -> str:
    """The sound layout with some of its lines, from 1, replaced; a line may become several or none."""
    return "\n".join(changes.get(number, line) for number, line in enumerate(LINES, 1)) + "\n"


def rules_of(text: str) -> Layout:
    return parse(text).rules


def faults_of(text: str) -> tuple[Fault, ...]:
    with pytest.raises(RulesError) as caught:
        parse(text, "x.toml")
    return caught.value.faults


def edges(rules: Layout) -> list[Fraction]:
    """The house edge of main and of the bonus."""
    outcomes = GAME.analyse(rules).outcomes
    return [-outcomes.of(*wagers).expect(net) for wagers in rules.bets.values()]
