"""Styles that only the par sheet of a banker's game has."""

from openpyxl.styles import NamedStyle

from casino31.report.excel.style import AMBER, GREY, INPUT, NAVY, named_style

SIGNED, SIGNED_SHARE = "+0.000000000;-0.000000000;0.000000000", "+0.0000%;-0.0000%;0.0000%"
STAND = '[=31]"on";0'
"""A total to stand at; 31 is to play on."""
GOOD, MIDDLE, BAD = "D5E8C8", "FFFFFF", "F4B8A8"
"""Grounds of a scale: what a banker likes, and what he does not."""


def styles() -> list[NamedStyle]:
    """Return them.

    >>> len({style.name for style in styles()}) == len(styles())
    True
    """
    return [
        named_style("signed", number=SIGNED, across="right", wrap=False),
        named_style("signed share", number=SIGNED_SHARE, across="right", wrap=False),
        named_style("total signed", number=SIGNED, across="right", wrap=False, bold=True, above="thin", edge=NAVY),
        named_style(
            "total signed share",
            number=SIGNED_SHARE,
            across="right",
            wrap=False,
            bold=True,
            above="thin",
            edge=NAVY,
        ),
        named_style("card", bold=True, ink=NAVY, wrap=False, indent=1),
        named_style("own card", bold=True, ink=AMBER, wrap=False, indent=1, ground=INPUT),
        named_style("ratio", number="0.000000", across="right", wrap=False),
        named_style(
            "total ratio", number="0.000000", across="right", wrap=False, bold=True, above="thin", edge=NAVY
        ),
        named_style("percent 4", number="0.0000%", across="right", wrap=False),
        named_style(
            "total percent 4", number="0.0000%", across="right", wrap=False, bold=True, above="thin", edge=NAVY
        ),
        named_style("bound", number='[=0]"exact";0E+00', size=8, ink=GREY, across="right", wrap=False),
        named_style("cell", number=SIGNED_SHARE, across="center", wrap=False),
        named_style(
            "own cell", number=SIGNED_SHARE, across="center", wrap=False, bold=True, around=True, edge="000000"
        ),
        named_style("words right", across="right", wrap=False),
        named_style("stand", number=STAND, across="center", wrap=False),
        named_style("result", number='"wins";"loses"', across="center", wrap=False, ink=GREY),
        named_style("input ratio", number="0.00##", across="center", wrap=False, ground=INPUT, around=True),
        named_style(
            "tile ratio",
            size=15,
            bold=True,
            ink=NAVY,
            ground="E8ECF3",
            across="center",
            wrap=False,
            number='0.0000" to 1"',
        ),
    ]
