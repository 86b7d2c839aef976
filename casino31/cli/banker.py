"""What the verbs about layouts do when the game has a banker."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casino31.cli.app import (
    WRONG_USE,
    Failure,
    print_json,
    results,
    write_output,
)
from casino31.serialize import plain

if TYPE_CHECKING:
    from fractions import Fraction

    from casino31.banker_answers import BankerAnalysis
    from casino31.longrun import Range
    from casino31.rulesfile import RulesFile

SCHEMA = "casino31.banker/1"


def load(file: str, strict: bool) -> RulesFile:
    """Read a layout of any game; its warnings go to stderr."""
    from casino31.rulesfile import load as load

    loaded = load(file, strict=strict)
    for warning in loaded.warnings:
        click.echo(str(warning), err=True)
    return loaded


def refuse(loaded: RulesFile, options: Mapping[str, Any]) -> None:
    """UsageError where an option is given that has no meaning for a bet that follows a card."""
    for option in ("objective", "mix"):
        if options.get(option):
            hint = "its layout states the bets, by first card"
            raise click.UsageError(f"--{option} does not apply to {loaded.game.name}: {hint}")


def print_analysis(loaded: RulesFile, exact: bool, as_json: bool, confidence: Fraction | None) -> None:
    """What ``analyze`` prints of a layout with a banker; with a confidence, the range of the long run too."""
    analysis = results().analysis(loaded.game, loaded.rules, loaded.folder, exact=exact)
    found: tuple[Range, ...] = ()
    if confidence is not None:
        from casino31.longrun import ranges
        from casino31.outcomes import stake

        outcomes = loaded.game.sides.outcomes(loaded.rules, loaded.folder, exact=exact)
        found = ranges(outcomes, outcomes.expect(stake), confidence=confidence)
    if as_json:
        from casino31.report.json_form import range_object

        more = {"long_run": [range_object(each) for each in found]} if found else {}
        print_json({"schema": SCHEMA, **plain(analysis), **more})
        return
    click.echo(loaded.game.sides.page(analysis), nl=False)
    if confidence is not None:
        from casino31.report.text import range_table, range_title

        title = range_title(confidence, "average bets")
        click.echo(f"\n{title}\n{loaded.game.name}, {range_table(found)}")


def print_strategy(loaded: RulesFile, plot: str | None, as_json: bool) -> None:
    """What ``strategy`` prints of a layout with a banker: how he plays, or the best play against a fixed one."""
    from casino31.report.plots import ENDINGS, PlotError, picture_bytes

    picture = None if plot is None else Path(plot)
    if picture is not None and picture.suffix.lower() not in ENDINGS:
        raise click.UsageError(f"{plot!r}: a picture is written as {', '.join(ENDINGS)}")
    known = results().strategies(loaded.game, loaded.rules, loaded.folder)
    if picture is not None:
        from casino31.report.banker_plot import banker_figure

        try:
            drawn = banker_figure(known.banker_play, f"{known.head.title} (per cent)")
        except PlotError as error:
            raise Failure(str(error), WRONG_USE) from error
        write_output(picture, picture_bytes(drawn, picture.suffix.lower()))
    if as_json:
        print_json({"schema": "casino31.banker-strategy/1", **plain(known)})
    else:
        click.echo(loaded.game.sides.strategy_page(known), nl=False)


def write_sheet(loaded: RulesFile, path: Path, date: str, exact: bool) -> None:
    """What ``parsheet`` writes of a layout with a banker."""
    if not path.parent.is_dir():
        raise Failure(f"{path}: cannot be written: no such folder", WRONG_USE)
    sheet = results().sheet(loaded.game, loaded.rules, loaded.folder, exact=exact)
    write_output(path, render(loaded, sheet, path.suffix.lower(), date))
    click.echo(f"{path}: par sheet of {loaded.rules.title}", err=True)


def render(loaded: RulesFile, sheet: BankerAnalysis, ending: str, date: str) -> bytes:
    """Return the bytes of a par sheet in the form of a file's ending: the same sheet and date give the same."""
    if ending == ".xlsx":
        from casino31.report.excel_banker import workbook_bytes

        return workbook_bytes(loaded.game, sheet, loaded.name, date)
    if ending == ".txt":
        return (loaded.game.sides.page(sheet) + (f"\n{date}\n" if date else "")).encode()
    whole = {"schema": SCHEMA, **plain(sheet)}
    if ending == ".csv":
        from casino31.report.csv_form import record_csv

        return record_csv(whole, date).encode()
    whole |= {"date": date} if date else {}
    return (json.dumps(whole, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()
