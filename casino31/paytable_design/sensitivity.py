"""How the edge moves with the pays: exact derivatives, how far they hold, closed forms, and the open readings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from casino31.answers import UNITS, Form
from casino31.bets import stakes
from casino31.faults import SelfCheckError
from casino31.game import Game
from casino31.layout import Layout
from casino31.metrics import Metrics, measure
from casino31.paytable_design.envelope import sections
from casino31.paytable_design.surface import Surface

if TYPE_CHECKING:
    import sympy


class Sensitivity(NamedTuple):
    """What one pay does to the edge."""

    row: str
    pay: Fraction
    derivative: Fraction
    """Change of the edge for one unit more, under the strategy of the layout."""
    interval: tuple[Fraction, Fraction]
    """The pays at which that strategy is still best, inside what a file may hold."""
    below: Fraction | None
    """The next pay below at which the best strategy changes, or None."""
    above: Fraction | None
    bends: tuple[Fraction, ...]
    """Every pay at which it changes."""


def sensitivity(surface: Surface, row: str) -> Sensitivity:
    """Return how the edge of the surface's bets depends on one pay, the others as they are.

    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> found = sensitivity(surface(file.game, file.rules), "play.26-28")
    >>> found.derivative, [str(bend) for bend in found.bends]
    (Fraction(-7348, 270725), ['0', '3/4', '1', '6/5', '5/4', '3/2', '8/5', '2', '3'])
    >>> found.interval, found.below, found.above
    ((Fraction(2, 1), Fraction(3, 1)), Fraction(2, 1), None)
    """
    pay = surface.pays[row]
    derivative = surface.look().slopes[row]
    found = sections(surface, row)
    bends = tuple(piece.start for piece in found[1:])
    # at a bend the declared action on a tie decides which side the layout's strategy belongs to
    held = [piece for piece in found if piece.start <= pay <= piece.end and piece.slope == derivative]
    interval = (held[0].start, held[-1].end) if held else (pay, pay)
    below = max((bend for bend in bends if bend < pay), default=None)
    above = min((bend for bend in bends if bend > pay), default=None)
    return Sensitivity(row, pay, derivative, interval, below, above, bends)


@dataclass(frozen=True)
class ClosedForm:
    """Edge, variance and standard deviation as functions of some pays, where the layout's strategy stays best."""

    rows: tuple[str, ...]
    constant: Fraction
    slopes: tuple[Fraction, ...]
    """Of each row."""
    squares: Mapping[tuple[str, str], Fraction]
    """The variance in squared initial wagers: what the product of two rows is taken times, ``UNITS`` for 1."""
    conditions: tuple[Form, ...]
    """Forms in the rows and ``UNITS``; together that each is at least 0 is the region, for pays from -1 on."""

    def symbols(self) -> tuple[sympy.Symbol, ...]:
        """Return one symbol a row: p_1, p_2, ... in the order of ``rows``."""
        import sympy

        return tuple(sympy.Symbol(f"p_{place}", real=True) for place in range(1, len(self.rows) + 1))

    def edge(self) -> sympy.Expr:
        """Return the edge."""
        import sympy

        terms = zip(map(_rational, self.slopes), self.symbols(), strict=True)
        return sympy.Add(_rational(self.constant), *(slope * symbol for slope, symbol in terms))

    def variance(self) -> sympy.Expr:
        """Return the variance, in squared initial wagers: quadratic in the pays."""
        import sympy

        pay = {UNITS: sympy.Integer(1), **dict(zip(self.rows, self.symbols(), strict=True))}
        return sympy.Add(*(_rational(times) * pay[a] * pay[b] for (a, b), times in self.squares.items()))

    def standard_deviation(self) -> sympy.Expr:
        """Return the standard deviation, in initial wagers."""
        import sympy

        return sympy.sqrt(self.variance())

    def region(self) -> tuple[sympy.Basic, ...]:
        """Return the conditions as inequalities with the pays on the left."""
        found = []
        for form in self.conditions:
            terms = [form.get(row, 0) * symbol for row, symbol in zip(self.rows, self.symbols(), strict=True)]
            left, bound, falling = sum(terms), -form.get(UNITS, 0), all(n <= 0 for r, n in form.items() if r)
            found.append(-left <= -bound if falling else left >= bound)
        return tuple(found)

    def latex(self) -> str:
        """Return the figures and their region as LaTeX, each pay written as its wager and row."""
        import sympy

        names = {
            symbol: rf"p_{{\text{{{row.replace('.', ' ')}}}}}"
            for symbol, row in zip(self.symbols(), self.rows, strict=True)
        }
        figures = (("h", self.edge()), (r"\sigma^2", self.variance()), (r"\sigma", self.standard_deviation()))
        lines = [f"{name} = {sympy.latex(figure, symbol_names=names)}" for name, figure in figures]
        lines += [sympy.latex(each, symbol_names=names) for each in self.region()]
        body = ",\\\\\n".join(f"  & {line}" for line in lines)
        return f"\\begin{{aligned}}\n{body}\n\\end{{aligned}}"


