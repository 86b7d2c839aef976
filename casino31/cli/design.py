"""The verb that searches a grid of pay tables."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from casino31.cli.app import (
    WRONG_USE,
    Failure,
    json_option,
    print_json,
    write_output,
    wrong_use,
)
from casino31.cli.paytable import paytable
from casino31.cli.types import Output

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casino31.api.searches import Task
    from casino31.paytable_design.parts import SearchResult
    from casino31.paytable_design.run import Search, SearchState

INTERRUPTED = 130
"""What a process that was told to stop by the keyboard returns."""
SAVE_EVERY = 10
"""Seconds between savings of a long search."""


@paytable.command()
@click.argument("game", metavar="GAME")
@click.option(
    "--grid",
    "grid_file",
    required=True,
    metavar="FILE",
    help="The grid of pays and the limits: see docs/design.md.",
)
@click.option(
    "--best",
    "count",
    default=10,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="How many of the best tables to report.",
)
@click.option(
    "-o",
    "--output",
    type=Output("the feasible tables are written", ".csv", ".parquet", folder=True),
    metavar="OUT",
    help="Write all feasible tables, of several bets to a file each: .csv, or .parquet with pyarrow.",
)
@click.option(
    "--plot",
    type=Output("a picture is written", ".png", ".svg", ".pdf", folder=True),
    metavar="OUT",
    help="Draw the frontier: .png, .svg or .pdf.",
)
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256), help="Processes to search with.")
@click.option("--resume", is_flag=True, help="Go on where this search was interrupted.")
@json_option
def design(
    game: str,
    grid_file: str,
    count: int,
    output: Path | None,
    plot: Path | None,
    jobs: int,
    resume: bool,
    as_json: bool,
) -> None:
    """Search a grid of pay tables.

    GAME is a game's name, such as '31 Classic'. The feasible tables are counted, the best ones and the frontier
    shown. Each table gets its own best strategy, in exact integers, and each one that is reported is analysed again
    by the exact engine. Rows of several bets may stand in one grid: each bet is searched alone, unless a rule ties
    them. Ctrl-C saves the search beside the grid.
    """
    from casino31.api.searches import grid_for, joined, result, tasks
    from casino31.report.design_form import design_object, design_text

    with wrong_use():
        grid, layout = grid_for(game, Path(grid_file))
    if output and output.suffix.lower() == ".parquet":
        _need_pyarrow()
    if plot:
        from casino31.render.plots import PlotError, figure

        try:
            figure()
        except PlotError as error:
            raise Failure(str(error), WRONG_USE) from error
    work = tasks(grid, count, Path(grid_file), output)
    if resume and not any(task.saved.exists() for task in work):
        click.echo(f"{work[0].saved}: nothing is saved there, the search begins anew", err=True)
    with _no_other_search():
        parts = [result(task, _search(task, resume, jobs, last=task is work[-1])) for task in work]
    found = joined(grid, layout, parts, count)
    for task in work:
        if task.out:
            _finish(task.search, task.out)
    for task in work:
        task.saved.unlink(missing_ok=True)
    if plot:
        _draw(plot, parts, grid.surface.rules.title)
    if as_json:
        print_json(design_object(grid, layout.name, parts, found.together, found.bond))
    else:
        page = design_text(grid, parts, found.together, found.bond)
        click.echo(f"layout: {layout.path}\n{page}", nl=False)


@contextlib.contextmanager
def _no_other_search() -> Iterator[None]:
    """A saved state of another search is wrong use."""
    from casino31.paytable_design.run import StateError

    try:
        yield
    except StateError as error:
        raise click.UsageError(str(error)) from error


def _search(task: Task, resume: bool, jobs: int, last: bool) -> SearchState:
    """Run a search, save it now and then, when it is interrupted, and when others are still to come."""
    search, saved = task.search, task.saved
    state = search.load(saved) if resume and saved.exists() else None
    begun = told = kept = monotonic()
    first = (state or search.start()).blocks
    latest = state or search.start()

    def tell(now: SearchState) -> None:
        nonlocal latest, told, kept
        latest = now
        clock = monotonic()
        if clock - kept > SAVE_EVERY:
            kept = clock
            _save(task, now)
        if sys.stderr.isatty() and clock - told > 0.5:
            told = clock
            share = now.blocks / search.pricer.blocks
            speed = (now.blocks - first) / (clock - begun)
            left = (search.pricer.blocks - now.blocks) / speed
            click.echo(f"\r{share:7.2%}, {now.feasible:,} feasible, {left:,.0f} s to go   ", err=True, nl=False)

    try:
        done = search.run(state, jobs, tell)
    except KeyboardInterrupt:
        share = latest.blocks / search.pricer.blocks
        way = f"--resume goes on from {saved}" if _save(task, latest) else "nothing is saved"
        raise Failure(f"\nstopped at {share:.2%}: {way}", INTERRUPTED) from None
    if not last or monotonic() - begun > SAVE_EVERY:
        _save(task, done)
    if sys.stderr.isatty():
        click.echo("", err=True)
    return done


def _save(task: Task, state: SearchState) -> bool:
    """Whether a search could be saved; if not, it is said, and the search goes on."""
    try:
        task.search.save(state, task.saved)
    except OSError as error:
        click.echo(f"{task.saved}: cannot be written: {error.strerror}", err=True)
        return False
    return True


def _finish(search: Search, out: Path) -> None:
    """The lines of all blocks become the file that was asked for."""
    from casino31.api.searches import write_tables

    try:
        write_tables(search, out)
    except OSError as error:
        raise Failure(f"{out}: cannot be written: {error.strerror}", WRONG_USE) from error
    click.echo(f"{out}: the feasible tables of {' + '.join(search.pricer.grid.surface.bets)}", err=True)


def _need_pyarrow() -> None:
    with contextlib.suppress(ImportError):
        import pyarrow.csv
        import pyarrow.parquet  # noqa: F401

        return
    raise Failure("Parquet needs pyarrow: pip install 'casino31[parquet]', or write .csv", WRONG_USE)


def _draw(picture: Path, found: Sequence[SearchResult], title: str) -> None:
    from casino31.render.plots import Panel, frontier_figure, picture_bytes
    from casino31.report.design_form import frontier_points

    panels = [
        Panel(" + ".join(each.grid.surface.bets), frontier_points(each.frontier), frontier_points(each.best))
        for each in found
    ]
    drawn = frontier_figure(panels, f"{title}: the frontier")
    write_output(picture, picture_bytes(drawn, picture.suffix.lower()))
    click.echo(f"{picture}: the frontier", err=True)
