"""A par sheet of any game for people and for programs, from one analysis."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from casino31.kept import results
from casino31.longrun import CONFIDENCE
from casino31.page import Report
from casino31.pages.deliverable import Deliverable
from casino31.serialize import JsonMapping

if TYPE_CHECKING:
    from casino31.banker_answers import BankerAnalysis
    from casino31.game import Game
    from casino31.layout import Layout
    from casino31.pages.screen import Screen

BANKER_SCHEMA = "casino31.banker/1"


@dataclass(frozen=True)
class SheetRequest:
    """What is asked of a par sheet, beyond its layout."""

    objective: tuple[str, ...] | None = None
    mix: Mapping[str, Fraction] = field(default_factory=dict)
    confidence: Fraction = CONFIDENCE
    exact: bool = False
    """With a banker and finite decks: fractions too."""
    date: str = ""
    """YYYY-MM-DD, or ""."""


def sheet_deliverable(game: Game, rules: Layout, name: str, folder: Path, asked: SheetRequest) -> Deliverable:
    """Return the par sheet of a layout; ``name`` is the layout as it was named, ``folder`` where its files are.

    SelfCheckError when figures contradict each other; ValueError for what a layout does not offer.
    """
    stamp = {"date": asked.date} if asked.date else {}
    if game.solver is None:
        from casino31.pages.parsheet import par_sheet

        sheet = par_sheet(game, rules, name, asked.objective, asked.confidence, asked.mix)

        def pages() -> Report:
            from casino31.pages.sheet import sheet_report

            return sheet_report(sheet, asked.date)

        def record() -> JsonMapping:
            from casino31.pages.records import analysis_object

            return analysis_object(sheet, whole=True) | stamp

        def screen() -> Screen:
            from casino31.pages.screen import screen_of

            return screen_of(game, sheet.analysis)

        return Deliverable(pages, record, screen)
    refuse_choice(game, asked.objective, asked.mix)
    sides = game.sides

    @cache
    def known() -> BankerAnalysis:
        return results().sheet(game, rules, folder, exact=asked.exact)

    def banker_record() -> JsonMapping:
        from casino31.serialize import plain

        return {"schema": BANKER_SCHEMA, **plain(known()), **stamp}

    def banker_screen() -> Screen:
        from casino31.pages.other_bets import other_bets
        from casino31.pages.screen import Screen

        return Screen((), (), None, rules.odds, bets=other_bets(known()))

    def banker_pages() -> Report:
        from casino31.pages.offering import banker_report

        report = sides.report(rules, known(), name, asked.date)
        return banker_report(report, rules, lambda: sides.outcomes(rules, folder, exact=asked.exact))

    return Deliverable(banker_pages, banker_record, banker_screen)


def refuse_choice(game: Game, objective: object, mix: object) -> None:
    """ValueError where a choice has no meaning for a bet that follows a card."""
    if objective or mix:
        given = "objective" if objective else "mix"
        raise ValueError(f"--{given} does not apply to {game.name}: its layout states the bets, by first card")
