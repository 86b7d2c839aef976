"""Many deals at a time: compiled where numba is there, else a whole block a step in numpy; the same results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from casino31.fast import compiled
from casino31.home.batch import fork_batch, play_batch
from casino31.home.loop import (
    ASKED,
    CAP,
    DECK,
    FORCE,
    KIND,
    KNOCKER,
    NO,
    PLAYERS,
    SEAT,
    TURN,
    WORD,
    YES,
    open_deal,
    play_on,
    record,
    shuffle_pack,
    turn,
)
from casino31.home.results import SettledDeals, settled
from casino31.home.setup import Setup, shuffled_packs
from casino31.simulation.shoe import block_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Bools, Floats, Ints, Whole

    Arrays: TypeAlias = tuple[Ints, Whole, Bools, Ints]
    """``R``, ``T``, ``K`` and ``W``."""
    Unsigned: TypeAlias = tuple[np.uint64, NDArray[np.uint64]]


def _play_packs(packs: Whole, words: Ints, D: Ints, game: Arrays, into: Ints) -> None:
    """Play shuffled packs, a row each."""
    R, T, K, W = game
    size = packs.shape[1]
    for row in range(len(packs)):
        D[DECK : DECK + size] = packs[row]
        D[WORD] = words[row]
        open_deal(D, R, T, K, size)
        play_on(D, R, T, K, W, DECK + size)
        record(D, into, row)


def _play_words(deck: Whole, words: Ints, unsigned: Unsigned, D: Ints, game: Arrays, into: Ints) -> None:
    """Shuffle a pack by each row of words, and play it."""
    R, T, K, W = game
    half, natural = unsigned
    size = len(deck)
    for row in range(len(words)):
        D[DECK : DECK + size] = deck
        shuffle_pack(D, words[row], size, half, natural)
        D[WORD] = words[row, size - 1]
        open_deal(D, R, T, K, size)
        play_on(D, R, T, K, W, DECK + size)
        record(D, into, row)


def _fork_words(
    deck: Whole, words: Ints, unsigned: Unsigned, deals: tuple[Ints, ...], game: Arrays, into: tuple[Ints, ...]
) -> int:
    """Play deals as ``_play_words``, and from each decision to knock once more the other way.

    ``into`` are the endings of the deals, those of the other ways, and for each of these its deal, the seat, its
    turn, the hand's facts and whether the policy knocked. Stops where they are full, and returns the ways.
    """
    R, T, K, W = game
    half, natural = unsigned
    D, before, E = deals
    base, other, asked = into
    size, ways, row = len(deck), 0, 0
    while row < len(words) and ways + 3 * R[CAP] < len(asked):
        D[DECK : DECK + size] = deck
        shuffle_pack(D, words[row], size, half, natural)
        D[WORD] = words[row, size - 1]
        open_deal(D, R, T, K, size)
        while D[KIND] < 0:
            before[:] = D
            D[ASKED] = -1
            turn(D, R, T, K, W, DECK + size)
            if D[ASKED] >= 0 and D[KNOCKER] in (-1, before[SEAT]):
                knocks = D[KNOCKER] == before[SEAT]
                E[:] = before
                E[FORCE] = NO if knocks else YES
                play_on(E, R, T, K, W, DECK + size)
                record(E, other, ways)
                asked[ways, 0], asked[ways, 1] = row, before[SEAT]
                asked[ways, 2] = (before[TURN] - 1) // R[PLAYERS] + 1
                asked[ways, 3], asked[ways, 4] = D[ASKED] & 255, knocks
                ways += 1
        record(D, base, row)
        row += 1
    return ways


def game_of(made: Setup) -> Arrays:
    """Return the arrays that the compiled loop reads: ``R``, ``T``, ``K`` and ``W``."""
    import numpy as np

    worth = made.worth
    facts = worth.score + 128 * worth.shape + 256 * worth.blitz
    table = np.concatenate([facts[None], worth.keep[:1], worth.ahead]).astype(np.int32)
    knock = np.zeros((*made.knock.shape[:2], 256), np.bool_)
    knock[:, :, : made.knock.shape[3]] = made.knock[:, :, 0]
    knock[:, :, 128 : 128 + made.knock.shape[3]] = made.knock[:, :, 1]
    return made.rule, table, knock, made.swaps


def fresh_deal(made: Setup) -> Ints:
    """Return the array of a deal of the compiled loop."""
    import numpy as np

    return np.zeros(DECK + 2 * len(made.deck), np.int64)


def play_packs(made: Setup, packs: Whole, words: NDArray[np.uint64], fast: bool | None = None) -> SettledDeals:
    """Return what some shuffled packs come to; ``fast`` chooses between the compiled loop and numpy."""
    import numpy as np

    loop = None if fast is False else compiled(_play_packs)
    if loop is None:
        return settled(made.rules, made.worth, play_batch(made, packs, words))
    raw = np.zeros((len(packs), 4 + made.players), np.int64)
    loop(packs, words.view(np.int64), fresh_deal(made), game_of(made), raw)
    return settled(made.rules, made.worth, raw)


def play_block(made: Setup, seed: int, block: int, deals: int) -> SettledDeals:
    """Return what the first deals of a numbered block come to."""
    import numpy as np

    loop = compiled(_play_words)
    if loop is None:
        return play_packs(made, *shuffled_packs(made, seed, block, deals), fast=False)
    size = len(made.deck)
    words = block_words(seed, block, deals * size).reshape(deals, size)
    raw = np.zeros((deals, 4 + made.players), np.int64)
    unsigned = np.uint64(32), np.arange(size + 1, dtype=np.uint64)
    loop(made.deck, words, unsigned, fresh_deal(made), game_of(made), raw)
    return settled(made.rules, made.worth, raw)


@dataclass(frozen=True)
class Forks:
    """Decisions to knock, each played both ways on the same cards."""

    seat: Ints
    turn: Ints
    """The seat's own turn, from 1."""
    shape: Ints
    score: Ints
    gain: Floats
    """What the seat gains by knocking rather than playing on."""


