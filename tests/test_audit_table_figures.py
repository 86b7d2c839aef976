"""Published tables: what is an event, odds as people and spreadsheets write them, stakes, and stated figures."""

import datetime
import json
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from casino31 import audit_table
from casino31.audit.tables.cells import CellError, ReadCell, cell_of, decimal_mark, odds
from casino31.audit.tables.table import TableAudit, audit_file, audit_text
from casino31.cli import cli
from casino31.faults import RulesError
from casino31.pages.audited_tables import table_deliverable
from casino31.render.text import text

COIN = "event,pays,ways\nwin,1,1\nlose,-1,3\n{}"
"""Edge 1/2, return 50 %, hit frequency 25 %, variance 3/4."""
DICE = {4: (60, 3), 5: (30, 6), 6: (17, 10), 7: (12, 15), 8: (8, 21), 9: (6, 25), 10: (6, 27)}
"""Totals of three dice at Sic Bo: pays to one and ways of 216."""


def codes(audit: TableAudit) -> list[str]:
    return [problem.code for problem in audit.verdict.problems]


@pytest.mark.parametrize("total", DICE)
def test_a_total_that_pays_is_an_event(total: int) -> None:
    """Sic Bo: "Total of 4" pays 60 to 1; the edge is exact, not -100 %."""
    pays, ways = DICE[total]
    audit = audit_text(f"event,pays,ways\nTotal of {total},{pays} to 1,{ways}\nlose,-1,{216 - ways}\nTotal,,216")
    assert audit.house_edge == 1 - Fraction(ways * (pays + 1), 216)
    assert audit.verdict.conforms


@pytest.mark.parametrize(
    "word", ["Total of 4", "Sum of 4", "Hold the line", "Edge card", "Return ticket", "Payback"]
)
def test_events_may_begin_with_the_words_of_figures(word: str) -> None:
    audit = audit_text(f"event,pays,ways\n{word},2,1\nlose,-1,3")
    assert [row.event for row in audit.rows] == [word, "lose"]
    assert audit.house_edge == Fraction(1, 4)


@pytest.mark.parametrize(
    "word", ["Total", "Sum", "House edge", "Hold", "Return", "Payback", "House edge (per unit)"]
)
def test_the_same_words_without_pays_are_figures(word: str) -> None:
    value = "4" if word in ("Total", "Sum") else "25%" if "edge" in word or word == "Hold" else "75%"
    audit = audit_text(f"event,ways,pays\nwin,1,2\nlose,3,-1\n{word},{value},")
    assert audit.verdict.conforms
    assert len(audit.rows) == 2


@pytest.mark.parametrize(
    ("text", "value"), [("40-1", 40), ("12-5", Fraction(12, 5)), ("6-5", Fraction(6, 5)), ("7 - 2", Fraction(7, 2))]
)
def test_odds_as_bookmakers_write_them(text: str, value: Fraction) -> None:
    assert odds(ReadCell("B2", text)).value == value
    assert audit_text(f"event,pays,ways\nwin,{text},1\nlose,lose,99").rows[0].net == value


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        (ReadCell("B2", "1.875694"), 45),
        (ReadCell("B2", "0.125694"), 3),
        (cell_of("B2", 1.8756944444444446), 45),
        (cell_of("B2", 0.12569444444444444), 3),
        (cell_of("B2", 0.12638888888888888), Fraction(3, 2)),
        (cell_of("B2", datetime.datetime(1900, 1, 1, 21, 1)), 45),
        (cell_of("B2", datetime.timedelta(hours=45, minutes=1)), 45),
    ],
)
def test_the_serial_number_of_a_time_is_recovered_and_said(cell: ReadCell, value: Fraction) -> None:
    found = odds(cell)
    assert found.value == value
    assert "B2 holds" in found.note


@pytest.mark.parametrize("text", ["1.8757", "1.87569", "0.12569"])
def test_a_short_serial_number_is_ambiguous_and_refused(text: str) -> None:
    with pytest.raises(CellError, match=r"B2 holds .* or the serial number of the time"):
        odds(ReadCell("B2", text))


@pytest.mark.parametrize(
    "text", ["1.875", "0.95", "2.1", "0.3333", "1.6667", "1.5", "2.0833", "14.9316", "0.333333"]
)
def test_other_decimals_stay_numbers(text: str) -> None:
    assert odds(ReadCell("B2", text)).value == Fraction(text)


def test_hours_sharp_in_a_workbook_stay_refused(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["event", "pays", "ways"], ["win", 45 / 24 + 1 / 1440, 1], ["lose", -1, 99]):
        book.worksheets[0].append(row)
    book.save(tmp_path / "a.xlsx")
    audit = audit_file(tmp_path / "a.xlsx")
    assert audit.rows[0].net == 45
    assert "B2 holds 1.875694" in audit.verdict.notes[0]


