"""Logs: altered payouts are found with their rows, true hands pass, cheated ones do not, bad files are told."""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest
from click.testing import CliRunner

from casino31.audit.hands.reader import batches
from casino31.audit.hands.settlement import Settlement
from casino31.cards import parse_cards, show, suit_pattern
from casino31.cli import cli
from casino31.games.classic_31 import GAME
from casino31.outcomes import net, stake
from tests.layouts import layout

RULES = layout("31-classic-b")
ANALYSIS = GAME.analyse(RULES)


def audit(*arguments: Any) -> tuple[int, dict[str, Any]]:
    done = CliRunner().invoke(cli, ["audit", "log", *map(str, arguments), "-p", "31-classic-b", "--json"])
    whole = json.loads(done.output) if done.output.startswith("{") else {"said": done.output}
    for name in ("files", "log_schema"):  # two forms of one log have two digests, and two schemas
        whole.pop(name, None)
    return done.exit_code, whole


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("logs")
    paths = {ending: folder / f"hands.{ending}" for ending in ("csv", "jsonl", "parquet")}
    outputs = [part for path in paths.values() for part in ("-o", str(path))]
    assert CliRunner().invoke(cli, ["simulate", "31-classic-b", "--rounds", "70000", *outputs]).exit_code == 0
    return paths


def altered(logs: dict[str, Path], to: Path, changes: dict[int, dict[str, str]], rows: int = 70_000) -> Path:
    """The log with some fields of some rows changed; rows are counted from 1."""
    head, *lines = logs["csv"].read_text().splitlines()[: rows + 1]
    names = head.split(",")
    for row, fields in changes.items():
        values = lines[row - 1].split(",")
        for name, value in fields.items():
            values[names.index(name)] = value
        lines[row - 1] = ",".join(values)
    to.write_text("\n".join([head, *lines]) + "\n")
    return to


def written(path: Path, hands: Sequence[tuple[Sequence[int], str]], **more: Sequence[Any]) -> Path:
    """A log of some hands, settled by the referee; a folded hand of three cards shows no draw card."""
    lines = [",".join(["cards", "decision", "ante", "play", "natural 31", "paid", *more])]
    for at, (cards, action) in enumerate(hands):
        full = cards if len(cards) == 4 else [*cards, next(c for c in range(52) if c not in cards)]
        results = GAME.play(RULES, full, action)
        paid = net(results) + stake(results)
        extra = [str(column[at]) for column in more.values()]
        lines.append(",".join([show(*cards), action, *(str(r.stake) for r in results), str(paid), *extra]))
    path.write_text("\n".join(lines) + "\n")
    return path


def best(cards: Sequence[int]) -> str:
    return ANALYSIS.strategy.actions[suit_pattern(cards[:3])]


@pytest.mark.slow
def test_true_hands_conform_in_every_form(logs: dict[str, Path]) -> None:
    answers = [audit(path) for path in logs.values()]
    assert [code for code, _ in answers] == [0, 0, 0]
    assert answers[0] == answers[1] == answers[2]
    whole = answers[0][1]
    assert (whole["rows"], whole["payout_errors"], whole["conforms"]) == (70_000, 0, True)
    assert {"main", "natural 31"} == whole["detectable"].keys()
    assert whole["strategy"]["deviations"] == 0
    assert {"name", "statistic", "p", "e"} <= whole["tests"][0].keys()


