"""What happened in many rounds, in whole numbers that add up over blocks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from casino31.arrays import Bools, Ints, Whole
from casino31.games.greek_31.simulation.deal import deal, draw_words, stream
from casino31.games.greek_31.simulation.rounds import BANKER_BUST, FAVOURABLE, TIED
from casino31.games.greek_31.simulation.table import PreparedRules, play_rounds

PIECE = 2**13
"""Rounds played at a time: what they need stays near the processor."""
LONGEST = 64
"""Tenures of so many hands and more are counted together."""
MARGIN = 1024
"""A tenure that begins in the last rounds of a block is not counted, for the block may end before it does."""


@dataclass(frozen=True)
class RoundCounts:
    """Whole numbers from the rounds of a table; arrays of 64-bit integers."""

    events: Ints
    """(first card, event): of the last punter of each round."""
    money: Ints
    """(punters with the maximum bet, winners among them, winners among the others): rounds."""
    ties: Ints
    """(winners, punters who stand and tie): rounds; the other punters lose."""
    tenures: Ints
    """By their hands, the last for all longer ones: tenures (B8), the rounds of a block being successive hands."""
    hands: int
    """Hands dealt in those tenures."""

    @property
    def rounds(self) -> int:
        """Rounds counted."""
        return int(self.events.sum())

    def flat(self) -> tuple[int, ...]:
        """Return everything in one line, to be added up."""
        parts = (self.events, self.money, self.ties, self.tenures)
        return (*(int(n) for part in parts for n in part.ravel()), self.hands)


def size_of(punters: int) -> int:
    """Return how many whole numbers ``Counts.flat`` holds.

    >>> size_of(1)
    178
    """
    return 100 + (punters + 1) ** 3 + (punters + 1) ** 2 + LONGEST + 1 + 1


def unflat(numbers: Sequence[int], punters: int) -> RoundCounts:
    """Return the counts of one line; ValueError when it is not of so many punters.

    >>> unflat(range(178), 1).money.tolist()
    [[[100, 101], [102, 103]], [[104, 105], [106, 107]]]
    """
    if len(numbers) != size_of(punters):
        raise ValueError(f"{len(numbers)} counts: expected {size_of(punters)}")
    sides = punters + 1
    shapes = ((10, 10), (sides, sides, sides), (sides, sides), (LONGEST + 1,))
    parts, at = [], 0
    for shape in shapes:
        many = int(np.prod(shape))
        parts.append(np.array(numbers[at : at + many], np.int64).reshape(shape))
        at += many
    return RoundCounts(parts[0], parts[1], parts[2], parts[3], int(numbers[at]))


def block_counts(table: PreparedRules, maximum: Sequence[bool], seed: int, block: int, rounds: int) -> RoundCounts:
    """Play the first rounds of a numbered block; ``maximum`` tells which first cards get the maximum bet.

    >>> from casino31.games.greek_31.rules import Rules
    >>> from casino31.games.greek_31.simulation.table import prepare_rules
    >>> made = prepare_rules(Rules(cards=(2, 2, 2, 2, 2, 2, 2, 2, 2, 8)))
    >>> counts = block_counts(made, [False] * 10, 31, 0, 1_000)
    >>> counts.rounds, counts.events.sum(axis=0).tolist()
    (1000, [187, 77, 26, 97, 195, 69, 92, 158, 53, 46])
    """
    generator, codes = stream(seed, block), np.zeros((rounds, table.punters), np.uint8)
    for start in range(0, rounds, PIECE):
        piece = codes[start : start + PIECE]
        raw = draw_words(generator, len(piece), table.words)
        chance, words = raw[:, : table.chances], raw[:, table.chances :]
        piece[:] = play_rounds(table, deal(table.rules, words, table.cards), chance)
    return count(codes, maximum)


def count(codes: Whole, maximum: Sequence[bool]) -> RoundCounts:
    """Return the counts of successive rounds, from what ``table.play`` returned.

    >>> count(np.array([[36], [90], [90]], np.uint8), [False] * 10).money[0, 0].tolist()
    [0, 3]
    """
    punters, sides = codes.shape[1], codes.shape[1] + 1
    first, event = np.divmod(codes, 10)
    won = FAVOURABLE[event]
    high = np.array(maximum, np.bool_)[first]
    highs, high_wins = high.sum(axis=1), (high & won).sum(axis=1)
    wins, ties = won.sum(axis=1), (event == TIED).sum(axis=1)
    money = (highs * sides + high_wins) * sides + wins - high_wins
    tenures, hands = _tenures(event[:, 0] == BANKER_BUST)
    return RoundCounts(
        np.bincount(codes[:, punters - 1], minlength=100).reshape(10, 10),
        np.bincount(money, minlength=sides**3).reshape(sides, sides, sides),
        np.bincount(wins * sides + ties, minlength=sides**2).reshape(sides, sides),
        tenures,
        hands,
    )


def _tenures(bust: Bools) -> tuple[Ints, int]:
    """B8: the deal passes on a bust but the first hand's, so of busts in a row every second one ends nothing."""
    places = np.flatnonzero(bust)
    begins = np.flatnonzero(np.diff(places, prepend=-2) > 1)
    run = np.repeat(begins, np.diff(begins, append=len(places)))
    rank = np.arange(len(places)) - run
    ends = places[(rank + (places[run] == 0)) % 2 == 0]
    starts = np.concatenate([[0], ends + 1])[: len(ends)]
    lengths = (ends + 1 - starts)[starts < len(bust) - MARGIN]
    return np.bincount(lengths.clip(max=LONGEST), minlength=LONGEST + 1), int(lengths.sum())
