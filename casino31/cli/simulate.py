"""Random rounds, and the parts of a simulation put together."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino31.atomic_file import alone
from casino31.cli.app import (
    DIFFERS,
    DONE,
    REPORTS,
    cli,
    deliver,
    file_argument,
    json_option,
    read,
    strict_option,
    tell,
    write_output,
    wrong_use,
)
from casino31.cli.types import BETS, ROUNDS, SHARD, Output
from casino31.faults import SelfCheckError

if TYPE_CHECKING:
    from casino31.api.rounds import Simulation

force_option = click.option("--force", is_flag=True, help="Write over a file that would be kept.")
LOGS = (".csv", ".jsonl", ".parquet")
OUTPUT = Output(f".json for counts; {', '.join(LOGS)} for hands; a report", ".json", *LOGS, *REPORTS)


@cli.command()
@file_argument
@click.option(
    "--rounds", type=ROUNDS, required=True, metavar="N", help="Rounds of the whole simulation, such as 1e8."
)
@click.option("--seed", default=31, show_default=True, type=click.IntRange(0), help="Of the whole simulation.")
@click.option(
    "--shard",
    type=SHARD,
    default="1/1",
    metavar="I/N",
    help="Play only the I-th of N parts; `merge` puts them together.",
)
@click.option(
    "-o",
    "--output",
    type=OUTPUT,
    multiple=True,
    metavar="OUT",
    help="Where to: .json keeps the counts, and continues where an interrupted run stopped; "
    ".csv, .jsonl or .parquet is a log of all hands that `audit log` reads; "
    f"{', '.join(REPORTS)} is a report.",
)
@click.option("--objective", type=BETS, metavar="BETS", help="As for analyze: the bets the strategy is best for.")
@click.option("--punters", type=int, metavar="N", help="With a banker: how many play against him, 1 to 8.")
@force_option
@strict_option
@json_option
def simulate(
    file: str,
    rounds: int,
    seed: int,
    shard: tuple[int, int],
    output: tuple[Path, ...],
    objective: str | tuple[str, ...] | None,
    punters: int | None,
    force: bool,
    strict: bool,
    as_json: bool,
) -> None:
    """Play random rounds with the filed strategy, and compare every event with the exact law.

    Rounds come in blocks of 65,536, each with its own seed: any number of shards, on any machines, gives the same
    counts. The exit code is 1 when the result contradicts the exact law at a level of 99.9 %. A log of other hands
    is not written over without --force.
    """
    from casino31.api.rounds import begin
    from casino31.simulation import shard_blocks

    endings = {path: path.suffix.lower() for path in output}
    counts = [path for path, ending in endings.items() if ending == ".json"]
    logs = [path for path, ending in endings.items() if ending in LOGS]
    with wrong_use():
        first, until = shard_blocks(rounds, *shard)
        simulation = begin(read(file, strict), rounds, seed, objective, punters)
    with alone(*output):
        simulation = _taken_up(simulation, counts, first, until)
        for log in logs:
            _write_log(log, simulation, range(first, until), force)
        simulation = _play(simulation, counts, first, until)
    _tell(simulation, [path for path in output if path not in (*counts, *logs)], as_json)


def _play(simulation: Simulation, counts: list[Path], first: int, until: int) -> Simulation:
    """Play the blocks that are left, and keep the counts after each few of them."""
    from casino31.api.rounds import advance
    from casino31.pages.simulated import tally_bytes

    blocks = simulation.tally.blocks
    for played in advance(simulation, range(blocks[-1][1] if blocks else first, until)):
        simulation = played
        for path in counts:
            write_output(path, tally_bytes(simulation.source, simulation.tally))
    return simulation


def _taken_up(simulation: Simulation, counts: list[Path], first: int, until: int) -> Simulation:
    """What the last of some files holds of this simulation; another simulation's file is wrong use."""
    from dataclasses import replace

    from casino31.pages.simulated import read_tally

    begun = simulation
    for path in counts:
        if os.path.exists(path):
            old = read_tally(path, simulation.source)
            same = (old.plan, old.rounds) == (simulation.tally.plan, simulation.tally.rounds)
            if not same or not old.begins(first, until):
                raise click.UsageError(f"{path} holds another simulation or another part: name another file")
            begun = replace(simulation, tally=old)
    return begun


@cli.command()
@click.argument("parts", metavar="PART...", nargs=-1, required=True)
@click.option("-o", "--output", metavar="OUT", help="Where to write the whole, .json.")
@click.option(
    "-p", "--paytable", metavar="FILE", help="The layout's file, where the parts name one that has moved."
)
@force_option
@json_option
def merge(parts: tuple[str, ...], output: str | None, paytable: str | None, force: bool, as_json: bool) -> None:
    """Put the parts of one simulation together: the same bytes, whatever the shards were."""
    from casino31.api.rounds import layout_named, put_together
    from casino31.pages.simulated import tally_bytes

    if output and not force and any(_same_file(output, part) for part in parts):
        raise click.UsageError(f"-o {output}: this part is one of those put together; --force writes over it")
    file = layout_named(parts[0])
    if paytable is None and os.path.isfile(f"{file}.toml"):
        paytable = f"{file}.toml"
    loaded = read(paytable or file)
    with wrong_use():
        simulation = put_together(parts, loaded)
    if output:
        write_output(Path(output), tally_bytes(simulation.source, simulation.tally))
    _tell(simulation, [], as_json)


def _same_file(first: str, other: str) -> bool:
    return os.path.exists(first) and os.path.exists(other) and os.path.samefile(first, other)


def _write_log(path: Path, simulation: Simulation, blocks: range, over: bool) -> None:
    tally = simulation.tally
    try:
        with wrong_use("-o "):
            simulation.source.write_log(path, int(dict(tally.plan)["seed"]), tally.rounds, blocks, over)
    except RuntimeError as error:
        raise SelfCheckError(str(error)) from error


def _tell(simulation: Simulation, reports: list[Path], as_json: bool) -> None:
    from casino31.pages.simulated import simulation_deliverable

    if not simulation.tally.played:
        click.echo("no round in this part")
        return
    made = simulation_deliverable(simulation)
    deliver(made, reports, "a simulation")
    tell(made, as_json)
    sys.exit(DONE if simulation.conforms else DIFFERS)
