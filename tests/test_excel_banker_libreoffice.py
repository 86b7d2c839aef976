"""The par sheet of Greek 31 in LibreOffice: recalculated, with other bets, and on paper."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from casino31.banker_answers import BankerAnalysis
from casino31.games.greek_31.rules import Betting
from tests.banker_sheets import EQUILIBRIUM, SIMULATED, analysed, bounded, record, workbook
from tests.libreoffice import convert, pdf_text
from tests.test_excel import named
from tests.test_excel_libreoffice import assert_close, edited, recalculated

pytestmark = pytest.mark.slow

SHEETS: Mapping[str, Callable[[], BankerAnalysis]] = {
    "exact": lambda: replace(record(), equilibrium=EQUILIBRIUM),
    "bounded": lambda: replace(bounded(record()), simulated_punters=SIMULATED),
}


@pytest.mark.parametrize("name", SHEETS)
def test_recalculated_values_are_the_stored_ones(name: str, tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    path.write_bytes(workbook(SHEETS[name]()))
    found = recalculated(path, tmp_path)
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
    tenure = again.tenure
    assert tenure is not None
    for word in ("banker_edge", "punter_ev", "variance", "average_bet"):
        assert_close(named(book, word), getattr(again.overall, word).value, word)
    assert_close(named(book, "tenure_result"), tenure.banker_units_a_punter.value, "tenure")
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
    assert len(pages) <= 15, "no page is printed below seven points"
