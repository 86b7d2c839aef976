"""Figures in closed form in one pay, piece by piece, schema ``casino31.formula/1``."""

from fractions import Fraction

from casino31.page import Table, texts
from casino31.pages.deliverable import Deliverable, answered
from casino31.pages.questions import answer_report
from casino31.paytable_design.formulas import Formula, FormulaPiece
from casino31.paytable_design.surface import HIGHEST, LOWEST
from casino31.serialize import JsonObject


def formula_deliverable(formula: Formula) -> Deliverable:
    """Return edge, variance and standard deviation in closed form in one pay, for people and for programs.

    >>> import casino31
    >>> made = formula_deliverable(casino31.formula("natural-31", "natural 31.31"))
    >>> made.report.pages[0].blocks[0].rows[0].cells[1].value
    '836/5525 - 1/1105 p'
    """
    heading = f"{' + '.join(formula.bets)}, under the best strategy; p is the pay of {formula.row}, to one"
    return answered(
        lambda: answer_report(
            heading, "Closed form in one pay", formula.layout, tuple(map(_piece, formula.pieces))
        ),
        lambda: _object(formula),
    )


def _object(formula: Formula) -> JsonObject:
    """Coefficients by piece, the constant term first, and LaTeX."""
    return {
        "schema": "casino31.formula/1",
        "title": formula.layout.title,
        "paytable_sha256": formula.layout.digest,
        "bets": list(formula.bets),
        "row": formula.row,
        "pieces": [
            {
                "from": str(piece.start),
                "to": str(piece.end),
                "house_edge": list(map(str, piece.edge)),
                "variance": list(map(str, piece.variance)),
            }
            for piece in formula.pieces
        ],
        "latex": formula.latex(),
    }


def _piece(piece: FormulaPiece) -> Table:
    variance = polynomial(piece.variance)
    rows = [
        ("house edge", polynomial(piece.edge)),
        ("variance", variance),
        ("standard deviation", f"sqrt({variance})"),
    ]
    return texts(_span(piece), rows)


def _span(piece: FormulaPiece) -> str:
    if piece.start <= LOWEST and piece.end == HIGHEST:
        return "For every pay"
    return f"From {piece.start}" + ("" if piece.end == HIGHEST else f" to {piece.end}")


def polynomial(coefficients: tuple[Fraction, ...]) -> str:
    """Return a polynomial in p as text, the constant term first.

    >>> polynomial((Fraction(1, 2), Fraction(0), Fraction(-3)))
    '1/2 - 3 p^2'
    """
    text = ""
    for power, coefficient in enumerate(coefficients):
        if coefficient:
            sign = ("-" if coefficient < 0 else "") if not text else " - " if coefficient < 0 else " + "
            text += f"{sign}{abs(coefficient)}{('', ' p', ' p^2')[power]}"
    return text or "0"
