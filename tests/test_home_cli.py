"""The verbs of the home games, as a user types them."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from casino31.cli import cli
from casino31.faults import RulesError
from casino31.home.policy import Situation
from casino31.home.policy_text import load as load_policy
from casino31.home.policy_text import read, shipped_for
from casino31.home.policy_text import shipped as shipped_policies
from casino31.home.reader import load, parse, shipped
from casino31.home.rules import READINGS, HomeRules, contradictions
from casino31.layoutfile.files import shipped_folder

NAMED = [
    *("banking", "dutch", "first-to-five", "no-elimination", "scat", "scat-a-k-10", "schnautz", "schwimmen"),
    *("stop-the-bus", "switch", "west-lansing"),
]


def run(*words: str, keys: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["home", *words], input=keys)


def test_the_named_games_are_there() -> None:
    assert list(shipped()) == NAMED
    for name in NAMED:
        found = load(name)
        assert found.warnings == ()
        assert contradictions(found.rules) == ()
        stated = tomllib.loads((shipped_folder("homegames") / f"{name}.toml").read_text(encoding="utf-8"))
        assert {rule for rule, each, _ in found.rules.readings() if each.choices.keys() - {"none", "off"}} - {
            "direction"
        } <= set(stated) | {"runs", "restart", "decks"}


def test_every_field_says_its_clause_and_what_it_settles() -> None:
    for name, each in READINGS.items():
        assert each.clause, name
        assert each.says, name
        assert name in HomeRules.__dataclass_fields__


def test_check_names_every_fault_at_its_place() -> None:
    with pytest.raises(RulesError) as caught:
        parse('title = "Ours"\nlike = "skat"\ntrips = 31\nknocker_ty = "saved"\ndeck = 40\nlives = "four"\n')
    assert [(fault.line, fault.code) for fault in caught.value.faults] == [
        (2, "like"),
        (3, "reading"),
        (4, "unknown"),
        (5, "reading"),
        (6, "reading"),
    ]
    assert "did you mean 'knocker_tie'?" in str(caught.value)


def test_check_names_what_does_not_go_together_and_what_settles_nothing() -> None:
    with pytest.raises(RulesError, match="hands of brag have no points"):
        parse('title = "Ours"\nranking = "brag"\n')
    assert [fault.code for fault in parse('title = "Ours"\nrenew_limit = "no limit"\n').warnings] == ["idle"]


def test_check(tmp_path: Path) -> None:
    assert "banking         2-7      Banking" in run("check").output
    assert json.loads(run("check", "--json").output)["games"][0]["title"] == "Banking"
    assert "knocker_tie = pays alone" in run("check", "scat").output
    assert json.loads(run("check", "dutch", "--json").output)["rules"]["deck"] == "32"
    file = tmp_path / "ours.toml"
    file.write_text('title = "Ours"\nlike = "scat"\ntrips = 30.5\n', encoding="utf-8")
    assert "trips = 30.5" in run("check", str(file)).output
    file.write_text('title = "Ours"\ntrips = 7\n', encoding="utf-8")
    assert run("check", str(file)).exit_code == 3


def test_settings_are_read_together_and_faults_named_together() -> None:
    assert load("scat", ("trips=30.5", "deck=32")).rules.differs(load("dutch").rules) == {"trips": ("30.5", "none")}
    wrong = run("check", "scat", "--set", "trip=1", "--set", "deck=40")
    assert wrong.exit_code == 2
    assert "trip=1" in wrong.output
    assert "deck=40" in wrong.output


def test_fairness() -> None:
    found = json.loads(
        run("fairness", "scat", "--players", "2", "--deals", "2000", "--no-readings", "--json").output
    )
    assert found["schema"] == "casino31.home.fairness/1"
    words = ("--players", "2", "--deals", "1000", "--policy", "knock 25+", "--no-readings")
    assert "2 (dealer)" in run("fairness", "west-lansing", *words).output
    assert run("fairness", "scat", "--players", "9").exit_code == 2


@pytest.mark.slow
def test_against_policy_best_compare_and_claim(tmp_path: Path) -> None:
    found = json.loads(
        run("against", "knock 21+", "knock 25+", "--players", "2", "--deals", "500", "--json").output
    )
    assert found["schema"] == "casino31.home.against/1"
    assert [found["matrix"][i][i]["value"] for i in (0, 1)] == [0, 0]
    assert "25+" in run("policy", "scat", "knock 25+").output
    assert "three cards  21-24.5  25+    21+" in run("policy", "scat", "knock 25+", "knock 21+").output
    out = tmp_path / "best.txt"
    assert (
        "gain left"
        in run("best", "dutch", "--players", "2", "--deals", "500", "--rounds", "1", "--save", str(out)).output
    )
    assert load_policy(str(out), load("dutch").rules).rules
    compared = run("compare", "scat", "west-lansing", "--players", "2", "--deals", "500").output
    assert "trips      none  30.5" in compared
    assert json.loads(run("claim", "--deals", "300", "--json").output)["schema"] == "casino31.home.claim/1"


@pytest.mark.slow
def test_parts_come_to_the_same_bytes_and_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    words = ("simulate", "scat", "--players", "2", "--policy", "knock 29+", "--deals", "140000")
    whole, *parts = (tmp_path / f"{name}.json" for name in ("whole", "one", "two"))
    assert run(*words, "-o", str(whole)).exit_code == 0
    for shard, part in zip(("1/2", "2/2"), parts, strict=True):
        assert "no match" in run(*words, "--shard", shard, "-o", str(part)).output
    both = tmp_path / "both.json"
    assert "A match, solved" in run("merge", *map(str, parts), "-o", str(both)).output
    assert both.read_bytes() == whole.read_bytes()
    assert run("merge", str(parts[0]), str(whole)).exit_code == 2
    first = both.read_bytes()
    assert run(*words, "-o", str(both)).exit_code == 0
    assert both.read_bytes() == first
    both.write_bytes(first.replace(b'"played": 140000', b'"played": 140001'))
    assert run(*words, "-o", str(both)).exit_code == 3


def test_play_survives_the_end_of_input_and_nonsense() -> None:
    left = run("play", "scat", "--players", "3", "--seat", "2", "--seed", "3", keys="x\np\n")
    assert left.exit_code == 0
    assert "you leave the table" in left.output
    whole = run("play", "scat", "--players", "3", "--seat", "2", "--seed", "3", keys="1\n")
    assert "the deal ends: showdown, seat 2 knocked" in whole.output
    assert "after 1 deal" in whole.output


def test_play_shows_the_odds_on_request() -> None:
    told = run("play", "scat", "--players", "2", "--seed", "3", keys="o\nq\n")
    assert "gain a deal" in told.output
    assert told.exit_code == 0


@pytest.mark.parametrize("game", NAMED)
def test_every_game_can_be_played_in_the_terminal(game: str) -> None:
    done = run("play", game, "--players", "3", "--seed", "3", keys="1\n" * 400)
    assert done.exit_code == 0, done.output
    assert "the deal ends" in done.output


def test_policies_name_every_line_that_says_nothing() -> None:
    with pytest.raises(RulesError) as caught:
        read("knock 25+ on turn 2\nknok 21+\ntake the pile sometimes\nknock 99+", HomeRules())
    assert [fault.line for fault in caught.value.faults] == [2, 3, 4]


def test_the_first_rule_that_fits_counts() -> None:
    text = (
        "knock 19+ with three suited on turn 1\nnever knock on two cards\n"
        "knock 21+ as dealer with 3+ players; knock 25+ later"
    )
    policy = read(text, HomeRules())
    eldest, dealer = (policy.table(Situation(4, seat)) for seat in (1, 4))
    assert (eldest[1][1][38], eldest[1][1][37], eldest[1][0][60]) == (True, False, False)
    assert (eldest[2][1][49], eldest[2][1][50], dealer[2][1][42], dealer[2][1][41]) == (False, True, True, False)
    assert read(text, HomeRules()).table(Situation(2, 2))[2][1][42] is False


def test_lives_and_lists_of_scores_are_conditions() -> None:
    policy = read("knock 19-21, 25+ with 1 life left; knock 23+", HomeRules())
    last, first = (policy.table(Situation(4, 1, lives))[3][1] for lives in (1, 3))
    assert ([last[score] for score in (38, 44, 46, 50)], first[38]) == ([True, False, True, True], False)


def test_shipped_policies_are_read_for_every_number_of_players() -> None:
    for name in shipped_policies():
        rules = load(name).rules
        policy = shipped_for(name, rules)
        for players in range(rules.fewest, rules.most + 1):
            assert any(any(row) for rows in policy.table(Situation(players, 1))[1:] for row in rows), (
                name,
                players,
            )
