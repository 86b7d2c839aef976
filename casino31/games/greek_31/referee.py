"""The referee of Greek 31: one round of real cards, clause by clause (docs/rules/greek-31.md).

Slow and plain on purpose. It counts totals in its own way and shares only the cards with the exact engines.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from casino31.cards import RANKS, Card, rank
from casino31.games.greek_31.rules import Rules

Cards: TypeAlias = tuple[Card, ...]
BankerDecision: TypeAlias = Callable[[Cards, Cards], int | Literal["draw", "show"]]
"""(first cards, own hand) -> draw, show a hand of 14, or the place of the card to conceal."""
PunterDecision: TypeAlias = Callable[[Cards, Cards, bool], bool]
"""(own hand, exposed cards, whether one is concealed) -> whether to draw."""
Event: TypeAlias = Literal[
    "banker bust", "banker 31", "14 won", "14 lost", "bust", "31", "14", "stand won", "stand tied", "stand lost"
]
"""The finest thing that happens to a punter; the three beginning with a 14 of the banker's are all of that case."""


class Seat(NamedTuple):
    """What became of one punter."""

    hand: Cards
    event: Event
    won: bool


class Round(NamedTuple):
    """One round, as the table saw it at the end."""

    banker: Cards
    concealed: Card | None
    seats: tuple[Seat, ...]


def play(rules: Rules, pack: Iterable[Card], banker: BankerDecision, punters: Sequence[PunterDecision]) -> Round:
    """Play one round from the top of a shuffled pack; ValueError when a player does what no clause allows.

    >>> from casino31.cards import parse_cards
    >>> pack = parse_cards("4h Ks 9c 8d Td Qh Kh")
    >>> end = play(Rules(), pack, fixed_banker(Rules()), [lambda hand, exposed, concealed: len(hand) < 3])
    >>> end.seats[0].event, end.seats[0].won
    ('stand lost', False)
    """
    stub = iter(pack)
    firsts = tuple(_deal(stub) for _ in punters)  # B5
    hand: Cards = (_deal(stub),)  # B6
    while best(rules, hand) not in (BUST, THIRTY_ONE) and (move := banker(firsts, hand)) == "draw":
        hand = (*hand, _deal(stub))
    if best(rules, hand) == BUST:  # B6a
        return Round(hand, None, tuple(Seat((first,), "banker bust", True) for first in firsts))
    if best(rules, hand) == THIRTY_ONE:  # B6b and B12
        return Round(hand, None, tuple(Seat((first,), "banker 31", False) for first in firsts))
    if move == "show":  # B6c
        if FOURTEEN not in ranks(rules, hand) and TWOS not in ranks(rules, hand):
            raise ValueError(f"only a hand of 14 is shown whole: {hand}")
        worth, exposed, concealed = best(rules, hand), hand, None
    else:  # B6d and B12
        if not isinstance(move, int) or not 0 <= move < len(hand):
            raise ValueError(f"move {move!r}: expected draw, show or the place of a card of {hand}")
        worth = max((r for r in ranks(rules, hand) if r <= 30), default=BUST)
        if worth == BUST:
            raise ValueError(f"a hand that is 14 and nothing else is shown whole: {hand}")
        exposed, concealed = hand[:move] + hand[move + 1 :], hand[move]
    seats = []
    for first, wants_card in zip(firsts, punters, strict=True):  # B7
        own: Cards = (first,)
        while best(rules, own) not in (BUST, THIRTY_ONE) and wants_card(own, exposed, concealed is not None):
            own = (*own, _deal(stub))
        seats.append(_settle(own, best(rules, own), worth, concealed is None))
    return Round(hand, concealed, tuple(seats))


def _settle(own: Cards, mine: int, bankers: int, shown: bool) -> Seat:
    """B7a to B7c."""
    won = mine > bankers
    if shown:
        return Seat(own, "14 won" if won else "14 lost", won)
    if mine == BUST:
        return Seat(own, "bust", False)
    if mine == THIRTY_ONE:
        return Seat(own, "31", True)
    if mine >= FOURTEEN:
        return Seat(own, "14", True)
    return Seat(own, "stand won" if won else "stand tied" if mine == bankers else "stand lost", won)


def _deal(stub: Iterator[Card]) -> Card:
    card = next(stub, None)
    if card is None:
        raise ValueError("the pack ran out in the middle of a round")
    return card


BUST, FOURTEEN, TWOS, THIRTY_ONE = 0, 31, 32, 33
"""B3: a total up to 30 ranks as itself, then 14, Heath's pair of twos, 31."""


def ranks(rules: Rules, hand: Cards) -> set[int]:
    """Return every rank a hand may count as, by writing out each way to count its aces (B1 to B4, B11).

    >>> from casino31.cards import parse_cards
    >>> [ranks(Rules(), parse_cards(text)) for text in ("Ah Ad 2c", "2h 2d", "Kh Kd 3c")]
    [{24, 31}, {31}, {23}]
    """
    names = [RANKS[rank(card)] for card in hand]
    if names == ["2", "2"]:
        return {TWOS if rules.aces == "heath" else FOURTEEN}
    totals = set()
    for count in product(*((1, 11) if name == "A" else (_pips(name),) for name in names)):
        total, high = sum(count), count.count(11)
        low = names.count("A") - high
        legal = abs(high - low) <= 1 if rules.aces == "heath" else high >= 1 or low <= 1
        if legal and total <= 31:
            two_cards = rules.fourteen == "any" or len(hand) == 2
            totals.add(THIRTY_ONE if total == 31 else FOURTEEN if total == 14 and two_cards else total)
    return totals


def best(rules: Rules, hand: Cards) -> int:
    """Return the best rank of a hand, 0 when it is bust (B3).

    >>> from casino31.cards import parse_cards
    >>> best(Rules(), parse_cards("Ah Kd 7c")), best(Rules(), parse_cards("Kh Kd Qc 2s"))
    (28, 0)
    """
    return max(ranks(rules, hand), default=BUST)


def _pips(name: str) -> int:
    return 10 if name in "TJQK" else int(name)


def fixed_banker(rules: Rules, random: Random | None = None) -> BankerDecision:
    """Return the banker of the layout (B16, B17); concealing at random needs a source of chance.

    ValueError when the layout's banker is the solved one, or ``random`` is missing.
    """
    stand, conceal = rules.banker.stand, rules.banker.conceal
    if stand is None or (conceal == "random" and random is None):
        raise ValueError("a fixed banker has a total to stand at, and one who conceals at random needs chance")

    def move(firsts: Cards, hand: Cards) -> int | Literal["draw", "show"]:  # noqa: ARG001
        worth = ranks(rules, hand)
        if max(worth) >= FOURTEEN:
            return "show"
        if max(worth) < stand:
            return "draw"
        places = range(len(hand))
        if conceal == "random" and random is not None:
            return random.choice(places)
        if conceal == "last":
            return places[-1]
        height = [min(rank(card), 8) + 10 * (RANKS[rank(card)] == "A") for card in hand]
        return height.index(max(height) if conceal == "highest" else min(height))

    return move
