"""What a banker does, in words and numbers: when he stands, and what he hides."""

from collections.abc import Mapping
from dataclasses import dataclass

from casino31.games.greek_31.answer import likelihoods
from casino31.games.greek_31.hands import hands, stands
from casino31.games.greek_31.plan import Plan, arrivals
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import THIRTY_ONE, VALUES, concealed_rank, plus


@dataclass(frozen=True)
class Portrait:
    """A banker against one first card, in probabilities."""

    stands: Mapping[int, float]
    """By best total that could be concealed: of the hands that come to it, the share that stands."""
    rounds: Mapping[int, float]
    """By the same total: how often a round ends on it."""
    hides: Mapping[int, Mapping[str, float]]
    """By the same total: what he hides when he stands, a share for each value."""
    shows_14: float
    """Of the hands that can be 14, the share that is shown as 14."""
    draws_at_14: float
    """Of the same, the share that draws on."""


def portrait(rules: Rules, plan: Plan, first: int) -> Portrait:
    """Return what a plan does against a first card.

    >>> from casino31.games.greek_31.plan import fixed_plan
    >>> sketch = portrait(Rules(), fixed_plan(Rules()), 9)
    >>> sketch.stands[25], sketch.stands[26], sketch.shows_14
    (0.0, 1.0, 1.0)
    """
    table = hands(rules)
    orders = arrivals(table, plan.scale, plan.draws)
    came: dict[int, float] = {}
    stood: dict[int, float] = {}
    hides: dict[int, dict[str, float]] = {}
    fourteens = [0.0, 0.0, 0.0]
    for place, (hand, rank) in enumerate(zip(table.hands, table.rank, strict=True)):
        if not orders[place] or rank == THIRTY_ONE or not place:
            continue
        each = float(likelihoods(rules, hand, sum(hand))[first]) / plan.scale
        if table.fourteen[place]:
            for i, count in enumerate((orders[place], plan.shows[place], plan.draws[place])):
                fourteens[i] += count * each
            continue
        total = concealed_rank(hand, rules)
        came[total] = came.get(total, 0.0) + orders[place] * each
    for way, count in zip(stands(rules), plan.conceals, strict=True):
        if count:
            hand = plus(way.exposed, way.concealed)
            each = count * float(likelihoods(rules, hand, sum(hand))[first]) / plan.scale
            stood[way.rank] = stood.get(way.rank, 0.0) + each
            row = hides.setdefault(way.rank, dict.fromkeys(VALUES, 0.0))
            row[VALUES[way.concealed]] += each
    shares = {
        total: {card: chance / sum(row.values()) for card, chance in row.items()}
        for total, row in sorted(hides.items())
        if sum(row.values())
    }
    return Portrait(
        {total: min(stood.get(total, 0.0) / chance, 1.0) for total, chance in sorted(came.items()) if chance},
        dict(sorted(stood.items())),
        shares,
        fourteens[1] / fourteens[0] if fourteens[0] else 0.0,
        fourteens[2] / fourteens[0] if fourteens[0] else 0.0,
    )
