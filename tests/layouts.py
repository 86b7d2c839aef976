"""Layouts made in code: the samples A to F of the rules, and any seven Play pays."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from casino31.games.classic_31.rules import BONUS_EVENTS, FINAL_EVENTS, PUBLISHED, Rules, default_ante, span
from casino31.paytable import complete
from casino31.rulesfile import load

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


def layout(pays: str | Sequence[Fraction | int], **changes: Any) -> Rules:
    """Return a sample layout by letter, a shipped one by name, or one with these seven Play pays.

    ``changes`` set fields of the rules, such as ``trips="last"``.
    """
    if isinstance(pays, str) and pays not in LAYOUTS:
        rules = load(pays).rules
        assert isinstance(rules, Rules)
        return rules
    chosen = LAYOUTS[pays] if isinstance(pays, str) else tuple(pays)
    rows: list[tuple[str, tuple[str, ...], Fraction]] = [("17", ("17",), Fraction(0))]
    rows += [(label, events, Fraction(pay)) for (label, events), pay in zip(PLAY_ROWS.items(), chosen, strict=True)]
    bonus = [(label, events, PUBLISHED["natural 31"][events[0]]) for label, events in BONUS_ROWS.items()]
    fields: dict[str, Any] = {
        "title": f"31 Classic, sample layout {pays}",
        "ante": default_ante(),
        "play": complete("play", rows, FINAL_EVENTS, PUBLISHED["play"]),
        "bonus": complete("natural 31", bonus, BONUS_EVENTS, PUBLISHED["natural 31"]),
        "source": "a sample of the tests",
    }
    return Rules(**{**fields, **changes})
