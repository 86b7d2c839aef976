"""The house edge as a function of one pay, exact, with the pays at which the best strategy changes."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import NamedTuple

from casino31.faults import NotCapableError
from casino31.game import Game
from casino31.layout import Layout
from casino31.paytable import row_name
from casino31.paytable_design.envelope import sections
from casino31.paytable_design.surface import surface


class EdgeCurve(NamedTuple):
    """Straight pieces: from each point to the next one the best strategy stays the same."""

    bet: str
    wager: str
    label: str
    pay: Fraction
    """The layout's pay, net to one."""
    points: tuple[tuple[Fraction, Fraction], ...]
    """Pays and the edge there, from 0 to twice the layout's pay or to 4; each but the ends is a breakpoint."""


def edge_curves(game: Game, layout: Layout, rows: Collection[str]) -> tuple[EdgeCurve, ...]:
    """Return the curve of each of some pay rows, such as "play.31"; none for a game without open pays.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> (curve,) = edge_curves(file.game, file.rules, {"play.26-28"})
    >>> curve.bet, curve.wager, [str(pay) for pay, _ in curve.points]
    ('main', 'play', ['0', '3/4', '1', '6/5', '5/4', '3/2', '8/5', '2', '3', '6'])
    """
    curves = []
    for bet, wagers in layout.bets.items():
        try:
            of_bet = surface(game, layout, (bet,))
        except NotCapableError:
            return ()
        for wager in wagers:
            for line in layout.tables[wager].lines if wager in layout.tables else ():
                row = row_name(wager, line.label)
                if row not in rows or row not in of_bet.pays:
                    continue
                high = max(2 * line.pays, Fraction(4))
                pieces = sections(of_bet, row, Fraction(0), high)
                edges = [(piece.start, of_bet.look({row: piece.start}).edge) for piece in pieces]
                points = (*edges, (high, of_bet.look({row: high}).edge))
                curves.append(EdgeCurve(bet, wager, line.label, line.pays, points))
    return tuple(curves)
