"""The fast route of 31 Classic: counts without pays, over the 1,755 suit classes of the starting hand.

Nothing here knows a pay. What a draw makes of a hand is a *finish*: the events the hand could be paid as.
It is one event, except that trips beside a suited 17 or more leave a choice of two to the ``best`` reading.
The counts are made once for each reading and kept.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from casino31.answers import Exposed
from casino31.cards import RANKS, Card, SuitClass, suit_classes
from casino31.census import Census, Chance, Decide, Endings, HandClass
from casino31.games.classic_31.rules import BELOW_17, DRAWS, FINAL_EVENTS, FOLD, MINI_ROYAL, RAISE, TRIPS
from casino31.points import MINI_ROYAL as ROYAL_RANKS
from casino31.points import POINTS
from casino31.wagers import Paid, Terms

Finish: TypeAlias = tuple[str, ...]
"""The events that the four cards may be paid as, whichever pays more."""

_ROYAL = sum(1 << r for r in ROYAL_RANKS)
_ABOVE_31 = 32
_LOW = 16
"""The highest grade that loses in the end: lower ones come to the same."""
_START = (*map(str, range(_ABOVE_31)), MINI_ROYAL)
_FINAL = (*[BELOW_17] * 17, *_START[17:])
"""What a grade is called at the start and in the end."""


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
class Starts:
    """What can happen to each starting hand, and in how many ways, before anyone is paid."""

    finishes: tuple[Finish, ...]
    rows: tuple[tuple[int, ...], ...]
    """Distinct count rows: of the 49 draws, how many lead to each finish."""
    starts: tuple[Start, ...]

    @property
    def hands(self) -> int:
        """All starting hands."""
        return sum(start.members for start in self.starts)


@lru_cache
def starts_of(trips: str) -> Starts:
    """Return the starting hands under a reading of trips.

    >>> best = starts_of("best")
    >>> best.hands, {sum(row) for row in best.rows}
    (22100, {49})
    """
    finishes: dict[Finish, int] = {}
    grouped: dict[tuple[str, tuple[tuple[int, int], ...]], list[SuitClass]] = defaultdict(list)
    for suit_class, counted in _classes():
        counts: dict[int, int] = {}
        ends: list[tuple[Finish, int]] = [((suited,), ways) for suited, ways in counted.suited.items()]
        ends += [(_finish(trips, suited, counted.three), ways) for suited, ways in counted.beside_trips.items()]
        for finish, ways in ends:
            place = finishes.setdefault(finish, len(finishes))
            counts[place] = counts.get(place, 0) + ways
        grouped[counted.bonus, tuple(sorted(counts.items()))].append(suit_class)
    rows: dict[tuple[int, ...], int] = {}
    starts = []
    for (bonus, sparse), classes in grouped.items():
        ways_of = dict(sparse)
        row = tuple(ways_of.get(place, 0) for place in range(len(finishes)))
        place = rows.setdefault(row, len(rows))
        starts.append(Start(sum(hand_class.members for hand_class in classes), bonus, place, tuple(classes)))
    return Starts(tuple(finishes), tuple(rows), tuple(starts))


@lru_cache
def census(terms: Terms) -> Census:
    """Return the exact counts under some terms: one decision, whose hands are alike for every pay table.

    >>> census(Terms((("trips", "best"), ("bonus_after_fold", "stands"), ("tie", "fold")), ("main",))).total
    1082900
    """
    endings = Endings()
    if "main" not in terms.bets:
        lone = [
            (start, {RAISE: {endings.place(terms.ending(natural_31=(Paid(start.bonus),))): 1}})
            for start in starts_of("best").starts
        ]
        return _census(endings, lone)
    starts = starts_of(terms.reading("trips"))
    enders = _enders(terms, starts, endings)
    situations = []
    for start in starts.starts:
        end = enders[start.bonus]
        fold = {end(None): DRAWS}
        play = {
            end(finish): ways for finish, ways in zip(starts.finishes, starts.rows[start.row], strict=True) if ways
        }
        first = {FOLD: fold, RAISE: play} if terms.reading("tie") == FOLD else {RAISE: play, FOLD: fold}
        situations.append((start, first))
    return _census(endings, situations)


def _census(endings: Endings, situations: list[tuple[Start, dict[str, dict[int, int]]]]) -> Census:
    nodes = [Decide(tuple(map(_hand_class, start.classes)), options) for start, options in situations]
    root = Chance(tuple((node.members, node) for node in nodes))
    return Census(tuple(endings.places), root)


def _hand_class(suit_class: SuitClass) -> HandClass:
    return HandClass(suit_class.pattern, suit_class.members, suit_class.hand)


def _enders(terms: Terms, starts: Starts, endings: Endings) -> Mapping[str, Callable[[Finish | None], int]]:
    """Return the ender of each bonus, the endings placed: the folds, then the finishes, hands of 17 or more first.

    A page shows events of equal net in this order.
    """
    finishes: dict[str, set[int]] = defaultdict(set)
    for start in starts.starts:
        finishes[start.bonus] |= {place for place, ways in enumerate(starts.rows[start.row]) if ways}
    enders = {bonus: _ender(terms, bonus, endings) for bonus in finishes}
    for end in enders.values():
        end(None)
    for bonus in sorted(finishes, key=lambda bonus: bonus not in FINAL_EVENTS):
        for place in sorted(finishes[bonus]):
            enders[bonus](starts.finishes[place])
    return enders


def _ender(terms: Terms, bonus: str, endings: Endings) -> Callable[[Finish | None], int]:
    """Return what gives the place of the ending of a finish, or of a fold, for a start that is ``bonus``."""
    kept = (Paid(bonus),)
    lost = kept if terms.reading("bonus_after_fold") == "stands" else (Paid("forfeited"),)

    @cache
    def end(finish: Finish | None) -> int:
        if finish is None:
            return endings.place(terms.ending(main=(Paid(FOLD), Paid(FOLD, 0)), natural_31=lost))
        return endings.place(
            terms.ending(main=tuple((Paid(event), Paid(event)) for event in finish), natural_31=kept)
        )

    return end


@lru_cache(maxsize=2)
def visible(terms: Terms) -> Exposed:
    """Return what each draw card does to each starting hand: what a player who has seen it knows."""
    endings = Endings()
    main = "main" in terms.bets
    trips = terms.reading("trips")
    hands = []
    for start in starts_of(trips).starts:
        end = _ender(terms, start.bonus, endings)
        for hand_class in start.classes:
            finishes = {card: finish_of(trips, suited, three) for card, suited, three in draws_of(hand_class)}
            play = {card: end(finish) for card, finish in finishes.items()}
            fold = dict.fromkeys(play, end(None)) if main else {}
            options = {RAISE: play, FOLD: fold} if terms.reading("tie") == RAISE else {FOLD: fold, RAISE: play}
            hands.append((_hand_class(hand_class), options if main else {RAISE: play}))
    return Exposed(tuple(endings.places), hands)


def draws_of(suit_class: SuitClass) -> Iterator[tuple[Card, str, int]]:
    """Yield each draw card of a class's hand, what the four are by suits, and the total of their trips (0: none).

    >>> from casino31.cards import show
    >>> [(show(card), suited) for card, suited, trips in draws_of(SuitClass((4, 2, 1, 0), 24)) if trips]
    []
    >>> [(show(card), suited, trips) for card, suited, trips in draws_of(SuitClass((4, 4, 1, 0), 12)) if trips]
    [('4h', 'below 17', 12), ('4s', 'below 17', 12)]
    """
    masks = suit_class.pattern
    times = [sum(mask >> r & 1 for mask in masks) for r in range(len(RANKS))]
    held = [_grade(mask) for mask in masks]
    for suit, mask in enumerate(masks):
        draws, _ = _suited_draws(mask, max([_LOW, *held[:suit], *held[suit + 1 :]]))
        for bit, suited in draws.items():
            draw = bit.bit_length() - 1
            three = next((r for r, held_of in enumerate(times) if held_of + (r == draw) >= 3), None)
            yield 4 * draw + suit, suited, 0 if three is None else 3 * POINTS[three]


def finish_of(trips: str, suited: str, three: int) -> Finish:
    """Return the finish of four cards: their event by suits, and the total of their trips (0: none).

    >>> finish_of("best", "20", 18), finish_of("last", "20", 18), finish_of("best", "20", 0)
    (('trips', '20'), ('20',), ('20',))
    """
    return _finish(trips, suited, three) if three else (suited,)


def _finish(trips: str, suited: str, three: int) -> Finish:
    """Turn the suited event of a hand with trips, and the total of the trips, into a finish (A9 and A11)."""
    if trips == "none" or (trips == "qual17" and three < 17):
        return (suited,)
    if trips == "points":
        best = max(0 if suited == BELOW_17 else int(suited), min(three, 31))
        return (str(best) if best >= 17 else BELOW_17,)
    if suited == BELOW_17 and trips == "last":
        return (TRIPS,)
    if trips == "last" or (trips == "push17" and suited == "17"):
        return (suited,)
    return (TRIPS, suited)


class _Counted(NamedTuple):
    """What three cards are, and what the draws make of them."""

    bonus: str
    suited: dict[str, int]
    """Draws without trips, by what the hand is by suits."""
    three: int
    """The total of the trips, if there are any."""
    beside_trips: dict[str, int]
    """Draws with trips, by what the hand is by suits."""


@cache
def _classes() -> tuple[tuple[SuitClass, _Counted], ...]:
    """Each suit class with its counts: no reading is needed for these."""
    return tuple((suit_class, _count(suit_class.pattern)) for suit_class in suit_classes(3))


def _count(masks: tuple[int, ...]) -> _Counted:
    first, second, third, _ = masks
    trips = first & second & third
    paired = trips or first & second | first & third | second & third
    suits = [mask for mask in masks if mask]
    held = [_grade(mask) for mask in suits]
    suited: dict[str, int] = {}
    beside_trips: dict[str, int] = {}
    for place, mask in enumerate(suits):
        draws, ends = _suited_draws(mask, max([_LOW, *held[:place], *held[place + 1 :]]))
        for end, ways in ends:
            suited[end] = suited.get(end, 0) + ways
        if paired in draws and not trips:
            end = draws[paired]
            suited[end] -= 1
            beside_trips[end] = beside_trips.get(end, 0) + 1
    draws, ends = _suited_draws(0, max([_LOW, *held]))
    empty = len(masks) - len(suits)
    for end, ways in ends:
        suited[end] = suited.get(end, 0) + empty * ways
    if paired and not trips:
        suited[draws[paired]] -= empty
        beside_trips[draws[paired]] = beside_trips.get(draws[paired], 0) + empty
    if trips:
        suited, beside_trips = {}, suited
    bonus = TRIPS if trips else _START[max(held)]
    three = 3 * POINTS[paired.bit_length() - 1] if paired else 0
    return _Counted(bonus, {end: ways for end, ways in suited.items() if ways}, three, beside_trips)


@cache
def _suited_draws(mask: int, others: int) -> tuple[Mapping[int, str], tuple[tuple[str, int], ...]]:
    """What the hand is by suits after each card that a suit still holds, by its bit, and the ways of each event."""
    draws = {bit: _FINAL[max(others, grade)] for bit, grade in _grades_after(mask)}
    ends: dict[str, int] = {}
    for end in draws.values():
        ends[end] = ends.get(end, 0) + 1
    return draws, tuple(ends.items())


@cache
def _grades_after(mask: int) -> tuple[tuple[int, int], ...]:
    """The grade of a suit after each card that it still holds, by the card's bit."""
    bits = [1 << r for r in range(len(RANKS))]
    return tuple((bit, _grade(mask | bit)) for bit in bits if not mask & bit)


@cache
def _grade(mask: int) -> int:
    """The points of the best three cards of one suit, given as a mask of ranks; a mini royal stands above 31."""
    if mask & _ROYAL == _ROYAL:
        return _ABOVE_31
    points = 0
    for _ in range(min(3, mask.bit_count())):  # of higher ranks come no fewer points
        high = mask.bit_length() - 1
        points += POINTS[high]
        mask ^= 1 << high
    return points
