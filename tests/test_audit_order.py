"""Logs out of order, hands played before, copies under a new name; and logs as people write them."""

import gzip
import json
from collections.abc import Callable
from math import log2
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow
import pyarrow.parquet
import pytest
from click.testing import CliRunner

from casino31.audit.hands.order import Order
from casino31.cli import cli

HEAD = "round,cards,decision,ante,play,natural 31,paid"
SUITS = str.maketrans("cdhs", "♣♦♥♠")


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """The fields of simulated hands."""
    path = tmp_path_factory.mktemp("hands") / "hands.csv"
    made = CliRunner().invoke(cli, ["simulate", "31-classic-b", "--rounds", "600", "-o", str(path)])
    assert made.exit_code == 0
    head, *lines = path.read_text().splitlines()
    assert head == HEAD
    return [line.split(",") for line in lines]


def written(path: Path, rows: list[list[str]], head: str = HEAD, mark: str = ",") -> Path:
    lines = [head.replace(",", mark), *(mark.join(row) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def audit(*arguments: Any) -> tuple[int, dict[str, Any]]:
    done = CliRunner().invoke(cli, ["audit", "log", *map(str, arguments), "-p", "31-classic-b", "--json"])
    whole = json.loads(done.output) if done.output.startswith("{") else {"said": done.output}
    for name in ("files", "log_schema"):  # two forms of one log have two digests, and two schemas
        whole.pop(name, None)
    return done.exit_code, whole


def codes(whole: dict[str, Any]) -> dict[str, str]:
    return {problem["code"]: problem["where"].split(", row ")[-1] for problem in whole["problems"]}


@pytest.mark.slow
def test_a_round_whose_hands_stand_apart_is_told_with_its_row(rows: list[list[str]], tmp_path: Path) -> None:
    """The same card twice in round 1, with round 2 between: nothing is decided before the log is sorted."""
    one, two, *_ = rows
    again = ["0", one[1], *one[2:]]
    code, whole = audit(written(tmp_path / "a.csv", [one, two, again]))
    assert (code, whole["conforms"], codes(whole)) == (3, None, {"order": "3"})
    named = [["r" + row[0], *row[1:]] for row in (one, two, again)]
    code, whole = audit(written(tmp_path / "b.csv", named))
    assert (code, whole["conforms"], codes(whole)) == (3, None, {"apart": "3"})
    assert any("sorted by round" in note for note in whole["notes"])


@pytest.mark.slow
def test_tables_number_their_own_rounds(rows: list[list[str]], tmp_path: Path) -> None:
    tables = [[str(at // 2), *row[1:], f"T{at % 2}"] for at, row in enumerate(rows)]
    assert codes(audit(written(tmp_path / "a.csv", tables, HEAD + ",table"))[1]) == {}
    tables[300][0] = "3"
    assert codes(audit(written(tmp_path / "b.csv", tables, HEAD + ",table"))[1]) == {"order": "301"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_rounds_played_again_under_new_numbers(rows: list[list[str]], tmp_path: Path, kind: str) -> None:
    again = [[str(600 + at), *row[1:]] for at, row in enumerate(rows[200:225])]
    path = written(tmp_path / "a.csv", rows + again)
    if kind == "parquet":
        columns = dict(zip(HEAD.split(","), map(list, zip(*(rows + again), strict=True)), strict=True))
        numbers: dict[str, Any] = {"round": [int(number) for number in columns["round"]]}
        path = tmp_path / "a.parquet"
        pyarrow.parquet.write_table(pyarrow.table(columns | numbers), path)
    code, whole = audit(path)
    assert (code, codes(whole)["replay"]) == (1, "601")
    assert "25 hands in a row" in whole["problems"][0]["message"]
    few = rows + [[str(600 + at), *row[1:]] for at, row in enumerate(rows[200:203])]
    assert codes(audit(written(tmp_path / "b.csv", few))[1]) == {}  # three hands may come again by chance
    assert Order(log2(52 * 51 * 50)).width == 6


@pytest.mark.slow
def test_times_that_run_back(rows: list[list[str]], tmp_path: Path) -> None:
    timed = [[*row, f"2026-11-29 20:{at // 60:02}:{at % 60:02}"] for at, row in enumerate(rows)]
    assert codes(audit(written(tmp_path / "a.csv", timed, HEAD + ",time"))[1]) == {}
    timed[400][-1] = "2026-11-29 19:59:00"
    code, whole = audit(written(tmp_path / "b.csv", timed, HEAD + ",time"))
    assert (code, codes(whole)) == (3, {"time": "401"})


def test_a_copy_of_what_was_counted_is_not_counted_again(rows: list[list[str]], tmp_path: Path) -> None:
    whole, part = written(tmp_path / "whole.csv", rows), written(tmp_path / "part.csv", rows[:400])
    for paths in ((part, whole), (whole, part)):
        answer = audit(*paths, "--checkpoint", tmp_path / f"{paths[0].stem}.json")[1]
        assert (answer["rows"], codes(answer)) == (600, {})
        assert any("counted before and left out" in note for note in answer["notes"])


def test_a_copy_is_known_from_one_day_to_the_next(rows: list[list[str]], tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    assert audit(written(tmp_path / "one.csv", rows), "--checkpoint", kept)[0] in (0, 4)
    again = [[str(900 + at), *row[1:]] for at, row in enumerate(rows[100:160])]
    code, whole = audit(written(tmp_path / "two.csv", again), "--checkpoint", kept)
    assert (code, codes(whole)) == (1, {"replay": "1"})


FORMS: dict[str, Callable[[list[str]], list[str]]] = {
    "suits as signs": lambda row: [row[0], row[1].translate(SUITS), *row[2:]],
    "cards without blanks": lambda row: [row[0], row[1].replace(" ", ""), *row[2:]],
    "a trailing blank": lambda row: [row[0], row[1] + " ", row[2] + " ", *row[3:]],
    "a currency": lambda row: [*row[:3], *("€" + amount for amount in row[3:])],
    "its code": lambda row: [*row[:3], *(amount + " EUR" for amount in row[3:])],
    "decimals": lambda row: [*row[:3], *(amount + ".00" for amount in row[3:])],
}


@pytest.mark.parametrize(
    "form", ["suits as signs", *(pytest.param(f, marks=pytest.mark.slow) for f in FORMS if f != "suits as signs")]
)
def test_usual_ways_to_write_a_log_are_read(rows: list[list[str]], tmp_path: Path, form: str) -> None:
    plain = audit(written(tmp_path / "a.csv", rows[:60]))
    assert audit(written(tmp_path / "a.csv", [FORMS[form](row) for row in rows[:60]])) == plain
    assert plain[0] == 4
    assert plain[1]["problems"] == []


@pytest.mark.slow
def test_usual_kinds_of_files_are_read(rows: list[list[str]], tmp_path: Path) -> None:
    part = rows[:60]
    plain = audit(written(tmp_path / "a.csv", part))
    comma = [[*row[:3], *(amount + ",00" for amount in row[3:])] for row in part]
    assert audit(written(tmp_path / "semicolon.csv", comma, mark=";")) == plain
    assert audit(written(tmp_path / "tab.csv", part, mark="\t")) == plain
    with gzip.open(tmp_path / "a.csv.gz", "wb") as file:
        file.write((tmp_path / "a.csv").read_bytes())
    assert audit(tmp_path / "a.csv.gz") == plain
    book = openpyxl.Workbook()
    book.worksheets[0].append(HEAD.split(","))
    for row in part:
        book.worksheets[0].append([int(row[0]), row[1], row[2], *map(float, row[3:])])
    book.save(tmp_path / "a.xlsx")
    assert audit(tmp_path / "a.xlsx") == plain


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"paid": '"1,000"'}, "a thousand or one"),
        ({"paid": "1_0"}, "no amount"),
        ({"paid": ""}, "paid is empty"),
        pytest.param({"cards": "ZxKd7h"}, "ZxKd7h", marks=pytest.mark.slow),
        pytest.param({"decision": "surrender"}, "surrender", marks=pytest.mark.slow),
        pytest.param({"paid": "1e9999999"}, "no amount", marks=pytest.mark.slow),
    ],
)
def test_what_cannot_be_read_is_not_called_dishonest(
    rows: list[list[str]], tmp_path: Path, change: dict[str, str], said: str
) -> None:
    names = HEAD.split(",")
    bad = [[change.get(name, value) for name, value in zip(names, row, strict=True)] for row in rows[:40]]
    code, whole = audit(written(tmp_path / "all.csv", bad))
    assert code == 3
    assert said in whole["said"]
    assert "hint" in whole["said"]
    code, whole = audit(written(tmp_path / "one.csv", [*rows[:40], bad[0]]))
    assert (code, whole["conforms"], whole["unreadable_rows"]) == (3, None, 1 + (rows[0][0] == bad[0][0]))


@pytest.mark.slow
def test_what_a_log_lacks_or_contradicts_is_said(rows: list[list[str]], tmp_path: Path) -> None:
    without = [[*row[:3], *row[4:]] for row in rows]
    code, whole = audit(written(tmp_path / "a.csv", without, HEAD.replace("ante,", "")))
    assert (code, "no column ante" in whole["said"]) == (3, True)
    both = [[*row, str(int(row[6]) - sum(map(int, row[3:6])))] for row in rows]
    assert codes(audit(written(tmp_path / "b.csv", both, HEAD + ",net"))[1]) == {}
    both[7][-1] = "31"
    code, whole = audit(written(tmp_path / "c.csv", both, HEAD + ",net"))
    assert (code, codes(whole)) == (1, {"contradiction": "8"})
    columns = {name: pyarrow.array([], pyarrow.int64()) for name in HEAD.split(",")}
    pyarrow.parquet.write_table(pyarrow.table(columns), tmp_path / "a.parquet")
    code, whole = audit(tmp_path / "a.parquet")
    assert (code, "no hand in the file" in whole["said"]) == (3, True)


def test_a_small_gzip_file_that_asks_for_much_is_refused(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "a.csv.gz", "wb") as file:
        file.write(HEAD.encode() + b"\n" * 2_000_000)
    code, whole = audit(tmp_path / "a.csv.gz")
    assert (code, "unpacks to more than" in whole["said"]) == (3, True)


@pytest.mark.slow
def test_a_schema_is_proposed_that_reads_the_log(rows: list[list[str]], tmp_path: Path) -> None:
    """Foreign names in a foreign order: what pays as the layout says is what the columns hold."""
    head = "Game ID;C1;C2;C3;Draw;Act;Bonus;Second;Stake;Result"
    foreign = []
    for number, cards, decision, ante, play, side, paid in rows:
        won = int(paid) - int(ante) - int(play) - int(side)
        dealt = cards.split() if decision == "play" else [*cards.split()[:3], ""]
        foreign.append([number, *dealt, decision[0].upper(), side, play, ante + ",00", str(won)])
    path = written(tmp_path / "a.csv", foreign, head, ";")
    done = CliRunner().invoke(cli, ["audit", "log", str(path), "-p", "31-classic-b", "--guess"])
    assert done.exit_code == 0
    assert "settles 200 of its first 200 rows" in done.output
    schema = tmp_path / "schema.toml"
    schema.write_text(done.output)
    code, whole = audit(path, "--schema", schema)
    assert (code in (0, 4), whole["problems"], whole["rows"]) == (True, [], 600)
    told = audit(path)[1]["said"]
    assert "no column" in told
