"""The report of an audited log."""

from collections.abc import Iterator

from casino31.audit.finding import verdict_object
from casino31.audit.hands.answer import LogAudit, LogScope
from casino31.audit.hands.judgement import GroupFigures, MoneyFigures
from casino31.audit.hands.results import BetResult
from casino31.decimals import decimal, number, percent
from casino31.page import PERCENT, WHOLE, Block, Cell, Column, Note, Page, Report, Row, Table, texts
from casino31.pages.audited_results import MONEY, results_page
from casino31.pages.audits import AuditPages, audit_report, files_object, files_table
from casino31.pages.deliverable import Deliverable
from casino31.pages.remedies import HANDS
from casino31.serialize import JsonMapping, JsonObject


def log_deliverable(audit: LogAudit) -> Deliverable:
    """Return the report of an audited log as pages and as plain data.

    >>> from casino31.audit.hands.in_a_row import settlement_of
    >>> from casino31.audit.hands.log import LogAuditor
    >>> from casino31.audit.hands.schema import Schema
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> auditor = LogAuditor(settlement_of(file.game, file.game.analyse(file.rules)), Schema())
    >>> log_deliverable(auditor.answer()).report.title
    'Natural 31 bonus'
    """
    return Deliverable(lambda: _report(audit), lambda: log_object(audit))


def _report(audit: LogAudit) -> Report:
    verdict, scope = audit.verdict, audit.scope
    figures = (
        ("Hands", Cell(audit.rows, WHOLE)),
        ("Payout errors", Cell(audit.payout_errors, WHOLE, alert="fault" if audit.payout_errors else "")),
        ("Other faults", Cell(sum(audit.by_code.values()) - audit.by_code.get("payout", 0), WHOLE)),
        ("Tests", Cell(len(verdict.tests), WHOLE)),
    )
    pages = [Page("Money", tuple(_money_blocks(audit)), "The money, and what the cards came to")]
    if audit.by_group:
        pages.append(results_page("By group", audit.by_group))
    if audit.by_day:
        pages.append(results_page("By day", audit.by_day))
    power = [
        f"{bet}: {what} would be found with {reach['power']:.0%} power"
        for bet, reach in (verdict.detectable or {}).items()
        for what in _detectable(reach)
    ]
    parts = (tuple(_scope(audit)), tuple(power), tuple(pages))
    made = AuditPages("a log", "the log", scope.title, figures, *parts, HANDS, audit.by_code)
    return audit_report(verdict, made)


def _scope(audit: LogAudit) -> Iterator[Block]:
    """What was audited, against what, and how."""
    scope = audit.scope
    if scope.files:
        yield files_table(scope.files, "hands")
    schema = scope.schema
    often = "as often as you like" if scope.watching else "once"
    facts = [
        ("Layout", f"{scope.title} ({scope.game})"),
        ("SHA-256 of the layout", scope.digest or "none: made in code"),
        ("Strategy", scope.strategy),
        ("Schema", f"{schema.name}, SHA-256 {schema.sha256}" if schema else "none: the names of the columns"),
        ("Groups", ", ".join(scope.by) or "none"),
        ("Level", f"{percent(audit.verdict.level, 2)}, for a log that is looked at {often}"),
        ("To be seen", f"a change of edge by {percent(scope.detect, 2)} of an initial wager"),
    ]
    yield texts("Against what", facts)


def _money_blocks(audit: LogAudit) -> Iterator[Block]:
    """The real money first: what luck and skill leave open stands beside it."""
    columns = (
        Column("group", "Group", "left"),
        Column("bet", "Bet", "left"),
        Column("hands", "Hands"),
        Column("staked", "Staked"),
        Column("won", "Players won"),
        Column("result", "For each unit"),
        Column("interval", f"{percent(audit.verdict.level, 0)} interval"),
        Column("exact", "Expected"),
    )
    yield Table(columns, tuple(Row(tuple(_money(money))) for money in audit.money), "Money staked and won", "money")
    yield Note(_departures(audit))
    heads = (
        Column("group", "Group", "left"),
        Column("bet", "Bet", "left"),
        Column("rounds", "Rounds"),
        Column("seen", "Edge seen"),
        Column("filed", "Edge filed"),
        Column("interval", "Confidence sequence"),
    )
    title = "What the cards came to under the filed strategy"
    yield Table(heads, tuple(Row(tuple(_edge(group))) for group in audit.groups), title, "edges")


