"""Many deals at a time: compiled where numba is there, else a whole block a step in numpy; the same results."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from casino31.fast import compiled
from casino31.home.batch import play_batch
from casino31.home.loop import open_deal, play_on, record
from casino31.home.loop_cards import DECK, WORD, shuffle_pack
from casino31.home.results import SettledDeals, settled
from casino31.home.setup import Setup, shuffled_packs
from casino31.simulation.shoe import block_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Bools, Ints, Whole

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
        shuffle_pack(D, deck, words[row], half, natural)
        open_deal(D, R, T, K, size)
        play_on(D, R, T, K, W, DECK + size)
        record(D, into, row)


def game_of(table: Setup) -> Arrays:
    """Return the arrays that the compiled loop reads: ``R``, ``T``, ``K`` and ``W``."""
    import numpy as np

    worth = table.worth
    facts = worth.score + 128 * worth.shape + 256 * worth.blitz
    rows = np.concatenate([facts[None], worth.keep[:1], worth.ahead]).astype(np.int32)
    knock = np.zeros((*table.knock.shape[:2], 256), np.bool_)
    knock[:, :, : table.knock.shape[3]] = table.knock[:, :, 0]
    knock[:, :, 128 : 128 + table.knock.shape[3]] = table.knock[:, :, 1]
    return table.rule, rows, knock, table.swaps


def fresh_deal(table: Setup) -> Ints:
    """Return the array of a deal of the compiled loop."""
    import numpy as np

    return np.zeros(DECK + 2 * len(table.deck), np.int64)


def shuffles(table: Setup, seed: int, block: int, deals: int) -> tuple[NDArray[np.uint64], Unsigned]:
    """Return the random words by which the packs of a block are shuffled, and the numbers that it takes."""
    import numpy as np

    size = len(table.deck)
    words = block_words(seed, block, deals * size).reshape(deals, size)
    return words, (np.uint64(32), np.arange(size + 1, dtype=np.uint64))


def play_packs(table: Setup, packs: Whole, words: NDArray[np.uint64], fast: bool | None = None) -> SettledDeals:
    """Return what some shuffled packs come to; ``fast`` chooses between the compiled loop and numpy."""
    import numpy as np

    loop = None if fast is False else compiled(_play_packs)
    if loop is None:
        return settled(table.rules, table.worth, play_batch(table, packs, words))
    raw = np.zeros((len(packs), 4 + table.players), np.int64)
    loop(packs, words.view(np.int64), fresh_deal(table), game_of(table), raw)
    return settled(table.rules, table.worth, raw)


def play_block(table: Setup, seed: int, block: int, deals: int) -> SettledDeals:
    """Return what the first deals of a numbered block come to."""
    import numpy as np

    loop = compiled(_play_words)
    if loop is None:
        return play_packs(table, *shuffled_packs(table, seed, block, deals), fast=False)
    raw = np.zeros((deals, 4 + table.players), np.int64)
    loop(table.deck, *shuffles(table, seed, block, deals), fresh_deal(table), game_of(table), raw)
    return settled(table.rules, table.worth, raw)
