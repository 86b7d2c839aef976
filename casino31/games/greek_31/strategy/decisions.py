"""When a punter stands: every hand against every exposure, by the engine's best response or by a stated rule."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from casino31.arrays import Bools, Floats
from casino31.games.greek_31.engine import finite, infinite
from casino31.games.greek_31.engine.exposures import VisibleCards
from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import THIRTY_ONE, Hand

"""(place of the hand, exposure)."""
StandRule: TypeAlias = Callable[[Hand, VisibleCards], bool]
"""(own hand, what is exposed) -> whether to stand."""


@dataclass(frozen=True)
class Decisions:
    """What to do with each hand against each exposure, and what both actions win."""

    stands: Bools
    stand: Floats
    """The chance that standing wins, given all that the punter knows."""
    draw: Floats
    """The chance that drawing wins, with the best play afterwards."""
    orders: Floats
    """The weight of all that may be behind the exposed cards, beside this hand."""

    @property
    def gap(self) -> Floats:
        """What standing expects above drawing, in units: a chance more to win is worth two."""
        return 2 * (self.stand - self.draw)


def best_stands(rules: Rules, seen: Sequence[VisibleCards], first: int | None = None) -> Bools:
    """Return whether the best response stands; ``first`` leaves out the hands without that first card.

    >>> from casino31.games.greek_31.engine.exposures import visible_cards
    >>> from casino31.games.greek_31.engine.plan import fixed_plan
    >>> rules = Rules(cards=(1, 0, 0, 1, 0, 0, 0, 0, 2, 8))
    >>> best_stands(rules, visible_cards(rules, fixed_plan(rules))).shape
    (30, 7)
    """
    stands = np.zeros((len(hands(rules).place), len(seen)), np.bool_)
    if rules.decks is None:
        columns = [infinite.column(visible)[0] for visible in seen]
        merged = {column: place for place, column in enumerate(dict.fromkeys(columns))}
        values = infinite.best_response(rules, tuple(merged))
        decided = [infinite.stands(rules, tuple(merged), state, values) for state in range(len(values))]
        spread = np.array([merged[column] for column in columns])
        states = [infinite.state_of(rules, hand) for hand in hands(rules).hands[1:]]
        stands[1:] = np.array(decided)[states][:, spread]
        return stands

    def note(start: int, level: range, stand: Floats, draw: Floats, chosen: Bools) -> None:  # noqa: ARG001
        stands[level.start : level.stop, start : start + stand.shape[1]] = chosen

    finite.best_response(rules, seen, first=first, note=note)
    return stands


def decisions(rules: Rules, seen: Sequence[VisibleCards]) -> Decisions:
    """Return the best response to some exposures with what each action is worth.

    Finite decks: chances within ``finite.relative_error`` and one rounding of the exact ones. A hand that cannot be
    held beside the exposed cards has arbitrary ones.

    >>> from casino31.games.greek_31.engine.exposures import Behind
    >>> showing_16 = VisibleCards((0, 0, 0, 0, 0, 1, 0, 0, 0, 1), (Behind(9, 1, 26),))
    >>> rules = Rules(cards=(1, 0, 0, 1, 0, 1, 0, 1, 1, 8))
    >>> found = decisions(rules, [showing_16])
    >>> nine_eight_ten = hands(rules).place[0, 0, 0, 0, 0, 0, 0, 1, 1, 1]
    >>> bool(found.stands[nine_eight_ten, 0]), float(found.stand[nine_eight_ten, 0])
    (True, 1.0)
    """
    held = hands(rules).hands
    stands = np.zeros((len(held), len(seen)), np.bool_)
    stand, draw, orders = np.zeros(stands.shape), np.zeros(stands.shape), np.zeros(stands.shape)
    if rules.decks is None:
        columns = [infinite.column(visible) for visible in seen]
        merged = {column: place for place, column in enumerate(dict.fromkeys(column for column, _ in columns))}
        spread = np.array([merged[column] for column, _ in columns])
        values = infinite.best_response(rules, tuple(merged))
        whole = np.array([sum(weight for _, weight in column.stakes) for column in merged], dtype=np.object_)
        wins, rows = [value[0] for value in values], []
        for place, state in enumerate(infinite.states(rules)):
            over = whole * 13**state.depth
            drawn = infinite.drawn(rules, state, wins, (len(merged),)) / over
            stake = infinite.standing_worth(tuple(merged), state.rank) * 13**state.depth / over
            rows.append(
                (infinite.stands(rules, tuple(merged), place, values), stake.astype(float), drawn.astype(float))
            )
        for place, hand in enumerate(held[1:], start=1):
            row = rows[infinite.state_of(rules, hand)]
            stands[place], stand[place], draw[place] = (part[spread] for part in row)
        orders[1:] = [float(whole[merged[column]] * common) for column, common in columns]
        return Decisions(stands, stand, draw, orders)
    orders[1:] = _orders(rules, seen)[1:]

    def note(start: int, level: range, stake: Floats, drawn: Floats, chosen: Bools) -> None:
        span = slice(level.start, level.stop), slice(start, start + stake.shape[1])
        whole = np.maximum(orders[span], 1)
        stands[span], stand[span], draw[span] = chosen, stake / whole, drawn / whole

    finite.best_response(rules, seen, note=note)
    return Decisions(stands, stand, draw, orders)


def _orders(rules: Rules, seen: Sequence[VisibleCards]) -> Floats:
    """The weight of all that may be behind the exposed cards beside each hand: whole numbers below 2^53."""
    held = hands(rules).arrays[1]
    left = np.array(rules.deck)[:, None] - np.array([visible.exposed for visible in seen]).T
    behind, shown = np.zeros(left.shape), np.zeros(len(seen))
    for place, visible in enumerate(seen):
        for c, many, _ in visible.behind:
            if c >= 0:
                behind[c, place] += many
            else:
                shown[place] += many
    orders = np.repeat(shown[None], len(held), axis=0)
    beside_each = np.empty_like(orders)  # one room for all values: a new one costs more than its numbers
    for value in np.flatnonzero(behind.any(axis=1)).tolist():
        beside = np.arange(held[:, value].max() + 1)[:, None]
        np.take(
            behind[value] * (left[value] - beside).clip(0), held[:, value], axis=0, out=beside_each, mode="clip"
        )
        orders += beside_each
    return orders


def stands_at(rules: Rules, seen: Sequence[VisibleCards], total: int) -> Bools:
    """Return the decisions of a punter who stands on a total, or any rank above it.

    >>> from casino31.games.greek_31.engine.exposures import Behind
    >>> int(stands_at(Rules(), [VisibleCards((0,) * 9 + (2,), (Behind(9, 1, 30),))], 28).sum())
    3904
    """
    ranks = np.array(hands(rules).rank)
    return np.repeat((ranks >= total)[:, None], len(seen), axis=1)


def stated_decisions(rules: Rules, seen: Sequence[VisibleCards], choose: StandRule) -> Bools:
    """Return the decisions of a punter who plays by a stated rule; 31 stands whatever it says (B7b).

    >>> from casino31.games.greek_31.engine.exposures import Behind
    >>> showing_tens = VisibleCards((0,) * 9 + (2,), (Behind(9, 1, 30),))
    >>> int(stated_decisions(Rules(), [showing_tens], lambda hand, exposure: sum(hand) == 3).sum())
    1405
    """
    table = hands(rules)
    rows = zip(table.hands, table.rank, strict=True)
    return np.array([[r == THIRTY_ONE or choose(hand, visible) for visible in seen] for hand, r in rows], np.bool_)
