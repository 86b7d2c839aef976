"""Policies of the home games: shown, compared, played against each other, and found."""

from __future__ import annotations

from pathlib import Path

import click

from casino31.cli.app import json_option, print_json, write_output, wrong_use
from casino31.cli.home import game_argument, game_options, players_option, read_game, seed_option, set_option
from casino31.cli.types import ROUNDS, Output


@click.command()
@game_argument
@click.argument("policies", metavar="POLICY [POLICY]", nargs=-1, required=True)
@players_option
@click.option("--seat", default=1, show_default=True, type=click.IntRange(1), help="From 1, the eldest.")
@set_option
def policy(game: str, policies: tuple[str, ...], players: int, seat: int, settings: tuple[str, ...]) -> None:
    """Show the tables that a policy comes to, or two of them cell by cell."""
    from casino31.home.policy import Situation
    from casino31.home.policy_form import differences, policy_text
    from casino31.home.policy_text import load

    rules = read_game(game, settings).rules
    with wrong_use():
        rules.check_players(players)
    if seat > players:
        raise click.UsageError(f"--seat {seat}: seats are counted from 1 to {players}")
    where = Situation(players, seat)
    loaded = [load(text, rules) for text in policies]
    for policy_of in loaded:
        click.echo(policy_text(policy_of, rules, where))
    for other in loaded[1:]:
        click.echo(f"\ncells that differ between {loaded[0].name!r} and {other.name!r}:")
        click.echo(differences(loaded[0], other, rules, where))


@click.command()
@click.argument("policies", metavar="POLICY POLICY...", nargs=-1, required=True)
@click.option("--game", default="scat", show_default=True, metavar="GAME", help="A file or a shipped game.")
@players_option
@click.option("--deals", type=ROUNDS, default="2e5", show_default=True, metavar="N", help="Deals for each pair.")
@seed_option
@set_option
@json_option
def against(
    policies: tuple[str, ...],
    game: str,
    players: int,
    deals: int,
    seed: int,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play policies against each other: a lone player of each among players of each, in every seat."""
    from casino31.home.against import against as round_robin
    from casino31.home.policy_form import against_object, against_text
    from casino31.home.policy_text import load

    house = read_game(game, settings)
    with wrong_use():
        result = round_robin(house, [load(text, house.rules) for text in policies], players, deals, seed)
    if as_json:
        print_json(against_object(result))
    else:
        click.echo(against_text(result))


@click.command()
@game_options
@players_option
@click.option("--deals", type=ROUNDS, default="2e5", show_default=True, metavar="N", help="Deals of each round.")
@click.option("--rounds", default=6, show_default=True, type=click.IntRange(1, 50), help="Rounds at most.")
@seed_option
@click.option("-o", "--output", type=Output("a policy is written", ".txt"), help="Write the policy there.")
@json_option
def best(
    game: str,
    settings: tuple[str, ...],
    players: int,
    deals: int,
    rounds: int,
    seed: int,
    output: Path | None,
    as_json: bool,
) -> None:
    """Find the knock table that no single decision improves, and say what gain is left in it."""
    from casino31.home.best import best as search
    from casino31.home.policy_form import best_object, best_text

    house = read_game(game, settings)
    with wrong_use():
        result = search(house, players, deals, seed, rounds)
    if output:
        write_output(output, f"{result.policy.text}\n".encode())
    if as_json:
        print_json(best_object(result))
    else:
        click.echo(best_text(result))
