"""Logged hands against a stated banker: settled by the referee's rules, and held against the exact distribution.

The deal is judged by what the cards come to under the best reply, as for other games. The player's test is one: the
sum of bet times (won or lost, less the exact expectation of his first card by the best reply). The bet may follow
the first card in any way. No way to play wins more on average: the sum is a supermartingale for every player who
does not know what nobody can see, and its exponentials bound it at all times at once (Ville's inequality).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from math import exp, log, log1p, sqrt
from pathlib import Path
from typing import Any

from casino31.audit.finding import LEVEL, SHOWN, Check, Problem, Verdict
from casino31.audit.hands.answer import LogAudit, LogScope
from casino31.audit.hands.banker_rows import Counted, read
from casino31.audit.hands.batch import UNREADABLE
from casino31.audit.hands.judgement import POWER, GroupFigures, MoneyFigures
from casino31.audit.hands.log import DETECT
from casino31.audit.hands.monitor import mean_wealth
from casino31.audit.hands.schema import Schema
from casino31.audit.statistics import detectable_mean, goodness, holm, mean_z, normal_tail, show_p
from casino31.layout import Layout
from casino31.serialize import JsonObject
from casino31.two_sides import HandLog

TILTS = [2.0**-power for power in range(11)]
"""Of the wealth of stakes, by the first bet of the log."""
BET, REPLY = "main", "best reply"


def audit_banker_log(
    paths: Iterable[Path],
    game: str,
    layout: Layout,
    made: HandLog,
    schema: Schema,
    level: Fraction = LEVEL,
    detect: Fraction = DETECT,
) -> LogAudit:
    """Return the audit of the logs of a layout with a stated banker; RulesError when one is no log."""
    counted = Counted()
    for path in paths:
        read(path, made, schema, counted)
    scope = LogScope(game, layout.title, layout.digest, REPLY, tuple(counted.files), schema.file, (), detect, False)
    return _answer(made, counted, level, scope)


def _answer(made: HandLog, counted: Counted, level: Fraction, scope: LogScope) -> LogAudit:
    alpha, detect = float(1 - level), scope.detect
    checks = _tests(made, counted)
    adjusted = holm({check.name: check.p for check in checks if check.p is not None})
    problems = _row_problems(counted)
    for name, p in adjusted.items():
        if p <= alpha:
            message = f"{name}: p = {show_p(p)} among all tests"
            problems.append(Problem("test", name, show_p(p), f"> {alpha:.4g}", message))
    unreadable = sum(fault.code in UNREADABLE for _, fault in counted.faults)
    detectable = _detectable(made, counted, alpha / max(1, len(adjusted)))
    wide = detectable.get(BET, {}).get("edge_change", float("inf"))
    told = (*UNREADABLE, "test") if unreadable else ()
    wrong = any(problem.code not in told for problem in problems)
    conforms = False if wrong else None if unreadable or wide > detect else True
    verdict = Verdict(
        conforms, level, tuple(problems), tuple(checks), detectable, tuple(_notes(made, counted, wide > detect))
    )
    codes = Counter(fault.code for _, fault in counted.faults)
    return LogAudit(
        verdict=verdict,
        scope=scope,
        rows=counted.rows,
        sound_rows=counted.rows - counted.faulty,
        payout_errors=codes["payout"],
        money=_money(made, counted, alpha),
        by_group=(),
        by_day=(),
        groups=_groups(made, counted, alpha),
        deviations=counted.departed,
        deviation_cost=None,
        deviation_came=Fraction(counted.came, 100),
        staked=Fraction(sum(bet * n for (bet, _, _), n in counted.bets.items()), 100),
        undealt=counted.filled,
        by_code=dict(codes),
        unreadable=unreadable,
    )


def _row_problems(counted: Counted) -> list[Problem]:
    shown: Counter[str] = Counter()
    problems = []
    for file, fault in counted.faults:
        shown[fault.code] += 1
        if shown[fault.code] <= SHOWN:
            said = "paid {}, the rules say {}" if fault.code == "payout" else "{}; expected {}"
            message = said.format(fault.found, fault.expected)
            problems.append(Problem(fault.code, f"{file}, row {fault.row:,}", fault.found, fault.expected, message))
    return problems


def _notes(made: HandLog, counted: Counted, few: bool) -> list[str]:
    notes = [
        "what a departure costs on average is not worked out: the test of stakes bounds all ways to play",
        f"the exact chances are off by at most {float(made.bound):.1e}, which every p allows for",
    ]
    if counted.other_bets:
        notes.append(f"{counted.other_bets:,} bets are not those of the layout's rule: they are tested as stakes")
    if counted.filled:
        notes.append(f"{counted.filled:,} hands stood early: random cards stand in for the tests of the deal")
    if few:
        notes.append(
            f"too few hands: a change of edge by {float(DETECT):.1%} could not be seen"
            if counted.cells
            else "no hand to judge"
        )
    return notes


def _tests(made: HandLog, counted: Counted) -> list[Check]:
    """The tests of the deal, of all hands under the best reply, and the wealth of stakes."""
    rounds = sum(counted.cells.values())
    if not rounds:
        return []
    slack = float(rounds * made.bound)  # no set of samples is likelier or less likely by more
    firsts = {first: bet.chance for first, bet in made.firsts.items()}
    kinds: dict[str, Fraction] = {}
    for (_, event), chance in made.chances.items():
        kinds[_kind(made, event)] = kinds.get(_kind(made, event), Fraction()) + chance
    checks = []
    for name, chances, of in (
        ("first cards", firsts, lambda first, event: first),  # noqa: ARG005
        ("banker's hands", kinds, lambda first, event: _kind(made, event)),  # noqa: ARG005
        ("outcomes", made.chances, lambda first, event: (first, event)),
    ):
        counts: Counter[Any] = Counter()
        for cell, many in counted.cells.items():
            counts[of(*cell)] += many
        how, statistic, p = goodness([counts[key] for key in chances], list(chances.values()))
        checks.append(Check(f"all: {BET}: {name} ({how})", statistic, None if p is None else min(1.0, p + slack)))
    mean, variance, total = _unit(made, counted)
    z = mean_z(total, rounds, mean, variance, -2 * mean * variance)
    checks.append(Check(f"all: {BET}: mean", z, min(1.0, normal_tail(z) + slack)))
    wealth = _log_wealth(made, counted)
    checks.append(Check(f"all: {BET}: stakes", None, exp(min(0.0, -wealth)), exp(min(700.0, wealth))))
    return checks


def _kind(made: HandLog, event: str) -> str:
    """What the banker's hand came to, whatever the punter did."""
    return event if event in made.over else "14" if event in ("14 won", "14 lost") else "conceals a card"


