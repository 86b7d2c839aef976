"""Players who cheat, dealt by the program itself: what share of their hands the audit of logs finds.

Each cheat is one whose payouts are all correct. The tests of the deal cannot see it; those of the player can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from casino31.audit.finding import LEVEL
from casino31.audit.hands.batch import Batch
from casino31.audit.hands.counting import add
from casino31.audit.hands.departures import hidden_card
from casino31.audit.hands.log import LogAuditor
from casino31.audit.hands.wealths import look

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

HANDS = 100_000
SHARES = tuple(part * 10.0**-power for power in (4, 3, 2, 1) for part in (1, 1.5, 2, 3, 5, 7))
"""Of hands, or of bets, that are cheated: what is tried."""
REPEATS = 40
POWER = Fraction(9, 10)
RAISED = 5
"""A capped bet is so many times as large, a pinched one so many times smaller."""


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


def sees_the_hidden_card(hands: _Hands) -> None:
    """In a share of hands he decides when he has seen the card that nobody should."""
    import numpy as np

    many = len(hands.auditor.settlement.settled.actions)
    each = np.array([hands.gains(np.full(len(hands.actions), action, np.int8)) for action in range(many)])
    own = each[hands.actions, np.arange(len(hands.actions))]
    better = hands.chosen & (each.max(axis=0) > own)
    hands.actions[better] = each.argmax(axis=0)[better]


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
        total = left * np.array([values[player.knows[each]] for each in situations])
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

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> auditor = LogAuditor(file.game, file.game.analyse(file.rules), Schema())
    >>> done = cheated(auditor, caps, 0.2, 31, 4_000)
    >>> {problem.where for problem in done.answer().verdict.problems}
    {'all, hand 2 of the round: main: stakes', 'all: main: stakes'}
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
    if not auditor.once.add(auditor.tally, batch, auditor.seats):
        seats = auditor.seats.of(batch, batch.faults)
        add(auditor.tally, auditor.law, made.settled, batch, made.settle(batch), seats, "dealt")
    look(auditor.tally, auditor.law)


def powers(
    auditor: LogAuditor, seed: int = 31, repeats: int = REPEATS, level: Fraction = LEVEL, hands: int = HANDS
) -> Iterator[tuple[int, int, CheatPower | None]]:
    """Yield steps done and in all, and of each cheat the smallest share found: seeded, a few halvings of the list.

    A game in which not one card is hidden from its decision has the cheats with stakes alone.
    """
    steps = len(SHARES).bit_length()
    settled = auditor.settlement.settled
    auditor.settlement.expect(10**9)
    usable = {name: cheat for name, cheat in CHEATS.items() if cheat in (caps, pinches) or hidden_card(settled)}
    for place, (name, cheat) in enumerate(usable.items()):
        low, high = 0, len(SHARES)
        best = CheatPower(name, None, 0.0, ())
        for step in range(steps):
            if low < high:
                middle = (low + high) // 2
                found, tests = _found(auditor, cheat, SHARES[middle], (seed, place, repeats, hands), level)
                if found >= POWER:
                    high, best = middle, CheatPower(name, SHARES[middle], float(found), tests)
                else:
                    low = middle + 1
            yield place * steps + step + 1, steps * len(usable), best if step == steps - 1 else None


def _found(
    auditor: LogAuditor,
    cheat: Callable[[_Hands], None],
    share: float,
    plan: tuple[int, int, int, int],
    level: Fraction,
) -> tuple[Fraction, tuple[str, ...]]:
    seed, place, repeats, hands = plan
    times, tests = 0, set()
    for repeat in range(repeats):
        cheated(auditor, cheat, share, (seed * 1_000 + place) * 100_000 + repeat, hands)
        problems = auditor.answer(level).verdict.problems
        times += bool(problems)
        tests |= {problem.where.rsplit(": ", 1)[-1] for problem in problems}
    return Fraction(times, repeats), tuple(sorted(tests))
