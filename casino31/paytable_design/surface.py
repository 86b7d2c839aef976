"""The house edge as a function of the pays: continuous, concave, falling in each pay, and flat between its bends.

The player's best expectation is a convex function: sums and maxima of linear forms, one decision above another. At
any pays one look gives its exact value and slopes; where two looks agree on a line, the function is that line.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import mul
from typing import NamedTuple, TypeAlias

from casino31.answers import UNITS, Analysis, Choice, Form, Payoffs
from casino31.bets import stake_on
from casino31.faults import SelfCheckError
from casino31.game import Game
from casino31.layout import Layout
from casino31.layoutfile.fields import suggest
from casino31.layoutfile.payrows import LARGEST_PAY
from casino31.metrics import Metrics, measure
from casino31.paytable import LOSE, row_name

LOWEST, HIGHEST = LOSE, Fraction(LARGEST_PAY)
"""Every pay that a file may hold lies between these, to one."""


class EdgeAt(NamedTuple):
    """The house edge at some pays, and how fast each pay changes it under the strategy that is best there."""

    edge: Fraction
    slopes: Mapping[str, Fraction]
    """By row: the derivative of the edge, 0 or less."""


class BestPlay(NamedTuple):
    """What the best strategy makes of all deals at some pays."""

    won: int
    """Over all deals, in units of 1 / ``scale``."""
    scale: int
    forms: tuple[Form, ...]
    """What each end is paid by."""
    ways: tuple[int, ...]
    """How many deals come to each settlement."""


_Option: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
_Options: TypeAlias = tuple[_Option, ...]


def _as_options(choices: Sequence[Choice]) -> tuple[tuple[int, _Options], ...]:
    return tuple(
        (members, tuple((tuple(counts), tuple(counts.values())) for counts in options.values()))
        for members, options, _ in choices
    )


def _sum(option: _Option, worth: Sequence[int]) -> int:
    """What an option is worth when each place is worth so much."""
    places, draws = option
    return sum(map(mul, draws, map(worth.__getitem__, places)))


@dataclass(frozen=True, eq=False)
class Surface:
    """The house edge of some bets together, per unit put up before a card is seen, at any pays."""

    game: Game
    rules: Layout
    bets: tuple[str, ...]

    @cached_property
    def payoffs(self) -> Payoffs:
        """What the bets win, without the pays."""
        return self.game.payoffs(self.rules, self.bets)

    @cached_property
    def pays(self) -> Mapping[str, Fraction]:
        """The pays of the layout by row, of all rows that can move."""
        forms = {name for end in self.payoffs.ends for form in end for name in form}
        return {name: pay for name, pay in row_pays(self.rules).items() if name in forms}

    @property
    def initial(self) -> Fraction:
        """Units put up before a card is seen."""
        return sum((self.game.initial[wager] for bet in self.bets for wager in self.rules.bets[bet]), Fraction())

    def look(self, changes: Mapping[str, Fraction] | None = None, toward: str = "") -> EdgeAt:
        """Return the edge and its slopes with some pays changed; KeyError names a row that is not here.

        Where actions tie the slopes are those of the declared action, or with ``toward`` those that hold when
        the pay of that row rises.

        >>> from casino31.rulesfile import load
        >>> file = load("31-classic-b")
        >>> look = surface(file.game, file.rules).look()
        >>> look.edge, look.slopes["play.31"]
        (Fraction(10298, 270725), Fraction(-948, 270725))
        """
        best = self.best(changes, toward)
        slopes = dict.fromkeys(self.pays, 0)
        for ends, ways in zip(self.payoffs.settlements, best.ways, strict=True):
            for form in (best.forms[end] for end in ends):
                for name in form.keys() - {UNITS}:
                    slopes[name] += form[name] * ways
        total = self.payoffs.total * self.initial
        edge = -best.won / (best.scale * total)
        return EdgeAt(edge, {name: -slope / total for name, slope in slopes.items()})

    def best(self, changes: Mapping[str, Fraction] | None = None, toward: str = "") -> BestPlay:
        """Return what the best strategy comes to with some pays changed; ties as for ``look``."""
        pays = self._pays(changes or {})
        scale = lcm(*(pay.denominator for pay in pays.values()))
        whole = {name: int(pay * scale) for name, pay in pays.items()}
        forms, worths_of_ends = [], []
        for alternatives in self.payoffs.ends:
            worths = [sum(times * whole[name] for name, times in form.items()) for form in alternatives]
            top = max(worths)
            paid = [form for form, worth in zip(alternatives, worths, strict=True) if worth == top]
            forms.append(max(paid, key=lambda form: form.get(toward, 0)) if toward else paid[0])
            worths_of_ends.append(top)
        worth = [sum(worths_of_ends[end] for end in ends) for ends in self.payoffs.settlements]
        slope = [sum(forms[end].get(toward, 0) for end in ends) for ends in self.payoffs.settlements]

        def best_of(options: _Options) -> tuple[int, _Option]:
            values = [_sum(option, worth) for option in options]
            value = max(values)
            if toward and values.count(value) > 1:
                tied = [option for option, each in zip(options, values, strict=True) if each == value]
                return value, max(tied, key=lambda option: _sum(option, slope))
            return value, options[values.index(value)]

        later = []
        for _, options in self._later:
            value, chosen = best_of(options)
            later.append(chosen)
            worth.append(value)
            slope.append(_sum(chosen, slope))
        won, ways = 0, [0] * len(worth)
        for members, options in self._options:
            value, chosen = best_of(options)
            won += members * value
            for place, n in zip(*chosen, strict=True):
                ways[place] += members * n
        for chosen in reversed(later):
            reached = ways.pop()
            for place, n in zip(*chosen, strict=True):
                ways[place] += reached * n
        return BestPlay(won, scale, tuple(forms), tuple(ways))

    def won(self, worths: Sequence[int]) -> int:
        """Return what the player wins over all deals when each end is worth so much, by the strategy best there."""
        worth = [sum(worths[end] for end in ends) for ends in self.payoffs.settlements]
        for _, options in self._later:
            worth.append(max(_sum(option, worth) for option in options))
        return sum(members * max(_sum(option, worth) for option in options) for members, options in self._options)

    @cached_property
    def _options(self) -> tuple[tuple[int, _Options], ...]:
        """The members of each choice, and of each action the places and the draws that come to them."""
        return _as_options(self.payoffs.choices)

    @cached_property
    def _later(self) -> tuple[tuple[int, _Options], ...]:
        """The same of the choices that come after others."""
        return _as_options(self.payoffs.later)

    def _pays(self, changes: Mapping[str, Fraction]) -> Mapping[str, Fraction]:
        for name in changes:
            if name not in self.pays:
                raise KeyError(name)
        return {**self.pays, UNITS: Fraction(1), **changes}

    def along(self, row: str, changes: Mapping[str, Fraction] | None = None) -> "Line":
        """Return the edge as a function of one pay, the others as they are or as changed."""

        def line(pay: Fraction) -> tuple[Fraction, Fraction]:
            look = self.look({**(changes or {}), row: pay}, row)
            return look.edge, look.slopes[row]

        return line

    @property
    def objective(self) -> tuple[str, ...] | None:
        """The bets that the strategy is best for: these, or the layout's own where they cannot be made alone."""
        return self.bets if next(iter(self.rules.bets)) in self.bets else None

    def analyse(self, changes: Mapping[str, Fraction] | None = None) -> tuple[Analysis, Metrics]:
        """Return the exact engine's answer at some pays; SelfCheckError when this surface says another edge."""
        rules = self.game.vary(self.rules, changes) if changes else self.rules
        analysis = self.game.analyse(rules, self.objective)
        stake = stake_on(self.game, rules, dict.fromkeys(self.bets, Fraction(1)))
        metrics = measure(stake.outcomes(analysis.outcomes), stake.initial_wager)
        if metrics.house_edge != self.look(changes).edge:
            raise SelfCheckError(f"{rules.title}: two routes give two edges")
        return analysis, metrics


