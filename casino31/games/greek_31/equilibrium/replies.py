"""What a punter wins who plays as if a belief of his were true, against each card that may really be hidden.

A belief is ten integers: how likely one unseen card of each value is to be the hidden one. Best replies to beliefs
are all that an equilibrium needs of a punter: a strategy is stored as the beliefs it replies to, ten small numbers
in place of a decision for each of thousands of hands.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from casino31.arrays import Floats, Ints
from casino31.games.greek_31.engine import finite, infinite
from casino31.games.greek_31.engine.exposures import Behind, VisibleCards, falling
from casino31.games.greek_31.equilibrium.kernels import reply_sweep
from casino31.games.greek_31.hands import hands, stands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.totals import EMPTY, THIRTY_ONE, Hand, plus

ReplyFunction: TypeAlias = Callable[[Ints, Floats], Floats]
"""(places of exposures, beliefs in the same order as rows of ten) -> chances to win, (hidden value, exposure)."""

NOTHING = 99
"""The rank of a card that cannot be hidden behind an exposure."""
LEANING = 2**30
LEAN = (LEANING - 1) / LEANING
"""The punter stands on whatever is worth this share of drawing: a rule that no rounding can reach."""
BLOCK = 1500


@dataclass(frozen=True)
class Views:
    """All that a punter may see with a card hidden, whatever the banker does."""

    exposed: tuple[Hand, ...]
    place: dict[Hand, int]
    ranks: Ints
    """(hidden value, exposure): what the banker then has, or NOTHING."""


def beliefs_of(rules: Rules) -> Views:
    """Return every exposure of one banker hand or more.

    >>> beliefs_of(Rules()).ranks.shape
    (10, 4732)
    """
    return _views(rules.bare)


@lru_cache(maxsize=2)
def _views(rules: Rules) -> Views:
    place: dict[Hand, int] = {}
    ways = stands(rules)
    for way in ways:
        place.setdefault(way.exposed, len(place))
    ranks = np.full((10, len(place)), NOTHING)
    for way in ways:
        ranks[way.concealed, place[way.exposed]] = way.rank
    return Views(tuple(place), place, ranks)


def unseen(rules: Rules, first: int) -> Ints:
    """Return how many cards of each value a punter with this first card does not see, (value, exposure).

    >>> int(unseen(Rules(), 0)[0].max())
    3
    """
    if rules.decks is None:
        return np.repeat(np.array(rules.deck)[:, None], len(beliefs_of(rules).exposed), axis=1)
    others = np.array(rules.deck) - np.eye(10, dtype=np.int64)[first]
    left: Ints = others[:, None] - np.array(beliefs_of(rules).exposed).T
    return left.clip(0)


def replier(rules: Rules, first: int) -> ReplyFunction:
    """Return the function that replies to beliefs with a first card.

    >>> reply = replier(Rules(decks=None), 9)
    >>> place = beliefs_of(Rules(decks=None)).place[(0, 0, 0, 0, 0, 0, 1, 0, 0, 1)]
    >>> chances = reply(np.array([place]), np.eye(10)[[9]])
    >>> bool(0 < chances[0, 0] < chances[8, 0] == chances[9, 0])
    True
    """
    whole = _infinite(rules, first) if rules.decks is None else _finite(rules, first)

    def reply(places: Ints, beliefs: Floats) -> Floats:
        starts = range(0, len(places), BLOCK)
        parts = [whole(places[s : s + BLOCK], beliefs[s : s + BLOCK]) for s in starts]
        return np.concatenate(parts, axis=1) if parts else np.zeros((10, 0))

    return reply


def _infinite(rules: Rules, first: int) -> ReplyFunction:
    all_states = infinite.states(rules)
    root = infinite.state_of(rules, plus(EMPTY, first))
    chances = np.array(infinite.CHANCES) / 13
    ranks = beliefs_of(rules).ranks

    def reply(places: Ints, beliefs: Floats) -> Floats:
        behind = ranks[:, places]
        weights = beliefs.T * np.array(infinite.CHANCES)[:, None]
        values: list[Floats] = []
        for state in all_states:
            stake = (behind < (NOTHING if state.rank == THIRTY_ONE else state.rank)).astype(float)
            if state.rank == THIRTY_ONE:
                values.append(stake)
                continue
            draw = np.zeros(behind.shape)
            for chance, child in zip(chances, state.children, strict=True):
                if child >= 0:
                    draw += chance * values[child]
            stand = (weights * stake).sum(axis=0) >= LEAN * (weights * draw).sum(axis=0)
            values.append(np.where(stand, stake, draw))
        return values[root]

    return reply


def _finite(rules: Rules, first: int) -> ReplyFunction:
    table, deck = hands(rules), rules.deck
    all_hands = table.hands
    ranks, exposed = beliefs_of(rules).ranks, np.array(beliefs_of(rules).exposed).T
    levels = [[place for place in level if all_hands[place][first]] for level in table.levels]
    root = table.place[plus(EMPTY, first)]
    cards_unseen = unseen(rules, first)

    def reply(places: Ints, beliefs: Floats) -> Floats:
        behind = ranks[:, places]
        left = np.array(deck)[:, None] - exposed[:, places]
        outside = sum(deck) - exposed[:, places].sum(axis=0) - 1
        swept = reply_sweep(table, first, behind, left, outside, beliefs, LEAN, NOTHING)
        if swept is not None:
            quick: Floats = swept / np.maximum(cards_unseen[:, places], 1)
            return quick
        chances = [[(left[x] - k).clip(0).astype(float) for k in range(deck[x] + 1)] for x in range(10)]
        weights = beliefs.T
        after: dict[int, Floats] = {}
        for cards in range(table.most_cards, 0, -1):
            now: dict[int, Floats] = {}
            for place in levels[cards]:
                hand, rank = all_hands[place], table.rank[place]
                beaten = behind < (NOTHING if rank == THIRTY_ONE else rank)
                stake = np.where(beaten, (left - np.array(hand)[:, None]).clip(0), 0.0)
                if rank == THIRTY_ONE:
                    now[place] = stake
                    continue
                draw = np.zeros(behind.shape)
                for x, child in enumerate(table.children[place]):
                    if child >= 0:
                        draw += chances[x][hand[x]] * after[child]
                draw /= np.maximum(outside - cards, 1)
                stand = (weights * stake).sum(axis=0) >= LEAN * (weights * draw).sum(axis=0)
                now[place] = np.where(stand, stake, draw)
            after = now
        of_one: Floats = after[root] / np.maximum(cards_unseen[:, places], 1)
        return np.where(left[first] > 0, of_one, 0.0)

    return reply


def shown_chances(rules: Rules, first: int) -> dict[int, Fraction]:
    """Return the punter's chance to win against each hand that is shown as 14, by its place: exact.

    >>> chances = shown_chances(Rules(), 0)
    >>> len(chances), 0 < min(chances.values()) < max(chances.values()) < 1
    (54, True)
    """
    return _shown_chances(rules.bare, first)


@lru_cache(maxsize=20)
def _shown_chances(rules: Rules, first: int) -> dict[int, Fraction]:
    table = hands(rules)
    shown = [place for place, is_14 in enumerate(table.fourteen) if is_14]
    seen = [VisibleCards(table.hands[place], (Behind(-1, 1, table.rank[place]),)) for place in shown]
    if rules.decks is None:
        root = infinite.state_of(rules, plus(EMPTY, first))
        alike = [infinite.AlikeExposures(0, ((exposure.behind[0].rank, 1),)) for exposure in seen]
        wins = infinite.best_response(rules, alike)[root][0].tolist()
        overs = [13 ** infinite.states(rules)[root].depth] * len(seen)
    else:
        roots = finite.best_response(rules, seen, first=first, exact=True)
        wins = roots.exact[first][0]
        others = sum(rules.deck) - 1
        overs = [falling(others - sum(exposure.exposed), roots.depth) for exposure in seen]
    return {place: Fraction(win, over) for place, win, over in zip(shown, wins, overs, strict=True)}


def belief_error(rules: Rules) -> float:
    """Return a bound for the relative error of a chance in floats."""
    return 13 * (hands(rules).most_cards + 2) * finite.ULP
