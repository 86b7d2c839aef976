"""Layouts with a banker on the command line."""

import hashlib
import json
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from casino31.cli import cli
from tests.test_cli import run

LAYOUT = "greek-31-kouridakis-infinite"


def test_analyze_states_exact_fractions_and_the_bet_rule() -> None:
    answer = json.loads(run("analyze", LAYOUT, "--json").stdout)
    assert answer["schema"] == "casino31.banker/1"
    assert list(answer["first_cards"]) == list("A23456789T")
    expected = "12756708592253361572219132987/1192533292512492016559195008117"
    assert answer["overall"]["punter_ev"]["exact"] == expected
    page = run("analyze", LAYOUT).stdout
    assert f"= -{expected}\n" in page
    assert re.search("bets +1 on every first card\n", page)


def test_the_json_of_an_analysis_is_the_same_byte_for_byte() -> None:
    """What others read: the names in their order, and every digit; a new field or figure changes the digest."""
    text = run("analyze", LAYOUT, "--json").stdout
    head = "schema game title digest readings banker bet_rule source layout results assumptions"
    assert list(json.loads(text)) == [
        *head.split(),
        *("first_cards", "overall", "break_even_spread", "tenure", "punters"),
    ]
    assert hashlib.sha256(text.encode()).hexdigest() == (
        "ea600ac9c75909fae613bd5c61b8ff8698b59eb6d888740a76f0112f618e05d3"
    )


@pytest.mark.slow
def test_the_long_run_of_a_bet_that_follows_a_card() -> None:
    page = run("analyze", LAYOUT, "--long-run").stdout
    assert "in average bets: 90 % of the time" in page
    rows = json.loads(run("analyze", LAYOUT, "--long-run", "--confidence", "99%", "--json").stdout)["long_run"]
    assert [row["rounds"] for row in rows] == [10**power for power in range(2, 8)]
    mean = 12756708592253361572219132987 / 1192533292512492016559195008117
    assert all(row["lower"]["value"] < mean < row["upper"]["value"] and row["certain"] for row in rows)


@pytest.mark.slow
def test_strategy_and_par_sheet_of_a_stated_banker(tmp_path: Path) -> None:
    assert "Simple play, 1 on every first card: " in run("strategy", LAYOUT).stdout
    assert "simple_strategy" in json.loads(run("strategy", LAYOUT, "--json").stdout)
    text, data = tmp_path / "g.txt", tmp_path / "g.json"
    run("parsheet", LAYOUT, "-o", str(text), "-o", str(data), "--date", "2031-03-31")
    assert "\nDate: 2031-03-31\n" in text.read_text(encoding="utf-8")
    assert len(json.loads(data.read_text(encoding="utf-8"))["bankers"]) == 44


@pytest.mark.slow
def test_a_workbook_is_written_checked_and_as_lines(tmp_path: Path) -> None:
    book, lines = tmp_path / "g.xlsx", tmp_path / "g.csv"
    run("parsheet", LAYOUT, "-o", str(book), "-o", str(lines))
    assert "Byte for byte: the same" in run("check", str(book)).stdout
    first, *rows = lines.read_text(encoding="utf-8").splitlines()
    assert first == "figure,exact,value,error_bound"
    assert "layout/banker/conceal,last,," in rows
    assert rows[-1] == "date,2026-11-29,,"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("parsheet", LAYOUT, "-o", "OUT.doc"), 2, "written as .xlsx, .pdf"),
        (("parsheet", LAYOUT, "-o", "no/OUT.xlsx"), 2, "there is no folder"),
        (("analyze", "UNSOLVED.toml"), 3, "without a policy"),
        (("strategy", "UNSOLVED.toml", "--plot", "OUT.gif"), 2, "written as .png, .svg, .pdf"),
        (("strategy", "31-classic-b", "-o", "OUT.csv"), 2, "for games with a banker"),
        (("check", LAYOUT, "--claim", "main.house_edge=1%"), 2, "did you mean 'A.house_edge'"),
        (("analyze", LAYOUT, "--objective", "combined"), 2, "--objective does not apply to Greek 31"),
        (("strategy", LAYOUT, "--mix", "main=5"), 2, "--mix does not apply to Greek 31"),
        (("parsheet", LAYOUT, "-o", "OUT.txt", "--mix", "main=5"), 2, "--mix does not apply to Greek 31"),
        (("analyze", LAYOUT, "--long-run", "--confidence", "2"), 2, "--confidence '2'"),
        (("exposure", LAYOUT), 2, "Greek 31 has no hidden card to see"),
        (("solve", "31-classic-b"), 2, "has no banker to solve for"),
        (("solve", f"{LAYOUT}-optimal", "-o", "OUT.json", "--tolerance", "nan"), 2, "--tolerance 'nan'"),
        (("solve", f"{LAYOUT}-optimal", "-o", "TAKEN"), 2, "--resume goes on from it"),
        (("solve", f"{LAYOUT}-optimal", "-o", "no/OUT.json"), 2, "no such folder"),
        (("verify", "TAKEN"), 3, "truncated or not a policy file"),
        (("against", "TAKEN", "--bets", "T=5"), 3, "truncated or not a policy file"),
        (("against", "TAKEN", "--bets", "K=5"), 2, "'K=5': write a first card"),
        (("against", "TAKEN", "--bets", "T=five"), 2, "'five' is not a number of units"),
        (("against", "TAKEN", "--bets", "10=5, t=1"), 2, "first card T stands there twice"),
        (("against", "TAKEN", "--bets", ","), 2, "no bets"),
        (("against", "greek-31-heath-1-deck-optimal", "--bets", "T=5"), 3, "expected infinitely many decks"),
        (("verify", "OUT.json"), 3, "cannot be read"),
    ],
)
def test_nonsense_is_one_clear_message(arguments: tuple[str, ...], code: int, said: str, tmp_path: Path) -> None:
    taken = tmp_path / "TAKEN"
    taken.write_text('{"format": "Greek')
    unsolved = tmp_path / "UNSOLVED.toml"
    unsolved.write_text('game = "Greek 31"\ntitle = "t"\nsource = "s"\n[banker]\nstand = "optimal"\n')
    done = run(
        *(str(tmp_path / a) if a.startswith(("OUT", "no/OUT", "TAKEN", "UNSOLVED")) else a for a in arguments),
        code=code,
    )
    assert said in done.stderr
    assert {path.name for path in tmp_path.iterdir()} == {"TAKEN", "UNSOLVED.toml"}


def test_solving_without_its_library_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    arguments = ["solve", f"{LAYOUT}-optimal", "-o", str(tmp_path / "a.json"), "--jobs", "1"]
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 2
    assert "pip install 'casino31[solve]'" in done.stderr
    assert not list(tmp_path.iterdir())
