"""The exact laws of the home games, against an independent program and against counting one deal after another."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path

import pytest

from casino31 import home_announcement, home_deal, home_draws, home_knock
from casino31.cards import DECK, parse_cards, rank, suit
from casino31.faults import NotCapableError
from casino31.home.exact.announcement import Announcement, count_pairs
from casino31.home.exact.deal import DealLaw, deal_law
from casino31.home.exact.draws import BestMean, Draws
from casino31.home.exact.knock import FirstKnock, count_knocks
from casino31.home.exact.ranking import Ranking, ranking_of
from casino31.home.exact.reach import points_at_most, reach_31, times
from casino31.home.exact.showdown import showdowns
from casino31.home.policy import TAKES
from casino31.home.rules import HomeRules
from casino31.points import POINTS

FACTS = json.loads(Path(__file__).with_name("home_laws.json").read_text(encoding="utf-8"))["rows"]
TRIPS = {"0": "none", "none": "none", "30": "30", "30.5": "30.5"}
SMALL = tuple(parse_cards("Ac Kc Tc 9c Ad Kd Td 9d Ah Kh Th 9h"))
"""Three suits of four ranks: small enough to deal one after another."""
SMALLER = tuple(card for card in SMALL if POINTS[rank(card)] != 10) + tuple(parse_cards("Kc Kd Kh"))
"""Three suits of three ranks."""


@cache
def law(deck: str, trips: str) -> DealLaw:
    ranking = "all" if trips == "all" else "suit"
    return deal_law(HomeRules(deck=int(deck), trips=TRIPS.get(trips, "none"), ranking=ranking))  # type: ignore[arg-type]


@cache
def alone(deck: str, trips: str) -> Draws:
    return home_draws("scat", draws=2, settings=(f"deck={deck}", f"trips={TRIPS[trips]}"))


@cache
def two_hands(deck: str, trips: str) -> Announcement:
    return home_announcement("scat", settings=(f"deck={deck}", f"trips={TRIPS[trips]}"))


@cache
def knocked() -> FirstKnock:
    return home_knock("scat", settings=("trips=30.5",))


DEALT = {
    "A0": ("52", "none"),
    "A1": ("52", "30.5"),
    "A3": ("52", "all"),
    "A4": ("32", "none"),
    "A5": ("32", "30.5"),
}


def found(fact: str) -> object:
    """What the program says of a fact, by the name of its row."""
    kind, _, rest = fact.partition("-")
    deck, _, more = rest.partition("-")
    if kind[:2] in DEALT and kind[2:] in ("c", "m", "v"):
        dealt = law(*DEALT[kind[:2]]).dealt
        return {"c": dealt.ways, "m": dealt.mean, "v": dealt.variance}[kind[2:]]
    if kind == "AS":
        return {str(n): many for n, many in suits_held(int(deck)).items()}
    if kind == "K2":
        row = knocked().rows[rest]
        return [str(share) for share in (row.above, row.tie, row.below)]
    if kind == "HN6":
        row = two_hands("52", "30.5").rows["25"]
        return f"{row.above} and {row.tie}"
    if kind[0] == "U":
        return reach_31(HomeRules(deck=int(deck)), int(kind[1:])).within[int(kind[1:])].at_most  # type: ignore[arg-type]
    if kind[0] == "S":
        solo = alone(deck, "none" if more == "31" else more)
        return (solo.within if more == "31" else solo.expected_points)[int(kind[1:])]
    if kind[:2] == "H2":
        trips, _, points = more.partition("-")
        return two_hands(deck, trips).rows[points].above if points else two_hands(deck, trips).tie
    if kind in ("B31", "C31"):
        reach = alone(deck, "none").reach
        return reach.fewest if kind == "B31" else reach.named_before
    dealt_law = law(deck, more or "none")
    return {
        "A31": dealt_law.dealt.points["31"],
        "AT": dealt_law.three_of_a_kind,
        "D1": dealt_law.after_one_draw.mean,
        "D1p": dealt_law.after_one_draw.points["31"],
    }[kind]


def suits_held(deck: int) -> Counter[int]:
    """Dealt hands by the number of suits they hold."""
    ranking = ranking_of(HomeRules(deck=deck))  # type: ignore[arg-type]
    held: Counter[int] = Counter()
    for each in ranking.classes(3):
        held[len({suit(ranking.pack[place]) for place in each.places})] += each.members
    return held


@pytest.mark.parametrize("row", [row for row in FACTS if not row["id"].startswith("K2")], ids=lambda row: row["id"])
def test_an_independent_program_says_the_same(row: dict[str, object]) -> None:
    expected = Fraction(str(row["exact"])) if "exact" in row else row["value"]
    assert found(str(row["id"])) == expected


@pytest.mark.slow
def test_the_first_knock_is_that_of_an_independent_program() -> None:
    rows = [row for row in FACTS if row["id"].startswith("K2")]
    assert len(rows) == 14
    for row in rows:
        assert found(row["id"]) == row["value"], row["id"]
    assert knocked().deals == 842_842_728_000
    row = knocked().rows["30.5"]
    assert row.tie_won + row.tie_lost == row.tie
    assert row.above + row.tie + row.below == 1


# plain counting, one hand after another


def plain_points(hand: tuple[int, ...], rules: HomeRules) -> Fraction:
    """The points of a hand, written anew from the clauses H3 and H5."""
    ranks, suits = {rank(card) for card in hand}, [suit(card) for card in hand]
    if len(ranks) == 1 and rules.trips != "none":
        return Fraction(rules.trips)
    values = [POINTS[rank(card)] for card in hand]
    if rules.ranking == "all":
        return Fraction(0 if sum(values) > 31 and rules.over31 == "bust" else sum(values))
    return Fraction(max(sum(v for v, s in zip(values, suits, strict=True) if s == each) for each in range(4)))


VALUED = [
    HomeRules(deck=32),
    HomeRules(deck=32, trips="30.5"),
    HomeRules(deck=32, trips="30"),
    HomeRules(deck=32, ranking="all"),
    HomeRules(deck=32, ranking="all", over31="bust", trips="30.5"),
]


@pytest.mark.parametrize("rules", VALUED, ids=lambda rules: f"{rules.ranking}-{rules.trips}-{rules.over31}")
def test_the_law_of_the_deal_and_of_one_draw_is_that_of_plain_counting(rules: HomeRules) -> None:
    pack = [card for card in DECK if rank(card) >= 5]
    points = {hand: plain_points(hand, rules) for hand in combinations(pack, 3)}
    dealt = Counter(points.values())
    later = Counter(max(points[three] for three in combinations(four, 3)) for four in combinations(pack, 4))
    law = deal_law(rules)
    assert {Fraction(name): many for name, many in law.dealt.ways.items()} == dealt
    assert {Fraction(name): many for name, many in law.after_one_draw.ways.items()} == later
    mean = sum(value * many for value, many in dealt.items()) / Fraction(4960)
    assert law.dealt.mean == mean
    assert law.dealt.variance == sum((value - mean) ** 2 * many for value, many in dealt.items()) / 4960


def test_the_law_of_52_cards_is_a_product_of_suits() -> None:
    """Hands of at most t points are the third coefficient of a product over suits."""
    ways = law("52", "none").dealt.ways
    for top in range(2, 32):
        sizes: list[int] = [0] * 14
        for held in range(4):
            sizes[held] = sum(sum(POINTS[each] for each in ranks) <= top for ranks in combinations(range(13), held))
        assert times(*[tuple(sizes)] * 4)[3] == sum(many for name, many in ways.items() if int(name) <= top)


def test_brag_has_kinds_and_no_mean() -> None:
    brag = home_deal("stop-the-bus")
    assert dict(brag.dealt.ways) == {
        "high card": 16440,
        "pair": 3744,
        "flush": 1096,
        "run": 720,
        "running flush": 48,
        "prial": 52,
    }
    assert brag.dealt.mean is None
    assert brag.after_one_draw.total == comb(52, 4)
    with pytest.raises(NotCapableError, match="no stock"):
        home_draws("stop-the-bus")


# draws alone


def plain_best(rules: HomeRules, draws: int, wanted: str) -> Fraction:
    """The best play by following every order of the stock, with every card that was thrown remembered."""
    worth = {
        frozenset(hand): plain_points(hand, rules)
        if wanted == "points"
        else Fraction(plain_points(hand, rules) == 31)
        for hand in combinations(SMALL, 3)
    }

    def after(hand: frozenset[int], new: int, old: int) -> frozenset[int]:
        return (hand | {new}) - {old}

    @cache
    def value(hand: frozenset[int], dead: frozenset[int], left: int) -> Fraction:
        if left == 0:
            return worth[hand]
        unseen = [card for card in SMALL if card not in hand | dead]
        results = [
            max(value(after(hand, new, old), dead | {old}, left - 1) for old in hand | {new}) for new in unseen
        ]
        return sum(results, Fraction(0)) / len(unseen)

    return sum((value(hand, frozenset(), draws) for hand in worth), Fraction(0)) / len(worth)


@pytest.mark.parametrize(
    ("draws", "trips"), [(1, "none"), *(pytest.param(many, "30.5", marks=pytest.mark.slow) for many in (2, 3))]
)
def test_draws_alone_are_those_of_plain_recursion(draws: int, trips: str) -> None:
    rules = HomeRules(trips=trips)  # type: ignore[arg-type]
    ranking = Ranking(rules, SMALL)
    assert BestMean(ranking, ranking.points).mean(draws) / 2 == plain_best(rules, draws, "points")
    hits = BestMean(ranking, (ranking.points == 62).astype(int))
    assert hits.mean(draws) == plain_best(rules, draws, "31")


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param((), marks=pytest.mark.slow),
        ("deck=32", "trips=30.5"),
        pytest.param(("ranking=all",), marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_best_play_lies_between_the_bounds(settings: tuple[str, ...]) -> None:
    solo = home_draws("scat", settings=settings, upto=20)
    assert solo.within[1] == solo.reach.within[1].at_most
    for draws, best in solo.within.items():
        assert solo.reach.within[draws].at_least <= best <= solo.reach.within[draws].at_most
        if draws:
            assert solo.within[draws - 1] < best
    for draws, (least, most) in solo.bounds.items():
        assert least == most if draws <= 3 else solo.bounds[draws - 1].at_least < least < most
    if not settings:
        for draws in range(2):
            assert points_at_most(HomeRules(), draws) == solo.expected_points[draws]
        assert points_at_most(HomeRules(), 3) > solo.expected_points[3]
    assert all(solo.expected_points[3] < most < Fraction(33) for most in solo.points_at_most.values())


@pytest.mark.slow
def test_a_suit_named_before_the_deal_waits_for_its_ace_and_two_tens() -> None:
    """By places in the shuffled pack of 32: the later of the ace and the second ten, three cards being dealt."""
    total, ways = 0, 0
    for places in combinations(range(1, 33), 5):
        for ace in range(5):
            tens = [place for number, place in enumerate(places) if number != ace]
            total += max(3, places[ace], tens[1]) - 3
            ways += 1
    assert reach_31(HomeRules(deck=32), 0).named_before == Fraction(total, ways)


def test_without_forgetting_31_is_reached_when_the_cards_seen_hold_it() -> None:
    """Counted over all sets of four of 32 cards."""
    seen = 0
    pack = [card for card in DECK if rank(card) >= 5]
    for cards in combinations(pack, 4):
        for each in range(4):
            held = [POINTS[rank(card)] for card in cards if suit(card) == each]
            if 11 in held and held.count(10) >= 2:
                seen += 1
    assert reach_31(HomeRules(deck=32), 1).within[1].at_most == Fraction(seen, comb(32, 4))


# two hands


def plain_end(rules: HomeRules, hand: tuple[int, ...], up: int, stock: int, takes: str) -> tuple[int, ...]:
    """The opponent's hand after his last turn, written anew: the most points of what he may keep."""

    def points(cards: tuple[int, ...]) -> Fraction:
        return plain_points(cards, rules)

    def most(cards: tuple[int, ...]) -> Fraction:
        return max(points(three) for three in combinations(cards, 3))

    unseen = [card for card in SMALLER if card not in (*hand, up)]
    take = {
        "always": True,
        "never": False,
        "if it raises my points": most((*hand, up)) > points(hand),
        "if better than the stock": most((*hand, up)) * len(unseen) > sum(most((*hand, card)) for card in unseen),
    }[takes]
    kept = [(*two, up) for two in combinations(hand, 2)] if take else list(combinations((*hand, stock), 3))
    return max(kept, key=points)


