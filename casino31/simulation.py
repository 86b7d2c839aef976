"""Random rounds under the filed rules and strategy: integers, the same for any number of shards.

Rounds come in numbered blocks. Each block has its own generator, PCG64 seeded by ``SeedSequence`` with the block's
number as spawn key, and reads its raw stream of 64-bit words from the first on:

- One deck, and at most 2^32 ordered deals (52 x 51 x ..., up to 5 cards a round): round r takes word r. The word
  times the number of ordered deals, over 2^64 and rounded down, is the number of the deal, as ``deals_of`` counts.
- More cards or more decks: card c of round r, both from 0, takes word r x cards + c. The word times the number of
  cards left in the shoe, over 2^64 and rounded down, is the place of the card, from 0, among the cards left in
  rising order. A shoe of n decks holds each of the cards 0 to 51 n times.

No deal of the first kind is likelier than another by more than 2e-11 of its chance, and no card of the second by
more than 3e-18 of its chance for each deck; no word is rejected, and the numbers do not depend on the version of
numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import perm
from typing import TYPE_CHECKING, Any, TypeVar

from casino31.answers import Analysis, Settled
from casino31.cards import DECK
from casino31.fast import compiled
from casino31.game import Game
from casino31.outcomes import Row
from casino31.pricing import census_of
from casino31.settling import by_strategy
from casino31.strategy_table import advised
from casino31.two_sides import Trial

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AnyInt = TypeVar("AnyInt", bound="np.integer[Any]")

BLOCK = 2**16
"""Rounds of a block."""
STRETCH = 256
"""Blocks between two looks at the tally."""
TABLE_PAYS = 5_000_000
"""Rounds from which a table of all ordered deals is worth its second."""
TABLE_DEALS = 2**23
"""Ordered deals up to which that table is made: a larger one is dearer than the rounds it would save."""
MOST_NUMBERED = 2**32
"""Ordered deals up to which one word chooses the whole deal."""


@dataclass(frozen=True)
class Tally:
    """What some blocks of a simulation came to."""

    plan: tuple[tuple[str, str], ...]
    """What must agree before tallies are added: game, pay table, digest, strategy, rounds, seed."""
    rounds: int
    """Rounds of the whole simulation."""
    blocks: tuple[tuple[int, int], ...]
    """The blocks played, from the first up to the second, apart and in rising order."""
    counts: tuple[int, ...]
    """Rounds of each joint row of the exact law, in its order; of a game with a banker, what its trial counts."""

    @property
    def played(self) -> int:
        """Rounds played so far."""
        return sum(min(high * BLOCK, self.rounds) - low * BLOCK for low, high in self.blocks)

    @property
    def complete(self) -> bool:
        """Whether every block has been played."""
        return self.blocks == ((0, blocks_of(self.rounds)),)

    def begins(self, first: int, until: int) -> bool:
        """Tell whether this is the beginning of the part that goes from one block up to another."""
        return len(self.blocks) == 1 and self.blocks[0][0] == first and self.blocks[0][1] <= until


def blocks_of(rounds: int) -> int:
    """Return how many blocks hold so many rounds.

    >>> blocks_of(65_536), blocks_of(65_537)
    (1, 2)
    """
    return -(-rounds // BLOCK)


def shard_blocks(rounds: int, shard: int, shards: int) -> tuple[int, int]:
    """Return the blocks of one shard of several, counted from 1, as the first and the one after the last.

    >>> [shard_blocks(10 * BLOCK, shard, 4) for shard in (1, 2, 3, 4)]
    [(0, 2), (2, 5), (5, 7), (7, 10)]
    """
    if not 1 <= shard <= shards:
        raise ValueError(f"shard {shard}/{shards}: shards are counted from 1 to {shards}")
    whole = blocks_of(rounds)
    return whole * (shard - 1) // shards, whole * shard // shards


def deals_of(numbers: NDArray[np.int64], size: int) -> list[NDArray[np.int8]]:
    """Return the ordered cards of numbered deals, one array a card: each number below 52 x 51 x ... is one deal.

    >>> import numpy as np
    >>> [column.tolist() for column in deals_of(np.array([0, 6_497_399]), 4)]
    [[0, 51], [1, 50], [2, 49], [3, 48]]
    """
    import numpy as np

    cards: list[NDArray[np.int8]] = []
    rest = numbers
    for place in range(size):
        below = perm(len(DECK) - place - 1, size - place - 1)
        digit, rest = np.divmod(rest, below)
        cards.append(_at_place(digit.astype(np.int8), cards))
    return cards


def _at_place(place: NDArray[AnyInt], taken: Sequence[NDArray[AnyInt]]) -> NDArray[AnyInt]:
    """The cards at some places among those left, in rising order."""
    import numpy as np

    card = place.copy()
    for gone in np.sort(np.array(taken), axis=0) if taken else ():
        card += card >= gone
    return card


@dataclass(frozen=True)
class Table:
    """A layout made ready to be played: settlement, strategy and law."""

    game: Game
    analysis: Analysis
    settled: Settled
    law: tuple[Row, ...]
    place: NDArray[np.int16]
    """The place in ``law`` of each row of ``settled``; -1 where the law has no such row."""
    choose: Callable[[list[Any]], NDArray[np.int8]]
    """The strategy's action for some cards."""

    @property
    def deals(self) -> int:
        """Ordered deals, the cards of each deck told apart."""
        return perm(len(DECK) * self.settled.decks, self.settled.size)

    def cards(self, seed: int, block: int, rounds: int) -> list[NDArray[np.int8]]:
        """Return the cards of the first rounds of a block, one array a card."""
        return block_cards(seed, block, rounds, self.settled.size, self.settled.decks)


