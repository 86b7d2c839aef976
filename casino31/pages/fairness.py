"""The fairness sheet of a home game as pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from casino31.home.estimates import Estimate
from casino31.home.exact.deal import deal_law
from casino31.home.fairness import Fairness
from casino31.home.fairness_form import fairness_object, how_made, seat_name
from casino31.home.policy import Situation
from casino31.home.policy_form import knock_rows, modes_lines
from casino31.home.readings import Change
from casino31.page import TEXT, WHOLE, Cell, Column, Note, Page, Report, Row, Table, Unit
from casino31.pages.deliverable import Deliverable
from casino31.version import MAKER

Entry: TypeAlias = str | int | float

_FIVE = Unit("number", 5)


def fairness_pages(sheet: Fairness, changed: Sequence[Change] = ()) -> tuple[Page, ...]:
    """Return the pages of a fairness sheet.

    >>> from casino31.home.fairness import fairness, study
    >>> from casino31.home.reader import load
    >>> [page.title for page in fairness_pages(fairness(study(load("scat"), 2, deals=200)))]
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


def _seats(sheet: Fairness) -> Page:
    players, rows = sheet.study.players, []
    for seat_figures in sheet.seats:
        seat = f"seat {seat_name(seat_figures.seat, players)}"
        rows.append(_figures(f"{seat}: lost a deal", seat_figures.lost))
        rows.append(_figures(f"{seat}: knocks", seat_figures.knocks))
        rows.append(_figures(f"{seat}: shows a blitz", seat_figures.blitz))
    rows.append(_figures("turns a deal", sheet.turns))
    rows += [_figures(f"deals that end by {kind}", often) for kind, often in sheet.ends.items()]
    level = f"{float(sheet.study.level):.0%}"
    notes: tuple[str, ...] = (f"{sheet.rules.title}, {players} players; intervals of {level}.",)
    if sheet.rules.settle in ("classes", "best scores"):
        notes += ("Points are scored: what is lost is below 0.",)
    return _page("Seats", notes, _FIGURES, tuple(rows))


def _match(sheet: Fairness) -> Page:
    if sheet.match is None:
        return _page("Match", (sheet.no_match,), (), ())
    players = sheet.study.players
    rows = [_figures("deals a match", sheet.match.deals)]
    rows += [
        _figures(f"seat {seat_name(seat + 1, players)} in the first deal wins", win)
        for seat, win in enumerate(sheet.match.win)
    ]
    if sheet.rules.settle == "lowest pays":
        for i, row in enumerate(sheet.match.outlasts):
            rows += [
                _figures(f"seat {i + 1} outlasts seat {j + 1}", share) for j, share in enumerate(row) if i != j
            ]
    return _page("Match", (f"{how_made(sheet.match)}.",), _FIGURES, tuple(rows))


def _changed(sheet: Fairness, changed: Sequence[Change]) -> Page:
    players = sheet.study.players
    head = ("clause", "rule", "now", "other reading", *(f"seat {seat + 1}" for seat in range(players)), "what")
    rows: list[tuple[Entry, ...]] = []
    for change in changed:
        if change.match is None:
            told, what = tuple(lost.value for lost in change.lost), "lost a deal more, simulated"
            what += f", +- {max(lost.half for lost in change.lost):.4f}"
        else:
            told, what = tuple(win.value for win in change.match.win), f"wins a match, {change.match.deals.method}"
            what += f"; {change.match.deals.value:.2f} deals"
        rows.append((change.clause, change.rule, change.now, change.other, *told, what))
    notes = ("The same cards under every other reading, the largest change first.",)
    return _page("What each rule changes", notes, head, tuple(rows))


def _policy(sheet: Fairness) -> Page:
    policy, rules = sheet.study.policies[0], sheet.rules
    shapes = ("two cards", "three cards") if rules.ranking == "suit" else ("three cards",)
    table = knock_rows(policy.table(Situation(sheet.study.players, 1)), rules)
    rows = tuple((turn, *told[-len(shapes) :]) for turn, *told in table)
    notes = ("All players knock from these scores on (solved by policy iteration, or as stated):", policy.name)
    return _page("Knock table", (*notes, *(line.strip() for line in modes_lines(policy))), ("turn", *shapes), rows)


def _dealt(sheet: Fairness) -> Page:
    law = deal_law(sheet.rules)
    rows = tuple((points, str(chance), float(chance), "exact") for points, chance in law.dealt.points.items())
    return _page(
        "Dealt points", ("The law of the points of a dealt hand.",), ("points", "fraction", "value", "how"), rows
    )


def _rules(sheet: Fairness) -> Page:
    rows = tuple(
        (reading.clause, name, choice, reading.says, ", ".join(o for o in reading.choices if o != choice))
        for name, reading, choice in sheet.rules.readings()
    )
    return _page("Rules and readings", (), ("clause", "rule", "reading", "what it settles", "other readings"), rows)


def _made(sheet: Fairness) -> Page:
    return _page("How made", (), ("fact", "value"), tuple(_facts(sheet)))


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
    yield "made by", MAKER


def fairness_deliverable(sheet: Fairness, changed: Sequence[Change] = ()) -> Deliverable:
    """Return a fairness sheet as pages and as plain data.

    >>> from casino31.home.fairness import fairness, study
    >>> from casino31.home.reader import load
    >>> fairness_deliverable(fairness(study(load("scat"), 2, deals=200))).report.subject
    'Fairness sheet for 2 players'
    """
    study = sheet.study

    def report() -> Report:
        return Report(
            sheet.rules.title,
            f"Fairness sheet for {study.players} players",
            fairness_pages(sheet, changed),
            facts=(("House rules", study.game.path), ("SHA-256", study.game.digest), ("Seed", str(study.seed))),
            maker=MAKER,
            digest=study.game.digest,
            frozen=True,
        )

    return Deliverable(report, lambda: fairness_object(sheet, changed))


def _page(title: str, notes: Sequence[str], head: Sequence[str], rows: Sequence[tuple[Entry, ...]]) -> Page:
    """A few sentences, and a table: texts to the left, numbers to the right."""
    blocks = tuple(Note(note) for note in notes)
    if not head:
        return Page(title, blocks)
    words = [all(isinstance(row[place], str) for row in rows) for place in range(len(head))]
    columns = tuple(
        Column(str(place), name, "left" if word else "right")
        for place, (name, word) in enumerate(zip(head, words, strict=True))
    )
    return Page(title, (*blocks, Table(columns, tuple(Row(tuple(map(_cell, row))) for row in rows))))


def _cell(entry: Entry) -> Cell:
    return Cell(entry, TEXT if isinstance(entry, str) else WHOLE if isinstance(entry, int) else _FIVE)