@pytest.mark.slow
def test_every_altered_payout_is_found_with_its_row(logs: dict[str, Path], tmp_path: Path) -> None:
    rng = np.random.default_rng(31)
    rows = sorted(rng.choice(70_000, 25, replace=False).tolist())
    lines = logs["csv"].read_text().splitlines()
    changes = {row + 1: {"paid": str(int(lines[row + 1].split(",")[-1]) + 1) + ".00"} for row in rows}
    changes[rows[0] + 1]["paid"] = f"{int(lines[rows[0] + 1].split(',')[-1])}.01"
    code, whole = audit(altered(logs, tmp_path / "a.csv", changes))
    assert code == 1
    assert whole["payout_errors"] == 25
    found = [problem for problem in whole["problems"] if problem["code"] == "payout"]
    assert [problem["where"] for problem in found] == [f"a.csv, row {row + 1:,}" for row in rows[:10]]
    assert any("25 faults of the kind 'payout'" in note for note in whole["notes"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fields", "code", "said"),
    [
        ({"cards": "As Kd 7h As"}, "twice", "As twice"),
        ({"cards": "57 1 2 3"}, "card", "57"),
        ({"cards": "As Kd Zh 4h"}, "card", "Zh"),
        ({"cards": "As Kd"}, "cards", "2 cards"),
        ({"cards": "As Kd 7h 4h 2c"}, "cards", "5 cards"),
        ({"decision": "surrender"}, "decision", "surrender"),
        ({"paid": "a lot"}, "amount", "a lot"),
        ({"paid": "1.005"}, "amount", "whole number of cents"),
        ({"paid": "nan"}, "amount", "nan"),
        ({"ante": "2"}, "stake", "play"),
        ({"ante": "-1"}, "stake", "ante"),
    ],
)
def test_bad_rows_are_named(
    logs: dict[str, Path], tmp_path: Path, fields: dict[str, str], code: str, said: str
) -> None:
    row = next(at for at, line in enumerate(logs["csv"].read_text().splitlines()) if ",play," in line and at > 40)
    exit_code, whole = audit(altered(logs, tmp_path / "a.csv", {row: fields}, 60_000))
    assert (exit_code, whole["conforms"]) == ((1, False) if code in ("twice", "stake") else (3, None))
    problem = next(problem for problem in whole["problems"] if problem["code"] == code)
    assert problem["where"] == f"a.csv, row {row}"
    assert said in problem["message"]


@pytest.mark.slow
def test_the_vectors_find_what_the_rows_find(logs: dict[str, Path], tmp_path: Path) -> None:
    table = pyarrow.parquet.read_table(logs["parquet"])
    columns = {name: table.column(name).to_pylist() for name in table.column_names}
    columns["card 2"][10] = 57
    columns["card 3"][20] = columns["card 1"][20]
    columns["decision"][30] = "surrender"
    columns["paid"] = [float(paid) for paid in columns["paid"]]
    columns["paid"][40] += 0.5
    columns["paid"][50] = float("nan")
    columns["card 1"][60] = None
    path = tmp_path / "a.parquet"
    pyarrow.parquet.write_table(pyarrow.table(columns), path)
    code, whole = audit(path)
    assert code == 1
    found = {(problem["code"], problem["where"]) for problem in whole["problems"]}
    rows = {"card": 11, "twice": 21, "decision": 31, "payout": 41, "amount": 51, "cards": 61}
    assert found == {(name, f"a.parquet, row {row}") for name, row in rows.items()}


def test_a_card_in_two_hands_of_a_round(tmp_path: Path) -> None:
    hands = [
        parse_cards("As Kd 7h 4h"),
        parse_cards("2c 3c 4c 5c"),
        parse_cards("6c 7c 8c As"),
        parse_cards("As 2s 3s 4s"),
    ]
    path = written(tmp_path / "a.csv", [(hand, best(hand)) for hand in hands], round=[1, 1, 1, 2])
    code, whole = audit(path)
    assert code == 1
    assert [(problem["code"], problem["where"]) for problem in whole["problems"]] == [("shared", "a.csv, row 3")]
    assert "As" in whole["problems"][0]["message"]


def test_two_tables_may_number_their_rounds_alike(tmp_path: Path) -> None:
    hands = [parse_cards("As Kd 7h 4h"), parse_cards("As 3c 4c 5c"), parse_cards("6c 7c 8c 9c")]
    dealt = [(hand, best(hand)) for hand in hands]
    path = written(tmp_path / "a.csv", dealt, round=[1, 1, 1], table=["T1", "T2", "T2"])
    assert audit(path)[1]["problems"] == []
    path = written(tmp_path / "b.csv", dealt, round=[1, 1, 1], table=["T1", "T1", "T2"])
    assert [problem["code"] for problem in audit(path)[1]["problems"]] == ["shared"]


@pytest.mark.slow
def test_seven_hands_of_a_round_are_tested_seat_by_seat(tmp_path: Path) -> None:
    rng = np.random.default_rng(31)
    hands, rounds, table = [], [], []
    for number in range(3_000):
        deck = rng.permutation(52).tolist()
        for seat in range(7):
            cards = deck[4 * seat : 4 * seat + 4]
            hands.append((cards, best(cards)))
            rounds.append(number)
            table.append("T1" if number % 2 else "T2")
    path = written(tmp_path / "a.csv", hands, round=rounds, table=table)
    code, whole = audit(path, "--by", "table", "--detect", "50%")
    assert code == 0
    names = {group["group"] for group in whole["groups"]}
    assert names == {
        f"{who}{'' if seat == 1 else f', hand {seat} of the round'}"
        for who in ("all", "table=T1", "table=T2")
        for seat in range(1, 8)
    }
    assert {group["rounds"] for group in whole["groups"]} == {3_000, 1_500}


@pytest.mark.slow
def test_an_unseen_draw_card_keeps_the_law(tmp_path: Path) -> None:
    """A cautious player folds every third hand; the draw card of a folded hand is never turned."""
    rng = np.random.default_rng(8)
    hands: list[tuple[Sequence[int], str]] = []
    values = {suit_pattern(value.hand): value for value in GAME.hand_values(ANALYSIS)}
    cost = Fraction()
    for number in range(30_000):
        cards = rng.permutation(52)[:4].tolist()
        action = "fold" if number % 3 == 0 else best(cards)
        value = values[suit_pattern(cards[:3])]
        cost += value.values[value.action] - value.values[action]
        hands.append((cards[:3] if action == "fold" else cards, action))
    code, whole = audit(written(tmp_path / "a.csv", hands))
    assert code == 0
    assert whole["strategy"]["deviations"] == whole["strategy"]["without_draw_card"] > 5_000
    assert Fraction(whole["strategy"]["cost"]["exact"]) == cost


@pytest.mark.slow
def test_a_deck_without_its_best_card_is_found(tmp_path: Path) -> None:
    rng = np.random.default_rng(31)
    hands = []
    for _ in range(30_000):
        cards = rng.permutation(51)[:4].tolist()  # the ace of spades never comes
        hands.append((cards, best(cards)))
    code, whole = audit(written(tmp_path / "a.csv", hands))
    assert code == 1
    assert whole["payout_errors"] == 0
    assert {problem["code"] for problem in whole["problems"]} == {"test"}


def test_a_dealer_who_repeats_rounds_is_found(logs: dict[str, Path], tmp_path: Path) -> None:
    head, *lines = logs["csv"].read_text().splitlines()
    path = tmp_path / "a.csv"
    twice = (lines[number // 2].split(",", 1)[1] for number in range(60_000))
    path.write_text("\n".join([head, *(f"{number},{hand}" for number, hand in enumerate(twice))]))
    code, whole = audit(path)
    assert code == 1
    assert any("serial" in problem["where"] for problem in whole["problems"])


@pytest.mark.slow
def test_a_schema_maps_other_names(logs: dict[str, Path], tmp_path: Path) -> None:
    path, schema = tmp_path / "a.csv", tmp_path / "schema.toml"
    text = logs["csv"].read_text()
    head, rest = text.split("\n", 1)
    renamed = (
        head.replace("cards", "Hand")
        .replace("decision", "Act")
        .replace("natural 31", "Side")
        .replace("paid", "Out")
    )
    path.write_text(renamed + "\n" + rest.replace(",fold,", ",F,").replace(",play,", ",P,"))
    schema.write_text(
        '[columns]\ncards = "Hand"\ndecision = "Act"\n"natural 31" = "Side"\npaid = "Out"\n'
        '[decisions]\nfold = ["F"]\nplay = ["P", "bet"]\n'
    )
    assert audit(path, "--schema", schema) == audit(logs["csv"])
    code, whole = audit(path)
    assert code == 3
    assert "no column cards" in whole["said"]
    schema.write_text('[columns]\ncards = "Hnd"\n')
    assert "no column 'Hnd'" in audit(path, "--schema", schema)[1]["said"]


@pytest.mark.slow
def test_net_results_do_as_well_as_payouts(logs: dict[str, Path], tmp_path: Path) -> None:
    head, *lines = logs["csv"].read_text().splitlines()
    out = [head.replace("paid", "net")]
    for line in lines:
        *rest, ante, raised, side, paid = line.split(",")
        out.append(",".join([*rest, ante, raised, side, str(int(paid) - int(ante) - int(raised) - int(side))]))
    path = tmp_path / "a.csv"
    path.write_text("\n".join(out))
    assert audit(path) == audit(logs["csv"])


def test_money_of_any_size(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        "cards,decision,ante,play,natural 31,paid\n"
        "Kh Th 3c 4h,play,12.50,12.50,0,62.50\n"  # 24: the ante wins 12.50, play 25.00
        "Kh Th 3c 4h,play,0.01,0.01,5,10.05\n"
        "2c 3d 5h,fold,7,0,,0\n"
    )
    code, whole = audit(path)
    assert (code, whole["payout_errors"], whole["conforms"]) == (4, 0, None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", b"", "an empty file"),
        ("a.csv", b"cards,decision,ante,play,paid\n", "no hand"),
        ("a.csv", b"hand,decision,ante,play,paid\nAs,play,1,1,1\n", "no column cards"),
        ("a.csv", b"cards,decision,paid\nAs,play,1\n", "no stake"),
        ("a.csv", b"cards,cards,decision,ante,paid\n", "two columns"),
        ("a.csv", b"cards,decision,ante,paid\n\xff\xfe,play,1,1\n", "UTF-8"),
        ("a.jsonl", b"[1, 2]\n", "no object"),
        ("a.parquet", b"PAR1 and then nothing", "no sound Parquet"),
        ("a.txt", b"hello", "expected .csv, .csv.gz, .tsv, .jsonl"),
        ("a.csv", b"cards,decision,ante,play,paid\n" + b"A" * 100_000, "line 2 is longer than any hand"),
        ("a.jsonl", b"[" * 100_000, "line 1 is longer than any hand"),
    ],
)
def test_bad_files_are_one_sentence(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    code, whole = audit(path)
    assert code == 3
    assert said in whole["said"]
    assert len(whole["said"].strip().splitlines()) <= 2


@pytest.mark.slow
def test_a_truncated_parquet_file(logs: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    content = logs["parquet"].read_bytes()
    for end in (4, 1_000, len(content) // 2, len(content) - 1):
        path.write_bytes(content[:end])
        code, whole = audit(path)
        assert code == 3
        assert "no sound Parquet file, or half of one" in whole["said"]
    path.write_bytes(content[:50_000] + b"\0" * 50_000 + content[100_000:])
    assert audit(path)[0] in (1, 3)


@pytest.mark.slow
def test_tomorrows_file_only_adds_to_the_checkpoint(logs: dict[str, Path], tmp_path: Path) -> None:
    head, *lines = logs["csv"].read_text().splitlines()
    days, kept = [], tmp_path / "kept.json"
    for day in range(3):
        days.append(tmp_path / f"day{day}.csv")
        days[-1].write_text("\n".join([head, *lines[day * 20_000 : (day + 1) * 20_000]]))
        code, grown = audit(*days[-1:], "--checkpoint", kept, "--detect", "50%")
        assert (code, grown["rows"]) == (0, (day + 1) * 20_000)
    again = audit(*days, "--checkpoint", kept, "--detect", "50%")[1]
    assert again.pop("notes")[1] == "counted before and left out: day0.csv, day1.csv, day2.csv"
    assert again == {name: value for name, value in grown.items() if name != "notes"}
    fresh = audit(*days, "--checkpoint", tmp_path / "other.json", "--detect", "50%")[1]
    assert [group["counts"] for group in fresh["groups"]] == [group["counts"] for group in grown["groups"]]
    assert fresh == grown
    days[0].write_text("\n".join([head, *lines[60_000:61_000]]))
    code, changed = audit(days[0], "--checkpoint", kept)
    assert code == 3
    assert "counted before" in changed["said"]
    code, other = audit(days[1], "--checkpoint", kept, "--by", "round")
    assert code == 3
    assert "checkpoint with by" in other["said"]


@pytest.mark.slow
def test_an_interrupted_audit_continues(
    logs: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casino31.audit.hands.arrow.ROWS", 2**14)
    from casino31.audit.hands.checkpoint import restore, save
    from casino31.audit.hands.in_a_row import settlement_of
    from casino31.audit.hands.log import LogAuditor
    from casino31.audit.hands.schema import Schema

    kept = tmp_path / "kept.json"
    auditor = LogAuditor(settlement_of(GAME, ANALYSIS), Schema())
    auditor.read(logs["parquet"])
    whole = auditor.answer(watching=True)
    for ending in ("parquet", "csv"):
        first = LogAuditor(settlement_of(GAME, ANALYSIS), Schema())
        batch = next(batches(first.reader, logs[ending]))
        with monkeypatch.context() as stopped_early:
            stopped_early.setattr("casino31.audit.hands.log.batches", lambda *_, one=batch: iter([one]))
            first.read(logs[ending])
        first.files[0]["complete"] = False
        assert 0 < first.tally.rows < 70_000
        save(first, kept)
        second = LogAuditor(settlement_of(GAME, ANALYSIS), Schema())
        restore(second, kept)
        second.read(logs[ending])
        answer = second.answer(watching=True)
        assert [g.counts for g in answer.groups] == [g.counts for g in whole.groups]
        assert [t.statistic for t in answer.verdict.tests] == [t.statistic for t in whole.verdict.tests]


def test_the_table_of_all_deals_settles_as_the_referee() -> None:
    settlement = Settlement(GAME, ANALYSIS)
    rng = np.random.default_rng(3)
    cards = list(
        np.ascontiguousarray(rng.permuted(np.tile(np.arange(52, dtype=np.int8), (5_000, 1)), axis=1)[:, :4].T)
    )
    slow = settlement.under_strategy(cards)
    settlement.expect(10**7)
    assert settlement.deals is not None
    quick = settlement.under_strategy(cards)
    assert np.array_equal(slow[0], quick[0])
    assert np.array_equal(slow[1], quick[1])


def a_busy_log(path: Path, faults: bool) -> Path:
    """Seven seats, two tables, players who stray, draw cards never turned; a few rows with something wrong."""
    rng = np.random.default_rng(31)
    rows: list[dict[str, Any]] = []
    for number in range(900):
        deck = rng.permutation(52).tolist()
        for seat in range(1 + number % 7):
            cards = deck[4 * seat : 4 * seat + 4]
            action = best(cards) if rng.random() < 0.8 else ("fold", "play")[int(rng.integers(2))]
            results = GAME.play(RULES, cards, action)
            units = [int(rng.integers(1, 4)), int(rng.integers(0, 3))]
            sizes = [units[0], units[0], units[1]]
            stakes = [float(r.stake) * size for r, size in zip(results, sizes, strict=True)]
            paid = float(sum((r.net + r.stake) * size for r, size in zip(results, sizes, strict=True)))
            hidden = action == "fold" and number % 3 == 0
            shown = [*cards[:3], None if hidden else cards[3]]
            row = {f"card {place}": card for place, card in enumerate(shown, 1)}
            row |= {"decision": action, "ante": stakes[0], "play": stakes[1], "natural 31": stakes[2], "paid": paid}
            rows.append(row | {"round": number, "table": "T1" if number < 500 or number % 2 else "T2"})
    if faults:
        rows[700]["paid"] += 1.0
        rows[900]["card 1"] = rows[899]["card 1"]
        rows[1500]["card 2"] = rows[1500]["card 1"]
        rows[2100]["ante"] += 1.0
        rows[2900]["card 3"] = 52
    table = pyarrow.Table.from_pylist(rows)
    pyarrow.parquet.write_table(table, path)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("faults", [False, True])
def test_the_table_of_all_deals_gives_the_report_of_the_referee(
    tmp_path: Path, faults: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = a_busy_log(tmp_path / "a.parquet", faults)
    monkeypatch.setattr("casino31.audit.hands.arrow.ROWS", 500)
    reports, kept = [], []
    for pays in (0, 10**9):
        monkeypatch.setattr("casino31.audit.hands.settlement.TABLE_PAYS", pays)
        checkpoint = tmp_path / f"{pays}.json"
        reports.append(audit(path, "--by", "table", "--checkpoint", checkpoint))
        kept.append(json.loads(checkpoint.read_text()))
    assert reports[0] == reports[1]
    assert kept[0] == kept[1]
    report = reports[0][1]
    assert report["strategy"]["deviations"] > 100
    assert report["strategy"]["without_draw_card"] > 10
    assert report["payout_errors"] == (1 if faults else 0)
    assert len({problem["code"] for problem in report["problems"]} - {"test"}) == (5 if faults else 0)
