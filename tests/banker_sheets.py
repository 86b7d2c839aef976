"""Analyses of Greek 31 for tests of its par sheet: the analysis is the engine's, what takes long is made up."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from casino31.banker_answers import (
    BankerAnalysis,
    BankerFigure,
    BankerPlay,
    FixedBanker,
    Interval,
    ReadingCompared,
    SimpleFigures,
    SimpleRow,
    Simulated,
    SimulatedPunters,
    SolvedBanker,
)
from casino31.games.greek_31 import GAME
from casino31.games.greek_31.api import analyse
from casino31.games.greek_31.pages.sheet import report
from casino31.games.greek_31.rules import CONCEAL, STANDS, Betting, Rules
from casino31.render.excel import workbook_bytes
from casino31.rulesfile import load

LAYOUT = "greek-31-kouridakis-infinite"
FLAT = Betting()
SPREAD = Betting(Fraction(1, 2), Fraction(3), "spread")
DAY = "2031-03-31"


def rules_of(name: str = LAYOUT) -> Rules:
    rules = load(name).rules
    assert isinstance(rules, Rules)
    return rules


@cache
def analysed(betting: Betting = FLAT) -> BankerAnalysis:
    return analyse(replace(rules_of(), betting=betting))


def figure(value: float, bound: float = 6e-14) -> BankerFigure:
    return BankerFigure(None, value, bound)


def exact_of(found: BankerFigure) -> Fraction:
    assert found.exact is not None
    return found.exact


def value_of(found: BankerFigure) -> float:
    assert found.value is not None
    return found.value


def record(betting: Betting = FLAT) -> BankerAnalysis:
    """What a par sheet prints: a grid, readings and a simple play stand in for those of the engine."""
    known = analysed(betting)
    rows_of = known.first_cards.values()
    flat = float(sum(exact_of(row.chance) * Fraction(value_of(row.punter_ev)) for row in rows_of))
    grid = tuple(
        FixedBanker(stand, conceal, figure(flat + (abs(stand - 26) + 2 * place) * 0.012345678901))
        for place, conceal in enumerate(CONCEAL)
        for stand in STANDS
    )
    edge = value_of(known.overall.banker_edge)
    readings = tuple(
        ReadingCompared(f'{name} = "{choice}"', figure(edge - 0.01 * (choice != known.head.readings[name])))
        for name, choices in GAME.readings.items()
        for choice in choices
    )
    rows = [
        SimpleRow(cards, total, shown_14=False, stand_at=27 + (total > 16))
        for cards in range(2, 6)
        for total in range(15, 20 + cards)
    ]
    return replace(
        known,
        bankers=grid,
        readings_compared=readings,
        simple_strategy=SimpleFigures((*rows, SimpleRow(2, 14, True, 31)), flat - 0.00176, 0.00176),
        strategy=("showing 15: 27",),
    )


def bounded(whole: BankerAnalysis, bound: float = 6e-14) -> BankerAnalysis:
    """The same analysis as a finite deck without ``--exact`` has it: floats within a bound."""

    def part(item: Any, path: tuple[str, ...] = ()) -> Any:
        if isinstance(item, BankerFigure):
            exact = path[-1] in ("chance", "bet", "average_bet")
            return item if exact else BankerFigure(None, item.value, bound)
        if isinstance(item, Mapping):
            return {key: part(each, (*path, key)) for key, each in item.items()}
        if isinstance(item, tuple):
            return tuple(part(each, path) for each in item)
        if is_dataclass(item) and not isinstance(item, type):
            changed = {each.name: part(getattr(item, each.name), (*path, each.name)) for each in fields(item)}
            return replace(item, **changed)
        return item

    made: BankerAnalysis = part(whole)
    return replace(made, punters=None)


def _interval(middle: float) -> Interval:
    return Interval(figure(middle - 1.23456789e-5), figure(middle + 2.3456789e-5))


MIDDLE = -0.01 * (sum(range(9)) + 4 * 9) / 13
EQUILIBRIUM = SolvedBanker(
    policy_digest="ab" * 32,
    bet_rule="flat: 1 on every first card",
    first_cards={card: _interval(-0.01 * place) for place, card in enumerate("A23456789T")},
    overall=_interval(MIDDLE),
    play=BankerPlay(
        words=("He stands on every hard 27 and on most 26.", "He shows every 14."),
        stands_table=(
            {"first_card": "A", "hard 26": "73 %", "hard 27": "100 %", "soft 28": "1 %"},
            {"first_card": "T", "hard 26": "92 %", "hard 27": "100 %", "soft 28": "96 %"},
        ),
        hides_table=({"card": "A", "26": "12 %", "30": "18 %"}, {"card": "T", "26": "2 %", "30": "26 %"}),
    ),
)
SIMULATED = SimulatedPunters(
    method="simulated",
    rounds=10_000_000,
    seed=31,
    confidence="99 %",
    assumption="nobody counts the cards of the others",
    covariance=Simulated(None, 0.3871, None, (0.3866, 0.3876)),
    banker_variance={
        str(n): Simulated(None, n + 0.3871 * n * (n - 1), None, (0.99 * n, 1.01 * n + 0.4 * n * (n - 1)))
        for n in range(1, 9)
    },
)


def workbook(known: BankerAnalysis, date: str = DAY) -> bytes:
    bets = known.head.layout["bets"]
    betting = FLAT if bets["rule"] == "flat" else SPREAD
    return workbook_bytes(report(replace(rules_of(), betting=betting), known, "a layout", date))
