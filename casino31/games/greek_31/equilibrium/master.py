"""The banker's linear program: the least a punter can be left with, if only the replies found so far were his.

Variables are probabilities: that the banker draws at a hand, shows it, conceals a card of it; and for each exposure
the punter's share, at least what every known reply wins of it. The dual weights the replies: it is the punter's
strategy. The interior-point method without crossover solves it: its central answers call for fewer replies than
corners do.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from casino31.arrays import Floats, Ints
from casino31.games.greek_31.equilibrium.banker_reply import concealments, next_card, possible_concealments
from casino31.games.greek_31.equilibrium.replies import beliefs_of, shown_chances
from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import THIRTY_ONE

ROUNDS = 1e5
"""The program counts in this many rounds, so that its tolerances mean something for rare hands."""
RAREST = 1e-10
"""Hands less likely than this, however the banker plays, stay outside the program."""
LOWEST = 20
"""Concealed hands below this rank stay outside the program; the certificates look at all."""


@dataclass
class Pool:
    """The replies in the program: one row each, with the belief it replies to."""

    places: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    beliefs: Ints = field(default_factory=lambda: np.zeros((0, 10), np.int64))
    chances: Floats = field(default_factory=lambda: np.zeros((10, 0)))
    weights: Floats = field(default_factory=lambda: np.zeros(0))
    """How often the punter uses each, of 1 for each exposure."""

    def add(self, places: Ints, beliefs: Ints, chances: Floats) -> None:
        """Add replies; the arrays belong together."""
        self.places = np.concatenate([self.places, places])
        self.beliefs = np.concatenate([self.beliefs, beliefs])
        self.chances = np.concatenate([self.chances, chances], axis=1)
        self.weights = np.concatenate([self.weights, np.zeros(len(places))])


@dataclass(frozen=True)
class Flow:
    """What the banker does, in probabilities, over the program's variables."""

    draws: Floats
    """By place of the hand."""
    shows: Floats
    conceals: Floats
    """(hidden value, exposure)."""
    settled: float
    """The punter's chance to win where nothing is concealed: the banker goes bust or shows a 14."""

    def mix(self, other: "Flow") -> "Flow":
        """Return the flow half way to another: what a banker does who tosses a coin between the two."""
        return Flow(
            (self.draws + other.draws) / 2,
            (self.shows + other.shows) / 2,
            (self.conceals + other.conceals) / 2,
            (self.settled + other.settled) / 2,
        )


