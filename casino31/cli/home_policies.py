"""Policies of the home games: shown, compared, played against each other, and found."""

from __future__ import annotations

from pathlib import Path

import click

from casino31.cli.app import write_output, wrong_use
from casino31.cli.home import (
    answers,
    game_argument,
    game_options,
    give,
    players_option,
    read_game,
    seed_option,
    set_option,
)
from casino31.cli.types import ROUNDS, Output


@click.command()
@game_argument
@click.argument("policies", metavar="POLICY [POLICY]", nargs=-1, required=True)
@players_option
@click.option("--seat", default=1, show_default=True, type=click.IntRange(1), help="From 1, the eldest.")
@set_option
@answers("a list of policies")
def policy(
    game: str,
    policies: tuple[str, ...],
    players: int,
    seat: int,
    settings: tuple[str, ...],
    output: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Show the tables that a policy comes to, and how others differ from the first."""
    from casino31.home.policy import Situation
    from casino31.home.policy_text import load
    from casino31.pages.home.knock_tables import policies_deliverable

    house = read_game(game, settings)
    with wrong_use():
        house.rules.check_players(players)
    if seat > players:
        raise click.UsageError(f"--seat {seat}: seats are counted from 1 to {players}")
    loaded = [load(text, house.rules) for text in policies]
    give(policies_deliverable(house, loaded, Situation(players, seat)), output, as_json, "policies")


@click.command()
@click.argument("policies", metavar="POLICY POLICY...", nargs=-1, required=True)
@click.option("--game", default="scat", show_default=True, metavar="GAME", help="A file or a shipped game.")
@players_option
@click.option("--deals", type=ROUNDS, default="2e5", show_default=True, metavar="N", help="Deals for each pair.")
@seed_option
@set_option
@answers("a round robin")
def against(
    policies: tuple[str, ...],
    game: str,
    players: int,
    deals: int,
    seed: int,
    settings: tuple[str, ...],
    output: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Play policies against each other: a lone player of each among players of each, in every seat."""
    from casino31.api.home_play import home_against

    house = read_game(game, settings)
    with wrong_use():
        robin = home_against(house, policies, players=players, deals=deals, seed=seed)
    give(robin, output, as_json, "policies against each other")


@click.command()
@game_options
@players_option
@click.option("--deals", type=ROUNDS, default="2e5", show_default=True, metavar="N", help="Deals of each round.")
@click.option("--rounds", default=6, show_default=True, type=click.IntRange(1, 50), help="Rounds at most.")
@seed_option
@click.option("--save", type=Output("a policy is written", ".txt"), metavar="OUT", help="Write the policy there.")
@answers("a knock table")
def best(
    game: str,
    settings: tuple[str, ...],
    players: int,
    deals: int,
    rounds: int,
    seed: int,
    save: Path | None,
    output: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Find the knock table that no single decision improves, and say what gain is left in it."""
    from casino31.api.home_play import home_best

    house = read_game(game, settings)
    with wrong_use():
        table = home_best(house, players=players, deals=deals, rounds=rounds, seed=seed)
    if save:
        write_output(save, f"{table.policy.text}\n".encode())
    give(table, output, as_json, "when to knock")
