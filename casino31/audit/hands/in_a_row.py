"""Logged hands of games with several decisions in a row: each is judged by what was known when it was made.

A hand that left the strategy is followed from decision to decision. What the k-th brought is the difference of two
results with the cards that came: as it was played up to the k-th decision and by the strategy from then on, and the
same with one decision more. Less its mean over all cards not seen by then it is 0 on average, and the differences
add up to what the whole hand brought above the strategy. Hands are settled by the referee.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import perm
from typing import TYPE_CHECKING

from casino31.answers import Analysis
from casino31.audit.hands.batch import Batch, Reader
from casino31.audit.hands.departures import KINDS, Departures
from casino31.audit.hands.distribution import Law, law_of
from casino31.audit.hands.player import PlayerLaw
from casino31.audit.hands.schema import Schema
from casino31.audit.hands.settlement import Settlement
from casino31.audit.hands.tally import LogTally
from casino31.cards import DECK
from casino31.census import Census, Chance, Decide, Node
from casino31.faults import NotCapableError
from casino31.game import Game
from casino31.pricing import census_of
from casino31.serialize import JsonMapping
from casino31.settling import PLAN_MARK, Asked, played
from casino31.strategy_table import Advised
from casino31.table import ReplayTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole


NO_NEIGHBOURS = (
    "several decisions in a row: each is judged by what was known when it was made; what a neighbour's cards would "
    "have made of it is not tested"
)
MOST_ROUNDS = 5_000
"""Ways in which unseen cards may come up to which all are settled; beyond, the growth of a decision is bounded."""


@dataclass
class Steps:
    """The decisions at which hands left the strategy, numbered: what was done and what was right."""

    census: Census
    taken: list[tuple[Node, Node]] = field(default_factory=list)
    """Of each number the node after the action taken, and the one after the strategy's."""
    results: list[tuple[NDArray[np.int16], NDArray[np.int16]] | None] = field(default_factory=list)
    """Of each number what both come to with all cards that were not seen, equally likely; None of too many."""
    _numbers: dict[tuple[int, int], int] = field(default_factory=dict, repr=False)
    _next: dict[int, dict[Hashable, Decide]] = field(default_factory=dict, repr=False)

    def number(self, before: Sequence[Asked], knows: Hashable, action: str, right: str) -> int:
        """Return the number of an action where another was right, after the decisions before it."""
        node: Node = self.census.root
        for known, done in before:
            node = self._decision(node, known).options[done]
        options = self._decision(node, knows).options
        own, theirs = options[action], options[right]
        key = id(own), id(theirs)
        if key not in self._numbers:
            self._numbers[key] = len(self.taken)
            self.taken.append((own, theirs))
        return self._numbers[key]  # whose results are added by who asked, once

    def _decision(self, node: Node, knows: Hashable) -> Decide:
        if id(node) not in self._next:
            self._next[id(node)] = {
                hand_class.knows: at for at in _first_decisions(node) for hand_class in at.classes
            }
        return self._next[id(node)][knows]


def _first_decisions(node: Node) -> Iterator[Decide]:
    """The decisions that nothing but chance comes before, of more than one action."""
    if isinstance(node, Chance):
        for _, after in node.branches:
            yield from _first_decisions(after)
    elif isinstance(node, Decide):
        if len(node.options) > 1:
            yield node
        else:
            yield from _first_decisions(next(iter(node.options.values())))


