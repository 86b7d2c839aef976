"""Claims about a layout: what holds, what does not, and the slip behind it."""

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.games.classic_31 import GAME
from casino31.outcomes import net
from casino31.paytable_design.claims import judge
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
    ],
)
def test_what_holds(claim: str) -> None:
    verdict = judge(GAME, layout("B"), claim)
    assert verdict.holds
    assert verdict.slip == ""


@pytest.mark.parametrize(
    ("claim", "exact", "slip"),
    [
        ("main.house_edge = 3.81%", "3.8039% (10298/270725)", ""),
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
    verdict = judge(GAME, layout("B"), claim)
    assert not verdict.holds
    assert verdict.exact == exact
    assert verdict.slip == slip


def test_an_edge_from_pays_read_in_the_wrong_unit_is_found_out() -> None:
    """The edge of the bonus when every pay counts the stake, computed from the counts alone."""
    rules = layout("B")
    outcomes = GAME.analyse(rules).outcomes.of("natural 31")
    less = outcomes.expect(lambda row: net(row) - (net(row) > 0))
    verdict = judge(GAME, rules, f"natural 31.house_edge = {-less}")
    assert verdict.slip == "so it would be if the pays of natural 31 were for 1"


@settings(max_examples=20)
@given(st.integers(0, 6), st.fractions(-1, 1))
def test_a_rounded_figure_holds_and_one_off_by_more_does_not(digits: int, off: Fraction) -> None:
    exact = Fraction(1029800, 270725)
    shown = round(exact + off, digits)
    holds = abs(shown - exact) <= Fraction(1, 2 * 10**digits)
    assert judge(GAME, layout("B"), f"main.house_edge = {float(shown):.{digits}f}%").holds == holds


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
        judge(GAME, layout("B"), claim)
    assert says in run("check", "31-classic-b", "--claim", claim, code=2).stderr


def test_a_row_that_never_happens() -> None:
    assert judge(GAME, layout("B", trips="none"), "play.trips = 5 to 1").exact == "it never happens"


def test_check_tells_claims() -> None:
    run("check", "31-classic-b", "--claim", "main.house_edge=3.80%")
    claims = ("--claim", "natural 31.trips=425 to 1", "--claim", "natural 31.house_edge=34.32%")
    done = run("check", "31-classic-b", *claims, code=1)
    assert "natural 31.trips=425 to 1 is wrong: exactly 424 to 1; right as odds for 1: 425 for 1" in done.stdout
    assert "so it would be if the pays of natural 31 were for 1" in done.stdout
    answer = json.loads(run("check", "31-classic-b", *claims, "--json", code=1).stdout)
    assert [each["holds"] for each in answer["claims"]] == [False, False]
