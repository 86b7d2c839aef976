"""The par sheet of any game with pays as a report: all its pages, and the short page for a screen."""

from collections.abc import Iterator

from casino31.decimals import percent
from casino31.metrics import EventRow
from casino31.page import (
    NUMBER,
    ODDS,
    PLAIN,
    WHOLE,
    Block,
    Cell,
    Column,
    Group,
    Listing,
    Note,
    Page,
    Report,
    Row,
    Table,
    Unit,
    texts,
)
from casino31.pages.longruns import ranges_table
from casino31.pages.measures import MEASURES
from casino31.pages.parsheet import ParSheet
from casino31.pages.strategy import advice


def sheet_report(sheet: ParSheet, date: str = "") -> Report:
    """Return the whole par sheet; ValueError when the analysis is not that of the best strategy.

    A workbook chooses the best action anew whenever a pay changes.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> report = sheet_report(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> [page.title for page in report.pages]
    ['Summary', 'Natural 31', 'Confidence', 'Rules and worked examples', 'Provenance']
    """
    from casino31.pages.counts import counts_page
    from casino31.pages.first_decisions import first_page
    from casino31.pages.live import Live
    from casino31.pages.longruns import longruns_page
    from casino31.pages.offering import filing_rows, offer_of, offering_pages
    from casino31.pages.provenance import provenance_page
    from casino31.pages.rules import rules_page
    from casino31.pages.strategy import strategy_page
    from casino31.pages.summary import summary_page
    from casino31.pages.together import together_page
    from casino31.pages.wagers import wager_page
    from casino31.quotes import check_keys

    live = Live(sheet)
    live.verify()
    pages = [wager_page(live, wager) for wager in sheet.rules.tables]
    if live.main:
        pages.append(together_page(live))
    if live.decides:
        pages.append(strategy_page(live))
    if live.table:
        pages.append(counts_page(live))
    if live.before:
        pages.append(first_page(live))
    offering = offering_pages(offer_of(sheet), sheet.rules.table_facts, sheet.rules.document)
    pages += [longruns_page(sheet), *offering, rules_page(live), provenance_page(live, date)]
    first = summary_page(live, check_keys(pages))
    analysis, digest = sheet.analysis, sheet.rules.digest
    return Report(
        sheet.rules.title,
        f"Par sheet of {analysis.game}",
        (first, *pages),
        (
            ("Layout file", sheet.name),
            ("SHA-256", digest or "none: made in code"),
            ("Date", date or "not stated"),
            ("Made by", f"casino31 {analysis.version}"),
        ),
        f"casino31 {analysis.version}",
        digest,
        date,
        bool(live.frozen),
        filing_rows(sheet.rules.document),
    )


# the page for a screen


def analysis_report(sheet: ParSheet, long_run: bool = False) -> Report:
    """Return what ``analyze`` prints: the layout, its figures, its events, its strategy, its assumptions.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> report = analysis_report(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> [block.title for block in report.pages[0].blocks if isinstance(block, Table)][1:]
    ['Figures', 'Outcomes: natural 31 (net, return and variance in units)']
    """
    blocks: list[Block] = [_head(sheet), *_figures(sheet)]
    for name, stake in sheet.stakes.items():
        if len(stake.stake.bets) == 1:
            title = f"Outcomes: {name} (net, return and variance in units)"
            blocks.append(events_table(title, stake.rows))
    blocks += _pairs(sheet)
    if long_run:
        title = f"Average result a round, in initial wagers: {percent(sheet.confidence, 0)} of the time"
        blocks.append(Note(f"{title}: exact quantiles beside the normal ones.", "strong"))
        for name, stake in sheet.stakes.items():
            blocks.append(ranges_table(stake.ranges(confidence=sheet.confidence), name))
    blocks += [*_rule_list(sheet), *_assumptions(sheet)]
    return _short(sheet, Page("Analysis", tuple(blocks), sheet.rules.title))


def strategy_report(sheet: ParSheet) -> Report:
    """Return what ``strategy`` prints: the layout, its strategy and what that rests on."""
    blocks = (_head(sheet), *_rule_list(sheet), *advice(sheet), *_assumptions(sheet))
    return _short(sheet, Page("Strategy", blocks, sheet.rules.title))


