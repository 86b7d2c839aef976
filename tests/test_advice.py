"""The strategy in words: the lines are read again here, hand by hand."""

import random
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.answers import Strategy
from casino31.cards import DECK, Card, suit_pattern
from casino31.faults import SelfCheckError
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.advice import advise, decision_lines, prove, rule_list
from casino31.games.classic_31.rulelist import ListStep, decision_list
from casino31.games.classic_31.rules import FINAL_EVENTS, READINGS
from casino31.games.classic_31.shortcuts import common_mistakes, short_rules
from casino31.games.classic_31.vocabulary import LEGEND, RuleLine, Term, describe
from casino31.layout import Layout
from tests.layouts import LAYOUTS, layout, table
from tests.looks import BOTH, CLASSES, features, fits

HANDS = [(hand, suit_pattern(hand), features(hand)) for hand in combinations(DECK, 3)]


def differing(lines: Iterable[RuleLine], actions: Any) -> list[Sequence[Card]]:
    lines = list(lines)
    return [
        hand
        for hand, pattern, seen in HANDS
        if next(line.action for line in lines if fits(line, pattern, seen)) != actions[pattern]
    ]


@pytest.mark.parametrize("letter", LAYOUTS)
def test_the_rule_list_is_the_strategy_on_every_hand(letter: str) -> None:
    analysis = GAME.analyse(layout(letter))
    lines = decision_lines(analysis)
    assert not differing(lines, analysis.strategy.actions)
    assert len(lines) <= 13
    assert (lines[-1].terms, lines[-1].hands) == ((), None)


@pytest.mark.slow
@pytest.mark.parametrize("trips", READINGS["trips"])
@pytest.mark.parametrize("tie", READINGS["tie"])
def test_the_rule_list_holds_under_every_reading(trips: str, tie: str) -> None:
    for letter, after, objective in (("B", "stands", ("main",)), ("F", "forfeited", BOTH)):
        analysis = GAME.analyse(layout(letter, trips=trips, tie=tie, bonus_after_fold=after), objective)
        assert not differing(decision_lines(analysis), analysis.strategy.actions)


def test_the_rule_list_of_layout_b_reads_well() -> None:
    assert rule_list(GAME.analyse(layout("31-classic-b"))) == (
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


@pytest.mark.slow
def test_a_stated_strategy_is_put_into_words_whatever_it_is() -> None:
    analysis = GAME.analyse(layout("B"))
    rng = random.Random(31)
    for odds in (300, 2):
        actions = {
            pattern: rng.choice(("fold", "play")) if rng.randrange(odds) == 0 else action
            for pattern, action in analysis.strategy.actions.items()
        }
        stated = GAME.evaluate(analysis.rules, Strategy("stated", actions))
        assert not differing(decision_lines(stated), actions)


@pytest.mark.parametrize("action", ["fold", "play"])
def test_one_action_for_all_hands_is_one_line(action: str) -> None:
    always = Strategy("always", dict.fromkeys((each.pattern for each in CLASSES), action))
    assert rule_list(GAME.evaluate(layout("B"), always))[1:] == (f"Otherwise {action}",)


@st.composite
def any_rules(draw: st.DrawFn) -> Layout:
    """Layouts with any pays: rising or not, trips that lose, a mini royal that pays a thousand."""
    pays = st.sampled_from([Fraction(n, 2) for n in (-2, 0, 1, 2, 4, 6, 10, 50, 2000)])
    rows = [(event, (event,), draw(pays)) for event in FINAL_EVENTS[1:]]
    listed = [row for row in rows if row[2] > -1]
    fields: dict[str, Any] = {name: draw(st.sampled_from(choices)) for name, choices in READINGS.items()}
    return layout("B", tables={"play": table("play", listed)}, **fields)


@pytest.mark.slow
@settings(max_examples=25)
@given(rules=any_rules(), both=st.booleans())
def test_any_pay_table_gets_a_proven_rule_list(rules: Layout, both: bool) -> None:
    analysis = GAME.analyse(rules, BOTH if both else None)
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
    analysis = GAME.analyse(layout("B"))
    *lines, last = decision_lines(analysis)
    with pytest.raises(SelfCheckError, match="the rule list would fold"):
        prove([*lines, last._replace(action="fold")], analysis)


def test_a_line_that_later_lines_make_idle_is_dropped() -> None:
    steps = decision_list([0b0011, 0b0111], [(0,), (1,)], [1, 1], yes=0b0111, no=0b1000)
    assert steps == (ListStep(True, (1,)), ListStep(False, ()))


def test_the_bonus_alone_has_nothing_to_advise() -> None:
    advice = GAME.advise(GAME.analyse(layout("natural-31")))
    assert advice.rules == GAME.rule_list(GAME.analyse(layout("natural-31")))
    assert "no decision" in advice.rules[0]
    assert (advice.short, advice.mistakes, advice.proven_hands) == ((), (), 0)


def test_advice_gathers_all_parts() -> None:
    analysis = GAME.analyse(layout("B"))
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
