"""Pictures, drawn with matplotlib's ``Figure``: no window, no global state."""

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from casino31.serialize import JsonObject

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS = (".png", ".svg", ".pdf")
MISSING = "a picture needs matplotlib: pip install 'casino31[plot]'"


class PlotError(Exception):
    """No picture can be drawn here; the message says why and what to do."""


def figure(width: float = 8, height: float = 5) -> "Figure":
    """Return an empty figure; PlotError in one line when matplotlib is not installed.

    >>> figure(4, 3).get_size_inches().tolist()
    [4.0, 3.0]
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise PlotError(MISSING) from error
    return Figure(figsize=(width, height), layout="constrained")


class Panel(NamedTuple):
    """The scatter of a frontier: the first column across, the second up, the third as colour."""

    title: str
    points: Mapping[str, list[float]]
    best: Mapping[str, list[float]]
    """The tables to mark."""


def frontier_figure(panels: Sequence[Panel], title: str) -> "Figure":
    """Return frontiers side by side.

    >>> points = {"edge": [0.03, 0.04], "hit": [0.2, 0.3], "variance": [10.0, 12.0]}
    >>> axes = frontier_figure([Panel("main", points, {"edge": [0.03], "hit": [0.2]})], "two tables").axes[0]
    >>> axes.get_xlabel(), axes.get_ylabel(), axes.get_title()
    ('edge', 'hit', 'main')
    """
    drawn = figure(8 * len(panels))
    for axes, panel in zip(drawn.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
        across, up, colour = panel.points
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        axes.set_title(panel.title)
        axes.grid(alpha=0.3)
        axes.set_axisbelow(True)
        if not panel.points[across]:
            axes.text(0.5, 0.5, "no table satisfies the limits", ha="center", transform=axes.transAxes)
            axes.set(xticks=[], yticks=[])
            continue
        dots = axes.scatter(
            panel.points[across], panel.points[up], c=panel.points[colour], s=28, label="the frontier"
        )
        marked = {"facecolors": "none", "edgecolors": "black", "s": 90, "label": "the best by the order"}
        axes.scatter(panel.best[across], panel.best[up], **marked)
        axes.legend()
        drawn.colorbar(dots, label=colour)
    drawn.suptitle(title)
    return drawn


def bars_figure(bars: Mapping[str, Sequence[float]], labels: Sequence[str], up: str, title: str) -> "Figure":
    """Return groups of bars: one group a label, one bar of it a series.

    >>> axes = bars_figure({"one": [1, 2], "other": [3, 4]}, ["a", "b"], "units", "two series").axes[0]
    >>> [int(patch.get_height()) for patch in axes.patches]
    [1, 2, 3, 4]
    """
    drawn = figure()
    axes = drawn.add_subplot()
    width = 0.8 / max(1, len(bars))
    for place, (name, heights) in enumerate(bars.items()):
        axes.bar([x + place * width for x in range(len(labels))], heights, width, label=name)
    axes.set_xticks([x + 0.4 - width / 2 for x in range(len(labels))], labels)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set_ylabel(up)
    axes.set_title(title)
    axes.grid(alpha=0.3, axis="y")
    axes.legend()
    return drawn


def picture_bytes(drawn: "Figure", ending: str) -> bytes:
    """Return a figure as the bytes of a .png, .svg or .pdf, without a date.

    >>> picture_bytes(figure(), ".pdf")[:5], picture_bytes(figure(), ".png") == picture_bytes(figure(), ".png")
    (b'%PDF-', True)
    """
    out = io.BytesIO()
    kind = ending.removeprefix(".")
    nameless: JsonObject = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
    drawn.savefig(out, format=kind, dpi=150, metadata=nameless[kind])
    return out.getvalue()
