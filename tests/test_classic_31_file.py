"""Layouts of 31 Classic from their files: what they say, and how pays and labels may be written."""

from dataclasses import replace
from fractions import Fraction

import pytest

from casino31.rulesfile import load, parse
from tests.layouts import layout
from tests.sound import LINES, edges, faults_of, rules_of, with_lines


def test_the_sound_layout_is_layout_b_and_has_no_warning() -> None:
    assert parse(with_lines({}), strict=True).warnings == ()
    assert edges(rules_of(with_lines({}))) == [Fraction(10298, 270725), Fraction(336, 5525)]


def test_shipped_layouts_have_their_edges() -> None:
    published = Fraction(336, 5525)
    assert edges(load("31-classic-b").rules) == [Fraction(10298, 270725), published]
    assert edges(load("31-classic-d").rules) == [Fraction(461, 20825), published]
    assert edges(load("natural-31").rules) == [published]


@pytest.mark.parametrize("letter", ["B", "D"])
def test_shipped_layouts_are_the_layouts_of_the_rules(letter: str) -> None:
    rules = load(f"31-classic-{letter.lower()}").rules
    made = layout(letter)
    for wager, table in made.tables.items():
        assert rules.tables[wager].pays == table.pays
    assert rules.readings == made.readings
    assert rules.date == "2026-11-29"


def test_shipped_layouts_mark_what_is_assumed() -> None:
    for name in ("31-classic-b", "31-classic-d"):
        tables = layout(name).tables
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
    play = rules.tables["play"]
    assert [line.label for line in play.lines] == [
        "below 17",
        "17",
        "18-21",
        "22-25",
        "26-28",
        "29-31",
        "trips",
        "mini royal",
    ]
    assert play.pays["31"] == 4


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
            assert rules.tables["play"].pays["17"] == pays


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
    assert dotted.readings["trips"] == "last"
    (fault,) = faults_of(f'{head}\nplay = {{ "18-31" = 1, "trips" = "x" }}')
    assert (fault.line, fault.column, fault.width) == (5, 33, 3)
