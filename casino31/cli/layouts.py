"""Verbs about files: which games and layouts there are, and whether a file is right."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casino31.cli.app import (
    DIFFERS,
    DONE,
    FAULTY,
    TOO_FEW,
    cli,
    json_option,
    minimum_return_option,
    print_json,
    strict_option,
    tell,
    wrong_use,
)
from casino31.faults import Fault, RulesError
from casino31.serialize import JsonObject

if TYPE_CHECKING:
    from casino31.audit.tables.table import TableAudit
    from casino31.audit.workbooks.parsheet import ParSheetAudit
    from casino31.paytable_design.claims import ClaimVerdict
    from casino31.rulesfile import RulesFile

TABLES = (".csv", ".tsv", ".xlsx")
"""The endings of published return tables."""


@cli.command()
@json_option
def games(as_json: bool) -> None:
    """List the games, what their files may choose, and the shipped layouts."""
    from casino31.games import GAMES
    from casino31.rulesfile import shipped_layouts

    layouts = shipped_layouts()
    known = list(GAMES.values())
    if as_json:
        print_json(
            {
                "schema": "casino31.games/1",
                "games": [
                    {
                        "game": game.name,
                        "readings": {name: list(choices) for name, choices in game.readings.items()},
                        "layouts": {f.name: f.title for f in layouts if f.game is game},
                    }
                    for game in known
                ],
            }
        )
        return
    for game in known:
        click.echo(game.name)
        for reading, choices in game.readings.items():
            click.echo(f"  {reading}: {choices[0]} (default), {', '.join(choices[1:])}")
        for file in layouts:
            if file.game is game:
                click.echo(f"  {file.name:<36} {file.title}")


@cli.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--claim",
    "claims",
    multiple=True,
    metavar="CLAIM",
    help="Also hold a stated figure against the exact one: main.house_edge=3.80%, 'natural 31.trips=424 to 1'.",
)
@minimum_return_option
@strict_option
@json_option
def check(
    files: tuple[str, ...], claims: tuple[str, ...], minimum_return: str | None, strict: bool, as_json: bool
) -> None:
    """Read pay-table files and report every fault at once; hold claims about them against the exact figures.

    Each bet must return what --minimum-return asks for, or the file's own [table] minimum_return.

    A published return table (.csv, .tsv or .xlsx) is held against its own arithmetic, as `audit table` does; a par
    sheet is made anew, as `audit parsheet` does.
    """
    reports: list[tuple[str, tuple[Fault, ...]]] = []
    judged: list[tuple[str, ClaimVerdict]] = []
    tables: list[tuple[str, TableAudit]] = []
    sheets: list[tuple[str, ParSheetAudit]] = []
    for name in files:
        try:
            if (sheet := _par_sheet(name)) is not None:
                sheets.append((name, sheet))
                click.echo(f"{name} is a par sheet: held as `casino31 audit parsheet` holds it", err=True)
                continue
            if name.lower().endswith(TABLES):
                tables.append((name, _hold(name, minimum_return)))
                continue
            loaded = _load(name, strict)
            reports.append((name, (*loaded.warnings, *_beside(loaded))))
            judged += [(name, verdict) for verdict in _judge(loaded, claims, minimum_return)]
        except RulesError as error:
            reports.append((name, error.faults))
    faulty = {name for name, faults in reports if any(fault.severity == "error" for fault in faults)}
    if as_json:
        print_json(_check_object(reports, judged, tables, sheets, faulty))
    else:
        _print_check(reports, judged, tables, sheets)
    wrong = any(not verdict.holds for _, verdict in judged)
    audits = [audit.verdict for _, audit in tables] + [audit.verdict for _, audit in sheets]
    wrong |= any(verdict.conforms is False for verdict in audits)
    unsure = any(audit.verdict.conforms is None for _, audit in tables)
    sys.exit(FAULTY if faulty else DIFFERS if wrong else TOO_FEW if unsure else DONE)


def _load(name: str, strict: bool) -> RulesFile:
    from casino31.rulesfile import load

    return load(name, strict=strict)


def _beside(loaded: RulesFile) -> tuple[Fault, ...]:
    from casino31.api.layouts import beside

    return beside(loaded)


def _par_sheet(name: str) -> ParSheetAudit | None:
    """The audit of a par sheet of this program; None of any other file."""
    if not name.lower().endswith(".xlsx"):
        return None
    from casino31.api.audits import audit_parsheet
    from casino31.importing.parsheet import statement

    return None if statement(Path(name)) is None else audit_parsheet(name)


def _hold(name: str, minimum_return: str | None) -> TableAudit:
    from dataclasses import replace

    from casino31.api.audits import audit_table

    try:
        with wrong_use():
            return audit_table(Path(name), minimum_return=minimum_return)
    except RulesError as error:
        hint = f"casino31 import {name} --game GAME -o mine.toml makes a layout of pays without combinations"
        raise RulesError(replace(fault, hint=fault.hint or hint) for fault in error.faults) from None


def _check_object(
    reports: list[tuple[str, tuple[Fault, ...]]],
    judged: list[tuple[str, ClaimVerdict]],
    tables: list[tuple[str, TableAudit]],
    sheets: list[tuple[str, ParSheetAudit]],
    faulty: set[str],
) -> JsonObject:
    from dataclasses import asdict

    answer: JsonObject = {
        "schema": "casino31.check/1",
        "files": [
            {"file": name, "conforms": name not in faulty, "faults": list(map(asdict, faults))}
            for name, faults in reports
        ],
    }
    if judged:
        answer["claims"] = [{"file": name, **verdict._asdict()} for name, verdict in judged]
    if tables:
        from casino31.pages.audited_tables import table_object

        answer["tables"] = [{"file": name, **table_object(audit)} for name, audit in tables]
    if sheets:
        from casino31.pages.audited_parsheets import parsheet_object

        answer["par_sheets"] = [{"file": name, **parsheet_object(audit)} for name, audit in sheets]
    return answer


def _print_check(
    reports: list[tuple[str, tuple[Fault, ...]]],
    judged: list[tuple[str, ClaimVerdict]],
    tables: list[tuple[str, TableAudit]],
    sheets: list[tuple[str, ParSheetAudit]],
) -> None:
    for name, faults in reports:
        for fault in faults:
            click.echo(str(fault))
        click.echo(f"{name}: {_tally(faults)}")
    for name, verdict in judged:
        slip = f"; {verdict.slip}" if verdict.slip else ""
        said = "holds" if verdict.holds else "is wrong"
        click.echo(f"{name}: {verdict.claim} {said}: exactly {verdict.exact}{slip}")
    from casino31.api.reports import report_of

    for answer in (*(audit for _, audit in tables), *(sheet for _, sheet in sheets)):
        tell(report_of(answer), as_json=False)


def _judge(loaded: RulesFile, claims: tuple[str, ...], minimum_return: str | None) -> list[ClaimVerdict]:
    """The verdict on each claim about a layout, and on the least return; one that cannot be read is wrong use."""
    from casino31.exact import level

    with wrong_use():
        least = level(minimum_return, "75% or 0.75") if minimum_return else None
    facts = loaded.rules.table_facts
    least = least or (facts.minimum_return if facts else None)
    if not claims and least is None:
        return []
    if loaded.game.solver is not None:
        from casino31.paytable_design.banker_claims import banker_below, judge_banker_claim

        analysis = loaded.game.sides.analyse(loaded.rules, loaded.folder)
        with wrong_use():
            judged = [judge_banker_claim(analysis, claim) for claim in claims]
        return judged + (banker_below(analysis, least) if least else [])
    from casino31.paytable_design.claims import below, judge_claim

    with wrong_use():
        judged = [judge_claim(loaded.game, loaded.rules, claim) for claim in claims]
    return judged + (below(loaded.game, loaded.rules, least) if least else [])


def _tally(faults: tuple[Fault, ...]) -> str:
    errors = sum(fault.severity == "error" for fault in faults)
    words = [
        f"{count} {kind}{'s' * (count > 1)}"
        for count, kind in ((errors, "error"), (len(faults) - errors, "warning"))
        if count
    ]
    return ", ".join(words) or "no fault"
