"""Figures in closed form: in one pay piece by piece, schema ``casino31.formula/1``, and in all pays at once."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from casino31.answers import UNITS, Form
from casino31.faults import NotCapableError
from casino31.game import Game
from casino31.layout import Layout
from casino31.page import Table, texts
from casino31.pages.deliverable import Deliverable, answered
from casino31.pages.questions import answer_report
from casino31.paytable_design.formulas import Formula, FormulaPiece
from casino31.paytable_design.sensitivity import closed_form
from casino31.paytable_design.surface import HIGHEST, LOWEST, surface
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


class FormText(NamedTuple):
    """Figures of a bet in all its pays as text, and the conditions under which its strategy stays the best one."""

    bet: str
    edge: str
    variance: str
    conditions: tuple[str, ...]


def closed_forms(game: Game, layout: Layout) -> tuple[FormText, ...]:
    """Return the closed form of each bet that has open pays.

    >>> from casino31.rulesfile import load
    >>> file = load("casino-war")
    >>> [(form.bet, form.edge, form.conditions) for form in closed_forms(file.game, file.rules)][1:]
    [('tie', '(288 - 23 [tie.tie]) / 311', ())]
    """
    forms = []
    for bet in layout.bets:
        try:
            of_bet = surface(game, layout, (bet,))
        except NotCapableError:
            return ()
        if of_bet.pays:
            form = closed_form(of_bet, tuple(of_bet.pays))
            edge = {(UNITS, UNITS): form.constant} | {
                (UNITS, row): slope for row, slope in zip(form.rows, form.slopes, strict=True)
            }
            conditions = tuple(_condition(condition) for condition in form.conditions)
            forms.append(FormText(bet, _whole(edge), _whole(form.squares), conditions))
    return tuple(forms)


def _whole(terms: Mapping[tuple[str, str], Fraction]) -> str:
    """A sum of products over one denominator: "(3 + 2 [play.31] - [play.31]²) / 7"."""
    below = lcm(*(times.denominator for times in terms.values()))
    text = _sum({pair: int(times * below) for pair, times in terms.items()})
    return f"({text}) / {below}" if below > 1 else text


def _sum(terms: Mapping[tuple[str, str], int]) -> str:
    text = ""
    for (a, b), times in terms.items():
        if times:
            sign = ("-" if times < 0 else "") if not text else " - " if times < 0 else " + "
            pays = f"[{a}]²" if a == b != UNITS else " ".join(f"[{row}]" for row in (a, b) if row != UNITS)
            number = str(abs(times)) if abs(times) != 1 or not pays else ""
            text += sign + " ".join(filter(None, (number, pays)))
    return text or "0"


def _condition(form: Form) -> str:
    """Positive terms on the left, the others on the right, so that no sign stands alone."""
    more = {(UNITS, row): times for row, times in form.items() if times > 0}
    less = {(UNITS, row): -times for row, times in form.items() if times < 0}
    return f"{_sum(more)} ≥ {_sum(less)}"


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