def fork_block(made: Setup, gains: Floats, seed: int, block: int, deals: int) -> Forks:
    """Return every decision to knock in the first deals of a block; ``gains``: see ``tally.CountPlaces.codes``."""
    import numpy as np

    size, n = len(made.deck), made.players
    loop = compiled(_fork_words)
    if loop is None:
        asked, yes, no = fork_batch(made, *shuffled_packs(made, seed, block, deals))
        by_seat = [_gained(made, raw, gains)[np.arange(len(raw)), asked[:, 0]] for raw in (yes, no)]
        return Forks(asked[:, 0], asked[:, 1], asked[:, 2], asked[:, 3], by_seat[0] - by_seat[1])
    words = block_words(seed, block, deals * size).reshape(deals, size)
    most = deals * min(24, 4 + made.ruled("cap")) + 4 * made.ruled("cap")
    base, other = (np.zeros((many, 4 + n), np.int64) for many in (deals, most))
    asked = np.zeros((most, 5), np.int64)
    unsigned = np.uint64(32), np.arange(size + 1, dtype=np.uint64)
    under_way = fresh_deal(made), fresh_deal(made), fresh_deal(made)
    ways = loop(made.deck, words, unsigned, under_way, game_of(made), (base, other, asked))
    row, seat, turn_, facts, knocks = asked[:ways].T
    chosen = _gained(made, base, gains)[row, seat]
    unchosen = _gained(made, other[:ways], gains)[np.arange(ways), seat]
    gain = np.where(knocks == 1, chosen - unchosen, unchosen - chosen)
    return Forks(seat, turn_, facts >> 7, facts & 127, gain)


def _gained(made: Setup, raw: Ints, gains: Floats) -> Floats:
    """What each seat gains, by deal."""
    from casino31.home.results import seat_codes

    found: Floats = gains[seat_codes(made.rules, settled(made.rules, made.worth, raw))]
    return found
