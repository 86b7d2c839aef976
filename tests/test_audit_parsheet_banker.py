"""Par sheets of Greek 31: made anew to the byte, and any single alteration anywhere is found and named."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from casino31.api.rebuild import rebuilder
from casino31.audit.workbooks.cells import sheet_parts
from casino31.audit.workbooks.parsheet import audit_parsheet
from casino31.audit.workbooks.provenance import stated
from casino31.games.greek_31.engine import grid
from casino31.games.greek_31.engine.plan import fixed_plan
from casino31.games.greek_31.equilibrium.policy_file import save
from casino31.games.greek_31.equilibrium.solver import FirstCardSolution, Punter, certain
from casino31.games.greek_31.rules import Rules
from casino31.rulesfile import parse
from tests.banker_sheets import LAYOUT
from tests.test_audit_parsheet import audit, changed, made, packed, parts_of

pytestmark = pytest.mark.slow
PIECE = re.compile(rb"<(v|f|t)(?: [^>]*)?>([^<]+)</\1>")
REMAKE = rebuilder()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return parts_of(made(LAYOUT, tmp_path_factory.mktemp("sheets") / "a.xlsx"))


def test_any_single_alteration_is_found(written: dict[str, bytes], tmp_path: Path) -> None:
    """Numbers, formulas, stored values and texts, in random places of all sheets."""
    titles = {part: title for title, part in sheet_parts(written).items()}
    pieces = [
        (part, match.span(2))
        for part in titles
        for match in PIECE.finditer(written[part])
        if re.search(rb"[A-Za-z0-9]", match[2]) and b"&" not in match[2]
    ]
    random, found = Random(31), 0
    for part, (start, end) in random.choices(pieces, k=150):
        content = written[part]
        altered = content[:start] + changed(content[start:end], random) + content[end:]
        answer = audit_parsheet(packed(written | {part: altered}, tmp_path / "b.xlsx"), REMAKE)
        assert answer.verdict.conforms is False, (part, content[start:end], altered[start:end])
        cell = re.findall(rb'<c r="([A-Z]+[0-9]+)"', content[:start])[-1].decode()
        found += f"{titles[part]}!{cell}" in {problem.where for problem in answer.verdict.problems}
    assert found == 150


def test_a_sheet_as_written_conforms(written: dict[str, bytes], tmp_path: Path) -> None:
    answer = audit_parsheet(made(LAYOUT, tmp_path / "b.xlsx"), REMAKE)
    assert (answer.verdict.conforms, answer.identical) == (True, True)
    again = audit_parsheet(packed(written, tmp_path / "c.xlsx"), REMAKE)
    assert (again.verdict.conforms, again.identical) == (True, False), "the same parts, packed anew"
    assert answer.cells > 900


@pytest.mark.parametrize(
    ("cell", "old", "new"),
    [
        ("First cards!D15", rb'(<c r="D15"[^>]*>(?:<f>[^<]*</f>)?<v>0\.17989807)', rb"\g<1>9"),
        ("Bankers!B7", rb'(<c r="B7"[^>]*>(?:<f>[^<]*</f>)?<v>0\.42)', rb"\g<1>9"),
        ("Provenance!B7", rb"19be70fe32", rb"19be70fe33"),
        ("Summary!A3", rb"Layout: greek-31", rb"Layout: greek-32"),
    ],
)
def test_the_cell_is_named(written: dict[str, bytes], tmp_path: Path, cell: str, old: bytes, new: bytes) -> None:
    part = sheet_parts(written)[cell.split("!")[0]]
    altered, times = re.subn(old, new, written[part], count=1)
    assert times == 1
    answer = audit_parsheet(packed(written | {part: altered}, tmp_path / "b.xlsx"), REMAKE)
    assert cell in {problem.where for problem in answer.verdict.problems}


OWN = """
game = "Greek 31"
title = "A layout of its \\"own\\""
source = "the tests"
[rules]
fourteen = "two cards"
decks = "infinite"
[banker]
stand = 27
conceal = "lowest"
[bets]
minimum = 0.25
maximum = 2.5
rule = "spread"
"""


@pytest.fixture
def few_bankers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bankers in place of 44: a par sheet in a quarter of the time."""
    monkeypatch.setattr(grid, "CONCEAL", ("last", "lowest"))
    monkeypatch.setattr(grid, "STANDS", (27,))


@pytest.mark.usefixtures("few_bankers")
def test_a_layout_of_its_own_is_made_anew_from_its_words(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN, encoding="utf-8")
    path = made(str(file), tmp_path / "a.xlsx")
    file.unlink()
    parts = parts_of(path)
    words = stated(parts)
    assert words is not None
    again, rules = parse(words.text).rules, parse(OWN).rules
    assert again == replace(rules, digest=again.digest)
    remake = rebuilder()
    assert audit_parsheet(path, remake).identical
    (part,) = (part for title, part in sheet_parts(parts).items() if title == "Provenance")
    for old, new in ((b">stand = 27<", b">stand = 28<"), (b">exact = true<", b">exact = frue<")):
        assert old in parts[part]
        altered = parts | {part: parts[part].replace(old, new)}
        answer = audit_parsheet(packed(altered, tmp_path / "b.xlsx"), remake)
        assert answer.verdict.conforms is False
        assert any(problem.where.startswith("Provenance!A") for problem in answer.verdict.problems)


SOLVED = """
game = "Greek 31"
title = "A solved banker"
source = "the tests"
[rules]
decks = "infinite"
[banker]
stand = "optimal"
policy = "policies.json.gz"
"""


@pytest.mark.slow
@pytest.mark.usefixtures("few_bankers")
def test_a_solved_banker_is_made_anew_from_the_policies_beside_the_workbook(tmp_path: Path) -> None:
    """A fixed banker and a punter who is sure of the banker's best hand stand in for a solution."""
    rules = Rules(decks=None)
    solutions = {}
    for first in range(10):
        places, beliefs = certain(rules, first, ())
        punter = Punter(places, np.ones(len(places), np.int64), beliefs)
        solutions[first] = FirstCardSolution(first, fixed_plan(rules), punter, -1.0, 1.0)
    save(tmp_path / "policies.json.gz", rules, solutions)
    file = tmp_path / "solved.toml"
    file.write_text(SOLVED, encoding="utf-8")
    path = made(str(file), tmp_path / "a.xlsx")
    assert audit(path, "-p", str(file))[0] == 0
    file.unlink()
    code, whole = audit(path)
    assert (code, whole["identical"]) == (0, True)
    (tmp_path / "policies.json.gz").unlink()
    code, whole = audit(path)
    assert code == 3
    assert "cannot be made anew" in whole["said"]


def test_a_layout_of_another_game_is_refused(written: dict[str, bytes], tmp_path: Path) -> None:
    code, whole = audit(packed(written, tmp_path / "b.xlsx"), "-p", "31-classic-b")
    assert code == 3
    assert "(Greek 31, SHA-256 19be70fe32" in whole["said"]
    assert "(31 Classic, SHA-256 886d981df051)" in whole["said"]
