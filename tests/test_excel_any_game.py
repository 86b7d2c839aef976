"""The par sheet of every shipped layout: live with one decision, and with two in a row."""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from casino31.api.rebuild import rebuilder
from casino31.audit.workbooks.parsheet import audit_parsheet
from casino31.cards import suit_pattern
from casino31.faults import NotCapableError
from casino31.formulas import name_for
from casino31.pages.hands import hands_csv
from casino31.pages.live import Live
from casino31.pages.parsheet import ParSheet, par_sheet
from casino31.pages.records import analysis_object
from casino31.pages.sheet import sheet_report
from casino31.quotes import FILE
from casino31.render.excel import sheets_of
from casino31.rulesfile import load
from tests.layouts import WITH_PAYS
from tests.libreoffice import convert, pdf_text
from tests.par_sheets import render, write_xlsx
from tests.test_excel import named


@cache
def sheet(name: str) -> ParSheet:
    file = load(name)
    return par_sheet(file.game, file.rules, name)


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_PAYS)
def test_the_sheets_of_wagers_count_every_way(name: str) -> None:
    live = Live(sheet(name))
    live.verify()
    for wager, rows in live.pay_rows.items():
        ways = [sum(live.ways[wager].get(paid, 0) for paid in row.paid) for row in rows]
        assert sum(ways) == live.total
        mean = sum((row.net * count for row, count in zip(rows, ways, strict=True)), Fraction()) / live.total
        assert mean == live.sheet.wagers[wager].metrics.expected_net


@pytest.mark.parametrize("name", WITH_PAYS)
def test_the_live_route_is_worth_what_the_engine_says(name: str) -> None:
    live = Live(sheet(name))
    if live.table:
        best = [row.members * max(each.values()) for row, each in zip(live.rows, live.values, strict=True)]
        assert sum(best, Fraction()) / live.total == live.sheet.stakes[live.base].metrics.expected_net
        assert sum(row.members for row in live.rows) * live.last_draws == live.total
        assert sum(row.members for row in live.before or live.rows) * live.draws == live.total


def test_the_actions_of_a_table_are_those_of_the_game() -> None:
    tables = {name: sheet(name).decisions for name in ("three-card-poker", "under-the-gun-31", "casino-war")}
    assert {name: len(table.actions) for name, table in tables.items()} == {
        "three-card-poker": 2,
        "under-the-gun-31": 5,
        "casino-war": 3,  # surrender, war, and hands without a decision
    }
    assert tables["casino-war"].actions.count("no decision") == 1


def test_the_first_decision_of_a_live_workbook_is_worth_what_the_engine_says() -> None:
    live = Live(sheet("let-it-ride"))
    assert (len(live.before), len(live.rows), live.frozen) == (59, 206, "")
    best = [first.members * max(each.values()) for first, each in zip(live.before, live.first_values, strict=True)]
    assert sum(best, Fraction()) / live.total == live.sheet.stakes["main"].metrics.expected_net
    played = live.sheet.analysis.strategy.actions
    for first, action in zip(live.before, live.first_choices, strict=True):
        assert played[suit_pattern(first.hand)] == action
    for row, place in zip(live.rows, live.decisions, strict=True):
        assert played[suit_pattern(row.example)] == live.actions[place]


@pytest.mark.slow
def test_a_workbook_that_is_not_live_holds_values_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino31.openpays.MOST_BEFORE", 10)
    made = replace(sheet("let-it-ride"))
    with pytest.raises(NotCapableError):
        _ = made.decisions
    sheets, _ = sheets_of(sheet_report(made))
    cells = [cell for each in sheets for cell in each.cells.values()]
    assert not any(cell.formula or cell.look.entry for cell in cells)
    assert not any(each.entries or each.alerts for each in sheets)
    assert not {"ok", "Checks"} & {cell.value for cell in cells}
    said = "Pays are not live in this workbook, whose cells hold exact values: its situations are "
    said += "too many or too different for one table (59 first decisions, 206 rows of counts)."
    where = {each.title for each in sheets if said in {cell.value for cell in each.cells.values()}}
    assert where == {"Summary", "Provenance"}
    assert [each.title for each in sheets if each.title in ("Counts", "Strategy", "Joint")] == ["Joint", "Strategy"]


