"""The counts of a page as short text: whole numbers in base 36, equal counts written once.

Nothing is compressed: the same counts make the same text wherever it is made.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

from casino31.answers import UNITS, Form, Payoffs
from casino31.pages.what_if import WhatIf

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LARGEST = 2**53
"""Whole numbers below it are exact in JavaScript's numbers, in which the page reads them."""

Key = TypeVar("Key", bound=Hashable)
Json = str | int | list["Json"] | dict[str, "Json"]


def base36(number: int) -> str:
    """Return a whole number in base 36; ValueError below 0 or from 2^53 on.

    >>> base36(0), base36(1_082_900)
    ('0', 'n7kk')
    """
    if not 0 <= number < LARGEST:
        raise ValueError(f"{number} is no count that a page can hold")
    text = ""
    while number >= 36:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return DIGITS[number] + text


class _Numbered(dict[Key, int]):
    """Things numbered from 0 in the order in which they are first asked for."""

    def __missing__(self, key: Key) -> int:
        self[key] = len(self)
        return self[key]


def packed(model: WhatIf) -> dict[str, Json]:
    """Return the model of a page as data for JSON.

    ``ends``: forms [units, row, times, row, times ...], alternatives side by side. ``settlements``: the end of
    each bet. ``options``: settlement:ways pairs, then the settlement of the other draws. ``variants``: the choices
    of the readings, "|" between them, and the place in ``counts``. Each of ``counts``: the draws, then "members
    actions option option ..." for each situation, and the same for each decision that comes after others: "~k" in
    options, which write all ways down where there are such.

    >>> from casino31.rulesfile import load
    >>> from casino31.pages.what_if import what_if
    >>> file = load("natural-31")
    >>> data = packed(what_if(file.game, file.game.analyse(file.rules)))
    >>> len(data["variants"]), len(data["counts"]), data["counts"][0][0]
    (24, 1, 1)
    """
    rows = {pay.row: place for place, pay in enumerate(model.pays)}
    ends, settlements = _Numbered[tuple[tuple[int, ...], ...]](), _Numbered[tuple[int, ...]]()
    options, actions = _Numbered[str](), _Numbered[tuple[str, ...]]()
    counts, variants = _Numbered[tuple[int, str, str]](), dict[str, Json]()
    for choices, payoffs in model.variants.items():
        place_of = [
            settlements[tuple(ends[_end(payoffs, end, rows)] for end in parts)] for parts in payoffs.settlements
        ]
        several = bool(payoffs.later)
        text, later = (
            ";".join(
                " ".join(
                    base36(number)
                    for number in (
                        choice.members,
                        actions[tuple(choice.options)],
                        *(options[_option(ways, place_of, several)] for ways in choice.options.values()),
                    )
                )
                for choice in which
            )
            for which in (payoffs.choices, payoffs.later)
        )
        variants["|".join(choices)] = counts[payoffs.draws, text, later]
    return {
        **_stated(model),
        "ends": [[list(form) for form in end] for end in ends],
        "settlements": [list(parts) for parts in settlements],
        "actions": [list(names) for names in actions],
        "options": ";".join(options),
        "counts": [list(count) for count in counts],
        "variants": variants,
        "text": [
            piece.text
            if piece.plain
            else [piece.row or piece.reading, int(bool(piece.row)), int(piece.stated), piece.text]
            for piece in model.text
        ],
    }


def _stated(model: WhatIf) -> dict[str, Json]:
    """What the page says of the layout."""
    return {
        "title": model.title,
        "odds": model.odds,
        "digest": model.digest,
        "bets": [[name, str(initial)] for name, initial in model.bets],
        "objective": list(model.objective),
        "wagers": dict(model.wagers),
        "pays": [[pay.wager, pay.label, str(pay.pay), int(pay.stated)] for pay in model.pays],
        "readings": [[reading.name, list(reading.choices), reading.chosen] for reading in model.readings],
    }


def _end(payoffs: Payoffs, end: int, rows: Mapping[str, int]) -> tuple[tuple[int, ...], ...]:
    return tuple(_form(form, rows) for form in payoffs.ends[end])


def _form(form: Form, rows: Mapping[str, int]) -> tuple[int, ...]:
    parts = [(rows[row], times) for row, times in form.items() if row != UNITS]
    return (form.get(UNITS, 0), *(number for part in parts for number in part))


def _option(ways: Mapping[int, int], place_of: list[int], several: bool) -> str:
    merged: dict[int, int] = {}
    parts = []
    for place, count in ways.items():
        if place < len(place_of):
            merged[place_of[place]] = merged.get(place_of[place], 0) + count
        else:
            parts.append(f"~{base36(place - len(place_of))}:{base36(count)}")
    if several:
        return " ".join([*(f"{base36(place)}:{base36(count)}" for place, count in merged.items()), *parts])
    *others, most = sorted(merged.items(), key=lambda part: part[::-1])
    return " ".join([*(f"{base36(place)}:{base36(count)}" for place, count in others), base36(most[0])])
