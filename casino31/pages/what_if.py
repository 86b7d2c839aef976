"""What a page needs to price other pays: whole counts for each choice of the readings, and where the pays stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from casino31.answers import Analysis, Payoffs
from casino31.bets import stakes
from casino31.faults import NotCapableError
from casino31.game import Game
from casino31.metrics import Metrics, measure
from casino31.pages.layout_text import Piece, pieces, row_paths
from casino31.paytable import row_name

MOST_VARIANTS = 64
"""Choices of all readings together up to which a page holds the counts of each; beyond, it varies one at a time."""


class OpenPay(NamedTuple):
    """A pay that some round is settled by."""

    row: str
    """Its name in forms, such as "play.31"."""
    wager: str
    label: str
    pay: Fraction
    """Net, to one."""
    stated: bool
    """Whether the file states it: such a pay can be changed, the others follow from the rules."""


class OpenReading(NamedTuple):
    """A rule that the sources leave open."""

    name: str
    choices: tuple[str, ...]
    chosen: str


@dataclass(frozen=True)
class WhatIf:
    """All that a page needs to price a layout at any pays and readings."""

    title: str
    odds: str
    digest: str
    bets: tuple[tuple[str, Fraction], ...]
    """Each bet, and its initial wager in units."""
    filed: Mapping[str, Metrics]
    """The figures of the layout itself: of each bet, and of all together."""
    wagers: Mapping[str, str]
    """The bet that each wager belongs to."""
    objective: tuple[str, ...]
    """The bets that the strategy is chosen for."""
    pays: tuple[OpenPay, ...]
    readings: tuple[OpenReading, ...]
    variants: Mapping[tuple[str, ...], Payoffs]
    """Counts by the choice of each reading, in the order of ``readings``."""
    text: tuple[Piece, ...]
    """The layout file, cut where a pay or a reading stands."""


def what_if(game: Game, analysis: Analysis) -> WhatIf:
    """Return what a page needs to price a layout anew; NotCapableError for a game without open pays.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> model = what_if(file.game, file.game.analyse(file.rules))
    >>> [pay.label for pay in model.pays if pay.stated][:3], len(model.variants)
    (['16-21', '22-25', '26-28'], 24)
    """
    layout = analysis.rules
    if not layout.tables or game.census is None:
        raise NotCapableError(f"{game.name} has no pays that a page could vary: what-if does not apply")
    readings = tuple(OpenReading(name, choices, layout.readings[name]) for name, choices in game.readings.items())
    variants = {
        choices: game.payoffs(
            game.vary(layout, {}, dict(zip(game.readings, choices, strict=True))), tuple(layout.bets)
        )
        for choices in _choices(readings)
    }
    stated = row_paths(layout)
    used = {row for payoffs in variants.values() for end in payoffs.ends for form in end for row in form}
    pays = tuple(
        OpenPay(row, name, line.label, line.pays, row in stated)
        for name, table in layout.tables.items()
        for line in table.lines
        if (row := row_name(name, line.label)) in used
    )
    every = stakes(game, layout)
    return WhatIf(
        layout.title,
        layout.odds,
        layout.digest,
        tuple((stake.name, stake.initial_wager) for stake in every[: len(layout.bets)]),
        {stake.name: measure(stake.outcomes(analysis.outcomes), stake.initial_wager) for stake in every},
        {wager: bet for bet, wagers in layout.bets.items() for wager in wagers},
        analysis.objective,
        pays,
        readings,
        variants,
        pieces(layout),
    )


def _choices(readings: tuple[OpenReading, ...]) -> list[tuple[str, ...]]:
    """Every choice of all readings, the layout's own first; one reading at a time where they are too many."""
    own = tuple(reading.chosen for reading in readings)
    every = list(product(*(reading.choices for reading in readings)))
    if len(every) > MOST_VARIANTS:
        every = [choices for choices in every if sum(map(str.__ne__, choices, own)) <= 1]
    return [own, *(choices for choices in every if choices != own)]
