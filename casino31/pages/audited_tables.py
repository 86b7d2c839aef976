"""What an audit prints: text for people, and the JSON of the contract."""

from fractions import Fraction
from typing import Any

from casino31.audit.finding import Verdict, problem_lines, verdict_object
from casino31.audit.statistics import show_p
from casino31.audit.tables.table import TableAudit
from casino31.decimals import number, percent, table
from casino31.paytable import LOSE, PUSH, OddsUnit, show_pay


def verdict_text(verdict: Verdict, subject: str) -> str:
    """Return the problems, the notes and the one sentence that answers.

    >>> from casino31.audit.finding import LEVEL
    >>> verdict_text(Verdict(True, LEVEL, ()), "the table")
    'the table conforms.'
    """
    answer = {True: "conforms.", False: "DOES NOT CONFORM.", None: "cannot be judged: not enough to say."}
    lines = [f"  note: {note}" for note in verdict.notes]
    lines += [f"  {line}" for line in problem_lines(verdict.problems)]
    return "\n".join([*lines, f"{subject} {answer[verdict.conforms]}"])


def checks_text(verdict: Verdict) -> str:
    """Return the table of the tests made.

    >>> from casino31.audit.finding import LEVEL, Check
    >>> print(checks_text(Verdict(True, LEVEL, (), (Check("runs", 1.5, 0.1336, 2.0),))))
      test  statistic       p  e
      ----  ---------  ------  -
      runs      1.500  0.1336  2
    """
    rows = [
        (
            check.name,
            "" if check.statistic is None else f"{check.statistic:.3f}",
            "too few" if check.p is None and check.e is None else "" if check.p is None else show_p(check.p),
            "" if check.e is None else f"{check.e:.3g}",
        )
        for check in verdict.tests
    ]
    return table(("test", "statistic", "p", "e"), rows)


def table_text(audit: TableAudit, name: str) -> str:
    """Return what ``audit table`` prints.

    >>> from casino31.audit.tables.table import audit_text
    >>> answer = audit_text("event,pays,ways\\nwin,3 to 1,1\\nlose,-1,4\\nTotal,,5\\n")
    >>> print(table_text(answer, "a.csv").splitlines()[-1])
    a.csv conforms.
    """
    parts = audit.variance_by_row
    rows = [
        (
            row.event,
            _pay(row.net, audit.unit),
            "" if row.combinations is None else f"{row.combinations:,}",
            f"{float(row.probability):.10f}",
            f"{float(row.probability * row.net):.10f}",
            "" if part is None else f"{float(part):.6f}",
        )
        for row, part in zip(audit.rows, parts, strict=True)
    ]
    said = [table(("event", "pays", "combinations", "probability", "return", "variance"), rows)]
    if audit.house_edge is not None and audit.variance is not None:
        assert audit.any_pay is not None
        assert audit.hit_frequency is not None
        said += [
            f"pays {audit.unit}; house edge {percent(audit.house_edge)} ({audit.house_edge}), "
            f"variance {float(audit.variance):.4f}, standard deviation {audit.standard_deviation:.4f}",
            f"hit frequency: any pay {percent(audit.any_pay)}, net win {percent(audit.hit_frequency)}",
        ]
    return "\n".join([*said, verdict_text(audit.verdict, name)])


def _pay(net: Fraction, unit: OddsUnit) -> str:
    """A pay in the unit of the table, a decimal one as such: 15.3 for 1."""
    odds = net if unit == "to one" else net + 1
    if net in (PUSH, LOSE) or odds.denominator == 1 or 10**6 % odds.denominator:
        return show_pay(net, unit)
    return f"{float(odds):g} {unit.removesuffix(' one')} 1"


def table_object(audit: TableAudit) -> dict[str, Any]:
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
