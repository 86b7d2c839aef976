"""Figures in closed form in one pay, held against the exact engine at other pays."""

import re
from collections.abc import Mapping
from fractions import Fraction

import pytest
import sympy
from click.testing import CliRunner

import casino31
from casino31.cli import cli
from casino31.metrics import measure
from casino31.pages.closed_forms import closed_forms
from casino31.paytable_design.surface import surface
from casino31.rulesfile import load

CASES = [
    ("31-classic-b", "play.26-28", (Fraction(1, 3), Fraction(9, 8), Fraction(5, 2), Fraction(40))),
    ("natural-31", "natural 31.31", (Fraction(0), Fraction(7, 2), Fraction(500))),
    ("pair-plus", "pair plus.pair", (Fraction(1), Fraction(2))),
    ("three-card-poker", "ante bonus.straight", (Fraction(1), Fraction(5))),
]


@pytest.mark.parametrize(("name", "row", "pays"), CASES)
def test_the_closed_forms_are_the_exact_figures(name: str, row: str, pays: tuple[Fraction, ...]) -> None:
    file = load(name)
    found = casino31.formula(file, row)
    for pay in pays:
        varied = file.game.vary(file.rules, {row: pay})
        outcomes = file.game.analyse(varied).outcomes
        wagers = [wager for bet in found.bets for wager in varied.bets[bet]]
        initial = sum((file.game.initial[wager] for wager in wagers), Fraction())
        metrics = measure(outcomes.of(*wagers), initial)
        at = {found.symbol: sympy.Rational(pay.numerator, pay.denominator)}
        edge, variance = (Fraction(str(figure.subs(at))) for figure in (found.edge(), found.variance()))
        assert (edge, variance) == (metrics.house_edge, metrics.variance)
        deviation = found.standard_deviation().subs(at)
        assert deviation**2 == sympy.Rational(variance.numerator, variance.denominator)


def test_the_verb_prints_text_latex_and_pieces() -> None:
    text = CliRunner().invoke(cli, ["paytable", "formula", "31-classic-b", "--row", "play.26-28"]).stdout
    assert "house edge          32342/270725 - 7348/270725 p" in text
    latex = (
        CliRunner().invoke(cli, ["paytable", "formula", "natural-31", "--row", "natural 31.31", "--latex"]).stdout
    )
    assert latex.splitlines()[2].startswith(r"\sigma = \sqrt{")
    wrong = CliRunner().invoke(cli, ["paytable", "formula", "natural-31", "--row", "natural 31.99"])
    assert (wrong.exit_code, "natural 31.99" in wrong.stderr) == (2, True)
    printed = CliRunner().invoke(cli, ["paytable", "formula", "pair-plus", "--row", "pair plus.pair", "--json"])
    assert printed.exit_code == 0


@pytest.mark.parametrize("name", ["31-classic-b", "natural-31", "pair-plus", "casino-war"])
def test_the_text_of_a_closed_form_gives_the_figures_of_the_engine(name: str) -> None:
    """The text is read as arithmetic: a pay in brackets, products side by side."""
    file = load(name)
    for form in closed_forms(file.game, file.rules):
        of_bet = surface(file.game, file.rules, (form.bet,))
        metrics = of_bet.analyse()[1]

        def value(text: str, pays: Mapping[str, Fraction] = of_bet.pays) -> Fraction:
            named = re.sub(r"\[([^]]+)\]", lambda row: f"Fraction('{pays[row[1]]}')", text).replace("²", "**2")
            product = re.sub(r"(?<=[\d)]) (?=Fraction)", " * ", named)
            return Fraction(eval(re.sub(r"(?<![\d'*/])(\d+)(?![\d'/])", r"Fraction(\1)", product)))

        assert value(form.edge) == metrics.house_edge
        assert value(form.variance) == metrics.variance
        for condition in form.conditions:
            more, less = condition.split(" ≥ ")
            assert value(more) >= value(less)
