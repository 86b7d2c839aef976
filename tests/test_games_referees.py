"""The referees of the small games, clause by clause, and the counts of their census against rounds they play."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, sqrt
from random import Random

import pytest

from casino31.cards import DECK, Card, parse_cards, suit_pattern
from casino31.census import Census, Chance, Decide, Node
from casino31.games import GAMES
from casino31.games.under_the_gun_31 import in_order
from casino31.points import suited_points
from casino31.poker import FIVE_CARD_HANDS, five_card_hand, five_card_value
from casino31.table import ReplayTable
from casino31.wagers import Ending, Terms
from tests.test_games import BONUS_541, LIR_1000, PLUS, layout, rows

PAIR_PLUS = {"pair plus": rows(PLUS, 1, 4, 6, 30, 40)}
TABLES = {
    "Three Card Poker": BONUS_541 | PAIR_PLUS,
    "Under the Gun 31": {},
    "Casino War": {"tie": {"tie": 10}},
    "Let It Ride": LIR_1000 | {"three card bonus": rows(PLUS, 1, 4, 6, 30, 40, 50)},
}


def won(name: str, cards: str, *actions: str, **readings: str) -> list[int]:
    """What each wager of a round nets in units, a half counted as 1/2 of a unit."""
    results = GAMES[name].play(layout(name, TABLES[name], **readings), parse_cards(cards), *actions)
    return [result.net for result in results]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("clause", "cards", "actions", "nets"),
    [
        ("C1 fold", "Kh 9d 2c", ["fold"], [-1, 0, 0, -1]),
        ("C2 not qualified", "2h 3d 5c Jh 9d 8c", ["play"], [1, 0, 0, -1]),
        ("C2 queen high qualifies", "2h 3d 5c Qh 3c 2s", ["play"], [-1, -1, 0, -1]),
        ("C2 better", "Kh 9d 2c Qh 9c 8s", ["play"], [1, 1, 0, -1]),
        ("C2 worse", "Kh 9d 2c 2h 2s 8s", ["play"], [-1, -1, 0, -1]),
        ("C2 equal", "Kh 9d 2c Kc 9h 2s", ["play"], [0, 0, 0, -1]),
        ("C2 a straight beats a flush", "4h 5d 6c Ks 9s 2s", ["play"], [1, 1, 1, 6]),
        ("C2 trips beat a straight", "4h 4d 4c Ks Qs Jd", ["play"], [1, 1, 4, 30]),
        ("C3 straight, beaten", "4h 5d 6c 7s 8s 9d", ["play"], [-1, -1, 1, 6]),
        ("C3 straight flush, not qualified", "4h 5h 6h Js 8s 9d", ["play"], [1, 0, 5, 40]),
        ("C3 an unlisted mini royal", "Ah Kh Qh Js 8s 9d", ["play"], [1, 0, 5, 40]),
        ("C3 no bonus after a fold", "4h 5d 6c", ["fold"], [-1, 0, 0, 6]),
        ("C4 pair plus, beaten", "4h 4d 6c 7s 7h 9d", ["play"], [-1, -1, 0, 1]),
    ],
)
def test_three_card_poker(clause: str, cards: str, actions: list[str], nets: list[int]) -> None:
    assert won("Three Card Poker", cards, *actions) == nets, clause


def test_three_card_poker_c5_pair_plus_after_a_fold() -> None:
    assert won("Three Card Poker", "4h 5d 6c", "fold", pair_plus_after_fold="forfeited") == [-1, 0, 0, -1]
    assert won("Three Card Poker", "4h 5d 6c 7s 8s 9d", "play", pair_plus_after_fold="forfeited")[3] == 6


@pytest.mark.parametrize(
    ("clause", "cards", "actions", "nets"),
    [
        ("U2 fold", "Kh 9d 2c", ["fold"], [-1, 0]),
        ("U2 stay", "Ah Kh 2c 9d 8d 2d 3c", ["stay"], [1, 1]),
        ("U2 switch takes the next card", "Ah Kh 2c 9d 8d 7d 3c Qh", ["switch 3"], [1, 1]),
        ("U3 the highest is 1", "Ac 9h 8h 9d 8d 2d 3c 2h", ["switch 1"], [0, -1]),
        ("U3 of equal ranks the better suit first", "Kc Kh 9h 8d 7d 2s 3c 2h", ["switch 1"], [-1, -1]),
        ("U3 and the other second", "Kc Kh 9h 8d 7d 2s 3c 2h", ["switch 2"], [1, 1]),
        ("U4 the dealer's best three", "Ah Kh 2c 9d 8d 7d 3d", ["stay"], [-1, -1]),
        ("U4 trips count nothing", "Kh Kd Kc 9d 2d 3s 4h", ["stay"], [-1, -1]),
        ("U4 the best suit", "2h 9d 8d 3c 4c Ks 5h", ["stay"], [1, 1]),
        ("U5 equal points", "9h 8h 2c 9d 8d 3s 4s", ["stay"], [0, -1]),
    ],
)
def test_under_the_gun_31(clause: str, cards: str, actions: list[str], nets: list[int]) -> None:
    assert won("Under the Gun 31", cards, *actions) == nets, clause


def test_under_the_gun_31_u5_readings() -> None:
    tie = ("Under the Gun 31", "9h 8h 2c 9d 8d 3s 4s", "stay")
    assert won(*tie, equal_points="push") == [0, 0]
    assert won(*tie, equal_points="lose") == [-1, -1]


@pytest.mark.parametrize(
    ("clause", "cards", "actions", "nets"),
    [
        ("W1 higher", "Ah Kh", [], [1, 0, -1]),
        ("W1 lower", "2h Kh", [], [-1, 0, -1]),
        ("W2 surrender", "Kd Kh", ["surrender"], [Fraction(-1, 2), 0, 10]),
        ("W3 war won", "Kd Kh 2c 3c 4c 9h 8h", ["war"], [0, 1, 10]),
        ("W3 war lost", "Kd Kh 2c 3c 4c 7h 8h", ["war"], [-1, -1, 10]),
        ("W4 second tie", "Kd Kh 2c 3c 4c 8d 8h", ["war"], [0, 2, 10]),
    ],
)
def test_casino_war(clause: str, cards: str, actions: list[str], nets: list[Fraction]) -> None:
    assert won("Casino War", cards, *actions) == nets, clause


@pytest.mark.parametrize(("tie2", "units"), [("bonus", 2), ("win", 1), ("push", 0), ("triple", 3)])
def test_casino_war_w4_readings(tie2: str, units: int) -> None:
    assert sum(won("Casino War", "Kd Kh 2c 3c 4c 8d 8h", "war", tie2=tie2)[:2]) == units


@pytest.mark.parametrize(
    ("clause", "cards", "actions", "nets"),
    [
        ("L2 both taken back", "Th 9d 2c 3c 4c", ["take back", "take back"], [-1, -1]),
        ("L2 one rides", "Th 9d 2c 3c 4c", ["take back", "let it ride"], [-2, -1]),
        ("L2 both ride", "Th 9d 2c 3c 4c", ["let it ride", "let it ride"], [-3, -1]),
        ("L3 tens", "Th Td 2c 3c 4c", ["let it ride", "take back"], [2, 1]),
        ("L3 nines", "9h 9d 2c 3c 4c", ["let it ride", "take back"], [-2, 1]),
        ("L3 a pair from the common cards", "9h 8d 2c Jc Jd", ["take back", "take back"], [1, -1]),
        ("L3 royal flush", "Th Jh Ah Kh Qh", ["let it ride", "let it ride"], [3000, 4]),
        ("L3 the lowest straight", "Ah 2c 3d 4h 5h", ["let it ride", "let it ride"], [15, 6]),
        ("L5 mini royal", "Ah Kh Qh 2c 2d", ["take back", "take back"], [-1, 50]),
    ],
)
def test_let_it_ride(clause: str, cards: str, actions: list[str], nets: list[int]) -> None:
    assert won("Let It Ride", cards, *actions) == nets, clause


def test_five_card_hands() -> None:
    shown = "Kh 9d 7c 3c 2d|8h 8d 7c 3c 2d|8h 8d 7c 7d 2d|8h 8d 8c 3c 2d|9h 8d 7c 6c 5d|Kh 9h 7h 3h 2h"
    shown += "|8h 8d 8c 3c 3d|8h 8d 8c 8s 2d|5h 4h 3h 2h Ah|Ah Kh Qh Jh Th"
    hands = [parse_cards(hand) for hand in shown.split("|")]
    assert tuple(map(five_card_hand, hands)) == FIVE_CARD_HANDS
    assert sorted(hands, key=five_card_value) == hands
    assert five_card_value(parse_cards("Kh Qd Ac 2c 3d"))[0] == 0  # no straight goes round the ace


# ------------------------------------------------------------------------------- referee and census


def referee_of(name: str, terms: Terms, cards: Sequence[Card], choose: Callable[[Hashable], str]) -> Ending:
    """How a round ends when the cards come in this order."""
    return GAMES[name].referee(terms, ReplayTable(cards, lambda knows, _: choose(knows)))


def decision(census: Census, knows: Hashable) -> Decide:
    """The first decision of those who know something."""
    (node,) = (n for n in census.decisions if any(each.knows == knows for each in n.classes))
    return node


def ends(census: Census, node: Node, actions: Sequence[str]) -> Counter[Ending]:
    """The ways of each ending below a node, when the player takes these actions in turn."""
    counts: Counter[Ending] = Counter()
    if isinstance(node, Decide):
        return ends(census, node.options[actions[0]], actions[1:])
    if isinstance(node, Chance):
        for ways, after in node.branches:
            for ending, times in ends(census, after, actions).items():
                counts[ending] += ways * times
        return counts
    for place, ways in node.items():
        counts[census.endings[place]] += ways
    return counts


def census_of(name: str, **readings: str) -> tuple[Terms, Census]:
    terms = layout(name, TABLES[name], **readings).terms
    made = GAMES[name].needs("census", "a test")(terms)
    assert isinstance(made, Census)
    return terms, made


@pytest.mark.slow
@pytest.mark.parametrize("hand", ["Qc 6d 4h", "Qh 3d 2c", "Jc Td 8h", "Ah Kh Qh", "5c 5d Kd", "Kd 9d 4h"])
def test_three_card_poker_all_dealers(hand: str) -> None:
    own = parse_cards(hand)
    terms, census = census_of("Three Card Poker")
    node = decision(census, suit_pattern(own))
    left = [card for card in DECK if card not in own]
    for action in ("fold", "play"):
        played = Counter(
            referee_of("Three Card Poker", terms, (*own, *dealer), lambda _, a=action: a)  # type: ignore[misc]
            for dealer in combinations(left, 3)
        )
        assert played == ends(census, node, [action])


def test_under_the_gun_31_all_dealers_who_face_one_hand() -> None:
    own = parse_cards("9h 7h 6c")
    _, census = census_of("Under the Gun 31")
    theirs = Counter(map(suited_points, combinations([card for card in DECK if card not in own], 4)))
    stays = ends(census, decision(census, suit_pattern(own)), ["stay"])
    by_event = {ending[0][0][0].event: ways for ending, ways in stays.items()}
    points = suited_points(own)
    assert by_event["tie pushes"] == 45 * theirs[points]
    assert by_event["win"] == 45 * sum(ways for total, ways in theirs.items() if total < points)
    assert sum(by_event.values()) == 45 * comb(49, 4)


@pytest.mark.parametrize("hand", ["9h 7h 6c", "Kc Kh 9h", "8h 8d 8c", "Ah Kh 2c", "7c 6d 2h"])
@pytest.mark.parametrize("action", ["stay", "switch 1", "switch 2", "switch 3"])
def test_under_the_gun_31_a_sample(hand: str, action: str) -> None:
    own, rounds, random = parse_cards(hand), 2000, Random(f"{hand} {action}")
    terms, census = census_of("Under the Gun 31")
    left = [card for card in DECK if card not in own]
    played = Counter(
        referee_of("Under the Gun 31", terms, (*own, *random.sample(left, 5)), lambda _: action)
        for _ in range(rounds)
    )
    counts = ends(census, decision(census, suit_pattern(own)), [action])
    for ending, ways in counts.items():
        chance = ways / counts.total()
        assert abs(played[ending] - rounds * chance) <= 4 * sqrt(rounds * chance * (1 - chance))


def test_under_the_gun_31_the_order_does_not_depend_on_the_deal() -> None:
    for hand in map(parse_cards, ("Kc Kh 9h", "8h 8d 8c", "Ah Kh 2c", "9c Kh Kd")):
        assert len({tuple(in_order(order)) for order in permutations(hand)}) == 1


@pytest.mark.parametrize(
    ("decks", "tie2", "action"),
    [("1", "bonus", "war"), ("2", "bonus", "surrender"), ("6", "push", "war"), ("8", "triple", "war")],
)
def test_casino_war_all_ranks(decks: str, tie2: str, action: str) -> None:
    terms, census = census_of("Casino War", decks=decks, tie2=tie2)
    played: Counter[Ending] = Counter()
    for ways, ranks in _ranks(int(decks)):
        first, second, *later = [4 * each + place % 4 for place, each in enumerate(ranks)]
        cards = (first, second, 0, 1, 2, *later)
        played[referee_of("Casino War", terms, cards, lambda _: action)] += ways
    assert isinstance(census.root, Chance)
    expected: Counter[Ending] = Counter()
    for ways, node in census.root.branches:
        assert isinstance(node, Decide)
        taken = action if action in node.options else next(iter(node.options))
        for ending, times in ends(census, node, [taken]).items():
            expected[ending] += ways * times
    assert played == expected


def _ranks(decks: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The ranks of four cards in turn, and in how many ways they come."""
    for ranks in product(range(13), repeat=4):
        ways, left = 1, [4 * decks] * 13
        for each in ranks:
            ways *= left[each]
            left[each] -= 1
        yield ways, ranks


