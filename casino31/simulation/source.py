"""A layout of any game made ready for random rounds, and what its counts mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from casino31.serialize import JsonMapping
from casino31.simulation.blocks import Play, Tally, in_stretches

if TYPE_CHECKING:
    from casino31.page import Block

WriteLog: TypeAlias = Callable[[Path, int, int, range, bool], None]
"""(path, seed, rounds, blocks, over): write the hands of some blocks, for ``audit log``."""


@dataclass(frozen=True)
class Findings:
    """What the counts of a simulation come to beside the exact distribution."""

    record: JsonMapping
    """As plain data."""
    blocks: tuple[Block, ...]
    """As parts of a page, each simulated figure with its interval."""
    facts: Mapping[str, object]
    """In short."""
    conforms: bool
    """Whether the rounds agree with the exact distribution, at a level of 99.9 %."""


@dataclass(frozen=True)
class RoundSource:
    """Random rounds of one layout: how blocks of them are played, kept and judged."""

    schema: str
    """Of its files of counts."""
    plan: tuple[tuple[str, str], ...]
    """What the parts of one simulation agree in, besides the seed."""
    size: int
    """The whole numbers that rounds are counted in."""
    player: Callable[[range], Play]
    """How rounds are played, when so many blocks are wanted."""
    stated: Callable[[Sequence[int]], JsonMapping]
    """The counts as a file of them states them."""
    counts_in: Callable[[JsonMapping], Sequence[int]]
    """The counts that such a file states; KeyError or TypeError where it states none."""
    rounds_in: Callable[[Sequence[int]], int]
    """The rounds that some counts are of."""
    findings: Callable[[Tally], Findings]
    """ValueError before the first round; RuntimeError when one ended as the exact distribution says none can."""
    write_log: WriteLog

    def empty(self, seed: int, rounds: int) -> Tally:
        """Return the tally of no block."""
        return Tally((*self.plan, ("seed", str(seed))), rounds, (), (0,) * self.size)

    def play(self, tally: Tally, blocks: range) -> Iterator[Tally]:
        """Play blocks that a tally does not have yet, and yield it after each few of them."""
        return in_stretches(self.player(blocks), int(dict(tally.plan)["seed"]), tally, blocks)
