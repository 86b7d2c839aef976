"""Figures that somebody states of a layout, held against the exact ones, with the likely slip when wrong."""

import re
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple

from casino31.bets import stakes
from casino31.faults import NotCapableError
from casino31.game import Game
from casino31.layout import Layout
from casino31.layoutfile.fields import suggest
from casino31.metrics import Metrics, measure
from casino31.paytable import LOSE
from casino31.paytable_design.surface import row_pays, surface

FIGURES = (
    "house_edge",
    "element_of_risk",
    "return_on_initial",
    "return_on_turnover",
    "hit_frequency",
    "push_frequency",
    "variance",
    "standard_deviation",
    "volatility_index",
    "average_wager",
    "largest_win",
)
OTHER_NAMES = {"return": "return_on_initial"}
LEAST = "minimum_return"
"""The claim that at least so much comes back."""
LEVELS = {"90 %": 1.6448536269514722, "95 %": 1.959963984540054, "99 %": 2.5758293035489004}
"""Standard deviations of a volatility index by its confidence, the one that par sheets use first."""
STATED = re.compile(
    r"\s*(?P<number>-?[0-9]{1,12}(?:\.(?P<decimals>[0-9]{1,12}))?|-?[0-9]{1,99}/[1-9][0-9]{0,98})\s*"
    r"(?:(?P<percent>%)|(?P<unit>to|for)\s*1)?\s*"
)


class ClaimVerdict(NamedTuple):
    """What is to be said of one claim."""

    claim: str
    holds: bool
    """Whether the exact figure rounds to the one stated, at the decimals stated."""
    exact: str
    """The exact figure as the claim would have to state it."""
    slip: str
    """What makes the claim come out, if something simple does: another unit, another figure, a misread pay."""


def judge_claim(game: Game, rules: Layout, claim: str) -> ClaimVerdict:
    """Return the verdict on a claim such as ``main.house_edge = 3.80%`` or ``natural 31.trips = 424 to 1``.

    The left side is a bet and a figure, or a pay row, of which the claim states the true odds: what it would have
    to pay to be fair. The right side is a percentage, a number or fraction, or odds to 1 or for 1. ValueError says
    what of it cannot be read.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> verdict = judge_claim(file.game, file.rules, "natural 31.trips = 425 to 1")
    >>> verdict.holds, verdict.exact, verdict.slip
    (False, '424 to 1', 'right as odds for 1: 425 for 1')
    >>> judge_claim(file.game, file.rules, "main.house_edge = 3.8%").holds
    True
    """
    name, sign, text = claim.partition("=")
    name, stated = name.strip(), STATED.fullmatch(text)
    if not sign or stated is None:
        raise ValueError(f"claim {claim!r}: write a name, = and a number, such as main.house_edge = 3.80%")
    if name in row_pays(rules):
        return _odds(game, rules, claim, name, stated)
    bet, _, figure = name.rpartition(".")
    figure = OTHER_NAMES.get(figure, figure)
    figures = {stake.name: stake for stake in stakes(game, rules)}
    if bet not in figures or figure not in (*FIGURES, LEAST):
        known = (*FIGURES, *OTHER_NAMES, LEAST)
        names = [*(f"{stake}.{figure}" for stake in figures for figure in known), *row_pays(rules)]
        raise ValueError(f"claim {claim!r}: no {name!r} here; {suggest(name, names) or 'see docs/design.md'}")
    if stated["unit"]:
        raise ValueError(f"claim {claim!r}: {figure} is no odds")
    metrics = _metrics(game, rules, bet)
    if figure == LEAST:
        return _at_least(claim, metrics.return_on_initial, stated)
    value = _value(metrics, figure)
    if value is None:
        return ClaimVerdict(claim, False, "nothing is staked", "")
    exact = Fraction(value)
    holds = _root_holds(metrics, figure, stated) if figure in _ROOTS else _rounds_to(exact, stated)
    slip = "" if holds else _figure_slip(game, rules, metrics, bet, figure, stated)
    return ClaimVerdict(claim, holds, _shown(exact, value, stated), slip)


_ROOTS = {"standard_deviation": 1.0, "volatility_index": LEVELS["90 %"]}
"""Figures that are multiples of the root of the variance: compared as squares."""


def _value(metrics: Metrics, figure: str) -> Fraction | float | None:
    value: Fraction | float | None
    value = metrics.volatility_index(LEVELS["90 %"]) if figure == "volatility_index" else getattr(metrics, figure)
    return value


def _root_holds(metrics: Metrics, figure: str, stated: re.Match[str], times: float = 0.0) -> bool:
    """Whether a multiple of the standard deviation rounds to the stated number, in squares of fractions."""
    part = (100 if stated["percent"] else 1) * Fraction(times or _ROOTS[figure])
    room, number = room_of(stated), Fraction(stated["number"])
    return max(number - room, Fraction()) ** 2 <= part**2 * metrics.variance <= (number + room) ** 2