@pytest.mark.parametrize("hand", ["Th Jh Qh", "9h 9d 2c", "8c 7d 6h", "Ah Kd 5c"])
@pytest.mark.parametrize("actions", list(product(("take back", "let it ride"), repeat=2)), ids=" ".join)
def test_let_it_ride_all_common_cards(hand: str, actions: tuple[str, str]) -> None:
    own = parse_cards(hand)
    terms, census = census_of("Let It Ride")
    left = [card for card in DECK if card not in own]
    played: Counter[Ending] = Counter()
    for common in permutations(left, 2):
        taken = iter(actions)
        played[referee_of("Let It Ride", terms, (*own, *common), lambda _, turn=taken: next(turn))] += 1  # type: ignore[misc]
    assert played == ends(census, decision(census, suit_pattern(own)), actions)


@pytest.mark.parametrize(
    ("name", "alone", "deals"),
    [
        ("Three Card Poker", "pair plus", 22_100),
        ("Let It Ride", "three card bonus", 22_100),
        ("Casino War", "tie", 312 * 311),
    ],
)
def test_a_side_bet_alone(name: str, alone: str, deals: int) -> None:
    game = GAMES[name]
    whole = layout(name, TABLES[name])
    part = whole.only([alone])
    assert game.deals is not None
    assert game.analyse(part).outcomes.total == deals == game.deals(part.terms)
    assert game.best(part) == game.worth_alone(whole, alone)
    assert game.cards(part.terms) == (2 if name == "Casino War" else 3)
    assert referee_of(name, part.terms, DECK[: game.cards(part.terms)], lambda _: "nobody is asked")
