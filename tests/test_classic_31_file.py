"""Layouts of 31 Classic from their files: what they say, and every way they can be wrong."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.faults import Fault, RulesError
from casino31.games.classic_31.analysis import analyse
from casino31.games.classic_31.rules import READINGS, Rules
from casino31.outcomes import net
from casino31.rulesfile import load, parse
from tests.layouts import layout

PAYTABLES = Path(__file__).parent.parent / "paytables"
LINES = """\
game = "31 Classic"
title = "A layout"
odds = "to one"
source = "an example"
[rules]
trips = "best"
bonus_after_fold = "stands"
tie = "fold"
[ante]
"17" = "push"
"18-31" = 1
"trips" = 1
"mini royal" = 1
[play]
"17" = "push"
"18-21" = 1
"22-25" = 2
"26-28" = 3
"29-30" = 4
"trips" = 4
"31" = 10
"mini royal" = 25
["natural 31"]
"16-21" = 1
"22-25" = 5
"26-28" = 10
"29-30" = 15
"trips" = 30
"31" = 100
"mini royal" = 200
""".splitlines()


def with_lines(changes: dict[int, str]) -> str:
    """The sound layout with some of its lines, from 1, replaced; a line may become several or none."""
    return "\n".join(changes.get(number, line) for number, line in enumerate(LINES, 1)) + "\n"


def rules_of(text: str) -> Rules:
    rules = parse(text).rules
    assert isinstance(rules, Rules)
    return rules


def faults_of(text: str) -> tuple[Fault, ...]:
    with pytest.raises(RulesError) as caught:
        parse(text, "x.toml")
    return caught.value.faults


def edges(rules: Rules) -> list[Fraction]:
    """The house edge of main and of the bonus."""
    outcomes = analyse(rules).outcomes
    return [-outcomes.of(*wagers).expect(net) for wagers in rules.bets.values()]


def test_the_sound_layout_is_layout_b_and_has_no_warning() -> None:
    assert parse(with_lines({}), strict=True).warnings == ()
    assert edges(rules_of(with_lines({}))) == [Fraction(10298, 270725), Fraction(336, 5525)]


def test_shipped_layouts_have_their_edges() -> None:
    published = Fraction(336, 5525)
    assert edges(load("31-classic-b").rules) == [Fraction(10298, 270725), published]  # type: ignore[arg-type]
    assert edges(load("31-classic-d").rules) == [Fraction(461, 20825), published]  # type: ignore[arg-type]
    assert edges(load("natural-31").rules) == [published]  # type: ignore[arg-type]


@pytest.mark.parametrize("letter", ["B", "D"])
def test_shipped_layouts_are_the_layouts_of_the_rules(letter: str) -> None:
    rules = load(f"31-classic-{letter.lower()}").rules
    assert isinstance(rules, Rules)
    made = layout(letter)
    for wager, table in made.tables.items():
        assert rules.tables[wager].pays == table.pays
    assert rules.readings == made.readings
    assert rules.date == "2026-11-29"


def test_shipped_layouts_mark_what_is_assumed() -> None:
    for name in ("31-classic-b", "31-classic-d"):
        tables = rules_of((PAYTABLES / f"{name}.toml").read_text(encoding="utf-8")).tables
        assert {line.label: line.provenance for line in tables["play"].lines} == {
            "below 17": "published",
            "17": "published",
            "18-21": "assumed",
            "22-25": "assumed, except 24: published",
            "26-28": "assumed",
            "29-30": "assumed",
            "trips": "assumed",
            "31": "assumed",
            "mini royal": "assumed",
        }
        assert {line.provenance for wager in ("ante", "natural 31") for line in tables[wager].lines} == {
            "published"
        }


# One fault at a time: the line, what it becomes, and the whole message.

ONE_FAULT = [
    (
        3,
        "",
        """
x.toml:1:1: error[missing]: no odds; expected odds = "to one" or "for one"
  1 | game = "31 Classic"
    | ^
  hint: under "to one" a winner gets the pay and his stake back, under "for one" the pay alone""",
    ),
    (
        3,
        'odds = "to won"',
        """
