"""Figures in closed form in one pay: as text and as JSON, schema ``casino31.formula/1``."""

from fractions import Fraction
from typing import Any

from casino31.paytable_design.formulas import Formula, FormulaPiece
from casino31.paytable_design.surface import HIGHEST


def formula_object(found: Formula, title: str, digest: str) -> dict[str, Any]:
    """Return the JSON form: coefficients by piece, the constant term first, and LaTeX."""
    return {
        "schema": "casino31.formula/1",
        "title": title,
        "paytable_sha256": digest,
        "bets": list(found.bets),
        "row": found.row,
        "pieces": [
            {
                "from": str(piece.start),
                "to": str(piece.end),
                "house_edge": list(map(str, piece.edge)),
                "variance": list(map(str, piece.variance)),
            }
            for piece in found.pieces
        ],
        "latex": found.latex(),
    }


def formula_text(found: Formula) -> str:
    """Return the same for the screen.

    >>> from casino31.paytable_design.formulas import formula
    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> print(formula_text(formula(surface(file.game, file.rules), "natural 31.31")).splitlines()[2])
      house edge          836/5525 - 1/1105 p
    """
    lines = [f"{' + '.join(found.bets)}, under the best strategy; p is the pay of {found.row}, to one"]
    for piece in found.pieces:
        variance = _polynomial(piece.variance)
        lines += [
            _span(piece, len(found.pieces) == 1),
            f"  house edge          {_polynomial(piece.edge)}",
            f"  variance            {variance}",
            f"  standard deviation  sqrt({variance})",
        ]
    return "\n".join(lines)


def _span(piece: FormulaPiece, alone: bool) -> str:
    if alone:
        return "for every pay"
    return f"from {piece.start}" + ("" if piece.end == HIGHEST else f" to {piece.end}")


def _polynomial(coefficients: tuple[Fraction, ...]) -> str:
    text = ""
    for power, each in enumerate(coefficients):
        if each:
            sign = ("-" if each < 0 else "") if not text else " - " if each < 0 else " + "
            text += f"{sign}{abs(each)}{('', ' p', ' p^2')[power]}"
    return text or "0"