def _shown(exact: Fraction, value: Fraction | float, stated: re.Match[str]) -> str:
    return f"{float(100 * exact):.4f}% ({value})" if stated["percent"] else f"{float(exact):.6f} ({value})"


def _at_least(claim: str, figure: Fraction, stated: re.Match[str]) -> ClaimVerdict:
    """Whether at least the stated share comes back."""
    least = Fraction(stated["number"]) / (100 if stated["percent"] else 1)
    return ClaimVerdict(claim, figure >= least, _shown(figure, figure, stated), "")


def below(game: Game, rules: Layout, least: Fraction) -> list[ClaimVerdict]:
    """Return a verdict on each bet of a layout: does it return at least so much of the initial wager?

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> [(verdict.claim, verdict.holds) for verdict in below(file.game, file.rules, Fraction(95, 100))]
    [('main.minimum_return = 95%', True), ('natural 31.minimum_return = 95%', False)]
    """
    found = []
    for bet in rules.bets:
        back = _metrics(game, rules, bet).return_on_initial
        claim = f"{bet}.{LEAST} = {float(100 * least):g}%"
        found.append(ClaimVerdict(claim, back >= least, f"{float(100 * back):.4f}% ({back})", ""))
    return found


def _metrics(game: Game, rules: Layout, bet: str) -> Metrics:
    stake = next(stake for stake in stakes(game, rules) if stake.name == bet)
    return measure(stake.outcomes(game.analyse(rules).outcomes), stake.initial_wager)


def room_of(stated: re.Match[str]) -> Fraction:
    """Return half a unit of the last place stated; a fraction is meant exactly.

    >>> room_of(STATED.fullmatch("3.80%"))
    Fraction(1, 200)
    """
    return Fraction() if "/" in stated["number"] else Fraction(1, 2 * 10 ** len(stated["decimals"] or ""))


def _rounds_to(exact: Fraction, stated: re.Match[str]) -> bool:
    """Whether an exact figure is the stated one, to half a unit of its last place; a fraction is meant exactly."""
    part = 100 if stated["percent"] else 1
    return abs(part * exact - Fraction(stated["number"])) <= room_of(stated)


def _odds(game: Game, rules: Layout, claim: str, name: str, stated: re.Match[str]) -> ClaimVerdict:
    """Whether a row's chance has the stated true odds."""
    if not stated["unit"]:
        raise ValueError(f"claim {claim!r}: state the true odds of a row as 424 to 1 or 425 for 1")
    wager, _, label = name.rpartition(".")
    events = next(line.events for line in rules.tables[wager].lines if line.label == label)
    outcomes = game.analyse(rules).outcomes.of(wager)
    chance = outcomes.expect(lambda row: Fraction(row[0].event in events))
    if not chance:
        return ClaimVerdict(claim, False, "it never happens", "")
    for_one = 1 / chance
    odds = {"for": for_one, "to": for_one - 1}
    unit, other = stated["unit"], "to" if stated["unit"] == "for" else "for"
    exact = f"{float(odds[unit]):.{len(stated['decimals'] or '')}f} {unit} 1"
    if _rounds_to(odds[unit], stated):
        return ClaimVerdict(claim, True, exact, "")
    slip = f"right as odds {other} 1: {stated['number']} {other} 1" if _rounds_to(odds[other], stated) else ""
    return ClaimVerdict(claim, False, exact, slip)


def _figure_slip(game: Game, rules: Layout, metrics: Metrics, bet: str, figure: str, stated: re.Match[str]) -> str:
    """The simplest slip that leads to the stated figure, in words."""
    if figure == "volatility_index":
        for level, times in LEVELS.items():
            if _root_holds(metrics, figure, stated, times):
                return f"that is the volatility index at {level}"
    digits = sum(map(str.isdigit, stated["number"]))
    for other in FIGURES if digits > 2 else ():  # fewer digits are some other figure by chance
        value = _value(metrics, other)
        if other != figure and value is not None and _rounds_to(Fraction(value), stated):
            return f"that is the {other.replace('_', ' ')}"
    if figure == "house_edge" and bet in rules.bets:
        with suppress(NotCapableError):  # a game whose pays cannot be moved is told no slip of a pay
            for words, pays in _misreadings(game, rules, bet):
                if _rounds_to(surface(game, rules, (bet,)).look(pays).edge, stated):
                    return f"so it would be if {words}"
    return ""


def _misreadings(game: Game, rules: Layout, bet: str) -> Iterator[tuple[str, dict[str, Fraction]]]:
    """Pays read in the wrong unit: all of a wager, or one row."""
    pays = surface(game, rules, (bet,)).pays
    for by, words in ((-1, "were for 1"), (1, "counted the stake")):
        for wager in rules.bets[bet]:
            rows = {name: pay + by for name, pay in pays.items() if name.startswith(f"{wager}.") and pay > 0}
            if rows:
                yield f"the pays of {wager} {words}", rows
        for name, pay in pays.items():
            if pay + by >= LOSE and pay > 0:
                yield f"{name} paid {pay + by} to 1", {name: pay + by}
