"""The punter's best response with one to eight decks, for every exposure at once.

For exposed cards E and a punter's hand H (first card included) let n = deck - E - H, and N the cards outside E, H
and the hidden one. Up to a factor that no decision of his can change, the punter's chance from here on is

    V(H) = max( sum over c behind E that H beats of orders(c) n_c ,  sum over x of n_x / N * V(H + x) )

The first card stands in H and nowhere else, so one table serves all ten first cards. The stakes are integers, so
floats hold them exactly; every later term is non-negative, so the relative error stays below 11 units in the last
place for each card. Where two actions lie closer than that, integers decide.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TypeAlias

import numpy as np

from casino31.arrays import Bools, Floats, Ints
from casino31.games.greek_31.engine.exposures import VisibleCards, falling
from casino31.games.greek_31.engine.kernels import needed_hands, play_level, sweep
from casino31.games.greek_31.engine.modular import lift, primes_for
from casino31.games.greek_31.engine.ties import Ties
from casino31.games.greek_31.hands import Hands, hands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import FOURTEEN, THIRTY_ONE

IntegerTable: TypeAlias = list[list[list[int]]]
"""Integers (first card, row, exposure)."""
Note: TypeAlias = Callable[[int, range, Floats, Floats, Bools], None]
"""(first exposure, places of some hands, what standing wins, what drawing wins, whether he stands), as is decided:
arrays (hand, exposure)."""

ULP = 2.0**-53
WIN, WIN_31, WIN_14, TIED, LOST = range(5)
"""Rows of a table: all wins, those by 31 and by 14, and what standing ties and loses. The rest is bust."""
BLOCK = 512
"""Exposures looked at together; values alone need so little room that eight times as many are quicker."""


def relative_error(rules: Rules) -> float:
    """Return a bound for a table's relative error: a product, nine sums and a quotient for each card."""
    return 11 * (hands(rules).most_cards + 1) * ULP


@dataclass(frozen=True)
class Roots:
    """What the punter gets from each exposure, before he draws: arrays (first card, row, exposure)."""

    values: Floats
    exact: IntegerTable
    """The same times ``falling(N, depth)``, as integers; empty unless asked for."""
    depth: int
    """Cards that the longest hand draws after the first."""


def best_response(
    rules: Rules,
    seen: Sequence[VisibleCards],
    *,
    classes: bool = False,
    exact: bool = False,
    first: int | None = None,
    stand_at: int | None = None,
    note: Note | None = None,
) -> Roots:
    """Return the punter's best response to what a banker lets him see; ``first`` asks for one first card alone.

    ``classes`` adds the rows after the first; ``exact`` adds integers. Ties are then decided by integers and
    follow the layout's rule. ``stand_at`` makes him stand on that rank or a better one instead of playing well.
    ``note`` is told every decision of the best play, longer hands first; what it keeps it must copy. ValueError
    when a plan's counts do not fit a float.

    >>> from casino31.games.greek_31.engine.exposures import visible_cards
    >>> from casino31.games.greek_31.engine.plan import fixed_plan
    >>> best_response(Rules(), visible_cards(Rules(), fixed_plan(Rules()))[:7]).values.shape
    (10, 1, 7)
    """
    size = BLOCK if classes or exact or note else 8 * BLOCK
    blocks = [
        _block(rules, seen[at : at + size], classes, exact, first, stand_at, note and partial(note, at))
        for at in range(0, len(seen), size)
    ]
    dealt = [value for value in range(10) if rules.deck[value]]
    values = np.zeros((10, blocks[0][0].shape[1], len(seen)))
    values[dealt] = np.concatenate([floats for floats, _ in blocks], axis=2)
    whole: IntegerTable = [[] for _ in range(10)]
    for row, value in enumerate(dealt if exact else ()):
        whole[value] = [[n for _, ints in blocks for n in ints[row][kind]] for kind in range(values.shape[1])]
    return Roots(values, whole, hands(rules).most_cards - 1)


