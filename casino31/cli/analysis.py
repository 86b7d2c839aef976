"""Verbs about one layout: its figures, its strategy, its par sheet."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from casino31.cli.app import (
    cli,
    deliver,
    file_argument,
    json_option,
    no_cache_option,
    read,
    strict_option,
    tell,
    wrong_use,
)
from casino31.cli.pictures import draw
from casino31.cli.types import BETS, DATE, LEVEL, PICTURE, STAKE, Output
from casino31.render.files import ENDINGS, PAPERS
from casino31.serialize import JsonMapping, JsonObject

if TYPE_CHECKING:
    from casino31.layout import Layout
    from casino31.rulesfile import RulesFile

F = TypeVar("F", bound=Callable[..., object])


exact_option = click.option(
    "--exact", is_flag=True, help="With a banker and finite decks: exact fractions too (slower)."
)


def analysis_options(verb: F) -> F:
    """The options of every verb that analyses one file."""
    options = (
        file_argument,
        click.option(
            "--objective",
            type=BETS,
            metavar="BETS",
            help="The bets the strategy is best for, one unit each: main (default) or main+'natural 31', "
            "for short combined. It matters only where a fold forfeits the bonus.",
        ),
        click.option(
            "--mix",
            type=STAKE,
            multiple=True,
            metavar="BET=UNITS",
            help="Also measure this stake, such as --mix main=1 --mix 'natural 31=5'.",
        ),
        click.option(
            "--confidence",
            type=LEVEL,
            default="90%",
            show_default=True,
            metavar="SHARE",
            help="For ranges and volatility.",
        ),
        no_cache_option,
        strict_option,
    )
    for option in reversed(options):
        verb = option(verb)
    return verb


@cli.command()
@analysis_options
@click.option("--long-run", is_flag=True, help="Add the range of the average result after 10^2 .. 10^7 rounds.")
@click.option("--plot", type=PICTURE, metavar="OUT", help="Draw the return by event: .png, .svg or .pdf.")
@exact_option
@json_option
def analyze(
    file: str, strict: bool, long_run: bool, plot: Path | None, exact: bool, as_json: bool, **options: Any
) -> None:
    """Print the exact figures of a layout under its best strategy."""

    from casino31.api.reports import analysis_deliverable

    loaded = read(file, strict)
    if plot is not None:
        from casino31.api.reports import deliverable as sheet_deliverable
        from casino31.render.pictures import charts_figure

        with wrong_use():
            sheet = sheet_deliverable(loaded, exact=exact, **_asked(options))
        draw(plot, lambda: charts_figure(sheet.report))
    with wrong_use():
        made = analysis_deliverable(loaded, exact=exact, long_run=long_run, **_asked(options))
    tell(made, as_json)


@cli.command()
@analysis_options
@click.option("--hand", metavar="CARDS", help="Tell the best action for three cards, such as 'Kh Th 3c'.")
@click.option("--hands", is_flag=True, help="List the best action of every hand up to the names of suits, as CSV.")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help="With a banker: every decision of the punter's best play, .csv or .csv.gz.",
)
@click.option("--plot", type=PICTURE, metavar="OUT", help="Draw the strategy, or a banker's: .png, .svg or .pdf.")
@json_option
def strategy(
    file: str,
    strict: bool,
    hand: str | None,
    hands: bool,
    output: str | None,
    plot: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Print the best strategy: in words, in short, and what leaving it costs."""

    from casino31.api.reports import strategy_deliverable

    loaded = read(file, strict)
    banked = loaded.game.solver is not None
    if output is not None and not banked:
        raise click.UsageError(f"-o is for games with a banker; --hands lists the hands of {loaded.game.name}")
    if (hand is not None or hands) and banked:
        option = "--hand" if hand is not None else "--hands"
        raise click.UsageError(
            f"{option} is for games without a banker; -o writes the decisions of {loaded.game.name}"
        )
    if output is not None:
        from casino31.cli.banker_strategy import write_strategy

        write_strategy(loaded, Path(output))
    elif hand is not None or hands:
        click.echo(_of_hands(loaded, hand, options), nl=False)
    else:
        if plot is not None:
            _draw_strategy(loaded, plot, options)
        with wrong_use():
            made = strategy_deliverable(loaded, **_asked(options))
        tell(made, as_json)


@cli.command()
@analysis_options
@click.option(
    "-o",
    "--output",
    type=Output("a par sheet is written", *ENDINGS, folder=True),
    multiple=True,
    required=True,
    metavar="OUT",
    help=f"Where to: {', '.join(ENDINGS)}; several in one run are of one analysis.",
)
@click.option(
    "--date",
    type=DATE,
    metavar="YYYY-MM-DD",
    help="The date on the sheet; else SOURCE_DATE_EPOCH, else the file's.",
)
@click.option(
    "--paper", type=click.Choice(PAPERS), default="A4", show_default=True, help="Of a PDF and a workbook."
)
@exact_option
def parsheet(
    file: str,
    strict: bool,
    output: tuple[Path, ...],
    date: str | None,
    paper: str,
    exact: bool,
    **options: Any,
) -> None:
    """Write the par sheet of a layout: a workbook with live formulas, a PDF, a web page, text, JSON, CSV.

    Of a game with a banker the bets are live, and `--exact` asks for fractions with finite decks; else numbers are
    decimals within a stated bound.
    """
    from casino31.api.reports import deliverable

    loaded = read(file, strict)
    with wrong_use():
        made = deliverable(loaded, exact=exact, date=_date(date, loaded.rules), **_asked(options))
    deliver(made, output, f"par sheet of {loaded.rules.title}", paper)


def _asked(options: JsonMapping) -> JsonObject:
    """The options of an analysis as the library takes them."""
    return {**options, "mix": dict(options["mix"])}


def _of_hands(loaded: RulesFile, hand: str | None, options: JsonMapping) -> str:
    """The best action of one hand, or of all as CSV."""
    from casino31.api.layouts import par_sheet
    from casino31.pages.hands import hand_text, hands_csv

    with wrong_use():
        sheet = par_sheet(loaded, **_asked(options))
    if hand is None:
        return hands_csv(sheet)
    with wrong_use(f"--hand {hand!r}: "):
        return hand_text(sheet, hand) + "\n"


def _draw_strategy(loaded: RulesFile, picture: Path, options: JsonMapping) -> None:
    """Draw the strategy: as a map of hands, or what a banker does."""
    if loaded.game.solver is None:
        from casino31.api.layouts import analyse
        from casino31.pages.strategy_map import strategy_maps
        from casino31.render.pictures import map_figure

        analysis = analyse(loaded, objective=_asked(options)["objective"])
        title = f"{loaded.rules.title}: the best action"
        draw(picture, lambda: map_figure(strategy_maps(loaded.game, analysis), title))
        return
    from casino31.kept import results
    from casino31.render.banker_plot import banker_figure

    known = results().strategies(loaded.game, loaded.rules, loaded.folder)
    draw(picture, lambda: banker_figure(known.banker_play, f"{known.head.title} (per cent)"))


def _date(asked: str | None, rules: Layout) -> str:
    """The date on the sheet, never the clock's: asked for, else of the build, else the file's own."""
    from datetime import UTC, datetime

    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if asked is not None or not epoch:
        return asked if asked is not None else rules.date
    try:
        return datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise click.UsageError(f"SOURCE_DATE_EPOCH={epoch!r} is not a date: write seconds since 1970") from None
