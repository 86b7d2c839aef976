"""What a filing states of itself and of its table, and what regulations ask of it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import NamedTuple

from casino31.checklist import checklist
from casino31.decimals import decimal
from casino31.filing import DocumentFacts, TableFacts
from casino31.layout import Layout
from casino31.longrun import CONFIDENCE
from casino31.offering import TableFigures, table_figures
from casino31.outcomes import OutcomeDistribution
from casino31.outcomes import stake as staked
from casino31.page import PERCENT, SHARE, Block, Cell, Column, Figure, Page, Report, Row, Table, figures
from casino31.pages.longruns import ranges_table
from casino31.pages.parsheet import ParSheet


def filing_rows(document: DocumentFacts | None) -> tuple[tuple[str, str], ...]:
    """Return what a document says of itself, with labels; what is left out is left out.

    >>> filing_rows(DocumentFacts(number="PS-7", revision="B"))
    (('Document number', 'PS-7'), ('Revision', 'B'))
    """
    if document is None:
        return ()
    rows = (
        ("Document number", document.number),
        ("Revision", document.revision),
        ("Prepared by", document.prepared_by),
        ("Prepared for", document.prepared_for),
        ("Jurisdiction", document.jurisdiction),
        ("Contact", document.contact),
    )
    history = tuple((f"Revision {entry.revision}, {entry.date}", entry.change) for entry in document.history)
    return (*(row for row in rows if row[1]), *history)


class Offer(NamedTuple):
    """A game as it is offered: what its pages of the table and of regulations are about."""

    title: str
    stakes: Mapping[str, tuple[OutcomeDistribution, Fraction]]
    """By name: what can happen to a stake, and its initial wager in units."""
    odds: bool
    """Whether the layout states pays."""
    decides: bool
    """Whether the player decides anything."""
    examples: bool
    """Whether worked rounds are printed."""
    confidence: Fraction = CONFIDENCE


def offer_of(sheet: ParSheet) -> Offer:
    """Return what a layout with a pay table offers."""
    stakes = {name: (stake.outcomes, stake.metrics.initial_wager) for name, stake in sheet.stakes.items()}
    decides = bool(sheet.analysis.strategy.actions)
    return Offer(
        sheet.rules.title, stakes, bool(sheet.rules.tables), decides, bool(sheet.examples), sheet.confidence
    )


def banker_report(report: Report, rules: Layout, outcomes: Callable[[], OutcomeDistribution]) -> Report:
    """Return the report of a layout with a banker with what its file states of itself and of the table.

    A unit of the layout's bets is worth the minimum bet over the smallest one.
    """
    if rules.document is None and rules.table_facts is None:
        return report
    distribution = outcomes()
    facts = rules.table_facts
    if facts is not None and facts.minimum_bet is not None:
        smallest = min(staked(row) for row in distribution.combinations if staked(row))
        unit = facts.minimum_bet / smallest
        facts = replace(facts, minimum_bet=unit, maximum_bet=unit)
    offer = Offer(
        rules.title, {"units of the layout's bets": (distribution, distribution.expect(staked))}, False, True, False
    )
    pages = offering_pages(offer, facts, rules.document)
    *before, rules_page, provenance = report.pages
    return replace(report, pages=(*before, *pages, rules_page, provenance), filing=filing_rows(rules.document))


def offering_pages(offer: Offer, facts: TableFacts | None, document: DocumentFacts | None) -> Iterator[Page]:
    """Yield the page of the table and that of what regulations ask, where the layout states something for them."""
    if facts is not None:
        yield _table_page(offer, facts)
    if document is not None:
        yield _checklist_page(offer, document)


def at_table(offer: Offer, facts: TableFacts) -> Mapping[str, TableFigures]:
    """Return what each stake comes to at a table."""
    return {
        name: table_figures(outcomes, initial, facts, offer.confidence)
        for name, (outcomes, initial) in offer.stakes.items()
    }


def _table_page(offer: Offer, facts: TableFacts) -> Page:
    stated = [
        ("Rounds an hour of one seat", facts.rounds_per_hour),
        ("Seats", facts.seats),
        ("Minimum bet", facts.minimum_bet),
        ("Maximum bet", facts.maximum_bet),
        ("Payout limit of a round", facts.payout_limit),
    ]
    rows = [Figure(label, _money(label, value, facts)) for label, value in stated if value is not None]
    blocks: list[Block] = [figures("As the layout states it", rows)] if rows else []
    stakes = at_table(offer, facts)
    for name, worth in stakes.items():
        blocks += _of_stake(name, worth, facts)
    if facts.minimum_return is not None:
        blocks.append(_returns(stakes, facts.minimum_return))
    return Page("At the table", tuple(blocks), f"At the table: {offer.title}")


def _money(label: str, value: object, facts: TableFacts) -> str:
    amount = Fraction(str(value))
    counted = label.startswith(("Rounds", "Seats"))
    return decimal(amount, 0 if amount.denominator == 1 else 2) if counted else facts.money(amount).strip()


def _of_stake(name: str, worth: TableFigures, facts: TableFacts) -> Iterator[Block]:
    """What one stake comes to: by the hour, after some hours, and under the limit."""
    if worth.hourly:
        rows = [
            Row(
                (
                    Cell(facts.money(win.bet).strip()),
                    Cell(facts.money(win.seat).strip()),
                    Cell("" if win.table is None else facts.money(win.table).strip()),
                )
            )
            for win in worth.hourly
        ]
        columns = (Column("bet", "Bet", "left"), Column("seat", "A seat"), Column("table", "All seats"))
        yield Table(columns, tuple(rows), f"Theoretical win an hour, {name}")
    if worth.hold:
        yield ranges_table(worth.hold, f"Hold by rounds, {name}: the average result seen from the player")
    rows_ = [Figure("Largest payout of a round, units for one on each bet", decimal(worth.largest_payout, 2))]
    if worth.free_bet is not None:
        rows_.append(
            Figure(
                "Largest bet that the limit leaves as it is",
                facts.money(Fraction(floor(100 * worth.free_bet), 100)).strip(),
            )
        )
    if worth.limited is not None:
        effect = worth.limited
        rows_ += [
            Figure(f"At a bet of {facts.money(effect.bet).strip()}", "", kind="part"),
            Figure("Largest payout of a round", facts.money(effect.largest_payout).strip()),
            Figure("Rounds that would be paid more than the limit", effect.chance, SHARE),
            Figure("House edge without the limit", effect.house_edge, SHARE),
            Figure("House edge with it", effect.limited_edge, SHARE),
        ]
    yield figures(f"Payouts, {name}", rows_)


def _returns(stakes: Mapping[str, TableFigures], least: Fraction) -> Table:
    """Each stake's return beside the least that must come back."""
    rows = []
    for name, worth in stakes.items():
        back = 1 - worth.house_edge
        rows.append(Figure(name, back, SHARE, note="meets it" if back >= least else "BELOW IT"))
    least_row = Figure("Least return to the player", least, PERCENT)
    return figures("Return to the player on the initial wager", [least_row, *rows])


def _checklist_page(offer: Offer, document: DocumentFacts) -> Page:
    items = checklist(document, offer.odds, offer.decides, offer.examples)
    rows = [Row((Cell(item.regulation), Cell(item.what), Cell(item.status), Cell(item.where))) for item in items]
    columns = (
        Column("regulation", "Regulation", "left"),
        Column("what", "What it asks for", "left"),
        Column("status", "Status", "left"),
        Column("where", "Where, or what is missing", "left"),
    )
    return Page("Checklist", (Table(columns, tuple(rows)),), "What regulations ask of a filing")