class _Stakes:
    """What standing is worth: ``constant[rank] - sum of H_c * slope[rank, c]``, rows won, tied and lost."""

    def __init__(self, rules: Rules, seen: Sequence[VisibleCards], rows: int) -> None:
        behind = [way for exposure in seen for way in exposure.behind]
        if any(way.orders >= 2**48 for way in behind):
            raise ValueError("the policy's counts are too long for floats: store it with a smaller scale")
        c, orders, rank = np.fromiter(chain.from_iterable(behind), np.int64, 3 * len(behind)).reshape(-1, 3).T
        column = np.repeat(np.arange(len(seen)), [len(exposure.behind) for exposure in seen])
        hides = c >= 0
        left = np.array(rules.deck) - np.array([exposure.exposed for exposure in seen])
        whole = orders * np.where(hides, left[column, c], 1)
        if whole.max() >= 2**48:
            raise ValueError("the policy's counts are too long for floats: store it with a smaller scale")
        below, by_value = np.zeros((THIRTY_ONE + 2, len(seen))), np.zeros((THIRTY_ONE + 2, 10, len(seen)))
        np.add.at(below, (rank + 1, column), whole)
        np.add.at(by_value, (rank[hides] + 1, c[hides], column[hides]), orders[hides])
        for beaten in range(1, len(below)):  # a sum along the first axis takes numpy twice as long
            below[beaten] += below[beaten - 1]
            by_value[beaten] += by_value[beaten - 1]
        self.constant = _outcomes(below, rows)
        """(rank of the punter's hand, row, exposure); whole numbers, as are the slopes."""
        self.slope = _outcomes(by_value, rows)
        self.rows = rows
        self.used = [bool(row[0].any()) for row in self.constant]
        self.most = int(self.constant[THIRTY_ONE, 0].max())

    @property
    def flat(self) -> tuple[Floats, Floats]:
        """Constant and slope with rows and exposures in one."""
        ranks = len(self.constant)
        return self.constant.reshape(ranks, -1), self.slope.reshape(ranks, 10, -1)

    def of(self, rank: int, hand: Sequence[int]) -> Floats:
        """Won, tied and lost by standing, one column an exposure."""
        stake: Floats = self.constant[rank].copy()
        for value, times in enumerate(hand):
            if times:
                stake -= times * self.slope[rank, value]
        return stake


def _outcomes(below: Floats, rows: int) -> Floats:
    """What each rank beats, ties and loses to, a row each before the last axis, from what lies below each."""
    if rows == 1:
        return below[:-1, ..., None, :]
    return np.stack((below[:-1], below[1:] - below[:-1], below[-1] - below[1:]), axis=-2)