def _rational(value: Fraction) -> sympy.Rational:
    import sympy

    return sympy.Rational(value.numerator, value.denominator)


def closed_form(surface: Surface, rows: Sequence[str]) -> ClosedForm:
    """Return edge and variance as functions of some pays, the others as they are, and where they hold.

    The region is exact: each condition says that an action, or the event a hand is paid as, stays the better
    one; of decisions in a row also those that the layout's strategy never comes to. A condition that another one
    implies for all pays from -1 on is left out. ValueError without rows; SelfCheckError when the exact engine has
    another variance.

    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> found = closed_form(surface(file.game, file.rules), ["play.26-28"])
    >>> found.edge(), found.region()
    (32342/270725 - 7348*p_1/270725, (p_1 >= 2, p_1 <= 3))
    """
    rows = tuple(dict.fromkeys(rows))
    if not rows:
        raise ValueError("a closed form needs at least one row")
    here = surface.look()
    slopes = tuple(here.slopes[row] for row in rows)
    constant = here.edge - sum((s * surface.pays[row] for s, row in zip(slopes, rows, strict=True)), Fraction())
    squares = _squares(surface, rows)
    pays = {**surface.pays, UNITS: Fraction(1)}
    if sum(times * pays[a] * pays[b] for (a, b), times in squares.items()) != surface.analyse()[1].variance:
        raise SelfCheckError(f"{surface.rules.title}: the closed form has another variance than the exact engine")
    return ClosedForm(rows, constant, slopes, squares, _thinned(_conditions(surface, rows), rows, surface.pays))


def _squares(surface: Surface, rows: tuple[str, ...]) -> dict[tuple[str, str], Fraction]:
    """The variance by products of two rows: the mean square of what is won, less the square of its mean."""
    best, pays = surface.best(), {**surface.pays, UNITS: Fraction(1)}
    names = (UNITS, *rows)
    mean = dict.fromkeys(names, Fraction())
    squares = {(a, b): Fraction() for place, a in enumerate(names) for b in names[place:]}
    for ends, ways in zip(surface.payoffs.settlements, best.ways, strict=True):
        won = dict.fromkeys(names, Fraction())
        for name, times in _added((best.forms[end], 1) for end in ends).items():
            won[name if name in rows else UNITS] += times * (1 if name in rows else pays[name])
        for name in names:
            mean[name] += ways * won[name]
        for a, b in squares:
            squares[a, b] += ways * won[a] * won[b] * (1 if a == b else 2)
    total, initial = surface.payoffs.total, surface.initial
    for a, b in squares:
        apart = squares[a, b] / total - mean[a] * mean[b] * (1 if a == b else 2) / total**2
        squares[a, b] = apart / initial**2
    return {pair: times for pair, times in squares.items() if times}