x.toml:3:8: error[reading]: odds = "to won"; expected "to one" or "for one"
  3 | odds = "to won"
    |        ^^^^^^^^
  hint: did you mean 'to one'?""",
    ),
    (
        4,
        'sauce = "an example"\nsource = "an example"',
        """
x.toml:4:1: error[unknown]: an unknown key 'sauce'; expected "game", "title", "odds", "source", "date", "rules", \
"ante", "play" or "natural 31"
  4 | sauce = "an example"
    | ^^^^^
  hint: did you mean 'source'?""",
    ),
    (
        4,
        "",
        """
x.toml:1:1: error[missing]: no source; expected source = "who states these pays, and which are assumed"
  1 | game = "31 Classic"
    | ^""",
    ),
    (
        4,
        'source = "an example"\ndate = "29 November"',
        """
x.toml:5:8: error[date]: date = "29 November"; expected a date such as 2026-11-29
  5 | date = "29 November"
    |        ^^^^^^^^^^^^^""",
    ),
    (
        6,
        'trips = "bset"  # typed in haste',
        """
x.toml:6:9: error[reading]: trips = "bset"; expected "best", "push17", "qual17", "points", "last" or "none"
  6 | trips = "bset"  # typed in haste
    |         ^^^^^^
  hint: did you mean 'best'?""",
    ),
    (
        7,
        'bonus_after_flod = "stands"',
        """
x.toml:7:1: error[unknown]: an unknown key 'bonus_after_flod' in [rules]; expected "trips", \
"bonus_after_fold" or "tie"
  7 | bonus_after_flod = "stands"
    | ^^^^^^^^^^^^^^^^
  hint: did you mean 'bonus_after_fold'?""",
    ),
    (
        8,
        "tie = fold",
        """
