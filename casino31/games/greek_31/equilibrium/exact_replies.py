"""What a stored punter wins against each hidden card, as fractions: the lower end of an interval without rounding.

The sweep is that of ``replies``. Beside every float run its remainders modulo a few primes: a decision is made by
the float unless standing and drawing lie too close for it, and then by the whole numbers themselves.
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from casino31.arrays import Bools, Floats, Ints
from casino31.games.greek_31.engine import infinite
from casino31.games.greek_31.engine.exposures import falling
from casino31.games.greek_31.engine.modular import lift, primes_for
from casino31.games.greek_31.equilibrium.replies import (
    BLOCK,
    LEAN,
    LEANING,
    NOTHING,
    belief_error,
    beliefs_of,
    unseen,
)
from casino31.games.greek_31.equilibrium.solver import Punter
from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import EMPTY, THIRTY_ONE, plus

Fractions = list[list[Fraction]]
"""(hidden value, exposure or reply)."""


def exact_chances(rules: Rules, first: int, places: Ints, beliefs: Ints) -> Fractions:
    """Return the chances to win of the replies to beliefs, (hidden value, reply), of ``replier`` without errors.

    >>> place = beliefs_of(Rules(decks=None)).place[(0, 0, 0, 0, 0, 0, 1, 0, 0, 1)]
    >>> chances = exact_chances(Rules(decks=None), 9, np.array([place]), np.eye(10, dtype=np.int64)[[9]])
    >>> chances[9][0]
    Fraction(7019578381, 10604499373)
    """
    sweep = _infinite if rules.decks is None else _finite
    parts = [
        sweep(rules, first, places[start : start + BLOCK], beliefs[start : start + BLOCK])
        for start in range(0, len(places), BLOCK)
    ]
    return [[chance for part in parts for chance in part[c]] for c in range(10)]


def exact_mixed(rules: Rules, punter: Punter, chances: Fractions) -> Fractions:
    """Return a punter's chances, (hidden value, exposure), from those of the replies he mixes: ``mixed``, exactly.

    ValueError when an exposure is left out.
    """
    seen = len(beliefs_of(rules).exposed)
    places, weights = punter.places.tolist(), punter.weights.tolist()
    whole = [0] * seen
    for place, weight in zip(places, weights, strict=True):
        whole[place] += weight
    if not all(whole):
        raise ValueError("the punter's policy leaves out cards that the banker may expose")
    answer = [[Fraction()] * seen for _ in range(10)]
    for row, wins in zip(answer, chances, strict=True):
        for place, weight, win in zip(places, weights, wins, strict=True):
            row[place] += Fraction(weight, whole[place]) * win
    return answer


class _Decisions:
    """Stands or draws for a block of replies, one belief each."""

    def __init__(self, rules: Rules, weights: Ints, primes: tuple[int, ...]) -> None:
        self._weights, self._floats, self._primes = weights, weights.astype(float), primes
        self._error = 4 * belief_error(rules)

    def stand(self, stake: Ints, draw: Floats, rest: Ints, scale: Callable[[int], int]) -> Bools:
        """Return for each reply whether it stands; ``scale`` is what a column's stake counts in whole numbers."""
        staked, drawn = (self._floats * stake).sum(axis=0), (self._floats * draw).sum(axis=0)
        stand: Bools = staked >= LEAN * drawn
        near = (np.abs(staked - LEAN * drawn) <= self._error * staked) & (staked > 0)
        for column in np.flatnonzero(near).tolist():
            beliefs = self._weights[:, column].tolist()
            whole = [lift(remainders, self._primes) for remainders in rest[:, :, column].T.tolist()]
            standing = sum(b * s for b, s in zip(beliefs, stake[:, column].tolist(), strict=True)) * scale(column)
            drawing = sum(b * w for b, w in zip(beliefs, whole, strict=True))
            stand[column] = standing * LEANING >= drawing * (LEANING - 1)
        return stand


