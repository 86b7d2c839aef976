"""What the audit of shuffles and its self-test print."""

from typing import Any

from casino31.audit.finding import verdict_object
from casino31.audit.shuffles.randomness import LABORATORY
from casino31.audit.shuffles.selftest import LOOSE, SelfTest
from casino31.audit.shuffles.shuffle import ShuffleAudit
from casino31.decimals import table
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


def selftest_text(answer: SelfTest) -> str:
    """Return what ``audit --selftest`` prints.

    >>> from casino31.audit.finding import LEVEL, Verdict
    >>> sources = {"Fisher-Yates": {"runs": 0.05}}
    >>> found = {"Fisher-Yates": 0.01}, {"unshuffled": ["runs"]}
    >>> answer = SelfTest(Verdict(True, LEVEL, ()), 1_000, 200, sources, *found)
    >>> selftest_text(answer).splitlines()[0]
    'alarms at 5% on good sources, 1000 repeats of 200 shuffles'
    """
    sources = list(answer.alarms)
    rows = [(test, *(f"{answer.alarms[s][test]:.4f}" for s in sources)) for test in answer.alarms[sources[0]]]
    level = float(1 - answer.verdict.level)
    rows.append((f"one decision, at {level:.2g}", *(f"{answer.collective[s]:.4f}" for s in sources)))
    found = [
        (name, "incomplete" if "incomplete" in by else ", ".join(by) or "NOTHING")
        for name, by in answer.found_by.items()
    ]
    return "\n".join(
        [
            f"alarms at {LOOSE:.0%} on good sources, {answer.repeats} repeats of {answer.shuffles} shuffles",
            table(("test", *sources), rows),
            "bad sources, 2,000 shuffles, and what rejects them",
            *(f"  {name}: {by}" for name, by in found),
            verdict_text(answer.verdict, "the set of tests"),
        ]
    )


def selftest_object(answer: SelfTest) -> dict[str, Any]:
    """Return the JSON form of the self-test, schema ``casino31.audit-selftest/1``.

    >>> from casino31.audit.finding import LEVEL, Verdict
    >>> sources = {"Fisher-Yates": {"runs": 0.05}}
    >>> found = {"Fisher-Yates": 0.01}, {"unshuffled": ["runs"]}
    >>> answer = SelfTest(Verdict(True, LEVEL, ()), 1_000, 200, sources, *found)
    >>> whole = selftest_object(answer)
    >>> whole["schema"], whole["repeats"]
    ('casino31.audit-selftest/1', 1000)
    """
    return verdict_object(
        answer.verdict,
        "audit-selftest",
        repeats=answer.repeats,
        shuffles=answer.shuffles,
        alarms=answer.alarms,
        collective=answer.collective,
        found_by=answer.found_by,
    )
