"""What an audit says: what is wrong and where, what was tested, and what could have been detected."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from casino31.serialize import JsonMapping, JsonObject

LEVEL = Fraction(99, 100)
"""The level of a collective decision unless another is asked for."""

SHOWN = 10
"""Problems of one code that a report names; the rest is counted."""


class Problem(NamedTuple):
    """One thing that does not conform, at one place."""

    code: str
    where: str
    """A row, a cell, a file, a test."""
    found: str
    expected: str
    message: str
    """One sentence."""


class Check(NamedTuple):
    """One statistical test; ``p`` and ``e`` are None where the test has none, or the data are too few."""

    name: str
    statistic: float | None
    p: float | None
    e: float | None = None
    note: str = ""


class AuditedFile(NamedTuple):
    """A file that was held against the exact figures."""

    name: str
    sha256: str
    rows: int | None = None
    """Hands, shuffles or rows that it holds, where they are counted."""


@dataclass(frozen=True)
class Verdict:
    """The answer of an audit."""

    conforms: bool | None
    """None when there is not enough to say."""
    level: Fraction
    problems: tuple[Problem, ...]
    tests: tuple[Check, ...] = ()
    detectable: JsonMapping | None = None
    """The smallest departure that this audit would have found, in the audit's own terms; None for arithmetic."""
    notes: tuple[str, ...] = ()
    """What was assumed, recovered or left out."""

    def facts_with(self, more: Mapping[str, object]) -> Mapping[str, object]:
        """Return the answer in words, the facts of one audit, the problems shown and the notes."""
        answer = {True: "conforms", False: "does not conform", None: "not enough to say"}[self.conforms]
        named = {f"problem {place}": line for place, line in enumerate(problem_lines(self.problems), 1)}
        notes = {f"note {place}": note for place, note in enumerate(self.notes, 1)}
        told = {"verdict": answer, "problems": len(self.problems), "tests": len(self.tests)}
        return {**told, **more, **named, **notes}


def verdict_object(verdict: Verdict, schema: str, **more: object) -> JsonObject:
    """Return the JSON form of a verdict under ``casino31.<schema>/1``, with further keys of that audit.

    >>> verdict_object(Verdict(True, LEVEL, ()), "audit-table")["schema"]
    'casino31.audit-table/1'
    """
    return {
        "schema": f"casino31.{schema}/1",
        "conforms": verdict.conforms,
        "level": float(verdict.level),
        "problems": [problem._asdict() for problem in verdict.problems],
        "tests": [check._asdict() for check in verdict.tests],
        "detectable": verdict.detectable,
        "notes": list(verdict.notes),
        **more,
    }


def problem_lines(problems: Iterable[Problem]) -> list[str]:
    """Return one line a problem, the first ten of each code; the rest is counted.

    >>> problem_lines([Problem("sum", "B7", "9", "10", "the counts add up to 9, not 10")])
    ['B7: [sum] the counts add up to 9, not 10']
    """
    lines: list[str] = []
    seen: dict[str, int] = {}
    for problem in problems:
        seen[problem.code] = seen.get(problem.code, 0) + 1
        if seen[problem.code] <= SHOWN:
            lines.append(f"{problem.where}: [{problem.code}] {problem.message}")
    return lines + [f"and {times - SHOWN:,} more of [{code}]" for code, times in seen.items() if times > SHOWN]
