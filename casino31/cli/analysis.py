"""Verbs about one layout: its figures, its strategy, its par sheet."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from casino31.cli import banker
from casino31.cli.house import cli, file_argument, json_option, print_json, strict_option, write_output

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
            metavar="BETS",
            help="The bets the strategy is best for, one unit each: main (default) or main+'natural 31', "
            "for short combined. It matters only where a fold forfeits the bonus.",
        ),
        click.option(
            "--mix",
            multiple=True,
            metavar="BET=UNITS",
            help="Also measure this stake, such as --mix main=1 --mix 'natural 31=5'.",
        ),
        click.option(
            "--confidence", default="90%", show_default=True, metavar="SHARE", help="For ranges and volatility."
        ),
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
    from casino31.rulesfile import BankerFile

    loaded = banker.load_any(file, strict)
    if isinstance(loaded, BankerFile):
        banker.refuse(loaded, options)
        try:
            confidence = _share(options["confidence"]) if long_run else None
        except ValueError as error:
            raise click.UsageError(str(error)) from error
        banker.print_analysis(loaded, exact, as_json, confidence)
        return
    sheet = measure(loaded, **options)
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
    from casino31.rulesfile import BankerFile

    loaded = banker.load_any(file, strict)
    if isinstance(loaded, BankerFile):
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
    sheet = measure(loaded, **options)
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
@click.option("-o", "--output", required=True, metavar="OUT", help="Where to: .xlsx, .txt, .json or .csv.")
@click.option(
    "--date", metavar="YYYY-MM-DD", help="The date on the sheet; else SOURCE_DATE_EPOCH, else the file's."
)
@exact_option
def parsheet(file: str, strict: bool, output: str, date: str | None, exact: bool, **options: Any) -> None:
    """Write the par sheet of a layout: a workbook with live formulas, or text, JSON, CSV.

    Of a game with a banker the bets are live, and `--exact` asks for fractions with finite decks; else numbers are
    decimals within a stated bound.
    """
    from casino31.report.forms import FORMS, render
    from casino31.rulesfile import BankerFile

    path = Path(output)
    if path.suffix.lower() not in FORMS:
        raise click.UsageError(f"{output!r}: a par sheet is written as {', '.join(FORMS)}")
    loaded = banker.load_any(file, strict)
    if isinstance(loaded, BankerFile):
        banker.refuse(loaded, options)
        banker.write_sheet(loaded, path, _date(date, loaded.rules), exact)
        return
    sheet = measure(loaded, **options)
    content = render(sheet, path.suffix.lower(), _date(date, sheet.rules))
    write_output(path, content)
    click.echo(f"{path}: par sheet of {sheet.rules.title}", err=True)


def read_sheet(file: str, objective: str | None, mix: tuple[str, ...], confidence: str, strict: bool) -> ParSheet:
    """Read, analyse and check a layout with a pay table; its warnings go to stderr."""
    from casino31.rulesfile import load

    loaded = load(file, strict=strict)
    for warning in loaded.warnings:
        click.echo(str(warning), err=True)
    return measure(loaded, objective, mix, confidence)


def measure(loaded: RulesFile, objective: str | None, mix: tuple[str, ...], confidence: str) -> ParSheet:
    """Analyse and check a layout with a pay table."""
    from casino31.report.parsheet import par_sheet

    bets = tuple(loaded.rules.bets)
    try:
        chosen = None if objective is None else bets if objective == "combined" else _split(objective)
        units = dict(map(units_of, mix))
        return par_sheet(loaded.game, loaded.rules, loaded.name, chosen, _share(confidence), units)
    except ValueError as error:
        raise click.UsageError(str(error)) from error


def _split(bets: str) -> tuple[str, ...]:
    return tuple(bet.strip() for bet in bets.split("+"))


def units_of(text: str) -> tuple[str, Fraction]:
    bet, sign, units = text.rpartition("=")
    if not sign:
        raise ValueError(f"--mix {text!r}: write a bet, = and its units, such as 'natural 31=5'")
    return bet.strip(), _fraction(units, "--mix")


def _share(text: str) -> Fraction:
    share = _fraction(text.removesuffix("%"), "--confidence") / (100 if text.endswith("%") else 1)
    if not 0 < share < 1:
        raise ValueError(f"--confidence {text!r}: a share above 0 and below 1, such as 90% or 0.9")
    return share


def _fraction(text: str, option: str) -> Fraction:
    from fractions import Fraction

    try:
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{option}: {text!r} is not a number such as 5, 0.5 or 1/2") from None


def _date(asked: str | None, rules: Rules) -> str:
    """The date on the sheet, never the clock's: asked for, else of the build, else the file's own."""
    from datetime import UTC, date, datetime

    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        if asked is not None:
            return date.fromisoformat(asked).isoformat()
        if epoch:
            return datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        wrong = f"--date {asked!r}" if asked is not None else f"SOURCE_DATE_EPOCH={epoch!r}"
        raise click.UsageError(f"{wrong} is not a date: write YYYY-MM-DD, or seconds since 1970") from None
    return rules.date


def _action(sheet: ParSheet, text: str) -> str:
    """The best action for one hand, and what each action is worth."""
    from casino31.cards import parse_cards, show, suit_pattern
    from casino31.report.numbers import decimal

    try:
        cards = parse_cards(text)
    except ValueError as error:
        raise click.UsageError(f"--hand: {error}") from error
    for each in sheet.hand_values:
        if suit_pattern(each.hand) == suit_pattern(cards):
            worth = ", ".join(f"{action} {decimal(value)} ({value})" for action, value in each.values.items())
            return f"{show(*cards)}: {each.action}; expected units: {worth}"
    raise click.UsageError(f"--hand {text!r}: there is no decision with {len(cards)} cards in this layout")
