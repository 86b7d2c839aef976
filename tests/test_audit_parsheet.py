"""Par sheets: made anew to the byte, and any single alteration anywhere is found and named."""

import json
import re
import zipfile
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner

from casino31.api.rebuild import rebuilder
from casino31.audit.workbooks.cells import sheet_parts
from casino31.audit.workbooks.parsheet import audit_parsheet
from casino31.audit.workbooks.provenance import stated
from casino31.cli import cli
from casino31.rulesfile import parse
from tests.libreoffice import convert

OWN = """
game = "31 Classic"
title = "A layout of its own"
odds = "for one"
source = "the \\"tests\\""
[rules]
trips = "push17"
bonus_after_fold = "forfeited"
[play]
"17" = "push"
"18-21" = 2
"22-25" = "5/2"
"26-28" = 4
"29-31" = 6
"trips" = 5
"mini royal" = 26
["natural 31"]
"16-21" = 2
"22-25" = 6
"26-28" = 11
"29-30" = 16
"trips" = 31
"31" = 101
"mini royal" = 201
"""
REMAKE = rebuilder()
_PIECE = re.compile(rb"<(v|f|t)(?: [^>]*)?>([^<]+)</\1>")


def made(layout: str, path: Path, *options: str) -> Path:
    done = CliRunner().invoke(cli, ["parsheet", layout, "-o", str(path), "--date", "2026-11-29", *options])
    assert done.exit_code == 0, done.output
    return path


def audit(path: Path, *options: str) -> tuple[int, dict[str, Any]]:
    done = CliRunner().invoke(cli, ["audit", "parsheet", str(path), "--json", *options])
    return done.exit_code, json.loads(done.output) if done.exit_code in (0, 1, 4) else {"said": done.output}


def parts_of(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: dict[str, bytes], path: Path) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


@pytest.fixture(scope="module")
def written_b(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return parts_of(made("31-classic-b", tmp_path_factory.mktemp("sheets") / "b.xlsx"))


def changed(piece: bytes, random: Random) -> bytes:
    """The same text with one character changed."""
    text = piece.decode()
    places = [place for place, letter in enumerate(text) if letter.isalnum()]
    place = random.choice(places)
    letter = text[place]
    others = "0123456789" if letter.isdigit() else "abcdefghijklmnopqrstuvwxyz"
    other = random.choice([each for each in others if each != letter.lower()])
    return (text[:place] + other + text[place + 1 :]).encode()


@pytest.mark.slow
@pytest.mark.parametrize(("layout", "many"), [("31-classic-b", 150), ("natural-31", 250), ("own", 100)])
def test_any_single_alteration_is_found(tmp_path: Path, layout: str, many: int) -> None:
    """Numbers, formulas, stored values and texts, in random places of all sheets."""
    own = tmp_path / "own.toml"
    own.write_text(OWN, encoding="utf-8")
    parts = parts_of(made(str(own) if layout == "own" else layout, tmp_path / "a.xlsx"))
    own.unlink()
    titles = {part: title for title, part in sheet_parts(parts).items()}
    pieces = [
        (part, match.span(2))
        for part in titles
        for match in _PIECE.finditer(parts[part])
        if re.search(rb"[A-Za-z0-9]", match[2].replace(b"&quot;", b"").replace(b"&amp;", b""))
        and b"&" not in match[2]
    ]
    random, named = Random(31), 0
    for part, (start, end) in random.choices(pieces, k=many):
        content = parts[part]
        piece = changed(content[start:end], random)
        while same_number(piece, content[start:end]):
            piece = changed(content[start:end], random)
        altered = content[:start] + piece + content[end:]
        answer = audit_parsheet(packed(parts | {part: altered}, tmp_path / "b.xlsx"), REMAKE)
        assert answer.verdict.conforms is False, (part, content[start:end], altered[start:end])
        cell = re.findall(rb'<c r="([A-Z]+[0-9]+)"', content[:start])[-1].decode()
        named += f"{titles[part]}!{cell}" in {problem.where for problem in answer.verdict.problems}
    # a fact such as the digest may be named at the other place that states it
    assert named >= many - 5


def same_number(one: bytes, other: bytes) -> bool:
    """Whether two texts are one number: another last digit may round to the same one."""
    try:
        return float(one) == float(other)
    except ValueError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["31-classic-b", "31-classic-d", "natural-31"])
def test_a_sheet_as_written_conforms(tmp_path: Path, layout: str) -> None:
    code, whole = audit(made(layout, tmp_path / "a.xlsx"))
    assert (code, whole["conforms"], whole["identical"], whole["problems"]) == (0, True, True, [])
    assert whole["date"] == "2026-11-29"
    assert whole["cells"] > 900


