"""Published return tables: the public cases with their sources, and what spreadsheets do to odds."""

import datetime
import json
import zipfile
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from casino31.audit.tables.cells import CellError, ReadCell, amount, cell_of, decimal_mark, odds
from casino31.audit.tables.reading import PageFacts
from casino31.audit.tables.table import TableAudit, audit_file, audit_text
from casino31.cli import cli
from casino31.decimals import percent
from casino31.faults import RulesError
from casino31.pages.audited_tables import table_object

PICK_A_CARD = """event,pays,combinations
three of a kind in suit,{0},24
three of a kind,{1},"1,728"
pair,{2},"27,072"
lose,-1,"103,776"
Total,,"132,600"
House edge,,{3}
"""


def codes(audit: TableAudit) -> list[str]:
    return [problem.code for problem in audit.verdict.problems]


def test_ask_83() -> None:
    """Wizard of Odds, Ask 83: 1 in 17 pays 15.3 for 1; the page's own sum read it to 1 and gave 4.12 %."""
    table = "event,pays,combinations\nwin,15.3 for 1,1\nlose,0,16\nHouse edge,,{}"
    right, wrong = (audit_text(table.format(edge)) for edge in ("10.0%", "4.12%"))
    assert right.house_edge == wrong.house_edge == Fraction(1, 10)
    assert right.unit == "for one"
    assert right.verdict.conforms
    assert codes(wrong) == ["unit"]
    assert "reading the pays to one" in wrong.verdict.problems[0].message


@pytest.mark.parametrize(("pays", "edge"), [((40, 10, 3), "3.2579%"), ((100, 10, 3), "2.1719%")])
def test_pick_a_card(pays: tuple[int, ...], edge: str) -> None:
    """davemillergaming.com, Pick-a-card."""
    audit = audit_text(PICK_A_CARD.format(*pays, edge))
    assert audit.verdict.conforms
    assert audit.house_edge is not None
    assert percent(audit.house_edge) == edge.replace("%", " %")
    assert codes(audit_text(PICK_A_CARD.format(*pays, "3.2479%"))) == ["edge"]


def test_pick_a_card_side_bet() -> None:
    """davemillergaming.com, Pick-a-card, the side bet."""
    rows = [(288, 40), (312, 40), (4_320, 4), (6_576, 4), (22_464, 1), (98_640, -1)]
    table = "ways,pays,event\n" + "\n".join(f"{ways},{pays},row {ways}" for ways, pays in rows)
    audit = audit_text(table, PageFacts(total=132_600))
    assert audit.verdict.conforms
    assert audit.house_edge is not None
    assert percent(audit.house_edge) == "6.4796 %"


def test_21_plus_3_in_six_decks() -> None:
    """21+3, six decks, 9 to 1: the losing hands are left out of the table."""
    audit = audit_text("hand,payout,combos\nwinner,9 to 1,485096", PageFacts(total=5_013_320))
    assert audit.verdict.conforms
    assert audit.house_edge is not None
    assert percent(audit.house_edge) == "3.2386 %"
    assert "5,013,320 hands of 3 cards from 312" in audit.verdict.notes[0]
    without = audit_text("hand,payout,combos\nwinner,9 to 1,485096")
    assert without.verdict.conforms is None
    assert without.house_edge is None


def test_wizard_of_vegas_27992() -> None:
    """wizardofvegas.com, thread 27992: 100,000 tickets, pays for 1."""
    rows = [(30, 200), (1_000, 30), (20, 500), (200, 80), (10, 1_000), (100, 200)]
    table = "tickets\tpays for 1\n" + "\n".join(f"{many}\t{pays}" for many, pays in rows)
    audit = audit_text(table, PageFacts(total=100_000))
    assert audit.unit == "for one"
    assert audit.house_edge == 1 - Fraction(92, 100)
    assert audit.standard_deviation is not None
    assert round(audit.standard_deviation, 4) == 14.9316
    assert audit.hit_frequency == Fraction(136, 10_000)


@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("column", [1, 2])
def test_a_changed_number_is_found(row: int, column: int) -> None:
    lines = [["event", "pays", "ways"], ["suit", "40", "24"], ["three", "10", "1728"], ["pair", "3", "27072"],
             ["lose", "-1", "103776"], ["House edge", "3.257919%", ""], ["Total", "", "132600"]]  # fmt: skip
    assert audit_text("\n".join(map(",".join, lines))).verdict.conforms
    if lines[row][column].lstrip("-").isdigit():
        lines[row][column] = str(int(lines[row][column]) + 1)
        assert audit_text("\n".join(map(",".join, lines))).verdict.conforms is False


def test_products_sums_and_probabilities() -> None:
    table = (
        "event,pays,combinations,probability,return\n"
        "win,2,10,0.250000,{}\npush,push,10,{},0\nlose,-1,20,0.500000,-0.500000\nTotal,,40,1,{}\nReturn,,,,100%"
    )
    assert audit_text(table.format("0.500000", "0.250000", "0.00")).verdict.conforms
    assert codes(audit_text(table.format("0.510000", "0.250000", "0.00"))) == ["product", "sum"]
    assert codes(audit_text(table.format("0.500000", "0.260000", "0.00"))) == ["probability", "sum"]
    assert codes(audit_text(table.format("0.500000", "0.250000", "0.01"))) == ["sum"]


