"""Every fixed banker that a layout could state, one beside another."""

from collections.abc import Mapping
from dataclasses import replace

from casino31.games.greek_31.engine.answer import Amount, answer
from casino31.games.greek_31.rules import CONCEAL, STANDS, Banker, Rules
from casino31.progress import steps


def policy_grid(rules: Rules) -> Mapping[Banker, Amount]:
    """Return a punter's expectation against each of the 44 fixed bankers, for one unit bet on every first card.

    Floats are within 1e-12 of the exact value; with infinitely many decks the numbers are Fractions.

    >>> grid = policy_grid(Rules(cards=(1, 0, 0, 1, 0, 0, 0, 0, 2, 8)))
    >>> len(grid), str(max(grid, key=grid.__getitem__))
    (44, 'the banker stands at 20 and conceals his highest card')
    """
    bankers = [Banker(stand, conceal) for conceal in CONCEAL for stand in STANDS]
    return {banker: _flat(replace(rules, banker=banker)) for banker in steps("fixed bankers", bankers)}


def _flat(rules: Rules) -> Amount:
    firsts = answer(rules, classes=False).first_cards
    total: Amount = sum(first.chance * first.expectation for first in firsts)
    return total
