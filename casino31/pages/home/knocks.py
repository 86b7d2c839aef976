"""The first knock and an announcement: how a hand of some points fares against one other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from casino31.home.exact.announcement import Announcement
from casino31.home.exact.knock import FirstKnock
from casino31.home.exact.showdown import Showdown
from casino31.home.rules import HomeRules
from casino31.page import NUMBER, PERCENT, WHOLE, Block, Cell, Figure, Note, Page, Row, Table, figures
from casino31.pages.deliverable import Deliverable
from casino31.pages.home.frame import Heading, answer, bars, columns, data, stated
from casino31.pages.home.laws import kind_or_points, valued
from casino31.serialize import JsonObject

_BLITZ = (
    "Deals in which the opponent is dealt a blitz are left out: they end at once. The knocker's own blitz would "
    "end the deal too; its row says what it would be worth as a knock."
)
_SIDES, _BROKEN = ("above", "tie", "below"), ("tie_won", "tie_lost")


def knock_deliverable(knock: FirstKnock) -> Deliverable:
    """Return the law of the first knock, for people and for programs.

    >>> import casino31
    >>> rows = knock_deliverable(casino31.home_knock("dutch")).record["rows"]
    >>> [row["above"]["exact"] for row in rows if row["points"] == "21"]
    ['3111634/4729725']
    """
    heading = Heading(
        f"{knock.rules.title}: a knock before anybody has drawn", "First knock", knock.rules, knock.game
    )
    record = {
        "schema": "casino31.home.knock/1",
        **stated(knock.rules, knock.game),
        "method": "exact",
        "players": 2,
        "opponent": knock.opponent,
        "deals": knock.deals,
        "dealt_blitz_left_out": knock.no_blitz,
        "rows": _records(knock.rows),
    }

    def blocks() -> Iterator[Block]:
        yield Note(f"{valued(knock.rules)}; against one opponent; exact: {knock.deals:,} ordered deals")
        yield Note(f"The opponent: {knock.opponent}.")
        yield from _showdowns(knock.rules, knock.rows)
        if knock.no_blitz:
            yield Note(_BLITZ, "note")

    return answer(heading, blocks(), record, (_fractions(knock.rules, knock.rows),))


def announcement_deliverable(announced: Announcement) -> Deliverable:
    """Return how an announced hand fares against one that nobody has seen, for people and for programs.

    >>> import casino31
    >>> announcement_deliverable(casino31.home_announcement("schnautz")).record["equal_points"]["exact"]
    '5206339/50896300'
    """
    rules = announced.rules
    heading = Heading(f"{rules.title}: a hand announced at once", "Announcement", rules, announced.game)
    record = {
        "schema": "casino31.home.announcement/1",
        **stated(rules, announced.game),
        "method": "exact",
        "pairs": announced.pairs,
        "equal_points": data(announced.tie),
        "rows": _records(announced.rows),
    }

    def blocks() -> Iterator[Block]:
        yield Note(f"{valued(rules)}; against one other dealt hand; exact: {announced.pairs:,} pairs of hands")
        yield from _showdowns(rules, announced.rows)
        yield figures("", [Figure("two dealt hands tie", announced.tie, NUMBER, note=str(announced.tie))])

    return answer(heading, blocks(), record, (_fractions(rules, announced.rows),))


def _records(rows: Mapping[str, Showdown]) -> list[JsonObject]:
    return [
        {"points": name, "deals": row.ways, **{side: data(getattr(row, side)) for side in (*_SIDES, *_BROKEN)}}
        for name, row in rows.items()
    ]


def _showdowns(rules: HomeRules, rows: Mapping[str, Showdown]) -> Iterator[Block]:
    broken = any(row.tie_won or row.tie_lost for row in rows.values())
    sides = (*_SIDES, *_BROKEN) if broken else _SIDES
    heads = {"tie_won": "of ties won", "tie_lost": "lost"}
    cells = (
        Row((Cell(name), Cell(row.ways, WHOLE), *(Cell(getattr(row, side), PERCENT) for side in sides)))
        for name, row in rows.items()
    )
    first = (("points", kind_or_points(rules)), ("deals", "deals"))
    table = Table(columns(*first, *((side, heads.get(side, side)) for side in sides)), tuple(cells), key="showdown")
    yield table
    yield bars(table, "points", "above", "Strictly above the other hand", "share of the deals")


def _fractions(rules: HomeRules, rows: Mapping[str, Showdown]) -> Page:
    cells = (Row((Cell(name), *(Cell(str(getattr(row, side))) for side in _SIDES))) for name, row in rows.items())
    heads = (("points", kind_or_points(rules)), *((side, side) for side in _SIDES))
    return Page("As fractions", (Table(columns(*heads), tuple(cells)),))
