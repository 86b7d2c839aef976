"""The workbook in LibreOffice: recalculated to the exact values, also after an input is edited, and printed."""

import re
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from casino31.formulas import name_for
from casino31.games.classic_31.rules import PLAY, READINGS
from casino31.layout import Layout
from casino31.pages.parsheet import ParSheet
from casino31.paytable import PayTable
from tests.layouts import layout
from tests.libreoffice import convert, pdf_text
from tests.par_sheets import write_xlsx
from tests.test_excel import named, par_sheet

pytestmark = pytest.mark.slow

TOLERANCE = 1e-12
MIX = {"main": Fraction(2), "natural 31": Fraction(1, 2)}

SHEETS: Mapping[str, Any] = {
    "b": lambda: par_sheet(layout("31-classic-b")),
    "d": lambda: par_sheet(layout("31-classic-d")),
    "bonus alone": lambda: par_sheet(layout("natural-31")),
    "no bonus": lambda: par_sheet(layout("B", bets=("main",))),
    "for one": lambda: par_sheet(layout("B", odds="for one", tie="play")),
    "mix": lambda: par_sheet(layout("B"), mix=MIX),
    "mix of main alone": lambda: par_sheet(layout("B"), mix={"main": Fraction(2)}),
    "mix of the bonus alone": lambda: par_sheet(layout("B"), mix={"natural 31": Fraction(3, 2)}),
    "forfeited": lambda: par_sheet(layout("B", bonus_after_fold="forfeited")),
    "forfeited, both": lambda: par_sheet(layout("B", bonus_after_fold="forfeited"), ("main", "natural 31")),
    "thirds": lambda: par_sheet(layout([Fraction(2, 3), Fraction(7, 3), 3, 4, Fraction(5, 3), 11, 25])),
    "always folds": lambda: par_sheet(layout([Fraction(-1)] * 7)),
    **{f"trips {trips}": lambda trips=trips: par_sheet(layout("E", trips=trips)) for trips in READINGS["trips"]},
}


def values_of(path: Path) -> Any:
    return load_workbook(path, data_only=True)


def assert_close(found: object, exact: object, where: str) -> None:
    if isinstance(exact, int | float | Fraction) and isinstance(found, int | float):
        error = abs(found - float(exact)) / max(1.0, abs(float(exact)))
        assert error < TOLERANCE, f"{where}: {found!r} instead of {float(exact)!r}"
    else:
        assert found == exact, where


def recalculated(path: Path, folder: Path) -> Any:
    """Check every formula, its value replaced by nonsense: what comes back can only have been calculated."""
    broken = folder / "broken.xlsx"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(broken, "w") as new:
        for member in old.namelist():
            text = old.read(member)
            if member.startswith("xl/worksheets/sheet"):
                text = re.sub(rb"</f><v>[-+0-9.e]+</v>", b"</f><v>777</v>", text)
            new.writestr(member, text)
    formulas, stored, found = load_workbook(path), values_of(path), values_of(convert(broken, "xlsx", folder))
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
    return found


