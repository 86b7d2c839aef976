"""The reports of audits: every format says the same, a bad verdict is written too, and days add up."""

import json
import re
import subprocess
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pytest
from click.testing import CliRunner

import casino31
from casino31.api.reports import report_of
from casino31.audit.finding import LEVEL, Problem, Verdict
from casino31.audit.hands.cheats import CheatPower, PlayerSelfTest
from casino31.audit.hands.days import MOST_DAYS, add_days
from casino31.audit.hands.results import BetResult
from casino31.audit.selftest import AuditSelfTest
from casino31.audit.shuffles.selftest import SelfTest
from casino31.audit.shuffles.shufflers import fisher_yates
from casino31.cli import cli
from casino31.contracts.outputs import contract
from casino31.page import Chart, Note, Table
from casino31.pages.audited_results import results_page
from casino31.render.files import ENDINGS, rendered
from casino31.render.text import text
from tests.libreoffice import program

TABLE = "event,pays,combinations\nwin,15.3 for 1,1\nlose,0,16\nHouse edge,,4.12%\n"
HANDS = ("As Ks Qs", "2c 3d 5h", "9h 2d 7s", "4c 8d Th", "Ac Kd 2s")
PAID = (201, 0, 0, 0, 0)


def log(path: Path, days: int = 3, wrong: bool = True, hands: int = 20) -> Path:
    """Hands of Natural 31 at two tables; the last row of all is paid wrongly."""
    rows = ["table,time,cards,natural 31,paid"]
    for day in range(days):
        for hand in range(hands):
            month, date = divmod(day, 28)
            stamp = f"{2026 + month // 12}-{month % 12 + 1:02}-{date + 1:02} 20:{hand:02}"
            stake = 1 + (hand + day) % 3
            kind = (hand * 3 + day) % len(HANDS)
            rows.append(f"T{hand % 2 + 1},{stamp},{HANDS[kind]},{stake},{PAID[kind] * stake}")
    if wrong:
        rows[-1] = f"{rows[-1].rpartition(',')[0]},7"
    path.write_text("\n".join(rows) + "\n")
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("audits")
    log(place / "hands.csv")
    (place / "table.csv").write_text(TABLE)
    decks = fisher_yates(np.random.default_rng(31), 120).tolist()
    lines = [" ".join(map(str, deck)) for deck in [*decks, [0] * 52]]
    (place / "decks.txt").write_text("\n".join(lines) + "\n")
    casino31.write_par_sheet("natural-31", place / "sheet.xlsx")
    book = openpyxl.load_workbook(place / "sheet.xlsx")
    book.worksheets[0]["A1"] = "Another title"
    book.save(place / "sheet.xlsx")
    return place


def selftest(_: Path) -> AuditSelfTest:
    """A result as it would be, put together by hand: the real one takes a minute."""
    lucky = Problem("false alarms", "honest players", "9", "1", "honest players are accused in 9 of 60 logs")
    cheats = (
        CheatPower("caps bets", 0.002, 1.0, ("stakes",)),
        CheatPower("pinches bets", 0.003, 0.95, ("stakes",)),
    )
    alarms = {"Fisher-Yates": {"runs": 0.05}}
    shuffles = SelfTest(
        Verdict(True, LEVEL, ()), 1_000, 200, alarms, {"Fisher-Yates": 0.01}, {"unshuffled": ["runs"]}
    )
    return AuditSelfTest(shuffles, PlayerSelfTest(Verdict(False, LEVEL, (lucky,)), "B", 10, 60, 9, 20, cheats))


AUDITS: dict[str, Callable[[Path], Any]] = {
    "log": lambda place: casino31.audit_log(place / "hands.csv", "natural-31", by=["table"]),
    "table": lambda place: casino31.audit_table(place / "table.csv"),
    "shuffle": lambda place: casino31.audit_shuffle(place / "decks.txt"),
    "parsheet": lambda place: casino31.audit_parsheet(place / "sheet.xlsx"),
    "selftest": selftest,
}
VERBS = {
    "log": ("log", "hands.csv", "-p", "natural-31", "--by", "table"),
    "table": ("table", "table.csv"),
    "shuffle": ("shuffle", "decks.txt"),
    "parsheet": ("parsheet", "sheet.xlsx"),
}


