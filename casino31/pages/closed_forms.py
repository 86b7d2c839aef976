"""Figures in closed form in all pays at once."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from casino31.answers import UNITS, Form
from casino31.faults import NotCapableError
from casino31.game import Game
from casino31.layout import Layout
from casino31.paytable_design.sensitivity import closed_form
from casino31.paytable_design.surface import surface


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
