"""Published statements on home games, tried with the policy that they need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from casino31.home.engine import play_block
from casino31.home.estimates import Estimate, share
from casino31.home.exact.knock import FirstKnock, first_knock
from casino31.home.policy_text import read
from casino31.home.reader import load
from casino31.home.setup import Setup, setup
from casino31.notebook import Shown
from casino31.simulation import BLOCK, blocks_of

if TYPE_CHECKING:
    from casino31.arrays import Bools
    from casino31.home.results import SettledDeals


@dataclass(frozen=True)
class ClaimTrial:
    """A claim tried in one way."""

    what: str
    found: Estimate | Fraction
    """Simulated, or exact."""
    holds: bool | None
    """Whether the claim holds; None where the interval leaves it open."""


@dataclass(frozen=True, repr=False)
class Claim(Shown):
    """A published statement and its trials."""

    name: str
    game: str
    statement: str
    source: str
    needs: str
    """The policy that it takes."""
    trials: tuple[ClaimTrial, ...]

    @property
    def facts(self) -> Mapping[str, object]:
        """The statement, and what the trials came to."""
        return {"statement": self.statement, **{trial.what: trial.found for trial in self.trials}}


def claims(deals: int = 200_000, seed: int = 31) -> tuple[Claim, ...]:
    """Return every claim, tried.

    >>> [claim.name for claim in claims(3_000)]
    ['25 or 26 often wins', 'an 18 survives', 'a 19 survives']
    """
    return (
        often_wins(deals, seed),
        survives(18, "66"),
        survives(19, "71.8"),
    )


def often_wins(deals: int, seed: int) -> Claim:
    """Try whether a knock with 25 or 26 wins the pool of Schnautz more often than not."""
    policy = "knock 25+; announce 30.5+; keep the most points"
    trials = []
    for players in (3, 4, 5, 6, 8, 10, 12, 15):
        rules = load("schnautz").rules
        table = setup(rules, [read(policy, rules)] * players)

        def asked(results: SettledDeals, table: Setup = table) -> tuple[Bools, Bools]:
            import numpy as np

            rows = np.arange(len(results.kind))
            own = np.maximum(results.knocker, 0)
            score = table.worth.score[results.hands[rows, own]]
            fits = (results.kind == 0) & (results.knocker >= 0) & ((score == 50) | (score == 52))
            return fits, results.winners[rows, own]

        often = _often(table, asked, deals, seed)
        holds = True if often.low > 0.5 else False if often.high < 0.5 else None
        trials.append(ClaimTrial(f"{players} players: a knock with 25 or 26 wins the pool", often, holds))
    return Claim(
        "25 or 26 often wins",
        "schnautz",
        "A score of 25 or 26 often wins.",
        "a page of rules of Schnautz",
        f"all {policy}; often is more than half of the knocks",
        tuple(trials),
    )


def survives(points: int, stated: str) -> Claim:
    """Try how often a first knock survives one opponent: exactly, to half a unit of the last digit stated."""
    knocks, percent = _scat_knocks(), Fraction(stated)
    row = knocks.rows[str(points)]
    accuracy = Fraction(1, 2 * 10 ** len(stated.partition(".")[2]))
    ways = {"strictly above the opponent": row.above, "with ties saved": row.above + row.tie}
    article = "an" if points == 18 else "a"
    return Claim(
        f"{article} {points} survives",
        "scat",
        f"{article.capitalize()} {points} survives {stated} %.",
        "a published simulation of 380 deals",
        f"two players, nobody dealt 31; the first knocks at once; the other {knocks.opponent}",
        tuple(ClaimTrial(what, share, abs(100 * share - percent) <= accuracy) for what, share in ways.items()),
    )


@cache
def _scat_knocks() -> FirstKnock:
    return first_knock(load("scat", ("trips=30.5",)).rules)


def _often(table: Setup, asked: Callable[[SettledDeals], tuple[Bools, Bools]], deals: int, seed: int) -> Estimate:
    """How often something holds in the deals that are asked for."""
    fits = holds = 0
    for block in range(blocks_of(deals)):
        fitting, holding = asked(play_block(table, seed, block, min(BLOCK, deals - block * BLOCK)))
        fits += int(fitting.sum())
        holds += int((fitting & holding).sum())
    return share(holds, fits)