def _block(
    rules: Rules,
    seen: Sequence[VisibleCards],
    classes: bool,
    exact: bool,
    first: int | None,
    stand_at: int | None,
    note: Callable[[range, Floats, Floats, Bools], None] | None,
) -> tuple[Floats, IntegerTable]:
    table, all_hands = hands(rules), hands(rules).hands
    stops = -1 if stand_at is None else stand_at
    rows, columns, only = (5 if classes else 1), len(seen), -1 if first is None else first
    stakes = _Stakes(rules, seen, 3 if classes else 1)
    left: Ints = np.array(rules.deck)[:, None] - np.array([visible.exposed for visible in seen]).T
    outside: Ints = sum(rules.deck) - np.array([sum(visible.exposed) + visible.hidden for visible in seen])
    if not (classes or exact or note):
        values = sweep(table, left, outside, *stakes.flat, only, stops)
        if values is not None:
            return values[:, None], []
    chances = [[(left[x] - k).clip(0) for k in range(rules.deck[x] + 1)] for x in range(10)]
    weights = [[chance.astype(float) for chance in row] for row in chances]
    whole = _Remainders(stakes.most, outside, table.most_cards) if exact else None
    ties = Ties(rules, seen, relative_error(rules)) if classes or exact or note else None
    needed = needed_hands(table, only, stops)
    known = np.tile(left, rows), np.tile(outside, rows), *stakes.flat
    after: Floats = np.zeros((0, rows, columns))
    rest: Ints = np.zeros((0, rows, 0, columns), np.int64)
    base = 0
    for cards in range(table.most_cards, 0, -1):
        level = table.levels[cards]
        held = np.flatnonzero(needed[level.start : level.stop]).tolist()
        now, stake = np.zeros((len(level), rows, columns)), np.zeros((len(level), stakes.rows, columns))
        now_rest = np.zeros((len(level), rows, len(whole.primes) if whole else 0, columns), np.int64)
        flat = after.reshape(-1, rows * columns)
        to = now.reshape(-1, rows * columns), stake.reshape(-1, stakes.rows * columns)
        compiled = not whole and play_level(table, cards, known, flat, *to, only)
        for row in () if compiled else held:
            hand, children = all_hands[level[row]], table.children[level[row]]
            draws = stops < 0 or table.rank[level[row]] < stops
            kids = [(x, hand[x], child - base) for x, child in enumerate(children) if child >= 0 and draws]
            for x, times, child in kids:
                now[row] += weights[x][times] * after[child]
            if kids:
                now[row] /= np.maximum(outside - cards, 1)
            for x, times, child in kids if whole else ():
                now_rest[row] += chances[x][times] * rest[child]
            stake[row] = stakes.of(table.rank[level[row]], hand)
        if whole:
            np.remainder(now_rest, whole.moduli, out=now_rest)
        stand = _stands(table, level, ties, stake[:, 0], now[:, 0], stand_at)
        if note:
            stand &= np.isin(np.arange(len(level)), held)[:, None]
            note(level, stake[:, 0], now[:, 0], stand)
        if rows == 1:
            np.copyto(now, stake, where=stand[:, None])
        for row in held if rows > 1 or whole else ():
            paid = _paid(table.rank[level[row]], stake[row], rows)
            if rows > 1:
                np.copyto(now[row], paid, where=stand[row])
            if whole:
                np.copyto(now_rest[row], whole.of(paid, cards), where=stand[row])
        after, rest, base = now, now_rest, level[0]
    return after, whole.lift(rest) if whole else []


def _stands(
    table: Hands, level: range, ties: Ties | None, stake: Floats, draw: Floats, stand_at: int | None
) -> Bools:
    """Whether he stands, (hand, exposure): by the total stated, or by what is worth more."""
    if stand_at is not None:
        ranks = table.arrays[2][level.start : level.stop, None]
        return np.broadcast_to(ranks >= stand_at, stake.shape)
    return stake > draw if ties is None else ties.stand(level, stake, draw)


def _paid(rank: int, stake: Floats, rows: int) -> Floats:
    """The rows of a table for a punter who stands."""
    if rows == 1:
        return stake
    paid = np.zeros((rows, stake.shape[1]))
    paid[WIN] = stake[0]
    if rank >= FOURTEEN:
        paid[WIN_31 if rank == THIRTY_ONE else WIN_14] = stake[0]
    paid[TIED], paid[LOST] = stake[1], stake[2]
    return paid


class _Remainders:
    """Exact values times ``falling(N, depth)``, N the cards outside a punter's first, as remainders."""

    def __init__(self, most: int, outside: Ints, depth: int) -> None:
        self.primes = primes_for(most * falling(int(outside.max()) - 1, depth - 1))
        self.moduli: Ints = np.array(self.primes)[:, None]
        self._scales = {
            cards: np.array([[falling(int(n) - cards, depth - cards) % p for n in outside] for p in self.primes])
            for cards in range(1, depth + 1)
        }

    def of(self, paid: Floats, cards: int) -> Ints:
        """Remainders of what a hand of so many cards wins by standing."""
        remainders: Ints = paid.astype(np.int64)[:, None, :] % self.moduli * self._scales[cards] % self.moduli
        return remainders

    def lift(self, level: Ints) -> IntegerTable:
        """The integers for each first card, row and exposure."""
        return [[[lift(column, self.primes) for column in row.T.tolist()] for row in first] for first in level]
