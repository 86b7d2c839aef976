"""A stranger's return table read by the words of its columns and rows."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from casino31.audit.tables.cells import DATE, Amount, CellError, PrintedPay, ReadCell, amount, decimal_mark, odds
from casino31.audit.tables.words import LOSING, SHARES, header, row_label, row_role, unit_of, words
from casino31.paytable import OddsUnit


class PrintedRow(NamedTuple):
    """One row of the table as printed."""

    event: str
    where: str
    """The address of the cell with its pay."""
    pays: PrintedPay
    combinations: int | None
    probability: Amount | None
    expected: Amount | None
    """The row's printed return."""
    variance: Amount | None = None
    """The row's printed contribution to the variance."""


class Printed(NamedTuple):
    """A figure below the table: its address, as written, and its value."""

    where: str
    text: str
    amount: Amount


class PrintedTable(NamedTuple):
    """A return table as printed."""

    entries: tuple[PrintedRow, ...]
    totals: dict[str, Printed]
    """The printed totals by column, "edge", "rtp", and the figures that rows state, by their names."""
    unit: OddsUnit | None
    """The unit that a header or a pay names."""
    notes: tuple[str, ...]


def read_sheet(rows: Sequence[Sequence[ReadCell]], suggested: str) -> PrintedTable | None:
    """Return the table below the header, or None without one; CellError names the first cell beyond reading.

    >>> rows = [[ReadCell("A1", "pays"), ReadCell("B1", "ways")], [ReadCell("A2", "3:01"), ReadCell("B2", "7")]]
    >>> sheet = read_sheet(rows, ".")
    >>> str(sheet.entries[0].pays.value), sheet.notes
    ('3', ('A2 holds the time 3:01: read as the odds 3:1',))
    """
    head = header(rows)
    if head is None:
        return None
    top, roles = head
    body = [row for row in rows[top + 1 :] if any(cell.text for cell in row)]
    body, beyond = _to_total(body, roles)
    ways = roles.get("combinations")
    if ways is not None and "probability" not in roles and words(rows[top][ways]) == "frequency":
        shares = [row[ways].text for row in body if ways < len(row)]
        if any("%" in text or re.match(r"0?[.,]\d", text) for text in shares):
            roles["probability"] = roles.pop("combinations")
    written = [
        (column, cell.text)
        for row in body
        for column, cell in enumerate(row)
        if column != roles["event"] and not cell.typed
    ]
    counts = [text for column, text in written if column == roles.get("combinations")]
    mark = decimal_mark([text for _, text in written], suggested, counts)
    entries: list[PrintedRow] = []
    totals: dict[str, Printed] = {}
    notes: list[str] = [f"{beyond} and what follows stand below the total and were not read"] if beyond else []
    percent: set[str] = {
        role for role in ("probability", "return") if role in roles and "%" in rows[top][roles[role]].text
    }
    if "probability" in roles and _sums_to_hundred(body, roles, mark):
        notes.append(f"the {rows[top][roles['probability']].text} column adds up to about 100: taken as per cent")
        percent.add("probability")
    for row in body:
        cells = _cells(row, roles)
        event, label, role = cells["event"], row_label(cells["event"]), _role(row, roles)
        if role:
            _footer(role, row, cells, mark, percent, totals)
            continue
        if event.mangled or (not event.typed and DATE.fullmatch(event.text)):
            raise CellError(
                f"{event.where} holds the date {event.text}, made of a range such as 22-25: "
                "format the column as text and type it again"
            )
        entries.append(_entry(cells, label, mark, percent, notes))
    heading = rows[top][roles["pays"]].text
    named = {entry.pays.unit for entry in entries if entry.pays.unit} | ({unit_of(heading)} - {None})
    if len(named) > 1:
        raise CellError(
            f"{rows[top][roles['pays']].where}: pays to one and pays for one in one column: state one unit"
        )
    return PrintedTable(tuple(entries), totals, next(iter(named), None), tuple(notes))


def _cells(row: Sequence[ReadCell], roles: dict[str, int]) -> dict[str, ReadCell]:
    blank = ReadCell(row[0].where, "")
    return {role: row[column] if 0 <= column < len(row) else blank for role, column in roles.items()}


