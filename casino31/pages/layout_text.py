"""The text of a layout file, cut where its pays and readings stand: a copy with other values keeps the rest."""

from __future__ import annotations

from typing import NamedTuple

from casino31.layout import Layout
from casino31.layoutfile.document import Document
from casino31.layoutfile.scan import KeyPath, Span
from casino31.layoutfile.toml import locate
from casino31.paytable import row_name
from casino31.reading import label_reader


class Piece(NamedTuple):
    """A piece of the text: written out, or the place of a value."""

    text: str = ""
    """As the file has it; of a line that it lacks, what a line with another value begins with."""
    row: str = ""
    """The pay row whose pay stands here, such as "play.31"."""
    reading: str = ""
    """The reading whose choice stands here."""
    stated: bool = True
    """Whether the file has the key; else the piece is a whole line, wanted only when the value is another one."""

    @property
    def plain(self) -> bool:
        """Whether the piece is the same in every copy."""
        return not self.row and not self.reading


def pieces(layout: Layout) -> tuple[Piece, ...]:
    """Return the text of a layout in pieces; () when it was made in code and has no text.

    A reading that the file does not state has a place all the same, where its line would stand.

    >>> from casino31.rulesfile import load
    >>> found = pieces(load("natural-31").rules)
    >>> [piece.reading for piece in found if piece.reading]
    ['trips', 'bonus_after_fold', 'tie']
    """
    if not layout.text:
        return ()
    text = _clean(layout)
    places = locate(text).places
    missing = [name for name in layout.readings if ("rules", name) not in places]
    cuts = [
        *((places[path].value, Piece(row=row)) for row, path in row_paths(layout).items()),
        *(
            (places["rules", name].value, Piece(reading=name))
            for name in layout.readings
            if ("rules", name) in places
        ),
    ]
    cuts = [(span, piece._replace(text=text[slice(*span)])) for span, piece in cuts]
    start, before = _line_of_rules(text, places.get(("rules",)) and places["rules",].key)
    cuts += [(Span(start, start), Piece(f"{before}{name} = ", reading=name, stated=False)) for name in missing]
    pieces, at = [], 0
    for span, piece in sorted(cuts, key=lambda cut: cut[0]):
        pieces += [Piece(text[at : span.start]), piece]
        at = span.end
    return tuple(piece for piece in (*pieces, Piece(text[at:])) if piece.text)


def _clean(layout: Layout) -> str:
    return layout.text.removeprefix("\ufeff").replace("\r\n", "\n")


def row_paths(layout: Layout) -> dict[str, KeyPath]:
    """Return where the layout's file states each pay row.

    >>> from casino31.rulesfile import load
    >>> row_paths(load("31-classic-b").rules)["natural 31.trips"]
    ('natural 31', 'trips')
    """
    document, paths = Document(_clean(layout)), dict[str, KeyPath]()
    for wager in layout.wagers:
        listed = document.get((wager.name,))
        for key in listed if isinstance(listed, dict) else ():
            read = label_reader(wager)(document, (wager.name, key))
            if read is not None:
                paths[row_name(wager.name, read[0])] = (wager.name, key)
    return paths


def _line_of_rules(text: str, header: Span | None) -> tuple[int, str]:
    """Where a line of the table ``rules`` may be put in, and what its key begins with.

    Without a header of that table it is the beginning of the file, and a dotted key.
    """
    if header is None or not text[: header.start].rpartition("\n")[2].strip().startswith("["):
        return 0, "rules."
    return text.find("\n", header.end) + 1 or len(text), ""
