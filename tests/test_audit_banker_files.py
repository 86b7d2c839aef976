"""Logs against a stated banker in files of every kind, in groups, over several days and with several punters."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
import pyarrow
import pyarrow.parquet
import pytest

import casino31
from casino31.audit.hands.answer import LogAudit
from casino31.audit.hands.cheats import caps, cheated, honest, pinches, selftest
from casino31.audit.hands.checkpoint import restore, save
from casino31.audit.hands.guess import guess
from casino31.audit.hands.log import LogAuditor
from casino31.audit.hands.schema import Schema
from casino31.faults import RulesError
from casino31.games.greek_31.referee import fixed_banker, play
from tests.test_audit_banker_log import RULES, codes, names, settlement, to_26

HEAD = "table,round,time,player,banker,concealed,punter,bet,paid"
Rows = list[list[str]]


def rows(rounds: int, punters: int = 1, seed: int = 1, decks: int | None = None) -> Rows:
    """Rows of rounds at two tables, each punter with a bet of his own; settled by the referee."""
    random, made = Random(seed), []
    for number in range(rounds):
        pack = [random.randrange(52) for _ in range(60)] if decks is None else random.sample(range(52), 52)
        end = play(RULES, pack, fixed_banker(RULES), [to_26] * punters)
        hidden = "" if end.concealed is None else names([end.concealed])
        for place, seat in enumerate(end.seats):
            bet = random.randint(1, 5)
            stamp = f"2026-12-0{1 + number * 3 // rounds} 20:{number * 50 // rounds:02}"
            at = [f"T{number % 2 + 1}", str(number), stamp, f"P{place + 1}"]
            made.append([*at, names(end.banker), hidden, names(seat.hand), str(bet), str(2 * bet * seat.won)])
    return made


def write(path: Path, lines: Rows, mark: str = ",", head: str = HEAD) -> Path:
    text = "\n".join(mark.join(line) for line in [head.split(","), *lines]) + "\n"
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text)
    return path


def audit(*paths: Path, by: Sequence[str] = ()) -> LogAudit:
    auditor = LogAuditor(settlement(), Schema(), by)
    for path in paths:
        auditor.read(path)
    return auditor.answer()


def test_files_of_every_kind_say_the_same(tmp_path: Path) -> None:
    lines, head = rows(400), HEAD.split(",")
    objects: list[dict[str, Any]] = [dict(zip(head, line, strict=True)) for line in lines]
    for row in objects:
        row |= {name: int(row[name]) for name in ("round", "bet", "paid")}
    paths = [
        write(tmp_path / "a.csv", lines),
        write(tmp_path / "b.csv", lines, ";"),
        write(tmp_path / "c.tsv", lines, "\t"),
        write(tmp_path / "d.csv.gz", lines),
    ]
    (tmp_path / "e.jsonl").write_text("\n".join(map(json.dumps, objects)))
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(objects), tmp_path / "f.parquet")
    book = openpyxl.Workbook()
    sheet = book.create_sheet("hands", 0)
    sheet.append(head)
    for line in lines:
        sheet.append([int(cell) if cell.isdigit() else cell for cell in line])
    book.save(tmp_path / "g.xlsx")
    answers = [audit(path) for path in [*paths, *(tmp_path / name for name in ("e.jsonl", "f.parquet", "g.xlsx"))]]
    assert answers[0].rows == 400
    assert answers[0].by_code == {}
    assert len(answers[0].by_day) == 3
    for answer in answers[1:]:
        assert (answer.money, answer.groups) == (answers[0].money, answers[0].groups)
        assert answer.by_day == answers[0].by_day
        assert answer.verdict.tests == answers[0].verdict.tests


def test_groups_are_tested_under_the_one_decision(tmp_path: Path) -> None:
    lines = rows(600, punters=2)
    for line in lines:  # one player's bets know the end
        line[7] = "5" if line[3] == "P2" and line[8] != "0" else "1"
        line[8] = str(2 * int(line[7]) * (line[8] != "0"))
    answer = audit(write(tmp_path / "a.csv", lines), by=("table", "player"))
    found = {problem.where for problem in answer.verdict.problems}
    assert "player=P2, hand 2 of the round: main: stakes" in found
    assert not any("P1" in where for where in found)
    exact = {(result.by, result.name): result for result in answer.by_group}
    assert list(exact) == [("table", "T1"), ("table", "T2"), ("player", "P1"), ("player", "P2")]
    first = {name: value.expectation for name, value in settlement().made.firsts.items()}
    own = [line for line in lines if line[3] == "P1"]
    expected = sum(int(line[7]) * first[line[6][0]] for line in own) / sum(int(line[7]) for line in own)
    assert exact["player", "P1"].exact == expected
    assert exact["player", "P1"].won == sum(int(line[8]) - int(line[7]) for line in own)


def test_a_checkpoint_takes_up_where_it_was_left(tmp_path: Path) -> None:
    lines, kept = rows(300, punters=2), tmp_path / "kept.json"
    whole = LogAuditor(settlement(), Schema(), ["table"])
    days = [write(tmp_path / "a.csv", lines[:300]), write(tmp_path / "b.csv", lines[300:])]
    for path in days:
        whole.read(path)
        taken = LogAuditor(settlement(), Schema(), ["table"])
        if kept.exists():
            restore(taken, kept)
        taken.read(path)
        save(taken, kept)
    once_more = LogAuditor(settlement(), Schema(), ["table"])
    restore(once_more, kept)
    once_more.read(days[0])
    answer, expected = once_more.answer(watching=True), whole.answer(watching=True)
    assert answer.rows == expected.rows == 600
    assert answer.verdict.tests == expected.verdict.tests
    assert answer.money == expected.money
    assert any("counted before and left out: a.csv" in note for note in answer.verdict.notes)


def test_a_schema_is_proposed(tmp_path: Path) -> None:
    head = "Tisch,Hand No,Zeit,Gast,Bank,Verdeckt,Karten,Einsatz,Auszahlung"
    path = write(tmp_path / "a.csv", rows(150), ";", head)
    found = guess(path, settlement())
    assert found.right == found.rows == 150
    lines = found.toml.splitlines()
    for line in ('banker = "Bank"', 'concealed = "Verdeckt"', 'punter = "Karten"', 'bet = "Einsatz"'):
        assert line in lines
    (tmp_path / "schema.toml").write_text(found.toml)
    answer = casino31.audit_log(path, "greek-31-heath-infinite", schema=tmp_path / "schema.toml")
    assert answer.rows == 150


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("1,T 6 T,T,4 T,1,2|1,T 6 T,T,5 T 9,1,0", None),
        ("1,T 6 T,T,4 T,1,2|1,T 6 9,T,5 T 9,1,0", "dealer"),
        ("1,T 6 T,T,4 T,1,2|1,T 6,,5 T 9,1,0", "banker"),
        ("1,Ts 6c Th,Th,4s Tc,1,2|1,Ts 6c Th,Th,4s Tc,1,2", None),
    ],
)
def test_punters_of_a_round_share_the_bankers_hand(lines: str, code: str | None, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("round,banker,concealed,punter,bet,paid\n" + lines.replace("|", "\n") + "\n")
    assert codes(audit(path)) == ({code} if code else set())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("1,T 6 T,T,4 T,1,2|1,T 6 T,T,4 T,1,2", None),
        ("1,T 6 4 6,6,4 T,1,2|1,T 6 4 6,6,4 T,1,2", None),
        ("1,T 6 4 6,6,4 T,1,2|1,T 6 4 6,6,4 T,1,2|1,T 6 4 6,6,4 T,1,2|1,T 6 4 6,6,4 T,1,2", "shared"),
        ("1,Ts 6c Th,Th,4s Tc,1,2|1,Ts 6c Th,Th,4h Tc,1,2", "shared"),
        ("1,Ts 6c Th,Th,4s Ts,1,2", "twice"),
    ],
)
def test_one_pack_holds_no_card_twice(lines: str, code: str | None, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("round,banker,concealed,punter,bet,paid\n" + lines.replace("|", "\n") + "\n")
    found = casino31.audit_log(path, "greek-31-kouridakis-1-deck")
    assert set(found.by_code) == ({code} if code else set())


@pytest.mark.slow
def test_honest_punters_of_one_round_conform(tmp_path: Path) -> None:
    answer = audit(write(tmp_path / "a.csv", rows(2_000, punters=4)), by=("player",))
    assert answer.verdict.conforms, answer.verdict.problems
    assert len(answer.money) == 4 + 4


def test_rounds_out_of_order_and_missing_columns_are_refused(tmp_path: Path) -> None:
    lines = rows(40)
    lines[20], lines[30] = lines[30], lines[20]
    answer = audit(write(tmp_path / "a.csv", lines))
    assert answer.verdict.conforms is None
    assert "order" in answer.by_code
    with pytest.raises(RulesError, match="no column punter"):
        audit(write(tmp_path / "b.csv", lines, head=HEAD.replace("punter", "hand")))


def test_late_bets_are_found_and_honest_ones_are_not() -> None:
    auditor = LogAuditor(settlement(), Schema())
    for seed in range(12):
        assert not cheated(auditor, honest, 0.0, seed, 5_000).answer().verdict.problems
    for cheat in (caps, pinches):
        problems = cheated(auditor, cheat, 0.05, 31, 20_000).answer().verdict.problems
        assert {problem.where for problem in problems} == {"all: main: stakes"}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["greek-31-heath-infinite", "let-it-ride", "casino-war"])
def test_the_self_test_tries_late_bets_on_every_kind_of_game(name: str) -> None:
    from casino31.api.audits import _settlement
    from casino31.api.layouts import layout_of

    answer = selftest(LogAuditor(_settlement(layout_of(name)), Schema()), repeats=4, hands=20_000)
    assert answer.verdict.conforms
    assert [(cheat.found, cheat.tests) for cheat in answer.cheats] == [(1.0, ("stakes",))] * 2
    assert all(cheat.share is not None and cheat.share <= 0.5 for cheat in answer.cheats)
