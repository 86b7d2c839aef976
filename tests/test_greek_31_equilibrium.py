"""The equilibrium of the whole game: certified intervals, and what no fixed banker can do."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from casino31.cli import cli
from casino31.games.greek_31.engine.answer import answer, first_card
from casino31.games.greek_31.engine.plan import check_plan
from casino31.games.greek_31.equilibrium import policy_file
from casino31.games.greek_31.equilibrium.banker_profile import portrait
from casino31.games.greek_31.equilibrium.solve import verify
from casino31.games.greek_31.equilibrium.solver import Solver
from casino31.games.greek_31.equilibrium.table_reply import against_table
from casino31.games.greek_31.rules import CONCEAL, STANDS, Banker, Rules


@pytest.mark.slow
def test_a_ten_with_infinitely_many_decks(tmp_path: Path) -> None:
    rules = Rules(decks=None)
    solver = Solver(rules, 9)
    solution = [solver.step() for _ in range(4)][-1]
    assert solution.lower < -0.0179414 < -0.0179410 < solution.upper
    assert solution.gap < 2e-3
    check_plan(rules, solution.plan)
    assert tuple(verify(rules, solution)) == pytest.approx((solution.lower, solution.upper), abs=1e-12)
    exact = verify(rules, solution, exact=True)
    assert isinstance(exact.lower, Fraction)
    assert isinstance(exact.upper, Fraction)
    assert solution.lower < exact.lower < solution.lower + 1e-11
    assert solution.upper - 1e-11 < exact.upper < solution.upper
    alone = against_table(rules, {9: solution.punter}, {9: Fraction(5, 2)})
    assert alone.together == alone.alone == exact.lower * 5 / 2
    check_plan(rules, alone.plan)
    assert first_card(rules, alone.plan, 9).expectation >= exact.lower, "a best reply to the reply wins no less"
    path = tmp_path / "ten.json.gz"
    policy_file.save(path, rules, {9: solution})
    said = CliRunner().invoke(cli, ["against", str(path), "--bets", "T=5/2", "--json"])
    assert said.exit_code == 0, said.output
    told = json.loads(said.stdout)
    assert told["punters_together"]["exact"] == str(alone.together)
    assert told["banker"][0].startswith("Stands on hard ")
    refused = CliRunner().invoke(cli, ["against", str(path), "--bets", "T=5, A=1"])
    assert "no strategy for first card A" in refused.stderr
    for conceal in CONCEAL:
        for stand in STANDS:
            fixed = answer(replace(rules, banker=Banker(stand, conceal)), classes=False).first_cards[9]
            assert float(fixed.expectation) > solution.upper
    sketch = portrait(rules, solution.plan, 9)
    assert sketch.shows_14 > 0.999
    assert sketch.stands[27, False] > 0.99
    assert sketch.stands[21, False] < 0.01


@pytest.mark.slow
def test_an_ace_with_one_deck_begins_to_close_in() -> None:
    """Both ends hold from the first step on: an ace is known to lie from 0.17194 to 0.17296."""
    solution = Solver(Rules(), 0).step()
    assert solution.lower < 0.1723 < 0.1724 < solution.upper
