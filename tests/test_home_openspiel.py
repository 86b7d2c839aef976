"""The home games as games of OpenSpiel."""

from __future__ import annotations

import importlib.util
import random

import pytest

from casino31.faults import NotCapableError
from casino31.home.openspiel import Deal, register
from casino31.home.reader import load, shipped

HAS = importlib.util.find_spec("pyspiel") is not None


@pytest.mark.parametrize("game", shipped())
def test_the_adapter_plays_a_deal_to_its_end(game: str) -> None:
    rules, chance = load(game).rules, random.Random(31)
    held = Deal(rules, rules.fewest, 100)
    assert (held.legal(), held.over, held.told(0)) == ([], False, "")
    held.act(7)
    while not held.over:
        assert held.told(0)
        held.act(chance.choice(held.legal()))
    assert len(held.gains()) == rules.fewest


@pytest.mark.skipif(HAS, reason="OpenSpiel is installed")
def test_without_openspiel_one_line_says_so() -> None:
    with pytest.raises(NotCapableError, match="pip install"):
        register()


@pytest.mark.skipif(not HAS, reason="OpenSpiel is not installed")
def test_openspiel_plays_the_registered_games() -> None:
    import pyspiel

    (name,) = register(("scat",))
    game = pyspiel.load_game(name, {"players": 3, "shuffles": 50})
    state, chance = game.new_initial_state(), random.Random(31)
    while not state.is_terminal():
        actions = (
            [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        )
        state.apply_action(chance.choice(actions))
    assert len(state.returns()) == 3
