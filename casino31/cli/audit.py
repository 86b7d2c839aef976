"""Audits: does what others logged, shuffled or published conform to the exact law?"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casino31.cli.app import (
    DIFFERS,
    DONE,
    FAULTY,
    TOO_FEW,
    cli,
    deliver,
    json_option,
    minimum_return_option,
    pasted,
    report_option,
    tell,
    wrong_use,
)
from casino31.cli.types import LEVEL, PRINTED_EDGE, STAKE

if TYPE_CHECKING:
    from fractions import Fraction

    from casino31.api.audits import AnyAudit

level_option = click.option(
    "--level",
    "confidence",
    type=LEVEL,
    default="99%",
    show_default=True,
    help="Of the one decision over all tests.",
)
output_option = report_option("the report of an audit")
EXITS = "Exit codes: 0 conforms, 1 does not, 2 wrong use, 3 input that cannot be read, 4 not enough to say."


@cli.group(epilog=EXITS, invoke_without_command=True)
@click.option(
    "--selftest", is_flag=True, help="Try the tests on fair sources and honest players, on bad ones and on cheats."
)
@click.option("-p", "--paytable", metavar="LAYOUT", help="With --selftest: the layout that players are tried on.")
@output_option
@json_option
@click.pass_context
def audit(
    context: click.Context, selftest: bool, paytable: str | None, output: tuple[Path, ...], as_json: bool
) -> None:
    """Hold logs, shuffles, par sheets and published tables against the exact law."""
    if not selftest:
        if output or paytable:
            raise click.UsageError("-o and -p stand behind the name of the audit, or with --selftest")
        if context.invoked_subcommand is None:
            click.echo(context.get_help())
        return
    from casino31.api.audits import audit_selftest

    with click.progressbar(length=1_000, label="logs dealt", file=sys.stderr, width=0) as bar:
        answer = audit_selftest(
            layout=paytable, progress=lambda done, whole: bar.update(done * 1_000 // whole - bar.pos)
        )
    finish(answer, output, as_json)


def finish(answer: AnyAudit, output: tuple[Path, ...], as_json: bool, unreadable: bool = False) -> None:
    """Write and print the report of an audit, and end with the exit code of its verdict."""
    from casino31.api.reports import report_of

    made = report_of(answer)
    deliver(made, output, made.report.subject)
    tell(made, as_json)
    codes = {True: DONE, False: DIFFERS, None: FAULTY if unreadable else TOO_FEW}
    sys.exit(codes[answer.verdict.conforms])


def spare(inputs: Iterable[str | None], output: tuple[Path, ...]) -> None:
    """UsageError where a report would be written over something that is read."""
    read_from = {Path(name).resolve() for name in inputs if name is not None}
    for path in output:
        if path.resolve() in read_from:
            raise click.UsageError(f"-o {path}: the audit reads this file, and its report would be written over it")


@audit.command(epilog=EXITS)
@click.argument("file", metavar="FILE")
@click.option("--total", type=click.IntRange(1), help="All outcomes, where the table itself does not list them.")
@click.option(
    "--unit",
    type=click.Choice(["to one", "for one"]),
    help="What the pays count: the winnings alone, or the stake with them. Else the table's own words decide.",
)
@click.option(
    "--edge", type=PRINTED_EDGE, metavar="SHARE", help="The house edge printed elsewhere on the page: 4.12%."
)
@click.option("--stake", metavar="UNITS", help="What a round costs, where the pays are in credits: 10.")
@minimum_return_option
@click.option("--game", metavar="NAME", help="Hold the rows against the exact counts of a game or a layout.")
@click.option("--wager", metavar="WAGER", help="The wager of that game; else the one that knows most rows.")
@output_option
@json_option
def table(file: str, output: tuple[Path, ...], as_json: bool, **asked: Any) -> None:
    """Check a published return table of any game: CSV, .xlsx or pasted text (- reads it from stdin).

    A row of headings names the columns: event, pays, and combinations or probability; return and variance columns,
    and rows of totals, house edge, return, hit frequency or other figures are checked when they are there. Rows
    that are left out are taken to lose.
    """
    from casino31.api.audits import audit_table

    spare((file,), output)
    source = pasted() if file == "-" else Path(file)
    with wrong_use():
        answer = audit_table(source, **asked)
    finish(answer, output, as_json)


@audit.command(epilog=EXITS)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--decks", type=click.IntRange(1, 8), help="Decks of the shoe: one, unless named.")
@level_option
@output_option
@json_option
def shuffle(files: tuple[str, ...], output: tuple[Path, ...], as_json: bool, **asked: Any) -> None:
    """Test deck orders, one a line: cards such as As or 0 to 51, apart by blanks or commas.

    Completeness, cards by position, pairs of positions, neighbours, rising sequences, runs, the deck before,
    repeats and remainders; the laboratory's set of four is also judged by itself.
    """
    from casino31.api.audits import audit_shuffle

    spare(files, output)
    finish(audit_shuffle(files, **asked), output, as_json)


@audit.command(epilog=EXITS)
@click.argument("file", metavar="FILE.xlsx")
@click.option(
    "-p", "--paytable", metavar="LAYOUT", help="The file it was made from; else a shipped one or its words."
)
@click.option(
    "--mix",
    type=STAKE,
    multiple=True,
    metavar="BET=UNITS",
    help="As given to parsheet, where the sheet does not state it.",
)
@output_option
@json_option
def parsheet(
    file: str,
    paytable: str | None,
    mix: tuple[tuple[str, Fraction], ...],
    output: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Check a par sheet that `casino31 parsheet` wrote: every number, formula, stored value and text.

    The workbook is made anew from the layout and the facts stated in it, and compared cell by cell; each
    altered, stale or missing cell is named. Nothing in the file is run. A solved banker's policy file is looked
    for beside the workbook, or beside the layout that -p names.
    """
    from casino31.api.audits import audit_parsheet

    spare((file, paytable), output)
    finish(audit_parsheet(file, paytable, mix=dict(mix)), output, as_json)