def _role(row: Sequence[ReadCell], roles: dict[str, int]) -> str:
    """What a row is: "" of an event."""
    cells = _cells(row, roles)
    frequency = any(role in cells and cells[role].text for role in ("combinations", "probability"))
    return row_role(row_label(cells["event"]), cells["pays"].text, frequency)


def _to_total(body: list[Sequence[ReadCell]], roles: dict[str, int]) -> tuple[list[Sequence[ReadCell]], str]:
    """The rows up to the row of totals and the printed figures below it, and the address of the first other row."""
    kept: list[Sequence[ReadCell]] = []
    total, beyond = False, ""
    for row in body:
        role = _role(row, roles)
        if not total or role:
            kept.append(row)
        elif not beyond:
            beyond = row[0].where
        total = total or role == "total"
    return kept, beyond


def _entry(cells: dict[str, ReadCell], label: str, mark: str, percent: set[str], notes: list[str]) -> PrintedRow:
    pay = cells["pays"]
    if pay.text in ("", "-", "\u2013", "\u2014"):
        pays = PrintedPay(Fraction(-1), None, "", True)
        if not LOSING.fullmatch(label):
            notes.append(f"{pay.where}: no pay for {cells['event'].text!r}, taken as a loss")
    else:
        pays = odds(pay, mark)
        if pays.note:
            notes.append(pays.note)
    ways = chance = expected = variance = None
    if "combinations" in cells and cells["combinations"].text:
        count = amount(cells["combinations"], mark, whole=True).value
        if count < 0:
            raise CellError(f"{cells['combinations'].where} holds {count}: a count of combinations is not negative")
        ways = int(count)
    if "probability" in cells and cells["probability"].text:
        chance = _share(cells["probability"], mark, "probability" in percent)
    if "return" in cells and cells["return"].text not in ("", "-"):
        expected = _share(cells["return"], mark, "return" in percent)
    if "variance" in cells and cells["variance"].text not in ("", "-"):
        variance = amount(cells["variance"], mark)
    if ways is None and chance is None:
        raise CellError(f"{pay.where}: {cells['event'].text!r} has neither combinations nor a probability")
    return PrintedRow(cells["event"].text, pay.where, pays, ways, chance, expected, variance)


def _footer(
    role: str,
    row: Sequence[ReadCell],
    cells: dict[str, ReadCell],
    mark: str,
    percent: set[str],
    totals: dict[str, Printed],
) -> None:
    """Keep the printed figures of a row of totals, or the one that a row states."""
    if role == "total":
        for column in ("combinations", "probability", "return", "variance"):
            if column in cells and cells[column].text:
                cell = cells[column]
                count = column == "combinations"
                figure = amount(cell, mark, whole=True) if count else _share(cell, mark, column in percent)
                totals[column] = Printed(cell.where, cell.text, figure)
        return
    figures = [cell for cell in row if cell.text and cell is not cells["event"]]
    if figures:
        cell = figures[-1]
        figure = amount(cell, mark)
        if role in SHARES and abs(figure.value) > 2 and "%" not in cell.text:
            figure = Amount(figure.value / 100, (figure.slack or Fraction(1, 2)) / 100)
        totals.setdefault(role, Printed(cell.where, cell.text, figure))


def _share(cell: ReadCell, mark: str, percent: bool) -> Amount:
    """A probability or a return; ``percent`` when the column is in per cent and its cells do not say so."""
    figure = amount(cell, mark)
    if percent and "%" not in cell.text:
        return Amount(figure.value / 100, (figure.slack or Fraction(1, 2)) / 100)
    return figure


def _sums_to_hundred(body: Sequence[Sequence[ReadCell]], roles: dict[str, int], mark: str) -> bool:
    whole, column = Fraction(), roles["probability"]
    for row in body:
        cell = row[column] if column < len(row) else ReadCell("", "")
        if cell.text and "%" not in cell.text and not _role(row, roles):
            whole += amount(cell, mark).value
    return 5 < whole < 120
