"""One collective decision over all tests of a log, and what it could have detected."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, sqrt
from typing import NamedTuple

from casino31.audit.finding import Check, Problem
from casino31.audit.hands.batch import Reader
from casino31.audit.hands.distribution import TESTS, BetLaw, Law
from casino31.audit.hands.tally import SEATS, GroupCells, LogTally
from casino31.audit.hands.wealths import above_expectation
from casino31.audit.statistics import detectable_mean, goodness, holm, mean_z, normal_tail, show_p, weighted_holm
from casino31.serialize import JsonObject

POWER = 0.9


class GroupFigures(NamedTuple):
    """What one bet came to in one group."""

    group: str
    bet: str
    rounds: int
    mean: Fraction
    """Of the net under the filed strategy, in initial wagers."""
    exact: Fraction
    standard_error: float
    interval: tuple[float, float]
    """The confidence sequence of the mean at the stated level: valid however often it is looked at."""
    counts: dict[str, int]
    expected: dict[str, float]


class MoneyFigures(NamedTuple):
    """What the players really staked and won on one bet in one group, by their own decisions."""

    group: str
    bet: str
    hands: int
    staked: Fraction
    """Put up before a card was seen."""
    won: Fraction
    result: Fraction
    """Won for each unit staked."""
    exact: Fraction
    """The exact expectation of a unit at the time of the stake, under the filed strategy."""
    interval: tuple[float, float]
    """The confidence sequence of the result at the stated level: what luck alone leaves open."""


@dataclass
class Judged:
    """What the tests say."""

    tests: list[Check] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    groups: list[GroupFigures] = field(default_factory=list)
    money: list[MoneyFigures] = field(default_factory=list)
    detectable: dict[str, JsonObject] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    alpha: float = 0.0


def judge_log(tally: LogTally, law: Law, reader: Reader, level: Fraction, watching: bool) -> Judged:
    """Test every group, and decide once: Holm over all tests, whatever their dependence, at the stated level.

    A log that is watched may come with new groups on any day. Each has its share of the level before its first
    hand, by the order in which they turn up, and what is left stands ready for those to come.

    >>> from casino31.audit.hands.schema import Schema
    >>> reader = Reader(Schema(), ("natural 31",), 3, 3, ("deal",), ())
    >>> judge_log(LogTally(), Law((), None), reader, Fraction(99, 100), False).notes  # type: ignore[arg-type]
    ['one decision over 0 tests at 0.99 (fixed sample; Holm), for a log that is looked at once']
    """
    alpha = float(1 - level)
    judged = Judged(alpha=alpha)
    shares: dict[str, Fraction] = {}
    for column, group in tally.groups.items():
        names = {place: name for name, place in reader.names[column].items()} if column else {0: ""}
        for cell in range(max((len(counts) for counts in group.counts), default=0)):
            who = f"{column}={names[cell // SEATS]}" if column else "all"
            who += f", hand {cell % SEATS + 1} of the round" if cell % SEATS else ""
            share = share_of(tally.order.get((column, cell // SEATS), 1), cell % SEATS, len(tally.groups) > 1)
            before = len(judged.tests)
            for place, bet in enumerate(law.bets):
                _test(judged, group, place, cell, bet, who, alpha)
                _test_player(judged, tally, group, place, cell, law, who)
            shares |= {check.name: share / law.tests for check in judged.tests[before:]}
    if law.bound:
        slack = float(tally.rows * law.bound)  # no set of samples is likelier or less likely by more
        judged.tests = [_allowing(check, slack) for check in judged.tests]
    decisive = {check.name: _p(check, watching) for check in judged.tests}
    ps = {name: p for name, p in decisive.items() if p is not None}
    adjusted = weighted_holm(ps, shares) if watching else holm(ps)
    how = "anytime-valid, 1 / e; Holm, shares by order of appearance" if watching else "fixed sample; Holm"
    judged.notes.append(
        f"one decision over {len(adjusted)} tests at {float(level):.4g} ({how}), "
        + ("looked at as often as you like" if watching else "for a log that is looked at once")
    )
    for check in judged.tests:
        p = adjusted.get(check.name)
        if p is not None and p <= alpha:
            message = f"{check.name}: p = {show_p(decisive[check.name] or 0.0)}, {show_p(p)} among all tests"
            judged.problems.append(Problem("test", check.name, show_p(p), f"> {alpha:.4g}", message))
    first = share_of(1, 0, len(tally.groups) > 1) / max(1, law.tests)
    _detectable(judged, tally, law, alpha * float(first) if watching else alpha / max(1, len(adjusted)), watching)
    return judged


def share_of(place: int, seat: int, grouped: bool) -> Fraction:
    """Return the share of the level of one seat of the group that turned up as the ``place``-th, counted from 1.

    Group k has 1 / (k (k + 1)): all shares add up to 1, however many groups come. Where there are no groups the
    first has all of it. Seats, from 0 to the last that is told apart, divide a group's share in the same way.

    >>> [str(share_of(place, 0, True) / share_of(1, 0, False)) for place in (1, 2, 3)]
    ['1/2', '1/6', '1/12']
    >>> sum(share_of(1, seat, False) for seat in range(SEATS))
    Fraction(1, 1)
    """
    group = Fraction(1, place * (place + 1)) if grouped else Fraction(1)
    return group * Fraction(1, (seat + 1) * (seat + 2)) * Fraction(SEATS + 1, SEATS)


def _allowing(check: Check, slack: float) -> Check:
    """A test whose exact chances may be off by so much over all hands."""
    p = None if check.p is None else min(1.0, check.p + slack)
    return check._replace(p=p, e=None if check.e is None else check.e / (1 + slack * check.e))


def _p(check: Check, watching: bool) -> float | None:
    if not watching:
        return check.p
    return None if check.e is None else min(1.0, 1 / check.e) if check.e > 0 else 1.0


def _test(judged: Judged, group: GroupCells, place: int, cell: int, bet: BetLaw, who: str, alpha: float) -> None:
    if cell >= len(group.counts[place]):
        return
    counts = group.counts[place][cell].tolist()
    rounds = sum(counts)
    if not rounds:
        return
    total = sum((count * value for count, value in zip(counts, bet.nets, strict=True)), Fraction())
    figures = bet.figures
    initial = figures.initial_wager
    es = [exp(min(700.0, best)) for best in group.best[place][cell].tolist()]
    views = [("outcomes", counts, bet.chances), *bet.parted(counts)]
    for (what, many, chances), e in zip(views, (es[0], *es[len(TESTS) :]), strict=True):
        name, statistic, p = goodness(many, chances)
        judged.tests.append(Check(f"{who}: {bet.stake.name}: {what} ({name})", statistic, p, e))
    scale = initial
    enough = figures.skewness is not None and rounds >= max(30.0, 10 * figures.skewness**2)
    z = mean_z(total / scale, rounds, -figures.house_edge, figures.variance, figures.third_moment)
    judged.tests.append(
        Check(f"{who}: {bet.stake.name}: mean", z if enough else None, normal_tail(z) if enough else None, es[1])
    )
    serial = group.serial[place][cell].tolist()
    z, fits = _serial_z(serial, float(bet.win))
    judged.tests.append(
        Check(f"{who}: {bet.stake.name}: serial", z if fits else None, normal_tail(z) if fits else None, es[2])
    )
    low, high = bet.wealth.interval(float(total), rounds, alpha)
    judged.groups.append(
        GroupFigures(
            who,
            bet.stake.name,
            rounds,
            total / rounds / initial,
            -figures.house_edge,
            sqrt(figures.variance / rounds),
            (low / float(initial), high / float(initial)),
            dict(zip(bet.labels, counts, strict=True)),
            {label: float(rounds * chance) for label, chance in zip(bet.labels, bet.chances, strict=True)},
        )
    )


def _test_player(
    judged: Judged, tally: LogTally, group: GroupCells, place: int, cell: int, law: Law, who: str
) -> None:
    """The real money, and whether stakes and decisions knew what could not be seen: e-processes in any case."""
    if cell >= len(group.hands[place]) or not group.hands[place][cell].any():
        return
    player, bet = law.players[place], law.bets[place]
    hands, above = above_expectation(tally, group, place, cell, player)
    *stakes, won = map(int, group.money[place][cell])
    staked = sum(stakes)
    initial = bet.figures.initial_wager
    result, exact = Fraction(won, player.scale * staked) / initial, player.expected(stakes) / staked / initial
    below, beyond = player.interval(hands, above, tally.sizes, judged.alpha)
    ends = float(result) - below / float(initial), float(result) + beyond / float(initial)
    money = Fraction(staked, 100) * initial, Fraction(won, 100 * player.scale)
    judged.money.append(MoneyFigures(who, bet.stake.name, sum(hands), *money, result, exact, ends))
    name, best = f"{who}: {bet.stake.name}", group.best[place][cell].tolist()
    judged.tests.append(_anytime(f"{name}: stakes", player.z(hands, above, tally.sizes), best[3]))
    if player.decides:
        decisions, neighbours = player.wealths(group.wealth[place][cell])
        if decisions.any():
            judged.tests.append(_anytime(f"{name}: decisions", None, best[4]))
        if neighbours.any():
            judged.tests.append(_anytime(f"{name}: neighbours", None, best[5]))


def _anytime(name: str, statistic: float | None, log_e: float) -> Check:
    """A test by its e-process: 1 / e is a p that holds at all times at once (Ville's inequality)."""
    return Check(name, statistic, exp(min(0.0, -log_e)), exp(min(700.0, log_e)))


def _serial_z(transitions: list[int], win: float) -> tuple[float, bool]:
    """The product of successive won-or-lost rounds about their chance, and whether there are enough of them."""
    pairs = sum(transitions)
    if not 0 < win < 1 or pairs * min(win, 1 - win) ** 2 < 5:
        return 0.0, False
    steps = ((-win, -win), (-win, 1 - win), (1 - win, -win), (1 - win, 1 - win))
    total = sum(many * one * other for many, (one, other) in zip(transitions, steps, strict=True))
    return total / (win * (1 - win) * sqrt(pairs)), True


def _detectable(judged: Judged, tally: LogTally, law: Law, alpha: float, watching: bool) -> None:
    """The smallest change of edge that the mean's test would have found in all hands, at its share of the level."""
    from scipy.special import ndtri

    for place, bet in enumerate(law.bets):
        counts = tally.groups[""].counts[place]
        rounds = int(counts[0].sum()) if len(counts) else 0
        if not rounds:
            continue
        if watching:
            mean = bet.wealth.mean
            low, high = bet.wealth.interval(rounds * mean, rounds, alpha)
            reach = max(high - mean, mean - low) / float(bet.figures.initial_wager)
            change = reach + float(ndtri(POWER)) * sqrt(bet.figures.variance / rounds)
        else:
            change = detectable_mean(rounds, bet.figures.variance, 1 - alpha, POWER)
        player, group = law.players[place], tally.groups[""]
        initial = float(bet.figures.initial_wager)
        z = float(ndtri(POWER))
        hands = group.hands[place][0].tolist()
        found = player.detectable(hands, tally.sizes, alpha, z) / initial
        decisions, _ = player.wealths(group.wealth[place][0])
        shared = alpha / max(1, len(decisions))
        reach = max((player.detectable_departures(decision, shared, z) for decision in decisions), default=0.0)
        by_decisions = reach / initial / rounds
        judged.detectable[bet.stake.name] = {
            "edge_change": change,
            "gain_by_stakes": found,
            "gain_by_decisions": by_decisions if player.decides else None,
            "power": POWER,
            "rounds": rounds,
            "level": 1 - alpha,
        }
