"""Random rounds in numbered, seeded blocks: any number of shards comes to the same integers."""

from casino31.simulation.blocks import BLOCK, STRETCH, Tally, blocks_of, merge, shard_blocks
from casino31.simulation.rounds import PreparedLayout, empty, play_cards, player, prepare, simulate
from casino31.simulation.shoe import block_cards, block_numbers, deals_of
from casino31.simulation.source import Findings, RoundSource, WriteLog

__all__ = [
    "BLOCK",
    "STRETCH",
    "Findings",
    "PreparedLayout",
    "RoundSource",
    "Tally",
    "WriteLog",
    "block_cards",
    "block_numbers",
    "blocks_of",
    "deals_of",
    "empty",
    "merge",
    "play_cards",
    "player",
    "prepare",
    "shard_blocks",
    "simulate",
]
