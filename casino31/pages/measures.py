"""The figures of one distribution of results: the formula of each, its exact value and its unit."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from casino31.formulas import filed, name_for
from casino31.metrics import Metrics
from casino31.page import NUMBER, PLAIN, SHARE, TEXT, WHOLE, Alert, Cell, Column, Row, Table, Unit, Value
from casino31.pages.parsheet import ParSheet
from casino31.pages.results import Results

NIL = "5E-10"
"""A net below it is a push: doubles of equal exact values differ far below."""


class Where(NamedTuple):
    """Where the results of some bets made together stand; every text is a formula."""

    key: str
    """The figures' keys start with it."""
    ways: str
    nets: str
    """As many as ways, in units."""
    wagered: str
    """The mean units put at risk."""
    initial: str


class Measure(NamedTuple):
    """One figure."""

    key: str
    label: str
    unit: Unit
    formula: str
    """With WAYS, NETS, WAGERED, INITIAL and SELF for those of ``Where``."""
    value: Callable[[Metrics, float], Value | None]
    """From the metrics and the z of the stated confidence; None where there is no such figure."""
    exact: bool = False
    """Whether its fraction stands below it."""
    name: str = ""
    """The field's name for it, where the key is short."""


_UNSPREAD = 'IF({SELF.variance}=0,"none",'
_NOTHING = 'IF({SELF.wagered}=0,"none",'
MEASURES = (
    Measure("edge", "House edge, of the initial wager", SHARE, "-{SELF.mean}/{SELF.initial}",
            lambda m, _: m.house_edge, exact=True, name="house_edge"),
    Measure("risk", "Element of risk, of all wagered", SHARE, _NOTHING + "-{SELF.mean}/{SELF.wagered})",
            lambda m, _: m.element_of_risk, exact=True, name="element_of_risk"),
    Measure("return", "Return to player, of the initial wager", SHARE, "1-{SELF.edge}",
            lambda m, _: m.return_on_initial, name="return_to_player"),
    Measure("turnover", "Return to player, of all wagered (turnover)", SHARE, _NOTHING + "1-{SELF.risk})",
            lambda m, _: m.return_on_turnover, name="return_on_turnover"),
    Measure("initial", "Initial wager, units before a card is seen", PLAIN, "INITIAL",
            lambda m, _: m.initial_wager, name="initial_wager"),
    Measure("wagered", "Average wager, units", NUMBER, "WAGERED", lambda m, _: m.average_wager,
            name="average_wager"),
    Measure("mean", "Expected net of a round, units", NUMBER, "SUMPRODUCT(WAYS,NETS)/{total}",
            lambda m, _: m.expected_net, name="expected_net"),
    Measure("variance", "Variance, initial wagers squared", NUMBER,
            "SUMPRODUCT(WAYS,(NETS-{SELF.mean})^2)/{total}/{SELF.initial}^2", lambda m, _: m.variance, exact=True),
    Measure("sd", "Standard deviation", NUMBER, "SQRT({SELF.variance})", lambda m, _: m.standard_deviation,
            name="standard_deviation"),
    Measure("volatility", "Volatility index", NUMBER, "{z}*{SELF.sd}", lambda m, z: m.volatility_index(z),
            name="volatility_index"),
    Measure("skewness", "Skewness", NUMBER,
            _UNSPREAD + "SUMPRODUCT(WAYS,(NETS-{SELF.mean})^3)/{total}/({SELF.initial}*{SELF.sd})^3)",
            lambda m, _: m.skewness),
    Measure("kurtosis", "Excess kurtosis", NUMBER, _UNSPREAD
            + "SUMPRODUCT(WAYS,(NETS-{SELF.mean})^4)/{total}/({SELF.initial}^2*{SELF.variance})^2-3)",
            lambda m, _: m.excess_kurtosis),
    Measure("hit", "Hit frequency: the round wins", SHARE, f"SUMPRODUCT((NETS>{NIL})*WAYS)/{{total}}",
            lambda m, _: m.hit_frequency, name="hit_frequency"),
    Measure("push", "Push frequency: the round is even", SHARE,
            f"SUMPRODUCT((NETS<={NIL})*(NETS>=-{NIL})*WAYS)/{{total}}", lambda m, _: m.push_frequency,
            name="push_frequency"),
    Measure("loss", "Loss frequency: the round loses", SHARE, f"SUMPRODUCT((NETS<-{NIL})*WAYS)/{{total}}",
            lambda m, _: m.loss_frequency, name="loss_frequency"),
    Measure("n0", "N0 = (SD / edge)², rounds", WHOLE, 'IF({SELF.edge}=0,"none",({SELF.sd}/{SELF.edge})^2)',
            lambda m, _: m.n0),
    Measure("largest", "Largest win, units", PLAIN, "SUMPRODUCT(LARGE(NETS-1E+15*(WAYS=0),1))",
            lambda m, _: m.largest_win, name="largest_win"),
)  # fmt: skip
ALONE = frozenset(measure.key for measure in MEASURES) - {"return", "turnover", "volatility", "n0"}
"""The figures of a wager by itself."""


