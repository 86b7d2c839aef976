"""What many deals came to, as arrays: endings by code, and who loses what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casino31.home.ending import KINDS
from casino31.home.ranks import FIRE
from casino31.home.rules import HomeRules
from casino31.home.worth import Worth

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SHOWDOWN, BLITZ, ANNOUNCED, STOCK_OUT, CAPPED = range(len(KINDS))


@dataclass(frozen=True)
class Results:
    """Deals as the loops leave them, and settled: the columns are those of ``ending.Ending``, for a deal a row."""

    kind: NDArray[np.int64]
    """A place in ``ending.KINDS``."""
    turns: NDArray[np.int64]
    knocker: NDArray[np.int64]
    """-1 where nobody knocked."""
    blitz: NDArray[np.bool_]
    """By deal and seat."""
    hands: NDArray[np.int64]
    """By deal and seat: where the last hand stands in the tables of ``Worth``."""
    marks: NDArray[np.int64]
    winners: NDArray[np.bool_]
    high: NDArray[np.bool_]


def settled(rules: HomeRules, worth: Worth, raw: NDArray[np.int64]) -> Results:
    """Settle what a loop has written down: kind, turns, knocker, bits of blitzes, and the hands."""
    import numpy as np

    kind, turns, knocker, bits, hands = raw[:, 0], raw[:, 1], raw[:, 2], raw[:, 3], raw[:, 4:]
    many = hands.shape[1]
    seats = np.arange(many)
    blitz = (bits[:, None] >> seats & 1).astype(bool)
    order = worth.order[hands].astype(np.int64)
    own = seats == knocker[:, None]
    drawn = kind == STOCK_OUT
    if rules.cap_ends == "drawn":
        drawn |= kind == CAPPED
    by_rule = {
        "lowest pays": _lowest_pays,
        "best takes the pot": _pot,
        "classes": _classes,
        "best scores": _best_scores,
    }
    fire = (worth.blitz[hands] == FIRE) & blitz
    marks, winners = by_rule[rules.settle](rules, order, own, blitz, fire)
    marks[drawn] = 0
    winners[drawn] = False
    high = np.zeros_like(winners)
    if rules.settle == "lowest pays" and rules.all_out == "high card" and many == 2:
        cards = worth.high[hands]
        high = (cards == cards.max(axis=1, keepdims=True)) & ~drawn[:, None]
    return Results(kind, turns, knocker, blitz, hands, marks, winners, high)


_Ints = "NDArray[np.int64]"
_Bools = "NDArray[np.bool_]"


def _lowest_pays(
    rules: HomeRules,
    order: NDArray[np.int64],
    own: NDArray[np.bool_],
    blitz: NDArray[np.bool_],
    fire: NDArray[np.bool_],
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    import numpy as np

    lowest = order == order.min(axis=1, keepdims=True)
    knocker_low = (lowest & own).any(axis=1)
    tied = lowest.sum(axis=1) > 1
    marks = lowest.astype(np.int64)
    marks[own & (knocker_low & ~tied)[:, None]] = rules.knocker_penalty
    both = knocker_low & tied
    if rules.knocker_tie == "pays alone":
        marks[both] = own[both] * rules.knocker_penalty
    elif rules.knocker_tie == "saved":
        marks[own & both[:, None]] = 0
    shown = blitz.any(axis=1) if rules.blitz_pays == "all others" else fire.any(axis=1)
    penalty = np.where(own, rules.knocker_blitz_penalty, 1) * ~blitz
    marks[shown] = penalty[shown]
    return marks, np.zeros_like(blitz)


def _pot(
    rules: HomeRules,
    order: NDArray[np.int64],
    own: NDArray[np.bool_],  # noqa: ARG001
    blitz: NDArray[np.bool_],
    fire: NDArray[np.bool_],  # noqa: ARG001
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    import numpy as np

    winners = order == order.max(axis=1, keepdims=True)
    if rules.pot_tie == "stays":
        winners &= (winners.sum(axis=1) == 1)[:, None]
    lowest = order == order.min(axis=1, keepdims=True)
    marks = (lowest if rules.lowest_pays else np.zeros_like(lowest)).astype(np.int64)
    if rules.blitz_pays == "all others":
        shown = blitz.any(axis=1)
        winners[shown] = blitz[shown]
        marks[shown] = ~blitz[shown]
    return marks, winners


def _classes(
    rules: HomeRules,
    order: NDArray[np.int64],
    own: NDArray[np.bool_],
    blitz: NDArray[np.bool_],
    fire: NDArray[np.bool_],  # noqa: ARG001
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    import numpy as np

    shown = blitz.any(axis=1)[:, None]
    best = np.where(blitz, -1, order).max(axis=1, keepdims=True)
    least = np.where(blitz, 2**20, order).min(axis=1, keepdims=True)
    lowest = (order == least) & ~blitz
    alone = (lowest.sum(axis=1, keepdims=True) == 1) | (rules.tie_class == "own")
    marks = np.where(lowest & (least < best) & alone, 1 - own, 2 - own)
    marks = np.where(~shown & (order == best), 3 + own, marks)
    if rules.blitz_others == "lowest":
        marks = np.where(shown, 1, marks)
    return np.where(blitz, 6, marks).astype(np.int64), np.zeros_like(blitz)


def _best_scores(
    rules: HomeRules,
    order: NDArray[np.int64],
    own: NDArray[np.bool_],  # noqa: ARG001
    blitz: NDArray[np.bool_],
    fire: NDArray[np.bool_],  # noqa: ARG001
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    import numpy as np

    winners = order == order.max(axis=1, keepdims=True)
    if rules.top_tie == "none":
        winners &= (winners.sum(axis=1) == 1)[:, None]
    shown = blitz.any(axis=1)
    winners[shown] = blitz[shown]
    return np.zeros(order.shape, np.int64), winners