def ready(game: Game, analysis: Analysis) -> Table:
    """Return a layout made ready.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> ready(file.game, file.game.analyse(file.rules)).deals
    132600
    """
    import numpy as np

    follows = not census_of(game, analysis.rules).single  # each decision asks the strategy as it comes
    settled = by_strategy(game, analysis) if follows else game.settle_batch(analysis.rules)
    law = tuple(analysis.outcomes.combinations)
    places = {row: place for place, row in enumerate(law)}
    table = None if follows else advised(game, analysis, settled)

    def choose(cards: list[Any]) -> NDArray[np.int8]:
        if table is None:
            return np.zeros(len(cards[0]), np.int8)
        return table.action[table.situations(cards[: settled.seen])]

    place = np.array([places.get(row, -1) for row in settled.rows], np.int16)
    return Table(game, analysis, settled, law, place, choose)


def block_cards(seed: int, block: int, rounds: int, size: int, decks: int = 1) -> list[NDArray[np.int8]]:
    """Return the cards of the first rounds of a block in the order dealt, one array a card.

    ValueError when the shoe holds fewer cards than a round takes.

    >>> [column.tolist() for column in block_cards(31, 0, 3, 4)]
    [[17, 10, 34], [11, 38, 26], [14, 41, 28], [3, 2, 49]]
    """
    import numpy as np

    shoe = len(DECK) * decks
    if not 0 < size <= shoe:
        raise ValueError(f"{size} cards a round: a shoe of {decks} decks holds {shoe}")
    if decks == 1 and perm(shoe, size) <= MOST_NUMBERED:
        return deals_of(block_numbers(seed, block, rounds, perm(shoe, size)), size)
    words = words_of(seed, block, rounds * size).reshape(rounds, size)
    taken: list[NDArray[np.int32]] = []
    for drawn in range(size):
        taken.append(_at_place(scaled(words[:, drawn], shoe - drawn).astype(np.int32), taken))
    return [(place // decks).astype(np.int8) for place in taken]


def block_numbers(seed: int, block: int, rounds: int, deals: int) -> NDArray[np.int64]:
    """Return the numbers of the deals of the first rounds of a block, of at most 2^32 ordered deals.

    >>> block_numbers(31, 0, 3, 6_497_400).tolist()
    [2151740, 1342063, 4313369]
    """
    import numpy as np

    return scaled(words_of(seed, block, rounds), deals).astype(np.int64)


def scaled(words: NDArray[np.uint64], many: int) -> NDArray[np.uint64]:
    """Each word times a number up to 2^32, over 2^64: in halves, so that no product is beyond 64 bits."""
    import numpy as np

    if many > MOST_NUMBERED:
        raise ValueError(f"{many:,} is above 2^32: its product with half a word would overflow")
    high, low = words >> np.uint64(32), words & np.uint64(2**32 - 1)
    factor = np.uint64(many)
    return (high * factor + (low * factor >> np.uint64(32))) >> np.uint64(32)


def words_of(seed: int, block: int, rounds: int) -> NDArray[np.uint64]:
    """Return the raw stream of a block, as ``words_of(31, 0, 2)``."""
    import numpy as np

    return np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(block,))).random_raw(rounds)


def _count(words: Any, deals: Any, half: Any, quick: Any, counts: Any) -> None:
    """Count the ends of a block's rounds: ``block_numbers`` and the table of all deals, one round after another."""
    for word in words:
        high, low = word >> half, word << half >> half
        counts[quick[(high * deals + (low * deals >> half)) >> half]] += 1


def play_cards(table: Table, cards: list[Any]) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    """Return the actions and the places in the law of some dealt rounds.

    RuntimeError when a round ends as the exact law says none can.

    >>> import numpy as np
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> table = ready(file.game, file.game.analyse(file.rules))
    >>> actions, places = play_cards(table, [np.array([51]), np.array([47]), np.array([43])])
    >>> table.law[places[0]][0].event
    'mini royal'
    """
    actions = table.choose(cards)
    codes = table.place[table.settled.settle(cards, actions)]
    if len(codes) and codes.min() < 0:
        raise RuntimeError("a dealt round ended in a way that the exact law does not have")
    return actions, codes


