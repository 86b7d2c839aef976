"""What a layout is worth: the census of its game under its pays, exactly."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from casino31.answers import Analysis, HandValue, Strategy
from casino31.census import Census, CensusView, Chance, Decide, Node
from casino31.declaration import Declaration
from casino31.layout import Layout
from casino31.outcomes import OutcomeDistribution, Row
from casino31.version import __version__

NO_DECISION = "no decision"


class Prices(NamedTuple):
    """A census under the pays of a layout: what each node wins for the bets of an objective."""

    view: CensusView
    scale: int
    """Values are in units of 1 / scale."""
    values: list[int]
    """What each numbered node of the view wins under the best actions, summed over its ways."""

    def of(self, node: Node) -> int:
        """Return what a node wins."""
        return self.values[self.view.number(node)]

    @property
    def best(self) -> Fraction:
        """The player's expectation in units under the best actions."""
        census = self.view.census
        return Fraction(self.of(census.root), census.total * self.scale)


def census_of(game: Declaration, layout: Layout) -> Census:
    """Return the counts of a layout's game under its terms; NotCapableError where the game has none."""
    census: Census = game.needs("census", "an exact analysis")(layout.terms)
    return census


def objective_of(layout: Layout, objective: Sequence[str] | None) -> tuple[str, ...]:
    """Return the bets that a strategy is chosen for: the first bet offered where none are named.

    ValueError names a bet that the layout does not offer, and the base game where it is left out.
    """
    base = next(iter(layout.bets))
    for bet in objective or ():
        if bet not in layout.bets:
            raise ValueError(f"objective {bet!r}: this layout offers {', '.join(layout.bets)}")
    if objective and base not in objective:
        raise ValueError(f"objective without {base}: {', '.join(objective)} is wagered beside it")
    return tuple(objective or (base,))


