"""Pair Plus: three cards and a pay table, nothing to decide (docs/rules/pair-plus.md)."""

from fractions import Fraction
from functools import lru_cache
from math import comb

from casino31.cardlevel import THREE_CARDS, CardLevel, deal, end
from casino31.cards import suit_classes
from casino31.census import Census, Chance, Decide, Endings, HandClass
from casino31.game import Game
from casino31.poker import THREE_CARD_HANDS, three_card_hand
from casino31.table import CardTable
from casino31.wagers import Ending, Paid, Shoe, Terms, Wager

CLAUSES = (
    ("P1", "One deck of 52 cards, shuffled anew for each round. The player makes one wager and gets three cards."),
    (
        "P2",
        "The wager is paid by the hand: a straight flush, three of a kind, a straight, a flush or a pair; a "
        "layout may pay more for a mini royal, the suited ace, king and queen. Any other hand loses.",
    ),
    ("P3", "An ace is high or low in a straight: A-2-3 is the lowest straight."),
)

PUBLISHED = dict(zip(THREE_CARD_HANDS, map(Fraction, (-1, 1, 4, 6, 30, 40, 40)), strict=True))
"""The most common pay table, published with an edge of 2.32 % (tunicatravel.com, mini royal payoffs)."""


def referee(terms: Terms, table: CardTable) -> Ending:
    """P1 and P2: three cards, paid by what they are."""
    return terms.ending(pair_plus=(Paid(three_card_hand(table.deal(3))),))


@lru_cache
def census(terms: Terms) -> Census:
    """Return the hands of three cards by what they are."""
    endings = Endings()
    hands: dict[int, list[HandClass]] = {}
    for suit_class in suit_classes(3):
        place = endings.place(terms.ending(pair_plus=(Paid(three_card_hand(suit_class.hand)),)))
        hands.setdefault(place, []).append(HandClass(suit_class.pattern, suit_class.members, suit_class.hand))
    nodes = [Decide(tuple(classes), {"play": {place: 1}}) for place, classes in hands.items()]
    return Census(tuple(endings.places), Chance(tuple((node.members, node) for node in nodes)))


def cards_of(terms: Terms) -> CardLevel:
    """P1 and P2 as data."""
    return CardLevel(
        {"hand": THREE_CARDS}, deal("player", 3, end(terms, pair_plus=[(["of", "hand", "player"], 1)]))
    )


GAME = Game(
    name="Pair Plus",
    clauses=CLAUSES,
    wagers=(Wager("pair plus", THREE_CARD_HANDS, published=PUBLISHED, within={"mini royal": "straight flush"}),),
    bets={"pair plus": ("pair plus",)},
    readings={},
    shoe=Shoe(),
    cards=lambda _: 3,
    referee=referee,
    deals=lambda _: comb(52, 3),
    census=census,
    card_level=cards_of,
)
