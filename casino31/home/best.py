"""Policy iteration: the knock table that no single decision improves, and the gain that is left in it.

Every decision to knock in simulated deals is played both ways on the same cards. For each turn and shape the best
least score to knock with follows; all players take the new table, until it stays the same or the rounds are over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from casino31.home.against import float_gains, lone_gain
from casino31.home.estimates import Estimate
from casino31.home.forks import fork_block
from casino31.home.policy import TURNS, Policy, Situation
from casino31.home.policy_text import read
from casino31.home.ranks import SCORES, score_text
from casino31.home.reader import HomeGame
from casino31.home.rules import HomeRules
from casino31.home.setup import setup
from casino31.home.worth import worth_of
from casino31.notebook import Shown
from casino31.simulation import BLOCK, blocks_of

if TYPE_CHECKING:
    from casino31.arrays import Floats, Ints

SCARCE = Fraction(1, 50)
"""Decisions a deal of a turn and shape below which its threshold is that of the turn before."""

_START, ANNOUNCES = "knock 23+", "; announce 30.5+"
"""What iteration begins with. What is announced before play stays as it is: where all announce whatever beats those
who do not, the deal is over before anybody has moved."""

FREELY, _NEVER = 3, 62
"""Rounds that take the best table as it is; later ones go half the way: two tables may be each other's best reply.
Half the way to never knocking is half the way to this score."""

Thresholds = tuple[tuple[int | None, int | None], ...]
"""By turn (row 0 for announcing) and shape: the least score to knock with; None for never."""


@dataclass(frozen=True, repr=False)
class Best(Shown):
    """A knock table found by policy iteration."""

    game: HomeGame
    players: int
    deals: int
    """Deals of each round."""
    seed: int
    policy: Policy
    thresholds: Thresholds
    rounds: int
    settled: bool
    """Whether the last round changed nothing."""
    left: Estimate
    """What a lone player still gains a deal by one more improvement, among players of the policy."""

    @property
    def facts(self) -> Mapping[str, object]:
        """The game, the policy, and the gain left in it."""
        return {
            "game": self.game.rules.title,
            "players": self.players,
            "gain left": self.left,
            "policy": self.policy.text.replace("\n", "; "),
            "rounds": self.rounds,
        }


def best(
    game: HomeGame,
    players: int,
    deals: int = 200_000,
    seed: int = 31,
    rounds: int = 6,
    tell: Callable[[int, Thresholds], None] = lambda *_: None,
) -> Best:
    """Return the knock table of policy iteration; ``tell`` is told each round's."""
    rules = game.rules
    policy = read("knock pair 8+" if rules.ranking == "brag" else _START + ANNOUNCES * rules.announce, rules)
    before, now = None, _thresholds_of(policy, players)
    done = 0
    for done in range(1, rounds + 1):
        new = improved(rules, policy, now, players, deals, seed + done)
        if done > FREELY:
            new = halfway(now, new)
        new = held_scores(new, rules)
        tell(done, new)
        before, now = now, new
        policy = read(policy_lines(now, rules), rules)
        if before == now:
            break
    next_ = improved(rules, policy, now, players, deals, seed + rounds + 1)
    better = read(policy_lines(next_, rules), rules)
    left = lone_gain(rules, better, policy, players, deals, seed + rounds + 2)
    text = policy_lines(now, rules)
    named = replace(policy, name=f"best of {game.name}, {players} players", text=text)
    return Best(game, players, deals, seed, named, now, done, before == now, left)


def held_scores(table: Thresholds, rules: HomeRules) -> Thresholds:
    """Return thresholds as scores that a hand can have: the next one, or None where there is none.

    >>> held_scores(((43, 43), (42, 49)), HomeRules())
    ((None, 44), (42, 50))
    """
    import numpy as np

    worth = worth_of(rules)
    held = [np.unique(worth.score[(worth.shape == shape) & (worth.score > 0)]).tolist() for shape in (0, 1)]

    def next_held(least: int | None, scores: list[int]) -> int | None:
        return None if least is None else next((score for score in scores if score >= least), None)

    return tuple((next_held(two, held[0]), next_held(three, held[1])) for two, three in table)


