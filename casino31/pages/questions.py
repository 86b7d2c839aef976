"""What the answer to every question of pay-table design says of its layout."""

from collections.abc import Sequence

from casino31.layout import Layout
from casino31.page import Block, Page, Report
from casino31.paytable_design.surface import Surface
from casino31.serialize import JsonObject
from casino31.version import MAKER


def about(surface: Surface, name: str = "") -> JsonObject:
    """Return the keys that open every object: whose layout, by the name it was given, and which bets.

    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> about(surface(file.game, file.rules), file.name)["bets"]
    ['main']
    """
    return {
        "game": surface.game.name,
        "title": surface.rules.title,
        "paytable": name or surface.rules.title,
        "paytable_sha256": surface.rules.digest,
        "rules": dict(surface.rules.readings),
        "bets": list(surface.bets),
        "method": "exact",
    }


def answer_report(heading: str, subject: str, layout: Layout, blocks: Sequence[Block]) -> Report:
    """Return a report of one page, with what identifies the layout.

    >>> from casino31.rulesfile import load
    >>> answer_report("Heading", "The pay for an edge", load("31-classic-b").rules, ()).facts[0][0]
    'Layout'
    """
    maker = MAKER
    readings = ", ".join(f"{name} = {choice}" for name, choice in layout.readings.items())
    facts = [("Layout", layout.title), ("SHA-256", layout.digest or "none")]
    facts += [("Readings", readings)] if readings else []
    page = Page(subject, tuple(blocks), heading)
    return Report(heading, subject, (page,), (*facts, ("Made by", maker)), maker, layout.digest)
