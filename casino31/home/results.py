"""What many deals came to, as arrays: endings by code, and who loses what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from casino31.home.ending import KINDS, drawn
from casino31.home.ranks import FIRE
from casino31.home.rules import HomeRules
from casino31.home.worth import Worth

if TYPE_CHECKING:
    from casino31.arrays import Bools, Ints


@dataclass(frozen=True)
class SettledDeals:
    """Deals as the loops leave them, and settled: the columns are those of ``ending.Ending``, for a deal a row."""

    kind: Ints
    """A place in ``ending.KINDS``."""
    turns: Ints
    knocker: Ints
    """-1 where nobody knocked."""
    blitz: Bools
    """By deal and seat."""
    hands: Ints
    """By deal and seat: where the last hand stands in the tables of ``Worth``."""
    marks: Ints
    winners: Bools
    high: Bools


def settled(rules: HomeRules, worth: Worth, raw: Ints) -> SettledDeals:
    """Settle what a loop has written down: kind, turns, knocker, bits of blitzes, and the hands."""
    import numpy as np

    kind, turns, knocker, bits, hands = raw[:, 0], raw[:, 1], raw[:, 2], raw[:, 3], raw[:, 4:]
    many = hands.shape[1]
    seats = np.arange(many)
    blitz = (bits[:, None] >> seats & 1).astype(bool)
    order = worth.order[hands].astype(np.int64)
    own = seats == knocker[:, None]
    nothing = np.array([drawn(kind, rules) for kind in KINDS])[kind]
    fire = (worth.blitz[hands] == FIRE) & blitz
    marks, winners = _SETTLED[rules.settle](_Shown(rules, order, own, blitz, fire))
    marks[nothing] = 0
    winners[nothing] = False
    high = np.zeros_like(winners)
    if rules.settle == "lowest pays" and rules.all_out == "high card" and many == 2:
        cards = worth.high[hands]
        high = (cards == cards.max(axis=1, keepdims=True)) & ~nothing[:, None]
    return SettledDeals(kind, turns, knocker, blitz, hands, marks, winners, high)


def seat_codes(rules: HomeRules, results: SettledDeals) -> Ints:
    """Return, by deal and seat, the code of a seat's part in the ending: a place in ``tally.CountPlaces.codes``."""
    import numpy as np

    if rules.settle in ("lowest pays", "classes"):
        return results.marks
    if rules.settle == "best scores":
        return results.winners.astype(np.int64)
    many = results.marks.shape[1] + 1
    winners = results.winners * results.winners.sum(axis=1, keepdims=True)
    added = results.marks.sum(axis=1, keepdims=True)
    codes: Ints = 1 + 2 * (winners * many + added) + results.marks
    nothing = [drawn(kind, rules) for kind in KINDS]
    codes[np.array(nothing)[results.kind]] = 0
    return codes


@dataclass(frozen=True)
class _Shown:
    """Hands on the table, by deal and seat, and what a settlement asks of them."""

    rules: HomeRules
    order: Ints
    own: Bools
    """Whether the seat has knocked."""
    blitz: Bools
    fire: Bools

    @property
    def best(self) -> Bools:
        """Which hands are highest."""
        highest: Bools = self.order == self.order.max(axis=1, keepdims=True)
        return highest

    @property
    def lowest(self) -> Bools:
        """Which hands are lowest."""
        lowest_hands: Bools = self.order == self.order.min(axis=1, keepdims=True)
        return lowest_hands


_Settled: TypeAlias = "tuple[Ints, Bools]"
"""Marks and winners."""


def _lowest_pays(shown: _Shown) -> _Settled:
    """``ending._lowest_pays``."""
    import numpy as np

    rules, own, lowest = shown.rules, shown.own, shown.lowest
    knocker_low = (lowest & own).any(axis=1)
    tied = lowest.sum(axis=1) > 1
    marks = lowest.astype(np.int64)
    marks[own & (knocker_low & ~tied)[:, None]] = rules.knocker_penalty
    both = knocker_low & tied
    if rules.knocker_tie == "pays alone":
        marks[both] = own[both] * rules.knocker_penalty
    elif rules.knocker_tie == "saved":
        marks[own & both[:, None]] = 0
    ended = (shown.blitz if rules.blitz_pays == "all others" else shown.fire).any(axis=1)
    penalty = np.where(own, rules.knocker_blitz_penalty, 1) * ~shown.blitz
    marks[ended] = penalty[ended]
    return marks, np.zeros_like(own)


def _pot(shown: _Shown) -> _Settled:
    """``ending._pot``."""
    import numpy as np

    rules, winners = shown.rules, shown.best
    if rules.pot_tie == "stays":
        winners &= (winners.sum(axis=1) == 1)[:, None]
    marks = (shown.lowest if rules.lowest_pays else np.zeros_like(winners)).astype(np.int64)
    if rules.blitz_pays == "all others":
        ended = shown.blitz.any(axis=1)
        winners[ended] = shown.blitz[ended]
        marks[ended] = ~shown.blitz[ended]
    return marks, winners


def _classes(shown: _Shown) -> _Settled:
    """``ending._classes``."""
    import numpy as np

    rules, order, own, blitz = shown.rules, shown.order, shown.own, shown.blitz
    ended = blitz.any(axis=1, keepdims=True)
    best = np.where(blitz, -1, order).max(axis=1, keepdims=True)
    least = np.where(blitz, 2**20, order).min(axis=1, keepdims=True)
    lowest = (order == least) & ~blitz
    alone = (lowest.sum(axis=1, keepdims=True) == 1) | (rules.tie_class == "own")
    marks = np.where(lowest & (least < best) & alone, 1 - own, 2 - own)
    marks = np.where(~ended & (order == best), 3 + own, marks)
    if rules.blitz_others == "lowest":
        marks = np.where(ended, 1, marks)
    return np.where(blitz, 6, marks).astype(np.int64), np.zeros_like(blitz)


def _best_scores(shown: _Shown) -> _Settled:
    """``ending._best_scores``."""
    import numpy as np

    winners = shown.best
    if shown.rules.top_tie == "none":
        winners &= (winners.sum(axis=1) == 1)[:, None]
    ended = shown.blitz.any(axis=1)
    winners[ended] = shown.blitz[ended]
    return np.zeros(winners.shape, np.int64), winners


_SETTLED: dict[str, Callable[[_Shown], _Settled]] = {
    "lowest pays": _lowest_pays,
    "best takes the pot": _pot,
    "classes": _classes,
    "best scores": _best_scores,
}
