"""An analysis as one JSON object, schema ``casino31.analysis/1``."""

from fractions import Fraction

from casino31.answers import StatedRule
from casino31.bets import COMBINED
from casino31.decimals import number
from casino31.longrun import Range
from casino31.metrics import EventRow, Metrics
from casino31.pages.offering import at_table, offer_of
from casino31.pages.parsheet import ParSheet, StakeFigures, WagerFigures
from casino31.paytable import OddsUnit, PayTable, show_pay
from casino31.serialize import JsonObject, plain

SCHEMA = "casino31.analysis/1"
FIGURES = (
    "initial_wager",
    "expected_net",
    "house_edge",
    "element_of_risk",
    "return_on_initial",
    "return_on_turnover",
    "average_wager",
    "variance",
    "standard_deviation",
    "skewness",
    "excess_kurtosis",
    "hit_frequency",
    "push_frequency",
    "loss_frequency",
    "n0",
    "largest_win",
)
"""The figures of ``Metrics``, under the same names."""


def analysis_object(sheet: ParSheet, whole: bool = False) -> JsonObject:
    """Return the figures of a sheet; ``whole`` adds the parts that take longer: long runs, advice and rounds.

    Counts are integers; every other exact number is ``{"exact": "336/5525", "value": 0.0608...}``, and an
    irrational one has ``"exact": null``.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> sheet = ParSheet(file.game, file.game.analyse(file.rules), file.name)
    >>> analysis_object(sheet)["wagers"]["natural 31"]["house_edge"]["exact"]
    '336/5525'
    """
    analysis, rules = sheet.analysis, sheet.rules
    pair = tuple(rules.bets)[:2]
    joint = sheet.pairs.get((pair[0], pair[-1]), (None, None))
    return {
        "schema": SCHEMA,
        "game": analysis.game,
        "title": rules.title,
        "source": rules.source,
        "version": analysis.version,
        "paytable": sheet.name,
        "paytable_sha256": rules.digest,
        **({} if rules.document is None else {"document": plain(rules.document)}),
        **_table(sheet),
        "rules": dict(rules.readings),
        "objective": list(analysis.objective),
        "method": analysis.method,
        "assumptions": list(analysis.assumptions),
        "total_combinations": analysis.outcomes.total,
        "wagers": _stakes(sheet, whole),
        "each_wager": {name: _wager(figures) for name, figures in sheet.wagers.items()},
        "covariance": number(joint[0]),
        "correlation": number(joint[1]),
        "covariances": {
            f"{first}, {other}": {"covariance": number(together), "correlation": number(linear)}
            for (first, other), (together, linear) in sheet.pairs.items()
        },
        "strategy": strategy_object(sheet, whole),
        "odds": rules.odds,
        "paytables": {wager: _paytable(table, rules.odds) for wager, table in rules.tables.items()},
    }


def _stakes(sheet: ParSheet, whole: bool) -> JsonObject:
    """Each stake by its name; the base game, where its bet has another name, under ``main`` too."""
    stakes = {name: _stake(figures, sheet, whole) for name, figures in sheet.stakes.items()}
    base = next(iter(sheet.game.bets))
    return {"main": stakes[base], **stakes} if base in stakes else stakes


def strategy_object(sheet: ParSheet, whole: bool = True) -> JsonObject:
    """Return the strategy of a sheet in words, with its figures; ``whole`` adds short rules and mistakes.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> sheet = ParSheet(file.game, file.game.analyse(file.rules), file.name)
    >>> sorted(strategy_object(sheet, whole=False))
    ['name', 'play_frequency', 'rules', 'tied_hands']
    """
    strategy: JsonObject = {
        "name": sheet.analysis.strategy.name,
        "play_frequency": number(sheet.play_frequency),
        "tied_hands": sheet.analysis.tied,
        "rules": list(sheet.rule_list),
    }
    if whole:
        strategy["short_rules"] = [_stated(rule) for rule in sheet.advice.short]
        strategy["mistakes"] = [_stated(rule) for rule in sheet.advice.mistakes]
        strategy["assumptions"] = list(sheet.analysis.assumptions)
    return strategy


def _stated(rule: StatedRule) -> JsonObject:
    return {
        "lines": list(rule.lines),
        "house_edge": number(rule.house_edge),
        "cost": number(rule.cost),
        "play_frequency": number(rule.play_frequency),
    }


def _stake(figures: StakeFigures, sheet: ParSheet, whole: bool) -> JsonObject:
    stake = figures.stake
    entry: JsonObject = {
        "bets": {bet: number(units) for bet, units in stake.units.items()},
        **_metrics(figures.metrics),
        "volatility_index": {
            "confidence": number(sheet.confidence),
            "z": sheet.z,
            "value": figures.metrics.volatility_index(sheet.z),
        },
        "outcomes": [_row(row) for row in figures.rows],
    }
    if stake.name == COMBINED:
        entry["unit"] = "one unit on each bet; per initial wager means per all of them together"
    if whole:
        entry["ranges"] = [range_object(span) for span in figures.ranges(confidence=sheet.confidence)]
    return entry


def _wager(figures: WagerFigures) -> JsonObject:
    """One wager by itself, per unit of the ante."""
    return {**_metrics(figures.metrics), "outcomes": [_row(row) for row in figures.rows]}


def _metrics(metrics: Metrics) -> JsonObject:
    return {name: number(getattr(metrics, name)) for name in FIGURES}


def _row(row: EventRow) -> JsonObject:
    return {
        "event": row.label,
        "stake": number(row.stake),
        "net": number(row.net),
        "combinations": row.combinations,
        "probability": number(row.probability),
        "one_in": number(row.one_in),
        "true_odds": number(row.true_odds),
        "return": number(row.expected),
        "variance": number(row.variance),
        "events": dict(row.events),
    }


def range_object(span: Range) -> JsonObject:
    """Return the range of the average result after so many rounds."""
    return {
        "rounds": span.rounds,
        "confidence": number(span.confidence),
        "lower": number(span.lower),
        "upper": number(span.upper),
        "certain": span.certain,
        "normal_lower": span.normal_lower,
        "normal_upper": span.normal_upper,
        "normal_misleads": span.misleads,
    }


def _paytable(table: PayTable, unit: OddsUnit) -> list[JsonObject]:
    return [
        {
            "event": line.label,
            "pays": show_pay(line.pays, unit),
            "net": number(Fraction(line.pays)),
            "listed": line.listed,
            "provenance": line.provenance,
        }
        for line in table.lines
    ]


def _table(sheet: ParSheet) -> JsonObject:
    """What the layout says of its table and what each stake comes to there; nothing where it says nothing."""
    facts = sheet.rules.table_facts
    if facts is None:
        return {}
    stakes = at_table(offer_of(sheet), facts)
    return {"table": plain(facts), "at_table": {name: plain(worth) for name, worth in stakes.items()}}