def test_favourable_rows_are_flagged() -> None:
    audit = audit_text("event,pays,ways\nrare,60,1\nlose,lose,51")
    assert codes(audit) == ["favourable", "favourable"]
    assert audit.verdict.problems[0].where == "B2"


def test_percent_fraction_and_decimal_commas_agree() -> None:
    texts = [
        "event,pays,probability\nwin,1.5,0.38\nlose,-1,0.62",
        "event,pays,probability\nwin,3:2,38%\nlose,lose,62%",
        "event;pays;probability\nwin;1,5;0,38\nlose;-1;0,62",
        "event;pays;probability %\nwin;1,5;38,0\nlose;-1;62,0",
        "| event | pays | chance |\n|---|---:|---:|\n| win | 3/2 | 19/50 |\n| lose | lose | 31/50 |",
        "event   pays    probability\nwin     3 to 2  0.38\nlose    -1      0.62",
    ]
    edges = {audit_text(text).house_edge for text in texts}
    assert edges == {Fraction(5, 100)}


@pytest.mark.parametrize(
    ("text", "value"),
    [("1,728", 1728), ("27 072", 27072), ("$1,000", 1000), ("1 in 17", Fraction(1, 17)), ("(12)", -12),
     ("3.2579 %", Fraction(32579, 10**6)), ("2.5E-3", Fraction(1, 400)), ("−5", -5)],
)  # fmt: skip
def test_numbers_as_people_write_them(text: str, value: Fraction) -> None:
    assert amount(ReadCell("A1", text)).value == value


@pytest.mark.parametrize("text", ["15,3", "1.2.3", "12a", "0.125,5", "1,72", "", "1/0", "nan", "1e999"])
def test_no_number_is_guessed(text: str) -> None:
    with pytest.raises(CellError, match="A1"):
        amount(ReadCell("A1", text))


def test_mixed_decimal_marks_are_refused() -> None:
    with pytest.raises(CellError, match="decimal"):
        decimal_mark(["0.25", "0,25"], ".")


@pytest.mark.parametrize(
    ("value", "pays"),
    [
        (datetime.time(3, 1), 3),
        (datetime.timedelta(days=1, hours=6, minutes=1), 30),
        (datetime.datetime(1900, 1, 1, 6, 1), 30),
        (datetime.datetime(1900, 1, 4, 4, 1), 100),
        (datetime.time(3, 2), Fraction(3, 2)),
        ("3:01", 3),
        ("3:01:00", 3),
        ("3:01 AM", 3),
        ("1:01 PM", 13),
        ("30:01:00", 30),
        ("1 day, 6:01:00", 30),
        ("1900-01-01 06:01:00", 30),
        ("1/1/1900 6:01", 30),
    ],
)
def test_odds_that_became_a_time_are_recovered_and_said(value: object, pays: Fraction) -> None:
    found = odds(cell_of("C7", value))
    assert found.value == pays
    assert "C7" in found.note


@pytest.mark.parametrize(
    "value",
    [datetime.datetime(2026, 3, 2), datetime.date(2026, 6, 5), "2-Mar", "Mar-02", "2026-03-02", "03/02/2026",
     "2026-03-02 00:00:00", datetime.time(3, 0)],
)  # fmt: skip
def test_odds_that_became_a_date_are_refused_with_their_address(value: object) -> None:
    with pytest.raises(CellError, match=r"C7 .*format the column as text"):
        odds(cell_of("C7", value))


def write_workbook(path: Path, rows: list[list[object]]) -> Path:
    book = openpyxl.Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    book.save(path)
    return path


def test_a_workbook_with_times_text_numbers_and_a_note(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["21+3 (a side bet)"],
        ["Hand", "Pays", "Combinations", "Probability"],
        ["straight flush", datetime.time(9, 1), "485,096", 485096 / 5013320],
        ["lose", -1, 4528224, 4528224 / 5013320],
        ["Total", None, 5013320, 1],
        ["House edge", None, None, 0.032386],
    ]
    audit = audit_file(write_workbook(tmp_path / "a.xlsx", rows))
    assert audit.verdict.conforms
    assert any("B3 holds the time 9:01" in note for note in audit.verdict.notes)


def test_a_date_in_a_workbook_names_the_cell(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["event", "pays", "ways"],
        ["win", datetime.datetime(2026, 3, 2), 1],
        ["lose", -1, 1],
    ]
    done = CliRunner().invoke(cli, ["audit", "table", str(write_workbook(tmp_path / "a.xlsx", rows))])
    assert done.exit_code == 3
    assert "B2 holds the date 2026-03-02" in done.output


