"""Pictures that a verb draws beside its answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from casino31.cli.app import WRONG_USE, Failure, write_output

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(picture: Path, make: Callable[[], Figure]) -> None:
    """Write a picture in the format of its ending; a sentence and exit code 2 where none can be drawn."""
    from casino31.render.plots import PlotError, picture_bytes

    try:
        drawn = make()
    except PlotError as error:
        raise Failure(str(error), WRONG_USE) from error
    write_output(picture, picture_bytes(drawn, picture.suffix.lower()))
