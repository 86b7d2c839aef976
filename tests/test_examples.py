"""Worked rounds: what they cover, and that their sentences say what the referee and the census say."""

import re
from fractions import Fraction
from typing import Any

import pytest

from casino31.answers import Analysis, Example, Strategy
from casino31.cards import parse_cards, show, suit_classes, suit_pattern
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.rules import READINGS
from casino31.outcomes import Result, net, stake
from tests.layouts import LAYOUTS, layout
from tests.looks import BOTH


def rounds(analysis: Analysis) -> dict[str, Example]:
    return {each.title: each for each in GAME.examples_of(analysis)}


def amounts(sentence: str) -> list[Fraction]:
    """What a sentence says is won, in units."""
    found = re.findall(r"(wins|loses) (\d+(?:/\d+)?) unit|(breaks even)", sentence)
    return [Fraction(0) if even else (1 if word == "wins" else -1) * Fraction(units) for word, units, even in found]


def test_the_published_example_step_by_step() -> None:
    first = GAME.examples_of(GAME.analyse(layout("31-classic-b")))[0]
    assert (first.title, show(*first.cards), first.action) == ("The published example", "Kh Th 3c 4h", "play")
    assert [each.event for each in first.results] == ["24", "24", "20"]
    assert [each.net for each in first.results] == [1, 2, 1]
    assert first.steps == (
        "Ante and Natural 31 bonus, 1 unit each. Kh Th 3c: 20 points in hearts (K T), 3 in clubs (3).",
        "Natural 31 bonus: 20, in the row 16-21, pays 1 to 1: the wager wins 1 unit.",
        "For main, over the 49 draw cards, playing wins 126 units and folding loses 49 units: the strategy plays, "
        "and puts up 1 unit more.",
        "Draw 4h: 24 points in hearts (K T 4), 3 in clubs (3). The hand is 24.",
        "Ante: 24, in the row above 17, pays 1 to 1: the wager wins 1 unit.",
        "Play: 24, in the row 22-25, pays 2 to 1: the wager wins 2 units.",
        "In all the round wins 4 units on 3 units staked.",
    )


@pytest.mark.parametrize("letter", LAYOUTS)
@pytest.mark.parametrize("trips", READINGS["trips"])
def test_rounds_cover_the_game_under_every_reading(letter: str, trips: str) -> None:
    analysis = GAME.analyse(layout(letter, trips=trips))
    found = rounds(analysis)
    events = {title: each.results[1].event for title, each in found.items()}
    assert len(found) >= 10
    assert not [
        title for title in found if "does not" in title and title != "Low trips: but the strategy does not play it"
    ]
    assert events["A push on 17"] == "17"
    assert found["A push on 17"].results[0].net == found["A push on 17"].results[1].net == 0
    assert events["A played hand that loses"] == "below 17"
    assert events["The best three of four cards of a suit"] == "30"
    assert events["A mini royal"] == "mini royal"
    assert events["A suited 31 with the draw card"] == "31"
    assert events["A fold"] == events["A fold, and what becomes of the bonus"] == "fold"
    beside = {"best": "trips", "qual17": "trips", "points": "21", "push17": "17", "last": "17", "none": "17"}
    assert events["Trips beside a suited 17"] == beside[trips]
    assert any(f'By the reading trips = "{trips}"' in step for step in found["Trips beside a suited 17"].steps)


@pytest.mark.parametrize(
    ("changes", "objective"),
    [
        ({}, ("main",)),
        ({}, BOTH),
        ({"bonus_after_fold": "forfeited", "tie": "play"}, BOTH),
        ({"bets": ("main",), "trips": "qual17"}, ("main",)),
        ({"odds": "for one"}, ("main",)),
    ],
)
@pytest.mark.parametrize("letter", ["B", "F"])
def test_sentences_say_what_referee_and_census_say(
    letter: str, changes: dict[str, Any], objective: tuple[str, ...]
) -> None:
    analysis = GAME.analyse(layout(letter, **changes), objective)
    values = {suit_pattern(each.hand): each.values for each in GAME.hand_values(analysis)}
    for each in GAME.examples_of(analysis):
        pattern = suit_pattern(each.cards[:3])
        assert each.action == analysis.strategy.actions[pattern]
        assert each.results == GAME.play(analysis.rules, each.cards, each.action)
        *settled, last = each.steps
        assert amounts(last) == [net(each.results)]
        assert f"on {stake(each.results)} units staked" in last or stake(each.results) == 1
        (decision,) = (step for step in settled if "draw cards" in step)
        said = amounts(decision)
        worth = [49 * values[pattern][action] for action in ("play", "fold")]
        assert said == (worth if worth[0] != worth[1] else worth[:1])
        won = sum((amount for step in settled if step != decision for amount in amounts(step)), Fraction())
        assert won == net(each.results)


def test_a_forfeited_bonus_is_said_to_be() -> None:
    standing = rounds(GAME.analyse(layout("B")))["A fold, and what becomes of the bonus"]
    assert "The bonus stands: it was settled on the three cards." in standing.steps
    assert standing.results[2].net == 1
    lost = rounds(GAME.analyse(layout("B", bonus_after_fold="forfeited")))["A fold, and what becomes of the bonus"]
    assert "Natural 31 bonus: forfeited with the fold: the wager loses 1 unit." in lost.steps
    assert lost.results[2] == Result("forfeited", Fraction(1), Fraction(-1))


def test_pays_are_said_in_the_unit_of_the_layout() -> None:
    steps = GAME.examples_of(GAME.analyse(layout("B", odds="for one")))[0].steps
    assert "Play: 24, in the row 22-25, pays 3 for 1: the wager wins 2 units." in steps


def test_a_tie_is_shown_where_there_is_one() -> None:
    for tie in READINGS["tie"]:
        tied = rounds(GAME.analyse(layout("B", tie=tie)))["Both actions equal"]
        assert tied.action == tie
        assert any("and so does folding: a tie" in step for step in tied.steps)
    odd = GAME.analyse(layout([Fraction(pay) + Fraction(1, 97) for pay in LAYOUTS["B"]]))
    assert odd.tied == 0
    assert "Both actions equal" not in rounds(odd)


def test_a_title_says_when_the_strategy_does_otherwise() -> None:
    always = Strategy("always play", dict.fromkeys((each.pattern for each in suit_classes(3)), "play"))
    found = rounds(GAME.evaluate(layout("B"), always))
    fold = found["A fold: but the strategy does not fold it"]
    assert fold.action == "play"
    assert fold.results == GAME.play(layout("B"), fold.cards, "play")
    assert "playing loses 74 units and folding loses 49 units: the strategy plays" in " ".join(fold.steps)


def test_without_a_bonus_no_round_speaks_of_it() -> None:
    for each in GAME.examples_of(GAME.analyse(layout("B", bets=("main",)))):
        assert "onus" not in each.title + " ".join(each.steps)
        assert len(each.results) == 2


def test_the_bonus_alone_is_rounds_of_three_cards() -> None:
    analysis = GAME.analyse(layout("natural-31"))
    found = GAME.examples_of(analysis)
    assert all(len(each.cards) == 3 for each in found)
    assert {each.results[0].event for each in found} >= {"20", "21", "trips", "31", "mini royal"}
    assert min(each.results[0].net for each in found) == -1
    for each in found:
        assert each.results == GAME.play(analysis.rules, each.cards, each.action)
        assert amounts(each.steps[-1]) == amounts(each.steps[1]) == [each.results[0].net]
    assert found[0].cards == parse_cards("Kh Th 3c")