@pytest.mark.slow
def test_a_layout_of_its_own_is_made_anew_from_its_words(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    path = made(str(file), tmp_path / "a.xlsx", "--objective", "combined", "--confidence", "95%")
    file.unlink()
    code, whole = audit(path)
    assert (code, whole["conforms"], whole["identical"]) == (0, True, True)
    words = stated(parts_of(path))
    assert words is not None
    again = parse(words.text)
    assert again.rules.tables == parse(OWN).rules.tables
    assert again.rules.readings == parse(OWN).rules.readings


@pytest.mark.slow
def test_a_mix_is_stated_in_the_sheet(tmp_path: Path) -> None:
    mix = ("--mix", "main=1", "--mix", "natural 31=5/2")
    code, whole = audit(made("31-classic-b", tmp_path / "a.xlsx", *mix))
    assert (code, whole["identical"]) == (0, True)
    for alone in ("main=2", "natural 31=3/2"):
        one = made("31-classic-b", tmp_path / "b.xlsx", "--mix", alone)
        code, whole = audit(one)
        assert (code, whole["identical"]) == (0, True)
    assert audit(one, "--mix", "natural 31=3/2")[0] == 0
    code, whole = audit(one, "--mix", "natural 31=2")
    assert code == 1
    parts = parts_of(one)
    name = sheet_parts(parts)["Provenance"]
    quoted = b'mix = {"natural 31" = "3/2"}'
    for told, words in ((quoted, quoted.replace(b"3/2", b"7/2")), (b">3/2 natural 31<", b">3/2 main<")):
        (place,) = re.findall(
            rb'<c r="([A-Z]+[0-9]+)"[^>]*><is><t[^>]*>' + re.escape(told).strip(b">"), parts[name]
        )
        changed_parts = parts | {name: parts[name].replace(told, words)}
        answer = audit_parsheet(packed(changed_parts, tmp_path / "c.xlsx"), REMAKE)
        assert [problem.where for problem in answer.verdict.problems] == [f"Provenance!{place.decode()}"]


@pytest.mark.slow
def test_the_file_that_is_named_must_be_the_one(tmp_path: Path) -> None:
    path = made("31-classic-b", tmp_path / "a.xlsx")
    assert audit(path, "-p", "31-classic-b")[0] == 0
    code, whole = audit(path, "-p", "31-classic-d")
    assert code == 3
    assert (
        "a par sheet of '31 Classic, sample layout B' (31 Classic, SHA-256 886d981df051), not of " in whole["said"]
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cell", "old", "new", "code"),
    [
        ("Play!B10", b'<c r="B10"([^>]*)><v>2</v>', b'<c r="B10"\\1><v>3</v>', "altered"),
        ("Play!G9", b'(<c r="G9"[^>]*><f>[^<]*</f><v>)[^<]*', b"\\g<1>1", "stale"),
        ("Play!H9", b'(<c r="H9"[^>]*><f>)[^<]*', b"\\g<1>G9/2", "formula"),
        ("Play!H9", b'(<c r="H9"[^>]*>)<f>[^<]*</f>', b"\\g<1>", "formula"),
        ("Play!H9", b'<c r="H9"[^>]*><f>[^<]*</f><v>[^<]*</v></c>', b"", "missing"),
        ("Play!H9", b'(<c r="H9"[^>]*><f>[^<]*</f>)<v>[^<]*</v>', b"\\g<1>", "missing"),
        ("Play!Z9", b'(<row r="9"[^>]*>)', b'\\g<1><c r="Z9"><v>7</v></c>', "extra"),
        ("Provenance!B7", b"886d981df051a5", b"886d981df051a4", "altered"),
        ("Provenance!B10", b"2026-11-29", b"2026-11-28", "altered"),
        ("Confidence!D5", b'(<c r="D5"[^>]*><v>)0.9<', b"\\g<1>0.8<", "altered"),
        ("Provenance!B14", b">main<", b">mean<", "altered"),
    ],
)
def test_each_kind_of_alteration_is_named(
    written_b: dict[str, bytes], tmp_path: Path, cell: str, old: bytes, new: bytes, code: str
) -> None:
    parts = written_b
    part = sheet_parts(parts)[cell.split("!")[0]]
    altered, times = re.subn(old, new, parts[part], count=1)
    assert times == 1
    answer = audit_parsheet(packed(parts | {part: altered}, tmp_path / "b.xlsx"), REMAKE)
    assert answer.verdict.conforms is False
    assert [(problem.where, problem.code) for problem in answer.verdict.problems] == [(cell, code)]


def test_a_file_that_lost_its_stored_values_is_told_so(tmp_path: Path) -> None:
    path = made("natural-31", tmp_path / "a.xlsx")
    book = openpyxl.load_workbook(path)
    book.save(tmp_path / "b.xlsx")
    code, whole = audit(tmp_path / "b.xlsx")
    assert code == 1
    assert {problem["code"] for problem in whole["problems"]} == {"missing"}


@pytest.mark.slow
@pytest.mark.parametrize("layout", ["31-classic-b", "natural-31"])
def test_a_recalculated_file_conforms_and_an_edited_one_does_not(tmp_path: Path, layout: str) -> None:
    """Another program computes every formula anew: what it stores is what the exact engine says."""
    saved = convert(made(layout, tmp_path / "a.xlsx"), "xlsx", tmp_path)
    code, whole = audit(saved)
    assert (code, whole["problems"], whole["identical"]) == (0, [], False)
    assert "saved by another program" in whole["notes"][0]
    book = openpyxl.load_workbook(tmp_path / "a.xlsx")
    book["Natural 31"]["B6"] = 2  # 16-21 pays 2 to 1
    book.save(tmp_path / "edited.xlsx")
    code, whole = audit(convert(tmp_path / "edited.xlsx", "xlsx", tmp_path))
    assert code == 1
    found = {problem["where"]: problem["code"] for problem in whole["problems"]}
    assert found["Natural 31!B6"] == "altered"
    assert {"altered", "stale"} <= set(found.values())


@pytest.mark.parametrize("content", [b"", b"PK", b"hello"])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.xlsx"
    path.write_bytes(content)
    code, whole = audit(path)
    assert code == 3
    assert "no sound zip" in whole["said"]


def test_a_stranger_s_workbook_is_refused(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.save(tmp_path / "a.xlsx")
    code, whole = audit(tmp_path / "a.xlsx")
    assert code == 3
    assert "no sheets Summary and Provenance" in whole["said"]
    parts = parts_of(tmp_path / "a.xlsx")
    bomb = parts | {"xl/worksheets/sheet1.xml": b'<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'}
    assert "entity" in audit(packed(bomb, tmp_path / "b.xlsx"))[1]["said"]
