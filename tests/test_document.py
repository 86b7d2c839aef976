"""Places and faults of a TOML file: tomllib is the authority, and every fault is found at once."""

import tomllib
from fractions import Fraction

import pytest

from casino31.faults import Fault, RulesError
from casino31.layoutfile.document import Document
from casino31.layoutfile.fields import choice, date, known, number, required, table, text, whole
from casino31.layoutfile.scan import KeyPath
from casino31.layoutfile.toml import exact_decimal, locate


def value_text(source: str, path: KeyPath) -> str:
    """What stands at the place of a value."""
    return source[slice(*locate(source).places[path].value)]


def key_text(source: str, path: KeyPath) -> str:
    return source[slice(*locate(source).places[path].key)]


TOML = '''\
# a comment with = and "quotes"
title = "a # that is no comment, and an = too" # a comment
'single "quoted"' = 'C:\\no\\escape'
rules.trips = "best"
rules . "after fold" = "stands"
long = """
first # line
"two" quotes, = and ]"""
when = 1979-05-27 07:32:00
numbers = [
  1, # one
  [2.5, "]"],
  { "a b" = 3, c.d = [4] },
]
[play] # the table
"18-21" = 1_000
"natural \\u0033\\u0031" = true
[a."b.c"]
d = {}
'''


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("title",), "title", '"a # that is no comment, and an = too"'),
        (('single "quoted"',), "'single \"quoted\"'", "'C:\\no\\escape'"),
        (("rules",), "rules", "rules"),
        (("rules", "trips"), "trips", '"best"'),
        (("rules", "after fold"), '"after fold"', '"stands"'),
        (("long",), "long", '"""\nfirst # line\n"two" quotes, = and ]"""'),
        (("when",), "when", "1979-05-27 07:32:00"),
        (("numbers", 0), "1", "1"),
        (("numbers", 1), "[", '[2.5, "]"]'),
        (("numbers", 1, 1), '"]"', '"]"'),
        (("numbers", 2, "a b"), '"a b"', "3"),
        (("numbers", 2, "c"), "c", "c"),
        (("numbers", 2, "c", "d", 0), "4", "4"),
        (("play",), "play", "play"),
        (("play", "18-21"), '"18-21"', "1_000"),
        (("play", "natural 31"), '"natural \\u0033\\u0031"', "true"),
        (("a",), "a", "a"),
        (("a", "b.c"), '"b.c"', '"b.c"'),
        (("a", "b.c", "d"), "d", "{}"),
    ],
)
def test_every_key_and_value_has_a_place(path: KeyPath, key: str, value: str) -> None:
    assert key_text(TOML, path) == key
    assert value_text(TOML, path) == value


def test_the_data_is_what_tomllib_reads() -> None:
    found = locate(TOML)
    assert found.problems == []
    assert found.data == tomllib.loads(TOML, parse_float=exact_decimal)


def test_decimals_keep_their_text() -> None:
    data = locate("a = 0.1\nb = 1_0.5\nc = 1e2\nd = nan\ne = -inf\nf = 1e999999999\ng = 1e-999999999").data
    assert data["a"] == Fraction(1, 10)
    assert data["b"] == Fraction(21, 2)
    assert data["c"] == 100
    assert [type(data[key]) for key in "defg"] == [float] * 4


def problems(source: str) -> list[tuple[int, int, str, str]]:
    """Line, column, code and hint of each fault."""
    return [(f.line, f.column, f.code, f.hint) for f in Document(source).faults]


