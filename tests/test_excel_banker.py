"""The par sheet of Greek 31 as a workbook: a value beside every formula, the engine's figures, the same bytes."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

import pytest
from openpyxl import Workbook

from casino31.banker_answers import BankerAnalysis, BankerPlay, Interval, SolvedBanker
from casino31.faults import SelfCheckError
from casino31.games.greek_31.pages.book import kept
from casino31.games.greek_31.pages.sheet import report
from casino31.render.figures_csv import csv_text
from casino31.serialize import plain
from tests.banker_sheets import (
    EQUILIBRIUM,
    SIMULATED,
    SPREAD,
    analysed,
    bounded,
    figure,
    record,
    rules_of,
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


def column(book: Workbook, sheet: str, head: str) -> list[object]:
    """The values below a head, as far as they go."""
    page = book[sheet]
    (top,) = (cell for row in page.iter_rows() for cell in row if cell.value == head)
    found: list[object] = []
    for row in range(top.row + 1, page.max_row + 1):
        value = page.cell(row, top.column).value
        if not isinstance(value, int | float):
            break
        found.append(value)
    return found


@pytest.mark.parametrize("name", ["flat", "spread"])
def test_the_figures_are_those_of_the_engine(name: str) -> None:
    whole = RECORDS[name]()
    book = opened(workbook(whole), True)
    overall = whole.overall
    for word in ("banker_edge", "punter_ev", "variance", "average_bet"):
        assert named(book, word) == pytest.approx(getattr(overall, word).value, abs=1e-15)
    # the record is of a banker whom flat bets beat: no spread is told
    assert "break_even_spread" not in book.defined_names
    assert not any("Break-even" in str(value) for value in cells(book))
    assert whole.tenure is not None
    assert whole.punters is not None
    assert named(book, "mean_hands") == whole.tenure.mean_hands.value
    result = whole.tenure.banker_units_a_punter.value
    assert named(book, "tenure_result") == pytest.approx(result, abs=1e-15)
    assert named(book, "covariance") == whole.punters.covariance.value
    variances = column(book, "Punters", "Variance, units²")
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
    evs, errors = (column(book, "First cards", head)[:10] for head in ("Punter's EV", "Error ≤"))
    assert evs == [round(value_of(row.punter_ev), 9) for row in whole.first_cards.values()]
    assert errors == [6e-14] * 10
    assert any(str(value).startswith("Bounded: no exact") for value in cells(book))
    assert any("within 6e-14" in str(value) for value in cells(book))
    assert "decimals with bounds" in cells(book)


def test_the_grid_of_bankers_names_the_best_and_frames_the_own() -> None:
    whole = record()
    book = opened(workbook(whole), True)
    values = {row.stand: value_of(row.punter_ev) for row in whole.bankers or () if row.conceal == "last"}
    assert column(book, "Bankers", "conceals last") == [round(values[stand], 9) for stand in range(20, 31)]
    assert "stands at 26, conceals last" in cells(book)
    bold = {cell.value for row in book["Bankers"].iter_rows() for cell in row if cell.font.b}
    assert round(values[26], 9) in bold, "the layout's own banker stands out"
    assert book["Bankers"].conditional_formatting


def test_a_solved_banker_has_intervals_rounded_outwards_and_words() -> None:
    book = opened(workbook(RECORDS["solved"]()), True)
    ends = zip(column(book, "Equilibrium", "Lower"), column(book, "Equilibrium", "Upper"), strict=True)
    for (card, row), pair in zip(EQUILIBRIUM.first_cards.items(), ends, strict=False):
        assert card in "A23456789T"
        low, high = (Fraction(repr(value)) for value in pair)
        assert low <= Fraction(value_of(row.lower)) < low + Fraction(1, 10**9)
        assert high - Fraction(1, 10**9) < Fraction(value_of(row.upper)) <= high
    overall = EQUILIBRIUM.overall
    assert overall is not None
    assert float(str(named(book, "equilibrium_lower"))) <= value_of(overall.lower)
    assert float(str(named(book, "equilibrium_upper"))) >= value_of(overall.upper)
    shown = cells(book)
    assert {"- He shows every 14.", "hard 26", "92 %", "first card", "card"} <= shown
    assert any("ab" * 32 in str(value) for value in shown)
    assert "Strategy" not in book.sheetnames


def test_simulated_punters_stand_beside_their_intervals() -> None:
    shown = {str(value) for value in cells(opened(workbook(RECORDS["simulated punters"]()), True))}
    assert "simulated: 0.386600 to 0.387600" in shown
    assert any("simulated, 10,000,000 rounds, seed 31" in text for text in shown)


def test_the_same_record_gives_the_same_bytes_and_another_date_others() -> None:
    assert workbook(record()) == workbook(record())
    assert workbook(record(), "2031-04-01") != workbook(record())


def test_a_record_that_contradicts_itself_gives_no_workbook() -> None:
    whole = record()
    wrong = replace(whole.overall, punter_ev=replace(whole.overall.punter_ev, value=0.011))
    with pytest.raises(SelfCheckError, match="punter_ev"):
        report(rules_of(), replace(whole, overall=wrong), "a layout")


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
    lines = csv_text(plain(bounded(record()))).splitlines()
    assert lines[0] == "figure,exact,value,error_bound"
    ev = bounded(record()).first_cards["T"].punter_ev.value
    assert f"first_cards/T/punter_ev,,{ev!r},6e-14" in lines
    assert "layout/banker/stand,26,26," in lines
    assert all(line.count(",") >= 3 for line in lines)
