"""The command line as a user meets it: every verb in a fresh process."""

import csv
import io
import json
import os
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from casino31.cli import cli
from casino31.cli.app import SECTIONS, VERBS
from tests.layouts import ALL_LAYOUTS

EXACT = {
    "house_edge",
    "element_of_risk",
    "return_on_initial",
    "return_on_turnover",
    "average_wager",
    "variance",
    "excess_kurtosis",
    "hit_frequency",
    "push_frequency",
    "loss_frequency",
    "n0",
    "largest_win",
    "initial_wager",
    "expected_net",
}


def run(*arguments: str, code: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line; the exit code must be as said, and no traceback may show."""
    done = subprocess.run(
        [sys.executable, "-m", "casino31", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={k: v for k, v in os.environ.items() if k != "SOURCE_DATE_EPOCH"} | environment,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.returncode == code, done.stderr
    return done


def analysis(*arguments: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(run("analyze", *arguments, "--json").stdout)
    return answer


def commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """All verbs, those of sub-groups too."""
    found: list[tuple[str, ...]] = []
    for name, command in group.commands.items():
        found += commands(command, (*path, name)) if isinstance(command, click.Group) else [(*path, name)]
    return found


def test_every_verb_says_what_it_does() -> None:
    page = run("--help").stdout
    for path in commands(cli):
        assert path[0] in page
        help_text = run(*path, "--help").stdout
        assert len(help_text.splitlines()[2].strip()) > 20, path
        command: click.Command = cli
        for name in path:
            assert isinstance(command, click.Group)
            command = command.commands[name]
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{path}: {parameter.opts} has no help"


def test_every_verb_is_in_the_readme_or_a_guide_that_it_names() -> None:
    root = Path(__file__).parent.parent
    readme = root.joinpath("README.md").read_text(encoding="utf-8")
    guides = re.findall(r"\((docs/[\w-]+\.md)\)", readme)
    pages = [readme, *(root.joinpath(guide).read_text(encoding="utf-8") for guide in guides)]
    for path in commands(cli):
        assert any(f"casino31 {' '.join(path)}" in page for page in pages), path


def test_games_lists_every_shipped_layout() -> None:
    page = run("games").stdout
    names = set(ALL_LAYOUTS)
    assert all(name in page for name in names)
    listed = json.loads(run("games", "--json").stdout)
    assert names == {name for game in listed["games"] for name in game["layouts"]}


def test_the_json_of_analyze_keeps_its_contract() -> None:
    answer = analysis("31-classic-b")
    assert answer["schema"] == "casino31.analysis/1"
    assert answer["game"] == "31 Classic"
    assert answer["title"] == "31 Classic, sample layout B"
    assert answer["method"] == "exact"
    assert answer["objective"] == ["main"]
    assert answer["rules"] == {"trips": "best", "bonus_after_fold": "stands", "tie": "fold"}
    assert answer["total_combinations"] == 1_082_900
    assert len(answer["paytable_sha256"]) == 64
    assert any("22-25" in note and "24: published" in note for note in answer["assumptions"])
    assert list(answer["wagers"]) == ["main", "natural 31", "combined"]
    for wager in answer["wagers"].values():
        for key in EXACT:
            number = wager[key]
            assert number["value"] == float(Fraction(number["exact"])), key
        for key in ("standard_deviation", "skewness"):
            assert wager[key]["exact"] is None
        assert sum(row["combinations"] for row in wager["outcomes"]) == 1_082_900
        assert sum(Fraction(row["return"]["exact"]) for row in wager["outcomes"]) == -Fraction(
            wager["house_edge"]["exact"]
        ) * Fraction(wager["initial_wager"]["exact"])
    assert answer["wagers"]["natural 31"]["house_edge"] == {"exact": "336/5525", "value": 0.06081447963800905}
    assert answer["wagers"]["main"]["house_edge"]["exact"] == "10298/270725"
    assert answer["strategy"]["play_frequency"]["exact"] == "3616/5525"
    assert answer["strategy"]["tied_hands"] == 96
    assert answer["strategy"]["rules"]
    assert Fraction(answer["covariance"]["exact"]) > 0


def test_the_long_run_is_added_when_asked_for() -> None:
    answer = analysis("natural-31", "--long-run", "--confidence", "99%")
    ranges = answer["wagers"]["natural 31"]["ranges"]
    assert [each["rounds"] for each in ranges] == [10**k for k in range(2, 8)]
    assert all(each["confidence"]["exact"] == "99/100" for each in ranges)
    assert list(answer["wagers"]) == ["natural 31"]


def test_a_mix_of_stakes_is_measured() -> None:
    answer = analysis("31-classic-b", "--mix", "main=1", "--mix", "natural 31=1/2")
    mix = answer["wagers"]["mix"]
    edges = [Fraction(answer["wagers"][bet]["house_edge"]["exact"]) for bet in ("main", "natural 31")]
    assert Fraction(mix["house_edge"]["exact"]) == (edges[0] + edges[1] / 2) / Fraction(3, 2)


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("analyze", "31-classic-b", "--mix", "insurance=1"), "insurance"),
        (("analyze", "31-classic-b", "--mix", "main"), "--mix 'main'"),
        (("analyze", "31-classic-b", "--mix", "main=x"), "'x' is not a number"),
        (("analyze", "31-classic-b", "--mix", "main=-1"), "must be positive"),
        (("analyze", "31-classic-b", "--objective", "insurance"), "insurance"),
        (("analyze", "31-classic-b", "--confidence", "100%"), "--confidence"),
        (("analyze", "31-classic-b", "--confidence", "nan"), "--confidence"),
        (("analyze",), "FILE"),
        (("deal",), "deal"),
        (("parsheet", "31-classic-b"), "--output"),
        (("parsheet", "31-classic-b", "-o", "sheet.doc"), ".xlsx"),
        (("parsheet", "31-classic-b", "-o", "b.txt", "--date", "yesterday"), "YYYY-MM-DD"),
        (("strategy", "31-classic-b", "--hand", "Kh Kh 3c"), "Kh stands 2 times"),
        (("strategy", "31-classic-b", "--hand", "Kh 3c"), "2 cards"),
    ],
)
def test_wrong_use_is_said_and_ends_with_2(arguments: tuple[str, ...], found: str, tmp_path: Path) -> None:
    done = run(*(a.replace("b.txt", str(tmp_path / "b.txt")) for a in arguments), code=2)
    assert found in done.stderr
    assert done.stdout == ""
    assert not list(tmp_path.iterdir())


def test_a_faulty_file_ends_with_3_and_shows_all_its_faults(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('game = "31 Classic"\ntitle = "t"\nsource = "s"\n[rules]\ntrips = "bset"\n[play]\n"17" = -1\n')
    for verb in (("analyze",), ("strategy",), ("parsheet", "-o", str(tmp_path / "out.xlsx"))):
        done = run(verb[0], str(file), *verb[1:], code=3)
        assert done.stdout == ""
        for place, code in (("5:9", "error["), ("7:8", "error["), ("odds", "error[")):
            assert place in done.stderr
            assert code in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["bad.toml"]
    assert f"{file}:5:9: error[" in run("check", str(file), code=3).stdout
    report = json.loads(run("check", str(file), "31-classic-b", "--json", code=3).stdout)
    assert [entry["conforms"] for entry in report["files"]] == [False, True]


def test_check_holds_a_published_table_against_its_own_arithmetic(tmp_path: Path) -> None:
    """Wizard of Odds, Ask 83: 1 in 17 pays 15.3 for 1; the page read it as to 1 and printed an edge of 4.12 %."""
    table = tmp_path / "ask83.csv"
    table.write_text("event,pays,combinations\nwin,15.3 for 1,1\nlose,0,16\nHouse edge,,4.12%\n")
    said = run("check", str(table), code=1).stdout
    assert "house edge              10.0000 %  1/10" in said
    assert "the printed figure comes of reading the pays to one, and they are for one" in said
    report = json.loads(run("check", "31-classic-b", str(table), "--json", code=1).stdout)
    assert report["tables"][0]["house_edge"]["exact"] == "1/10"
    table.write_text("event,pays,combinations\nwin,15.3 for 1,1\nlose,0,16\ntotal,,17\nHouse edge,,10%\n")
    run("check", str(table))


def test_warnings_are_errors_under_strict(tmp_path: Path) -> None:
    source = Path(__file__).parent.parent / "paytables" / "31-classic-b.toml"
    file = tmp_path / "generous.toml"
    file.write_text(source.read_text(encoding="utf-8").replace('"29-30" = 4', '"29-30" = 40'), encoding="utf-8")
    assert "warning[" in run("analyze", str(file)).stderr
    assert "error[" in run("analyze", str(file), "--strict", code=3).stderr
    assert "warning[" in run("check", str(file)).stdout
    run("check", str(file), "--strict", code=3)


def test_one_hand_and_all_hands() -> None:
    assert run("strategy", "31-classic-b", "--hand", "Kh Th 3c").stdout.startswith(
        "Kh Th 3c: play; expected units: play "
    )
    rows = list(csv.DictReader(io.StringIO(run("strategy", "31-classic-b", "--hands").stdout)))
    assert len(rows) == 1755
    best = sum(int(row["members"]) * max(Fraction(row["play"]), Fraction(row["fold"])) for row in rows)
    assert -best / 22_100 == Fraction(10298, 270725)
    played = sum(int(row["members"]) for row in rows if row["action"] == "play")
    assert Fraction(played, 22_100) == Fraction(3616, 5525)


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["txt", "json", "csv", "xlsx"])
def test_a_par_sheet_is_the_same_byte_for_byte(ending: str, tmp_path: Path) -> None:
    first, second = tmp_path / f"1.{ending}", tmp_path / f"2.{ending}"
    run("parsheet", "31-classic-b", "-o", str(first), PYTHONHASHSEED="1")
    run("parsheet", "31-classic-b", "-o", str(second), PYTHONHASHSEED="2")
    assert first.read_bytes() == second.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {first.name, second.name}


@pytest.mark.slow
def test_the_date_is_asked_for_or_of_the_build_or_of_the_file(tmp_path: Path) -> None:
    out = tmp_path / "b.txt"
    run("parsheet", "31-classic-b", "-o", str(out))
    assert "2026-11-29" in out.read_text(encoding="utf-8")
    run("parsheet", "31-classic-b", "-o", str(out), SOURCE_DATE_EPOCH="86400")
    assert "1970-01-02" in out.read_text(encoding="utf-8")
    run("parsheet", "31-classic-b", "-o", str(out), "--date", "2031-03-31", SOURCE_DATE_EPOCH="86400")
    assert "2031-03-31" in out.read_text(encoding="utf-8")
    assert (
        "SOURCE_DATE_EPOCH" in run("parsheet", "31-classic-b", "-o", str(out), code=2, SOURCE_DATE_EPOCH="x").stderr
    )


def test_an_output_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    done = run("parsheet", "31-classic-b", "-o", str(tmp_path / "no" / "b.txt"), code=2)
    assert "there is no folder" in done.stderr


def test_a_failed_self_check_ends_with_5() -> None:
    """A census that loses a hand is caught before any figure is printed."""
    code = (
        "from importlib import import_module\n"
        "census = import_module('casino31.games.classic_31.census')\n"
        "whole = census._classes\n"
        "census._classes = lambda: whole()[1:]\n"
        "from casino31.cli import main\n"
        "import sys; sys.argv = ['casino31', 'analyze', '31-classic-b']; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 5, done.stderr
    assert "self-check failed" in done.stderr
    assert done.stdout == ""


def test_help_lists_every_verb_in_one_section() -> None:
    listed = [verb for verbs in SECTIONS.values() for verb in verbs]
    assert sorted(listed) == sorted(verb for verbs in VERBS.values() for verb in verbs)
    told = CliRunner().invoke(cli, ["--help"]).output
    assert [line for line in told.splitlines() if line.rstrip(":") in SECTIONS] == [
        f"{title}:" for title in SECTIONS
    ]
    assert "..." not in told.partition("ARGS]...")[2]


@pytest.mark.parametrize("group", ["audit", "certificate", "home", "paytable"])
def test_help_of_a_group_has_whole_sentences(group: str) -> None:
    told = CliRunner().invoke(cli, [group, "--help"]).output
    assert "Commands:" in told
    assert "..." not in told.partition("Commands:")[2]
