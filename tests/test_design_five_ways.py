"""Pay-table design with five actions, stakes of two units and a pay without a stake: against brute force."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.answers import UNITS, Rounds
from casino31.bets import stake_on
from casino31.faults import NotCapableError
from casino31.games.classic_31 import GAME as CLASSIC
from casino31.metrics import measure
from casino31.pages.exposures import exposure_deliverable
from casino31.pages.sensitivities import sensitivity_deliverable
from casino31.pages.variation import comparison_object, comparison_report
from casino31.paytable_design import search as search_module
from casino31.paytable_design.answers import Sensitivities
from casino31.paytable_design.breakage import breakage
from casino31.paytable_design.compare import compare
from casino31.paytable_design.envelope import Ray, envelope, sections
from casino31.paytable_design.exposure import Exposure
from casino31.paytable_design.exposure_sheet import ExposureSheet
from casino31.paytable_design.grid import FIGURES, Grid
from casino31.paytable_design.lines import pay_columns
from casino31.paytable_design.parts import bond
from casino31.paytable_design.price import feasible
from casino31.paytable_design.run import Search, verified
from casino31.paytable_design.search import Pricer
from casino31.paytable_design.sensitivity import closed_form, sensitivity
from casino31.paytable_design.solve import solve, solve_two
from casino31.paytable_design.surface import HIGHEST, LOWEST, Surface, pieces, surface
from casino31.render.text import text as text_of
from tests.five_ways import ACTIONS, game, layout
from tests.layouts import layout as classic_layout
from tests.test_cli import run

MAIN = ("raise.less", "raise.more", "raise.far more", "ante.less", "ante.equal", "ante.more", "bonus.none")
SMALL, BETS = game(3), [("main",), ("side",), ("main", "side")]


def small(*bets: str) -> Surface:
    return surface(SMALL, layout(), bets or ("main",))


def engine_edge(found: Surface, pays: dict[str, Fraction]) -> Fraction:
    """The other route: the joint outcomes under the best strategy, and the metrics on them."""
    rules = found.game.vary(found.rules, pays)
    analysis = found.game.analyse(rules, found.objective)
    stake = stake_on(found.game, rules, dict.fromkeys(found.bets, Fraction(1)))
    return measure(stake.outcomes(analysis.outcomes), stake.initial_wager).house_edge


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-4, 4)), min_size=1, max_size=6))
def test_an_envelope_is_the_highest_line(lines: list[tuple[int, int]]) -> None:
    rays = [Ray(*line) for line in lines]
    low, high = Fraction(-5), Fraction(5)
    walk = list(envelope(rays, low, high))
    assert walk[0][0] == low
    for (start, ray), (end, _) in pairwise([*walk, (high, walk[-1][1])]):
        for at in (start, (start + end) / 2, end):
            assert ray.base + ray.rise * at == max(each.base + each.rise * at for each in rays)
    assert all(one.rise < other.rise for (_, one), (_, other) in pairwise(walk))


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(MAIN), st.fractions(-1, 5, max_denominator=6), st.fractions(-1, 5, max_denominator=6))
def test_the_pieces_are_those_of_single_looks(row: str, more: Fraction, less: Fraction) -> None:
    rules = SMALL.vary(layout(), {"raise.more": more, "ante.equal": less})
    for bets in (("main",), ("main", "side")):
        found = surface(SMALL, rules, bets)
        assert sections(found, row) == pieces(found.along(row), LOWEST, HIGHEST)


def test_the_pieces_where_an_end_is_paid_by_the_better_of_two_events() -> None:
    for letter in "BDE":
        found = surface(CLASSIC, classic_layout(letter))
        for row in ("play.trips", "play.29-30", "play.31", "play.26-28"):
            assert sections(found, row) == pieces(found.along(row), LOWEST, HIGHEST)


def test_pieces_need_a_stretch() -> None:
    with pytest.raises(ValueError, match="there is nothing"):
        sections(small(), "raise.more", Fraction(1), Fraction(1))


@pytest.mark.parametrize("row", MAIN)
def test_bends_against_all_pairs_of_actions(row: str) -> None:
    """Every bend is where two actions of some hand cross and no third is better, and every such pay is a bend."""
    found = small()
    pays = {**found.pays, UNITS: Fraction(1)}
    bends = set()
    for choice in found.payoffs.choices:
        lines = set()
        for counts in choice.options.values():
            sums = Counter[str]()
            for place, n in counts.items():
                for (form,) in (found.payoffs.ends[end] for end in found.payoffs.settlements[place]):
                    sums.update({name: n * times for name, times in form.items()})
            rest = sum((n * pays[name] for name, n in sums.items() if name != row), Fraction())
            lines.add((rest, sums[row]))
        for one in lines:
            for other in lines:
                if one[1] < other[1]:
                    at = (one[0] - other[0]) / (other[1] - one[1])
                    if LOWEST < at < HIGHEST and one[0] + one[1] * at == max(a + b * at for a, b in lines):
                        bends.add(at)
    assert set(sensitivity(found, row).bends) == bends


def test_a_row_of_many_hands_costs_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    found = surface(game(), layout(), ("main",))
    looks = []
    plain = Surface.look

    def counted(self: Surface, *arguments: Any) -> Any:
        looks.append(arguments)
        return plain(self, *arguments)

    monkeypatch.setattr(Surface, "look", counted)
    answer = sensitivity(found, "raise.more")
    assert len(answer.bends) > 500
    assert len(looks) == 1
    low, high = answer.interval
    here, at = found.look().edge, answer.pay
    assert low <= at <= high
    for pay in (low, high):
        assert found.look({"raise.more": pay}).edge == here + answer.derivative * (pay - at)
    for pay in (low - Fraction(1, 10**6), high + Fraction(1, 10**6)):
        assert found.look({"raise.more": pay}).edge < here + answer.derivative * (pay - at)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from(MAIN), min_size=1, max_size=3, unique=True), st.data())
def test_a_closed_form_holds_in_its_region(rows: list[str], data: st.DataObject) -> None:
    found = small()
    form = closed_form(found, rows)
    moves = {row: data.draw(st.fractions(-1, 1, max_denominator=12)) for row in rows}
    changes = {row: max(LOWEST, found.pays[row] + moves[row]) for row in rows}
    linear = form.constant + sum(slope * changes[row] for slope, row in zip(form.slopes, form.rows, strict=True))
    inside = all(
        sum(times * changes.get(name, Fraction(1)) for name, times in condition.items()) >= 0
        for condition in form.conditions
    )
    edge = found.look(changes).edge
    assert edge == linear if inside else edge < linear
    assert edge == engine_edge(found, changes)


def grid_of(found: Surface, axes: dict[str, list[Fraction]], **more: Any) -> Grid:
    fields: dict[str, Any] = {"limits": {}, "rising": (), "order": (("highest", "house_edge"),), "digest": "test"}
    return Grid(found, {row: tuple(axis) for row, axis in axes.items()}, **{**fields, **more})


def all_verified(pricer: Pricer) -> int:
    """Every table and every figure of it, held against the exact engine."""
    chunks = [points for block in range(pricer.blocks) for points in pricer.chunks(block)]
    return sum(len(verified(pricer, feasible(pricer, points))) for points in chunks)


AXIS = st.lists(st.fractions(-1, 6, max_denominator=3), min_size=1, max_size=3, unique=True).map(sorted)


@settings(max_examples=10, deadline=None)
@given(
    st.dictionaries(st.sampled_from([*MAIN, "side.high"]), AXIS, min_size=1, max_size=3),
    st.sampled_from([1, 4, 1 << 15]),
    st.booleans(),
    st.sampled_from([("main",), ("main", "side")]),
)
def test_every_table_is_what_the_engine_says(
    axes: dict[str, list[Fraction]], inner: int, compiled: bool, bets: tuple[str, ...]
) -> None:
    found = small(*bets)
    grid = grid_of(found, {row: axis for row, axis in axes.items() if row in found.pays})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search_module, "INNER", inner)
        if compiled:
            patch.setattr(search_module, "MANY", 0)
        assert all_verified(Pricer(grid)) == grid.tables


def test_a_search_of_numbers_beyond_64_bits() -> None:
    axes = {"raise.more": [Fraction(1, 7), Fraction(10**9)], "ante.more": [Fraction(2), Fraction(10**9 - 1, 13)]}
    pricer = Pricer(grid_of(small(), axes))
    assert pricer.kind is object
    assert not pricer.paired
    assert all_verified(pricer) == 4


def test_a_search_over_all_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many options in doubt make the arrays narrower, and change nothing."""
    axes = {"raise.more": [Fraction(k, 4) for k in range(8)], "raise.far more": [Fraction(k) for k in range(6)]}
    limits = {"house_edge": (Fraction(-1), Fraction(1, 4))}
    grid = grid_of(surface(game(), layout(), ("main",)), axes, limits=limits)
    whole = Search(Pricer(grid), 3)
    at_once = whole.run()
    assert 0 < at_once.feasible < grid.tables
    assert len(verified(whole.pricer, at_once.best)) == 3
    monkeypatch.setattr(search_module, "CELLS", 1 << 13)
    narrow = Search(Pricer(grid), 3)
    assert narrow.pricer.inner < whole.pricer.inner
    assert narrow.run().best.tables.tolist() == at_once.best.tables.tolist()


