"""The workbook as a file: values beside every formula, the same bytes every time, and text that stays text."""

import hashlib
import os
import re
import subprocess
import sys
import zipfile
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from casino31.answers import Strategy
from casino31.faults import SelfCheckError
from casino31.formulas import name_for
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.rules import READINGS
from casino31.layout import Layout
from casino31.page import WHOLE, Figure, Page, Report, figures
from casino31.pages.live import Live
from casino31.pages.measures import ALONE, MEASURES
from casino31.pages.parsheet import ParSheet
from casino31.pages.parsheet import par_sheet as checked_sheet
from casino31.pages.sheet import sheet_report
from casino31.render.excel import sheets_of
from casino31.render.excel import workbook_bytes as bytes_of
from casino31.render.excel.finish import finish
from casino31.render.excel.paper import breaks
from casino31.render.excel.references import Here, Placed, Places, resolve
from casino31.render.excel.rows import sheet_data
from casino31.render.excel.sheet import Laid, Sheet
from casino31.render.excel.styles import FONT, Look
from casino31.render.excel.write import workbook
from casino31.rulesfile import load
from tests.layouts import WITH_PAYS, layout, mostly_slow
from tests.par_sheets import workbook_bytes

OLD_FUNCTIONS = {
    *("ABS", "AND", "COUNTIF", "GCD", "IF", "INDEX", "LARGE", "MATCH", "MAX", "NORMSINV", "ROUND", "SQRT"),
    *("SUM", "SUMPRODUCT", "TEXT"),
}
"""All functions a formula may call: each is in every spreadsheet since 2007, and none is volatile."""

DAY = "2026-02-03"
LIVE = [name for name in WITH_PAYS if name != "let-it-ride"]
"""The layouts whose pays are live in the workbook: of a single decision, or none."""


def par_sheet(rules: Layout, objective: tuple[str, ...] | None = None, **fields: object) -> ParSheet:
    return checked_sheet(GAME, rules, "a layout", objective, **fields)  # type: ignore[arg-type]


def opened(data: bytes, values: bool) -> Workbook:
    return load_workbook(BytesIO(data), data_only=values)


def named(book: Workbook, name: str) -> object:
    ((title, cell),) = book.defined_names[name].destinations
    return book[title][cell].value


@pytest.fixture(scope="module")
def sheet() -> ParSheet:
    return par_sheet(layout("31-classic-b"))


@pytest.fixture(scope="module")
def data(sheet: ParSheet) -> bytes:
    return workbook_bytes(sheet, DAY)


@pytest.fixture(scope="module")
def values(data: bytes) -> Workbook:
    return opened(data, True)


@pytest.fixture(scope="module")
def formulas(data: bytes) -> Workbook:
    return opened(data, False)


def test_the_sheets_stand_in_order(values: Workbook) -> None:
    assert values.sheetnames == [
        *("Summary", "Ante", "Play", "Natural 31", "Joint", "Strategy", "Counts", "Confidence"),
        *("Rules and worked examples", "Provenance"),
    ]


@pytest.mark.parametrize("name", mostly_slow(LIVE))
def test_every_formula_has_a_value(name: str) -> None:
    file = load(name)
    content = workbook_bytes(checked_sheet(file.game, file.rules, name), DAY)
    formulas, values = opened(content, False), opened(content, True)
    seen = 0
    for page in formulas:
        for row in page.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    seen += 1
                    value = values[page.title][cell.coordinate].value
                    assert value not in (None, ""), f"{page.title}!{cell.coordinate}"
                    assert not str(value).startswith("#")
    assert seen > 300


