"""Players who cheat, dealt by the program itself: what share of their hands the audit of logs finds.

Each cheat is one whose payouts are all correct. The tests of the deal cannot see it; those of the player can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from casino31.audit.finding import LEVEL, Problem, Verdict
from casino31.audit.hands.batch import Batch
from casino31.audit.hands.counting import add
from casino31.audit.hands.departures import hidden_card
from casino31.audit.hands.log import LogAuditor
from casino31.audit.hands.wealths import look

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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


@dataclass
class _Hands:
    """Two hands a round: cards, actions, stakes of one unit, and who cheats."""

    auditor: LogAuditor
    cards: list[NDArray[np.int8]]
    actions: NDArray[np.int8]
    stakes: NDArray[np.int64]
    chosen: NDArray[np.bool_]

    def gains(self, actions: NDArray[np.int8]) -> NDArray[np.int64]:
        """What the base game wins by hand, on one unit."""
        settled = self.auditor.settlement.settled.settle(self.cards, actions)
        return self.auditor.law.players[0].gains[settled]


def honest(hands: _Hands) -> None:
    """Nobody cheats: a third of the hands leave the strategy for no reason, and stakes grow after losses."""
    import numpy as np

    settlement = hands.auditor.settlement
    asked = settlement.table.situations(hands.cards[: settlement.settled.seen]) >= 0
    rng = np.random.Generator(np.random.PCG64(len(hands.actions) + int(hands.cards[0][:50].sum())))
    strays = asked & (rng.random(len(hands.actions)) < 1 / 3)
    hands.actions[strays] = rng.integers(0, len(settlement.settled.actions), int(strays.sum()))
    lost = hands.gains(hands.actions) < 0
    row = 0
    for place, units in enumerate(lost.tolist()):  # one, two and four units after none, one and two losses in a row
        hands.stakes[place] *= 1 << row
        row = min(row + 1, 2) if units else 0


def sees_the_hidden_card(hands: _Hands) -> None:
    """In a share of hands he decides when he has seen the card that nobody should."""
    import numpy as np

    many = len(hands.auditor.settlement.settled.actions)
    gains = np.array([hands.gains(np.full(len(hands.actions), action, np.int8)) for action in range(many)])
    own = gains[hands.actions, np.arange(len(hands.actions))]
    better = hands.chosen & (gains.max(axis=0) > own)
    hands.actions[better] = gains.argmax(axis=0)[better]


def caps(hands: _Hands) -> None:
    """A share of the winning bets is raised once they have won."""
    hands.stakes[hands.chosen & (hands.gains(hands.actions) > 0)] *= RAISED


def pinches(hands: _Hands) -> None:
    """A share of the losing bets is made smaller once they have lost."""
    hands.stakes[hands.chosen & (hands.gains(hands.actions) < 0)] //= RAISED


def colludes(hands: _Hands) -> None:
    """In a share of hands he knows the cards of one neighbour, and decides as is best with them."""
    import numpy as np

    settlement, player = hands.auditor.settlement, hands.auditor.law.players[0]
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


CHEATS: Mapping[str, Callable[[_Hands], None]] = {
    "sees the hidden card in a share of hands": sees_the_hidden_card,
    "caps a share of winning bets": caps,
    "pinches a share of losing bets": pinches,
    "knows one neighbour's cards in a share of hands": colludes,
}


def cheated(
    auditor: LogAuditor, cheat: Callable[[_Hands], None], share: float, seed: int, hands: int = HANDS
) -> LogAuditor:
    """Return the auditor with dealt hands alone counted, two a round, a share of which are cheated.

    >>> from casino31.audit.hands.schema import Schema
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> auditor = LogAuditor(file.game, file.game.analyse(file.rules), Schema())
    >>> done = cheated(auditor, caps, 0.2, 31, 4_000)
    >>> sorted(problem.where for problem in done.answer().verdict.problems)
    ['all, hand 2 of the round: main: stakes', 'all: main: stakes']
    """
    import numpy as np

    auditor.forget()
    settled = auditor.settlement.settled
    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
    decks = rng.permuted(np.tile(np.arange(52, dtype=np.int8), (hands // 2, 1)), axis=1)[:, : 2 * settled.size]
    cards = list(np.ascontiguousarray(decks.reshape(-1, settled.size).T))
    actions = auditor.settlement.under_strategy(cards)[0].copy()
    chosen = rng.random(len(actions)) < share
    dealt = _Hands(auditor, cards, actions, np.full(len(actions), 100 * RAISED, np.int64), chosen)
    cheat(dealt)
    add_hands(auditor, dealt)
    return auditor


def add_hands(auditor: LogAuditor, dealt: _Hands) -> None:
    """Count hands as the audit of a log would, correctly paid."""
    import numpy as np

    made, many = auditor.settlement, len(dealt.actions)
    actual = made.settled.settle(dealt.cards, dealt.actions)
    base = made.first_wager[auditor.law.players[0].first]
    stakes, paid = {}, np.zeros(many, np.int64)
    for place, wager in enumerate(made.wagers):
        plays = made.first_wager[wager] == base
        stakes[wager] = dealt.stakes * made.due[place][actual] // made.scale if plays else np.zeros(many, np.int64)
    paid = dealt.stakes * made.back[base][actual] // made.scale
    begins = np.arange(many) % 2 == 0
    batch = Batch(1, dealt.cards, dealt.actions, stakes, paid, begins, {}, np.ones(many, bool), [])
    seats = auditor.seats.of(batch, batch.faults)
    add(auditor.tally, auditor.law, made.settled, batch, made.settle(batch), seats, "dealt")
    look(auditor.tally, auditor.law)


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
    auditor.settlement.expect(10**9)
    usable = {
        name: cheat
        for name, cheat in CHEATS.items()
        if cheat in (caps, pinches) or hidden_card(auditor.settlement.settled)
    }
    whole = HONEST * repeats // REPEATS + steps * len(usable) * repeats

    def found(cheat: Callable[[_Hands], None], share: float, first: int, many: int) -> tuple[int, set[str]]:
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
        Verdict(*_judged(alarms, many)), auditor.analysis.rules.title, hands, many, alarms, repeats, tuple(cheats)
    )


def _judged(alarms: int, many: int) -> tuple[bool, Fraction, tuple[Problem, ...]]:
    """Whether honest players are accused too often: more than four standard errors above the level."""
    rate = float(1 - LEVEL)
    if alarms <= many * rate + 4 * sqrt(many * rate * (1 - rate)) + 1:
        return True, LEVEL, ()
    message = f"honest players are accused in {alarms} of {many} logs, it should be in {rate:.1%}"
    return False, LEVEL, (Problem("false alarms", "honest players", str(alarms), f"{many * rate:g}", message),)
