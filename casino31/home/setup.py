"""A table made ready for the fast loops: rules and policies as arrays, and shuffled packs by numbered block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from casino31.home import actions as act
from casino31.home.policy import TAKES, Policy, Situation
from casino31.home.rules import HomeRules
from casino31.home.state import pack
from casino31.home.worth import Worth, worth_of
from casino31.simulation.shoe import block_words, scaled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Bools, Ints, Whole

TABLES = ("pile", "pile and widow", "widow", "widow and stock", "two hands")
RULES = (
    *("players", "table", "width", "must swap", "take back", "knock from", "after", "stock only", "may stand"),
    *("at once", "ends", "shown", "restock", "last card", "announce", "chooses", "face up", "cap", "down", "blitz"),
    "unseen",
)
"""The numbers of ``Setup.rule``: first the rules, then six modes a seat."""
MODES = ("take", "keep", "last take", "last keep", "widow", "renew")


@dataclass(frozen=True)
class Setup:
    """What the loops read."""

    rules: HomeRules
    players: int
    policies: tuple[Policy, ...]
    """By seat."""
    rule: Ints
    """The rules as numbers, by ``RULES``, and the modes of each seat, by ``MODES``."""
    swaps: Ints
    """A row a swap, in the order of its action: the nine cards, hand first, that make the new hand."""
    knock: Bools
    """By seat, turn, shape and score."""
    worth: Worth
    deck: Whole
    """The cards that are shuffled."""

    def ruled(self, name: str) -> int:
        """Return one of the rules as a number."""
        return int(self.rule[RULES.index(name)])

    def mode(self, seat: int, name: str) -> int:
        """Return one of the modes of a seat as a number."""
        return int(self.rule[len(RULES) + len(MODES) * seat + MODES.index(name)])


def setup(rules: HomeRules, policies: Sequence[Policy], lives: Sequence[int] = ()) -> Setup:
    """Return a table with a policy in each seat, from the eldest; ``lives`` are the tokens that each has left.

    >>> from casino31.home.policy_text import read
    >>> setup(HomeRules(), [read("knock 25+", HomeRules())] * 4).knock.shape
    (4, 13, 2, 80)
    """
    import numpy as np

    players = len(policies)
    rules.check_players(players)
    places = [Situation(players, seat + 1, lives[seat] if lives else 0) for seat in range(players)]
    modes = [
        (
            TAKES.index(policy.ordinary.take),
            policy.ordinary.keep,
            TAKES.index(policy.last.take),
            policy.last.keep,
            policy.widow,
            policy.renew,
        )
        for policy in policies
    ]
    return Setup(
        rules,
        players,
        tuple(policies),
        np.array(_rule(rules, players) + [int(mode) for row in modes for mode in row], np.int64),
        np.array(_swaps(rules), np.int64).reshape(-1, 3),
        np.array([policy.table(where) for policy, where in zip(policies, places, strict=True)]),
        worth_of(rules),
        np.array([token % 52 for token in pack(rules)], np.int8),
    )


def _rule(rules: HomeRules, players: int) -> list[int]:
    """The rules as numbers, in the order of ``RULES``."""
    whole_table = rules.has_pile or rules.table == "two hands"
    return [
        players,
        TABLES.index(rules.table),
        players + {"pile": 0, "two hands": 2}.get(rules.table, 1),
        rules.must_swap,
        rules.take_back,
        int(rules.knock_from[-1]),
        rules.stop == "after the swap",
        rules.last_draw == "stock only",
        whole_table or rules.last_turn == "may stand" or not rules.must_swap,
        rules.dealt_blitz == "at once",
        rules.blitz_after_knock == "ends",
        rules.blitz_shown == "at once",
        rules.stock_out == "restock",
        rules.has_pile and rules.stock_out == "drawn" and rules.stock_out_when == "last card drawn",
        rules.announce,
        rules.dealer_chooses,
        rules.swapped_out == "face up",
        rules.cap * players,
        rules.table == "pile and widow" and rules.blind,
        rules.blitz != "none",
        rules.deck * rules.decks - 3,
    ]


def _swaps(rules: HomeRules) -> list[tuple[int, ...]]:
    """The new hands of all swaps that the rules know, by action."""
    known = act.SWAPS if rules.table == "two hands" else act.FIRST_SWAPS if rules.has_widow else {}
    swaps = [dict(swapped) for swapped in known.values() if len(swapped) in rules.swap_sizes]
    return [tuple(3 + swapped[i] if i in swapped else i for i in range(3)) for swapped in swaps]


def shuffled_packs(table: Setup, seed: int, block: int, deals: int) -> tuple[Whole, NDArray[np.uint64]]:
    """Return the packs of the first deals of a block, top first, a row each, and a word each to shuffle a pile.

    A pack of n cards takes n words of the block's stream: word c times (n - c), over 2^64 and rounded down, says
    how far behind place c the card stands that comes to it; by the last word a pile is shuffled.
    """
    import numpy as np

    size = len(table.deck)
    words = block_words(seed, block, deals * size).reshape(deals, size)
    order = np.tile(table.deck, (deals, 1))
    rows = np.arange(deals)
    for place in range(size - 1):
        other = place + scaled(words[:, place], size - place).astype(np.intp)
        moved = order[rows, other]
        order[rows, other] = order[:, place]
        order[:, place] = moved
    return order, np.ascontiguousarray(words[:, -1])
