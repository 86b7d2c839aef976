"""Numbered blocks of random rounds, and their tallies: the same integers for any number of shards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from casino31.progress import steps

if TYPE_CHECKING:
    from casino31.arrays import Ints

Play: TypeAlias = "Callable[[int, int, int], Sequence[int] | Ints]"
"""(seed, block, rounds): the counts of the first rounds of a numbered block."""
BLOCK = 2**16
"""Rounds of a block."""
STRETCH = 256
"""Blocks between two looks at the tally."""


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


def in_stretches(
    play: Play,
    seed: int,
    tally: Tally,
    blocks: range,
    few: int = STRETCH,
) -> Iterator[Tally]:
    """Play blocks that a tally does not have yet, by ``play(seed, block, rounds)``; yield it after each few."""
    import numpy as np

    for low in steps("rounds played", range(blocks.start, blocks.stop, few)):
        stretch = range(low, min(low + few, blocks.stop))
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
