"""What the audit of shuffles and its self-test print."""

from typing import Any

from casino31.audit.finding import verdict_object
from casino31.audit.shuffles.randomness import LABORATORY
from casino31.audit.shuffles.shuffle import ShuffleAudit
from casino31.pages.audited_tables import checks_text, verdict_text


def shuffle_text(audit: ShuffleAudit) -> str:
    """Return what ``audit shuffle`` prints.

    >>> from casino31.audit.shuffles.shuffle import Shuffles
    >>> from casino31.audit.shuffles.shufflers import fisher_yates
    >>> import numpy as np
    >>> shuffles = Shuffles()
    >>> shuffles.add(fisher_yates(np.random.default_rng(31), 120))
    >>> shuffle_text(shuffles.answer()).splitlines()[0]
    '120 shuffles of 1 deck, 0 incomplete'
    """
    answer = {True: "passes", False: "FAILS", None: "has too few shuffles"}[audit.laboratory]
    shoe = f"{audit.decks} deck{'s' * (audit.decks > 1)}"
    many = f"{audit.shuffles:,} shuffles of {shoe}, {audit.incomplete:,} incomplete"
    lines = [many, checks_text(audit.verdict), f"  the laboratory's four ({', '.join(LABORATORY)}): {answer}"]
    least = audit.verdict.detectable
    if least:
        cards = "one card" if least["of_cards"] == 1 else f"one group of {least['of_cards']} cards"
        lines.append(
            f"  {cards} at one position {least['chance'] + least['excess_at_one_position']:.3%} of the time, "
            f"not {least['chance']:.3%}, would be found with {least['power']:.0%} power"
        )
        stacked = least["stacked"]
        lines.append(
            f"  a rank put side by side in {stacked['side_by_side']:.2%} of shuffles, or one put among the first "
            f"four cards in {stacked['among_top_four']:.2%}, would be found with {least['power']:.0%} power"
        )
    return "\n".join([*lines, verdict_text(audit.verdict, "the source")])


def shuffle_object(audit: ShuffleAudit) -> dict[str, Any]:
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
        shuffles=audit.shuffles,
        incomplete=audit.incomplete,
        decks=audit.decks,
        laboratory={"tests": list(LABORATORY), "conforms": audit.laboratory},
    )
