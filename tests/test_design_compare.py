"""Layouts side by side, the variation report, and the verbs of pay-table design as a user meets them."""

import io
import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from casino31.answers import UNITS
from casino31.cards import suit_classes
from casino31.games.classic_31 import GAME
from casino31.pages.variation import comparison_deliverable, comparison_object, comparison_report
from casino31.paytable_design.compare import Comparison, changed_hands, compare
from casino31.render.files import ENDINGS, rendered
from casino31.render.text import text
from tests.layouts import layout
from tests.test_cli import run


def side_by_side(*letters: str) -> Comparison:
    return compare([(GAME, layout(letter), letter) for letter in letters])


def test_rows_that_differ() -> None:
    found = side_by_side("B", "D", "C")
    assert [(row, [str(pay) for pay in pays]) for row, pays in found.differences] == [
        ("play.29-30", ["4", "5", "4"]),
        ("play.trips", ["4", "5", "5"]),
        ("play.31", ["10", "10", "20"]),
        ("play.mini royal", ["25", "20", "50"]),
    ]
    assert side_by_side("B", "B").differences == ()


def test_rows_cut_differently_are_taken_apart(tmp_path: Path) -> None:
    text = Path("paytables/31-classic-b.toml").read_text(encoding="utf-8")
    cut = tmp_path / "cut.toml"
    cut.write_text(text.replace('"22-25" = 2  ', '"22-24" = 2\n"25" = 3'), encoding="utf-8")
    answer = json.loads(run("paytable", "compare", "31-classic-b", str(cut), "--json").stdout)
    assert [(each["row"], [pay["exact"] for pay in each["pays"]]) for each in answer["differences"]] == [
        ("play.25", ["2", "3"])
    ]


def test_hands_played_anew_are_those_of_the_strategies() -> None:
    one, other = (GAME.analyse(layout(letter)) for letter in ("B", "E"))
    changed: Any = changed_hands
    found = changed(GAME, one, other)
    by_hand = sum(
        each.members
        for each in suit_classes(3)
        if one.strategy.actions[each.pattern] != other.strategy.actions[each.pattern]
    )
    assert found.hands == by_hand > 0
    assert sum(each.members for each in found.classes) == by_hand
    payoffs = GAME.payoffs(layout("B"), ("main",))
    assert UNITS in {name for end in payoffs.ends for form in end for name in form}


def test_a_change_of_sides_is_shouted() -> None:
    found = side_by_side("B", "C")
    assert found.sign_changes == ("main",)
    told = " ".join(text(comparison_report(found, whole=False)).split())
    assert "*** THE EDGE ON MAIN CHANGES SIDES: B 3.8039 % for the house, C" in told
    assert "for the player ***" in told
    assert side_by_side("B", "D").sign_changes == ()
    assert "***" not in text(comparison_report(side_by_side("B", "D")))


def test_moves_are_exact() -> None:
    found = side_by_side("B", "D")
    assert found.moved("main") == (Fraction(461, 20825) - Fraction(10298, 270725),)
    assert list(found.moved("natural 31")) == [0]
    assert found.largest_move == -found.moved("main")[0]


def test_other_readings_and_bets_are_said_aloud() -> None:
    found = compare([(GAME, layout("B"), "B"), (GAME, layout("B", bets=("main",), trips="last"), "last")])
    assert any("trips = best" in note for note in found.notes)
    assert any("does not offer the bet natural 31" in note for note in found.notes)
    assert found.bets == ("main",)
    units = compare([(GAME, layout("B"), "B"), (GAME, layout("B", odds="for one"), "B1")])
    assert any("to one" in note for note in units.notes)
    assert units.differences == ()


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(ValueError, match="at least two"):
        side_by_side("B")
    main = layout("B", bets=("main",))
    with pytest.raises(ValueError, match="no bet is common"):
        compare([(GAME, main, "main"), (GAME, layout("natural-31"), "bonus")])


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_report_is_the_same_on_any_day(ending: str) -> None:
    found = side_by_side("B", "D")
    made = [rendered(comparison_deliverable(found, "2026-11-29"), ending) for _ in range(2)]
    assert made[0] == made[1]