def _conditions(surface: Surface, rows: tuple[str, ...]) -> list[Form]:
    """That every choice of the layout's strategy stays the better one, as primitive integer forms."""
    pays = {**surface.pays, UNITS: Fraction(1)}

    def worth(form: Mapping[str, int]) -> Fraction:
        return sum((times * pays[name] for name, times in form.items()), Fraction())

    found: dict[tuple[tuple[str, int], ...], Form] = {}

    def hold(better: Mapping[str, int], other: Mapping[str, int]) -> None:
        apart = {name: better.get(name, 0) - other.get(name, 0) for name in {**better, **other}}
        free = {row: apart[row] for row in rows if apart.get(row)}
        if free:
            rest = sum((times * pays[name] for name, times in apart.items() if name not in free), Fraction())
            scale = Fraction(rest.denominator, gcd(rest.numerator, *(n * rest.denominator for n in free.values())))
            form = {name: int(times * scale) for name, times in free.items()} | {UNITS: int(rest * scale)}
            found[tuple(form.items())] = form

    chosen = [max(alternatives, key=worth) for alternatives in surface.payoffs.ends]
    for alternatives, form in zip(surface.payoffs.ends, chosen, strict=True):
        for other in alternatives:
            hold(form, other)
    places = [_added((chosen[end], 1) for end in parts) for parts in surface.payoffs.settlements]
    for choice in (*surface.payoffs.later, *surface.payoffs.choices):
        sums = [
            _added((places[place], ways) for place, ways in counts.items()) for counts in choice.options.values()
        ]
        best = max(sums, key=worth)
        places.append(best)  # read of the later choices alone, which stand in this order
        for other in sums:
            hold(best, other)
    return list(found.values())


def _added(forms: Iterable[tuple[Form, int]]) -> dict[str, int]:
    """The sum of some forms, each so many times."""
    total: dict[str, int] = {}
    for form, ways in forms:
        for name, times in form.items():
            total[name] = total.get(name, 0) + ways * times
    return total


def _thinned(forms: list[Form], rows: tuple[str, ...], pays: Mapping[str, Fraction]) -> tuple[Form, ...]:
    """Leave out each condition that holds for all pays from -1 on, or that another one implies there."""

    def slack(form: Form) -> Fraction:
        """How far the pays of the layout are from the border: the nearest conditions imply most of the others."""
        size = sum(abs(times) for name, times in form.items() if name)
        return sum((times * pays[name] for name, times in form.items() if name), Fraction(form[UNITS])) / size

    kept: list[Form] = []
    for form in sorted(forms, key=slack):
        if not any(_implies(other, form, rows) for other in ({}, *kept)):
            kept = [*(other for other in kept if not _implies(form, other, rows)), form]
    return tuple(sorted(kept, key=lambda form: [-form.get(row, 0) for row in rows]))


def _implies(known: Form, form: Form, rows: tuple[str, ...]) -> bool:
    """Tell whether known >= 0 implies form >= 0 where every pay is -1 or more.

    So it is when form - k known has no negative coefficient in the pays plus one, for some k >= 0.
    """
    low, high = Fraction(0), None
    for name in (*rows, UNITS):
        have, need = (
            each.get(name, 0) - (sum(each.get(row, 0) for row in rows) if name == UNITS else 0)
            for each in (known, form)
        )
        if have > 0:
            bound = Fraction(need, have)
            high = bound if high is None else min(high, bound)
        elif have < 0:
            low = max(low, Fraction(need, have))
        elif need < 0:
            return False
    return high is None or low <= high


class ReadingEffect(NamedTuple):
    """What one choice of an open rule makes of the layout."""

    name: str
    choice: str
    stated: bool
    """Whether it is the layout's own choice."""
    figures: Mapping[str, Metrics]
    """Of each bet alone and all together."""


def readings(game: Game, rules: Layout) -> tuple[ReadingEffect, ...]:
    """Return the figures of a layout under each choice of each reading, the others as the layout has them.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> [f"{each.choice} {each.figures['main'].house_edge}" for each in readings(file.game, file.rules)][:2]
    ['best 10298/270725', 'push17 11003/270725']
    """
    found = []
    for name, choices in game.readings.items():
        for choice in choices:
            varied = game.vary(rules, {}, {name: choice})
            outcomes = game.analyse(varied).outcomes
            figures = {
                stake.name: measure(stake.outcomes(outcomes), stake.initial_wager) for stake in stakes(game, varied)
            }
            found.append(ReadingEffect(name, choice, choice == rules.readings[name], figures))
    return tuple(found)
