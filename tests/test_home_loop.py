"""The fast loops and the referee: the same cards, the same endings."""

from __future__ import annotations

import numpy as np
import pytest

from casino31.home.engine import play_block, play_packs
from casino31.home.reader import shipped
from casino31.home.setup import shuffled_packs
from tests.home_agreement import agree, sizes, table_of

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


@pytest.mark.parametrize(("game", "reading"), cases())
def test_loops_and_referee_agree(game: str, reading: str) -> None:
    agree(table_of(game, reading, 4), 100, 8, 31)


@pytest.mark.slow
@pytest.mark.parametrize("game", shipped())
def test_loops_and_referee_agree_on_many_deals(game: str) -> None:
    """A hundred thousand deals in both loops, some also with the referee; ``home_agreement`` plays all with it."""
    for players in sizes(game):
        agree(table_of(game, "", players), 34_000, 500, 131)


def test_a_block_is_its_shuffled_packs() -> None:
    table = table_of("scat", "", 4)
    block = play_block(table, 31, 2, 500)
    packs = play_packs(table, *shuffled_packs(table, 31, 2, 500))
    assert np.array_equal(block.hands, packs.hands)


def test_packs_are_shuffled_fairly() -> None:
    table = table_of("scat", "", 2)
    packs, _ = shuffled_packs(table, 31, 0, 65_536)
    for place in (0, 7, 51):
        counts = np.bincount(packs[:, place], minlength=52)
        assert abs(((counts - 65_536 / 52) ** 2).sum() / (65_536 / 52) - 51) < 4 * (2 * 51) ** 0.5
    assert (np.sort(packs[:50], axis=1) == np.arange(52)).all()
