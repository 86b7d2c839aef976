"""One round for each clause, B5 to B7, B16 and B17, with cards on the table."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from casino31.cards import parse_cards, show
from casino31.games.greek_31 import GAME
from casino31.games.greek_31.referee import Cards, PunterDecision, best, fixed_banker, play
from casino31.games.greek_31.rules import Aces, Banker, Conceal, Fourteen, Rules
from casino31.games.greek_31.totals import Hand, rank_of_total
from casino31.table import ReplayTable


def draw_to(cards: int) -> PunterDecision:
    def wants_card(hand: Cards, *_: object) -> bool:
        return len(hand) < cards

    return wants_card


@pytest.mark.parametrize(
    ("clause", "pack", "cards", "event", "won"),
    [
        ("B6a", "4h Ks Qs 5d 8d", 1, "banker bust", True),
        ("B6b", "4h Ks Qs Ad", 1, "banker 31", False),
        ("B6c", "4h Ks 4s Td 2d", 2, "14 lost", False),
        ("B6c", "4h Ks 4s Td 7d Kd", 4, "14 won", True),
        ("B7a", "4h Ks Qs 6d Td Kd Jd", 4, "bust", False),
        ("B7b", "4h Ks Qs 6d Td 7d Kd", 4, "31", True),
        ("B7c", "4h Ks Qs 6d Td", 2, "14", True),
        ("B7c", "2h Ks Qs 6d 2d", 2, "14", True),
        ("B7c", "9h Ks Qs 6d Td 8d", 3, "stand won", True),
        ("B7c", "9h Ks Qs 6d Td 7d", 3, "stand tied", False),
        ("B7c", "9h Ks Qs 6d Td 6c", 3, "stand lost", False),
    ],
)
def test_a_round(clause: str, pack: str, cards: int, event: str, won: bool) -> None:
    end = play(Rules(), parse_cards(pack), fixed_banker(Rules()), [draw_to(cards)])
    assert (end.seats[0].event, end.seats[0].won) == (event, won), clause


def test_b4_heath_pair_of_twos_beats_a_shown_14_and_kouridakis_does_not() -> None:
    pack = parse_cards("2h Ks 4s 2d")
    for aces, won in (("heath", True), ("kouridakis", False)):
        rules = Rules(aces=aces)  # type: ignore[arg-type]
        assert play(rules, pack, fixed_banker(rules), [draw_to(2)]).seats[0].won == won


def test_b7_each_punter_in_turn_draws_from_one_stub() -> None:
    end = play(Rules(), parse_cards("4h 9d Ks Qs 6d Tc 8d Td"), fixed_banker(Rules()), [draw_to(2), draw_to(3)])
    assert [show(*seat.hand) for seat in end.seats] == ["4h Tc", "9d 8d Td"]


@pytest.mark.parametrize(("conceal", "hidden"), [("last", "9d"), ("highest", "Ah"), ("lowest", "2s")])
def test_b17_what_is_concealed(conceal: Conceal, hidden: str) -> None:
    rules = Rules(banker=Banker(26, conceal))
    end = play(rules, parse_cards("4h 2s 5c Ah 9d 9c"), fixed_banker(rules), [draw_to(1)])
    assert end.concealed == parse_cards(hidden)[0]


@pytest.mark.parametrize("aces", ["kouridakis", "heath"])
@pytest.mark.parametrize("fourteen", ["any", "two cards"])
def test_b3_the_referee_counts_as_the_engine_does(aces: Aces, fourteen: Fourteen) -> None:
    """20,000 random hands, counted card by card and by multiset."""
    rules, random = Rules(aces=aces, fourteen=fourteen), Random(31)
    for _ in range(20_000):
        hand = tuple(random.sample(range(52), random.randint(1, 8)))
        assert best(rules, hand) == rank_of_total(values(hand), rules)


def values(cards: Cards) -> Hand:
    """The multiset of some cards: rank 12 is the ace, 8 to 11 count ten."""
    counts = [0] * 10
    for card in cards:
        r = card >> 2
        counts[0 if r == 12 else min(r + 1, 9)] += 1
    return tuple(counts)


def test_a_round_at_a_table_ends_as_the_referee_says() -> None:
    """The contract's referee, asked for the same play over random packs: the same event, and the bet it says."""
    random, rules = Random(31), Rules()
    banker = fixed_banker(rules)
    layout_terms = rules.terms
    for cards in range(1, 6):
        for _ in range(60):
            pack = random.sample(range(52), 52)
            end = play(rules, pack, banker, [draw_to(cards)])

            def choose(knows: Any, actions: Sequence[str], cards: int = cards) -> str:
                if "stand" in actions:
                    return "draw" if len(knows[0]) < cards else "stand"
                move = banker(*knows)
                return f"conceal {move}" if isinstance(move, int) else move

            ending = GAME.referee(layout_terms, ReplayTable(pack, choose))
            (result,) = rules.row(ending)
            assert (result.event, result.net > 0) == (end.seats[0].event, end.seats[0].won)
