"""What a log came to by day, where it has times: whole numbers, as many as there are days and bets."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

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
    days: Days,
    law: Law,
    place: int,
    dates: NDArray[np.int32],
    stake: NDArray[np.int64],
    gains: NDArray[np.int64],
    known: NDArray[np.int64],
) -> None:
    """Add what one bet came to in some hands: the number of their day, what they staked knowing what, and won on
    one unit.

    >>> import numpy as np
    >>> from types import SimpleNamespace
    >>> days, law = {}, SimpleNamespace(players=[SimpleNamespace(stakes=(0,))])
    >>> stake, known = np.array([100, 200, 50]), np.zeros(3, int)
    >>> add_days(days, law, 0, np.array([739_951, 739_951, 0]), stake, np.array([-2, 3, 1]), known)
    >>> days
    {'': [[1, 50, 50, 2500]], '2026-12-01': [[2, 300, 400, 50000]]}
    """
    import numpy as np

    if not len(dates):
        return
    largest = int(stake.max()) * max(int(np.abs(gains).max()), int(stake.max()), 1) * len(stake)
    kind: type = np.int64 if largest < SAFE else object
    order = np.argsort(dates, kind="stable")
    numbers, starts = np.unique(dates[order], return_index=True)
    stake, gains, known = stake[order].astype(kind), gains[order].astype(kind), known[order]
    staked = [stake * (known == what) for what in range(len(law.players[place].stakes))]
    columns = (np.ones(len(stake), np.int64), *staked, stake * gains, stake * stake)
    sums = zip(*(np.add.reduceat(column, starts).tolist() for column in columns), strict=True)
    for number, added in zip(numbers.tolist(), sums, strict=True):
        day = date.fromordinal(number).isoformat() if number else ""
        if day not in days and len(days) >= MOST_DAYS:
            day = ""
        kept = days.setdefault(day, [[0] * (len(player.stakes) + 3) for player in law.players])
        kept[place] = [before + more for before, more in zip(kept[place], added, strict=True)]


def sound_days(kept: JsonMapping, sums: Sequence[int]) -> Days:
    """Return what a checkpoint kept of the days, so many sums a bet; TypeError or ValueError of nonsense.

    >>> sound_days({"2026-12-01": [[2, 300, 400, 50000]]}, [4])
    {'2026-12-01': [[2, 300, 400, 50000]]}
    >>> sound_days({"yesterday": [[2, 300, 400, 50000]]}, [4])
    Traceback (most recent call last):
    ValueError: Invalid isoformat string: 'yesterday'
    """
    for day, by_bet in kept.items():
        if day:
            date.fromisoformat(day)
        if [list(map(type, of_bet)) for of_bet in by_bet] != [[int] * many for many in sums]:
            raise TypeError("no sums of a day")
    return dict(kept)
