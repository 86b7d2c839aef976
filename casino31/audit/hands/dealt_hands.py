"""Hands that the self-test of the audit of logs plays: drawn from the exact law, or dealt two a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from casino31.audit.hands.batch import Batch
from casino31.audit.hands.counting import add
from casino31.audit.hands.departures import Departures, Outcome
from casino31.audit.hands.log import LogAuditor
from casino31.audit.hands.settlement import Settlement

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass
class Hands:
    """Hands as the exact law draws them: what each comes to, stakes of one unit, and who cheats."""

    auditor: LogAuditor
    results: NDArray[np.int16]
    """Settled rows under the filed strategy."""
    stakes: NDArray[np.int64]
    chosen: NDArray[np.bool_]

    @property
    def gains(self) -> NDArray[np.int64]:
        """What the base game wins by hand, on one unit."""
        return self.auditor.law.players[0].gains[self.results]

    def stray(self) -> None:
        """Leave the strategy for no reason: drawn results have no decisions."""

    def count(self) -> None:
        """Count the hands as the audit of a log would, a round each, correctly paid."""
        import numpy as np

        auditor, many = self.auditor, len(self.results)
        played = {player.first: np.zeros(many, np.int64) for player in auditor.law.players}
        played[auditor.law.players[0].first] = self.stakes
        batch = Batch(1, [], np.zeros(many, np.int8), played, self.stakes, None, {}, np.ones(many, bool), [])
        nothing, no_results = np.zeros(0, np.int64), np.zeros(0, np.int16)
        gone = Departures(nothing, nothing, no_results, no_results, nothing > 0, nothing)
        outcome = Outcome(self.results, self.results, gone, [], 0)
        add(auditor.tally, auditor.law, None, batch, outcome, np.zeros(many, np.int8), "drawn")


@dataclass
class DealtHands(Hands):
    """Two hands a round: cards and actions."""

    settlement: Settlement
    cards: list[NDArray[np.int8]]
    actions: NDArray[np.int8]

    def by(self, actions: NDArray[np.int8]) -> NDArray[np.int64]:
        """Return what the base game wins by hand, on one unit, by some actions."""
        return self.auditor.law.players[0].gains[self.settlement.settled.settle(self.cards, actions)]

    @property
    def gains(self) -> NDArray[np.int64]:
        """What the base game wins by hand, on one unit."""
        return self.by(self.actions)

    def stray(self) -> None:
        """Leave the strategy in a third of the hands for no reason."""
        import numpy as np

        made, many = self.settlement, len(self.actions)
        asked = made.table.situations(self.cards[: made.settled.seen]) >= 0
        rng = np.random.Generator(np.random.PCG64(many + int(self.cards[0][:50].sum())))
        strays = asked & (rng.random(many) < 1 / 3)
        self.actions[strays] = rng.integers(0, len(made.settled.actions), int(strays.sum()))

    def count(self) -> None:
        """Settle and count the hands as the audit of a log would, correctly paid."""
        import numpy as np

        made, many = self.settlement, len(self.actions)
        actual = made.settled.settle(self.cards, self.actions)
        base = made.first_wager[self.auditor.law.players[0].first]
        stakes = {}
        for place, wager in enumerate(made.wagers):
            plays = made.first_wager[wager] == base
            due = self.stakes * made.due[place][actual] // made.scale
            stakes[wager] = due if plays else np.zeros(many, np.int64)
        paid = self.stakes * made.back[base][actual] // made.scale
        begins = np.arange(many) % 2 == 0
        batch = Batch(1, self.cards, self.actions, stakes, paid, begins, {}, np.ones(many, bool), [])
        made.count(self.auditor.tally, batch, self.auditor.seats, "dealt")
