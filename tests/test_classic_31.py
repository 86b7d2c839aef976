"""31 Classic: the census, the best strategy and the laws they obey. Clauses: docs/rules/31-classic.md."""

import re
import tomllib
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.answers import Strategy
from casino31.cards import DECK, parse_cards, show
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.census import starts_of
from casino31.games.classic_31.referee import bonus_event
from casino31.games.classic_31.rules import READINGS
from casino31.layout import Layout
from casino31.metrics import event_rows
from casino31.outcomes import OutcomeDistribution, Result, Row, net
from casino31.pages.parsheet import ParSheet
from tests.layouts import LAYOUTS, layout

PUBLISHED = tomllib.loads(Path(__file__).with_name("published.toml").read_text(encoding="utf-8"))


def always(action: str, rules: Layout) -> Strategy:
    """The strategy that never thinks."""
    starts = starts_of(rules.readings["trips"]).starts
    return Strategy(f"always {action}", {each.pattern: action for start in starts for each in start.classes})


@pytest.mark.parametrize("row", PUBLISHED["figure"], ids=lambda row: row["id"])
def test_published_figures(row: dict[str, Any]) -> None:
    rules = layout(row["layout"])
    strategy = row.get("strategy")
    analysis = GAME.evaluate(rules, always("play", rules)) if strategy == "always play" else GAME.analyse(rules)
    sheet = ParSheet(GAME, analysis, row["layout"])
    figures: Any = sheet if row["figure"] == "play_frequency" else sheet.stakes[row["stake"]].metrics
    found = getattr(figures, row["figure"])
    assert found == Fraction(row["exact"])
    half = Fraction(1, 2 * 10 ** len(row["decimal"].partition(".")[2]))
    assert abs(found - Fraction(row["decimal"])) <= half


def test_a8_bonus_counts() -> None:
    rules = layout("natural-31")
    line = rules.tables["natural 31"].line
    rows = event_rows(GAME.analyse(rules).outcomes, lambda row: line[row[0].event].label)
    assert {row.label: row.combinations for row in rows} == PUBLISHED["bonus_counts"]


def test_a9_deals_by_suited_total() -> None:
    """Under "none" trips do not count, so the census is by suited total alone."""
    counts = starts_of("none")
    deals: Counter[str] = Counter()
    for start in counts.starts:
        for (event,), ways in zip(counts.finishes, counts.rows[start.row], strict=True):
            deals[event] += start.members * ways
    assert deals == PUBLISHED["deals"]
    assert sum(deals.values()) == 1_082_900


def test_a6_deals_with_trips() -> None:
    best = starts_of("best")
    deals: Counter[str] = Counter()
    for start in best.starts:
        for finish, ways in zip(best.finishes, best.rows[start.row], strict=True):
            if finish[0] == "trips":
                deals[finish[1]] += start.members * ways
    assert sum(deals.values()) == PUBLISHED["trips"]["deals"]
    assert sum(deals.values()) - deals["below 17"] == PUBLISHED["trips"]["beside_17_to_21"]
    quads = sum(len({card >> 2 for card in hand}) == 1 for hand in combinations(DECK, 4)) * 4
    assert quads == PUBLISHED["trips"]["four_of_a_kind"]


def test_the_published_round() -> None:
    """Two hearts worth 20 and an off-suit card, then the four of hearts."""
    cards = parse_cards("Kh Th 3c 4h")
    results = GAME.play(layout("31-classic-b"), cards, "play")
    assert [(r.event, int(r.stake), int(r.net)) for r in results] == [("24", 1, 1), ("24", 1, 2), ("20", 1, 1)]


