"""Under the Gun 31, base game: fold, stay, or switch a card against the dealer (docs/rules/under-the-gun-31.md)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from casino31.cards import Card, rank, suit, suit_classes, suit_pattern
from casino31.census import Census, Endings, HandClass, Node, decisions_of
from casino31.game import Game
from casino31.games.under_the_gun_31_cardlevel import cards_of
from casino31.games.under_the_gun_31_clauses import CLAUSES
from casino31.points import POINTS, suited_points
from casino31.table import CardTable
from casino31.wagers import Ending, Paid, Shoe, Terms, Wager, pay_row, pays_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FOLD, STAY, *SWITCHES = "fold", "stay", "switch 1", "switch 2", "switch 3"
ACTIONS = (FOLD, STAY, *SWITCHES)
TIES = {"raise": ("tie pushes", "tie loses"), "push": ("tie pushes",) * 2, "lose": ("tie loses",) * 2}
"""What equal points do to Ante and Raise, by the reading."""
NEXT = 49
"""Cards that may come after the player's three: one of them is the next card, four of the rest the dealer's."""
DEALERS = comb(NEXT - 1, 4)


def referee(terms: Terms, table: CardTable) -> Ending:
    """Play one round by U1 to U5."""
    hand = list(table.deal(3))
    action = table.ask(suit_pattern(hand), ACTIONS)
    if action == FOLD:
        return terms.ending(main=(Paid(FOLD), Paid(FOLD, 0)))
    dealer = table.deal(4)
    if action != STAY:
        switched = in_order(hand)[SWITCHES.index(action)]
        hand[hand.index(switched)] = table.deal(1)[0]
    own, theirs = suited_points(hand), suited_points(dealer)
    return terms.ending(main=_end(terms, "win" if own > theirs else "lose" if own < theirs else "tie"))


def in_order(hand: Sequence[Card]) -> list[Card]:
    """U3: return the cards from the highest down; of equal ranks the one whose suit holds the better cards first.

    >>> from casino31.cards import parse_cards, show
    >>> show(*in_order(parse_cards("4h Kc Kh"))), show(*in_order(parse_cards("2c Ad Kh")))
    ('Kh Kc 4h', 'Ad Kh 2c')
    """
    suits = [sorted((card >> 2 for card in hand if suit(card) == s), reverse=True) for s in range(4)]
    return sorted(hand, key=lambda card: (rank(card), suits[suit(card)], card), reverse=True)


def _end(terms: Terms, event: str) -> tuple[Paid, Paid]:
    ante, raise_ = TIES[terms.reading("equal_points")] if event == "tie" else (event, event)
    return Paid(ante), Paid(raise_)


@lru_cache
def census(terms: Terms) -> Census:
    """Return the counts: of the next cards and the dealer's hands, those that win, tie and lose."""
    endings = Endings()
    fold = {endings.place(terms.ending(main=(Paid(FOLD), Paid(FOLD, 0)))): NEXT * DEALERS}
    places = [endings.place(terms.ending(main=_end(terms, event))) for event in ("win", "tie", "lose")]
    situations: dict[Hashable, tuple[list[HandClass], Mapping[str, Node]]] = {}
    for start, counts in zip(suit_classes(3), _counted(), strict=True):
        key = counts.tobytes()
        if key not in situations:
            rows = [{place: n for place, n in zip(places, row, strict=True) if n} for row in counts.tolist()]
            situations[key] = ([], {FOLD: fold, **dict(zip(ACTIONS[1:], rows, strict=True))})
        situations[key][0].append(HandClass(start.pattern, start.members, tuple(in_order(start.hand))))
    return Census(tuple(endings.places), decisions_of(situations))


@lru_cache
def _counted() -> NDArray[np.int64]:
    """Of each suit class the ways to win, tie and lose, after staying and after each switch."""
    import numpy as np

    classes = tuple(suit_classes(3))
    points = (np.arange(1 << 13)[:, None] >> np.arange(13) & 1) @ POINTS  # by the ranks of a suit as a bit mask
    one = np.array([[(1 << card // 4) * (card % 4 == s) for s in range(4)] for card in range(52)])
    orders = np.array([in_order(hand_class.hand) for hand_class in classes])
    held = np.array([each.pattern for each in classes])
    new = ((held[:, None] & one) == 0).all(2)
    next_cards = one[np.nonzero(new)[1].reshape(-1, NEXT)]
    seen = np.sort(held[:, None] | next_cards)  # the dealer's cards do not depend on the names of suits
    keys, place = np.unique(seen @ (1 << 13 * np.arange(4)), return_inverse=True)
    at_most = _dealers(keys[:, None] >> 13 * np.arange(4) & (1 << 13) - 1)
    kept = held[:, None] - one[orders]
    own = points[kept[:, :, None] | next_cards[:, None]].max(3)
    place = place.reshape(-1, 1, NEXT)
    stays, still = points[held].max(1), _dealers(held) * (NEXT - 4)
    row = np.arange(len(held))
    lower = np.column_stack((still[row, stays - 1], at_most[place, own - 1].sum(2)))
    upto = np.column_stack((still[row, stays], at_most[place, own].sum(2)))
    return np.stack((lower, upto - lower, NEXT * DEALERS - upto), axis=2)


def _dealers(seen: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of the dealer's hands, without some cards by suit, those of at most so many points, 0 to 31.

    A hand has at most so many points when its cards of each suit do.
    """
    import numpy as np

    parts = [ranks for size in range(5) for ranks in combinations(range(13), size)]
    mask = np.array([sum(1 << r for r in ranks) for ranks in parts])
    best = np.array([sum(sorted(POINTS[r] for r in ranks)[-3:]) for ranks in parts])
    kind = 5 * best + np.array(list(map(len, parts)))
    gone, place = np.unique(seen, return_inverse=True)
    ways = np.array([np.bincount(kind[mask & m == 0], minlength=160) for m in gone]).reshape(-1, 32, 5).cumsum(1)
    one, two, three, four = np.moveaxis(ways[place.reshape(seen.shape)], 1, 0)
    left, right = _together(one, two), _together(three, four)
    at_most: NDArray[np.int64] = (left * right[..., ::-1]).sum(2)
    return at_most


def _together(one: NDArray[np.int64], two: NDArray[np.int64]) -> NDArray[np.int64]:
    """Ways to hold none to four cards of two groups, from the ways of each."""
    import numpy as np

    return np.stack([(one[..., : n + 1] * two[..., n::-1]).sum(2) for n in range(5)], axis=2)


_ROWS = (pay_row("tie pushes", 0), pay_row("win", 1))
_EVENTS = ("lose", "tie loses", "tie pushes", "win")
_LOST = dict.fromkeys(_EVENTS[:2], Fraction(-1))

GAME = Game(
    name="Under the Gun 31",
    clauses=CLAUSES,
    wagers=(
        Wager("ante", _EVENTS, fixed={FOLD: Fraction(-1), **_LOST}, standard=_ROWS, published=pays_of(_ROWS)),
        Wager("raise", _EVENTS, Fraction(0), _LOST, standard=_ROWS, published=pays_of(_ROWS)),
    ),
    bets={"main": ("ante", "raise")},
    readings={"equal_points": tuple(TIES)},
    shoe=Shoe(common=(3, 4, 5, 6)),
    cards=lambda _: 8,
    referee=referee,
    deals=lambda _: comb(52, 3) * NEXT * DEALERS,
    census=census,
    card_level=cards_of,
)
