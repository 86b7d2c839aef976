"""The workbook in Gnumeric and in the Python package ``formulas``: the engine's values, also after an edit."""

import subprocess
import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

import casino31
from casino31.formulas import name_for
from casino31.rulesfile import load
from tests.libreoffice import program

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore:Workbook contains no default style")]

NAMES = (
    "31-classic-b",
    "casino-war",
    "greek-31-heath-infinite",
    "let-it-ride",
    "natural-31",
    "three-card-poker",
    "under-the-gun-31",
)


def agrees(found: object, exact: object) -> bool:
    """Within 1e-9 of the larger of 1 and the value, texts letter for letter, an empty cell as an empty text."""
    if isinstance(found, int | float) and isinstance(exact, int | float):
        return abs(found - exact) <= 1e-9 * max(1.0, abs(exact))
    return (found or "") == (exact or "")


def gnumeric(path: Path) -> Any:
    """The values of a workbook that Gnumeric has calculated anew."""
    saved = path.with_name("gnumeric.xlsx")
    subprocess.run([program("ssconvert"), "--recalc", path, saved], check=True, capture_output=True)
    return load_workbook(saved, data_only=True)


def differing(found: Any, stored: Any) -> list[tuple[str, str, object, object]]:
    """Every cell with another value than the engine's: sheet, place, both values."""
    return [
        (sheet.title, cell.coordinate, found[sheet.title][cell.coordinate].value, cell.value)
        for sheet in stored
        for row in sheet.iter_rows()
        for cell in row
        if not agrees(found[sheet.title][cell.coordinate].value, cell.value)
    ]


@pytest.mark.parametrize("name", NAMES)
def test_gnumeric_calculates_what_the_engine_says(name: str, tmp_path: Path) -> None:
    path = tmp_path / "sheet.xlsx"
    casino31.write_par_sheet(name, path)
    assert differing(gnumeric(path), load_workbook(path, data_only=True)) == []


@pytest.mark.parametrize(
    ("name", "wager", "row"), [("31-classic-b", "play", "31"), ("let-it-ride", "bet", "flush")]
)
def test_gnumeric_calculates_an_edited_pay(name: str, wager: str, row: str, tmp_path: Path) -> None:
    path = tmp_path / "sheet.xlsx"
    casino31.write_par_sheet(name, path)
    book = load_workbook(path)
    ((sheet, place),) = book.defined_names[name_for("pay", wager, row)].destinations
    book[sheet][place.replace("$", "")].value = 12
    book.save(path)
    file = load(name)
    edge = -file.game.best(file.game.vary(file.rules, {f"{wager}.{row}": Fraction(12)}))
    ((sheet, place),) = book.defined_names[name_for("house_edge", "main")].destinations
    assert agrees(gnumeric(path)[sheet][place.replace("$", "")].value, float(edge))


def test_the_package_formulas_calculates_what_the_engine_says(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        formulas = pytest.importorskip("formulas")
        path = tmp_path / "sheet.xlsx"
        casino31.write_par_sheet("natural-31", path)
        solution = formulas.ExcelModel().loads(str(path)).finish().calculate()
    stored = load_workbook(path, data_only=True)
    titles = {sheet.title.upper(): sheet for sheet in stored}
    compared = 0
    for key, ranges in solution.items():
        book, _, rest = str(key).strip("'").partition("]")
        sheet, _, place = rest.partition("'!")
        if not book or ":" in place or sheet not in titles:
            continue
        value = ranges.value[0, 0]
        found = float(value) if isinstance(value, int | float) else str(value)
        exact = titles[sheet][place].value
        assert exact is None or agrees(found, exact), (sheet, place, found, exact)
        compared += exact is not None
    assert compared > 500
