"""The banker's best reply to a whole table of punters whose strategies are known, by one hand of his.

With infinitely many decks no punter's cards tell of another's. Then the banker's play depends only on what is bet
on each first-card value, all punters together. He serves them all with one hand: what he gains against one card he
may lose against another, so together they keep at least the sum of what each keeps alone.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from casino31.games.greek_31.engine.plan import Plan
from casino31.games.greek_31.equilibrium.banker_reply import BankerReply, banker_reply, reply_plan
from casino31.games.greek_31.equilibrium.exact_replies import Fractions, exact_chances, exact_mixed
from casino31.games.greek_31.equilibrium.replies import beliefs_of, shown_chances
from casino31.games.greek_31.equilibrium.solver import Punter
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import VALUES


class TableReply(NamedTuple):
    """What the banker does, and what the punters keep: exact."""

    plan: Plan
    together: Fraction
    """Units that all punters win together in a round."""
    alone: Fraction
    """The same if he could play a hand of his own against each first card: a lower bound on ``together``."""


def against_table(rules: Rules, punters: Mapping[int, Punter], bets: Mapping[int, Fraction]) -> TableReply:
    """Return the banker's best reply to punters of known strategies, one for each first card.

    ``bets`` are the units on each first-card value, all punters together. ValueError with finitely many decks,
    without a strategy for a card that is bet on, or for bets that are none.

    >>> against_table(Rules(decks=None), {}, {9: Fraction(1)})
    Traceback (most recent call last):
      ...
    ValueError: no strategy for first card T
    """
    if rules.decks is not None:
        raise ValueError("a table of punters is exact with infinitely many decks only")
    staked = sum(bets.values(), Fraction())
    if staked <= 0 or min(bets.values()) < 0:
        shown_bets = ", ".join(f"{VALUES[first]}={bet}" for first, bet in bets.items())
        raise ValueError(f"bets {shown_bets}: expected units of 0 or more, and some above")
    for first, bet in bets.items():
        if bet and first not in punters:
            raise ValueError(f"no strategy for first card {VALUES[first]}")
    wins = {first: _wins(rules, first, punters[first]) for first, bet in bets.items() if bet}
    together = _reply(rules, wins, {first: bets[first] / staked for first in wins})
    apart = {first: _reply(rules, wins, {first: Fraction(1)}).chance for first in wins}
    return TableReply(
        reply_plan(rules, together.actions),
        staked * (2 * together.chance - 1),
        sum((bets[first] * (2 * chance - 1) for first, chance in apart.items()), Fraction()),
    )


def _wins(rules: Rules, first: int, punter: Punter) -> Fractions:
    return exact_mixed(rules, punter, exact_chances(rules, first, punter.places, punter.beliefs))


def _reply(rules: Rules, wins: Mapping[int, Fractions], shares: Mapping[int, Fraction]) -> BankerReply[Fraction]:
    """The best reply where each first card has a share of all that is bet."""
    seen = range(len(beliefs_of(rules).exposed))
    mixed = [
        [sum((share * wins[first][c][e] for first, share in shares.items()), Fraction()) for e in seen]
        for c in range(10)
    ]
    shown: dict[int, Fraction] = {}
    for first, share in shares.items():
        for place, chance in shown_chances(rules, first).items():
            shown[place] = shown.get(place, Fraction()) + share * chance
    return banker_reply(rules, next(iter(shares)), mixed, shown, Fraction(1))