def by_referee(rules: Layout, objective: tuple[str, ...]) -> OutcomeDistribution:
    """The second route: every deal through the referee, the better action by its own sums."""
    joint: dict[Row, int] = {}
    whole = {wager for bet in objective for wager in rules.bets[bet]}
    places = [place for place, wager in enumerate(rules.tables) if wager in whole]
    for hand in combinations(DECK, 3):
        held = set(hand)
        deals = Counter(GAME.play(rules, (*hand, draw), "play") for draw in DECK if draw not in held)
        folded = GAME.play(rules, (*hand, min(set(DECK) - held)), "fold")
        played = sum((ways * sum(row[p].net for p in places) for row, ways in deals.items()), Fraction())
        gave_up = 49 * sum((folded[p].net for p in places), Fraction())
        goes_on = rules.readings["tie"] == "play" if played == gave_up else played > gave_up
        for row, ways in deals.items() if goes_on else ((folded, 49),):
            joint[row] = joint.get(row, 0) + ways
    return OutcomeDistribution(tuple(rules.tables), joint)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "objective"),
    [
        ({}, ("main",)),
        ({"trips": "push17"}, ("main",)),
        ({"trips": "qual17", "tie": "play"}, ("main",)),
        ({"trips": "points"}, ("main",)),
        ({"trips": "last"}, ("main",)),
        ({"trips": "none"}, ("main",)),
        ({"bonus_after_fold": "forfeited"}, ("main", "natural 31")),
    ],
    ids=str,
)
def test_referee_is_analyser_on_all_deals(changes: dict[str, Any], objective: tuple[str, ...]) -> None:
    rules = layout("B", **changes)
    assert by_referee(rules, objective) == GAME.analyse(rules, objective).outcomes


def test_referee_is_analyser_on_all_bonus_hands() -> None:
    rules = layout("natural-31")
    joint = Counter(GAME.play(rules, hand, "play") for hand in combinations(DECK, 3))
    assert joint == GAME.analyse(rules).outcomes.combinations


def test_icepool_deals_the_bonus_and_agrees() -> None:
    """Another author's engine deals three cards; only the naming of the hand is ours."""
    import icepool

    deck = icepool.Deck(list(DECK))
    rules = layout("natural-31")
    pays = rules.tables["natural 31"].pays
    nets = deck.deal(3).expand().map(lambda hand: pays[bonus_event(hand)])
    assert Fraction(nets.mean()) == Fraction(-336, 5525)
    ours = GAME.analyse(rules).outcomes.counts(net)
    shares = {Fraction(value): Fraction(ways, nets.denominator()) for value, ways in nets.items()}
    assert shares == {value: Fraction(ways, 22_100) for value, ways in ours.items()}


@pytest.mark.parametrize("name", LAYOUTS)
def test_the_tie_rule_changes_no_edge(name: str) -> None:
    fold, raise_ = (GAME.analyse(layout(name, tie=tie)).outcomes for tie in READINGS["tie"])
    for wagers in (("ante", "play"), ("natural 31",)):
        assert fold.of(*wagers).expect(net) == raise_.of(*wagers).expect(net)
    assert fold != raise_


@pytest.mark.parametrize("trips", READINGS["trips"])
def test_two_routes_to_the_best_expectation(trips: Any) -> None:
    """The sum of the better actions, and the mean of the outcomes they lead to."""
    rules = layout("B", trips=trips)
    assert GAME.best(rules) == GAME.analyse(rules).outcomes.of("ante", "play").expect(net)


@pytest.mark.parametrize("name", LAYOUTS)
def test_no_strategy_is_better_than_the_best(name: str) -> None:
    rules = layout(name)
    best = GAME.best(rules)
    for action in ("play", "fold"):
        other = GAME.evaluate(rules, always(action, rules)).outcomes.of("ante", "play").expect(net)
        assert other <= best
    assert GAME.evaluate(rules, always("fold", rules)).outcomes.of("ante", "play").expect(net) == -1


def test_a12_forfeited_bonus_changes_the_best_strategy_only_when_it_is_wagered() -> None:
    stands, forfeited = layout("B"), layout("B", bonus_after_fold="forfeited")
    main = GAME.analyse(forfeited, ("main",))
    assert main.strategy == GAME.analyse(stands).strategy
    both = GAME.analyse(forfeited, ("main", "natural 31"))
    assert both.strategy != main.strategy
    assert both.objective == ("main", "natural 31")
    assert both.outcomes.expect(net) > main.outcomes.expect(net)
    assert GAME.best(forfeited, ("main", "natural 31")) == both.outcomes.expect(net)