@pytest.mark.slow
@pytest.mark.parametrize("takes", TAKES)
def test_the_first_knock_is_that_of_plain_counting(takes: str) -> None:
    rules = HomeRules(trips="30.5")
    ranking = Ranking(rules, SMALLER)
    plain: dict[str, Counter[int]] = {}
    hands = {hand: plain_points(hand, rules) for hand in combinations(SMALLER, 3)}
    for theirs, points in hands.items():
        if points == 31:
            continue
        for up, stock in permutations([card for card in SMALLER if card not in theirs], 2):
            end = plain_points(plain_end(rules, theirs, up, stock, takes), rules)
            gone = {*theirs, up, stock}
            for mine, worth in hands.items():
                if gone.isdisjoint(mine):
                    name = f"{float(worth):g}"
                    plain.setdefault(name, Counter())[(worth > end) - (worth < end)] += 1
    rows = showdowns(ranking, count_knocks(ranking, takes, True))  # type: ignore[arg-type]
    assert rows.keys() == plain.keys()
    for name, row in rows.items():
        assert [row.ways * share for share in (row.above, row.tie, row.below)] == [
            plain[name][n] for n in (1, 0, -1)
        ]


def test_two_dealt_hands_are_those_of_plain_counting() -> None:
    """Ties broken by rank and by high card, too."""
    rules = HomeRules(trips="30.5", points_tie="high card")
    ranking = Ranking(rules, SMALL)

    def full(hand: tuple[int, ...]) -> tuple[Fraction, list[int]]:
        return plain_points(hand, rules), sorted(map(rank, hand), reverse=True)

    plain: dict[str, Counter[str]] = {}
    for mine, other in product(combinations(SMALL, 3), repeat=2):
        if set(mine).isdisjoint(other):
            one, two = full(mine), full(other)
            result = "above" if one[0] > two[0] else "below" if one[0] < two[0] else "won" if one > two else "lost"
            result = "equal" if one == two else result
            plain.setdefault(f"{float(one[0]):g}", Counter())[result] += 1
    for name, row in showdowns(ranking, count_pairs(ranking)).items():
        counts = {
            "above": row.above,
            "below": row.below,
            "won": row.tie_won,
            "lost": row.tie_lost,
            "equal": row.equal,
        }
        assert {result: row.ways * share for result, share in counts.items() if share} == dict(plain[name])


