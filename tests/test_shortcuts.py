"""The best short rules and the cost of mistakes: against naive searches, the referee and the joint distribution."""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.answers import Analysis, Strategy
from casino31.cards import DECK
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.rulelist import best_unions
from casino31.games.classic_31.shortcuts import best_lines, common_mistakes, short_rules
from casino31.outcomes import net
from casino31.pricing import census_of, price
from tests.layouts import LAYOUTS, layout, table
from tests.looks import BOTH, CLASSES, features, fits


def edge(analysis: Analysis, bets: Sequence[str] = ("main",)) -> Fraction:
    """The house edge on some bets, from the joint distribution of the outcomes."""
    wagers = [wager for bet in bets for wager in analysis.rules.bets[bet]]
    return -analysis.outcomes.of(*wagers).expect(net) / len(bets)


def every_line(hands: Sequence[tuple[int, ...]]) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """The vocabulary of short rules as its docstring states it: one row a set of hands, written out naively."""
    cells = np.array(hands)
    kinds: list[list[np.ndarray[Any, Any]]] = [[], [], [], [], [], []]
    kinds[0] = [cells[:, 0] == 1, cells[:, 0] == 2, cells[:, 0] == 3, cells[:, 0] >= 2]
    alike = cells[:, 1]
    pair, trips = (alike >= 1) & (alike <= 13), alike >= 14
    kinds[1] = [alike == 0, pair, trips, pair | trips]
    for r in range(1, 14):
        kinds[1] += [pair & (alike >= r), pair & (alike <= r), (pair & (alike >= r)) | trips]
        kinds[1] += [trips & (alike >= 13 + r), trips & (alike <= 13 + r)]
    for feature in (2, 3, 4, 5):
        kinds[feature] = [cells[:, feature] >= n for n in range(1, 32)]
    rows = {np.ones(len(cells), dtype=bool).tobytes()}
    rows |= {row.tobytes() for kind in kinds for row in kind}
    for one, other in combinations(kinds, 2):
        rows |= {(a & b).tobytes() for a, b in product(one, other)}
    return np.array([np.frombuffer(row, dtype=bool) for row in sorted(rows)], dtype=np.float64)


@pytest.mark.parametrize(("letter", "tie"), [("B", "fold"), pytest.param("F", "play", marks=pytest.mark.slow)])
def test_short_rules_of_one_and_two_lines_are_the_best_by_naive_search(letter: str, tie: str) -> None:
    rules = layout(letter, tie=tie)
    prices = price(census_of(GAME, rules), rules)
    gain = {
        each.knows: each.members * (prices.of(node.options["play"]) - prices.of(node.options["fold"]))
        for node in prices.view.census.decisions
        for each in node.classes
    }
    lines = every_line([features(each.hand) for each in CLASSES])
    weights = np.array([gain[each.pattern] for each in CLASSES], dtype=np.float64)
    alone = lines @ weights
    together = alone[:, None] + alone[None, :] - (lines * weights) @ lines.T
    folding = -Fraction(22_100 * 49)
    for size, most in ((1, alone.max()), (2, together.max())):
        expected = -(folding + int(most)) / (22_100 * 49)
        assert short_rules(GAME.analyse(rules))[size - 1].house_edge == expected


@settings(max_examples=200)
@given(
    masks=st.lists(st.integers(0, 255), max_size=7),
    weights=st.lists(st.integers(-9, 9), min_size=8, max_size=8),
)
def test_best_unions_are_those_of_trying_all(masks: list[int], weights: list[int]) -> None:
    def worth(chosen: Iterable[int]) -> int:
        union = 0
        for mask in chosen:
            union |= mask
        return sum(weight for case, weight in enumerate(weights) if union >> case & 1)

    for size, found in enumerate(best_unions(masks, weights, 3), 1):
        assert found.weight == max(worth(each) for n in range(size + 1) for each in combinations(masks, n))
        assert found.weight == worth(masks[place] for place in found.places)
        assert len(found.places) <= size


