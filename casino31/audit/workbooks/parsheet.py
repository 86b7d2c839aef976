"""A par-sheet workbook of this program, made anew from what it states and compared cell by cell."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isclose
from pathlib import Path

from casino31.audit.finding import LEVEL, Problem, Verdict
from casino31.audit.workbooks.cells import SheetCell, SheetError, cells_of, shared_strings, sheet_parts
from casino31.audit.workbooks.provenance import Stated, other_readings, stated
from casino31.audit.workbooks.provenance_banker import StatedBanker, other_banker_readings, stated_banker
from casino31.audit.workbooks.safe_reader import read_parts
from casino31.faults import refused
from casino31.notebook import Shown

Statement = Stated | StatedBanker
"""What a workbook says of itself."""
Rebuild = Callable[[Statement], bytes | None]
"""The bytes of the workbook that follows from a statement, or None where nothing does."""

CLOSE = 1e-11
"""How far a value may be off, relatively, in a workbook that another program has recalculated."""


@dataclass(frozen=True, repr=False)
class ParSheetAudit(Shown):
    """The answer about a workbook."""

    verdict: Verdict
    stated: Statement
    cells: int
    """Cells that the workbook should have."""
    identical: bool
    """Whether the file is the same, byte for byte, as the one made anew."""

    @property
    def facts(self) -> Mapping[str, object]:
        """The verdict and what it rests on."""
        return self.verdict.facts_with(
            {"layout": self.stated.title, "cells": self.cells, "byte for byte": "yes" if self.identical else "no"}
        )


def audit_parsheet(path: Path, rebuild: Rebuild) -> ParSheetAudit:
    """Make the workbook anew from the pay table and the facts stated in it, and compare everything.

    ``rebuild`` must give the same bytes for the same statement. RulesError when the file is no par sheet.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     with zipfile.ZipFile(Path(folder, "a.xlsx"), "w") as archive:
    ...         archive.writestr("xl/styles.xml", "<styleSheet/>")
    ...     audit_parsheet(Path(folder, "a.xlsx"), lambda _: None)
    Traceback (most recent call last):
    casino31.faults.RulesError: ...a.xlsx: error[file]: no list of sheets: 'xl/workbook.xml'; expected ...
    """
    parts = read_parts(path)
    try:
        first = stated_banker(parts) or stated(parts)
        if first is None:
            raise refused(str(path), "no sheets Summary and Provenance", "a par sheet that this program wrote")
        best: tuple[list[Problem], Statement, dict[str, bytes], list[str]] | None = None
        for each in _candidates(parts, first):
            made = rebuild(each)
            if made is None:
                continue
            fresh = _parts_of(made)
            notes: list[str] = []
            problems = list(compare(parts, fresh, notes))
            if best is None or len(problems) < len(best[0]):
                best = problems, each, fresh, notes
            if not problems:
                break
    except SheetError as error:
        raise refused(str(path), str(error), "worksheets that can be read") from None
    if best is None:
        found = f"the layout {first.title!r} as stated in it cannot be made anew"
        raise refused(str(path), found, "a pay table as it was filed", "name its file with -p")
    problems, chosen, fresh, notes = best
    cells = sum(len(cells_of(fresh[part])) for part in sheet_parts(fresh).values())
    verdict = Verdict(not problems, LEVEL, tuple(problems), notes=tuple(notes))
    return ParSheetAudit(verdict, chosen, cells, parts == fresh)


def _candidates(parts: dict[str, bytes], first: Statement) -> Iterator[Statement]:
    yield first
    if isinstance(first, StatedBanker):
        yield from other_banker_readings(parts, first)
    else:
        yield from other_readings(parts, first)


@lru_cache(maxsize=8)
def _parts_of(made: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def compare(parts: dict[str, bytes], fresh: dict[str, bytes], notes: list[str]) -> Iterator[Problem]:
    """Yield every difference of a workbook from the one made anew; what cannot be compared is noted.

    >>> main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    >>> ids = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    >>> book = f'<workbook xmlns="{main}" xmlns:r="{ids}"><sheet name="One" r:id="1"/></workbook>'
    >>> links = '<Relationships><Relationship Id="1" Target="one.xml"/></Relationships>'
    >>> whole = {"xl/workbook.xml": book.encode(), "xl/_rels/workbook.xml.rels": links.encode()}
    >>> cell = f'<worksheet xmlns="{main}"><c r="A1"><v>{{}}</v></c></worksheet>'
    >>> fresh, altered = (whole | {"xl/one.xml": cell.format(value).encode()} for value in (31, 32))
    >>> [(problem.code, problem.where, problem.found) for problem in compare(altered, fresh, [])]
    [('altered', 'One!A1', '32')]
    """
    alike = sum(parts.get(name) == content for name, content in fresh.items())
    ours = 2 * alike > len(fresh)
    theirs, right = sheet_parts(parts), sheet_parts(fresh)
    shared = shared_strings(parts)
    for title in [title for title in right if title not in theirs]:
        yield Problem("missing", f"{title}!A1", "no sheet", title, f"the sheet {title} is missing")
    for title in [title for title in theirs if title not in right]:
        yield Problem("extra", f"{title}!A1", title, "no sheet", f"the sheet {title} does not belong here")
    if list(theirs) != list(right) and theirs.keys() == right.keys():
        yield Problem(
            "order", "xl/workbook.xml", ", ".join(theirs), ", ".join(right), "the sheets are in another order"
        )
    seen = {"xl/sharedStrings.xml"}
    unread = 0
    for title in [title for title in right if title in theirs]:
        here, there = theirs[title], right[title]
        seen |= {here, there}
        if parts[here] == fresh[there]:
            continue
        found, expected = cells_of(parts[here], shared), cells_of(fresh[there])
        problems = list(_cells(title, found, expected, ours))
        unread += sum(cell.formula == "" for cell in found.values())
        yield from problems
        if not problems and ours:
            yield Problem(
                "part", here, "another sheet", "the sheet as written", f"{title} differs in more than its cells"
            )
    if not ours:
        notes.append(
            "the file was saved by another program: cells were compared, styles, charts and names were not"
        )
        if unread:
            notes.append(f"{unread:,} formulas are kept with other cells, and only their values were compared")
        return
    for name in sorted((fresh.keys() | parts.keys()) - seen):
        if parts.get(name) != fresh.get(name):
            what = "missing" if name not in parts else "added" if name not in fresh else "altered"
            yield Problem("part", name, what, "as written", f"the part {name} is {what}")


def _cells(
    title: str, found: dict[str, SheetCell], expected: dict[str, SheetCell], exact: bool
) -> Iterator[Problem]:
    for address, right in expected.items():
        where = f"{title}!{address}"
        cell = found.get(address)
        if cell is None or (cell.value is None and right.value not in (None, "")):
            if right.formula is None and right.value == "":
                continue
            shown = "no stored value" if cell is not None else "an empty cell"
            yield Problem("missing", where, shown, _show(right), f"{shown}, not {_show(right)}")
            continue
        if cell.formula != "" and not _same_formula(cell.formula, right.formula, exact):
            told = f"={cell.formula}" if cell.formula is not None else f"the value {_show(cell)} without a formula"
            wanted = f"={right.formula}" if right.formula is not None else f"the value {_show(right)}"
            yield Problem("formula", where, told, wanted, f"holds {told}, not {wanted}")
        elif not _same(cell.value, right.value, exact):
            kind = "stale" if right.formula is not None else "altered"
            message = f"{'stored value' if kind == 'stale' else 'holds'} {_show(cell)}, not {_show(right)}"
            yield Problem(kind, where, _show(cell), _show(right), message)
    for address, cell in found.items():
        if address not in expected and cell.value not in (None, ""):
            yield Problem("extra", f"{title}!{address}", _show(cell), "an empty cell", f"{_show(cell)} was added")


_TOKEN = re.compile(
    r"""(?P<text>"(?:[^"]|"")*")|(?P<sheet>'[A-Za-z]\w*'!)"""
    r"""|(?P<name>[A-Za-z_$'][\w.$]*)|(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?)|(?P<blank>\s+)"""
)