x.toml:8:7: error[syntax]: the value 'fold'; expected a number, or text in quotes
  8 | tie = fold
    |       ^^^^
  hint: text stands in quotes: tie = "fold\"""",
    ),
    (
        16,
        '"18-21" = true',
        """
x.toml:16:11: error[type]: "18-21" = true, a switch (true or false); expected a pay: 2, 1.5, "3/2", "3 to 2", \
"6 for 5", "push" or "lose"
  16 | "18-21" = true
     |           ^^^^""",
    ),
    (
        16,
        '"18-21" = nan',
        """
x.toml:16:11: error[number]: "18-21" = nan; expected a pay: 2, 1.5, "3/2", "3 to 2", "6 for 5", "push" or "lose"
  16 | "18-21" = nan
     |           ^^^""",
    ),
    (
        16,
        '"18-21" = -1',
        """
x.toml:16:11: error[number]: "18-21" = -1; expected a pay: 2, 1.5, "3/2", "3 to 2", "6 for 5", "push" or "lose"
  16 | "18-21" = -1
     |           ^^
  hint: a losing row is written "lose\"""",
    ),
    (
        17,
        '"21-25" = 2',
        """
x.toml:17:1: error[overlap]: '21-25' lists 21 again; expected each event in one row
  17 | "21-25" = 2
     | ^^^^^^^
  hint: 21 is first listed on line 16""",
    ),
    (
        17,
        '"18-21" = 2',
        """
x.toml:17:1: error[duplicate]: '18-21' again; expected each key once
  17 | "18-21" = 2
     | ^^^^^^^
  hint: it is first listed on line 16""",
    ),
    (
        15,
        '"16" = "push"',
        """
x.toml:15:1: error[range]: '16', a total out of range; expected totals from 17 to 31
  15 | "16" = "push"
     | ^^^^
  hint: below 17 ante and play lose (clause A9): leave that out""",
    ),
    (
        21,
        '"31-32" = 10',
        """
x.toml:21:1: error[range]: '31-32', a total out of range; expected totals from 17 to 31
  21 | "31-32" = 10
     | ^^^^^^^""",
    ),
    (
        19,
        '"30-29" = 4',
        """
x.toml:19:1: error[range]: '30-29', which runs backwards; expected "29-30"
  19 | "30-29" = 4
     | ^^^^^^^""",
    ),
    (
        24,
        '"2-21" = 1',
        """
x.toml:24:1: error[event]: '2-21', but no three cards total 2; expected totals from 3 to 31
  24 | "2-21" = 1
     | ^^^^^^
  hint: 2-2-2 is trips""",
    ),
    (
        22,
        '"mini royl" = 25',
        """
x.toml:22:1: error[event]: 'mini royl', which no hand can be; expected totals from 17 to 31, "trips" \
(three of a kind) or "mini royal" (suited ace, king, queen)
  22 | "mini royl" = 25
     | ^^^^^^^^^^^
  hint: did you mean 'mini royal'?""",
    ),
    (
        17,
        '"22-25" = "3 for 1"',
        """
x.toml:17:11: error[unit]: '3 for 1' is odds for one in a table of odds to one; expected every pay to one
  17 | "22-25" = "3 for 1"
     |           ^^^^^^^^^
  hint: "3 for 1" pays the same as "2 to 1\"""",
    ),
    (
        17,
        '"22-25" = "two"',
        """
x.toml:17:11: error[pay]: 'two' is not a pay; expected 2, 1.5, "3/2", "3 to 2", "6 for 5", "push" or "lose"
  17 | "22-25" = "two"
     |           ^^^^^""",
    ),
    (
        17,
        '\t"22-25"\t=\t"1,5"',
        """
x.toml:17:12: error[pay]: '1,5' is not a pay; expected 2, 1.5, "3/2", "3 to 2", "6 for 5", "push" or "lose"
  17 | \t"22-25"\t=\t"1,5"
     | \t       \t \t^^^^^
  hint: a decimal point, not a comma: 1.5 or "3/2\"""",
    ),
    (
        17,
        '"22-25" = 2 to 1',
        """
x.toml:17:13: error[syntax]: 'to 1'; expected the end of the line
  17 | "22-25" = 2 to 1
     |             ^^^^
  hint: text stands in quotes: "22-25" = "2 to 1\"""",
    ),
    (
        23,
        "[natural 31]",
        """
x.toml:23:10: error[syntax]: '31]'; expected ] after the name of the table
  23 | [natural 31]
     |          ^^^
  hint: a table is opened by its name in brackets: ["natural 31"]""",
    ),
    (
        14,
        "[play]\n[plya]",
        """
x.toml:14:2: error[empty]: [play] has no rows; expected a row such as "24" = 2
  14 | [play]
     |  ^^^^""",
    ),
]


@pytest.mark.parametrize(("number", "line", "message"), ONE_FAULT)
def test_one_fault_gives_one_message(number: int, line: str, message: str) -> None:
    faults = faults_of(with_lines({number: line}))
    assert str(faults[0]) == message.removeprefix("\n")
    extra = [fault.code for fault in faults[1:]]
    assert extra == (["unknown"] if "[plya]" in line else [])


def test_ten_faults_of_ten_kinds_are_reported_at_once_in_the_order_of_the_file() -> None:
    faults = faults_of(
        with_lines(
            {
                2: "title = 31",
                3: "",
                6: 'trips = "best',
                7: 'bonus = "stands"',
                8: 'tie = "flod"',
                15: '"16" = "push"',
                17: '"21-25" = 2',
                18: '"26-28" = inf',
                20: '"tripz" = 4',
                21: '"31" = false',
                25: '"22-25" = 2 to 1',
                26: '"16-21" = 10',
            }
        )
    )
    assert [(fault.line, fault.column, fault.code) for fault in faults] == [
        (1, 1, "missing"),
        (2, 9, "type"),
        (6, 14, "syntax"),
        (7, 1, "unknown"),
        (8, 7, "reading"),
        (15, 1, "range"),
        (17, 1, "overlap"),
        (18, 11, "number"),
        (20, 1, "event"),
        (21, 8, "type"),
        (25, 13, "syntax"),
        (26, 1, "duplicate"),
    ]
    assert len({fault.code for fault in faults}) == 10


