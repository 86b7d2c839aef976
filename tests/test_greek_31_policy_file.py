"""Files of policies: what is saved is loaded, the same bytes each time, and every wrong number is named."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from casino31.faults import RulesError
from casino31.games.greek_31.engine.plan import fixed_plan
from casino31.games.greek_31.equilibrium.policy_file import FORMAT, load, punters, rules_of, save
from casino31.games.greek_31.equilibrium.replies import beliefs_of
from casino31.games.greek_31.equilibrium.solver import FirstCardSolution, Punter
from casino31.games.greek_31.rules import Rules

RULES = Rules(aces="heath", fourteen="two cards")
Change = Callable[[dict[str, Any]], object]


def solution(rules: Rules = RULES) -> FirstCardSolution:
    """The stated banker, and a punter who replies to one belief at each exposure but two at the first."""
    many = len(beliefs_of(rules).exposed)
    places = np.array([0, *range(many)])
    beliefs = np.arange(10 * (many + 1)).reshape(-1, 10) % 7
    return FirstCardSolution(9, fixed_plan(rules), Punter(places, places + 1, beliefs), -0.5, 0.25)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("policies") / "policies.json"
    save(path, RULES, {9: solution()})
    return path


@pytest.mark.parametrize("ending", ["json", "json.gz", "json.xz"])
def test_what_is_saved_is_loaded(ending: str, tmp_path: Path) -> None:
    path, made = tmp_path / f"policies.{ending}", solution()
    digest = save(path, RULES, {9: made})
    assert digest == hashlib.sha256(path.read_bytes()).hexdigest()
    ((first, found),) = load(path, RULES).items()
    assert (first, found.first, found.plan, found.lower, found.upper) == (9, 9, made.plan, -0.5, 0.25)
    for name in ("places", "weights", "beliefs"):
        assert np.array_equal(getattr(found.punter, name), getattr(made.punter, name))
    assert np.array_equal(punters(path, RULES)[9].beliefs, made.punter.beliefs)
    if ending == "json.gz":
        assert path.read_bytes()[4:8] == bytes(4)  # no time: the same policies are the same bytes


def test_only_what_the_banker_does_is_written(written: Path) -> None:
    record = json.loads(written.read_text())
    policy = record["first_cards"]["T"]
    assert (record["format"], record["rules"]) == (FORMAT, {"aces": "heath", "fourteen": "two cards", "decks": 1})
    assert all(count for name in ("draws", "shows", "conceals") for count in policy[name].values())
    assert policy["replies"]["-"] == [[1, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2], [1, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5]]


@pytest.mark.parametrize("decks", [1, None])
def test_the_rules_of_a_file(decks: int | None, tmp_path: Path) -> None:
    save(tmp_path / "none.json", Rules(decks=decks), {})
    assert rules_of(tmp_path / "none.json") == Rules(title="none.json", decks=decks)
    assert load(tmp_path / "none.json", Rules(decks=decks)) == {}
    with pytest.raises(RulesError, match="policies for"):
        load(tmp_path / "none.json", Rules(decks=decks, aces="heath"))


def _policy(change: Change) -> Change:
    return lambda record: change(record["first_cards"]["T"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda record: record.update(format=FORMAT + "0"), "format"),
        (lambda record: record["first_cards"].update(Q={}), "first card 'Q'"),
        (lambda record: record["first_cards"].update(T=[]), "is no policy"),
        (_policy(lambda policy: policy["draws"].update({"-": -1})), "draws -: -1 is not a whole number"),
        (_policy(lambda policy: policy["draws"].update({"-": 2**53})), f"{2**53} is not a whole number"),
        (_policy(lambda policy: policy["draws"].update({"-": 2**53 - 1})), "leaves"),
        (_policy(lambda policy: policy["draws"].update({"-": True})), "true is not a whole number"),
        (_policy(lambda policy: policy.update(scale=0)), "first card T"),
        (_policy(lambda policy: policy.update(lower=-1.001)), "lower is -1.001"),
        (_policy(lambda policy: policy.update(upper=1.001)), "upper is 1.001"),
        (_policy(lambda policy: policy["replies"]["-"][0].append(1)), "is not a weight and the ten numbers"),
        (_policy(lambda policy: policy["replies"]["-"][0].pop()), "is not a weight and the ten numbers"),
        (_policy(lambda policy: policy["replies"].pop("-")), "leaves out cards"),
        (_policy(lambda policy: policy["replies"].update({"-": [[0] * 11]})), "leaves out cards"),
        (_policy(lambda policy: policy["conceals"].update({"TT Q": 1})), "cannot be held"),
        (_policy(lambda policy: policy.pop("shows")), "shows is missing"),
    ],
)
def test_a_wrong_number_is_named(change: Change, said: str, written: Path, tmp_path: Path) -> None:
    record = json.loads(written.read_text())
    change(record)
    path = tmp_path / "changed.json"
    path.write_text(json.dumps(record))
    with pytest.raises(RulesError) as caught:
        load(path, RULES)
    assert said in str(caught.value)


def test_the_ends_of_an_interval_may_be_missing_or_all_that_can_be(written: Path, tmp_path: Path) -> None:
    record = json.loads(written.read_text())
    policy, path = record["first_cards"]["T"], tmp_path / "changed.json"
    for ends in ({}, {"lower": -1, "upper": 1}):
        del policy["lower"], policy["upper"]
        policy |= ends
        path.write_text(json.dumps(record))
        found = load(path, RULES)[9]
        assert (found.lower, found.upper) == (-1, 1)
        policy |= {"lower": 0, "upper": 0}
