"""What a certificate states of solved policies: both sides' play, and intervals in billionths of a unit."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, floor
from pathlib import Path

from casino31.banker_answers import BankerFigure, Proof
from casino31.games.greek_31.equilibrium.policy_file import record_of
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.solved import proof, solutions
from casino31.games.greek_31.totals import VALUES
from casino31.intervals import DIGITS
from casino31.serialize import JsonObject

UNIT = 10**DIGITS
"""What a unit is in claims."""
Ends = dict[str, int]


def certified(rules: Rules, folder: Path) -> JsonObject:
    """Return the policies of the file that a layout names, and what they prove of each first card and of all.

    RulesError when it names none, or a first card is missing.
    """
    solutions(rules, folder)
    path = folder / rules.banker.policy
    claims = claimed(proof(rules, path))
    if claims is None:
        claims = claimed(proof(rules, path, exact=True)) or {}
    record = record_of(path)
    firsts = {
        card: {name: part for name, part in policy.items() if name not in ("lower", "upper")}
        for card, policy in record["first_cards"].items()
    }
    return {"policies": {**record, "first_cards": firsts}, "claims": {**claims, "all": _together(rules, claims)}}


def claimed(proven: Proof) -> dict[str, Ends] | None:
    """Return the intervals rounded outwards; None where a float lies too close to a decimal to say which it is.

    >>> from casino31.banker_answers import Interval
    >>> whole = Interval(BankerFigure(Fraction(-1, 3), -0.333), BankerFigure(Fraction(1, 3), 0.333))
    >>> claimed(Proof("", "", {}, "", "", {"A": whole}))
    {'A': {'lower': -333333334, 'upper': 333333334}}
    """
    claims = {}
    for card, interval in proven.first_cards.items():
        low, high = (_range(interval.lower, 1), _range(interval.upper, -1))
        lower, upper = {floor(end * UNIT) for end in low}, {ceil(end * UNIT) for end in high}
        if len(lower) > 1 or len(upper) > 1:
            return None
        claims[card] = {"lower": lower.pop(), "upper": upper.pop()}
    return claims


def _range(end: BankerFigure, inwards: int) -> tuple[Fraction, Fraction]:
    """Where an exact end may lie, of a float that was moved outwards."""
    outer = Fraction(end.value or 0.0) if end.exact is None else end.exact
    return outer, outer + inwards * Fraction(end.error_bound or 0.0)


def _together(rules: Rules, claims: Mapping[str, Ends]) -> Ends:
    """A unit on every first card: the claims by how often each comes, rounded outwards again."""
    sums = {
        end: sum((n * Fraction(claims[card][end]) for card, n in zip(VALUES, rules.deck, strict=True)), Fraction())
        for end in ("lower", "upper")
    }
    whole = sum(rules.deck)
    return {"lower": floor(sums["lower"] / whole), "upper": ceil(sums["upper"] / whole)}
