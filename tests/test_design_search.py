"""The search: every table against the exact engine; choosing, resuming and sharing out against brute force."""

from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.bets import stake_on
from casino31.fast import compiled
from casino31.faults import SelfCheckError
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.rules import READINGS
from casino31.layout import Layout
from casino31.metrics import Metrics, measure
from casino31.paytable_design import price as price_module
from casino31.paytable_design import search as search_module
from casino31.paytable_design.figures import whole_unit
from casino31.paytable_design.grid import FIGURES, Grid
from casino31.paytable_design.kernels import keep_unbeaten
from casino31.paytable_design.lines import pay_columns
from casino31.paytable_design.pareto import frontier, leading
from casino31.paytable_design.price import feasible, price_array
from casino31.paytable_design.run import Search, verified
from casino31.paytable_design.saved import SearchState, StateError
from casino31.paytable_design.search import Found, Pricer
from casino31.paytable_design.surface import surface
from tests.layouts import layout
from tests.test_design_surface import MAIN_ROWS

PAY = st.fractions(-1, 12, max_denominator=4)
AXIS = st.lists(PAY, min_size=1, max_size=3, unique=True).map(lambda axis: tuple(sorted(axis)))
CHOICES = st.fixed_dictionaries({name: st.sampled_from(choices) for name, choices in READINGS.items()})
BONUS_ROWS = ("natural 31.16-21", "natural 31.trips", "natural 31.mini royal")


def grid_of(rules: Layout, axes: dict[str, Any], bet: str = "main", **more: Any) -> Grid:
    found = surface(GAME, rules, (bet,))
    fields: dict[str, Any] = {"limits": {}, "rising": (), "order": (("highest", "house_edge"),), "digest": "test"}
    return Grid(found, {row: axis for row, axis in axes.items() if row in found.pays}, **{**fields, **more})


def engine(grid: Grid, pays: dict[str, Fraction]) -> Metrics:
    """The other route to a table's figures."""
    rules = GAME.vary(grid.surface.rules, pays)
    stake = stake_on(GAME, rules, {grid.surface.bets[0]: Fraction(1)})
    return measure(stake.outcomes(GAME.analyse(rules).outcomes), stake.initial_wager)


def whole(pricer: Pricer, metrics: Metrics) -> dict[str, Fraction]:
    exact = {name: getattr(metrics, name) for name in FIGURES if name != "standard_deviation"}
    return {
        name: value * whole_unit(pricer, name)
        for name, value in (exact | {"standard_deviation": metrics.variance}).items()
    }


def everything(pricer: Pricer) -> Found:
    parts = [feasible(pricer, points) for block in range(pricer.blocks) for points in pricer.chunks(block)]
    return Found(
        np.concatenate([part.tables for part in parts]),
        {name: np.concatenate([part.figures[name] for part in parts]) for name in pricer.grid.figures},
    )


@settings(max_examples=25)
@given(
    st.sampled_from(["A", "B", "E"]),
    st.dictionaries(st.sampled_from(MAIN_ROWS), AXIS, min_size=1, max_size=4),
    CHOICES,
    st.sampled_from([1, 4, 1 << 15]),
)
def test_every_table_is_what_the_engine_says(
    letter: str, axes: dict[str, Any], choices: dict[str, Any], inner: int
) -> None:
    grid = grid_of(layout(letter, **choices), axes)
    before = search_module.INNER
    search_module.INNER = inner
    try:
        pricer = Pricer(grid)
        found = everything(pricer)
    finally:
        search_module.INNER = before
    assert found.tables.tolist() == list(range(pricer.tables))
    columns = pay_columns(pricer, found.tables)
    for table in range(0, pricer.tables, 5):
        pays = {row: columns[row][table] if row in columns else axis[0] for row, axis in grid.axes.items()}
        expected = whole(pricer, engine(grid, pays))
        assert {name: int(found.figures[name][table]) for name in FIGURES} == expected


@pytest.mark.slow
@settings(max_examples=10)
@given(st.dictionaries(st.sampled_from(BONUS_ROWS), AXIS, min_size=1, max_size=3), CHOICES)
def test_every_bonus_table_is_what_the_engine_says(axes: dict[str, Any], choices: dict[str, Any]) -> None:
    grid = grid_of(layout("B", **choices), axes, "natural 31")
    pricer = Pricer(grid)
    found = everything(pricer)
    columns = pay_columns(pricer, found.tables)
    for table in range(0, pricer.tables, 4):
        pays = {row: columns[row][table] if row in columns else axis[0] for row, axis in grid.axes.items()}
        expected = whole(pricer, engine(grid, pays))
        assert {name: int(found.figures[name][table]) for name in FIGURES} == expected