def _edges(found: Comparison) -> list[Fraction]:
    return [each.figures["main"].house_edge for each in found.layouts]


def test_the_workbook_shows_what_the_object_says() -> None:
    found = compare([(GAME, replace(layout("B"), title="=1+1"), "=B"), (GAME, layout("C"), "C")])
    answer = comparison_object(found)
    book = openpyxl.load_workbook(io.BytesIO(rendered(comparison_deliverable(found), ".xlsx")))
    assert book.sheetnames == ["Variation", "Figures", "Hands"]
    sheet: Any = book["Figures"]
    rows: list[Any] = list(sheet.iter_rows())
    place = next(at for at, row in enumerate(rows) if row[0].value == "house edge")
    edge, exact = rows[place], rows[place + 1]
    assert edge[1].value == float(f"{answer['tables'][0]['house_edge']['value']:.16g}")
    assert edge[3].value == f"=C{edge[3].row}-B{edge[3].row}"
    made = rendered(comparison_deliverable(found), ".xlsx")
    stored: Any = openpyxl.load_workbook(io.BytesIO(made), data_only=True)
    assert stored["Figures"][edge[3].coordinate].value == float(found.moved("main")[0])
    assert [cell.value for cell in exact[1:4]] == [*map(str, _edges(found)), str(found.moved("main")[0])]
    hands: list[Any] = [row[1].value for row in book["Hands"].iter_rows() if isinstance(row[1].value, int)]
    assert sum(hands) == answer["decisions_changed"]
    texts = [cell for row in book["Variation"].iter_rows() for cell in row if cell.value in ("=1+1", "=B")]
    assert len(texts) >= 2
    assert all(cell.data_type == "s" for cell in texts)
    assert any("CHANGES SIDES" in str(row[0].value) for row in book["Variation"].iter_rows())


def test_compare_as_a_user(tmp_path: Path) -> None:
    out = tmp_path / "variation.txt"
    done = run("paytable", "compare", "31-classic-b", "31-classic-d", "--tolerance", "0.1%", "-o", str(out), code=1)
    assert "more than 0.1%" in done.stderr
    assert "-1.5902 %" in done.stdout
    assert str(Fraction(461, 20825) - Fraction(10298, 270725)) in out.read_text()
    run("paytable", "compare", "31-classic-b", "31-classic-d", "--tolerance", "2%")
    answer = json.loads(run("paytable", "compare", "31-classic-b", "31-classic-d", "--json").stdout)
    assert answer["schema"] == "casino31.comparison/1"
    assert answer["decisions_changed"] == 12
    assert answer["sign_change"] is False
    assert [each["name"] for each in answer["tables"]] == ["31-classic-b", "31-classic-d"]
    assert answer["tables"][1]["house_edge"] == {"exact": "461/20825", "value": 461 / 20825}


@pytest.mark.slow
def test_solve_as_a_user() -> None:
    answer = json.loads(
        run("paytable", "solve", "31-classic-b", "--row", "play.mini royal", "--edge", "3%", "--json").stdout
    )
    assert answer["schema"] == "casino31.solve/1"
    assert (answer["pay"]["exact"], answer["house_edge"]["exact"]) == ("28305/784", "3/100")
    assert (answer["row"], answer["target"]["exact"], answer["feasible"]) == ("play.mini royal", "3/100", True)
    assert {each["pay"]["exact"] for each in answer["nearest"]} == {"36", "181/5", "73/2", "37"}
    none = json.loads(
        run("paytable", "solve", "31-classic-b", "--row", "play.31", "--edge", "0.5", "--json", code=1).stdout
    )
    assert (none["feasible"], none["pay"], none["nearest"]) == (False, None, [])
    assert Fraction(none["reachable"][1]["exact"]) < Fraction(1, 2)
    one = ("paytable", "solve", "31-classic-b", "--row", "play.31")
    assert "Infeasible" in run(*one, "--edge", "50%", code=1).stdout
    text = run("paytable", "solve", "31-classic-b", "--row", "play.31", "--edge", "3%", "--step", "1/4").stdout
    assert "49 to 4" in text
    two = ("--row", "play.31", "--row", "play.trips", "--edge", "3%")
    line = json.loads(run("paytable", "solve", "31-classic-b", *two, "--json").stdout)
    assert line["line"][0]["play.31"]["exact"] == "0"
    assert "46625/3792" in run("paytable", "solve", "31-classic-b", *two).stdout
    assert "Infeasible" in run("paytable", "solve", "31-classic-b", *two, "--pays", "0:1", code=1).stdout


