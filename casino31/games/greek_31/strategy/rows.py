"""Every decision that a punter's best play can come to, as lines of CSV.

A decision is what lies exposed and the cards in hand: which of them came first does not matter for what is best, so
one line serves every first card from which the best play gets there. Evs are in units of a bet; with finite decks
they are within 1e-12 of the exact ones, and an exact tie is recognised by whole numbers.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from casino31.arrays import Whole
from casino31.games.greek_31.engine.exposures import VisibleCards, visible_cards
from casino31.games.greek_31.engine.plan import Plan, fixed_plan
from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.strategy.decisions import Decisions
from casino31.games.greek_31.strategy.lines import chunks, matters
from casino31.games.greek_31.strategy.reached import possible_hands
from casino31.games.greek_31.totals import THIRTY_ONE, VALUES, show_hand

COLUMNS = ("exposed", "concealed", "hand", "first_cards", "action", "stand_ev", "draw_ev", "margin")


def rows(rules: Rules, plan: Plan | None = None) -> Iterator[str]:
    """Yield the names of the columns, then the decisions against each exposure; the plan is for all first cards.

    ``concealed`` is 1, or 0 when the banker shows a whole hand. ``action`` is stand or draw, by the layout's rule
    where ``margin``, the first ev less the second, is 0.

    >>> lines = "".join(rows(Rules(cards=(1, 0, 0, 1, 0, 0, 0, 0, 2, 8)))).splitlines()
    >>> len(lines), lines[1]
    (82, '99,1,A,A,draw,-1.000000000000,0.500000000000,-1.500000000000')
    """
    plan = plan or fixed_plan(rules)
    table = hands(rules)
    names = [show_hand(hand) for hand in table.hands]
    decided = np.array([rank != THIRTY_ONE for rank in table.rank])
    decided[0] = False
    firsts = ["".join(value for bit, value in enumerate(VALUES) if mask >> bit & 1) for mask in range(1024)]
    yield ",".join(COLUMNS) + "\n"
    for chunk, choices in chunks(rules, visible_cards(rules, plan)):
        came = _first_cards(rules, chunk, choices)
        came[~decided] = 0
        ties = ~matters(rules, choices)
        for column, visible in enumerate(chunk):
            start = f"{show_hand(visible.exposed)},{visible.hidden},"
            places = np.flatnonzero(came[:, column])
            yield "".join(
                f"{start}{names[place]},{firsts[mask]},{'stand' if stands else 'draw'},"
                f"{2 * stand - 1:.12f},{2 * draw - 1:.12f},{0.0 if tie else 2 * (stand - draw):.12f}\n"
                for place, mask, stands, stand, draw, tie in zip(
                    places.tolist(),
                    came[places, column].tolist(),
                    choices.stands[places, column].tolist(),
                    choices.stand[places, column].tolist(),
                    choices.draw[places, column].tolist(),
                    ties[places, column].tolist(),
                    strict=True,
                )
            )


def _first_cards(rules: Rules, seen: Sequence[VisibleCards], choices: Decisions) -> Whole:
    """For each hand and exposure the first cards, as bits, from which the best play comes there."""
    table = hands(rules)
    came = np.zeros(choices.stands.shape, np.uint16)
    for value, child in enumerate(table.children[0]):
        if child >= 0:
            came[child] = 1 << value
    for place in range(1, len(table.place)):
        draws = np.where(choices.stands[place], 0, came[place]).astype(np.uint16)
        if draws.any():
            for child in table.children[place]:
                if child >= 0:
                    came[child] |= draws
    came[~possible_hands(rules, seen, choices.orders)] = 0
    return came
