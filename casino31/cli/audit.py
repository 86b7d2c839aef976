"""Audits: does what others logged, shuffled or published conform to the exact law?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino31.cli.house import DIFFERS, DONE, cli, json_option, print_json

if TYPE_CHECKING:
    from casino31.audit.columns import Printed
    from casino31.audit.finding import Verdict
    from casino31.paytable import OddsUnit

TOO_FEW = 4
EXITS = "Exit codes: 0 conforms, 1 does not, 2 wrong use, 3 input that cannot be read, 4 not enough to say."


@cli.group(epilog=EXITS)
def audit() -> None:
    """Hold logs, shuffles and published tables against exact law."""


def leave(*verdicts: Verdict) -> None:
    """End with the exit code of the verdicts: the worst counts."""
    found = {verdict.conforms for verdict in verdicts}
    sys.exit(DIFFERS if False in found else TOO_FEW if None in found else DONE)


@audit.command(epilog=EXITS)
@click.argument("file", metavar="FILE")
@click.option("--total", type=click.IntRange(1), help="All outcomes, where the table itself does not list them.")
@click.option(
    "--unit",
    type=click.Choice(["to one", "for one"]),
    help="What the pays count: the winnings alone, or the stake with them. Else the table's own words decide.",
)
@click.option("--edge", metavar="SHARE", help="The house edge printed elsewhere on the page, such as 4.12%.")
@json_option
def table(file: str, total: int | None, unit: OddsUnit | None, edge: str | None, as_json: bool) -> None:
    """Check a published return table of any game: CSV, .xlsx or pasted text (- reads it from stdin).

    A row of headings names the columns: event, pays, and combinations or probability; a return column and rows of
    totals, house edge or return below are checked when they are there. Rows that are left out are taken to lose.
    """
    from casino31.audit.table import audit_file, audit_text
    from casino31.report.audit_forms import table_object, table_text

    printed = _printed(edge)
    if file == "-":
        answer = audit_text(sys.stdin.read(), total, unit, printed)
    else:
        answer = audit_file(Path(file), total, unit, printed)
    if as_json:
        print_json(table_object(answer))
    else:
        click.echo(table_text(answer, "the table" if file == "-" else file))
    leave(answer.verdict)


def _printed(edge: str | None) -> Printed | None:
    from casino31.audit.cells import Cell, CellError, amount
    from casino31.audit.columns import Printed

    if edge is None:
        return None
    try:
        return Printed("--edge", edge, amount(Cell("--edge", edge)))
    except CellError as error:
        raise click.UsageError(str(error)) from error