def test_a_game_without_a_decision_has_live_pays_and_no_strategy() -> None:
    sheets = {each.title: each for each in sheets_of(sheet_report(sheet("pair-plus")))[0]}
    assert {"Counts", "Strategy", "Joint"} & set(sheets) == set()
    assert any(cell.look.entry and cell.look.unit.kind == "to one" for cell in sheets["Pair plus"].cells.values())


def test_units_other_than_one_stand_in_rows_of_their_own() -> None:
    rows = Live(sheet("let-it-ride")).pay_rows["bet"]
    royal = [row for row in rows if row.line and row.line.label == "royal flush"]
    assert [(row.units, int(row.stake), int(row.net)) for row in royal] == [(n, n, 1000 * n) for n in (1, 2, 3)]
    assert {row.first for row in royal} == {rows.index(royal[0])}


@pytest.mark.parametrize("name", ["pair-plus", "casino-war", "31-classic-b"])
def test_the_base_game_of_the_json_is_main(name: str) -> None:
    wagers = analysis_object(sheet(name))["wagers"]
    base = next(iter(sheet(name).rules.bets))
    assert wagers["main"] == wagers[base]


def test_a_wager_without_a_stake_has_no_element_of_risk() -> None:
    bonus = analysis_object(sheet("three-card-poker"))["each_wager"]["ante bonus"]
    assert bonus["element_of_risk"] is None
    assert bonus["return_on_turnover"] is None
    assert bonus["hit_frequency"]["exact"] == "41/1105"


def test_the_csv_of_hands_has_the_actions_of_the_game() -> None:
    lines = hands_csv(sheet("casino-war")).splitlines()
    assert lines[0] == "hand,members,action,war,surrender" or lines[0] == "hand,members,action,surrender,war"
    assert len(lines) == 14
    assert all(line.count(",") == 4 for line in lines)


@pytest.mark.parametrize("ending", [".txt", ".csv", ".json", ".xlsx", ".html"])
def test_every_form_is_written_twice_alike(ending: str) -> None:
    made = [render(replace(sheet("casino-war")), ending, "2026-02-03") for _ in range(2)]
    assert made[0] == made[1]


# the layout file in the workbook


@pytest.mark.parametrize("name", ["pair-plus", "31-classic-b"])
def test_the_workbook_quotes_its_file(name: str) -> None:
    book = load_workbook(BytesIO(render(sheet(name), ".xlsx", "")), data_only=True)
    column = [cell.value or "" for cell in book["Provenance"]["A"]]
    quoted = "\n".join(map(str, column[column.index(FILE) + 1 :]))
    assert quoted.rstrip("\n") == load(name).text.rstrip("\n")


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_workbook_of_a_file_that_is_gone_is_made_anew_from_its_own_words(ends: str, tmp_path: Path) -> None:
    source, book = tmp_path / "gone.toml", tmp_path / "gone.xlsx"
    source.write_bytes(load("pair-plus").text.replace('"flush" = 4', '"flush" = 3').replace("\n", ends).encode())
    file = load(source)
    write_xlsx(par_sheet(file.game, file.rules, file.name), book)
    audit = audit_parsheet(book, rebuilder())
    assert audit.verdict.conforms
    assert audit.identical


def test_an_altered_quotation_is_found(tmp_path: Path) -> None:
    source, path = tmp_path / "gone.toml", tmp_path / "gone.xlsx"
    source.write_text(load("pair-plus").text + "# kept by the house\n")
    file = load(source)
    write_xlsx(par_sheet(file.game, file.rules, file.name), path)
    book = load_workbook(path)
    for row in book["Provenance"]["A"]:
        if row.value == "# kept by the house":
            row.value = "# kept by another house"
    book.save(path)
    assert not audit_parsheet(path, rebuilder()).verdict.conforms


