"""The referee of 31 Classic: one round, settled clause by clause (docs/rules/31-classic.md).

Slow and plain on purpose. It shares only the cards and their points with the fast route in ``census``.
"""

from collections.abc import Sequence

from casino31.cards import Card, suit_pattern
from casino31.games.classic_31.rules import BELOW_17, FOLD, MINI_ROYAL, RAISE, TRIPS
from casino31.points import POINTS, has_mini_royal, suited_points, trips_rank
from casino31.table import CardTable
from casino31.wagers import Ending, Paid, Terms

ACTIONS = (FOLD, RAISE)


def referee(terms: Terms, table: CardTable) -> Ending:
    """Play one round: three cards, the decision, and the draw card.

    A layout with the bonus alone needs three cards and asks for nothing.
    """
    start = table.deal(3)
    bonus = (Paid(bonus_event(start)),)
    if "main" not in terms.bets:
        return terms.ending(natural_31=bonus)
    if table.ask(suit_pattern(start), ACTIONS) == FOLD:  # A7 and A12
        after = bonus if terms.reading("bonus_after_fold") == "stands" else (Paid("forfeited"),)
        return terms.ending(main=(Paid(FOLD), Paid(FOLD, 0)), natural_31=after)
    events = final_events(terms.reading("trips"), start + table.deal(1))
    return terms.ending(main=tuple((Paid(event), Paid(event)) for event in events), natural_31=bonus)


def bonus_event(start: Sequence[Card]) -> str:
    """A8: name what three cards are for the bonus.

    >>> from casino31.cards import parse_cards
    >>> [bonus_event(parse_cards(t)) for t in ("Ah Kh Qh", "Ah Kh Jh", "2h 2c 2d", "Ah Kh 3c", "2h 2c 3d")]
    ['mini royal', '31', 'trips', '21', '3']
    """
    if has_mini_royal(start):
        return MINI_ROYAL
    if trips_rank(start) is not None:
        return TRIPS
    return str(suited_points(start))


def final_events(trips: str, cards: Sequence[Card]) -> tuple[str, ...]:
    """A5, A6, A9 and A11: name what the best three of four cards may be paid as, whichever pays more.

    >>> from casino31.cards import parse_cards
    >>> final_events("best", parse_cards("Kh Th 3c 4h")), final_events("best", parse_cards("Js 7s 7c 7d"))
    (('24',), ('trips', '17'))
    """
    points = suited_points(cards)
    suited = MINI_ROYAL if has_mini_royal(cards) else str(points) if points >= 17 else BELOW_17
    rank_of_trips = trips_rank(cards)
    if rank_of_trips is None or trips == "none":
        return (suited,)
    three = 3 * POINTS[rank_of_trips]
    if trips == "points":
        best = max(points, min(three, 31))
        return (str(best) if best >= 17 else BELOW_17,)
    if trips == "last":
        return (suited if points >= 17 else TRIPS,)
    if trips == "push17" and points == 17:
        return ("17",)
    if trips == "qual17" and three < 17:
        return (suited,)
    return (TRIPS, suited)
