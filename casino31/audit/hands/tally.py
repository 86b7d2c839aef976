"""What a log came to so far: counts by group, small enough to keep and to continue from the next day."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import TYPE_CHECKING

from casino31.audit.hands.batch import Batch, RowFault
from casino31.audit.hands.distribution import TESTS, Law

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SEATS = 13
"""Hands of one round that are told apart: one deck holds no more of four cards."""


@dataclass
class GroupCells:
    """The cells of one way to group: a group times the seat within the round."""

    counts: list[NDArray[np.int64]]
    """Of each bet: rounds by cell and class."""
    serial: list[NDArray[np.int64]]
    """Of each bet: by cell, the four transitions between lost and won rounds."""
    last: list[NDArray[np.int8]]
    """Of each bet and cell, whether the last round won; -1 before the first."""
    best: list[NDArray[np.float64]]
    """Of each bet, cell and test, the largest logarithm of an e-process so far."""
    hands: list[NDArray[np.int64]]
    """Of each bet: rounds by cell and size of the stake."""
    sums: list[NDArray[np.int64]]
    """Of each bet: what they won on one unit as they were played, times its scale."""
    costs: list[NDArray[np.float64]]
    """Of each bet: what the player's own decisions in them cost on average, in units."""
    wealth: list[NDArray[np.float64]]
    """Of each bet that a decision can change: logarithms of wealths by cell, kind of departure and tilt."""
    money: list[NDArray[np.object_]]
    """Of each bet and cell, whole numbers: cents staked by what was known then, and cents won times the scale."""

    def grow(self, cells: int, sizes: int) -> None:
        """Make room for more cells and sizes of stakes."""
        import numpy as np

        for name in GROUP_PARTS:
            held = getattr(self, name)
            for place, each in enumerate(held):
                shape = (max(cells, len(each)), *each.shape[1:])
                if name in ("hands", "sums", "costs"):
                    shape = (shape[0], max(sizes, each.shape[1]))
                if shape != each.shape:
                    held[place] = np.full(shape, -1 if name == "last" else 0, each.dtype)
                    held[place][tuple(slice(many) for many in each.shape)] = each


GROUP_PARTS = tuple(field.name for field in fields(GroupCells))


@dataclass
class LogTally:
    """All that is remembered of the hands read so far."""

    rows: int = 0
    fault_rows: int = 0
    payout_errors: int = 0
    by_code: dict[str, int] = field(default_factory=dict)
    shown: list[tuple[str, RowFault]] = field(default_factory=list)
    """The first ten faults of each code, with their files."""
    deviations: int = 0
    """Hands that left the filed strategy."""
    deviation_cost: Fraction | int = 0
    """What they lose on average, in cents."""
    undealt: int = 0
    """Of them, those whose last card was never turned."""
    groups: dict[str, GroupCells] = field(default_factory=dict)
    """By column; "" is all together."""
    order: dict[tuple[str, int], int] = field(default_factory=dict)
    """The groups in the order in which they turned up, counted from 1: by column and place among its names."""
    sizes: list[int] = field(default_factory=list)
    """Sizes of stakes, as powers of 2^(1/4) cents, in the order in which they turned up."""
    days: dict[str, list[list[int]]] = field(default_factory=dict)
    """By day as YYYY-MM-DD, "" where a row names none, and by bet: hands, cents staked by what was known then,
    cents won times the scale, and the sum of the squares of the stakes."""
    deviation_came: Fraction | int = 0
    """What the hands that left the strategy lost against it with the cards that came, in cents."""
    off_rule: int = 0
    """Stakes that are not those of the layout's rule, where it has one."""

    def meet(self, column: str, group: int) -> None:
        """Take note of a group that turns up for the first time."""
        self.order.setdefault((column, group), len(self.order) + 1)


def new_group(law: Law) -> GroupCells:
    """Return a group without cells.

    >>> new_group(Law((), None)).counts
    []
    """
    import numpy as np

    bets = law.bets
    return GroupCells(
        [np.zeros((0, len(bet.labels)), np.int64) for bet in bets],
        [np.zeros((0, 4), np.int64) for _ in bets],
        [np.zeros(0, np.int8) for _ in bets],
        [np.zeros((0, len(TESTS) + len(bet.parts))) for bet in bets],
        [np.zeros((0, 0), np.int64) for _ in bets],
        [np.zeros((0, 0), np.int64) for _ in bets],
        [np.zeros((0, 0)) for _ in bets],
        [np.zeros((0, player.kinds, len(player.sides) if player.decides else 0)) for player in law.players],
        [np.zeros((0, len(player.stakes) + 1), object) for player in law.players],
    )


def meet(tally: LogTally, batch: Batch, sound: NDArray[np.bool_]) -> None:
    """Take note of the groups that turn up in a batch, in the order of their first sound rows.

    >>> import numpy as np
    >>> keys = {"table": np.array([7, 5, 7], np.int32)}
    >>> batch = Batch(1, [], np.zeros(3, np.int8), {}, np.zeros(3, np.int64), None, keys, np.ones(3, bool), [])
    >>> tally = LogTally(groups={column: new_group(Law((), None)) for column in ("", "table")})
    >>> meet(tally, batch, batch.sound)
    >>> tally.order
    {('', 0): 1, ('table', 7): 2, ('table', 5): 3}
    """
    import numpy as np

    fresh = []
    for place, column in enumerate(tally.groups):
        if not column and ("", 0) in tally.order:
            continue
        keys = batch.keys[column] if column else np.zeros(len(sound), np.int32)
        groups = np.flatnonzero(np.bincount(keys[sound])).tolist()
        new = [group for group in groups if (column, group) not in tally.order]
        fresh += [(int(np.argmax(sound & (keys == group))), place, column, group) for group in new]
    for _, _, column, group in sorted(fresh):
        tally.meet(column, group)