def price(census: Census, layout: Layout, objective: Sequence[str] | None = None) -> Prices:
    """Return what each situation of a layout wins for the bets of an objective, one unit each.

    The census is made once for its terms and kept: from then on a new pay table costs a millisecond.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> price(census_of(file.game, file.rules), file.rules).best
    Fraction(-10298, 270725)
    """
    bets = objective_of(layout, objective)
    offered = list(layout.bets)
    view = census.view(tuple(offered.index(bet) for bet in bets))
    wins = [
        max(layout.won(offered[bet], settlement) for settlement in end)
        for bet, end in zip(view.end_bets, view.ends, strict=True)
    ]
    scale = lcm(*(won.denominator for won in wins))
    whole = [won.numerator * (scale // won.denominator) for won in wins]
    worth = [sum(map(whole.__getitem__, parts)) for parts in view.settlements]
    return Prices(view, scale, view.values(worth))


def best(game: Declaration, layout: Layout, objective: Sequence[str] | None = None) -> Fraction:
    """Return the player's expectation in units under the best strategy, without its outcomes.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> best(file.game, file.rules)
    Fraction(-336, 5525)
    """
    return price(census_of(game, layout), layout, objective).best


def worth_alone(game: Declaration, layout: Layout, bet: str) -> Fraction:
    """Return what one unit on a bet wins on average, by the best strategy for it and the base game together less
    that for the base game where it is a side bet.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> worth_alone(file.game, file.rules, "natural 31")
    Fraction(-336, 5525)
    """
    base = next(iter(layout.bets))
    if bet == base:
        return best(game, layout)
    return best(game, layout, (base, bet)) - best(game, layout)


def analyse(game: Declaration, layout: Layout, objective: Sequence[str] | None = None) -> Analysis:
    """Return the exact outcomes of a layout under its best strategy for an objective.

    >>> from casino31.rulesfile import load
    >>> from casino31.outcomes import net
    >>> file = load("31-classic-b")
    >>> analyse(file.game, file.rules).outcomes.of("ante", "play").expect(net)
    Fraction(-10298, 270725)
    """
    prices = price(census_of(game, layout), layout, objective)
    strategy, tied = optimal(game, layout, prices)
    return _answer(game, layout, strategy, objective, True, tied)


def evaluate(
    game: Declaration, layout: Layout, strategy: Strategy, objective: Sequence[str] | None = None
) -> Analysis:
    """Return the exact outcomes of a layout under a stated strategy; ValueError names a hand without an action.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> analysis = analyse(file.game, file.rules)
    >>> evaluate(file.game, file.rules, analysis.strategy).outcomes == analysis.outcomes
    True
    """
    tied = optimal(game, layout, price(census_of(game, layout), layout, objective))[1]
    return _answer(game, layout, strategy, objective, False, tied)


def optimal(game: Declaration, layout: Layout, prices: Prices) -> tuple[Strategy, int]:
    """Return the best strategy at some prices, and on how many hands the best action is not the only one.

    A hand that comes up after several earlier decisions counts once.
    """
    actions: dict[Hashable, str] = {}
    tied: dict[Hashable, int] = {}
    value = prices.values.__getitem__
    for names, numbers, classes in prices.view.decisions:
        values = list(map(value, numbers))
        most = max(values)
        action = names[values.index(most)]
        for each in classes:
            actions[each.knows] = action
        if values.count(most) > 1:
            tied.update((hand_class.knows, hand_class.members) for hand_class in classes)
    if not actions:
        return Strategy(NO_DECISION, {}), 0
    return Strategy(f"optimal, {game.tie_rule(layout)} on a tie", actions), sum(tied.values())


def _answer(
    game: Declaration, layout: Layout, strategy: Strategy, objective: Sequence[str] | None, is_best: bool, tied: int
) -> Analysis:
    outcomes = outcomes_of(layout, census_of(game, layout), strategy.actions)
    return Analysis(
        game.name,
        layout,
        strategy,
        objective_of(layout, objective),
        outcomes,
        "exact",
        layout.assumptions,
        is_best,
        tied,
        __version__,
    )


def outcomes_of(layout: Layout, census: Census, actions: Mapping[Hashable, str]) -> OutcomeDistribution:
    """Return the joint distribution of a layout's results when a player takes the given actions."""
    view = census.view(tuple(range(len(layout.bets))))
    offered = list(layout.bets)
    parts = [layout.results(offered[bet], end) for bet, end in zip(view.end_bets, view.ends, strict=True)]
    alike: dict[Row, int] = {}
    number = [alike.setdefault(part, len(alike)) for part in parts]  # of numbers a dict is quick, of Fractions slow
    counted: dict[tuple[int, ...], int] = {}
    for place, count in zip(view.place, ending_ways(census, actions), strict=True):
        if count:
            key = tuple(map(number.__getitem__, view.settlements[place]))
            counted[key] = counted.get(key, 0) + count
    made = tuple(alike)
    joint = {tuple(result for part in key for result in made[part]): count for key, count in counted.items()}
    return OutcomeDistribution(tuple(layout.tables), joint)


def ending_ways(census: Census, actions: Mapping[Hashable, str]) -> list[int]:
    """Return in how many ways a round comes to each ending when a player takes the given actions."""
    ways = [0] * len(census.endings)
    reach: dict[int, int] = {id(census.root): 1}
    for node in reversed(census.nodes):
        times = reach.get(id(node), 0)
        if not times:
            continue
        if isinstance(node, Chance):
            for share, after in node.branches:
                reach[id(after)] = reach.get(id(after), 0) + times * share
        elif isinstance(node, Decide):
            for after, share in _taken(node, actions, times):
                reach[id(after)] = reach.get(id(after), 0) + share
        else:
            for place, each in node.items():
                ways[place] += times * each
    return ways


def _taken(node: Decide, actions: Mapping[Hashable, str], times: int) -> list[tuple[Node, int]]:
    """What some hands go on to under their actions, and in how many ways."""
    if len(node.options) == 1:
        return [(next(iter(node.options.values())), times)]
    hands: dict[str, int] = {}
    for hand_class in node.classes:
        if hand_class.knows not in actions:
            raise ValueError(f"the strategy has no action for {hand_class.knows}")
        action = actions[hand_class.knows]
        if action not in node.options:
            raise ValueError(f"action {action!r}: expected {' or '.join(node.options)}")
        hands[action] = hands.get(action, 0) + hand_class.members
    return [(node.options[action], times * members // node.members) for action, members in hands.items()]


def hand_values(game: Declaration, analysis: Analysis) -> tuple[HandValue, ...]:
    """Return what each class of hands is worth under each action; none where nothing is decided.

    Later decisions come first and are worth what follows under the best actions. A hand that comes up after several
    earlier decisions stands once, as it is after the first actions.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> values = hand_values(file.game, analyse(file.game, file.rules))
    >>> len(values), sum(value.members for value in values)
    (1755, 22100)
    """
    if not analysis.strategy.actions:
        return ()
    prices = price(census_of(game, analysis.rules), analysis.rules, analysis.objective)
    census = prices.view.census
    found: dict[Hashable, HandValue] = {}
    for node in census.decisions:
        classes = [hand_class for hand_class in node.classes if hand_class.knows not in found]
        if len(node.options) == 1 or not classes:
            continue
        whole = census.totals[id(node)] * prices.scale
        shown = sorted(node.options, key=lambda action: action == "fold")  # a fold stands last
        values = {action: Fraction(prices.of(node.options[action]), whole) for action in shown}
        for each in classes:
            action = analysis.strategy.actions[each.knows]
            found[each.knows] = HandValue(each.knows, each.cards, each.members, action, values)
    return tuple(found.values())
