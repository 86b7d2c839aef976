"""Edge, variance and standard deviation in closed form in one pay, piece by piece of the best strategy.

Where the strategy changes two pieces meet: the edge is the same on both, the variance is that of the lower pays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from casino31.faults import SelfCheckError
from casino31.layout import Layout
from casino31.notebook import Shown
from casino31.paytable_design.envelope import sections
from casino31.paytable_design.surface import HIGHEST, LOWEST, Surface

if TYPE_CHECKING:
    import sympy

CHECKED = (Fraction(1, 5), Fraction(2, 5), Fraction(3, 5), Fraction(4, 5), Fraction(7, 8))
"""Where in a piece the exact engine is asked: three points give a parabola, the others must lie on it."""


class FormulaPiece(NamedTuple):
    """Pays between which the best strategy stays, and the figures there as polynomials: constant term first."""

    start: Fraction
    end: Fraction
    edge: tuple[Fraction, Fraction]
    variance: tuple[Fraction, Fraction, Fraction]


@dataclass(frozen=True, repr=False)
class Formula(Shown):
    """What one pay makes of the figures of some bets, in closed form; the others are as in the layout."""

    layout: Layout
    bets: tuple[str, ...]
    row: str
    pieces: tuple[FormulaPiece, ...]

    @property
    def facts(self) -> Mapping[str, object]:
        """The row, and the pays at which the best strategy changes."""
        return {
            "bets": self.bets,
            "row": self.row,
            "strategy changes at": tuple(str(piece.start) for piece in self.pieces[1:]),
        }

    @property
    def symbol(self) -> sympy.Symbol:
        """The pay, to one."""
        import sympy

        return sympy.Symbol("p", real=True)

    def edge(self) -> sympy.Expr:
        """Return the house edge: linear on each piece."""
        return self._piecewise([piece.edge for piece in self.pieces])

    def variance(self) -> sympy.Expr:
        """Return the variance in squared initial wagers: a parabola on each piece."""
        return self._piecewise([piece.variance for piece in self.pieces])

    def standard_deviation(self) -> sympy.Expr:
        """Return the standard deviation in initial wagers: the root of a parabola on each piece."""
        return self._piecewise([piece.variance for piece in self.pieces], root=True)

    def _piecewise(self, polynomials: Sequence[Sequence[Fraction]], root: bool = False) -> sympy.Expr:
        import sympy

        p = self.symbol
        said = []
        for piece, coefficients in zip(self.pieces, polynomials, strict=True):
            terms = (
                sympy.Rational(coefficient.numerator, coefficient.denominator) * p**power
                for power, coefficient in enumerate(coefficients)
            )
            whole = sympy.Add(*terms)
            until = p <= sympy.Rational(piece.end.numerator, piece.end.denominator)
            said.append((sympy.sqrt(whole) if root else whole, True if piece is self.pieces[-1] else until))
        return sympy.Piecewise(*said)

    def latex(self) -> str:
        r"""Return the three figures as LaTeX, the pay written as its wager and row.

        >>> from casino31.paytable_design.surface import surface
        >>> from casino31.rulesfile import load
        >>> file = load("natural-31")
        >>> print(formula(surface(file.game, file.rules), "natural 31.31").latex().splitlines()[0])
        h = \frac{836}{5525} - \frac{p_{\text{natural 31 31}}}{1105}
        """
        import sympy

        names = {self.symbol: rf"p_{{\text{{{self.row.replace('.', ' ')}}}}}"}
        figures = (("h", self.edge()), (r"\sigma^2", self.variance()), (r"\sigma", self.standard_deviation()))
        return "\n".join(f"{name} = {sympy.latex(figure, symbol_names=names)}" for name, figure in figures)


def formula(surface: Surface, row: str, low: Fraction = LOWEST, high: Fraction = HIGHEST) -> Formula:
    """Return edge, variance and standard deviation as functions of one pay between ``low`` and ``high``.

    Every piece is held against the exact engine at two more pays: SelfCheckError when it differs there.

    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("pair-plus")
    >>> found = formula(surface(file.game, file.rules), "pair plus.flush")
    >>> found.edge(), found.edge().subs(found.symbol, 4)
    (72/325 - 274*p/5525, 128/5525)
    """
    found = []
    for piece in sections(surface, row, low, high):
        apart = min(piece.end, piece.start + 10) - piece.start
        pays = [piece.start + share * apart for share in CHECKED]
        figures = [surface.analyse({row: pay})[1] for pay in pays]
        edge = _through(pays[:2], [figure.house_edge for figure in figures[:2]])
        variance = _through(pays[:3], [each.variance for each in figures[:3]])
        for pay, each in zip(pays, figures, strict=True):
            if _at(edge, pay) != each.house_edge or _at(variance, pay) != each.variance:
                raise SelfCheckError(f"{row} = {pay}: the closed form differs from the exact engine")
        found.append(
            FormulaPiece(piece.start, piece.end, (edge[0], edge[1]), (variance[0], variance[1], variance[2]))
        )
    return Formula(surface.rules, surface.bets, row, tuple(found))


def _at(coefficients: Sequence[Fraction], pay: Fraction) -> Fraction:
    return sum((coefficient * pay**power for power, coefficient in enumerate(coefficients)), Fraction())


def _through(pays: Sequence[Fraction], values: Sequence[Fraction]) -> list[Fraction]:
    """The coefficients of the polynomial through some points, the constant term first (Lagrange)."""
    total = [Fraction()] * len(pays)
    for place, (pay, value) in enumerate(zip(pays, values, strict=True)):
        basis = [Fraction(1)]
        for other in (*pays[:place], *pays[place + 1 :]):
            shifted = [Fraction(), *basis]
            scaled = [-other * each for each in basis] + [Fraction()]
            basis = [(a + b) / (pay - other) for a, b in zip(shifted, scaled, strict=True)]
        total = [a + value * b for a, b in zip(total, basis, strict=True)]
    return total