def test_the_figures_by_name_are_the_exact_ones(sheet: ParSheet, values: Workbook) -> None:
    book = values
    seen = 0
    laws = {name: figures.metrics for name, figures in sheet.stakes.items()}
    laws |= {f"{wager} alone": figures.metrics for wager, figures in sheet.wagers.items()}
    for law, metrics in laws.items():
        for figure in MEASURES:
            name = name_for(figure.name or figure.key, law)
            if law.endswith("alone") and name not in book.defined_names:
                continue
            seen += 1
            value = figure.value(metrics, sheet.z)
            assert value is not None
            assert named(book, name) == float(value)
    assert seen == 3 * len(MEASURES) + 3 * len(ALONE)
    assert named(book, "house_edge_main") == float(Fraction(10298, 270725))
    assert named(book, "play_frequency") == float(Fraction(3616, 5525))
    assert (named(book, "tied_hands"), named(book, "total_combinations")) == (96, 1_082_900)
    assert (named(book, "checks"), named(book, "as_filed")) == ("all checks pass", 1)


@pytest.mark.parametrize("wager", ["ante", "play", "natural 31"])
def test_the_sheet_of_a_wager_agrees_with_the_outcomes(sheet: ParSheet, values: Workbook, wager: str) -> None:
    page = values[wager.capitalize()]
    rows = {page.cell(row, 1).value: row for row in range(6, 7 + len(sheet.wagers[wager].rows))}
    assert page.cell(rows.pop("Total"), 7).value == sheet.analysis.outcomes.total
    assert len(rows) == len(sheet.wagers[wager].rows)
    for each in sheet.wagers[wager].rows:
        at = rows[each.label]
        found = [page.cell(at, column).value for column in range(5, 14)]
        assert found == [
            *(each.stake, each.net, each.combinations, float(each.probability), float(each.one_in)),
            *(float(each.true_odds), float(each.expected), float(each.variance), str(each.probability)),
        ]


def test_assumed_pays_are_marked(sheet: ParSheet, values: Workbook) -> None:
    page = values["Play"]
    marks = {page.cell(row, 1).value: page.cell(row, 4) for row in range(6, 16)}
    for line in sheet.rules.tables["play"].lines:
        assert line.provenance in str(marks[line.label].value)
        assumed = line.listed and line.provenance != "published"
        assert marks[line.label].font.i == assumed
    assert marks["22-25"].value == "assumed, except 24: published"
    assert marks["mini royal"].value == "assumed"
    texts = {page.cell(row, 1).value: page.cell(row, 4).value for row in range(20, 90)}
    events = {name: told for name, told in texts.items() if str(told).startswith("line ")}
    assert events["23"] == "line 22-25: assumed"
    assert events["24"] == "line 22-25: published"
    amber = {cell.value for cell in values["Joint"]["A"] if cell.font.color and cell.font.color.rgb == "009C5700"}
    assert amber == {line.label for line in sheet.rules.tables["play"].assumed}


def test_functions_are_old_and_steady(formulas: Workbook) -> None:
    called = set()
    for page in formulas:
        for row in page.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    bare = re.sub(r'"[^"]*"|\'[^\']*\'', "", str(cell.value))
                    called |= set(re.findall(r"([A-Z][A-Z0-9.]*)\(", bare))
    assert called == OLD_FUNCTIONS


def test_every_pay_is_a_yellow_input_with_a_name_and_a_check(sheet: ParSheet, formulas: Workbook) -> None:
    book = formulas
    for wager, table in sheet.rules.tables.items():
        for line in table.lines:
            ((title, cell),) = book.defined_names[name_for("pay", wager, line.label)].destinations
            page = book[title]
            cell = cell.replace("$", "")
            assert page[cell].fill.start_color.rgb == "00FFF2CC"
            assert page[cell].value == line.pays
            checks = [rule for rule in page.data_validations.dataValidation if cell in rule.sqref]
            assert [(rule.type, rule.operator, rule.formula1) for rule in checks] == [
                ("decimal", "greaterThanOrEqual", "-1")
            ]


def test_every_cell_names_its_font(data: bytes) -> None:
    fonts = {
        cell.font.name for page in opened(data, True) for row in page.iter_rows() for cell in row if cell.value
    }
    assert fonts == {FONT}


