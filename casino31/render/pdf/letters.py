"""Fonts of a PDF: Western letters come with reportlab; Greek, Cyrillic and more are of DejaVu, from matplotlib.

A text is set in the first of the two that has all its letters. DejaVu grew out of the other font: their digits and
Western letters are equally wide, and both are embedded.
"""

import os
import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import chain

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from casino31.page import Block, Chart, Group, Headline, Listing, Note, Quote, Report, Table
from casino31.render.values import text_of

PLAIN, BOLD, SLANTED = "Vera", "VeraBd", "VeraIt"
WIDER = {PLAIN: "DejaVuSans", BOLD: "DejaVuSans-Bold", SLANTED: "DejaVuSans-Oblique"}
"""The font with more letters beside each."""


class LetterError(ValueError):
    """A letter that no font has, with its place."""


@cache
def letters_of(name: str) -> frozenset[int]:
    """Return the code points that a font has, none where it is not installed; after that reportlab knows the font.

    >>> ord("É") in letters_of(PLAIN), ord("Ж") in letters_of(PLAIN)
    (True, False)
    """
    package, folder = ("matplotlib", "mpl-data/fonts/ttf") if name in WIDER.values() else ("reportlab", "fonts")
    module = find_spec(package)
    path = os.path.join(os.path.dirname(str(module.origin)), folder, f"{name}.ttf") if module else ""
    if not os.path.isfile(path):
        return frozenset()
    pdfmetrics.registerFont(TTFont(name, path))
    pdfmetrics.registerFontFamily(name, normal=name, bold=name, italic=name, boldItalic=name)
    return frozenset(pdfmetrics.getFont(name).face.charToGlyph)


def readable(text: str) -> str:
    """Return a text with each accented letter as one, and blanks for tabulators.

    >>> readable("e\u0301\\t.")
    'é    .'
    """
    return unicodedata.normalize("NFC", text.replace("\t", "    "))


def font_for(text: str, font: str) -> str:
    """Return the font in which a readable text is set where a style asks for ``font``.

    >>> font_for("Zürich ± 3", PLAIN), font_for("Αθήνα", PLAIN)
    ('Vera', 'DejaVuSans')
    """
    return font if {*map(ord, text)} - {10} <= letters_of(font) else WIDER[font]


def width_of(text: str, font: str, size: float) -> float:
    """Return how many points wide a readable text is."""
    return float(pdfmetrics.stringWidth(text, font_for(text, font), size))


def look_at_letters(report: Report) -> None:
    """LetterError for the first letter of a report that a PDF cannot show, with the place where it stands."""
    for name in (PLAIN, BOLD, SLANTED):
        letters_of(name)
    for place, text in _texts(report):
        if text.isascii():
            continue
        for letter in readable(text):
            if ord(letter) in letters_of(PLAIN) or letter == "\n":
                continue
            said = f"{letter!r} (U+{ord(letter):04X}) in {place}"
            leftward = (
                unicodedata.bidirectional(letter) in ("R", "AL", "AN") or unicodedata.category(letter) == "Cf"
            )
            wider = [letters_of(name) for name in WIDER.values()]
            if not all(wider):
                raise LetterError(f"a PDF with {said} needs the fonts of matplotlib: pip install 'casino31[pdf]'")
            if leftward or not all(ord(letter) in each for each in wider):
                raise LetterError(
                    f"a PDF cannot show {said}: its fonts have Latin, Greek, Cyrillic, Armenian and Georgian "
                    "letters; a file that ends in .html or .xlsx shows all"
                )


def _texts(report: Report) -> Iterator[tuple[str, str]]:
    """Every text of a report with the name of its place."""
    yield "the title", report.title
    yield "the subject", report.subject
    for label, text in chain(report.filing, report.facts):
        yield repr(label), f"{label}{text}"
    for page in report.shown:
        yield f"the heading of page {page.title}", f"{page.title}{page.heading}"
        for block in page.flat:
            for part, text in _parts(block):
                yield f"{part} on page {page.title}", text


def _parts(block: Block) -> Iterator[tuple[str, str]]:
    match block:
        case Note(text=text):
            yield "a remark", text
        case Listing(items=items, title=title):
            yield from (("a list", text) for text in (title, *items))
        case Headline(figures=figures):
            yield from (("a figure", f"{label}{text_of(cell)}") for label, cell in figures)
        case Quote(title=title, lines=lines):
            yield from ((f"line {number} of {title}", line) for number, line in enumerate(lines, 1))
        case Chart(title=title, axis=axis, labels=labels):
            yield from ((f"the chart {title}", text) for text in (title, axis, *labels))
        case Group(title=title):
            yield "a title", title
        case Table(columns=columns, rows=rows, title=title):
            yield from (("a head", text) for text in (title, *(column.head for column in columns)))
            for row in rows:
                label = text_of(row.cells[0]) if row.cells else ""
                yield from ((f"the row {label!r}", text_of(cell)) for cell in row.cells)
