"""The exact counts of a game: a graph of chance, decisions and ends, with whole numbers and without pays.

Hidden cards are counted out below a decision: what a player does not know is a count of endings. All ways through
the graph are equally likely, so the actions of a decision lead to equally many ways, and so do the branches of a
chance once their own ways are divided out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter, mul
from typing import NamedTuple, TypeAlias

from casino31.cards import Card
from casino31.wagers import BetEnd, Ending


class HandClass(NamedTuple):
    """Hands that a player decides alike on."""

    knows: Hashable
    """What the player can tell: the key of a strategy, and what the referee says when it asks."""
    members: int
    """How many hands there are."""
    cards: tuple[Card, ...]
    """One of them."""


Counts: TypeAlias = Mapping[int, int]
"""Ways of each ending, by its place in ``Census.endings``."""


@dataclass(frozen=True, eq=False)
class Chance:
    """Cards are dealt: each branch and its ways."""

    branches: tuple[tuple[int, Node], ...]


@dataclass(frozen=True, eq=False)
class Decide:
    """The player decides: what each action leads to, the action to take on a tie first."""

    classes: tuple[HandClass, ...]
    """The hands that face these very options."""
    options: Mapping[str, Node]

    @cached_property
    def members(self) -> int:
        """All hands that face the options."""
        return sum(hand_class.members for hand_class in self.classes)


Node: TypeAlias = "Counts | Chance | Decide"


class Endings:
    """The endings of a census while it is made: each gets a place, the first one 0."""

    def __init__(self) -> None:
        self.places: dict[Ending, int] = {}

    def place(self, ending: Ending) -> int:
        """Return the place of an ending."""
        return self.places.setdefault(ending, len(self.places))


def decisions_of(situations: Mapping[Hashable, tuple[list[HandClass], Mapping[str, Node]]]) -> Chance:
    """Return the graph of a game with one decision, from its distinct situations.

    >>> one = HandClass("a", 3, ())
    >>> [ways for ways, _ in decisions_of({0: ([one], {"fold": {0: 2}})}).branches]
    [3]
    """
    nodes = [Decide(tuple(classes), options) for classes, options in situations.values()]
    return Chance(tuple((node.members, node) for node in nodes))


@dataclass(frozen=True, eq=False)
class Census:
    """Everything that can happen under some terms, and in how many ways."""

    endings: tuple[Ending, ...]
    root: Node
    _views: dict[tuple[int, ...], CensusView] = field(default_factory=dict, repr=False)

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Every node once, what it leads to before it: the root is the last."""
        nodes: dict[int, Node] = {}

        def visit(node: Node) -> None:
            if id(node) in nodes:
                return
            for after in successors(node):
                visit(after)
            nodes[id(node)] = node

        visit(self.root)
        return tuple(nodes.values())

    @cached_property
    def totals(self) -> Mapping[int, int]:
        """The ways through each node, by its identity; ValueError where actions or branches do not agree."""
        totals: dict[int, int] = {}
        for node in self.nodes:
            below = {totals[id(after)] for after in successors(node)}
            if len(below) > 1:
                raise ValueError(f"the census is uneven: {sorted(below)} ways after one {type(node).__name__}")
            if isinstance(node, Chance):
                totals[id(node)] = sum(ways for ways, _ in node.branches) * below.pop()
            else:
                totals[id(node)] = below.pop() if isinstance(node, Decide) else sum(node.values())
        return totals

    @property
    def total(self) -> int:
        """All equally likely ways."""
        return self.totals[id(self.root)]

    @cached_property
    def decisions(self) -> tuple[Decide, ...]:
        """Every decision, the later ones first."""
        return tuple(node for node in self.nodes if isinstance(node, Decide))

    @cached_property
    def single(self) -> bool:
        """Whether no decision comes after another."""
        return not any(
            isinstance(after, Chance | Decide) for node in self.decisions for after in node.options.values()
        )

    def view(self, bets: tuple[int, ...]) -> CensusView:
        """Return the census as some bets see it, by their places in an ending; made once and kept."""
        if bets not in self._views:
            self._views[bets] = CensusView(self, bets)
        return self._views[bets]


def successors(node: Node) -> Iterator[Node]:
    """Yield the nodes that a node leads to.

    >>> list(successors(Chance(((2, {0: 1}),))))
    [{0: 1}]
    """
    if isinstance(node, Chance):
        for _, after in node.branches:
            yield after
    elif isinstance(node, Decide):
        yield from node.options.values()