# in LibreOffice


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "pays"),
    [
        ("three-card-poker", {("ante bonus", "straight"): Fraction(6), ("play", "win"): Fraction(1, 2)}),
        ("under-the-gun-31", {("ante", "tie pushes"): Fraction(1, 3), ("raise", "win"): Fraction(2)}),
        ("casino-war", {("war", "win"): Fraction(-1, 2), ("tie", "tie"): Fraction(11)}),
        ("pair-plus", {("pair plus", "flush"): Fraction(3)}),
        ("let-it-ride", {("bet", "flush"): Fraction(40), ("bet", "tens or better"): Fraction(1, 2)}),
        ("let-it-ride", {("bet", "straight"): Fraction(1, 3), ("three card bonus", "flush"): Fraction(5)}),
    ],
)
def test_an_edited_pay_gives_the_edge_of_the_new_best_play(
    name: str, pays: Mapping[tuple[str, str], Fraction], tmp_path: Path
) -> None:
    file, path = load(name), tmp_path / "par.xlsx"
    write_xlsx(sheet(name), path)
    book = load_workbook(path)
    for (wager, label), pay in pays.items():
        ((title, cell),) = book.defined_names[name_for("pay", wager, label)].destinations
        book[title][cell].value = float(pay)
    book.save(path)
    found = load_workbook(convert(path, "xlsx", tmp_path), data_only=True)
    changed = file.rules.vary({f"{wager}.{label}": pay for (wager, label), pay in pays.items()})
    again = par_sheet(file.game, changed, name)
    for stake, figures in again.stakes.items():
        for word, exact in (
            ("house_edge", figures.metrics.house_edge),
            ("average_wager", figures.metrics.average_wager),
            ("variance", figures.metrics.variance),
            ("hit_frequency", figures.metrics.hit_frequency),
        ):
            value = named(found, name_for(word, stake))
            assert isinstance(value, float | int)
            assert abs(value - float(exact)) < 1e-11 * max(1, abs(float(exact))), f"{word} {stake}"
    assert named(found, "checks") == "all checks pass"


@pytest.mark.slow
def test_a_side_bet_that_a_fold_forfeits_is_live(tmp_path: Path) -> None:
    file, path = load("three-card-poker"), tmp_path / "par.xlsx"
    rules = file.rules.vary(readings={"pair_plus_after_fold": "forfeited"})
    mix = {"main": Fraction(2), "pair plus": Fraction(1, 2)}
    write_xlsx(par_sheet(file.game, rules, file.name, mix=mix), path)
    book = load_workbook(path)
    for name, typed in (("objective_pair_plus", 1), ("units_pair_plus", 5)):
        ((title, cell),) = book.defined_names[name].destinations
        book[title][cell].value = typed
    book.save(path)
    found = load_workbook(convert(path, "xlsx", tmp_path), data_only=True)
    again = par_sheet(file.game, rules, file.name, ("main", "pair plus"), mix=mix | {"pair plus": Fraction(5)})
    for stake, figures in again.stakes.items():
        for word in ("house_edge", "average_wager", "variance"):
            value = named(found, name_for(word, stake))
            assert isinstance(value, float | int)
            assert abs(value - float(getattr(figures.metrics, word))) < 1e-11, f"{word} {stake}"
    assert named(found, "checks") == "all checks pass"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["under-the-gun-31", "let-it-ride", "pair-plus"])
def test_the_pages_print_without_a_fault(name: str, tmp_path: Path) -> None:
    path = tmp_path / "par.xlsx"
    write_xlsx(sheet(name), path, "2026-02-03")
    text = pdf_text(convert(path, "pdf", tmp_path))
    assert re.findall(r".*(?:###|Err:|#NAME|#REF|#DIV|#VALUE|#N/A|#NUM|FAIL).*", text) == []
    assert "This workbook" in text.split("\f")[0], "the summary must fit one page"
