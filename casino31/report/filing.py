"""What a par sheet prints of its filing: the document, the table in money, and what regulations ask for.

Each part is a table of texts, so that every format prints the same; without the facts in the layout there is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import NamedTuple

from casino31.checklist import Asked, checklist
from casino31.filing import DocumentFacts, TableFacts
from casino31.offering import TableFigures, table_figures
from casino31.report.numbers import decimal, percent, table
from casino31.report.parsheet import ParSheet


class Part(NamedTuple):
    """One table of texts."""

    title: str
    head: tuple[str, ...]
    """() of a list of facts: a name and what it is."""
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def filing_parts(sheet: ParSheet) -> tuple[Part, ...]:
    """Return the parts of a filing that a layout gives the facts for, in the order of a page."""
    rules, parts = sheet.rules, list[Part]()
    if rules.document is not None:
        parts += document_parts(rules.document)
    if rules.table_facts is not None:
        facts = rules.table_facts
        parts += table_parts(facts, at_table(sheet, facts), percent(sheet.confidence, 0))
    if rules.document is not None:
        decides = bool(sheet.analysis.strategy.actions)
        parts.append(checklist_part(checklist(rules.document, bool(rules.tables), decides, bool(sheet.examples))))
    return tuple(parts)


def at_table(sheet: ParSheet, facts: TableFacts) -> Mapping[str, TableFigures]:
    """Return what each stake of a sheet comes to at a table."""
    return {
        name: table_figures(stake.outcomes, stake.metrics.initial_wager, facts, sheet.confidence)
        for name, stake in sheet.stakes.items()
    }


def document_parts(facts: DocumentFacts) -> Iterator[Part]:
    """Yield the document and its history.

    >>> [part.rows for part in document_parts(DocumentFacts("PS-1", "B", jurisdiction="Maryland"))]
    [(('number', 'PS-1'), ('revision', 'B'), ('jurisdiction', 'Maryland'))]
    """
    named = ("number", "revision", "prepared_by", "prepared_for", "jurisdiction", "contact")
    rows = [(name.replace("_", " "), getattr(facts, name)) for name in named if getattr(facts, name)]
    if rows:
        yield Part("Document", (), tuple(rows))
    if facts.history:
        history = tuple((each.revision, each.date, each.change) for each in facts.history)
        yield Part("Revisions", ("revision", "date", "change"), history)


def table_parts(facts: TableFacts, stakes: Mapping[str, TableFigures], confidence: str) -> Iterator[Part]:
    """Yield what the layout says of its table, and what each stake comes to there."""
    money = facts.money
    sums = (
        ("minimum bet", facts.minimum_bet),
        ("maximum bet", facts.maximum_bet),
        ("payout limit, one player and round", facts.payout_limit),
    )
    stated = [(name, money(value)) for name, value in sums if value is not None]
    if facts.rounds_per_hour is not None:
        stated.append(("rounds an hour, each seat", decimal(facts.rounds_per_hour, 2)))
    if facts.seats is not None:
        stated.append(("seats", str(facts.seats)))
    if facts.minimum_return is not None:
        stated.append(("least return asked for", percent(facts.minimum_return)))
    yield Part("Table", (), tuple(stated))
    hourly = tuple(
        (name, money(each.bet), money(each.seat), "" if each.table is None else money(each.table))
        for name, found in stakes.items()
        for each in found.hourly
    )
    if hourly:
        note = "House edge x initial wager x rounds an hour; the bet is the money on each initial wager."
        yield Part("Theoretical win an hour", ("stake", "bet", "one seat", "all seats"), hourly, note)
    holds = tuple(
        (name, f"{each.rounds:,}", percent(found.house_edge), percent(-each.upper), percent(-each.lower))
        for name, found in stakes.items()
        for each in found.hold
    )
    if holds:
        note = (
            f"The share of the initial wagers that the house keeps: in {confidence} of all cases from low to high."
        )
        yield Part("Hold by rounds", ("stake", "rounds", "expected", "low", "high"), holds, note)
    if facts.payout_limit is not None:
        yield _limit_part(facts, stakes)


def _limit_part(facts: TableFacts, stakes: Mapping[str, TableFigures]) -> Part:
    rows = []
    for name, found in stakes.items():
        free = "any" if found.free_bet is None else facts.money(Fraction(floor(found.free_bet * 100), 100))
        most = decimal(found.largest_payout, 2)
        effect = found.limited
        if effect is None:
            rows.append((name, most, free, "", "", "", ""))
            continue
        edge, limited = percent(effect.house_edge), percent(effect.limited_edge)
        often = f"1 in {decimal(1 / effect.chance, 1)}" if effect.binds else "never"
        exact = f"{effect.house_edge} to {effect.limited_edge}" if effect.binds else "unchanged"
        rows.append((name, most, free, facts.money(effect.largest_payout), often, f"{edge} to {limited}", exact))
    head = (
        "stake",
        "largest payout, units",
        "bets untouched up to",
        "at maximum bet",
        "cut",
        "house edge",
        "exactly",
    )
    note = (
        "What the won wagers of one player are paid in a round, his stakes not counted, cut to the limit. "
        "The strategy is the filed one."
    )
    return Part("Payout limit", head, tuple(rows), note)


def checklist_part(asked: Sequence[Asked]) -> Part:
    """Return the checklist of regulations."""
    rows = tuple((each.regulation, each.what, each.status, each.where) for each in asked)
    return Part("What regulations ask for", ("regulation", "asks for", "status", "where, or what"), rows)


def filing_text(parts: Sequence[Part]) -> str:
    """Return the parts as text.

    >>> print(filing_text([Part("Table", (), (("seats", "7"),))]))
    Table
    =====
      seats  7
    """
    said = []
    for part in parts:
        if part.head:
            body = table(part.head, part.rows)
        else:
            width = max(len(name) for name, _ in part.rows)
            body = "\n".join(f"  {name:<{width}}  {value}" for name, value in part.rows)
        note = f"  {part.note}\n" if part.note else ""
        said.append(f"{part.title}\n{'=' * len(part.title)}\n{note}{body}")
    return "\n\n".join(said)
