"""Every ordered deal of a layout in one table: what the strategy does with it, and how each action ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from casino31.answers import Settled
from casino31.cards import DECK
from casino31.strategy_table import Advised

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Ints, Whole

BITS = 5
MASK = 2**BITS - 1
LARGEST = 2**24
"""Deals, and ways to end, of the largest table that is made."""


@dataclass(frozen=True)
class Deals:
    """Few kinds of deals, and the kind of each, by its cards but the last, and the last.

    Cards but the last that differ in the names of suits alone share a row, so that the whole stays in a processor's
    inner cache: one array of all deals is looked up at a third of the speed.
    """

    start: NDArray[np.int32]
    """Of the cards but the last, each a digit of base 52, the first one the highest: the row of ``kind``, and in
    the last five bits the way to rename suits."""
    turn: NDArray[np.int8]
    """By way to rename suits and card: the card with its suit renamed."""
    kind: NDArray[np.int16]
    """By row and last card, its suit renamed."""
    choice: NDArray[np.int8]
    """The strategy's action, by kind."""
    law: NDArray[np.int16]
    """The settled row under the strategy, by kind; -1 of cards that are no deal."""
    result: NDArray[np.int16]
    """The settled row, by kind and action."""

    def kinds(self, cards: Sequence[Whole]) -> NDArray[np.int16]:
        """Return the kind of each round, given one array a card, each 0 to 51."""
        place = cards[0].astype("int32")
        for column in cards[1:-1]:
            place *= len(DECK)
            place += column
        code = self.start[place]
        kinds: NDArray[np.int16] = self.kind[code >> BITS, self.turn[code & MASK, cards[-1]]]
        return kinds


def all_deals(settled: Settled, table: Advised) -> Deals | None:
    """Return the table of all ordered deals of a layout; None where it would be too large.

    >>> from casino31.strategy_table import advised
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> settled = file.game.settle_batch(file.rules)
    >>> deals = all_deals(settled, advised(file.game, file.game.analyse(file.rules), settled))
    >>> deals.start.size, deals.turn.shape, len(deals.law)
    (2704, (24, 52), 31)
    """
    import numpy as np

    size, many, rows = settled.size, len(settled.actions), len(settled.rows) + 1
    whole, space = len(DECK) ** size, many * rows**many
    if whole > LARGEST or space > LARGEST:
        return None
    code, met = np.empty(whole, np.int32), np.zeros(space, bool)
    step = 2**18
    for low in range(0, whole, step):
        rest = np.arange(low, min(low + step, whole), dtype=np.int32)
        cards = [rest // len(DECK) ** (size - 1 - place) % len(DECK) for place in range(size)]
        here = table.action[table.situations(cards[: settled.seen])].astype(np.int32)
        for action in range(many):
            here *= rows
            here += settled.settle(cards, np.full(len(rest), action, np.int8)) + 1
        code[low : low + step] = here
        met[here] = True
    codes = np.flatnonzero(met)
    if len(codes) >= 2**15:
        return None
    place_of = np.zeros(space, np.int16)
    place_of[codes] = np.arange(len(codes))
    rest, ends = codes, []
    for _ in range(many):
        rest, end = np.divmod(rest, rows)
        ends.append(end - 1)
    result = np.array(ends[::-1], np.int16).T.copy()
    choice = rest.astype(np.int8)
    start, turn, kind = _rows(place_of[code].reshape(-1, len(DECK)))
    return Deals(start, turn, kind, choice, result[np.arange(len(codes)), choice], result)


def _rows(kinds: NDArray[np.int16]) -> tuple[NDArray[np.int32], NDArray[np.int8], NDArray[np.int16]]:
    """The rows that are left when those which differ in the names of suits are one, and where each is found."""
    import numpy as np

    cards = np.array(DECK)
    turn = np.array([cards // 4 * 4 + np.array(order)[cards % 4] for order in permutations(range(4))])
    factors = np.random.Generator(np.random.PCG64(31)).integers(0, 2**64 - 1, len(DECK), np.uint64)
    _, first, start = _different(_marks(kinds, factors))
    apart = kinds[first]
    marks = np.array([_marks(apart, factors[way]) for way in turn])
    _, top, row = _different(marks.min(axis=0))
    way = marks.argmin(axis=0)
    kind = np.empty((len(top), len(DECK)), np.int16)
    np.put_along_axis(kind, turn[way[top]], apart[top], axis=1)
    code = (row << BITS | way)[start]
    if not np.array_equal(np.take_along_axis(kind[code >> BITS], turn[code & MASK], axis=1), kinds):
        raise RuntimeError("two different rows of deals have one mark")
    return code.astype(np.int32), turn.astype(np.int8), kind


def _marks(rows: NDArray[np.int16], factors: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """One number a row, of random multiples: what is the same has the same one."""
    import numpy as np

    total = np.zeros(len(rows), np.uint64)
    for column, factor in zip(rows.T, factors, strict=True):
        total += column.astype(np.uint64) * factor
    return total


def _different(marks: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], Ints, Ints]:
    import numpy as np

    return np.unique(marks, return_index=True, return_inverse=True)