def test_bets_that_one_decision_does_not_tie() -> None:
    axes = {"raise.more": [Fraction(1), Fraction(2)], "side.high": [Fraction(1), Fraction(2)]}
    grid = grid_of(small("main", "side"), axes)
    assert bond(grid) == ""
    pricer = Pricer(grid)
    found = feasible(pricer, range(pricer.points))
    assert {name.rpartition(".")[2] for name in found.figures} == set(FIGURES)
    assert len(pay_columns(pricer, found.tables)["side.high"]) == 4


@pytest.mark.parametrize("target", [Fraction(1, 20), Fraction(-1, 20)])
def test_solved_pays_give_the_target(target: Fraction) -> None:
    found = small()
    one = solve(found, "raise.more", target)
    assert one.pay is not None
    assert engine_edge(found, {"raise.more": one.pay}) == target
    line = solve_two(found, ("raise.more", "ante.more"), target, Fraction(0), Fraction(12))
    assert len(line.corners) > 2
    for start, end in pairwise(line.corners):
        for share in (Fraction(0), Fraction(1, 3), Fraction(1)):
            point = [a + share * (b - a) for a, b in zip(start, end, strict=True)]
            assert engine_edge(found, dict(zip(line.rows, point, strict=True))) == target


def test_chips_break_what_is_staked_in_two_units() -> None:
    """A raise of two units at 3 to 2 wins three chips for two: nothing breaks; one of one unit wins one chip."""
    rules = SMALL.vary(layout(), {"raise.more": Fraction(3, 2), "ante.equal": Fraction(-1, 2)})
    found = surface(SMALL, rules, ("main",))
    one, two = breakage(found, [1, 2])
    assert one.pays == {"raise.more": 1, "ante.equal": -1}
    assert (two.pays, two.edge) == ({}, found.look().edge)
    whole, layout_pays = Fraction(0), {**found.pays, UNITS: Fraction(1)}
    for choice in found.payoffs.choices:
        whole += choice.members * max(
            sum(
                n * floor(times * layout_pays[name])
                for place, n in counts.items()
                for end in found.payoffs.settlements[place]
                for name, times in found.payoffs.ends[end][0].items()
            )
            for counts in choice.options.values()
        )
    assert one.edge == -whole / found.payoffs.total


