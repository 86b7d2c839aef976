"""Verbs about one layout: its figures, its strategy, its par sheet."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from casino31.cli import banker
from casino31.cli.app import (
    cli,
    file_argument,
    json_option,
    no_cache_option,
    print_json,
    strict_option,
    write_output,
    wrong_use,
)
from casino31.cli.types import BETS, DATE, LEVEL, STAKE, Output

if TYPE_CHECKING:
    from fractions import Fraction

    from casino31.answers import Rules
    from casino31.report.parsheet import ParSheet
    from casino31.rulesfile import RulesFile

F = TypeVar("F", bound=Callable[..., Any])


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
@exact_option
@json_option
def analyze(file: str, strict: bool, long_run: bool, exact: bool, as_json: bool, **options: Any) -> None:
    """Print the exact figures of a layout under its best strategy."""

    loaded = banker.load(file, strict)
    if loaded.game.solver is not None:
        banker.refuse(loaded, options)
        banker.print_analysis(loaded, exact, as_json, options["confidence"] if long_run else None)
        return
    sheet = _measured(loaded, **options)
    if as_json:
        from casino31.report.json_form import analysis_object

        print_json(analysis_object(sheet, whole=long_run))
        return
    from casino31.report.text import summary

    click.echo(summary(sheet, long_run), nl=False)


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
@click.option("--plot", metavar="OUT", help="With a banker: draw what he does, .png, .svg or .pdf.")
@json_option
def strategy(
    file: str,
    strict: bool,
    hand: str | None,
    hands: bool,
    output: str | None,
    plot: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Print the best strategy: in words, in short, and what leaving it costs."""

    loaded = banker.load(file, strict)
    if loaded.game.solver is not None:
        banker.refuse(loaded, options)
        if output is not None:
            from casino31.cli.banker_strategy import write_strategy

            write_strategy(loaded, Path(output))
            return
        banker.print_strategy(loaded, plot, as_json)
        return
    if output is not None or plot is not None:
        option = "-o" if output is not None else "--plot"
        raise click.UsageError(
            f"{option} is for games with a banker; --hands lists the hands of {loaded.game.name}"
        )
    sheet = _measured(loaded, **options)
    if hand is not None:
        click.echo(_action(sheet, hand))
    elif hands:
        from casino31.report.hands import hands_csv

        click.echo(hands_csv(sheet), nl=False)
    elif as_json:
        from casino31.report.json_form import strategy_object

        print_json({"schema": "casino31.strategy/1", **strategy_object(sheet)})
    else:
        from casino31.report.text import strategy_page

        click.echo(strategy_page(sheet), nl=False)


@cli.command()
@analysis_options
@click.option(
    "-o",
    "--output",
    type=Output("a par sheet is written", ".xlsx", ".txt", ".json", ".csv"),
    required=True,
    metavar="OUT",
    help="Where to: .xlsx, .txt, .json or .csv.",
)
@click.option(
    "--date",
    type=DATE,
    metavar="YYYY-MM-DD",
    help="The date on the sheet; else SOURCE_DATE_EPOCH, else the file's.",
)
@exact_option
def parsheet(file: str, strict: bool, output: Path, date: str | None, exact: bool, **options: Any) -> None:
    """Write the par sheet of a layout: a workbook with live formulas, or text, JSON, CSV.

    Of a game with a banker the bets are live, and `--exact` asks for fractions with finite decks; else numbers are
    decimals within a stated bound.
    """
    from casino31.report.forms import render

    loaded = banker.load(file, strict)
    if loaded.game.solver is not None:
        banker.refuse(loaded, options)
        banker.write_sheet(loaded, output, _date(date, loaded.rules), exact)
        return
    sheet = _measured(loaded, **options)
    content = render(sheet, output.suffix.lower(), _date(date, sheet.rules))
    write_output(output, content)
    click.echo(f"{output}: par sheet of {sheet.rules.title}", err=True)


def _measured(
    loaded: RulesFile,
    objective: str | tuple[str, ...] | None,
    mix: tuple[tuple[str, Fraction], ...],
    confidence: Fraction,
) -> ParSheet:
    """Analyse a layout with a pay table as the options say."""
    from casino31.api.layouts import par_sheet

    with wrong_use():
        return par_sheet(loaded, objective=objective, mix=dict(mix), confidence=confidence)


def _date(asked: str | None, rules: Rules) -> str:
    """The date on the sheet, never the clock's: asked for, else of the build, else the file's own."""
    from datetime import UTC, datetime

    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if asked is not None or not epoch:
        return asked if asked is not None else rules.date
    try:
        return datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        raise click.UsageError(f"SOURCE_DATE_EPOCH={epoch!r} is not a date: write seconds since 1970") from None


def _action(sheet: ParSheet, text: str) -> str:
    """The best action for one hand, and what each action is worth."""
    from casino31.cards import parse_cards, show, suit_pattern
    from casino31.report.numbers import decimal

    with wrong_use("--hand: "):
        cards = parse_cards(text)
    for each in sheet.hand_values:
        if suit_pattern(each.hand) == suit_pattern(cards):
            worth = ", ".join(f"{action} {decimal(value)} ({value})" for action, value in each.values.items())
            return f"{show(*cards)}: {each.action}; expected units: {worth}"
    raise click.UsageError(f"--hand {text!r}: there is no decision with {len(cards)} cards in this layout")