def halfway(now: Thresholds, new: Thresholds) -> Thresholds:
    """Return the thresholds between two tables, a step nearer to the new one at least.

    >>> halfway(((40, None),), ((50, 50),))
    ((45, 56),)
    """

    def between(old: int | None, best: int | None) -> int | None:
        low, high = (_NEVER if least is None else least for least in (old, best))
        middle = (low + high) // 2 if low > high else -(-(low + high) // 2)
        return None if middle >= _NEVER else middle

    return tuple((between(old[0], best[0]), between(old[1], best[1])) for old, best in zip(now, new, strict=True))


def improved(
    rules: HomeRules, policy: Policy, before: Thresholds, players: int, deals: int, seed: int
) -> Thresholds:
    """Return the thresholds that are best where all play on by a policy."""
    import numpy as np

    alike, gains = setup(rules, [policy] * players), float_gains(rules, players)
    size = (TURNS + 1, 2, SCORES)
    total, count = np.zeros(size), np.zeros(size, np.int64)
    for block in range(blocks_of(deals)):
        many = min(BLOCK, deals - block * BLOCK)
        forks = fork_block(alike, gains, seed, block, many)
        cell = np.ravel_multi_index((np.minimum(forks.turn, TURNS), forks.shape, forks.score), size)
        total += np.bincount(cell, forks.gain, total.size).reshape(size)
        count += np.bincount(cell, minlength=total.size).reshape(size)
    table = [before[0]]
    for turn in range(1, TURNS + 1):
        old = table[turn - 1] if turn > 1 else before[turn]
        chosen = [_least(total[turn, shape], count[turn, shape], old[shape], deals) for shape in (0, 1)]
        table.append((chosen[0], chosen[1]))
    return tuple(table)


def _least(total: Floats, count: Ints, old: int | None, deals: int) -> int | None:
    """The least score from which knocking gains most; the old one where decisions are scarce."""
    if count.sum() < SCARCE * deals:
        return old
    from_here = total[::-1].cumsum()[::-1]
    if from_here.max() <= 0:
        return None
    least = int(from_here.argmax())
    while least < SCORES - 1 and count[least] == 0:
        least += 1
    return least


def _thresholds_of(policy: Policy, players: int) -> Thresholds:
    """The least score of each row of a policy's knock table."""
    rows = []
    for two, three in policy.table(Situation(players, 1)):
        least = [next((score for score in range(SCORES) if row[score]), None) for row in (two, three)]
        rows.append((least[0], least[1]))
    return tuple(rows)


def policy_lines(table: Thresholds, rules: HomeRules, condition: str = "") -> str:
    """Return thresholds as the text of a policy, a line for turns alike; ``condition`` ends each line.

    >>> row = (None, 40)
    >>> print(policy_lines((row, row, (42, 42), *[(None, 50)] * 10), HomeRules()))
    announce 20+ with three suited
    knock 20+ with three suited on turn 1
    knock 21+ on two cards on turn 2
    knock 21+ with three suited on turn 2
    knock 25+ with three suited from turn 3
    """
    lines = []
    # Where all three cards make every score there is but one shape, and nothing to say of it.
    shapes = {0: "on two cards", 1: "with three suited"} if rules.ranking == "suit" else {1: ""}
    for shape in shapes:
        if rules.announce or table[0][shape] is not None:
            lines += _line("announce", table[0][shape], shapes[shape], "", condition, rules)
    first = 1
    for turn in range(1, TURNS + 1):
        if turn < TURNS and table[turn + 1] == table[first]:
            continue
        span = f"turn {first}" if turn == first else f"turns {first}-{turn}"
        when = f"from turn {first}" if turn == TURNS else f"on {span}"
        for shape in shapes:
            lines += _line("knock", table[first][shape], shapes[shape], when, condition, rules)
        first = turn + 1
    return "\n".join(lines)


def _line(what: str, least: int | None, shape: str, when: str, condition: str, rules: HomeRules) -> list[str]:
    if least is None:
        return []
    return [" ".join(filter(None, (what, score_text(least, rules) + "+", shape, when, condition)))]