def test_a_comparison_tells_how_often_each_action_is_taken() -> None:
    rules = layout()
    other = SMALL.vary(rules, {"raise.more": Fraction(1, 2)})
    found = compare([(SMALL, rules, "one"), (SMALL, other, "other")])
    for each in found.layouts:
        analysis = each.analysis
        hands = Counter[str]()
        for hand in SMALL.hand_values(analysis):
            hands[analysis.strategy.actions[next(iter(_knows(hand.hand)))]] += hand.members
        assert each.action_frequencies == {a: Fraction(hands[a], sum(hands.values())) for a in each.frequencies}
        assert set(each.frequencies) == set(ACTIONS)
        assert each.play_frequency == 1 - each.action_frequencies["fold"]
    text = text_of(comparison_report(found, whole=False))
    assert "switch low frequency" in text
    assert "play frequency" not in text
    assert set(comparison_object(found)["tables"][0]["action_frequencies"]) == set(ACTIONS)
    assert found.changes.hands > 0


def _knows(hand: tuple[int, ...]) -> list[Any]:
    from casino31.cards import suit_classes

    return [each.pattern for each in suit_classes(3) if each.hand == hand]


def test_two_actions_have_a_play_frequency() -> None:
    found = compare([(CLASSIC, classic_layout(letter), letter) for letter in "BD"])
    assert "play frequency" in text_of(comparison_report(found, whole=False))
    assert "action_frequencies" not in comparison_object(found)["tables"][0]
    assert list(found.layouts[0].frequencies) == ["play"]


