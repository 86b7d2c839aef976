"""Simulations of layouts with a banker on the command line: parts, merging, resuming, and clear refusals."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from casino31.cli import cli
from casino31.simulation import BLOCK

LAYOUT = "greek-31-kouridakis-infinite"


def run(*arguments: str, code: int = 0) -> Result:
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == code, done.output
    return done


@pytest.mark.slow
def test_every_figure_stands_beside_the_exact_law() -> None:
    whole = json.loads(run("simulate", LAYOUT, "--rounds", "1e5", "--json").stdout)
    assert (whole["schema"], whole["method"], whole["conforms"]) == (
        "casino31.banker-simulation/1",
        "simulated",
        True,
    )
    assert sum(row["rounds"] for row in whole["classes"].values()) == whole["played"] == 100_000
    assert abs(whole["mean"]["z"]) < 4
    assert whole["mean"]["exact"] == pytest.approx(0.010697150908, abs=1e-12)
    page = run("simulate", LAYOUT, "--rounds", "1e5").stdout
    assert "simulated, seed 31, 100,000 rounds (complete)" in page
    assert page.endswith("agrees with the exact law (level 99.9 %)\n")


@pytest.mark.slow
def test_parts_in_any_number_and_order_come_to_the_same_bytes(tmp_path: Path) -> None:
    asked = ("--rounds", str(3 * BLOCK + 1), "--punters", "2", "--seed", "7")
    at_once, parts = tmp_path / "all.json", [tmp_path / f"{i}.json" for i in (1, 2)]
    run("simulate", LAYOUT, *asked, "-o", str(at_once))
    for i, part in enumerate(parts, start=1):
        run("simulate", LAYOUT, *asked, "--shard", f"{i}/2", "-o", str(part))
    merged = tmp_path / "merged.json"
    said = run("merge", str(parts[1]), str(parts[0]), "-o", str(merged)).stdout
    assert "2 punters, best reply" in said
    assert "covariance of two punters" in said
    assert merged.read_bytes() == at_once.read_bytes()


@pytest.mark.slow
def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    kept, rounds = tmp_path / "kept.json", str(3 * BLOCK)
    run("simulate", LAYOUT, "--rounds", rounds, "-o", str(kept))
    whole = kept.read_bytes()
    cut = json.loads(whole)
    run("simulate", LAYOUT, "--rounds", rounds, "--shard", "1/3", "-o", str(tmp_path / "part.json"))
    part = json.loads((tmp_path / "part.json").read_text())
    assert part["blocks"] == [[0, 1]]
    kept.write_text(json.dumps(part, ensure_ascii=False) + "\n")
    run("simulate", LAYOUT, "--rounds", rounds, "-o", str(kept))
    assert kept.read_bytes() == whole
    cut["counts"][0] += 1
    kept.write_text(json.dumps(cut))
    assert "rounds in blocks that hold" in run("merge", str(kept), code=3).stderr


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((LAYOUT, "--objective", "main"), 2, "--objective is for games with a pay table"),
        ((LAYOUT, "--punters", "9"), 2, "9 punters: expected 1 to 8"),
        ((LAYOUT, "--punters", "0"), 2, "0 punters: expected 1 to 8"),
        (("31-classic-b", "--punters", "2"), 2, "--punters is for games with a banker"),
        (("UNSOLVED.toml",), 3, "without a policy"),
        ((LAYOUT, "--shard", "3/2"), 2, "shards are counted from 1 to 2"),
        ((LAYOUT, "-o", "TAKEN.json"), 3, "no JSON"),
    ],
)
def test_nonsense_is_one_clear_message(arguments: tuple[str, ...], code: int, said: str, tmp_path: Path) -> None:
    (tmp_path / "TAKEN.json").write_text("{")
    unsolved = 'game = "Greek 31"\ntitle = "t"\nsource = "s"\n[banker]\nstand = "optimal"\n'
    (tmp_path / "UNSOLVED.toml").write_text(unsolved)
    paths = [str(tmp_path / each) if each[:3] in ("OUT", "TAK", "UNS") else each for each in arguments]
    assert said in run("simulate", *paths, "--rounds", "1000", code=code).stderr
    assert {path.name for path in tmp_path.iterdir()} == {"TAKEN.json", "UNSOLVED.toml"}


@pytest.mark.slow
def test_parts_of_different_simulations_do_not_merge(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in ("1.json", "2.json", "3.json", "4.json")]
    run("simulate", LAYOUT, "--rounds", "1000", "--seed", "1", "-o", str(paths[0]))
    run("simulate", LAYOUT, "--rounds", "1000", "--seed", "2", "-o", str(paths[1]))
    run("simulate", LAYOUT, "--rounds", "1000", "--punters", "2", "-o", str(paths[2]))
    run("simulate", "natural-31", "--rounds", "1000", "-o", str(paths[3]))
    first = str(paths[0])
    assert "twice" in run("merge", first, first, code=2).stderr
    assert "seed is 1 in one, 2 in another" in run("merge", first, str(paths[1]), code=2).stderr
    assert "punters is '2'" in run("merge", first, str(paths[2]), code=3).stderr
    assert "another kind of file" in run("merge", first, str(paths[3]), code=3).stderr
    assert "another kind of file" in run("merge", str(paths[3]), first, code=3).stderr
    assert "the parts are of another game" in run("merge", first, "-p", "natural-31", code=2).stderr
