"""The sections that a web page gets beyond the pages of a report."""

from __future__ import annotations

from casino31.pages.screen import Screen
from casino31.render.screen.drawings import curves_html, forms_html, maps_html
from casino31.render.screen.other_bets import bets_section
from casino31.render.screen.what_if import Section, asset, section

NOTHING_OPEN = "This layout states no pay that could be changed here."


def sections(screen: Screen) -> tuple[Section, ...]:
    """Return the sections: what-if fields, of which one always stands, strategy map, edge curves and closed forms.

    >>> [section.body for section in sections(Screen((), (), None, "to one"))]
    ['<p>This layout states no pay that could be changed here.</p>']
    """
    style = asset("drawings.css")
    drawn = (
        Section("Strategy map", maps_html(screen.maps), style, ""),
        Section("Edge by pay", curves_html(screen.curves, screen.odds), "" if screen.maps else style, ""),
        Section("Closed form", forms_html(screen.forms), "", ""),
    )
    nothing = Section("What if", f"<p>{NOTHING_OPEN}</p>", "", "")
    if screen.bets is not None:
        nothing = bets_section(screen.bets)
    other = section(screen.what_if) if screen.what_if is not None else nothing
    return tuple(section for section in (other, *drawn) if section.body)
