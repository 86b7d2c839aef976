"""Sheets as people keep them, written as real files: read right, or refused at the cell, never silently wrong."""

import datetime
import zipfile
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from xml.sax.saxutils import escape

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Font
from openpyxl.worksheet.worksheet import Worksheet

import casino31
from casino31.faults import RulesError

Rows = Sequence[Sequence[object]]
HEAD = ["Hand", "Pays (to one)"]
TABLE: Rows = [HEAD, ["straight flush", 40], ["flush", 3], ["pair", 1]]
PAYS = {"straight flush": Fraction(40), "flush": Fraction(3), "pair": Fraction(1)}


def xlsx(path: Path, rows: Rows, edit: Callable[[Worksheet], object] | None = None) -> Path:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Table"
    for row in rows:
        sheet.append(list(row))
    if edit is not None:
        edit(sheet)
    path = path / "a.xlsx"
    book.save(path)
    return path


def csv(path: Path, rows: Rows) -> Path:
    path = path / "a.csv"
    lines = (";".join("" if value is None else str(value) for value in row) for row in rows)
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def ods(path: Path, rows: Rows, row_look: str = "", style: str = "") -> Path:
    """An OpenDocument spreadsheet; ``row_look`` is an attribute of its third row."""

    def cell(value: object) -> str:
        if isinstance(value, (int, float)):
            return (
                f'<table:table-cell office:value-type="float" office:value="{value}"><text:p/></table:table-cell>'
            )
        text = "" if value is None else f"<text:p>{escape(str(value))}</text:p>"
        return f'<table:table-cell office:value-type="string">{text}</table:table-cell>'

    spaces = {"office": "office", "table": "table", "text": "text", "style": "style"}
    names = " ".join(
        f'xmlns:{key}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for key, name in spaces.items()
    )
    lines = "".join(
        f"<table:table-row{f' {row_look}' if place == 2 else ''}>{''.join(map(cell, row))}</table:table-row>"
        for place, row in enumerate(rows)
    )
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {names}>{style}<office:body>'
        f'<office:spreadsheet><table:table table:name="Table">{lines}</table:table></office:spreadsheet>'
        "</office:body></office:document-content>"
    )
    path = path / "a.ods"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
        archive.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
    return path


def outcome(path: Path, **told: str) -> dict[str, Fraction] | str:
    """The pays of Pair Plus that a file gives, or what it is refused with."""
    if path.suffix == ".ods":
        pytest.importorskip("python_calamine")
    try:
        made = casino31.import_layout(path, game="pair plus", **told)  # type: ignore[arg-type]
    except RulesError as error:
        return str(error)
    return {line.label: line.pays for line in made.layout.tables["pair plus"].lines if line.listed}


MANGLED: dict[str, tuple[Rows, str]] = {
    "a title merged over the table": ([["PAIR PLUS", None], *TABLE], ""),
    "blanks that do not break": (
        [
            ["Hand\xa0", "Pays\xa0(to\xa0one)"],
            ["straight\xa0flush", "40\xa0to\u202f1"],
            ["\xa0flush", "3 : 1"],
            ["pair", 1],
        ],
        "",
    ),
    "lines broken in cells": (
        [HEAD, ["Straight\u2009Flush", "40 to 1"], ["flush:", 3], ["A pair", "even money"]],
        "",
    ),
    "totals and notes": ([*TABLE, ["All other", "lose"], ["Total", None], ["House edge", "2.3 %"]], ""),
    "currency": ([HEAD, ["straight flush", "$40"], ["flush", "\u20ac 3"], ["pair", 1]], ""),
    "currency of no stated stake": ([["Hand", "Pays"], ["flush", "$15"], ["pair", "$5"]], "B2: pays whose unit"),
    "a head over two columns": (
        [["Hand", "Pays (to one)", None], ["flush", 3, 4], ["pair", 1, 2]],
        "C2 holds '4' in a column without a heading",
    ),
    "two heads in two rows": (
        [["Hand", "Pays", None], [None, "to one", "for one"], ["flush", 3, 4], ["pair", 1, 2]],
        "C3 holds '4' in a column without a heading",
    ),
    "tables side by side": (
        [[*HEAD, None, "Hand", "Odds"], ["flush", 3, None, "pair", "2 to 1"]],
        "several tables side by side, A1 (Hand), D1 (Hand)",
    ),
    "tables one below the other": ([*TABLE, [None], *TABLE], "pair plus again"),
    "a footnote in a cell": ([HEAD, ["flush", "3 (1)"], ["pair", "1*"]], "B2 holds '3 (1)'"),
    "a raised footnote": ([HEAD, ["flush", "3\u00b9"], ["pair", 1]], "B2 holds '3\u00b9'"),
    "a note below": ([*TABLE, ["* flush pays 4 on Sundays"]], "A5: '* flush pays 4 on Sundays', which is no row"),
    "transposed": ([["Hand", "flush", "pair"], ["Pays (to one)", 3, 1]], "no pay table"),
    "columns of coins": (
        [["Hand", "1 coin", "5 coins"], ["flush", 4, 20], ["pair", 2, 10]],
        "C1 says '5 coins': pays of another stake than one",
    ),
    "a column of five coins": ([["Hand", "Pays, 5 coins"], ["flush", 20], ["pair", 10]], "B1 says 'Pays, 5 coins'"),
    "a heading with a stake": ([["Hand", "Payout 5"], ["flush", "15 for 1"], ["pair", 5]], "B1 says 'Payout 5'"),
    "a line about the stake": (
        [["All pays for a 5 credit bet"], ["Hand", "Pays (for one)"], ["flush", 20]],
        "A1 says 'All pays for a 5 credit bet'",
    ),
    "commas of both kinds": (
        [HEAD, ["straight flush", "1,000"], ["flush", "3,5"]],
        "'1,000', thousands or a decimal",
    ),
    "a day by its number": ([HEAD, ["flush", 46082], ["pair", 1]], "the serial number of the date 2026-03-01"),
    "a cell for two rows": ([HEAD, ["straight flush", 40], ["flush", None], ["pair", 1]], "B3: no pay for 'flush'"),
    "a fault of a formula": ([HEAD, ["flush", "#REF!"], ["pair", 1]], "B2 holds '#REF!'"),
    "a choice": ([HEAD, ["flush", "3 or 4"], ["pair", 1]], "B2 holds '3 or 4'"),
}


