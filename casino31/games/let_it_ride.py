"""Let It Ride: three units, two of which can be taken back as the cards come (docs/rules/let-it-ride.md)."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from math import comb
from typing import TypeAlias

from casino31.cards import suit_classes, suit_pattern
from casino31.census import Census, Chance, Counts, Decide, Endings, HandClass, Node
from casino31.game import Game
from casino31.games.let_it_ride_cardlevel import cards_of
from casino31.games.let_it_ride_clauses import CLAUSES
from casino31.games.let_it_ride_kernel import ACTIONS, BACK, BONUS, HANDS, LESS, RIDE, UNITS, kernel, paid_hand
from casino31.poker import THREE_CARD_HANDS, three_card_hand
from casino31.table import CardTable
from casino31.wagers import Ending, Paid, Shoe, Terms, Wager

Pattern: TypeAlias = tuple[int, ...]
_BITS = tuple(1 << r for r in range(13))


def referee(terms: Terms, table: CardTable) -> Ending:
    """Play one round by L1 to L5."""
    cards, units = table.deal(3), UNITS
    bonus = (Paid(three_card_hand(cards)),)
    if "main" not in terms.bets:
        return terms.ending(three_card_bonus=bonus)
    for _ in range(2):  # L2
        units -= table.ask(suit_pattern(cards), ACTIONS) == BACK
        cards += table.deal(1)
    return terms.ending(main=(Paid(paid_hand(cards), units),), three_card_bonus=bonus)


@lru_cache
def census(terms: Terms) -> Census:
    """Return the counts: three cards, a decision, the fourth, a decision, and what the fifth makes of them.

    What follows four cards is shared by all that lead there with as many units and the same bonus.
    """
    endings = Endings()
    four = {
        suit_class.pattern: HandClass(suit_class.pattern, suit_class.members, suit_class.hand)
        for suit_class in suit_classes(4)
    }

    def place(hand: str, units: int, own: str) -> int:
        return endings.place(terms.ending(main=(Paid(hand, units),), three_card_bonus=(Paid(own),)))

    @cache
    def after_five(hands: tuple[tuple[str, int], ...], units: int, own: str) -> Counts:
        return {place(hand, units, own): ways for hand, ways in hands}

    @cache
    def after_four(pattern: Pattern, units: int, own: str) -> Decide:
        hands = _fifth(pattern)
        options = {BACK: after_five(hands, units - 1, own), RIDE: after_five(hands, units, own)}
        return Decide((four[pattern],), options)

    nodes = []
    for each in suit_classes(3):
        own = three_card_hand(each.hand) if BONUS in terms.bets else ""
        fourth = _fourth(each.pattern).items() if "main" in terms.bets else ()
        options: dict[str, Node] = {
            action: Chance(tuple((ways, after_four(pattern, units, own)) for pattern, ways in fourth))
            for action, units in ((BACK, UNITS - 1), (RIDE, UNITS))
        }
        if not fourth:
            options = {RIDE: {place(LESS, 0, own): 1}}
        nodes.append(Decide((HandClass(each.pattern, each.members, each.hand),), options))
    return Census(tuple(endings.places), Chance(tuple((node.members, node) for node in nodes)))


def _fourth(pattern: Pattern) -> Mapping[Pattern, int]:
    """What a fourth card makes of three, and by how many cards."""
    counts: dict[Pattern, int] = {}
    for s, mask in enumerate(pattern):
        others = pattern[:s] + pattern[s + 1 :]
        for bit in _BITS:
            if not mask & bit:
                four = tuple(sorted((mask | bit, *others), reverse=True))
                counts[four] = counts.get(four, 0) + 1
    return counts


@cache
def _fifth(pattern: Pattern) -> tuple[tuple[str, int], ...]:
    """What a fifth card makes of four, and by how many cards."""
    ranks = [r for mask in pattern if mask for r, bit in enumerate(_BITS) if mask & bit]
    mixed = _mixed(tuple(sorted(ranks)))
    if pattern[1]:
        return tuple(mixed.items())
    hands = Counter(mixed)
    for r in set(range(13)).difference(ranks):
        five = tuple(sorted((*ranks, r)))
        hands[_named(five, True)] += 1
        hands[_named(five, False)] -= 1
    return tuple((+hands).items())


@cache
def _mixed(ranks: tuple[int, ...]) -> Mapping[str, int]:
    """What a fifth card makes of four cards of several suits."""
    hands: dict[str, int] = {}
    for r in range(13):
        hand = _named(tuple(sorted((*ranks, r))), False)
        hands[hand] = hands.get(hand, 0) + 4 - ranks.count(r)
    return {hand: ways for hand, ways in hands.items() if ways}


@cache
def _named(ranks: tuple[int, ...], flush: bool) -> str:
    return paid_hand([4 * r + (not flush and place % 2) for place, r in enumerate(ranks)])


_PAYS = dict(zip(HANDS[1:], map(Fraction, (1, 2, 3, 5, 8, 11, 50, 200, 1000)), strict=True))
_BONUS = dict(zip(THREE_CARD_HANDS[1:], map(Fraction, (1, 4, 6, 30, 40, 50)), strict=True))
_LOST = Fraction(-1)
_ROYAL = {"mini royal": "straight flush"}

GAME = Game(
    name="Let It Ride",
    clauses=CLAUSES,
    wagers=(
        Wager("bet", HANDS, fixed={LESS: _LOST}, published=_PAYS),
        Wager(BONUS, THREE_CARD_HANDS, fixed={"high card": _LOST}, published=_BONUS, within=_ROYAL),
    ),
    bets={"main": ("bet",), BONUS: (BONUS,)},
    readings={},
    shoe=Shoe(common=(3, 4)),
    cards=lambda terms: 5 if "main" in terms.bets else 3,
    referee=referee,
    deals=lambda terms: comb(52, 3) * (49 * 48 if "main" in terms.bets else 1),
    census=census,
    card_level=cards_of,
    kernel=kernel,
    tie="take back",
)