class Tags(HTMLParser):
    """The elements of a page, opened and closed in order, and its words."""

    VOID = ("meta", "link", "br", "hr", "img", "input", "rect", "line")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        assert not any(name in ("src", "href") and not str(value).startswith("#") for name, value in attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def squeezed(words: str) -> str:
    """A text without blanks: lines break elsewhere in each format."""
    return "".join(words.split())


def told(content: bytes, ending: str) -> str:
    """All words of a report in one format."""
    if ending == ".pdf":
        command = [program("pdftotext"), "-layout", "-", "-"]
        return subprocess.run(command, input=content, capture_output=True, check=True).stdout.decode()
    if ending == ".html":
        page = Tags()
        page.feed(content.decode())
        page.close()
        assert page.open == []
        assert not re.search(r"https?://(?!www\.w3\.org)", content.decode())
        return " ".join(page.words)
    if ending == ".xlsx":
        book = openpyxl.load_workbook(BytesIO(content), data_only=True)
        return " ".join(
            str(cell.value) for sheet in book for row in sheet.iter_rows() for cell in row if cell.value
        )
    return content.decode()


@pytest.mark.parametrize("kind", AUDITS)
def test_every_format_says_what_the_record_says(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    made = report_of(AUDITS[kind](Path()))
    record = made.record
    assert record["conforms"] is False
    codes = {problem["code"] for problem in record["problems"]}
    assert codes
    for ending in (".txt", ".html", ".pdf", ".xlsx"):
        words = squeezed(told(rendered(made, ending), ending))
        assert "DOESNOTCONFORM" in words, ending
        for file in record.get("files", ()):
            assert file["sha256"] in words, ending
            assert squeezed(file["name"]) in words, ending
        for problem in record["problems"][:2]:
            assert squeezed(problem["message"]) in words, (ending, problem)
            assert squeezed(problem["where"]) in words, ending
        for test in record["tests"]:
            assert squeezed(test["name"]) in words, ending
    lines = rendered(made, ".csv").decode().splitlines()
    assert "conforms,False,False" in lines
    assert json.loads(rendered(made, ".json")) == json.loads(json.dumps(record))


@pytest.mark.parametrize("kind", AUDITS)
def test_the_same_audit_gives_the_same_bytes(kind: str, folder: Path) -> None:
    first, second = (report_of(AUDITS[kind](folder)) for _ in range(2))
    for ending in ENDINGS:
        assert rendered(first, ending) == rendered(second, ending), ending


@pytest.mark.parametrize("kind", AUDITS)
def test_results_show_themselves_and_are_written(kind: str, folder: Path, tmp_path: Path) -> None:
    answer = AUDITS[kind](folder)
    assert repr(answer).startswith(f"<{type(answer).__name__}: verdict does not conform; ")
    assert "<th>verdict</th><td>does not conform</td>" in answer._repr_html_()
    paths = casino31.write_report(answer, *(tmp_path / f"a{ending}" for ending in ENDINGS))
    assert all(path.stat().st_size for path in paths)


@pytest.mark.parametrize("kind", VERBS)
def test_a_verb_writes_its_report_before_it_exits_with_1(
    kind: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    outputs = [part for ending in ENDINGS for part in ("-o", str(tmp_path / f"a{ending}"))]
    done = CliRunner().invoke(cli, ["audit", *VERBS[kind], *outputs])
    assert done.exit_code == 1, done.output
    assert done.stdout.splitlines()[-1].endswith(" DOES NOT CONFORM.")
    assert {path.name for path in tmp_path.iterdir()} == {f"a{ending}" for ending in ENDINGS}
    assert (tmp_path / "a.txt").read_text() == done.stdout
    record = json.loads((tmp_path / "a.json").read_text())
    assert record == json.loads(CliRunner().invoke(cli, ["audit", *VERBS[kind], "--json"]).stdout)
    assert str(folder) not in done.stdout


def test_the_self_test_writes_its_report_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino31.api.audits.audit_selftest", lambda **_: selftest(tmp_path))
    out = tmp_path / "a.pdf"
    done = CliRunner().invoke(cli, ["audit", "--selftest", "-o", str(out)])
    assert done.exit_code == 1
    assert done.stdout.splitlines()[-1] == "the set of tests DOES NOT CONFORM."
    assert out.read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("kind", VERBS)
def test_no_report_is_written_over_what_is_audited(
    kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    file = VERBS[kind][1]
    before = Path(file).read_bytes()
    done = CliRunner().invoke(cli, ["audit", *VERBS[kind], "-o", f"./{file}"])
    assert done.exit_code == 2
    assert "the audit reads this file" in done.stderr
    assert Path(file).read_bytes() == before


def test_o_without_an_audit_is_wrong_use(folder: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "a.txt")
    guessed = ["audit", "log", str(folder / "hands.csv"), "-p", "natural-31", "--guess", "-o", out]
    for arguments in (["audit", "-o", out], guessed):
        assert CliRunner().invoke(cli, arguments).exit_code == 2
    assert not list(tmp_path.iterdir())


def test_days_and_groups_add_up_to_the_money(folder: Path) -> None:
    """Two routes: groups and days are counted apart from all hands together, and the log is added up here."""
    answer = casino31.audit_log(folder / "hands.csv", "natural-31", by=["table"])
    rows = [line.split(",") for line in (folder / "hands.csv").read_text().splitlines()[1:]]
    (money,) = answer.money[:1]
    for results, column in ((answer.by_group, 0), (answer.by_day, 1)):
        assert sum(each.staked for each in results) == money.staked
        assert sum(each.won for each in results) == money.won
        assert sum(each.hands for each in results) == money.hands
        for each in results:
            here = [row for row in rows if row[column][: 10 if column else None] == each.name]
            staked = sum(int(row[3]) for row in here)
            won = sum(200 * int(row[3]) if row[2] == HANDS[0] else -int(row[3]) for row in here)
            assert (each.hands, each.staked, each.won) == (len(here), Fraction(staked), Fraction(won))
            assert each.result == Fraction(won, staked)
            assert each.exact == money.exact
    assert [each.name for each in answer.by_day] == ["2026-01-01", "2026-01-02", "2026-01-03"]
    variance = casino31.par_sheet("natural-31").stakes["natural 31"].metrics.variance
    for each in answer.by_day:
        squares = sum(int(row[3]) ** 2 for row in rows if row[1].startswith(each.name))
        assert each.standard_error == pytest.approx(float(variance * squares) ** 0.5 / float(each.staked))


def test_many_days_are_shown_by_month_and_the_farthest_alone(tmp_path: Path) -> None:
    path = log(tmp_path / "a.csv", days=60, wrong=False, hands=4)
    made = report_of(casino31.audit_log(path, "natural-31"))
    page = next(page for page in made.report.pages if page.title == "By day")
    months, days = (block for block in page.blocks if isinstance(block, Table))
    assert [row.cells[0].value for row in months.rows if row.cells[0]] == ["2026-01", "2026-02", "2026-03"]
    assert len(days.rows) == 31
    assert [len(block.values) for block in page.blocks if isinstance(block, Chart)] == [3, 31]
    assert len(made.record["by_day"]) == 60


def test_all_faults_are_counted_and_the_first_ten_of_a_kind_listed(tmp_path: Path) -> None:
    rows = [row.rpartition(",")[0] for row in log(tmp_path / "a.csv", wrong=False).read_text().splitlines()[1:13]]
    (tmp_path / "a.csv").write_text("\n".join(["table,time,cards,natural 31,paid", *(f"{row},7" for row in rows)]))
    answer = casino31.audit_log(tmp_path / "a.csv", "natural-31")
    report = report_of(answer).report
    tests = sum(problem.code == "test" for problem in answer.verdict.problems)
    many = sum(answer.by_code.values()) + tests
    words, first = text(report), "a.csv, row 1: paid 7.00, the pay table says 201.00"
    assert dict(report.facts)["Found"] == f"{first}; {many} faults in all"
    assert 0 < words.index(f"payout: 12  {first}") < words.index("\n  replay: 1 ")
    assert words.count("paid 7.00, the pay table says") == 12  # ten, and the first twice more
    assert "and 2 more of [payout]" in words
    assert "Correct the payout" in words


def test_of_many_groups_the_farthest_are_shown() -> None:
    exact = Fraction(-1, 25)
    groups = [
        BetResult(
            "table", f"T{n}", "main", 100, Fraction(100), Fraction(-4 - n), Fraction(-4 - n, 100), exact, None
        )
        for n in range(40)
    ]
    (table, chart, note) = results_page("By group", groups).blocks
    assert isinstance(table, Table)
    assert isinstance(chart, Chart)
    assert [row.cells[0].value for row in table.rows if row.cells[0]] == [f"T{n}" for n in range(39, 8, -1)]
    assert table.title == "main, by table: the 31 of 40 farthest from what is expected"
    assert chart.labels[0] == "T39"
    assert note == Note("All of them stand in the JSON and CSV forms of this report.", "note")


def test_a_checkpoint_keeps_the_days(tmp_path: Path) -> None:
    whole = log(tmp_path / "whole.csv", days=4, wrong=False).read_text().splitlines()
    kept = tmp_path / "kept.json"
    for part in (1, 2):
        path = tmp_path / f"{part}.csv"
        path.write_text("\n".join([whole[0], *whole[1 + 30 * (part - 1) : 1 + 30 * part]]))
        answer = casino31.audit_log(path, "natural-31", checkpoint=kept)
    together = casino31.audit_log(tmp_path / "whole.csv", "natural-31")
    assert len(answer.by_day) == 3  # the third day stands in both files
    assert answer.by_day == together.by_day[:3]
    assert [file.name for file in answer.scope.files] == ["1.csv", "2.csv"]


@pytest.mark.parametrize("times", [("31", "32"), ("", ""), ("soon", "later")])
def test_no_day_is_made_up(times: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("time,cards,natural 31,paid\n" + "".join(f"{time},2c 3d 5h,1,0\n" for time in times))
    answer = casino31.audit_log(path, "natural-31")
    assert [(each.name, each.hands) for each in answer.by_day] == [("", 2)]
    path.write_text("cards,natural 31,paid\n2c 3d 5h,1,0\n")
    assert casino31.audit_log(path, "natural-31").by_day == ()


def test_days_are_bounded_and_large_stakes_exact() -> None:
    player = type("player", (), {"stakes": (Fraction(),)})
    law: Any = type("law", (), {"players": (player,)})
    days: dict[str, list[list[int]]] = {}
    many, stake = MOST_DAYS + 50, 10**14
    numbers = np.arange(1, many + 1, dtype=np.int32)
    add_days(days, law, 0, numbers, np.full(many, stake), np.full(many, -1), np.zeros(many, int))
    assert len(days) == MOST_DAYS + 1
    assert days[""] == [[50, 50 * stake, -50 * stake, 50 * stake**2]]
    assert [sum(sums[0][place] for sums in days.values()) for place in range(3)] == [
        many,
        many * stake,
        -many * stake,
    ]


def test_records_hold_to_their_contracts(folder: Path) -> None:
    import jsonschema

    for make in AUDITS.values():
        record = json.loads(json.dumps(report_of(make(folder)).record))
        jsonschema.Draft202012Validator(dict(contract(record["schema"]))).validate(record)


def test_a_log_that_says_too_little_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("cards,natural 31,paid\n2c 3d 5h,1,0\n9h 2d 7s,1,0\n")
    made = report_of(casino31.audit_log(tmp_path / "a.csv", "natural-31"))
    words = text(made.report)
    assert words.endswith("\nthe log cannot be judged: not enough to say.\n")
    assert "Found: too few hands: no change of edge below" in words
