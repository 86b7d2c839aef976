"""Policies as data: what the text of one says, and the tables it comes to for a seat.

The language is read by ``policy_text.read``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from casino31.home.ranks import SCORES

TURNS = 12
"""Turns that a knock table tells apart: its last row holds for all later ones."""

Take = Literal["never", "always", "if it raises my points", "if better than the stock"]
TAKES: tuple[Take, ...] = ("never", "always", "if it raises my points", "if better than the stock")
"""When the top of the pile is taken; the place is its code in the loops."""
KEEPS = ("most points", "one draw ahead", "two draws ahead")
"""By what the hand to keep is chosen; the place is the number of draws."""


@dataclass(frozen=True)
class Situation:
    """What the conditions of a policy may ask for."""

    players: int
    seat: int
    """From 1, the eldest, to the dealer."""
    lives: int = 0
    """Tokens left; 0 where a deal is played by itself."""


@dataclass(frozen=True)
class Rule:
    """One line on knocking or announcing: it fits where all its conditions hold."""

    announce: bool
    yes: bool
    """Whether it says to knock, or never to."""
    scores: tuple[tuple[int, int], ...]
    """Ranges of scores, both ends included."""
    shape: int | None = None
    turns: tuple[int, int] = (1, TURNS)
    seat: int | None = None
    """From 1; 0 for the dealer."""
    players: tuple[int, int] = (0, 99)
    lives: tuple[int, int] = (0, 99)
    text: str = ""

    def concerns(self, where: Situation) -> bool:
        """Tell whether the rule can fit in a situation."""
        seat = where.players if self.seat == 0 else self.seat
        return (
            (seat is None or seat == where.seat)
            and self.players[0] <= where.players <= self.players[1]
            and (not where.lives or self.lives[0] <= where.lives <= self.lives[1])
        )


KnockTable = tuple[tuple[tuple[bool, ...], tuple[bool, ...]], ...]
"""By turn, shape and score: whether to knock. Row 0 is for announcing before the first turn."""


@dataclass(frozen=True)
class Mode:
    """How cards are taken and kept."""

    take: Take
    keep: int
    """Draws ahead."""


@dataclass(frozen=True)
class Policy:
    """What one player does, as its text says it."""

    name: str
    text: str
    rules: tuple[Rule, ...]
    ordinary: Mode
    last: Mode
    """After a knock."""
    widow: bool = True
    """Whether open cards of the widow are taken when they are better than a draw."""
    renew: bool = True
    """Whether a table hand is renewed when no swap is better than the hand."""

    def table(self, where: Situation) -> KnockTable:
        """Return the knock table for a situation: in each cell the first rule that fits.

        >>> from casino31.home.policy_text import read
        >>> from casino31.home.rules import HomeRules
        >>> table = read("knock 19+ on turn 1; knock 25+ later", HomeRules()).table(Situation(4, 1))
        >>> [min(score for score in range(SCORES) if table[turn][1][score]) / 2 for turn in (1, 2, 12)]
        [19.0, 25.0, 25.0]
        """
        table = [[[False] * SCORES for _ in range(2)] for _ in range(TURNS + 1)]
        for rule in reversed(self.rules):
            if not rule.concerns(where):
                continue
            low, high = (0, 0) if rule.announce else rule.turns
            for turn in range(low, min(high, TURNS) + 1):
                for shape in (0, 1) if rule.shape is None else (rule.shape,):
                    for first, last in rule.scores:
                        table[turn][shape][first : last + 1] = [rule.yes] * (last + 1 - first)
        return tuple((tuple(two), tuple(three)) for two, three in table)
