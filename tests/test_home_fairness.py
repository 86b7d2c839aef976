"""Fairness sheets: against independent figures, by two routes, and as documents."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from casino31.decimals import percent
from casino31.home.against import against, float_gains, gained, lone_gain
from casino31.home.best import best, improved, policy_lines
from casino31.home.chain import solve
from casino31.home.claims import often_wins, survives
from casino31.home.engine import play_block
from casino31.home.fairness import Fairness, fairness, study
from casino31.home.forks import fork_block
from casino31.home.matches import play_matches
from casino31.home.player import Player, play
from casino31.home.policy import Situation
from casino31.home.policy_text import read, shipped_for
from casino31.home.reader import load, shipped
from casino31.home.readings import changes, differences
from casino31.home.round import deal, returns
from casino31.home.setup import setup, shuffled_packs
from casino31.home.tally import CountPlaces, begin
from casino31.pages.home.fairness import fairness_deliverable
from casino31.render.text import text
from casino31.simulation import BLOCK

FACTS = json.loads(Path(__file__).with_name("home_facts.json").read_text(encoding="utf-8"))["rows"]
SEATS = {fact["id"]: fact for fact in FACTS if fact["id"].startswith("E")}
SCAT = load("scat", ("trips=30.5",))
Z99 = 2.5758293035489004


def sheet(players: int, knock: int, deals: int, *settings: str) -> Fairness:
    game = load("scat", ("trips=30.5", *settings))
    return fairness(study(game, players, read(f"knock {knock}+", game.rules), deals))


def near(found: float, half: float, fact: float, error: float) -> bool:
    """Within four joint standard errors."""
    return abs(found - fact) < 4 * sqrt((half / Z99) ** 2 + error**2)


def seats_agree(fact: dict[str, Any], deals: int) -> None:
    players, knock = map(int, fact["id"][1:].split("-"))
    made = study(SCAT, players, read(f"knock {knock}+", SCAT.rules), deals).play()
    value = fact["value"]
    for seat, (lost, error) in enumerate(zip(value["losses"], value["se"], strict=True)):
        found = made.lost(seat)
        assert near(found.value, found.half, lost, error), (fact["id"], seat)
    many = int(fact["how"].split()[1])
    turns, blitz = made.turns(), made.ends("blitz")
    assert near(turns.value, turns.half, value["turns"], turns.half / Z99 * sqrt(deals / many))
    assert near(blitz.value, blitz.half, value["blitz"], sqrt(blitz.value / many))


@pytest.mark.parametrize("name", ["E2-21", "E4-25"])
def test_seats_agree_with_an_independent_program(name: str) -> None:
    seats_agree(SEATS[name], 60_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SEATS))
def test_all_seats_agree_with_an_independent_program(name: str) -> None:
    seats_agree(SEATS[name], 400_000)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_a_match_agrees_with_an_independent_chain(players: int) -> None:
    value = next(fact["value"] for fact in FACTS if fact["id"] == f"MC{players}")
    match = sheet(players, 25, 60_000 if players == 2 else 400_000, "all_out=share").match
    assert match is not None
    for found, fact in zip(match.win, value["win"], strict=True):
        assert near(found.value, found.half, fact, value["se about"])
    assert near(match.deals.value, match.deals.half, value["deals"], value["se deals about"])


@pytest.mark.parametrize("name", ["M3-78", pytest.param("M4-79", marks=pytest.mark.slow)])
def test_a_match_agrees_with_independent_matches(name: str) -> None:
    """Of players who knock from 25. M4-80 states no policy: its 12.8 deals are near those of knocks from 28."""
    value = next(fact["value"] for fact in FACTS if fact["id"] == name)
    match = sheet(int(name[1]), 25, 60_000 if name == "M3-78" else 200_000).match
    assert match is not None
    for win, stated in zip(match.win, value["win(se)"], strict=True):
        share, error = map(float, stated.rstrip(")").split("("))
        assert near(win.value, win.half, share, error)
    assert near(match.deals.value, match.deals.half, *value["hands"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "settings", "players"),
    [
        ("scat", ("all_out=high card",), 2),
        ("west-lansing", (), 3),
        ("first-to-five", (), 3),
        ("scat", ("lives=1",), 4),
    ],
)
def test_the_chain_agrees_with_simulated_matches(game: str, settings: tuple[str, ...], players: int) -> None:
    found = load(game, settings)
    policy = read("knock 25+", found.rules)
    solved = fairness(study(found, players, policy, 60_000)).match
    played = play_matches(found.rules, policy, players, 4_000, 77)
    assert solved is not None
    for one, other in zip((*solved.win, solved.deals), (*played.win, played.deals), strict=True):
        assert near(one.value, one.half, other.value, other.half / Z99)
    if found.rules.settle == "lowest pays":
        assert near(solved.outlasts[0][1].value, 0, played.outlasts[0][1].value, 0.5 / sqrt(4_000))


def test_wins_add_up_and_who_outlasts_whom_is_one_or_the_other() -> None:
    match = sheet(3, 25, 5_000).match
    assert match is not None
    assert abs(sum(win.value for win in match.win) - 1) < 1e-12
    for i in range(3):
        for j in range(i):
            assert abs(match.outlasts[i][j].value + match.outlasts[j][i].value - 1) < 1e-12


@pytest.mark.slow
def test_a_match_of_seven_is_simulated_and_says_so() -> None:
    """The chain, which would take minutes, stops at six; three players through both routes are compared above."""
    made = fairness(study(SCAT, 7, read("knock 25+", SCAT.rules), 5_000))
    assert made.match is not None
    assert {win.method for win in made.match.win} == {"simulated"}
    assert abs(sum(win.value for win in made.match.win) - 1) < 1e-9
    report = fairness_deliverable(replace(made, changed=changes(made, 1_000)))
    told = report.record
    assert all(
        each["match"] is None or each["match"]["deals"]["method"] == "simulated" for each in told["readings"]
    )
    assert "4,000 simulated matches" in text(report.brief)


def test_the_interval_of_a_match_is_that_of_repeated_simulations() -> None:
    """Sixty laws of 2,000 deals: the spread of the solutions is what one of them says of itself."""
    rules, policy = SCAT.rules, read("knock 25+", SCAT.rules)
    made = setup(rules, [policy] * 2)
    plan, values, halves = CountPlaces(rules, 2), [], []
    whole = play_block(made, 31, 0, BLOCK)
    codes = plan.outcomes(whole)
    for part in range(30):
        law = np.bincount(codes[2_000 * part : 2_000 * part + 2_000], minlength=plan.joint)
        match = solve(rules, {2: tuple(law.tolist())}, 2)
        values.append((match.win[0].value, match.deals.value))
        halves.append((match.win[0].half / Z99, match.deals.half / Z99))
    spread, told = np.std(values, axis=0, ddof=1), np.mean(halves, axis=0)
    assert (abs(spread / told - 1) < 4 / sqrt(2 * 29)).all()


def test_alike_players_lose_the_same_in_every_seat_over_a_round_of_deals() -> None:
    """No-Elimination is one deal for each as dealer: what a player gets is the mean over the seats."""
    assert "none has an advantage" in fairness(study(load("no-elimination"), 3, deals=500)).no_match


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in shipped() for players in range(load(game).rules.fewest, 5)],
)
def test_alike_players_gain_the_same_over_all_seats(game: str, players: int) -> None:
    """Players move on by a seat after each deal: the seats differ, what they have gained in the end does not."""
    house, rounds = load(game), 10_000
    table = setup(house.rules, [shipped_for(house.name, house.rules)] * players)
    by_seat = np.array(gained(table, float_gains(house.rules, players), 31, 0, rounds * players))
    seats = (np.arange(players) + np.arange(rounds * players)[:, None]) % players
    by_player = np.take_along_axis(by_seat, seats, axis=1).reshape(rounds, players, players).sum(axis=1)
    for player in range(1, players):
        apart = by_player[:, player] - by_player[:, 0]
        assert abs(apart.mean()) < 4 * apart.std(ddof=1) / sqrt(rounds), player


def test_tallies_are_the_referees_own_returns() -> None:
    for name in ("banking", "schnautz", "no-elimination", "first-to-five", "schwimmen"):
        game = load(name)
        rules, policy = game.rules, read("knock 23+", game.rules)
        made = setup(rules, [policy] * 3)
        packs, words = shuffled_packs(made, 5, 0, 40)
        seats = [Player(rules, policy, Situation(3, seat + 1)) for seat in range(3)]
        want = [[*returns(play(deal(rules, 3, packs[row].tolist(), int(words[row])), seats))] for row in range(40)]
        assert gained(made, float_gains(rules, 3), 5, 0, 40).tolist() == [
            [float(each) for each in row] for row in want
        ]


def test_shards_come_to_the_same_counts() -> None:
    what = study(load("dutch"), 2, read("knock 25+", SCAT.rules), deals=BLOCK + 2_000)
    whole = what.play()
    first = list(what.advance(what.begin(), range(1)))[-1]
    rest = list(what.advance(first, range(1, 2)))[-1]
    assert rest.tally == whole.tally


def test_a_lone_player_and_the_diagonal() -> None:
    policies = [read(text, SCAT.rules) for text in ("knock 21+", "knock 25+", "never knock")]
    found = against(SCAT, policies, 4, deals=5_000)
    assert [found.matrix[i][i].value for i in range(3)] == [0, 0, 0]
    assert found.matrix[1][0].low > 0 > found.matrix[0][1].high


def test_forks_play_both_ways_on_the_same_cards() -> None:
    """What a decision gains is the difference of two whole deals: with a knock there, and without."""
    rules = load("scat").rules
    policy = read("knock 25+", rules)
    made = setup(rules, [policy] * 2)
    gains = float_gains(rules, 2)
    forks = fork_block(made, gains, 31, 0, 300)
    first = forks.turn == 1
    eldest = first & (forks.seat == 0)
    knocks = setup(rules, [read("knock always on turn 1", rules), policy])
    waits = setup(rules, [read("never knock on turn 1; knock 25+", rules), policy])
    with_, without = (gained(each, gains, 31, 0, 300)[:, 0] for each in (knocks, waits))
    dealt = setup(rules, [policy] * 2)
    under_way = play_block(dealt, 31, 0, 300).turns > 0  # no blitz was dealt
    assert forks.gain[eldest].tolist() == (with_ - without)[under_way].tolist()


@pytest.mark.parametrize("game", ["scat", "stop-the-bus"])
def test_forks_of_the_compiled_loop_are_those_of_numpy(game: str) -> None:
    house = load(game)
    table, gains = setup(house.rules, [shipped_for(game, house.rules)] * 3), float_gains(house.rules, 3)
    by_loop = fork_block(table, gains, 31, 0, 200)
    with patch("casino31.home.forks.compiled", lambda _: None):
        by_numpy = fork_block(table, gains, 31, 0, 200)
    assert len(by_loop.gain) > 200
    one, other = (
        sorted(zip(*map(np.ndarray.tolist, vars(forks).values()), strict=True)) for forks in (by_loop, by_numpy)
    )
    assert one == other


def test_policy_iteration_leaves_little_gain() -> None:
    found = best(SCAT, 3, deals=8_000, rounds=3)
    start = read("knock 31", SCAT.rules)
    assert lone_gain(SCAT.rules, found.policy, start, 3, 8_000, 5).low > 0
    assert found.left.value < 0.03
    assert read(found.policy.text, SCAT.rules).table(Situation(3, 1)) == found.policy.table(Situation(3, 1))
    assert policy_lines(found.thresholds, SCAT.rules) == found.policy.text
    assert improved(SCAT.rules, found.policy, found.thresholds, 3, 500, 1)


def test_a_reading_is_tried_on_the_same_cards() -> None:
    what = study(SCAT, 2, read("knock 25+", SCAT.rules), 3_000)
    kinder = SCAT.rules.set(["knocker_penalty=1"])
    same, milder = differences(what, [SCAT.rules, kinder], 2_000)
    assert [change.value for change in same] == [0, 0]
    assert all(change.high < 0 for change in milder)


@pytest.mark.slow
def test_what_each_disputed_rule_changes() -> None:
    found = changes(sheet(2, 25, 3_000), 2_000)
    deals = [each for each in found if each.match is None]
    assert [each.size for each in deals] == sorted((each.size for each in deals), reverse=True)
    assert {"knocker_tie", "trips", "deck", "stock_out"} <= {each.rule for each in deals}
    lives = {each.other: each.match for each in found if each.rule == "lives"}
    assert lives["3"] is not None
    assert lives["5"] is not None
    assert lives["3"].deals.value < lives["5"].deals.value


def test_25_or_26_often_wins_in_schnautz_for_three_players_and_not_for_eight() -> None:
    found = {trial.what.split()[0]: trial.holds for trial in often_wins(6_000, 31).trials}
    assert found["3"] is True
    assert found["8"] is False


@pytest.mark.slow
def test_an_18_survives_less_often_than_published() -> None:
    """By the row K2-17 and its neighbours: 55.0 % strictly, 61.1 % with ties saved, of 66 % published."""
    strictly, saved = survives(18, "66").trials
    assert (strictly.holds, saved.holds) == (False, False)
    assert [percent(trial.found, 1) for trial in (strictly, saved) if isinstance(trial.found, Fraction)] == [
        "55.0 %",
        "61.1 %",
    ]
    assert [trial.holds for trial in survives(18, "61.1").trials] == [False, True]
    assert [trial.holds for trial in survives(18, "61.2").trials] == [False, False]


@pytest.mark.slow
def test_simulated_knocks_survive_as_often_as_the_exact_law_says() -> None:
    """The second route: the same knock dealt, with all hands a knocker may hold."""
    rules = SCAT.rules
    reply = "take the pile if it raises my points; keep the most points"
    last = "last turn: take the pile if it raises my points; last turn: most points; never knock"
    made = setup(rules, [read("knock 18 on turn 1", rules), read(f"{reply}; {last}", rules)])
    results = play_block(made, 31, 0, BLOCK)
    knocked = (results.knocker == 0) & (results.turns <= 2)
    first, second = (made.worth.order[results.hands[knocked, seat]] for seat in (0, 1))
    for trial, share in zip(survives(18, "66").trials, (first > second, first >= second), strict=True):
        assert isinstance(trial.found, Fraction)
        rate = float(trial.found)
        assert abs(share.mean() - rate) < 4 * sqrt(rate * (1 - rate) / knocked.sum())


def test_every_row_of_the_facts_is_compared() -> None:
    compared = {*SEATS, "MC2", "MC4", "M3-78", "M4-79"}
    states_no_policy = {"M4-80"}
    assert {fact["id"] for fact in FACTS} == compared | states_no_policy


def test_the_object_of_a_sheet_keeps_its_contract() -> None:
    found = fairness_deliverable(sheet(3, 25, 1_000)).record
    assert found["schema"] == "casino31.home.fairness/1"
    assert [each["seat"] for each in found["seats"]] == [1, 2, 3]
    for each in (found["seats"][0]["lost"], found["seats"][0]["knocks"], found["turns"], found["blitz"]):
        assert set(each) == {"value", "low", "high", "level", "method"}
        assert each["low"] <= each["value"] <= each["high"]
        assert each["method"] == "simulated"
    assert len(found["match"]["win"]) == 3
    assert found["match"]["deals"]["method"] == "solved"
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize("game", shipped())
def test_every_game_has_a_sheet(game: str) -> None:
    rules = load(game).rules
    found = fairness(study(load(game), 3, deals=200))
    assert f"{rules.title}: fairness sheet for 3 players" in text(fairness_deliverable(found).brief)
    assert (found.match is None) == (rules.settle in ("best takes the pot", "classes"))


def test_the_cap_is_reported() -> None:
    game = load("schnautz", ("cap=5",))
    found = fairness(study(game, 3, read("never knock", game.rules), deals=300))
    assert found.ends["cap"].value > 0.5
    assert "ends by cap" in text(fairness_deliverable(found).brief)


def test_a_count_of_no_deal() -> None:
    made = setup(SCAT.rules, [read("knock 25+", SCAT.rules)] * 2)
    assert begin(made, (), 10).deals == 0