def test_a_player_edge_turns_red(formulas: Workbook) -> None:
    page = formulas["Summary"]
    rules = [rule for area in page.conditional_formatting for rule in area.rules]
    red = [rule.formula[0] for rule in rules if rule.dxf.font.color.rgb == "009C0006"]
    assert any(re.fullmatch(r"AND\(ISNUMBER\((B\d+)\),\1<0\)", formula) for formula in red)


def test_charts_show_wins_only_and_keep_their_values(sheet: ParSheet, data: bytes) -> None:
    with zipfile.ZipFile(BytesIO(data)) as file:
        charts = [file.read(name).decode() for name in file.namelist() if name.startswith("xl/charts/chart")]
    for wager, chart in zip(("play", "natural 31"), charts, strict=True):
        wins = [row for row in sheet.wagers[wager].rows if row.net > 0]
        numbers = re.search(r"<(?:c:)?numCache>.*</(?:c:)?numCache>", chart)
        assert numbers
        kept = [float(value) for value in re.findall(r"<(?:c:)?v>([^<]*)<", numbers[0])]
        # the library writes the numbers of a chart with sixteen digits
        assert sorted(kept) == pytest.approx(sorted(float(row.expected) for row in wins), rel=1e-15)


# the same input, the same bytes


@pytest.mark.slow
def test_the_same_sheet_gives_the_same_bytes(sheet: ParSheet, data: bytes) -> None:
    assert workbook_bytes(par_sheet(layout("31-classic-b")), DAY) == data
    assert workbook_bytes(sheet, "2026-02-04") != data


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["0", "1"])
def test_another_process_gives_the_same_bytes(data: bytes, seed: str) -> None:
    code = (
        "import hashlib; from tests.layouts import layout;"
        "from tests.test_excel import par_sheet; from tests.par_sheets import workbook_bytes;"
        f"print(hashlib.sha256(workbook_bytes(par_sheet(layout('31-classic-b')), {DAY!r})).hexdigest())"
    )
    root = Path(__file__).parent.parent
    environment = os.environ | {"PYTHONHASHSEED": seed, "TZ": f"UTC+{seed}", "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root, env=environment
    )
    assert done.stdout.strip() == hashlib.sha256(data).hexdigest()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("date", "stamp"), [(DAY, (2026, 2, 3)), ("", (1980, 1, 1)), ("2107-12-31", (2107, 12, 31))]
)
def test_no_member_carries_the_clock(sheet: ParSheet, date: str, stamp: tuple[int, int, int]) -> None:
    content = workbook_bytes(sheet, date)
    with zipfile.ZipFile(BytesIO(content)) as file:
        assert {member.date_time for member in file.infolist()} == {(*stamp, 0, 0, 0)}
        assert file.namelist()[0] == "[Content_Types].xml"
    properties = opened(content, True).properties
    assert properties.created == properties.modified
    assert properties.created is not None
    assert properties.created.timetuple()[:3] == stamp
    told = str(opened(content, True)["Summary"]["A2"].value)
    assert told.endswith(date or "date not stated")


# the finishing step


def small(formula: str) -> Report:
    return Report("title", "subject", (Page("One", (figures("F", [Figure("a", 2, WHOLE, formula)]),)),))


