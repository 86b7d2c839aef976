"""Single rounds by the referee: given cards, given actions, one Result a wager."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from casino31.answers import Settled
from casino31.cards import Card
from casino31.declaration import Declaration
from casino31.layout import Layout
from casino31.outcomes import Result
from casino31.settling import by_referee
from casino31.table import ReplayTable
from casino31.wagers import Ending


def ending_of(game: Declaration, layout: Layout, cards: Sequence[Card], actions: Sequence[str]) -> Ending:
    """Return how a round ends: the cards in the order of the deal, the actions as they are asked for.

    ValueError when the cards are not cards of the shoe, too few, or an action is none that the rules allow.
    """
    decks = game.shoe.decks_of(layout.terms)
    wrong = sorted({card for card in cards if not 0 <= card < 52 or list(cards).count(card) > decks})
    if wrong:
        shoe = "one deck, all different" if decks == 1 else f"{decks} decks"
        raise ValueError(f"a round needs cards of {shoe}: {list(cards)}")
    left = list(actions)

    def choose(knows: Hashable, allowed: Sequence[str]) -> str:
        if not left:
            raise ValueError(f"an action is missing: one of {', '.join(allowed)} for {knows}")
        return left.pop(0)

    return game.referee(layout.terms, ReplayTable(cards, choose))


def play(
    game: Declaration, layout: Layout, cards: Sequence[Card], *actions: str, bets: Sequence[str] | None = None
) -> tuple[Result, ...]:
    """Settle one round, by default of all bets that the layout offers; one Result for each wager.

    >>> from casino31.cards import parse_cards
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> for result in play(file.game, file.rules, parse_cards("Kh Th 3c 4h"), "play"):
    ...     print(result.event, result.stake, result.net)
    24 1 1
    24 1 2
    20 1 1
    """
    if bets is not None:
        layout = layout.only(bets)
    return layout.row(ending_of(game, layout, cards, actions))


def settle_batch(game: Declaration, layout: Layout) -> Settled:
    """Return the game's fast settlement, or the referee for one round after another where it has none."""
    return by_referee(game, layout) if game.kernel is None else game.kernel(game, layout)