def _with_part(path: Path, name: str, content: bytes) -> Path:
    write_workbook(path, [["event", "pays", "ways"], ["win", 1, 1], ["lose", -1, 1]])
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, content)
    return path


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("xl/externalLinks/externalLink1.xml", b"<externalLink/>", "link to another workbook"),
        ("xl/evil.xml", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "entity"),
        ("xl/evil.xml", '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'.encode("utf-16"), "entity"),
        ("xl/bomb.xml", b" " * (40 << 20), "unpacks"),
        ("xl/vbaProject.bin", b"x", "macros"),
    ],
)
def test_dangerous_workbooks_are_refused(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    done = CliRunner().invoke(cli, ["audit", "table", str(_with_part(tmp_path / "a.xlsx", name, content))])
    assert done.exit_code == 3
    assert said in done.output


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"PK\x03\x04 cut off", b"\x00\x01\x02", b"no table here", b"a,b\n1,2"]
)
def test_other_bad_files_are_one_clear_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    with pytest.raises(RulesError, match=r"bad\.csv: error"):
        audit_file(path)


def test_the_json_contract(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("event,pays,combinations\nwin,15.3,1\nlose,0,16\n", encoding="utf-8")
    done = CliRunner().invoke(cli, ["audit", "table", str(path), "--edge", "4.12%", "--json"])
    whole = json.loads(done.output)
    assert done.exit_code == 1
    assert whole["conforms"] is False
    assert whole["unit"] == "for one"
    assert whole["house_edge"]["exact"] == "1/10"
    assert whole["return"]["exact"] == "9/10"
    assert whole["hit_frequency"]["exact"] == "1/17"
    assert [row["combinations"] for row in whole["rows"]] == [1, 16]
    assert whole["problems"][0]["code"] == "unit"
    assert {"schema", "level", "tests", "detectable", "standard_deviation"} <= whole.keys()


PIECES = st.sampled_from(
    ["", "-", "win", "lose", "push", "Total", "House edge", "0", "1", "-1", "1e-3", "1e99", "3:1", "3:01", "3/2",
     "6-5", "22-25", "2-Mar", "1,728", "15,3", "0.25", "25%", "1 in 17", "$5", "even", "9 to 1", "6 for 5",
     "5 to 0", "1/0", "0:00", "24:00", "(3)", "1.5.2", "\u221e", "nan", "\u0661", "1 day, 6:01:00", "12:60",
     "103776", '"', "1e-99"]
)  # fmt: skip
HEADS = st.sampled_from(
    ["event", "pays", "Pays (for 1)", "combinations", "probability", "Prob %", "return", "notes"]
)


@given(
    st.lists(HEADS, min_size=2, max_size=5),
    st.lists(st.lists(PIECES, min_size=1, max_size=5), max_size=6),
    st.sampled_from([",", ";", "\t", "|", "   "]),
    st.sampled_from([None, 100, 132_600]),
)
def test_any_table_is_read_or_refused_never_a_traceback(
    heads: list[str], rows: list[list[str]], separator: str, total: int | None
) -> None:
    text = "\n".join(separator.join(row) for row in [heads, *rows])
    try:
        audit = audit_text(text, PageFacts(total=total))
    except RulesError:
        return
    json.dumps(table_object(audit), allow_nan=False)
    if audit.house_edge is not None:
        assert audit.standard_deviation is not None
        assert sum(row.probability for row in audit.rows) == pytest.approx(1)


def test_probabilities_that_are_no_law_give_no_figures() -> None:
    audit = audit_text("event,pays,probability\nwin,1,0.6\nlose,-1,0.6")
    assert codes(audit) == ["probabilities"]
    assert audit.house_edge is None


def test_a_row_that_is_called_a_loss_loses_however_it_is_printed() -> None:
    table = "event,{},ways\nwin,{},1\nlose,{},16"
    for heading, pay, loss in [
        ("pays", "15.3 for 1", "0"), ("pays", "15.3 for 1", "-1"), ("pays", "15.3 for 1", "lose"),
        ("pays", "15.3 for 1", ""),
        ("pays to one", "14.3", "0"), ("pays to one", "14.3", "-1"), ("pays for 1", "15.3", "-"),
        ("pays", "15.3", "0"),
    ]:  # fmt: skip
        assert audit_text(table.format(heading, pay, loss)).house_edge == Fraction(1, 10)


def test_a_frequency_is_a_count_or_a_share_by_its_cells() -> None:
    count = audit_text("hand,pays,frequency\nwin,2,10\nlose,-1,30")
    share = audit_text("hand,pays,frequency\nwin,2,25.0%\nlose,-1,75.0%")
    assert count.house_edge == share.house_edge == Fraction(1, 4)
    assert (count.rows[0].combinations, share.rows[0].combinations) == (10, None)


def test_what_stands_below_the_total_is_not_read_and_said_so() -> None:
    audit = audit_text("event,pays,ways\nwin,1,2\nlose,-1,3\nTotal,,5\nHouse edge,,20%\nChecks,ok,ok\nmore,5,5")
    assert audit.verdict.conforms
    assert audit.house_edge == Fraction(1, 5)
    assert "A6 and what follows stand below the total and were not read" in audit.verdict.notes