def test_a_label_has_one_plain_form() -> None:
    plain = rules_of(with_lines({})).tables
    for number, line in {
        16: '"18 – 21" = 1',
        17: "22-25 = 2",
        20: '" Trips" = 4',
        22: '"MINI  Royal" = 25',
    }.items():
        assert rules_of(with_lines({number: line})).tables == plain


def test_a_range_may_reach_31_past_the_place_of_trips() -> None:
    rules = rules_of(with_lines({19: '"29-31" = 4', 21: ""}))
    assert rules.play is not None
    assert [line.label for line in rules.play.lines] == [
        "below 17",
        "17",
        "18-21",
        "22-25",
        "26-28",
        "29-31",
        "trips",
        "mini royal",
    ]
    assert rules.play.pays["31"] == 4


@pytest.mark.parametrize("label", ["0", "1", "0-21", "32", "31-40", "999"])
def test_bonus_totals_out_of_range(label: str) -> None:
    (fault,) = faults_of(with_lines({24: f'"{label}" = 1'}))
    assert (fault.line, fault.code, fault.expected) == (24, "range", "totals from 3 to 31")


@pytest.mark.parametrize("label", ["below 17", "3 of a kind", "18-", "-18", "18--21", "1e1", "٢٤", "", "blackjack"])
def test_what_no_hand_can_be(label: str) -> None:
    (fault,) = faults_of(with_lines({16: f'"{label}" = 1'}))
    assert (fault.line, fault.column, fault.code) == (16, 1, "event")


SAME_PAYS = {
    Fraction(3, 2): (["1.5", '"1.5"', '"3/2"', '"3:2"', '"3 to 2"', '"1.5 to 1"'], ["2.5", '"5/2"', '"5 for 2"']),
    Fraction(2): (["2", "2.0", '"2"', '"2 to 1"', '"4:2"', "0x2"], ["3", '"3 for 1"', '"3:1"', '" 3 FOR 1 "']),
    Fraction(1, 5): (["0.2", '"1/5"', '"1 to 5"'], ["1.2", '"6 for 5"', '"6/5"', '"1.2 for 1"']),
    Fraction(0): (["0", '"push"', '"0 to 1"'], ["1", '"push"', '"1 for 1"', '"Push"']),
    Fraction(-1): (['"lose"', '" LOSE"'], ["0", '"lose"', '"0 for 1"']),
}


@pytest.mark.parametrize("pays", SAME_PAYS)
def test_a_pay_means_the_same_however_it_is_spelled(pays: Fraction) -> None:
    for odds, spellings in zip(("to one", "for one"), SAME_PAYS[pays], strict=True):
        for spelling in spellings:
            rules = rules_of(
                f'game = "31 Classic"\ntitle = "t"\nsource = "s"\nodds = "{odds}"\n[play]\n"17" = {spelling}\n'
            )
            assert rules.play is not None
            assert rules.play.pays["17"] == pays


@pytest.mark.parametrize("value", ['"1/0"', '"-1"', '"2 to"', '"2 at 1"', '"to 1"', '""', '"1e3"', f'"{"9" * 30}"'])
def test_texts_that_are_no_pay(value: str) -> None:
    (fault,) = faults_of(with_lines({16: f'"18-21" = {value}'}))
    assert (fault.line, fault.column, fault.code) == (16, 11, "pay")


@pytest.mark.parametrize("value", ["[1]", "{to = 1}", "2026-11-29", "12:30:00", "true"])
def test_values_that_are_no_pay(value: str) -> None:
    (fault,) = faults_of(with_lines({16: f'"18-21" = {value}'}))
    assert (fault.line, fault.column, fault.code) == (16, 11, "type")


@pytest.mark.parametrize("value", ["-0.5", "inf", "-nan", "1e40", "1_000_000_001", '"9999999999 to 1"', "1e-300"])
def test_numbers_that_are_no_pay(value: str) -> None:
    (fault,) = faults_of(with_lines({16: f'"18-21" = {value}'}))
    assert (fault.line, fault.column, fault.code) == (16, 11, "number")


