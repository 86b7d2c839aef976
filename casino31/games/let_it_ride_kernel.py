"""What Let It Ride pays a hand as, for one round and for many at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from casino31.answers import Settled
from casino31.cards import Card
from casino31.layout import Layout
from casino31.poker import FIVE_CARD_HANDS, THREE_CARD_HANDS, five_card_value, three_card_hand
from casino31.settling import PLAN_MARK, by_referee
from casino31.wagers import Paid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole
    from casino31.declaration import Declaration
    from casino31.outcomes import Row

BACK, RIDE = "take back", "let it ride"
ACTIONS = (BACK, RIDE)
UNITS, TEN = 3, 8
LESS, TENS, BONUS = "less than tens", "tens or better", "three card bonus"
HANDS = (LESS, TENS, *FIVE_CARD_HANDS[2:])


def paid_hand(cards: Sequence[Card]) -> str:
    """L3: name what five cards are paid as.

    >>> from casino31.cards import parse_cards
    >>> [paid_hand(parse_cards(hand)) for hand in ("Th Tc 2d 3d 4d", "9h 9c 2d 3d 4d", "2h 2c 3d 3h 4d")]
    ['tens or better', 'less than tens', 'two pair']
    """
    kind, ranks = five_card_value(cards)
    if kind > 1:
        return FIVE_CARD_HANDS[kind]
    return TENS if kind == 1 and ranks[0] >= TEN else LESS


def kernel(game: Declaration, layout: Layout) -> Settled:
    """Return the referee for many rounds at a time: hands are looked up by their ranks and whether they are suited.

    >>> import numpy as np
    >>> from casino31.rulesfile import load
    >>> file = load("let-it-ride")
    >>> settled = kernel(file.game, file.rules)
    >>> codes = settled.settle(list(np.array([[32, 33, 0, 5, 10], [32, 32, 0, 5, 10]]).T), np.array([3, 3]))
    >>> settled.rows[codes[0]][0].net, int(codes[1])
    (Fraction(3, 1), -1)
    """
    import numpy as np

    if "main" not in layout.bets:
        return by_referee(game, layout)
    plans = list(product(ACTIONS, repeat=2))
    units = np.array([UNITS - plan.count(BACK) for plan in plans])
    rows: dict[Row, int] = {}
    owns = THREE_CARD_HANDS if BONUS in layout.bets else ("",)
    code = np.empty((len(HANDS), UNITS + 1, len(owns)), np.int16)
    for (h, hand), left, (b, own) in product(enumerate(HANDS), range(1, UNITS + 1), enumerate(owns)):
        ending = layout.terms.ending(main=(Paid(hand, left),), three_card_bonus=(Paid(own),))
        code[h, left, b] = rows.setdefault(layout.row(ending), len(rows))
    five = _table(5, lambda cards: HANDS.index(paid_hand(cards)))
    three = _table(3, lambda cards: owns.index(three_card_hand(cards))) if len(owns) > 1 else None

    def settle(cards: Sequence[Whole], actions: Whole) -> NDArray[np.int16]:
        dealt = np.sort(np.array(cards, np.int64), axis=0)
        sound = (dealt[0] >= 0) & (dealt[-1] < 52) & (dealt[1:] != dealt[:-1]).all(axis=0)
        held = np.where(sound, np.array(cards, np.int64), np.arange(5)[:, None])
        own = 0 if three is None else three[_key(held[:3])]
        found: NDArray[np.int16] = np.where(sound, code[five[_key(held)], units[actions], own], np.int16(-1))
        return found

    return Settled(tuple(rows), tuple(map(PLAN_MARK.join, plans)), 5, 5, settle)


def _key(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """The ranks of some cards in rising order, as digits of base 13, doubled; one more where they are suited."""
    import numpy as np

    key = np.zeros(cards.shape[1], np.int64)
    for ranks in np.sort(cards // 4, axis=0):
        key = key * 13 + ranks
    suited: NDArray[np.bool_] = (cards % 4 == cards[0] % 4).all(axis=0)
    return 2 * key + suited


def _table(size: int, name: Callable[[Sequence[int]], int]) -> NDArray[np.int8]:
    """What each hand of so many cards is, by its key."""
    import numpy as np

    found = np.zeros(2 * 13**size, np.int8)
    for ranks in combinations_with_replacement(range(13), size):
        for suited in (False, True):
            cards = np.array([4 * r + (not suited) * (place % 4) for place, r in enumerate(ranks)])
            if len(set(cards.tolist())) == size:
                found[_key(cards[:, None])] = name(cards.tolist())
    return found
