"""What a log came to by day, where it has times: whole numbers, as many as there are days and bets."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from casino31.audit.hands.distribution import Law
from casino31.serialize import JsonMapping

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_DAYS = 4_000
"""Days that are told apart; hands of others count among those that name none."""
SAFE = 2**61
"""Sums below it cannot overflow."""
Days = dict[str, list[list[int]]]


def add_days(
    days: Days, law: Law, place: int, dates: NDArray[np.int32], stake: NDArray[np.int64], gains: NDArray[np.int64]
) -> None:
    """Add what one bet came to in some hands: the number of their day, what they staked, and won on one unit.

    >>> import numpy as np
    >>> from types import SimpleNamespace
    >>> days, law = {}, SimpleNamespace(bets=("main",))
    >>> add_days(days, law, 0, np.array([739_951, 739_951, 0]), np.array([100, 200, 50]), np.array([-2, 3, 1]))
    >>> days
    {'': [[1, 50, 50, 2500]], '2026-12-01': [[2, 300, 400, 50000]]}
    """
    import numpy as np

    if not len(dates):
        return
    largest = int(stake.max()) * max(int(np.abs(gains).max()), int(stake.max()), 1) * len(stake)
    kind: Any = np.int64 if largest < SAFE else object
    order = np.argsort(dates, kind="stable")
    numbers, starts = np.unique(dates[order], return_index=True)
    stake, gains = stake[order].astype(kind), gains[order].astype(kind)
    columns = (np.ones(len(stake), np.int64), stake, stake * gains, stake * stake)
    sums = zip(*(np.add.reduceat(column, starts).tolist() for column in columns), strict=True)
    for number, added in zip(numbers.tolist(), sums, strict=True):
        day = date.fromordinal(number).isoformat() if number else ""
        if day not in days and len(days) >= MOST_DAYS:
            day = ""
        kept = days.setdefault(day, [[0] * len(columns) for _ in law.bets])
        kept[place] = [before + more for before, more in zip(kept[place], added, strict=True)]


def sound_days(kept: JsonMapping, bets: int) -> Days:
    """Return what a checkpoint kept of the days; TypeError or ValueError where that is nonsense.

    >>> sound_days({"2026-12-01": [[2, 300, 400, 50000]]}, 1)
    {'2026-12-01': [[2, 300, 400, 50000]]}
    >>> sound_days({"yesterday": [[2, 300, 400, 50000]]}, 1)
    Traceback (most recent call last):
    ValueError: Invalid isoformat string: 'yesterday'
    """
    for day, by_bet in kept.items():
        if day:
            date.fromisoformat(day)
        if len(by_bet) != bets or any(list(map(type, sums)) != [int] * 4 for sums in by_bet):
            raise TypeError("no sums of a day")
    return dict(kept)