def test_units_may_not_be_mixed_and_are_never_guessed() -> None:
    pays = {16: '"18-21" = "1 to 1"', 17: '"22-25" = "3 for 1"'}
    assert [f.line for f in faults_of(with_lines(pays))] == [17]
    assert [f.line for f in faults_of(with_lines({3: 'odds = "for one"', **pays}))] == [16]
    assert [f.code for f in faults_of(with_lines({3: "", **pays}))] == ["missing"]


def test_which_tables_a_file_may_have() -> None:
    head = "\n".join(LINES[:4])
    ante, play, bonus = ("\n".join(LINES[a:b]) for a, b in ((8, 13), (13, 22), (22, 30)))
    assert list(rules_of(f"{head}\n{play}").tables) == ["ante", "play"]
    assert list(rules_of(f"{head}\n{bonus}").tables) == ["natural 31"]
    assert [(f.line, f.code, f.found) for f in faults_of(f"{head}\n{ante}\n{bonus}")] == [
        (5, "missing", "[ante] without [play]")
    ]
    assert [(f.line, f.code, f.found) for f in faults_of(head)] == [(1, "missing", "no pays")]
    assert [(f.line, f.column, f.code) for f in faults_of(f"{head}\nplay = 3")] == [(5, 8, "type")]


def test_inline_tables_and_dotted_keys_are_tables_too() -> None:
    head = "\n".join(LINES[:4])
    rows = ", ".join(LINES[14:22])
    assert rules_of(f"{head}\nplay = {{ {rows} }}") == replace(
        rules_of(with_lines(dict.fromkeys((*range(9, 14), *range(23, 31)), ""))),
        digest=parse(f"{head}\nplay = {{ {rows} }}").digest,
    )
    dotted = rules_of("\n".join((head, 'rules.trips = "last"', "play.18-31 = 1", 'play."mini royal" = 2')))
    assert dotted.trips == "last"
    (fault,) = faults_of(f'{head}\nplay = {{ "18-31" = 1, "trips" = "x" }}')
    assert (fault.line, fault.column, fault.width) == (5, 33, 3)


# Warnings: the file is sound, and may not say what was meant.


def warnings_of(changes: dict[int, str]) -> list[tuple[int, int, str, str]]:
    """Line, column, code and what was found of each warning, which strict reading makes errors."""
    text = with_lines(changes)
    warnings = parse(text).warnings
    if warnings:
        with pytest.raises(RulesError) as caught:
            parse(text, strict=True)
        assert [replace(fault, severity="error") for fault in warnings] == list(caught.value.faults)
    return [(f.line, f.column, f.code, f.found) for f in warnings]


def test_pays_that_fall() -> None:
    assert warnings_of({17: '"22-25" = "1/2"'}) == [
        (17, 11, "falls", "22-25 pays 1 to 2, less than 18-21: 1 to 1"),
    ]
    assert warnings_of({20: '"trips" = 26'})[-1] == (
        22,
        16,
        "falls",
        "mini royal pays 25 to 1, less than trips: 26 to 1",
    )
    assert warnings_of({20: '"trips" = "lose"'}) == [(20, 11, "falls", "trips pays lose, less than 17: push")]


@pytest.mark.parametrize("letter", "ABCDEF")
def test_the_place_of_trips_is_the_designers_choice(letter: str) -> None:
    pays = layout(letter).tables["play"].pays
    rows = {16: "18-21", 17: "22-25", 18: "26-28", 19: "29-30", 20: "trips", 21: "31", 22: "mini royal"}
    found = warnings_of({n: f'"{label}" = {pays[label.split("-")[0]]}' for n, label in rows.items()})
    assert [code for *_, code, _ in found] == (["edge"] if letter in "CE" else [])