def _same_formula(one: str | None, other: str | None, exact: bool) -> bool:
    """Whether two formulas are the same; another program may write blanks, sheets' names and numbers otherwise."""
    if one == other or exact or one is None or other is None:
        return one == other
    (words, numbers), (right, figures) = _taken_apart(one), _taken_apart(other)
    return words == right and all(isclose(n, f, rel_tol=CLOSE) for n, f in zip(numbers, figures, strict=True))


def _taken_apart(formula: str) -> tuple[str, list[float]]:
    """A formula with a mark for each number, and the numbers."""
    numbers: list[float] = []

    def mark(token: re.Match[str]) -> str:
        if token["blank"]:
            return ""
        if token["sheet"]:
            return token["sheet"].replace("'", "")
        if token["number"]:
            numbers.append(float(token["number"]))
            return "\0"
        return token[0]

    return _TOKEN.sub(mark, formula), numbers


def _same(one: object, other: object, exact: bool) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return one == other or (not exact and abs(one - other) <= CLOSE * max(1.0, abs(one), abs(other)))
    return type(one) is type(other) and one == other


def _show(cell: SheetCell) -> str:
    text = f"{cell.value:.15g}" if isinstance(cell.value, float) else repr(cell.value)
    return text if len(text) <= 80 else text[:77] + "..."