def test_numbers_beyond_64_bits_are_pythons() -> None:
    axes = {"play.31": (Fraction(5), Fraction(10**9)), "play.mini royal": (Fraction(1, 7), Fraction(10**9 - 1, 13))}
    pricer = Pricer(grid_of(layout("B"), axes))
    assert pricer.kind is object
    found = everything(pricer)
    columns = pay_columns(pricer, found.tables)
    for table in range(4):
        expected = whole(pricer, engine(pricer.grid, {row: columns[row][table] for row in axes}))
        assert {name: int(found.figures[name][table]) for name in FIGURES} == expected
    done = Search(pricer, 2).run()
    assert done.best.tables.tolist() == [0, 1]
    assert len(verified(pricer, done.frontier)) == len(done.frontier.tables) > 0


def test_the_bound_holds_every_number() -> None:
    pricer = Pricer(grid_of(layout("B"), {"play.31": (Fraction(5), Fraction(500))}))
    found = everything(pricer)
    assert pricer.kind is np.int64
    assert all(abs(int(value)) <= pricer.largest for values in found.figures.values() for value in values)


AXES = {
    "play.22-25": (Fraction(3, 2), Fraction(2)),
    "play.26-28": tuple(map(Fraction, range(1, 5))),
    "play.trips": tuple(map(Fraction, range(1, 7))),
    "play.31": tuple(map(Fraction, range(4, 16, 2))),
    "play.mini royal": tuple(map(Fraction, range(5, 60, 9))),
}
LIMITS = {
    "house_edge": (Fraction(2, 100), Fraction(5, 100)),
    "standard_deviation": (Fraction(2), Fraction(23, 10)),
    "hit_frequency": (Fraction(32, 100), Fraction(33, 100)),
    "push_frequency": (Fraction(1, 20), Fraction(1, 10)),
    "largest_win": (Fraction(0), Fraction(50)),
}
RISING = (("play.22-25", "play.26-28", "play.31"),)


def brute(grid: Grid) -> dict[int, Metrics]:
    """All feasible tables by the naive loop over full analyses."""
    pricer = Pricer(grid)
    found = {}
    for table, pays in enumerate(product(*(grid.axes[row] for row in pricer.rows))):
        chosen = dict(zip(pricer.rows, pays, strict=True))
        if any(chosen[one] > chosen[other] for chain in grid.rising for one, other in pairwise(chain)):
            continue
        metrics = engine(grid, chosen)
        if all(
            low <= getattr(metrics, name) <= high
            for name, (low, high) in LIMITS.items()
            if name != "standard_deviation"
        ):
            low, high = LIMITS["standard_deviation"]
            if low**2 <= metrics.variance <= high**2:
                found[table] = metrics
    return found


@pytest.mark.slow
def test_limits_order_and_frontier_against_the_naive_loop() -> None:
    order = (("lowest", "largest_win"), ("highest", "hit_frequency"))
    grid = grid_of(layout("D"), AXES, limits=LIMITS, rising=RISING, order=order)
    expected = brute(grid)
    assert 10 < len(expected) < Pricer(grid).tables
    search = Search(Pricer(grid), 7)
    done = search.run()
    assert done.feasible == len(expected)
    by_order = sorted(
        expected, key=lambda table: (expected[table].largest_win, -expected[table].hit_frequency, table)
    )
    assert done.best.tables.tolist() == by_order[:7]

    def goods(table: int) -> tuple[Fraction, ...]:
        metrics = expected[table]
        return metrics.house_edge, -metrics.variance, metrics.hit_frequency

    def beaten(table: int) -> bool:
        return any(
            all(a >= b for a, b in zip(goods(other), goods(table), strict=True))
            and (goods(other) != goods(table) or other < table)
            for other in expected
            if other != table
        )

    assert sorted(done.frontier.tables.tolist()) == [table for table in sorted(expected) if not beaten(table)]
    for each, table in zip(verified(search.pricer, done.best), by_order, strict=False):
        assert each.metrics == expected[table]


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4)), max_size=40), st.booleans())
def test_a_frontier_is_what_nothing_beats(points: list[tuple[int, int, int]], large: bool) -> None:
    kind = object if large else np.int64
    columns = [np.array([point[k] for point in points], dtype=kind) for k in range(3)]
    found = Found(np.arange(len(points)), dict(zip("abc", columns, strict=True)))
    directions = {"a": "highest", "b": "lowest", "c": "highest"}
    goods = [(a, -b, c) for a, b, c in points]
    expected = {
        k
        for k, one in enumerate(goods)
        if not any(
            all(map(int.__ge__, other, one)) and (other != one or j < k) for j, other in enumerate(goods) if j != k
        )
    }
    plain = frontier(found, directions)
    assert set(plain.tables.tolist()) == expected
    if not large:
        assert frontier(found, directions, compiled(keep_unbeaten)).tables.tolist() == plain.tables.tolist()
    order = [("lowest", "b"), ("highest", "a")]
    wanted = sorted(range(len(points)), key=lambda k: (points[k][1], -points[k][0], k))
    assert leading(found, order, 5).tables.tolist() == wanted[:5]