def test_a_lone_point_among_semicolons_is_refused() -> None:
    with pytest.raises(RulesError, match=r"1\.875 in a table with semicolons is 1\.875 or 1875"):
        audit_text("event;pays;ways\nwin;1.875;1\nlose;-1;3")
    assert audit_text("event;pays;ways\nwin;1.875;1\nlose;-1;2.000.000").rows[0].net == 1875
    assert audit_text("event;pays;ways\nwin;1,875;1\nlose;-1;3").rows[0].net == Fraction("1.875")
    assert decimal_mark(["1.728"], ",", ["1.728"]) == ","


SLOT = "symbol;pay;ways\nseven;500;1\nbar;50;10\nnothing;-10;989\n"


def test_a_stake_is_found_from_the_losing_row() -> None:
    audit = audit_text(SLOT)
    assert audit.stake == 10
    assert [row.net for row in audit.rows] == [50, 5, -1]
    assert audit.house_edge == Fraction(989 - 100, 1000)
    assert "a round costs 10 of the units" in audit.verdict.notes[0]


def test_a_stake_is_asked_for_where_losses_differ() -> None:
    table = "event,pays,ways\nwin,20,1\nlose,-5,2\nloss,-10,2"
    with pytest.raises(RulesError, match=r"(?s)lose 5, 10 units.*--stake"):
        audit_text(table)
    assert audit_table(table, stake=10).house_edge == Fraction(1, 5)
    with pytest.raises(RulesError, match="loses 10, more than the stake of 5"):
        audit_table(table, stake=5)


def test_a_stake_may_be_given_for_pays_for_one() -> None:
    table = "symbol,pays for 1,ways\nseven,500,1\nnothing,0,99"
    assert any("--stake" in note for note in audit_text(table).verdict.notes)
    assert audit_table(table, stake=10).house_edge == Fraction(1, 2)


@pytest.mark.parametrize(
    ("row", "holds"),
    [
        ("Minimum return,75 %,", False), ("Minimum return,50 %,", True), ("Min. RTP,40%,", True),
        ("Hit frequency,46 %,", False), ("Hit frequency,25 %,", True), ("Hit rate (net win),25.0%,", True),
        ("Variance,0.75,", True), ("Variance,0.76,", False), ("Variance,1,", True), ("Variance,2,", False),
        ("Standard deviation,0.8660,", True), ("Std dev,0.8661,", False),
        ("Volatility index,1.42,", True), ("Volatility index,1.429,", True), ("Volatility index,1.697,", True),
        ("Volatility index,1.5,", False), ("Push frequency,0%,", True), ("Loss frequency,75%,", True),
        ("Loss frequency,70%,", False), ("Largest win,1,", True), ("Maximum payout,2,", True),
        ("Top prize,5,", False),
        ("Expected value,-0.5,", True), ("Expected value,0.5,", False), ("Hit frequency,25,", True),
    ],
)  # fmt: skip
def test_stated_figures_are_checked(row: str, holds: bool) -> None:
    audit = audit_text(COIN.format(row))
    assert len(audit.rows) == 2
    assert audit.verdict.conforms is holds
    assert len(audit.verdict.problems) == (0 if holds else 1)


def test_a_hit_frequency_says_which() -> None:
    table = "event,pays,ways\nwin,1,1\npush,push,1\nlose,-1,2\nHit frequency,{},"
    assert audit_text(table.format("50%")).verdict.notes[-1] == "B5: the hit frequency of 50% is any pay"
    assert audit_text(table.format("25%")).verdict.notes[-1] == "B5: the hit frequency of 25% is net win"
    wrong = audit_text(table.format("40%"))
    assert (
        wrong.verdict.problems[0].message == "the hit frequency is 50 % (any pay) or 25 % (net win), printed is 40%"
    )
    assert (wrong.any_pay, wrong.hit_frequency) == (Fraction(1, 2), Fraction(1, 4))
    told = [line.split() for line in text(table_deliverable(wrong).report).splitlines()]
    assert ["hit", "frequency:", "any", "pay", "50.0000", "%", "1/2"] in told
    assert ["hit", "frequency:", "net", "win", "25.0000", "%", "1/4"] in told


def test_variance_by_line_is_printed_and_checked() -> None:
    table = "event,pays,ways,variance\nwin,1,1,{}\nlose,-1,3,0.1875\nTotal,,4,0.75"
    audit = audit_text(table.format("0.5625"))
    assert audit.verdict.conforms
    assert audit.variance_by_row == (Fraction(9, 16), Fraction(3, 16))
    assert "0.562500" in text(table_deliverable(audit).report)
    assert codes(audit_text(table.format("0.5635"))) == ["variance"]


