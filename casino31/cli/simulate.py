"""Random rounds, and the parts of a simulation put together."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino31.cli.house import (
    DIFFERS,
    DONE,
    SELF_CHECK,
    Failure,
    cli,
    file_argument,
    json_option,
    print_json,
    strict_option,
    write_output,
)

if TYPE_CHECKING:
    from casino31.simulate import Table, Tally

MOST_ROUNDS = 10**13


@cli.command()
@file_argument
@click.option("--rounds", required=True, metavar="N", help="Rounds of the whole simulation, such as 1e8.")
@click.option("--seed", default=31, show_default=True, type=click.IntRange(0), help="Of the whole simulation.")
@click.option("--shard", metavar="I/N", help="Play only the I-th of N parts; `merge` puts them together.")
@click.option(
    "-o",
    "--output",
    multiple=True,
    metavar="OUT",
    help="Where to: .json keeps the counts, and continues where an interrupted run stopped; "
    ".csv, .jsonl or .parquet is a log of all hands that `audit log` reads.",
)
@click.option("--objective", metavar="BETS", help="As for analyze: the bets the strategy is best for.")
@click.option("--punters", type=int, metavar="N", help="With a banker: how many play against him, 1 to 8.")
@strict_option
@json_option
def simulate(
    file: str,
    rounds: str,
    seed: int,
    shard: str | None,
    output: tuple[str, ...],
    objective: str | None,
    punters: int | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Play random rounds with the filed strategy, and compare every event with the exact law.

    Rounds come in blocks of 65,536, each with its own seed: any number of shards, on any machines, gives the same
    counts. The exit code is 1 when the result contradicts the exact law at a level of 99.9 %.
    """
    from casino31.cli import simulate_banker
    from casino31.cli.analysis import measure
    from casino31.cli.banker import load_any
    from casino31.report.simulation_form import read_tally, tally_bytes
    from casino31.rulesfile import BankerFile
    from casino31.simulate import empty, ready
    from casino31.simulate import simulate as play

    many = _rounds(rounds)
    counts, logs = _outputs(output)
    loaded = load_any(file, strict)
    if isinstance(loaded, BankerFile):
        if logs or objective is not None:
            wrong = f"-o {logs[0]}: a log of hands" if logs else "--objective"
            raise click.UsageError(f"{wrong} is for games with a pay table, and {loaded.game.name} has none")
        simulate_banker.run(
            loaded, many, seed, part_of(many, shard), counts, 1 if punters is None else punters, as_json
        )
        return
    if punters is not None:
        raise click.UsageError(f"--punters is for games with a banker, and {loaded.game.name} has none")
    sheet = measure(loaded, objective, (), "90%")
    table = ready(sheet.game, sheet.analysis)
    plan = plan_of(table, sheet.name, seed)
    first, until = part_of(many, shard)
    tally = empty(table, plan, many)
    for path in counts:
        if path.exists():
            old = read_tally(path, table)
            if (old.plan, old.rounds) != (plan, many) or not old.begins(first, until):
                raise click.UsageError(f"{path} holds another simulation or another part: name another file")
            tally = old
    try:
        for log in logs:
            _write_log(log, table, seed, many, range(first, until))
        start = tally.blocks[-1][1] if tally.blocks else first
        for part in play(table, seed, tally, range(start, until)):
            tally = part
            for path in counts:
                write_output(path, tally_bytes(table, tally))
    except RuntimeError as error:
        raise Failure(str(error), SELF_CHECK) from error
    except OSError as error:
        raise Failure(f"{error.filename}: cannot be written: {error.strerror}", 2) from error
    _tell(table, tally, as_json)


@cli.command()
@click.argument("parts", metavar="PART...", nargs=-1, required=True)
@click.option("-o", "--output", metavar="OUT", help="Where to write the whole, .json.")
@click.option(
    "-p", "--paytable", metavar="FILE", help="The layout's file, where the parts name one that has moved."
)
@json_option
def merge(parts: tuple[str, ...], output: str | None, paytable: str | None, as_json: bool) -> None:
    """Put the parts of one simulation together: the same bytes, whatever the shards were."""
    from casino31.cli import simulate_banker
    from casino31.cli.analysis import read_sheet
    from casino31.report.banker_simulation_form import is_part
    from casino31.report.simulation_form import read_tally, stated_table, tally_bytes
    from casino31.simulate import merge as put_together
    from casino31.simulate import ready

    if is_part(Path(parts[0])):
        simulate_banker.merge(parts, output, paytable, as_json)
        return
    file, objective = stated_table(Path(parts[0]))
    if paytable is None and Path(f"{file}.toml").is_file():
        paytable = f"{file}.toml"
    sheet = read_sheet(paytable or file, objective, (), "90%", False)
    table = ready(sheet.game, sheet.analysis)
    try:
        tally = put_together([read_tally(Path(part), table) for part in parts])
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if output:
        write_output(Path(output), tally_bytes(table, tally))
    _tell(table, tally, as_json)


def _write_log(path: Path, table: Table, seed: int, rounds: int, blocks: range) -> None:
    from casino31.audit.write import UnwritableError, write_hands

    try:
        write_hands(path, table, seed, rounds, blocks)
    except UnwritableError as error:
        raise click.UsageError(str(error)) from error


def plan_of(table: Table, name: str, seed: int) -> tuple[tuple[str, str], ...]:
    """What parts of one simulation agree in."""
    analysis = table.analysis
    return (
        ("game", analysis.game),
        ("title", analysis.rules.title),
        ("paytable", name),
        ("paytable_sha256", analysis.rules.digest),
        ("strategy", analysis.strategy.name),
        ("objective", "+".join(analysis.objective)),
        ("seed", str(seed)),
    )


def _tell(table: Table, tally: Tally, as_json: bool) -> None:
    from casino31.report.simulation_form import judge, simulation_object, simulation_text

    if not tally.played:
        click.echo("no round in this part")
        return
    if as_json:
        print_json(simulation_object(table, tally))
    else:
        click.echo(simulation_text(table, tally))
    sys.exit(DONE if judge(table, tally) else DIFFERS)


def _rounds(text: str) -> int:
    from fractions import Fraction

    try:
        many = Fraction(text.replace(",", "").replace("_", ""))
    except (ValueError, ZeroDivisionError):
        raise click.UsageError(f"--rounds {text!r} is not a number such as 1e8") from None
    if many.denominator != 1 or not 1 <= many <= MOST_ROUNDS:
        raise click.UsageError(f"--rounds {text!r}: a whole number from 1 to {MOST_ROUNDS:,}")
    return int(many)


def part_of(rounds: int, shard: str | None) -> tuple[int, int]:
    """The blocks of the part asked for: the first, and the one after the last."""
    from casino31.simulate import shard_blocks

    try:
        return shard_blocks(rounds, *_shard(shard))
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _shard(text: str | None) -> tuple[int, int]:
    if text is None:
        return 1, 1
    part, sign, whole = text.partition("/")
    if not (sign and part.isdecimal() and whole.isdecimal()):
        raise click.UsageError(f"--shard {text!r}: write it as 3/16")
    return int(part), int(whole)


def _outputs(output: tuple[str, ...]) -> tuple[list[Path], list[Path]]:
    paths = [Path(each) for each in output]
    for path in paths:
        if path.suffix.lower() not in (".json", ".csv", ".jsonl", ".parquet"):
            raise click.UsageError(f"{str(path)!r}: .json for counts; .csv, .jsonl or .parquet for hands")
    counts = [path for path in paths if path.suffix.lower() == ".json"]
    return counts, [path for path in paths if path not in counts]
