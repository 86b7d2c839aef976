"""A layout of Greek 31 as something to simulate: blocks of rounds in, every figure beside the exact law out."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from casino31.banker_game import Trial
from casino31.games.greek_31.engine.answer import EVENTS, Answer, answer
from casino31.games.greek_31.engine.company import LARGEST, company, tenure
from casino31.games.greek_31.engine.plan import Plan
from casino31.games.greek_31.rules import NAME, Rules
from casino31.games.greek_31.simulation.counts import LONGEST, Counts, block_counts, size_of, unflat
from casino31.games.greek_31.simulation.rounds import FAVOURABLE
from casino31.games.greek_31.simulation.several import bankers_round, covariance, highs, interval
from casino31.games.greek_31.simulation.table import ready
from casino31.games.greek_31.totals import VALUES

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
    one, table = answer(rules, plans), ready(rules, plans, punters)
    maximum = highs(one)
    firsts = {first.card: first for first in one.first_cards}
    cells = [
        Fraction(firsts[card].chance * Fraction(firsts[card].events[event])) if card in firsts else Fraction()
        for card in VALUES
        for event in EVENTS
    ]

    def play(seed: int, block: int, rounds: int) -> tuple[int, ...]:
        return block_counts(table, maximum, seed, block, rounds).flat()

    def record(numbers: Sequence[int]) -> dict[str, Any]:
        return _record(one, unflat(numbers, punters), plans is None)

    whole = sum(cells, Fraction())
    stated = (("banker", str(rules.banker)), ("policy_sha256", policy), ("punters", str(punters)))
    return Trial(stated, size_of(punters), tuple(cell / whole for cell in cells), play, record, page)


def _z(gap: float, error: float) -> float:
    return gap / error if error else 0.0


def _share(hits: int, trials: int, chance: float) -> dict[str, Any]:
    """A frequency beside its exact chance."""
    error = sqrt(trials * chance * (1 - chance))
    return {"rounds": hits, "expected": trials * chance, "z": _z(hits - trials * chance, error)}


def _record(one: Answer, counts: Counts, fixed: bool) -> dict[str, Any]:
    rules, rounds, punters = one.rules, counts.rounds, len(counts.money) - 1
    record: dict[str, Any] = {
        "game": NAME,
        "title": rules.title,
        "banker": str(rules.banker),
        "bet_rule": str(rules.betting),
        "method": "simulated",
        "punters": punters,
        "strategy": "every punter plays his best reply, and does not count the cards of other punters",
        "measured_on": "the last punter of each round" if punters > 1 else "the punter",
        "played": rounds,
    }
    won, mean = counts.events[:, FAVOURABLE].sum(axis=1), 0.0
    firsts = {}
    for first in one.first_cards:
        place = VALUES.index(first.card)
        many, expected = int(counts.events[place].sum()), float(first.expectation)
        ev = 2 * int(won[place]) / many - 1 if many else 0.0
        error = sqrt(float(first.variance) / many) if many else 0.0
        firsts[first.card] = {
            **_share(many, rounds, float(first.chance)),
            "ev": ev,
            "standard_error": error,
            "exact_ev": expected,
            "ev_z": _z(ev - expected, error),
        }
        mean += float(one.bet(first)) * many * ev / rounds
    error = sqrt(float(one.variance) / rounds)
    exact = float(one.expectation)
    record["mean"] = {"value": mean, "standard_error": error, "exact": exact, "z": _z(mean - exact, error)}
    record["first_cards"] = firsts
    record["classes"] = {
        event: _share(int(counts.events[:, place].sum()), rounds, float(one.events[event]))
        for place, event in enumerate(EVENTS)
    }
    record["joint"] = {
        f"{wins} won, {ties} tied, {punters - wins - ties} lost": int(counts.ties[wins, ties])
        for wins in range(punters + 1)
        for ties in range(punters + 1 - wins)
        if counts.ties[wins, ties]
    }
    record["tenure"] = _tenure(one, counts)
    if punters > 1 and fixed and rounds >= LEAST:
        record |= _company(one, counts)
    return record


def _tenure(one: Answer, counts: Counts) -> dict[str, Any]:
    """B8: the hands of a tenure, their mean by the exact law 1 + 1/p and their variance (1 - p)/p^2."""
    many = int(counts.tenures.sum())
    bust = float(tenure(one).bust)
    if not many or not bust:
        return {"tenures": many, "mean_hands": None, "exact": 1 + 1 / bust if bust else None, "z": 0.0}
    mean, error = counts.hands / many, sqrt((1 - bust) / bust**2 / many)
    lengths = {str(n): int(counts.tenures[n]) for n in range(2, LONGEST) if counts.tenures[n]}
    return {
        "tenures": many,
        "mean_hands": mean,
        "standard_error": error,
        "exact": 1 + 1 / bust,
        "z": _z(mean - 1 - 1 / bust, error),
        "hands": lengths | {f"{LONGEST}+": int(counts.tenures[LONGEST])},
    }


def _company(one: Answer, counts: Counts) -> dict[str, Any]:
    """What the banker wins of all punters together, and how two of them go together."""
    rules, punters = one.rules, len(counts.money) - 1
    mean, variance = bankers_round(counts, rules.betting)
    two = covariance(counts, rules.betting, float(one.expectation))
    exact = company(rules) if rules.decks is None else None
    wins = -punters * float(one.expectation)
    return {
        "banker_mean": {**interval(mean), "expected": wins, "z": _z(mean.value - wins, mean.error)},
        "banker_variance": {
            **interval(variance),
            "z": _z(variance.value - float(exact.banker_variance(punters)), variance.error) if exact else None,
        },
        "covariance": {
            **interval(two),
            "exact": str(exact.covariance) if exact else None,
            "z": _z(two.value - float(exact.covariance), two.error) if exact else None,
        },
    }


def page(record: Mapping[str, Any]) -> str:
    """Return the page of what a trial's record holds: each simulated figure beside the exact one.

    >>> made = trial(Rules(title="Greek 31", decks=None))
    >>> print(page(made.record(made.play(31, 0, 65_536))).splitlines()[0])
    the banker stands at 26 and conceals his last card; 1 punter, best reply; bets: 1 on every first card
    """
    punters = f"{record['punters']} punter{'s' * (record['punters'] > 1)}, best reply"
    lines = [f"{record['banker']}; {punters}; bets: {record['bet_rule']}"]
    if record["punters"] > 1:
        lines.append(f"measured on {record['measured_on']}, whose law is that of a punter alone")
    mean = record["mean"]
    lines += ["", "                punter's EV, 99 % interval        exact       z"]
    rows = {"all bets": (mean["value"], mean["standard_error"], mean["exact"], mean["z"])} | {
        card: (row["ev"], row["standard_error"], row["exact_ev"], row["ev_z"])
        for card, row in record["first_cards"].items()
    }
    lines += [
        f"{name:<14} {value:+12.6f} ± {2.5758 * error:.6f} {exact:+16.6f} {z:+7.2f}"
        for name, (value, error, exact, z) in rows.items()
    ]
    lines += ["", "                     rounds         expected       z"]
    lines += [
        f"{name:<14} {row['rounds']:12,} {row['expected']:16,.1f} {row['z']:+7.2f}"
        for name, row in (
            {f"first card {c}": r for c, r in record["first_cards"].items()} | record["classes"]
        ).items()
    ]
    deals = record["tenure"]
    if deals["mean_hands"] is not None:
        lines += [
            "",
            f"tenures of the banker: {deals['tenures']:,}, of {deals['mean_hands']:.4f} hands"
            f" ± {2.5758 * deals['standard_error']:.4f}, exact {deals['exact']:.4f}, z {deals['z']:+.2f}",
        ]
    if "covariance" in record:
        lines += ["", *_company_lines(record)]
    return "\n".join(lines) + "\n"


def _company_lines(record: Mapping[str, Any]) -> list[str]:
    names = {
        "banker_mean": "banker's round, mean",
        "banker_variance": "banker's round, variance",
        "covariance": "covariance of two punters",
    }
    lines = []
    for key, name in names.items():
        figure = record[key]
        low, high = figure["interval"]
        checked = "" if figure["z"] is None else f", z {figure['z']:+.2f} from the exact one"
        lines.append(f"{name}: {figure['value']}, 99 % interval {low} to {high}{checked}")
    return lines
