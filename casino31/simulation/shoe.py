"""The cards of numbered blocks of rounds, from the raw stream of a block's own generator.

Rounds come in numbered blocks. Each block has its own generator, PCG64 seeded by ``SeedSequence`` with the block's
number as spawn key, and reads its raw stream of 64-bit words from the first on:

- One deck, and at most 2^32 ordered deals (52 x 51 x ..., up to 5 cards a round): round r takes word r. The word
  times the number of ordered deals, over 2^64 and rounded down, is the number of the deal, as ``deals_of`` counts.
- More cards or more decks: card c of round r, both from 0, takes word r x cards + c. The word times the number of
  cards left in the shoe, over 2^64 and rounded down, is the place of the card, from 0, among the cards left in
  rising order. A shoe of n decks holds each of the cards 0 to 51 n times.

No deal of the first kind is likelier than another by more than 2e-11 of its chance, and no card of the second by
more than 3e-18 of its chance for each deck; no word is rejected, and the numbers do not depend on the version of
numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import perm
from typing import TYPE_CHECKING, TypeVar

from casino31.cards import DECK

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Ints

AnyInt = TypeVar("AnyInt", bound="np.integer")

MOST_NUMBERED = 2**32
"""Ordered deals up to which one word chooses the whole deal."""


def deals_of(numbers: Ints, size: int) -> list[NDArray[np.int8]]:
    """Return the ordered cards of numbered deals, one array a card: each number below 52 x 51 x ... is one deal.

    >>> import numpy as np
    >>> [column.tolist() for column in deals_of(np.array([0, 6_497_399]), 4)]
    [[0, 51], [1, 50], [2, 49], [3, 48]]
    """
    import numpy as np

    cards: list[NDArray[np.int8]] = []
    rest = numbers
    for place in range(size):
        below = perm(len(DECK) - place - 1, size - place - 1)
        digit, rest = np.divmod(rest, below)
        cards.append(_at_place(digit.astype(np.int8), cards))
    return cards


def _at_place(place: NDArray[AnyInt], taken: Sequence[NDArray[AnyInt]]) -> NDArray[AnyInt]:
    """The cards at some places among those left, in rising order."""
    import numpy as np

    card = place.copy()
    for gone in np.sort(np.array(taken), axis=0) if taken else ():
        card += card >= gone
    return card


def block_cards(seed: int, block: int, rounds: int, size: int, decks: int = 1) -> list[NDArray[np.int8]]:
    """Return the cards of the first rounds of a block in the order dealt, one array a card.

    ValueError when the shoe holds fewer cards than a round takes.

    >>> [column.tolist() for column in block_cards(31, 0, 3, 4)]
    [[17, 10, 34], [11, 38, 26], [14, 41, 28], [3, 2, 49]]
    """
    import numpy as np

    shoe = len(DECK) * decks
    if not 0 < size <= shoe:
        raise ValueError(f"{size} cards a round: a shoe of {decks} decks holds {shoe}")
    if decks == 1 and perm(shoe, size) <= MOST_NUMBERED:
        return deals_of(block_numbers(seed, block, rounds, perm(shoe, size)), size)
    words = block_words(seed, block, rounds * size).reshape(rounds, size)
    taken: list[NDArray[np.int32]] = []
    for drawn in range(size):
        taken.append(_at_place(scaled(words[:, drawn], shoe - drawn).astype(np.int32), taken))
    return [(place // decks).astype(np.int8) for place in taken]


def block_numbers(seed: int, block: int, rounds: int, deals: int) -> Ints:
    """Return the numbers of the deals of the first rounds of a block, of at most 2^32 ordered deals.

    >>> block_numbers(31, 0, 3, 6_497_400).tolist()
    [2151740, 1342063, 4313369]
    """
    import numpy as np

    return scaled(block_words(seed, block, rounds), deals).astype(np.int64)


def scaled(words: NDArray[np.uint64], many: int) -> NDArray[np.uint64]:
    """Return each word times a number up to 2^32, over 2^64: in halves, so that no product is beyond 64 bits."""
    import numpy as np

    if many > MOST_NUMBERED:
        raise ValueError(f"{many:,} is above 2^32: its product with half a word would overflow")
    high, low = words >> np.uint64(32), words & np.uint64(2**32 - 1)
    factor = np.uint64(many)
    return (high * factor + (low * factor >> np.uint64(32))) >> np.uint64(32)


def block_words(seed: int, block: int, rounds: int) -> NDArray[np.uint64]:
    """The raw stream of a block."""
    import numpy as np

    return np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(block,))).random_raw(rounds)