def test_a_minimum_return_flags_a_table_below_it() -> None:
    assert audit_table(COIN.format(""), minimum_return="50%").verdict.conforms
    low = audit_table(COIN.format(""), minimum_return="75%")
    assert [problem.message for problem in low.verdict.problems] == [
        "the return is 50 %, below the minimum of 75 %"
    ]


def run(tmp_path: Path, table: str, *options: str) -> tuple[int, str]:
    path = tmp_path / "table.csv"
    path.write_text(table, encoding="utf-8")
    done = CliRunner().invoke(cli, ["audit", "table", str(path), *options])
    return done.exit_code, done.output


def test_the_verb_takes_a_stake_a_minimum_and_a_game(tmp_path: Path) -> None:
    assert run(tmp_path, COIN.format(""), "--minimum-return", "75%")[0] == 1
    assert run(tmp_path, COIN.format(""), "--stake", "no")[0] == 2
    assert run(tmp_path, COIN.format(""), "--game", "no-such-game")[0] == 3
    code, said = run(tmp_path, PAIR_PLUS.format(3744), "--game", "Pair Plus", "--json")
    whole = json.loads(said)
    assert (code, whole["game"]["wager"], whole["game"]["unmatched"]) == (0, "pair plus", [])
    assert whole["game"]["house_edge"] == whole["house_edge"]
    assert run(tmp_path, PAIR_PLUS.format(3744), "--game", "Pair Plus", "--wager", "ante")[0] == 2


PAIR_PLUS = (
    "Hand,Pays,Combinations\nStraight flush,40 to 1,48\nThree-of-a-kind,30 to 1,52\nStraights,6 to 1,720\n"
    "Flush,4 to 1,1096\nPair,1 to 1,{}\nAll other,-1,16440\n"
)
"""The pays that Shuffle Master's first table had, with the combinations of one deck."""


def test_a_table_is_held_against_a_game_s_exact_counts() -> None:
    right = audit_table(PAIR_PLUS.format(3744), game="Pair Plus")
    assert right.verdict.conforms
    assert right.counts is not None
    assert right.counts.house_edge == right.house_edge
    assert "Straight flush: counted with mini royal" in right.verdict.notes
    wrong = audit_table(PAIR_PLUS.format(3743), game="Pair Plus")
    problem = wrong.verdict.problems[-1]
    assert (problem.code, wrong.verdict.conforms) == ("count", False)
    assert "Pair" in {problem.message.split(":")[0] for problem in wrong.verdict.problems}


def test_unmatched_rows_are_told_and_leave_the_question_open() -> None:
    table = "hand,pays,probability\nthree sevens,5,0.0001\npair,1,0.16941\nlose,-1,0.83049"
    audit = audit_table(table, game="pair-plus")
    assert audit.counts is not None
    assert audit.counts.unmatched == ("three sevens",)
    assert any("rows that are no event of it, not compared: three sevens" in note for note in audit.verdict.notes)


@pytest.mark.parametrize(
    ("game", "table", "wager"),
    [
        ("natural-31", "points,pays,ways\n16 to 21,1,5556\n22-25,5,368\n26-28,10,168\n29-30,15,72\ntrips,30,52\n"
         "31,100,20\nmini royal,200,4\n3-15,-1,15860", "natural 31"),
        ("Casino War", "event,pays,probability\ntie,10,0.073955\nno tie,-1,0.926045", "tie"),
        pytest.param("Let It Ride", "hand,pays,probability\nmini royal,50,0.000181\nstraight flush,40,0.001991\n"
         "trips,30,0.002353\nstraights,6,0.032579\nflushes,3,0.049593\npair,1,0.169412\nlose,-1,0.743891",
         "three card bonus", marks=pytest.mark.slow),
        ("Three Card Poker", "hand,pays,probability\nstraight flush,40,0.217195%\nthree alike,30,0.235294%\n"
         "straight,6,3.257919%\nflush,4,4.959276%\none pair,1,16.941176%\nhigh card,-1,74.389140%", "pair plus"),
    ],
)  # fmt: skip
def test_any_game_of_the_contract(game: str, table: str, wager: str) -> None:
    audit = audit_table(table, game=game)
    assert audit.counts is not None
    assert (audit.counts.wager, audit.counts.unmatched) == (wager, ())
    assert audit.verdict.conforms, audit.verdict.problems


def test_a_game_with_a_banker_too() -> None:
    table = "event,pays,probability\nbanker busts,1,0.17629\nother,-1,0.82371"
    audit = audit_table(table, game="greek-31-heath-infinite")
    assert audit.counts is not None
    assert audit.counts.matched["banker busts"][0] == "A, banker bust"
    assert codes(audit) == []
