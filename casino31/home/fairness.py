"""The fairness sheet of a home game: what a seat is worth, and how long a match lasts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from casino31.home.chain import MOST_PLAYERS, Match, solve
from casino31.home.ending import KINDS
from casino31.home.estimates import LEVEL, Estimate
from casino31.home.policy import Policy
from casino31.home.policy_text import shipped_for
from casino31.home.reader import HomeGame
from casino31.home.rules import HomeRules
from casino31.home.setup import Setup, setup
from casino31.home.tally import Counted, advance, begin
from casino31.notebook import Shown
from casino31.simulation import blocks_of

MATCHES = 4_000
"""Matches that are played where the chain has too many players to be solved."""


@dataclass(frozen=True)
class Study:
    """What is to be played: a game between alike players, or one policy in each seat."""

    game: HomeGame
    policies: tuple[Policy, ...]
    deals: int
    seed: int
    level: Fraction = LEVEL

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.policies)

    @property
    def table(self) -> Setup:
        """The table of the fast loops."""
        return setup(self.game.rules, self.policies)

    @property
    def stated(self) -> tuple[tuple[str, str], ...]:
        """What parts of one simulation agree on."""
        return (
            ("game", self.game.path),
            ("digest", self.game.digest),
            ("set", "; ".join(self.game.settings)),
            ("players", str(self.players)),
            ("policies", " | ".join(dict.fromkeys(policy.text for policy in self.policies))),
            ("deals", str(self.deals)),
            ("seed", str(self.seed)),
        )

    def begin(self) -> Counted:
        """Return the count of no deal."""
        return begin(self.table, self.stated, self.deals)

    def advance(self, counted: Counted, blocks: range) -> Iterator[Counted]:
        """Play blocks that are not counted yet."""
        yield from advance(self.table, counted, self.seed, blocks)

    def play(self) -> Counted:
        """Return the count of all deals."""
        counts = [self.begin(), *self.advance(self.begin(), range(blocks_of(self.deals)))]
        return counts[-1]


@dataclass(frozen=True)
class SeatFigures:
    """What a seat comes to."""

    seat: int
    """From 1, the eldest."""
    lost: Estimate
    """Tokens a deal; where points are scored, below 0."""
    knocks: Estimate
    blitz: Estimate


@dataclass(frozen=True, repr=False)
class Change(Shown):
    """Another reading of one rule, and what it changes."""

    clause: str
    rule: str
    now: str
    other: str
    lost: tuple[Estimate, ...]
    """By seat: how much more is lost a deal; of a rule of the match, nothing."""
    match: Match | None
    """The match under it, where only the match changes."""

    @property
    def size(self) -> float:
        """The largest change of a seat: of what it loses a deal, or of its chance to win."""
        return max((abs(lost.value) for lost in self.lost), default=0.0)

    @property
    def facts(self) -> Mapping[str, object]:
        """The rule, and what it changes most."""
        return {"rule": self.rule, "now": self.now, "other": self.other, "largest change of a seat": self.size}


@dataclass(frozen=True, repr=False)
class Fairness(Shown):
    """The fairness sheet."""

    study: Study
    counted: Counted
    seats: tuple[SeatFigures, ...]
    turns: Estimate
    blitz: Estimate
    ends: Mapping[str, Estimate]
    """How often deals end in each way; a deal stopped by the cap is one of them."""
    match: Match | None
    no_match: str
    """Why there is no match, in a sentence."""
    laws: Mapping[int, tuple[int, ...]]
    """Counts of the joint outcomes of a deal, by players left."""
    changed: tuple[Change, ...] = ()
    """What other readings change, where that was asked for."""

    @property
    def rules(self) -> HomeRules:
        """The rules played by."""
        return self.study.game.rules

    @property
    def facts(self) -> Mapping[str, object]:
        """The game, its seats and its match."""
        told: dict[str, object] = {
            "game": self.rules.title,
            "players": self.study.players,
            "policy": self.study.policies[0].name,
        }
        told |= {f"seat {seat.seat} loses": str(seat.lost) for seat in self.seats}
        told |= {"turns": str(self.turns), "blitz": str(self.blitz)}
        if self.match:
            told |= {f"win of seat {seat + 1}": str(win) for seat, win in enumerate(self.match.win)}
            told["deals a match"] = str(self.match.deals)
        return told


def study(
    game: HomeGame, players: int, policy: Policy | None = None, deals: int = 1_000_000, seed: int = 31
) -> Study:
    """Return a game between alike players; of no policy the near-best one that comes with the game.

    ValueError when so many cannot play.

    >>> from casino31.home.reader import load
    >>> study(load("scat"), 9)
    Traceback (most recent call last):
      ...
    ValueError: Scat (Blitz, 31) is for 2 to 7 players, not 9
    """
    rules = game.rules
    rules.check_players(players)
    if deals < 1:
        raise ValueError(f"{deals} deals: at least 1")
    return Study(game, (policy or shipped_for(game.name, rules),) * players, deals, seed)


def fairness(what: Study, counted: Counted | None = None, with_match: bool = True) -> Fairness:
    """Return the fairness sheet of a game; ``counted`` are its deals where they have been played already.

    >>> from casino31.home.reader import load
    >>> sheet = fairness(study(load("west-lansing"), 2, deals=2_000))
    >>> len(sheet.seats), sheet.match.win[0].method
    (2, 'solved')
    """
    counted = counted or what.play()
    level, rules = what.level, what.game.rules
    seats = tuple(
        SeatFigures(seat + 1, counted.lost(seat, level), counted.knocks(seat, level), counted.blitzes(seat, level))
        for seat in range(what.players)
    )
    no_match = why_no_match(rules) if with_match else "A part of a simulation has no match."
    played = what.players > MOST_PLAYERS
    laws = {} if no_match or played else laws_of(what, counted)
    match = None if no_match else solve(rules, laws, what.players, level) if laws else played_match(what)
    ends: dict[str, Estimate] = {kind: counted.ends(kind, level) for kind in KINDS}
    return Fairness(what, counted, seats, counted.turns(level), ends["blitz"], ends, match, no_match, laws)


def played_match(what: Study) -> Match:
    """Return the match of more players than the chain is solved for: simulated to its end."""
    from casino31.home.matches import play_matches

    return play_matches(what.game.rules, what.policies[0], what.players, MATCHES, what.seed, what.level)


def why_no_match(rules: HomeRules) -> str:
    """Return why there is no match, or "" where there is one."""
    if rules.settle == "best takes the pot":
        return "Each deal is played for its own pot: there is no match."
    if rules.settle == "classes":
        return "A match is one deal for each player as dealer: all play from every seat, and none has an advantage."
    return ""


def laws_of(what: Study, counted: Counted) -> dict[int, tuple[int, ...]]:
    """Return the laws of a deal by players left; fewer players play from seeds of their own."""
    laws = {what.players: counted.law()}
    if what.game.rules.settle == "lowest pays":
        for players in range(2, what.players):
            fewer = replace(what, policies=what.policies[:players], seed=what.seed * 16 + players)
            laws[players] = fewer.play().law()
    return laws