def test_every_syntax_fault_is_found_with_what_was_meant() -> None:
    source = "\n".join(
        [
            "title = best of three",
            "mini royal = 25",
            "18–21 = 1",
            "[natural 31]",
            'a = "open',
            "b = [1, 2",
            'c = """open',
            "[play",
            "just words",
            '"d" : 3',
            "e = “smart”",
            "[]",
            "f = 1",
        ]
    )
    assert problems(source) == [
        (1, 9, "syntax", 'text stands in quotes: title = "best of three"'),
        (2, 6, "syntax", 'a key with blanks or signs stands in quotes: "mini royal" = 25'),
        (3, 3, "syntax", 'a key with blanks or signs stands in quotes: "18–21" = 1'),
        (4, 10, "syntax", 'a table is opened by its name in brackets: ["natural 31"]'),
        (5, 10, "syntax", ""),
        (6, 10, "syntax", ""),
        (7, 12, "syntax", ""),
        (8, 6, "syntax", 'a table is opened by its name in brackets: ["play"]'),
        (9, 6, "syntax", "a line is [table] or key = value"),
        (10, 5, "syntax", "a line is [table] or key = value"),
        (11, 5, "syntax", 'text stands in quotes: e = "smart"'),
        (12, 2, "syntax", ""),
    ]


def test_what_stands_beside_a_syntax_fault_is_still_read() -> None:
    document = Document('[natural 31]\n"16-21" = push\n"22-25" = 5\n[play\n"17" = 0\n')
    assert document.data == {"natural 31": {"22-25": 5}, "play": {"17": 0}}
    assert document.has(("natural 31", "16-21"))
    assert document.is_broken(("natural 31", "16-21"))
    assert not document.has(("natural 31", "29"))


@pytest.mark.parametrize(
    ("source", "line", "column", "first"),
    [
        ("a = 1\nb = 2\n  a = 3", 3, 3, 1),
        ("[a]\nb = 1\n[c]\n[a]\nd = 2", 4, 2, 1),
        ("a = 1\n[a]\nb = 1", 2, 2, 1),
        ("a.b = 1\na = 2", 2, 1, 1),
        ("a = {b = 1}\na.b = 2", 2, 3, 1),
        ("\"a\" = 1\n'a' = 2", 2, 1, 1),
    ],
)
def test_a_second_listing_points_to_the_first(source: str, line: int, column: int, first: int) -> None:
    assert problems(source) == [(line, column, "duplicate", f"it is first listed on line {first}")]
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(source)


def test_a_second_table_is_read_into_the_first() -> None:
    assert Document("[a]\nb = 1\n[a]\nc = 2").data == {"a": {"b": 1, "c": 2}}


def test_arrays_of_tables_are_refused_and_read_as_tables() -> None:
    document = Document('[[play]]\n"17" = 0')
    assert [(f.line, f.column, f.code, f.expected) for f in document.faults] == [(1, 3, "type", "a table: [play]")]
    assert document.data == {"play": {"17": 0}}


def test_what_no_statement_alone_can_show_is_left_to_tomllib() -> None:
    """A table made by a dotted key may not be opened by a header."""
    source = "a.b = 1\n[a]\nc = 2"
    assert [f.code for f in Document(source).faults] == ["syntax"]


@pytest.mark.parametrize("value", ["9" * 5000, "[" * 3000, "{a=" * 3000])
def test_what_python_cannot_read_is_a_fault(value: str) -> None:
    assert [f.code for f in Document(f"a = {value}").faults] == ["syntax"]


def test_caret_under_tabs_wide_and_control_characters() -> None:
    (fault,) = Document('\t"本" = "b\x7f"').faults
    assert (fault.line, fault.column) == (1, 10)
    assert str(fault).splitlines()[1:] == ['  1 | \t"本" = "b\ufffd"', "    | \t" + " " * 9 + "^^"]


@pytest.mark.parametrize("source", ["a = 1\nb = bad\n", "\ufeffa = 1\nb = bad\n", "a = 1\r\nb = bad\r\n"])
def test_mark_and_line_ends_do_not_move_a_column(source: str) -> None:
    assert [(f.line, f.column, f.width, f.source) for f in Document(source).faults] == [(2, 5, 3, "b = bad")]


def test_columns_are_characters() -> None:
    (fault,) = Document('title = "été 𝔸" x').faults
    assert (fault.line, fault.column) == (1, 17)


