"""The rows of one wager from its block: each event once, each pay exact, nothing guessed."""

from __future__ import annotations

import datetime
import re
from fractions import Fraction
from typing import NamedTuple

from casino31.audit.tables.cells import EPOCH, CellError, PrintedPay, ReadCell, decimal_mark, odds
from casino31.audit.tables.words import LOSING, row_role
from casino31.importing.blocks import Line, WagerRows
from casino31.importing.labels import Label, label_of
from casino31.layoutfile.fields import suggest
from casino31.paytable import LOSE, OddsUnit
from casino31.wagers import Wager

_AMBIGUOUS = re.compile(r"[1-9]\d{0,2}[.,]\d{3}(?!\d).*")
_SERIALS = range(36526, 55154)
"""Days of the years 2000 to 2050 as spreadsheets number them."""
_PRINTED = 6
"""Decimals that somebody types; a cell with more holds what a formula came to."""


class Read(NamedTuple):
    """One row as a layout states it."""

    label: Label
    net: Fraction
    """To one."""
    where: str
    """The address of the pay."""
    written: str
    """What the cell says."""
    note: str


class Trouble(NamedTuple):
    """A cell that cannot be taken."""

    where: str
    found: str
    expected: str
    hint: str = ""


def rows_of(
    block: WagerRows, wager: Wager, asked: OddsUnit | None
) -> tuple[list[Read], list[Trouble], list[str], OddsUnit | None]:
    """Return the rows of a wager, what is wrong with others, notes, and the unit that the block states.

    ``asked`` is the unit that the user says the pays are in.
    """
    troubles: list[Trouble] = []
    notes: list[str] = []
    kept: list[tuple[Line, Label | None, PrintedPay]] = []
    mark = _mark(block, troubles)
    for line in block.lines:
        label = label_of(wager, line.event.text)
        if label is not None and (doubtful := [cell for cell in line if cell.where in block.doubts]):
            found = f"{doubtful[0].text!r}, which {block.doubts[doubtful[0].where]}"
            troubles.append(
                Trouble(doubtful[0].where, found, "what the sheet shows", "show it, retype or delete it")
            )
            continue
        if label is None and _is_footer(line.event.text):
            notes.append(f"{line.event.where}: {line.event.text!r} is no row of the pay table and was not read")
            continue
        if label is not None and not line.pays.text:
            troubles.append(Trouble(line.pays.where, f"no pay for {line.event.text!r}", "a pay, push or lose"))
        elif label is None and _loses(line, block.unit):
            notes.append(f"{line.event.where}: {line.event.text!r} loses, as every hand without a row does")
        elif line.event.mangled or (label is None and line.event.typed and "-" in line.event.text):
            found = f"the {line.event.mangled or 'date'} {line.event.text}, made of a range such as 22-25"
            troubles.append(Trouble(line.event.where, found, "the range as text", _RETYPE))
        elif label is None:
            names = [event for event in wager.events if event not in wager.fixed]
            found = f"{line.event.text!r}, which is no row of {wager.name}"
            expected = f"{', '.join(names[:3])} ... {names[-1]}"
            troubles.append(Trouble(line.event.where, found, expected, suggest(line.event.text, names)))
        else:
            try:
                kept.append((line, label, _pay(line.pays, mark)))
            except CellError as error:
                troubles.append(Trouble(line.pays.where, str(error), "a pay that can be read without guessing"))
    unit = _unit(block, [(line.pays, pay) for line, _, pay in kept], asked, troubles)
    return _settled(kept, unit, troubles), troubles, notes, unit


_RETYPE = "format the column as text and type it again"


def _is_footer(text: str) -> bool:
    return row_role(" ".join(text.lower().split()), "", frequency=False) != ""


def _loses(line: Line, unit: OddsUnit | None) -> bool:
    """Whether a row that no layout needs says that it loses: by its pay, or by its name and no pay against it."""
    text = line.pays.text.lower()
    if LOSING.fullmatch(" ".join(line.event.text.lower().split())):
        return text in ("", "-", "\u2013", "\u2014", "0", "-1", "lose", "loses", "loss")
    return bool(line.event.text) and text in ("-1", "lose", "loses", *(["0"] if unit == "for one" else []))


