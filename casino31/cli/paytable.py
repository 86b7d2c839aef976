"""Verbs of pay-table design: compare, solve and sensitivity."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino31.cli.app import (
    DIFFERS,
    cli,
    deliver,
    file_argument,
    json_option,
    read,
    report_option,
    strict_option,
    tell,
    wrong_use,
)
from casino31.cli.pictures import draw
from casino31.cli.types import DATE, PAY_RANGE, PICTURE, POSITIVE, NumberType

if TYPE_CHECKING:
    from fractions import Fraction


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
@click.option(
    "--tolerance",
    type=NumberType("0.1% or 0.001", least=0),
    metavar="SHARE",
    help="Exit with code 1 when the edge on any bet moved by more than this, such as 0.1%.",
)
@report_option("a variation report")
@click.option("--date", type=DATE, metavar="YYYY-MM-DD", help="The date on the report; else none.")
@strict_option
@json_option
def compare(
    files: tuple[str, ...],
    tolerance: Fraction | None,
    output: tuple[Path, ...],
    date: str | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Put layouts of one game side by side.

    Rows that differ, figures and their differences, and the hands that are played anew.
    """
    from casino31.api.layouts import compare as side_by_side
    from casino31.pages.variation import comparison_deliverable

    loaded = [read(file, strict) for file in files]
    with wrong_use():
        comparison = side_by_side(*loaded)
    made = comparison_deliverable(comparison, date or "")
    deliver(made, output, "variation report")
    tell(made, as_json)
    if tolerance is not None and comparison.largest_move > tolerance:
        from casino31.decimals import percent

        said = f"{float(100 * tolerance):g}%"
        click.echo(f"an edge moved by {percent(comparison.largest_move)}, more than {said}", err=True)
        sys.exit(DIFFERS)


@paytable.command()
@file_argument
@click.option(
    "--row",
    "rows",
    multiple=True,
    required=True,
    metavar="ROW",
    help="The row to solve for; give two for the line of solutions.",
)
@click.option(
    "--edge",
    type=NumberType("3%, 0.03 or 3/100"),
    required=True,
    metavar="SHARE",
    help="The house edge to hit, such as 3%.",
)
@click.option(
    "--step",
    "steps",
    type=POSITIVE,
    multiple=True,
    metavar="STEP",
    help="Show the nearest odds that are multiples of this. Default: 1, 1/2 and 1/5.",
)
@click.option(
    "--pays",
    type=PAY_RANGE,
    metavar="LOW:HIGH",
    help="The pays to one to look among; a range that begins with a minus "
    "sign is written --pays=-1:50. Default: every pay a file may hold, for two rows 0:100.",
)
@report_option("a solution")
@bet_option
@strict_option
@json_option
def solve(
    file: str,
    rows: tuple[str, ...],
    edge: Fraction,
    steps: tuple[Fraction, ...],
    pays: tuple[Fraction, Fraction] | None,
    output: tuple[Path, ...],
    bets: tuple[str, ...],
    strict: bool,
    as_json: bool,
) -> None:
    """Find the pay that gives a target edge.

    The answer is exact, with the nearest payable odds and the strategy there, or that no pay does it: exit code 1.
    """
    from casino31.api.pays import solve_pay
    from casino31.pages.solving import line_deliverable, solution_deliverable

    if len(rows) > 2:
        raise click.UsageError(f"--row: one row, or two for a line of solutions, not {len(rows)}")
    low, high = pays or (None, None)
    loaded = read(file, strict)
    with wrong_use():
        if len(rows) == 1:
            solution = solve_pay(loaded, rows[0], edge, bets=bets or None, steps=steps or None, low=low, high=high)
        else:
            line = solve_pay(loaded, (rows[0], rows[1]), edge, bets=bets or None, low=low, high=high)
    if len(rows) == 1:
        made, feasible = solution_deliverable(solution, loaded.name), solution.feasible
    else:
        made, feasible = line_deliverable(line, loaded.name), bool(line.corners)
    deliver(made, output, "the pay for an edge")
    tell(made, as_json)
    if edge >= 1:
        click.echo(f"--edge {float(edge):g} is a house edge of {float(100 * edge):g} %", err=True, nl=False)
        click.echo(f": did you mean {float(edge):g}%?", err=True)
    if not feasible:
        sys.exit(DIFFERS)


@paytable.command()
@file_argument
@click.option(
    "--symbol",
    "symbols",
    multiple=True,
    metavar="ROW",
    help="Also give the edge as a closed form in the pay of this row; may be given several times.",
)
@click.option("--latex", is_flag=True, help="Print the closed form in LaTeX.")
@click.option("--readings", "with_readings", is_flag=True, help="Also price every reading of the open rules.")
@click.option("--plot", type=PICTURE, metavar="OUT", help="Draw the edge by each pay: .png, .svg or .pdf.")
@report_option("a sensitivity")
@bet_option
@strict_option
@json_option
def sensitivity(
    file: str,
    symbols: tuple[str, ...],
    latex: bool,
    with_readings: bool,
    plot: Path | None,
    output: tuple[Path, ...],
    bets: tuple[str, ...],
    strict: bool,
    as_json: bool,
) -> None:
    """Tell what each pay does to the edge.

    And how far that holds: the interval on which the best strategy stays, and the next breakpoints.
    """
    from casino31.api.pays import sensitivity as of_pays
    from casino31.pages.sensitivities import sensitivity_deliverable

    if latex and not symbols:
        raise click.UsageError("--latex prints the closed form: name its pays with --symbol ROW")
    loaded = read(file, strict)
    with wrong_use():
        answer = of_pays(loaded, bets=bets or None, symbols=symbols, readings=with_readings)
    if plot is not None:
        from casino31.pages.edge_curve import edge_curves
        from casino31.pages.layout_text import row_paths
        from casino31.render.pictures import curves_figure

        curves = edge_curves(loaded.game, loaded.rules, row_paths(loaded.rules))
        draw(plot, lambda: curves_figure(curves, f"{loaded.rules.title}: house edge by pay"))
    made = sensitivity_deliverable(answer)
    deliver(made, output, "what the pays do")
    tell(made, as_json)
    if latex and answer.form is not None and not as_json:
        click.echo(f"\n{answer.form.latex()}")


@paytable.command()
@file_argument
@click.option("--row", required=True, metavar="ROW", help="The row whose pay is the symbol p, to one.")
@click.option("--latex", is_flag=True, help="Print LaTeX.")
@report_option("a closed form")
@bet_option
@strict_option
@json_option
def formula(
    file: str, row: str, latex: bool, output: tuple[Path, ...], bets: tuple[str, ...], strict: bool, as_json: bool
) -> None:
    """Give edge, variance and standard deviation in closed form in one pay.

    Exact, and piecewise where the best strategy changes.
    """
    from casino31.api.pays import formula as of_row
    from casino31.pages.formulas import formula_deliverable

    loaded = read(file, strict)
    with wrong_use():
        answer = of_row(loaded, row, bets=bets or None)
    if latex and not as_json:
        click.echo(answer.latex())
        return
    made = formula_deliverable(answer)
    deliver(made, output, "a closed form")
    tell(made, as_json)