def _unit(made: HandLog, counted: Counted) -> tuple[Fraction, Fraction, Fraction]:
    """One unit a hand by the best reply: its exact mean and variance, and what all hands won."""
    mean = sum((chance * _sign(made, event) for (_, event), chance in made.chances.items()), Fraction())
    total = sum((many * _sign(made, event) for (_, event), many in counted.cells.items()), 0)
    return mean, 1 - mean**2, Fraction(total)


def _sign(made: HandLog, event: str) -> int:
    return 1 if event in made.wins else -1


def _growth(expectation: float, size: float) -> float:
    """log E exp(size x won or lost), where winning brings the most that any way to play does."""
    return size + log1p((1 - expectation) / 2 * (exp(-2 * size) - 1))


def _log_wealth(made: HandLog, counted: Counted) -> float:
    """The logarithm of the wealth against players who win more than any way to play could: a mixture of tilts."""
    logs = []
    for tilt in TILTS:
        total = 0.0
        for (bet, first, won), many in counted.bets.items():
            size = tilt * bet / counted.first_bet
            total += many * ((size if won else -size) - _growth(_most(made, first), size))
        logs.append(total)
    top = max(logs)
    return top + log(sum(exp(log_wealth - top) for log_wealth in logs) / len(logs))


def _most(made: HandLog, first: str) -> float:
    """The expectation of a first card, with all that it may be off by."""
    return min(1.0, float(made.firsts[first].expectation + 2 * made.bound))


def _money(made: HandLog, counted: Counted, alpha: float) -> tuple[MoneyFigures, ...]:
    staked = sum(bet * many for (bet, _, _), many in counted.bets.items())
    if not staked:
        return ()
    won = sum((bet if win else -bet) * many for (bet, _, win), many in counted.bets.items())
    exact = sum(
        (made.firsts[first].expectation * bet * many for (bet, first, _), many in counted.bets.items()), Fraction()
    )
    squares = sum(bet**2 * many for (bet, _, _), many in counted.bets.items())
    half = sqrt(2 * log(2 / alpha) * squares) / staked  # Hoeffding: each bet is won or lost whole
    result, hands = Fraction(won, staked), sum(counted.bets.values())
    ends = float(result) - half, float(result) + half
    return (
        MoneyFigures("all", BET, hands, Fraction(staked, 100), Fraction(won, 100), result, exact / staked, ends),
    )


def _groups(made: HandLog, counted: Counted, alpha: float) -> tuple[GroupFigures, ...]:
    rounds = sum(counted.cells.values())
    if not rounds:
        return ()
    mean, variance, total = _unit(made, counted)
    chances = ((1 + mean) / 2, (1 - mean) / 2)
    interval = mean_wealth((Fraction(1), Fraction(-1)), chances).interval(float(total), rounds, alpha)
    labels = {f"{first}, {event}": (first, event) for first, event in made.chances}
    counts = {label: counted.cells[cell] for label, cell in labels.items()}
    expected = {label: float(rounds * made.chances[cell]) for label, cell in labels.items()}
    spread = sqrt(variance / rounds)
    return (GroupFigures("all", BET, rounds, total / rounds, mean, spread, interval, counts, expected),)


def _detectable(made: HandLog, counted: Counted, alpha: float) -> dict[str, JsonObject]:
    """The change of edge that the mean's test finds, and the gain for each unit staked that the wealth does."""
    from scipy.special import ndtri

    rounds, staked = sum(counted.cells.values()), sum(bet * many for (bet, _, _), many in counted.bets.items())
    if not rounds or not staked:
        return {}
    z, (_, variance, _) = float(ndtri(POWER)), _unit(made, counted)
    squares = sum(bet**2 * many for (bet, _, _), many in counted.bets.items())
    reach = min(_reach(made, counted, tilt, log(len(TILTS) / alpha)) for tilt in TILTS) * counted.first_bet
    return {
        BET: {
            "edge_change": detectable_mean(rounds, variance, 1 - alpha, POWER) + 2 * float(made.bound),
            "gain_by_stakes": (reach + z * sqrt(squares)) / staked,
            "gain_by_decisions": None,
            "power": POWER,
            "rounds": rounds,
            "level": 1 - alpha,
        }
    }


def _reach(made: HandLog, counted: Counted, tilt: float, needed: float) -> float:
    """How much above expectation, in first bets, all hands must win for a tilt's wealth to reach what is needed."""
    paid = 0.0
    for (bet, first, _), many in counted.bets.items():
        size = tilt * bet / counted.first_bet
        paid += many * (_growth(_most(made, first), size) - size * float(made.firsts[first].expectation))
    return (needed + paid) / tilt
