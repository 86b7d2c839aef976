"""The solved layouts: what their policy files prove, and what no fixed banker can do."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from casino31.games.greek_31.engine.answer import answer
from casino31.games.greek_31.engine.grid import policy_grid
from casino31.games.greek_31.equilibrium.policy_file import load
from casino31.games.greek_31.equilibrium.solve import Interval, overall, verify
from casino31.games.greek_31.equilibrium.solved import plans, solutions
from casino31.games.greek_31.rules import Banker, Rules
from casino31.games.greek_31.totals import VALUES
from casino31.report.banker_plot import banker_figure
from casino31.rulesfile import BankerFile, load_any, shipped_bankers

SOLVED = [name for name in shipped_bankers() if name.endswith("-optimal")]
WIDEST = 1e-4
ONE_DECK = {"A": (0.17194, 0.17296), "T": (-0.0184306, -0.0184021)}
"""Certified elsewhere, Kouridakis: where the punter's value lies."""
ONE_DECK_FLAT = (-0.01079, -0.01017)


def file_of(name: str) -> BankerFile:
    file = load_any(name)
    assert isinstance(file, BankerFile)
    return file


def rules_of(name: str) -> Rules:
    rules = file_of(name).rules
    assert isinstance(rules, Rules)
    return rules


@cache
def proven(name: str) -> dict[int, Interval]:
    rules = rules_of(name)
    return {first: verify(rules, each) for first, each in solutions(rules, file_of(name).folder).items()}


def test_both_rule_sets_are_solved_for_one_two_and_infinitely_many_decks() -> None:
    assert {(rules.aces, rules.decks) for rules in map(rules_of, SOLVED)} == {
        (aces, decks) for aces in ("kouridakis", "heath") for decks in (1, 2, None)
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVED)
def test_the_files_prove_narrow_intervals_and_the_ones_they_state(name: str) -> None:
    rules = rules_of(name)
    stated = load(file_of(name).folder / rules.banker.policy, rules)
    for first, interval in proven(name).items():
        assert 0 <= interval.upper - interval.lower <= WIDEST
        assert stated[first].lower == pytest.approx(float(interval.lower), abs=1e-12)
        assert stated[first].upper == pytest.approx(float(interval.upper), abs=1e-12)


@pytest.mark.slow
def test_one_deck_lies_where_others_have_found_it() -> None:
    found = proven("greek-31-kouridakis-1-deck-optimal")
    for card, (low, high) in ONE_DECK.items():
        interval = found[VALUES.index(card)]
        assert low <= interval.upper
        assert interval.lower <= high
    flat = overall(Rules(), found)
    assert ONE_DECK_FLAT[0] <= flat.lower <= flat.upper <= ONE_DECK_FLAT[1]
    assert [VALUES[first] for first, interval in found.items() if interval.lower > 0] == ["A", "4"]
    assert all(interval.upper < 0 for first, interval in found.items() if VALUES[first] not in "A4")


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVED)
def test_the_solved_banker_does_better_than_each_of_the_44_fixed_ones(name: str) -> None:
    rules = rules_of(name)
    flat = overall(rules, proven(name))
    fixed = policy_grid(replace(rules, banker=Banker()))
    assert len(fixed) == 44
    assert all(flat.upper < value for value in fixed.values())


@pytest.mark.slow
def test_what_analyze_says_of_a_solved_banker_is_the_upper_end() -> None:
    name = "greek-31-kouridakis-infinite-optimal"
    rules = rules_of(name)
    worth = answer(rules, plans(solutions(rules, file_of(name).folder)))
    for first in worth.first_cards:
        assert isinstance(first.expectation, Fraction)
        assert float(first.expectation) == pytest.approx(
            float(proven(name)[VALUES.index(first.card)].upper), abs=1e-11
        )
        assert sum(first.events.values()) == 1
    assert worth.break_even_spread is not None
    assert 1.3 < worth.break_even_spread < 1.6


def test_a_solved_banker_in_words_and_as_a_picture() -> None:
    file = file_of("greek-31-kouridakis-infinite-optimal")
    record = file.game.strategies(file.rules, file.folder)
    words = record["banker_play"]["words"]
    assert words[0].startswith("Against an ace: stands on hard 27 and more")
    assert any(line.startswith("With 29 and 30 he hides a ten") for line in words)
    hard, soft, hides = banker_figure(record["banker_play"], record["title"]).axes
    assert [label.get_text() for label in hard.get_yticklabels()] == list(VALUES)
    assert {text.get_text() for text in soft.texts} >= {"100"}
    assert len(hides.get_xticklabels()) == 10
    assert "What the banker does" in file.game.strategy_page(record)
