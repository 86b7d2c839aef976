"""Solved policies: a stranger's program finds the same intervals; files that lack something say what."""

import json
import lzma
import random
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from casino31.cli import cli
from casino31.games.greek_31.api import tolerance
from casino31.games.greek_31.certified import claimed
from casino31.games.greek_31.equilibrium.policy_file import load
from casino31.games.greek_31.equilibrium.solve import verify
from casino31.games.greek_31.hands import hands, stands
from casino31.games.greek_31.rules import Rules
from casino31.layoutfile.document import Document
from casino31.rulesfile import load as load_layout
from tests.checkers import tool

FILE = Path(__file__).parents[1] / "paytables" / "policies" / "heath-infinite.json.xz"
HEATH = Rules(aces="heath", decks=None)


@lru_cache
def stored() -> dict[str, Any]:
    record: dict[str, Any] = json.loads(lzma.decompress(FILE.read_bytes()))
    return record


def written(path: Path, **changes: Any) -> Path:
    path.write_text(json.dumps({**stored(), **changes}))
    return path


def with_ten(path: Path, **changes: Any) -> Path:
    """The policies of the ten alone, some of their parts changed."""
    return written(path, first_cards={"T": {**stored()["first_cards"]["T"], **changes}})


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, list(arguments))


@pytest.mark.parametrize("aces", ["kouridakis", "heath"])
@pytest.mark.parametrize("fourteen", ["any", "two cards"])
def test_the_checkers_hands_are_the_hands(aces: Any, fourteen: Any) -> None:
    rules = Rules(aces=aces, fourteen=fourteen)
    greek = tool("check_policies").Greek({"aces": aces, "fourteen": fourteen, "decks": 1})
    table = hands(rules)
    assert set(greek.hands) == set(table.place)
    for hand, place in table.place.items():
        rank, _, shown = greek.worth(hand)
        assert (rank, shown) == (table.rank[place], table.fourteen[place])
    hidden = {(way.exposed, way.concealed, way.rank) for way in stands(rules)}
    plus = tool("check_policies").plus
    assert hidden == {
        (plus(hand, c, -1), c, greek.worth(hand)[1])
        for hand in greek.hands
        for c in range(10)
        if hand[c] and greek.worth(hand)[1]
    }


@pytest.mark.slow
def test_both_best_replies_are_the_exact_ones() -> None:
    checker = tool("check_policies")
    greek = checker.Greek(stored()["rules"])
    found = greek.interval(9, stored()["first_cards"]["T"])
    assert found == tuple(verify(HEATH, load(FILE, HEATH)[9], exact=True))


@pytest.mark.slow
@pytest.mark.parametrize("part", ["draws", "shows", "conceals", "replies", "scale"])
def test_altered_policies_are_refused_or_prove_another_interval(part: str) -> None:
    checker, draw = tool("check_policies"), random.Random(31)
    policy = stored()["first_cards"]["T"]
    name = draw.choice(sorted(policy[part])) if part != "scale" else ""
    if part == "replies":
        other = {name: [[1, *[0] * 9, 1]]}
        greek = checker.Greek(stored()["rules"])
        states = greek.states(9)
        exposed = checker.counts(name)
        rows, _ = greek.table(states, exposed, {9: 20})
        assert greek.reply(rows, other[name][0][1:], 1) != greek.reply(rows, [0] * 10, 1)
        return
    changed = policy[part] + 1 if part == "scale" else {**policy[part], name: policy[part][name] + 1}
    with pytest.raises(ValueError, match="left undecided"):
        checker.Greek(stored()["rules"]).interval(9, {**policy, part: changed})


def test_a_file_with_no_first_cards_cannot_be_said_to_prove_anything(tmp_path: Path) -> None:
    none = run("verify", str(written(tmp_path / "none.json", first_cards={})))
    assert (none.exit_code, "no policies for the first cards A, 2, 3" in none.output) == (4, True)


