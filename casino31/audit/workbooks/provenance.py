"""What a par-sheet workbook says of itself: its pay table, its readings, its provenance."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from casino31.audit.workbooks.cells import SheetCell, cells_of, shared_strings, sheet_parts

Cells = dict[str, SheetCell]
FILE = "The layout file, line by line"
"""The heading above the file that a sheet of provenance quotes."""


@dataclass(frozen=True)
class Stated:
    """The facts from which the whole workbook follows."""

    game: str
    title: str
    name: str
    """The pay table as it was named."""
    digest: str
    source: str
    odds: str
    date: str
    objective: tuple[str, ...] | None
    readings: tuple[tuple[str, str], ...]
    tables: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    """Of each wager its listed rows: label and pay as filed."""
    confidence: Fraction
    mix: tuple[tuple[str, Fraction], ...] = ()
    """Units on each bet of the stake asked for, besides each bet alone and all together."""
    text: str = ""
    """The layout file as the workbook quotes it, or ""."""

    @property
    def toml(self) -> str:
        """The pay table as a file, for a workbook whose file is not at hand: quoted, or from its labels."""
        if self.text:
            return self.text
        lines = [
            f"{key} = {json.dumps(getattr(self, key), ensure_ascii=False)}" for key in ("game", "title", "odds")
        ]
        lines.append(f"source = {json.dumps(self.source, ensure_ascii=False)}")
        if self.readings:
            lines.append("[rules]")
            lines += [f"{name} = {json.dumps(choice)}" for name, choice in self.readings]
        for wager, rows in self.tables:
            lines.append(f"[{json.dumps(wager)}]")
            lines += [f"{json.dumps(label)} = {json.dumps(pay)}" for label, pay in rows]
        return "\n".join(lines) + "\n"


def stated(parts: dict[str, bytes]) -> Stated | None:
    """Return what the sheet of provenance states, or None when the workbook is no par sheet of this program.

    >>> main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    >>> links = b"<Relationships/>"
    >>> book = f'<workbook xmlns="{main}"><sheets/></workbook>'.encode()
    >>> stated({"xl/workbook.xml": book, "xl/_rels/workbook.xml.rels": links}) is None
    True
    """
    shared = shared_strings(parts)
    sheets = sheet_parts(parts)
    if "Provenance" not in sheets or "Summary" not in sheets:
        return None
    provenance = cells_of(parts[sheets["Provenance"]], shared)
    facts = facts_of(provenance)

    def fact(label: str) -> str:
        return facts.get(label, [""])[0]

    readings = tuple(
        (label.removeprefix("Reading: "), texts[0])
        for label, texts in facts.items()
        if label.startswith("Reading: ")
    )
    tables = []
    for title, part in sheets.items():
        rows = tuple(_rows(cells_of(parts[part], shared)))
        if rows and not any(label.startswith("above") for label, _ in rows):
            tables.append((title[:1].lower() + title[1:], rows))
    level = cells_of(parts[sheets["Confidence"]], shared).get("B4") if "Confidence" in sheets else None
    share = level.value if level is not None and isinstance(level.value, float) and 0 < level.value < 1 else 0.9
    return Stated(
        fact("Game"),
        fact("Layout"),
        fact("Pay-table file"),
        fact("SHA-256 of the file"),
        fact("Source"),
        fact("Odds unit").removeprefix("odds "),
        day_of(fact("Date")),
        tuple(part.strip() for part in fact("Objective").split("+")) if fact("Objective") else None,
        readings,
        tuple(tables),
        Fraction(share).limit_denominator(10**6),
        tuple(_said_mix(fact("Mix"))),
        quoted_file(provenance, fact("SHA-256 of the file")),
    )


def version_of(parts: dict[str, bytes]) -> str:
    """Return the version of this program that a sheet of provenance names, or "".

    >>> main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    >>> book = f'<workbook xmlns="{main}"><sheets/></workbook>'.encode()
    >>> version_of({"xl/workbook.xml": book, "xl/_rels/workbook.xml.rels": b"<Relationships/>"})
    ''
    """
    sheets = sheet_parts(parts)
    if "Provenance" not in sheets:
        return ""
    made = facts_of(cells_of(parts[sheets["Provenance"]], shared_strings(parts))).get("Made by", [""])[0]
    match = re.match(r"casino31 (\S+)", made)
    return match[1] if match else ""


def quoted_file(provenance: Cells, digest: str) -> str:
    """Return the layout file that a sheet of provenance quotes line by line, "" when it quotes none.

    Its line ends are those that give the digest, when some do.

    >>> cells = {"A9": FILE, "A10": "a = 1", "A12": "b = 2"}
    >>> quoted_file({at: SheetCell(None, text) for at, text in cells.items()}, "")
    'a = 1\\n\\nb = 2\\n'
    """
    rows = {int(at[1:]): str(cell.value) for at, cell in provenance.items() if re.fullmatch("A[0-9]+", at)}
    head = max((row for row, value in rows.items() if value == FILE), default=0)
    if not head or max(rows) == head:
        return ""
    lines = [rows.get(row, "") for row in range(head + 1, max(rows) + 1)]
    texts = [
        mark + end.join(lines) + close
        for mark in ("", "\ufeff")
        for end in ("\n", "\r\n")
        for close in (end, "", 2 * end)
    ]
    return next((text for text in texts if hashlib.sha256(text.encode()).hexdigest() == digest), texts[0])


def facts_of(provenance: Cells) -> dict[str, list[str]]:
    """Return what stands beside each label of a sheet of provenance.

    >>> facts_of({"A4": SheetCell(None, "Game"), "B4": SheetCell(None, "31 Classic")})
    {'Game': ['31 Classic']}
    """
    facts: dict[str, list[str]] = {}
    for address, cell in provenance.items():
        if address.startswith("A") and isinstance(cell.value, str):
            beside = provenance.get(f"B{address[1:]}")
            if beside is not None and beside.formula is None:
                facts.setdefault(cell.value, []).append(str(beside.value))
    return facts


def _rows(cells: Cells) -> Iterator[tuple[str, str]]:
    """The listed rows of a wager's sheet, with the pay that the sheet says was filed."""
    for row in range(5, 60):
        label, filed, origin = (cells.get(f"{column}{row}") for column in "ACD")
        if label is None or filed is None or origin is None or not filed.formula:
            continue
        match = re.search(r'"as filed: ([^"]+)"', filed.formula)
        if match and not str(origin.value).startswith("not listed"):
            yield str(label.value), match[1]


