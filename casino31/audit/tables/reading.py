"""A table as printed, understood: the unit and the stake of its pays, and what each row wins."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from casino31.audit.tables.columns import Printed, PrintedRow, PrintedTable
from casino31.audit.tables.words import LOSING
from casino31.faults import refused
from casino31.paytable import OddsUnit


class PageFacts(NamedTuple):
    """What stands elsewhere on the page, or is asked for: None where nothing does."""

    total: int | None = None
    """All outcomes."""
    unit: OddsUnit | None = None
    edge: Printed | None = None
    """The house edge printed beside the table."""
    stake: Fraction | None = None
    """What a round costs, in the units of the pays."""
    minimum_return: Fraction | None = None
    """The least that a regulator allows."""


PLAIN = PageFacts()
"""A page with nothing beside the table."""


class PayReading(NamedTuple):
    """How the pays of a table are to be read."""

    unit: OddsUnit
    stake: Fraction


def named_loss(entry: PrintedRow) -> bool:
    """Return whether a row is called a loss.

    >>> from casino31.audit.tables.cells import PrintedPay
    >>> named_loss(PrintedRow("no win", "B9", PrintedPay(Fraction(), None), 1, None, None))
    True
    """
    return LOSING.fullmatch(" ".join(entry.event.lower().split())) is not None


def net_of(entry: PrintedRow, reading: PayReading) -> Fraction:
    """Return what a row wins, in stakes: a word or a negative pay says so itself, and a row called a loss loses.

    >>> from casino31.audit.tables.cells import PrintedPay
    >>> entry = PrintedRow("win", "B2", PrintedPay(Fraction(50), None), 1, None, None)
    >>> net_of(entry, PayReading("to one", Fraction(10))), net_of(entry, PayReading("for one", Fraction(10)))
    (Fraction(5, 1), Fraction(4, 1))
    """
    pays = entry.pays.value
    if entry.pays.net or (named_loss(entry) and pays == 0):
        return pays if entry.pays.net else Fraction(-1)
    pays /= reading.stake
    return pays if pays < 0 or reading.unit == "to one" else pays - 1


def unit_by_rows(sheet: PrintedTable) -> OddsUnit | None:
    """Return the unit that the losing rows tell: a loss printed as -1 is odds to one, as 0 for one.

    >>> unit_by_rows(PrintedTable((), {}, None, ())) is None
    True
    """
    if any(entry.pays.value < 0 and not entry.pays.net for entry in sheet.entries):
        return "to one"
    zero = any(entry.pays.value == 0 and not entry.pays.net and named_loss(entry) for entry in sheet.entries)
    return "for one" if zero else None


def stake_of(sheet: PrintedTable, asked: Fraction | None) -> Fraction:
    """Return the stake of a round in the units of the pays: asked for, else what the losing row loses.

    RulesError when rows lose different amounts, and none of them one unit: any of them may be the stake.

    >>> stake_of(PrintedTable((), {}, None, ()), None)
    Fraction(1, 1)
    """
    losses = {-entry.pays.value: entry for entry in sheet.entries if entry.pays.value < 0 and not entry.pays.net}
    if asked is not None:
        more = [entry for loss, entry in losses.items() if loss > asked]
        if more:
            found = (
                f"{more[0].where}: {more[0].event!r} loses {-more[0].pays.value}, more than the stake of {asked}"
            )
            raise refused("the table", found, "a stake of at least every loss", "give another --stake")
        return asked
    if not losses or 1 in losses:
        return Fraction(1)
    named = {loss for loss, entry in losses.items() if named_loss(entry)}
    candidates = named or set(losses)
    if len(candidates) == 1:
        return candidates.pop()
    found = f"rows that lose {', '.join(str(loss) for loss in sorted(candidates))} units"
    raise refused("the table", found, "one stake", "say what a round costs: --stake")
