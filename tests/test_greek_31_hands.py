"""Clauses B1 to B4 and B12, and the number of hands they make."""

import pytest

from casino31.games.greek_31.hands import hands, stands
from casino31.games.greek_31.rules import Aces, Rules
from casino31.games.greek_31.totals import THIRTY_ONE, legal_totals, parse_hand, rank_of_total


@pytest.mark.parametrize(
    ("aces", "decks", "all_hands", "exposed", "pairs"),
    [
        ("kouridakis", 1, 7128, 4732, 22776),
        ("kouridakis", 2, 9280, 6019, 28221),
        ("kouridakis", None, 9721, 6263, 29041),
        ("heath", 1, 6893, 4570, 22175),
    ],
)
def test_state_counts(aces: Aces, decks: int | None, all_hands: int, exposed: int, pairs: int) -> None:
    rules = Rules(aces=aces, decks=decks)
    assert len(hands(rules).place) - 1 == all_hands
    assert len(stands(rules)) == pairs
    assert len({way.exposed for way in stands(rules)}) == exposed


def test_one_deck_has_1187_hands_of_31_and_54_that_can_be_14() -> None:
    one = hands(Rules())
    assert (one.rank.count(THIRTY_ONE), sum(one.fourteen), one.most_cards) == (1187, 54, 11)


@pytest.mark.parametrize(
    ("hand", "kouridakis", "heath"),
    [
        ("A", (1, 11), (1, 11)),
        ("AA", (12, 22), (12,)),
        ("AAA", (13, 23), (13, 23)),
        ("AAAA", (14, 24), (24,)),
        ("AA39", (24,), (24,)),
        ("A7T", (18, 28), (18, 28)),
        ("22", (14,), (14,)),
        ("2289", (21,), (21,)),
        ("A22", (5, 15), (5, 15)),
    ],
)
def test_b2_and_b4_totals(hand: str, kouridakis: tuple[int, ...], heath: tuple[int, ...]) -> None:
    assert legal_totals(parse_hand(hand), "kouridakis") == kouridakis
    assert legal_totals(parse_hand(hand), "heath") == heath


def test_b3_ranking() -> None:
    order = ["TTT", "TT9", "4T", "TTTA"]
    for rules in (Rules(), Rules(aces="heath")):
        ranks = [rank_of_total(parse_hand(h), rules) for h in order]
        assert ranks[1] < ranks[0] < ranks[2] < ranks[3]
        assert rank_of_total(parse_hand("TTT2"), rules) == 0
    assert rank_of_total(parse_hand("22"), Rules()) == rank_of_total(parse_hand("4T"), Rules())
    heath = Rules(aces="heath")
    assert (
        rank_of_total(parse_hand("4T"), heath)
        < rank_of_total(parse_hand("22"), heath)
        < rank_of_total(parse_hand("TTTA"), heath)
    )


def test_b11_a_three_card_14_is_ordinary_when_two_cards_are_asked_for() -> None:
    assert rank_of_total(parse_hand("356"), Rules()) > 30
    assert rank_of_total(parse_hand("356"), Rules(fourteen="two cards")) == 14
    assert rank_of_total(parse_hand("4T"), Rules(fourteen="two cards")) > 30
