"""The verbs of the home games: a group whose verbs are imported when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

import click

from casino31.cli.app import VerbGroup, cli, deliver, json_option, report_option, tell, wrong_use
from casino31.cli.types import ROUNDS

if TYPE_CHECKING:
    from pathlib import Path

    from casino31.home.reader import HomeGame

VERBS = {
    "against": "home_policies",
    "announce": "home_exact",
    "best": "home_policies",
    "check": "home_rules",
    "claim": "home_compare",
    "compare": "home_compare",
    "deal": "home_exact",
    "draws": "home_exact",
    "fairness": "home_fairness",
    "knock": "home_exact",
    "merge": "home_simulate",
    "play": "home_play",
    "policy": "home_policies",
    "simulate": "home_simulate",
    "solve-small": "home_exact",
}
"""The module of ``casino31.cli`` that holds each verb."""


class Verbs(VerbGroup):
    """Verbs that are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the verbs."""
        return sorted(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a verb, or None when there is none of that name."""
        if cmd_name not in VERBS:
            return None
        module = import_module(f"casino31.cli.{VERBS[cmd_name]}")
        verb: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return verb


@cli.group(cls=Verbs)
def home() -> None:
    """The home games: Scat, Schnautz and their kin, where nobody banks.

    GAME is a file of house rules (.toml) or the name of a shipped game: see `casino31 home check`.
    """


game_argument = click.argument("game", metavar="GAME")
set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="RULE=VALUE",
    help="Change a rule, such as --set trips=30.5 --set deck=32.",
)


players_option = click.option(
    "--players", default=4, show_default=True, type=int, metavar="N", help="How many play."
)
deals_option = click.option(
    "--deals", type=ROUNDS, default="1e6", show_default=True, metavar="N", help="Deals to play, such as 1e6."
)
seed_option = click.option("--seed", default=31, show_default=True, type=click.IntRange(0), help="Of the deals.")


def game_options(verb: Callable[..., object]) -> Callable[..., object]:
    """Give a verb the argument GAME and the option --set; ``read_game`` takes both."""
    return game_argument(set_option(verb))


def game_or(default: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Give a verb the same, with a game that is meant when none is named."""

    def give(verb: Callable[..., object]) -> Callable[..., object]:
        return click.argument("game", metavar=f"[GAME, default {default}]", default=default)(set_option(verb))

    return give


def answers(what: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Give a verb the options of ``give``: -o for a report, such as "a fairness sheet", and --json."""
    return lambda verb: report_option(what)(json_option(verb))


def give(result: object, output: tuple[Path, ...], as_json: bool, what: str = "a report") -> None:
    """Write the reports of a result that were asked for, and print it."""
    from casino31.api.reports import report_of
    from casino31.pages.deliverable import Deliverable

    made = result if isinstance(result, Deliverable) else report_of(result)
    deliver(made, output, what)
    tell(made, as_json)


def read_game(game: str, settings: tuple[str, ...]) -> HomeGame:
    """Read a home game and change its rules; its warnings go to stderr, a wrong setting is wrong use."""
    from casino31.home.reader import load

    with wrong_use():
        house = load(game, settings)
    for warning in house.warnings:
        click.echo(str(warning), err=True)
    return house
