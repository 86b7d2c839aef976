"""Pay tables: every event of a wager exactly once, with its exact pay "to one"."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

OddsUnit: TypeAlias = Literal["to one", "for one"]

PUSH = Fraction(0)
LOSE = Fraction(-1)

_NUMBER = r"[0-9]{1,20}(?:\.[0-9]{1,20})?"
_ODDS = re.compile(rf"\s*(?P<a>{_NUMBER})\s*(?:(?P<sign>/|:|to|for)\s*(?P<b>{_NUMBER})\s*)?", re.IGNORECASE)


class WrongUnitError(ValueError):
    """A pay names the other odds unit than its table does."""


def parse_pay(text: str, unit: OddsUnit) -> Fraction:
    """Return the net pay to one of a text: a number, ``3/2``, ``3:2``, ``3 to 2``, ``6 for 5``, push or lose.

    A bare number and a ratio with ``/`` or ``:`` are in the table's unit. ValueError says what is wrong;
    WrongUnitError that the text names the other unit.

    >>> parse_pay("3 to 2", "to one"), parse_pay("6 for 5", "for one"), parse_pay("push", "to one")
    (Fraction(3, 2), Fraction(1, 5), Fraction(0, 1))
    """
    word = text.strip().lower()
    if word in ("push", "lose"):
        return PUSH if word == "push" else LOSE
    match = _ODDS.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a pay")
    if match["b"] is not None and Fraction(match["b"]) == 0:
        raise ValueError(f"{text!r} divides by zero")
    sign = (match["sign"] or "").lower()
    if sign in ("to", "for") and f"{sign} one" != unit:
        raise WrongUnitError(f"{text!r} is odds {sign} one in a table of odds {unit}")
    ratio = Fraction(match["a"]) / Fraction(match["b"] or 1)
    return ratio if unit == "to one" else ratio - 1


def show_pay(pays: Fraction, unit: OddsUnit = "to one") -> str:
    """Return the words for a net pay, in the unit of the layout.

    >>> show_pay(Fraction(3, 2)), show_pay(Fraction(2), "for one"), show_pay(PUSH), show_pay(LOSE)
    ('3 to 2', '3 for 1', 'push', 'lose')
    """
    if pays in (PUSH, LOSE):
        return "push" if pays == PUSH else "lose"
    odds = pays if unit == "to one" else pays + 1
    return f"{odds.numerator} {unit.removesuffix(' one')} {odds.denominator}"


class PayLine(NamedTuple):
    """One row of a pay table as the layout shows it."""

    label: str
    """The row as printed: "22-25", "trips"."""
    events: tuple[str, ...]
    """The finest events that the row pays: "22", "23", "24", "25"."""
    pays: Fraction
    """Net units won for one unit staked: 0 is a push, -1 a loss."""
    listed: bool = True
    """Whether the file lists the row; the rules give the rest."""
    published: tuple[str, ...] = ()
    """The events of this row whose pay is a published fact of the game."""
    assumed: bool = False
    """Whether the file says that it assumes this pay."""

    @property
    def provenance(self) -> str:
        """ "published", "stated" by the file's source, "assumed" or "not listed", and what of it is published."""
        if self.published == self.events:
            return "published"
        return f"{self._own}, except {', '.join(self.published)}: published" if self.published else self._own

    def provenance_of(self, event: str) -> str:
        """Return the provenance of one event's pay.

        >>> PayLine("22-23", ("22", "23"), Fraction(2), published=("22",)).provenance_of("23")
        'stated'
        """
        return "published" if event in self.published else self._own

    @property
    def _own(self) -> str:
        """The provenance of what is not published."""
        return "not listed" if not self.listed else "assumed" if self.assumed else "stated"

    @property
    def is_assumption(self) -> bool:
        """Whether the file assumes a pay of the row that nobody published."""
        return self.assumed and self.published != self.events


