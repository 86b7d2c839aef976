"""A par-sheet workbook made anew from what it states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casino31.faults import RulesError

if TYPE_CHECKING:
    from casino31.audit.parsheet import Statement
    from casino31.audit.stated import Stated
    from casino31.audit.stated_banker import StatedBanker
    from casino31.banker_answers import BankerAnalysis
    from casino31.rulesfile import BankerFile, RulesFile


def remaker(
    paytable: str | None, mix: tuple[str, ...] = (), folder: Path | None = None
) -> Callable[[Statement], bytes | None]:
    """Return the function that makes a workbook anew, from this layout, a shipped one, or the workbook's words.

    ``folder`` is where a solved banker's policy is looked for when the layout's file is not at hand. RulesError
    when the named layout has faults of its own.
    """
    from casino31.audit.stated_banker import StatedBanker
    from casino31.rulesfile import BankerFile, load_any

    given = load_any(paytable) if paytable else None
    sheets: dict[Any, BankerAnalysis] = {}

    @lru_cache(maxsize=16)
    def remake(stated: Statement) -> bytes | None:
        try:
            if isinstance(stated, StatedBanker):
                banker = given or _shipped(stated.digest, True) or _own_words(stated, folder)
                return _banker_sheet(banker, stated, sheets) if isinstance(banker, BankerFile) else None
            file = given or _shipped(stated.digest, False) or _own_words(stated, None)
            return None if isinstance(file, BankerFile) else _sheet(file, stated, mix)
        except (RulesError, ValueError):
            return None

    return remake


def _sheet(file: RulesFile, stated: Stated, mix: tuple[str, ...]) -> bytes:
    from casino31.cli.analysis import units_of
    from casino31.report.excel import workbook_bytes
    from casino31.report.parsheet import par_sheet

    units = dict(map(units_of, mix)) or dict(stated.mix)
    sheet = par_sheet(file.game, file.rules, stated.name, stated.objective, stated.confidence, units)
    return workbook_bytes(sheet, stated.date)


def _banker_sheet(file: BankerFile, stated: StatedBanker, sheets: dict[Any, BankerAnalysis]) -> bytes:
    from casino31.report.excel_banker import workbook_bytes

    rules: Any = file.rules
    # neither title nor source moves a number: statements that differ in them alone share one analysis
    bare = replace(rules, title="", source="", date="", digest="")
    key = (file.game.name, bare, stated.exact)
    if key not in sheets:
        sheets[key] = file.game.sheet(bare, file.folder, exact=stated.exact)
    head = replace(sheets[key].head, title=rules.title, source=rules.source, digest=rules.digest)
    return workbook_bytes(file.game, replace(sheets[key], head=head), stated.name, stated.date)


def _shipped(digest: str, banker: bool) -> RulesFile | BankerFile | None:
    from casino31.rulesfile import load_any, shipped, shipped_bankers

    files = map(load_any, shipped_bankers() if banker else shipped())
    return next((file for file in files if file.rules.digest == digest), None)


def _own_words(stated: Statement, folder: Path | None) -> RulesFile | BankerFile:
    from casino31.rulesfile import BankerFile, parse_any

    file = parse_any(stated.toml, "the workbook")
    digest = stated.digest if len(stated.digest) == 64 else ""
    file = replace(file, rules=replace(file.rules, digest=digest))
    return replace(file, folder=folder or Path()) if isinstance(file, BankerFile) else file
