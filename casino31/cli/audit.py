"""Audits: does what others logged, shuffled or published conform to the exact law?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casino31.cli.app import (
    DIFFERS,
    DONE,
    FAULTY,
    TOO_FEW,
    cli,
    json_option,
    minimum_return_option,
    pasted,
    print_json,
    read,
    wrong_use,
)
from casino31.cli.types import BETS, LEVEL, NAMES, PRINTED_EDGE, STAKE

if TYPE_CHECKING:
    from fractions import Fraction

    from casino31.audit.finding import Verdict
    from casino31.rulesfile import RulesFile

EXITS = "Exit codes: 0 conforms, 1 does not, 2 wrong use, 3 input that cannot be read, 4 not enough to say."


@cli.group(epilog=EXITS, invoke_without_command=True)
@click.option(
    "--selftest", is_flag=True, help="Try the tests on fair sources and honest players, on bad ones and on cheats."
)
@json_option
@click.pass_context
def audit(context: click.Context, selftest: bool, as_json: bool) -> None:
    """Hold logs, shuffles, par sheets and published tables against exact law."""
    if not selftest:
        if context.invoked_subcommand is None:
            click.echo(context.get_help())
        return
    from casino31.api.audits import audit_selftest
    from casino31.pages.selftests import selftest_object, selftest_text

    with click.progressbar(length=1_000, label="logs dealt", file=sys.stderr, width=0) as bar:
        answer = audit_selftest(progress=lambda done, whole: bar.update(done * 1_000 // whole - bar.pos))
    if as_json:
        print_json(selftest_object(answer.shuffles, answer.players))
    else:
        click.echo(selftest_text(answer.shuffles, answer.players))
    leave(answer.shuffles.verdict, answer.players.verdict)


def propose(files: tuple[str, ...], loaded: RulesFile, as_json: bool) -> None:
    """Print the schema that explains the first rows of each file best."""
    from casino31.api.audits import guess_schema

    found = {file: guess_schema(file, loaded) for file in files}
    if as_json:
        schemas = [
            {"file": file, "toml": each.toml, "rows": each.rows, "right": each.right}
            for file, each in found.items()
        ]
        print_json({"schema": "casino31.log-schemas/1", "files": schemas})
        return
    for file, each in found.items():
        click.echo(f"# {file}: settles {each.right} of its first {each.rows} rows as they were paid")
        click.echo(each.toml)


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
@click.option(
    "--edge", type=PRINTED_EDGE, metavar="SHARE", help="The house edge printed elsewhere on the page: 4.12%."
)
@click.option("--stake", metavar="UNITS", help="What a round costs, where the pays are in credits: 10.")
@minimum_return_option
@click.option("--game", metavar="NAME", help="Hold the rows against the exact counts of a game or a layout.")
@click.option("--wager", metavar="WAGER", help="The wager of that game; else the one that knows most rows.")
@json_option
def table(file: str, as_json: bool, **asked: Any) -> None:
    """Check a published return table of any game: CSV, .xlsx or pasted text (- reads it from stdin).

    A row of headings names the columns: event, pays, and combinations or probability; return and variance columns,
    and rows of totals, house edge, return, hit frequency or other figures are checked when they are there. Rows
    that are left out are taken to lose.
    """
    from casino31.api.audits import audit_table
    from casino31.pages.audited_tables import table_object, table_text

    source = pasted() if file == "-" else Path(file)
    with wrong_use():
        answer = audit_table(source, **asked)
    if as_json:
        print_json(table_object(answer))
    else:
        click.echo(table_text(answer, "the table" if file == "-" else file))
    leave(answer.verdict)


@audit.command(epilog=EXITS)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "-p", "--paytable", required=True, metavar="PAYTABLE", help="The game as filed: a file or shipped name."
)
@click.option("--schema", metavar="SCHEMA", help="A TOML file that maps other column names: see docs/audit.md.")
@click.option(
    "--by", type=NAMES, default="", metavar="COLUMN,...", help="Also test each table, dealer, ... by itself."
)
@click.option("--level", type=LEVEL, default="99%", show_default=True, help="Of the one decision over all tests.")
@click.option(
    "--detect",
    type=LEVEL,
    default="33%",
    show_default=True,
    help="The change of edge, of an initial wager, that the log must be able to show; else the exit code is 4.",
)
@click.option(
    "--checkpoint",
    metavar="FILE",
    help="Keep the counts here and add to them: files counted before are left out. The decision then rests on "
    "e-processes, which keep the level however often one looks.",
)
@click.option(
    "--objective", type=BETS, metavar="BETS", help="As for analyze: the bets the filed strategy is best for."
)
@click.option("--guess", is_flag=True, help="Propose a schema from the first rows of each file, and audit nothing.")
@json_option
def log(
    files: tuple[str, ...],
    paytable: str,
    schema: str | None,
    by: tuple[str, ...],
    level: Fraction,
    detect: Fraction,
    checkpoint: str | None,
    objective: str | tuple[str, ...] | None,
    guess: bool,
    as_json: bool,
) -> None:
    """Check logged hands against the game as filed: CSV, JSON lines or Parquet.

    Each payout is recomputed to the cent from cards, decision and stakes; cards must be legal and different. The
    dealt cards are held against the exact law under the filed strategy, whatever the player decided; what his own
    decisions cost is reported.
    """
    from casino31.api.audits import audit_log
    from casino31.pages.audited_logs import log_object, log_text

    loaded = read(paytable)
    if guess:
        propose(files, loaded, as_json)
        return
    with wrong_use():
        answer = audit_log(
            files,
            loaded,
            schema=schema,
            by=by,
            confidence=level,
            detect=detect,
            checkpoint=checkpoint,
            objective=objective,
        )
    if as_json:
        print_json(log_object(answer))
    else:
        click.echo(log_text(answer, loaded.rules.title))
    if answer.unreadable and answer.verdict.conforms is None:
        sys.exit(FAULTY)
    leave(answer.verdict)


@audit.command(epilog=EXITS)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--decks", type=click.IntRange(1, 8), help="Decks of the shoe: one, unless named.")
@click.option("--level", type=LEVEL, default="99%", show_default=True, help="Of the one decision over all tests.")
@json_option
def shuffle(files: tuple[str, ...], decks: int | None, level: Fraction, as_json: bool) -> None:
    """Test deck orders, one a line: cards such as As or 0 to 51, apart by blanks or commas.

    Completeness, cards by position, pairs of positions, neighbours, rising sequences, runs, the deck before,
    repeats and remainders; the laboratory's set of four is also judged by itself.
    """
    from casino31.api.audits import audit_shuffle
    from casino31.pages.audited_shuffles import shuffle_object, shuffle_text

    answer = audit_shuffle(files, decks=decks, confidence=level)
    if as_json:
        print_json(shuffle_object(answer))
    else:
        click.echo(shuffle_text(answer))
    leave(answer.verdict)


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
@json_option
def parsheet(file: str, paytable: str | None, mix: tuple[tuple[str, Fraction], ...], as_json: bool) -> None:
    """Check a par sheet that `casino31 parsheet` wrote: every number, formula, stored value and text.

    The workbook is made anew from the layout and the facts stated in it, and compared cell by cell; each
    altered, stale or missing cell is named. Nothing in the file is run. A solved banker's policy file is looked
    for beside the workbook, or beside the layout that -p names.
    """
    from casino31.api.audits import audit_parsheet
    from casino31.pages.audited_parsheets import parsheet_object, parsheet_text

    answer = audit_parsheet(file, paytable, mix=dict(mix))
    if as_json:
        print_json(parsheet_object(answer))
    else:
        click.echo(parsheet_text(answer, file))
    leave(answer.verdict)
