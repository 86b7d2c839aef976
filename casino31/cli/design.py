"""The verb that searches a grid of pay tables."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from signal import SIGINT
from time import monotonic
from typing import TYPE_CHECKING

import click

from casino31.atomic_file import UnwritableFileError, alone
from casino31.cli.app import (
    REPORTS,
    WRONG_USE,
    Failure,
    deliver,
    json_option,
    tell,
    write_output,
    wrong_use,
)
from casino31.cli.paytable import paytable
from casino31.cli.types import Output

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from casino31.api.searches import Task
    from casino31.paytable_design.parts import SearchResult
    from casino31.paytable_design.saved import SearchState

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
    type=Output("a search is written", ".csv", ".parquet", *REPORTS, folder=True),
    multiple=True,
    metavar="OUT",
    help="Write all feasible tables, of several bets to a file each: .csv, or .parquet with pyarrow; or a report: "
    f"{', '.join(REPORTS)}.",
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
    output: tuple[Path, ...],
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
    from casino31.api.searches import grid_for, joined, tasks
    from casino31.pages.designs import design_deliverable

    with wrong_use():
        grid, layout = grid_for(game, Path(grid_file))
    lists = [path for path in output if path.suffix.lower() in (".csv", ".parquet")]
    if len(lists) > 1:
        raise click.UsageError("-o: one file of tables, .csv or .parquet; reports beside it")
    if any(path.suffix.lower() == ".parquet" for path in lists):
        _need_pyarrow()
    if plot:
        from casino31.render.plots import PlotError, figure

        try:
            figure()
        except PlotError as error:
            raise Failure(str(error), WRONG_USE) from error
    work = tasks(grid, count, Path(grid_file), *lists)
    with alone(*_written(work)):
        parts = _results(work, resume, jobs)
        answer = joined(grid, layout, parts, count)
    if plot:
        _draw(plot, parts, grid.surface.rules.title)
    made = design_deliverable(answer)
    deliver(made, [path for path in output if path not in lists], "the search")
    if not as_json:
        click.echo(f"layout: {layout.path}")
    tell(made, as_json)


def _written(work: Sequence[Task]) -> list[Path]:
    """The files that a search writes over and over, or to which it adds."""
    saved = [task.saved for task in work if os.access(task.saved.parent, os.W_OK)]
    return saved + [task.out for task in work if task.out]


def _results(work: Sequence[Task], resume: bool, jobs: int) -> list[SearchResult]:
    """What all searches found, with the feasible tables in their files and nothing left that was saved."""
    from casino31.api.searches import result

    if resume and not any(os.path.exists(task.saved) for task in work):
        click.echo(f"{work[0].saved}: nothing is saved there, the search begins anew", err=True)
    with _no_other_search():
        states = [_search(task, resume, jobs, last=task is work[-1]) for task in work]
    parts = [result(task, state) for task, state in zip(work, states, strict=True)]
    for task, state in zip(work, states, strict=True):
        if task.out:
            _finish(task, state)
    for task in work:
        task.saved.unlink(missing_ok=True)
    return parts


@contextlib.contextmanager
def _no_other_search() -> Iterator[None]:
    """A saved state of another search is wrong use."""
    from casino31.paytable_design.saved import StateError

    try:
        yield
    except StateError as error:
        raise click.UsageError(str(error)) from error


def _search(task: Task, resume: bool, jobs: int, last: bool) -> SearchState:
    """Run a search, save it now and then, when it is interrupted, and when others are still to come."""
    search, saved = task.search, task.saved
    state = search.load(saved) if resume and os.path.exists(saved) else None
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
    except (KeyboardInterrupt, UnwritableFileError) as error:
        way = f"stopped at {latest.blocks / search.pricer.blocks:.2%}: {_left(task, latest)}"
        if isinstance(error, UnwritableFileError):
            raise Failure(f"{UnwritableFileError(task.out or saved, error)}\n{way}", WRONG_USE) from error
        raise Failure(f"\n{way}", 128 + getattr(error, "number", SIGINT)) from None
    if not last or monotonic() - begun > SAVE_EVERY:
        _save(task, done)
    if sys.stderr.isatty():
        click.echo("", err=True)
    return done


def _save(task: Task, state: SearchState) -> bool:
    """Whether a search could be saved; if not, it is said, and the search goes on."""
    try:
        task.search.save(state, task.saved)
    except UnwritableFileError as error:
        click.echo(str(error), err=True)
        return False
    return True


def _left(task: Task, state: SearchState) -> str:
    """What a search that stops leaves: its state and the tables found so far, or nothing at all."""
    if _save(task, state):
        return f"--resume goes on from {task.saved}"
    if task.search.lines:
        task.search.lines.unlink(missing_ok=True)
    return "nothing is saved"


def _finish(task: Task, state: SearchState) -> None:
    """The lines of all blocks become the file that was asked for."""
    from casino31.api.searches import write_tables

    assert task.out is not None
    try:
        write_tables(task.search, task.out)
    except (KeyboardInterrupt, UnwritableFileError) as error:
        way = _left(task, state)
        if isinstance(error, UnwritableFileError):
            raise Failure(f"{error}\n{way}", WRONG_USE) from error
        raise
    click.echo(f"{task.out}: the feasible tables of {' + '.join(task.search.pricer.grid.surface.bets)}", err=True)


def _need_pyarrow() -> None:
    with contextlib.suppress(ImportError):
        import pyarrow.csv
        import pyarrow.parquet  # noqa: F401

        return
    raise Failure("Parquet needs pyarrow: pip install 'casino31[parquet]', or write .csv", WRONG_USE)


def _draw(picture: Path, results: Sequence[SearchResult], title: str) -> None:
    from casino31.pages.designs import frontier_points
    from casino31.render.plots import Panel, frontier_figure, picture_bytes

    panels = [
        Panel(" + ".join(result.grid.surface.bets), frontier_points(result.frontier), frontier_points(result.best))
        for result in results
    ]
    drawn = frontier_figure(panels, f"{title}: the frontier")
    write_output(picture, picture_bytes(drawn, picture.suffix.lower()))
    click.echo(f"{picture}: the frontier", err=True)
