"""The filed par sheets are what the house makes today, byte for byte.

After a change that is meant: casino31 parsheet NAME -o reports/NAME.xlsx, the same for .txt, and a line under
**Numbers** in CHANGELOG.md when a figure moved. Layouts with a banker are filed with --exact.
"""

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from casino31.banker_answers import BankerAnalysis
from casino31.games.greek_31.pages.book import decimals
from casino31.pages.deliverable import Deliverable
from casino31.pages.par_sheets import SheetRequest, sheet_deliverable
from casino31.render.files import rendered
from casino31.rulesfile import RulesFile, load
from tests.layouts import ALL_LAYOUTS, BANKED, WITH_PAYS

REPORTS = Path(__file__).parent.parent / "reports"
ENDINGS = (".txt", ".xlsx")


def banker_file(name: str) -> RulesFile:
    file = load(name)
    assert file.game.solver is not None
    return file


FIXED = [name for name in BANKED if 'stand = "optimal"' not in banker_file(name).text]
"""Layouts whose banker plays by a fixed rule; those of solved ones are compared where their proofs are."""


def test_every_shipped_layout_has_its_report_and_nothing_else_lies_there() -> None:
    assert len(FIXED) == 6
    expected = {f"{name}{ending}" for name in ALL_LAYOUTS for ending in ENDINGS}
    assert {path.name for path in REPORTS.iterdir()} == expected


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("name", WITH_PAYS)
def test_reports_are_up_to_date(name: str, ending: str) -> None:
    file = load(name)
    made = rendered(filing_of(name), ending)
    assert REPORTS.joinpath(name + ending).read_bytes() == made, (
        f"run: casino31 parsheet {file.name} -o reports/{name}{ending}"
    )


@cache
def filing_of(name: str) -> Deliverable:
    file = load(name)
    asked = SheetRequest(exact=file.game.solver is not None, date=file.rules.date)
    return sheet_deliverable(file.game, file.rules, file.name, file.folder, asked)


@cache
def sheet_of(name: str) -> BankerAnalysis:
    file = banker_file(name)
    return file.game.sides.sheet(file.rules, file.folder, exact=True)


@pytest.mark.slow
@pytest.mark.parametrize("name", FIXED)
def test_reports_of_bankers_are_up_to_date(name: str) -> None:
    file = banker_file(name)
    report = file.game.sides.report(file.rules, sheet_of(name), file.name, file.rules.date)
    for ending in ENDINGS:
        made = rendered(Deliverable(lambda: report, dict), ending)
        assert REPORTS.joinpath(name + ending).read_bytes() == made, (
            f"run: casino31 parsheet {name} --exact -o reports/{name}{ending}"
        )


@pytest.mark.slow
@pytest.mark.parametrize("name", FIXED)
def test_every_digit_that_is_printed_is_certain(name: str) -> None:
    """A float may differ in its last bits on another machine; within twice its bound no printed digit changes."""
    whole = sheet_of(name)
    assert all(row.punter_ev.exact is not None for row in whole.first_cards.values())
    simple = whole.simple_strategy
    assert simple is not None
    loose = 1e-12  # forty sums of products, each within the bound of the grid
    floats = [(simple.punter_ev, 9, loose), (simple.cost, 9, loose), (simple.cost, 6, loose)]
    figures = [row.punter_ev for row in whole.bankers or ()]
    figures += [row.banker_edge for row in whole.readings_compared or ()]
    for figure in figures:
        if figure.exact is None:
            bound = figure.error_bound or 0.0
            floats += [(figure.value or 0.0, digits, bound) for digits in (8, 9, decimals(bound))]
    for value, digits, bound in floats:
        unit = Fraction(1, 10**digits)
        from_the_middle = abs(Fraction(value) / unit % 1 - Fraction(1, 2)) * unit
        assert from_the_middle > 2 * bound, (value, digits)
