"""Published statements on home games, tried with the policy that they need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casino31.home.engine import play_block
from casino31.home.estimates import Estimate, share
from casino31.home.policy_text import read
from casino31.home.reader import load
from casino31.home.setup import Setup, setup
from casino31.simulation import BLOCK, blocks_of

if TYPE_CHECKING:
    from casino31.arrays import Bools
    from casino31.home.results import Results

REPLY = (
    "take the pile if it raises my points; keep the most points; "
    "last turn: take the pile if it raises my points; last turn: most points; never knock"
)


@dataclass(frozen=True)
class Trial:
    """A claim tried in one way."""

    what: str
    found: Estimate
    holds: bool | None
    """Whether the claim holds; None where the figure only explains."""


@dataclass(frozen=True)
class Claim:
    """A published statement and its trials."""

    name: str
    game: str
    statement: str
    source: str
    needs: str
    """The policy that it takes."""
    trials: tuple[Trial, ...]


def claims(deals: int = 200_000, seed: int = 31) -> tuple[Claim, ...]:
    """Return every claim, tried.

    >>> [claim.name for claim in claims(3_000)]
    ['25 or 26 often wins', 'an 18 survives', 'a 19 survives']
    """
    return (
        often_wins(deals, seed),
        survives(18, "66 %", 0.66, deals, seed),
        survives(19, "71.8 %", 0.718, deals, seed),
    )


def often_wins(deals: int, seed: int) -> Claim:
    """Try whether a knock with 25 or 26 wins the pool of Schnautz more often than not."""
    policy = "knock 25+; announce 30.5+; keep the most points"
    trials = []
    for players in (3, 4, 5, 6, 8, 10, 12, 15):
        rules = load("schnautz").rules
        made = setup(rules, [read(policy, rules)] * players)

        def asked(results: Results, made: Setup = made) -> tuple[Bools, Bools]:
            import numpy as np

            rows = np.arange(len(results.kind))
            own = np.maximum(results.knocker, 0)
            score = made.worth.score[results.hands[rows, own]]
            fits = (results.kind == 0) & (results.knocker >= 0) & ((score == 50) | (score == 52))
            return fits, results.winners[rows, own]

        found = _often(made, asked, deals, seed)
        holds = True if found.low > 0.5 else False if found.high < 0.5 else None
        trials.append(Trial(f"{players} players: a knock with 25 or 26 wins the pool", found, holds))
    return Claim(
        "25 or 26 often wins",
        "schnautz",
        "A score of 25 or 26 often wins.",
        "a page of rules of Schnautz",
        f"all {policy}; often is more than half of the knocks",
        tuple(trials),
    )


def survives(points: int, said: str, rate: float, deals: int, seed: int) -> Claim:
    """Try how often a first knock survives one opponent."""
    rules = load("scat", ("trips=30.5",)).rules
    made = setup(rules, [read(f"knock {points} on turn 1", rules), read(REPLY, rules)])

    def asked(lost: Callable[[Results], Bools]) -> Callable[[Results], tuple[Bools, Bools]]:
        return lambda results: ((results.knocker == 0) & (results.turns <= 2), lost(results))

    strictly = _often(made, asked(lambda results: _above(made, results)), deals, seed)
    saved = _often(made, asked(lambda results: _above(made, results, ties=True)), deals, seed)
    holds = strictly.low <= rate <= strictly.high
    return Claim(
        f"{'an' if points == 18 else 'a'} {points} survives",
        "scat",
        f"{'An' if points == 18 else 'A'} {points} survives {said}.",
        "a published simulation of 380 deals",
        f"two players, nobody dealt 31; the first knocks at once; the other: {REPLY.rpartition(';')[0]}",
        (
            Trial("strictly above the opponent", strictly, holds),
            Trial("with ties saved", saved, saved.low <= rate <= saved.high),
        ),
    )


def _above(made: Setup, results: Results, ties: bool = False) -> Bools:
    """Whether the first hand is above the second, and the deal was no blitz of the second."""
    first, second = made.worth.order[results.hands[:, 0]], made.worth.order[results.hands[:, 1]]
    above: Bools = first >= second if ties else first > second
    return above


def _often(made: Setup, asked: Callable[[Results], tuple[Bools, Bools]], deals: int, seed: int) -> Estimate:
    """How often something holds in the deals that are asked for."""
    fits = holds = 0
    for block in range(blocks_of(deals)):
        fitting, holding = asked(play_block(made, seed, block, min(BLOCK, deals - block * BLOCK)))
        fits += int(fitting.sum())
        holds += int((fitting & holding).sum())
    return share(holds, fits)
