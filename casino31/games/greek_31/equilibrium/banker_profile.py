"""What a banker does, in words and numbers: when he stands, and what he hides."""

from collections.abc import Mapping
from dataclasses import dataclass

from casino31.games.greek_31.engine.answer import likelihoods
from casino31.games.greek_31.engine.plan import Plan, arrivals
from casino31.games.greek_31.hands import hands, stands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import THIRTY_ONE, VALUES, concealed_rank, legal_totals, plus


@dataclass(frozen=True)
class Portrait:
    """A banker against one first card, in probabilities."""

    stands: Mapping[tuple[int, bool], float]
    """By best total that could be concealed, and whether an ace may still count less: the share that stands."""
    rounds: Mapping[int, float]
    """By the total: how often a round ends on it."""
    hides: Mapping[int, Mapping[str, float]]
    """By the total: what he hides when he stands, a share for each value."""
    shows_14: float
    """Of the hands that can be 14, the share that is shown as 14."""
    draws_at_14: float
    """Of the same, the share that draws on."""


def portrait(rules: Rules, plan: Plan, first: int) -> Portrait:
    """Return what a plan does against a first card.

    >>> from casino31.games.greek_31.engine.plan import fixed_plan
    >>> sketch = portrait(Rules(), fixed_plan(Rules()), 9)
    >>> sketch.stands[25, False], sketch.stands[26, True], sketch.shows_14
    (0.0, 1.0, 1.0)
    """
    table = hands(rules)
    orders = arrivals(table, plan.scale, plan.draws)
    came: dict[tuple[int, bool], float] = {}
    drew: dict[tuple[int, bool], float] = {}
    stood: dict[int, float] = {}
    hides: dict[int, dict[str, float]] = {}
    fourteens = [0.0, 0.0, 0.0]
    for place, (hand, rank) in enumerate(zip(table.hands, table.rank, strict=True)):
        if not orders[place] or rank == THIRTY_ONE or not place:
            continue
        likelihood = float(likelihoods(rules, hand, sum(hand))[first]) / plan.scale
        if table.fourteen[place]:
            for i, count in enumerate((orders[place], plan.shows[place], plan.draws[place])):
                fourteens[i] += count * likelihood
            continue
        key = (concealed_rank(hand, rules), len(legal_totals(hand, rules.aces)) > 1)
        came[key] = came.get(key, 0.0) + orders[place] * likelihood
        drew[key] = drew.get(key, 0.0) + plan.draws[place] * likelihood
    for way, count in zip(stands(rules), plan.conceals, strict=True):
        if count:
            hand = plus(way.exposed, way.concealed)
            likelihood = count * float(likelihoods(rules, hand, sum(hand))[first]) / plan.scale
            stood[way.rank] = stood.get(way.rank, 0.0) + likelihood
            row = hides.setdefault(way.rank, dict.fromkeys(VALUES, 0.0))
            row[VALUES[way.concealed]] += likelihood
    shares = {
        total: {card: chance / sum(row.values()) for card, chance in row.items()}
        for total, row in sorted(hides.items())
        if sum(row.values())
    }
    return Portrait(
        {key: 1 - drew[key] / chance for key, chance in sorted(came.items()) if chance},
        dict(sorted(stood.items())),
        shares,
        fourteens[1] / fourteens[0] if fourteens[0] else 0.0,
        fourteens[2] / fourteens[0] if fourteens[0] else 0.0,
    )
