"""What a par-sheet workbook says of itself: what was asked for, and the file of its layout, word for word."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from casino31.audit.workbooks.cells import SheetCell, cells_of, shared_strings, sheet_parts
from casino31.quotes import ASKED, FILE

Cells = dict[str, SheetCell]
SUMMARY, PROVENANCE = "Summary", "Provenance"
_SHARE = re.compile(r"\d{1,9}(/0*[1-9]\d{0,8})?")


@dataclass(frozen=True)
class Stated:
    """The facts from which the whole workbook follows."""

    title: str
    name: str
    """The layout as it was named."""
    digest: str
    date: str
    text: str
    """The layout's file as the workbook quotes it, or ""."""
    quoted_at: int = 0
    """The row of the quotation's title, 0 where there is none."""
    objective: tuple[str, ...] | None = None
    confidence: Fraction = Fraction(9, 10)
    mix: tuple[tuple[str, Fraction], ...] = ()
    """Units on each bet of the stake asked for, besides each bet alone and all together."""
    exact: bool = False
    """Whether fractions were asked for."""

    @property
    def game(self) -> str:
        """The game that the quoted file names, "" where it cannot be read."""
        with suppress(tomllib.TOMLDecodeError):
            return str(tomllib.loads(self.text.removeprefix("\ufeff")).get("game", ""))
        return ""

    @property
    def intact(self) -> bool:
        """Whether the quoted file is the one of the digest; one of a layout made in code has none."""
        return not self.digest or hashlib.sha256(self.text.encode()).hexdigest() == self.digest


def stated(parts: dict[str, bytes]) -> Stated | None:
    """Return what the sheet of provenance states, or None when the workbook is no par sheet of this program.

    >>> main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    >>> links = b"<Relationships/>"
    >>> book = f'<workbook xmlns="{main}"><sheets/></workbook>'.encode()
    >>> stated({"xl/workbook.xml": book, "xl/_rels/workbook.xml.rels": links}) is None
    True
    """
    shared, sheets = shared_strings(parts), sheet_parts(parts)
    if PROVENANCE not in sheets or SUMMARY not in sheets:
        return None
    provenance = cells_of(parts[sheets[PROVENANCE]], shared)
    summary = cells_of(parts[sheets[SUMMARY]], shared)
    title = summary.get("A1")
    first = Stated("" if title is None else str(title.value), "", "", "", "")
    asked = asked_of(provenance)
    digests = [digest for digest in (_digest(asked), _digest(told_of(provenance))) if digest]
    text, at = quoted_file(provenance, digests)
    return _with(replace(first, text=text, quoted_at=at), asked)


def other_readings(parts: dict[str, bytes], first: Stated) -> Iterator[Stated]:
    """Yield the same statement with facts that the workbook states a second time, in words.

    A fact that was altered in one place contradicts the other place: the reading with the fewest contradictions
    names the cell.
    """
    provenance = cells_of(parts[sheet_parts(parts)[PROVENANCE]], shared_strings(parts))
    told = told_of(provenance)
    for key, value in told.items():
        other = _with(first, {key: value})
        if other != first:
            yield other
    whole = _with(first, told)
    if whole != first:
        yield whole


def _with(first: Stated, facts: Mapping[str, object]) -> Stated:
    """A statement with some facts; one that cannot be read leaves it as it is."""
    found: dict[str, object] = {}
    for key in ("name", "date"):
        if isinstance(facts.get(key), str):
            found[key] = facts[key]
    if "sha256" in facts:
        found["digest"] = _digest(facts)
    if isinstance(facts.get("exact"), bool):
        found["exact"] = facts["exact"]
    objective = facts.get("objective")
    if isinstance(objective, list):
        found["objective"] = tuple(map(str, objective)) or None
    share = str(facts.get("confidence", ""))
    if _SHARE.fullmatch(share) and 0 < Fraction(share) < 1:
        found["confidence"] = Fraction(share)
    mix = facts.get("mix")
    if isinstance(mix, dict) and all(_SHARE.fullmatch(str(units)) for units in mix.values()):
        found["mix"] = tuple((bet, Fraction(str(units))) for bet, units in mix.items())
    return replace(first, **found)  # type: ignore[arg-type]


def _digest(facts: Mapping[str, object]) -> str:
    text = str(facts.get("sha256", ""))
    return text if re.fullmatch("[0-9a-f]{64}", text) else ""


def _lines(provenance: Cells) -> dict[int, str]:
    """The texts of the first column by row."""
    rows = {int(at[1:]): cell for at, cell in provenance.items() if re.fullmatch("A[0-9]+", at)}
    return {row: str(cell.value) for row, cell in rows.items() if isinstance(cell.value, str)}


