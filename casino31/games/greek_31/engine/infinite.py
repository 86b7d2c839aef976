"""The punter's best response with infinitely many decks, in integers throughout.

Cards drawn change no chances, so hands that can come to the same ends are one state (76 are left of 9,721), and
exposures with proportional stakes are one column. A state from which at most d cards can be drawn carries its value
times 13 ** d: every number is an integer, every comparison exact.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from casino31.arrays import Bools
from casino31.games.greek_31.engine.exposures import VisibleCards
from casino31.games.greek_31.engine.finite import LOST, TIED, WIN, WIN_14, WIN_31
from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import FOURTEEN, TEN, THIRTY_ONE, Hand

Integers: TypeAlias = NDArray[np.object_]

CHANCES = (1,) * 9 + (4,)
"""Thirteenths of the cards that have each value."""


class MergedHands(NamedTuple):
    """Hands of a punter that can come to the same ends."""

    rank: int
    children: tuple[int, ...]
    """The state after each value, -1 when bust; children stand before their parents."""
    depth: int
    """The most cards that can be drawn from here."""


@lru_cache(maxsize=4)
def _states(rules: Rules) -> tuple[tuple[MergedHands, ...], tuple[int, ...]]:
    table = hands(rules)
    known: dict[tuple[int, tuple[int, ...]], int] = {}
    states: list[MergedHands] = []
    state_of = [0] * len(table.place)
    for place in reversed(range(1, len(table.place))):
        children = tuple(state_of[child] if child >= 0 else -1 for child in table.children[place])
        key = (table.rank[place], children)
        if key not in known:
            known[key] = len(states)
            depth = 1 + max((states[child].depth for child in children if child >= 0), default=-1)
            states.append(MergedHands(*key, depth))
        state_of[place] = known[key]
    return tuple(states), tuple(state_of)


def states(rules: Rules) -> tuple[MergedHands, ...]:
    """Return the punter's states, each after those it leads to.

    >>> len(states(Rules(decks=None)))
    76
    """
    return _states(rules.bare)[0]


def state_of(rules: Rules, hand: Hand) -> int:
    """Return the place in ``states`` of a hand of at least one card; KeyError for one that is bust.

    >>> from casino31.games.greek_31.totals import parse_hand
    >>> state_of(Rules(decks=None), parse_hand("3456")) == state_of(Rules(decks=None), parse_hand("T8"))
    True
    """
    return _states(rules.bare)[1][hands(rules).place[hand]]


class AlikeExposures(NamedTuple):
    """Exposures behind which the same hands are equally likely: the punter answers them alike."""

    hidden: int
    stakes: tuple[tuple[int, int], ...]
    """Ranks to beat and their weights, without a common divisor."""


def column(exposure: VisibleCards) -> tuple[AlikeExposures, int]:
    """Return the column of an exposure and what its stakes were divided by.

    >>> from casino31.games.greek_31.engine.exposures import Behind
    >>> column(VisibleCards((0,) * 9 + (2,), (Behind(6, 5, 27), Behind(9, 5, 30))))
    (AlikeExposures(hidden=1, stakes=((27, 1), (30, 4))), 5)
    """
    by_rank: dict[int, int] = {}
    for c, orders, rank in exposure.behind:
        by_rank[rank] = by_rank.get(rank, 0) + orders * (CHANCES[c] if c >= 0 else 1)
    common = gcd(*by_rank.values())
    stakes = tuple(sorted((rank, weight // common) for rank, weight in by_rank.items()))
    return AlikeExposures(exposure.hidden, stakes), common


def alike_exposures(seen: Sequence[VisibleCards]) -> tuple[dict[AlikeExposures, int], int]:
    """Return the columns with their weights, and the power of 13 they are all over.

    >>> from casino31.games.greek_31.engine.exposures import visible_cards
    >>> from casino31.games.greek_31.engine.plan import fixed_plan
    >>> rules = Rules(decks=None)
    >>> merged, power = alike_exposures(visible_cards(rules, fixed_plan(rules)))
    >>> len(merged), power
    (9, 13)
    """
    power = max((sum(visible.exposed) + visible.hidden for visible in seen), default=0)
    merged: dict[AlikeExposures, int] = {}
    for visible in seen:
        key, common = column(visible)
        weight = common * 4 ** visible.exposed[TEN] * 13 ** (power - sum(visible.exposed) - visible.hidden)
        merged[key] = merged.get(key, 0) + weight
    return merged, power


def best_response(
    rules: Rules, seen: Sequence[AlikeExposures], *, classes: bool = False, stand_at: int | None = None
) -> tuple[Integers, ...]:
    """Return for each state what the punter gets from each column, times 13 ** depth: arrays (row, column).

    ``classes`` adds the rows after the first, as in ``finite``. An exact tie follows the layout's rule;
    ``stand_at`` makes him stand on that rank or a better one instead of playing well.
    """
    rows = 5 if classes else 1
    beats = [_stakes(seen, rank)[: 3 if classes else 1] for rank in range(THIRTY_ONE + 1)]
    values: list[Integers] = []
    for state in states(rules):
        draw = drawn(rules, state, values, (rows, len(seen)))
        stake = beats[state.rank][0] * 13**state.depth
        stand = _stands(rules, state, stake, draw[WIN])
        if stand_at is not None:
            stand = np.full(len(seen), state.rank >= stand_at, np.bool_)
        paid = np.zeros((rows, len(seen)), dtype=np.object_)
        paid[WIN] = stake
        if classes:
            if state.rank >= FOURTEEN:
                paid[WIN_31 if state.rank == THIRTY_ONE else WIN_14] = stake
            paid[TIED], paid[LOST] = (count * 13**state.depth for count in beats[state.rank][1:])
        values.append(np.where(stand, paid, draw))
    return tuple(values)


def drawn(rules: Rules, state: MergedHands, values: Sequence[Integers], shape: tuple[int, ...]) -> Integers:
    """Return what drawing is worth in a state, times 13 ** depth, from the values of the states it leads to."""
    draw: Integers = np.zeros(shape, dtype=np.object_)
    for child, chance in zip(state.children, CHANCES, strict=True):
        if child >= 0:
            draw = draw + values[child] * (chance * 13 ** (state.depth - 1 - states(rules)[child].depth))
    return draw


def _stands(rules: Rules, state: MergedHands, stake: Integers, drawn: Integers) -> Bools:
    """Whether the punter stands; an exact tie follows the layout's rule (B15), and 31 ends it (B7b)."""
    stand = stake >= drawn if rules.tie == "stand" or state.rank == THIRTY_ONE else stake > drawn
    return stand.astype(np.bool_)


