"""The action of a strategy for any number of starting hands at a time."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from typing import TYPE_CHECKING

from casino31.answers import Analysis, HandValue, Settled
from casino31.cards import DECK
from casino31.game import Game
from casino31.settling import first_decision

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole


NOT_ASKED = -2
"""The situation of first cards that end a round before the player decides."""


MOST_MADE = 8
_MADE: dict[tuple[Hashable, ...], NDArray[np.int16]] = {}
"""Tables of situations made before: they ask the referee about every hand, and no pay changes them."""


@dataclass(frozen=True)
class Advised:
    """What a strategy does with every starting hand, and what it costs to do otherwise.

    >>> import numpy as np
    >>> situation, action = np.array([-1] + [0] * 51, np.int16), np.array([1], np.int8)
    >>> plays = Advised(("fold", "play"), situation, action, ((Fraction(),) * 2,))
    >>> plays.situations([np.array([0, 51])]).tolist()
    [-1, 0]
    """

    actions: tuple[str, ...]
    situation: NDArray[np.int16]
    """The situation of the first cards of a round, by ``place``; -1 where they are no different cards."""
    action: NDArray[np.int8]
    """The strategy's action in each situation, as a place in ``actions``."""
    costs: tuple[tuple[Fraction, ...], ...]
    """Units lost on average by each action in each situation, below the strategy's own action."""
    knows: tuple[Hashable, ...] = ()
    """What the player knows in each situation; none where nothing is decided."""

    def situations(self, cards: Sequence[Whole]) -> NDArray[np.int16]:
        """Return the situation of each round, given one array for each card that is seen."""
        place = cards[0].astype("int32")
        for column in cards[1:]:
            place *= len(DECK)
            place += column
        situations: NDArray[np.int16] = self.situation[place]
        return situations


def advised(game: Game, analysis: Analysis, settled: Settled) -> Advised:
    """Return the strategy of an analysis for batches; where a game has no decision there is one situation.

    >>> from casino31.rulesfile import load
    >>> import numpy as np
    >>> file = load("31-classic-b")
    >>> table = advised(file.game, file.game.analyse(file.rules), file.game.settle_batch(file.rules))
    >>> aces = [np.array([51]), np.array([50]), np.array([49])]
    >>> table.actions[table.action[table.situations(aces)[0]]], len(table.action)
    ('play', 1755)
    """
    import numpy as np

    values = game.hand_values(analysis)
    situation = _situations(game, analysis, settled, values)
    action = np.array([settled.actions.index(value.action) for value in values] or [0], np.int8)
    costs = tuple(
        tuple(value.values[value.action] - value.values[action] for action in settled.actions) for value in values
    )
    knows = tuple(value.knows for value in values)
    return Advised(settled.actions, situation, action, costs or ((Fraction(),),), knows)


def _situations(game: Game, analysis: Analysis, settled: Settled, values: Sequence[HandValue]) -> NDArray[np.int16]:
    """The situation of the first cards in any order, by ``place``: the first one where nothing is decided."""
    import numpy as np

    decks = game.shoe.decks_of(analysis.rules.terms)
    situation = np.full(len(DECK) ** settled.seen, -1, np.int16)
    if not values and decks > 1:
        situation[:] = 0
        return situation
    keys = {value.knows: place for place, value in enumerate(values)}
    made = game.name, analysis.rules.terms, settled.seen, tuple(keys)
    if made in _MADE:
        return _MADE[made]
    hands = list((combinations if decks == 1 else combinations_with_replacement)(DECK, settled.seen))
    asked = (first_decision(game, analysis.rules, hand) if keys else None for hand in hands)
    nothing = NOT_ASKED if keys else 0
    situations = np.array([nothing if decision is None else keys[decision[0]] for decision in asked], np.int16)
    columns = np.array(hands, np.int32).T
    for order in permutations(range(settled.seen)):
        place = np.zeros(len(hands), np.int32)
        for column in order:
            place = place * len(DECK) + columns[column]
        situation[place] = situations
    if len(_MADE) >= MOST_MADE:
        _MADE.clear()
    situation.flags.writeable = False
    return _MADE.setdefault(made, situation)
