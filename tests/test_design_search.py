"""The search: every table against the exact engine; choosing, resuming and sharing out against brute force."""

import hashlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.bets import stake_on
from casino31.design import price as price_module
from casino31.design import run as run_module
from casino31.design import search as search_module
from casino31.design.grid import FIGURES, FRONTIER, Grid, read_grid
from casino31.design.pareto import best, frontier
from casino31.design.price import feasible, price, whole_unit
from casino31.design.run import Search, State, StateError, pay_columns, verified
from casino31.design.search import Found, Pricer
from casino31.design.surface import surface
from casino31.document import Document
from casino31.faults import RulesError, SelfCheckError
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.rules import READINGS, Rules
from casino31.metrics import Metrics, measure
from tests.layouts import layout
from tests.test_cli import run
from tests.test_design_surface import MAIN_ROWS

PAY = st.fractions(-1, 12, max_denominator=4)
AXIS = st.lists(PAY, min_size=1, max_size=3, unique=True).map(lambda axis: tuple(sorted(axis)))
CHOICES = st.fixed_dictionaries({name: st.sampled_from(choices) for name, choices in READINGS.items()})
BONUS_ROWS = ("natural 31.16-21", "natural 31.trips", "natural 31.mini royal")


def grid_of(rules: Rules, axes: dict[str, Any], bet: str = "main", **more: Any) -> Grid:
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
        {name: np.concatenate([part.figures[name] for part in parts]) for name in FIGURES},
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
    assert set(frontier(found, directions).tables.tolist()) == expected
    order = [("lowest", "b"), ("highest", "a")]
    wanted = sorted(range(len(points)), key=lambda k: (points[k][1], -points[k][0], k))
    assert best(found, order, 5).tables.tolist() == wanted[:5]


def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "INNER", 8)
    monkeypatch.setattr(search_module, "OUTER_CHUNKS", 3)


def same(one: State, other: State) -> bool:
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
        found = price(pricer, points)
        return found._replace(values=found.values + 1)

    monkeypatch.setattr(price_module, "price", wrong)
    with pytest.raises(SelfCheckError, match="nothing of this search"):
        feasible(pricer, range(1))


def test_a_reported_table_is_analysed_again() -> None:
    pricer = Pricer(grid_of(layout("B"), {"play.31": (Fraction(1), Fraction(2))}))
    found = everything(pricer)
    figures = {**found.figures, "hit_frequency": found.figures["hit_frequency"] + 1}
    with pytest.raises(SelfCheckError, match="differ in hit_frequency"):
        verified(pricer, Found(found.tables, figures))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "an empty grid"),
        ("[rows]", "an empty grid"),
        ('rows."play.32" = 5', "did you mean 'play.31'"),
        ('rows."play.below 17" = 5', "cannot be moved"),
        ('rows."play.31" = { from = 5, to = 9, step = 0 }', "a step above 0"),
        ('rows."play.31" = { from = 9, to = 5 }', "holds no pay"),
        ('rows."play.31" = { from = 0, to = 9, step = 0.00001 }', "a coarser step"),
        ('rows."play.31" = { from = 5 }', "no to"),
        ('rows."play.31" = { from = 5, to = 6, by = 1 }', "an unknown key 'by'"),
        ('rows."play.31" = []', "a list without pays"),
        ('rows."play.31" = nan', "a pay to one"),
        ('rows."play.31" = [1, true]', "a pay to one"),
        ('rows."play.31" = "1/0"', "a pay to one"),
        ('rows."play.31" = -2', "a pay to one from -1"),
        ('rows."play.31" = 5\nlimits.house_edge = ["5%", "3%"]', "which no table can have"),
        ('rows."play.31" = 5\nlimits.house_edge = [nan, 3]', "house_edge = [low, high]"),
        ('rows."play.31" = 5\nlimits.house_edge = 3', "house_edge = [low, high]"),
        ('rows."play.31" = 5\nlimits.standard_deviation = [-2, -1]', "below 0"),
        ('rows."play.31" = 5\nlimits.edge = [0, 1]', "an unknown key 'edge'"),
        ('rows."play.31" = 5\nlimit.house_edge = [0, 1]', "did you mean 'limits'"),
        ('order = ["highest edge"]\nrows."play.31" = 5', "highest or lowest and one of"),
        ('order = "house_edge"\nrows."play.31" = 5', "a list of texts"),
        ('rising = ["play.31", "play.x"]\nrows."play.31" = 5', "an unknown row 'play.x'"),
        ('bet = "mian"\nrows."play.31" = 5', "did you mean 'main'"),
    ],
)
def test_faults_of_a_grid(text: str, says: str) -> None:
    with pytest.raises(RulesError) as refused:
        read_grid(Document(text, "grid.toml"), GAME, layout("B"))
    assert says in str(refused.value)
    assert str(refused.value).startswith("grid.toml:")


