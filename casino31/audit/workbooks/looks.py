"""How cells look: the number format, the letters, the ground, the edges and the place of the text."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.etree.ElementTree import Element

from casino31.audit.workbooks.plain_xml import element_text, local, parsed

_FORMATS = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM",
    20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm", 37: "#,##0 ;(#,##0)", 38: "#,##0 ;[Red](#,##0)",
    39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;[Red](#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0",
    48: "##0.0E+0", 49: "@",
}  # fmt: skip
"""The number formats that a file need not spell out."""
_UNMARKED = re.compile(r"\\([-+() $])")
"""Signs that need no mark to stand for themselves, and that some programs mark."""
_SCHEME = ("lt1", "dk1", "lt2", "dk2", *(f"accent{place}" for place in range(1, 7)), "hlink", "folHlink")
_OLD = [
    "000000",
    "FFFFFF",
    "FF0000",
    "00FF00",
    "0000FF",
    "FFFF00",
    "FF00FF",
    "00FFFF",
    "800000",
    "008000",
    "000080",
    "808000",
    "800080",
    "008080",
    "C0C0C0",
    "808080",
    "9999FF",
    "993366",
    "FFFFCC",
    "CCFFFF",
    "660066",
    "FF8080",
    "0066CC",
    "CCCCFF",
    "000080",
    "FF00FF",
    "FFFF00",
    "00FFFF",
    "800080",
    "800000",
    "008080",
    "0000FF",
    "00CCFF",
    "CCFFFF",
    "CCFFCC",
    "FFFF99",
    "99CCFF",
    "FF99CC",
    "CC99FF",
    "FFCC99",
    "3366FF",
    "33CCCC",
    "99CC00",
    "FFCC00",
    "FF9900",
    "FF6600",
    "666699",
    "969696",
    "003366",
    "339966",
    "003300",
    "333300",
    "993300",
    "993366",
    "333399",
    "333333",
]
"""The palette of numbered colours, from the ninth on; the first eight are the same once more."""


class CellLook(NamedTuple):
    """How one cell looks, each part in words."""

    number_format: str
    font: str
    """Name, size and style."""
    ink: str
    ground: str
    edges: str
    alignment: str


class Styles(NamedTuple):
    """The looks that cells name by number, and those of conditional formats."""

    looks: tuple[CellLook, ...]
    marks: tuple[str, ...]

    def look(self, number: str | None) -> CellLook:
        """Return the look of a cell's number; a number that there is not is the first, as in spreadsheets.

        >>> styles_of({}).look("7").number_format
        'General'
        """
        place = int(number) if number and number.isdigit() else 0
        return self.looks[place] if place < len(self.looks) else self.looks[0]


def styles_of(parts: dict[str, bytes]) -> Styles:
    """Return the looks of a workbook.

    >>> styles_of({}).looks[0].alignment
    'general bottom'
    """
    root = parsed(parts.get("xl/styles.xml", b"<styleSheet/>"))
    table = {local(child): list(child) for child in root}
    palette = _Palette(parts, table.get("colors", []))
    formats = dict(_FORMATS)
    for number_format in table.get("numFmts", []):
        formats[int(number_format.get("numFmtId", "0"))] = _UNMARKED.sub(r"\1", number_format.get("formatCode", ""))
    fonts = [_font(font, palette) for font in table.get("fonts", [])] or [("", "000000")]
    fills = [_ground(fill, palette) for fill in table.get("fills", [])] or [""]
    borders = [_edges(border, palette) for border in table.get("borders", [])] or [""]

    def look(xf: Element) -> CellLook:
        font, fill, border = (int(xf.get(f"{kind}Id", "0")) for kind in ("font", "fill", "border"))
        code = formats.get(int(xf.get("numFmtId", "0")), f"format {xf.get('numFmtId')}")
        return CellLook(code, *fonts[font], fills[fill], borders[border], _alignment(xf))

    looks = tuple(look(xf) for xf in table.get("cellXfs", []))
    marks = tuple(_mark(style, palette) for style in table.get("dxfs", []))
    return Styles(looks or (CellLook("General", *fonts[0], "", "", "general bottom"),), marks)


class _Palette:
    """Colours by theme and number as six digits."""

    def __init__(self, parts: dict[str, bytes], colors: list[Element]) -> None:
        self.theme: dict[int, str] = {0: "FFFFFF", 1: "000000"}
        for name, content in parts.items():
            if name.startswith("xl/theme/"):
                for child in parsed(content).iter():
                    if local(child) in _SCHEME and len(child):
                        shade = child[0].get("lastClr") or child[0].get("val") or ""
                        self.theme[_SCHEME.index(local(child))] = shade.upper()
        own = next((list(color) for color in colors if local(color) == "indexedColors"), [])
        numbered = [color.get("rgb", "")[-6:].upper() for color in own] or [*_OLD[:8], *_OLD]
        self.numbered = numbered

    def colour(self, element: Element | None) -> str:
        if element is None or element.get("auto"):
            return ""
        if rgb := element.get("rgb"):
            shade = rgb[-6:].upper()
        elif theme := element.get("theme"):
            shade = self.theme.get(int(theme), f"theme {theme}")
        else:
            place = int(element.get("indexed", "64"))
            shade = self.numbered[place] if place < len(self.numbered) else ""
        tint = float(element.get("tint", "0"))
        return f"{shade} tint {tint:.2f}" if tint else shade


def _child(element: Element, name: str) -> Element | None:
    return next((child for child in element if local(child) == name), None)


def _on(element: Element, name: str) -> bool:
    child = _child(element, name)
    return child is not None and child.get("val", "1") not in ("0", "false", "none", "baseline")


def _val(element: Element, name: str, otherwise: str = "") -> str:
    child = _child(element, name)
    return otherwise if child is None else child.get("val", otherwise)


def _font(font: Element, palette: _Palette) -> tuple[str, str]:
    size = float(_val(font, "sz", "11"))
    style = [name for name in ("b", "i", "strike", "outline", "shadow") if _on(font, name)]
    style += ["u " + _val(font, "u", "single")] if _on(font, "u") else []
    style += [_val(font, "vertAlign")] if _on(font, "vertAlign") else []
    words = " ".join([_val(font, "name"), f"{size:g}", *style])
    return words, palette.colour(_child(font, "color")) or "000000"


def _ground(fill: Element, palette: _Palette) -> str:
    pattern = _child(fill, "patternFill")
    if pattern is None:
        return element_text(fill[0]) if len(fill) else ""
    kind = pattern.get("patternType", "none")
    front, back = (palette.colour(_child(pattern, name)) for name in ("fgColor", "bgColor"))
    if kind == "none" or (kind == "solid" and front == "FFFFFF"):
        return ""
    return front if kind == "solid" else f"{kind} {front} {back}"


def _edges(border: Element, palette: _Palette) -> str:
    said = []
    for side in border:
        style = side.get("style", "none")
        if style != "none":
            name = {"start": "left", "end": "right"}.get(local(side), local(side))
            said.append(f"{name} {style} {palette.colour(_child(side, 'color')) or '000000'}")
    return ", ".join(sorted(said))


def _alignment(xf: Element) -> str:
    alignment = _child(xf, "alignment")
    if alignment is None:
        return "general bottom"
    said = [alignment.get("horizontal", "general"), alignment.get("vertical", "bottom")]
    said += [name for name in ("wrapText", "shrinkToFit") if alignment.get(name) in ("1", "true")]
    said += [
        f"{name} {alignment.get(name)}"
        for name in ("textRotation", "indent", "readingOrder")
        if _set(alignment, name)
    ]
    return " ".join(said)


def _set(element: Element, name: str) -> bool:
    return element.get(name, "0") != "0"


def _mark(dxf: Element, palette: _Palette) -> str:
    """The look that a conditional format lays over a cell."""
    said = []
    for child in dxf:
        if local(child) == "font":
            said += [name for name in ("b", "i", "strike", "u") if _on(child, name)]
            said.append(f"ink {palette.colour(_child(child, 'color'))}")
        elif local(child) == "fill":
            pattern = _child(child, "patternFill")
            ground = None if pattern is None else _child(pattern, "bgColor")
            kind = "solid" if pattern is None else pattern.get("patternType", "solid")
            said.append(f"ground {palette.colour(ground)}" if kind == "solid" else element_text(child))
        else:
            said.append(element_text(child))
    return ", ".join(said)
