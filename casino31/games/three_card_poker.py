"""Three Card Poker: fold or play against a dealer who needs queen high (docs/rules/three-card-poker.md)."""

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

from casino31.cards import DECK, Card, parse_cards, rank, suit, suit_classes, suit_pattern
from casino31.census import Census, Endings, HandClass, Node, decisions_of
from casino31.game import Game
from casino31.games.three_card_poker_cardlevel import cards_of
from casino31.games.three_card_poker_clauses import CLAUSES
from casino31.poker import THREE_CARD_HANDS, three_card_hand, three_card_value
from casino31.table import CardTable
from casino31.wagers import Ending, Paid, Shoe, Terms, Wager, pay_row, pays_of

ACTIONS = FOLD, PLAY = "fold", "play"
QUEEN_HIGH = three_card_value(parse_cards("Qc 3d 2h"))
NOT_QUALIFIED = "dealer does not qualify"
BONUS_HANDS = ("no bonus", *THREE_CARD_HANDS[3:])
DEALERS = comb(49, 3)


def referee(terms: Terms, table: CardTable) -> Ending:
    """Play one round by C1 to C5."""
    player = table.deal(3)
    plus = three_card_hand(player)
    if "main" not in terms.bets:
        return terms.ending(pair_plus=(Paid(plus),))
    if table.ask(suit_pattern(player), ACTIONS) == FOLD:  # C1
        return _folded(terms, plus)
    own, dealer = three_card_value(player), three_card_value(table.deal(3))
    if dealer < QUEEN_HIGH:  # C2
        return _played(terms, plus, NOT_QUALIFIED)
    return _played(terms, plus, "win" if own > dealer else "push" if own == dealer else "lose")


def _folded(terms: Terms, plus: str) -> Ending:
    main = (Paid(FOLD), Paid(FOLD, 0), Paid(FOLD, 0))
    kept = terms.reading("pair_plus_after_fold") == "stands"  # C5
    return terms.ending(main=main, pair_plus=(Paid(plus if kept else "forfeited"),))


def _played(terms: Terms, plus: str, event: str) -> Ending:
    bonus = plus if plus in BONUS_HANDS else "no bonus"  # C3
    return terms.ending(main=(Paid(event), Paid(event), Paid(bonus)), pair_plus=(Paid(plus),))


@lru_cache
def census(terms: Terms) -> Census:
    """Return the counts: of the dealer's hands left, those that do not qualify, lose, tie and win."""
    endings = Endings()
    situations: dict[Hashable, tuple[list[HandClass], Mapping[str, Node]]] = {}
    for each, plus, counts in _counted():
        if "main" in terms.bets:
            play = {endings.place(_played(terms, plus, event)): ways for event, ways in counts.items()}
            options: dict[str, Node] = {FOLD: {endings.place(_folded(terms, plus)): DEALERS}, PLAY: play}
        else:
            options = {PLAY: {endings.place(terms.ending(pair_plus=(Paid(plus),))): 1}}
        situations.setdefault((plus, tuple(counts.items())), ([], options))[0].append(each)
    return Census(tuple(endings.places), decisions_of(situations))


@lru_cache
def _counted() -> tuple[tuple[HandClass, str, dict[str, int]], ...]:
    """Each class of hands, what it is, and how many dealer's hands of three other cards do what against it.

    Hands with one of the player's cards are left out of all dealer's hands by inclusion and exclusion.
    """
    value = _Values()
    found = []
    for suit_class in suit_classes(3):
        hand = suit_class.hand
        own, left = value.of(hand), tuple(value.beside(hand))
        out = sum(sign * bisect_left(values, value.queen_high) for sign, values in left)
        lower = sum(sign * bisect_left(values, own) for sign, values in left)
        upto = sum(sign * bisect_right(values, own) for sign, values in left)
        out, upto = out - (own < value.queen_high), upto - 1  # without the player's own hand
        counts = {NOT_QUALIFIED: out, "lose": DEALERS - max(upto, out)}
        counts |= {"win": max(lower - out, 0), "push": upto - lower if own >= value.queen_high else 0}
        counts = {event: ways for event, ways in counts.items() if ways}
        found.append((HandClass(suit_class.pattern, suit_class.members, hand), three_card_hand(hand), counts))
    return tuple(found)


