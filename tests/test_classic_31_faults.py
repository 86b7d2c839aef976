"""Every fault that a layout of 31 Classic can have, as its writer reads it."""

import pytest

from tests.sound import faults_of, with_lines

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
x.toml:4:1: error[unknown]: an unknown key 'sauce'; expected "game", "title", "odds", "source", "date", "assumed", \
"rules", "document", "table", "ante", "play" or "natural 31"
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
