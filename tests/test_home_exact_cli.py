"""The verbs of the exact laws: what they print, what their JSON states, and what they refuse."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from casino31.cli import cli


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["home", *arguments])


def stated(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.output)
    return found


def test_deal_states_its_law() -> None:
    found = stated("deal", "scat", "--set", "trips=30.5", "--set", "deck=32")
    assert found["schema"] == "casino31.home.deal/1"
    assert (found["rules"]["trips"], found["rules"]["deck"]) == ("30.5", "32")
    assert found["hands"] == 4960
    assert found["points"]["31"]["exact"] == "3/620"
    assert found["points"]["30.5"]["exact"] == "1/155" == found["three_of_a_kind"]["exact"]
    assert found["after_one_draw"]["mean"]["exact"] == "177579/8990"
    assert found["after_one_draw"]["points"]["31"]["exact"] == "83/4495"
    assert set(found["mean"]) == set(found["variance"]) == {"exact", "value"}
    text = run("deal", "scat", "--set", "deck=32").output
    assert "15.667742  4857/310" in text


def test_draws_state_best_play_and_bounds() -> None:
    found = stated("draws", "dutch", "--draws", "1", "--upto", "5")
    assert found["within"]["1"]["exact"] == "83/4495"
    assert list(found["expected_points"]) == ["0", "1"]
    assert found["bounds"]["5"]["at_most"]["exact"] == "36227/175305"
    assert found["draws_to_31"]["at_least"]["exact"] == "55891/6188"
    assert (
        "no play needs fewer than            9.032159  55891/6188" in run("draws", "dutch", "--draws", "1").output
    )


def test_knock_states_rows_and_the_opponent() -> None:
    found = stated(
        "knock", "dutch", "--first", "--opponent", "take the pile never; last turn: keep the most points"
    )
    assert found["opponent"] == "draws from the stock, keeps the most points"
    assert found["deals"] == 11_780_496_000
    assert {"points", "above", "tie", "below"} <= set(found["rows"][0])
    for row in found["rows"]:
        assert row["above"]["value"] + row["tie"]["value"] + row["below"]["value"] == pytest.approx(1, abs=1e-15)


def test_announce_states_rows() -> None:
    rows = {row["points"]: row for row in stated("announce", "schnautz")["rows"]}
    assert rows["25"]["above"]["exact"] == "90473/92120"
    assert rows["25"]["tie"]["exact"] == "341/92120"
    assert "of ties won" in run("announce", "schnautz").output


def test_solve_small_states_an_interval_and_says_what_it_is() -> None:
    found = stated("solve-small", "--ranks", "3", "--iterations", "30")
    assert found["value"]["at_least"]["value"] <= 0 <= found["value"]["at_most"]["value"]
    assert found["exploitability"]["value"] >= 0
    assert "whose value is known" in run("solve-small", "--ranks", "3", "--iterations", "5").output


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("knock", "schnautz"), 2, "Schnautz has no stock to draw from"),
        (("knock", "dutch", "--players", "3"), 2, "exactly for 2 players, not for 3"),
        (("draws", "stop-the-bus"), 2, "has no stock to draw from"),
        (("deal", "scat", "--set", "trip=30.5"), 2, "did you mean 'trips'?"),
        (("deal", "scat", "--set", "decks=2"), 2, "one pack"),
        (("deal", "scta"), 3, "did you mean 'scat'?"),
        (("knock", "dutch", "--opponent", "take the pile sometimes"), 3, "error[policy]"),
        (("draws", "dutch", "--upto", "30"), 2, "the stock has 29 cards"),
        (("solve-small", "--ranks", "9"), 2, "a toy pack has"),
    ],
)
def test_what_cannot_be_told_is_one_sentence(arguments: tuple[str, ...], code: int, told: str) -> None:
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert told in result.output
