"""Home games side by side, and what is published about them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from casino31.cli.app import wrong_use
from casino31.cli.home import answers, give, players_option, read_game, seed_option, set_option
from casino31.cli.types import ROUNDS

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.argument("first", metavar="GAME")
@click.argument("second", metavar="GAME")
@players_option
@click.option("--policy", metavar="POLICY", help="Of all players; default: the near-best one of each game.")
@click.option("--deals", type=ROUNDS, default="2e5", show_default=True, metavar="N", help="Deals of each game.")
@seed_option
@set_option
@answers("a comparison")
def compare(
    first: str,
    second: str,
    players: int,
    policy: str | None,
    deals: int,
    seed: int,
    settings: tuple[str, ...],
    output: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Set two games side by side, and put each rule in which they differ into the first by itself."""
    from casino31.api.home_play import home_compare

    games = [read_game(game, settings) for game in (first, second)]
    with wrong_use():
        compared = home_compare(games[0], games[1], players=players, policy=policy, deals=deals, seed=seed)
    give(compared, output, as_json, "two games side by side")


@click.command()
@click.option("--deals", type=ROUNDS, default="2e5", show_default=True, metavar="N", help="Deals of each trial.")
@seed_option
@answers("a list of trials")
def claim(deals: int, seed: int, output: tuple[Path, ...], as_json: bool) -> None:
    """Try published statements with the policy that they need."""
    from casino31.api.home_play import home_claims

    with wrong_use():
        claims = home_claims(deals=deals, seed=seed)
    give(claims, output, as_json, "published statements, tried")
