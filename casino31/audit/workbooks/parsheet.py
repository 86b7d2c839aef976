"""A par-sheet workbook of this program, made anew from what it states and compared with what a reader sees."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from casino31.audit.finding import LEVEL, AuditedFile, Problem, Verdict
from casino31.audit.workbooks.cells import SheetError
from casino31.audit.workbooks.container import container_problems, link_problems, packed_by_another, type_problems
from casino31.audit.workbooks.differences import differences
from casino31.audit.workbooks.display import Display, display_of
from casino31.audit.workbooks.earlier import earlier_answer
from casino31.audit.workbooks.provenance import (
    PROVENANCE,
    Stated,
    earlier_form,
    other_readings,
    stated,
    version_of,
)
from casino31.audit.workbooks.safe_reader import LARGEST_PART, read_parts
from casino31.bounded import content_of
from casino31.faults import refused
from casino31.notebook import Shown

Rebuild = Callable[[Stated], bytes | None]
"""The bytes of the workbook that follows from a statement, or None where nothing does."""
Look = Callable[[Sequence[Stated]], None]
"""RulesError when no reading of a workbook belongs to the layout that is named."""


@dataclass(frozen=True, repr=False)
class ParSheetAudit(Shown):
    """The answer about a workbook."""

    verdict: Verdict
    stated: Stated
    cells: int
    """Cells that the workbook should have."""
    identical: bool
    """Whether the file is the same, byte for byte, as the one made anew."""
    version: str = ""
    """The version of this program that made it, as it says."""
    file: AuditedFile | None = None

    @property
    def facts(self) -> Mapping[str, object]:
        """The verdict and what it rests on."""
        same = "yes" if self.identical else "no"
        told = {"layout": self.stated.title, "made by": f"casino31 {self.version}", "cells": self.cells}
        return self.verdict.facts_with({**told, "byte for byte": same})


@dataclass(frozen=True)
class _File:
    """A workbook as it was read: its bytes, its parts and what it shows."""

    content: bytes
    parts: dict[str, bytes]
    display: Display


def audit_parsheet(path: Path, rebuild: Rebuild, version: str = "", look: Look | None = None) -> ParSheetAudit:
    """Make the workbook anew from the pay table and the facts stated in it, and compare everything that is shown.

    ``rebuild`` must give the same bytes for the same statement; ``version`` is that of the program, whose form
    the sheets made anew have. RulesError when the file is no par sheet, or not of the layout that is named.

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
        first = stated(parts)
        if first is None:
            raise refused(str(path), "no sheets Summary and Provenance", "a par sheet that this program wrote")
        readings = (first, *other_readings(parts, first))
        if look is not None:
            look(readings)
        file = _File(content_of(path, LARGEST_PART), parts, display_of(parts))
        itself = AuditedFile(str(path), hashlib.sha256(file.content).hexdigest())
        made_by = version_of(parts)
        best: tuple[Verdict, Stated, bytes] | None = None
        for reading in readings:
            made = rebuild(reading)
            if made is None:
                continue
            verdict = _verdict(file, made, made_by, version)
            if best is None or len(verdict.problems) < len(best[0].problems):
                best = verdict, reading, made
            if not verdict.problems:
                break
    except SheetError as error:
        raise refused(str(path), str(error), "worksheets that can be read") from None
    if best is None and not first.intact:
        return ParSheetAudit(_another_file(first), first, 0, False, made_by, itself)
    if best is None:
        found = f"the layout {first.title!r} as stated in it cannot be made anew"
        raise refused(str(path), found, "a layout as it was filed", "name its file with -p")
    verdict, chosen, made = best
    if verdict.conforms and not chosen.intact and (chosen.quoted_at or not earlier_form(parts)):
        verdict = _another_file(chosen)
    cells = sum(map(len, _made(made).display.cells.values()))
    return ParSheetAudit(verdict, chosen, cells, file.content == made, made_by, itself)


def _another_file(chosen: Stated) -> Verdict:
    """The answer about a workbook whose quoted file is not the layout's own."""
    where, expected = f"{PROVENANCE}!A{chosen.quoted_at or 1}", f"the file of SHA-256 {chosen.digest}"
    problem = Problem("altered", where, "another file", expected, "the quoted file is not the layout's")
    return Verdict(False, LEVEL, (problem,))


@lru_cache(maxsize=8)
def _made(content: bytes) -> _File:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    return _File(content, parts, display_of(parts))


def _verdict(file: _File, made: bytes, made_by: str, version: str) -> Verdict:
    fresh = _made(made)
    if file.content == fresh.content:
        return Verdict(True, LEVEL, ())
    problems = [*container_problems(file.content), *type_problems(file.parts), *link_problems(file.parts)]
    alike = sum(file.parts.get(name) == content for name, content in fresh.parts.items())
    ours = 2 * alike > len(fresh.parts)
    if made_by and (earlier_form(file.parts) or (version and made_by != version)):
        return earlier_answer(file.display, fresh.display, made_by, problems)
    problems += differences(file.display, fresh.display, ours)
    if ours and file.display.program != fresh.display.program:
        message = f"the program is said to be {file.display.program!r}, not {fresh.display.program!r}"
        problems.append(Problem("altered", "properties", file.display.program, fresh.display.program, message))
    gone = bool(problems) and not ours and all(problem.code == "lost" for problem in problems)
    # a program that saves a file may drop what it does not know: nothing false is shown, and not all is there
    return Verdict(None if gone else not problems, LEVEL, tuple(problems), notes=tuple(_notes(file, fresh, ours)))


def _notes(file: _File, fresh: _File, ours: bool) -> Iterator[str]:
    """What is not wrong, and a reader of the answer should know."""
    if not ours:
        program = f" ({file.display.program})" if file.display.program else ""
        yield (
            f"the file was saved by another program{program}: compared was all that is shown, values to within "
            "what recalculation may round; what a save is known to change is listed in docs/audit.md"
        )
    else:
        other = sorted(name for name, content in fresh.parts.items() if file.parts.get(name) != content)
        if other:
            yield f"bytes differ in {', '.join(other)}: what is shown was compared"
    if packed_by_another(file.content):
        yield "the zip around the parts was packed by another program"
    unread = sum(cell.formula == "" for cells in file.display.cells.values() for cell in cells.values())
    if unread:
        yield f"{unread:,} formulas are kept with other cells, and only their values were compared"
