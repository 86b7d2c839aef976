"""Par sheets that earlier versions filed: audited on figures, facts and displays, and their version is said."""

import re
from pathlib import Path

import pytest

from casino31.api.rebuild import rebuilder
from casino31.audit.workbooks.parsheet import audit_parsheet
from casino31.version import __version__
from tests.test_audit_parsheet import packed, parts_of

DATA = Path(__file__).parent / "data"
"""The par sheet of Natural 31 as each earlier version filed it, its parts packed tighter."""
FILED = DATA / "natural-31-0.1.0.xlsx"
REMAKE = rebuilder()


@pytest.mark.parametrize("version", ["0.1.0", "0.2.0"])
def test_a_sheet_of_an_earlier_version_conforms_and_says_which_made_it(version: str) -> None:
    answer = audit_parsheet(DATA / f"natural-31-{version}.xlsx", REMAKE, __version__)
    assert answer.verdict.conforms
    assert answer.version == version
    assert answer.verdict.notes[0].startswith(f"made by casino31 {version}, in an earlier form")


@pytest.mark.parametrize(
    ("part", "old", "new", "said"),
    [
        ("worksheets/sheet1", rb'(<c r="B11"[^>]*><f>[^<]*</f><v>)[^<]*', rb"\g<1>0.028", "0.028"),
        ("worksheets/sheet2", rb'(<c r="G6"[^>]*><f>[^<]*</f><v>)5556', rb"\g<1>5557", "5557"),
        ("worksheets/sheet2", rb'(<c r="B6"[^>]*><v>)1<', rb"\g<1>2<", "pay_natural_31_16_21: 2, not 1"),
        ("worksheets/sheet1", rb'<row r="11"', b'<row r="11" hidden="1"', "row 11: hidden"),
        ("worksheets/sheet1", rb"<oddFooter>", b"<oddFooter>Certified ", "Certified"),
        ("styles", rb'formatCode="0\.000000%"', b'formatCode="&quot;2.8&quot;%"', "shows another number"),
        ("workbook", rb'(sheetId="4" state=")visible', rb"\1hidden", "sheet Rules and worked examples"),
        (
            "workbook",
            rb"<sheets>",
            b'<bookViews><workbookView showSheetTabs="0"/></bookViews><sheets>',
            "showSheetTabs",
        ),
    ],
)
def test_what_a_reader_sees_of_it_is_checked(tmp_path: Path, part: str, old: bytes, new: bytes, said: str) -> None:
    parts = parts_of(FILED)
    name = f"xl/{part}.xml"
    altered, times = re.subn(old, new, parts[name], count=1)
    assert times == 1
    answer = audit_parsheet(packed(parts | {name: altered}, tmp_path / "a.xlsx"), REMAKE)
    assert answer.verdict.conforms is False
    assert any(said in problem.message for problem in answer.verdict.problems)
