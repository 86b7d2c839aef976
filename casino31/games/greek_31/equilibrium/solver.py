"""The equilibrium of banker and punter for one first card, with a certified interval for its value.

Both ends of the interval are best replies to strategies that are written down: the upper end is what the punter's
best reply wins of the stored banker, the lower end what the banker's best reply leaves of the stored punter. How
the two strategies were found does not matter to them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from casino31.arrays import Floats, Ints
from casino31.games.greek_31.engine.answer import first_card
from casino31.games.greek_31.engine.plan import Plan
from casino31.games.greek_31.equilibrium.banker_reply import banker_reply, concealments, possible_concealments
from casino31.games.greek_31.equilibrium.master import Flow, Master, Pool
from casino31.games.greek_31.equilibrium.replies import (
    NOTHING,
    belief_error,
    beliefs_of,
    replier,
    shown_chances,
    unseen,
)
from casino31.games.greek_31.hands import hands, stands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import THIRTY_ONE

SCALE = 10**6
"""Orders of a hand count so often in a stored plan: its probabilities are exact to about one in a million."""
FINEST = 10**6
"""The largest number in a belief, and what the weights of an exposure's beliefs add up to."""


@dataclass(frozen=True)
class Punter:
    """For each exposure, beliefs and how often the punter replies to each: arrays that belong together."""

    places: Ints
    weights: Ints
    beliefs: Ints


@dataclass(frozen=True)
class FirstCardSolution:
    """A policy for each side with one first card, and what they prove about the punter's expectation."""

    first: int
    plan: Plan
    punter: Punter
    lower: float
    upper: float

    @property
    def gap(self) -> float:
        """Width of the certified interval."""
        return self.upper - self.lower


def upper_end(rules: Rules, first: int, plan: Plan) -> float:
    """Return the most a punter can expect of the stored banker, with all that rounding may have hidden."""
    return float(first_card(rules, plan, first).expectation) + 8 * belief_error(rules)


def lower_end(rules: Rules, first: int, chances: Floats) -> float:
    """Return the least a banker can leave a punter of these chances, less all that rounding may have added."""
    shown = {place: float(chance) for place, chance in shown_chances(rules, first).items()}
    left: float = banker_reply(rules, first, chances.tolist(), shown, 1.0).chance
    return 2 * left - 1 - 8 * belief_error(rules)


def mixed(rules: Rules, places: Ints, weights: Ints, chances: Floats) -> Floats:
    """Return a punter's chances, (hidden value, exposure), from those of the replies he mixes.

    ValueError when an exposure is left out.
    """
    whole = np.bincount(places, weights, minlength=len(beliefs_of(rules).exposed))
    if not whole.all():
        raise ValueError("the punter's policy leaves out cards that the banker may expose")
    rows = [np.bincount(places, weights * row, minlength=len(whole)) for row in chances]
    answer: Floats = np.array(rows) / whole
    return answer


def certain(rules: Rules, first: int, ranks: Sequence[int]) -> tuple[Ints, Ints]:
    """Return exposures and beliefs of a punter who is sure of the banker's rank: the best, and these."""
    behind = beliefs_of(rules).ranks
    left = unseen(rules, first) > 0
    worth = np.where((behind != NOTHING) & left, behind, 0)
    best = worth.argmax(axis=0)
    places, values = [np.arange(len(best))], [best]
    for rank in ranks:
        where = (worth == rank).any(axis=0) & (worth[best, np.arange(len(best))] != rank)
        places.append(np.flatnonzero(where))
        values.append((worth == rank).argmax(axis=0)[where])
    return np.concatenate(places), np.eye(10, dtype=np.int64)[np.concatenate(values)]


def to_plan(rules: Rules, first: int, flow: Flow, scale: int = SCALE) -> Plan:
    """Return the plan that shares out the orders of every hand as a flow does, to the nearest whole order.

    A hand on which the flow says nothing is shown as 14, stands on 26 or more, and is drawn to otherwise.
    """
    table, options = hands(rules), concealments(rules)
    index = {(way.exposed, way.concealed): i for i, way in enumerate(stands(rules))}
    seen = beliefs_of(rules)
    orders = [0] * len(table.place)
    orders[0] = scale
    draws, shows, conceals = [0] * len(orders), [0] * len(orders), [0] * len(index)
    for place, hand in enumerate(table.hands):
        if not orders[place] or table.rank[place] == THIRTY_ONE:
            continue
        ways = options[place]
        shares = [flow.draws[place], flow.shows[place], *(flow.conceals[c, e] for c, e in ways)]
        if sum(shares) < 1e-15 or not possible_concealments(rules, first, hand):
            stand = bool(ways) and seen.ranks[ways[-1]] >= 26
            shares = [float(not stand and not table.fourteen[place]), float(table.fourteen[place])]
            shares += [float(stand and not table.fourteen[place] and way == ways[-1]) for way in ways]
        draws[place], shows[place], *hidden = share_out(orders[place], shares)
        for (c, e), count in zip(ways, hidden, strict=True):
            conceals[index[seen.exposed[e], c]] = count
        for child in table.children[place]:
            if child >= 0:
                orders[child] += draws[place]
    return Plan(scale, tuple(draws), tuple(shows), tuple(conceals))


