"""The report of an audited return table."""

from collections.abc import Iterator
from fractions import Fraction

from casino31.audit.finding import verdict_object
from casino31.audit.tables.against import GameCounts
from casino31.audit.tables.table import TableAudit
from casino31.decimals import number
from casino31.page import (
    NUMBER,
    PERCENT,
    WHOLE,
    Block,
    Cell,
    Chart,
    Column,
    Figure,
    Report,
    Row,
    Table,
    Unit,
    figures,
    texts,
)
from casino31.pages.audits import AuditPages, audit_report, bar_label, files_object, files_table
from casino31.pages.deliverable import Deliverable
from casino31.pages.remedies import TABLES
from casino31.paytable import LOSE, PUSH, OddsUnit, show_pay
from casino31.serialize import JsonObject

CHANCE = Unit("number", 10)
MOST_BARS = 31


def table_deliverable(audit: TableAudit) -> Deliverable:
    """Return the report of an audited return table as pages and as plain data.

    >>> from casino31.audit.tables.table import audit_text
    >>> made = table_deliverable(audit_text("event,pays,ways\\nwin,3 to 1,1\\nlose,-1,4\\nTotal,,5\\n"))
    >>> made.report.pages[-1].blocks[-1].text
    'the table conforms.'
    """
    return Deliverable(lambda: _report(audit), lambda: table_object(audit))


def _report(audit: TableAudit) -> Report:
    name = audit.file.name if audit.file else "the table"
    edge, problems = audit.house_edge, len(audit.verdict.problems)
    headline = (
        ("House edge", Cell("not known") if edge is None else Cell(edge, PERCENT)),
        ("Rows", Cell(len(audit.rows), WHOLE)),
        ("Faults", Cell(problems, WHOLE, alert="fault" if problems else "")),
    )
    scope: list[Block] = [files_table([audit.file], "rows")] if audit.file else []
    if audit.counts is not None:
        scope.append(_against(audit.counts))
    scope += _blocks(audit)
    power = ("any printed figure that is off by more than half a unit of its last digit: sums are exact fractions",)
    made = AuditPages("a return table", name, name, headline, tuple(scope), power, remedies=TABLES)
    return audit_report(audit.verdict, made)


def _against(counts: GameCounts) -> Table:
    """The game whose exact counts the rows were held against."""
    facts = [
        ("Game", counts.title),
        ("Wager", counts.wager),
        ("Rows matched", ", ".join(counts.matched) or "none"),
        ("Rows without a counterpart", ", ".join(counts.unmatched) or "none"),
    ]
    return texts("Held against", facts)


def _blocks(audit: TableAudit) -> Iterator[Block]:
    columns = (
        Column("event", "Event", "left"),
        Column("pays", "Pays"),
        Column("ways", "Combinations"),
        Column("chance", "Probability"),
        Column("return", "Return"),
        Column("variance", "Variance"),
    )
    rows = tuple(
        Row(
            (
                Cell(row.event),
                Cell(_pay(row.net, audit.unit)),
                None if row.combinations is None else Cell(row.combinations, WHOLE),
                Cell(row.probability, CHANCE),
                Cell(row.probability * row.net, CHANCE),
                None if part is None else Cell(part, NUMBER),
            )
        )
        for row, part in zip(audit.rows, audit.variance_by_row, strict=True)
    )
    yield Table(columns, rows, f"The rows worked out anew; pays are {audit.unit}", "rows")
    if audit.house_edge is not None:
        yield figures("What follows from them", list(_figures(audit)))
    if 1 < len(rows) <= MOST_BARS:
        labels = tuple(bar_label(row.event) for row in audit.rows)
        returns = tuple(row.probability * row.net for row in audit.rows)
        at = ("{rows|event}", "{rows|return}")
        yield Chart("Return by row", "of one unit", labels, returns, PERCENT, *at)


def _figures(audit: TableAudit) -> Iterator[Figure]:
    exact = (
        ("house edge", audit.house_edge),
        ("hit frequency: any pay", audit.any_pay),
        ("hit frequency: net win", audit.hit_frequency),
    )
    for label, share in exact:
        if share is not None:
            yield Figure(label, share, PERCENT, note=str(share))
    if audit.variance is not None and audit.standard_deviation is not None:
        yield Figure("variance", audit.variance, Unit("number", 4))
        yield Figure("standard deviation", audit.standard_deviation, Unit("number", 4))


def _pay(net: Fraction, unit: OddsUnit) -> str:
    """A pay in the unit of the table, a decimal one as such: 15.3 for 1."""
    odds = net if unit == "to one" else net + 1
    if net in (PUSH, LOSE) or odds.denominator == 1 or 10**6 % odds.denominator:
        return show_pay(net, unit)
    return f"{float(odds):g} {unit.removesuffix(' one')} 1"


def table_object(audit: TableAudit) -> JsonObject:
    """Return the JSON form of an audited table, schema ``casino31.audit-table/1``.

    >>> from casino31.audit.tables.table import audit_text
    >>> answer = audit_text("event,pays,ways\\nwin,3 to 1,1\\nlose,-1,4\\nTotal,,5\\n")
    >>> whole = table_object(answer)
    >>> whole["conforms"], whole["unit"], whole["house_edge"]
    (True, 'to one', {'exact': '1/5', 'value': 0.2})
    """
    edge, counts = audit.house_edge, audit.counts
    beside = None
    if counts is not None:
        rows = {event: list(events) for event, events in counts.matched.items()}
        beside = {
            "layout": counts.title,
            "wager": counts.wager,
            "rows": rows,
            "unmatched": list(counts.unmatched),
            "house_edge": number(counts.house_edge),
        }
    return verdict_object(
        audit.verdict,
        "audit-table",
        files=files_object([audit.file]),
        unit=audit.unit,
        house_edge=number(edge),
        **{"return": number(None if edge is None else 1 - edge)},
        standard_deviation=number(audit.standard_deviation),
        variance=number(audit.variance),
        hit_frequency=number(audit.hit_frequency),
        any_pay_frequency=number(audit.any_pay),
        stake=number(audit.stake),
        game=beside,
        rows=[
            {
                "event": row.event,
                "where": row.where,
                "pays": show_pay(row.net, audit.unit),
                "net": number(row.net),
                "combinations": row.combinations,
                "probability": number(row.probability),
                "return": number(row.probability * row.net),
                "variance": number(part),
            }
            for row, part in zip(audit.rows, audit.variance_by_row, strict=True)
        ],
    )
