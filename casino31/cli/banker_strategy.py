"""The punter's whole strategy in a file: every decision, written as it is computed."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from casino31.cli.app import WRONG_USE, Failure

if TYPE_CHECKING:
    from casino31.rulesfile import RulesFile


def write_strategy(loaded: RulesFile, path: Path) -> None:
    """What ``strategy -o`` writes of a layout with a banker: all or nothing, compressed when it ends in .gz."""
    from casino31.atomic_file import growing

    if not path.name.lower().endswith((".csv", ".csv.gz")):
        raise click.UsageError(f"{str(path)!r}: the decisions are written as .csv or .csv.gz")
    try:
        rows = loaded.game.sides.strategy_rows(loaded.rules, loaded.folder)
    except ValueError as error:
        raise Failure(f"{loaded.path}: {error}", WRONG_USE) from error
    many = -1
    with growing(path) as part, _opened(part) as file:
        for text in rows:
            file.write(text.encode())
            many += text.count("\n")
    click.echo(f"{path}: {many:,} decisions of the best play against the banker of {loaded.rules.title}", err=True)


@contextmanager
def _opened(path: Path) -> Iterator[IO[bytes]]:
    """A file that is compressed by its name; the same decisions give the same bytes."""
    with path.open("wb") as file:
        if path.suffix != ".gz":
            yield file
            return
        with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
            yield packed  # type: ignore[misc]
