"""A layout of 31 Classic from its file."""

import re
from typing import Any, cast

from casino31.document import Document
from casino31.fields import choice, date, known, suggest, text
from casino31.games.classic_31.doubts import doubt_layout, doubt_table
from casino31.games.classic_31.rules import (
    ANTE,
    BONUS,
    BONUS_EVENTS,
    FINAL_EVENTS,
    MINI_ROYAL,
    PLAY,
    PUBLISHED,
    READINGS,
    TRIPS,
    Rules,
    default_ante,
    span,
)
from casino31.payrows import pay_rows
from casino31.paytable import OddsUnit, complete
from casino31.scan import KeyPath

KEYS = ("game", "title", "odds", "source", "date", "rules", ANTE, PLAY, BONUS)
EVENTS = {ANTE: FINAL_EVENTS, PLAY: FINAL_EVENTS, BONUS: BONUS_EVENTS}
_TOTALS = re.compile("(?P<low>[0-9]{1,3})(?: ?[-–] ?(?P<high>[0-9]{1,3}))?")


def read(document: Document) -> Rules:
    """Return the rules that a file states; RulesError holds every fault of it.

    Doubts about a sound layout become warnings of the document.

    >>> rules = read(Document('''
    ... title = "Two rows"
    ... odds = "to one"
    ... source = "an example"
    ... [play]
    ... "17" = "push"
    ... "18-31" = 1
    ... '''))
    >>> rules.play.pays["31"], rules.ante.pays["17"], rules.bonus
    (Fraction(1, 1), Fraction(0, 1), None)
    """
    known(document, (), KEYS)
    known(document, ("rules",), tuple(READINGS), KEYS)
    title = text(document, ("title",), 'title = "the name of this layout"')
    source = text(document, ("source",), 'source = "who states these pays, and which are assumed"')
    day = date(document, ("date",))
    told = 'under "to one" a winner gets the pay and his stake back, under "for one" the pay alone'
    odds = cast(OddsUnit, choice(document, ("odds",), ("to one", "for one"), hint=told))
    unit = odds if document.get(("odds",)) == odds else None
    readings: dict[str, Any] = {
        name: choice(document, ("rules", name), choices, choices[0]) for name, choices in READINGS.items()
    }
    listed = {wager: pay_rows(document, (wager,), read_label, unit) for wager in EVENTS if document.has((wager,))}
    if PLAY not in listed and BONUS not in listed:
        document.error("missing", (), "no pays", f'a table [{PLAY}], ["{BONUS}"] or both')
    if ANTE in listed and PLAY not in listed:
        document.error("missing", (ANTE,), "[ante] without [play]", "both: the two wagers are made together")
    for wager, rows in listed.items():
        doubt_table(document, wager, rows or [], readings["trips"], odds)
    document.check()
    tables = {
        wager: complete(
            wager, [(row.label, row.events, row.pays) for row in rows or ()], EVENTS[wager], PUBLISHED[wager]
        )
        for wager, rows in listed.items()
    }
    if PLAY in tables:
        tables.setdefault(ANTE, default_ante())
    ante, play, bonus = (tables.get(wager) for wager in (ANTE, PLAY, BONUS))
    rules = Rules(title, ante, play, bonus, odds=odds, source=source, date=day, digest=document.digest, **readings)
    doubt_layout(document, rules)
    return rules


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