def stands(rules: Rules, seen: Sequence[AlikeExposures], place: int, values: Sequence[Integers]) -> Bools:
    """Return for each column whether the punter stands in a state, given what ``best_response`` returned."""
    state = states(rules)[place]
    wins = [value[WIN] for value in values]
    draw = drawn(rules, state, wins, (len(seen),))
    return _stands(rules, state, _stakes(seen, state.rank)[0] * 13**state.depth, draw)


def standing_worth(seen: Sequence[AlikeExposures], rank: int) -> Integers:
    """Return for each column the weight of what a hand of this rank beats.

    >>> standing_worth([AlikeExposures(1, ((27, 1), (30, 4)))], 29).tolist()
    [1]
    """
    return _stakes(seen, rank)[0]


def _stakes(seen: Sequence[AlikeExposures], rank: int) -> tuple[Integers, Integers, Integers]:
    """What a hand of this rank beats, ties and loses to, for each column."""
    won, tied, lost = (np.zeros(len(seen), dtype=np.object_) for _ in range(3))
    for place, column in enumerate(seen):
        for other, weight in column.stakes:
            side = won if other < rank else tied if other == rank else lost
            side[place] += weight
    return won, tied, lost


def totals(
    rules: Rules, seen: Sequence[VisibleCards], scale: int, *, classes: bool = False
) -> list[list[list[Fraction]]]:
    """Return the punter's probability of each row: for each first card over hidden and over shown hands."""
    merged, power = alike_exposures(seen)
    values = best_response(rules, tuple(merged), classes=classes)
    weights = np.array(list(merged.values()), dtype=np.object_)
    hidden = np.array([bool(column.hidden) for column in merged])
    answer = []
    for value in range(10):
        place = state_of(rules, tuple(int(x == value) for x in range(10)))
        over = scale * 13 ** (power + states(rules)[place].depth)
        answer.append(
            [
                [Fraction(sum((row * weights)[mask].tolist()), over) for row in values[place]]
                for mask in (hidden, ~hidden)
            ]
        )
    return answer