def _short(sheet: ParSheet, page: Page) -> Report:
    analysis = sheet.analysis
    subject, maker = f"{page.title} of {analysis.game}", f"casino31 {analysis.version}"
    return Report(sheet.rules.title, subject, (page,), maker=maker, digest=sheet.rules.digest)


def _head(sheet: ParSheet) -> Table:
    analysis, rules = sheet.analysis, sheet.rules
    facts = (
        ("game", analysis.game),
        ("pay table", sheet.name),
        ("SHA-256", rules.digest or "made in code, no file"),
        ("source", rules.source or "not stated"),
        ("readings", ", ".join(f"{name} = {choice}" for name, choice in rules.readings.items()) or "none"),
        ("odds", f"{rules.odds} in the file; net results in units"),
        ("strategy", f"{analysis.strategy.name}; chosen for {' + '.join(analysis.objective)}"),
        ("method", f"{analysis.method}: {analysis.outcomes.total:,} equally likely deals"),
        ("made by", f"casino31 {analysis.version}"),
    )
    return texts("", facts)


def _figures(sheet: ParSheet) -> Iterator[Block]:
    rows = []
    for measure in MEASURES:
        unit = measure.unit._replace(digits=4) if measure.unit.kind == "share" else measure.unit
        values = (measure.value(stake.metrics, sheet.z) for stake in sheet.stakes.values())
        label = measure.label
        if measure.key == "volatility":
            label = f"Volatility index, {percent(sheet.confidence, 0)} (z = {sheet.z:.4f})"
        rows.append(Row((Cell(label), *(Cell("none" if value is None else value, unit) for value in values))))
    columns = (Column("label", side="left"), *(Column(name, name) for name in sheet.stakes))
    yield Table(columns, tuple(rows), "Figures")
    for name, figures in sheet.stakes.items():
        if figures.metrics.house_edge < 0:
            yield Note(f"{name}: the player has the edge.", "strong")


def events_table(title: str, events: tuple[EventRow, ...]) -> Table:
    """Return the table of what can happen to a stake: net, combinations, probability, odds, return."""
    rows = [
        Row(
            (
                Cell(row.label),
                Cell(row.net, PLAIN),
                Cell(row.combinations, WHOLE),
                Cell(row.probability, _EIGHT),
                Cell(row.one_in, ODDS),
                Cell(row.true_odds, ODDS),
                Cell(row.expected, _EIGHT),
                Cell(row.variance, NUMBER),
            )
        )
        for row in events
    ]
    total = (
        *(Cell("total"), None, Cell(sum(row.combinations for row in events), WHOLE)),
        *(Cell(sum(row.probability for row in events), _EIGHT), None, None),
        Cell(sum(row.expected for row in events), _EIGHT),
        Cell(sum(row.variance for row in events), NUMBER),
    )
    heads = ("net", "combinations", "probability", "1 in N", "true odds", "return", "variance")
    columns = (Column("event", "event", "left"), *(Column(head, head) for head in heads))
    return Table(columns, (*rows, Row(total, "total")), title)


_EIGHT = Unit("number", 8)


def _pairs(sheet: ParSheet) -> Iterator[Table]:
    rows = [
        Row((Cell(f"{first} and {other}"), Cell(value, _EIGHT), Cell("none" if linear is None else linear, NUMBER)))
        for (first, other), (value, linear) in sheet.pairs.items()
    ]
    if rows:
        columns = (
            Column("label", side="left"),
            Column("covariance", "covariance, units squared"),
            Column("correlation", "correlation"),
        )
        yield Table(columns, tuple(rows), "Wagers together")


def _rule_list(sheet: ParSheet) -> Iterator[Block]:
    reading, *rules = sheet.rule_list
    blocks: list[Block] = [Note(reading), Listing(tuple(rules), numbered=True)]
    if sheet.analysis.strategy.actions:
        often = sheet.play_frequency
        plays = "" if often is None else f"Plays {percent(often)} of hands; "
        which = "both" if len({*sheet.analysis.strategy.actions.values()}) <= 2 else "several"
        said = f"{plays}on {sheet.analysis.tied} hands {which} actions are equal."
        blocks.append(Note(f"{said[0].upper()}{said[1:]}"))
    yield Group(tuple(blocks), "Strategy: the best action for every hand")


def _assumptions(sheet: ParSheet) -> Iterator[Listing]:
    if sheet.analysis.assumptions:
        yield Listing(tuple(f"- {note}" for note in sheet.analysis.assumptions), "Assumptions")