class CensusView:
    """A census as some bets see it: distinct settlements and distinct rows of counts, ready to be priced."""

    def __init__(self, census: Census, bets: tuple[int, ...]) -> None:
        self.census = census
        ends: dict[tuple[int, BetEnd], int] = {}
        settlements: dict[tuple[int, ...], int] = {}
        place = []
        for ending in census.endings:
            parts = tuple(ends.setdefault((bet, ending[bet]), len(ends)) for bet in bets)
            place.append(settlements.setdefault(parts, len(settlements)))
        self.place: tuple[int, ...] = tuple(place)
        """The settlement of each ending."""
        self.ends: tuple[BetEnd, ...] = tuple(end for _, end in ends)
        self.end_bets: tuple[int, ...] = tuple(bet for bet, _ in ends)
        """The bet that each of ``ends`` is an end of, by its place in an ending."""
        self.settlements: tuple[tuple[int, ...], ...] = tuple(settlements)
        """The end of each bet, by its place in ``ends``."""
        self._rows: list[tuple[tuple[int, ...], Callable[[Sequence[int]], Sequence[int]]]] = []
        self._steps: tuple[tuple[bool, tuple[int, ...], tuple[int, ...]], ...] = ()
        self._number: dict[int, int] = {}
        self._flatten()

    def _flatten(self) -> None:
        """Give each distinct row of counts, and each distinct step above them, a number."""
        number: dict[int, int] = {}
        rows: dict[tuple[tuple[int, int], ...], int] = {}
        inner: list[Node] = []
        for node in self.census.nodes:
            if isinstance(node, Chance | Decide):
                inner.append(node)
            else:
                number[id(node)] = rows.setdefault(tuple(sorted(self.counts(node).items())), len(rows))
        for row in rows:
            places = [place for place, _ in row]
            pick = itemgetter(*places) if places[1:] else _only(places[0])
            self._rows.append((tuple(ways for _, ways in row), pick))
        steps: dict[tuple[bool, tuple[int, ...], tuple[int, ...]], int] = {}
        for node in inner:
            if isinstance(node, Chance):
                shares: dict[int, int] = {}
                for ways, after in node.branches:
                    shares[number[id(after)]] = shares.get(number[id(after)], 0) + ways
                step = (True, tuple(shares.values()), tuple(shares))
            else:
                step = (False, (), tuple(number[id(after)] for after in successors(node)))
            number[id(node)] = steps.setdefault(step, len(rows) + len(steps))
        self._steps = tuple(steps)
        self._number = number

    def counts(self, node: Counts) -> dict[int, int]:
        """Return the ways of each settlement below a node of counts."""
        if len(self.settlements) == len(self.place):  # no two endings are alike: their places are those of both
            return dict(node)
        counts: dict[int, int] = {}
        for ending, ways in node.items():
            place = self.place[ending]
            counts[place] = counts.get(place, 0) + ways
        return counts

    def values(self, worth: Sequence[int]) -> list[int]:
        """Return what each numbered node is worth under the best actions, summed over its ways.

        ``worth`` is what each settlement wins, in whole units of some scale.
        """
        values = [sum(map(mul, ways, pick(worth))) for ways, pick in self._rows]
        for is_chance, ways, after in self._steps:
            if is_chance:
                values.append(sum(map(mul, ways, map(values.__getitem__, after))))
            else:
                values.append(max(map(values.__getitem__, after)))
        return values

    @cached_property
    def decisions(self) -> tuple[tuple[tuple[str, ...], tuple[int, ...], tuple[HandClass, ...]], ...]:
        """Every distinct decision: its actions, two or more, the number of what each leads to, and its hands."""
        alike: dict[tuple[tuple[str, ...], tuple[int, ...]], list[HandClass]] = {}
        for node in self.census.decisions:
            if len(node.options) > 1:
                key = (tuple(node.options), tuple(map(self.number, node.options.values())))
                alike.setdefault(key, []).extend(node.classes)
        return tuple((*key, tuple(classes)) for key, classes in alike.items())

    def number(self, node: Node) -> int:
        """Return the number of a node: its place among ``values``."""
        return self._number[id(node)]


def _only(place: int) -> Callable[[Sequence[int]], Sequence[int]]:
    return lambda worth: (worth[place],)
