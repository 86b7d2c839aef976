"""Par sheets as files: every format from one analysis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from casino31.api.layouts import Bets, LayoutLike, layout_of, named_bets, par_sheet
from casino31.decimals import percent
from casino31.exact import Number, level
from casino31.exact import exact as exact_number
from casino31.kept import results
from casino31.pages.deliverable import Deliverable
from casino31.pages.par_sheets import BANKER_SCHEMA, SheetRequest, refuse_choice, sheet_deliverable
from casino31.render.files import ENDINGS, rendered
from casino31.serialize import JsonMapping

if TYPE_CHECKING:
    from fractions import Fraction

    from casino31.longrun import Range
    from casino31.page import Report
    from casino31.rulesfile import RulesFile


def deliverable(
    layout: LayoutLike,
    *,
    objective: Bets | None = None,
    mix: Mapping[str, Number] | None = None,
    confidence: Number = "90%",
    exact: bool = False,
    date: str | None = None,
) -> Deliverable:
    """Return the par sheet of a layout of any game, as pages and as plain data; both are made when asked for.

    ``objective``, ``mix`` and ``confidence`` are those of ``par_sheet``; with a banker and finite decks ``exact``
    asks for fractions too. ``date`` is YYYY-MM-DD, by default the file's own. Raises as ``par_sheet``.

    >>> deliverable("natural-31").report.subject
    'Par sheet of 31 Classic'
    """
    file = layout_of(layout)
    asked = SheetRequest(
        named_bets(file, objective),
        {bet: exact_number(units, "5, 0.5 or 1/2") for bet, units in (mix or {}).items()},
        level(confidence),
        exact,
        file.rules.date if date is None else date,
    )
    return sheet_deliverable(file.game, file.rules, file.name, file.folder, asked)


def write_par_sheet(layout: LayoutLike, *paths: str | Path, **options: Any) -> tuple[Path, ...]:
    """Return the files written: the par sheet in the format of each ending, all from one analysis.

    Endings are .xlsx, .pdf (needs the extra ``pdf``), .html, .txt, .json and .csv. ``options`` are ``objective``,
    ``mix`` and ``confidence`` of ``par_sheet``, ``exact`` (fractions with a banker and finite decks) and ``date``
    (YYYY-MM-DD, else the file's). Every file is whole or absent. RulesError for a faulty layout; ValueError for
    another ending; OSError where a file cannot be written; NotCapableError and SelfCheckError as ``analyse``.

    >>> import casino31, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [path.name for path in casino31.write_par_sheet("natural-31", f"{folder}/a.txt", f"{folder}/a.json")]
    ['a.txt', 'a.json']
    """
    _known_endings(paths)
    return _written(deliverable(layout, **options), paths)


def write_report(result: object, *paths: str | Path, paper: str = "A4") -> tuple[Path, ...]:
    """Return the files written: the report of a result of this library, in the format of each ending.

    Endings and errors are those of ``write_par_sheet``; ``paper`` is that of a PDF and of a workbook, A4 or Letter.
    TypeError for what has no report.

    >>> import casino31, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = casino31.compare("31-classic-b", "31-classic-d")
    ...     [path.name for path in casino31.write_report(found, f"{folder}/b-to-d.html")]
    ['b-to-d.html']
    """
    _known_endings(paths)
    return _written(report_of(result), paths, paper)


_REPORTS = {
    "Against": "home.policies:against_deliverable",
    "Announcement": "home.knocks:announcement_deliverable",
    "AuditSelfTest": "selftests:selftest_deliverable",
    "Best": "home.policies:best_deliverable",
    "Comparison": "variation:comparison_deliverable",
    "DealLaw": "home.laws:deal_deliverable",
    "Design": "designs:design_deliverable",
    "Draws": "home.laws:draws_deliverable",
    "ExposureSheet": "exposures:exposure_deliverable",
    "Fairness": "home.fairness:fairness_deliverable",
    "FirstKnock": "home.knocks:knock_deliverable",
    "Formula": "formulas:formula_deliverable",
    "HomeComparison": "home.comparisons:comparison_deliverable",
    "HomeGame": "home.rules:rules_deliverable",
    "LogAudit": "audited_logs:log_deliverable",
    "ParSheetAudit": "audited_parsheets:parsheet_deliverable",
    "Sensitivities": "sensitivities:sensitivity_deliverable",
    "ShuffleAudit": "audited_shuffles:shuffle_deliverable",
    "Simulation": "simulated:simulation_deliverable",
    "SmallSolution": "home.small:small_deliverable",
    "Solution": "solving:solution_deliverable",
    "SolutionLine": "solving:line_deliverable",
    "TableAudit": "audited_tables:table_deliverable",
    "tuple[Change]": "home.fairness:readings_deliverable",
    "tuple[Claim]": "home.comparisons:claims_deliverable",
}
"""The function of ``casino31.pages`` that makes the report of a type of result."""


def report_of(result: object) -> Deliverable:
    """Return the report of a result as pages and as plain data; TypeError for what has none.

    >>> report_of(31)
    Traceback (most recent call last):
    TypeError: int has no report
    """
    kind = type(result).__name__
    if kind == "tuple" and isinstance(result, tuple) and result:
        kind = f"tuple[{type(result[0]).__name__}]"
    if kind not in _REPORTS:
        raise TypeError(f"{kind} has no report")
    room, function = _REPORTS[kind].split(":")
    made: Deliverable = getattr(import_module(f"casino31.pages.{room}"), function)(result)
    return made


def _known_endings(paths: Sequence[str | Path]) -> None:
    for path in paths:
        if Path(path).suffix.lower() not in ENDINGS:
            raise ValueError(f"{str(path)!r}: a report is written as {', '.join(ENDINGS)}")


def _written(made: Deliverable, paths: Sequence[str | Path], paper: str = "A4") -> tuple[Path, ...]:
    """Write every format, all of them made before the first is written."""
    from casino31.atomic_file import write_whole

    contents = [rendered(made, Path(path).suffix.lower(), paper) for path in paths]
    for path, content in zip(paths, contents, strict=True):
        write_whole(Path(path), content)
    return tuple(map(Path, paths))


def analysis_deliverable(
    layout: LayoutLike,
    *,
    objective: Bets | None = None,
    mix: Mapping[str, Number] | None = None,
    confidence: Number = "90%",
    exact: bool = False,
    long_run: bool = False,
) -> Deliverable:
    """Return the exact figures of a layout on one page, and as plain data; ``long_run`` adds the ranges of
    averages.

    >>> analysis_deliverable("natural-31").record["total_combinations"]
    22100
    """
    file = layout_of(layout)
    if file.game.solver is None:
        sheet = par_sheet(file, objective=objective, mix=mix, confidence=confidence)

        def pages() -> Report:
            from casino31.pages.sheet import analysis_report

            return analysis_report(sheet, long_run)

        def record() -> JsonMapping:
            from casino31.pages.records import analysis_object

            return analysis_object(sheet, whole=long_run)

        return Deliverable(pages, record)
    refuse_choice(file.game, objective, mix)
    sides = file.game.sides
    known = results().analysis(file.game, file.rules, file.folder, exact=exact)
    ranges_of = _long_run(file, level(confidence), exact) if long_run else ()

    def banker_pages() -> Report:
        report = sides.brief(file.rules, known)
        if not ranges_of:
            return report
        from casino31.pages.longruns import ranges_table

        title = f"Average result a round, in average bets: {percent(level(confidence), 0)} of the time"
        (page,) = report.pages
        return replace(report, pages=(replace(page, blocks=(*page.blocks, ranges_table(ranges_of, title))),))

    def banker_record() -> JsonMapping:
        from casino31.pages.records import range_object
        from casino31.serialize import plain

        more = {"long_run": [range_object(span) for span in ranges_of]} if ranges_of else {}
        return {"schema": BANKER_SCHEMA, **plain(known), **more}

    return Deliverable(banker_pages, banker_record)


def _long_run(file: RulesFile, confidence: Fraction, exact: bool) -> tuple[Range, ...]:
    """The range of the average result of a bet that follows a card, in average bets."""
    from casino31.longrun import ranges
    from casino31.outcomes import stake

    outcomes = file.game.sides.outcomes(file.rules, file.folder, exact=exact)
    return ranges(outcomes, outcomes.expect(stake), confidence=confidence)


def strategy_deliverable(layout: LayoutLike, **options: Any) -> Deliverable:
    """Return the best strategy of a layout in words, in short, and what leaving it costs; as plain data too.

    >>> strategy_deliverable("31-classic-b").record["schema"]
    'casino31.strategy/1'
    """
    file = layout_of(layout)
    if file.game.solver is None:
        sheet = par_sheet(file, **options)

        def pages() -> Report:
            from casino31.pages.sheet import strategy_report

            return strategy_report(sheet)

        def record() -> JsonMapping:
            from casino31.pages.records import strategy_object

            return {"schema": "casino31.strategy/1", **strategy_object(sheet)}

        return Deliverable(pages, record)
    refuse_choice(file.game, options.get("objective"), options.get("mix"))
    sides = file.game.sides
    known = results().strategies(file.game, file.rules, file.folder)

    def banker_record() -> JsonMapping:
        from casino31.serialize import plain

        return {"schema": "casino31.banker-strategy/1", **plain(known)}

    return Deliverable(lambda: sides.strategy_report(known), banker_record)
