"""The command line: one short function a verb, heavy imports inside the verb that needs them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from casino31 import __version__
from casino31.faults import Fault, RulesError

if TYPE_CHECKING:
    from fractions import Fraction

    from casino31.report.parsheet import ParSheet

DONE, DIFFERS, WRONG_USE, FAULTY, SELF_CHECK = 0, 1, 2, 3, 5
EXITS = """Exit codes: 0 done, 1 does not conform, 2 wrong use, 3 faulty input, 5 a self-check failed."""


class _Failure(click.ClickException):
    """A clear sentence on stderr and the exit code that goes with it."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code

    def show(self, file: Any = None) -> None:
        click.echo(self.message, err=True, file=file)


class _House(click.Group):
    """Turns what the house raises into messages and exit codes."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except RulesError as error:
            raise _Failure(str(error), FAULTY) from error


@click.group(cls=_House, epilog=EXITS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="casino31")
def cli() -> None:
    """Exact mathematics and par sheets for the "31" family of casino card games.

    FILE is a pay-table file (.toml) or the name of a shipped one: see `casino31 games`.
    """


F = TypeVar("F", bound=Callable[..., Any])

_FILE = click.argument("file", metavar="FILE")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
_STRICT = click.option("--strict", is_flag=True, help="Take warnings for errors.")


def _analysis_options(verb: F) -> F:
    """The options of every verb that analyses one file."""
    options = (
        _FILE,
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
        _STRICT,
    )
    for option in reversed(options):
        verb = option(verb)
    return verb


@cli.command()
@_JSON
def games(as_json: bool) -> None:
    """List the games, what their files may choose, and the shipped layouts."""
    from casino31.games import GAMES
    from casino31.rulesfile import load, shipped

    layouts = [load(name) for name in shipped()]
    if as_json:
        _print_json(
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
@_STRICT
@_JSON
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
        _print_json({"schema": "casino31.check/1", "files": found})
    else:
        for name, faults in reports:
            for fault in faults:
                click.echo(str(fault))
            click.echo(f"{name}: {_tally(faults)}")
    sys.exit(FAULTY if faulty else DONE)


@cli.command()
@_analysis_options
@click.option("--long-run", is_flag=True, help="Add the range of the average result after 10^2 .. 10^7 rounds.")
@_JSON
def analyze(long_run: bool, as_json: bool, **options: Any) -> None:
    """Print the exact figures of a layout under its best strategy."""
    sheet = _sheet(**options)
    if as_json:
        from casino31.report.json_form import analysis_object

        _print_json(analysis_object(sheet, whole=long_run))
        return
    from casino31.report.text import summary

    click.echo(summary(sheet, long_run), nl=False)


@cli.command()
@_analysis_options
@click.option("--hand", metavar="CARDS", help="Tell the best action for three cards, such as 'Kh Th 3c'.")
@click.option("--hands", is_flag=True, help="List the best action of every hand up to the names of suits, as CSV.")
@_JSON
def strategy(hand: str | None, hands: bool, as_json: bool, **options: Any) -> None:
    """Print the best strategy: in words, in short, and what leaving it costs."""
    sheet = _sheet(**options)
    if hand is not None:
        click.echo(_action(sheet, hand))
    elif hands:
        from casino31.report.hands import hands_csv

        click.echo(hands_csv(sheet), nl=False)
    elif as_json:
        from casino31.report.json_form import strategy_object

        _print_json({"schema": "casino31.strategy/1", **strategy_object(sheet)})
    else:
        from casino31.report.text import strategy as strategy_text

        click.echo(strategy_text(sheet))


@cli.command()
@_analysis_options
@click.option("-o", "--output", required=True, metavar="OUT", help="Where to: .xlsx, .txt, .json or .csv.")
@click.option(
    "--date", metavar="YYYY-MM-DD", help="The date on the sheet; else SOURCE_DATE_EPOCH, else the file's."
)
def parsheet(output: str, date: str | None, **options: Any) -> None:
    """Write the par sheet of a layout: a workbook with live formulas, or text, JSON, CSV."""
    from casino31.report.forms import FORMS, render

    path = Path(output)
    if path.suffix.lower() not in FORMS:
        raise click.UsageError(f"{output!r}: a par sheet is written as {', '.join(FORMS)}")
    sheet = _sheet(**options)
    content = render(sheet, path.suffix.lower(), _date(date, sheet))
    _write(path, content)
    click.echo(f"{path}: par sheet of {sheet.rules.title}", err=True)


def _sheet(file: str, objective: str | None, mix: tuple[str, ...], confidence: str, strict: bool) -> ParSheet:
    """Read, analyse and check one file; its warnings go to stderr."""
    from casino31.report.parsheet import ParSheet
    from casino31.rulesfile import load
    from casino31.selfcheck import SelfCheckError, self_check

    loaded = load(file, strict=strict)
    for warning in loaded.warnings:
        click.echo(str(warning), err=True)
    bets = tuple(loaded.rules.bets)
    try:
        chosen = None if objective is None else bets if objective == "combined" else _split(objective)
        analysis = loaded.game.analyse(loaded.rules, chosen)
        sheet = ParSheet(loaded.game, analysis, loaded.name, _share(confidence), dict(map(_units, mix)))
        self_check(loaded.game, analysis)
        sheet.stakes  # noqa: B018 - a stake that the layout does not offer is wrong use
    except SelfCheckError as error:
        raise _Failure(f"a self-check failed, no figure can be trusted:\n{error}", SELF_CHECK) from error
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    return sheet


def _split(bets: str) -> tuple[str, ...]:
    return tuple(bet.strip() for bet in bets.split("+"))


def _units(text: str) -> tuple[str, Fraction]:
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


def _date(asked: str | None, sheet: ParSheet) -> str:
    """The date on the sheet, never the clock's: asked for, else of the build, else the file's own."""
    from datetime import date, datetime, timezone

    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    try:
        if asked is not None:
            return date.fromisoformat(asked).isoformat()
        if epoch:
            return datetime.fromtimestamp(int(epoch), timezone.utc).date().isoformat()
    except (ValueError, OverflowError, OSError):
        wrong = f"--date {asked!r}" if asked is not None else f"SOURCE_DATE_EPOCH={epoch!r}"
        raise click.UsageError(f"{wrong} is not a date: write YYYY-MM-DD, or seconds since 1970") from None
    return sheet.rules.date


def _write(path: Path, content: bytes) -> None:
    from casino31.files import write_whole

    try:
        write_whole(path, content)
    except OSError as error:
        raise _Failure(f"{path}: cannot be written: {error.strerror}", WRONG_USE) from error


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


def _tally(faults: tuple[Fault, ...]) -> str:
    errors = sum(fault.severity == "error" for fault in faults)
    words = [
        f"{count} {kind}{'s' * (count > 1)}"
        for count, kind in ((errors, "error"), (len(faults) - errors, "warning"))
        if count
    ]
    return ", ".join(words) or "no fault"


def _print_json(whole: dict[str, Any]) -> None:
    click.echo(json.dumps(whole, indent=2, ensure_ascii=False, allow_nan=False))


def main() -> None:
    """Run the command line."""
    try:
        cli()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(DIFFERS)
