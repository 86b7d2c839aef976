"""The filed par sheets are what the house makes today, byte for byte.

After a change that is meant: casino31 parsheet NAME -o reports/NAME.xlsx, the same for .txt, and a line under
**Numbers** in CHANGELOG.md when a figure moved.
"""

from pathlib import Path

import pytest

from casino31.report.forms import render
from casino31.report.parsheet import ParSheet
from casino31.rulesfile import load, shipped

REPORTS = Path(__file__).parent.parent / "reports"


def test_every_shipped_layout_has_its_report_and_nothing_else_lies_there() -> None:
    assert {path.name for path in REPORTS.iterdir()} == {
        f"{name}{e}" for name in shipped() for e in (".txt", ".xlsx")
    }


@pytest.mark.parametrize("ending", [".txt", ".xlsx"])
@pytest.mark.parametrize("name", shipped())
def test_reports_are_up_to_date(name: str, ending: str) -> None:
    file = load(name)
    sheet = ParSheet(file.game, file.game.analyse(file.rules), file.name)
    made = render(sheet, ending, file.rules.date)
    assert REPORTS.joinpath(name + ending).read_bytes() == made, (
        f"run: casino31 parsheet {name} -o reports/{name}{ending}"
    )