def _said_mix(text: str) -> Iterator[tuple[str, Fraction]]:
    """The bets of a mix written as ``2 main + 1/2 natural 31``."""
    for part in text.split(" + ") if text else ():
        units, _, bet = part.partition(" ")
        if re.fullmatch(r"\d{1,9}(/0*[1-9]\d{0,8})?", units):
            yield bet, Fraction(units)


def _mixes(parts: dict[str, bytes], first: Stated) -> Iterator[tuple[tuple[str, Fraction], ...]]:
    """The mixes that the workbook states beside the words: none, the cells of its units, or all on one bet."""
    sheets, shared = sheet_parts(parts), shared_strings(parts)
    provenance = cells_of(parts[sheets["Provenance"]], shared)
    labels = {str(cell.value): int(at[1:]) for at, cell in provenance.items() if re.fullmatch("A[0-9]+", at)}
    if "mix" not in labels:
        yield ()
        return
    units = tuple(_mix(cells_of(parts[sheets["Joint"]], shared))) if "Joint" in sheets else ()
    yield units or first.mix
    whole = provenance.get(f"C{labels['mix'] + 1}")
    if not units and whole is not None and re.fullmatch(r"\d{1,9}(/[1-9]\d{0,8})?", str(whole.value)):
        for label in labels:
            if label.endswith(": house edge"):
                yield ((label.removesuffix(": house edge"), Fraction(str(whole.value))),)


def _mix(cells: Cells) -> Iterator[tuple[str, Fraction]]:
    place = next((address for address, cell in cells.items() if cell.value == "Units of the mix"), "")
    first = int(place[1:]) if re.fullmatch("A[0-9]+", place) else 0
    for row in (first, first + 1) if first else ():
        bet, units = cells.get(f"B{row}"), cells.get(f"C{row}")
        if bet is not None and units is not None and isinstance(units.value, float) and 0 < units.value < 1e9:
            yield str(bet.value), Fraction(units.value).limit_denominator(10**6)


def day_of(text: str) -> str:
    """Return a day as it is written, or "" when the text is none.

    >>> day_of("2026-11-29"), day_of("not stated")
    ('2026-11-29', '')
    """
    return text if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else ""


def other_readings(parts: dict[str, bytes], first: Stated) -> Iterator[Stated]:
    """Yield the same statement with facts that the workbook states a second time, or the usual ones.

    A fact that was altered in one place contradicts the other places: the reading with the fewest contradictions
    names the cell.

    >>> first = Stated("31 Classic", "", "", "", "", "", "", None, (), (), Fraction(1, 2))
    >>> main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    >>> ids = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    >>> names = ("Summary", "Provenance")
    >>> sheets = "".join(f'<sheet name="{name}" r:id="{name}"/>' for name in names)
    >>> links = "".join(f'<Relationship Id="{name}" Target="one.xml"/>' for name in names)
    >>> parts = {
    ...     "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{ids}">{sheets}</workbook>'.encode(),
    ...     "xl/_rels/workbook.xml.rels": f"<Relationships>{links}</Relationships>".encode(),
    ...     "xl/one.xml": f'<worksheet xmlns="{main}"/>'.encode(),
    ... }
    >>> [str(reading.confidence) for reading in other_readings(parts, first)]
    ['9/10']
    """
    shared = shared_strings(parts)
    summary = cells_of(parts[sheet_parts(parts)["Summary"]], shared)
    lines = " · ".join(str(cell.value) for cell in summary.values() if isinstance(cell.value, str))
    name = re.search(r"Pay table: (.+?) · SHA-256", lines)
    digest = re.search(r"SHA-256 ([0-9a-f]{64})", lines)
    day = re.search(r"casino31 \S+ · (\d{4}-\d\d-\d\d)", lines)
    changes = {
        "name": name[1] if name else first.name,
        "digest": digest[1] if digest else first.digest,
        "date": day[1] if day else "",
        "confidence": Fraction(9, 10),
        "objective": None,
    }
    for field, value in changes.items():
        if getattr(first, field) != value:
            yield replace(first, **{field: value})  # type: ignore[arg-type]
    if first.text:
        yield replace(first, text="")
    for mix in _mixes(parts, first):
        if mix != first.mix:
            yield replace(first, mix=mix)