def test_a_bet_without_a_pay_to_move_says_so() -> None:
    tables = {name: replace(table, lines=()) for name, table in layout().tables.items()}
    fixed = {event: Fraction(0) for wager in SMALL.wagers for event in wager.events}
    wagers = tuple(replace(wager, fixed={**fixed, **wager.fixed}) for wager in layout().wagers)
    found = Surface(SMALL, replace(layout(), tables=tables, wagers=wagers), ("main",))
    assert found.pays == {}
    answer = Sensitivities(found.rules, "five", {found: []}, None, None)
    assert "no pay of it can be moved" in text_of(sensitivity_deliverable(answer).report)


def three_actions() -> Exposure:
    """31 Classic with a third action, to win two for one card in seven and else to lose one."""
    found = Exposure(CLASSIC, classic_layout("B"), ("main",))
    plain = Exposure(CLASSIC, classic_layout("B"), ("main",)).rounds
    holdings = []
    for holding in plain.holdings[::40]:
        bet = {card: (2 if card % 7 == 0 else -1) * plain.scale for card in next(iter(holding.nets.values()))}
        holdings.append(holding._replace(nets={**holding.nets, "bet": bet}))
    found.__dict__["rounds"] = Rounds(plain.scale, tuple(holdings))
    return found


def test_what_is_seen_with_three_actions() -> None:
    found = three_actions()
    hands = sum(holding.members for holding in found.rounds.holdings)
    best = sum(
        holding.members * sum(max(nets[card] for nets in holding.nets.values()) for card in holding.nets["bet"])
        for holding in found.rounds.holdings
    )
    assert found.draw_seen()["card"].player_edge == Fraction(best, hands * 49 * found.rounds.scale)
    with pytest.raises(NotCapableError, match="hands of 3 actions"):
        found.known_cards([3])
    sheet = ExposureSheet(CLASSIC, classic_layout("B", ("main",)), "B")
    sheet.__dict__["bets"] = {"main": found}
    assert "not priced for hands of 3 actions" in text_of(exposure_deliverable(sheet).report)


def test_what_a_game_is_not_capable_of_is_one_line() -> None:
    said = run("exposure", "pair-plus", code=2).stderr
    assert said == "Pair Plus has no hidden card to see: exposure does not apply\n"


@pytest.mark.slow
def test_under_the_gun_as_a_user(tmp_path: Any) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text('layout = "under-the-gun-31"\n[rows]\n"raise.win" = { from = "1/2", to = 2, step = "1/10" }\n')
    assert "16 satisfy" in run("paytable", "design", "under-the-gun-31", "--grid", str(grid)).stdout
    assert "next below" in run("paytable", "sensitivity", "under-the-gun-31").stdout