def test_an_objective_that_is_not_offered_is_refused() -> None:
    with pytest.raises(ValueError, match="'insurance'"):
        GAME.analyse(layout("B"), ("insurance",))
    with pytest.raises(ValueError, match="'main'"):
        GAME.analyse(layout("natural-31"), ("main",))


def test_a_strategy_without_an_action_is_refused() -> None:
    with pytest.raises(ValueError, match="no action"):
        GAME.evaluate(layout("B"), Strategy("empty", {}))


@settings(max_examples=60)
@given(
    st.permutations(range(52)),
    st.permutations(range(4)),
    st.permutations(range(3)),
    st.sampled_from(sorted(LAYOUTS)),
)
def test_suits_and_card_order_change_no_round(
    deck: list[int], suits: list[int], order: list[int], name: str
) -> None:
    rules = layout(name)
    start, draw = deck[:3], deck[3]
    renamed = [card - card % 4 + suits[card % 4] for card in (*(start[place] for place in order), draw)]
    for action in ("fold", "play"):
        assert GAME.play(rules, (*start, draw), action) == GAME.play(rules, renamed, action), show(*deck[:4])


PAYS = st.fractions(min_value=0, max_value=300, max_denominator=12)


@settings(max_examples=60)
@given(st.lists(PAYS, min_size=7, max_size=7), st.integers(0, 6), PAYS)
def test_the_edge_falls_and_is_concave_in_each_pay(pays: list[Fraction], row: int, more: Fraction) -> None:
    """House edge = -max over strategies of planes: decreasing and concave in every pay."""

    def edge(pay: Fraction) -> Fraction:
        return -GAME.best(layout((*pays[:row], pay, *pays[row + 1 :])))

    low, high = pays[row], pays[row] + more
    middle = (low + high) / 2
    assert edge(low) >= edge(middle) >= edge(high)
    assert 2 * edge(middle) >= edge(low) + edge(high)


@pytest.mark.parametrize("cards", [(0, 1, 2, 2), (0, 1, 52, 3), (-1, 2, 3, 4)])
def test_the_referee_refuses_impossible_cards(cards: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="one deck"):
        GAME.play(layout("B"), cards, "play")


@pytest.mark.parametrize("cards", [(0, 1), (0, 1, 2)])
def test_the_referee_refuses_too_few_cards(cards: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=f"cards or more, {len(cards)} were given"):
        GAME.play(layout("B"), cards, "play")


def test_the_clauses_in_short_are_the_clauses_of_the_docs() -> None:
    page = Path(__file__).parent.parent.joinpath("docs", "rules", "31-classic.md").read_text(encoding="utf-8")
    clauses = dict(re.findall(r"^\| (A\d+) \| (.*?) \| .*? \|$", page.replace("*", "").replace("`", ""), re.M))
    readings = re.findall(r"^\| `(\w+)`(?: \(default\))? \| (.*?) \|$", page.partition("## A11")[2], re.M)
    readings = [each for each in readings if each[0] != "trips"]
    clauses["A11"] = clauses["A11"].replace(" See below.", " A hand with both: ")
    clauses["A11"] += "; ".join(f"{name}: {text}" for name, text in readings).replace("`", "") + "."
    assert clauses == dict(GAME.clauses)
    assert [name for name, _ in readings] == list(READINGS["trips"])


def test_marginals_sum_to_the_joint() -> None:
    outcomes = GAME.analyse(layout("D")).outcomes
    for wager in outcomes.wagers:
        marginal = outcomes.of(wager)
        assert marginal.total == outcomes.total
    assert sum(outcomes.of(w).expect(net) for w in outcomes.wagers) == outcomes.expect(net)
    assert Result("fold", Fraction(1), Fraction(-1)) in {row[0] for row in outcomes.combinations}
