"""How the workbook looks: one named style for each kind of cell, made when it is first used."""

from typing import NamedTuple

from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side

from casino31.page import TEXT, Tone, Unit

FONT = "Arial"
"""Office has it, and free systems draw it with the metrically equal Liberation Sans."""
NAVY, GREY, LINE, BAND, INPUT, AMBER = "1F3864", "595959", "BFC7D5", "E8ECF3", "FFF2CC", "9C5700"
COLOURS = {"bad": ("9C0006", "FFC7CE"), "warn": ("9C5700", "FFEB9C"), "good": ("006100", "E2F0D9")}
"""The ink and the ground of a mark."""


class Look(NamedTuple):
    """What a cell is: its style follows."""

    role: str = "body"
    """title, subtitle, heading, head, tile label, tile, body, total, exact, part, check."""
    unit: Unit = TEXT
    side: str = "left"
    tone: Tone = ""
    wrap: bool = False
    entry: bool = False

    @property
    def name(self) -> str:
        """The name of the style."""
        unit = "" if self.unit == TEXT else f"{self.unit.kind} {self.unit.digits} {self.unit.least}"
        signs = ("signed" if self.unit.signed else "", self.unit.after.strip())
        words = (self.role, unit, *signs, self.side, self.tone, "wrap" * self.wrap, "input" * self.entry)
        return "par " + " ".join(word for word in words if word)


def number_format(unit: Unit) -> str:
    """Return the code by which a spreadsheet shows a unit.

    >>> from casino31.page import SHARE, SIGNED_SHARE, TRUE_ODDS, UNITS
    >>> [number_format(unit) for unit in (SHARE, UNITS, TRUE_ODDS, SIGNED_SHARE)]
    ['0.000000%', '#,##0.00####', '#,##0.00" to 1"', '+0.0000%;-0.0000%;0.0000%']
    """
    if unit.kind in ("number", "share"):
        least = unit.digits if unit.least < 0 else unit.least
        rest = "0" * least + "#" * (unit.digits - least)
        whole = "#,##0" if unit.kind == "number" and not unit.signed else "0"
        code = f"{whole}.{rest}" if rest else whole
        code += "%" if unit.kind == "share" else ""
        code += f'"{unit.after}"' if unit.after else ""
        return f"+{code};-{code};{code}" if unit.signed else code
    if unit.kind == "mark":
        return f'"{unit.after}"'
    return _CODES.get(unit.kind, "General")


_CODES = {
    "to one": '[=-1]"lose";[=0]"push";General" to 1"',
    "for one": '[=0]"lose";[=1]"push";General" for 1"',
    "bound": '[=0]"exact";0E+00',
    "stand": '[=31]"on";0',
    "filed": '[=1]"as in the file";[=0]"edited";General',
}
_SIZES = {"title": 16, "heading": 12, "tile": 14, "tile label": 9, "exact": 9, "subtitle": 10}
_TONES: dict[str, tuple[str, float, bool, bool]] = {
    "assumed": (AMBER, 10, True, False),
    "exact": (GREY, 9, False, False),
    "note": (GREY, 9, True, False),
    "status": (GREY, 9, False, False),
    "strong": (NAVY, 10, False, True),
    "good": (COLOURS["good"][0], 9, False, True),
}
"""Of each tone its ink, size, slant and weight."""


def named_style(look: Look) -> NamedStyle:
    """Return the style of a cell.

    >>> named_style(Look("title")).name, named_style(Look("title")).font.name
    ('par title left', 'Arial')
    """
    style = NamedStyle(look.name)
    style.font = _font(look)
    across = "center" if look.side == "centre" else look.side
    style.alignment = Alignment(horizontal=across, vertical="center", wrap_text=look.wrap or look.role == "head")
    style.number_format = number_format(look.unit)
    ground = INPUT if look.entry else BAND if look.role in ("head", "tile", "tile label") else ""
    if ground:
        style.fill = PatternFill("solid", start_color=ground, end_color=ground)
    style.border = _border(look)
    return style


def _font(look: Look) -> Font:
    ink, size, italic, bold = _TONES.get(look.tone, ("000000", 10, False, False))
    if look.role in ("title", "heading", "head", "tile", "part"):
        ink = AMBER if look.tone == "assumed" else NAVY
        bold = True
    if look.role in ("subtitle", "tile label", "exact"):
        ink = GREY
    if look.role == "check":
        ink, size, bold = (COLOURS["good"][0] if look.side == "right" else GREY), 9, look.side == "right"
    bold = bold or look.role == "total"
    return Font(name=FONT, size=_SIZES.get(look.role, size), bold=bold, italic=italic, color=ink)


def _border(look: Look) -> Border:
    thin = Side("thin", color=LINE)
    if look.entry:
        return Border(left=thin, right=thin, top=thin, bottom=thin)
    if look.role == "head":
        return Border(top=thin, bottom=thin)
    if look.role == "heading":
        return Border(bottom=Side("medium", color=NAVY))
    if look.role == "total":
        return Border(top=Side("thin", color=NAVY))
    return Border()
