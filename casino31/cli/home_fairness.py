"""What a seat is worth in a home game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino31.cli.app import deliver, json_option, print_json, wrong_use
from casino31.cli.home import deals_option, game_options, players_option, read_game, seed_option
from casino31.cli.types import Output
from casino31.render.files import ENDINGS

if TYPE_CHECKING:
    from casino31.home.policy import Policy
    from casino31.home.rules import HomeRules


def read_policy(text: str | None, rules: HomeRules) -> Policy | None:
    """Read a policy from an option: its text, a file, or the name of a shipped one."""
    from casino31.home.policy_text import load

    return None if text is None else load(text, rules)


DOCUMENT = Output("a sheet is written", *ENDINGS)


@click.command()
@game_options
@players_option
@click.option("--policy", metavar="POLICY", help="Its text or a file; default: the near-best one of the game.")
@deals_option
@seed_option
@click.option("--readings/--no-readings", default=True, show_default=True, help="What each disputed rule changes.")
@click.option("-o", "--output", type=DOCUMENT, metavar="OUT", help=f"Write the sheet: {', '.join(ENDINGS)}.")
@json_option
def fairness(
    game: str,
    settings: tuple[str, ...],
    players: int,
    policy: str | None,
    deals: int,
    seed: int,
    readings: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Work out what each seat is worth between alike players, and how a match goes."""
    from casino31.home.fairness import fairness as sheet_of
    from casino31.home.fairness import study
    from casino31.home.fairness_form import changes_text, fairness_object, fairness_text
    from casino31.home.readings import changes
    from casino31.pages.fairness import fairness_deliverable

    house = read_game(game, settings)
    with wrong_use():
        what = study(house, players, read_policy(policy, house.rules), deals, seed)
    sheet = sheet_of(what)
    changed = changes(sheet) if readings else ()
    if output:
        deliver(fairness_deliverable(sheet, changed), [output], f"fairness sheet of {house.rules.title}")
    if as_json:
        print_json(fairness_object(sheet, changed))
    else:
        click.echo(fairness_text(sheet))
        if changed:
            click.echo(f"\n{changes_text(changed)}")