def test_a_cell_is_written_as_spreadsheets_read_it() -> None:
    cells = {
        (1, 1): Laid(" =A\r\n<1>", Look()),
        (1, 2): Laid(Fraction(3, 2), Look(), "1+[1]", Here("One", 1, Placed("One", {"1": 1}, (1,), {}))),
        (1, 27): Laid("=1", Look("title")),
        (4, 1): Laid("", Look()),
        (4, 2): Laid("yes", Look(), '"<"&"é"'),
        (4, 3): Laid(2**60, Look()),
        (4, 4): Laid(Fraction(1, 3), Look()),
    }
    asked: list[tuple[str, bool]] = []

    def style(look: Look, marked: bool) -> int:
        asked.append((look.role, marked))
        return len(asked)

    written = sheet_data(Sheet("One", cells=cells, heights={2: 20.5}), Places(), style)
    assert written.area == "A1:AA4"
    assert asked == [("body", False), ("body", False), ("title", True), *[("body", False)] * 4]
    assert written.xml == (
        '<sheetData><row r="1" ht="15" customHeight="1">'
        '<c r="A1" s="1" t="inlineStr"><is><t xml:space="preserve"> =A\n&lt;1&gt;</t></is></c>'
        '<c r="B1" s="2"><f>1+A1</f><v>1.5</v></c><c r="AA1" s="3" t="inlineStr"><is><t>=1</t></is></c></row>'
        '<row r="2" ht="20.5" customHeight="1"></row><row r="4" ht="15" customHeight="1"><c r="A4" s="4" t="n" />'
        '<c r="B4" s="5" t="str"><f>"&lt;"&amp;"é"</f><v>yes</v></c>'
        '<c r="C4" s="6" t="inlineStr"><is><t>1152921504606846976</t></is></c>'
        '<c r="D4" s="7" t="n"><v>0.3333333333333333</v></c></row></sheetData>'
    )


def test_a_sheet_with_cells_of_its_own_stops_the_finishing_step() -> None:
    sheets, places = sheets_of(small("1+1"))
    raw, cells = workbook(sheets, places, "title", "mark")
    assert finish(raw, cells, "title", "maker") == finish(raw, cells, "title", "maker")
    filled, out = load_workbook(BytesIO(raw)), BytesIO()
    filled["One"]["A1"] = 31
    filled.save(out)
    with pytest.raises(SelfCheckError, match=r"sheet1.xml: no place for its cells"):
        finish(out.getvalue(), cells, "title", "maker")


def test_an_unknown_key_stops_the_writing() -> None:
    with pytest.raises(KeyError, match="nowhere"):
        resolve("{nowhere}+1", Places(), Here("One"))
    with pytest.raises(KeyError, match="nowhere"):
        bytes_of(small("{nowhere}+1"))


def test_nothing_in_the_file_depends_on_a_library(data: bytes) -> None:
    """No version, no empty element that means nothing, no compression."""
    with zipfile.ZipFile(BytesIO(data)) as file:
        assert {member.compress_type for member in file.infolist()} == {zipfile.ZIP_STORED}
        assert b"16.0300" in file.read("docProps/app.xml")
        text = b"".join(file.read(name) for name in file.namelist())
    for word in (b"evenHeader", b"evenFooter", b"firstHeader", b"workbookProtection", b"openpyxl"):
        assert word not in text


# on paper


@pytest.mark.parametrize("name", mostly_slow(WITH_PAYS))
def test_no_page_is_printed_below_seven_points(name: str) -> None:
    """The scale is stated or the page fits; the smallest letters have nine points; counts are for the screen."""
    file = load(name)
    book = opened(workbook_bytes(checked_sheet(file.game, file.rules, name), DAY), False)
    for page in book:
        if page.title == "Counts":
            assert re.fullmatch(r"'Counts'!\$A\$1:\$[A-Z]+\$2", str(page.print_area))
            continue
        setup, whole = page.page_setup, page.sheet_properties.pageSetUpPr
        if whole is not None and whole.fitToPage:
            assert (setup.fitToWidth, setup.fitToHeight) == (1, 1)
        else:
            assert 9 * int(setup.scale or 0) / 100 >= 7
        # where no page fits, its columns go on over several: never smaller letters
        assert page.print_title_cols is None or setup.scale == 78


@pytest.mark.slow
def test_a_sheet_that_is_wider_by_a_hair_is_squeezed_onto_its_page() -> None:
    """The joint page of Three Card Poker: a column more would cost five pages more."""
    file = load("three-card-poker")
    page = opened(workbook_bytes(checked_sheet(file.game, file.rules, "three-card-poker"), DAY), False)["Joint"]
    points = sum(5.56 * column.width + 1.0 for column in page.column_dimensions.values())
    assert page.page_setup.orientation == "landscape"
    assert points * int(page.page_setup.scale or 0) / 100 <= 842 - 72
    assert page.print_title_cols is None


