"""A game with its pays left open: what is won as a function of the pays, or of the hidden cards."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm

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
from casino31.census import Census, CensusView, Chance, Counts, Decide, Node
from casino31.declaration import Declaration
from casino31.faults import NotCapableError
from casino31.layout import Layout
from casino31.paytable import row_name
from casino31.pricing import NO_DECISION, census_of, ending_ways, optimal, price
from casino31.wagers import BetEnd, Settlement


def payoffs(game: Declaration, layout: Layout, bets: tuple[str, ...]) -> Payoffs:
    """Return what some bets win at any pays, one unit each.

    The strategy is the best for all of the bets together; of side bets alone it is the best for the base game at
    the pays of the layout, for the base game cannot be left out.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> main = payoffs(file.game, file.rules, ("main",))
    >>> main.total, len(main.choices), main.choices[0].hand
    (1082900, 263, (20, 5, 1))
    """
    census, offered = census_of(game, layout), list(layout.bets)
    view = census.view(tuple(offered.index(bet) for bet in layout.bets if bet in bets))
    forms: dict[tuple[tuple[tuple[str, int], ...], ...], int] = {}
    settlements: dict[tuple[int, ...], int] = {}
    end_of = [
        forms.setdefault(tuple(tuple(_form(layout, offered[bet], each).items()) for each in end), len(forms))
        for bet, end in zip(view.end_bets, view.ends, strict=True)
    ]  # events of one pay row come to one form
    place_of = [
        settlements.setdefault(tuple(end_of[end] for end in parts), len(settlements)) for parts in view.settlements
    ]
    ends, settled = tuple(tuple(map(dict, end)) for end in forms), tuple(settlements)
    if offered[0] not in bets:
        actions = optimal(game, layout, price(census, layout))[0].actions
        counts = _moved(dict(enumerate(ending_ways(census, actions))), [place_of[place] for place in view.place])
        return Payoffs(ends, settled, (Choice(1, {NO_DECISION: counts}, ()),), census.total)
    open_counts = _OpenCounts(view, place_of, len(settled))
    grouped: dict[Hashable, Choice] = {}
    situations = _reached(census)
    for node, members in situations:
        options = node.options if isinstance(node, Decide) else {NO_DECISION: node}
        counted = {action: open_counts.below(after) for action, after in options.items()}
        key = tuple((action, tuple(sorted(counts.items()))) for action, counts in counted.items())
        before = grouped[key].members if key in grouped else 0
        example = node.classes[0].cards if isinstance(node, Decide) else ()
        grouped[key] = Choice(before + members, counted, example)
    draws = {census.totals[id(node)] for node, _ in situations}
    if len(draws) > 1:
        raise NotCapableError(f"{game.name}: first decisions at different depths keep its pays closed")
    return Payoffs(ends, settled, tuple(grouped.values()), draws.pop(), tuple(open_counts.later.values()))


class _OpenCounts:
    """The counts below any node by settlement; a decision on the way is a place of its own after these."""

    def __init__(self, view: CensusView, place_of: Sequence[int], first: int) -> None:
        self.view = view
        self.place_of = place_of
        self.first = first
        self.later: dict[Hashable, Choice] = {}
        self._known: dict[int, dict[int, int]] = {}

    def below(self, node: Node) -> dict[int, int]:
        """Return the ways of each place below a node."""
        number = self.view.number(node)
        if number not in self._known:
            self._known[number] = self._counts(node)
        return self._known[number]

    def _counts(self, node: Node) -> dict[int, int]:
        if isinstance(node, Decide):
            options = {action: self.below(after) for action, after in node.options.items()}
            key = tuple(tuple(sorted(counts.items())) for counts in options.values())
            if len(set(key)) == 1:
                return next(iter(options.values()))
            self.later.setdefault(key, Choice(1, options, node.classes[0].cards))
            return {self.first + list(self.later).index(key): 1}
        if not isinstance(node, Chance):
            return _moved(self.view.counts(node), self.place_of)
        counts: dict[int, int] = {}
        for ways, after in node.branches:
            for place, below in self.below(after).items():
                counts[place] = counts.get(place, 0) + ways * below
        return counts


def _moved(counts: Mapping[int, int], place_of: Sequence[int]) -> dict[int, int]:
    """Counts with each place moved to another; those that meet are added."""
    moved: dict[int, int] = {}
    for place, ways in counts.items():
        if ways:
            moved[place_of[place]] = moved.get(place_of[place], 0) + ways
    return moved


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


def rounds(game: Declaration, layout: Layout, bets: tuple[str, ...]) -> Rounds:
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


def decisions(game: Declaration, layout: Layout) -> DecisionTable:
    """Return the distinct counts of a layout's situations: what keeps the strategy live in a workbook.

    NotCapableError where that takes more than a table: three decisions in a row, a side bet that is not settled
    when the player has decided, more than ``MOST_ROWS`` rows, or ``MOST_BEFORE`` situations of a first decision.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> table = decisions(file.game, file.rules)
    >>> table.actions, len(table.rows), table.draws
    (('fold', 'play'), 537, 49)
    >>> file = load("let-it-ride")
    >>> table = decisions(file.game, file.rules)
    >>> len(table.before), len(table.rows), table.draws_before, table.draws
    (59, 206, 49, 48)
    """
    census = census_of(game, layout)
    made = _DecisionRows(census)
    situations = _reached(census)
    before: dict[Hashable, Choice] = {}
    for node, members in situations:
        if census.single:
            made.place(node, members)
            continue
        options = {action: made.ways(after) for action, after in _options(node).items()}
        key = tuple((action, tuple(sorted(ways.items()))) for action, ways in options.items())
        example = node.classes[0].cards if isinstance(node, Decide) else ()
        choice = before.get(key, Choice(0, options, example))
        before[key] = choice._replace(members=choice.members + members)
    between = {sum(ways.values()) for choice in before.values() for ways in choice.options.values()} or {1}
    if len(made.draws) > 1 or len(between) > 1 or len(made.rows) > MOST_ROWS or len(before) > MOST_BEFORE:
        many = f"{len(before):,} first decisions, {len(made.rows):,} rows of counts"
        raise NotCapableError(f"its situations are too many or too different for one table ({many})")
    rows, actions = tuple(made.rows.values()), tuple(made.actions)
    if any(list(row.counts) != [action for action in actions if action in row.counts] for row in rows):
        raise NotCapableError("its ties are decided differently from hand to hand")
    return DecisionTable(actions, tuple(made.ends), rows, made.draws.pop(), tuple(before.values()), between.pop())


class _DecisionRows:
    """The distinct last decisions of a census, as they are met."""

    def __init__(self, census: Census) -> None:
        self.census = census
        self.ends: dict[BetEnd, int] = {}
        self.actions: dict[str, None] = {}
        self.rows: dict[Hashable, DecisionRow] = {}
        self.draws: set[int] = set()
        self._splits: dict[int, tuple[tuple[Settlement, ...], dict[int, int]]] = {}
        self._places: dict[int, int] = {}

    def place(self, node: Decide | Counts, members: int = 0) -> int:
        """Return the place of a situation's row, to which so many ways are added."""
        sides, counts = {}, {}
        for action, after in _options(node).items():
            self.actions[action] = None
            if id(after) not in self._splits:
                self._splits[id(after)] = _split(self.census, after, self.ends)
            sides[action], counts[action] = self._splits[id(after)]
        key = tuple((action, sides[action], tuple(sorted(counts[action].items()))) for action in counts)
        example = node.classes[0].cards if isinstance(node, Decide) else ()
        before = self.rows.get(key, DecisionRow(0, sides, counts, example))
        self.rows[key] = before._replace(members=before.members + members)
        self.draws.add(self.census.totals[id(node)])
        return list(self.rows).index(key)

    def ways(self, node: Node) -> dict[int, int]:
        """Return the ways to come from a node to each row by chance alone."""
        if not isinstance(node, Chance):
            if id(node) not in self._places:
                self._places[id(node)] = self.place(node)
            return {self._places[id(node)]: 1}
        ways: dict[int, int] = {}
        for times, after in node.branches:
            for place, many in self.ways(after).items():
                ways[place] = ways.get(place, 0) + times * many
        return ways


MOST_ROWS = 5_000
"""Rows that a table of decisions may have."""
MOST_BEFORE = 250
"""Situations of a decision before it: of each action a column of the workbook."""


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
    if not isinstance(after, Mapping):
        raise NotCapableError("more than two decisions follow one another")
    counts: dict[int, int] = {}
    sides = set()
    for place, ways in after.items():
        base, *others = census.endings[place]
        end = ends.setdefault(base, len(ends))
        counts[end] = counts.get(end, 0) + ways
        sides.add(tuple(others))
    settled = {tuple(end[0] for end in side) for side in sides}
    if len(settled) != 1 or any(len(end) > 1 for side in sides for end in side):
        raise NotCapableError("a side bet is settled on cards that follow the decision")
    return settled.pop(), counts
