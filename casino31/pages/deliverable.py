"""A result that people read and programs take up, before it has a format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from casino31.page import Report
from casino31.serialize import JsonMapping

if TYPE_CHECKING:
    from casino31.pages.screen import Screen


@dataclass(frozen=True)
class Deliverable:
    """A result for people and for programs; each side is made when first asked for, and once."""

    make_report: Callable[[], Report]
    make_record: Callable[[], JsonMapping]
    """The same as plain data: whole numbers, texts, and fractions beside their floats."""
    make_screen: Callable[[], Screen | None] = lambda: None
    """What a web page shows besides."""
    make_brief: Callable[[], Report] | None = None
    """What a terminal shows, where it is less than the report."""

    @cached_property
    def report(self) -> Report:
        """The pages."""
        return self.make_report()

    @property
    def brief(self) -> Report:
        """The pages for a terminal."""
        return self.report if self.make_brief is None else self.make_brief()

    @cached_property
    def record(self) -> JsonMapping:
        """The data."""
        return self.make_record()


def answered(make_report: Callable[[], Report], make_record: Callable[[], JsonMapping]) -> Deliverable:
    """Return the answer to a question: on a terminal it stands without the facts of a document."""
    made = Deliverable(make_report, make_record)
    return replace(made, make_brief=lambda: replace(made.report, subject="", facts=()))
