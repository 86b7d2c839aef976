"""The figures of one law of results: the formula of each, and its exact value."""

from collections.abc import Callable
from typing import NamedTuple

from casino31.metrics import Metrics
from casino31.report.excel.grid import Grid, Value, name_for
from casino31.report.excel.live import DIGITS


class Law(NamedTuple):
    """Where the workbook keeps the law of some bets made together; every text is a formula."""

    key: str
    """The figures' keys start with it."""
    ways: str
    nets: str
    """As many as ways, in units."""
    wagered: str
    """The mean units put at risk."""
    initial: str


class Figure(NamedTuple):
    """One figure."""

    key: str
    label: str
    style: str
    formula: str
    """With WAYS, NETS, WAGERED, INITIAL and SELF for the law's own."""
    value: Callable[[Metrics, float], Value | None]
    """From the metrics and the z of the stated confidence; None where there is no such figure."""
    exact: bool = False
    """Whether its fraction stands below it."""


FIGURES = (
    Figure(
        "initial", "Initial wager, units before a card is seen", "general", "INITIAL", lambda m, _: m.initial_wager
    ),
    Figure(
        "mean",
        "Expected net of a round, units",
        "number",
        "SUMPRODUCT(WAYS,NETS)/{total}",
        lambda m, _: m.expected_net,
    ),
    Figure(
        "edge",
        "House edge, of the initial wager",
        "share",
        "-{SELF.mean}/{SELF.initial}",
        lambda m, _: m.house_edge,
        True,
    ),
    Figure("wagered", "Average wager, units", "number", "WAGERED", lambda m, _: m.average_wager),
    Figure(
        "risk",
        "Element of risk, of all wagered",
        "share",
        'IF({SELF.wagered}=0,"none",-{SELF.mean}/{SELF.wagered})',
        lambda m, _: m.element_of_risk,
        True,
    ),
    Figure(
        "return",
        "Return to player, of the initial wager",
        "share",
        "1-{SELF.edge}",
        lambda m, _: m.return_on_initial,
    ),
    Figure(
        "turnover",
        "Return to player, of all wagered (turnover)",
        "share",
        'IF({SELF.wagered}=0,"none",1-{SELF.risk})',
        lambda m, _: m.return_on_turnover,
    ),
    Figure(
        "variance",
        "Variance, initial wagers squared",
        "number",
        "SUMPRODUCT(WAYS,(NETS-{SELF.mean})^2)/{total}/{SELF.initial}^2",
        lambda m, _: m.variance,
        True,
    ),
    Figure("sd", "Standard deviation", "number", "SQRT({SELF.variance})", lambda m, _: m.standard_deviation),
    Figure("volatility", "Volatility index", "number", "{z}*{SELF.sd}", lambda m, z: m.volatility_index(z)),
    Figure(
        "n0",
        "N0 = (SD / edge)², rounds",
        "integer",
        'IF({SELF.edge}=0,"none",({SELF.sd}/{SELF.edge})^2)',
        lambda m, _: m.n0,
    ),
    Figure(
        "skewness",
        "Skewness",
        "number",
        'IF({SELF.variance}=0,"none",SUMPRODUCT(WAYS,(NETS-{SELF.mean})^3)/{total}/({SELF.initial}*{SELF.sd})^3)',
        lambda m, _: m.skewness,
    ),
    Figure(
        "kurtosis",
        "Excess kurtosis",
        "number",
        'IF({SELF.variance}=0,"none",'
        "SUMPRODUCT(WAYS,(NETS-{SELF.mean})^4)/{total}/({SELF.initial}^2*{SELF.variance})^2-3)",
        lambda m, _: m.excess_kurtosis,
    ),
    Figure(
        "hit",
        "Hit frequency: the round wins",
        "share",
        f"SUMPRODUCT((ROUND(NETS,{DIGITS})>0)*WAYS)/{{total}}",
        lambda m, _: m.hit_frequency,
    ),
    Figure(
        "push",
        "Push frequency: the round is even",
        "share",
        f"SUMPRODUCT((ROUND(NETS,{DIGITS})=0)*WAYS)/{{total}}",
        lambda m, _: m.push_frequency,
    ),
    Figure(
        "loss",
        "Loss frequency: the round loses",
        "share",
        f"SUMPRODUCT((ROUND(NETS,{DIGITS})<0)*WAYS)/{{total}}",
        lambda m, _: m.loss_frequency,
    ),
    Figure(
        "largest",
        "Largest win, units",
        "general",
        "SUMPRODUCT(MAX(NETS-1E+15*(WAYS=0)))",
        lambda m, _: m.largest_win,
    ),
)

WORDS = {
    "edge": "house_edge",
    "risk": "element_of_risk",
    "wagered": "average_wager",
    "return": "return_to_player",
    "turnover": "return_on_turnover",
    "sd": "standard_deviation",
    "volatility": "volatility_index",
    "hit": "hit_frequency",
    "push": "push_frequency",
    "loss": "loss_frequency",
    "largest": "largest_win",
    "mean": "expected_net",
    "initial": "initial_wager",
}
"""The field's names for the figures, where the key is short."""


def put_figure(grid: Grid, row: int, column: int, figure: Figure, law: Law, metrics: Metrics, z: float) -> None:
    """Write one figure of a law, under its key and its defined name.

    >>> from fractions import Fraction
    >>> from casino31.metrics import measure
    >>> from casino31.outcomes import OutcomeDistribution, Result
    >>> bet = OutcomeDistribution(("bet",), {(Result("lose", Fraction(1), Fraction(-1)),): 1})
    >>> grid, law = Grid("One"), Law("bet", "A1:A9", "B1:B9", "1", "1")
    >>> put_figure(grid, 1, 1, FIGURES[1], law, measure(bet, Fraction(1)), 1.6)
    >>> grid.cells[1, 1].formula, str(grid.cells[1, 1].value), list(grid.names)
    ('SUMPRODUCT(A1:A9,B1:B9)/{total}', '-1', ['expected_net_bet'])
    """
    value = figure.value(metrics, z)
    formula = figure.formula
    for word, text in (("WAYS", law.ways), ("NETS", law.nets), ("WAGERED", law.wagered), ("INITIAL", law.initial)):
        formula = formula.replace(word, text)
    grid.put(
        row,
        column,
        "none" if value is None else value,
        figure.style,
        formula.replace("SELF", law.key),
        key=f"{law.key}.{figure.key}",
        name=name_for(WORDS.get(figure.key, figure.key), law.key),
    )
