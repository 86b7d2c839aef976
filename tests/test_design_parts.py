"""Grids of several bets: taken apart or searched together, against the exact engine and against each other."""

import hashlib
import json
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.bets import stake_on
from casino31.faults import RulesError, SelfCheckError
from casino31.games.classic_31 import GAME
from casino31.layout import Layout
from casino31.layoutfile.document import Document
from casino31.metrics import Metrics, measure
from casino31.paytable_design import search as search_module
from casino31.paytable_design.figures import whole_unit
from casino31.paytable_design.grid import Grid, read_grid
from casino31.paytable_design.kernels import sum_tables
from casino31.paytable_design.lines import pay_columns
from casino31.paytable_design.parts import SearchResult, bond, parts, together
from casino31.paytable_design.run import Search, verified
from casino31.paytable_design.search import Found, Pricer
from tests.layouts import layout
from tests.test_cli import run
from tests.test_design_search import AXIS, BONUS_ROWS, CHOICES, everything
from tests.test_design_surface import MAIN_ROWS

TWO = """
[rows]
"play.26-28" = [2, 3, 4]
"play.31" = { from = 6, to = 18, step = 3 }
"natural 31.22-25" = { from = 3, to = 6 }
"natural 31.trips" = { from = 20, to = 40, step = 5 }
[limits.main]
house_edge = ["2%", "6%"]
[limits."natural 31"]
house_edge = ["4%", "9%"]
"""


def grid_in(text: str, rules: Layout | None = None) -> Grid:
    return read_grid(Document(text), GAME, rules or layout("B"))


def text_of(axes: dict[str, Any]) -> str:
    return "\n".join(f'rows."{row}" = [{", ".join(f"{str(pay)!r}" for pay in axis)}]' for row, axis in axes.items())


def engine(rules: Layout, pays: dict[str, Fraction], bets: tuple[str, ...], objective: tuple[str, ...]) -> Metrics:
    """The other route to the figures of some bets of a table."""
    varied = GAME.vary(rules, pays)
    stake = stake_on(GAME, varied, dict.fromkeys(bets, Fraction(1)))
    return measure(stake.outcomes(GAME.analyse(varied, objective).outcomes), stake.initial_wager)


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(
    st.dictionaries(st.sampled_from(MAIN_ROWS), AXIS, min_size=1, max_size=2),
    st.dictionaries(st.sampled_from(BONUS_ROWS), AXIS, min_size=1, max_size=2),
    CHOICES,
)
def test_every_table_of_two_bets_is_what_the_engine_says(
    main: dict[str, Any], bonus: dict[str, Any], choices: dict[str, Any]
) -> None:
    """The whole grid as one search, whatever the readings: both bets together and each under the joint strategy."""
    rules = layout("B", **choices)
    try:
        grid = grid_in(text_of(main | bonus), rules)
    except RulesError as error:
        assert "cannot be moved" in str(error)  # noqa: PT017
        return
    assert bool(bond(grid)) == (choices["bonus_after_fold"] == "forfeited")
    pricer = Pricer(grid)
    found = everything(pricer)
    assert found.tables.tolist() == list(range(grid.tables))
    columns = pay_columns(pricer, found.tables)
    for table in range(0, pricer.tables, 3):
        pays = {row: columns[row][table] if row in columns else axis[0] for row, axis in grid.axes.items()}
        for bets, prefix in ((("main", "natural 31"), ""), (("main",), "main."), (("natural 31",), "natural 31.")):
            metrics = engine(rules, pays, bets, ("main", "natural 31"))
            for name in ("house_edge", "hit_frequency", "push_frequency", "largest_win"):
                value = int(found.figures[prefix + name][table]) / whole_unit(pricer, prefix + name)
                assert value == getattr(metrics, name), (prefix, name)
            square = int(found.figures[f"{prefix}standard_deviation"][table])
            assert square / whole_unit(pricer, f"{prefix}standard_deviation") == metrics.variance


