"""Cards and suit classes."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from casino31.cards import DECK, parse_card, parse_cards, show, suit, suit_classes, suit_pattern


def test_every_card_is_read_back_as_itself() -> None:
    assert [parse_card(show(card)) for card in DECK] == list(DECK)


@pytest.mark.parametrize("text", ["", "A", "1h", "Ahh", "hA", "11d", "X♥", "T"])
def test_nonsense_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)


def test_a_card_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="Kh stands 2 times"):
        parse_cards("Kh 3c Kh")


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_suit_classes_are_the_orbits_of_all_hands(size: int) -> None:
    """Second route: count every hand under its pattern."""
    orbits = Counter(suit_pattern(hand) for hand in combinations(DECK, size))
    classes = list(suit_classes(size))
    assert {each.pattern: each.members for each in classes} == orbits
    assert len(classes) == len(orbits)
    assert sum(orbits.values()) == comb(52, size)
    assert all(suit_pattern(each.hand) == each.pattern for each in classes)


def test_three_cards_by_number_of_suits() -> None:
    """286 classes of one suit, 1,014 of two, 455 of three. The sizes are 4 for 299 classes (one suit, or trips),
    12 for 1,170 (two suits, or a pair off suit) and 24 for 286."""
    classes = list(suit_classes(3))
    assert Counter(len(set(map(suit, each.hand))) for each in classes) == {1: 286, 2: 1014, 3: 455}
    assert Counter(each.members for each in classes) == {4: 299, 12: 1170, 24: 286}
