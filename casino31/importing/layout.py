"""A layout file from the pay tables that a file holds, with the cell of each pay beside it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from casino31.audit.tables.cells import CellError
from casino31.bounded import content_of
from casino31.faults import Fault, RulesError
from casino31.importing import grids
from casino31.importing.blocks import WagerRows, blocks
from casino31.importing.grids import CellGrid
from casino31.importing.labels import label_of
from casino31.importing.rows import Read, rows_of
from casino31.layout import Layout
from casino31.layoutfile.document import Document
from casino31.paytable import LOSE, PUSH, OddsUnit, show_pay

if TYPE_CHECKING:
    from casino31.game import Game


@dataclass(frozen=True)
class Imported:
    """A layout file made from another file."""

    text: str
    """The layout file."""
    layout: Layout
    notes: tuple[str, ...]
    """What was recovered, left out or chosen, one sentence each."""


@dataclass(frozen=True)
class Told:
    """What the user says of a file that does not say it itself; "" is nothing."""

    odds: OddsUnit | None = None
    wager: str = ""
    sheet: str = ""
    pays: str = ""
    """The letter of the column of pays."""
    title: str = ""


def import_file(game: Game, path: Path, told: Told = Told()) -> Imported:
    """Return the layout of a spreadsheet or a text; RulesError names every cell that cannot be taken."""
    sheets = grids.read(path)
    digest = hashlib.sha256(content_of(path, grids.LARGEST_BOOK)).hexdigest()
    return _import(game, sheets, path.name, digest, told)


def import_text(game: Game, text: str, told: Told = Told()) -> Imported:
    """Return the layout of pasted text, as ``import_file`` does.

    >>> from casino31.games import GAMES
    >>> print(import_text(GAMES["Pair Plus"], "hand  pays (to one)\\nPair  1\\nFlush  3:01").text.split("[", 1)[1])
    "pair plus"]
    "pair" = 1                      # B2: 1
    "flush" = 3                     # B3: 3:01
    <BLANKLINE>
    """
    return _import(game, grids.pasted(text), "<text>", hashlib.sha256(text.encode()).hexdigest(), told)


def _import(game: Game, sheets: list[CellGrid], file: str, digest: str, told: Told) -> Imported:
    faults: list[Fault] = []
    read: list[WagerRows] = []
    for grid in sheets:
        if told.sheet in ("", grid.name):
            try:
                read += blocks(grid, game.wagers, told.pays)
            except CellError as error:
                hint = "--pays LETTER names the column"
                faults.append(_fault(file, grid.name, str(error), "one column of pays for a stake of one", hint))
    if told.sheet and told.sheet not in {grid.name for grid in sheets}:
        names = ", ".join(grid.name for grid in sheets)
        faults.append(_fault(file, "", f"no sheet {told.sheet!r}", f"one of {names}"))
    elif not read and not faults:
        expected = "rows of a hand and its pay, under headings such as Hand and Pays"
        faults.append(_fault(file, "", "no pay table", expected))
    named = [(block, _wager(game, block, told.wager, file, faults)) for block in read]
    for place, (block, wager) in enumerate(named):
        if wager and any(other == wager for _, other in named[:place]):
            hint = "--sheet NAME reads one sheet alone" if len(sheets) > 1 else ""
            where = block.lines[0].event.where
            faults.append(_fault(file, block.sheet, f"{where}: {wager} again", "each wager once", hint))
    tables: dict[str, list[Read]] = {}
    units: list[OddsUnit] = []
    notes: list[str] = []
    for block, wager in named:
        if not wager:
            continue
        by_name = {wager.name: wager for wager in game.wagers}
        tables[wager], troubles, said, unit = rows_of(block, by_name[wager], told.odds)
        place_of = f"{block.sheet}!" if block.sheet else ""
        notes += [f"{place_of}{note}" for note in said]
        notes += [f"{place_of}{row.note}" for row in tables[wager] if row.note]
        tables[wager] = [row._replace(where=f"{place_of}{row.where}") for row in tables[wager]]
        units += [unit] if unit else []
        faults += [
            _fault(file, block.sheet, f"{trouble.where}: {trouble.found}", trouble.expected, trouble.hint)
            for trouble in troubles
        ]
    if faults:
        raise RulesError(faults)
    text = _file(game, tables, units[0] if units else "to one", file, digest, told.title)
    return Imported(text, read_back(game, text, file), tuple(notes))


def _fault(file: str, sheet: str, found: str, expected: str, hint: str = "") -> Fault:
    return Fault(f"{file}!{sheet}" if sheet else file, 0, 0, "cell", found, expected, hint)


def _wager(game: Game, block: WagerRows, asked: str, file: str, faults: list[Fault]) -> str:
    """The wager of a block: as it is named, or the only one whose rows these can be, else as asked."""
    if block.wager or asked:
        return block.wager or asked
    events = [line.event.text for line in block.lines]
    fits = [wager.name for wager in game.wagers if any(label_of(wager, text) for text in events)]
    whole = [
        wager.name
        for wager in game.wagers
        if wager.name in fits and all(label_of(wager, line.event.text) for line in block.lines if line.pays.text)
    ]
    if len(fits) == 1 or len(whole) == 1:
        return (fits if len(fits) == 1 else whole)[0]
    where = block.lines[0].event.where
    expected = f"a title above it: {', '.join(wager.name for wager in game.wagers)}"
    found = (
        f"{where}: pays of a wager that nothing names" if fits else f"{where}: {events[0]!r}, no hand of the game"
    )
    faults.append(_fault(file, block.sheet, found, expected, "--wager NAME names it" if fits else ""))
    return ""


def _file(
    game: Game,
    tables: dict[str, list[Read]],
    unit: OddsUnit,
    file: str,
    digest: str,
    title: str,
) -> str:
    """The text of the layout."""
    lines = [
        f"# {game.name}: pays from {file}. The comment beside each pay is its cell, and what stands there.",
        "#",
        "# casino31 check FILE names every fault of this file; casino31 analyze FILE prices it.",
        "",
        f"game = {toml_text(game.name)}",
        f"title = {toml_text(title or f'{game.name}, {Path(file).stem}')}",
        f"odds = {toml_text(unit)}",
        f"source = {toml_text(f'pays from {file}, SHA-256 {digest}')}",
    ]
    if game.readings:
        lines += ["", "[rules]                         # readings of what the sources leave open"]
        lines += [reading_line(name, choices) for name, choices in game.readings.items()]
    for wager in game.wagers:
        if wager.name in tables:
            lines += ["", f"[{toml_text(wager.name) if ' ' in wager.name else wager.name}]"]
            lines += [_row(row, unit) for row in tables[wager.name]]
    return "\n".join(lines) + "\n"


def _row(row: Read, unit: OddsUnit) -> str:
    said = f"{toml_text(row.label.printed)} = {pay_value(row.net, unit)}"
    return f"{said:<32}# {row.where}: {_shown(row.written)}"


def toml_text(text: str) -> str:
    """Return a text as a layout file writes it.

    >>> toml_text('the "31"')
    '"the \\\\"31\\\\""'
    """
    return json.dumps(text, ensure_ascii=False)


def pay_value(net: Fraction, unit: OddsUnit) -> str:
    """Return a pay as a layout file writes it.

    >>> pay_value(Fraction(2), "for one"), pay_value(Fraction(3, 2), "to one"), pay_value(Fraction(0), "to one")
    ('3', '"3 to 2"', '"push"')
    """
    odds = net if unit == "to one" else net + 1
    if net in (PUSH, LOSE) or odds.denominator != 1:
        return toml_text(show_pay(net, unit))
    return str(odds)


def reading_line(name: str, choices: Sequence[str]) -> str:
    """Return the line of a reading at its default, with the other choices as a comment."""
    value = choices[0] if choices[0].isdigit() else toml_text(choices[0])
    return f"{f'{name} = {value}':<32}# or {', '.join(map(toml_text, choices[1:]))}"


def _shown(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)


def read_back(game: Game, text: str, file: str) -> Layout:
    """Return the layout that a text states; RulesError names the file it was made of.

    What the text lacks, such as a wager that must be made together with one listed, shows here.
    """
    try:
        return game.read(Document(text, file))
    except RulesError as error:
        raise RulesError(
            Fault(file, 0, 0, fault.code, fault.found, fault.expected, fault.hint)
            for fault in error.faults
            if fault.severity == "error"
        ) from None