def empty(table: Table, plan: tuple[tuple[str, str], ...], rounds: int) -> Tally:
    """Return the tally of no block.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> empty(ready(file.game, file.game.analyse(file.rules)), (), 10).played
    0
    """
    return Tally(plan, rounds, (), (0,) * len(table.law))


def simulate(table: Table, seed: int, tally: Tally, blocks: range) -> Iterator[Tally]:
    """Play blocks that a tally does not have yet, and yield it after each few of them.

    Integers come out the same whether blocks are played in one run or in many, in any order.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> table = ready(file.game, file.game.analyse(file.rules))
    >>> [tally.played for tally in simulate(table, 31, empty(table, (), 1_000), range(1))]
    [1000]
    """
    import numpy as np

    tabled = len(blocks) * BLOCK >= TABLE_PAYS and table.settled.decks == 1 and table.deals <= TABLE_DEALS
    quick, loop = (_all_deals(table) if tabled else None), compiled(_count)

    def play(seed: int, block: int, rounds: int) -> NDArray[np.int64]:
        if quick is None:
            return np.bincount(play_cards(table, table.cards(seed, block, rounds))[1], minlength=len(table.law))
        if loop is not None:
            counts = np.zeros(len(table.law), np.int64)
            loop(words_of(seed, block, rounds), np.uint64(table.deals), np.uint64(32), quick, counts)
            return counts
        return np.bincount(quick[block_numbers(seed, block, rounds, table.deals)], minlength=len(table.law))

    return in_stretches(play, seed, tally, blocks)


def simulate_trial(trial: Trial, seed: int, tally: Tally, blocks: range) -> Iterator[Tally]:
    """Play blocks of a layout with a banker, as ``simulate`` does those of a pay table.

    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-heath-infinite")
    >>> trial = file.game.sides.trial(file.rules, file.folder)
    >>> [each.played for each in simulate_trial(trial, 31, Tally((), 1_000, (), (0,) * trial.size), range(1))]
    [1000]
    """
    return in_stretches(trial.play, seed, tally, blocks)


def in_stretches(
    play: Callable[[int, int, int], Sequence[int] | NDArray[np.int64]],
    seed: int,
    tally: Tally,
    blocks: range,
    many: int = STRETCH,
) -> Iterator[Tally]:
    """Add the counts of blocks to a tally, and yield it after each ``many`` of them.

    ``play(seed, block, rounds)`` returns the counts of the first rounds of a block.
    """
    import numpy as np

    for low in range(blocks.start, blocks.stop, many):
        stretch = range(low, min(low + many, blocks.stop))
        counts = np.zeros(len(tally.counts), np.int64)
        for block in stretch:
            counts += np.asarray(play(seed, block, min(BLOCK, tally.rounds - block * BLOCK)))
        part = replace(tally, blocks=((stretch.start, stretch.stop),), counts=tuple(counts.tolist()))
        tally = merge([tally, part])
        yield tally


def merge(tallies: Sequence[Tally]) -> Tally:
    """Return several tallies of one simulation as one; ValueError when they differ in plan or share a block.

    >>> plan = (("seed", "31"),)
    >>> one, two = Tally(plan, 3 * BLOCK, ((0, 1),), (5, 6)), Tally(plan, 3 * BLOCK, ((1, 3),), (7, 8))
    >>> merge([two, one]) == Tally(plan, 3 * BLOCK, ((0, 3),), (12, 14))
    True
    """
    first = tallies[0]
    for other in tallies[1:]:
        for (name, mine), (_, theirs) in zip(first.plan, other.plan, strict=True):
            if mine != theirs:
                raise ValueError(f"parts of different simulations: {name} is {mine} in one, {theirs} in another")
        if (other.rounds, len(other.counts)) != (first.rounds, len(first.counts)):
            raise ValueError("parts of different simulations: they differ in rounds or in outcomes")
    joined: list[tuple[int, int]] = []
    for low, high in sorted(span for tally in tallies for span in tally.blocks):
        if joined and low < joined[-1][1]:
            raise ValueError(f"block {low:,} stands in two parts: it would count twice")
        if joined and low == joined[-1][1]:
            joined[-1] = (joined[-1][0], high)
        else:
            joined.append((low, high))
    counts = tuple(map(sum, zip(*(tally.counts for tally in tallies), strict=True)))
    return replace(first, blocks=tuple(joined), counts=counts)


def _all_deals(table: Table) -> NDArray[np.integer[Any]]:
    """The place in the law of every ordered deal under the strategy, in as few bytes as hold it: what stays in a
    processor's cache is looked up twice as fast."""
    import numpy as np

    places: NDArray[np.integer[Any]] = np.empty(table.deals, np.uint8 if len(table.law) <= 2**8 else np.int16)
    for low in range(0, table.deals, 2**18):
        numbers = np.arange(low, min(low + 2**18, table.deals))
        places[low : low + 2**18] = play_cards(table, deals_of(numbers, table.settled.size))[1]
    return places
