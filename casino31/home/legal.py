"""What may be done at a moment of a deal."""

from __future__ import annotations

from casino31.home import actions as act
from casino31.home.state import State


def legal(state: State) -> tuple[int, ...]:
    """Return the actions of the seat to move, in rising order; none when the deal is over."""
    if state.phase == "choose":
        return (act.KEEP_FIRST, act.KEEP_SECOND)
    if state.phase == "announce":
        return (act.PASS, act.ANNOUNCE)
    if state.phase == "discard":
        may_throw = not state.from_pile or state.rules.take_back  # S4
        return act.DISCARD + ((act.THROW,) if may_throw else ())
    if state.phase == "after":
        return (act.KNOCK, act.PASS)
    return tuple(sorted(_turn(state))) if state.phase == "turn" else ()


def may_knock(state: State) -> bool:
    """Tell whether the seat may knock now (S6)."""
    return (
        state.knocker is None
        and state.rules.stop == "instead of a swap"
        and state.own_turn >= int(state.rules.knock_from[-1])
    )


def _turn(state: State) -> list[int]:
    rules = state.rules
    moves = [act.KNOCK] if may_knock(state) else []
    if moves and rules.blitz_shown == "by knocking in turn" and state.blitz(state.seat):
        return moves  # S12
    if rules.has_pile:
        moves += _draws(state)
    if rules.has_widow:
        moves += _swaps(state)
    if rules.table == "two hands":
        moves += _table_hands(state)
    if state.knocker is not None:
        if rules.has_pile or rules.table == "two hands" or rules.last_turn == "may stand" or not rules.must_swap:
            moves.append(act.PASS)  # S7, Z6
    elif not rules.must_swap and not rules.has_pile:
        moves.append(act.PASS)  # Y
    return moves


def _draws(state: State) -> list[int]:
    """S3, S7, S16, S17: the pile, and the stock; before a knock an empty stock may be asked for."""
    last = state.knocker is not None
    moves = [act.TAKE] if state.pile and not (last and state.rules.last_draw == "stock only") else []
    return moves + ([act.DRAW] if state.stock or not last else [])


def _swaps(state: State) -> list[int]:
    """B3, P3, Z4, X2: the swaps with the widow, or with the first table hand."""
    rules = state.rules
    two_hands = rules.table == "two hands"
    seen = [up or rules.blind or two_hands for up in state.up]
    not_whole = two_hands and not rules.swap_blind and not all(state.up[:3])  # X4
    return [
        action
        for action, swapped in act.FIRST_SWAPS.items()
        if len(swapped) in rules.swap_sizes
        and all(seen[j] for _, j in swapped)
        and not (not_whole and action == act.SWAP_ALL)
    ]


def _table_hands(state: State) -> list[int]:
    """X2, X3, X4: the second table hand, and hands renewed from the stock."""
    rules = state.rules
    moves = list(range(act.SWAP_SECOND, act.SWAP_SECOND + 9))
    if 3 in rules.swap_sizes and (rules.swap_blind or all(state.up[3:])):
        moves.append(act.SWAP_ALL_SECOND)
    if len(state.stock) >= 3 and not (state.renewed and rules.renew_limit == "once a turn"):
        moves += [*act.RENEW_UP, *act.RENEW_DOWN]
    return moves