Line = Callable[[Fraction], tuple[Fraction, Fraction]]
"""A concave or convex piecewise linear function of one number: its value there and the slope of a line that
touches it."""


def row_pays(rules: Layout) -> Mapping[str, Fraction]:
    """Return the pay of every row of a layout by name.

    >>> from casino31.rulesfile import load
    >>> row_pays(load("31-classic-b").rules)["play.22-25"]
    Fraction(2, 1)
    """
    return {row_name(wager, line.label): line.pays for wager, table in rules.tables.items() for line in table.lines}


def row_bets(rules: Layout) -> Mapping[str, str]:
    """Return the bet that every row of a layout belongs to.

    >>> from casino31.rulesfile import load
    >>> row_bets(load("31-classic-b").rules)["play.22-25"]
    'main'
    """
    bets = {wager: bet for bet, wagers in rules.bets.items() for wager in wagers}
    return {row_name(wager, line.label): bets[wager] for wager, each in rules.tables.items() for line in each.lines}


def surface(game: Game, rules: Layout, bets: tuple[str, ...] | None = None, rows: tuple[str, ...] = ()) -> Surface:
    """Return the surface of the bets, or of the one bet that the rows belong to, or of the layout's first bet.

    ValueError says when there is no such bet or row, when a row does not move the edge of these bets, and what the
    game says when its bets have no pays to move.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> surface(file.game, file.rules, rows=("natural 31.trips",)).bets
    ('natural 31',)
    """
    known, owners = row_pays(rules), row_bets(rules)
    for row in rows:
        if row not in known:
            hint = suggest(row, known) or f"rows are {', '.join(known)}"
            raise ValueError(f"no row {row!r} in this layout: {hint}")
    for bet in bets or ():
        if bet not in rules.bets:
            raise ValueError(f"no bet {bet!r} in this layout: it offers {', '.join(rules.bets)}")
    if bets is None:
        named = {owners[row] for row in rows} or {next(iter(rules.bets))}
        bets = tuple(named)
    found = Surface(game, rules, tuple(bet for bet in rules.bets if bet in bets))
    movable = found.pays
    for row in rows:
        if row not in movable:
            why = (
                "the rules fix what it pays, or never pay it"
                if owners[row] in found.bets
                else f"it pays nothing of {' + '.join(found.bets)}"
            )
            raise ValueError(f"the row {row!r} cannot be moved: {why}")
    return found


