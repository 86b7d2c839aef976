"""Verbs that make layout files: a starter, and one of a spreadsheet, of text or of an edited par sheet."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import click

from casino31.cli.app import WRONG_USE, Failure, cli, pasted, wrong_use
from casino31.cli.types import Output

LAYOUT = Output("a layout is written", ".toml")
_output = click.option(
    "-o", "--output", type=LAYOUT, metavar="OUT", help="Where to, a new .toml file; else it is printed."
)


@cli.command()
@click.argument("game", metavar="GAME")
@_output
def new(game: str, output: Path | None) -> None:
    """Write a starter layout of a game, every key explained; never over a file that is there."""
    from casino31.api.imports import new_layout

    with wrong_use():
        text = new_layout(game)
    _give(text, output, f"a starter layout of {game}; casino31 check names its faults")


@cli.command(name="import")
@click.argument("file", metavar="FILE")
@click.option("--game", metavar="GAME", help="Whose pays they are. Our own par sheets say it themselves.")
@click.option(
    "--odds", type=click.Choice(["to one", "for one"]), help="The unit, where the file does not state it."
)
@click.option("--wager", default="", metavar="NAME", help="The wager, where nothing names it.")
@click.option("--sheet", default="", metavar="NAME", help="Read this sheet alone.")
@click.option("--pays", default="", metavar="LETTER", help="The column of pays, where there are several.")
@click.option("--title", default="", metavar="TEXT", help="What the par sheet is called.")
@_output
def import_(
    file: str,
    game: str | None,
    odds: str | None,
    wager: str,
    sheet: str,
    pays: str,
    title: str,
    output: Path | None,
) -> None:
    """Make a layout of pay tables in FILE: .xlsx, .csv, .ods, .xls, text, or - for pasted text.

    An edited par sheet of this program gives the layout of its yellow cells. Nothing is guessed: a cell that can be
    read in two ways is named with its address.
    """
    from casino31.api.imports import import_layout
    from casino31.paytable import OddsUnit

    text = pasted() if file == "-" else ""
    with wrong_use():
        made = import_layout(
            "" if file == "-" else file,
            text=text,
            game=game,
            odds=cast("OddsUnit | None", odds),
            wager=wager,
            sheet=sheet,
            pays=pays,
            title=title,
        )
    for note in made.notes:
        click.echo(f"note: {note}", err=True)
    _give(made.text, output, f"layout of {made.layout.title}")


def _give(text: str, output: Path | None, said: str) -> None:
    """Print a layout, or write it where no file is."""
    from casino31.atomic_file import write_new

    if output is None:
        click.echo(text, nl=False)
        return
    try:
        write_new(output, text.encode())
    except FileExistsError:
        raise Failure(f"{output}: a file is there already, and is left as it is: name another", WRONG_USE) from None
    click.echo(f"{output}: {said}", err=True)
