"""The front door: ``import casino31`` is light and enough, its results are frozen and show themselves."""

import html
import inspect
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import casino31
from casino31.cli import cli
from casino31.exact import exact
from casino31.faults import NotCapableError, RulesError, SelfCheckError
from casino31.notebook import Shown
from casino31.outcomes import OutcomeDistribution, Result
from casino31.rulesfile import load
from tests import api_page

TABLE = "event,pays (for 1),ways\nmatch,15.3,1\nno match,0,16"


def in_a_fresh_process(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout


def test_the_import_alone_loads_no_library() -> None:
    heavy = {"numpy", "scipy", "sympy", "openpyxl", "click", "matplotlib", "numba", "fractions"}
    code = "import casino31, sys; print(*(name for name in sys.modules if '.' not in name))"
    assert not heavy & set(in_a_fresh_process(code).split())


def test_no_function_imports_click_or_prints() -> None:
    code = (
        "import casino31, sys\n"
        "casino31.par_sheet('31-classic-b'); casino31.compare('31-classic-b', '31-classic-d')\n"
        "casino31.solve_pay('31-classic-b', 'play.31', '3%'); casino31.simulate('natural-31', 1000)\n"
        "assert 'click' not in sys.modules"
    )
    assert in_a_fresh_process(code) == ""


def test_every_name_is_a_function_with_its_errors_and_an_example() -> None:
    assert sorted(casino31.__all__) == list(casino31.__all__)
    assert set(casino31.__all__) <= set(dir(casino31))
    for name in casino31.__all__:
        assert callable(getattr(casino31, name)), name
        words = inspect.getdoc(api_page.function(name)) or ""
        assert words.startswith("Return "), name
        assert "Error" in words, name
        assert ">>> import casino31" in words, name
    with pytest.raises(AttributeError, match="no attribute 'analyze'"):
        casino31.__getattr__("analyze")


@pytest.mark.parametrize("first", ["casino31.paytable_design.grid", "casino31.simulation", "casino31"])
def test_no_module_hides_a_function(first: str) -> None:
    code = (
        f"import {first}\nimport casino31, casino31.simulation, casino31.paytable_design.search\n"
        "print(casino31.simulate('natural-31', 1000).tally.played, casino31.simulation.BLOCK,\n"
        "      casino31.design({'play.31': [10, 12]}, '31-classic-b').feasible)"
    )
    assert in_a_fresh_process(code).split() == ["1000", "65536", "2"]


def test_the_page_of_the_library_says_what_the_code_says() -> None:
    """``python -m tests.api_page`` writes it anew."""
    written = api_page.PAGE.read_text(encoding="utf-8")
    for name in casino31.__all__:
        assert f"\n## {name}\n" in written, name
    assert written == api_page.page()


def test_the_published_figures_by_the_front_door() -> None:
    sheet = casino31.par_sheet("31-classic-b", mix={"main": 1, "natural 31": "1/2"}, confidence=0.95)
    assert sheet.stakes["main"].metrics.house_edge == Fraction(10298, 270725)
    assert sheet.stakes["mix"].metrics.house_edge == (Fraction(10298, 270725) + Fraction(168, 5525)) / Fraction(
        3, 2
    )
    assert sheet.confidence == Fraction(19, 20)
    assert casino31.analyse(load("natural-31")).outcomes.total == 22_100
    assert casino31.analyse("31-classic-b", objective="combined").objective == ("main", "natural 31")
    assert casino31.analyse("31-classic-b", objective="main").objective == ("main",)


def test_two_rows_have_a_line_of_solutions() -> None:
    line = casino31.solve_pay("31-classic-b", ("play.31", "play.mini royal"), "3%", low=5, high=60)
    assert [(str(each.one), str(each.other)) for each in line.corners] == [("6395/1264", "60"), ("62305/3792", "5")]


def test_a_sensitivity_is_found_by_its_row() -> None:
    found = casino31.sensitivity("31-classic-b", symbols=["play.26-28"], readings=True)
    assert found["play.26-28"].derivative == Fraction(-7348, 270725)
    assert found.form is not None
    assert found.form.constant == Fraction(32342, 270725)
    assert found.readings
    with pytest.raises(KeyError):
        found["play.99"]


def test_a_grid_file_and_its_rows_in_code_are_one_search(tmp_path: Path) -> None:
    file = tmp_path / "grid.toml"
    file.write_text('layout = "31-classic-b"\nrows."play.31" = [10, 12, 14]\nlimits.house_edge = [0, "3.5%"]\n')
    by_file = casino31.design(file)
    by_rows = casino31.design({"play.31": [10, 12, 14]}, "31-classic-b", limits={"house_edge": (0, "3.5%")})
    assert by_file.feasible == by_rows.feasible == 2
    assert [table.pays for table in by_file.best] == [table.pays for table in by_rows.best]


def test_shards_come_to_the_whole() -> None:
    whole = casino31.simulate("natural-31", 200_000).tally.counts
    parts = [casino31.simulate("natural-31", 200_000, shard=(part, 3)).tally.counts for part in (1, 2, 3)]
    assert whole == tuple(map(sum, zip(*parts, strict=True)))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: casino31.analyse("31-classic-b", objective="insurance"), "insurance"),
        (lambda: casino31.par_sheet("31-classic-b", mix={"insurance": 1}), "insurance"),
        (lambda: casino31.par_sheet("31-classic-b", mix={"main": "five"}), "'five' is not a number"),
        (lambda: casino31.par_sheet("31-classic-b", confidence="100%"), "above 0 and below 1"),
        (lambda: casino31.compare("31-classic-b"), "at least two"),
        (lambda: casino31.compare("31-classic-b", "pair-plus"), "no comparison"),
        (lambda: casino31.solve_pay("31-classic-b", "play.99", "3%"), "play.99"),
        (lambda: casino31.solve_pay("31-classic-b", "play.31", float("nan")), "nan is not a number"),
        (lambda: casino31.solve_pay("31-classic-b", "play.31", "3%", low=-2), "leaves what a file may hold"),
        (lambda: casino31.design({"play.31": [10]}), "needs a layout"),
        (lambda: casino31.design({"play.31": [10]}, "31-classic-b", best=0), "1 or more"),
        (lambda: casino31.exposure("natural-31", known=[49]), "from 0 to 48"),
        (lambda: casino31.exposure("natural-31", penetrations=["95%"]), "from 0 to 9/10"),
        (lambda: casino31.simulate("natural-31", "1/2"), "a whole number"),
        (lambda: casino31.simulate("natural-31", 1000, shard=(4, 3)), "shard"),
        (lambda: casino31.audit_table(TABLE, edge="little"), "little"),
        (lambda: casino31.audit_shuffle("none.txt", confidence=1), "above 0 and below 1"),
    ],
)
def test_wrong_use_is_a_value_error(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()


def test_a_faulty_file_is_a_rules_error_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('game = "31 Classic"\ntitle = "t"\nsource = "s"\n[rules]\ntrips = "bset"\n')
    for call in (casino31.analyse, casino31.par_sheet, casino31.sensitivity, casino31.exposure):
        with pytest.raises(RulesError, match=r"bad\.toml:5:9: error"):
            call(file)


@pytest.mark.parametrize("name", ["analyse", "par_sheet", "compare", "simulate"])
def test_a_census_that_loses_a_hand_is_caught_inside(name: str) -> None:
    file = load("natural-31")
    deals = replace(file.game, deals=lambda _: 22_101)
    wrong = replace(file, game=deals)
    arguments: dict[str, tuple[Any, ...]] = {"compare": (wrong, wrong), "simulate": (wrong, 1000)}
    with pytest.raises(SelfCheckError, match="22100 deals"):
        getattr(casino31, name)(*arguments.get(name, (wrong,)))


def test_a_missing_capability_is_one_sentence_everywhere() -> None:
    with pytest.raises(NotCapableError, match="Pair Plus has no hidden card to see"):
        casino31.exposure("pair-plus")
    done = CliRunner().invoke(cli, ["exposure", "pair-plus"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "Pair Plus has no hidden card to see: exposure does not apply\n"


def test_results_are_frozen_and_short() -> None:
    sheet = casino31.par_sheet("31-classic-b")
    results: list[Shown] = [
        sheet,
        sheet.analysis,
        sheet.analysis.outcomes,
        sheet.stakes["main"].metrics,
        casino31.load("31-classic-b"),
        casino31.simulate("natural-31", 1000),
        casino31.audit_table(TABLE, edge="4.12%"),
    ]
    for result in results:
        assert len(repr(result)) < 200, type(result)
        assert repr(result).startswith(f"<{type(result).__name__}: ")
        page = result._repr_html_()
        assert page.startswith("<table>")
        assert page.count("<tr>") == len(result.facts)
    with pytest.raises(FrozenInstanceError):
        sheet.analysis.outcomes.wagers = ()  # type: ignore[misc]
    assert "10298/270725 (0.0380386)" in sheet._repr_html_()
    assert "<th>verdict</th><td>does not conform</td>" in results[-1]._repr_html_()


def test_a_notebook_shows_text_as_text() -> None:
    file = load("natural-31")
    title = replace(file.rules, title="<script>alert(1)</script> & more")
    page = casino31.analyse(replace(file, rules=title))._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in page


def test_outcomes_of_one_value_have_one_hash() -> None:
    one = Fraction(1)
    heads, tails = (Result("heads", one, one),), (Result("tails", one, -one),)
    coin = OutcomeDistribution(("toss",), {heads: 1, tails: 1})
    turned = OutcomeDistribution(("toss",), {tails: 1, heads: 1})
    loaded = OutcomeDistribution(("toss",), {heads: 2, tails: 1})
    assert coin == turned
    assert len({coin, turned, loaded}) == 2
    assert hash(casino31.analyse("natural-31").outcomes) == hash(casino31.analyse("natural-31").outcomes)


@pytest.mark.parametrize(
    ("given", "value"),
    [
        (3, Fraction(3)),
        (0.1, Fraction(1, 10)),
        ("1.5", Fraction(3, 2)),
        ("3/2", Fraction(3, 2)),
        (" 3 % ", Fraction(3, 100)),
    ],
)
def test_numbers_are_taken_as_they_are_written(given: Any, value: Fraction) -> None:
    assert exact(given) == value


@pytest.mark.parametrize("text", ["", "x", "1/0", "1e5", "--1", "1..2", "%"])
def test_what_is_no_number_is_said(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number such as 3%"):
        exact(text, "3%")


REPORTED: dict[str, Callable[[], object]] = {
    "comparison": lambda: casino31.compare("31-classic-b", "31-classic-d"),
    "solution": lambda: casino31.solve_pay("31-classic-b", "play.31", "3%"),
    "line of solutions": lambda: casino31.solve_pay("31-classic-b", ("play.31", "play.mini royal"), "3%", low=5),
    "sensitivities": lambda: casino31.sensitivity("natural-31", symbols=["natural 31.31"], readings=True),
    "formula": lambda: casino31.formula("natural-31", "natural 31.31"),
    "exposure": lambda: casino31.exposure("natural-31", known=[3]),
    "design": lambda: casino31.design({"play.31": [10, 12]}, "31-classic-b"),
    "simulation": lambda: casino31.simulate("natural-31", 20_000),
    "simulation with a banker": lambda: casino31.simulate("greek-31-heath-infinite", 20_000),
}


@pytest.mark.parametrize("name", REPORTED)
def test_every_result_has_a_report_in_every_format(name: str, tmp_path: Path) -> None:
    result = REPORTED[name]()
    endings = ("txt", "html", "xlsx", "pdf", "json", "csv")
    written = casino31.write_report(result, *(tmp_path / f"a.{ending}" for ending in endings))
    assert all(path.stat().st_size > 100 for path in written)
    title = written[0].read_text(encoding="utf-8").splitlines()[0]
    assert html.escape(title, quote=False) in written[1].read_text(encoding="utf-8").replace("&#x27;", "'")
    assert json.loads(written[4].read_bytes())["schema"].startswith("casino31.")
    with pytest.raises(ValueError, match=r"a\.doc"):
        casino31.write_report(result, tmp_path / "a.doc")