def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "INNER", 8)
    monkeypatch.setattr(search_module, "OUTER_CHUNKS", 3)


def same(one: SearchState, other: SearchState) -> bool:
    return (
        one.feasible == other.feasible
        and one.best.tables.tolist() == other.best.tables.tolist()
        and one.frontier.tables.tolist() == other.frontier.tables.tolist()
    )


def test_blocks_processes_and_interruptions_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grid = grid_of(layout("B"), AXES, limits={"house_edge": LIMITS["house_edge"]}, rising=RISING)
    at_once = Search(Pricer(grid), 5, tmp_path / "at once").run()
    small_blocks(monkeypatch)
    in_blocks = Search(Pricer(grid), 5, tmp_path / "in blocks")
    assert in_blocks.pricer.blocks > 10
    assert same(in_blocks.run(), at_once)
    shared = Search(Pricer(grid), 5, tmp_path / "shared")
    assert same(shared.run(jobs=2), at_once)

    stopped = Search(Pricer(grid), 5, tmp_path / "stopped")
    saved = tmp_path / "saved"

    def stop(state: Any) -> None:
        stopped.save(state, saved)
        if state.written > 10_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped.run(tell=stop)
    assert stopped.lines is not None
    with stopped.lines.open("ab") as file:
        file.write(b"half a line of a block that was not saved")
    again = stopped.load(saved)
    assert 0 < again.blocks < stopped.pricer.blocks
    assert same(stopped.run(again), at_once)
    text = {
        name: sorted((tmp_path / name).read_text().splitlines())
        for name in ("at once", "in blocks", "shared", "stopped")
    }
    assert len(text["at once"]) == at_once.feasible > 0
    assert text["at once"] == text["in blocks"] == text["shared"] == text["stopped"]
    stopped.lines.unlink()
    with pytest.raises(StateError, match="is gone"):
        stopped.run(again)


def test_a_saved_search_of_another_grid_is_refused(tmp_path: Path) -> None:
    one, other = (
        Search(Pricer(grid_of(layout("B"), {"play.31": (Fraction(1), Fraction(pay))})), 5) for pay in (2, 3)
    )
    one.save(one.start(), tmp_path / "saved")
    assert one.load(tmp_path / "saved").blocks == 0
    with pytest.raises(StateError, match="another search"):
        other.load(tmp_path / "saved")
    (tmp_path / "broken").write_text("{}")
    with pytest.raises(StateError, match="no saved search"):
        one.load(tmp_path / "broken")


def test_a_wrong_sum_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    pricer = Pricer(grid_of(layout("B"), {"play.31": (Fraction(1), Fraction(2))}))

    def wrong(pricer: Pricer, points: range) -> Any:
        found = price_array(pricer, points)
        return found._replace(values=found.values + 1)

    monkeypatch.setattr(price_module, "price_array", wrong)
    with pytest.raises(SelfCheckError, match="nothing of this search"):
        feasible(pricer, range(1))


def test_a_reported_table_is_analysed_again() -> None:
    pricer = Pricer(grid_of(layout("B"), {"play.31": (Fraction(1), Fraction(2))}))
    found = everything(pricer)
    figures = {**found.figures, "hit_frequency": found.figures["hit_frequency"] + 1}
    with pytest.raises(SelfCheckError, match="differ in hit_frequency"):
        verified(pricer, Found(found.tables, figures))
