"""A par-sheet workbook made anew from what it states."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from casino31.faults import RulesError

if TYPE_CHECKING:
    from casino31.audit.stated import Stated
    from casino31.rulesfile import RulesFile


def remaker(paytable: str | None, mix: tuple[str, ...] = ()) -> Callable[[Stated], bytes | None]:
    """Return the function that makes a workbook anew, from this pay table, a shipped one, or the workbook's words.

    RulesError when the named pay table has faults of its own.
    """
    from casino31.rulesfile import load

    given = load(paytable) if paytable else None

    @lru_cache(maxsize=8)
    def remake(stated: Stated) -> bytes | None:
        from casino31.cli.analysis import units_of
        from casino31.report.excel import workbook_bytes
        from casino31.report.parsheet import ParSheet

        try:
            file = given or _shipped(stated.digest) or _own_words(stated)
            analysis = file.game.analyse(file.rules, stated.objective)
            sheet = ParSheet(
                file.game, analysis, stated.name, stated.confidence, dict(map(units_of, mix)) or dict(stated.mix)
            )
            return workbook_bytes(sheet, stated.date)
        except (RulesError, ValueError):
            return None

    return remake


def _shipped(digest: str) -> RulesFile | None:
    from casino31.rulesfile import load, shipped

    return next((file for file in map(load, shipped()) if file.rules.digest == digest), None)


def _own_words(stated: Stated) -> RulesFile:
    from casino31.rulesfile import parse

    file = parse(stated.toml, "the workbook")
    digest = stated.digest if len(stated.digest) == 64 else ""
    return replace(file, rules=replace(file.rules, digest=digest))  # type: ignore[type-var]