def test_no_block_is_parted_that_fits_on_a_page(sheet: ParSheet) -> None:
    sheets, _ = sheets_of(sheet_report(sheet, DAY))
    for each in sheets:
        ends = list(breaks(each, 600.0))
        assert ends == sorted(set(ends))
        for first, last in each.starts:
            height = sum(each.heights.get(row, 15.0) for row in range(first, last + 1))
            assert height > 600 or not any(first <= end < last for end in ends), (each.title, first, last)


# text from outside


@pytest.mark.parametrize(
    "title", ["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "31 & <b> {x} \x07 end", "=" * 400]
)
def test_text_stays_text(title: str) -> None:
    sheet = par_sheet(replace(layout("natural-31"), title=title, source=title))
    content = workbook_bytes(replace(sheet, name=title), DAY)
    book = opened(content, False)
    cell = book["Summary"]["A1"]
    assert cell.value == title.replace("\x07", "�")
    assert cell.data_type == "s"
    assert cell.quotePrefix == (title[0] in "=+-@")
    formulas = [c.value for page in book for row in page.iter_rows() for c in row if c.data_type == "f"]
    assert not any(title in re.sub(r'"(?:[^"]|"")*"', "", str(formula)) for formula in formulas)
    header = book["Summary"].oddHeader
    assert header is not None
    assert "&" not in str(header.left.text).replace("&&", "")


def test_integers_that_no_double_holds_are_text() -> None:
    rows = [Figure("n", value, WHOLE) for value in (2**53, 2**53 + 1, -(2**60))]
    content = bytes_of(Report("title", "subject", (Page("One", (figures("", rows),)),)))
    page = opened(content, False)["One"]
    assert [page.cell(row, 2).value for row in (3, 4, 5)] == [2**53, "9007199254740993", "-1152921504606846976"]


# the live route


@pytest.mark.parametrize(("trips", "after", "tie"), list(product(*READINGS.values())))
def test_the_live_route_counts_what_the_engine_counts(trips: str, after: str, tie: str) -> None:
    rules = layout("B", trips=trips, bonus_after_fold=after, tie=tie)
    for objective in (("main",), ("main", "natural 31")):
        live = Live(par_sheet(rules, objective))
        live.verify()
        found = dict.fromkeys(live.joint, 0)
        where = {settlement: place for place, group in enumerate(live.groups) for settlement in group.settlements}
        for column, ways in zip(live.columns, live.column_ways, strict=True):
            for place, count in enumerate(ways):
                found[where[column.settlement], place] += count
        assert found == live.joint
        assert sum(live.joint.values()) == live.total
        tied = sum(row.members for row, equal in zip(live.rows, live.equal, strict=True) if equal == 2)
        assert tied == live.sheet.analysis.tied


def test_another_strategy_than_the_best_is_refused() -> None:
    rules = layout("B")
    best = GAME.analyse(rules)
    always = Strategy("always play", dict.fromkeys(best.strategy.actions, "play"))
    with pytest.raises(ValueError, match="best strategy alone, not for 'always play'"):
        sheet_report(ParSheet(GAME, GAME.evaluate(rules, always), "a layout"))


@pytest.mark.slow
def test_layouts_with_fewer_wagers() -> None:
    bonus = opened(workbook_bytes(par_sheet(layout("natural-31")), DAY), True)
    assert bonus.sheetnames == [
        *("Summary", "Natural 31", "Confidence", "Rules and worked examples", "Provenance"),
    ]
    assert named(bonus, "total_combinations") == 22_100
    bare = opened(workbook_bytes(par_sheet(layout("B", bets=("main",))), DAY), True)
    assert "Natural 31" not in bare.sheetnames
    assert named(bare, "house_edge_main") == float(Fraction(10298, 270725))
