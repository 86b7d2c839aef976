"""The report of audited shuffles."""

from collections.abc import Iterator

from casino31.audit.finding import verdict_object
from casino31.audit.shuffles.randomness import LABORATORY
from casino31.audit.shuffles.shuffle import ShuffleAudit
from casino31.decimals import percent
from casino31.page import WHOLE, Block, Cell, Report, texts
from casino31.pages.audits import AuditPages, audit_report, files_object, files_table
from casino31.pages.deliverable import Deliverable
from casino31.pages.remedies import SHUFFLES
from casino31.serialize import JsonObject


def shuffle_deliverable(audit: ShuffleAudit) -> Deliverable:
    """Return the report of audited shuffles as pages and as plain data.

    >>> from casino31.audit.shuffles.shuffle import Shuffles
    >>> from casino31.audit.shuffles.shufflers import fisher_yates
    >>> import numpy as np
    >>> shuffles = Shuffles()
    >>> shuffles.add(fisher_yates(np.random.default_rng(31), 120))
    >>> shuffle_deliverable(shuffles.answer()).report.title
    '120 shuffles of 1 deck'
    """
    return Deliverable(lambda: _report(audit), lambda: shuffle_object(audit))


def _report(audit: ShuffleAudit) -> Report:
    laboratory = {True: "passes", False: "FAILS", None: "too few shuffles"}[audit.laboratory]
    figures = (
        ("Shuffles", Cell(audit.shuffles, WHOLE)),
        ("Incomplete", Cell(audit.incomplete, WHOLE, alert="fault" if audit.incomplete else "")),
        ("Laboratory's four", Cell(laboratory, alert="" if audit.laboratory else "fault")),
    )
    title = f"{audit.shuffles:,} shuffles of {audit.decks} deck{'s' * (audit.decks > 1)}"
    scope = tuple(_scope(audit))
    power = tuple(_power(audit))
    counted = {"incomplete": audit.incomplete} if audit.incomplete else {}
    made = AuditPages("shuffles", "the source", title, figures, scope, power, remedies=SHUFFLES, counted=counted)
    return audit_report(audit.verdict, made)


def _scope(audit: ShuffleAudit) -> Iterator[Block]:
    if audit.files:
        yield files_table(audit.files, "shuffles")
    facts = [
        ("Against", "uniformly random orders of the whole shoe"),
        ("Level", f"{percent(audit.verdict.level, 2)} of the one decision over all tests"),
        ("Laboratory's four", ", ".join(LABORATORY)),
    ]
    yield texts("Against what", facts)


def _power(audit: ShuffleAudit) -> Iterator[str]:
    least = audit.verdict.detectable
    if not least:
        return
    cards = "one card" if least["of_cards"] == 1 else f"one group of {least['of_cards']} cards"
    yield (
        f"{cards} at one position {least['chance'] + least['excess_at_one_position']:.3%} of the time, "
        f"not {least['chance']:.3%}, would be found with {least['power']:.0%} power"
    )
    stacked = least["stacked"]
    yield (
        f"a rank put side by side in {stacked['side_by_side']:.2%} of shuffles, or one put among the first "
        f"four cards in {stacked['among_top_four']:.2%}, would be found with {least['power']:.0%} power"
    )


def shuffle_object(audit: ShuffleAudit) -> JsonObject:
    """Return the JSON form of audited shuffles, schema ``casino31.audit-shuffle/1``.

    >>> from casino31.audit.shuffles.shuffle import Shuffles
    >>> from casino31.audit.shuffles.shufflers import fisher_yates
    >>> import numpy as np
    >>> shuffles = Shuffles()
    >>> shuffles.add(fisher_yates(np.random.default_rng(31), 120))
    >>> whole = shuffle_object(shuffles.answer())
    >>> whole["schema"], whole["shuffles"]
    ('casino31.audit-shuffle/1', 120)
    """
    return verdict_object(
        audit.verdict,
        "audit-shuffle",
        files=files_object(audit.files),
        shuffles=audit.shuffles,
        incomplete=audit.incomplete,
        decks=audit.decks,
        laboratory={"tests": list(LABORATORY), "conforms": audit.laboratory},
    )
