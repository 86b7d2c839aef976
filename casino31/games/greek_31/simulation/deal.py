"""Cards for many rounds at a time, from numbered blocks of random words.

Each block has its own generator, PCG64 seeded by ``SeedSequence`` with the block's number as spawn key, and every
round takes as many 64-bit words of its raw stream as the longest round could need. A half word times the cards
left, over 2^32, is the place of the card dealt: no card is likelier than another by more than 1e-7 of its chance,
no word is rejected, and the numbers do not depend on the version of numpy.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from casino31.arrays import Ints, Whole
from casino31.fast import compiled
from casino31.games.greek_31.rules import Rules

RawWords: TypeAlias = Ints
"""Raw 64-bit words, one row a round."""
Values: TypeAlias = NDArray[np.int8]
"""The values dealt, 0 (ace) to 9 (ten): one row a round, in the order of dealing."""


def stream(seed: int, block: int) -> np.random.PCG64:
    """Return the bit generator of a numbered block.

    >>> stream(31, 0).random_raw(2).tolist()
    [6108997060938611742, 3810247506812880010]
    """
    return np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(block,)))


def draw_words(generator: np.random.PCG64, rounds: int, words: int) -> RawWords:
    """Return the next words of a generator, one row a round.

    >>> draw_words(stream(31, 0), 2, 1).tolist()
    [[6108997060938611742], [3810247506812880010]]
    """
    raw: RawWords = generator.random_raw(rounds * words).view(np.int64).reshape(rounds, words)
    return raw


def deal(rules: Rules, raw: RawWords, cards: int) -> Values:
    """Return the first cards of each round's freshly shuffled packs (B9): two from each word, low half first.

    ValueError when the words or the packs do not hold so many.

    >>> deal(Rules(), draw_words(stream(31, 0), 2, 3), 6).tolist()
    [[9, 4, 6, 3, 9, 9], [5, 9, 0, 2, 7, 8]]
    """
    if cards > 2 * raw.shape[1] or (rules.decks is not None and cards > sum(rules.deck)):
        raise ValueError(f"{cards} cards of {raw.shape[1]} words and {rules.packs}")
    pack = np.repeat(np.arange(10, dtype=np.int8), rules.deck)
    values: Values = np.empty((len(raw), cards), np.int8)
    fast = compiled(_deal)
    if fast is not None:
        fast(raw, pack, int(rules.decks is not None), values)
        return values
    packs = np.repeat(pack[None], len(raw), axis=0) if rules.decks else pack[None]
    rows = np.arange(len(raw)) if rules.decks else 0
    for card in range(cards):
        half = (raw[:, card >> 1] >> (32 * (card & 1))) & 0xFFFFFFFF
        gone = card if rules.decks else 0
        place = gone + (half * (len(pack) - gone) >> 32)
        values[:, card] = packs[rows, place]
        if rules.decks:
            packs[rows, place] = packs[:, card]
    return values


def _deal(raw: RawWords, pack: Whole, finite: int, values: Values) -> None:
    """The loop of ``deal``, to be compiled: a card is drawn from those left, and the next one takes its place."""
    rounds, cards = values.shape
    left = pack.copy()
    for row in range(rounds):
        left[:] = pack
        for card in range(cards):
            half = (raw[row, card >> 1] >> (32 * (card & 1))) & 0xFFFFFFFF
            gone = card * finite
            place = gone + (half * (len(pack) - gone) >> 32)
            values[row, card] = left[place]
            if finite:
                left[place] = left[card]