@pytest.mark.parametrize("name", SHEETS)
def test_recalculated_values_are_the_exact_ones(name: str, tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    write_xlsx(SHEETS[name](), path)
    assert named(recalculated(path, tmp_path), "checks") == "all checks pass"


def edited(path: Path, changes: Mapping[str, object], folder: Path) -> Any:
    """The values of a workbook after cells were changed by name and LibreOffice recalculated it."""
    book = load_workbook(path)
    for name, value in changes.items():
        ((title, cell),) = book.defined_names[name].destinations
        book[title][cell].value = value
    changed = folder / "edited.xlsx"
    book.save(changed)
    return values_of(convert(changed, "xlsx", folder))


def assert_figures(book: Any, sheet: ParSheet) -> None:
    """Compare the live figures with those of the engine, run anew."""
    for name, figures in sheet.stakes.items():
        m = figures.metrics
        for word, exact in (
            ("house_edge", m.house_edge),
            ("element_of_risk", m.element_of_risk),
            ("average_wager", m.average_wager),
            ("variance", m.variance),
            ("standard_deviation", m.standard_deviation),
            ("skewness", m.skewness),
            ("kurtosis", m.excess_kurtosis),
            ("hit_frequency", m.hit_frequency),
            ("push_frequency", m.push_frequency),
            ("loss_frequency", m.loss_frequency),
            ("largest_win", m.largest_win),
        ):
            assert_close(named(book, name_for(word, name)), exact, f"{word} {name}")
    for (one, other), (covariance, _) in sheet.pairs.items():
        assert_close(named(book, name_for("covariance", one, other)), covariance, f"covariance {one} {other}")
    assert_close(named(book, "play_frequency"), sheet.play_frequency, "play frequency")
    assert named(book, "tied_hands") == sheet.analysis.tied
    assert named(book, "checks") == "all checks pass"


def with_pays(rules: Layout, pays: Mapping[str, Mapping[str, Fraction]]) -> Layout:
    """The layout with other pays of some rows, by wager and label; it keeps its title."""
    tables = {
        wager: PayTable(
            wager, tuple(x._replace(pays=pays.get(wager, {}).get(x.label, x.pays)) for x in table.lines)
        )
        for wager, table in rules.tables.items()
    }
    return replace(rules, tables=tables)


@pytest.mark.parametrize(
    ("fields", "objective", "play", "bonus"),
    [
        ({}, ("main",), {"31": Fraction(40)}, {}),
        ({}, ("main",), {"18-21": Fraction(3, 2), "below 17": Fraction(-1, 2)}, {"31": Fraction(50)}),
        ({}, ("main",), {"trips": Fraction(1, 2), "18-21": Fraction(6, 5)}, {}),
        ({}, ("main",), {"17": Fraction(-1), "18-21": Fraction(0)}, {"3-15": Fraction(-1, 2)}),
        ({"odds": "for one"}, ("main",), {"22-25": Fraction(5, 2)}, {"trips": Fraction(20)}),
        ({"trips": "push17"}, ("main",), {"trips": Fraction(9)}, {}),
        ({"trips": "last", "tie": "play"}, ("main",), {"18-21": Fraction(3, 4)}, {}),
        ({"bonus_after_fold": "forfeited"}, ("main",), {"18-21": Fraction(2)}, {"16-21": Fraction(2)}),
        ({"bonus_after_fold": "forfeited"}, ("main", "natural 31"), {"17": Fraction(1)}, {"16-21": Fraction(3)}),
    ],
)
def test_an_edited_pay_gives_the_edge_of_the_new_best_play(
    fields: Mapping[str, Any],
    objective: tuple[str, ...],
    play: Mapping[str, Fraction],
    bonus: Mapping[str, Fraction],
    tmp_path: Path,
) -> None:
    rules = layout("B", **fields)
    path = tmp_path / "par.xlsx"
    write_xlsx(par_sheet(rules, objective), path)
    unit = 0 if rules.odds == "to one" else 1
    changes: dict[str, object] = {name_for("pay", PLAY, label): float(pay + unit) for label, pay in play.items()}
    changes |= {name_for("pay", "natural 31", label): float(pay + unit) for label, pay in bonus.items()}
    book = edited(path, changes, tmp_path)
    again = par_sheet(with_pays(rules, {PLAY: play, "natural 31": bonus}), objective)
    if play != {"31": Fraction(40)}:
        assert again.play_frequency != par_sheet(rules, objective).play_frequency, "the edit must change decisions"
    assert_figures(book, again)
    assert named(book, "as_filed") == 0
    assert "inputs edited" in {cell.value for row in book["Summary"].iter_rows() for cell in row}


def test_the_tie_rule_and_the_objective_are_live(tmp_path: Path) -> None:
    rules = layout("B", bonus_after_fold="forfeited")
    path = tmp_path / "par.xlsx"
    write_xlsx(par_sheet(rules), path)
    book = edited(path, {"tie_rule": "play", "objective_natural_31": 1}, tmp_path)
    assert_figures(
        book, par_sheet(replace(rules, readings={**rules.readings, "tie": "play"}), ("main", "natural 31"))
    )
    assert named(book, "as_filed") == 0


def test_the_units_of_a_mix_are_live(tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    write_xlsx(par_sheet(layout("B"), mix=MIX), path)
    book = edited(path, {"units_main": 1, "units_natural_31": 5}, tmp_path)
    assert_figures(book, par_sheet(layout("B"), mix={"main": Fraction(1), "natural 31": Fraction(5)}))


def test_a_player_edge_and_a_confidence_are_live(tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    write_xlsx(par_sheet(layout("B")), path)
    book = edited(path, {"confidence_level": 0.99, "pay_play_31": 200}, tmp_path)
    sheet = par_sheet(with_pays(layout("B"), {PLAY: {"31": Fraction(200)}}))
    again = replace(sheet, confidence=Fraction(99, 100))
    assert_close(named(book, "z_score"), again.z, "z")
    metrics = again.stakes["main"].metrics
    assert metrics.house_edge < 0
    assert_close(named(book, "volatility_index_main"), metrics.volatility_index(again.z), "volatility index")


@pytest.mark.parametrize("name", ["b", "bonus alone", "forfeited, both", "mix"])
def test_the_pages_print_without_a_fault(name: str, tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    write_xlsx(SHEETS[name](), path, "2026-02-03")
    text = pdf_text(convert(path, "pdf", tmp_path))
    faults = re.findall(r".*(?:###|Err:|#NAME|#REF|#DIV|#VALUE|#N/A|#NUM|FAIL).*", text)
    assert faults == []
    assert "all checks pass" in text
    summary = text.split("\f")[0]
    assert "This workbook" in summary, "the summary must fit one page"
