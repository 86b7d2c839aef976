"""The same policies in fewer and rounder numbers, at a cost that is measured: a certificate that people can read.

What the search leaves behind is spread thin: thousands of replies with hardly any weight, beliefs of seven digits.
"""

from dataclasses import replace

import numpy as np

from casino31.arrays import Floats, Ints
from casino31.games.greek_31.engine.plan import Plan
from casino31.games.greek_31.equilibrium.master import Flow
from casino31.games.greek_31.equilibrium.replies import beliefs_of, replier
from casino31.games.greek_31.equilibrium.solver import (
    FirstCardSolution,
    Punter,
    lower_end,
    mixed,
    shared_out,
    to_plan,
    upper_end,
)
from casino31.games.greek_31.hands import stands
from casino31.games.greek_31.rules import Rules

ROUNDED = (1, 3, 9, 30, 100, 300, 1000, 10_000)
"""The largest number in a belief, coarsest first."""
WHOLES = (30, 100, 300, 1000, 10_000)
"""What the weights of an exposure's replies add up to, coarsest first."""
SCALES = (3, 10, 30, 100, 300, 1000)
"""How often an order of the banker's cards is counted, coarsest first."""


def tidy(rules: Rules, solution: FirstCardSolution, slack: float) -> FirstCardSolution:
    """Return a solution whose interval is at most ``slack`` wider at either end, in the roundest numbers.

    Both ends are certified anew. A policy stays as it is where nothing rounder will do.
    """
    punter, lower = _rounder_punter(rules, solution, slack)
    plan, upper = _rounder_plan(rules, solution, slack)
    return replace(solution, punter=punter, lower=lower, plan=plan, upper=upper)


def _rounder_punter(rules: Rules, solution: FirstCardSolution, slack: float) -> tuple[Punter, float]:
    first, punter = solution.first, solution.punter
    merged, wins = _merged(punter, replier(rules, first)(punter.places, punter.beliefs.astype(float)))
    for whole in WHOLES:
        weights = shared_out(merged.places, merged.weights, whole)
        used = weights > 0
        places, weights = merged.places[used], weights[used]
        lower = lower_end(rules, first, mixed(rules, places, weights, wins[:, used]))
        if lower >= solution.lower - slack:
            return Punter(places, weights, simplest(rules, first, places, merged.beliefs[used])), lower
    return punter, solution.lower


def simplest(rules: Rules, first: int, places: Ints, beliefs: Ints) -> Ints:
    """Return for each belief the roundest one that calls for the very same reply.

    >>> rules = Rules(decks=None)
    >>> simplest(rules, 9, np.array([0]), np.array([[0, 0, 0, 0, 0, 0, 1000, 0, 0, 999]])).tolist()
    [[0, 0, 0, 0, 0, 0, 1, 0, 0, 1]]
    """
    reply = replier(rules, first)
    chances, answer = reply(places, beliefs.astype(float)), beliefs.copy()
    left = np.arange(len(places))
    highest = np.maximum(beliefs.max(axis=1, keepdims=True), 1)
    for most in ROUNDED:
        tried = np.rint(beliefs[left] * most / highest[left]).astype(np.int64)
        same = (reply(places[left], tried.astype(float)) == chances[:, left]).all(axis=0)
        answer[left[same]] = tried[same]
        left = left[~same]
    return answer


def _merged(punter: Punter, chances: Floats) -> tuple[Punter, Floats]:
    """Equal replies to the same exposure as one, with the first belief that calls for it; sorted by exposure."""
    rows = np.column_stack([punter.places, chances.T])
    _, first, inverse = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    weights = np.bincount(inverse.ravel(), punter.weights).astype(np.int64)
    return Punter(punter.places[first], weights, punter.beliefs[first]), chances[:, first]


def _rounder_plan(rules: Rules, solution: FirstCardSolution, slack: float) -> tuple[Plan, float]:
    first, plan = solution.first, solution.plan
    seen = beliefs_of(rules)
    conceals = np.zeros(seen.ranks.shape)
    for way, count in zip(stands(rules), plan.conceals, strict=True):
        conceals[way.concealed, seen.place[way.exposed]] = count
    flow = Flow(np.array(plan.draws, float), np.array(plan.shows, float), conceals, 0.0)
    for scale in SCALES:
        if scale >= plan.scale:
            break
        rounder = to_plan(rules, first, flow, scale)
        upper = upper_end(rules, first, rounder)
        if upper <= solution.upper + slack:
            return rounder, upper
    return plan, solution.upper
