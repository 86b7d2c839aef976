"""The small game of CONTRIBUTING.md is complete: it is read, analysed and agrees with every deal."""

import re
from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

from casino31.game import Game
from casino31.layout import Layout
from casino31.layoutfile.document import Document
from casino31.outcomes import net
from casino31.selfcheck import self_check
from casino31.table import ReplayTable

PAGE = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")


def block(name: str) -> str:
    """The text of a file that the page shows."""
    found = re.search(rf"<!-- file: {re.escape(name)} -->\n```\w+\n(.*?)```\n", PAGE, re.S)
    assert found is not None, name
    return found[1]


def small_game() -> tuple[Game, Layout]:
    """The game and the layout as the page shows them."""
    names: dict[str, Any] = {"__name__": "high_low"}
    exec(compile(block("high_low.py"), "high_low.py", "exec"), names)
    game: Game = names["GAME"]
    return game, game.read(Document(block("high-low.toml")))


def test_the_small_game_is_worth_what_every_deal_says() -> None:
    game, layout = small_game()
    analysis = game.analyse(layout)
    self_check(game, analysis)

    def follow(knows: Hashable, actions: Sequence[str]) -> str:  # noqa: ARG001
        return analysis.strategy.actions[knows]

    deals = list(permutations(range(52), 2))
    won = sum(
        sum(result.net for result in layout.row(game.referee(layout.terms, ReplayTable(cards, follow))))
        for cards in deals
    )
    assert analysis.outcomes.expect(net) == Fraction(won, len(deals)) == game.best(layout)


def test_the_small_game_is_played_best() -> None:
    """With a rank below the seven a raise loses more than the ante on average."""
    game, layout = small_game()
    actions = game.analyse(layout).strategy.actions
    assert [actions[rank] for rank in range(13)] == ["fold"] * 3 + ["raise"] * 10
