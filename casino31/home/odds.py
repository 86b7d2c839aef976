"""The odds of a seat: what each of its actions gains, by dealing anew what it has not seen and playing on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from casino31.home.estimates import Estimate, mean_of
from casino31.home.player import Choose, play
from casino31.home.round import apply, legal, returns
from casino31.home.state import State
from casino31.home.view import resample


@dataclass(frozen=True)
class Odds:
    """What an action comes to."""

    action: int
    gain: Estimate
    """Tokens, or points, a deal."""


def odds(state: State, seats: Sequence[Choose], deals: int = 100, seed: int = 31) -> tuple[Odds, ...]:
    """Return what each action of the seat to move gains where all go on by their policies, the best first.

    The same unseen cards are dealt for every action.

    >>> from casino31.home.player import Player
    >>> from casino31.home.policy import Situation
    >>> from casino31.home.policy_text import read
    >>> from casino31.home.round import deal
    >>> from casino31.home.rules import HomeRules
    >>> rules = HomeRules()
    >>> seats = [Player(rules, read("knock 25+", rules), Situation(2, seat)) for seat in (1, 2)]
    >>> found = odds(deal(rules, 2, range(52)), seats, 5)
    >>> [each.gain.value for each in found] == sorted((each.gain.value for each in found), reverse=True)
    True
    """
    chance = random.Random(seed)
    unseen = [resample(state, state.seat, chance.randrange) for _ in range(deals)]
    odds_of = []
    for action in legal(state):
        counts: dict[Fraction, int] = {}
        for dealt_anew in unseen:
            gain = returns(play(apply(dealt_anew, action), seats))[state.seat]
            counts[gain] = counts.get(gain, 0) + 1
        odds_of.append(Odds(action, mean_of(counts)))
    return tuple(sorted(odds_of, key=lambda odd: -odd.gain.value))
