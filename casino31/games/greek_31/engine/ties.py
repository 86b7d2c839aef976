"""Standing or drawing, decided by integers wherever floats cannot tell."""

from collections.abc import Sequence

import numpy as np

from casino31.arrays import Bools, Floats
from casino31.games.greek_31.engine.exposures import VisibleCards, falling
from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import THIRTY_ONE


class Ties:
    """Decides for the punter; an exact tie follows the layout's rule (B15)."""

    def __init__(self, rules: Rules, seen: Sequence[VisibleCards], relative_error: float) -> None:
        self.found = 0
        """Exact ties met, counting only those where something is still to be won."""
        self._table, self._deck = hands(rules), rules.deck
        self._hands = self._table.hands
        self._stands_on_tie = rules.tie == "stand"
        self._relative_error = relative_error
        self._seen = seen
        self._left = np.array(rules.deck)[:, None] - np.array([visible.exposed for visible in seen]).T
        self._values: dict[tuple[int, int], int] = {}

    def stand(self, level: range, stake: Floats, draw: Floats) -> Bools:
        """Return whether the punter stands, (hand, exposure): stakes exact, draws within the error."""
        stands: Bools = stake >= draw if self._stands_on_tie else stake > draw
        near = (np.abs(stake - draw) <= self._relative_error * stake) & (stake > 0)
        over = self._table.arrays[2][level.start : level.stop] == THIRTY_ONE
        stands[over] = True
        for row in np.flatnonzero(near.any(axis=1) & ~over).tolist():
            place = level[row]
            possible = (self._left >= np.array(self._hands[place])[:, None]).all(axis=0)
            for column in np.flatnonzero(near[row] & possible).tolist():
                gap = self._stake(place, column) - self._draw(place, column)
                self.found += gap == 0
                stands[row, column] = gap > 0 or (gap == 0 and self._stands_on_tie)
        return stands

    def _outside(self, place: int, column: int) -> int:
        """Cards outside the punter's hand, the exposed cards and the hidden one."""
        exposure = self._seen[column]
        return sum(self._deck) - sum(exposure.exposed) - exposure.hidden - sum(self._hands[place])

    def _stake(self, place: int, column: int) -> int:
        """What standing wins, times the falling product of the cards outside over all draws still possible."""
        hand, rank = self._hands[place], self._table.rank[place]
        exposed, behind = self._seen[column]
        won = sum(
            orders * (self._deck[c] - exposed[c] - hand[c] if c >= 0 else 1) for c, orders, r in behind if r < rank
        )
        return won * falling(self._outside(place, column), self._table.most_cards - sum(hand))

    def _draw(self, place: int, column: int) -> int:
        """What drawing wins, on the scale of ``_stake``."""
        hand, exposed = self._hands[place], self._seen[column].exposed
        return sum(
            (self._deck[x] - exposed[x] - hand[x]) * self._best(child, column)
            for x, child in enumerate(self._table.children[place])
            if child >= 0 and self._deck[x] - exposed[x] > hand[x]
        )

    def _best(self, place: int, column: int) -> int:
        if (place, column) not in self._values:
            stake = self._stake(place, column)
            over = self._table.rank[place] == THIRTY_ONE
            self._values[place, column] = stake if over else max(stake, self._draw(place, column))
        return self._values[place, column]
