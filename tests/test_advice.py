"""Strategies in words: the rule list, the best short rules, the cost of mistakes.

The lines are read again here, on hands, by features made anew from the cards: no bit mask and no suit class.
"""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.cards import DECK, Card, suit_classes, suit_pattern
from casino31.game import Analysis, Strategy
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.advice import advise, decision_lines, prove, rule_list
from casino31.games.classic_31.analysis import analyse, evaluate, price
from casino31.games.classic_31.referee import play
from casino31.games.classic_31.rulelist import Step, best_unions, decision_list
from casino31.games.classic_31.rules import FINAL_EVENTS, PUBLISHED, READINGS, Rules
from casino31.games.classic_31.shortcuts import best_lines, common_mistakes, short_rules
from casino31.games.classic_31.vocabulary import LEGEND, Line, Term, describe
from casino31.outcomes import net
from casino31.paytable import complete
from tests.layouts import LAYOUTS, layout

BOTH = ("main", "natural 31")
CLASSES = tuple(suit_classes(3))


def features(hand: Sequence[Card]) -> tuple[int, ...]:
    """Suits, ranks alike, points of the three suits, of the couple, and royals together, from the cards."""
    ranks = sorted(card // 4 for card in hand)
    values = [11 if r == 12 else 10 if r >= 8 else r + 2 for r in range(13)]
    held = [[card // 4 for card in hand if card % 4 == s] for s in range(4)]
    points, second, third, _ = sorted((sum(values[r] for r in suit) for suit in held), reverse=True)
    times = Counter(ranks)
    alike = max((13 * (n - 2) + r + 1 for r, n in times.items() if n > 1), default=0)
    suits = sum(1 for suit in held if suit)
    couple = next((sum(values[r] for r in suit) for suit in held if len(suit) == 2), 0)
    royals = max(sum(1 for r in suit if r >= 10) for suit in held)
    return suits, alike, points, second, third, couple, royals if royals > 1 else 0


HANDS = [(hand, suit_pattern(hand), features(hand)) for hand in combinations(DECK, 3)]


def fits(line: Line, pattern: tuple[int, ...], seen: tuple[int, ...]) -> bool:
    if line.hands is not None:
        return pattern in {each.pattern for each in line.hands}
    return all(term.low <= seen[term.feature] <= term.high for term in line.terms)


def differing(lines: Iterable[Line], actions: Any) -> list[Sequence[Card]]:
    lines = list(lines)
    return [
        hand
        for hand, pattern, seen in HANDS
        if next(line.action for line in lines if fits(line, pattern, seen)) != actions[pattern]
    ]


def edge(analysis: Analysis[Rules], bets: Sequence[str] = ("main",)) -> Fraction:
    """The house edge on some bets, from the joint distribution of the outcomes."""
    wagers = [wager for bet in bets for wager in analysis.rules.bets[bet]]
    return -analysis.outcomes.of(*wagers).expect(net) / len(bets)


# ------------------------------------------------------------------------------------------------ the rule list


@pytest.mark.parametrize("letter", LAYOUTS)
def test_the_rule_list_is_the_strategy_on_every_hand(letter: str) -> None:
    analysis = analyse(layout(letter))
    lines = decision_lines(analysis)
    assert not differing(lines, analysis.strategy.actions)
    assert len(lines) <= 13
    assert (lines[-1].terms, lines[-1].hands) == ((), None)


@pytest.mark.parametrize("trips", READINGS["trips"])
@pytest.mark.parametrize("tie", READINGS["tie"])
def test_the_rule_list_holds_under_every_reading(trips: str, tie: str) -> None:
    for letter, after, objective in (("B", "stands", ("main",)), ("F", "forfeited", BOTH)):
        analysis = analyse(layout(letter, trips=trips, tie=tie, bonus_after_fold=after), objective)
        assert not differing(decision_lines(analysis), analysis.strategy.actions)


def test_the_rule_list_of_layout_b_reads_well() -> None:
    assert rule_list(analyse(layout("31-classic-b"))) == (
        LEGEND,
        "Fold a pair with 7 points or fewer",
        "Play a pair of sevens or better, or trips",
        "Play a pair with 12 points or more",
        "Fold three cards of one suit with 16 points or fewer",
        "Fold suited A-4 with an off-suit 2, 3 or 5; suited 8-7 with an off-suit 2, 3, 4 or 5; "
        "suited 8-2 with an off-suit 9",
        "Fold 14 points or fewer with 6 or fewer in the second suit",
        "Fold 11 points or fewer with 7 or fewer in the second suit",
        "Play 11 points or more",
        "Play 10 points or more with just two suited cards worth 9 or more",
        "Fold 9 or fewer in the second suit and 5 or fewer in the third suit",
        "Fold 9 points or fewer with 6 or fewer in the third suit",
        "Otherwise play",
    )


def test_a_stated_strategy_is_put_into_words_whatever_it_is() -> None:
    analysis = analyse(layout("B"))
    rng = random.Random(31)
    for odds in (300, 2):
        actions = {
            pattern: rng.choice(("fold", "play")) if rng.randrange(odds) == 0 else action
            for pattern, action in analysis.strategy.actions.items()
        }
        stated = evaluate(analysis.rules, Strategy("stated", actions))
        assert not differing(decision_lines(stated), actions)


@pytest.mark.parametrize("action", ["fold", "play"])
def test_one_action_for_all_hands_is_one_line(action: str) -> None:
    always = Strategy("always", dict.fromkeys((each.pattern for each in CLASSES), action))
    assert rule_list(evaluate(layout("B"), always))[1:] == (f"Otherwise {action}",)


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Layouts with any pays: rising or not, trips that lose, a mini royal that pays a thousand."""
    pays = st.sampled_from([Fraction(n, 2) for n in (-2, 0, 1, 2, 4, 6, 10, 50, 2000)])
    rows = [(event, (event,), draw(pays)) for event in FINAL_EVENTS[1:]]
    listed = [row for row in rows if row[2] > -1]
    fields: dict[str, Any] = {name: draw(st.sampled_from(choices)) for name, choices in READINGS.items()}
    return layout("B", play=complete("play", listed, FINAL_EVENTS, PUBLISHED["play"]), **fields)


@settings(max_examples=25)
@given(rules=any_rules(), both=st.booleans())
def test_any_pay_table_gets_a_proven_rule_list(rules: Rules, both: bool) -> None:
    analysis = analyse(rules, BOTH if both else None)
    lines = decision_lines(analysis)
    for each in CLASSES:
        seen = features(each.hand)
        action = next(line.action for line in lines if fits(line, each.pattern, seen))
        assert action == analysis.strategy.actions[each.pattern]
    assert prove(lines, analysis) == 22_100


@settings(max_examples=200)
@given(data=st.data(), size=st.integers(1, 8))
def test_a_decision_list_answers_every_case_or_says_that_it_cannot(data: st.DataObject, size: int) -> None:
    every = (1 << size) - 1
    masks = st.integers(0, every)
    literals = data.draw(st.lists(masks, min_size=1, max_size=5))
    yes = data.draw(masks)
    conjunctions = [(place,) for place in range(len(literals))]
    alike = any(
        (yes >> one ^ yes >> two) & 1 and all((mask >> one ^ mask >> two) & 1 == 0 for mask in literals)
        for one, two in combinations(range(size), 2)
    )
    both_ways = literals + [every & ~mask for mask in literals]
    try:
        steps = decision_list(both_ways, conjunctions, [1] * len(conjunctions), yes, every & ~yes)
    except ValueError:
        assert alike
        return
    assert not alike
    for case in range(size):
        step = next(step for step in steps if all(both_ways[place] >> case & 1 for place in step.on))
        assert step.yes == bool(yes >> case & 1)


def test_a_list_that_is_not_the_strategy_is_not_proven() -> None:
    analysis = analyse(layout("B"))
    *lines, last = decision_lines(analysis)
    with pytest.raises(RuntimeError, match="the rule list would fold"):
        prove([*lines, last._replace(action="fold")], analysis)


def test_a_line_that_later_lines_make_idle_is_dropped() -> None:
    steps = decision_list([0b0011, 0b0111], [(0,), (1,)], [1, 1], yes=0b0111, no=0b1000)
    assert steps == (Step(True, (1,)), Step(False, ()))


# ------------------------------------------------------------------------------------------------ short rules


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


@pytest.mark.parametrize(("letter", "tie"), [("B", "fold"), ("F", "play")])
def test_short_rules_of_one_and_two_lines_are_the_best_by_naive_search(letter: str, tie: str) -> None:
    rules = layout(letter, tie=tie)
    prices = price(rules)
    gain = {
        each.pattern: each.members * (played - folded)
        for start, played, folded in zip(prices.census.starts, prices.play, prices.fold, strict=True)
        for each in start.classes
    }
    lines = every_line([features(each.hand) for each in CLASSES])
    weights = np.array([gain[each.pattern] for each in CLASSES], dtype=np.float64)
    alone = lines @ weights
    together = alone[:, None] + alone[None, :] - (lines * weights) @ lines.T
    folding = -Fraction(22_100 * 49)
    for size, most in ((1, alone.max()), (2, together.max())):
        expected = -(folding + int(most)) / (22_100 * 49)
        assert short_rules(analyse(rules))[size - 1].house_edge == expected


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
    analysis = analyse(layout(letter))
    rules = short_rules(analysis)
    assert [len(rule.lines) for rule in rules] == [2, 3, 4]
    assert rules[0].cost > rules[1].cost > rules[2].cost > 0
    assert {rule.house_edge - rule.cost for rule in rules} == {edge(analysis)}


@pytest.mark.parametrize(
    ("changes", "objective"), [({}, ("main",)), ({}, BOTH), ({"bonus_after_fold": "forfeited"}, BOTH)]
)
def test_short_rules_are_worth_what_their_outcomes_say(changes: dict[str, str], objective: tuple[str, ...]) -> None:
    analysis = analyse(layout("B", **changes), objective)
    for stated, lines in zip(short_rules(analysis), best_lines(analysis), strict=True):
        assert stated.lines == (*(line.says for line in lines), "Otherwise fold")
        played = {
            each.pattern: any(fits(line, each.pattern, features(each.hand)) for line in lines) for each in CLASSES
        }
        check_stated(analysis, stated, played, objective)


def check_stated(analysis: Analysis[Rules], stated: Any, played: dict[Any, bool], objective: Sequence[str]) -> None:
    actions = {pattern: "play" if plays else "fold" for pattern, plays in played.items()}
    outcomes = evaluate(analysis.rules, Strategy("stated", actions), objective)
    assert stated.house_edge == edge(outcomes, objective)
    assert stated.cost == edge(outcomes, objective) - edge(analysis, objective) >= 0
    frequency = outcomes.outcomes.of("play").expect(lambda row: row[0].stake)
    assert stated.play_frequency == frequency


def test_a_layout_that_always_plays_or_never_has_a_rule_of_no_lines() -> None:
    assert short_rules(analyse(layout([1, 1, 1, 1, 1, 1, 1000])))[0].lines[-1] == "Otherwise fold"
    generous = short_rules(analyse(layout([30, 30, 30, 30, 30, 30, 30])))
    assert generous[0].lines == ("Play every hand",)
    mean = layout("B", play=complete("play", [], FINAL_EVENTS, PUBLISHED["play"]))
    mean_ante = layout("B", play=mean.play, ante=complete("ante", [], FINAL_EVENTS, PUBLISHED["ante"]))
    assert [rule.lines for rule in short_rules(analyse(mean_ante))] == [("Fold every hand",)] * 3


# ------------------------------------------------------------------------------------------------ mistakes


@pytest.mark.parametrize("objective", [("main",), BOTH])
def test_mistakes_are_worth_what_their_outcomes_say(objective: tuple[str, ...]) -> None:
    analysis = analyse(layout("B", tie="play", bonus_after_fold="forfeited"), objective)
    best = {pattern: action == "play" for pattern, action in analysis.strategy.actions.items()}
    seen = {each.pattern: features(each.hand) for each in CLASSES}
    pairs = {pattern for pattern, look in seen.items() if 1 <= look[1] <= 13}
    ways = {
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


def test_the_referee_agrees_on_what_mistakes_cost() -> None:
    rules = layout("B")
    won = Counter[str]()
    for each in CLASSES:
        hand, points = each.hand, features(each.hand)[2]
        draws = (card for card in DECK if card not in hand)
        total = sum(net(play(rules, (*hand, card), "play", ("ante", "play"))) for card in draws) * each.members
        won["Always play"] += int(total)
        won["Play 16 points or more, nothing else"] += int(total) if points >= 16 else -49 * each.members
    mistakes = {each.lines[0]: each.house_edge for each in common_mistakes(analyse(rules))}
    for words, total in won.items():
        assert mistakes[words] == Fraction(-total, 22_100 * 49)
    assert mistakes["Always play"] == Fraction(831, 5525)
    assert mistakes["Always fold"] == 1


# ------------------------------------------------------------------------------------------------ words


def test_the_bonus_alone_has_nothing_to_advise() -> None:
    advice = GAME.advise(analyse(layout("natural-31")))
    assert advice.rules == GAME.rule_list(analyse(layout("natural-31")))
    assert "no decision" in advice.rules[0]
    assert (advice.short, advice.mistakes, advice.proven_hands) == ((), (), 0)


def test_advice_gathers_all_parts() -> None:
    analysis = analyse(layout("B"))
    advice = advise(analysis)
    assert advice.rules == rule_list(analysis)
    assert advice.short == short_rules(analysis)
    assert advice.mistakes == common_mistakes(analysis)
    assert advice.proven_hands == 22_100


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ([(2, 15, 99)], "15 points or more"),
        ([(2, 0, 14), (2, 12, 99)], "12 to 14 points"),
        ([(2, 0, 14), (2, 14, 99), (0, 3, 3)], "cards of three suits with exactly 14 points"),
        ([(0, 1, 1), (2, 0, 16)], "three cards of one suit with 16 points or fewer"),
        ([(0, 2, 3)], "cards of two or three suits"),
        ([(1, 0, 0), (3, 0, 6)], "three different ranks with 6 or fewer in the second suit"),
        ([(3, 0, 9), (4, 0, 5)], "9 or fewer in the second suit and 5 or fewer in the third suit"),
        ([(1, 1, 26), (5, 9, 99)], "a pair or trips with just two suited cards worth 9 or more"),
        ([(1, 7, 26), (2, 8, 99)], "a pair of eights or better, or trips, with 8 points or more"),
        ([(1, 1, 5)], "a pair of sixes or lower"),
        ([(1, 1, 8), (1, 4, 13)], "a pair of fives to nines"),
        ([(1, 1, 1)], "a pair of twos"),
        ([(1, 15, 26)], "trips of threes or better"),
        ([(1, 14, 17)], "trips of fives or lower"),
        ([(2, 20, 99), (6, 2, 3)], "20 points or more with two or three of ace, king and queen in one suit"),
        ([(6, 3, 3)], "ace, king and queen of one suit"),
        ([(6, 0, 0)], "no two of ace, king and queen in one suit"),
    ],
)
def test_terms_read_as_a_player_speaks(terms: list[tuple[int, int, int]], words: str) -> None:
    assert describe([Term(*term) for term in terms]) == words
