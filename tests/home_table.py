"""Deals of home games set up by hand, for the tests of their clauses."""

from __future__ import annotations

from casino31.cards import parse_cards
from casino31.home.reader import load
from casino31.home.rules import HomeRules
from casino31.home.state import State, cards, in_hand


def rules(game: str = "scat", *settings: str) -> HomeRules:
    """A shipped game with some rules changed."""
    return load(game, settings).rules


def at_table(
    house: HomeRules,
    *hands: str,
    pile: str = "2c",
    stock: str = "3c 4c 5c 6c",
    table: str = "",
    down: tuple[int, ...] = (),
    **moment: object,
) -> State:
    """A turn of the eldest with some hands; ``down`` are the table cards that lie face down."""
    held = tuple(in_hand(parse_cards(hand)) for hand in hands)
    on_table = parse_cards(table) if table else ()
    nothing = (frozenset[int](),) * len(held)
    state = State(
        house,
        held,
        parse_cards(stock) if stock else (),
        parse_cards(pile) if pile and house.has_pile else (),
        on_table,
        tuple(place not in down for place in range(len(on_table))),
        known=nothing,
        secret=nothing,
    )
    from dataclasses import replace

    return replace(state, **moment)  # type: ignore[arg-type]


def whole(state: State) -> list[int]:
    """Every card of a deal, wherever it is."""
    found = [token for hand in state.hands for token in hand] + [*state.stock, *state.pile, *state.table]
    return sorted(found + [token for token, _ in state.gone] + ([] if state.drawn is None else [state.drawn]))


def held(state: State, seat: int) -> tuple[int, ...]:
    """The cards of a seat's hand."""
    return cards(state.hands[seat])
