"""Pictures of a layout with matplotlib: its strategy map, the edge by each pay, the charts of its report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import TYPE_CHECKING

from casino31.cards import RANKS
from casino31.page import Block, Chart, Group, Report
from casino31.pages.edge_curve import EdgeCurve
from casino31.pages.strategy_map import StrategyMap
from casino31.render.plots import PlotError, figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS = ("#3b6fb5", "#e9c46a", "#2a9d8f", "#b56576", "#cfd8e6", "#6d597a")


def map_figure(maps: Sequence[StrategyMap], title: str) -> Figure:
    """Return strategy maps side by side: colour the best action of most hands, number the percentage that takes it.

    PlotError where nothing is decided, or without matplotlib.

    >>> from casino31.rulesfile import load
    >>> from casino31.pages.strategy_map import strategy_maps
    >>> file = load("31-classic-b")
    >>> maps = strategy_maps(file.game, file.game.analyse(file.rules))
    >>> [axes.get_title() for axes in map_figure(maps, "B").axes]
    ['one suit', 'two suits', 'three suits']
    """
    if not maps:
        raise PlotError("nothing is decided here: there is no strategy to draw")
    hands = [cell.hands for shown in maps for cell in shown.cells.values()]
    actions = sorted({action for hand in hands for action in hand}, key=lambda action: (action == "fold", action))
    across = min(3, len(maps))
    down = ceil(len(maps) / across)
    drawn = figure(5 * across, 4.8 * down)
    for axes, strategy_map in zip(drawn.subplots(down, across, squeeze=False).flat, maps, strict=False):
        _map(axes, strategy_map, actions)
    from matplotlib.patches import Patch

    key = [Patch(color=COLOURS[place % len(COLOURS)], label=action) for place, action in enumerate(actions)]
    drawn.legend(handles=key, loc="outside lower center", ncols=len(actions))
    drawn.suptitle(title)
    return drawn


def _map(axes: Axes, strategy_map: StrategyMap, actions: Sequence[str]) -> None:
    from matplotlib.patches import Rectangle

    ranks = RANKS[::-1]
    for (high, low), cell in strategy_map.cells.items():
        x, y = ranks.index(low), ranks.index(high)
        action, many = next(iter(cell.hands.items()))
        square = Rectangle((x - 0.48, y - 0.48), 0.96, 0.96)
        square.set(color=COLOURS[actions.index(action) % len(COLOURS)], alpha=0.75)
        axes.add_patch(square)
        axes.text(x, y, str(round(100 * many / sum(cell.hands.values()))), ha="center", va="center", fontsize=7)
    axes.set(xlim=(-0.5, 12.5), ylim=(12.5, -0.5), aspect="equal", title=strategy_map.title)
    axes.set_xticks(range(13), ranks)
    axes.set_yticks(range(13), ranks)
    axes.set_xlabel("next rank")
    axes.set_ylabel("highest rank")


def curves_figure(curves: Sequence[EdgeCurve], title: str) -> Figure:
    """Return the house edge by each pay, a dot at each breakpoint and a ring at the layout's pay.

    PlotError without a pay that moves the edge, or without matplotlib.
    """
    if not curves:
        raise PlotError("no pay of this layout moves its edge: there is no curve to draw")
    across = min(4, len(curves))
    down = ceil(len(curves) / across)
    drawn = figure(3.4 * across, 2.7 * down)
    for axes, curve in zip(drawn.subplots(down, across, squeeze=False).flat, curves, strict=False):
        pays = [float(pay) for pay, _ in curve.points]
        edges = [100 * float(edge) for _, edge in curve.points]
        axes.plot(pays, edges, color=COLOURS[0])
        axes.plot(pays[1:-1], edges[1:-1], ".", color=COLOURS[0])
        axes.axvline(float(curve.pay), color="#9c0006", linewidth=0.8)
        axes.set_title(f"{curve.wager} {curve.label}", fontsize=9)
        axes.set_ylabel(f"edge of {curve.bet}, %", fontsize=8)
        axes.grid(alpha=0.3)
    for axes in drawn.axes[len(curves) :]:
        axes.set_axis_off()
    drawn.suptitle(title)
    return drawn


def charts_figure(report: Report) -> Figure:
    """Return the bar charts of a report, such as the return by event; PlotError when it has none."""
    charts = [chart for page in report.pages for chart in _charts(page.blocks)]
    if not charts:
        raise PlotError(f"{report.title} has no chart to draw")
    drawn = figure(8, 3.2 * len(charts))
    for axes, chart in zip(drawn.subplots(len(charts), 1, squeeze=False).flat, charts, strict=True):
        places = range(len(chart.labels))
        scale = 100.0 if chart.unit.kind == "share" else 1.0
        axes.barh(places, [scale * float(value) for value in chart.values], color=COLOURS[0])
        axes.set_yticks(places, chart.labels)
        axes.invert_yaxis()
        axes.set_title(chart.title, fontsize=10)
        axes.set_xlabel(f"{chart.axis}{', %' if chart.unit.kind == 'share' else ''}")
        axes.grid(alpha=0.3, axis="x")
    drawn.suptitle(report.title)
    return drawn


def _charts(blocks: Sequence[Block]) -> Iterator[Chart]:
    for block in blocks:
        if isinstance(block, Chart):
            yield block
        elif isinstance(block, Group):
            yield from _charts(block.blocks)