def _mark(block: WagerRows, troubles: list[Trouble]) -> str:
    """The decimal mark of the pays; a pay such as 1,500 in a block that does not settle it is trouble."""
    texts = [line.pays.text for line in block.lines if not line.pays.typed]
    try:
        mark = decimal_mark(texts, "?")
    except CellError as error:
        troubles.append(Trouble(block.lines[0].pays.where, str(error), "one decimal mark"))
        return block.mark
    for line in block.lines:
        text = line.pays.text
        settled = mark != "?" and (text[-4:-3] != mark or not text.endswith("0"))
        if not line.pays.typed and _AMBIGUOUS.fullmatch(text) and not settled:
            found = f"{line.pays.text!r}, thousands or a decimal: nothing in the column tells which"
            troubles.append(Trouble(line.pays.where, found, "a number without a mark for thousands"))
    return block.mark if mark == "?" else mark


def _pay(cell: ReadCell, mark: str) -> PrintedPay:
    if cell.typed and not cell.mangled and len(cell.text.partition(".")[2]) > _PRINTED:
        raise CellError(f"{cell.where} holds {cell.text}, rounded: write odds such as 1 to 3 as text")
    if re.fullmatch(r"\d+\s*-\s*\d+", cell.text):
        raise CellError(f"{cell.where} holds {cell.text!r}: odds are written 3 to 1 or 3:1")
    if re.fullmatch(r"\d{5}", cell.text) and int(cell.text) in _SERIALS and int(cell.text) % 50:
        day = EPOCH + datetime.timedelta(days=int(cell.text) - 1)
        raise CellError(f"{cell.where} holds {cell.text}, a number or the serial number of the date {day:%Y-%m-%d}")
    return odds(cell, mark)


def _unit(
    block: WagerRows, pays: list[tuple[ReadCell, PrintedPay]], asked: OddsUnit | None, troubles: list[Trouble]
) -> OddsUnit | None:
    """The unit of a block: named by its heading or a pay, else told by a loss of -1, else as asked."""
    stated = {block.unit, *(pay.unit for _, pay in pays)} - {None}
    if len(stated) > 1 or (asked and stated - {asked}):
        named = next((cell.where for cell, pay in pays if pay.unit not in (None, asked or block.unit)), "")
        found = "pays to one and pays for one" + (" beside what was asked" if len(stated) == 1 else "")
        troubles.append(Trouble(named or pays[0][0].where, found, "one unit"))
        return None
    if stated:
        return stated.pop()
    if asked is None and any(pay.value == LOSE and not pay.net for _, pay in pays):
        return "to one"
    if asked is None and any(not pay.net for _, pay in pays):
        where = next(cell.where for cell, pay in pays if not pay.net)
        hint = "give the unit: --odds 'to one' or --odds 'for one'"
        troubles.append(Trouble(where, "pays whose unit nothing states", '"to one" or "for one"', hint))
    return asked


def _settled(
    kept: list[tuple[Line, Label | None, PrintedPay]], unit: OddsUnit | None, troubles: list[Trouble]
) -> list[Read]:
    """The rows with their net pays; a pay below a loss, or an event in two rows, is trouble."""
    rows: list[Read] = []
    seen: dict[str, str] = {}
    for line, label, pay in kept:
        net = pay.value if pay.net or pay.value == LOSE or unit != "for one" else pay.value - 1
        if label is None:
            continue
        if net < LOSE or (net < 0 and net != LOSE and unit != "for one"):
            troubles.append(
                Trouble(line.pays.where, f"{line.pays.text!r}, less than nothing", "a pay, push or lose")
            )
        for event in label.events:
            if event in seen:
                found = f"{line.event.text!r}, of which {event} stands at {seen[event]} too"
                troubles.append(Trouble(line.event.where, found, "each hand in one row"))
                break
        seen.update(dict.fromkeys(label.events, line.event.where))
        rows.append(Read(label, net, line.pays.where, line.pays.text, pay.note))
    return rows
