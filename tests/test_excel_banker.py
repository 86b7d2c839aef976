"""The par sheet of Greek 31 as a workbook: a value beside every formula, the engine's figures, the same bytes."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from casino31.report.csv_form import record_csv
from casino31.report.excel_banker import grids
from openpyxl import Workbook

from casino31.banker_answers import BankerAnalysis, BankerPlay, Interval, SolvedBanker
from casino31.faults import SelfCheckError
from casino31.games.greek_31 import GAME
from casino31.games.greek_31.pages.book import Book, kept
from casino31.serialize import plain
from tests.banker_sheets import (
    EQUILIBRIUM,
    SIMULATED,
    SPREAD,
    analysed,
    bounded,
    figure,
    record,
    value_of,
    workbook,
)
from tests.test_excel import OLD_FUNCTIONS, named, opened

FUNCTIONS = OLD_FUNCTIONS | {"INDEX", "ISNUMBER", "MATCH", "MIN", "SUMIF"}
WORDS = SolvedBanker("", "", {}, None, BankerPlay(("He stands.",)))
TEN = {"T": Interval(figure(-0.02), figure(0.01))}
RECORDS: Mapping[str, Callable[[], BankerAnalysis]] = {
    "flat": record,
    "spread": lambda: record(SPREAD),
    "bounded": lambda: bounded(record()),
    "bounded spread": lambda: bounded(record(SPREAD)),
    "solved": lambda: replace(analysed(), bankers=record().bankers, equilibrium=EQUILIBRIUM),
    "half solved": lambda: replace(analysed(), equilibrium=SolvedBanker("", "", TEN)),
    "words alone": lambda: replace(analysed(), equilibrium=WORDS),
    "simulated punters": lambda: replace(record(), punters=None, simulated_punters=SIMULATED),
    "bare": analysed,
}


SLOW = {"spread", "bounded spread", "half solved", "words alone", "bare"}


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) if n in SLOW else n for n in RECORDS])
def test_every_formula_has_a_value_and_every_check_holds(name: str) -> None:
    content = workbook(RECORDS[name]())
    formulas, values = opened(content, False), opened(content, True)
    seen = 0
    for page in formulas:
        for row in page.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    seen += 1
                    value = values[page.title][cell.coordinate].value
                    assert value not in (None, "", "FAIL"), f"{page.title}!{cell.coordinate}"
                    assert not str(value).startswith("#")
                    assert set(re.findall(r"([A-Z][A-Z.]+)\(", str(cell.value))) <= FUNCTIONS
    assert seen > 200
    assert (named(values, "checks"), named(values, "as_filed")) == ("all checks pass", 1)


def cells(book: Workbook) -> set[object]:
    return {cell.value for page in book for row in page.iter_rows() for cell in row}


@pytest.mark.parametrize("name", ["flat", "spread"])
def test_the_figures_are_those_of_the_engine(name: str) -> None:
    whole = RECORDS[name]()
    book = opened(workbook(whole), True)
    overall = whole.overall
    for word in ("banker_edge", "punter_ev", "variance", "average_bet"):
        assert named(book, word) == pytest.approx(getattr(overall, word).value, abs=1e-15)
    assert named(book, "break_even_spread") == whole.break_even_spread.value
    assert whole.tenure is not None
    assert whole.punters is not None
    assert named(book, "mean_hands") == whole.tenure.mean_hands.value
    result = whole.tenure.banker_units_a_punter.value
    assert named(book, "tenure_result") == pytest.approx(result, abs=1e-15)
    assert named(book, "covariance") == whole.punters.covariance.value
    variances = [cell.value for (cell,) in book["Punters"]["B9:B16"]]
    assert variances == pytest.approx([v.value for v in whole.punters.banker_variance.values()], rel=1e-15)
    shown = cells(book)
    for row in whole.first_cards.values():
        assert str(row.punter_ev.exact) in shown
    assert str(overall.punter_ev.exact) in shown
    words = {"flat": "1 on every first card", "spread": "3 on first cards with an edge, 0.5 on the others"}
    assert words[name] in shown


def test_what_is_no_fraction_keeps_the_decimals_that_its_bound_allows() -> None:
    whole = bounded(record())
    book = opened(workbook(whole), True)
    page = book["First cards"]
    for place, row in enumerate(whole.first_cards.values(), 10):
        value = page[f"D{place}"].value
        assert value == round(value_of(row.punter_ev), 9)
        assert page[f"K{place}"].value.startswith("bounded")
        assert page[f"L{place}"].value == 6e-14
    assert any("within 6e-14" in str(value) for value in cells(book))
    assert "decimals with bounds" in cells(book)


def test_the_grid_of_bankers_names_the_best_and_frames_the_own() -> None:
    whole = record()
    page = opened(workbook(whole), True)["Bankers"]
    values = {row.stand: value_of(row.punter_ev) for row in whole.bankers or () if row.conceal == "last"}
    assert [page[f"B{row}"].value for row in range(6, 17)] == [round(values[stand], 9) for stand in range(20, 31)]
    assert page["C19"].value == "stands at 26, conceals last"
    frames = {cell.coordinate: cell.border.left for row in page["B6:E16"] for cell in row}
    framed = [where for where, frame in frames.items() if frame and frame.style]
    assert framed == ["B12"]
    assert page.conditional_formatting


def test_a_solved_banker_has_intervals_rounded_outwards_and_words() -> None:
    book = opened(workbook(RECORDS["solved"]()), True)
    page = book["Equilibrium"]
    for place, (card, row) in enumerate(EQUILIBRIUM.first_cards.items(), 7):
        assert page[f"A{place}"].value == card
        low, high = (Fraction(repr(page[f"{column}{place}"].value)) for column in "BC")
        assert low <= Fraction(value_of(row.lower)) < low + Fraction(1, 10**9)
        assert high - Fraction(1, 10**9) < Fraction(value_of(row.upper)) <= high
    overall = EQUILIBRIUM.overall
    assert overall is not None
    assert float(str(named(book, "equilibrium_lower"))) <= value_of(overall.lower)
    assert float(str(named(book, "equilibrium_upper"))) >= value_of(overall.upper)
    shown = cells(book)
    assert {"ab" * 32, "He shows every 14.", "hard 26", "92 %", "first card", "card"} <= shown
    assert "Strategy" not in book.sheetnames


def test_simulated_punters_stand_beside_their_intervals() -> None:
    shown = {str(value) for value in cells(opened(workbook(RECORDS["simulated punters"]()), True))}
    assert "simulated: 0.386600 to 0.387600" in shown
    assert any("simulated, 10,000,000 rounds, seed 31" in text for text in shown)


def test_the_same_record_gives_the_same_bytes_and_another_date_others() -> None:
    assert workbook(record()) == workbook(record())
    from casino31.report.excel_banker import workbook_bytes

    assert workbook_bytes(GAME, record(), "a layout", "2031-04-01") != workbook(record())


def test_a_record_that_contradicts_itself_gives_no_workbook() -> None:
    whole = record()
    wrong = replace(whole.overall, punter_ev=replace(whole.overall.punter_ev, value=0.011))
    with pytest.raises(SelfCheckError, match="punter_ev"):
        grids(Book(GAME, replace(whole, overall=wrong), "a layout"))


def test_text_stays_text() -> None:
    whole = record()
    head = replace(whole.head, title='=cmd|"/c calc"!A1', source="+1")
    book = opened(workbook(replace(whole, head=head)), False)
    assert book["Summary"]["A1"].data_type == "s"
    assert "+1" in cells(book)


def test_the_record_says_what_a_round_nets_and_how_long_a_deal_lasts() -> None:
    whole = analysed(SPREAD)
    net = {Fraction(units): kept(figure) for units, figure in whole.overall.net.items()}
    assert list(net) == [Fraction(-3), Fraction(-1, 2), Fraction(1, 2), Fraction(3)]
    assert sum(net.values()) == 1
    mean = sum(units * chance for units, chance in net.items())
    assert mean == kept(whole.overall.punter_ev)
    assert sum(units**2 * chance for units, chance in net.items()) - mean**2 == kept(whole.overall.variance)
    assert whole.tenure is not None
    bust = kept(whole.tenure.bust)
    length = float((1 - bust) / bust**2) ** 0.5
    assert whole.tenure.deviation_hands.value == pytest.approx(length, rel=1e-14)


def test_the_lines_of_the_csv_form() -> None:
    lines = record_csv(plain(bounded(record())), "2031-03-31").splitlines()
    assert lines[0] == "figure,exact,value,error_bound"
    ev = bounded(record()).first_cards["T"].punter_ev.value
    assert f"first_cards/T/punter_ev,,{ev!r},6e-14" in lines
    assert "layout/banker/stand,26,26," in lines
    assert all(line.count(",") >= 3 for line in lines)
