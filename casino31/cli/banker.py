"""Verbs about games with a banker: the same four as for pay tables, and solving for the best play of both sides."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casino31.cli.house import (
    DIFFERS,
    WRONG_USE,
    Failure,
    cli,
    file_argument,
    json_option,
    print_json,
    strict_option,
    write_output,
)

if TYPE_CHECKING:
    from casino31.rulesfile import BankerFile, RulesFile

FORMS = (".txt", ".json")


def load_any(file: str, strict: bool) -> RulesFile | BankerFile:
    """Read a layout of any game; its warnings go to stderr."""
    from casino31.rulesfile import load_any as load

    loaded = load(file, strict=strict)
    for warning in loaded.warnings:
        click.echo(str(warning), err=True)
    return loaded


def print_analysis(loaded: BankerFile, exact: bool, as_json: bool) -> None:
    """What ``analyze`` prints of a layout with a banker."""
    record = loaded.game.analyse(loaded.rules, loaded.folder, exact=exact)
    if as_json:
        print_json({"schema": "casino31.banker/1", **record})
    else:
        click.echo(loaded.game.page(record), nl=False)


def print_strategy(loaded: BankerFile, as_json: bool) -> None:
    """What ``strategy`` prints of a layout with a banker: a punter's play that a person can keep in mind."""
    record = loaded.game.strategy(loaded.rules, loaded.folder)
    if "simple_strategy" not in record:
        raise Failure(
            f"{loaded.path}: a solved banker leaves no simple play; its policy file has both sides", WRONG_USE
        )
    if as_json:
        print_json({"schema": "casino31.banker-strategy/1", **record})
    else:
        click.echo(loaded.game.strategy_page(record), nl=False)


def write_sheet(loaded: BankerFile, path: Path, date: str, exact: bool) -> None:
    """What ``parsheet`` writes of a layout with a banker."""
    if path.suffix.lower() not in FORMS:
        raise click.UsageError(
            f"{str(path)!r}: a par sheet of {loaded.game.name} is written as {' or '.join(FORMS)}"
        )
    record = loaded.game.sheet(loaded.rules, loaded.folder, exact=exact)
    if path.suffix.lower() == ".json":
        whole = {"schema": "casino31.banker/1", **record} | ({"date": date} if date else {})
        text = json.dumps(whole, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    else:
        text = loaded.game.page(record) + (f"\n{date}\n" if date else "")
    write_output(path, text.encode())
    click.echo(f"{path}: par sheet of {loaded.rules.title}", err=True)


@cli.command()
@file_argument
@click.option("-o", "--output", metavar="POLICIES", help="Where the policies go, saved at each step.")
@click.option("--tolerance", default="1e-4", show_default=True, metavar="WIDTH", help="Of each first card's value.")
@click.option("--resume", is_flag=True, help="Go on from the policies that the output holds.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes; all processors by default.")
@strict_option
@json_option
def solve(
    file: str, output: str | None, tolerance: str, resume: bool, jobs: int | None, strict: bool, as_json: bool
) -> None:
    """Find the best play of banker and punter, with a certified interval for each first card.

    Both ends are exact best replies to the policies that are saved: `casino31 verify` repeats the proof.
    """
    loaded = _banker(file, strict)
    path = Path(output) if output is not None else Path(f"{loaded.name}.policy.json.gz")
    if path.exists() and not resume:
        raise click.UsageError(f"{path} exists: --resume goes on from it, -o names another file")
    if not path.parent.is_dir():
        raise Failure(f"{path}: cannot be written: no such folder", WRONG_USE)
    record = loaded.game.solve(
        loaded.rules,
        path,
        _width(tolerance),
        resume=resume,
        progress=lambda line: click.echo(line, err=True),
        workers=jobs,
    )
    _show_intervals(record, path, as_json)


@cli.command()
@click.argument("policies", metavar="POLICIES", type=click.Path(path_type=Path))
@click.option("--tolerance", metavar="WIDTH", help="End with exit code 1 when an interval is wider than this.")
@json_option
def verify(policies: Path, tolerance: str | None, as_json: bool) -> None:
    """Repeat the proof of a solution: both best replies, from the policies that `solve` wrote alone."""
    from casino31.games import BANKER_GAMES

    widest = _width(tolerance) if tolerance is not None else None
    (game,) = BANKER_GAMES.values()
    record = game.verify(game.rules_of(policies), policies)
    _show_intervals(record, policies, as_json)
    rows = record["first_cards"].values()
    if widest is not None and any(row["upper"] - row["lower"] > widest for row in rows):
        raise Failure(f"an interval is wider than {tolerance}", DIFFERS)


def _banker(file: str, strict: bool) -> BankerFile:
    from casino31.rulesfile import BankerFile

    loaded = load_any(file, strict)
    if not isinstance(loaded, BankerFile):
        raise click.UsageError(f"{file!r}: {loaded.game.name} has no banker to solve for")
    return loaded


def _width(text: str) -> float:
    try:
        width = float(text)
    except ValueError:
        width = 0.0
    if not 0 < width < 1:
        raise click.UsageError(f"--tolerance {text!r}: a width above 0 and below 1, such as 1e-4")
    return width


def _show_intervals(record: dict[str, Any], path: Path, as_json: bool) -> None:
    if as_json:
        print_json({"schema": "casino31.equilibrium/1", "policies": str(path), **record})
        return
    click.echo(f"{record['title']}; {record['bet_rule']}\nSHA-256 of {path}: {record['policy_digest']}")
    click.echo("First card      punter's value lies in           width")
    rows = dict(record["first_cards"])
    if "overall" in record:
        rows["all"] = record["overall"]
    for card, row in rows.items():
        width = row["upper"] - row["lower"]
        click.echo(f"{card:<10} [{row['lower']:+.9f}, {row['upper']:+.9f}]  {width:.1e}")
