"""A search of a grid of pay tables: which grid is meant, its parts, and what they found."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from casino31.api.layouts import LayoutLike, layout_of
from casino31.atomic_file import growing
from casino31.bounded import content_of
from casino31.exact import Number, exact
from casino31.faults import Fault, RulesError
from casino31.games import GAMES
from casino31.layoutfile.document import Document
from casino31.layoutfile.fields import suggest
from casino31.layoutfile.files import LARGEST_FILE
from casino31.paytable_design.answers import Design
from casino31.paytable_design.grid import Grid, read_grid
from casino31.paytable_design.lines import columns, search_head
from casino31.paytable_design.parts import SearchResult, bond, parts, together
from casino31.paytable_design.run import Search, verified
from casino31.paytable_design.saved import SearchState
from casino31.paytable_design.search import Pricer
from casino31.rulesfile import RulesFile, load, shipped_layouts

MOST_TABLES = 10**13
"""Of one search: at ten million a second they take twelve days."""


class Task(NamedTuple):
    """One search, where it is saved, and where its feasible tables go."""

    search: Search
    saved: Path
    out: Path | None


def game_named(asked: str) -> str:
    """Return the name of a game, however its words are joined; ValueError when there is none.

    >>> game_named("31-classic")
    '31 Classic'
    """
    words = asked.lower().replace("-", " ").replace("_", " ").split()
    for name in GAMES:
        if name.lower().split() == words:
            return name
    raise ValueError(f"no game {asked!r}: {suggest(asked, GAMES) or 'games are ' + ', '.join(GAMES)}")


def grid_of(
    grid: str | Path | Mapping[str, Sequence[Number]],
    layout: LayoutLike | None,
    limits: Mapping[str, tuple[Number, Number]] | None = None,
) -> tuple[Grid, RulesFile]:
    """Return a grid and its layout; ValueError when nothing names a layout, or limits stand beside a file.

    >>> grid_of({"play.31": [10, 12]}, "31-classic-b")[0].tables
    2
    """
    if isinstance(grid, Mapping):
        if layout is None:
            raise ValueError("a grid of rows needs a layout, such as '31-classic-b'")
        file = layout_of(layout)
        return _grid(Document(_toml(grid, limits or {}), "<grid>"), file), file
    if limits:
        raise ValueError("a grid file has its own [limits]")
    document = _document(Path(grid))
    named = document.get(("layout",))
    if layout is None and named is None:
        raise ValueError(f"{grid} names no layout, and none is given")
    file = layout_of(_beside(Path(grid), str(named)) if layout is None else layout)
    return _grid(document, file), file


def grid_for(game: str, path: Path) -> tuple[Grid, RulesFile]:
    """Return the grid of a file for a game, on the layout it names, else on the first shipped one of the game.

    RulesError holds every fault of the grid; ValueError for an unknown game.
    """
    name = game_named(game)
    document = _document(path)
    named = document.get(("layout",))
    if named is None:
        named = next(
            shipped_layout.name for shipped_layout in shipped_layouts() if shipped_layout.game.name == name
        )
    layout = load(_beside(path, str(named)))
    if document.get(("game",)) not in (None, layout.game.name) or layout.game.name != name:
        said = document.get(("game",)) or layout.game.name
        document.error(
            "game", ("game",), f"a grid for {said} on a layout of {layout.game.name}", f'game = "{name}"'
        )
    return _grid(document, layout), layout


def _grid(document: Document, layout: RulesFile) -> Grid:
    """The grid of a document; RulesError where one search would have more tables than anyone can wait for."""
    grid = read_grid(document, layout.game, layout.rules)
    most = max(part.tables for part in parts(grid))
    if most > MOST_TABLES:
        found = f"a search of about 10^{len(str(most)) - 1} tables"
        document.error("size", ("rows",), found, f"at most {MOST_TABLES:,}", "fewer pays, or coarser steps", "key")
        document.check()
    return grid


def _beside(grid: Path, layout: str) -> Path | str:
    """A layout's file beside the grid's, else a shipped name or a path."""
    beside = grid.parent / layout
    return beside if os.path.isfile(beside) else layout


def _document(path: Path) -> Document:
    try:
        content = content_of(path, LARGEST_FILE)
        text = content.decode()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not a text in UTF-8"
        raise RulesError([Fault(str(path), 0, 0, "file", reason, "a grid file")]) from None
    return Document(text, str(path), hashlib.sha256(content).hexdigest())


def _toml(rows: Mapping[str, Sequence[Number]], limits: Mapping[str, tuple[Number, Number]]) -> str:
    def values(numbers: Sequence[Number]) -> str:
        return ", ".join(f'"{exact(number)}"' for number in numbers)

    lines = ["[rows]", *(f'"{row}" = [{values(pays)}]' for row, pays in rows.items()), "[limits]"]
    for name, ends in limits.items():
        bet, _, figure = name.rpartition(".")
        key = f'"{bet}".{figure}' if bet else figure
        lines.append(f"{key} = [{values(ends)}]")
    return "\n".join(lines) + "\n"


def tasks(grid: Grid, count: int, file: Path, out: Path | None = None) -> list[Task]:
    """Return the searches of a grid: one, or one of each bet with the bet's name in its files."""
    work = []
    for part in parts(grid):
        whole = part.surface.bets == grid.surface.bets
        bet = "" if whole else "." + part.surface.bets[0].replace(" ", "-")
        mine = out and out.with_name(f"{out.stem}{bet}{out.suffix}")
        lines = mine and mine.with_name(f".{mine.name}.part")
        work.append(Task(Search(Pricer(part), count, lines), file.with_name(f"{file.name}{bet}.saved"), mine))
    return work