@pytest.mark.slow
def test_the_first_cards_that_are_missing_are_named(tmp_path: Path) -> None:
    """The stored ends need not be there: nothing is proved by them."""
    path = with_ten(tmp_path / "ten.json")
    record = json.loads(path.read_text())
    for end in ("lower", "upper"):
        del record["first_cards"]["T"][end]
    path.write_text(json.dumps(record))
    done = run("verify", str(path), "--json")
    assert done.exit_code == 4
    proof = json.loads(done.stdout)
    assert (list(proof["first_cards"]), proof["missing"]) == (["T"], list("A23456789"))
    assert "no policies for the first cards A, 2, 3, 4, 5, 6, 7, 8, 9" in done.stderr


def test_the_tolerance_is_that_of_the_layout() -> None:
    text = load_layout("greek-31-heath-infinite-optimal").text
    game = load_layout("greek-31-heath-infinite-optimal").game
    assert tolerance(HEATH) == Fraction(1, 10_000)
    wider = game.read(Document(text.replace("[bets]", "tolerance = 0.01\n[bets]")))
    assert game.sides.tolerance(wider) == Fraction(1, 100)


@pytest.mark.slow
def test_an_interval_wider_than_the_layouts_tolerance_does_not_conform(tmp_path: Path) -> None:
    text = load_layout("greek-31-heath-infinite-optimal").text
    (tmp_path / "policies").mkdir()
    (tmp_path / "policies" / FILE.name).write_bytes(FILE.read_bytes())
    layout = tmp_path / "narrow.toml"
    layout.write_text(text.replace("[bets]", "tolerance = 0.00006\n[bets]"))
    done = run("verify", str(layout))
    assert (done.exit_code, "is wider than 6e-05, the tolerance of the layout" in done.output) == (1, True)


Change = Callable[[Path], Path]
FAULTS: list[tuple[Change, str]] = [
    (lambda path: written(path, first_cards=[]), "first_cards is no table"),
    (lambda path: written(path, first_cards={"1": {}}), "first card '1' is none of A 2 3"),
    (lambda path: written(path, first_cards={"T": 3}), "first card T: 3 is no policy"),
    (lambda path: written(path, first_cards={"T": {}}), "first card T: draws is missing"),
    (lambda path: with_ten(path, upper="high"), 'first card T: upper is "high", no expectation'),
    (lambda path: with_ten(path, upper=float("nan")), "the number NaN"),
    (lambda path: with_ten(path, scale=0.5), "first card T, scale: 0.5 is not a whole number"),
    (lambda path: with_ten(path, conceals={"89A": 1}), "first card T, conceals: '89A' cannot be held"),
    (lambda path: with_ten(path, conceals={"89 AA": 1}), "first card T, conceals: '89 AA' cannot be held"),
    (lambda path: with_ten(path, draws={"TTTT": 1}), "first card T, draws: 'TTTT' cannot be held"),
    (lambda path: with_ten(path, draws={"x": 1}), "'x' in 'x' is not a card value"),
    (lambda path: with_ten(path, replies={"-": [[1, 2]]}), "[1, 2] is not a weight and the ten numbers"),
    (lambda path: with_ten(path, replies={"-": 3}), "3 is no list of a weight and ten numbers each"),
    (lambda path: with_ten(path, replies={"-": [[1] * 10 + [-1]]}), "-1 is not a whole number"),
    (lambda path: with_ten(path, replies={}), "leaves out cards that the banker may expose, such as -"),
]


@pytest.mark.parametrize(("change", "said"), FAULTS, ids=[said for _, said in FAULTS])
def test_faults_of_policy_files_speak_of_the_file(change: Change, said: str, tmp_path: Path) -> None:
    done = run("verify", str(change(tmp_path / "policies.json")))
    assert done.exit_code == 3
    assert said in done.output
    assert "inhomogeneous" not in done.output


def test_an_interval_too_close_to_a_decimal_is_not_rounded() -> None:
    from casino31.banker_answers import BankerFigure, Interval, Proof

    near = Interval(BankerFigure(None, 0.1 - 1e-14, 1e-12), BankerFigure(None, 0.25, 1e-12))
    assert claimed(Proof("", "", {}, "", "", {"A": near})) is None
