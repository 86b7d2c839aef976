"""Files of house rules: what they say, and what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from casino31.cli.home import answers, give, read_game, set_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.argument("game", metavar="[GAME]", default="")
@set_option
@answers("a list of rules")
def check(game: str, settings: tuple[str, ...], output: tuple[Path, ...], as_json: bool) -> None:
    """Read house rules and say what they settle; without GAME, name the games that come with the program."""
    from casino31.pages.home.rules import games_deliverable

    give(read_game(game, settings) if game else games_deliverable(), output, as_json, "house rules")
