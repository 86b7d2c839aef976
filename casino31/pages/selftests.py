"""What the self-test of the audits prints."""

from dataclasses import asdict
from typing import Any

from casino31.audit.finding import verdict_object
from casino31.audit.hands.cheats import PlayerSelfTest
from casino31.audit.shuffles.selftest import LOOSE, SelfTest
from casino31.decimals import table
from casino31.pages.audited_tables import verdict_text


def selftest_text(answer: SelfTest, players: PlayerSelfTest) -> str:
    """Return what ``audit --selftest`` prints.

    >>> from casino31.audit.finding import LEVEL, Verdict
    >>> from casino31.audit.hands.cheats import CheatPower
    >>> sources = {"Fisher-Yates": {"runs": 0.05}}
    >>> found = {"Fisher-Yates": 0.01}, {"unshuffled": ["runs"]}
    >>> answer = SelfTest(Verdict(True, LEVEL, ()), 1_000, 200, sources, *found)
    >>> caps = CheatPower("caps", 0.002, 1.0, ("stakes",))
    >>> players = PlayerSelfTest(Verdict(True, LEVEL, ()), "B", 10, 5, 0, 5, (caps,))
    >>> selftest_text(answer, players).splitlines()[0]
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
            verdict_text(answer.verdict, "the set of tests of shuffles"),
            *_players(players),
            verdict_text(players.verdict, "the set of tests of players"),
        ]
    )


def _players(answer: PlayerSelfTest) -> list[str]:
    rows = [
        (
            cheat.cheat,
            "none tried" if cheat.share is None else f"{cheat.share:.3%}",
            f"{cheat.found:.0%}",
            ", ".join(cheat.tests),
        )
        for cheat in answer.cheats
    ]
    return [
        f"{answer.layout}: {answer.hands:,} hands a log, two a round",
        f"honest players, who stray and raise after losses: {answer.alarms} of {answer.honest} logs do not conform",
        table(("a cheat who", "smallest share found", f"of {answer.repeats} logs", "by"), rows),
    ]


def selftest_object(answer: SelfTest, players: PlayerSelfTest) -> dict[str, Any]:
    """Return the JSON form of the self-test, schema ``casino31.audit-selftest/1``.

    >>> from casino31.audit.finding import LEVEL, Verdict
    >>> from casino31.audit.hands.cheats import CheatPower
    >>> sources = {"Fisher-Yates": {"runs": 0.05}}
    >>> found = {"Fisher-Yates": 0.01}, {"unshuffled": ["runs"]}
    >>> answer = SelfTest(Verdict(True, LEVEL, ()), 1_000, 200, sources, *found)
    >>> caps = CheatPower("caps", 0.002, 1.0, ("stakes",))
    >>> players = PlayerSelfTest(Verdict(True, LEVEL, ()), "B", 10, 5, 0, 5, (caps,))
    >>> whole = selftest_object(answer, players)
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
        players={
            "conforms": players.verdict.conforms,
            "layout": players.layout,
            "hands": players.hands,
            "honest_logs": players.honest,
            "alarms": players.alarms,
            "repeats": players.repeats,
            "cheats": [asdict(cheat) for cheat in players.cheats],
        },
    )