def test_what_a_grid_says() -> None:
    text = """
    rising = ["play.26-28", "play.31"]
    order = ["lowest largest_win"]
    rows."play.31" = { from = "3/2", to = 3, step = 0.5 }
    rows."play.26-28" = [3, 2, 2]
    rows."play.29-30" = 4
    limits.standard_deviation = [0, 2.5]
    """
    grid = read_grid(Document(text), GAME, layout("B"))
    assert grid.axes["play.31"] == tuple(Fraction(half, 2) for half in (3, 4, 5, 6))
    assert grid.axes["play.26-28"] == (Fraction(2), Fraction(3))
    assert (grid.tables, grid.direction("largest_win"), grid.direction("house_edge")) == (8, "lowest", "highest")
    assert Pricer(grid).rows == ("play.31", "play.26-28")
    assert grid.rising == (("play.26-28", "play.31"),)
    assert all(grid.direction(name) in ("highest", "lowest") for name in FRONTIER)


GRID = """
game = "31 Classic"
layout = "31-classic-b"
[rows]
"play.31" = { from = 6, to = 14 }
"play.trips" = [3, 4, 5]
[limits]
house_edge = ["3%", "4%"]
"""


def test_design_as_a_user(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(GRID)
    out = tmp_path / "feasible.csv"
    answer = json.loads(
        run("paytable", "design", "31-classic", "--grid", str(grid), "-o", str(out), "--json").stdout
    )
    assert answer["schema"] == "casino31.design/1"
    assert answer["evaluated"] == 27
    lines = out.read_text().splitlines()
    assert len(lines) == 1 + answer["feasible"]
    for each in (*answer["tables"], *answer["frontier"]):
        pays = {row: Fraction(pay["exact"]) for row, pay in each["pays"].items()}
        outcomes = GAME.analyse(GAME.vary(layout("B"), pays)).outcomes
        metrics = measure(outcomes.of("ante", "play"), Fraction(1))
        assert Fraction(each["house_edge"]["exact"]) == metrics.house_edge
        assert Fraction(3, 100) <= metrics.house_edge <= Fraction(4, 100)
        assert each["standard_deviation"]["value"] == metrics.standard_deviation
    exact = [Fraction(line.rpartition(",")[2]) for line in lines[1:]]
    assert max(exact) == Fraction(answer["tables"][0]["house_edge"]["exact"])
    assert sorted(file.name for file in tmp_path.iterdir()) == ["feasible.csv", "grid.toml"]
    text = run("paytable", "design", "31 Classic", "--grid", str(grid), "--best", "1", "--jobs", "2").stdout
    assert "The best 1: highest house_edge" in text
    nothing = grid.read_text().replace('"3%", "4%"', '"30%", "40%"')
    grid.write_text(nothing)
    assert "0 satisfy the limits" in run("paytable", "design", "31 Classic", "--grid", str(grid)).stdout


def test_design_refuses_nonsense(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(GRID)
    assert "no game" in run("paytable", "design", "32 Classic", "--grid", str(grid), code=2).stderr
    assert "No such file" in run("paytable", "design", "31 Classic", "--grid", "missing.toml", code=3).stderr
    assert (
        "written as" in run("paytable", "design", "31 Classic", "--grid", str(grid), "-o", "a.doc", code=2).stderr
    )
    there = str(tmp_path / "nowhere" / "a.csv")
    assert "no folder" in run("paytable", "design", "31 Classic", "--grid", str(grid), "-o", there, code=2).stderr
    grid.write_text(GRID.replace('game = "31 Classic"', 'game = "Poker"'))
    assert "a grid for Poker" in run("paytable", "design", "31 Classic", "--grid", str(grid), code=3).stderr
    grid.write_bytes(b"\xff\xfe")
    assert "UTF-8" in run("paytable", "design", "31 Classic", "--grid", str(grid), code=3).stderr


def test_resume_as_a_user(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(GRID)
    arguments = ("paytable", "design", "31-classic", "--grid", str(grid), "--resume")
    anew = run(*arguments)
    assert "begins anew" in anew.stderr
    digest = hashlib.sha256(grid.read_bytes()).hexdigest()
    search = Search(Pricer(read_grid(Document(GRID, str(grid), digest), GAME, layout("31-classic-b"))), 10)
    saved = tmp_path / "grid.toml.saved"
    search.save(search.run(), saved)
    again = run(*arguments)
    assert again.stderr == ""
    assert again.stdout == anew.stdout
    assert not saved.exists()


@pytest.mark.parametrize(
    ("option", "name", "library"), [("--plot", "a.png", "matplotlib"), ("-o", "a.parquet", "pyarrow")]
)
def test_extras_work_or_say_what_to_install(tmp_path: Path, option: str, name: str, library: str) -> None:
    grid, out = tmp_path / "grid.toml", tmp_path / name
    grid.write_text(GRID)
    there = importlib.util.find_spec(library) is not None
    done = run("paytable", "design", "31-classic", "--grid", str(grid), option, str(out), code=0 if there else 2)
    assert out.exists() == there
    assert f"{out}: the " in done.stderr if there else "pip install 'casino31[" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    if there and library == "pyarrow":
        table = pyarrow.parquet.read_table(out).to_pydict()
        answer = json.loads(run("paytable", "design", "31-classic", "--grid", str(grid), "--json").stdout)
        assert len(table["play.31"]) == answer["feasible"]
        edges = [float(Fraction(exact)) for exact in table["house_edge_exact"]]
        assert edges == table["house_edge"]


LONG = """
layout = "31-classic-b"
[rows]
"play.22-25" = { from = 1, to = 3, step = "1/4" }
"play.26-28" = { from = 2, to = 5, step = "1/4" }
"play.29-30" = { from = 3, to = 8, step = "1/16" }
"play.trips" = { from = 3, to = 8, step = "1/16" }
"play.31" = { from = 6, to = 30 }
"play.mini royal" = { from = 10, to = 100 }
[limits]
house_edge = ["3%", "301/10000"]
"""


def test_ctrl_c_saves_and_resume_goes_on(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(LONG)
    arguments = [sys.executable, "-m", "casino31", "paytable", "design", "31-classic", "--grid", str(grid)]
    child = subprocess.Popen(arguments, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    time.sleep(3)
    os.kill(child.pid, signal.SIGINT)
    _, said = child.communicate(timeout=30)
    assert child.returncode == 130, said
    assert "--resume goes on" in said
    saved = json.loads((tmp_path / "grid.toml.saved").read_text())
    assert saved["schema"] == run_module.STATE
    grid.write_text(LONG.replace("301/10000", "302/10000"))
    assert "another search" in run(*arguments[3:], "--resume", code=2).stderr


def test_the_grid_of_the_guide_is_a_grid() -> None:
    guide = Path(__file__).parent.parent.joinpath("docs", "design.md").read_text(encoding="utf-8")
    text = guide.partition("```toml\n")[2].partition("```")[0]
    grid = read_grid(Document(text), GAME, layout("31-classic-b"))
    assert grid.tables == 3 * 6 * 49
    assert Search(Pricer(grid), 1).run().feasible > 0
