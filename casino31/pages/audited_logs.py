"""What the audit of a log prints."""

from collections.abc import Iterator, Mapping
from typing import Any

from casino31.audit.finding import verdict_object
from casino31.audit.hands.log import LogAudit
from casino31.decimals import decimal, number, percent, table
from casino31.pages.audited_tables import checks_text, verdict_text


def log_text(audit: LogAudit, title: str) -> str:
    """Return what ``audit log`` prints.

    >>> from casino31.audit.hands.log import LogAuditor
    >>> from casino31.audit.hands.schema import Schema
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> auditor = LogAuditor(file.game, file.game.analyse(file.rules), Schema())
    >>> log_text(auditor.answer(), "Natural 31 bonus").splitlines()[0]
    '0 hands against Natural 31 bonus; 0 payout errors'
    """
    errors = f"{audit.payout_errors:,} payout error{'s' * (audit.payout_errors != 1)}"
    lines = [f"{audit.rows:,} hands against {title}; {errors}"]
    lines.append(_money(audit))
    lines.append(_departures(audit))
    rows = [
        (
            f"{each.group}: {each.bet}",
            f"{each.rounds:,}",
            percent(-each.mean),
            percent(-each.exact),
            f"{percent(-each.interval[1], 2)} to {percent(-each.interval[0], 2)}",
        )
        for each in audit.groups
    ]
    lines.append(table(("group", "rounds", "edge seen", "edge filed", "confidence sequence"), rows))
    lines.append(checks_text(audit.verdict))
    for bet, each in (audit.verdict.detectable or {}).items():
        lines += [f"  {bet}: {what} would be found with {each['power']:.0%} power" for what in _detectable(each)]
    return "\n".join([*lines, verdict_text(audit.verdict, "the log")])


def _money(audit: LogAudit) -> str:
    """The real money, first of all: what luck and skill leave open stands beside it."""
    rows = [
        (
            f"{each.group}: {each.bet}",
            f"{each.hands:,}",
            decimal(each.staked, 2),
            decimal(each.won, 2),
            percent(each.result),
            f"{percent(each.interval[0], 2)} to {percent(each.interval[1], 2)}",
            percent(each.exact),
        )
        for each in audit.money
    ]
    heads = (
        "money",
        "hands",
        "staked",
        "players won",
        "for each unit",
        f"{percent(audit.verdict.level, 0)} interval",
    )
    return table((*heads, "expected"), rows)


def _departures(audit: LogAudit) -> str:
    came = decimal(audit.deviation_came, 2)
    many = f"{audit.deviations:,} hands were played against the filed strategy"
    if audit.deviation_cost is None:
        return f"{many}: they cost {came} with the cards that came"
    share = f" ({percent(audit.deviation_cost / audit.staked)} of all initial wagers)" if audit.staked else ""
    cost = decimal(audit.deviation_cost, 2)
    return f"{many}: they cost {cost}{share} on average, and {came} with the cards that came"


def _detectable(each: Mapping[str, Any]) -> Iterator[str]:
    yield f"a change of edge by {each['edge_change']:.4%}"
    yield f"players who win {each['gain_by_stakes']:.4%} of their stakes more than expected"
    if each["gain_by_decisions"]:
        yield f"decisions that win {each['gain_by_decisions']:.4%} of all initial wagers by what nobody can see"


def log_object(audit: LogAudit) -> dict[str, Any]:
    """Return the JSON form of an audited log, schema ``casino31.audit-log/1``.

    >>> from casino31.audit.hands.log import LogAuditor
    >>> from casino31.audit.hands.schema import Schema
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> auditor = LogAuditor(file.game, file.game.analyse(file.rules), Schema())
    >>> whole = log_object(auditor.answer())
    >>> whole["schema"], whole["conforms"], whole["rows"]
    ('casino31.audit-log/1', None, 0)
    """
    return verdict_object(
        audit.verdict,
        "audit-log",
        rows=audit.rows,
        sound_rows=audit.sound_rows,
        unreadable_rows=audit.unreadable,
        payout_errors=audit.payout_errors,
        faults=dict(audit.by_code),
        strategy={
            "deviations": audit.deviations,
            "cost": None if audit.deviation_cost is None else number(audit.deviation_cost),
            "cost_as_it_came": number(audit.deviation_came),
            "staked": number(audit.staked),
            "without_draw_card": audit.undealt,
        },
        money=[
            {
                "group": each.group,
                "bet": each.bet,
                "hands": each.hands,
                "staked": number(each.staked),
                "won": number(each.won),
                "result": number(each.result),
                "exact": number(each.exact),
                "confidence_sequence": list(each.interval),
            }
            for each in audit.money
        ],
        groups=[
            {
                "group": each.group,
                "bet": each.bet,
                "rounds": each.rounds,
                "mean": number(each.mean),
                "exact": number(each.exact),
                "standard_error": each.standard_error,
                "confidence_sequence": list(each.interval),
                "counts": each.counts,
                "expected": each.expected,
            }
            for each in audit.groups
        ],
    )