def tables_of(pricer: Pricer, found: Found) -> list[dict[str, Fraction]]:
    columns = pay_columns(pricer, found.tables)
    return [{row: column[k] for row, column in columns.items()} for k in range(len(found.tables))]


def test_one_search_a_bet_is_the_search_of_the_whole_grid() -> None:
    grid = grid_in(TWO)
    alone = [(pricer, everything(pricer)) for pricer in map(Pricer, parts(grid))]
    assert [part.surface.bets for part in parts(grid)] == [("main",), ("natural 31",)]
    each = [tables_of(pricer, found) for pricer, found in alone]
    assert 0 < len(each[0]) < 15
    assert 0 < len(each[1]) < 20
    pricer = Pricer(grid)
    found = everything(pricer)
    assert sorted(tables_of(pricer, found), key=str) == sorted(
        ({row: (one | other)[row] for row in pricer.rows} for one, other in product(*each)), key=str
    )


@pytest.mark.parametrize(
    "order", [["highest house_edge"], ["lowest natural 31.standard_deviation", "lowest house_edge"]]
)
def test_the_best_tables_of_all_bets(order: list[str]) -> None:
    """Where the order speaks of edges or of one bet, they are the best of all combinations."""
    grid = grid_in(f"order = {json.dumps(order)}\n{TWO}")
    searches = [Search(Pricer(part), 6) for part in parts(grid)]
    done = [(search, search.run()) for search in searches]
    found = [
        SearchResult(search.pricer.grid, state.feasible, verified(search.pricer, state.best), ())
        for search, state in done
    ]
    best = together(grid, found, 6)
    whole = Search(Pricer(grid), 6)
    state = whole.run()
    assert state.feasible == found[0].feasible * found[1].feasible
    wanted = verified(whole.pricer, state.best)
    names = [name.split(" ", 1)[1] for name in order]
    assert [[each.figure(name) for name in names] for each in best] == [
        [each.figure(name) for name in names] for each in wanted
    ]
    wrong = found[1].best[0]._replace(metrics=found[0].best[0].metrics)
    with pytest.raises(SelfCheckError, match="other figures alone"):
        together(grid, [found[0], found[1]._replace(best=(wrong,))], 1)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ("", ""),
        ("limits.largest_win = [0, 230]", "largest_win is limited for both together"),
        ('rising = ["play.31", "natural 31.trips"]', "play.31 and natural 31.trips stand in one rising list"),
        ('rising = [["play.26-28", "play.31"], ["natural 31.22-25", "natural 31.trips"]]', ""),
    ],
)
def test_what_keeps_bets_together(more: str, why: str) -> None:
    rows = TWO.partition("[limits")[0].replace("[rows]\n", "")
    text = f"{more}\n" + "".join(f"rows.{line}\n" for line in rows.splitlines() if line)
    grid = grid_in(text)
    assert bond(grid) == why
    assert len(parts(grid)) == (1 if why else 2)
    forfeited = grid_in(text, layout("B", bonus_after_fold="forfeited"))
    assert bond(forfeited) == "one decision moves both"
    alone = grid_in('rows."play.31" = [1, 2]', layout("B", bonus_after_fold="forfeited"))
    assert parts(alone) == (alone,)
    assert bond(grid_in('rows."play.31" = [1, 2]\nlimits.house_edge = [0, 1]')) == ""