def result(task: Task, done: SearchState) -> SearchResult:
    """Return what a search found, its tables analysed again; SelfCheckError when a figure differs."""
    pricer = task.search.pricer
    return SearchResult(pricer.grid, done.feasible, verified(pricer, done.best), verified(pricer, done.frontier))


def joined(grid: Grid, layout: RulesFile, results: Sequence[SearchResult], count: int) -> Design:
    """Return the results of a grid's searches as one."""
    whole = together(grid, results, count) if len(results) > 1 else ()
    return Design(layout.rules, layout.name, grid, tuple(results), whole, bond(grid))


def search(grid: Grid, layout: RulesFile, count: int, jobs: int) -> Design:
    """Return the result of a whole search that nobody watches."""
    results = [result(task, task.search.run(None, jobs)) for task in tasks(grid, count, Path("grid"))]
    return joined(grid, layout, results, count)


def write_tables(search: Search, out: Path) -> None:
    """Make the file of all feasible tables from the lines of all blocks; OSError when it cannot be written."""
    lines = search.lines
    if lines is None:
        return
    with growing(out) as part:
        if out.suffix.lower() == ".csv":
            with part.open("wb") as whole, lines.open("rb") as rows:
                whole.write(search_head(search.pricer).encode())
                shutil.copyfileobj(rows, whole)
        else:
            _write_parquet(search, lines, part)
    lines.unlink()


def _write_parquet(search: Search, lines: Path, part: Path) -> None:
    """Batch by batch: pays and exact edges as text, the other figures as numbers."""
    import pyarrow
    from pyarrow import csv, parquet

    kinds = {str: pyarrow.string(), float: pyarrow.float64()}
    types = {name: kinds[kind] for name, kind in columns(search.pricer).items()}
    with parquet.ParquetWriter(part, pyarrow.schema(types.items())) as writer:
        if lines.stat().st_size:
            reading = csv.ReadOptions(column_names=list(types))
            for batch in csv.open_csv(lines, reading, convert_options=csv.ConvertOptions(column_types=types)):
                writer.write_batch(batch)