def asked_of(provenance: Cells) -> dict[str, object]:
    """Return what was asked for, from the lines of TOML below their title; a line that is none is left out.

    >>> lines = {"A1": ASKED, "A2": 'name = "a"', "A3": "date ="}
    >>> asked_of({at: SheetCell(None, text) for at, text in lines.items()})
    {'name': 'a'}
    """
    lines = _lines(provenance)
    head = next((row for row, text in lines.items() if text == ASKED), 0)
    found: dict[str, object] = {}
    row = head + 1
    while head and row in lines and lines[row] != FILE:
        with suppress(tomllib.TOMLDecodeError):
            found |= tomllib.loads(lines[row])
        row += 1
    return found


EARLIER = "Pay-table file"
"""A label that the sheets of 0.1.0 have, and no later ones."""


def earlier_form(parts: dict[str, bytes]) -> bool:
    """Return whether a sheet of provenance has the form of an earlier version.

    >>> main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    >>> book = f'<workbook xmlns="{main}"><sheets/></workbook>'.encode()
    >>> earlier_form({"xl/workbook.xml": book, "xl/_rels/workbook.xml.rels": b"<Relationships/>"})
    False
    """
    sheets = sheet_parts(parts)
    return PROVENANCE in sheets and EARLIER in labels_of(cells_of(parts[sheets[PROVENANCE]], shared_strings(parts)))


def version_of(parts: dict[str, bytes]) -> str:
    """Return the version of this program that a sheet of provenance names, or "".

    >>> main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    >>> book = f'<workbook xmlns="{main}"><sheets/></workbook>'.encode()
    >>> version_of({"xl/workbook.xml": book, "xl/_rels/workbook.xml.rels": b"<Relationships/>"})
    ''
    """
    sheets = sheet_parts(parts)
    if PROVENANCE not in sheets:
        return ""
    made = labels_of(cells_of(parts[sheets[PROVENANCE]], shared_strings(parts))).get("Made by", "")
    match = re.match(r"casino31 (\S+)", made)
    return match[1] if match else ""


def labels_of(provenance: Cells) -> dict[str, str]:
    """Return what stands beside each label of a sheet of provenance.

    >>> labels_of({"A4": SheetCell(None, "Game"), "B4": SheetCell(None, "31 Classic")})
    {'Game': '31 Classic'}
    """
    facts: dict[str, str] = {}
    for row, label in _lines(provenance).items():
        beside = provenance.get(f"B{row}")
        if beside is not None and beside.formula is None:
            facts.setdefault(label, str(beside.value))
    return facts


def told_of(provenance: Cells) -> dict[str, object]:
    """Return the same facts from the sentences beside their labels.

    >>> told_of({"A4": SheetCell(None, "Layout file"), "B4": SheetCell(None, "a"), "B5": SheetCell(None, "b")})
    {'name': 'a'}
    """
    facts = labels_of(provenance)
    found: dict[str, object] = {
        key: facts[label]
        for label, key in ((EARLIER, "name"), ("Layout file", "name"), ("Confidence", "confidence"))
        if label in facts
    }
    if "SHA-256 of the file" in facts:
        found["sha256"] = facts["SHA-256 of the file"]
    if "Date" in facts:
        found["date"] = day_of(facts["Date"])
    if "Objective" in facts:
        found["objective"] = [part.strip() for part in facts["Objective"].split(" + ")]
    if "Numbers" in facts:
        found["exact"] = facts["Numbers"] == "exact fractions"
    if "Mix" in facts:
        found["mix"] = {bet: units for units, _, bet in (part.partition(" ") for part in facts["Mix"].split(" + "))}
    return found


def quoted_file(provenance: Cells, digests: list[str]) -> tuple[str, int]:
    """Return the layout's file that a sheet of provenance quotes line by line, and the row of its title.

    Its line ends are those that give a digest, when some do; ("", 0) when nothing is quoted.

    >>> cells = {"A9": FILE, "A10": "a = 1", "A12": "b = 2"}
    >>> quoted_file({at: SheetCell(None, text) for at, text in cells.items()}, [])
    ('a = 1\\n\\nb = 2\\n', 9)
    """
    lines = _lines(provenance)
    head = max((row for row, text in lines.items() if text == FILE), default=0)
    if not head or max(lines) == head:
        return "", 0
    quoted = [lines.get(row, "") for row in range(head + 1, max(lines) + 1)]
    texts = [
        mark + end.join(quoted) + close
        for mark in ("", "\ufeff")
        for end in ("\n", "\r\n")
        for close in (end, "", 2 * end)
    ]
    return next((text for text in texts if hashlib.sha256(text.encode()).hexdigest() in digests), texts[0]), head


def day_of(text: str) -> str:
    """Return a day as it is written, or "" when the text is none.

    >>> day_of("2026-11-29"), day_of("not stated")
    ('2026-11-29', '')
    """
    return text if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else ""
