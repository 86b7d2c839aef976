"""The yellow cells of an edited par sheet of this program, back to a layout file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from casino31.audit.workbooks.cells import SheetCell, cells_of, shared_strings, sheet_parts
from casino31.audit.workbooks.provenance import Stated, stated
from casino31.audit.workbooks.safe_reader import read_parts
from casino31.faults import refused
from casino31.importing.labels import label_of
from casino31.importing.layout import Imported, pay_value, read_back, toml_text
from casino31.layoutfile.document import Document
from casino31.layoutfile.edit import Edits
from casino31.paytable import OddsUnit, parse_pay
from casino31.wagers import Wager

if TYPE_CHECKING:
    from casino31.game import Game

_PRINTED = 9
"""Decimals of a cell that somebody typed; more are what a division came to."""


class Edit(NamedTuple):
    """A pay that is not the one filed."""

    wager: Wager
    label: str
    net: Fraction
    where: str
    filed: str


def statement(path: Path) -> Stated | None:
    """Return what a par-sheet workbook of this program says of itself, or None of any other file."""
    from casino31.audit.workbooks.cells import SheetError
    from casino31.faults import RulesError

    try:
        parts = read_parts(path)
        return stated(parts)
    except (SheetError, RulesError):
        return None


def import_parsheet(game: Game, path: Path, own: Stated) -> Imported:
    """Return the layout that the yellow cells of a par sheet state; RulesError names a cell that is no pay.

    The file that the workbook quotes is kept as it is but for its title and for what was edited.
    """
    parts, file = read_parts(path), path.name
    sheets, shared = sheet_parts(parts), shared_strings(parts)
    cells = {title: cells_of(parts[part], shared) for title, part in sheets.items()}
    text = own.text
    document = Document(text, file)
    edits = Edits(document)
    notes = []
    if game.solver is not None:
        changed = list(_bets(cells[FIRST_CARDS], file))
        for key, value, where in changed:
            filed = document.get(("bets", key))
            said = toml_text(value) if isinstance(value, str) else _decimal(value)
            if filed != value:
                edits.put(("bets", key), said, f"{FIRST_CARDS}!{where}, filed {filed}")
                notes.append(f"{FIRST_CARDS}!{where}: {key} is {said}, filed was {filed}")
    else:
        unit: OddsUnit = "for one" if document.get(("odds",)) == "for one" else "to one"
        for edit in _pays(game, cells, unit, file):
            value = pay_value(edit.net, unit)
            key = _key(document, edit)
            edits.put((edit.wager.name, key), value, f"{edit.where}, filed {edit.filed}")
            notes.append(f"{edit.where}: {edit.wager.name} {edit.label} pays {value}, filed was {edit.filed}")
        if (tie := _tie(cells)) and tie[0] != game.tie_rule(game.read(Document(text))) and "tie" in game.readings:
            edits.put(("rules", "tie"), toml_text(tie[0]), f"Strategy!{tie[1]}")
            notes.append(f"Strategy!{tie[1]}: tie = {tie[0]}")
    if notes:
        edits.put(("title",), toml_text(f"{own.title}, edited"), "")
        if document.has(("document",)):
            notes.append("[document] is still that of the layout filed: give it a revision of its own")
    return Imported(edits.text, read_back(game, edits.text, file), tuple(notes) or ("no yellow cell was edited",))


def _decimal(value: Fraction) -> str:
    """A number as TOML has it: whole, or as many decimals as it takes."""
    return str(value) if value.denominator == 1 else repr(float(value))


def _key(document: Document, edit: Edit) -> str:
    """The key of a row in the file: as the file writes it, else as the sheet prints it."""
    for key in document.get((edit.wager.name,)) or ():
        label = label_of(edit.wager, key)
        if label is not None and label.printed == edit.label:
            return str(key)
    return edit.label


def _pays(game: Game, cells: dict[str, dict[str, SheetCell]], unit: OddsUnit, file: str) -> Iterator[Edit]:
    """The pays on the sheets of the wagers that are not those filed."""
    for wager in game.wagers:
        title = wager.name[:1].upper() + wager.name[1:]
        sheet = cells.get(title, {})
        for at, status in sheet.items():
            filed = re.search(r'"as filed: ([^"]+)"', status.formula or "") if at.startswith("C") else None
            row = at[1:]
            if filed is None or f"A{row}" not in sheet:
                continue
            where = f"{title}!B{row}"
            was = _shown_pay(filed[1], unit)
            net = _number(sheet.get(f"B{row}"), where, file, was + (unit == "for one")) - (unit == "for one")
            if net < -1:
                raise refused(file, f"{where} holds {net + (unit == 'for one')}", "a pay of at least a loss, -1")
            if net != was:
                yield Edit(wager, str(sheet[f"A{row}"].value), net, where, filed[1])


def _shown_pay(text: str, unit: OddsUnit) -> Fraction:
    """The net pay that ``show_pay`` prints so, a share of a loss such as -1 to 2 included."""
    odds = re.fullmatch(r"(-?\d+) (?:to|for) (\d+)", text)
    if odds is None:
        return parse_pay(text, unit)
    return Fraction(int(odds[1]), int(odds[2])) - (unit == "for one")


def _number(cell: SheetCell | None, where: str, file: str, filed: Fraction) -> Fraction:
    """The exact number of a cell: the filed one when it stores that, a ratio that its formula writes, a decimal."""
    if cell is None or isinstance(cell.value, bool | str) or cell.value is None:
        held = "nothing" if cell is None or cell.value is None else repr(cell.value)
        raise refused(file, f"{where} holds {held}", "a number", "type a number, or a ratio as a formula: =3/2")
    if cell.value == float(filed):
        return filed
    ratio = re.fullmatch(r"\(?(-?\d{1,12})/(\d{1,12})\)?", cell.formula or "")
    if ratio and int(ratio[2]):
        return Fraction(int(ratio[1]), int(ratio[2]))
    number = Fraction(repr(cell.value))
    if number.denominator > 10**_PRINTED:
        raise refused(
            file, f"{where} holds {cell.value!r}, rounded", "a pay as it is", "a ratio as a formula: =3/2"
        )
    return number


def _tie(cells: dict[str, dict[str, SheetCell]]) -> tuple[str, str] | None:
    """The tie rule on the sheet of the strategy, and its address."""
    sheet = cells.get("Strategy", {})
    for at, cell in sheet.items():
        if at.startswith("A") and str(cell.value).startswith("Tie rule:"):
            beside = sheet.get(f"B{at[1:]}")
            return (str(beside.value), f"B{at[1:]}") if beside is not None else None
    return None


FIRST_CARDS = "First cards"
_BETS = {"minimum": "Minimum bet, units", "maximum": "Maximum bet, units", "rule": "Bet rule"}
"""The label of each yellow cell."""


def _bets(sheet: dict[str, SheetCell], file: str) -> Iterator[tuple[str, Fraction | str, str]]:
    """The bets of a banker's game: the key of each, what its yellow cell holds, and the address."""
    rows = {str(cell.value): at[1:] for at, cell in sheet.items() if re.fullmatch("A[0-9]+", at)}
    for key, label in _BETS.items():
        row = rows.get(label, "0")
        at = next((f"{column}{row}" for column in "BCDE" if f"{column}{row}" in sheet), f"B{row}")
        cell = sheet.get(at)
        if key == "rule":
            yield key, str(cell.value) if cell is not None else "", at
        else:
            yield key, _number(cell, f"{FIRST_CARDS}!{at}", file, Fraction(-1)), at