def test_a_knock_is_counted_against_one_opponent_who_draws() -> None:
    with pytest.raises(NotCapableError, match="no stock"):
        home_knock("schnautz")
    with pytest.raises(NotCapableError, match="last turn: keep the most points"):
        home_knock("dutch", opponent="last turn: keep the best hand one draw ahead")
    with pytest.raises(NotCapableError, match="one pack"):
        home_deal("scat", settings=("decks=2",))


@pytest.mark.slow
def test_an_opponent_who_chooses_better_leaves_the_knocker_less() -> None:
    better = home_knock("dutch", opponent="take the pile if better than the stock")
    never = home_knock("dutch", opponent="take the pile never")
    stock = home_knock("dutch", settings=("last_draw=stock only",))
    assert stock.rows == never.rows
    for points in ("18", "21", "25"):
        assert better.rows[points].above < home_knock("dutch").rows[points].above
        assert better.rows[points].above < never.rows[points].above


@pytest.mark.parametrize("order", [(1, 0, 2, 3), (3, 2, 1, 0)])
def test_renaming_suits_changes_nothing(order: tuple[int, ...]) -> None:
    rules = HomeRules(trips="30.5")
    pack = tuple(4 * rank(card) + order[suit(card)] for card in ranking_of(replace(rules, deck=32)).pack)
    named, renamed = ranking_of(replace(rules, deck=32)), Ranking(replace(rules, deck=32), pack)
    assert (count_pairs(named) == count_pairs(renamed)).all()
    assert BestMean(named, named.points).mean(2) == BestMean(renamed, renamed.points).mean(2)
    assert Counter(each.members for each in named.classes(3)) == Counter(
        each.members for each in renamed.classes(3)
    )
