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
        named_style("title", size=16, bold=True, ink=NAVY, wrap=False),
        named_style("subtitle", size=10, ink=GREY, wrap=False),
        named_style("heading", size=12, bold=True, ink=NAVY, wrap=False, below="medium", edge=NAVY),
        named_style(
            "head", bold=True, ink=NAVY, ground=BAND, across="right", middle=True, below="thin", above="thin"
        ),
        named_style(
            "head centre",
            bold=True,
            ink=NAVY,
            ground=BAND,
            across="center",
            middle=True,
            below="thin",
            above="thin",
        ),
        named_style(
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
        named_style("assumed label", ink=AMBER, italic=True, wrap=False),
        named_style("head left", bold=True, ink=NAVY, ground=BAND, middle=True, below="thin", above="thin"),
        named_style("text"),
        named_style("rule", middle=True),
        named_style("strong", bold=True),
        named_style("label", wrap=False),
        named_style("centre", across="center", wrap=False),
        named_style("note", size=9, italic=True, ink=GREY),
        named_style("exact", size=8, ink=GREY, across="right", middle=True),
        named_style("assumed", ink=AMBER, italic=True),
        named_style("assumed pay", size=9, ink=AMBER, italic=True, wrap=False, indent=1),
        named_style("status", size=9, ink=GREY, wrap=False, indent=1),
        named_style("input text", ground=INPUT, around=True, across="center", wrap=False),
        named_style("tile label", size=9, ink=GREY, ground=BAND, across="center", middle=True),
        named_style(
            "tile", size=15, bold=True, ink=NAVY, ground=BAND, across="center", wrap=False, number="0.0000%"
        ),
        named_style(
            "tile number", size=15, bold=True, ink=NAVY, ground=BAND, across="center", wrap=False, number="0.0000"
        ),
        named_style("tile text", size=12, bold=True, ink=NAVY, ground=BAND, across="center", middle=True),
        named_style("upright", size=8, bold=True, ink=NAVY, ground=BAND, across="center"),
        named_style("total text", bold=True, above="thin", edge=NAVY),
        named_style("hand", size=9, wrap=False),
        named_style("small", size=9, across="center", wrap=False),
        named_style("small general", size=9, across="right", wrap=False),
        named_style("small integer", size=9, across="right", wrap=False, number=INTEGER),
        named_style("tiny", size=8, across="center", wrap=False, ink=GREY),
        named_style("check", size=9, bold=True, across="right", wrap=False, ink=COLOURS["good"][0]),
        named_style("status number", size=9, ink=GREY, across="left", wrap=False, indent=1),
        named_style("verdict", bold=True, across="center", wrap=False),
        named_style("filed", across="center", wrap=False, number='[=1]"as in the file";[=0]"edited";General'),
    ]
    numbers = [named_style(kind, across="right", wrap=False, number=code) for kind, code in _FORMATS.items()]
    totals = [
        named_style(f"total {kind}", across="right", wrap=False, bold=True, above="thin", edge=NAVY, number=code)
        for kind, code in _FORMATS.items()
    ]
    inputs = [
        named_style(f"input {kind}", across="center", wrap=False, ground=INPUT, around=True, number=code)
        for kind, code in (*_FORMATS.items(), *PAY_FORMATS.items())
    ]
    pays = [
        named_style(f"pay {kind}", across="center", wrap=False, ink=GREY, number=code)
        for kind, code in PAY_FORMATS.items()
    ]
    return [*words, *numbers, *totals, *inputs, *pays]


def named_style(
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
    """Return the style that cells of ``name`` have.

    >>> named_style("loud", bold=True).name
    'par loud'
    """
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
