"""The referee of 31 Classic for many rounds at a time.

No rule is written here. Hands that agree in all that a rule looks at (the best suit, the mini royal, the rank of
the trips) are found with numpy, and the referee settles one of each kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from casino31.answers import Settled
from casino31.cards import DECK, RANKS
from casino31.games.classic_31.rules import FOLD, RAISE
from casino31.layout import Layout
from casino31.points import MINI_ROYAL, POINTS
from casino31.rounds import play

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole
    from casino31.declaration import Declaration
    from casino31.outcomes import Row

    Codes = NDArray[np.int16]

_CARDS = len(DECK)


def kernel(game: Declaration, layout: Layout) -> Settled:
    """Return the results of all deals, and the function that looks them up.

    It is made in about half a second, and looks up tens of millions of rounds in another.

    >>> from casino31.rulesfile import load
    >>> import numpy as np
    >>> file = load("31-classic-b")
    >>> settled = kernel(file.game, file.rules)
    >>> codes = settled.settle(list(np.array([[46, 34, 4, 10], [46, 46, 4, 10]]).T), np.array([1, 1]))
    >>> [result.event for result in settled.rows[codes[0]]], int(codes[1])
    (['24', '24', '20'], -1)
    """
    import numpy as np

    start_kinds, start_of = _kinds(_hands(3))
    rows: dict[Row, int] = {}

    def code(row: Row) -> int:
        return rows.setdefault(row, len(rows))

    side = layout.only(("natural 31",)) if "natural 31" in layout.bets else None
    sides = [play(game, side, hand) if side else () for hand in start_kinds]
    if "main" not in layout.bets:
        alone = np.array([code(row) for row in sides], np.int16)[start_of]
        return Settled(tuple(rows), (RAISE,), 3, 3, lambda cards, _: _look_up(alone, cards))
    main = layout.only(("main",))
    final_kinds, final_of = _kinds(_hands(4))
    folds = np.array([code(play(game, layout, hand, FOLD)) for hand in start_kinds], np.int16)
    ends = [play(game, main, hand, RAISE) for hand in final_kinds]
    played = np.array([[code(end + won) for end in ends] for won in sides], np.int16)

    def settle(cards: Sequence[Whole], actions: Whole) -> Codes:
        start, final = _look_up(start_of, cards[:3]), _look_up(final_of, cards)
        settled = np.where(actions == 1, played[start, final], folds[start])
        settled[final < 0] = -1
        return settled

    return Settled(tuple(rows), (FOLD, RAISE), 3, 4, settle)


def _hands(size: int) -> Whole:
    """All sets of cards, one a row, in rising order."""
    import numpy as np

    return np.array(list(combinations(DECK, size)), np.int32)


def _kinds(hands: Whole) -> tuple[list[list[int]], Codes]:
    """One hand of each kind, and the kind of cards in any order, by ``_place``; -1 where one stands twice."""
    import numpy as np

    size = hands.shape[1]
    ranks, suits = hands >> 2, hands & 3
    points = np.array(POINTS, np.int32)[ranks]
    grade = np.zeros(len(hands), np.int32)
    royal = sum(1 << r for r in MINI_ROYAL)
    for suit in range(4):
        held = suits == suit
        total = (points * held).sum(1)
        if size > 3:
            total = total - np.where(held.all(1), points.min(1), 0)
        bits = ((1 << ranks) * held).sum(1)
        grade = np.maximum(grade, np.where(bits & royal == royal, 32, total))
    trips = np.full(len(hands), len(RANKS))
    for first in range(size - 2):
        same = ranks[:, first] == ranks[:, first + 2]
        trips[same] = ranks[same, first]
    _, firsts, kind = np.unique(grade * (len(RANKS) + 1) + trips, return_index=True, return_inverse=True)
    of = np.full(_CARDS**size, -1, np.int16)
    for order in permutations(range(size)):
        of[_place([hands[:, column] for column in order])] = kind
    return hands[firsts].tolist(), of


def _place(cards: Sequence[Whole]) -> NDArray[np.int32]:
    import numpy as np

    place = cards[0].astype(np.int32)
    for column in cards[1:]:
        place *= _CARDS
        place += column
    return place


def _look_up(of: Codes, cards: Sequence[Whole]) -> Codes:
    import numpy as np

    beyond = [column for column in cards if len(column) and (column.min() < 0 or column.max() >= _CARDS)]
    if not beyond:
        return of[_place(cards)]
    wrong = np.logical_or.reduce([(column < 0) | (column >= _CARDS) for column in beyond])
    places = of[_place([np.where(wrong, 0, column) for column in cards])]
    places[wrong] = -1
    return places