@dataclass(frozen=True)
class PayTable:
    """The pays of one wager: every event stands in exactly one line.

    >>> table = PayTable("toss", (PayLine("heads", ("heads",), Fraction(1)), PayLine("tails", ("tails",), LOSE)))
    >>> table.pays["heads"], table.line["tails"].label
    (Fraction(1, 1), 'tails')
    """

    wager: str
    lines: tuple[PayLine, ...]

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for event in (event for line in self.lines for event in line.events):
            if event in seen:
                raise ValueError(f"{self.wager}: the event {event!r} stands in two lines")
            seen.add(event)

    @cached_property
    def line(self) -> Mapping[str, PayLine]:
        """The line of each event."""
        return {event: line for line in self.lines for event in line.events}

    @cached_property
    def pays(self) -> Mapping[str, Fraction]:
        """The net pay of each event."""
        return {event: line.pays for event, line in self.line.items()}

    @property
    def assumed(self) -> tuple[PayLine, ...]:
        """The lines that the file says it assumes."""
        return tuple(line for line in self.lines if line.is_assumption)


def complete(
    wager: str,
    listed: Iterable[tuple[str, tuple[str, ...], Fraction]],
    events: tuple[str, ...],
    published: Mapping[str, Fraction],
    fixed: Mapping[str, Fraction] | None = None,
    assumed: Collection[str] = (),
) -> PayTable:
    """Return the table of the listed (label, events, pays) rows, with losing lines for the rest.

    ``events`` are all events of the wager, worst first; ``published`` the pays that a source states; ``fixed`` the
    pays of events that no layout lists, where they do not lose; ``assumed`` the labels of the rows that the file
    assumes. A run of unlisted totals is one line.

    >>> table = complete("bonus", [("3-4", ("3", "4"), Fraction(2))], ("1", "2", "3", "4"), {"3": Fraction(2)})
    >>> [(line.label, str(line.pays), line.provenance) for line in table.lines]
    [('1-2', '-1', 'not listed'), ('3-4', '2', 'stated, except 3: published')]
    """
    row_of = {event: (label, row, pays) for label, row, pays in listed for event in row}
    lines: list[PayLine] = []
    for event in events:
        last = lines[-1] if lines else None
        if event in row_of:
            if not any(event in line.events for line in lines):  # a row need not be a run: 30 and 31 part at trips
                label, row, pays = row_of[event]
                lines.append(_line(label, row, pays, True, published)._replace(assumed=label in assumed))
        elif last and not last.listed and event.isdigit() and last.events[-1] == str(int(event) - 1):
            row = (*last.events, event)
            lines[-1] = _line(f"{row[0]}-{event}", row, LOSE, False, published)
        else:
            lines.append(_line(event, (event,), (fixed or {}).get(event, LOSE), False, published))
    return PayTable(wager, tuple(lines))


def _line(
    label: str, events: tuple[str, ...], pays: Fraction, listed: bool, published: Mapping[str, Fraction]
) -> PayLine:
    known = tuple(event for event in events if published.get(event) == pays)
    return PayLine(label, events, pays, listed, known)


def row_name(wager: str, label: str) -> str:
    """Return the name of a pay row in a whole layout.

    >>> row_name("play", "22-25")
    'play.22-25'
    """
    return f"{wager}.{label}"


def repaid(table: PayTable, pays: Mapping[str, Fraction], published: Mapping[str, Fraction]) -> PayTable:
    """Return a table with other pays for some rows, by name; a row of a new pay counts as listed.

    >>> table = PayTable("toss", (PayLine("heads", ("heads",), Fraction(1)),))
    >>> repaid(table, {"toss.heads": Fraction(2)}, {}).pays
    {'heads': Fraction(2, 1)}
    """
    lines = []
    for line in table.lines:
        pay = pays.get(row_name(table.wager, line.label))
        new = line if pay is None else _line(line.label, line.events, pay, True, published)
        lines.append(new._replace(assumed=line.assumed))
    return PayTable(table.wager, tuple(lines))
