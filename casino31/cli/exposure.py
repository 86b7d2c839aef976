"""The verb that tells what a layout gives away."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino31.cli.app import (
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
from casino31.cli.types import PENETRATION, PICTURE, SHARE

if TYPE_CHECKING:
    from fractions import Fraction


@cli.command()
@file_argument
@click.option(
    "--fraction",
    type=SHARE,
    metavar="SHARE",
    help="Also price seeing the draw in this share of hands, such as 10%.",
)
@click.option(
    "--known",
    multiple=True,
    type=click.IntRange(0, 48),
    metavar="N",
    help="Also price knowing N of the unseen cards; may be given several times.",
)
@click.option(
    "--chips",
    default=10,
    show_default=True,
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Price stakes of 1 to N chips where pays are not whole.",
)
@click.option(
    "--penetration",
    "shares",
    type=PENETRATION,
    multiple=True,
    metavar="SHARE",
    help="Count bets with this share of the deck seen. Default: 25%, 50% and 75%.",
)
@click.option("--plot", type=PICTURE, metavar="OUT", help="Draw the effects of removal: .png, .svg or .pdf.")
@report_option("an exposure")
@strict_option
@json_option
def exposure(
    file: str,
    fraction: Fraction | None,
    known: tuple[int, ...],
    chips: int,
    shares: tuple[Fraction, ...],
    plot: Path | None,
    output: tuple[Path, ...],
    strict: bool,
    as_json: bool,
) -> None:
    """Tell what a layout gives away.

    To a player who sees a card, sits with friends or counts the deck: exactly, with the method of each figure.
    """
    from casino31.api.pays import exposure as given_away
    from casino31.pages.exposures import exposure_deliverable
    from casino31.render.plots import bars_figure

    loaded = read(file, strict)
    with wrong_use():
        sheet = given_away(loaded, fraction=fraction, known=known, chips=chips, penetrations=shares or None)
    if plot:
        bars = {
            bet: [100 * float(effect.best) for effect in effects.values()] for bet, effects in sheet.removal.items()
        }
        ranks = list(next(iter(sheet.removal.values())))
        title = f"{loaded.rules.title}: effect of removing one card"
        draw(plot, lambda: bars_figure(bars, ranks, "change of the player's edge, %", title))
        click.echo(f"{plot}: the effects of removal", err=True)
    made = exposure_deliverable(sheet)
    deliver(made, output, f"what {loaded.rules.title} gives away")
    tell(made, as_json)
