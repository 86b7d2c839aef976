"""The solved layouts: what their policy files prove, what no fixed banker can do, and their filed par sheets."""

import json
from functools import cache, partial
from math import ceil, floor
from pathlib import Path

import pytest
from click.testing import CliRunner

from casino31.banker_answers import BankerAnalysis, Interval, SolvedBanker
from casino31.cli import cli
from casino31.games.greek_31.equilibrium.policy_file import load as load_policies
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import VALUES
from casino31.page import Report
from casino31.pages.deliverable import Deliverable
from casino31.render.banker_plot import banker_figure
from casino31.render.files import rendered
from casino31.render.text import text
from casino31.rulesfile import RulesFile, load
from casino31.serialize import plain
from tests.layouts import BANKED

ARTICLE = (Path(__file__).parent.parent / "docs" / "greek-31.md").read_text(encoding="utf-8")
REPORTS = Path(__file__).parent.parent / "reports"
SOLVED = [name for name in BANKED if name.endswith("-optimal")]
WIDEST = 1e-4
ONE_DECK = {"A": (0.17194, 0.17296), "T": (-0.0184306, -0.0184021)}
"""Certified elsewhere, Kouridakis: where the punter's value lies."""
ONE_DECK_FLAT = (-0.01079, -0.01017)


def file_of(name: str) -> RulesFile:
    file = load(name)
    assert file.game.solver is not None
    return file


def rules_of(name: str) -> Rules:
    rules = file_of(name).rules
    assert isinstance(rules, Rules)
    return rules


@cache
def sheet(name: str) -> BankerAnalysis:
    """What a par sheet prints; its intervals are proved anew from the policies."""
    file = file_of(name)
    return file.game.sides.sheet(file.rules, file.folder)


def equilibrium(name: str) -> SolvedBanker:
    found = sheet(name).equilibrium
    assert found is not None
    return found


def ends(interval: Interval | None) -> tuple[float, float]:
    assert interval is not None
    assert interval.lower.value is not None
    assert interval.upper.value is not None
    return interval.lower.value, interval.upper.value


def test_both_rule_sets_are_solved_for_one_two_and_infinitely_many_decks() -> None:
    assert {(rules.aces, rules.decks) for rules in map(rules_of, SOLVED)} == {
        (aces, decks) for aces in ("kouridakis", "heath") for decks in (1, 2, None)
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVED)
def test_the_files_prove_narrow_intervals_and_the_ones_they_state(name: str) -> None:
    rules = rules_of(name)
    stated = load_policies(file_of(name).folder / rules.banker.policy, rules)
    proven = equilibrium(name).first_cards
    assert list(proven) == list(VALUES)
    for first, figures in enumerate(proven.values()):
        low, high = ends(figures)
        assert 0 <= high - low <= WIDEST
        assert stated[first].lower == pytest.approx(low, abs=1e-12)
        assert stated[first].upper == pytest.approx(high, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVED)
def test_only_an_ace_and_a_four_favour_the_punter_and_heaths_pair_of_twos(name: str) -> None:
    proven, rules = equilibrium(name).first_cards, rules_of(name)
    good = {"A", "4"} | ({"2"} if rules.aces == "heath" and rules.decks != 1 else set())
    assert {card for card, figures in proven.items() if ends(figures)[0] > 0} == good
    assert {card for card, figures in proven.items() if ends(figures)[1] < 0} == set(VALUES) - good


@pytest.mark.slow
def test_one_deck_lies_where_others_have_found_it() -> None:
    found = equilibrium("greek-31-kouridakis-1-deck-optimal")
    for card, (low, high) in ONE_DECK.items():
        ours = ends(found.first_cards[card])
        assert low <= ours[1]
        assert ours[0] <= high
    low, high = ends(found.overall)
    assert ONE_DECK_FLAT[0] <= low <= high <= ONE_DECK_FLAT[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVED)
def test_the_solved_banker_does_better_than_each_of_the_44_fixed_ones(name: str) -> None:
    upper = ends(equilibrium(name).overall)[1]
    fixed = [row.punter_ev.value or 0.0 for row in sheet(name).bankers or ()]
    assert len(fixed) == 44
    assert upper < min(fixed)


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVED)
def test_what_analyze_says_of_a_solved_banker_is_the_upper_end(name: str) -> None:
    whole = sheet(name)
    for card, row in whole.first_cards.items():
        upper = ends(equilibrium(name).first_cards[card])[1]
        assert row.punter_ev.value == pytest.approx(upper, abs=1e-11)
        assert sum(figure.value or 0.0 for figure in row.classes.values()) == pytest.approx(1, abs=1e-11)
    assert 1.2 < (whole.break_even_spread.value or 0.0) < 1.6


def report_of(name: str) -> Report:
    file = file_of(name)
    return file.game.sides.report(file.rules, sheet(name), name, file.rules.date)


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVED)
def test_the_filed_par_sheets_of_solved_layouts_are_up_to_date(name: str) -> None:
    for ending in (".txt", ".xlsx"):
        made = rendered(Deliverable(partial(report_of, name), dict), ending)
        assert REPORTS.joinpath(name + ending).read_bytes() == made, (
            f"run: casino31 parsheet {name} -o reports/{name}{ending}"
        )


@pytest.mark.slow
def test_a_layout_stands_for_the_policies_that_it_names() -> None:
    name = "greek-31-kouridakis-infinite-optimal"
    said = CliRunner().invoke(cli, ["verify", name, "--tolerance", "1e-4", "--json"])
    assert said.exit_code == 0, said.output
    proven = json.loads(said.stdout)
    assert proven["first_cards"] == plain(equilibrium(name).first_cards)
    assert proven["policy_digest"] == sheet(name).policy_digest


@pytest.mark.slow
def test_a_solved_banker_in_words_and_as_a_picture() -> None:
    file = file_of("greek-31-kouridakis-infinite-optimal")
    record = file.game.sides.strategies(file.rules, file.folder)
    words = record.banker_play.words
    assert words[0].startswith("Against an ace: stands on hard 27 and more")
    assert any(line.startswith("With 29 and 30 he hides a ten") for line in words)
    hard, soft, hides = banker_figure(record.banker_play, record.head.title).axes
    assert [label.get_text() for label in hard.get_yticklabels()] == list(VALUES)
    assert {text.get_text() for text in soft.texts} >= {"100"}
    assert len(hides.get_xticklabels()) == 10
    assert "What the banker does" in text(file.game.sides.strategy_report(record))


@pytest.mark.slow
@pytest.mark.parametrize("aces", ["kouridakis", "heath"])
def test_the_article_prints_the_intervals_rounded_outwards(aces: str) -> None:
    columns = [equilibrium(f"greek-31-{aces}-{decks}-optimal") for decks in ("1-deck", "2-decks", "infinite")]
    for card in (*VALUES, "all"):
        each = [ends(column.overall if card == "all" else column.first_cards[card]) for column in columns]
        spans = (f"{floor(low * 1e5) / 1e5:+.5f} to {ceil(high * 1e5) / 1e5:+.5f}" for low, high in each)
        assert f"| {card} | {' | '.join(spans)} |" in ARTICLE


@pytest.mark.slow
def test_the_article_prints_the_bankers_tables() -> None:
    file = file_of("greek-31-kouridakis-1-deck-optimal")
    play = file.game.sides.strategies(file.rules, file.folder).banker_play
    for row in (*play.stands_table, *play.hides_table):
        assert f"| {' | '.join(row.values())} |" in ARTICLE
    for sentence in play.words[-3:]:
        assert sentence in ARTICLE.replace("\n", " ")
