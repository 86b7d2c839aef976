"""Files of house rules: what they say, and what is wrong with them."""

from __future__ import annotations

import click

from casino31.cli.app import json_option, print_json
from casino31.cli.home import read_game, set_option


@click.command()
@click.argument("game", metavar="[GAME]", default="")
@set_option
@json_option
def check(game: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Read house rules and say what they settle; without GAME, name the games that come with the program."""
    from casino31.home.rules_form import games_text, rules_object, rules_text

    if not game:
        click.echo(games_text())
        return
    house = read_game(game, settings)
    if as_json:
        print_json(rules_object(house))
    else:
        click.echo(rules_text(house))
