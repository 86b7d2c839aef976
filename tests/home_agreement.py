"""The fast loops and the referee on the same cards: the same endings.

    python -m tests.home_agreement [GAME ...]

plays a hundred thousand deals of every named game, or of some, through all three: minutes a game, most of them
the referee's.
"""

from __future__ import annotations

import re
import sys
from time import process_time

import numpy as np

from casino31.home.ending import KINDS
from casino31.home.engine import play_packs
from casino31.home.player import Player, play
from casino31.home.policy import Situation
from casino31.home.policy_text import read
from casino31.home.reader import load, shipped
from casino31.home.results import SettledDeals
from casino31.home.round import deal
from casino31.home.setup import Setup, setup, shuffled_packs

POLICIES = (
    "knock 25+; announce 29+",
    "knock 19+ with three suited on turn 1; knock 21+ on turn 2; knock 23+ later; announce 30.5+; "
    "keep the most points; take the pile if it raises my points",
    "knock 21+; keep the best hand two draws ahead; take the pile always; last turn: take the pile never",
    "never knock; take the pile never; keep the most points",
)
BRAG = ("knock pair+", "knock run+; keep the most points", "never knock")
AT_ONCE = 2_000


def table_of(game: str, reading: str, players: int) -> Setup:
    """A game under other readings, with several policies at its table."""
    settings = tuple(re.findall(r"\w+=[^=]+?(?=$| \w+=)", reading.replace(";", ",")))
    rules = load(game, settings).rules
    policies = [read(text, rules) for text in (BRAG if rules.ranking == "brag" else POLICIES)]
    return setup(rules, [policies[(3 * seat) % len(policies)] for seat in range(players)])


def ending_of(results: SettledDeals, row: int) -> tuple[object, ...]:
    """What the loops say of a deal, as the referee says it."""
    seats = range(results.marks.shape[1])
    knocker = int(results.knocker[row])
    return (
        KINDS[results.kind[row]],
        int(results.turns[row]),
        None if knocker < 0 else knocker,
        tuple(seat for seat in seats if results.blitz[row, seat]),
        tuple(results.marks[row].tolist()),
        tuple(seat for seat in seats if results.winners[row, seat]),
        tuple(seat for seat in seats if results.high[row, seat]),
    )


def agree(table: Setup, deals: int, of_them: int, seed: int) -> None:
    """Both loops agree on all deals, and the referee on some of them."""
    packs, words = shuffled_packs(table, seed, 0, deals)
    fast, slow = (play_packs(table, packs, words, fast=compiled) for compiled in (True, False))
    for name in ("kind", "turns", "knocker", "blitz", "hands", "marks", "winners", "high"):
        assert np.array_equal(getattr(fast, name), getattr(slow, name)), name
    where = [Situation(table.players, seat + 1) for seat in range(table.players)]
    seats = [Player(table.rules, policy, place) for policy, place in zip(table.policies, where, strict=True)]
    for row in range(of_them):
        ending = play(deal(table.rules, table.players, packs[row].tolist(), int(words[row])), seats).ending
        assert ending is not None
        told = (ending.kind, ending.turns, ending.knocker, ending.blitz, ending.marks, ending.winners, ending.high)
        assert told == ending_of(fast, row), row


def sizes(game: str) -> list[int]:
    """Numbers of players to try a game with: the fewest, five, the most."""
    rules = load(game).rules
    return sorted({rules.fewest, 5, rules.most})


def main() -> None:
    """Play a hundred thousand deals of each game through both loops and the referee."""
    for game in sys.argv[1:] or shipped():
        start, deals = process_time(), 34_000
        for players in sizes(game):
            for part in range(deals // AT_ONCE):
                agree(table_of(game, "", players), AT_ONCE, AT_ONCE, 1_000 + part)
        told = f"{deals * len(sizes(game)):,} deals of {', '.join(map(str, sizes(game)))} players agree"
        print(f"{game:<16}{told}, {process_time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