def _finite(rules: Rules, first: int, places: Ints, beliefs: Ints) -> Fractions:
    table, deck = hands(rules), np.array(rules.deck)
    all_hands, depth = table.hands, table.most_cards
    behind, seen = beliefs_of(rules).ranks[:, places], np.array(beliefs_of(rules).exposed).T[:, places]
    left = deck[:, None] - seen
    chances = [[(left[x] - k).clip(0) for k in range(deck[x] + 1)] for x in range(10)]
    outside = int(deck.sum()) - seen.sum(axis=0) - 1
    primes = primes_for(int(deck.max()) * falling(int(outside.max()) - 1, depth - 1))
    moduli = np.array(primes)[:, None, None]
    decisions = _Decisions(rules, beliefs.T, primes)
    after: dict[int, tuple[Floats, Ints]] = {}
    for cards in range(depth, 0, -1):
        scales = [falling(int(n) - cards, depth - cards) for n in outside]
        remainders = np.array([[scale % p for scale in scales] for p in primes])[:, None, :]
        now: dict[int, tuple[Floats, Ints]] = {}
        for place in table.levels[cards]:
            hand, rank = all_hands[place], table.rank[place]
            if not hand[first]:
                continue
            beaten = behind < (NOTHING if rank == THIRTY_ONE else rank)
            stake: Ints = np.where(beaten, (left - np.array(hand)[:, None]).clip(0), 0)
            paid = stake % moduli * remainders % moduli
            if rank == THIRTY_ONE:
                now[place] = stake.astype(float), paid
                continue
            draw, rest = np.zeros(behind.shape), np.zeros(paid.shape, np.int64)
            for x, child in enumerate(table.children[place]):
                if child >= 0:
                    draw += chances[x][hand[x]] * after[child][0]
                    rest += chances[x][hand[x]] * after[child][1] % moduli
            draw /= np.maximum(outside - cards, 1)
            rest %= moduli
            stand = decisions.stand(stake, draw, rest, scales.__getitem__)
            now[place] = np.where(stand, stake, draw), np.where(stand, paid, rest)
        after = now
    rest = after[table.place[plus(EMPTY, first)]][1]
    over = [falling(int(n) - 1, depth - 1) for n in outside]
    hidden = np.maximum(unseen(rules, first)[:, places], 1).tolist()
    return _fractions(rest, primes, lambda c, column: over[column] * hidden[c][column])


def _infinite(rules: Rules, first: int, places: Ints, beliefs: Ints) -> Fractions:
    all_states = infinite.states(rules)
    root = infinite.state_of(rules, plus(EMPTY, first))
    behind = beliefs_of(rules).ranks[:, places]
    primes = primes_for(13 ** max(state.depth for state in all_states))
    moduli = np.array(primes)[:, None, None]
    decisions = _Decisions(rules, beliefs.T * np.array(infinite.CHANCES)[:, None], primes)
    values: list[tuple[Floats, Ints]] = []
    for state in all_states:
        stake: Ints = (behind < (NOTHING if state.rank == THIRTY_ONE else state.rank)).astype(np.int64)
        scale = 13**state.depth
        paid = stake * np.array([scale % p for p in primes])[:, None, None]
        if state.rank == THIRTY_ONE:
            values.append((stake.astype(float), paid))
            continue
        draw, rest = np.zeros(behind.shape), np.zeros(paid.shape, np.int64)
        for chance, child in zip(infinite.CHANCES, state.children, strict=True):
            if child >= 0:
                draw += chance / 13 * values[child][0]
                power = chance * 13 ** (state.depth - 1 - all_states[child].depth)
                rest += values[child][1] * np.array([power % p for p in primes])[:, None, None] % moduli
        rest %= moduli
        stand = decisions.stand(stake, draw, rest, lambda _, scale=scale: scale)  # type: ignore[misc]
        values.append((np.where(stand, stake, draw), np.where(stand, paid, rest)))
    return _fractions(values[root][1], primes, lambda *_: 13 ** all_states[root].depth)


def _fractions(rest: Ints, primes: tuple[int, ...], over: Callable[[int, int], int]) -> Fractions:
    """The numbers with these remainders, (prime, hidden value, reply), over what each is counted in."""
    rows: list[list[list[int]]] = rest.transpose(1, 2, 0).tolist()
    return [
        [Fraction(lift(remainders, primes), over(c, column)) for column, remainders in enumerate(row)]
        for c, row in enumerate(rows)
    ]
