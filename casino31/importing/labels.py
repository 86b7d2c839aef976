"""From the names that people give hands to the events of a game: each in one way, or in none."""

import json
import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from casino31.layoutfile.document import Document
from casino31.reading import label_reader
from casino31.wagers import Wager

_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-")
_RANGE = re.compile(r"(\d+)\s*(?:-|to|through|thru|until|\.{2,3}|\u2026)\s*(\d+)")
_NOISE = re.compile(r"\b(?:a |an )?(?:total|totals|points|point|pts|hand of|score)\b(?: of)?|[:;*\u2020]+$")
_HARMLESS = ("any", "any suit", "any suits", "points", "total", "push", "unsuited or suited")
_SAME = (
    ("trips", "three of a kind", "3 of a kind", "three-of-a-kind", "set"),
    ("four of a kind", "4 of a kind", "quads", "four-of-a-kind"),
    ("mini royal", "mini-royal", "mini royal flush", "miniroyal"),
    ("royal flush", "royal"),
    ("straight flush", "str flush", "str. flush"),
    ("full house", "boat"),
    ("pair", "one pair", "a pair"),
    ("two pair", "two pairs", "2 pair", "2 pairs"),
)
"""Names of one thing: the rules of the game decide which of them it knows."""


class Label(NamedTuple):
    """A row's name as a layout prints it, and the events it pays."""

    printed: str
    events: tuple[str, ...]


def label_of(wager: Wager, written: str) -> Label | None:
    """Return what a name means as a row of a wager, or None when it means nothing there.

    >>> from casino31.games import GAMES
    >>> play = next(wager for wager in GAMES["31 Classic"].wagers if wager.name == "play")
    >>> label_of(play, "Totals of 18 - 21"), label_of(play, "Three of a Kind").printed, label_of(play, "jackpot")
    (Label(printed='18-21', events=('18', '19', '20', '21')), 'trips', None)

    What stands in parentheses must say the same: "31 (suited A-K-Q)" is not a 31.

    >>> label_of(play, "31 (suited A-K-Q)"), label_of(play, "trips (3 of a kind)").printed
    (None, 'trips')
    """
    if beside := re.fullmatch(r"([^()]+)\(([^()]+)\)\s*", written):
        inside, other = label_of(wager, beside[1]), label_of(wager, beside[2])
        same = other == inside or beside[2].strip().lower() in _HARMLESS
        return inside if same else None
    labels: dict[tuple[str, ...], Label] = {}
    for text in _readings(written):
        document = Document(f"[{json.dumps(wager.name)}]\n{json.dumps(text)} = 1")
        read = label_reader(wager)(document, (wager.name, text))
        if read is not None and not document.faults:
            labels.setdefault(read[1], Label(*read))
    return next(iter(labels.values())) if len(labels) == 1 else None


def _readings(written: str) -> Iterator[str]:
    """A name in its plain forms."""
    plain = " ".join(unicodedata.normalize("NFKC", written.translate(_DASHES)).lower().split())
    yield plain
    bare = " ".join(_NOISE.sub(" ", plain).split())
    bare = _RANGE.sub(r"\1-\2", bare)
    yield bare
    for text in {plain, bare, bare.removesuffix("s"), bare.removesuffix("es")}:
        for names in _SAME:
            if text in names:
                yield from names
        yield text


def wager_in(text: str, wagers: tuple[Wager, ...]) -> str:
    """Return the wager that a title names, the longest name that stands in it, or "".

    >>> from casino31.games import GAMES
    >>> wager_in("ANTE BONUS pays", GAMES["Three Card Poker"].wagers)
    'ante bonus'
    """
    said = f" {' '.join(re.sub('[^a-z0-9]+', ' ', text.lower()).split())} "
    names = [wager.name for wager in wagers if f" {wager.name.lower()} " in said]
    longest = max(names, key=len, default="")
    return longest if all(name in longest for name in names) else ""