@pytest.mark.slow
def test_a_limit_on_all_bets_together_holds() -> None:
    grid = grid_in(TWO + "[limits]\nhit_frequency = [0.35, 1]\nstandard_deviation = [0, 2.95]")
    pricer = Pricer(grid)
    found = everything(pricer)
    tables = verified(pricer, found)
    assert 0 < len(tables) < grid.tables
    everyone = verified(pricer, everything(Pricer(grid_in(TWO))))
    kept = [
        t
        for t in everyone
        if t.metrics.variance <= Fraction(295, 100) ** 2 and t.metrics.hit_frequency >= Fraction(7, 20)
    ]
    assert [t.pays for t in tables] == [t.pays for t in kept]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[limits."natural 31"]\nhouse_edge = [0, 1]\n[rows]\n"play.31" = 5', "of which no row is searched"),
        ('[limits.main]\nedge = [0, 1]\n[rows]\n"play.31" = 5', "an unknown key 'edge' in [limits.main]"),
        ('limits.main = 5\nrows."play.31" = 5', "a table"),
        ('[limits.main]\nhouse_edge = [1, 0]\n[rows]\n"play.31" = 5', "no table can have"),
        ('bet = "main"\nrows."natural 31.trips" = 5', "'natural 31.trips', a row of natural 31, in a grid of main"),
        ('rising = [[]]\nrows."play.31" = 5\nrows."natural 31.trips" = 5', "lists of two or more rows"),
        ('rising = ["play.31", ["play.17", "play.31"]]\nrows."play.31" = 5', "'play.31' in rising"),
        ('rows."play.31" = 5\nlimits.hit_frequency = [2, 3]', "which no table can have"),
        ('rows."natural 31.tripz" = 5', "did you mean 'natural 31.trips'"),
        (
            'order = ["highest bonus.house_edge"]\nrows."play.31" = 5\nrows."natural 31.trips" = 5',
            "or that of one bet, such as natural 31.house_edge",
        ),
    ],
)
def test_faults_of_a_grid_of_bets(text: str, says: str) -> None:
    with pytest.raises(RulesError) as refused:
        grid_in(text)
    assert str(refused.value).count(says) == 1
    assert len(refused.value.faults) == 1


def test_a_grid_of_one_bet_may_name_it() -> None:
    grid = grid_in('order = ["lowest main.house_edge"]\nrows."play.31" = [5, 6]\nlimits.main.house_edge = [0, 1]')
    assert grid.limits == {"house_edge": (Fraction(0), Fraction(1))}
    assert grid.order == (("lowest", "house_edge"),)
    assert grid.figures[-1] == "largest_win"


# Compiled loops give the same numbers as numpy.


@pytest.mark.slow
def test_compiled_and_numpy_searches_are_the_same_bit_for_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = """
    rows."play.22-25" = { from = 1, to = 3, step = "1/2" }
    rows."play.trips" = { from = 2, to = 6 }
    rows."play.29-30" = { from = 1, to = 10, step = 3 }
    rows."play.31" = { from = 4, to = 20 }
    rows."play.mini royal" = { from = 5, to = 60, step = 5 }
    """
    bonus = 'rows."natural 31.trips" = [20, 30]\nrows."natural 31.16-21" = [0, 1]'
    cases = [
        (rows, layout("B")),
        (
            rows + 'limits.house_edge = ["2%", "5%"]\nlimits.standard_deviation = [0, 2.3]',
            layout("A", trips="last"),
        ),
        (
            TWO
            + bonus.replace(
                'rows."natural 31.trips" = [20, 30]\nrows.', '[rows."natural 31.16-21"]\nfrom=0\nto=1#'
            ),
            layout("B", bonus_after_fold="forfeited"),
        ),
    ]
    monkeypatch.setattr(search_module, "MANY", 0)
    assert Pricer(grid_in(TWO)).compiled(sum_tables)
    fast = []
    for text, rules in cases:
        pricer = Pricer(grid_in(text, rules))
        fast.append((everything(pricer), Search(pricer, 20).run()))
    monkeypatch.setattr(search_module, "compiled", lambda _: None)
    for (text, rules), (found, state) in zip(cases, fast, strict=True):
        pricer = Pricer(grid_in(text, rules))
        again, other = everything(pricer), Search(pricer, 20).run()
        assert found.tables.tolist() == again.tables.tolist()
        for name in pricer.grid.figures:
            assert found.figures[name].tolist() == again.figures[name].tolist(), name
        for one, two in ((state.best, other.best), (state.frontier, other.frontier)):
            assert one.tables.tolist() == two.tables.tolist()
            assert {k: v.tolist() for k, v in one.figures.items()} == {
                k: v.tolist() for k, v in two.figures.items()
            }


# As a user.


