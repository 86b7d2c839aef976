"""The section of a page on which pays and readings can be changed."""

from __future__ import annotations

import json
from fractions import Fraction
from html import escape
from importlib.resources import files
from typing import NamedTuple

from casino31.bets import COMBINED
from casino31.pages.what_if import OpenPay, WhatIf
from casino31.paytable import OddsUnit, show_pay
from casino31.render.screen.packed import packed


class Section(NamedTuple):
    """A section of a page with its own style rules and script."""

    title: str
    body: str
    style: str
    script: str


FIGURES = ("Bet", "House edge", "exactly", "as filed", "change", "SD, wagers", "Hit frequency", "Push frequency")


def section(model: WhatIf) -> Section:
    """Return the what-if section of a layout.

    Without a script its numbers are those of the filed layout, as text.

    >>> from casino31.pages.what_if import what_if
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> made = section(what_if(file.game, file.game.analyse(file.rules)))
    >>> "10298" in made.body, 'id="whatif"' in made.body
    (False, True)
    """
    data = json.dumps(packed(model), separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    body = "\n".join(
        (
            '<div id="whatif">',
            "<p>Change a pay or a reading: the best strategy is chosen anew, and all figures are exact.</p>",
            _figures(model),
            '<p id="whatif-actions"></p><p id="whatif-message" role="status" aria-live="polite"></p>',
            *map(_wager, _wagers(model), [model] * len(model.wagers)),
            _readings(model),
            '<p class="controls"><button type="button" id="whatif-reset">As filed</button> '
            '<button type="button" id="whatif-copy">Copy as TOML</button></p>',
            '<figure class="controls"><div id="whatif-curve"></div>',
            '<figcaption id="whatif-curve-words"></figcaption></figure>',
            '<p class="controls"><label for="whatif-toml">The layout with these values</label><br>'
            '<textarea id="whatif-toml" rows="12" readonly spellcheck="false"></textarea></p>',
            "<noscript><p>Without JavaScript this section shows the layout as filed.</p></noscript>",
            "</div>",
            f'<script type="application/json" id="whatif-model">{data}</script>',
        )
    )
    return Section("What if", body, asset("what_if.css"), asset("exact.js") + asset("what_if.js"))


def asset(name: str) -> str:
    """Return a style or a script of this room."""
    return (files("casino31.render.screen") / name).read_text(encoding="utf-8")


def _figures(model: WhatIf) -> str:
    """The figures of the filed layout: what the script replaces."""
    rows = []
    for stake, metrics in model.filed.items():
        name = "all bets together" if stake == COMBINED else stake
        edge = percent(metrics.house_edge)
        spread, often = f"{metrics.standard_deviation:.4f}", (metrics.hit_frequency, metrics.push_frequency)
        texts = (edge, str(metrics.house_edge), edge, percent(Fraction(0)), spread, *map(percent, often))
        cells = "".join(f"<td>{escape(text)}</td>" for text in texts)
        head = f'<th scope="row">{escape(name)}</th>'
        rows.append(f'<tr data-bet="{escape(name)}" data-edge="{metrics.house_edge}">{head}{cells}</tr>')
    heads = "".join(f'<th scope="col">{head}</th>' for head in FIGURES)
    return (
        '<div class="wide"><table id="whatif-figures"><caption>Figures at these pays</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def percent(share: Fraction) -> str:
    """Return a share in percent with four decimals, as the script writes it.

    >>> percent(Fraction(-1, 3))
    '−33.3333 %'
    """
    whole = round(share * 10**6)
    return f"{'−' if whole < 0 else ''}{abs(whole) // 10**4}.{abs(whole) % 10**4:04d} %"


def _wagers(model: WhatIf) -> list[str]:
    return list(dict.fromkeys(pay.wager for pay in model.pays if pay.stated))


def _wager(wager: str, model: WhatIf) -> str:
    rows = [_pay(place, pay, model) for place, pay in enumerate(model.pays) if pay.wager == wager]
    return (
        f"<fieldset><legend>Pays of {escape(wager)}, {escape(model.odds)}</legend>"
        f'<div class="wide"><table><tbody>{"".join(rows)}</tbody></table></div></fieldset>'
    )


def _pay(place: int, pay: OpenPay, model: WhatIf) -> str:
    unit: OddsUnit = "for one" if model.odds == "for one" else "to one"
    text = show_pay(pay.pay, unit)
    name = escape(f"{pay.wager}, {pay.label}", quote=True)
    label = f'<th scope="row" class="left">{escape(pay.label)}</th>'
    if not pay.stated:
        return f"<tr>{label}<td>{escape(text)}</td><td>by the rules</td></tr>"
    most = max(10, int(2 * pay.pay))
    value = _field(pay.pay, unit)
    return (
        f'<tr>{label}<td><input type="text" size="9" data-pay="{place}" aria-label="pay of {name}" value="{value}" '
        'autocomplete="off" disabled></td>'
        f'<td><input type="range" min="0" max="{most}" step="0.25" data-slides="{place}" '
        f'aria-label="slider of {name}" value="{float(pay.pay):g}" disabled></td></tr>'
    )


def _field(pay: Fraction, unit: OddsUnit) -> str:
    """A pay as the script writes it into its field."""
    if pay in (-1, 0):
        return "lose" if pay else "push"
    return str(pay + (unit == "for one"))


def _readings(model: WhatIf) -> str:
    if not model.readings:
        return ""
    parts = []
    for reading in model.readings:
        choices = "".join(
            f"<option{' selected' if choice == reading.chosen else ''}>{escape(choice)}</option>"
            for choice in reading.choices
        )
        name, words = escape(reading.name, quote=True), escape(reading.name.replace("_", " "))
        parts.append(f'<label>{words} <select data-reading="{name}" disabled>{choices}</select></label>')
    return f"<fieldset><legend>Readings of the rules</legend>{' '.join(parts)}</fieldset>"