def measured(measure: Measure, where: Where, metrics: Metrics, z: float, alert: Alert = "") -> Cell:
    """Return the cell of one figure.

    >>> from casino31.metrics import measure
    >>> from casino31.outcomes import OutcomeDistribution, Result
    >>> bet = OutcomeDistribution(("bet",), {(Result("lose", Fraction(1), Fraction(-1)),): 1})
    >>> cell = measured(MEASURES[6], Where("bet", "W", "N", "1", "1"), measure(bet, Fraction(1)), 1.6)
    >>> cell.formula, str(cell.value), cell.key, cell.name
    ('SUMPRODUCT(W,N)/{total}', '-1', 'bet.mean', 'expected_net_bet')
    """
    value = measure.value(metrics, z)
    formula = measure.formula
    own = (("WAYS", where.ways), ("NETS", where.nets), ("WAGERED", where.wagered), ("INITIAL", where.initial))
    for word, text in (*own, ("SELF", where.key)):
        formula = formula.replace(word, text)
    name = name_for(measure.name or measure.key, where.key)
    key = f"{where.key}.{measure.key}"
    return Cell("none" if value is None else value, measure.unit, formula, key, name, alert=alert)


def figures_of_stakes(sheet: ParSheet, where: dict[str, Where], title: str) -> Table:
    """Return the figures of every stake side by side, with the fractions of the most important below them."""
    stakes, rows = sheet.stakes, []
    for measure in MEASURES:
        label = Cell(measure.label)
        if measure.key == "volatility":
            text = f"Volatility index: z × SD, z = {sheet.z:.4f}"
            label = Cell(text, TEXT, '"Volatility index: z × SD, z = "&TEXT({z},"0.0000")')
        alert: Alert = "below 0" if measure.key == "edge" else ""
        cells = [measured(measure, where[name], stake.metrics, sheet.z, alert) for name, stake in stakes.items()]
        rows.append(Row((label, *cells)))
        if measure.exact:
            exact = [str(_or_none(measure.value(stake.metrics, sheet.z))) for stake in stakes.values()]
            rows.append(Row((Cell("exact"), *(Cell(text, TEXT, filed(text)) for text in exact)), "exact"))
    columns = (Column("label", title, side="left"), *(Column(name, name) for name in stakes))
    return Table(columns, tuple(rows), key="figures")


def _or_none(value: Value | None) -> Value:
    return "none" if value is None else value


def figures_alone(sheet: ParSheet, where: Where, wager: str, first: Sequence[Row] = ()) -> Table:
    """Return the figures of one wager by itself, below some rows of the round's."""
    metrics, rows = sheet.wagers[wager].metrics, list(first)
    whole_bet = (wager,) in sheet.rules.bets.values()
    for measure in MEASURES:
        if measure.key not in ALONE:
            continue
        label = measure.label.replace(", of the initial wager", ", of the ante")
        if measure.key == "initial":
            label = "Units of the ante"
        if not whole_bet and measure.key == "edge":
            label = "House edge of this wager alone, of the ante"
        alert: Alert = "below 0" if measure.key == "edge" and whole_bet else ""
        rows.append(Row((Cell(label), measured(measure, where, metrics, sheet.z, alert))))
    title = "The wager by itself, per unit of the ante"
    return Table((Column("label", side="left"), Column("value")), tuple(rows), title, headless=True)


def wheres(live: Results) -> dict[str, Where]:
    """Return where the results of each stake of the par sheet stand.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Results(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> wheres(live)["combined"].wagered
    '{main.wagered}+{natural 31 alone.wagered}'
    """
    places = {}
    for name, stake_of in live.sheet.stakes.items():
        units = stake_of.stake.units
        if len(units) > 1:
            places[name] = _together(live, name, stake_of.stake.initial_wager)
            continue
        table = "base" if live.main_bet in units else f"wager {stake_of.stake.wagers[0]}"
        where = _of_table(name, table, stake_of.stake.initial_wager)
        if name == "mix":
            (unit,) = units.values()
            where = where._replace(nets=f"({unit})*({where.nets})", wagered=f"({unit})*{where.wagered}")
        places[name] = where
    return places


def _of_table(key: str, table: str, initial: Fraction) -> Where:
    ways, nets, stakes = (f"{{{table}|{what}}}" for what in ("ways", "net", "stake"))
    return Where(key, ways, nets, f"SUMPRODUCT({ways},{stakes})/{{total}}", str(initial))


def _together(live: Results, name: str, initial: Fraction) -> Where:
    bins = f"0..{len(live.bins) - 1}"
    bets = {bet: f"{{{bet if bet == live.main_bet else f'{bet} alone'}.wagered}}" for bet in live.rules.bets}
    ways = f"{{joint|{bins}}}"
    if name != "mix":
        return Where(name, ways, f"{{nets|{bins}}}", "+".join(bets.values()), str(initial))
    won, wagered, units = [], [], []
    for place, (bet, wagered_of) in enumerate(bets.items()):
        if bet not in (live.sheet.mix or {}):
            continue
        unit = f"{{units.{bet}}}"
        won.append(f"{unit}*{{sides|{bins}|{place - 1}}}" if place else f"{unit}*{{base|net}}")
        wagered.append(f"{unit}*{wagered_of}")
        start = sum((live.rules.by_name[wager].initial for wager in live.rules.bets[bet]), Fraction())
        units.append(unit if start == 1 else f"{start}*{unit}")
    return Where(name, ways, f"({'+'.join(won)})", "+".join(wagered), "+".join(units))


def where_alone(live: Results, wager: str) -> Where:
    """Return where the results of one wager stand, per unit that its figures are of.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> where_alone(Results(ParSheet(file.game, file.game.analyse(file.rules), file.name)), "ante").ways
    '{wager ante|ways}'
    """
    return _of_table(f"{wager} alone", f"wager {wager}", live.sheet.wagers[wager].metrics.initial_wager)
