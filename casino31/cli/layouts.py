"""Verbs about files: which games and layouts there are, and whether a file is right."""

import sys

import click

from casino31.cli.house import DONE, FAULTY, cli, json_option, print_json, strict_option
from casino31.faults import Fault, RulesError


@cli.command()
@json_option
def games(as_json: bool) -> None:
    """List the games, what their files may choose, and the shipped layouts."""
    from casino31.games import GAMES
    from casino31.rulesfile import load, shipped

    layouts = [load(name) for name in shipped()]
    if as_json:
        print_json(
            {
                "schema": "casino31.games/1",
                "games": [
                    {
                        "game": game.name,
                        "readings": {name: list(choices) for name, choices in game.readings.items()},
                        "layouts": {f.name: f.rules.title for f in layouts if f.game is game},
                    }
                    for game in GAMES.values()
                ],
            }
        )
        return
    for game in GAMES.values():
        click.echo(game.name)
        for reading, choices in game.readings.items():
            click.echo(f"  {reading}: {choices[0]} (default), {', '.join(choices[1:])}")
        for file in layouts:
            if file.game is game:
                click.echo(f"  {file.name:<16} {file.rules.title}")


@cli.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@strict_option
@json_option
def check(files: tuple[str, ...], strict: bool, as_json: bool) -> None:
    """Read pay-table files and report every fault at once."""
    from dataclasses import asdict

    from casino31.rulesfile import load

    reports = []
    for name in files:
        try:
            reports.append((name, load(name, strict=strict).warnings))
        except RulesError as error:
            reports.append((name, error.faults))
    faulty = {name for name, faults in reports if any(fault.severity == "error" for fault in faults)}
    if as_json:
        found = [
            {"file": name, "conforms": name not in faulty, "faults": list(map(asdict, f))} for name, f in reports
        ]
        print_json({"schema": "casino31.check/1", "files": found})
    else:
        for name, faults in reports:
            for fault in faults:
                click.echo(str(fault))
            click.echo(f"{name}: {_tally(faults)}")
    sys.exit(FAULTY if faulty else DONE)


def _tally(faults: tuple[Fault, ...]) -> str:
    errors = sum(fault.severity == "error" for fault in faults)
    words = [
        f"{count} {kind}{'s' * (count > 1)}"
        for count, kind in ((errors, "error"), (len(faults) - errors, "warning"))
        if count
    ]
    return ", ".join(words) or "no fault"
