"""Home games side by side, and what is published about them."""

from __future__ import annotations

import click

from casino31.cli.app import json_option, print_json, wrong_use
from casino31.cli.home import players_option, read_game, seed_option, set_option
from casino31.cli.home_fairness import read_policy
from casino31.cli.types import ROUNDS


@click.command()
@click.argument("first", metavar="GAME")
@click.argument("second", metavar="GAME")
@players_option
@click.option("--policy", metavar="POLICY", help="Of all players; default: the near-best one of each game.")
@click.option("--deals", type=ROUNDS, default="2e5", show_default=True, metavar="N", help="Deals of each game.")
@seed_option
@set_option
@json_option
def compare(
    first: str,
    second: str,
    players: int,
    policy: str | None,
    deals: int,
    seed: int,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Set two games side by side, and put each rule in which they differ into the first by itself."""
    from casino31.home.compare import compare as side_by_side
    from casino31.home.compare_form import compare_object, compare_text

    games = [read_game(game, settings) for game in (first, second)]
    with wrong_use():
        sides = side_by_side(games[0], games[1], players, read_policy(policy, games[0].rules), deals, seed)
    if as_json:
        print_json(compare_object(sides))
    else:
        click.echo(compare_text(sides))


@click.command()
@click.option("--deals", type=ROUNDS, default="2e5", show_default=True, metavar="N", help="Deals of each trial.")
@seed_option
@json_option
def claim(deals: int, seed: int, as_json: bool) -> None:
    """Try published statements with the policy that they need."""
    from casino31.home.claims import claims
    from casino31.home.compare_form import claims_object, claims_text

    with wrong_use():
        verdicts = claims(deals, seed)
    if as_json:
        print_json(claims_object(verdicts))
    else:
        click.echo(claims_text(verdicts))