def test_an_edge_of_300_per_cent_is_asked_about() -> None:
    one = ("paytable", "solve", "pair-plus", "--row", "pair plus.flush", "--edge")
    asked = run(*one, "3", code=1)
    assert "Infeasible" in asked.stdout
    assert "did you mean 3%?" in asked.stderr
    assert "did you mean" not in run(*one, "3%").stderr


@pytest.mark.slow
def test_sensitivity_as_a_user() -> None:
    answer = json.loads(
        run("paytable", "sensitivity", "31-classic-b", "--readings", "--symbol", "play.31", "--json").stdout
    )
    row = answer["rows"]["play.31"]
    assert row["derivative"]["exact"] == "-948/270725"
    assert Fraction(row["interval"][0]["exact"]) <= 0
    assert Fraction(row["interval"][1]["exact"]) >= 24
    assert answer["rows"]["natural 31.trips"]["derivative"]["exact"] == "-1/425"
    assert answer["readings"]["push17"]["house_edge"]["exact"] == "11003/270725"
    assert {"element_of_risk", "variance"} <= answer["readings"]["push17"].keys()
    assert answer["closed_form"]["symbols"] == {"p_1": "play.31"}
    text = run("paytable", "sensitivity", "31-classic-b", "--symbol", "play.31", "--latex").stdout
    assert r"\begin{aligned}" in text
    assert "trips = push17" in run("paytable", "sensitivity", "31-classic-b", "--readings").stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("solve", "31-classic-b", "--row", "play.32", "--edge", "3%"), "did you mean 'play.31'"),
        (("solve", "31-classic-b", "--row", "play.31", "--edge", "nan"), "not a number"),
        (("solve", "31-classic-b", "--row", "play.31", "--edge", "1e999999999"), "not a number"),
        (("solve", "31-classic-b", "--row", "play.31", "--edge", "3%", "--step", "0"), "above 0"),
        (("solve", "31-classic-b", "--row", "play.31", "--edge", "3%", "--pays", "5:5"), "empty"),
        (("solve", "31-classic-b", "--row", "play.31", "--edge", "3%", "--pays=-2:5"), "leaves what a file"),
        (("solve", "31-classic-b", "--row", "play.31", "--edge", "3%", "--pays", "5"), "not a range"),
        (("solve", "31-classic-b", *("--row", "play.31") * 3, "--edge", "3%"), "one row, or two"),
        (("solve", "31-classic-b", *("--row", "play.31") * 2, "--edge", "3%"), "two different rows"),
        (("solve", "31-classic-b", "--row", "play.31", "--edge", "3%", "--bet", "insurance"), "no bet"),
        (("sensitivity", "31-classic-b", "--latex"), "--symbol"),
        (("sensitivity", "31-classic-b", "--symbol", "play.33"), "no row"),
        (("compare", "31-classic-b"), "at least two"),
        (("compare", "31-classic-b", "31-classic-d", "--tolerance", "much"), "not a number"),
        (("compare", "31-classic-b", "31-classic-d", "--tolerance=-1%"), "below 0"),
        (("compare", "31-classic-b", "31-classic-d", "-o", "report.doc"), "written as"),
        (("compare", "31-classic-b", "31-classic-d", "--date", "tomorrow"), "not a date"),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], says: str) -> None:
    assert says in run("paytable", *arguments, code=2).stderr


def test_a_missing_file_is_faulty_input() -> None:
    assert "no such file" in run("paytable", "compare", "31-classic-b", "31-classic-x", code=3).stderr
