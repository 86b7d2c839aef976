"""Layouts from mangled sheets: right, or refused with the address of the cell, never silently wrong."""

import datetime
import shutil
import subprocess
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

import casino31
from casino31.cli import cli
from casino31.faults import NotCapableError, RulesError
from casino31.games import GAMES
from casino31.importing.layout import Imported
from casino31.pages.deliverable import Deliverable
from casino31.render.files import rendered
from casino31.rulesfile import load, parse
from tests.layouts import ALL_LAYOUTS

PAIR_PLUS = {"straight flush": 40, "three of a kind": 30, "straight": 6, "flush": 3, "pair": 1}
PLAY = {
    "17": 0,
    "18-21": 1,
    "22-25": 2,
    "26-28": 3,
    "29-30": 4,
    "trips": Fraction(9, 2),
    "31": 10,
    "mini royal": 25,
}


def book(path: Path, **sheets: Sequence[Sequence[object]]) -> Path:
    """A workbook with these sheets; a blank in a name is an underscore."""
    made = openpyxl.Workbook()
    made.remove(made.worksheets[0])
    for name, rows in sheets.items():
        page = made.create_sheet(name.replace("_", " "))
        for row in rows:
            page.append(row)
    made.save(path)
    return path


def pays(made: Imported, wager: str = "pair plus") -> dict[str, Fraction]:
    return {line.label: line.pays for line in made.layout.tables[wager].lines if line.listed}


def refusals(**told: object) -> list[str]:
    with pytest.raises(RulesError) as caught:
        casino31.import_layout(**told)  # type: ignore[arg-type]
    return [f"{fault.found}; {fault.expected}; {fault.hint}" for fault in caught.value.faults]


RIGHT = {
    "plain csv": "Hand,Pays (to one)\nStraight flush,40\nThree of a kind,30\nStraight,6\nFlush,3\nPair,1\n",
    "odds in words": "outcome;payoff\nstr flush;40 to 1\ntrips;30 to 1\nstraight;6 to 1\n"
    "flush;3 to 1\none pair;1 to 1\n",
    "for one": "Hand\tPayout for one\nSTRAIGHT FLUSH\t41\n"
    "3 of a kind\t31\nstraight\t7\nflush\t4\npair\t2\nno pair\t0\n",
    "pasted sentences": "All pays to one\nstraight flush pays 40 to 1\nthree of a kind 30:1\nstraight: 6 to 1\n"
    "flush = 3/1\npair even money\nall other lose\n",
    "a clock": "hand,pays (to one)\nstraight flush,40:01\nthree of a kind,30:01:00\nstraight,6:01\nflush,03:01:00\n"
    "pair,1:01 AM\nlose,-1\n",
    "framed": "| Hand | Pays to one |\n|---|---:|\n| Straight flush | 40 |\n| Trips | 30 |\n| Straight | 6 |\n"
    "| Flush | 3 |\n| Pair | 1 |\n",
    "columns of blanks": "hand              pays (to one)\nstraight flush    40\n"
    "three of a kind   30\nstraight          6\n"
    "flush             3.0\npair              1\nTotal             80\n",
    "pay first": "Pays (to one),Hand,Combinations\n40,Straight flush,48\n30,Three of a kind,52\n6,Straight,720\n"
    "3,Flush,1096\n1,Pair,3744\n-1,All other,16440\n",
}


@pytest.mark.parametrize("name", RIGHT)
def test_mangled_text_is_read_right(name: str) -> None:
    made = casino31.import_layout(text=RIGHT[name], game="pair plus")
    assert pays(made) == PAIR_PLUS
    assert parse(made.text).rules.tables == made.layout.tables


def test_a_workbook_of_sheets_with_times_fractions_and_decimals(tmp_path: Path) -> None:
    play: list[list[object]] = [
        ["Play wager", None],
        ["Total", "Pays (to one)"],
        [17, "push"],
        ["18 to 21", datetime.time(1, 1)],
        ["22–25", "2:1"],
        ["26 through 28", "3/1"],
        ["29-30", datetime.datetime(1899, 12, 31, 4, 1)],
        ["Three of a kind", 4.5],
        [31, "10 to 1"],
        ["Mini-royal", datetime.timedelta(hours=25, minutes=1)],
    ]
    notes = [["Remember: the ante pays even money"], ["and pushes on 17"]]
    bonus: list[list[object]] = [
        ["Hand", "Ways", "Pays for one"],
        ["16-21", 1, 2],
        ["30", 2, "101 for 1"],
        ["Loser", 9, 0],
    ]
    path = book(tmp_path / "a.xlsx", Notes=notes, Play=play, Natural_31_bonus=bonus)
    made = casino31.import_layout(path, game="31 classic")
    assert pays(made, "play") == PLAY
    assert pays(made, "natural 31") == {"16-21": 1, "30": 100}
    assert '"31" = 10                       # Play!B9: 10 to 1' in made.text
    assert "Play!B10 holds the time 25:01: read as the odds 25:1" in made.notes