class Master:
    """The program for one first card."""

    def __init__(self, rules: Rules, first: int) -> None:
        self.rules, self.first = rules, first
        self.shown = {place: float(chance) for place, chance in shown_chances(rules, first).items()}
        table, seen = hands(rules), beliefs_of(rules)
        all_hands = table.hands
        odds: dict[int, tuple[float, ...]] = {}
        reach = [0.0] * len(all_hands)
        reach[0] = 1.0
        for place, hand in enumerate(all_hands):
            if (
                reach[place] < RAREST
                or table.rank[place] == THIRTY_ONE
                or not possible_concealments(rules, first, hand)
            ):
                continue
            odds[place] = tuple(map(float, next_card(rules, first, hand)))
            for p, child in zip(odds[place], table.children[place], strict=True):
                if child >= 0:
                    reach[child] += reach[place] * p
        self.live = list(odds)
        row = {place: r for r, place in enumerate(self.live)}
        options = concealments(rules)
        pairs = [
            (place, c, exposure)
            for place in self.live
            for c, exposure in options[place]
            if seen.ranks[c, exposure] >= LOWEST
        ]
        self.shows = [place for place in self.live if place in self.shown]
        self._values = np.array([c for _, c, _ in pairs])
        self._exposures = np.array([exposure for _, _, exposure in pairs])
        n, s = len(self.live), len(self.shows)
        self._ends = (n, n + s, n + s + len(pairs))
        self.places = np.unique(self._exposures)
        """The exposures in the program."""
        share = {int(place): self._ends[2] + i for i, place in enumerate(self.places)}
        self._share = np.full(len(seen.exposed), -1)
        self._share[self.places] = list(share.values())
        self._variable = np.full(seen.ranks.shape, -1)
        self._variable[self._values, self._exposures] = np.arange(self._ends[1], self._ends[2])
        self._build(odds, row, [place for place, _, _ in pairs])

    def _build(self, odds: dict[int, tuple[float, ...]], row: dict[int, int], pair_hands: list[int]) -> None:
        table = hands(self.rules)
        columns = self._ends[2] + len(self.places)
        cost = np.zeros(columns)
        cost[self._ends[2] :] = 1
        starts: list[int] = []
        index: list[int] = []
        value: list[float] = []
        for r, place in enumerate(self.live):
            starts.append(len(index))
            index.append(r)
            value.append(1.0)
            for p, child in zip(odds[place], table.children[place], strict=True):
                if child in row and p:
                    index.append(row[child])
                    value.append(-p)
                elif p and (child < 0 or table.rank[child] != THIRTY_ONE):
                    cost[r] += p
        for r, place in enumerate(self.shows):
            cost[self._ends[0] + r] = self.shown[place]
        for place in (*self.shows, *pair_hands):
            starts.append(len(index))
            index.append(row[place])
            value.append(1.0)
        starts.extend([len(index)] * len(self.places))
        inflow = np.zeros(len(self.live))
        inflow[0] = ROUNDS
        import highspy  # an extra: only who solves needs it

        self._solver: Any = highspy._Highs()  # type: ignore[attr-defined]  # the binding itself greets nobody
        for option, setting in (
            ("output_flag", False),
            ("threads", 1),
            ("solver", "ipm"),
            ("run_crossover", "off"),
            ("ipm_optimality_tolerance", 1e-6),
        ):
            self._solver.setOptionValue(option, setting)
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = columns, len(self.live)
        self._cost = program.col_cost_ = cost
        program.col_lower_, program.col_upper_ = np.zeros(columns), np.full(columns, highspy.kHighsInf)
        program.row_lower_ = program.row_upper_ = inflow
        program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        program.a_matrix_.start_ = np.array([*starts, len(index)], dtype=np.int32)
        program.a_matrix_.index_ = np.array(index, dtype=np.int32)
        program.a_matrix_.value_ = np.array(value)
        self._solver.passModel(program)

    def add(self, places: Ints, chances: Floats) -> None:
        """Add a row for each reply: the share of its exposure is at least what it wins."""
        starts: list[int] = []
        index: list[int] = []
        value: list[float] = []
        for place, wins in zip(places.tolist(), chances.T.tolist(), strict=True):
            starts.append(len(index))
            for c, win in enumerate(wins):
                if win and (variable := int(self._variable[c, place])) >= 0:
                    index.append(variable)
                    value.append(-win)
            index.append(int(self._share[place]))
            value.append(1.0)
        self._solver.addRows(
            len(starts),
            np.zeros(len(starts)),
            np.full(len(starts), np.inf),
            len(index),
            np.array(starts, dtype=np.int32),
            np.array(index, dtype=np.int32),
            np.array(value),
        )

    def solve(self, tolerance: float) -> tuple[Flow, Floats]:
        """Return the banker's flow and the weight of each reply; ArithmeticError when there is no answer."""
        self._solver.clearSolver()
        self._solver.setOptionValue("ipm_optimality_tolerance", tolerance)
        self._solver.run()
        solution = self._solver.getSolution()
        if not solution.value_valid or not solution.dual_valid:
            raise ArithmeticError("the linear program was not solved: the solver gave no answer")
        x = np.maximum(np.array(solution.col_value), 0) / ROUNDS
        weights = np.maximum(np.array(solution.row_dual)[len(self.live) :], 0)
        a, b, c = self._ends
        draws, shows = np.zeros(len(hands(self.rules).place)), np.zeros(len(hands(self.rules).place))
        draws[self.live], shows[self.shows] = x[:a], x[a:b]
        conceals = np.zeros(self._variable.shape)
        conceals[self._values, self._exposures] = x[b:c]
        return Flow(draws, shows, conceals, float(x[:b] @ self._cost[:b])), weights
