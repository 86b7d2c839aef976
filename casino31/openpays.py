"""A game with its pays left open: what is won as a function of the pays, or of the hidden cards."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from casino31.answers import (
    UNITS,
    Choice,
    DecisionRow,
    DecisionTable,
    Exposed,
    Form,
    Holding,
    Payoffs,
    Rounds,
)
from casino31.census import Census, Chance, Counts, Decide, HandClass, Node, View
from casino31.faults import NotCapableError
from casino31.layout import Layout
from casino31.paytable import row_name
from casino31.pricing import NO_DECISION, census_of, optimal, price
from casino31.wagers import BetEnd, Settlement

if TYPE_CHECKING:
    from casino31.game import Game


def view_of(game: Game, layout: Layout, bets: tuple[str, ...]) -> View:
    """Return the census as some bets see it; NotCapableError where one decision follows another."""
    census = census_of(game, layout)
    if not census.single:
        raise NotCapableError(
            f"{game.name} has several decisions in a row: only its exact analysis follows them, not its open pays"
        )
    offered = list(layout.bets)
    return census.view(tuple(offered.index(bet) for bet in layout.bets if bet in bets))


def payoffs(game: Game, layout: Layout, bets: tuple[str, ...]) -> Payoffs:
    """Return what some bets win at any pays, one unit each.

    The strategy is the best for all of the bets together; of side bets alone it is the best for the base game at
    the pays of the layout, for the base game cannot be left out.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> main = payoffs(file.game, file.rules, ("main",))
    >>> main.total, len(main.choices), main.choices[0].hand
    (1082900, 263, (20, 5, 1))
    """
    view = view_of(game, layout, bets)
    offered = list(layout.bets)
    forms: dict[tuple[tuple[tuple[str, int], ...], ...], int] = {}
    settlements: dict[tuple[int, ...], int] = {}
    end_of = [
        forms.setdefault(tuple(tuple(_form(layout, offered[bet], each).items()) for each in end), len(forms))
        for bet, end in zip(view.end_bets, view.ends, strict=True)
    ]  # events of one pay row come to one form
    place_of = [
        settlements.setdefault(tuple(end_of[end] for end in parts), len(settlements)) for parts in view.settlements
    ]
    grouped: dict[Hashable, Choice] = {}
    for node, options, members, example in _situations(game, layout, view, bets):
        counted = {
            action: _moved(view.counts(after), place_of)
            for action, after in options.items()
            if isinstance(after, Mapping)
        }
        key = tuple((action, tuple(sorted(counts.items()))) for action, counts in counted.items())
        before = grouped[key].members if key in grouped else 0
        grouped[key] = Choice(before + members, counted, example.cards)
        draws = view.census.totals[id(node)]
    ends = tuple(tuple(map(dict, end)) for end in forms)
    return Payoffs(ends, tuple(settlements), tuple(grouped.values()), draws)


def _moved(counts: Mapping[int, int], place_of: Sequence[int]) -> dict[int, int]:
    """Counts with each place moved to another; those that meet are added."""
    moved: dict[int, int] = {}
    for place, ways in counts.items():
        moved[place_of[place]] = moved.get(place_of[place], 0) + ways
    return moved


def _situations(
    game: Game, layout: Layout, view: View, bets: tuple[str, ...]
) -> list[tuple[Decide, Mapping[str, Node], int, HandClass]]:
    """Each decision, the actions that are open to some of its hands, how many hands they are, and one of them."""
    nodes = view.census.decisions
    if next(iter(layout.bets)) in bets:
        return [(node, node.options, node.members, node.classes[0]) for node in nodes]
    actions = optimal(game, layout, price(census_of(game, layout), layout))[0].actions
    found: list[tuple[Decide, Mapping[str, Node], int, HandClass]] = []
    for node in nodes:
        for action, after in node.options.items():
            taken = [each for each in node.classes if actions.get(each.knows, action) == action]
            if taken:
                found.append((node, {action: after}, sum(each.members for each in taken), taken[0]))
    return found


def _form(layout: Layout, bet: str, settlement: Settlement) -> Form:
    """What a bet wins when it is settled so, as whole numbers of pays; what no layout pays is so many units."""
    form: dict[str, int] = {}
    constant = Fraction()
    for name, paid in zip(layout.bets[bet], settlement, strict=True):
        if not paid.units:
            continue
        line = layout.tables[name].line.get(paid.event)
        if line is None or paid.event in layout.by_name[name].fixed:
            constant += paid.units * layout.pays[name][paid.event]
        else:
            row = row_name(name, line.label)
            form[row] = form.get(row, 0) + paid.units
    if constant.denominator != 1:
        raise NotCapableError(f"{bet}: a fixed pay of {constant} units is no whole number")
    return {**form, UNITS: int(constant)} if constant else form


def rounds(game: Game, layout: Layout, bets: tuple[str, ...]) -> Rounds:
    """Return what some bets win with every hidden card that could be seen, one unit each.

    Of side bets alone the action is the best for the base game, as in ``payoffs``.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> dealt = rounds(file.game, file.rules, ("main",))
    >>> sum(holding.members * len(holding.nets["play"]) for holding in dealt.holdings)
    1082900
    """
    exposed: Exposed = game.needs("visible", "exposure")(layout.terms)
    offered = list(layout.bets)
    places = [offered.index(bet) for bet in offered if bet in bets]
    wins = [
        sum((max(layout.won(offered[bet], each) for each in ending[bet]) for bet in places), Fraction())
        for ending in exposed.endings
    ]
    scale = lcm(*(won.denominator for won in wins))
    whole = [int(won * scale) for won in wins]
    base = next(iter(layout.bets)) in bets
    actions = {} if base else optimal(game, layout, price(census_of(game, layout), layout))[0].actions
    holdings = []
    for each, options in exposed.hands:
        nets = {
            action: {card: whole[ending] for card, ending in cards.items()}
            for action, cards in options.items()
            if base or actions.get(each.knows, action) == action
        }
        holdings.append(Holding(each.cards, each.members, nets))
    return Rounds(scale, tuple(holdings))


def decisions(game: Game, layout: Layout) -> DecisionTable:
    """Return the distinct counts of a layout's situations: what keeps the strategy live in a workbook.

    NotCapableError where that takes more than a table: several decisions in a row, a side bet that is not settled
    when the player has decided, more than ``MOST_ROWS`` rows.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> table = decisions(file.game, file.rules)
    >>> table.actions, len(table.rows), table.draws
    (('fold', 'play'), 537, 49)
    """
    census = census_of(game, layout)
    if not census.single:
        raise NotCapableError("one decision follows another")
    ends: dict[BetEnd, int] = {}
    actions: dict[str, None] = {}
    grouped: dict[Hashable, DecisionRow] = {}
    situations = _reached(census)
    for node, members in situations:
        sides, counts = {}, {}
        for action, after in _options(node).items():
            actions[action] = None
            sides[action], counts[action] = _split(census, after, ends)
        key = tuple((action, sides[action], tuple(sorted(counts[action].items()))) for action in counts)
        example = node.classes[0].cards if isinstance(node, Decide) else ()
        before = grouped.get(key, DecisionRow(0, sides, counts, example))
        grouped[key] = before._replace(members=before.members + members)
    draws = {census.totals[id(node)] for node, _ in situations}
    if len(draws) > 1 or len(grouped) > MOST_ROWS:
        raise NotCapableError("its situations are too many or too different for one table")
    if any(list(row.counts) != [action for action in actions if action in row.counts] for row in grouped.values()):
        raise NotCapableError("its ties are decided differently from hand to hand")
    return DecisionTable(tuple(actions), tuple(ends), tuple(grouped.values()), draws.pop())


MOST_ROWS = 5_000
"""Rows that a table of decisions may have."""


def _reached(census: Census) -> list[tuple[Decide | Counts, int]]:
    """Each situation that chance alone leads to, and in how many ways."""
    reach = {id(census.root): 1}
    found: list[tuple[Decide | Counts, int]] = []
    for node in reversed(census.nodes):
        times = reach.get(id(node), 0)
        if isinstance(node, Chance):
            for ways, after in node.branches:
                reach[id(after)] = reach.get(id(after), 0) + times * ways
        elif times:
            found.append((node, times))
    return found[::-1]


def _options(node: Decide | Counts) -> Mapping[str, Node]:
    """What a player can do in a situation; one name for all that leaves him no choice."""
    if isinstance(node, Decide) and len(node.options) > 1:
        return node.options
    return {NO_DECISION: next(iter(node.options.values())) if isinstance(node, Decide) else node}


def _split(census: Census, after: Node, ends: dict[BetEnd, int]) -> tuple[tuple[Settlement, ...], dict[int, int]]:
    """What an action leads to: the one settlement of each side bet, and the counts by the end of the base bet."""
    counts: dict[int, int] = {}
    sides = set()
    for place, ways in after.items() if isinstance(after, Mapping) else ():
        base, *others = census.endings[place]
        end = ends.setdefault(base, len(ends))
        counts[end] = counts.get(end, 0) + ways
        sides.add(tuple(others))
    settled = {tuple(end[0] for end in side) for side in sides}
    if len(settled) != 1 or any(len(end) > 1 for side in sides for end in side):
        raise NotCapableError("a side bet is settled on cards that follow the decision")
    return settled.pop(), counts
