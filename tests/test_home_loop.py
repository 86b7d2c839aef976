"""The fast loops and the referee: the same cards, the same endings."""

from __future__ import annotations

import re

import numpy as np
import pytest

from casino31.home.ending import KINDS
from casino31.home.engine import play_block, play_packs
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
READINGS = {
    "scat": (
        "stock_out=restock,stock_out_when=last card drawn,dealt_blitz=in turn,blitz_shown=by knocking in turn,"
        "last_draw=stock only,take_back=yes,knock_from=turn 2,blitz_after_knock=counts,decks=2,cap=3,"
        "knocker_tie=saved,knocker_tie=pays with them,points_tie=high card,all_out=high card,partial=nothing,"
        "knocker_blitz_penalty=2,ranking=all over31=bust"
    ),
    "banking": "blind=no,lowest_pays=yes blind=no,pot_tie=stays",
    "switch": "swapped_out=face down,must_swap=no,swap_blind=no",
    "schnautz": "exchange=1; 2 or 3,exchange=1 or 3,cap_ends=drawn,last_turn=as any other,must_swap=no",
    "schwimmen": "dealer_chooses=no,fire=none,must_swap=yes",
    "stop-the-bus": "stop=instead of a swap,top_run=A-2-3 second,must_swap=no",
    "no-elimination": "tie_class=own,blitz_others=lowest",
    "first-to-five": "top_tie=none",
}


def cases() -> list[tuple[str, str]]:
    return [
        (game, reading) for game in shipped() for reading in ("", *filter(None, READINGS.get(game, "").split(",")))
    ]


def made(game: str, reading: str, players: int) -> Setup:
    settings = tuple(re.findall(r"\w+=[^=]+?(?=$| \w+=)", reading.replace(";", ",")))
    rules = load(game, settings).rules
    policies = [read(text, rules) for text in (BRAG if rules.ranking == "brag" else POLICIES)]
    return setup(rules, [policies[(3 * seat) % len(policies)] for seat in range(players)])


def endings(results: SettledDeals, row: int) -> tuple[object, ...]:
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
        assert told == endings(fast, row), row


@pytest.mark.parametrize(("game", "reading"), cases())
def test_loops_and_referee_agree(game: str, reading: str) -> None:
    agree(made(game, reading, 4), 100, 8, 31)


@pytest.mark.slow
@pytest.mark.parametrize("game", shipped())
def test_loops_and_referee_agree_on_many_deals(game: str) -> None:
    """A hundred thousand deals in both loops, and of them as many with the referee as a minute allows."""
    rules = load(game).rules
    for players in sorted({rules.fewest, 5, rules.most}):
        agree(made(game, "", players), 34_000, 500, 131)


def test_a_block_is_its_shuffled_packs() -> None:
    table = made("scat", "", 4)
    block = play_block(table, 31, 2, 500)
    packs = play_packs(table, *shuffled_packs(table, 31, 2, 500))
    assert np.array_equal(block.hands, packs.hands)


def test_packs_are_shuffled_fairly() -> None:
    table = made("scat", "", 2)
    packs, _ = shuffled_packs(table, 31, 0, 65_536)
    for place in (0, 7, 51):
        counts = np.bincount(packs[:, place], minlength=52)
        assert abs(((counts - 65_536 / 52) ** 2).sum() / (65_536 / 52) - 51) < 4 * (2 * 51) ** 0.5
    assert (np.sort(packs[:50], axis=1) == np.arange(52)).all()
