"""The verb that searches a grid of pay tables."""

from __future__ import annotations

import contextlib
import shutil
import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import click

from casino31.cli.house import (
    WRONG_USE,
    Failure,
    json_option,
    print_json,
    write_output,
    wrong_use,
)
from casino31.cli.paytable import paytable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from casino31.design.grid import Grid
    from casino31.design.parts import Result
    from casino31.design.run import Search, State
    from casino31.document import Document
    from casino31.rulesfile import RulesFile

INTERRUPTED = 130
"""What a process that was told to stop by the keyboard returns."""
SAVE_EVERY = 10
"""Seconds between savings of a long search."""


@paytable.command()
@click.argument("game", metavar="GAME")
@click.option("--grid", "grid_file", required=True, metavar="FILE", help="The grid of pays and the limits: see "
              "docs/design.md.")  # fmt: skip
@click.option("--best", "count", default=10, show_default=True, type=click.IntRange(1, 1000), help="How many "
              "of the best tables to report.")  # fmt: skip
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help="Write all feasible tables, of several bets to a file each: .csv, or .parquet with pyarrow.",
)
@click.option("--plot", metavar="OUT", help="Draw the frontier: .png, .svg or .pdf.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(1, 256), help="Processes to search with.")
@click.option("--resume", is_flag=True, help="Go on where this search was interrupted.")
@json_option
def design(
    game: str,
    grid_file: str,
    count: int,
    output: str | None,
    plot: str | None,
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
    from casino31.design.grid import read_grid
    from casino31.design.parts import bond, together
    from casino31.report.design_form import design_object, design_text

    out = _target(output, (".csv", ".parquet"), "the feasible tables are written")
    picture = _target(plot, (".png", ".svg", ".pdf"), "a picture is written")
    document, layout = _grid(grid_file, _game(game))
    if out and out.suffix.lower() == ".parquet":
        _need_pyarrow()
    if picture:
        from casino31.report.plots import PlotError, figure

        try:
            figure()
        except PlotError as error:
            raise Failure(str(error), WRONG_USE) from error
    with wrong_use():
        grid = read_grid(document, layout.game, layout.rules)
    tasks = _tasks(grid, count, Path(grid_file), out)
    if resume and not any(task.saved.exists() for task in tasks):
        click.echo(f"{tasks[0].saved}: nothing is saved there, the search begins anew", err=True)
    with wrong_use():
        found = [_result(task, _search(task, resume, jobs, last=task is tasks[-1])) for task in tasks]
    whole = together(grid, found, count) if len(found) > 1 else ()
    for task in tasks:
        if task.out:
            _finish(task.search, task.out)
    for task in tasks:
        task.saved.unlink(missing_ok=True)
    if picture:
        _draw(picture, found, grid.surface.rules.title)
    if as_json:
        print_json(design_object(grid, layout.name, found, whole, bond(grid)))
    else:
        click.echo(f"layout: {layout.path}\n" + design_text(grid, found, whole, bond(grid)), nl=False)


class Task(NamedTuple):
    """One search, where it is saved, and where its feasible tables go."""

    search: Search
    saved: Path
    out: Path | None


def _tasks(grid: Grid, count: int, file: Path, out: Path | None) -> list[Task]:
    """The searches of a grid: one, or one of each bet with the bet's name in its files."""
    from casino31.design.parts import parts
    from casino31.design.run import Search
    from casino31.design.search import Pricer

    tasks = []
    for part in parts(grid):
        whole = part.surface.bets == grid.surface.bets
        bet = "" if whole else "." + part.surface.bets[0].replace(" ", "-")
        mine = out and out.with_name(f"{out.stem}{bet}{out.suffix}")
        lines = mine and mine.with_name(f".{mine.name}.part")
        tasks.append(Task(Search(Pricer(part), count, lines), file.with_name(f"{file.name}{bet}.saved"), mine))
    return tasks


def _result(task: Task, done: State) -> Result:
    from casino31.design.parts import Result
    from casino31.design.run import verified

    pricer = task.search.pricer
    return Result(pricer.grid, done.feasible, verified(pricer, done.best), verified(pricer, done.frontier))


def _target(name: str | None, endings: tuple[str, ...], what: str) -> Path | None:
    if name is None:
        return None
    path = Path(name)
    if path.suffix.lower() not in endings:
        raise click.UsageError(f"{name!r}: {what} as {', '.join(endings)}")
    if not path.parent.is_dir():
        raise click.UsageError(f"{name!r}: there is no folder {path.parent}")
    return path


def _game(asked: str) -> str:
    """The name of a game, however its words are joined."""
    from casino31.fields import suggest
    from casino31.games import GAMES

    words = asked.lower().replace("-", " ").replace("_", " ").split()
    for name in GAMES:
        if name.lower().split() == words:
            return name
    raise click.UsageError(f"no game {asked!r}: {suggest(asked, GAMES) or 'games are ' + ', '.join(GAMES)}")


def _grid(grid_file: str, game: str) -> tuple[Document, RulesFile]:
    """The grid's document and the layout that it varies: the one it names, else the first shipped one."""
    import hashlib

    from casino31.document import Document
    from casino31.faults import Fault, RulesError
    from casino31.rulesfile import load, shipped

    try:
        content = Path(grid_file).read_bytes()
        text = content.decode()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not a text in UTF-8"
        raise RulesError([Fault(grid_file, 0, 0, "file", reason, "a grid file")]) from None
    document = Document(text, grid_file, hashlib.sha256(content).hexdigest())
    named = document.get(("layout",))
    beside = Path(grid_file).parent / str(named)
    if named is None:
        named = next(name for name in shipped() if load(name).game.name == game)
    layout = load(beside if beside.is_file() else str(named))
    if document.get(("game",)) not in (None, layout.game.name) or layout.game.name != game:
        said = document.get(("game",)) or layout.game.name
        document.error(
            "game", ("game",), f"a grid for {said} on a layout of {layout.game.name}", f'game = "{game}"'
        )
    return document, layout


def _search(task: Task, resume: bool, jobs: int, last: bool) -> State:
    """Run a search, save it now and then, when it is interrupted, and when others are still to come."""
    search, saved = task.search, task.saved
    state = search.load(saved) if resume and saved.exists() else None
    begun = told = kept = monotonic()
    first = (state or search.start()).blocks
    latest = state or search.start()

    def tell(now: State) -> None:
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


def _save(task: Task, state: State) -> bool:
    """Whether a search could be saved; if not, it is said, and the search goes on."""
    try:
        task.search.save(state, task.saved)
    except OSError as error:
        click.echo(f"{task.saved}: cannot be written: {error.strerror}", err=True)
        return False
    return True


def _finish(search: Search, out: Path) -> None:
    """The lines of all blocks become the file that was asked for."""
    from casino31.design.lines import head
    from casino31.files import growing

    lines = search.lines
    if lines is None:
        return
    try:
        with growing(out) as part:
            if out.suffix.lower() == ".csv":
                with part.open("wb") as whole, lines.open("rb") as found:
                    whole.write(head(search.pricer).encode())
                    shutil.copyfileobj(found, whole)
            else:
                _write_parquet(search, lines, part)
        lines.unlink()
    except OSError as error:
        raise Failure(f"{out}: cannot be written: {error.strerror}", WRONG_USE) from error
    click.echo(f"{out}: the feasible tables of {' + '.join(search.pricer.grid.surface.bets)}", err=True)


def _write_parquet(search: Search, lines: Path, part: Path) -> None:
    """Batch by batch: pays and exact edges as text, the other figures as numbers."""
    import pyarrow
    from pyarrow import csv, parquet

    from casino31.design.lines import columns

    kinds = {str: pyarrow.string(), float: pyarrow.float64()}
    types = {name: kinds[kind] for name, kind in columns(search.pricer).items()}
    with parquet.ParquetWriter(part, pyarrow.schema(types.items())) as writer:
        if lines.stat().st_size:
            reading = csv.ReadOptions(column_names=list(types))
            for batch in csv.open_csv(lines, reading, convert_options=csv.ConvertOptions(column_types=types)):
                writer.write_batch(batch)


def _need_pyarrow() -> None:
    with contextlib.suppress(ImportError):
        import pyarrow.csv
        import pyarrow.parquet  # noqa: F401

        return
    raise Failure("Parquet needs pyarrow: pip install 'casino31[parquet]', or write .csv", WRONG_USE)


def _draw(picture: Path, found: Sequence[Result], title: str) -> None:
    from casino31.report.design_form import frontier_points
    from casino31.report.plots import Panel, frontier_figure, picture_bytes

    panels = [
        Panel(" + ".join(each.grid.surface.bets), frontier_points(each.frontier), frontier_points(each.best))
        for each in found
    ]
    drawn = frontier_figure(panels, f"{title}: the frontier")
    write_output(picture, picture_bytes(drawn, picture.suffix.lower()))
    click.echo(f"{picture}: the frontier", err=True)
