"""Let It Ride: three units, two of which can be taken back as the cards come (docs/rules/let-it-ride.md)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import comb

from casino31.cards import Card, suit_classes, suit_pattern
from casino31.census import Census, Chance, Counts, Decide, Endings, HandClass
from casino31.game import Game
from casino31.games.let_it_ride_clauses import CLAUSES
from casino31.poker import FIVE_CARD_HANDS, THREE_CARD_HANDS, five_card_value, three_card_hand
from casino31.table import Table
from casino31.wagers import Ending, Paid, Shoe, Terms, Wager

BACK, RIDE = "take back", "let it ride"
ACTIONS = (BACK, RIDE)
TEN = 8
LESS, TENS = "less", "tens or better"
HANDS = (LESS, TENS, *FIVE_CARD_HANDS[2:])
UNITS = 3


def referee(terms: Terms, table: Table) -> Ending:
    """Play one round by L1 to L5."""
    cards, units = table.deal(3), UNITS
    bonus = (Paid(three_card_hand(cards)),)
    if "main" not in terms.bets:
        return terms.ending(three_card_bonus=bonus)
    for _ in range(2):  # L2
        units -= table.ask(suit_pattern(cards), ACTIONS) == BACK
        cards += table.deal(1)
    return terms.ending(main=(Paid(paid_hand(cards), units),), three_card_bonus=bonus)


def paid_hand(cards: Sequence[Card]) -> str:
    """L3: name what five cards are paid as.

    >>> from casino31.cards import parse_cards
    >>> [paid_hand(parse_cards(hand)) for hand in ("Th Tc 2d 3d 4d", "9h 9c 2d 3d 4d", "2h 2c 3d 3h 4d")]
    ['tens or better', 'less', 'two pair']
    """
    kind, ranks = five_card_value(cards)
    if kind > 1:
        return FIVE_CARD_HANDS[kind]
    return TENS if kind == 1 and ranks[0] >= TEN else LESS


@lru_cache
def census(terms: Terms) -> Census:
    """Return the counts: three cards, a decision, the fourth, a decision, and what the fifth makes of them.

    What follows four cards is shared by all that lead there with as many units.
    """
    if "main" not in terms.bets:
        return _bonus_alone(terms)
    graph = _Graph(terms)
    nodes = []
    for each in suit_classes(3):
        own = three_card_hand(each.hand) if len(terms.bets) > 1 else ""
        fourth = _next(each.pattern)
        options = {
            action: Chance(tuple((ways, graph.four(four, units, own)) for four, ways in fourth.items()))
            for action, units in ((BACK, UNITS - 1), (RIDE, UNITS))
        }
        nodes.append(Decide((HandClass(each.pattern, each.members, each.hand),), options))
    return Census(tuple(graph.endings.places), Chance(tuple((node.members, node) for node in nodes)))


def _bonus_alone(terms: Terms) -> Census:
    endings = Endings()
    nodes = []
    for each in suit_classes(3):
        place = endings.place(terms.ending(three_card_bonus=(Paid(three_card_hand(each.hand)),)))
        nodes.append(Decide((HandClass(each.pattern, each.members, each.hand),), {RIDE: {place: 1}}))
    return Census(tuple(endings.places), Chance(tuple((node.members, node) for node in nodes)))


class _Graph:
    """The decisions after four cards, and the counts of the fifth, each made once."""

    def __init__(self, terms: Terms) -> None:
        self.endings = Endings()
        self._terms = terms
        self._four: dict[tuple[tuple[int, ...], int, str], Decide] = {}
        self._fifth: dict[tuple[frozenset[tuple[str, int]], int, str], Counts] = {}
        self._classes = {each.pattern: HandClass(each.pattern, each.members, each.hand) for each in suit_classes(4)}

    def four(self, pattern: tuple[int, ...], units: int, own: str) -> Decide:
        """Return the decision after four cards: so many units are left before it."""
        key = (pattern, units, own)
        if key not in self._four:
            hands = frozenset(_fifth(pattern).items())
            options = {BACK: self._counts(hands, units - 1, own), RIDE: self._counts(hands, units, own)}
            self._four[key] = Decide((self._classes[pattern],), options)
        return self._four[key]

    def _counts(self, hands: frozenset[tuple[str, int]], units: int, own: str) -> Counts:
        key = (hands, units, own)
        if key not in self._fifth:
            end = self._terms.ending
            self._fifth[key] = {
                self.endings.place(end(main=(Paid(hand, units),), three_card_bonus=(Paid(own),))): ways
                for hand, ways in hands
            }
        return self._fifth[key]


def _next(pattern: tuple[int, ...]) -> Mapping[tuple[int, ...], int]:
    """The patterns that one more card makes, and of how many cards."""
    return Counter(
        tuple(sorted((*pattern[:s], mask | 1 << r, *pattern[s + 1 :]), reverse=True))
        for s, mask in enumerate(pattern)
        for r in range(13)
        if not mask >> r & 1
    )


@cache
def _fifth(pattern: tuple[int, ...]) -> Mapping[str, int]:
    """The hands that a fifth card makes of four, and of how many cards."""
    ranks = tuple(sorted(r for mask in pattern for r in range(13) if mask >> r & 1))
    hands = Counter(_in_suits(ranks))
    if not pattern[1]:
        for r in set(range(13)) - set(ranks):
            hands[paid_hand([4 * each for each in (*ranks, r)])] += 1
            hands[paid_hand([4 * each + (each == r) for each in (*ranks, r)])] -= 1
    return +hands


@cache
def _in_suits(ranks: tuple[int, ...]) -> Mapping[str, int]:
    """The hands that a fifth card makes of four that share no suit."""
    hands: Counter[str] = Counter()
    for r in range(13):
        hands[paid_hand([4 * each + place % 2 for place, each in enumerate((*ranks, r))])] += 4 - ranks.count(r)
    return hands


_PAYS = dict(zip(HANDS[1:], map(Fraction, (1, 2, 3, 5, 8, 11, 50, 200, 1000)), strict=True))
_BONUS = dict(zip(THREE_CARD_HANDS[1:], map(Fraction, (1, 4, 6, 30, 40, 50)), strict=True))
_LOST = {LESS: Fraction(-1)}
_HIGH = {"high card": Fraction(-1)}
_ROYAL = {"mini royal": "straight flush"}

GAME = Game(
    name="Let It Ride",
    clauses=CLAUSES,
    wagers=(
        Wager("bet", HANDS, fixed=_LOST, published=_PAYS),
        Wager("three card bonus", THREE_CARD_HANDS, fixed=_HIGH, published=_BONUS, within=_ROYAL),
    ),
    bets={"main": ("bet",), "three card bonus": ("three card bonus",)},
    readings={},
    shoe=Shoe(),
    cards=lambda terms: 5 if "main" in terms.bets else 3,
    referee=referee,
    deals=lambda terms: comb(52, 3) * (49 * 48 if "main" in terms.bets else 1),
    census=census,
    tie="take back",
)
