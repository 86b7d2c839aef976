"""Verbs about games with a banker: the same four as for pay tables, and solving for the best play of both sides."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino31.cli.house import (
    WRONG_USE,
    Failure,
    print_json,
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
    record = loaded.game.sheet(loaded.rules, loaded.folder)
    kept = ("title", "banker", "bet_rule", "readings", "simple_strategy", "strategy", "assumptions")
    if "simple_strategy" not in record:
        raise Failure(
            f"{loaded.path}: a solved banker leaves no simple play; its policy file has both sides", WRONG_USE
        )
    if as_json:
        print_json({"schema": "casino31.banker-strategy/1", **{key: record[key] for key in kept if key in record}})
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
