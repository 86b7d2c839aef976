"""The edge as a function of the pays: against the exact engine, against brute force, and known breakpoints."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from casino31.answers import UNITS
from casino31.bets import stake_on
from casino31.cards import parse_cards
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.rules import READINGS
from casino31.layout import Layout
from casino31.metrics import measure
from casino31.paytable_design.sensitivity import closed_form, readings, sensitivity
from casino31.paytable_design.solve import solve, solve_two
from casino31.paytable_design.surface import HIGHEST, LOWEST, Surface, pieces, root, row_pays, surface
from tests.layouts import LAYOUTS, layout

PAYS = st.fractions(-1, 30, max_denominator=6)
TABLES = st.lists(PAYS, min_size=7, max_size=7)
BETS = st.sampled_from([("main",), ("natural 31",), ("main", "natural 31")])
CHOICES = st.fixed_dictionaries({name: st.sampled_from(choices) for name, choices in READINGS.items()})
MAIN_ROWS = ("ante.17", "ante.above 17", *(f"play.{row}" for row in ("17", "18-21", "22-25", "26-28", "29-30")))
MAIN_ROWS += ("play.trips", "play.31", "play.mini royal")


def engine_edge(rules: Layout, bets: tuple[str, ...]) -> Fraction:
    """The other route: the joint outcomes under the best strategy, and the metrics on them."""
    objective = bets if "main" in bets else None
    outcomes = GAME.analyse(rules, objective).outcomes
    stake = stake_on(GAME, rules, dict.fromkeys(bets, Fraction(1)))
    return measure(stake.outcomes(outcomes), stake.initial_wager).house_edge


@pytest.mark.slow
@settings(max_examples=60)
@given(TABLES, CHOICES, BETS)
def test_the_surface_is_the_engine(pays: list[Fraction], choices: dict[str, Any], bets: tuple[str, ...]) -> None:
    rules = layout(pays, **choices)
    assert surface(GAME, rules, bets).look().edge == engine_edge(rules, bets)


@settings(max_examples=40)
@given(TABLES, TABLES, CHOICES, st.sampled_from([("main",), ("main", "natural 31")]))
def test_every_look_touches_from_above(
    here: list[Fraction], there: list[Fraction], choices: dict[str, Any], bets: tuple[str, ...]
) -> None:
    """The edge is concave: the plane at one point is nowhere below it; and it never rises with a pay."""
    at, other = (surface(GAME, layout(pays, **choices), bets) for pays in (here, there))
    for toward in ("", "play.trips"):
        look = at.look(toward=toward)
        plane = look.edge + sum(slope * (other.pays[row] - at.pays[row]) for row, slope in look.slopes.items())
        assert plane >= other.look().edge
        assert all(slope <= 0 for slope in look.slopes.values())


def brute_bends(found: Surface, row: str, low: Fraction, high: Fraction) -> set[Fraction]:
    """Every pay at which some hand's better action, or some end's better event, changes: pair by pair."""
    pays = {**found.pays, UNITS: Fraction(1)}

    def line(form: Any) -> tuple[Fraction, Fraction]:
        at_zero = sum((n * pays[name] for name, n in form.items() if name != row), Fraction())
        return at_zero, Fraction(form.get(row, 0))

    def crossing(one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction]) -> list[Fraction]:
        return [(other[0] - one[0]) / (one[1] - other[1])] if one[1] != other[1] else []

    ends = [[line(form) for form in end] for end in found.payoffs.ends]
    inner = {x for end in ends for one in end for other in end for x in crossing(one, other)}
    marks = sorted({low, high, *(x for x in inner if low < x < high)})
    bends = set()
    for start, end in pairwise(marks):
        middle = (start + end) / 2
        tops = [max(each, key=lambda form: form[0] + form[1] * middle) for each in ends]
        best = [[sum(tops[end][k] for end in parts) for k in (0, 1)] for parts in found.payoffs.settlements]
        for choice in found.payoffs.choices:
            sums = [
                tuple(sum((best[place][k] * n for place, n in counts.items()), Fraction()) for k in (0, 1))
                for counts in choice.options.values()
            ]
            if len(sums) == 2:
                bends |= {x for x in crossing(sums[0], sums[1]) if start <= x <= end}  # type: ignore[arg-type]
    # an end's kink counts where a hand that can reach it is played; the two sides of every mark tell
    return {x for x in bends | set(marks) if low < x < high}


@pytest.mark.slow
@pytest.mark.parametrize("row", MAIN_ROWS)
@pytest.mark.parametrize("letter", ["B", "D"])
def test_breakpoints_against_brute_force(letter: str, row: str) -> None:
    found = surface(GAME, layout(letter))
    low, high = Fraction(-1), Fraction(40)
    line = found.along(row)
    cut = pieces(line, low, high)
    assert (cut[0].start, cut[-1].end) == (low, high)
    bends = [piece.start for piece in cut[1:]]
    assert set(bends) <= brute_bends(found, row, low, high)
    between = [low, *sorted(brute_bends(found, row, low, high)), high]
    for start, end in pairwise(between):
        middle = (start + end) / 2  # between neighbours of the brute force the edge must be the piece's line
        piece = next(piece for piece in cut if piece.start <= middle <= piece.end)
        assert line(middle)[0] == piece.value + piece.slope * (middle - piece.start)
    for one, other in pairwise(cut):
        assert one.slope > other.slope
        assert one.value + one.slope * (one.end - one.start) == other.value


def test_where_the_26_28_row_of_b_breaks() -> None:
    """Independent enumeration: all pays at which a best action changes, the other pays as in B."""
    found = sensitivity(surface(GAME, layout("B")), "play.26-28")
    assert [str(bend) for bend in found.bends] == ["0", "3/4", "1", "6/5", "5/4", "3/2", "8/5", "2", "3"]


@pytest.mark.parametrize(("row", "high"), [("play.29-30", 12), ("play.31", 24), ("play.mini royal", 54)])
def test_where_the_edge_of_b_is_linear(row: str, high: int) -> None:
    """Independent enumeration: linear over 0..12, 0..24 and 0..54."""
    line = surface(GAME, layout("B")).along(row)
    assert len(pieces(line, Fraction(0), Fraction(high))) == 1
    low, middle, end = (line(Fraction(pay))[0] for pay in (0, high // 2, high))
    assert low + end == 2 * middle


def test_a_piece_needs_a_stretch() -> None:
    with pytest.raises(ValueError, match="there is nothing"):
        pieces(lambda x: (x, Fraction(1)), Fraction(1), Fraction(1))


def test_b_for_three_percent_on_the_mini_royal() -> None:
    rules = layout("B")
    found = solve(surface(GAME, rules), "play.mini royal", Fraction(3, 100))
    assert found.pay == Fraction(28305, 784)
    assert engine_edge(GAME.vary(rules, {"play.mini royal": found.pay}), ("main",)) == Fraction(3, 100)


@pytest.mark.slow
@settings(max_examples=50)
@given(
    st.sampled_from(sorted(LAYOUTS)),
    st.sampled_from([*MAIN_ROWS, "natural 31.trips", "natural 31.16-21"]),
    st.fractions(-3, 1, max_denominator=1000),
    CHOICES,
    st.booleans(),
)
def test_a_solved_pay_gives_the_target(
    letter: str, row: str, target: Fraction, choices: dict[str, Any], together: bool
) -> None:
    assume(row != "play.trips" or choices["trips"] not in ("points", "none"))  # those readings never pay it
    rules = layout(letter, **choices)
    asked = ("main", "natural 31") if together else None
    found = solve(surface(GAME, rules, asked, (row,)), row, target)
    least, most = found.reachable
    assert found.feasible == (least <= target <= most)
    if found.pay is None or found.lowest is None:
        return
    bets = found.surface.bets
    assert engine_edge(GAME.vary(rules, {row: found.pay}), bets) == target
    assert engine_edge(GAME.vary(rules, {row: found.lowest}), bets) == target
    above = GAME.vary(rules, {row: found.pay + Fraction(1, 1000)})
    moves = found.surface.look({row: HIGHEST}).slopes[row] != 0
    assert not moves or engine_edge(above, bets) < target
    for each in found.nearest:
        assert each.pay % each.step == 0
        assert abs(each.pay - found.pay) < each.step
        assert each.edge == engine_edge(GAME.vary(rules, {row: each.pay}), bets)
        assert (each.edge >= target) if each.pay <= found.pay else (each.edge <= target)


def nothing_pays() -> Surface:
    """A layout that is folded unless a mini royal pays more than it costs."""
    rules = layout((-1,) * 7)
    return surface(GAME, GAME.vary(rules, {"ante.17": Fraction(-1), "ante.above 17": Fraction(-1)}))


def test_a_flat_stretch_is_told() -> None:
    """Where nobody plays for a row, every pay up to the bend is as good."""
    found = nothing_pays()
    assert pieces(found.along("play.mini royal"), LOWEST, HIGHEST)[0].slope == 0
    answer = solve(found, "play.mini royal", Fraction(1))
    assert [answer.lowest, answer.pay] == [-1, 0]
    assert solve(found, "play.mini royal", Fraction(2)).pay is None


@pytest.mark.slow
@settings(max_examples=12)
@given(
    st.sampled_from(["B", "D", "F"]),
    st.lists(
        st.sampled_from([row for row in MAIN_ROWS if row.startswith("play")]), min_size=2, max_size=2, unique=True
    ),
    st.fractions(0, Fraction(1, 10), max_denominator=200),
    st.fractions(0, 1, max_denominator=7),
)
def test_every_point_of_a_line_of_solutions(
    letter: str, rows: list[str], target: Fraction, share: Fraction
) -> None:
    rules = layout(letter)
    low, high = Fraction(0), Fraction(40)
    found = solve_two(surface(GAME, rules), (rows[0], rows[1]), target, low, high)
    least, most = found.reachable
    assert bool(found.corners) == (least <= target <= most)
    for corner in found.corners:
        assert all(low <= pay <= high for pay in corner)
    for one, other in pairwise(found.corners):
        point = [a + share * (b - a) for a, b in zip(one, other, strict=True)]
        varied = GAME.vary(rules, dict(zip(rows, point, strict=True)))
        assert engine_edge(varied, ("main",)) == target
    if len(found.corners) > 1:  # the line ends at the border of the square
        assert all(set(corner) & {low, high} for corner in (found.corners[0], found.corners[-1]))


def test_a_line_of_solutions_needs_two_rows_that_matter() -> None:
    rules = layout("B", trips="none")
    found = surface(GAME, rules)
    with pytest.raises(ValueError, match="two different rows"):
        solve_two(found, ("play.31", "play.31"), Fraction(0))
    with pytest.raises(ValueError, match="below the second"):
        solve_two(found, ("play.31", "play.17"), Fraction(0), Fraction(5), Fraction(5))
    with pytest.raises(ValueError, match="does not depend"):
        solve_two(nothing_pays(), ("play.31", "play.mini royal"), Fraction(0), Fraction(-1), Fraction(-1, 2))


def test_solve_refuses_nonsense() -> None:
    found = surface(GAME, layout("B"))
    with pytest.raises(ValueError, match="must be positive"):
        solve(found, "play.31", Fraction(0), [Fraction(0)])
    with pytest.raises(ValueError, match="below the second"):
        solve(found, "play.31", Fraction(0), low=Fraction(2), high=Fraction(1))
    with pytest.raises(KeyError):
        found.look({"play.32": Fraction(1)})


@pytest.mark.parametrize(
    ("row", "bets", "says"),
    [
        ("play.32", None, "did you mean 'play.31'"),
        ("play.below 17", None, "the rules fix"),
        ("natural 31.trips", ("main",), "pays nothing of main"),
        ("play.31", ("insurance",), "it offers main"),
    ],
)
def test_rows_and_bets_that_are_not_there(row: str, bets: tuple[str, ...] | None, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        surface(GAME, layout("B"), bets, (row,))


def test_a_row_that_a_reading_never_pays_has_no_effect() -> None:
    rules = layout("B", trips="none")
    with pytest.raises(ValueError, match="cannot be moved"):
        surface(GAME, rules, None, ("play.trips",))


@pytest.mark.slow
@settings(max_examples=25)
@given(st.sampled_from(sorted(LAYOUTS)), st.sampled_from(MAIN_ROWS), CHOICES)
def test_a_sensitivity_holds_on_its_interval(letter: str, row: str, choices: dict[str, Any]) -> None:
    rules = layout(letter, **choices)
    found = surface(GAME, rules)
    assume(row in found.pays)
    each = sensitivity(found, row)
    here = found.look().edge
    low, high = each.interval
    assert low <= each.pay <= high
    for pay in (low, high, (low + high) / 2):
        assert engine_edge(GAME.vary(rules, {row: pay}), ("main",)) == here + each.derivative * (pay - each.pay)
    for pay in (low - Fraction(1, 100), high + Fraction(1, 100)):
        if LOWEST <= pay <= HIGHEST:
            assert found.look({row: pay}).edge < here + each.derivative * (pay - each.pay)
    assert set(filter(None, (each.below, each.above))) <= set(each.bends)


@pytest.mark.slow
@settings(max_examples=40)
@given(
    st.sampled_from(["B", "D", "E"]),
    st.lists(st.sampled_from(MAIN_ROWS), min_size=1, max_size=3, unique=True),
    st.data(),
)
def test_a_closed_form_holds_in_its_region(letter: str, rows: list[str], data: st.DataObject) -> None:
    found = surface(GAME, layout(letter))
    form = closed_form(found, rows)
    changes = {
        row: max(LOWEST, found.pays[row] + data.draw(st.fractions(-2, 2, max_denominator=12))) for row in rows
    }
    linear = form.constant + sum(slope * changes[row] for slope, row in zip(form.slopes, rows, strict=True))
    inside = all(
        sum(times * changes.get(name, Fraction(1)) for name, times in condition.items()) >= 0
        for condition in form.conditions
    )
    edge = found.look(changes).edge
    assert edge == linear if inside else edge < linear
    values = dict(zip(form.symbols(), changes.values(), strict=True))
    assert Fraction(str(form.edge().subs(values))) == linear
    if inside:
        assert Fraction(str(form.variance().subs(values))) == found.analyse(changes)[1].variance
    assert all(bool(each.subs(values)) for each in form.region()) == inside


def test_the_closed_form_in_latex() -> None:
    form = closed_form(surface(GAME, layout("B")), ["play.trips", "play.trips", "play.31"])
    assert form.rows == ("play.trips", "play.31")
    assert [str(each) for each in form.region()] == ["p_1 >= 3", "p_1 <= 4"]
    assert r"\frac{948 p_{\text{play 31}}}{270725}" in form.latex()
    assert form.latex().startswith("\\begin{aligned}\n  & h = ")
    with pytest.raises(ValueError, match="at least one row"):
        closed_form(surface(GAME, layout("B")), [])


def test_readings_are_those_of_the_engine() -> None:
    rules = layout("B")
    found = readings(GAME, rules)
    assert [(each.name, each.choice) for each in found] == [(n, c) for n, cs in READINGS.items() for c in cs]
    for each in found:
        changes: dict[str, Any] = {each.name: each.choice}
        varied = layout("B", **changes)
        assert each.figures["main"].house_edge == engine_edge(varied, ("main",))
        assert each.figures["natural 31"].house_edge == engine_edge(varied, ("natural 31",))
        assert each.stated == (rules.readings[each.name] == each.choice)


def test_varied_rules_keep_what_is_published() -> None:
    rules = layout("B")
    varied = GAME.vary(rules, {"play.22-25": Fraction(3), "natural 31.trips": Fraction(30)}, {"trips": "last"})
    assert varied.tables["play"].line["24"].published == ()
    back = GAME.vary(varied, {"play.22-25": Fraction(2)}).tables["play"]
    assert back.line["24"].published == ("24",)
    assert varied.tables["natural 31"] == rules.tables["natural 31"]
    assert (varied.readings["trips"], varied.digest) == ("last", "")
    assert row_pays(varied)["play.22-25"] == 3
    with pytest.raises(ValueError, match="no row"):
        GAME.vary(rules, {"play.32": Fraction(1)})


def test_choices_name_real_hands() -> None:
    payoffs = GAME.payoffs(layout("B"), ("main",))
    assert sum(choice.members for choice in payoffs.choices) == 22_100
    assert all(len(set(choice.hand)) == len(parse_cards("2c 3c 4c")) for choice in payoffs.choices)
    assert all(sum(counts.values()) == 49 for choice in payoffs.choices for counts in choice.options.values())


def test_a_root_beyond_the_range() -> None:
    def falling(x: Fraction) -> tuple[Fraction, Fraction]:
        return -x, Fraction(-1)

    assert root(falling, Fraction(0), Fraction(1), Fraction(-2)) is None
    assert root(falling, Fraction(0), Fraction(1), Fraction(-1)) == 1
    assert root(falling, Fraction(0), Fraction(1), Fraction(0)) == 0
