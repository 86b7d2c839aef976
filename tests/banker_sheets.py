"""Records of Greek 31 for tests of its par sheet: the analysis is the engine's, what takes long is made up."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from casino31.games.greek_31 import GAME
from casino31.games.greek_31.rules import CONCEAL, STANDS, Betting, Rules
from casino31.games.greek_31.verbs import analyse
from casino31.report.excel_banker import workbook_bytes
from casino31.rulesfile import load_any

LAYOUT = "greek-31-kouridakis-infinite"
FLAT = Betting()
SPREAD = Betting(Fraction(1, 2), Fraction(3), "spread")
DAY = "2031-03-31"


def rules_of(name: str = LAYOUT) -> Rules:
    rules = load_any(name).rules
    assert isinstance(rules, Rules)
    return rules


@cache
def analysed(betting: Betting = FLAT) -> Mapping[str, Any]:
    return analyse(replace(rules_of(), betting=betting))


def figure(value: float, bound: float = 6e-14) -> dict[str, Any]:
    return {"exact": None, "value": value, "error_bound": bound}


def record(betting: Betting = FLAT, **more: Any) -> dict[str, Any]:
    """The record of a par sheet: a grid, readings and a simple play stand in for those of the engine."""
    known = dict(analysed(betting))
    flat = sum(
        Fraction(row["chance"]["exact"]) * row["punter_ev"]["value"] for row in known["first_cards"].values()
    )
    grid = [
        {
            "stand": stand,
            "conceal": conceal,
            "punter_ev": figure(flat + (abs(stand - 26) + 2 * place) * 0.012345678901),
        }
        for place, conceal in enumerate(CONCEAL)
        for stand in STANDS
    ]
    edge = known["overall"]["banker_edge"]["value"]
    choices = [(name, choice) for name, choices in GAME.readings.items() for choice in choices]
    readings = [
        {
            "reading": f'{name} = "{choice}"',
            "banker_edge": figure(edge - 0.01 * (choice != known["readings"][name])),
        }
        for name, choice in choices
    ]
    rows = [
        {"exposed_cards": cards, "showing": total, "shown_14": False, "stand_at": 27 + (total > 16)}
        for cards in range(2, 6)
        for total in range(15, 20 + cards)
    ]
    simple = {
        "rows": [*rows, {"exposed_cards": 2, "showing": 14, "shown_14": True, "stand_at": 31}],
        "punter_ev": flat - 0.00176,
        "cost": 0.00176,
    }
    made = {
        "bankers": grid,
        "readings_compared": readings,
        "simple_strategy": simple,
        "strategy": ["showing 15: 27"],
    }
    return known | made | more


def bounded(whole: Mapping[str, Any], bound: float = 6e-14) -> dict[str, Any]:
    """The same record as a finite deck without ``--exact`` has it: floats within a bound."""

    def part(item: Any, path: tuple[str, ...] = ()) -> Any:
        if isinstance(item, dict) and item.keys() == {"exact", "value", "error_bound"}:
            exact = path[-1] in ("chance", "bet", "average_bet")
            return item if exact else {"exact": None, "value": item["value"], "error_bound": bound}
        if isinstance(item, dict):
            return {key: part(each, (*path, key)) for key, each in item.items()}
        return [part(each, path) for each in item] if isinstance(item, list) else item

    return {key: part(each, (key,)) for key, each in whole.items() if key != "punters"}


def _interval(middle: float) -> dict[str, Any]:
    return {"lower": figure(middle - 1.23456789e-5), "upper": figure(middle + 2.3456789e-5)}


MIDDLE = -0.01 * (sum(range(9)) + 4 * 9) / 13
EQUILIBRIUM: dict[str, Any] = {
    "first_cards": {card: _interval(-0.01 * place) for place, card in enumerate("A23456789T")},
    "overall": _interval(MIDDLE),
    "policy_digest": "ab" * 32,
    "words": ["He stands on every hard 27 and on most 26.", "He shows every 14."],
    "stands_table": [
        {"first_card": "A", "hard 26": "73 %", "hard 27": "100 %", "soft 28": "1 %"},
        {"first_card": "T", "hard 26": "92 %", "hard 27": "100 %", "soft 28": "96 %"},
    ],
    "hides_table": [{"card": "A", "26": "12 %", "30": "18 %"}, {"card": "T", "26": "2 %", "30": "26 %"}],
}
SIMULATED = {
    "method": "simulated",
    "rounds": 10_000_000,
    "seed": 31,
    "confidence": "99 %",
    "assumption": "nobody counts the cards of the others",
    "covariance": {"value": 0.3871, "interval": [0.3866, 0.3876]},
    "banker_variance": {
        str(n): {"value": n + 0.3871 * n * (n - 1), "interval": [0.99 * n, 1.01 * n + 0.4 * n * (n - 1)]}
        for n in range(1, 9)
    },
}


def workbook(known: Mapping[str, Any]) -> bytes:
    return workbook_bytes(GAME, known, "a layout", DAY)
