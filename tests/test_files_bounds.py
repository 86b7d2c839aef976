"""What is read costs no more than it weighs: kinds of files that asked for minutes and gigabytes are refused."""

import gzip
import io
import lzma
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from casino31.bounded import json_of
from casino31.cli import cli
from casino31.layoutfile import fields
from casino31.layoutfile.document import MOST_FAULTS, Document

HEAD = 'game = "31 Classic"\ntitle = "a layout"\nodds = "to one"\nsource = "a test"\n'
GREEK = 'game = "Greek 31"\ntitle = "a layout"\nsource = "a test"\n'
GRID = 'game = "31 Classic"\nlayout = "31-classic-b"\n'
SEVEN = ("18-21", "22-25", "26-28", "29-30", "trips", "31", "mini royal")
HAND = "cards,natural 31,paid\nAs Ks Qs,1,201\n"


def invoke(*arguments: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(cli, list(map(str, arguments)))
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    return done.exit_code, done.output


def reader(ending: str, path: Path) -> tuple[str | Path, ...]:
    """The verb that reads a file of a kind."""
    log = path.with_name("sound.csv")
    log.write_text(HAND)
    return {
        "layout": ("check", path),
        "grid": ("paytable", "design", "31-classic", "--grid", path),
        "schema": ("audit", "log", log, "-p", "natural-31", "--schema", path),
        "checkpoint": ("audit", "log", log, "-p", "natural-31", "--checkpoint", path),
        "log": ("audit", "log", path, "-p", "natural-31"),
        "table": ("audit", "table", path),
        "sheet": ("audit", "parsheet", path),
        "decks": ("audit", "shuffle", path),
        "part": ("merge", path),
        "policy": ("verify", path),
    }[ending]


KINDS = ("layout", "grid", "schema", "checkpoint", "log", "table", "sheet", "decks", "part", "policy")


@pytest.mark.parametrize("kind", KINDS)
def test_pipes_devices_and_folders_are_refused(kind: str, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    zero = tmp_path / "zero.csv"
    zero.symlink_to("/dev/zero")
    for path in (pipe, zero):
        code, said = invoke(*reader(kind, path))
        assert (code, "a pipe or a device" in said) == (3, True), said
    (tmp_path / "folder.csv").mkdir()
    code, said = invoke(*reader(kind, tmp_path / "folder.csv"))
    assert (code, "a folder" in said or "a directory" in said) == (3, True), said


@pytest.mark.parametrize(
    ("kind", "name", "content", "said"),
    [
        ("layout", "a.toml", GREEK + "[bets]\nminimum = 1x\n", "expected the end of the line"),
        ("layout", "a.toml", GREEK + "[banker]\nconceal = x\n", "a number, or text in quotes"),
        ("layout", "a.toml", HEAD + "a." * 30_000 + "a = 1\n", "more than 16 names of one key"),
        ("layout", "a.toml", HEAD + "[" + "a." * 30_000 + "a]\n", "more than 16 names of one key"),
        ("layout", "a.toml", HEAD + "a = " + "[" * 30_000 + "\n", "more than 16 brackets within each other"),
        ("layout", "a.toml", HEAD + "a = {" * 9_000 + "\n", "more than 16 brackets within each other"),
        ("layout", "a.toml", HEAD + "[play]\n" + '"17" = 1\n' * 6_000, f"more than {MOST_FAULTS} faults"),
        ("layout", "a.toml", HEAD + "[play]\n" * 8_000, f"more than {MOST_FAULTS} faults"),
        ("layout", "a.toml", HEAD + "a = [\n" * 9_000, f"more than {MOST_FAULTS} faults"),
        (
            "layout",
            "a.toml",
            HEAD + "[play]\n" + "".join(f"x{n} = 1\n" for n in range(6_000)),
            f"more than {MOST_FAULTS} faults",
        ),
        ("layout", "a.toml", HEAD + "[play]\n31 = 0x" + "f" * 50_000, "too long to read"),
        ("layout", "a.toml", HEAD.replace("a layout", "x" * 50_000), "a title of 50,000 characters"),
        ("layout", "a.toml", "".join(f"[t{n}]\nx = 1\n" for n in range(4_000)), "no game"),
        ("grid", "a.toml", GRID + "".join(f"x{n} = 1\n" for n in range(5_000)), f"more than {MOST_FAULTS} faults"),
        (
            "grid",
            "a.toml",
            GRID + "[rows]\n" + "".join(f'"play.{row}" = {{ from = 1, to = 90000 }}\n' for row in SEVEN),
            "more than 200,000 pays in all rows",
        ),
        (
            "grid",
            "a.toml",
            GRID + "[rows]\n" + "".join(f'"play.{row}" = {{ from = 1, to = 9999 }}\n' for row in SEVEN),
            "a search of about 10^27 tables",
        ),
        ("grid", "a.toml", "x" * 70_000, "more than 65,536 bytes"),
        ("schema", "a.toml", "[columns]\n" + "a." * 20_000 + "a = 1\n", "more than 16 names of one key"),
        ("part", "a.json", "[" * 400_000, "nested too deep"),
        ("part", "a.json", '{"a": ' * 900 + "1" + "}" * 900, "nested too deep"),
        ("checkpoint", "a.json", '{"schema": 1e999}', "the number 1e999"),
        ("policy", "a.json", "[" * 400_000, "nested too deep"),
        ("table", "a.csv", 'event,pays,ways\n"' + "x" * 200_000 + '",1,1\n', "no CSV: field larger"),
        ("table", "a.csv", "event,pays,ways\na," + "a/" * 60_000 + " x,1\n", "expected a number"),
        ("table", "a.csv", "event,pays,ways\na,1" + "." * 60_000 + "2 3,1\n", "expected a number"),
        ("table", "a.csv", "event,pays,ways\n" + ("1," * 99 + "1\n") * 1_100, "more than 100,000 cells"),
        ("log", "a.csv", 'cards,natural 31,paid\n"' + "x\n" * 90_000 + '",1,1\n', "no CSV: field larger"),
        ("log", "a.csv", ",".join(["a"] * 30_000) + "\nx\n", "two columns 'a'"),
    ],
)
def test_what_would_take_minutes_is_refused(kind: str, name: str, content: str, said: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content)
    code, told = invoke(*reader(kind, tmp_path / name))
    assert (code, said in told) == (3, True), told[:500]
    assert len(told) < 100_000


def test_a_hint_costs_no_more_than_the_faults_that_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(fields, "closest", lambda word, _: asked.append(word))
    (tmp_path / "a.toml").write_text(GRID + "[rows]\n" + "".join(f'"play.x{n}" = 1\n' for n in range(3_000)))
    assert invoke(*reader("grid", tmp_path / "a.toml"))[0] == 3
    assert len(asked) <= MOST_FAULTS + 1


def test_ratios_without_a_common_total_are_refused(tmp_path: Path) -> None:
    primes = [n for n in range(10_007, 14_000) if all(n % d for d in range(2, 120))]
    rows = "".join(f"e{n},1,1/{n}\n" for n in primes[:400])
    (tmp_path / "a.csv").write_text("event,pays,probability\n" + rows)
    code, said = invoke("audit", "table", tmp_path / "a.csv")
    assert (code, "no common denominator" in said) == (3, True), said
    (tmp_path / "a.csv").write_text("event,pays,probability\n" + rows[:1_000].rpartition("\n")[0])
    assert invoke("audit", "table", tmp_path / "a.csv")[0] != 3


def book(path: Path, change: Callable[[bytes], bytes]) -> Path:
    """A workbook of a small table, its one sheet changed."""
    whole, held = openpyxl.Workbook(), io.BytesIO()
    for row in (("event", "pays", "ways"), ("win", 3, 1), ("lose", -1, 3)):
        whole.worksheets[0].append(row)
    whole.save(held)
    with zipfile.ZipFile(held) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, change(part) if name.endswith("sheet1.xml") else part)
    return path


END = b"</sheetData>"


def rows_of(many: int, cells: bytes) -> bytes:
    return b"".join(b'<row r="%d">%s</row>' % (row, cells) for row in range(4, 4 + many)) + END


@pytest.mark.parametrize(
    ("added", "said"),
    [
        (END + b'<mergeCells><mergeCell ref="A9:XFD1048576"/></mergeCells>', ""),
        (b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' + END, "more than 50,000 cells"),
        (rows_of(600, b"<c><v>%d</v></c>" * 100 % tuple(range(100))), "more than 50,000 cells"),
        (b"".join(b"<row/><!-- %d -->" % n for n in range(60_000)) + END, "more than 50,000 cells"),
        (b'<row r="4" s="5"/>' * 31 + END, ""),
        (b"".join(b'<row r="%d" s="%d"/>' % (n % 31, n % 29) for n in range(600_000)) + END, "without end"),
    ],
)
def test_a_workbook_that_would_fill_the_memory(added: bytes, said: str, tmp_path: Path) -> None:
    path = book(tmp_path / "a.xlsx", lambda sheet: sheet.replace(END, added))
    code, told = invoke("audit", "table", path)
    assert (code, said in told) == (3 if said else 0, True), told


def test_many_sheets_are_refused(tmp_path: Path) -> None:
    whole = openpyxl.Workbook()
    for _ in range(70):
        whole.create_sheet()
    whole.save(tmp_path / "a.xlsx")
    assert "more than 64 sheets" in invoke("audit", "table", tmp_path / "a.xlsx")[1]


@pytest.mark.parametrize(("ending", "pack"), [(".gz", gzip.compress), (".xz", lzma.compress)])
def test_policies_unpack_to_a_stated_size(ending: str, pack: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / f"a.json{ending}"
    path.write_bytes(pack(b'{"format": "Greek 31 policies, 1"' + b" " * 2**22))
    code, said = invoke("verify", path)
    assert (code, "unpacks to more than" in said) == (3, True), said


def test_log_lines_that_are_no_numbers_are_faults_of_their_rows(tmp_path: Path) -> None:
    line = '{{"cards": "As Ks Qs", "natural 31": {}, "paid": 201}}\n'
    amounts = ("1", "1e9999999", "1e999999", "[" * 900 + "]" * 900, "NaN", "Infinity")
    (tmp_path / "a.jsonl").write_text("".join(map(line.format, amounts)))
    code, said = invoke("audit", "log", tmp_path / "a.jsonl", "-p", "natural-31")
    assert code == 3  # rows that cannot be read are no sign of dishonesty
    for row in range(2, 7):
        assert f"\n  a.jsonl, row {row}  " in said, said


def test_a_document_stops_after_a_hundred_faults_and_tells_them() -> None:
    document = Document("".join(f"k{n} = 1\n" for n in range(99)))
    fields.known(document, (), ("game",))
    assert len(document.faults) == 99


def test_json_keeps_what_it_is_given() -> None:
    assert json_of(b'{"a": [1, 2.5, "x", null, true]}') == {"a": [1, 2.5, "x", None, True]}
    with pytest.raises(ValueError, match="half a character"):
        json_of(rb'{"a": "\ud800"}')
