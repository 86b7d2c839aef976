"""A banker as a picture: when he stands against each first card, and what he hides behind each total."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from casino31.banker_answers import BankerPlay
from casino31.render.plots import figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LOWEST, HIGHEST = 22, 30
"""Totals on the page: below he always draws, and 31 needs no decision."""
FAINT = 0.0005
"""Shares below this are left blank."""


def banker_figure(banker: BankerPlay, title: str) -> "Figure":
    """Return the picture of what a banker does, his ``stands`` and ``hides``; PlotError without matplotlib.

    >>> from casino31.banker_answers import HideShares, StandShare
    >>> stands = (StandShare("A", "hard", 26, 0.7),)
    >>> play = BankerPlay(stands=stands, hides=(HideShares("all", 26, 0.1, {"A": 0.25, "T": 0.75}),))
    >>> [axes.get_title() for axes in banker_figure(play, "One deck").axes]
    ['stands on a hard total', 'stands on a soft total', 'hides, all first cards']
    """
    drawn = figure(13, 5.2)
    hard, soft, hides = drawn.subplots(1, 3, width_ratios=(1, 1, 1.15))
    cards = list(dict.fromkeys(row.first_card for row in banker.stands))
    totals = range(LOWEST, HIGHEST + 1)
    for axes, kind in ((hard, "hard"), (soft, "soft")):
        shares = {(row.first_card, row.total): row.stands for row in banker.stands if row.hand == kind}
        _cells(axes, [[shares.get((card, total)) for total in totals] for card in cards], "Blues")
        _names(axes, cards, totals, "first card", "total in his hand", f"stands on a {kind} total")
    rows = [row for row in banker.hides if row.first_card == "all" and row.total >= LOWEST]
    values = list(rows[0].shares) if rows else []
    _cells(hides, [[row.shares[value] for value in values] for row in rows], "Oranges")
    named = [f"{row.total}  ({row.rounds:.1%})" for row in rows]
    _names(hides, named, values, "total (of all rounds)", "card he hides", "hides, all first cards")
    drawn.suptitle(title)
    return drawn


def _cells(axes: "Axes", shares: Sequence[Sequence[float | None]], colours: str) -> None:
    """A square a share, with its percentage."""
    if not shares:
        return
    filled = [[float("nan") if share is None else share for share in row] for row in shares]
    axes.imshow(filled, cmap=colours, vmin=0, vmax=1.15, aspect="auto")
    for y, row in enumerate(shares):
        for x, share in enumerate(row):
            if share is not None and share >= FAINT:
                percent = 100 * share
                text = f"{percent:.0f}" if percent >= 0.95 else "<1"
                axes.text(
                    x, y, text, ha="center", va="center", fontsize=8, color="white" if share > 0.7 else "black"
                )


def _names(axes: "Axes", up: Sequence[str], across: Sequence[object], left: str, below: str, title: str) -> None:
    axes.set_yticks(range(len(up)), up)
    axes.set_xticks(range(len(across)), [str(head) for head in across])
    axes.set_ylabel(left)
    axes.set_xlabel(below)
    axes.set_title(title)
    axes.tick_params(length=0)
