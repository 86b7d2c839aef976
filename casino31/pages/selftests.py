"""The report of the self-test of the audits."""

from collections.abc import Iterator
from dataclasses import asdict

from casino31.audit.finding import verdict_object
from casino31.audit.hands.cheats import PlayerSelfTest
from casino31.audit.selftest import AuditSelfTest
from casino31.audit.shuffles.selftest import LOOSE, SelfTest
from casino31.page import Block, Cell, Chart, Column, Note, Page, Report, Row, Table, Unit
from casino31.pages.audits import AuditPages, answer, audit_report, bar_label
from casino31.pages.deliverable import Deliverable
from casino31.serialize import JsonObject

RATE, SHARE, WHOLE_SHARE = Unit("number", 4), Unit("share", 3), Unit("share", 0)


def selftest_deliverable(tested: AuditSelfTest) -> Deliverable:
    """Return the report of the self-test as pages and as plain data.

    >>> from casino31.audit.finding import LEVEL, Verdict
    >>> from casino31.audit.hands.cheats import CheatPower
    >>> found = {"Fisher-Yates": 0.01}, {"unshuffled": ["runs"]}
    >>> shuffles = SelfTest(Verdict(True, LEVEL, ()), 1_000, 200, {"Fisher-Yates": {"runs": 0.05}}, *found)
    >>> caps = CheatPower("caps", 0.002, 1.0, ("stakes",))
    >>> players = PlayerSelfTest(Verdict(True, LEVEL, ()), "B", 10, 5, 0, 5, (caps,))
    >>> selftest_deliverable(AuditSelfTest(shuffles, players)).report.pages[-1].blocks[-1].text
    'the set of tests conforms.'
    """
    return Deliverable(lambda: _report(tested), lambda: selftest_object(tested))


def _report(tested: AuditSelfTest) -> Report:
    shuffles, players = tested.shuffles, tested.players
    figures = (
        ("Tests of shuffles", answer(shuffles.verdict)),
        ("Tests of players", answer(players.verdict)),
        ("Honest logs accused", Cell(f"{players.alarms} of {players.honest}")),
    )
    scope = (
        Note(
            f"The tests of shuffles ran {shuffles.repeats:,} times on {shuffles.shuffles:,} shuffles of each good "
            "source, and once on 2,000 shuffles of each bad one."
        ),
        Note(
            f"The tests of players ran on logs of {players.hands:,} hands ({players.layout}), dealt two a round, "
            "or drawn from the exact distribution where no single card is hidden: "
            f"{players.honest} of honest players, who stray and raise after losses, and {players.repeats} of each "
            "cheat and share."
        ),
    )
    power = tuple(
        f"who {cheat.cheat}: {'no share tried' if cheat.share is None else f'from {cheat.share:.3%}'}"
        for cheat in players.cheats
    )
    pages = (
        Page("Shuffles", tuple(_shuffles(shuffles)), "The tests of shuffles"),
        Page("Players", tuple(_players(players)), "The tests of players"),
    )
    title = "The tests of the audits, tested"
    made = AuditPages("the audits", "the set of tests", title, figures, scope, power, pages)
    return audit_report(tested.verdict, made)


def _shuffles(tested: SelfTest) -> Iterator[Block]:
    sources = list(tested.alarms)
    columns = (Column("test", "Test", "left"), *(Column(f"source {n}", name) for n, name in enumerate(sources)))
    rows = [
        Row((Cell(test), *(Cell(tested.alarms[source][test], RATE) for source in sources)))
        for test in tested.alarms[sources[0]]
    ]
    level = float(1 - tested.verdict.level)
    together = (Cell(tested.collective[source], RATE) for source in sources)
    rows.append(Row((Cell(f"one decision, at {level:.2g}"), *together), "total"))
    yield Table(columns, tuple(rows), f"Alarms at {LOOSE:.0%} on good sources")
    columns = (Column("source", "Source", "left"), Column("tests", "Rejected by", "left"))
    bad = [
        Row((Cell(name), Cell("incomplete" if "incomplete" in by else ", ".join(by) or "NOTHING")))
        for name, by in tested.found_by.items()
    ]
    yield Table(columns, tuple(bad), "Bad sources, 2,000 shuffles each")


def _players(tested: PlayerSelfTest) -> Iterator[Block]:
    columns = (
        Column("cheat", "A cheat who", "left"),
        Column("share", "Smallest share found"),
        Column("found", f"Found in, of {tested.repeats} logs"),
        Column("tests", "By", "left"),
    )
    rows = tuple(
        Row(
            (
                Cell(cheat.cheat),
                Cell("none tried") if cheat.share is None else Cell(cheat.share, SHARE),
                Cell(cheat.found, WHOLE_SHARE),
                Cell(", ".join(cheat.tests)),
            )
        )
        for cheat in tested.cheats
    )
    yield Table(columns, rows, "Cheats", "cheats")
    shares = tuple(cheat.share for cheat in tested.cheats if cheat.share is not None)
    if shares and len(shares) == len(rows):
        labels = tuple(bar_label(cheat.cheat) for cheat in tested.cheats)
        title, axis = "Smallest share found", "of hands or of bets"
        yield Chart(title, axis, labels, shares, SHARE, "{cheats|cheat}", "{cheats|share}")


def selftest_object(tested: AuditSelfTest) -> JsonObject:
    """Return the JSON form of the self-test, schema ``casino31.audit-selftest/1``.

    >>> from casino31.audit.finding import LEVEL, Verdict
    >>> from casino31.audit.hands.cheats import CheatPower
    >>> sources = {"Fisher-Yates": {"runs": 0.05}}
    >>> found = {"Fisher-Yates": 0.01}, {"unshuffled": ["runs"]}
    >>> shuffles = SelfTest(Verdict(True, LEVEL, ()), 1_000, 200, sources, *found)
    >>> caps = CheatPower("caps", 0.002, 1.0, ("stakes",))
    >>> players = PlayerSelfTest(Verdict(True, LEVEL, ()), "B", 10, 5, 0, 5, (caps,))
    >>> whole = selftest_object(AuditSelfTest(shuffles, players))
    >>> whole["schema"], whole["repeats"]
    ('casino31.audit-selftest/1', 1000)
    """
    shuffles, players = tested.shuffles, tested.players
    return verdict_object(
        tested.verdict,
        "audit-selftest",
        repeats=shuffles.repeats,
        shuffles=shuffles.shuffles,
        alarms=shuffles.alarms,
        collective=shuffles.collective,
        found_by=shuffles.found_by,
        players={
            "conforms": players.verdict.conforms,
            "layout": players.layout,
            "hands": players.hands,
            "honest_logs": players.honest,
            "alarms": players.alarms,
            "repeats": players.repeats,
            "cheats": [{**asdict(cheat), "tests": list(cheat.tests)} for cheat in players.cheats],
        },
    )
