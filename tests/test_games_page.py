"""The page of games names every game and every layout with a pay table, with its exact edge."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from casino31.games import GAMES
from casino31.pages.parsheet import par_sheet
from casino31.rulesfile import load
from tests.layouts import WITH_PAYS

PAGE = (Path(__file__).parents[1] / "docs" / "games.md").read_text(encoding="utf-8")
ROWS = re.findall(
    r"^\| ([^|]+) \| [^|]+ \| `([^`.]+)` \| ([\d.]+) % \| (\d+/\d+) \| \[[^]]+\]\(([^)]+)\) \|$", PAGE, re.M
)


@pytest.mark.parametrize(("game", "name", "percent", "exact", "rules"), ROWS, ids=[row[1] for row in ROWS])
def test_a_row_states_the_exact_edge(game: str, name: str, percent: str, exact: str, rules: str) -> None:
    file = load(name)
    sheet = par_sheet(file.game, file.rules, file.name)
    base = next(iter(file.rules.bets))
    edge = sheet.stakes[base].metrics.house_edge
    assert edge == Fraction(exact)
    assert f"{float(100 * edge):.4f}" == percent
    assert game.startswith(file.game.name)
    assert (Path(__file__).parents[1] / "docs" / rules).is_file()


def test_every_game_and_every_layout_with_pays_is_there() -> None:
    named = {name for _, name, *_ in ROWS}
    assert named == {name for name in WITH_PAYS if load(name).game.census is not None}
    assert all(f"| {name}" in PAGE for name in GAMES)
