"""A par-sheet workbook made anew from what it states."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from casino31.audit.workbooks.provenance import Stated
from casino31.faults import RulesError, refused
from casino31.rulesfile import RulesFile, load, parse, shipped_layouts

if TYPE_CHECKING:
    from casino31.audit.workbooks.parsheet import Rebuild
    from casino31.banker_answers import BankerAnalysis
    from casino31.layout import Layout
    from casino31.page import Report


def rebuilder(
    given: RulesFile | None = None,
    mix: Mapping[str, Fraction] | None = None,
    folder: Path | None = None,
) -> Rebuild:
    """Return the function that makes a workbook anew, from a layout, else a shipped one, else the file it quotes.

    ``mix`` stands for the units of a stake that the workbook does not state; ``folder`` is where a solved banker's
    policy is looked for when the layout's file is not at hand.
    """
    sheets: dict[tuple[str, Layout, bool], BankerAnalysis] = {}

    @lru_cache(maxsize=16)
    def rebuild(stated: Stated) -> bytes | None:
        from casino31.render.excel import workbook_bytes

        try:
            file = given or _shipped(stated.digest) or _quoted(stated, folder)
            if file.game.solver is not None:
                return workbook_bytes(_banker_report(file, stated, sheets))
            return workbook_bytes(_report(file, stated, mix or {}))
        except (RulesError, ValueError):
            return None

    return rebuild


def look_at_layout(path: Path, layout: RulesFile, readings: Sequence[Stated]) -> None:
    """RulesError for a layout of another game, or of a file that the sheet neither quotes nor has the digest of."""
    first, game = readings[0], layout.game.name
    known = {reading.digest for reading in readings} | {hashlib.sha256(first.text.encode()).hexdigest()}
    if first.game in ("", game) and (not (first.digest and layout.digest) or layout.digest in known):
        return
    own = f"{first.title!r} ({first.game or 'no game named'}, SHA-256 {first.digest[:12] or 'not stated'})"
    named = f"{layout.rules.title!r} ({game}, SHA-256 {layout.digest[:12] or 'none'})"
    raise refused(str(path), f"a par sheet of {own}, not of {named}", "the layout it was made from", "leave out -p")


def _report(file: RulesFile, stated: Stated, mix: Mapping[str, Fraction]) -> Report:
    from casino31.pages.par_sheets import SheetRequest, sheet_deliverable

    asked = SheetRequest(stated.objective, dict(mix or stated.mix), stated.confidence, date=stated.date)
    return sheet_deliverable(file.game, file.rules, stated.name, file.folder, asked).report


def _banker_report(
    file: RulesFile, stated: Stated, sheets: dict[tuple[str, Layout, bool], BankerAnalysis]
) -> Report:
    rules = file.rules
    # neither title nor source moves a number: statements that differ in them alone share one analysis
    bare = replace(rules, title="", source="", date="", digest="")
    key = (file.game.name, bare, stated.exact)
    if key not in sheets:
        sheets[key] = file.game.sides.sheet(bare, file.folder, exact=stated.exact)
    head = replace(sheets[key].head, title=rules.title, source=rules.source, digest=rules.digest)
    return file.game.sides.report(rules, replace(sheets[key], head=head), stated.name, stated.date)


def _shipped(digest: str) -> RulesFile | None:
    return next(
        (load(shipped_layout.name) for shipped_layout in shipped_layouts() if shipped_layout.digest == digest), None
    )


def _quoted(stated: Stated, folder: Path | None) -> RulesFile:
    """The layout of the quoted file; one that was made in code has neither a file nor a digest."""
    file = parse(stated.text, "the workbook")
    if not stated.digest:
        file = replace(file, rules=replace(file.rules, digest="", text=""))
    return replace(file, folder=folder or Path())
