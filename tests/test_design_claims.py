"""Claims about a layout: what holds, what does not, and the slip behind it."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.banker_answers import BankerAnalysis
from casino31.games.classic_31 import GAME
from casino31.outcomes import net
from casino31.paytable_design.banker_claims import judge_banker_claim
from casino31.paytable_design.claims import judge_claim
from casino31.rulesfile import load
from tests.layouts import layout
from tests.test_cli import run


@pytest.mark.parametrize(
    "claim",
    [
        "main.house_edge = 3.80%",
        "main.house_edge=0.038039",
        "main.house_edge = 10298/270725",
        "main.element_of_risk = 2.3%",
        "natural 31.hit_frequency = 28.2%",
        "natural 31.hit_frequency = 24/85",
        "combined.house_edge = 4.94%",
        "main.standard_deviation = 2.152",
        "natural 31.trips = 424 to 1",
        "natural 31.trips = 425 for 1",
        "natural 31.16-21 = 2.98 to 1",
        "main.largest_win = 26",
        "main.return = 96.20%",
        "main.minimum_return = 96%",
        "main.variance = 4.633",
        "main.volatility_index = 3.540",
    ],
)
def test_what_holds(claim: str) -> None:
    verdict = judge_claim(GAME, layout("B"), claim)
    assert verdict.holds
    assert verdict.slip == ""


@pytest.mark.parametrize(
    ("claim", "exact", "slip"),
    [
        ("main.house_edge = 3.81%", "3.8039% (10298/270725)", ""),
        ("main.minimum_return = 96.5%", "96.1961% (260427/270725)", ""),
        ("main.return = 95%", "96.1961% (260427/270725)", ""),
        ("main.volatility_index = 4.218", "3.540353 (3.540352636463125)", ""),
        ("main.volatility_index = 4.2186", "3.540353 (3.540352636463125)", "that is the volatility index at 95 %"),
        ("main.house_edge = 2.30%", "3.8039% (10298/270725)", "that is the element of risk"),
        ("natural 31.trips = 425 to 1", "424 to 1", "right as odds for 1: 425 for 1"),
        ("natural 31.trips = 424 for 1", "425 for 1", "right as odds to 1: 424 to 1"),
        ("natural 31.trips = 400 to 1", "424 to 1", ""),
        ("natural 31.16-21 = 3.98 to 1", "2.98 to 1", "right as odds for 1: 3.98 for 1"),
        (
            "natural 31.house_edge = 34.32%",
            "6.0814% (336/5525)",
            "so it would be if the pays of natural 31 were for 1",
        ),
        ("natural 31.house_edge = 6.32%", "6.0814% (336/5525)", "so it would be if natural 31.trips paid 29 to 1"),
    ],
)
def test_what_is_wrong_and_why(claim: str, exact: str, slip: str) -> None:
    verdict = judge_claim(GAME, layout("B"), claim)
    assert not verdict.holds
    assert verdict.exact == exact
    assert verdict.slip == slip


def test_an_edge_from_pays_read_in_the_wrong_unit_is_found_out() -> None:
    """The edge of the bonus when every pay counts the stake, computed from the counts alone."""
    rules = layout("B")
    outcomes = GAME.analyse(rules).outcomes.of("natural 31")
    less = outcomes.expect(lambda row: net(row) - (net(row) > 0))
    verdict = judge_claim(GAME, rules, f"natural 31.house_edge = {-less}")
    assert verdict.slip == "so it would be if the pays of natural 31 were for 1"


@pytest.mark.slow
@settings(max_examples=20)
@given(st.integers(0, 6), st.fractions(-1, 1))
def test_a_rounded_figure_holds_and_one_off_by_more_does_not(digits: int, off: Fraction) -> None:
    exact = Fraction(1029800, 270725)
    shown = round(exact + off, digits)
    holds = abs(shown - exact) <= Fraction(1, 2 * 10**digits)
    assert judge_claim(GAME, layout("B"), f"main.house_edge = {float(shown):.{digits}f}%").holds == holds


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("main.house_edge", "write a name"),
        ("main.house_edge = much", "write a name"),
        ("main.house_edge = nan", "write a name"),
        ("main.house_edge = 3.804/100", "write a name"),
        ("main.house_egde = 3%", "did you mean 'main.house_edge'"),
        ("main.house_edge = 3 to 1", "is no odds"),
        ("natural 31.trips = 3%", "true odds"),
    ],
)
def test_what_cannot_be_read(claim: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        judge_claim(GAME, layout("B"), claim)
    assert says in run("check", "31-classic-b", "--claim", claim, code=2).stderr


def test_a_row_that_never_happens() -> None:
    assert judge_claim(GAME, layout("B", trips="none"), "play.trips = 5 to 1").exact == "it never happens"


@pytest.mark.slow
def test_check_tells_claims() -> None:
    run("check", "31-classic-b", "--claim", "main.house_edge=3.80%")
    claims = ("--claim", "natural 31.trips=425 to 1", "--claim", "natural 31.house_edge=34.32%")
    done = run("check", "31-classic-b", *claims, code=1)
    assert "natural 31.trips=425 to 1 is wrong: exactly 424 to 1; right as odds for 1: 425 for 1" in done.stdout
    assert "so it would be if the pays of natural 31 were for 1" in done.stdout
    answer = json.loads(run("check", "31-classic-b", *claims, "--json", code=1).stdout)
    assert [each["holds"] for each in answer["claims"]] == [False, False]


@pytest.mark.slow
def test_check_flags_every_bet_below_a_minimum_return() -> None:
    done = run("check", "31-classic-b", "--minimum-return", "95%", code=1)
    assert "main.minimum_return = 95% holds: exactly 96.1961% (260427/270725)" in done.stdout
    assert "natural 31.minimum_return = 95% is wrong: exactly 93.9186% (5189/5525)" in done.stdout
    run("check", "31-classic-b", "--minimum-return", "75%")
    assert "share above 0 and below 1" in run("check", "31-classic-b", "--minimum-return", "75", code=2).stderr


@pytest.fixture(scope="module")
def greek() -> BankerAnalysis:
    file = load("greek-31-heath-infinite")
    return file.game.sides.analyse(file.rules, file.folder)


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("overall.banker_edge = -3.96%", True),
        ("overall.house_edge = -3.96%", True),
        ("overall.banker_edge = 3.96%", False),
        ("overall.punter_ev = 613710639824171649279199473615/15502932802662396215269535105521", True),
        ("overall.return = 103.96%", True),
        ("overall.minimum_return = 75%", True),
        ("overall.minimum_return = 104%", False),
        ("overall.variance = 0.9984", True),
        ("overall.standard_deviation = 0.9992", True),
        ("overall.volatility_index = 1.6436", True),
        ("overall.volatility_index = 1.6446", False),
        ("overall.hit_frequency = 51.98%", True),
        ("overall.banker bust = 17.63%", True),
        ("A.punter_ev = 0.19", True),
        ("tenure.mean_hands = 6.67", True),
        ("break_even_spread = 0.1038", True),
    ],
)
def test_claims_about_a_layout_with_a_banker(greek: BankerAnalysis, claim: str, holds: bool) -> None:
    assert judge_banker_claim(greek, claim).holds == holds


def test_a_claim_about_a_figure_in_a_range_holds_at_both_ends(greek: BankerAnalysis) -> None:
    edge = greek.overall.banker_edge
    wide = replace(greek.overall, banker_edge=replace(edge, exact=None, error_bound=1e-5))
    assert judge_banker_claim(replace(greek, overall=wide), "overall.banker_edge = -3.96%").holds
    off = judge_banker_claim(replace(greek, overall=wide), "overall.banker_edge = -3.9587%")
    assert not off.holds
    assert off.exact == "-3.95967% to -3.95767%"


def test_what_of_a_banker_cannot_be_read(greek: BankerAnalysis) -> None:
    with pytest.raises(ValueError, match=r"did you mean 'overall\.banker_edge'"):
        judge_banker_claim(greek, "overall.banker_edg = 1%")
    with pytest.raises(ValueError, match="write a name"):
        judge_banker_claim(greek, "overall.banker_edge = 3 to 1")


@pytest.mark.slow
def test_check_tells_claims_about_a_banker() -> None:
    done = run("check", "greek-31-heath-infinite", "--claim", "overall.banker_edge = 3.96%", code=1)
    assert "overall.banker_edge = 3.96% is wrong: exactly -3.95867%" in done.stdout