@pytest.mark.parametrize("write", [xlsx, csv, ods])
@pytest.mark.parametrize("name", MANGLED)
def test_a_mangled_sheet_is_read_right_or_refused_at_its_cell(
    name: str, write: Callable[[Path, Rows], Path], tmp_path: Path
) -> None:
    rows, said = MANGLED[name]
    found = outcome(write(tmp_path, rows))
    assert found == PAYS if not said else isinstance(found, str) and said in found, found


@pytest.mark.parametrize(("letter", "pays"), [("B", Fraction(3)), ("E", Fraction(4))])
def test_the_letter_of_the_pays_takes_the_hands_beside_them(letter: str, pays: Fraction, tmp_path: Path) -> None:
    rows: Rows = [[*HEAD, None, *HEAD], ["flush", 3, None, "pair", 9], ["pair", 1, None, "flush", 4]]
    found = outcome(xlsx(tmp_path, rows), pays=letter)
    assert isinstance(found, dict)
    assert found["flush"] == pays


def hide(sheet: Worksheet) -> None:
    sheet.row_dimensions[3].hidden = True


def hide_column(sheet: Worksheet) -> None:
    sheet.column_dimensions["B"].hidden = True


def hide_sheet(sheet: Worksheet) -> None:
    assert sheet.parent is not None
    sheet.parent.create_sheet("Other")
    sheet.sheet_state = "hidden"


def raise_a_letter(sheet: Worksheet) -> None:
    sheet["B3"] = CellRichText("3", TextBlock(InlineFont(vertAlign="superscript"), "1"))


def strike(sheet: Worksheet) -> None:
    sheet["B3"].font = Font(strike=True)


def show_words(sheet: Worksheet) -> None:
    sheet["B3"].number_format = '0" for 1"'


def show_rounded(sheet: Worksheet) -> None:
    sheet["B3"], sheet["B3"].number_format = 3.4, "0"


UNSEEN = [
    (hide, "A3: 'flush', which is in a hidden row"),
    (hide_column, "B2: '40', which is in a hidden column"),
    (hide_sheet, "A2: 'straight flush', which is on a hidden sheet"),
    (raise_a_letter, "B3: '31', which has raised letters"),
    (strike, "B3: '3', which is struck out"),
    (show_words, "B3: '3', which is shown with the words 'for 1'"),
    (show_rounded, "B3: '3.4', which is shown rounded"),
]


@pytest.mark.parametrize(("edit", "said"), UNSEEN)
def test_what_a_cell_holds_and_its_reader_does_not_see_is_refused(
    edit: Callable[[Worksheet], None], said: str, tmp_path: Path
) -> None:
    found = outcome(xlsx(tmp_path, TABLE, edit))
    assert isinstance(found, str)
    assert said in found


def test_merged_titles_and_hidden_rows_beside_the_table_do_no_harm(tmp_path: Path) -> None:
    def edit(sheet: Worksheet) -> None:
        sheet.merge_cells("A1:B1")
        sheet.row_dimensions[6].hidden = True

    rows: Rows = [["PAIR PLUS", None], *TABLE, ["House edge", 0.0232]]
    assert outcome(xlsx(tmp_path, rows, edit)) == PAYS


@pytest.mark.parametrize("ref", ["A1:XFD1048576", "A:XFD", "1:1048576"])
def test_a_merge_of_a_whole_sheet_is_refused_before_it_is_made(ref: str, tmp_path: Path) -> None:
    path = xlsx(tmp_path, TABLE, lambda sheet: sheet.merge_cells("D1:E1"))
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content.replace(b"D1:E1", ref.encode()))
    found = outcome(path)
    assert isinstance(found, str)
    assert ("merged cells or links over more than 50,000 cells" in found) == (ref == "A1:XFD1048576")


def test_times_and_days_made_of_odds(tmp_path: Path) -> None:
    rows: Rows = [HEAD, ["straight flush", datetime.timedelta(hours=40, minutes=1)], ["flush", datetime.time(3, 1)]]
    assert outcome(xlsx(tmp_path, [*rows, ["pair", datetime.time(1, 1)]])) == PAYS
    refused = outcome(xlsx(tmp_path, [*rows, ["pair", datetime.datetime(2026, 1, 2)]]))
    assert isinstance(refused, str)
    assert "B4 holds the date 2026-01-02" in refused


def test_hidden_rows_and_raised_letters_of_an_opendocument_sheet(tmp_path: Path) -> None:
    assert outcome(ods(tmp_path, TABLE)) == PAYS
    hidden = outcome(ods(tmp_path, TABLE, 'table:visibility="collapse"'))
    assert isinstance(hidden, str)
    assert "a hidden row" in hidden
    style = '<style:text-properties style:text-position="super 58%"/>'
    raised = outcome(ods(tmp_path, TABLE, style=f"<office:automatic-styles>{style}</office:automatic-styles>"))
    assert isinstance(raised, str)
    assert "raised letters" in raised
