"""The verb that tells what a layout gives away."""

from __future__ import annotations

from pathlib import Path

import click

from casino31.cli.house import (
    WRONG_USE,
    Failure,
    cli,
    file_argument,
    json_option,
    print_json,
    strict_option,
    write_output,
)
from casino31.cli.numbers import exact
from casino31.cli.paytable import read


@cli.command()
@file_argument
@click.option("--fraction", metavar="SHARE", help="Also price seeing the draw in this share of hands, such as 10%.")
@click.option("--known", multiple=True, type=click.IntRange(0, 48), metavar="N", help="Also price knowing N of the "
              "unseen cards; may be given several times.")  # fmt: skip
@click.option("--chips", default=10, show_default=True, type=click.IntRange(1, 1000), metavar="N", help="Price "
              "stakes of 1 to N chips where pays are not whole.")  # fmt: skip
@click.option("--penetration", "shares", multiple=True, metavar="SHARE", help="Count bets with this share of the "
              "deck seen. Default: 25%, 50% and 75%.")  # fmt: skip
@click.option("--plot", metavar="OUT", help="Draw the effects of removal: .png, .svg or .pdf.")
@strict_option
@json_option
def exposure(
    file: str,
    fraction: str | None,
    known: tuple[int, ...],
    chips: int,
    shares: tuple[str, ...],
    plot: str | None,
    strict: bool,
    as_json: bool,
) -> None:
    """Tell what a layout gives away.

    To a player who sees a card, sits with friends or counts the deck: exactly, with the method of each figure.
    """
    from casino31.design.counting import FARTHEST, PENETRATIONS
    from casino31.report.exposure_form import Sheet, exposure_object, exposure_text
    from casino31.report.plots import ENDINGS, PlotError, bars_figure, picture_bytes

    share = None if fraction is None else exact(fraction, "--fraction", "10%, 0.1 or 1/10")
    if share is not None and not 0 <= share <= 1:
        raise click.UsageError(f"--fraction: {fraction!r} is not a share from 0 to 1, such as 10%")
    seen = tuple(exact(each, "--penetration", "75%, 0.75 or 3/4") for each in shares)
    for text, part in zip(shares, seen, strict=True):
        if not 0 <= part <= FARTHEST:
            raise click.UsageError(f"--penetration: {text!r} is not a share from 0 to {FARTHEST}, such as 75%")
    picture = None if plot is None else Path(plot)
    if picture and picture.suffix.lower() not in ENDINGS:
        raise click.UsageError(f"{plot!r}: a picture is written as {', '.join(ENDINGS)}")
    loaded = read(file, strict)
    stakes = tuple(range(1, chips + 1))
    counts = tuple(dict.fromkeys(known))
    sheet = Sheet(loaded.game, loaded.rules, loaded.name, share, counts, stakes, seen or PENETRATIONS)
    if picture:
        bars = {
            bet: [100 * float(each.best) for each in effects.values()] for bet, effects in sheet.removal.items()
        }
        ranks = list(next(iter(sheet.removal.values())))
        title = f"{loaded.rules.title}: effect of removing one card"
        try:
            drawn = bars_figure(bars, ranks, "change of the player's edge, %", title)
        except PlotError as error:
            raise Failure(str(error), WRONG_USE) from error
        write_output(picture, picture_bytes(drawn, picture.suffix.lower()))
        click.echo(f"{picture}: the effects of removal", err=True)
    if as_json:
        print_json(exposure_object(sheet))
    else:
        click.echo(exposure_text(sheet), nl=False)
