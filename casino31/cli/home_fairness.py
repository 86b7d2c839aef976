"""What a seat is worth in a home game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from casino31.cli.app import wrong_use
from casino31.cli.home import answers, deals_option, game_options, give, players_option, read_game, seed_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@game_options
@players_option
@click.option("--policy", metavar="POLICY", help="Its text or a file; default: the near-best one of the game.")
@deals_option
@seed_option
@click.option("--readings/--no-readings", default=True, show_default=True, help="What each disputed rule changes.")
@answers("a fairness sheet")
def fairness(
    game: str,
    settings: tuple[str, ...],
    players: int,
    policy: str | None,
    deals: int,
    seed: int,
    readings: bool,
    output: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Work out what each seat is worth between alike players, and how a match goes."""
    from casino31.api.home_play import home_fairness

    house = read_game(game, settings)
    with wrong_use():
        sheet = home_fairness(house, players=players, policy=policy, deals=deals, seed=seed, readings=readings)
    give(sheet, output, as_json, f"fairness sheet of {house.rules.title}")
