"""The certificate of a game that is paid by tables: its rules card by card, its counts, and all figures."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from casino31.answers import Analysis
from casino31.bets import stakes
from casino31.cardlevel import CardLevel
from casino31.cards import show
from casino31.census import Census, Chance, Decide, HandClass, Node
from casino31.certificate.seal import canonical
from casino31.game import Game
from casino31.layout import Layout
from casino31.metrics import measure
from casino31.outcomes import OutcomeDistribution, Row
from casino31.pricing import census_of
from casino31.serialize import JsonObject


def content(game: Game, analysis: Analysis) -> JsonObject:
    """Return what is certified of a layout under its best strategy: all but the file and the program.

    NotCapableError for a game that is not described at the level of cards.
    """
    layout = analysis.rules
    cards: CardLevel = game.needs("card_level", "a certificate")(layout.terms)
    census = census_of(game, layout)
    rows = _law(analysis.outcomes)
    place = {row: number for number, (row, _) in enumerate(rows)}
    first = _Situations(census, layout, analysis.strategy.actions, place)
    after = next((census.totals[id(node)] for node, _ in first.hands), 1)
    shown = [{"results": _results(row), "ways": ways} for row, ways in rows]
    return {
        "rules": {
            "decks": game.shoe.decks_of(layout.terms),
            "points": dict(cards.points),
            "values": dict(cards.values),
            "round": cards.round,
        },
        "alike": cards.alike,
        "bets": _bets(game, layout, census),
        "objective": list(analysis.objective),
        "counts": {
            "deals": census.total // after,
            "after": after,
            "ways": census.total,
            "situations": len(first.hands),
            "results": len(rows),
        },
        "law": shown,
        "law sha256": hashlib.sha256(canonical(shown)).hexdigest(),
        "situations": [first.row(node, hand) for node, hand in first.hands],
        "later": first.later(),
        "claims": _claims(game, layout, analysis.outcomes),
    }


def _law(outcomes: OutcomeDistribution) -> list[tuple[Row, int]]:
    """The joint law, its rows in the order of their texts: the same for every run."""
    return sorted(outcomes.combinations.items(), key=lambda item: canonical(_results(item[0])))


def _results(row: Row) -> list[list[str]]:
    return [[result.event, str(result.stake), str(result.net)] for result in row]


def _bets(game: Game, layout: Layout, census: Census) -> list[JsonObject]:
    """Each bet, its wagers, and the pays of the events that can come up with a stake."""
    paid: set[tuple[str, str]] = set()
    for ending in census.endings:
        for wagers, end in zip(layout.bets.values(), ending, strict=True):
            for settlement in end:
                paid |= {(wager, came.event) for wager, came in zip(wagers, settlement, strict=True) if came.units}
    return [
        {
            "name": bet,
            "wagers": [
                {
                    "name": wager,
                    "initial": str(game.initial[wager]),
                    "staked": layout.by_name[wager].staked,
                    "pays": {
                        event: str(pay) for event, pay in layout.pays[wager].items() if (wager, event) in paid
                    },
                }
                for wager in wagers
            ],
        }
        for bet, wagers in layout.bets.items()
    ]


def _claims(game: Game, layout: Layout, outcomes: OutcomeDistribution) -> dict[str, dict[str, str]]:
    made = {}
    for stake in stakes(game, layout):
        figures_of = measure(stake.outcomes(outcomes), stake.initial_wager)
        figures = {
            "initial wager": figures_of.initial_wager,
            "expected net": figures_of.expected_net,
            "average wager": figures_of.average_wager,
            "house edge": figures_of.house_edge,
            "element of risk": figures_of.element_of_risk,
            "variance": figures_of.variance,
            "hit frequency": figures_of.hit_frequency,
        }
        made[stake.name] = {name: str(figure) for name, figure in figures.items()}
    return made


@dataclass
class _Situations:
    """The hands on which a player first decides, and what each comes to under the strategy."""

    census: Census
    layout: Layout
    actions: Mapping[Hashable, str]
    place: Mapping[Row, int]
    hands: list[tuple[Decide, HandClass]] = field(init=False)
    _below: dict[int, Mapping[int, Fraction]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        root = self.census.root
        nodes = [after for _, after in root.branches] if isinstance(root, Chance) else [root]
        self.hands = [
            (node, hand_class)
            for node in nodes
            if isinstance(node, Decide) and len(node.options) > 1
            for hand_class in node.classes
        ]

    def row(self, node: Decide, hand: HandClass) -> list[object]:
        """Return one hand, the action, its first deals, and the ways of each row of results after it."""
        action = self.actions[hand.knows]
        after = self.census.totals[id(node)]
        ends = self._law(node.options[action])
        return [show(*hand.cards), action, hand.members, {str(p): int(after * share) for p, share in ends.items()}]

    def later(self) -> dict[str, list[list[str]]]:
        """Return the actions of the decisions that follow the first."""
        if self.census.single:
            return {}
        firsts = {id(node) for node, _ in self.hands}
        hands = {
            hand_class.knows: hand_class
            for node in self.census.decisions
            if id(node) not in firsts and len(node.options) > 1
            for hand_class in node.classes
        }
        return {"second": [[show(*hand.cards), self.actions[hand.knows]] for hand in hands.values()]}

    def _law(self, node: Node) -> Mapping[int, Fraction]:
        """The chance of each row of results below a node under the strategy."""
        if id(node) not in self._below:
            chances: dict[int, Fraction] = {}
            for ways, after in self._parts(node):
                below = {self._row_of(after): Fraction(1)} if isinstance(after, int) else self._law(after)
                for row, chance in below.items():
                    chances[row] = chances.get(row, Fraction()) + ways * chance
            whole = sum(chances.values())
            self._below[id(node)] = {row: chance / whole for row, chance in chances.items()}
        return self._below[id(node)]

    def _parts(self, node: Node) -> Iterator[tuple[int, Node | int]]:
        """What a node leads to, other nodes or the places of endings, and in how many ways."""
        if isinstance(node, Chance):
            yield from node.branches
        elif isinstance(node, Decide):
            for hand_class in node.classes:
                single = len(node.options) == 1
                yield (
                    hand_class.members,
                    node.options[next(iter(node.options)) if single else self.actions[hand_class.knows]],
                )
        else:
            for place, ways in node.items():
                yield ways, place

    def _row_of(self, ending: int) -> int:
        return self.place[self.layout.row(self.census.endings[ending])]
