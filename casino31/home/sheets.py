"""The fairness sheet as tables, without a format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from casino31 import __version__
from casino31.home.estimates import Estimate
from casino31.home.exact.deal import deal_law
from casino31.home.fairness import Fairness
from casino31.home.fairness_form import fairness_object, seat_name
from casino31.home.policy import Situation
from casino31.home.policy_form import knock_rows, modes_lines
from casino31.home.readings import Change
from casino31.page import WHOLE, Block, Cell, Column, Note, Page, Report, Row, Table, Unit
from casino31.pages.filings import Filing
from casino31.render.files import rendered

Entry: TypeAlias = str | int | float


@dataclass(frozen=True)
class Sheet:
    """One page: a title, a few sentences, and a table."""

    title: str
    notes: tuple[str, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[Entry, ...], ...]


def fairness_sheets(sheet: Fairness, changed: Sequence[Change] = ()) -> tuple[Sheet, ...]:
    """Return the pages of a fairness sheet.

    >>> from casino31.home.fairness import fairness, study
    >>> from casino31.home.reader import load
    >>> [page.title for page in fairness_sheets(fairness(study(load("scat"), 2, deals=200)))]
    ['Seats', 'Match', 'Knock table', 'Dealt points', 'Rules and readings', 'How made']
    """
    pages = [_seats(sheet), _match(sheet)]
    if changed:
        pages.append(_changed(sheet, changed))
    pages.append(_policy(sheet))
    if sheet.rules.ranking != "brag":
        pages.append(_dealt(sheet))
    return (*pages, _rules(sheet), _made(sheet))


def _figures(label: str, of: Estimate) -> tuple[Entry, ...]:
    return label, of.value, of.low, of.high, of.method


_FIGURES = ("figure", "value", "from", "to", "how")


def _seats(sheet: Fairness) -> Sheet:
    players, rows = sheet.study.players, []
    for each in sheet.seats:
        seat = f"seat {seat_name(each.seat, players)}"
        rows.append(_figures(f"{seat}: lost a deal", each.lost))
        rows.append(_figures(f"{seat}: knocks", each.knocks))
        rows.append(_figures(f"{seat}: shows a blitz", each.blitz))
    rows.append(_figures("turns a deal", sheet.turns))
    rows += [_figures(f"deals that end by {kind}", often) for kind, often in sheet.ends.items()]
    level = f"{float(sheet.study.level):.0%}"
    scores = sheet.rules.settle in ("classes", "best scores")
    notes = [f"{sheet.rules.title}, {players} players; intervals of {level}."]
    notes += ["Points are scored: what is lost is below 0."] * scores
    return Sheet("Seats", tuple(notes), _FIGURES, tuple(rows))


def _match(sheet: Fairness) -> Sheet:
    if sheet.match is None:
        return Sheet("Match", (sheet.no_match,), (), ())
    players = sheet.study.players
    rows = [_figures("deals a match", sheet.match.deals)]
    rows += [
        _figures(f"seat {seat_name(seat + 1, players)} in the first deal wins", win)
        for seat, win in enumerate(sheet.match.win)
    ]
    if sheet.rules.settle == "lowest pays":
        for i, row in enumerate(sheet.match.outlasts):
            rows += [_figures(f"seat {i + 1} outlasts seat {j + 1}", each) for j, each in enumerate(row) if i != j]
    return Sheet("Match", ("A chain over lives, solved over the simulated law of a deal.",), _FIGURES, tuple(rows))


def _changed(sheet: Fairness, changed: Sequence[Change]) -> Sheet:
    players = sheet.study.players
    head = ("clause", "rule", "now", "other reading", *(f"seat {seat + 1}" for seat in range(players)), "what")
    rows: list[tuple[Entry, ...]] = []
    for each in changed:
        if each.match is None:
            told, what = tuple(lost.value for lost in each.lost), "lost a deal more, simulated"
            what += f", +- {max(lost.half for lost in each.lost):.4f}"
        else:
            told, what = tuple(win.value for win in each.match.win), "wins a match, solved"
            what += f"; {each.match.deals.value:.2f} deals"
        rows.append((each.clause, each.rule, each.now, each.other, *told, what))
    notes = ("The same cards under every other reading, the largest change first.",)
    return Sheet("What each rule changes", notes, head, tuple(rows))


def _policy(sheet: Fairness) -> Sheet:
    policy, rules = sheet.study.policies[0], sheet.rules
    shapes = ("two cards", "three cards") if rules.ranking == "suit" else ("three cards",)
    table = knock_rows(policy.table(Situation(sheet.study.players, 1)), rules)
    rows = tuple((turn, *told[-len(shapes) :]) for turn, *told in table)
    notes = ("All players knock from these scores on (solved by policy iteration, or as stated):", policy.name)
    return Sheet("Knock table", (*notes, *(line.strip() for line in modes_lines(policy))), ("turn", *shapes), rows)


def _dealt(sheet: Fairness) -> Sheet:
    law = deal_law(sheet.rules)
    rows = tuple((points, str(chance), float(chance), "exact") for points, chance in law.dealt.points.items())
    return Sheet(
        "Dealt points", ("The law of the points of a dealt hand.",), ("points", "fraction", "value", "how"), rows
    )


def _rules(sheet: Fairness) -> Sheet:
    rows = tuple(
        (each.clause, name, choice, each.says, ", ".join(o for o in each.choices if o != choice))
        for name, each, choice in sheet.rules.readings()
    )
    return Sheet("Rules and readings", (), ("clause", "rule", "reading", "what it settles", "other readings"), rows)


def _made(sheet: Fairness) -> Sheet:
    return Sheet("How made", (), ("fact", "value"), tuple(_facts(sheet)))


def _facts(sheet: Fairness) -> Iterator[tuple[Entry, ...]]:
    study = sheet.study
    yield "rules", study.game.path
    yield "SHA-256", study.game.digest
    yield "set", "; ".join(study.game.settings) or "nothing"
    yield "players", study.players
    yield from (("policy", line) for line in study.policies[0].text.strip().split("\n"))
    yield "deals", sheet.counted.deals
    yield "seed", study.seed
    yield "interval", f"{float(study.level):.0%}"
    yield "made by", f"casino31 {__version__}"


def document(sheet: Fairness, changed: Sequence[Change], ending: str) -> bytes:
    """Return a fairness sheet in the format of a file's ending; KeyError for an ending that is none."""
    return rendered(Filing(lambda: _report(sheet, changed), lambda: fairness_object(sheet, changed)), ending)


def _report(sheet: Fairness, changed: Sequence[Change]) -> Report:
    title = f"{sheet.rules.title}: fairness sheet for {sheet.study.players} players"
    pages = tuple(_page(each) for each in fairness_sheets(sheet, changed))
    return Report(
        title, "Fairness sheet", pages, frozen=True, maker=f"casino31 {__version__}", digest=sheet.study.game.digest
    )


def _page(sheet: Sheet) -> Page:
    blocks: list[Block] = [Note(note) for note in sheet.notes]
    if sheet.head:
        numbers = [bool(sheet.rows) and not isinstance(each, str) for each in (sheet.rows[0] if sheet.rows else ())]
        columns = tuple(
            Column(head, head, side="right" if number else "left")
            for head, number in zip(sheet.head, numbers or [False] * len(sheet.head), strict=True)
        )
        blocks.append(Table(columns, tuple(Row(tuple(map(_cell, row))) for row in sheet.rows)))
    return Page(sheet.title, tuple(blocks))


def _cell(entry: Entry) -> Cell:
    if isinstance(entry, float):
        return Cell(entry, Unit("number", 5))
    return Cell(entry, WHOLE) if isinstance(entry, int) else Cell(entry)
