"""Warnings on a layout of 31 Classic, and damaged files: read or refused, never a traceback."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.faults import RulesError
from casino31.games.classic_31.rules import READINGS
from casino31.rulesfile import parse
from tests.layouts import layout
from tests.sound import LINES, faults_of, with_lines

PAYTABLES = Path(__file__).parent.parent / "paytables"

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
