"""The wagers of 31 Classic, the readings that a layout can choose, and the pays that are published."""

import re
from collections.abc import Mapping
from fractions import Fraction
from math import comb

from casino31.layoutfile.document import Document
from casino31.layoutfile.fields import suggest
from casino31.layoutfile.scan import KeyPath
from casino31.wagers import PayRow, Terms, Wager

READINGS: Mapping[str, tuple[str, ...]] = {
    "trips": ("best", "push17", "qual17", "points", "last", "none"),
    "bonus_after_fold": ("stands", "forfeited"),
    "tie": ("fold", "play"),
}

ANTE, PLAY, BONUS = "ante", "play", "natural 31"
BETS: Mapping[str, tuple[str, ...]] = {"main": (ANTE, PLAY), "natural 31": (BONUS,)}
FOLD, RAISE = "fold", "play"
DRAWS = 49
"""Draw cards after three of 52."""

TRIPS, MINI_ROYAL, BELOW_17 = "trips", "mini royal", "below 17"
FINAL_EVENTS = (BELOW_17, *map(str, range(17, 31)), TRIPS, "31", MINI_ROYAL)
"""What the best three of four cards can be, worst first (clauses A5, A6, A9)."""
BONUS_EVENTS = (*map(str, range(3, 31)), TRIPS, "31", MINI_ROYAL)
"""What three cards can be, worst first: the lowest without trips is 2-2-3 of three suits (clause A8)."""


def span(low: int, high: int) -> tuple[str, ...]:
    """Return the events of a row of totals.

    >>> span(22, 25)
    ('22', '23', '24', '25')
    """
    return tuple(map(str, range(low, high + 1)))


PUBLISHED: Mapping[str, Mapping[str, Fraction]] = {
    ANTE: {event: Fraction(-1 if event == BELOW_17 else event != "17") for event in FINAL_EVENTS},
    PLAY: {BELOW_17: Fraction(-1), "17": Fraction(0), "24": Fraction(2)},
    BONUS: {
        **dict.fromkeys(span(3, 15), Fraction(-1)),
        **dict.fromkeys(span(16, 21), Fraction(1)),
        **dict.fromkeys(span(22, 25), Fraction(5)),
        **dict.fromkeys(span(26, 28), Fraction(10)),
        **dict.fromkeys(span(29, 30), Fraction(15)),
        TRIPS: Fraction(30),
        "31": Fraction(100),
        MINI_ROYAL: Fraction(200),
    },
}
"""The pays that a source states: clauses A8 (bonus), A9 (ante, losing and pushing hands) and A10 (play)."""

_LOST = Fraction(-1)
_TOTALS = re.compile("(?P<low>[0-9]{1,3})(?: ?[-–] ?(?P<high>[0-9]{1,3}))?")


def deals(terms: Terms) -> int:
    """Return the equally likely deals: three cards of 52, and a draw of 49 where there is a play wager.

    >>> deals(Terms((), ("main",))), deals(Terms((), (BONUS,)))
    (1082900, 22100)
    """
    return comb(52, 3) * (DRAWS if "main" in terms.bets else 1)


def read_label(document: Document, path: KeyPath) -> tuple[str, tuple[str, ...]] | None:
    """Return a row's label in its plain form and the events it pays, or None after a fault (clauses A8 and A9).

    >>> document = Document('["natural 31"]\\n"22 - 24" = 3', "b.toml")
    >>> read_label(document, ("natural 31", "22 - 24"))
    ('22-24', ('22', '23', '24'))
    """
    wager, written = path
    word = " ".join(str(written).lower().split())
    if word in (TRIPS, MINI_ROYAL):
        return word, (word,)
    match = _TOTALS.fullmatch(word)
    lowest = 3 if wager == BONUS else 17
    totals = f"totals from {lowest} to 31"
    if match is None:
        expected = f'{totals}, "trips" (three of a kind) or "mini royal" (suited ace, king, queen)'
        hint = suggest(word, (TRIPS, MINI_ROYAL))
        document.error("event", path, f"{written!r}, which no hand can be", expected, hint, "key")
        return None
    low, high = int(match["low"]), int(match["high"] or match["low"])
    if low > high:
        document.error("range", path, f"{written!r}, which runs backwards", f'"{high}-{low}"', "", "key")
    elif wager == BONUS and low == 2 <= high <= 31:
        document.error("event", path, f"{written!r}, but no three cards total 2", totals, "2-2-2 is trips", "key")
    elif low < lowest or high > 31:
        hint = "" if wager == BONUS or low >= 17 else "below 17 ante and play lose (clause A9): leave that out"
        document.error("range", path, f"{written!r}, a total out of range", totals, hint, "key")
    else:
        return (str(low) if low == high else f"{low}-{high}"), span(low, high)
    return None


WAGERS = (
    Wager(
        ANTE,
        FINAL_EVENTS,
        fixed={FOLD: _LOST, BELOW_17: _LOST},
        standard=(PayRow("17", ("17",), Fraction(0)), PayRow("above 17", FINAL_EVENTS[2:], Fraction(1))),
        published=PUBLISHED[ANTE],
        label=read_label,
    ),
    Wager(PLAY, FINAL_EVENTS, Fraction(0), {BELOW_17: _LOST}, published=PUBLISHED[PLAY], label=read_label),
    Wager(BONUS, BONUS_EVENTS, fixed={"forfeited": _LOST}, published=PUBLISHED[BONUS], label=read_label),
)
"""Without an ante table 17 pushes and more pays 1 to 1 (clause A9)."""
