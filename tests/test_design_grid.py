"""Grids from files, and the search as a user meets it."""

import hashlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import NoReturn

import pyarrow.parquet
import pytest
from click.testing import CliRunner

from casino31.cli import cli
from casino31.decimals import percent
from casino31.faults import NotCapableError, RulesError
from casino31.game import Game
from casino31.games.classic_31 import GAME
from casino31.layoutfile.document import Document
from casino31.metrics import measure
from casino31.paytable_design.grid import FRONTIER, read_grid
from casino31.paytable_design.parts import parts
from casino31.paytable_design.run import Search
from casino31.paytable_design.saved import STATE
from casino31.paytable_design.search import Pricer
from tests.layouts import layout
from tests.test_cli import run


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
        ('rows."play.31" = 5\nlimits.standard_deviation = [-2, -1]', "from -2 to -1, which no table can have"),
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


@pytest.mark.slow
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
    said = run("paytable", "design", "31 Classic", "--grid", str(grid)).stdout
    assert "0 satisfy the limits" in said
    low, high = (
        -GAME.best(GAME.vary(layout("B"), {"play.31": Fraction(pay), "play.trips": Fraction(trips)}))
        for pay, trips in ((14, 5), (6, 3))
    )
    assert f"its pays give edges from {percent(low)} to {percent(high)}" in said


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


@pytest.mark.slow
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


@pytest.mark.slow
def test_ctrl_c_saves_and_resume_goes_on(tmp_path: Path) -> None:
    grid = tmp_path / "grid.toml"
    grid.write_text(LONG)
    arguments = [sys.executable, "-m", "casino31", "paytable", "design", "31-classic", "--grid", str(grid)]
    screen, end = os.openpty()  # the search tells a terminal how far it is: the sign that it has begun
    child = subprocess.Popen(arguments, stderr=end, stdout=subprocess.DEVNULL)
    os.close(end)
    told = b""
    while b"to go" not in told:
        told += os.read(screen, 4096)
    os.kill(child.pid, signal.SIGINT)
    with suppress(OSError):  # a terminal whose other end is closed
        while more := os.read(screen, 4096):
            told += more
    os.close(screen)
    child.wait(timeout=60)
    said = told.decode()
    assert child.returncode == 130, said
    assert "--resume goes on" in said
    saved = json.loads((tmp_path / "grid.toml.saved").read_text())
    assert saved["schema"] == STATE
    grid.write_text(LONG.replace("301/10000", "302/10000"))
    assert "another search" in run(*arguments[3:], "--resume", code=2).stderr


def test_the_grid_of_the_guide_is_a_grid() -> None:
    guide = Path(__file__).parent.parent.joinpath("docs", "design.md").read_text(encoding="utf-8")
    text = guide.partition("```toml\n")[2].partition("```")[0]
    grid = read_grid(Document(text), GAME, layout("31-classic-b"))
    assert grid.tables == 3 * 6 * 49
    assert Search(Pricer(grid), 1).run().feasible > 0
    several = read_grid(Document(guide.split("```toml\n")[2].partition("```")[0]), GAME, layout("31-classic-b"))
    assert [part.tables for part in parts(several)] == [3 * 25, 4 * 5]
    assert all(Search(Pricer(part), 1).run().feasible > 0 for part in parts(several))


@pytest.mark.parametrize(
    "arguments",
    [
        ("paytable", "solve", "31-classic-b", "--row", "play.31", "--edge", "3%"),
        ("paytable", "sensitivity", "31-classic-b", "--readings"),
        ("paytable", "design", "31-classic", "--grid", "GRID"),
        ("exposure", "31-classic-b"),
    ],
)
def test_a_game_without_pays_says_so(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(*_: object) -> NoReturn:
        raise NotCapableError("this game has no pay table to design")

    grid = tmp_path / "grid.toml"
    grid.write_text(GRID)
    for method in ("payoffs", "rounds", "vary"):
        monkeypatch.setattr(Game, method, nothing)
    done = CliRunner().invoke(cli, [str(grid) if each == "GRID" else each for each in arguments])
    assert done.exit_code == 2
    assert done.output == "this game has no pay table to design\n"
