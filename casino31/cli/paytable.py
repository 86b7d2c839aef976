"""Verbs of pay-table design: compare, solve and sensitivity."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino31.cli.house import (
    DIFFERS,
    cli,
    file_argument,
    json_option,
    print_json,
    strict_option,
    write_output,
    wrong_use,
)
from casino31.cli.numbers import exact, positive, span
from casino31.faults import SelfCheckError

if TYPE_CHECKING:
    from casino31.design.solve import Solution
    from casino31.design.surface import Surface
    from casino31.rulesfile import RulesFile

bet_option = click.option(
    "--bet",
    "bets",
    multiple=True,
    metavar="BET",
    help="Whose edge is meant: main, 'natural 31', or both together when given twice. Default: the row's own bet.",
)


@cli.group()
def paytable() -> None:
    """Compare, solve and design pay tables.

    Rows are named wager.row as in the file: play.31, 'natural 31.16-21', ante.17. All figures are exact, and the
    best strategy is found anew for every pay.
    """


@paytable.command()
@click.argument("files", metavar="A B [C ...]", nargs=-1, required=True)
@click.option("--tolerance", metavar="SHARE", help="Exit with code 1 when the edge on any bet moved by more than "
              "this, such as 0.1%.")  # fmt: skip
@click.option("-o", "--output", metavar="OUT", help="Also write a variation report: .xlsx, .txt or .json.")
@click.option("--date", metavar="YYYY-MM-DD", help="The date on the report; else none.")
@strict_option
@json_option
def compare(
    files: tuple[str, ...], tolerance: str | None, output: str | None, date: str | None, strict: bool, as_json: bool
) -> None:
    """Put layouts of one game side by side.

    Rows that differ, figures and their differences, and the hands that are played anew.
    """
    from casino31.design.compare import compare as side_by_side
    from casino31.report.variation import VARIATION_FORMS, comparison_object, comparison_text

    limit = exact(tolerance, "--tolerance", "0.1% or 0.001") if tolerance is not None else None
    if limit is not None and limit < 0:
        raise click.UsageError(f"--tolerance: {tolerance!r} must not be below 0")
    path = Path(output) if output is not None else None
    if path and path.suffix.lower() not in VARIATION_FORMS:
        raise click.UsageError(f"{output!r}: a variation report is written as {', '.join(VARIATION_FORMS)}")
    day = iso_date(date) if date is not None else ""
    loaded = [read(file, strict) for file in files]
    with wrong_use():
        found = side_by_side([(each.game, each.rules, each.name) for each in loaded])
    if path:
        write_output(path, VARIATION_FORMS[path.suffix.lower()](found, day))
        click.echo(f"{path}: variation report", err=True)
    if as_json:
        print_json(comparison_object(found))
    else:
        click.echo(comparison_text(found), nl=False)
    if limit is not None and found.largest_move > limit:
        from casino31.report.numbers import percent

        click.echo(f"an edge moved by {percent(found.largest_move)}, more than {tolerance}", err=True)
        sys.exit(DIFFERS)


def iso_date(text: str) -> str:
    """Return a date as YYYY-MM-DD; wrong use when it is none."""
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise click.UsageError(f"--date {text!r} is not a date: write YYYY-MM-DD") from None


@paytable.command()
@file_argument
@click.option("--row", "rows", multiple=True, required=True, metavar="ROW", help="The row to solve for; give two "
              "for the line of solutions.")  # fmt: skip
@click.option("--edge", required=True, metavar="SHARE", help="The house edge to hit, such as 3%.")
@click.option("--step", "steps", multiple=True, metavar="STEP", help="Show the nearest odds that are multiples of "
              "this. Default: 1, 1/2 and 1/5.")  # fmt: skip
@click.option("--pays", metavar="LOW:HIGH", help="The pays to one to look among; a range that begins with a minus "
              "sign is written --pays=-1:50. Default: every pay a file may hold, for two rows 0:100.")  # fmt: skip
@bet_option
@strict_option
@json_option
def solve(
    file: str,
    rows: tuple[str, ...],
    edge: str,
    steps: tuple[str, ...],
    pays: str | None,
    bets: tuple[str, ...],
    strict: bool,
    as_json: bool,
) -> None:
    """Find the pay that gives a target edge.

    The answer is exact, with the nearest payable odds and the strategy there, or that no pay does it.
    """
    from fractions import Fraction

    from casino31.design.solve import STEPS, solve_two
    from casino31.design.solve import solve as solve_one
    from casino31.design.surface import HIGHEST, LOWEST

    target = exact(edge, "--edge", "3%, 0.03 or 3/100")
    chosen = [positive(step, "--step") for step in steps] or STEPS
    if len(rows) > 2:
        raise click.UsageError(f"--row: one row, or two for a line of solutions, not {len(rows)}")
    whole = (LOWEST, HIGHEST) if len(rows) == 1 else (Fraction(0), Fraction(100))
    low, high = span(pays, "--pays") if pays else whole
    if low < LOWEST or high > HIGHEST:
        raise click.UsageError(f"--pays: {pays!r} leaves what a file may hold, {LOWEST} to {int(HIGHEST):,}")
    loaded = read(file, strict)
    surface = surface_of(loaded, bets, rows)
    with wrong_use():
        if len(rows) == 2:
            from casino31.report.solve_form import line_object, line_text

            line = solve_two(surface, (rows[0], rows[1]), target, low, high)
            if as_json:
                print_json(line_object(line, loaded.name))
            else:
                click.echo(line_text(line), nl=False)
            return
        found = solve_one(surface, rows[0], target, chosen, low, high)
    _tell(found, loaded, as_json)


def _tell(found: Solution, loaded: RulesFile, as_json: bool) -> None:
    from casino31.design.compare import changed_hands
    from casino31.report.solve_form import solve_object, solve_text

    surface = found.surface
    answer = None if found.pay is None else surface.analyse({found.row: found.pay})
    if answer and answer[1].house_edge != found.target:
        raise SelfCheckError(f"{found.row} = {found.pay} does not give {found.target}")
    if as_json:
        print_json(solve_object(found, loaded.name, answer))
        return
    strategy: tuple[str, ...] = ()
    changed = 0
    if answer:
        strategy = loaded.game.rule_list(answer[0])
        changed = changed_hands(loaded.game, surface.analyse()[0], answer[0]).hands
    click.echo(solve_text(found, answer, strategy, changed), nl=False)


@paytable.command()
@file_argument
@click.option("--symbol", "symbols", multiple=True, metavar="ROW", help="Also give the edge as a closed form in "
              "the pay of this row; may be given several times.")  # fmt: skip
@click.option("--latex", is_flag=True, help="Print the closed form in LaTeX.")
@click.option("--readings", "with_readings", is_flag=True, help="Also price every reading of the open rules.")
@bet_option
@strict_option
@json_option
def sensitivity(
    file: str,
    symbols: tuple[str, ...],
    latex: bool,
    with_readings: bool,
    bets: tuple[str, ...],
    strict: bool,
    as_json: bool,
) -> None:
    """Tell what each pay does to the edge.

    And how far that holds: the interval on which the best strategy stays, and the next breakpoints.
    """
    from casino31.design.sensitivity import closed_form, readings
    from casino31.design.sensitivity import sensitivity as of_row
    from casino31.report.sensitivity_form import sensitivity_object, sensitivity_text

    if latex and not symbols:
        raise click.UsageError("--latex prints the closed form: name its pays with --symbol ROW")
    loaded = read(file, strict)
    if bets:
        surfaces = [surface_of(loaded, bets, symbols)]
    else:
        surfaces = [surface_of(loaded, (bet,), ()) for bet in loaded.rules.bets]
    found = {surface: [of_row(surface, row) for row in surface.pays] for surface in surfaces}
    form = closed_form(surface_of(loaded, bets, symbols), symbols) if symbols else None
    open_rules = readings(loaded.game, loaded.rules) if with_readings else None
    if as_json:
        print_json(sensitivity_object(found, loaded.name, form, open_rules))
    else:
        click.echo(sensitivity_text(found, form, open_rules, latex), nl=False)


def read(file: str, strict: bool = False) -> RulesFile:
    """Read one file; its warnings go to stderr."""
    from casino31.rulesfile import load

    loaded = load(file, strict=strict)
    for warning in loaded.warnings:
        click.echo(str(warning), err=True)
    return loaded


def surface_of(loaded: RulesFile, bets: tuple[str, ...], rows: tuple[str, ...]) -> Surface:
    """Return the surface of the bets that are meant; an unknown bet or row is wrong use."""
    from casino31.design.surface import surface

    with wrong_use():
        return surface(loaded.game, loaded.rules, bets or None, rows)