class _Values:
    """The values of all hands, of those with one card and of those with two, sorted."""

    def __init__(self) -> None:
        worth = {_key(suit_class.hand): three_card_value(suit_class.hand) for suit_class in suit_classes(3)}
        place = {value: place for place, value in enumerate(sorted(set(worth.values())))}
        self._known = {key: place[value] for key, value in worth.items()}
        self._beside: dict[tuple[int, ...], list[int]] = {}
        self.queen_high = self.of(parse_cards("Qc 3d 2h"))

    def of(self, hand: Sequence[Card]) -> int:
        """Return the value of three cards, as a place among all values."""
        return self._known[_key(hand)]

    def beside(self, hand: Sequence[Card]) -> Iterator[tuple[int, list[int]]]:
        """Yield the values of all hands, of those with each card of a hand, and with each two of them."""
        yield 1, self._with(())
        for card in hand:
            yield -1, self._with((card,))
        for two in combinations(hand, 2):
            yield 1, self._with(two)

    def _with(self, cards: tuple[Card, ...]) -> list[int]:
        key = suit_pattern(cards)  # the values are alike for cards that differ by suits' names
        if key not in self._beside:
            others = combinations([card for card in DECK if card not in cards], 3 - len(cards))
            self._beside[key] = sorted(self.of((*cards, *rest)) for rest in others)
        return self._beside[key]


def _key(hand: Sequence[Card]) -> tuple[tuple[int, ...], bool]:
    return tuple(sorted(map(rank, hand))), len(set(map(suit, hand))) == 1


_ANTE = (pay_row("push", 0), pay_row(NOT_QUALIFIED, 1), pay_row("win", 1))
_PLAY = (pay_row("push", 0), pay_row(NOT_QUALIFIED, 0), pay_row("win", 1))
_EVENTS = ("lose", *(row.label for row in _ANTE))
_LATER, _LOST = Fraction(0), Fraction(-1)
_UNPAID = {"high card": _LOST, "forfeited": _LOST}
_NONE = {"no bonus": Fraction(0)}
_ROYAL = {"mini royal": "straight flush"}
_BONUS = dict(zip(BONUS_HANDS[1:], map(Fraction, (1, 4, 5, 5)), strict=True))
_PLUS = dict(zip(THREE_CARD_HANDS[1:], map(Fraction, (1, 4, 6, 30, 40, 40)), strict=True))

GAME = Game(
    name="Three Card Poker",
    clauses=CLAUSES,
    wagers=(
        Wager("ante", _EVENTS, fixed={FOLD: _LOST, "lose": _LOST}, standard=_ANTE, published=pays_of(_ANTE)),
        Wager("play", _EVENTS, _LATER, {"lose": _LOST}, standard=_PLAY, published=pays_of(_PLAY)),
        Wager("ante bonus", BONUS_HANDS, _LATER, _NONE, published=_BONUS, staked=False, within=_ROYAL),
        Wager("pair plus", THREE_CARD_HANDS, fixed=_UNPAID, published=_PLUS, within=_ROYAL),
    ),
    bets={"main": ("ante", "play", "ante bonus"), "pair plus": ("pair plus",)},
    readings={"pair_plus_after_fold": ("stands", "forfeited")},
    shoe=Shoe(common=(3, 4, 5)),
    cards=lambda terms: 6 if "main" in terms.bets else 3,
    referee=referee,
    deals=lambda terms: comb(52, 3) * (DEALERS if "main" in terms.bets else 1),
    open_readings={"pair_plus_after_fold": ("C5", ("main", "pair plus"))},
    census=census,
    card_level=cards_of,
)
