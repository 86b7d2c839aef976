"""Random rounds of a layout with a banker, and the parts of such a simulation put together."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino31.cli.app import DIFFERS, DONE, SELF_CHECK, Failure, print_json, read, write_output

if TYPE_CHECKING:
    from casino31.rulesfile import RulesFile
    from casino31.simulation import Tally
    from casino31.two_sides import Trial


def run(
    loaded: RulesFile,
    rounds: int,
    seed: int,
    blocks: tuple[int, int],
    outputs: list[Path],
    punters: int,
    as_json: bool,
) -> None:
    """What ``simulate`` does with a layout that has a banker."""
    from casino31.pages.banker_simulated import read_tally, tally_bytes
    from casino31.simulation import Tally, simulate_trial

    trial = _trial(loaded, punters)
    names = _names(loaded, trial, seed)
    first, until = blocks
    tally = Tally(names, rounds, (), (0,) * trial.size)
    for path in outputs:
        if os.path.exists(path):
            old = read_tally(path, trial, names)
            if (old.plan, old.rounds) != (names, rounds) or not old.begins(first, until):
                raise click.UsageError(f"{path} holds another simulation or another part: name another file")
            tally = old
    start = tally.blocks[-1][1] if tally.blocks else first
    for part in simulate_trial(trial, seed, tally, range(start, until)):
        tally = part
        for path in outputs:
            write_output(path, tally_bytes(tally))
    _tell(trial, tally, as_json)


def write_log(path: Path, loaded: RulesFile, rounds: int, seed: int, blocks: range, over: bool) -> None:
    """Write the hands of some blocks as CSV: the cards of both in the order drawn, the bet and what was paid."""
    from casino31.audit.hands.write import write_banker_hands

    write_banker_hands(path, loaded.game.sides.log(loaded.rules), seed, rounds, blocks, over)


def merge(parts: tuple[str, ...], output: str | None, layout: str | None, as_json: bool) -> None:
    """What ``merge`` does with parts of such a simulation."""
    from casino31.pages.banker_simulated import read_tally, stated_layout, tally_bytes
    from casino31.simulation import merge as put_together

    file, punters = stated_layout(Path(parts[0]))
    if layout is None and os.path.isfile(f"{file}.toml"):
        layout = f"{file}.toml"
    loaded = read(layout or file)
    if loaded.game.solver is None:
        raise click.UsageError(f"{layout or file!r} has no banker: the parts are of another layout")
    trial = _trial(loaded, punters)
    names = _names(loaded, trial, 0)
    try:
        tally = put_together([read_tally(Path(part), trial, names) for part in parts])
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if output:
        write_output(Path(output), tally_bytes(tally))
    _tell(trial, tally, as_json)


def _trial(loaded: RulesFile, punters: int) -> Trial:
    try:
        return loaded.game.sides.trial(loaded.rules, loaded.folder, punters)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _names(loaded: RulesFile, trial: Trial, seed: int) -> tuple[tuple[str, str], ...]:
    """What parts of one simulation agree in."""
    return (
        ("game", loaded.game.name),
        ("title", loaded.rules.title),
        ("layout", loaded.name),
        ("layout_sha256", loaded.digest),
        *trial.stated,
        ("seed", str(seed)),
    )


def _tell(trial: Trial, tally: Tally, as_json: bool) -> None:
    from casino31.pages.banker_simulated import simulation_object, simulation_text

    if not tally.played:
        click.echo("no round in this part")
        return
    try:
        whole = simulation_object(trial, tally)
    except RuntimeError as error:
        raise Failure(str(error), SELF_CHECK) from error
    if as_json:
        print_json(whole)
    else:
        click.echo(simulation_text(trial, tally, whole))
    sys.exit(DONE if whole["conforms"] else DIFFERS)
