"""How a deal ends and what each seat gets, clause by clause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from casino31.cards import Card
from casino31.home.ranks import FIRE, blitz_of, high_cards, strength
from casino31.home.rules import HomeRules

Kind = Literal["showdown", "blitz", "announced", "stock out", "cap"]
KINDS: tuple[Kind, ...] = ("showdown", "blitz", "announced", "stock out", "cap")
"""How deals end; the place is the code in the loops."""


@dataclass(frozen=True)
class Ending:
    """What a deal came to. Seats count from 0, the eldest."""

    kind: Kind
    turns: int
    knocker: int | None
    blitz: tuple[int, ...]
    """Who showed a blitz."""
    marks: tuple[int, ...]
    """By seat: tokens lost, the ante apart; where points are scored, the points."""
    winners: tuple[int, ...]
    """Who takes the pot or scores for the highest hand."""
    high: tuple[int, ...]
    """Who is highest by cards among those who lose, where that decides between the last two."""

    def returns(self, rules: HomeRules) -> tuple[Fraction, ...]:
        """Return what each seat gains: tokens (the ante and a share of the pot included), or points."""
        if rules.settle == "lowest pays":
            return tuple(Fraction(-lost) for lost in self.marks)
        if rules.settle == "classes":
            return tuple(Fraction(mark) for mark in self.marks)
        if rules.settle == "best scores":
            return tuple(Fraction(int(seat in self.winners)) for seat in range(len(self.marks)))
        if drawn(self.kind, rules):  # everybody takes his ante back
            return tuple(Fraction(0) for _ in self.marks)
        pot = len(self.marks) + sum(self.marks)
        share = Fraction(pot, len(self.winners)) if self.winners else Fraction(0)
        return tuple(share * (seat in self.winners) - 1 - lost for seat, lost in enumerate(self.marks))


def settle(
    rules: HomeRules,
    hands: Sequence[Sequence[Card]],
    kind: Kind,
    turns: int,
    knocker: int | None,
    blitz: tuple[int, ...],
) -> Ending:
    """Return the ending of a deal: some seats show a blitz, or all hands are compared, or nobody pays."""
    many = len(hands)
    none: tuple[int, ...] = ()
    if drawn(kind, rules):
        return Ending(kind, turns, knocker, none, (0,) * many, none, none)
    worth = [strength(hand, rules) for hand in hands]
    marks, winners = _SETTLED[rules.settle](_Shown(rules, hands, worth, knocker, blitz))
    high: tuple[int, ...] = ()
    if rules.settle == "lowest pays" and rules.all_out == "high card" and many == 2:
        high = _best([high_cards(hand, rules) for hand in hands])
    return Ending(kind, turns, knocker, blitz, marks, winners, high)


def drawn(kind: Kind, rules: HomeRules) -> bool:
    """Tell whether a deal that ended so is played for nothing."""
    return kind == "stock out" or (kind == "cap" and rules.cap_ends == "drawn")


def _best(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(seat for seat, key in enumerate(keys) if key == max(keys))


@dataclass(frozen=True)
class _Shown:
    """Hands on the table, and what a settlement asks of them."""

    rules: HomeRules
    hands: Sequence[Sequence[Card]]
    worth: Sequence[tuple[int, ...]]
    knocker: int | None
    blitz: tuple[int, ...]


_Settled = tuple[tuple[int, ...], tuple[int, ...]]
"""Marks and winners."""


def _lowest_pays(shown: _Shown) -> _Settled:
    """S9, S13 to S15: all others lose to a blitz, else the lowest hand pays."""
    rules, knocker, seats = shown.rules, shown.knocker, range(len(shown.hands))
    fire = any(blitz_of(shown.hands[seat], rules) == FIRE for seat in shown.blitz)
    if shown.blitz and (fire or rules.blitz_pays == "all others"):
        penalty = [0 if seat in shown.blitz else 1 for seat in seats]
        if knocker is not None and penalty[knocker]:
            penalty[knocker] = rules.knocker_blitz_penalty
        return tuple(penalty), ()
    lowest = [seat for seat in seats if shown.worth[seat] == min(shown.worth)]
    lost = [1 if seat in lowest else 0 for seat in seats]
    if knocker is not None and knocker in lowest:
        if len(lowest) == 1:
            lost[knocker] = rules.knocker_penalty
        elif rules.knocker_tie == "pays alone":
            lost = [rules.knocker_penalty if seat == knocker else 0 for seat in seats]
        elif rules.knocker_tie == "saved":
            lost[knocker] = 0
    return tuple(lost), ()


def _pot(shown: _Shown) -> _Settled:
    """B4 to B6: a blitz takes the pot and a token of each other, else the highest hand takes it."""
    rules, worth = shown.rules, shown.worth
    if shown.blitz and rules.blitz_pays == "all others":
        return tuple(int(seat not in shown.blitz) for seat in range(len(worth))), shown.blitz
    winners = _best(worth)
    if len(winners) > 1 and rules.pot_tie == "stays":
        winners = ()
    return tuple(int(rules.lowest_pays and key == min(worth)) for key in worth), winners


def _classes(shown: _Shown) -> _Settled:
    """N2 to N4: 6 for a blitz, 3 for the highest hand, 1 for the lowest, 2 between; the knocker 4, 0 and 1."""
    rules, worth, blitz = shown.rules, shown.worth, shown.blitz
    rest = [key for seat, key in enumerate(worth) if seat not in blitz]
    lowest = [key for key in rest if key == min(rest)]
    points = []
    for seat, key in enumerate(worth):
        own = seat == shown.knocker
        if seat in blitz:
            points.append(6)
        elif blitz and rules.blitz_others == "lowest":
            points.append(1)
        elif key == max(rest) and not blitz:
            points.append(4 if own else 3)
        elif key == min(rest) < max(rest) and (len(lowest) == 1 or rules.tie_class == "own"):
            points.append(0 if own else 1)
        else:
            points.append(1 if own else 2)
    return tuple(points), ()


def _best_scores(shown: _Shown) -> _Settled:
    """S22: a point for a blitz, or for the highest hand."""
    winners = shown.blitz or _best(shown.worth)
    if not shown.blitz and len(winners) > 1 and shown.rules.top_tie == "none":
        winners = ()
    return (0,) * len(shown.hands), winners


_SETTLED: dict[str, Callable[[_Shown], _Settled]] = {
    "lowest pays": _lowest_pays,
    "best takes the pot": _pot,
    "classes": _classes,
    "best scores": _best_scores,
}
