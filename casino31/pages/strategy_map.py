"""The best strategy as a map: hands by their two highest ranks and by how many suits they have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from casino31.answers import Analysis
from casino31.cards import RANKS, rank, suit
from casino31.game import Game


@dataclass(frozen=True)
class MapCell:
    """The hands with some two highest ranks."""

    hands: Mapping[str, int]
    """How many the strategy takes each action with, the most frequent action first."""
    least: Fraction
    """What the next best action loses with the hand where it loses least, in units."""
    most: Fraction
    """And where it loses most."""


@dataclass(frozen=True)
class StrategyMap:
    """The hands of so many cards and suits."""

    title: str
    cells: Mapping[tuple[str, str], MapCell]
    """By the highest rank and the next one, "A" to "2"."""


@dataclass
class _Hands:
    hands: dict[str, int]
    costs: list[Fraction]


SUITS = {1: "one suit", 2: "two suits", 3: "three suits", 4: "four suits"}


def strategy_maps(game: Game, analysis: Analysis) -> tuple[StrategyMap, ...]:
    """Return maps of the analysis' strategy, by cards seen and suits among them; none where nothing is decided.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> maps = strategy_maps(file.game, file.game.analyse(file.rules))
    >>> [(each.title, len(each.cells)) for each in maps]
    [('one suit', 66), ('two suits', 90), ('three suits', 91)]
    >>> dict(maps[1].cells["A", "5"].hands)
    {'play': 72, 'fold': 48}
    """
    tiles: dict[tuple[int, int], dict[tuple[int, int], _Hands]] = {}
    for value in game.hand_values(analysis):
        first, *rest = sorted(map(rank, value.hand), reverse=True)
        second = rest[0] if rest else first
        panel = tiles.setdefault((len(value.hand), len({suit(card) for card in value.hand})), {})
        cell = panel.setdefault((first, second), _Hands({}, []))
        cell.hands[value.action] = cell.hands.get(value.action, 0) + value.members
        others = [worth for action, worth in value.values.items() if action != value.action]
        cell.costs.append(value.values[value.action] - max(others))
    sizes = {cards for cards, _ in tiles}
    return tuple(
        StrategyMap(
            SUITS[suits] if len(sizes) == 1 else f"{cards} cards, {SUITS[suits]}",
            {(RANKS[high], RANKS[low]): _cell(hands) for (high, low), hands in sorted(cells.items(), reverse=True)},
        )
        for (cards, suits), cells in sorted(tiles.items())
    )


def _cell(hands: _Hands) -> MapCell:
    often = dict(sorted(hands.hands.items(), key=lambda item: -item[1]))
    return MapCell(often, min(hands.costs), max(hands.costs))
