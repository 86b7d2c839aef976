"""The compiled sweeps and the numpy routes of the punter's replies: the same numbers, bit by bit."""

import numpy as np
import pytest

from casino31.games.greek_31.engine import finite
from casino31.games.greek_31.engine import kernels as sweep
from casino31.games.greek_31.engine.exposures import visible_cards
from casino31.games.greek_31.engine.plan import fixed_plan
from casino31.games.greek_31.equilibrium import kernels as reply_sweep
from casino31.games.greek_31.equilibrium.replies import beliefs_of, replier
from casino31.games.greek_31.rules import Banker, Rules


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"first": 3}, {"stand_at": 27}], ids=str)
@pytest.mark.parametrize(
    "rules",
    [Rules(), Rules(decks=2, banker=Banker(30, "lowest")), Rules(aces="heath", banker=Banker(24, "random"))],
)
def test_both_routes_give_the_same_floats(
    rules: Rules, options: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = visible_cards(rules, fixed_plan(rules))[::7]
    fast = finite.best_response(rules, seen, **options).values  # type: ignore[arg-type]
    monkeypatch.setattr(sweep, "compiled", lambda _: None)
    slow = finite.best_response(rules, seen, **options).values  # type: ignore[arg-type]
    if "first" in options:
        fast, slow = (values[options["first"]] for values in (fast, slow))
    assert np.count_nonzero(slow) > 100
    assert np.array_equal(fast, slow)


@pytest.mark.parametrize("first", [0, 9])
@pytest.mark.parametrize("rules", [Rules(), Rules(decks=2, aces="heath", fourteen="two cards")], ids=["one", "two"])
def test_replies_to_beliefs_are_the_same_floats_by_both_routes(
    rules: Rules, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = np.random.default_rng(31)
    places = random.integers(0, len(beliefs_of(rules).exposed), 60)
    beliefs = random.integers(0, 1000, (60, 10)).astype(float)
    reply = replier(rules, first)
    fast = reply(places, beliefs)
    monkeypatch.setattr(reply_sweep, "compiled", lambda _: None)
    slow = reply(places, beliefs)
    assert np.count_nonzero(slow) > 100
    assert np.array_equal(fast, slow)
