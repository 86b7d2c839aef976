"""A solved banker's certificate from end to end: made, verified, recounted, and refused when altered."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import casino31
from casino31.certificate.seal import Certificate
from casino31.cli import cli
from casino31.games.greek_31.engine.plan import fixed_plan
from casino31.games.greek_31.equilibrium.policy_file import save
from casino31.games.greek_31.equilibrium.solver import FirstCardSolution, Punter, certain
from casino31.games.greek_31.rules import Rules
from tests.checkers import tool

pytestmark = pytest.mark.slow
LAYOUT = """game = "Greek 31"
title = "A solved banker"
source = "the tests"
[rules]
decks = "infinite"
[banker]
stand = "optimal"
policy = "policies.json.gz"
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """A fixed banker, and a punter who is sure of his best hand, stand in for a solution."""
    rules, folder, solutions = Rules(decks=None), tmp_path_factory.mktemp("solved"), {}
    for first in range(10):
        places, beliefs = certain(rules, first, ())
        punter = Punter(places, np.ones(len(places), np.int64), beliefs)
        solutions[first] = FirstCardSolution(first, fixed_plan(rules), punter, -1.0, 1.0)
    save(folder / "policies.json.gz", rules, solutions)
    (folder / "solved.toml").write_text(LAYOUT)
    return casino31.certify(folder / "solved.toml")


def test_it_is_shown_and_verified(made: Certificate, tmp_path: Path) -> None:
    path = tmp_path / "sheet.c31cert"
    path.write_bytes(made.file)
    shown = CliRunner().invoke(cli, ["certificate", "show", str(path)])
    assert shown.exit_code == 0
    assert f"  lower            {made.content['claims']['all']['lower']}" in shown.output
    found = CliRunner().invoke(cli, ["certificate", "verify", str(path)])
    assert (found.exit_code, "holds" in found.output) == (0, True)


def test_a_stranger_recomputes_both_best_replies(made: Certificate) -> None:
    claims, policies = made.content["claims"], made.content["policies"]
    check = tool("check_policies").check_policies
    assert "for the first cards T " in check(policies, 31, claims, "T")
    altered = {**claims, "T": {**claims["T"], "upper": claims["T"]["upper"] - 1}}
    with pytest.raises(ValueError, match=r"first card T: .* not as claimed"):
        check(policies, 31, altered, "T")


@pytest.mark.parametrize("end", ["lower", "upper"])
@pytest.mark.parametrize("card", [*"A23456789T", "all"])
def test_a_claim_that_is_altered_contradicts_the_whole(
    made: Certificate, card: str, end: str, tmp_path: Path
) -> None:
    """By a thousandth, sealed anew: the mean over the first cards is another."""
    content = json.loads(json.dumps(made.content))
    content["claims"][card][end] += 1_000_000
    path = tmp_path / "altered.c31cert"
    path.write_bytes(replace(made, content=content).file)
    with pytest.raises(ValueError, match=rf"all first cards, {end}: .* not as claimed"):
        tool("check_certificate").check(path, 31)
