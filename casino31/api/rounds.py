"""Random rounds of a layout of any game, held against the exact distribution."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from casino31.against_exact import EventCheck, MeanCheck, deviations
from casino31.api.layouts import Bets, LayoutLike, analyse, layout_of
from casino31.exact import Number, exact
from casino31.faults import SelfCheckError, refused
from casino31.notebook import Shown
from casino31.rulesfile import RulesFile
from casino31.simulation import Findings, PreparedLayout, RoundSource, Tally, merge, prepare, shard_blocks

MOST_ROUNDS = 10**13


@dataclass(frozen=True, repr=False, eq=False)
class Simulation(Shown):
    """Random rounds played so far, and the exact distribution that they should follow."""

    source: RoundSource
    tally: Tally
    table: PreparedLayout | None = None
    """The layout with a pay table; None for a game with a banker."""

    @cached_property
    def _checks(self) -> tuple[Sequence[MeanCheck], Sequence[EventCheck]]:
        return ((), ()) if self.table is None else deviations(self.table, self.tally)

    @property
    def means(self) -> Sequence[MeanCheck]:
        """The mean of each stake beside the exact one, with its standard error; ValueError before any round."""
        return self._checks[0]

    @property
    def events(self) -> Sequence[EventCheck]:
        """How often each event came beside its exact expectation; ValueError before any round."""
        return self._checks[1]

    @cached_property
    def findings(self) -> Findings:
        """What the rounds come to; ValueError before any round, SelfCheckError when one ended as none can."""
        try:
            return self.source.findings(self.tally)
        except RuntimeError as error:
            raise SelfCheckError(str(error)) from error

    @property
    def conforms(self) -> bool:
        """Whether the rounds agree with the exact distribution, at a level of 99.9 %."""
        return self.findings.conforms

    @property
    def facts(self) -> Mapping[str, object]:
        """The rounds, the verdict, and each mean with its standard error."""
        facts: dict[str, object] = {"layout": dict(self.tally.plan)["title"], "rounds": self.tally.played}
        if self.tally.played:
            facts["agrees with the exact distribution"] = "yes" if self.conforms else "no"
            facts |= self.findings.facts
        return facts


def simulate(
    layout: LayoutLike,
    rounds: Number,
    *,
    seed: int = 31,
    objective: Bets | None = None,
    punters: int | None = None,
    shard: tuple[int, int] = (1, 1),
) -> Simulation:
    """Return random rounds under the best strategy of a layout: whole counts, the same for the same seed.

    ``shard`` (3, 16) plays the third of sixteen parts of the rounds; with a banker 1 to 8 ``punters`` play. Means
    are in initial wagers and carry their standard errors. RulesError for a faulty file; ValueError for a number of
    rounds, a shard, a bet or punters that there are not; SelfCheckError when a round ends as the exact distribution
    says none can.

    >>> import casino31
    >>> casino31.simulate("natural-31", 100_000).conforms
    True
    """
    simulation = begin(layout, rounds, seed, objective, punters)
    for played in advance(simulation, range(*shard_blocks(simulation.tally.rounds, *shard))):
        simulation = played
    return simulation


def begin(
    layout: LayoutLike, rounds: Number, seed: int, objective: Bets | None = None, punters: int | None = None
) -> Simulation:
    """Return a simulation of which no round has been played.

    >>> begin("natural-31", 10, 31).tally.played
    0
    """
    many = whole_rounds(rounds)
    simulation = _ready(layout_of(layout), objective, punters)
    return replace(simulation, tally=simulation.source.empty(seed, many))


def _ready(file: RulesFile, objective: Bets | None, punters: int | None) -> Simulation:
    """A layout made ready, nothing asked for yet."""
    if file.game.solver is None:
        from casino31.pages.simulated_layouts import layout_source

        if punters is not None:
            raise ValueError(f"--punters is for games with a banker, and {file.game.name} has none")
        table = prepare(file.game, analyse(file, objective=objective))
        source = layout_source(table, file.name)
        return Simulation(source, source.empty(0, 0), table)
    from casino31.audit.hands.write import write_banker_hands
    from casino31.pages.simulated_bankers import banker_source

    if objective is not None:
        raise ValueError(f"--objective is for games with a pay table, and {file.game.name} has none")
    seats = 1 if punters is None else punters
    names = (
        ("game", file.game.name),
        ("title", file.rules.title),
        ("layout", file.name),
        ("layout_sha256", file.digest),
    )

    def write_log(path: Path, seed: int, rounds: int, blocks: range, over: bool) -> None:
        write_banker_hands(path, file.game.sides.log(file.rules, seats), seed, rounds, blocks, over)

    source = banker_source(file.game.sides.trial(file.rules, file.folder, seats), names, write_log)
    return Simulation(source, source.empty(0, 0))


def whole_rounds(rounds: Number) -> int:
    """Return a number of rounds; ValueError when it is none, or more than 10^13.

    >>> whole_rounds(1e8)
    100000000
    """
    many = exact(rounds)
    if many.denominator != 1 or not 1 <= many <= MOST_ROUNDS:
        raise ValueError(f"{rounds}: expected a whole number from 1 to {MOST_ROUNDS:,}")
    return int(many)


def advance(simulation: Simulation, blocks: range) -> Iterator[Simulation]:
    """Play blocks that a simulation does not have yet, and yield it after each few of them."""
    try:
        for tally in simulation.source.play(simulation.tally, blocks):
            yield replace(simulation, tally=tally)
    except RuntimeError as error:
        raise SelfCheckError(str(error)) from error


def layout_named(part: str | Path) -> str:
    """Return the layout that a file of counts names; RulesError when it is no such file."""
    from casino31.pages.simulated import stated_names

    names = stated_names(Path(part))
    return str(names.get("paytable") or names.get("layout") or "")


def put_together(parts: Sequence[str | Path], layout: LayoutLike | None = None) -> Simulation:
    """Return the parts of one simulation as one: the same counts, whatever the shards were.

    ``layout`` is where the parts name one that has moved. RulesError for a file that is no part of these rounds;
    ValueError for parts of different simulations, or a block in two of them.
    """
    from casino31.pages.simulated import WHOLE, read_tally, stated_names

    names = stated_names(Path(parts[0]))
    file = layout_of(layout_named(parts[0]) if layout is None else layout)
    objective = tuple(str(names["objective"]).split("+")) if names.get("objective") else None
    asked = str(names.get("punters", ""))
    if (file.game.solver is not None) != ("layout" in names):
        raise ValueError(f"{file.name!r} is of {file.game.name}: the parts are of another game")
    try:
        simulation = _ready(file, objective, int(asked) if re.fullmatch("[0-9]{1,4}", asked) else None)
    except ValueError as error:
        raise refused(str(parts[0]), str(error), WHOLE) from None
    return replace(simulation, tally=merge([read_tally(Path(part), simulation.source) for part in parts]))