def test_sections_of_one_sheet_and_a_column_of_wagers(tmp_path: Path) -> None:
    below = "ANTE BONUS\nHand,Pays to one\nstraight flush,5\nstraight,1\n\n"
    below += "PAIR PLUS\nHand,Pays to one\nflush,4\npair,1\n"
    path = tmp_path / "a.csv"
    path.write_text(below)
    made = casino31.import_layout(path, game="three card poker")
    assert pays(made, "ante bonus") == {"straight flush": 5, "straight": 1}
    assert pays(made) == {"flush": 4, "pair": 1}
    named = "Wager,Hand,Odds paid\nante bonus,straight,1 to 1\npair plus,flush,4 to 1\npair plus,pair,1 to 1\n"
    again = casino31.import_layout(text=named, game="three card poker")
    assert pays(again, "ante bonus") == {"straight": 1}
    assert pays(again) == {"flush": 4, "pair": 1}


def test_a_decimal_comma_is_read_where_the_sheet_settles_it() -> None:
    made = casino31.import_layout(text="hand;pays to one\nflush;3,5\npair;1,25\n", game="pair plus")
    assert pays(made) == {"flush": Fraction(7, 2), "pair": Fraction(5, 4)}
    assert '"flush" = "7 to 2"' in made.text


REFUSED = {
    "no unit": ("hand,pays\nflush,3\npair,1\n", "B2: pays whose unit nothing states"),
    "a date": ("hand,pays (to one)\nflush,3-Jan\npair,1\n", "B2 holds the date 3-Jan"),
    "odds with a dash": ("hand,pays (to one)\nflush,3-1\npair,1\n", "B2 holds '3-1'"),
    "two units": ("hand,pays\nflush,3 to 1\npair,2 for 1\n", "pays to one and pays for one"),
    "a heading against a pay": ("hand,pays (for one)\nflush,3 to 1\npair,2\n", "pays to one and pays for one"),
    "thousands or a decimal": (
        "hand;pays to one\nflush;3\nstraight flush;1,500\n",
        "'1,500', thousands or a decimal",
    ),
    "twice": ("hand,pays (to one)\nflush,3\nFlush,4\n", "of which flush stands at A2 too"),
    "unknown hand": ("hand,pays (to one)\nflush,3\nfulsh,4\n", "'fulsh', which is no row"),
    "in parentheses": ("hand,pays (to one)\nflush (ace high),3\npair,1\n", "'flush (ace high)', which is no row"),
    "no pay": ("hand,pays (to one)\nflush,\npair,1\n", "no pay for 'flush'"),
    "nonsense": ("hand,pays (to one)\nflush,lots\npair,1\n", "B2 holds 'lots'"),
    "less than nothing": ("hand,pays (to one)\nflush,-3\npair,1\n", "'-3', less than nothing"),
    "two columns": ("hand,pays,payout\nflush,3 to 1,4 to 1\n", "several columns of pays, B1 (pays), C1 (payout)"),
    "against nothing": ("hand,pays (to one)\nflush,3:00\npair,1\n", "odds against nothing"),
    "no table": ("once upon a time\nthere was a bet\n", "no pay table"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_can_be_read_in_two_ways_is_refused_at_its_cell(name: str) -> None:
    text, said = REFUSED[name]
    found = refusals(text=text, game="pair plus")
    assert any(said in each for each in found), found


def test_what_a_spreadsheet_made_of_a_cell_is_refused_at_its_address(tmp_path: Path) -> None:
    rows: list[list[object]] = [
        ["Hand", "Pays (to one)"],
        ["flush", datetime.datetime(2026, 3, 1)],
        ["pair", 1 / 3],
        ["straight", None],
        [datetime.datetime(2026, 5, 4), 6],
    ]
    found = refusals(path=book(tmp_path / "a.xlsx", Table=rows), game="pair plus")
    assert len(found) == 4
    for said in ("B2 holds the date 2026-03-01", "B3 holds 0.333", "B4: no pay", "A5: the date 2026-05-04"):
        assert any(said in each for each in found), said


def test_a_wager_that_nothing_names_is_asked_for() -> None:
    text = "total,pays to one\n18-24,1\n25-31,2\n"
    assert "--wager NAME" in refusals(text=text, game="31 classic")[0]
    made = casino31.import_layout(text=text, game="31 classic", wager="play")
    assert pays(made, "play") == {"18-24": 1, "25-31": 2}
    assert "each wager once" in refusals(text=f"Play\n{text}\nPlay\n{text}", game="31 classic")[0]


def test_what_the_user_says_settles_what_the_sheet_does_not() -> None:
    text = "hand,pays,payout\nflush,3,4\npair,1,2\n"
    made = casino31.import_layout(text=text, game="pair plus", odds="for one", pays="c")
    assert pays(made) == {"flush": 3, "pair": 1}
    assert made.layout.odds == "for one"
    assert "beside what was asked" in refusals(text="flush 3 to 1", game="pair plus", odds="for one")[0]
    with pytest.raises(ValueError, match="no wager 'bonus'"):
        casino31.import_layout(text=text, game="pair plus", wager="bonus")
    with pytest.raises(NotCapableError, match="has no pay table"):
        casino31.import_layout(text=text, game="greek 31")
    with pytest.raises(ValueError, match="whose pays"):
        casino31.import_layout(text=text)


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["ods", "xls"])
def test_other_spreadsheets_are_read_where_their_reader_is(tmp_path: Path, ending: str) -> None:
    pytest.importorskip("python_calamine")
    if shutil.which("soffice") is None:
        pytest.skip("no LibreOffice to write one")
    rows: list[list[object]] = [["Hand", "Pays (to one)"], ["flush", datetime.time(3, 1)], ["pair", 1]]
    path = book(tmp_path / "a.xlsx", Table=rows)
    command = ["soffice", f"-env:UserInstallation=file://{tmp_path}/office", "--headless", "--convert-to", ending]
    subprocess.run([*command, "--outdir", str(tmp_path), str(path)], check=True, capture_output=True, timeout=300)
    made = casino31.import_layout(path.with_suffix(f".{ending}"), game="pair plus")
    assert pays(made) == {"flush": 3, "pair": 1}


@pytest.mark.parametrize("game", GAMES)
def test_a_starter_layout_has_no_fault_and_is_never_written_over_a_file(game: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    run = CliRunner().invoke(cli, ["new", game, "-o", str(path)])
    assert (run.exit_code, load(path, strict=True).game.name) == (0, game)
    assert load(path).rules.document is None
    path.write_text("mine")
    again = CliRunner().invoke(cli, ["new", game, "-o", str(path)])
    assert (again.exit_code, path.read_text()) == (2, "mine")


def test_the_filing_of_a_starter_layout_needs_no_more_than_to_be_uncommented() -> None:
    text = casino31.new_layout("31 classic")
    head, tail = text.split("\n# [document]", 1)
    opened = "\n".join(line.removeprefix("# ").removeprefix("#") for line in f"[document]{tail}".split("\n"))
    facts = parse(f"{head}\n{opened}").rules
    assert facts.document is not None
    assert facts.table_facts is not None
    assert None not in vars(facts.table_facts).values()


def test_the_verb_writes_whole_files_and_tells_what_it_chose(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    args = ["import", "-", "--game", "Pair Plus", "-o", str(path)]
    run = CliRunner().invoke(cli, args, input="hand,pays (to one)\nflush,3:01\ntotal,9\n")
    assert run.exit_code == 0
    assert "note: B2 holds the time 3:01" in run.stderr
    assert "note: A3: 'total' is no row" in run.stderr
    assert load(path).rules.tables["pair plus"].pays["flush"] == 3
    bad = CliRunner().invoke(cli, [*args[:-1], str(tmp_path / "other.toml")], input="hand,pays\nflush,3\n")
    assert (bad.exit_code, (tmp_path / "other.toml").exists()) == (3, False)
    assert CliRunner().invoke(cli, ["import", "-"], input="flush 3 to 1").exit_code == 2


def edited(name: str, folder: Path, cells: dict[str, float | str]) -> Path:
    """The par sheet of a shipped layout with some cells typed over."""
    from tests.par_sheets import render

    path = folder / "edited.xlsx"
    path.write_bytes(render(casino31.par_sheet(name), ".xlsx"))
    made = openpyxl.load_workbook(path)
    for where, value in cells.items():
        sheet, _, at = where.partition("!")
        made[sheet][at] = value
    made.save(path)
    return path


@pytest.mark.slow
def test_the_yellow_cells_of_an_edited_par_sheet_become_a_layout(tmp_path: Path) -> None:
    path = edited("pair-plus", tmp_path, {})
    whole = openpyxl.load_workbook(path)["Pair plus"]
    rows = {str(whole.cell(row, 1).value): row for row in range(5, 12)}
    at = f"Pair plus!B{rows['flush']}"
    same = casino31.import_layout(path)
    assert same.text == load("pair-plus").text
    assert same.notes == ("no yellow cell was edited",)
    made = casino31.import_layout(edited("pair-plus", tmp_path, {at: 4.5}))
    old = load("pair-plus").rules.tables["pair plus"].pays
    new = made.layout.tables["pair plus"].pays
    assert {event: new[event] for event in new if new[event] != old[event]} == {"flush": Fraction(9, 2)}
    assert made.layout.title == f"{load('pair-plus').rules.title}, edited"
    assert f"# {at}, filed" in made.text
    with pytest.raises(ValueError, match="not of"):
        casino31.import_layout(path, game="31 classic")
    for bad in ("lots", 1 / 3, -5):
        assert at in refusals(path=edited("pair-plus", tmp_path, {at: bad}))[0]


@pytest.mark.slow
def test_every_shipped_layout_comes_back_from_its_own_par_sheet() -> None:
    reports = Path(__file__).parent.parent / "reports"
    for name in ALL_LAYOUTS:
        file = load(name)
        if file.game.solver is None:
            made = casino31.import_layout(reports / f"{name}.xlsx")
            assert made.text == file.text, name


@pytest.mark.parametrize(
    ("content", "verb"),
    [
        (b"%PDF-1.7", "casino31 import -"),
        (b"\xd0\xcf\x11\xe0\xa1", "casino31 import"),
        (b"PK\x03\x04", "casino31 import"),
    ],
)
def test_a_file_that_is_no_layout_names_the_verb_that_takes_it(content: bytes, verb: str, tmp_path: Path) -> None:
    path = tmp_path / "table.dat"
    path.write_bytes(content)
    for args in (["analyze"], ["check"], ["parsheet", "-o", str(tmp_path / "a.txt")]):
        run = CliRunner().invoke(cli, [args[0], str(path), *args[1:]])
        assert run.exit_code == 3
        assert verb in run.output
    assert not (tmp_path / "a.txt").exists()


def test_our_own_workbook_names_its_verbs() -> None:
    path = Path(__file__).parent.parent / "reports" / "pair-plus.xlsx"
    run = CliRunner().invoke(cli, ["analyze", str(path)])
    assert (run.exit_code, f"casino31 audit parsheet {path}" in run.stderr) == (3, True)
    held = CliRunner().invoke(cli, ["check", str(path)])
    assert (held.exit_code, "casino31 audit parsheet" in held.stderr) == (0, True)


def test_the_yellow_bets_of_a_banker_become_his_layout(tmp_path: Path) -> None:
    name = "greek-31-heath-infinite"
    file = load(name)
    sides = file.game.sides
    worth = sides.analyse(file.rules, file.folder)
    filing = Deliverable(lambda: sides.report(file.rules, worth, name, ""), dict)
    (tmp_path / "edited.xlsx").write_bytes(rendered(filing, ".xlsx"))
    made = openpyxl.load_workbook(tmp_path / "edited.xlsx")
    page = made["First cards"]
    row = {str(page.cell(row, 1).value): row for row in range(1, 40)}
    maximum, rule = (
        next(cell.coordinate for cell in page[row[label]][1:5] if cell.value is not None)
        for label in ("Maximum bet, units", "Bet rule")
    )
    page[maximum], page[rule] = 2.5, "spread"
    made.save(tmp_path / "edited.xlsx")
    found = casino31.import_layout(tmp_path / "edited.xlsx")
    rules = parse(found.text).rules
    assert str(rules.betting) == "5/2 on first cards with an edge, 1 on the others"  # type: ignore[attr-defined]
    assert rules.title == f"{load(name).rules.title}, edited"
    assert found.notes == (
        f"First cards!{maximum}: maximum is 2.5, filed was 1",
        f'First cards!{rule}: rule is "spread", filed was flat',
    )
    page[rule] = "sprad"
    made.save(tmp_path / "edited.xlsx")
    assert "did you mean 'spread'?" in refusals(path=tmp_path / "edited.xlsx")[0]
