"""Layouts made in code: the samples A to F of the rules, and any seven Play pays."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import pytest

from casino31.games.classic_31 import GAME
from casino31.games.classic_31.rules import BONUS_EVENTS, FINAL_EVENTS, PUBLISHED, span
from casino31.layout import Layout
from casino31.paytable import OddsUnit, PayTable, complete
from casino31.rulesfile import load, shipped_layouts

ALL_LAYOUTS = tuple(each.name for each in shipped_layouts())
WITH_PAYS = tuple(each.name for each in shipped_layouts() if each.game.solver is None)
BANKED = tuple(each.name for each in shipped_layouts() if each.game.solver is not None)
"""The shipped layouts: all, those with pays, and those with a banker."""

LIGHT = {"casino-war", "natural-31", "pair-plus"}


def mostly_slow(names: Iterable[str]) -> list[object]:
    """Layouts as parameters of a test: those of few hands stay in the quick set, the others are slow."""
    return [name if name in LIGHT else pytest.param(name, marks=pytest.mark.slow) for name in names]


LAYOUTS = {
    "A": (1, 2, 3, 4, 3, 8, 8),
    "B": (1, 2, 3, 4, 4, 10, 25),
    "C": (1, 2, 3, 4, 5, 20, 50),
    "D": (1, 2, 3, 5, 5, 10, 20),
    "E": (1, 2, 4, 5, 5, 20, 50),
    "F": (1, 1, 2, 3, 3, 8, 10),
}
"""Play pays of 18-21, 22-25, 26-28, 29-30, trips, 31 and mini royal; 17 pushes."""

PLAY_ROWS: dict[str, tuple[str, ...]] = {
    "18-21": span(18, 21),
    "22-25": span(22, 25),
    "26-28": span(26, 28),
    "29-30": span(29, 30),
    "trips": ("trips",),
    "31": ("31",),
    "mini royal": ("mini royal",),
}
BONUS_ROWS = {"16-21": span(16, 21), **{label: events for label, events in PLAY_ROWS.items() if label != "18-21"}}

Rows = Iterable[tuple[str, tuple[str, ...], Fraction]]


def layout(
    pays: str | Sequence[Fraction | int],
    bets: Sequence[str] = tuple(GAME.bets),
    tables: Mapping[str, PayTable] | None = None,
    odds: OddsUnit = "to one",
    **readings: str,
) -> Layout:
    """Return a sample layout by letter, a shipped one by name, or one with these seven Play pays.

    ``bets`` are the bets offered, ``tables`` stand instead of those of the sample, and each reading may be
    named, such as ``trips="last"``.
    """
    if isinstance(pays, str) and pays not in LAYOUTS:
        return load(pays).rules
    for name, choice in readings.items():
        assert choice in GAME.readings[name], f"{name} = {choice!r}"
    chosen = LAYOUTS[pays] if isinstance(pays, str) else tuple(pays)
    rows: list[tuple[str, tuple[str, ...], Fraction]] = [("17", ("17",), Fraction(0))]
    rows += [(label, events, Fraction(pay)) for (label, events), pay in zip(PLAY_ROWS.items(), chosen, strict=True)]
    bonus = [(label, events, PUBLISHED["natural 31"][events[0]]) for label, events in BONUS_ROWS.items()]
    standard = {wager.name: wager.standard for wager in GAME.wagers}["ante"]
    made = {"ante": table("ante", standard), "play": table("play", rows), "natural 31": table("natural 31", bonus)}
    whole = Layout(
        f"31 Classic, sample layout {pays}",
        GAME.wagers,
        GAME.bets,
        {**made, **(tables or {})},
        {name: readings.get(name, choices[0]) for name, choices in GAME.readings.items()},
        odds,
        "a sample of the tests",
        open_readings={
            name: clause for name, (clause, needed) in GAME.open_readings.items() if {*needed} <= {*bets}
        },
        deal=GAME.deal,
    )
    return whole.only(bets)


def table(wager: str, rows: Rows) -> PayTable:
    """The pay table of a wager from its rows; the rest loses. Rows of Play that nobody published are assumed."""
    events = BONUS_EVENTS if wager == "natural 31" else FINAL_EVENTS
    labels = [label for label, _, _ in rows if wager == "play"]
    return complete(wager, rows, events, PUBLISHED[wager], assumed=labels)
