"""A layout of Greek 31 as something to simulate: blocks of rounds in, every figure beside the exact law out."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import sqrt

from casino31.banker_answers import Compared, FirstCardPlayed, Frequency, MeanPlayed, Played, TenuresPlayed
from casino31.games.greek_31.engine.answer import EVENTS, Answer, answer
from casino31.games.greek_31.engine.plan import Plan
from casino31.games.greek_31.engine.several_punters import LARGEST, company, tenure
from casino31.games.greek_31.pages.short import played_blocks
from casino31.games.greek_31.rules import NAME, Rules
from casino31.games.greek_31.simulation.counts import LONGEST, RoundCounts, block_counts, size_of, unflat
from casino31.games.greek_31.simulation.rounds import FAVOURABLE
from casino31.games.greek_31.simulation.several import (
    SimulatedMean,
    bankers_round,
    confidence_interval,
    estimated_covariance,
    highs,
)
from casino31.games.greek_31.simulation.table import prepare_rules
from casino31.games.greek_31.totals import VALUES
from casino31.two_sides import Trial

LEAST = 1_000
"""Rounds from which an interval of a covariance says something."""


def trial(rules: Rules, plans: Sequence[Plan] | None = None, punters: int = 1, policy: str = "") -> Trial:
    """Return a layout made ready for random rounds, the best reply in every seat; ``policy`` names the plans.

    ValueError for more punters than eight, and for several against a banker who is solved for one.

    >>> made = trial(Rules(decks=None))
    >>> made.size, sum(made.cells) == 1, made.play(31, 0, 1_000)[90:94]
    (178, True, (69, 32, 6, 31))
    """
    if not 1 <= punters <= LARGEST:
        raise ValueError(f"{punters} punters: expected 1 to {LARGEST}")
    if punters > 1 and plans is not None:
        raise ValueError(f"{punters} punters: the solved banker's policies are for one punter")
    known, table = answer(rules, plans), prepare_rules(rules, plans, punters)
    maximum = highs(known)
    firsts = {first.card: first for first in known.first_cards}
    cells = [
        Fraction(firsts[card].chance * Fraction(firsts[card].events[event])) if card in firsts else Fraction()
        for card in VALUES
        for event in EVENTS
    ]

    def play(seed: int, block: int, rounds: int) -> tuple[int, ...]:
        return block_counts(table, maximum, seed, block, rounds).flat()

    def played(numbers: Sequence[int]) -> Played:
        return _played(known, unflat(numbers, punters), plans is None)

    whole = sum(cells, Fraction())
    stated = (("banker", str(rules.banker)), ("policy_sha256", policy), ("punters", str(punters)))
    return Trial(stated, size_of(punters), tuple(cell / whole for cell in cells), play, played, played_blocks)


def _z(gap: float, error: float) -> float:
    return gap / error if error else 0.0


def _frequency(hits: int, trials: int, chance: float) -> Frequency:
    """A frequency beside its exact chance."""
    error = sqrt(trials * chance * (1 - chance))
    return Frequency(hits, trials * chance, _z(hits - trials * chance, error))


def _played(stated: Answer, counts: RoundCounts, fixed: bool) -> Played:
    rules, rounds, punters = stated.rules, counts.rounds, len(counts.money) - 1
    firsts = _first_cards(stated, counts)
    mean = 0.0
    for first in stated.first_cards:
        mean += float(stated.bet(first)) * firsts[first.card].rounds * firsts[first.card].ev / rounds
    error = sqrt(float(stated.variance) / rounds)
    exact = float(stated.expectation)
    played = Played(
        game=NAME,
        title=rules.title,
        banker=str(rules.banker),
        bet_rule=str(rules.betting),
        method="simulated",
        punters=punters,
        strategy="every punter plays his best reply, and does not count the cards of other punters",
        measured_on="the last punter of each round" if punters > 1 else "the punter",
        played=rounds,
        mean=MeanPlayed(mean, error, exact, _z(mean - exact, error)),
        first_cards=firsts,
        classes={
            event: _frequency(int(counts.events[:, place].sum()), rounds, float(stated.events[event]))
            for place, event in enumerate(EVENTS)
        },
        joint={
            f"{wins} won, {ties} tied, {punters - wins - ties} lost": int(counts.ties[wins, ties])
            for wins in range(punters + 1)
            for ties in range(punters + 1 - wins)
            if counts.ties[wins, ties]
        },
        tenure=_tenure(stated, counts),
    )
    return _with_company(played, stated, counts) if punters > 1 and fixed and rounds >= LEAST else played


def _first_cards(stated: Answer, counts: RoundCounts) -> dict[str, FirstCardPlayed]:
    won, firsts = counts.events[:, FAVOURABLE].sum(axis=1), {}
    for first in stated.first_cards:
        place = VALUES.index(first.card)
        many, expected = int(counts.events[place].sum()), float(first.expectation)
        ev = 2 * int(won[place]) / many - 1 if many else 0.0
        error = sqrt(float(first.variance) / many) if many else 0.0
        often = _frequency(many, counts.rounds, float(first.chance))
        firsts[first.card] = FirstCardPlayed(
            often.rounds, often.expected, often.z, ev, error, expected, _z(ev - expected, error)
        )
    return firsts


def _tenure(stated: Answer, counts: RoundCounts) -> TenuresPlayed:
    """B8: the hands of a tenure, their mean by the exact law 1 + 1/p and their variance (1 - p)/p^2."""
    many = int(counts.tenures.sum())
    bust = float(tenure(stated).bust)
    if not many or not bust:
        return TenuresPlayed(many, None, None, 1 + 1 / bust if bust else None, 0.0)
    mean, error = counts.hands / many, sqrt((1 - bust) / bust**2 / many)
    lengths = {str(n): int(counts.tenures[n]) for n in range(2, LONGEST) if counts.tenures[n]}
    longest = {f"{LONGEST}+": int(counts.tenures[LONGEST])}
    return TenuresPlayed(many, mean, error, 1 + 1 / bust, _z(mean - 1 - 1 / bust, error), lengths | longest)


def _with_company(played: Played, stated: Answer, counts: RoundCounts) -> Played:
    """With what the banker wins of all punters together, and how two of them go together."""
    rules, punters = stated.rules, played.punters
    mean, variance = bankers_round(counts, rules.betting)
    two = estimated_covariance(counts, rules.betting, float(stated.expectation))
    exact = company(rules) if rules.decks is None else None
    wins = -punters * float(stated.expectation)
    spread_z = _z(variance.value - float(exact.banker_variance(punters)), variance.error) if exact else None
    two_z = _z(two.value - float(exact.covariance), two.error) if exact else None
    return replace(
        played,
        banker_mean=_compared(mean, None, wins, _z(mean.value - wins, mean.error)),
        banker_variance=_compared(variance, None, None, spread_z),
        covariance=_compared(two, exact.covariance if exact else None, None, two_z),
    )


def _compared(estimate: SimulatedMean, exact: Fraction | None, expected: float | None, z: float | None) -> Compared:
    shown = confidence_interval(estimate)
    return Compared(exact, shown.value, None, shown.interval, expected, z)
