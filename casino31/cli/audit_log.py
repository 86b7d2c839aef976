"""The audit of logged hands, and the schema that it proposes for a log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from casino31.cli.app import json_option, print_json, read, wrong_use
from casino31.cli.audit import EXITS, audit, finish, level_option, output_option, spare
from casino31.cli.types import BETS, LEVEL, NAMES

if TYPE_CHECKING:
    from casino31.rulesfile import RulesFile


@audit.command(epilog=EXITS)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "-p", "--paytable", required=True, metavar="PAYTABLE", help="The game as filed: a file or shipped name."
)
@click.option("--schema", metavar="SCHEMA", help="A TOML file that maps other column names: see docs/audit.md.")
@click.option(
    "--by", type=NAMES, default="", metavar="COLUMN,...", help="Also test each table, dealer, ... by itself."
)
@level_option
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
@output_option
@json_option
def log(
    files: tuple[str, ...], paytable: str, guess: bool, output: tuple[Path, ...], as_json: bool, **asked: Any
) -> None:
    """Check logged hands against the game as filed: CSV, JSON lines or Parquet.

    Each payout is recomputed to the cent from cards, decision and stakes; cards must be legal and different. The
    dealt cards are held against the exact law under the filed strategy, whatever the player decided; what his own
    decisions cost is reported.
    """
    from casino31.api.audits import audit_log

    if guess and output:
        raise click.UsageError("--guess proposes a schema and audits nothing: there is no report to write with -o")
    spare((*files, paytable, asked["schema"], asked["checkpoint"]), output)
    loaded = read(paytable)
    if guess:
        propose(files, loaded, as_json)
        return
    with wrong_use():
        answer = audit_log(files, loaded, **asked)
    finish(answer, output, as_json, unreadable=answer.unreadable > 0)


def propose(files: tuple[str, ...], loaded: RulesFile, as_json: bool) -> None:
    """Print the schema that explains the first rows of each file best."""
    from casino31.api.audits import guess_schema

    guesses = {file: guess_schema(file, loaded) for file in files}
    if as_json:
        schemas = [
            {"file": file, "toml": guess_of.toml, "rows": guess_of.rows, "right": guess_of.right}
            for file, guess_of in guesses.items()
        ]
        print_json({"schema": "casino31.log-schemas/1", "files": schemas})
        return
    for file, each in guesses.items():
        click.echo(f"# {file}: settles {each.right} of its first {each.rows} rows as they were paid")
        click.echo(each.toml)