def test_check_raises_every_fault_in_the_order_of_the_file() -> None:
    document = Document("a = 1\nb = 2\nc = 3", "f.toml")
    document.warning("gap", ("a",), "a gap", "none")
    document.check()
    assert [f.code for f in document.warnings] == ["gap"]
    document.error("number", ("c",), "3", "2")
    document.error("missing", ("d",), "no d", "d")
    with pytest.raises(RulesError) as caught:
        document.check()
    assert [(f.line, f.code, f.severity) for f in caught.value.faults] == [
        (1, "gap", "warning"),
        (1, "missing", "error"),
        (3, "number", "error"),
    ]
    assert str(caught.value).startswith("f.toml:1:1: warning[gap]: a gap; expected none\n  1 | a = 1\n    | ^")


def test_strict_makes_errors_of_warnings() -> None:
    document = Document("a = 1")
    document.warning("gap", ("a",), "a gap", "none")
    with pytest.raises(RulesError) as caught:
        document.check(strict=True)
    assert [f.severity for f in caught.value.faults] == ["error"]


def test_a_fault_of_a_whole_file_has_no_place() -> None:
    assert str(Fault("x.toml", 0, 0, "file", "no such file", "a file")) == (
        "x.toml: error[file]: no such file; expected a file"
    )


def test_a_missing_key_is_missing_from_its_table() -> None:
    document = Document("[a]\nb = 1\n[c]\n")
    required(document, ("c", "d"), "a number")
    assert [(f.line, f.column, f.code) for f in document.faults] == [(3, 2, "missing")]


@pytest.mark.parametrize("value", ["true", '"2"', "[2]", "{x = 2}", "2026-11-29"])
def test_a_number_is_nothing_else(value: str) -> None:
    document = Document(f"a = {value}")
    assert number(document, ("a",), 0, 3) is None
    assert [(f.column, f.code) for f in document.faults] == [(5, "type")]


@pytest.mark.parametrize("value", ["nan", "inf", "-1", "4", "3.0000000000000001", "1e300", "0x10"])
def test_a_number_keeps_to_its_range(value: str) -> None:
    document = Document(f"a = {value}")
    assert number(document, ("a",), 0, 3) is None
    assert [(f.code, f.found) for f in document.faults] == [("number", f"a = {value}")]


def test_whole_numbers() -> None:
    document = Document("a = 2.0\nb = 2.5")
    assert whole(document, ("a",), 1, 8, 1) == 2
    assert document.faults == []
    assert whole(document, ("b",), 1, 8, 1) == 1
    assert [f.expected for f in document.faults] == ["a whole number from 1 to 8"]


@pytest.mark.parametrize("value", ['"29.11.2026"', '"2026-02-30"', "2026-11-29T10:00:00", "20261129"])
def test_a_date_is_a_day(value: str) -> None:
    document = Document(f"date = {value}")
    assert date(document, ("date",)) == ""
    assert [f.column for f in document.faults] == [8]


def test_texts_are_one_printable_line() -> None:
    document = Document('a = """ one\n two """\nb = "\\u0007"\nc = "  "\nd = 3')
    assert text(document, ("a",), "x") == "one two"
    for key in "bcd":
        text(document, (key,), "x")
    assert [(f.line, f.code) for f in document.faults] == [(3, "text"), (4, "empty"), (5, "type")]


def test_choices_hint_at_the_close_one() -> None:
    document = Document('a = "Besst"\nb = 1')
    assert choice(document, ("a",), ("none", "best")) == "none"
    choice(document, ("b",), ("none", "best"))
    choice(document, ("c",), ("none", "best"))
    assert [(f.code, f.hint) for f in document.faults] == [
        ("reading", "did you mean 'best'?"),
        ("type", ""),
        ("missing", ""),
    ]


def test_a_key_of_the_file_in_a_table_is_sent_home() -> None:
    document = Document('[rules]\nodds = "to one"')
    known(document, ("rules",), ("trips",), ("odds",))
    assert [f.hint for f in document.faults] == ["odds belongs above the first [table]"]


def test_a_table_is_a_table() -> None:
    document = Document("play = 3")
    assert table(document, ("play",)) is None
    assert [(f.column, f.code) for f in document.faults] == [(8, "type")]
