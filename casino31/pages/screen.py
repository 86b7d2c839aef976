"""What a par sheet shows on a screen beyond its pages: strategy map, edge by pay, closed forms, other pays."""

from __future__ import annotations

from dataclasses import dataclass

from casino31.answers import Analysis
from casino31.faults import NotCapableError
from casino31.game import Game
from casino31.pages.closed_forms import FormText, closed_forms
from casino31.pages.edge_curve import EdgeCurve, edge_curves
from casino31.pages.layout_text import row_paths
from casino31.pages.other_bets import OtherBets
from casino31.pages.strategy_map import StrategyMap, strategy_maps
from casino31.pages.what_if import WhatIf, what_if


@dataclass(frozen=True)
class Screen:
    """Pictures of a layout, and what a page needs to try other pays; each is empty where a game has none."""

    maps: tuple[StrategyMap, ...]
    curves: tuple[EdgeCurve, ...]
    what_if: WhatIf | None
    odds: str
    forms: tuple[FormText, ...] = ()
    bets: OtherBets | None = None
    """Where no pay is open, but the bets are."""


def screen_of(game: Game, analysis: Analysis) -> Screen:
    """Return what a screen can show of an analysis.

    >>> from casino31.rulesfile import load
    >>> file = load("pair-plus")
    >>> shown = screen_of(file.game, file.game.analyse(file.rules))
    >>> len(shown.maps), len(shown.curves), shown.what_if is not None
    (0, 6, True)
    """
    layout = analysis.rules
    try:
        other = what_if(game, analysis)
    except NotCapableError:
        other = None
    curves = edge_curves(game, layout, row_paths(layout))
    return Screen(strategy_maps(game, analysis), curves, other, layout.odds, closed_forms(game, layout))
