"""What is wrong: with a file, said so that its writer can mend it, or with the house itself."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from unicodedata import category, combining, east_asian_width

BESIDE = 120
"""Characters of a line that are shown before and after the place of a fault."""


@dataclass(frozen=True, order=True)
class Fault:
    """One fault or warning at one place of a file.

    >>> print(Fault("b.toml", 3, 8, "reading", "trips = 'bset'", "best, push17 or none", "did you mean 'best'?",
    ...             "trips = 'bset'", 6))
    b.toml:3:8: error[reading]: trips = 'bset'; expected best, push17 or none
      3 | trips = 'bset'
        |        ^^^^^^
      hint: did you mean 'best'?
    """

    file: str
    line: int
    """From 1; 0 when the whole file is meant."""
    column: int
    """From 1, in characters."""
    code: str
    found: str
    expected: str
    hint: str = ""
    source: str = ""
    """The line of the file, without its end."""
    width: int = 1
    """How many characters the caret underlines."""
    severity: Literal["error", "warning"] = "error"

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        text = [f"{place}: {self.severity}[{self.code}]: {self.found}; expected {self.expected}"]
        if self.line and self.source:
            gutter = " " * len(str(self.line))
            start, left = self.column - 1, max(0, self.column - 1 - BESIDE)
            source = self.source[left : start + BESIDE]
            start -= left
            mark = "".join("\t" if c == "\t" else " " * _cells(c) for c in source[:start])
            caret = "^" * max(1, sum(map(_cells, source[start : start + self.width])))
            visible = "".join("\ufffd" if category(c) == "Cc" and c != "\t" else c for c in source)
            text.append(f"  {self.line} | {visible}")
            text.append(f"  {gutter} | {mark}{caret}")
        if self.hint:
            text.append(f"  hint: {self.hint}")
        return "\n".join(text)


def _cells(character: str) -> int:
    """The columns that a character takes on a terminal."""
    if combining(character):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def refused(file: str, found: str, expected: str, hint: str = "") -> "RulesError":
    """Return the error of a file that cannot be taken as a whole.

    >>> print(refused("a.xlsx", "an empty file", "a workbook"))
    a.xlsx: error[file]: an empty file; expected a workbook
    """
    return RulesError([Fault(file, 0, 0, "file", found, expected, hint)])


class RulesError(Exception):
    """A file that cannot be taken as it is; ``faults`` holds every fault found, in the order of the file."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(sorted(faults))
        super().__init__("\n".join(map(str, self.faults)))


class SelfCheckError(Exception):
    """A figure contradicts another, or words the strategy they tell: nothing of the analysis may be used."""


class NotCapableError(ValueError):
    """A game lacks what a verb needs: one sentence that says which and why."""
