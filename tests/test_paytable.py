"""Pay tables: what is published of them, and an event that stands twice."""

from fractions import Fraction

import pytest

from casino31.paytable import LOSE, PUSH, PayLine, PayTable, WrongUnitError, complete, parse_pay, repaid, show_pay

TWO = Fraction(2)


def test_a_pay_that_differs_from_the_published_one_is_not_published() -> None:
    events = ("1", "2", "3", "4")
    table = complete("bonus", [("3-4", ("3", "4"), TWO)], events, {"2": LOSE, "3": TWO, "4": Fraction(5)})
    assert [(line.events, line.published, line.provenance) for line in table.lines] == [
        (("1", "2"), ("2",), "not listed, except 2: published"),
        (("3", "4"), ("3",), "stated, except 3: published"),
    ]
    assert [table.line[event].provenance_of(event) for event in ("1", "3", "4")] == [
        "not listed",
        "published",
        "stated",
    ]


@pytest.mark.parametrize("rows", [(("a",), ("b", "a")), (("a", "a"),)])
def test_an_event_stands_in_one_line(rows: tuple[tuple[str, ...], ...]) -> None:
    with pytest.raises(ValueError, match="bonus: the event 'a' stands in two lines"):
        PayTable("bonus", tuple(PayLine("+".join(row), row, TWO) for row in rows))


def test_a_row_that_is_no_run_stands_once_and_other_events_follow_their_rule() -> None:
    events = ("low", "8", "10", "11", "trips", "12")
    table = complete(
        "x", [("10 or 12", ("10", "12"), TWO)], events, {}, fixed={"trips": PUSH}, assumed=("10 or 12",)
    )
    assert [(line.label, line.pays, line.listed, line.assumed) for line in table.lines] == [
        ("low", LOSE, False, False),
        ("8", LOSE, False, False),
        ("10 or 12", TWO, True, True),
        ("11", LOSE, False, False),
        ("trips", PUSH, False, False),
    ]
    assert table.assumed == (table.line["12"],)
    assert not complete("x", [("10", ("10",), TWO)], ("10",), {"10": TWO}, assumed=("10",)).assumed


@pytest.mark.parametrize(("published", "other"), [("10", "11"), ("11", "10")])
def test_what_is_assumed_of_a_row_is_what_nobody_published(published: str, other: str) -> None:
    rows = [("10-11", ("10", "11"), TWO)]
    (line,) = complete("x", rows, ("10", "11"), {published: TWO}, assumed=("10-11",)).lines
    assert (line.provenance, line.is_assumption) == (f"assumed, except {published}: published", True)
    assert [line.provenance_of(event) for event in (published, other)] == ["published", "assumed"]


def test_a_new_pay_is_listed_and_published_only_where_it_is() -> None:
    table = complete("x", [("1", ("1",), TWO), ("2", ("2",), TWO)], ("1", "2", "3"), {}, assumed=("2",))
    new = repaid(table, {"x.2": Fraction(4), "x.3": Fraction(1), "y.1": Fraction(9)}, {"2": Fraction(4)})
    assert [(line.pays, line.listed, line.published, line.assumed) for line in new.lines] == [
        (TWO, True, (), False),
        (Fraction(4), True, ("2",), True),
        (Fraction(1), True, (), False),
    ]


def test_pays_in_words() -> None:
    assert [parse_pay(text, "to one") for text in ("LOSE", " 2.5 ", "5:2", "5/2")] == [LOSE, *[Fraction(5, 2)] * 3]
    assert [parse_pay(text, "for one") for text in ("2.5", "5:2", "0")] == [Fraction(3, 2), Fraction(3, 2), LOSE]
    with pytest.raises(ValueError, match="divides by zero"):
        parse_pay("3/0", "to one")
    with pytest.raises(ValueError, match="is not a pay"):
        parse_pay("3 2", "to one")
    for text, unit in (("3 to 2", "for one"), ("3 for 2", "to one")):
        with pytest.raises(WrongUnitError):
            parse_pay(text, unit)  # type: ignore[arg-type]
    assert show_pay(Fraction(3, 2), "for one") == "5 for 2"