def _money(money: MoneyFigures) -> Iterator[Cell]:
    yield from (Cell(money.group), Cell(money.bet), Cell(money.hands, WHOLE))
    yield from (Cell(money.staked, MONEY), Cell(money.won, MONEY), Cell(money.result, PERCENT))
    yield Cell(f"{percent(money.interval[0], 2)} to {percent(money.interval[1], 2)}")
    yield Cell(money.exact, PERCENT)


def _edge(group: GroupFigures) -> Iterator[Cell]:
    yield from (Cell(group.group), Cell(group.bet), Cell(group.rounds, WHOLE))
    yield from (Cell(-group.mean, PERCENT), Cell(-group.exact, PERCENT))
    yield Cell(f"{percent(-group.interval[1], 2)} to {percent(-group.interval[0], 2)}")


def _departures(audit: LogAudit) -> str:
    came = decimal(audit.deviation_came, 2)
    many = f"{audit.deviations:,} hands were played against the filed strategy"
    share = f" ({percent(audit.deviation_cost / audit.staked)} of all initial wagers)" if audit.staked else ""
    cost = decimal(audit.deviation_cost, 2)
    return f"{many}: they cost {cost}{share} on average, and {came} with the cards that came."


def _detectable(reach: JsonMapping) -> Iterator[str]:
    yield f"a change of edge by {reach['edge_change']:.4%}"
    yield f"players who win {reach['gain_by_stakes']:.4%} of their stakes more than expected"
    if reach["gain_by_decisions"]:
        yield f"decisions that win {reach['gain_by_decisions']:.4%} of all initial wagers by what nobody can see"


def log_object(audit: LogAudit) -> JsonObject:
    """Return the JSON form of an audited log, schema ``casino31.audit-log/1``.

    >>> from casino31.audit.hands.in_a_row import settlement_of
    >>> from casino31.audit.hands.log import LogAuditor
    >>> from casino31.audit.hands.schema import Schema
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> auditor = LogAuditor(settlement_of(file.game, file.game.analyse(file.rules)), Schema())
    >>> whole = log_object(auditor.answer())
    >>> whole["schema"], whole["conforms"], whole["rows"]
    ('casino31.audit-log/1', None, 0)
    """
    return verdict_object(
        audit.verdict,
        "audit-log",
        **_scope_object(audit.scope),
        rows=audit.rows,
        sound_rows=audit.sound_rows,
        unreadable_rows=audit.unreadable,
        payout_errors=audit.payout_errors,
        faults=dict(audit.by_code),
        strategy={
            "deviations": audit.deviations,
            "cost": number(audit.deviation_cost),
            "cost_as_it_came": number(audit.deviation_came),
            "staked": number(audit.staked),
            "without_draw_card": audit.undealt,
        },
        money=[
            {
                "group": money.group,
                "bet": money.bet,
                "hands": money.hands,
                "staked": number(money.staked),
                "won": number(money.won),
                "result": number(money.result),
                "exact": number(money.exact),
                "confidence_sequence": list(money.interval),
            }
            for money in audit.money
        ],
        by_group=list(map(_result_object, audit.by_group)),
        by_day=list(map(_result_object, audit.by_day)),
        groups=[
            {
                "group": group.group,
                "bet": group.bet,
                "rounds": group.rounds,
                "mean": number(group.mean),
                "exact": number(group.exact),
                "standard_error": group.standard_error,
                "confidence_sequence": list(group.interval),
                "counts": group.counts,
                "expected": group.expected,
            }
            for group in audit.groups
        ],
    )


def _scope_object(scope: LogScope) -> JsonObject:
    return {
        "files": files_object(scope.files),
        "layout": {"game": scope.game, "title": scope.title, "sha256": scope.digest, "strategy": scope.strategy},
        "log_schema": None if scope.schema is None else {"name": scope.schema.name, "sha256": scope.schema.sha256},
        "by": list(scope.by),
        "detect": number(scope.detect),
        "watching": scope.watching,
    }


def _result_object(result: BetResult) -> JsonObject:
    exact = ("staked", "won", "result", "exact")
    return {name: number(value) if name in exact else value for name, value in result._asdict().items()}