@pytest.mark.slow
def test_two_bets_as_a_user(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text('layout = "31-classic-b"\n' + TWO)
    out = tmp_path / "found.parquet"
    arguments = ("paytable", "design", "31-classic", "--grid", str(grid), "--best", "3")
    answer = json.loads(run(*arguments, "-o", str(out), "--json").stdout)
    counts = [each["feasible"] for each in answer["searches"]]
    assert answer["feasible"] == counts[0] * counts[1]
    assert answer["evaluated"] == 300
    assert {tuple(each["bets"]) for each in answer["frontier"]} == {("main",), ("natural 31",)}
    assert answer["searched_together"] is None
    for each in answer["tables"]:
        assert each["bets"] == ["main", "natural 31"]
        pays = {row: Fraction(pay["exact"]) for row, pay in each["pays"].items()}
        both = engine(layout("B"), pays, ("main", "natural 31"), ("main",))
        assert Fraction(each["house_edge"]["exact"]) == both.house_edge
        for bet, figures in each["alone"].items():
            assert Fraction(figures["variance"]["exact"]) == engine(layout("B"), pays, (bet,), ("main",)).variance
    written = {bet: pyarrow.parquet.read_table(tmp_path / f"found.{bet}.parquet") for bet in ("main", "natural-31")}
    assert [table.num_rows for table in written.values()] == counts
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "found.main.parquet",
        "found.natural-31.parquet",
        "grid.toml",
    ]
    text = run(*arguments).stdout
    assert "each bet is searched alone" in text
    assert "All bets together, one unit on each" in text
    grid.write_text(grid.read_text().replace('"4%", "9%"', '"90%", "91%"'))
    picture = tmp_path / "frontiers.png"
    assert "= 0 satisfy the limits" in " ".join(run(*arguments, "--plot", str(picture)).stdout.split())
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_the_second_search_goes_on_after_the_first(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    text = 'layout = "31-classic-b"\n' + TWO
    grid.write_text(text)
    arguments = ("paytable", "design", "31-classic", "--grid", str(grid), "--resume")
    anew = run(*arguments)
    document = Document(text, str(grid), hashlib.sha256(grid.read_bytes()).hexdigest())
    main, _ = parts(read_grid(document, GAME, layout("31-classic-b")))
    search = Search(Pricer(main), 10)
    search.save(search.run(), tmp_path / "grid.toml.main.saved")
    again = run(*arguments)
    assert again.stderr == ""
    assert again.stdout == anew.stdout
    assert [file.name for file in tmp_path.iterdir()] == ["grid.toml"]


@pytest.mark.slow
def test_a_fold_that_forfeits_is_searched_together(tmp_path: Path) -> None:
    shipped = Path(__file__).parent.parent.joinpath("paytables", "31-classic-b.toml").read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(
        shipped.replace('bonus_after_fold = "stands"', 'bonus_after_fold = "forfeited"')
    )
    grid = tmp_path / "grid.toml"
    grid.write_text('layout = "mine.toml"\n' + TWO)
    out = tmp_path / "found.csv"
    arguments = ("paytable", "design", "31-classic", "--grid", str(grid), "-o", str(out))
    answer = json.loads(run(*arguments, "--json").stdout)
    assert answer["searched_together"] == "one decision moves both"
    lines = out.read_text().splitlines()
    assert len(lines) == 1 + answer["feasible"] > 1
    assert lines[0].endswith(",house_edge_exact,main.house_edge_exact,natural 31.house_edge_exact")
    rules = layout("B", bonus_after_fold="forfeited")
    for each in answer["tables"]:
        pays = {row: Fraction(pay["exact"]) for row, pay in each["pays"].items()}
        for bet, low, high in (("main", 2, 6), ("natural 31", 4, 9)):
            edge = engine(rules, pays, (bet,), ("main", "natural 31")).house_edge
            assert Fraction(each["alone"][bet]["house_edge"]["exact"]) == edge
            assert Fraction(low, 100) <= edge <= Fraction(high, 100)
    assert "searched together (one decision moves both)" in run(*arguments).stdout
