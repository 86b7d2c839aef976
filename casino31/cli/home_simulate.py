"""Deals of a home game in parts, and the parts put together."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino31.cli.app import json_option, write_output, wrong_use
from casino31.cli.home import deals_option, game_options, give, players_option, read_game, seed_option
from casino31.cli.types import SHARD, Output

if TYPE_CHECKING:
    from casino31.home.fairness import Study
    from casino31.home.tally import Counted

COUNTS = Output("counts are written", ".json")


@click.command()
@game_options
@players_option
@click.option("--policy", metavar="POLICY", help="Its text or a file; default: the near-best one of the game.")
@deals_option
@seed_option
@click.option("--shard", type=SHARD, default="1/1", metavar="I/N", help="Play only the I-th of N parts.")
@click.option(
    "-o", "--output", type=COUNTS, metavar="OUT", help="The counts; an interrupted run goes on from them."
)
@json_option
def simulate(
    game: str,
    settings: tuple[str, ...],
    players: int,
    policy: str | None,
    deals: int,
    seed: int,
    shard: tuple[int, int],
    output: Path | None,
    as_json: bool,
) -> None:
    """Play numbered blocks of deals, all of them or one part; `home merge` puts parts together."""
    from casino31.home.fairness import study
    from casino31.home.parts import part_bytes, read_part
    from casino31.home.policy_text import load
    from casino31.simulation import shard_blocks

    house = read_game(game, settings)
    with wrong_use():
        what = study(house, players, load(policy, house.rules) if policy else None, deals, seed)
        first, until = shard_blocks(deals, *shard)
    counted = what.begin()
    if output and output.exists():
        counted = read_part(output, what)
        if not counted.tally.begins(first, until):
            raise click.UsageError(f"{output} holds another part: name another file")
    done = counted.tally.blocks
    for played in what.advance(counted, range(done[-1][1] if done else first, until)):
        counted = played
        if output:
            write_output(output, part_bytes(what, counted))
    _tell(what, counted, as_json)


@click.command()
@click.argument("parts", metavar="PART...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--output", type=COUNTS, metavar="OUT", help="Where to write the whole.")
@json_option
def merge(parts: tuple[Path, ...], output: Path | None, as_json: bool) -> None:
    """Put the parts of one simulation together: the same bytes, whatever the shards were."""
    from casino31.home.parts import part_bytes, put_together, read_part, read_study

    what = read_study(parts[0])
    with wrong_use():
        counted = put_together([read_part(part, what) for part in parts])
    if output:
        write_output(output, part_bytes(what, counted))
    _tell(what, counted, as_json)


def _tell(what: Study, counted: Counted, as_json: bool) -> None:
    from casino31.home.fairness import fairness

    if not counted.deals:
        click.echo("no deal in this part")
        return
    give(fairness(what, counted, with_match=counted.tally.complete), (), as_json)