class LineSegment(NamedTuple):
    """A stretch on which a function is one line."""

    start: Fraction
    end: Fraction
    value: Fraction
    """At the start."""
    slope: Fraction


def pieces(line: Line, low: Fraction, high: Fraction) -> tuple[LineSegment, ...]:
    """Return the pieces of a concave or convex function from ``low`` to ``high``, none longer than it must be.

    Between two looks the function lies between the chord and the touching lines: where a line that touches at
    one end meets the other end, it is the function; otherwise the lines cross strictly between, and one more
    look there shows another line. As there are finitely many lines, this ends.

    >>> one = Fraction(1)
    >>> bend = lambda x: (abs(x), one if x > 0 else -one)
    >>> [(str(p.start), str(p.end), str(p.slope)) for p in pieces(bend, Fraction(-3), Fraction(2))]
    [('-3', '0', '-1'), ('0', '2', '1')]
    """
    if low >= high:
        raise ValueError(f"from {low} to {high} there is nothing")
    found: list[LineSegment] = []
    todo = [((low, *line(low)), (high, *line(high)))]
    while todo:
        (x0, y0, slope0), (x1, y1, slope1) = todo.pop()
        if slope0 * (x1 - x0) == y1 - y0 or slope1 * (x1 - x0) == y1 - y0:
            slope = (y1 - y0) / (x1 - x0)
            if found and found[-1].slope == slope:
                found[-1] = found[-1]._replace(end=x1)
            else:
                found.append(LineSegment(x0, x1, y0, slope))
            continue
        middle = (y1 - y0 + slope0 * x0 - slope1 * x1) / (slope0 - slope1)
        value, slope = line(middle)
        todo.append(((middle, value, slope), (x1, y1, slope1)))
        todo.append(((x0, y0, slope0), (middle, value, slope)))
    return tuple(found)


def root(line: Line, low: Fraction, high: Fraction, target: Fraction) -> Fraction | None:
    """Return the largest argument at which a falling concave function has the target value, or None.

    ``line`` gives the slope to the right. From the right end each touching line leads to its own crossing of the
    target, which lies on a piece nearer by or on the crossing itself: exact after at most as many looks as there
    are pieces.

    >>> roof = lambda x: (min(Fraction(1), 2 - x), Fraction(0 if x < 1 else -1))
    >>> root(roof, Fraction(0), Fraction(10), Fraction(1, 2)), root(roof, Fraction(0), Fraction(10), Fraction(2))
    (Fraction(3, 2), None)
    """
    if line(low)[0] < target:
        return None
    argument = high
    value, slope = line(argument)
    if value > target:
        return None
    while value != target:
        argument += (target - value) / slope
        value, slope = line(argument)
    return argument