@dataclass
class PlayerInARow(PlayerLaw):
    """One bet as the tests of the player see it, of a game with several decisions in a row."""

    steps: Steps | None = None

    @cached_property
    def decides(self) -> bool:
        """Whether a decision can change what the bet wins."""
        assert self.steps is not None
        return any(
            len({self.luck.nodes[id(after)] for after in node.options.values()}) > 1
            for node in self.steps.census.decisions
        )

    def gain(self, situation: int) -> Fraction:
        """Return what a numbered action brings above the strategy's on average, in units."""
        assert self.steps is not None
        own, theirs = self.steps.taken[situation]
        return self.luck.values[self.luck.nodes[id(own)]] - self.luck.values[self.luck.nodes[id(theirs)]]

    def departure(self, situation: int, action: int) -> tuple[float, NDArray[np.float64]]:
        """Return what a numbered action brings above the strategy's on average, and the growth of the rest."""
        assert self.steps is not None
        if (situation, action) not in self._growth:
            self._growth[situation, action] = float(self.gain(situation)), self._growth_of(situation)
        return self._growth[situation, action]

    def _growth_of(self, situation: int) -> NDArray[np.float64]:
        """The growth by tilt of what a numbered action brings about its mean: exact where results are few."""
        import numpy as np

        assert self.steps is not None
        results = self.steps.results[situation]
        if results is None:
            return self.growth_between(*(self.luck.nodes[id(node)] for node in self.steps.taken[situation]))
        brought, ways = np.unique(self.gains[results[0]] - self.gains[results[1]], return_counts=True)
        gain = self.gain(situation)
        if sum(map(int.__mul__, brought.tolist(), ways.tolist())) != gain * self.scale * len(results[0]):
            raise RuntimeError("what an action brings over all cards is not what the census says")
        logs = np.log(ways / len(results[0])) + np.outer(self.sides, brought / self.scale - float(gain))
        growth: NDArray[np.float64] = np.logaddexp.reduce(logs, axis=1)
        return growth


