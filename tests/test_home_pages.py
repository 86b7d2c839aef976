"""Answers about home games are pages: every verb, every format, the same figures in all of them."""

from __future__ import annotations

import csv
import io
import json
import random
import re
import shlex
from collections.abc import Callable
from functools import cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from openpyxl import load_workbook

import casino31
from casino31.api.reports import report_of
from casino31.cli import cli
from casino31.cli.home import home
from casino31.home.policy import TURNS, Situation
from casino31.home.policy_text import read, shipped_for
from casino31.home.ranks import SCORES
from casino31.home.reader import load
from casino31.home.rules import HomeRules
from casino31.notebook import Shown
from casino31.page import Chart
from casino31.pages.deliverable import Deliverable
from casino31.pages.home.knock_tables import knock_tables, policies_deliverable, scores_text
from casino31.pages.home.rules import games_deliverable
from casino31.render.files import ENDINGS, rendered
from casino31.render.text import text
from casino31.render.values import text_of

ROOT = Path(__file__).parent.parent
TWO = ("--players", "2")
VERBS: dict[str, tuple[str, ...]] = {
    "against": ("against", "knock 21+", "knock 25+", "--game", "dutch", *TWO, "--deals", "300"),
    "announce": ("announce", "schnautz"),
    "best": ("best", "dutch", *TWO, "--deals", "300", "--rounds", "1"),
    "check": ("check", "scat"),
    "claim": ("claim", "--deals", "200"),
    "compare": ("compare", "dutch", "banking", *TWO, "--deals", "300"),
    "deal": ("deal", "scat"),
    "draws": ("draws", "dutch", "--draws", "1"),
    "fairness": ("fairness", "dutch", *TWO, "--deals", "300"),
    "games": ("check",),
    "knock": ("knock", "dutch"),
    "policy": ("policy", "scat", "scat", "knock 25+"),
    "solve-small": ("solve-small", "--ranks", "3", "--iterations", "5"),
}
RESULTS: dict[str, Callable[[], object]] = {
    "against": lambda: casino31.home_against("dutch", ["knock 21+", "knock 25+"], players=2, deals=300),
    "announce": lambda: casino31.home_announcement("schnautz"),
    "best": lambda: casino31.home_best("dutch", players=2, deals=300, rounds=1),
    "check": lambda: load("scat"),
    "claim": lambda: casino31.home_claims(deals=200),
    "compare": lambda: casino31.home_compare("dutch", "banking", players=2, deals=300),
    "deal": lambda: casino31.home_deal("scat"),
    "draws": lambda: casino31.home_draws("dutch", draws=1),
    "fairness": lambda: casino31.home_fairness("dutch", players=2, deals=300, readings=True),
    "knock": lambda: casino31.home_knock("dutch"),
    "readings": lambda: casino31.home_readings(casino31.home_fairness("dutch", players=2, deals=300)),
    "solve-small": lambda: casino31.home_solve_small(ranks=3, iterations=5),
}
"""What stands behind the verbs, and what only the front door gives."""
CHARTS = {"announce": 1, "deal": 2, "draws": 1, "fairness": 3, "knock": 1, "readings": 1}


@cache
def made(name: str) -> Deliverable:
    if name == "games":
        return games_deliverable()
    if name == "policy":
        rules = load("scat").rules
        policies = [shipped_for("scat", rules), read("knock 25+", rules)]
        return policies_deliverable(load("scat"), policies, Situation(4, 1))
    return report_of(RESULTS[name]())


ALL = [
    pytest.param(name, marks=pytest.mark.slow) if name == "claim" else name for name in sorted({*VERBS, *RESULTS})
]
"""The claims count 842,842,728,000 deals."""


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("name", ALL)
def test_every_answer_has_every_format(name: str, ending: str) -> None:
    report, content = made(name).report, rendered(made(name), ending)
    titles = [page.title for page in report.pages]
    match ending:
        case ".xlsx":
            book = load_workbook(io.BytesIO(content))
            assert [sheet.title for sheet in book if sheet.title in titles] == titles
        case ".pdf":
            assert content.startswith(b"%PDF-")
        case ".html":
            assert content.count(b"<svg role") == CHARTS.get(name, 0)
            assert all(f">{title}<".encode() in content for title in titles[1:])
        case ".txt":
            assert content.decode().startswith(report.title)
        case ".json":
            assert json.loads(content) == made(name).record
        case ".csv":
            rows = list(csv.reader(io.StringIO(content.decode())))
            assert rows[1][:2] == ["schema", made(name).record["schema"]]


@pytest.mark.parametrize("name", [name for name in ALL if name != "readings"])
def test_a_verb_prints_and_writes_its_report(name: str, tmp_path: Path) -> None:
    out = tmp_path / "report.txt"
    done = CliRunner().invoke(cli, ["home", *VERBS[name], "-o", str(out)])
    assert done.exit_code == 0, done.output
    assert done.stdout == text(made(name).brief)
    assert out.read_bytes() == rendered(made(name), ".txt")
    stated = CliRunner().invoke(cli, ["home", *VERBS[name], "--json"])
    assert json.loads(stated.stdout) == made(name).record


