"""Random rounds in numbered, seeded blocks: any number of shards comes to the same integers."""

from casino31.simulation.blocks import BLOCK, STRETCH, Tally, blocks_of, merge, shard_blocks
from casino31.simulation.rounds import PreparedLayout, empty, play_cards, prepare, simulate, simulate_trial
from casino31.simulation.shoe import block_cards, block_numbers, deals_of

__all__ = [
    "BLOCK",
    "STRETCH",
    "PreparedLayout",
    "Tally",
    "block_cards",
    "block_numbers",
    "blocks_of",
    "deals_of",
    "empty",
    "merge",
    "play_cards",
    "prepare",
    "shard_blocks",
    "simulate",
    "simulate_trial",
]