def test_a_player_edge() -> None:
    assert warnings_of({22: '"mini royal" = 100'}) == [(14, 2, "edge", "a player edge of 1.6260% on main")]
    assert warnings_of({24: '"16-21" = 2'}) == [(23, 2, "edge", "a player edge of 19.0588% on natural 31")]


def test_a_strategy_that_always_folds() -> None:
    poor = {n: f"{LINES[n - 1].split(' = ')[0]} = 'lose'" for n in (*range(10, 14), *range(15, 23))}
    assert warnings_of(poor) == [(14, 2, "folds", "pays so low that the best strategy folds every hand")]


def test_gaps() -> None:
    assert warnings_of({17: '"24-25" = 2'}) == [(17, 1, "gap", "no row for 22-23, so it loses")]
    assert warnings_of({26: ""}) == [(27, 1, "gap", "no row for 26-28, so it loses")]
    assert warnings_of({10: ""}) == [(9, 2, "unlisted", "no row for 17, so it loses")]
    assert warnings_of({29: ""}) == [(23, 2, "unlisted", "no row for 31, so it loses")]
    assert warnings_of({20: "", 22: ""}) == [
        (14, 2, "unlisted", "no row for mini royal, so it loses"),
        (14, 2, "unlisted", "no row for trips, so it loses"),
    ]
    assert warnings_of({17: '"24-25" = 2\n"22-23" = "lose"'})[0][2] == "falls"


@pytest.mark.parametrize("trips", READINGS["trips"])
def test_trips_in_a_reading_that_does_not_pay_them(trips: str) -> None:
    found = warnings_of({6: f'trips = "{trips}"'})
    idle = f'a row for trips, which trips = "{trips}" never pays'
    assert found == ([(12, 1, "idle", idle), (20, 1, "idle", idle)] if trips in ("points", "none") else [])
    dear = [code for *_, code, _ in warnings_of({6: f'trips = "{trips}"', 20: '"trips" = 26'})]
    assert ("falls" in dear) == (trips not in ("points", "none"))
    unlisted = [code for *_, code, _ in warnings_of({6: f'trips = "{trips}"', 12: "", 20: ""})]
    assert unlisted == ([] if trips in ("points", "none") else ["unlisted", "unlisted"])


def test_a_sound_table_is_doubted_beside_a_faulty_one() -> None:
    faults = faults_of(with_lines({17: '"24-25" = 2', 24: '"16-21" = yes'}))
    assert [(f.line, f.code, f.severity) for f in faults] == [(17, "gap", "warning"), (24, "syntax", "error")]


# Whatever happens to a file, it is read or refused, never a traceback.

SHIPPED = (PAYTABLES / "31-classic-b.toml").read_text(encoding="utf-8")
EDITS = st.tuples(
    st.integers(0, len(SHIPPED)), st.integers(0, 12), st.text("\"[]{}=#'\\\n\r\t .,-–0123456789abefinorst\x00é𝔸")
)


@settings(max_examples=300)
@given(st.lists(EDITS, min_size=1, max_size=4))
def test_a_damaged_file_is_read_or_refused_with_places_inside(edits: list[tuple[int, int, str]]) -> None:
    text = SHIPPED
    for start, cut, new in edits:
        text = text[:start] + new + text[start + cut :]
    try:
        file = parse(text)
    except RulesError as error:
        faults = error.faults
    else:
        assert file.rules.title
        faults = file.warnings
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for fault in faults:
        if "\0" not in text:
            assert 1 <= fault.line <= len(lines)
            assert 1 <= fault.column <= len(lines[fault.line - 1]) + 1
        assert str(fault).count("\n") <= 3


@settings(max_examples=100)
@given(st.lists(st.tuples(st.sampled_from(range(1, 31)), st.sampled_from(LINES)), min_size=1, max_size=6))
def test_a_file_of_shuffled_lines_is_read_or_refused(swaps: list[tuple[int, str]]) -> None:
    try:
        faults = parse(with_lines(dict(swaps))).warnings
    except RulesError as error:
        faults = error.faults
    assert all(1 <= fault.line <= len(LINES) for fault in faults)