def test_a_report_is_written_in_a_known_format_only(tmp_path: Path) -> None:
    wrong = CliRunner().invoke(cli, ["home", "deal", "scat", "-o", str(tmp_path / "sheet.doc")])
    assert wrong.exit_code == 2
    assert ".xlsx, .pdf, .html" in wrong.output


def test_results_are_written_from_the_front_door(tmp_path: Path) -> None:
    paths = [tmp_path / f"knock{ending}" for ending in (".xlsx", ".csv")]
    assert list(casino31.write_report(casino31.home_knock("dutch"), *paths)) == paths
    assert "11780496000" in paths[1].read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(CHARTS))
def test_bars_are_figures_of_their_tables(name: str) -> None:
    charts = [block for page in made(name).report.pages for block in page.blocks if isinstance(block, Chart)]
    shown = text(made(name).report)
    assert len(charts) == CHARTS[name]
    for chart in charts:
        assert all(label in shown for label in chart.labels)
        assert len(chart.values) == len(chart.labels) == int(chart.values_at.rsplit("..", 1)[1].rstrip("}")) + 1


@pytest.mark.parametrize("name", sorted({*RESULTS} - {"claim"}))
def test_results_are_one_line_in_a_shell_and_a_table_in_a_notebook(name: str) -> None:
    result = RESULTS[name]()
    for part in result if isinstance(result, tuple) else (result,):
        assert isinstance(part, Shown)
        assert len(repr(part)) < 200
        assert part._repr_html_().count("<tr>") == len(part.facts) > 2


def test_the_sheet_labels_its_figures() -> None:
    told = text(made("fairness").report)
    assert all(label in told for label in ("simulated", "solved", "exact", "Rules and readings"))


def test_scores_are_written_as_a_policy_is_read() -> None:
    chance = random.Random(31)
    for _ in range(40):
        row = [chance.random() < 0.5 for _ in range(67)]
        row += [row[-1]] * (SCORES - len(row))
        policy = read(f"knock {scores_text(row, HomeRules())}", HomeRules())
        assert list(policy.table(Situation(4, 1))[1][1]) == row


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_map_is_the_knock_table(players: int) -> None:
    rules = load("scat").rules
    table = shipped_for("scat", rules).table(Situation(players, 1))
    _, drawn = knock_tables(table, rules)
    marks = {
        (row.cells[0].value, float(column.head)): text_of(cell)
        for row in drawn.rows
        if row.cells[0]
        for column, cell in zip(drawn.columns[1:], row.cells[1:], strict=True)
    }
    turns = {span: int(str(span).rstrip("+").split("-")[0]) for span, _ in marks}
    assert min(turns.values()) == 1 <= max(turns.values()) <= TURNS
    for (span, points), mark in marks.items():
        two, three = (table[turns[span]][shape][int(2 * points)] for shape in (0, 1))
        assert mark == {(False, False): "", (True, False): "2", (False, True): "3", (True, True): "K"}[two, three]
    least = min(points for _, points in marks)
    assert not any(row[score] for pair in table[1:] for row in pair for score in range(2 * int(least)))


DOCS = {
    name: ROOT.joinpath("docs", f"{name}.md").read_text(encoding="utf-8") for name in ("home-games", "home-exact")
}


@pytest.mark.parametrize("command", re.findall(r"casino31 home [^`\n]*", "\n".join(DOCS.values())))
def test_commands_of_the_pages_can_be_given(command: str) -> None:
    _, _, verb, *words = shlex.split(command.partition("  #")[0])
    made_by = home.get_command(click.Context(home), verb)
    assert made_by
    ours = [{"FILE": "scat", "GAME": "scat", "N": "2"}.get(word, word) for word in words]
    assert made_by.make_context(verb, ours).command is made_by


@pytest.mark.slow
def test_figures_of_the_page_on_exact_laws_are_those_of_the_reports() -> None:
    results = (
        casino31.home_draws("scat", draws=0),
        casino31.home_knock("scat", settings=["trips=30.5"]),
        casino31.home_announcement("schnautz"),
    )
    told = "\n".join(text(report_of(result).report) for result in results)
    stated = re.findall(r"\d{3,}/\d{4,}|\d+\.\d\d %", DOCS["home-exact"])
    assert len(stated) == 7
    fractions = [figure for figure in stated if "/" in figure]
    assert all(figure in told for figure in fractions)
    shares = {round(float(share), 2) for share in re.findall(r"(\d+\.\d{4}) %", told)}
    shares |= {round(float(row.above + row.tie) * 100, 2) for row in results[1].rows.values()}
    assert all(float(figure.removesuffix(" %")) in shares for figure in stated if "%" in figure)
