"""The section of a page on which the bets of a layout can be changed, where nothing else can."""

from __future__ import annotations

import json
from math import sqrt

from casino31.decimals import decimal
from casino31.pages.other_bets import OtherBets
from casino31.render.screen.what_if import Section, asset, percent
from casino31.render.values import plain

WHY = (
    "Every bet is won or lost whole: this layout states no pay that could be changed. The bets by first card can: "
    "no reply depends on them. Another banker or reading changes what is counted, and needs the engine: "
    "casino31 analyze."
)
HEADS = ("Average bet", "Banker's edge, of each unit bet", "Variance, units\u00b2", "SD, units")


def bets_section(model: OtherBets) -> Section:
    """Return the section that prices other bets; without a script its numbers are those of the filed bets.

    >>> from fractions import Fraction
    >>> from casino31.pages.other_bets import CardWorth
    >>> cards = (CardWorth("A", Fraction(1, 2), Fraction(1, 5)), CardWorth("T", Fraction(1, 2), Fraction(-2, 5)))
    >>> "<td>10.0000 %</td>" in bets_section(OtherBets(cards, Fraction(1), Fraction(1), "flat", 0.0)).body
    True
    """
    average, edge, variance = model.priced(model.minimum, model.maximum, model.rule)
    texts = (decimal(average, 6), percent(edge), decimal(variance, 6), f"{sqrt(variance):.4f}")
    cards = [[card.name, str(card.chance), str(card.expectation)] for card in model.cards]
    data = json.dumps({"cards": cards}, separators=(",", ":"))
    choices = "".join(
        f"<option{' selected' if rule == model.rule else ''}>{rule}</option>" for rule in ("flat", "spread")
    )
    fields = " ".join(
        f'<label>{label} bet <input type="text" size="9" id="bets-{label.lower()}" value="{plain(bet)}" disabled>'
        "</label>"
        for label, bet in (("Minimum", model.minimum), ("Maximum", model.maximum))
    )
    heads = "".join(f'<th scope="col">{head}</th>' for head in HEADS)
    bound = f" Expectations are known to {model.bound:.0e}, the arithmetic is exact." if model.bound else ""
    body = (
        f"<p>{WHY}</p><p>flat: the minimum on every first card; spread: the maximum where the punter has the edge."
        f"{bound}</p>"
        '<div class="wide"><table id="bets-figures"><caption>All bets together</caption>'
        f"<thead><tr>{heads}</tr></thead>"
        f'<tbody><tr data-edge="{edge}">{"".join(f"<td>{text}</td>" for text in texts)}</tr></tbody></table></div>'
        f'<p>{fields} <label>Rule <select id="bets-rule" disabled>{choices}</select></label></p>'
        '<p id="bets-message" role="status" aria-live="polite"></p>'
        '<p class="controls"><label for="bets-toml">These bets, for the layout file</label><br>'
        '<textarea id="bets-toml" rows="5" readonly spellcheck="false"></textarea></p>'
        "<noscript><p>Without JavaScript this section shows the bets as filed.</p></noscript>"
        f'<script type="application/json" id="bets-model">{data}</script>'
    )
    return Section("What if", body, asset("what_if.css"), asset("exact.js") + asset("other_bets.js"))
