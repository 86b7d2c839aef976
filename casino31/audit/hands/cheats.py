"""Players who cheat, dealt by the program itself: what share of their hands the audit of logs finds.

Each cheat is one whose payouts are all correct. The tests of the deal cannot see it; those of the player can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

from casino31.audit.finding import LEVEL, Problem, Verdict
from casino31.audit.hands.dealt_hands import DealtHands, Hands
from casino31.audit.hands.departures import hidden_card
from casino31.audit.hands.log import LogAuditor
from casino31.audit.hands.settlement import Settlement
from casino31.audit.hands.wealths import look

HANDS = 100_000
"""Of each log that is dealt."""
HONEST = 60
"""Logs of honest players that are dealt."""
SHARES = tuple(part * 10.0**-power for power in (4, 3, 2, 1) for part in (1, 1.5, 2, 3, 5, 7))
"""Of hands, or of bets, that are cheated: what is tried."""
REPEATS = 20
"""Logs of each share."""
POWER = Fraction(9, 10)
RAISED = 5
"""A capped bet is so many times as large, a pinched one so many times smaller."""


@dataclass(frozen=True)
class PlayerSelfTest:
    """What the tests of players did on dealt logs."""

    verdict: Verdict
    layout: str
    hands: int
    """Of each log."""
    honest: int
    """Logs of honest players."""
    alarms: int
    """Of them, those that were said not to conform."""
    repeats: int
    """Logs of each cheat and share."""
    cheats: tuple[CheatPower, ...]


@dataclass(frozen=True)
class CheatPower:
    """One cheat, and the smallest share of hands at which it is found."""

    cheat: str
    share: float | None
    """None where no share is found with the stated power."""
    found: float
    """The part of all repeats in which it was found at that share."""
    tests: tuple[str, ...]
    """What found it."""


def honest(hands: Hands) -> None:
    """Nobody cheats: a third of dealt hands leave the strategy for no reason, and stakes grow after losses."""
    hands.stray()
    row = 0
    for place, lost in enumerate((hands.gains < 0).tolist()):  # one, two and four units after as many losses
        hands.stakes[place] *= 1 << row
        row = min(row + 1, 2) if lost else 0


def caps(hands: Hands) -> None:
    """A share of the winning bets is raised once they have won."""
    hands.stakes[hands.chosen & (hands.gains > 0)] *= RAISED


def pinches(hands: Hands) -> None:
    """A share of the losing bets is made smaller once they have lost."""
    hands.stakes[hands.chosen & (hands.gains < 0)] //= RAISED


def sees_the_hidden_card(hands: DealtHands) -> None:
    """In a share of hands he decides when he has seen the card that nobody should."""
    import numpy as np

    many = len(hands.settlement.settled.actions)
    gains = np.array([hands.by(np.full(len(hands.actions), action, np.int8)) for action in range(many)])
    own = gains[hands.actions, np.arange(len(hands.actions))]
    better = hands.chosen & (gains.max(axis=0) > own)
    hands.actions[better] = gains.argmax(axis=0)[better]


def colludes(hands: DealtHands) -> None:
    """In a share of hands he knows the cards of one neighbour, and decides as is best with them."""
    import numpy as np

    settlement, player = hands.settlement, hands.auditor.law.players[0]
    settled, rows = settlement.settled, np.flatnonzero(hands.chosen)
    own = [column[rows] for column in hands.cards[: settled.seen]]
    others = [column[rows ^ 1] for column in hands.cards[: settled.seen]]
    situations = settlement.table.situations(own)
    left, worth = 52 - settled.seen, []
    for action, name in enumerate(settled.actions):
        values = {knows: float(value) for knows, (value, _) in player.luck.actions[name].items()}
        total = left * np.array([values[player.knows[situation]] for situation in situations])
        for column in others:
            code = settled.settle([*own, column], np.full(len(rows), action, np.int8))
            total -= player.gains[code] / player.scale
        worth.append(total)
    hands.actions[rows] = np.array(worth).argmax(axis=0)


CHEATS: Mapping[str, Callable[[Any], None]] = {
    "sees the hidden card in a share of hands": sees_the_hidden_card,
    "caps a share of winning bets": caps,
    "pinches a share of losing bets": pinches,
    "knows one neighbour's cards in a share of hands": colludes,
}
LATE = (caps, pinches)
"""Cheats with stakes alone: they are tried on games of every kind."""


def cheated(
    auditor: LogAuditor, cheat: Callable[[Any], None], share: float, seed: int, hands: int = HANDS
) -> LogAuditor:
    """Return the auditor with hands alone counted that it dealt itself, a share of which are cheated.

    Two hands a round are dealt where one card is hidden from the decision, else hands are drawn from the exact law.

    >>> from casino31.audit.hands.in_a_row import settlement_of
    >>> from casino31.audit.hands.schema import Schema
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> auditor = LogAuditor(settlement_of(file.game, file.game.analyse(file.rules)), Schema())
    >>> done = cheated(auditor, caps, 0.2, 31, 4_000)
    >>> sorted(problem.where for problem in done.answer().verdict.problems)
    ['all, hand 2 of the round: main: stakes', 'all: main: stakes']
    """
    import numpy as np

    auditor.forget()
    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    made = auditor.settlement
    if isinstance(made, Settlement) and hidden_card(made.settled):
        size = made.settled.size
        decks = rng.permuted(np.tile(np.arange(52, dtype=np.int8), (hands // 2, 1)), axis=1)[:, : 2 * size]
        cards = list(np.ascontiguousarray(decks.reshape(-1, size).T))
        actions, results = made.under_strategy(cards)
        chosen = rng.random(len(actions)) < share
        stakes = np.full(len(actions), 100 * RAISED, np.int64)
        played: Hands = DealtHands(auditor, results, stakes, chosen, made, cards, actions.copy())
    else:
        chances = made.chances
        drawn = rng.choice(list(chances), hands, p=[float(chance) for chance in chances.values()]).astype(np.int16)
        stakes = np.full(hands, 100 * RAISED, np.int64)
        played = Hands(auditor, drawn, stakes, rng.random(hands) < share)
    cheat(played)
    played.count()
    look(auditor.tally, auditor.law)
    return auditor


def selftest(
    auditor: LogAuditor,
    seed: int = 31,
    repeats: int = REPEATS,
    hands: int = HANDS,
    progress: Callable[[int, int], None] | None = None,
) -> PlayerSelfTest:
    """Return what the tests of players find in dealt logs: honest ones, and of each cheat the smallest share found.

    Seeded, and bounded: a few halvings of the list of shares. ``progress`` is told the logs dealt and the
    most there can be. A game in which not one card is hidden from its decision has the cheats with stakes alone.
    """
    steps, done = len(SHARES).bit_length(), 0
    made = auditor.settlement
    made.expect(10**9)
    by_cards = isinstance(made, Settlement) and hidden_card(made.settled)
    usable = {name: cheat for name, cheat in CHEATS.items() if by_cards or cheat in LATE}
    whole = HONEST * repeats // REPEATS + steps * len(usable) * repeats

    def found(cheat: Callable[[Any], None], share: float, first: int, many: int) -> tuple[int, set[str]]:
        nonlocal done
        times, tests = 0, set()
        for number in range(first, first + many):
            problems = cheated(auditor, cheat, share, seed * 10**8 + number, hands).answer(LEVEL).verdict.problems
            times += bool(problems)
            tests |= {problem.where.rsplit(": ", 1)[-1] for problem in problems}
            done += 1
            if progress is not None:
                progress(done, whole)
        return times, tests

    many = HONEST * repeats // REPEATS
    alarms, _ = found(honest, 0.0, 0, many)
    cheats = []
    for place, (name, cheat) in enumerate(usable.items(), 1):
        low, high = 0, len(SHARES)
        best = CheatPower(name, None, 0.0, ())
        while low < high:
            middle = (low + high) // 2
            times, tests = found(cheat, SHARES[middle], place * 10**6, repeats)
            if times >= POWER * repeats:
                high, best = middle, CheatPower(name, SHARES[middle], times / repeats, tuple(sorted(tests)))
            else:
                low = middle + 1
        cheats.append(best)
    return PlayerSelfTest(
        Verdict(*_judged(alarms, many)),
        auditor.settlement.filed.rules.title,
        hands,
        many,
        alarms,
        repeats,
        tuple(cheats),
    )


def _judged(alarms: int, many: int) -> tuple[bool, Fraction, tuple[Problem, ...]]:
    """Whether honest players are accused too often: more than four standard errors above the level."""
    rate = float(1 - LEVEL)
    if alarms <= many * rate + 4 * sqrt(many * rate * (1 - rate)) + 1:
        return True, LEVEL, ()
    message = f"honest players are accused in {alarms} of {many} logs, it should be in {rate:.1%}"
    return False, LEVEL, (Problem("false alarms", "honest players", str(alarms), f"{many * rate:g}", message),)
