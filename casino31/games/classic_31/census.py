"""The fast route of 31 Classic: counts without pays, over the 1,755 suit classes of the starting hand.

Nothing here knows a pay. What a draw makes of a hand is a *finish*: the events the hand could be paid as.
It is one event, except that trips beside a suited 17 or more leave a choice of two to the ``best`` reading.
The counts are made once for each reading and kept.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from casino31.cards import RANKS, SuitClass, rank, suit_classes
from casino31.games.classic_31.rules import BELOW_17, MINI_ROYAL, TRIPS, Trips
from casino31.points import MINI_ROYAL as ROYAL_RANKS
from casino31.points import POINTS

Finish: TypeAlias = tuple[str, ...]
"""The events that the four cards may be paid as, whichever pays more."""

DRAWS = 49
_ROYAL = sum(1 << r for r in ROYAL_RANKS)
_ABOVE_31 = 32


class Start(NamedTuple):
    """Some suit classes that no pay table can tell apart."""

    members: int
    """Starting hands, of 22,100."""
    bonus: str
    """What the three cards are for the bonus."""
    row: int
    """The place of their count row."""
    classes: tuple[SuitClass, ...]


@dataclass(frozen=True)
class Census:
    """What can happen, and in how many ways, before anyone is paid."""

    finishes: tuple[Finish, ...]
    rows: tuple[tuple[int, ...], ...]
    """Distinct count rows: of the 49 draws, how many lead to each finish."""
    starts: tuple[Start, ...]

    @property
    def hands(self) -> int:
        """All starting hands."""
        return sum(start.members for start in self.starts)


@lru_cache
def census(trips: Trips) -> Census:
    """Return the census under a reading of trips.

    >>> best = census("best")
    >>> best.hands, {sum(row) for row in best.rows}
    (22100, {49})
    """
    finishes: dict[Finish, int] = {}
    grouped: dict[tuple[str, tuple[tuple[int, int], ...]], list[SuitClass]] = defaultdict(list)
    for each, bonus, ends in _classes():
        counts: dict[int, int] = {}
        for (points, three), ways in ends.items():
            place = finishes.setdefault(_finish(trips, points, three), len(finishes))
            counts[place] = counts.get(place, 0) + ways
        grouped[bonus, tuple(sorted(counts.items()))].append(each)
    rows: dict[tuple[int, ...], int] = {}
    starts = []
    for (bonus, sparse), classes in grouped.items():
        ways_of = dict(sparse)
        row = tuple(ways_of.get(place, 0) for place in range(len(finishes)))
        place = rows.setdefault(row, len(rows))
        starts.append(Start(sum(each.members for each in classes), bonus, place, tuple(classes)))
    return Census(tuple(finishes), tuple(rows), tuple(starts))


def _finish(trips: Trips, points: str, three: int) -> Finish:
    """Turn suited points and the total of the trips (0: none) into a finish, by clauses A9 and A11."""
    if three == 0 or trips == "none" or (trips == "qual17" and three < 17):
        return (points,)
    if trips == "points":
        suited = 0 if points == BELOW_17 else int(points)
        best = max(suited, min(three, 31))
        return (str(best) if best >= 17 else BELOW_17,)
    if points == BELOW_17:
        return (TRIPS, points) if trips in ("best", "push17", "qual17") else (TRIPS,)
    if trips == "last" or (trips == "push17" and points == "17"):
        return (points,)
    return (TRIPS, points)


@lru_cache(maxsize=1)
def _classes() -> tuple[tuple[SuitClass, str, Mapping[tuple[str, int], int]], ...]:
    """Each suit class, its bonus event, and its draws counted by (suited points, total of the trips)."""
    return tuple((each, *_count(each)) for each in suit_classes(3))


def _count(each: SuitClass) -> tuple[str, Mapping[tuple[str, int], int]]:
    masks = each.pattern
    held = [_grade(mask) for mask in masks]
    (top, times), *_ = Counter(map(rank, each.hand)).most_common(1)
    bonus = TRIPS if times == 3 else _event(max(held))
    trips = 3 * POINTS[top]
    ends: dict[tuple[str, int], int] = {}
    for place, mask in enumerate(masks):
        others = max(held[:place] + held[place + 1 :])
        for draw, suited in _suited_draws(mask, others):
            end = (suited, trips if times == 3 or (times == 2 and draw == top) else 0)
            ends[end] = ends.get(end, 0) + 1
    return bonus, ends


@cache
def _suited_draws(mask: int, others: int) -> tuple[tuple[int, str], ...]:
    """Each rank that a suit still holds, and what the hand is by suits once it is drawn."""
    draws = []
    for draw in range(len(RANKS)):
        after = mask | 1 << draw
        if after != mask:
            grade = max(others, _grade(after))
            draws.append((draw, _event(grade) if grade >= 17 else BELOW_17))
    return tuple(draws)


@cache
def _grade(mask: int) -> int:
    """The points of the best three cards of one suit, given as a mask of ranks; a mini royal stands above 31."""
    if mask & _ROYAL == _ROYAL:
        return _ABOVE_31
    return sum(sorted(points for r, points in enumerate(POINTS) if mask >> r & 1)[-3:])


def _event(grade: int) -> str:
    return MINI_ROYAL if grade == _ABOVE_31 else str(grade)