class SettlementInARow(Settlement):
    """A layout made ready to settle batches of hands with several decisions in a row."""

    def __init__(self, game: Game, analysis: Analysis) -> None:
        import numpy as np

        settled = game.settle_batch(analysis.rules)
        nothing = Advised(settled.actions, np.zeros(0, np.int16), np.zeros(1, np.int8), ((Fraction(),),))
        super().__init__(game, analysis, settled, nothing)
        self.plans = [tuple(plan.split(PLAN_MARK)) for plan in settled.actions]
        self.place_of = {plan: place for place, plan in enumerate(self.plans)}
        if self.stages > KINDS:
            raise NotCapableError(
                f"{game.name} has more than {KINDS} decisions in a row: its logs cannot be judged"
            )
        self.steps = Steps(census_of(game, analysis.rules))

    @property
    def stages(self) -> int:
        """Decisions of a round in a row."""
        return len(self.plans[0])

    @cached_property
    def players(self) -> tuple[PlayerInARow, ...]:
        """Each bet as the tests of the player see it: they follow the decisions of this settlement."""
        made = (
            PlayerInARow(**_fields(player), stages=self.stages, steps=self.steps) for player in self._law.players
        )
        return tuple(made)

    @cached_property
    def law(self) -> Law:
        """The exact law of each bet under the filed strategy."""
        return replace(self._law, players=self.players)

    @cached_property
    def _law(self) -> Law:
        return law_of(self.game, self.analysis, self.settled, self.table)

    def reader(self, schema: Schema, by: Sequence[str]) -> Reader:
        """Return the reader of logs of this game: decisions move what is staked."""
        reader = super().reader(schema, by)
        reader.taken_back = True
        return reader

    def notes(self, tally: LogTally) -> Iterator[str]:
        """Yield what is not tested, and what stands in for cards that nobody saw."""
        yield NO_NEIGHBOURS
        yield from super().notes(tally)

    def under_strategy(self, cards: Sequence[Whole]) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Return all that the strategy does in each round, and the result under it."""
        import numpy as np

        deals = zip(*(column.tolist() for column in cards), strict=True)
        choice = np.array([self.place_of[_plan(self._follow(deal, ()))] for deal in deals], np.int8)
        return choice, self.settled.settle(cards, choice)

    def _follow(self, deal: Sequence[int], taken: Sequence[str]) -> list[Asked]:
        """The decisions of a round: some as they were taken, the rest by the strategy."""
        return played(self.game, self.rules, self.analysis.strategy.actions, deal, taken)

    def departures(
        self,
        batch: Batch,
        rows: NDArray[np.int64],
        law: NDArray[np.int16],  # noqa: ARG002
        actual: NDArray[np.int16],  # noqa: ARG002
        undealt: NDArray[np.int64],
    ) -> Departures:
        """Return the decisions of some rows that left the strategy, those of one row in their order."""
        import numpy as np

        edges: list[tuple[int, int, int, int, int]] = []
        for row in rows.tolist():
            deal = [int(column[row]) for column in batch.cards]
            taken = self.plans[int(batch.actions[row])]
            asked = self._follow(deal, ())
            for stage in range(self.stages):
                (knows, right), before = asked[stage], _plan(asked)
                asked = self._follow(deal, taken[: stage + 1])
                if right != taken[stage]:
                    number = self.steps.number(asked[:stage], knows, taken[stage], right)
                    if number == len(self.steps.results):
                        self.steps.results.append(self._results(deal, taken, stage))
                    edges.append((row, number, self.place_of[before], self.place_of[_plan(asked)], stage))
        where, numbers, befores, afters, stages = np.array(edges, np.int64).reshape(-1, 5).T
        cards = [column[where] for column in batch.cards]
        return Departures(
            where,
            numbers,
            self.settled.settle(cards, befores),
            self.settled.settle(cards, afters),
            np.isin(where, undealt),
            stages,
        )

    def _results(
        self, deal: Sequence[int], taken: Sequence[str], stage: int
    ) -> tuple[NDArray[np.int16], NDArray[np.int16]] | None:
        """What a decision comes to with all cards not seen by then, as it was taken and by the strategy."""
        import numpy as np

        seen, decks = self._seen(deal, taken, stage), self.settled.decks
        left = [card for card in DECK for _ in range(decks)]
        for card in deal[:seen]:
            left.remove(card)
        if perm(len(left), len(deal) - seen) > MOST_ROUNDS:
            return None
        rounds = [(*deal[:seen], *rest) for rest in permutations(left, len(deal) - seen)]
        cards = [np.array(column, np.int8) for column in zip(*rounds, strict=True)]
        known = max(self._seen(deal, plan, self.stages - 1) for plan in self.plans)
        plans = [self._plans_after(rounds, known, taken[:many]) for many in (stage + 1, stage)]
        own, theirs = (self.settled.settle(cards, np.array(plan, np.int8)) for plan in plans)
        return own, theirs

    def _plans_after(self, rounds: Sequence[tuple[int, ...]], known: int, taken: Sequence[str]) -> list[int]:
        """All that is done in each round, which its first cards tell: those known at the last decision."""
        made: dict[tuple[int, ...], int] = {}
        for dealt in rounds:
            if dealt[:known] not in made:
                made[dealt[:known]] = self.place_of[_plan(self._follow(dealt, taken))]
        return [made[dealt[:known]] for dealt in rounds]

    def _seen(self, deal: Sequence[int], taken: Sequence[str], stage: int) -> int:
        """How many cards have been dealt when a decision is made."""
        dealt: list[int] = []
        turn = iter(taken)

        def choose(_: Hashable, allowed: Sequence[str]) -> str:
            if len(allowed) == 1:
                return allowed[0]
            dealt.append(table.dealt)
            return next(turn)

        table = ReplayTable(deal, choose)
        self.game.referee(self.rules.terms, table)
        return dealt[stage]

    def cost(self, batch: Batch, gone: Departures) -> Fraction:
        """Return what some decisions lose on average, for the bets the strategy is best for, in cents."""
        lost = Fraction()
        for bet, player in zip(self.rules.bets, self.players, strict=True):
            if bet in self.analysis.objective:
                stakes = batch.stakes[player.first][gone.rows].tolist()
                for number, stake in zip(gone.situations.tolist(), stakes, strict=True):
                    lost -= stake * player.gain(number)
        return lost


def _plan(asked: Sequence[Asked]) -> tuple[str, ...]:
    return tuple(action for _, action in asked)


def _fields(player: PlayerLaw) -> JsonMapping:
    return {
        name: getattr(player, name) for name in ("luck", "scale", "gains", "first", "knows", "choices", "names")
    }


def settlement_of(game: Game, analysis: Analysis) -> Settlement:
    """Return a layout of a game with exact counts made ready for logs."""
    single = census_of(game, analysis.rules).single
    return Settlement(game, analysis) if single else SettlementInARow(game, analysis)
