"""Random rounds under the filed rules and strategy, in integers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import perm
from typing import TYPE_CHECKING

from casino31.answers import Analysis, Settled
from casino31.cards import DECK
from casino31.game import Game
from casino31.outcomes import Row
from casino31.pricing import census_of
from casino31.settling import by_strategy
from casino31.simulation.blocks import BLOCK, Play, Tally, in_stretches
from casino31.simulation.shoe import block_cards, block_numbers, deals_of
from casino31.strategy_table import advised

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Ints, Whole

TABLE_PAYS = 5_000_000
"""Rounds from which a table of all ordered deals is worth its second."""
TABLE_DEALS = 2**23
"""Ordered deals up to which that table is made: a larger one is dearer than the rounds it would save."""


@dataclass(frozen=True)
class PreparedLayout:
    """A layout made ready to be played: settlement, strategy and law."""

    game: Game
    analysis: Analysis
    settled: Settled
    law: tuple[Row, ...]
    place: NDArray[np.int16]
    """The place in ``law`` of each row of ``settled``; -1 where the law has no such row."""
    choose: Callable[[Sequence[Whole]], NDArray[np.int8]]
    """The strategy's action for some cards."""

    @property
    def follows(self) -> bool:
        """Whether the referee follows the strategy from decision to decision: there are several in a row."""
        return not census_of(self.game, self.analysis.rules).single

    @property
    def deals(self) -> int:
        """Ordered deals, the cards of each deck told apart."""
        return perm(len(DECK) * self.settled.decks, self.settled.size)

    def cards(self, seed: int, block: int, rounds: int) -> list[NDArray[np.int8]]:
        """Return the cards of the first rounds of a block, one array a card."""
        return block_cards(seed, block, rounds, self.settled.size, self.settled.decks)


def prepare(game: Game, analysis: Analysis) -> PreparedLayout:
    """Return a layout made ready.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> prepare(file.game, file.game.analyse(file.rules)).deals
    132600
    """
    import numpy as np

    follows = not census_of(game, analysis.rules).single  # each decision asks the strategy as it comes
    settled = by_strategy(game, analysis) if follows else game.settle_batch(analysis.rules)
    law = tuple(analysis.outcomes.combinations)
    places = {row: place for place, row in enumerate(law)}
    table = None if follows else advised(game, analysis, settled)

    def choose(cards: Sequence[Whole]) -> NDArray[np.int8]:
        if table is None:
            return np.zeros(len(cards[0]), np.int8)
        return table.action[table.situations(cards[: settled.seen])]

    place = np.array([places.get(row, -1) for row in settled.rows], np.int16)
    return PreparedLayout(game, analysis, settled, law, place, choose)


def play_cards(table: PreparedLayout, cards: Sequence[Whole]) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    """Return the actions and the places in the law of some dealt rounds.

    RuntimeError when a round ends as the exact law says none can.

    >>> import numpy as np
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> table = prepare(file.game, file.game.analyse(file.rules))
    >>> actions, places = play_cards(table, [np.array([51]), np.array([47]), np.array([43])])
    >>> table.law[places[0]][0].event
    'mini royal'
    """
    actions = table.choose(cards)
    codes = table.place[table.settled.settle(cards, actions)]
    if len(codes) and codes.min() < 0:
        raise RuntimeError("a dealt round ended in a way that the exact law does not have")
    return actions, codes


def empty(table: PreparedLayout, plan: tuple[tuple[str, str], ...], rounds: int) -> Tally:
    """Return the tally of no block.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> empty(prepare(file.game, file.game.analyse(file.rules)), (), 10).played
    0
    """
    return Tally(plan, rounds, (), (0,) * len(table.law))


def simulate(table: PreparedLayout, seed: int, tally: Tally, blocks: range) -> Iterator[Tally]:
    """Play blocks that a tally does not have yet, and yield it after each few of them.

    Integers come out the same whether blocks are played in one run or in many, in any order.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> table = prepare(file.game, file.game.analyse(file.rules))
    >>> [tally.played for tally in simulate(table, 31, empty(table, (), 1_000), range(1))]
    [1000]
    """
    return in_stretches(player(table, blocks), seed, tally, blocks)


def player(table: PreparedLayout, blocks: range) -> Play:
    """Return how rounds are played: by a table of all deals where so many blocks are worth it."""
    import numpy as np

    tabled = len(blocks) * BLOCK >= TABLE_PAYS and table.settled.decks == 1 and table.deals <= TABLE_DEALS
    quick = all_deals(table) if tabled else None

    def play(seed: int, block: int, rounds: int) -> Ints:
        if quick is None:
            return np.bincount(play_cards(table, table.cards(seed, block, rounds))[1], minlength=len(table.law))
        return np.bincount(quick[block_numbers(seed, block, rounds, table.deals)], minlength=len(table.law))

    return play


def all_deals(table: PreparedLayout) -> Whole:
    """The place in the law of every ordered deal under the strategy, in as few bytes as hold it: what stays in a
    processor's cache is looked up twice as fast."""
    import numpy as np

    places: Whole = np.empty(table.deals, np.uint8 if len(table.law) <= 2**8 else np.int16)
    for low in range(0, table.deals, 2**18):
        numbers = np.arange(low, min(low + 2**18, table.deals))
        places[low : low + 2**18] = play_cards(table, deals_of(numbers, table.settled.size))[1]
    return places
