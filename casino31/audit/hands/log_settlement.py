"""What the audit of a log needs of a game: its columns, how hands are settled, and the exact law of its bets."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from casino31.answers import Settled
from casino31.audit.hands.batch import Batch, Reader
from casino31.audit.hands.counting import add
from casino31.audit.hands.departures import Outcome
from casino31.audit.hands.distribution import Law
from casino31.audit.hands.schema import Schema
from casino31.audit.hands.seats import Seats
from casino31.audit.hands.tally import LogTally
from casino31.layout import Layout


class Filed(NamedTuple):
    """The layout as it was filed, and the strategy that its bets are judged by."""

    game: str
    rules: Layout
    strategy: str
    objective: str = ""
    """The bets that the strategy is best for, joined by +."""


class LogSettlement(ABC):
    """A layout made ready for logs of its hands."""

    filed: Filed
    batched: Settled | None = None
    """Rounds by the thousand, where decisions are tested."""
    bits: float
    """How much the cards of two hands differ at least: they are the same by chance once in 2 to this power."""
    pays = "the pay table says"
    """What says how much is paid."""
    held: Sequence[int] = ()
    """What the round that goes on has used up, beside what the seats remember."""

    @property
    @abstractmethod
    def law(self) -> Law:
        """The exact law of each bet."""

    @property
    @abstractmethod
    def chances(self) -> Mapping[int, Fraction]:
        """The exact chance of each settled row under the filed strategy, by its place."""

    @abstractmethod
    def reader(self, schema: Schema, by: Sequence[str]) -> Reader:
        """Return the reader of logs of this game, grouped by some columns."""

    @abstractmethod
    def seats(self) -> Seats:
        """Return the seats of a round, nothing dealt yet."""

    @abstractmethod
    def settle(self, batch: Batch) -> Outcome:
        """Settle a batch; rows that cannot be read, or hold impossible cards, are left out."""

    def may_be(self, hands: Sequence[Sequence[Sequence[int]]]) -> bool:  # noqa: ARG002
        """Whether columns of a log, as cards by row, may be those of the reader's hands."""
        return True

    def notes(self, tally: LogTally) -> Iterator[str]:
        """Yield what stands in for cards that nobody saw, and what is not tested."""
        if tally.undealt:
            yield (
                f"{tally.undealt:,} hands that left the strategy do not show all cards: random ones stand in for "
                "the tests of the deal"
            )

    def expect(self, rows: int) -> None:  # noqa: B027
        """Say that more rows come."""

    def count(self, tally: LogTally, batch: Batch, seats: Seats, file: str) -> None:
        """Settle a batch and add it to a tally."""
        chairs = seats.of(batch, batch.faults)
        add(tally, self.law, self.batched, batch, self.settle(batch), chairs, file)
