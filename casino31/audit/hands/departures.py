"""Hands that were not played as the filed strategy says: what that brought with the cards that came."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from casino31.answers import Settled
from casino31.audit.hands.batch import Batch, RowFault
from casino31.audit.hands.player import PlayerLaw

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole

KINDS = 3
DECISIONS, BEFORE, AFTER = range(KINDS)
"""The wealths of a cell: of all departures, and against the hand before and the hand after in the round. Of a game
with several decisions in a row the wealths of the first, the second, ... decision stand in their place."""


@dataclass(frozen=True)
class Departures:
    """The departures of a batch."""

    rows: NDArray[np.int64]
    situations: Whole
    law: NDArray[np.int16]
    """The settled row of each under the strategy, with the cards that came."""
    actual: NDArray[np.int16]
    """As it was played."""
    hidden: NDArray[np.bool_]
    """Whose last card was never turned: another stands in, and what came is not known."""
    stages: NDArray[np.int64]
    """Which decision of the hand each is, from 0; hands with several in a row may stand here several times."""

    def only(self, sound: NDArray[np.bool_]) -> Departures:
        """Return those in sound rows of the batch."""
        kept = sound[self.rows]
        if kept.all():
            return self
        return Departures(
            self.rows[kept],
            self.situations[kept],
            self.law[kept],
            self.actual[kept],
            self.hidden[kept],
            self.stages[kept],
        )


@dataclass
class Outcome:
    """What a batch came to."""

    law: NDArray[np.int16]
    """The result of each row's cards under the filed strategy, as a place in the settled rows; -1 of bad rows."""
    actual: NDArray[np.int16]
    """The result as it was played."""
    gone: Departures
    """Hands that left the strategy."""
    faults: list[RowFault]
    payout_errors: int
    """Rows whose payout is not what the rules say."""
    cost: Fraction = Fraction()
    """What the decisions of those hands lose on average, in cents."""
    off_rule: int = 0
    """Stakes that are not those of the layout's rule, where it has one."""


def hidden_card(settled: Settled) -> bool:
    """Whether one card of one deck is all that a decision does not know: a neighbour may hold it."""
    return settled.size == settled.seen + 1 and settled.decks == 1


def log_wealths(
    player: PlayerLaw, settled: Settled | None, batch: Batch, gone: Departures, cells: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64]]:
    """Return the cells with departures, what they add to the logarithms of each cell's wealths, and what each of
    them costs on average in units.
    """
    import numpy as np

    actions = batch.actions[gone.rows].astype(np.int64)
    pair, which = np.unique(gone.situations * np.int64(len(player.names)) + actions, return_inverse=True)
    known = [player.departure(*divmod(int(code), len(player.names))) for code in pair]
    means, growths = np.array([mean for mean, _ in known]), np.array([growth for _, growth in known])
    brought = (player.gains[gone.actual] - player.gains[gone.law]) / player.scale - means[which]
    here, own = np.unique(cells[gone.rows], return_inverse=True)
    added = np.zeros((len(here), player.kinds, len(player.sides)))
    turned = ~gone.hidden
    alike, times = np.unique(np.stack([own, which, brought, gone.stages])[:, turned], axis=1, return_counts=True)
    places, kinds, _, stages = alike.astype(int)
    logs = alike[2][:, None] * player.sides - growths[kinds]
    np.add.at(added, (places, stages), logs * times[:, None])  # alike ones at once
    if settled is not None and batch.begins is not None and hidden_card(settled):
        for seat, (rows, others) in ((BEFORE, _pairs(batch, gone, -1)), (AFTER, _pairs(batch, gone, 1))):
            if len(rows):
                logs = _beside(player, settled, batch, gone, rows, others) * player.sides
                logs -= settled.seen * growths[which[rows]][:, ::-1]
                np.add.at(added[:, seat], own[rows], logs)
    return here, added, -means[which]


def _pairs(batch: Batch, gone: Departures, step: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Departures, by place, and the row next to each in one round."""
    import numpy as np

    others = gone.rows + step
    inside = (others >= 0) & (others < len(batch.paid))
    begins = np.concatenate([batch.begins, [True]]) if batch.begins is not None else np.ones(1, bool)
    joined = inside & ~begins[np.where(inside, np.maximum(others, gone.rows), 0)]
    joined[joined] = batch.sound[others[joined]]
    places = np.flatnonzero(joined)
    return places, others[places]


def _beside(
    player: PlayerLaw,
    settled: Settled,
    batch: Batch,
    gone: Departures,
    rows: NDArray[np.int64],
    others: NDArray[np.int64],
) -> NDArray[np.float64]:
    """What a neighbour's cards take away: each, as the hidden card, would have brought the departure so much.

    The cards of a neighbour are drawn without replacement from those that the player does not hold. Their sum has
    no larger exponential moments than that of as many independent cards (Hoeffding 1963, theorem 4).
    """
    import numpy as np

    own = [column[gone.rows[rows]] for column in batch.cards[: settled.seen]]
    situations, actions = gone.situations[rows], batch.actions[gone.rows[rows]]
    actions_left = [player.departure(int(s), int(a))[0] for s, a in zip(situations, actions, strict=True)]
    total = np.zeros(len(rows))
    for column in batch.cards[: settled.seen]:
        cards = [*own, column[others]]
        brought = player.gains[settled.settle(cards, actions)]
        total -= (brought - player.gains[settled.settle(cards, player.choices[situations])]) / player.scale
        total += np.array(actions_left)
    return total[:, None]
