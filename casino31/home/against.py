"""Policies against each other: what a lone player of one gains among players of another, on the same cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from casino31.home.engine import play_block
from casino31.home.estimates import LEVEL, Estimate, estimate
from casino31.home.policy import Policy
from casino31.home.reader import HomeGame
from casino31.home.results import seat_codes
from casino31.home.rules import HomeRules
from casino31.home.setup import Setup, setup
from casino31.home.tally import CountPlaces
from casino31.notebook import Shown
from casino31.simulation import BLOCK, blocks_of

if TYPE_CHECKING:
    from casino31.arrays import Floats


@dataclass(frozen=True, repr=False)
class Against(Shown):
    """A round robin."""

    game: HomeGame
    policies: tuple[Policy, ...]
    players: int
    deals: int
    seed: int
    matrix: tuple[tuple[Estimate, ...], ...]
    """Row i, column j: what a lone player of i gains a deal among players of j, over playing j as they do."""

    @property
    def facts(self) -> Mapping[str, object]:
        """The game, and every gain."""
        told: dict[str, object] = {"game": self.game.rules.title, "players": self.players}
        pairs = [(lone.name, others.name) for lone in self.policies for others in self.policies]
        gains = [gain for row in self.matrix for gain in row]
        return told | {f"{lone} among {others}": gain for (lone, others), gain in zip(pairs, gains, strict=True)}


def against(
    game: HomeGame,
    policies: Sequence[Policy],
    players: int,
    deals: int = 200_000,
    seed: int = 31,
    level: Fraction = LEVEL,
) -> Against:
    """Return the round robin of some policies, the lone player in every seat in turn.

    ValueError when there is one policy alone, or so many cannot play.

    >>> from casino31.home.policy_text import read
    >>> from casino31.home.reader import load
    >>> two = [read(text, load("scat").rules) for text in ("knock 21+", "never knock")]
    >>> found = against(load("scat"), two, 3, deals=500)
    >>> found.matrix[0][0].value, found.matrix[0][1].value < 0
    (0.0, True)
    """
    if len(policies) < 2:
        raise ValueError("one policy has nobody to play against: name two or more")
    game.rules.check_players(players)
    matrix = tuple(
        tuple(lone_gain(game.rules, lone, others, players, deals, seed, level) for others in policies)
        for lone in policies
    )
    return Against(game, tuple(policies), players, deals, seed, matrix)


def lone_gain(
    rules: HomeRules, lone: Policy, others: Policy, players: int, deals: int, seed: int, level: Fraction = LEVEL
) -> Estimate:
    """Return what a lone player of a policy gains a deal, averaged over the seats."""
    if lone == others:
        return estimate(0.0, 0.0, level)
    gains = float_gains(rules, players)
    alike = setup(rules, [others] * players)
    tables = [setup(rules, [lone if seat == own else others for seat in range(players)]) for own in range(players)]
    total = square = 0.0
    for block in range(blocks_of(deals)):
        many = min(BLOCK, deals - block * BLOCK)
        before = gained(alike, gains, seed, block, many)
        after = [gained(table, gains, seed, block, many)[:, own] for own, table in enumerate(tables)]
        gain = (sum(after) - before.sum(axis=1)) / players
        total += float(gain.sum())
        square += float((gain * gain).sum())
    mean = total / deals
    return estimate(mean, (square / deals - mean * mean) / deals, level)


def float_gains(rules: HomeRules, players: int) -> Floats:
    """Return the gains of ``CountPlaces.codes`` as floats."""
    import numpy as np

    return np.array([float(gain) for gain in CountPlaces(rules, players).codes])


def gained(table: Setup, gains: Floats, seed: int, block: int, deals: int) -> Floats:
    """Return what each seat gains in the deals of a block."""
    by_seat: Floats = gains[seat_codes(table.rules, play_block(table, seed, block, deals))]
    return by_seat
