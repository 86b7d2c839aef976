"""What the reports of home games share: whose rules, estimates with intervals, and the frame."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, is_dataclass, replace
from fractions import Fraction
from typing import Any

from casino31.decimals import number
from casino31.home.estimates import Estimate
from casino31.home.reader import HomeGame
from casino31.home.rules import HomeRules
from casino31.page import Block, Cell, Chart, Column, Page, Report, Row, Table, Unit
from casino31.pages.deliverable import Deliverable
from casino31.serialize import JsonMapping, JsonObject
from casino31.version import MAKER

TOKENS = Unit("number", 4)
GAIN = Unit("number", 4, signed=True)
OFTEN = Unit("share", 3)

Labelled = tuple[str, Estimate, Unit]
"""A figure of a list: its label, and how it is read."""


@dataclass(frozen=True)
class Heading:
    """Of which game a report is, what it answers, and what identifies it beyond the rules."""

    title: str
    subject: str
    rules: HomeRules
    game: HomeGame | None
    """The file of the rules; None where they were made in code."""
    facts: tuple[tuple[str, str], ...] = ()
    first: str = ""
    """The first page, where it is not the subject."""

    @property
    def all_facts(self) -> tuple[tuple[str, str], ...]:
        """Whose rules, the facts, and the maker."""
        facts = []
        if self.game:
            facts = [("House rules", self.game.path), ("SHA-256", self.game.digest)]
            facts += [("Set", "; ".join(self.game.settings))] if self.game.settings else []
        return (*facts, *self.facts, ("Made by", MAKER))


def answer(
    heading: Heading,
    blocks: Iterable[Block],
    record: JsonMapping,
    more: Sequence[Page] = (),
    on_screen: int = 1,
) -> Deliverable:
    """Return an answer of one page and ``more``; a terminal shows the first few pages, without the facts."""
    pages = (Page(heading.first or heading.subject, tuple(blocks), heading.title), *more)
    digest = heading.game.digest if heading.game else ""
    report = Report(heading.title, heading.subject, pages, heading.all_facts, MAKER, digest, frozen=True)
    brief = replace(report, subject="", facts=(), pages=pages[:on_screen])
    return Deliverable(lambda: report, lambda: record, make_brief=lambda: brief)


def stated(rules: HomeRules, game: HomeGame | None) -> JsonObject:
    """Return what every JSON object of a home game states of its rules.

    >>> stated(HomeRules(), None)["rules"]["deck"]
    '52'
    """
    return {
        "game": game.name if game else "",
        "title": rules.title,
        "file": game.path if game else "",
        "digest": game.digest if game else "",
        "set": list(game.settings) if game else [],
        "rules": {name: choice for name, _, choice in rules.readings()},
    }


def data(item: object) -> Any:
    """Return a result as JSON has it: records by their fields, an exact number beside its decimal.

    >>> data({31: (Fraction(1, 4), None)})
    {'31': [{'exact': '1/4', 'value': 0.25}, None]}
    """
    if isinstance(item, Fraction):
        return number(item)
    if isinstance(item, Estimate):
        return {**asdict(item), "level": float(item.level)}
    if is_dataclass(item):
        return {field.name: data(getattr(item, field.name)) for field in fields(item)}
    if isinstance(item, tuple) and hasattr(item, "_asdict"):
        return data(item._asdict())
    if isinstance(item, Mapping):
        return {str(key): data(value) for key, value in item.items()}
    return [data(value) for value in item] if isinstance(item, tuple) else item


def columns(*heads: tuple[str, str], words: Sequence[str] = ()) -> tuple[Column, ...]:
    """Return columns of keys and heads; the first and those named in ``words`` hold texts.

    >>> [column.side for column in columns(("seat", "seat"), ("lost", "lost"))]
    ['left', 'right']
    """
    return tuple(
        Column(
            key,
            head,
            "left" if not place or key in words else "centre" if key == "how" else "right",
            tone="exact" if head == "exact" else "",
        )
        for place, (key, head) in enumerate(heads)
    )


def with_half(key: str, head: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the columns of an estimate: the value, and half the width of its interval."""
    return (key, head), (f"{key} half", "±")


def pair(of: Estimate | None, unit: Unit, sign: int = 1) -> tuple[Cell | None, Cell | None]:
    """Return an estimate in two cells; empty for none.

    >>> from casino31.home.estimates import estimate
    >>> pair(estimate(0.25, 0.0), TOKENS, -1)[0].value
    -0.25
    """
    if of is None:
        return None, None
    return Cell(sign * of.value, unit), Cell(of.half, unit._replace(signed=False))


def figure_list(title: str, figures: Iterable[Labelled]) -> Table:
    """Return a table of estimates: value, interval, and how each was found."""
    heads = (("figure", title or "figure"), ("value", "value"), ("from", "from"), ("to", "to"), ("how", "how"))
    rows = (
        Row((Cell(label), *(Cell(number, unit) for number in (of.value, of.low, of.high)), Cell(of.method)))
        for label, of, unit in figures
    )
    return Table(columns(*heads), tuple(rows))


def bars(table: Table, labels: str, values: str, title: str, axis: str) -> Chart:
    """Return the bars of one column of a table that has a key."""
    places = [[column.key for column in table.columns].index(key) for key in (labels, values)]
    rows = [[row.cells[place] for place in places] for row in table.rows]
    cells = [(Cell(str(label.value)), value) for label, value in rows if label and value]
    at = [f"{{{table.key}|{key}|0..{len(table.rows) - 1}}}" for key in (labels, values)]
    names = tuple(str(label.value) for label, _ in cells)
    return Chart(title, axis, names, tuple(value.value for _, value in cells), cells[0][1].unit, *at)


def plain_table(heads: Sequence[str], rows: Sequence[Sequence[str]], title: str = "") -> Table:
    """Return a table of texts."""
    cells = tuple(Row(tuple(map(Cell, row))) for row in rows)
    return Table(columns(*zip(heads, heads, strict=True), words=heads), cells, title)


def seat_name(seat: int, players: int) -> str:
    """Return a seat as pages name it.

    >>> seat_name(1, 4), seat_name(2, 4), seat_name(4, 4)
    ('1 (eldest)', '2', '4 (dealer)')
    """
    return f"{seat}{' (eldest)' if seat == 1 else ' (dealer)' if seat == players else ''}"