def share_out(whole: int, shares: Sequence[float]) -> list[int]:
    """Return whole numbers in proportion to shares that add up to ``whole``, by largest remainders.

    >>> share_out(10, [1, 1, 1.1])
    [3, 3, 4]
    """
    total = sum(shares)
    exact = [whole * share / total for share in shares]
    counts = [int(portion) for portion in exact]
    for place in sorted(range(len(shares)), key=lambda i: counts[i] - exact[i])[: whole - sum(counts)]:
        counts[place] += 1
    return counts


def shared_out(places: Ints, weights: Floats | Ints, whole: int) -> Ints:
    """Return weights that add up to ``whole`` for each exposure, by largest remainders; none where all are 0.

    >>> shared_out(np.array([0, 0, 0, 1]), np.array([1.0, 1.0, 1.1, 0.0]), 10).tolist()
    [3, 3, 4, 0]
    """
    sums = np.bincount(places, weights)[places]
    exact = weights * whole / np.where(sums > 0, sums, 1)
    shares: Ints = exact.astype(np.int64)
    lacking = np.rint(np.bincount(places, exact - shares)).astype(np.int64)
    order = np.lexsort((shares - exact, places))
    _, starts, counts = np.unique(places[order], return_index=True, return_counts=True)
    turn = np.arange(len(order)) - np.repeat(starts, counts)
    shares[order] += turn < lacking[places[order]]
    return shares


class Solver:
    """Closes in on the value of one first card; every step leaves a certified solution behind.

    ``start`` is an earlier solution to go on from; ``hint`` a punter with another first card, whose beliefs are a
    good beginning.
    """

    def __init__(
        self, rules: Rules, first: int, start: FirstCardSolution | None = None, hint: Punter | None = None
    ) -> None:
        self.rules, self.first = rules, first
        self._reply = replier(rules, first)
        self._master = Master(rules, first)
        self._left = unseen(rules, first)
        self._pool = Pool()
        self._best: Flow | None = None
        self._plan = start.plan if start else None
        self._punter = start.punter if start else None
        self._lower, self._upper = (start.lower, start.upper) if start else (-1.0, 1.0)
        places, beliefs = certain(rules, first, ())
        self._fallback = (places, beliefs, self._reply(places, beliefs.astype(float)))
        self._add(*certain(rules, first, (25, 27, 29)))
        for known in (start.punter if start else None, hint):
            if known:
                self._add(known.places, known.beliefs)

    def step(self) -> FirstCardSolution:
        """Solve the program, certify both sides, and add what the punter would have replied."""
        gap = self._upper - self._lower
        flow, self._pool.weights = self._master.solve(min(1e-3, max(1e-9, gap / 5)))
        self._certify_punter()
        for point in [flow] if self._best is None else [flow, flow.mix(self._best)]:
            self._answer(point, gap)
        if self._plan is None or self._punter is None:
            raise ArithmeticError("the linear program gave no policy that beats guessing")
        return FirstCardSolution(self.first, self._plan, self._punter, self._lower, self._upper)

    def _add(self, places: Ints, beliefs: Ints, chances: Floats | None = None) -> None:
        mask = np.isin(places, self._master.places)
        places, beliefs = places[mask], beliefs[mask]
        chances = self._reply(places, beliefs.astype(float)) if chances is None else chances[:, mask]
        self._pool.add(places, beliefs, chances)
        self._master.add(places, chances)

    def _certify_punter(self) -> None:
        """Round the weights of the replies, and keep them if the banker's best reply leaves more than before."""
        pool = self._pool
        weights = shared_out(pool.places, np.where(pool.weights * FINEST < 0.5, 0, pool.weights), FINEST)
        used = weights > 0
        places, beliefs, chances = self._fallback
        lost = ~np.isin(places, pool.places[used])
        punter = Punter(
            np.concatenate([pool.places[used], places[lost]]),
            np.concatenate([weights[used], np.ones(lost.sum(), np.int64)]),
            np.concatenate([pool.beliefs[used], beliefs[lost]]),
        )
        wins = np.concatenate([pool.chances[:, used], chances[:, lost]], axis=1)
        all_wins = mixed(self.rules, punter.places, punter.weights, wins)
        lower = lower_end(self.rules, self.first, all_wins)
        if lower > self._lower or self._punter is None:
            self._lower, self._punter = lower, punter

    def _answer(self, point: Flow, gap: float) -> None:
        """Add the punter's replies to a flow of the banker's where they win more than any reply so far."""
        likely = np.where(self._left > 0, point.conceals / np.maximum(self._left, 1), 0)
        most = likely.max(axis=0)
        places = np.flatnonzero(most)
        beliefs = np.rint(likely[:, places] / most[places] * FINEST).astype(np.int64).T
        chances = self._reply(places, beliefs.astype(float))
        wins = (chances * point.conceals[:, places]).sum(axis=0)
        self._certify_banker(point)
        pool, known = self._pool, np.zeros(len(most))
        np.maximum.at(known, pool.places, (pool.chances * point.conceals[:, pool.places]).sum(axis=0))
        news = wins > known[places] + max(1e-13, 0.02 * gap / len(places))
        self._add(places[news], beliefs[news], chances[:, news])

    def _certify_banker(self, point: Flow) -> None:
        """Write a flow down as a plan, and keep it if the punter's best reply wins less than before."""
        plan = to_plan(self.rules, self.first, point)
        upper = upper_end(self.rules, self.first, plan)
        if upper < self._upper or self._plan is None:
            self._upper, self._plan, self._best = upper, plan, point
