"""A result that people read and programs take up, before it has a format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from casino31.page import Report

if TYPE_CHECKING:
    from casino31.pages.screen import Screen


@dataclass(frozen=True)
class Deliverable:
    """A result for people and for programs; each side is made when first asked for, and once."""

    make_report: Callable[[], Report]
    make_record: Callable[[], Mapping[str, Any]]
    """The same as plain data: whole numbers, texts, and fractions beside their floats."""
    make_screen: Callable[[], Screen | None] = lambda: None
    """What a web page shows besides."""

    @cached_property
    def report(self) -> Report:
        """The pages."""
        return self.make_report()

    @cached_property
    def record(self) -> Mapping[str, Any]:
        """The data."""
        return self.make_record()
