"""How the workbook looks: one named style for each kind of cell."""

from typing import Literal, TypeAlias

from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side

FONT = "Arial"
"""Office has it, and free systems draw it with the metrically equal Liberation Sans."""
NAVY, GREY, LINE, BAND, INPUT, AMBER = "1F3864", "595959", "BFC7D5", "E8ECF3", "FFF2CC", "9C5700"
COLOURS = {"bad": ("9C0006", "FFC7CE"), "warn": ("9C5700", "FFEB9C"), "good": ("006100", "E2F0D9")}
"""The ink and the ground of a mark."""

Weight: TypeAlias = Literal["thin", "medium"]

GENERAL, INTEGER, SHARE, NUMBER, ODDS = "General", "#,##0", "0.000000%", "#,##0.000000", "#,##0.00"
PAY_FORMATS = {
    "to one": '[=-1]"lose";[=0]"push";General" to 1"',
    "for one": '[=0]"lose";[=1]"push";General" for 1"',
}
_FORMATS = {
    "general": GENERAL,
    "units": "0.00####",
    "integer": INTEGER,
    "share": SHARE,
    "number": NUMBER,
    "odds": ODDS,
    "true odds": '#,##0.00" to 1"',
    "percent": "0.0%",
}


def named_styles() -> list[NamedStyle]:
    """Return every style that the sheets name.

    >>> {style.font.name for style in named_styles()}
    {'Arial'}
    """
    words = [
        _style("title", size=16, bold=True, ink=NAVY, wrap=False),
        _style("subtitle", size=10, ink=GREY, wrap=False),
        _style("heading", size=12, bold=True, ink=NAVY, wrap=False, below="medium", edge=NAVY),
        _style("head", bold=True, ink=NAVY, ground=BAND, across="right", middle=True, below="thin", above="thin"),
        _style(
            "head centre",
            bold=True,
            ink=NAVY,
            ground=BAND,
            across="center",
            middle=True,
            below="thin",
            above="thin",
        ),
        _style(
            "head assumed",
            bold=True,
            italic=True,
            ink=AMBER,
            ground=BAND,
            across="right",
            middle=True,
            below="thin",
            above="thin",
        ),
        _style("assumed label", ink=AMBER, italic=True, wrap=False),
        _style("head left", bold=True, ink=NAVY, ground=BAND, middle=True, below="thin", above="thin"),
        _style("text"),
        _style("rule", middle=True),
        _style("strong", bold=True),
        _style("label", wrap=False),
        _style("centre", across="center", wrap=False),
        _style("note", size=9, italic=True, ink=GREY),
        _style("exact", size=8, ink=GREY, across="right", middle=True),
        _style("assumed", ink=AMBER, italic=True),
        _style("assumed pay", size=9, ink=AMBER, italic=True, wrap=False, indent=1),
        _style("status", size=9, ink=GREY, wrap=False, indent=1),
        _style("input text", ground=INPUT, around=True, across="center", wrap=False),
        _style("tile label", size=9, ink=GREY, ground=BAND, across="center", middle=True),
        _style("tile", size=15, bold=True, ink=NAVY, ground=BAND, across="center", wrap=False, number="0.0000%"),
        _style(
            "tile number", size=15, bold=True, ink=NAVY, ground=BAND, across="center", wrap=False, number="0.0000"
        ),
        _style("tile text", size=12, bold=True, ink=NAVY, ground=BAND, across="center", middle=True),
        _style("upright", size=8, bold=True, ink=NAVY, ground=BAND, across="center"),
        _style("total text", bold=True, above="thin", edge=NAVY),
        _style("hand", size=9, wrap=False),
        _style("small", size=9, across="center", wrap=False),
        _style("small general", size=9, across="right", wrap=False),
        _style("small integer", size=9, across="right", wrap=False, number=INTEGER),
        _style("tiny", size=8, across="center", wrap=False, ink=GREY),
        _style("check", size=9, bold=True, across="right", wrap=False, ink=COLOURS["good"][0]),
        _style("status number", size=9, ink=GREY, across="left", wrap=False, indent=1),
        _style("verdict", bold=True, across="center", wrap=False),
        _style("filed", across="center", wrap=False, number='[=1]"as in the file";[=0]"edited";General'),
    ]
    numbers = [_style(kind, across="right", wrap=False, number=code) for kind, code in _FORMATS.items()]
    totals = [
        _style(f"total {kind}", across="right", wrap=False, bold=True, above="thin", edge=NAVY, number=code)
        for kind, code in _FORMATS.items()
    ]
    inputs = [
        _style(f"input {kind}", across="center", wrap=False, ground=INPUT, around=True, number=code)
        for kind, code in (*_FORMATS.items(), *PAY_FORMATS.items())
    ]
    pays = [
        _style(f"pay {kind}", across="center", wrap=False, ink=GREY, number=code)
        for kind, code in PAY_FORMATS.items()
    ]
    return [*words, *numbers, *totals, *inputs, *pays]


def _style(
    name: str,
    *,
    size: float = 10,
    bold: bool = False,
    italic: bool = False,
    ink: str = "000000",
    ground: str = "",
    across: str = "left",
    middle: bool = False,
    wrap: bool = True,
    below: Weight | None = None,
    above: Weight | None = None,
    edge: str = LINE,
    around: bool = False,
    number: str = GENERAL,
    indent: int = 0,
) -> NamedStyle:
    style = NamedStyle(f"par {name}")
    style.font = Font(name=FONT, size=size, bold=bold, italic=italic, color=ink)
    upright = "top" if wrap and not middle else "center"
    style.alignment = Alignment(horizontal=across, vertical=upright, wrap_text=wrap, indent=indent)
    if ground:
        style.fill = PatternFill("solid", start_color=ground, end_color=ground)
    thin = Side("thin", color=edge)
    if around:
        style.border = Border(left=thin, right=thin, top=thin, bottom=thin)
    elif below or above:
        style.border = Border(
            bottom=Side(below, color=edge) if below else Side(), top=Side(above, color=edge) if above else Side()
        )
    style.number_format = number
    return style
