"""A par-sheet workbook made anew from what it states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casino31.audit.workbooks.provenance import Stated
from casino31.audit.workbooks.provenance_banker import StatedBanker
from casino31.faults import RulesError
from casino31.rulesfile import RulesFile, load, parse, shipped

if TYPE_CHECKING:
    from casino31.audit.workbooks.parsheet import Rebuild, Statement
    from casino31.banker_answers import BankerAnalysis


def rebuilder(
    given: RulesFile | None = None,
    mix: Mapping[str, Fraction] | None = None,
    folder: Path | None = None,
) -> Rebuild:
    """Return the function that makes a workbook anew, from a layout, else a shipped one, else the workbook's words.

    ``mix`` stands for the units of a stake that the workbook does not state; ``folder`` is where a solved banker's
    policy is looked for when the layout's file is not at hand.
    """
    sheets: dict[Any, BankerAnalysis] = {}

    @lru_cache(maxsize=16)
    def rebuild(stated: Statement) -> bytes | None:
        try:
            if isinstance(stated, StatedBanker):
                banker = given or _shipped(stated.digest) or _own_words(stated, folder)
                return _banker_sheet(banker, stated, sheets) if banker.game.solver is not None else None
            file = given or _shipped(stated.digest) or _own_words(stated, None)
            return None if file.game.solver is not None else _sheet(file, stated, mix or {})
        except (RulesError, ValueError):
            return None

    return rebuild


def _sheet(file: RulesFile, stated: Stated, mix: Mapping[str, Fraction]) -> bytes:
    from casino31.report.excel import workbook_bytes
    from casino31.report.parsheet import par_sheet

    units = dict(mix or stated.mix)
    sheet = par_sheet(file.game, file.rules, stated.name, stated.objective, stated.confidence, units)
    return workbook_bytes(sheet, stated.date)


def _banker_sheet(file: RulesFile, stated: StatedBanker, sheets: dict[Any, BankerAnalysis]) -> bytes:
    from casino31.report.excel_banker import workbook_bytes

    rules: Any = file.rules
    # neither title nor source moves a number: statements that differ in them alone share one analysis
    bare = replace(rules, title="", source="", date="", digest="")
    key = (file.game.name, bare, stated.exact)
    if key not in sheets:
        sheets[key] = file.game.sides.sheet(bare, file.folder, exact=stated.exact)
    head = replace(sheets[key].head, title=rules.title, source=rules.source, digest=rules.digest)
    return workbook_bytes(file.game, replace(sheets[key], head=head), stated.name, stated.date)


def _shipped(digest: str) -> RulesFile | None:
    files = map(load, shipped())
    return next((file for file in files if file.rules.digest == digest), None)


def _own_words(stated: Statement, folder: Path | None) -> RulesFile:
    file = parse(stated.toml, "the workbook")
    if isinstance(stated, Stated) and stated.text:
        return file
    digest = stated.digest if len(stated.digest) == 64 else ""
    file = replace(file, rules=replace(file.rules, digest=digest))
    return replace(file, folder=folder or Path()) if file.game.solver is not None else file
