"""What the report of every audit holds: the verdict first, and at the end each fault with what to do about it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from casino31.audit.finding import SHOWN, AuditedFile, Check, Problem, Verdict
from casino31.audit.statistics import show_p
from casino31.page import Block, Cell, Column, Headline, Listing, Note, Page, Report, Row, Table, Unit, texts
from casino31.version import MAKER

ANSWERS = {True: "conforms", False: "DOES NOT CONFORM", None: "cannot be judged"}
STATISTIC = Unit("number", 3)
LONGEST_LABEL = 24
"""Characters beside a bar."""


@dataclass(frozen=True)
class AuditPages:
    """What one audit says besides the parts that all have."""

    kind: str
    """Of what it is an audit: "a log"."""
    what: str
    """What the last sentence is about: "the log"."""
    title: str
    figures: tuple[tuple[str, Cell], ...]
    """The headline behind the verdict."""
    scope: tuple[Block, ...]
    """What was audited, against what."""
    power: tuple[str, ...]
    """What this audit would have found."""
    pages: tuple[Page, ...] = ()
    remedies: Mapping[str, str] = field(default_factory=dict)
    """What to do about each kind of fault."""
    counted: Mapping[str, int] = field(default_factory=dict)
    """How many faults of a kind there are, where only the first are listed."""


def answer(verdict: Verdict) -> Cell:
    """Return the verdict in words, loud where it is not what one hopes for.

    >>> from casino31.audit.finding import LEVEL
    >>> answer(Verdict(True, LEVEL, ())).value, answer(Verdict(False, LEVEL, ())).value
    ('conforms', 'DOES NOT CONFORM')
    """
    return Cell(ANSWERS[verdict.conforms], alert="" if verdict.conforms else "fault")


def audit_report(verdict: Verdict, made: AuditPages) -> Report:
    """Return the report of an audit; its last line is the answer.

    >>> from casino31.audit.finding import LEVEL
    >>> made = AuditPages("a log", "the log", "A layout", (), (), ())
    >>> report = audit_report(Verdict(True, LEVEL, ()), made)
    >>> report.subject, report.pages[-1].blocks[-1].text
    ('Audit of a log: conforms', 'the log conforms.')
    """
    told, times = (
        ANSWERS[verdict.conforms],
        {**Counter(problem.code for problem in verdict.problems), **made.counted},
    )
    first: list[Block] = [Headline((("Verdict", answer(verdict)), *made.figures))]
    if len(verdict.problems) > 1:
        first.append(_kinds(verdict.problems, times))
    first += made.scope
    if made.power:
        first.append(Listing(made.power, "What this audit would have found"))
    pages = [Page("Verdict", tuple(first), "The verdict"), *made.pages]
    if verdict.tests:
        pages.append(Page("Tests", (checks_table(verdict),), "The tests made"))
    if verdict.problems:
        pages.append(Page("Faults", tuple(_faults(verdict.problems, times, made.remedies)), "Faults"))
    end: list[Block] = [Listing(verdict.notes, "Notes")] if verdict.notes else []
    missing = ": not enough to say" if verdict.conforms is None else ""
    end.append(Note(f"{made.what} {told}{missing}.", "strong"))
    pages[-1] = replace(pages[-1], blocks=(*pages[-1].blocks, *end))
    maker = MAKER
    facts = (("Found", _found(verdict, sum(times.values()))), ("Made by", maker))
    return Report(made.title, f"Audit of {made.kind}: {told}", tuple(pages), facts, maker)


def _found(verdict: Verdict, many: int) -> str:
    """What was found, in one sentence."""
    if not verdict.problems:
        return "no fault" if verdict.conforms else verdict.notes[-1] if verdict.notes else "too little"
    first = verdict.problems[0]
    return f"{first.where}: {first.message}" + (f"; {many:,} faults in all" if many > 1 else "")


def _kinds(problems: Sequence[Problem], times: Mapping[str, int]) -> Table:
    """The faults by kind, and the first of each."""
    first: dict[str, Problem] = {}
    for problem in problems:
        first.setdefault(problem.code, problem)
    rows = ((f"{code}: {times[code]:,}", f"{first[code].where}: {first[code].message}") for code in first)
    return texts("Faults by kind, and the first of each", rows)


def _faults(problems: Sequence[Problem], times: Mapping[str, int], remedies: Mapping[str, str]) -> Iterator[Block]:
    """Yield the first faults of each kind with their places, and what to do about each kind."""
    seen: Counter[str] = Counter()
    rows = []
    for problem in problems:
        seen[problem.code] += 1
        if seen[problem.code] <= SHOWN:
            rows.append(Row((Cell(problem.where), Cell(problem.code), Cell(problem.message))))
    columns = (
        Column("where", "Where", "left"),
        Column("fault", "Fault", "left"),
        Column("message", "What is wrong", "left"),
    )
    yield Table(columns, tuple(rows), "The first faults of each kind")
    more = [f"and {times[code] - SHOWN:,} more of [{code}]" for code in seen if times[code] > SHOWN]
    if more:
        yield Listing(tuple(more))
    known = [(code, remedies[code]) for code in seen if code in remedies]
    if known:
        yield texts("What to do", known)


def checks_table(verdict: Verdict) -> Table:
    """Return the tests made, each with its answer in the one decision.

    >>> from casino31.audit.finding import LEVEL
    >>> checks_table(Verdict(True, LEVEL, (), (Check("runs", 1.5, 0.1336, 2.0),))).rows[0].cells[4].value
    'passes'
    """
    rejected = {problem.where for problem in verdict.problems if problem.code == "test"}
    columns = (
        Column("test", "Test", "left"),
        Column("statistic", "Statistic"),
        Column("p", "p"),
        Column("e", "e"),
        Column("answer", "Answer", "left"),
    )
    rows = tuple(Row(tuple(_tested(check, rejected))) for check in verdict.tests)
    return Table(columns, rows, f"One decision at {float(verdict.level):.4g}")


def _tested(check: Check, rejected: set[str]) -> Iterator[Cell]:
    yield Cell(check.name)
    yield Cell("") if check.statistic is None else Cell(check.statistic, STATISTIC)
    yield Cell("" if check.p is None else show_p(check.p))
    yield Cell("" if check.e is None else f"{check.e:.3g}")
    if check.name in rejected:
        yield Cell("REJECTED", alert="fault")
    else:
        yield Cell("too few" if check.p is None and check.e is None else "passes")


def bar_label(name: str) -> str:
    """Return what stands beside a bar of a chart.

    >>> bar_label("T1"), bar_label("a name that is longer than any bar")
    ('T1', 'a name that is longer t…')
    """
    return name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"


def files_table(files: Sequence[AuditedFile], rows: str) -> Table:
    """Return the files audited with their digests; ``rows`` says what is counted in them.

    >>> files_table([AuditedFile("a.csv", "ab", 31)], "hands").rows[0].cells[1].value
    '31 hands, SHA-256 ab'
    """
    counted = ("" if file.rows is None else f"{file.rows:,} {rows}, " for file in files)
    listed = ((file.name, f"{many}SHA-256 {file.sha256}") for file, many in zip(files, counted, strict=True))
    return texts("What was audited", listed)


def files_object(files: Sequence[AuditedFile | None]) -> list[dict[str, object]]:
    """Return the files audited as JSON has them.

    >>> files_object([AuditedFile("a.csv", "ab", 31), None])
    [{'name': 'a.csv', 'sha256': 'ab', 'rows': 31}]
    """
    return [file._asdict() for file in files if file is not None]
