"""Random rounds of a layout under its best strategy, held against the exact distribution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from casino31.against_exact import EventCheck, MeanCheck
from casino31.against_exact import compare as held_against_exact
from casino31.api.layouts import Bets, LayoutLike, analyse, layout_of
from casino31.exact import Number, exact
from casino31.faults import SelfCheckError
from casino31.notebook import Shown
from casino31.pages.simulated import judge, plan_of
from casino31.simulation import PreparedLayout, Tally, empty, prepare, shard_blocks
from casino31.simulation import simulate as play_blocks

MOST_ROUNDS = 10**13


@dataclass(frozen=True, repr=False, eq=False)
class Simulation(Shown):
    """Random rounds played so far, and the exact distribution that they should follow."""

    table: PreparedLayout
    tally: Tally

    @cached_property
    def _checks(self) -> tuple[Sequence[MeanCheck], Sequence[EventCheck]]:
        return held_against_exact(self.table, self.tally)

    @property
    def means(self) -> Sequence[MeanCheck]:
        """The mean of each stake beside the exact one, with its standard error; ValueError before any round."""
        return self._checks[0]

    @property
    def events(self) -> Sequence[EventCheck]:
        """How often each event came beside its exact expectation; ValueError before any round."""
        return self._checks[1]

    @cached_property
    def conforms(self) -> bool:
        """Whether the rounds agree with the exact distribution, at a level of 99.9 %."""
        return judge(self.table, self.tally)

    @property
    def facts(self) -> Mapping[str, object]:
        """The rounds, the verdict, and each mean with its standard error."""
        facts: dict[str, object] = {"layout": dict(self.tally.plan)["title"], "rounds": self.tally.played}
        if self.tally.played:
            facts["agrees with the exact distribution"] = "yes" if self.conforms else "no"
            for mean in self.means:
                edge, right = float(-mean.mean), float(-mean.exact)
                facts[f"house edge, {mean.stake}"] = (
                    f"{edge:.6f} ± {mean.error:.6f} (one standard error; exact {right:.6f}, z {mean.z:+.2f})"
                )
        return facts


def simulate(
    layout: LayoutLike,
    rounds: Number,
    *,
    seed: int = 31,
    objective: Bets | None = None,
    shard: tuple[int, int] = (1, 1),
) -> Simulation:
    """Return random rounds under the best strategy of a layout: whole counts, the same for the same seed.

    ``shard`` (3, 16) plays the third of sixteen parts of the rounds. Means are in initial wagers and carry their
    standard errors. RulesError for a faulty file; ValueError for a number of rounds, a shard or a bet that is
    none; SelfCheckError when a round ends as the exact distribution says none can.

    >>> import casino31
    >>> casino31.simulate("natural-31", 100_000).conforms
    True
    """
    simulation = begin(layout, rounds, seed, objective)
    for played in advance(simulation, range(*shard_blocks(simulation.tally.rounds, *shard))):
        simulation = played
    return simulation


def begin(layout: LayoutLike, rounds: Number, seed: int, objective: Bets | None) -> Simulation:
    """Return a simulation of which no round has been played.

    >>> begin("natural-31", 10, 31, None).tally.played
    0
    """
    many = whole_rounds(rounds)
    file = layout_of(layout)
    table = prepare(file.game, analyse(file, objective=objective))
    return Simulation(table, empty(table, plan_of(table, file.name, seed), many))


def whole_rounds(rounds: Number) -> int:
    """Return a number of rounds; ValueError when it is none, or more than 10^13.

    >>> whole_rounds(1e8)
    100000000
    """
    many = exact(rounds)
    if many.denominator != 1 or not 1 <= many <= MOST_ROUNDS:
        raise ValueError(f"{rounds!r}: a whole number from 1 to {MOST_ROUNDS:,}")
    return int(many)


def advance(simulation: Simulation, blocks: range) -> Iterator[Simulation]:
    """Play blocks that a simulation does not have yet, and yield it after each few of them."""
    seed = int(dict(simulation.tally.plan)["seed"])
    try:
        for tally in play_blocks(simulation.table, seed, simulation.tally, blocks):
            yield replace(simulation, tally=tally)
    except RuntimeError as error:
        raise SelfCheckError(str(error)) from error
