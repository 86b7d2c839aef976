"""The par sheet of Greek 31 in LibreOffice: recalculated, with other bets, and on paper."""

import re
import zipfile
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from casino31.games.greek_31.rules import Betting
from tests.banker_sheets import EQUILIBRIUM, SIMULATED, analysed, bounded, record, workbook
from tests.libreoffice import convert, pdf_text
from tests.test_excel import named
from tests.test_excel_libreoffice import assert_close, edited, values_of

pytestmark = pytest.mark.slow

SHEETS: Mapping[str, Any] = {
    "exact": lambda: record(equilibrium=EQUILIBRIUM),
    "bounded": lambda: bounded(record()) | {"punters": SIMULATED},
}


@pytest.mark.parametrize("name", SHEETS)
def test_recalculated_values_are_the_stored_ones(name: str, tmp_path: Path) -> None:
    """Every formula, after its value was replaced by nonsense: what comes back can only have been calculated."""
    path, broken = tmp_path / "par.xlsx", tmp_path / "broken.xlsx"
    path.write_bytes(workbook(SHEETS[name]()))
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(broken, "w") as new:
        for member in old.namelist():
            text = old.read(member)
            if member.startswith("xl/worksheets/sheet"):
                text = re.sub(rb"</f><v>[-+0-9.e]+</v>", b"</f><v>777</v>", text)
            new.writestr(member, text)
    formulas, stored, found = load_workbook(path), values_of(path), values_of(convert(broken, "xlsx", tmp_path))
    seen = 0
    for page in formulas:
        for row in page.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    seen += 1
                    place = f"{page.title}!{cell.coordinate} {cell.value}"
                    again = found[page.title][cell.coordinate].value
                    assert_close(again, stored[page.title][cell.coordinate].value, place)
    assert seen > 300
    assert named(found, "checks") == "all checks pass"


@pytest.mark.parametrize(
    "betting",
    [
        Betting(Fraction(1), Fraction(2), "spread"),
        Betting(Fraction(1, 4), Fraction(10), "spread"),
        Betting(Fraction(5), Fraction(5)),
    ],
    ids=str,
)
def test_other_bets_give_what_the_engine_says_of_them(betting: Betting, tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    path.write_bytes(workbook(record()))
    changes = {
        "bet_minimum": float(betting.minimum),
        "bet_maximum": float(betting.maximum),
        "bet_rule": betting.rule,
    }
    book = edited(path, changes, tmp_path)
    again = analysed(betting)
    for word in ("banker_edge", "punter_ev", "variance", "average_bet"):
        assert_close(named(book, word), again["overall"][word]["value"], word)
    assert_close(named(book, "break_even_spread"), again["break_even_spread"]["value"], "spread")
    assert_close(named(book, "tenure_result"), again["tenure"]["banker_units_a_punter"]["value"], "tenure")
    assert named(book, "as_filed") == 0
    assert named(book, "covariance") == "inputs edited"
    assert named(book, "checks") == "all checks pass"


def test_bets_out_of_order_fail_a_check(tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    path.write_bytes(workbook(record()))
    assert named(edited(path, {"bet_maximum": 0.5}, tmp_path), "checks") == "a check FAILS"


@pytest.mark.parametrize("name", SHEETS)
def test_the_pages_print_without_a_fault(name: str, tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    path.write_bytes(workbook(SHEETS[name]()))
    text = pdf_text(convert(path, "pdf", tmp_path))
    assert re.findall(r".*(?:###|Err:|#NAME|#REF|#DIV|#VALUE|#N/A|#NUM|FAIL).*", text) == []
    pages = text.rstrip("\f").split("\f")
    assert "This workbook" in pages[0], "the summary must fit one page"
    assert len(pages) <= 12