@pytest.mark.parametrize("letter", LAYOUTS)
def test_short_rules_cost_less_with_each_line(letter: str) -> None:
    analysis = GAME.analyse(layout(letter))
    rules = short_rules(analysis)
    assert [len(rule.lines) for rule in rules] == [2, 3, 4]
    assert rules[0].cost > rules[1].cost > rules[2].cost > 0
    assert {rule.house_edge - rule.cost for rule in rules} == {edge(analysis)}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "objective"), [({}, ("main",)), ({}, BOTH), ({"bonus_after_fold": "forfeited"}, BOTH)]
)
def test_short_rules_are_worth_what_their_outcomes_say(changes: dict[str, Any], objective: tuple[str, ...]) -> None:
    analysis = GAME.analyse(layout("B", **changes), objective)
    for stated, lines in zip(short_rules(analysis), best_lines(analysis), strict=True):
        assert stated.lines == (*(line.says for line in lines), "Otherwise fold")
        played = {
            each.pattern: any(fits(line, each.pattern, features(each.hand)) for line in lines) for each in CLASSES
        }
        check_stated(analysis, stated, played, objective)


def check_stated(analysis: Analysis, stated: Any, played: dict[Any, bool], objective: Sequence[str]) -> None:
    actions = {pattern: "play" if plays else "fold" for pattern, plays in played.items()}
    outcomes = GAME.evaluate(analysis.rules, Strategy("stated", actions), objective)
    assert stated.house_edge == edge(outcomes, objective)
    assert stated.cost == edge(outcomes, objective) - edge(analysis, objective) >= 0
    frequency = outcomes.outcomes.of("play").expect(lambda row: row[0].stake)
    assert stated.play_frequency == frequency


def test_a_layout_that_always_plays_or_never_has_a_rule_of_no_lines() -> None:
    assert short_rules(GAME.analyse(layout([1, 1, 1, 1, 1, 1, 1000])))[0].lines[-1] == "Otherwise fold"
    generous = short_rules(GAME.analyse(layout([30, 30, 30, 30, 30, 30, 30])))
    assert generous[0].lines == ("Play every hand",)
    mean_ante = layout("B", tables={wager: table(wager, []) for wager in ("ante", "play")})
    assert [rule.lines for rule in short_rules(GAME.analyse(mean_ante))] == [("Fold every hand",)] * 3


@pytest.mark.parametrize("objective", [("main",), BOTH])
def test_mistakes_are_worth_what_their_outcomes_say(objective: tuple[str, ...]) -> None:
    analysis = GAME.analyse(layout("B", tie="play", bonus_after_fold="forfeited"), objective)
    best = {pattern: action == "play" for pattern, action in analysis.strategy.actions.items()}
    seen: dict[Any, tuple[int, ...]] = {each.pattern: features(each.hand) for each in CLASSES}
    pairs = {pattern for pattern, look in seen.items() if 1 <= look[1] <= 13}
    ways: dict[str, dict[Any, bool]] = {
        "Always play": dict.fromkeys(best, True),
        "Always fold": dict.fromkeys(best, False),
        "Play whenever two or three cards share a suit": {p: look[0] < 3 for p, look in seen.items()},
        "As the best strategy, but play every pair": {p: best[p] or p in pairs for p in best},
        "As the best strategy, but fold pairs of less than 17 points": {
            p: best[p] and not (p in pairs and seen[p][2] < 17) for p in best
        },
        "As the best strategy, but play three cards of one suit": {p: best[p] or seen[p][0] == 1 for p in best},
        "As the best strategy, but fold cards of three suits": {p: best[p] and seen[p][0] < 3 for p in best},
        **{
            f"Play {least} points or more, nothing else": {p: look[2] >= least for p, look in seen.items()}
            for least in range(10, 18)
        },
    }
    mistakes = {each.lines[0]: each for each in common_mistakes(analysis)}
    for words, played in ways.items():
        check_stated(analysis, mistakes[words], played, objective)
    alone = mistakes.pop("Look at the points alone, with the better action for each total")
    assert mistakes.keys() == ways.keys()
    assert 0 < alone.cost < min(each.cost for words, each in mistakes.items() if "nothing else" in words)


@pytest.mark.slow
def test_the_referee_agrees_on_what_mistakes_cost() -> None:
    rules = layout("B")
    won = Counter[str]()
    for each in CLASSES:
        hand, points = each.hand, features(each.hand)[2]
        draws = (card for card in DECK if card not in hand)
        total = sum(net(GAME.play(rules, (*hand, card), "play", bets=("main",))) for card in draws) * each.members
        won["Always play"] += int(total)
        won["Play 16 points or more, nothing else"] += int(total) if points >= 16 else -49 * each.members
    mistakes = {each.lines[0]: each.house_edge for each in common_mistakes(GAME.analyse(rules))}
    for words, total in won.items():
        assert mistakes[words] == Fraction(-total, 22_100 * 49)
    assert mistakes["Always play"] == Fraction(831, 5525)
    assert mistakes["Always fold"] == 1
