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
    found = [act.KNOCK] if may_knock(state) else []
    if found and rules.blitz_shown == "by knocking in turn" and state.blitz(state.seat):
        return found  # S12
    if rules.has_pile:
        found += _draws(state)
    if rules.has_widow:
        found += _swaps(state)
    if rules.table == "two hands":
        found += _table_hands(state)
    if state.knocker is not None:
        if rules.has_pile or rules.table == "two hands" or rules.last_turn == "may stand" or not rules.must_swap:
            found.append(act.PASS)  # S7, Z6
    elif not rules.must_swap and not rules.has_pile:
        found.append(act.PASS)  # Y
    return found


def _draws(state: State) -> list[int]:
    """S3, S7, S16, S17: the pile, and the stock; before a knock an empty stock may be asked for."""
    last = state.knocker is not None
    found = [act.TAKE] if state.pile and not (last and state.rules.last_draw == "stock only") else []
    return found + ([act.DRAW] if state.stock or not last else [])


def _swaps(state: State) -> list[int]:
    """B3, P3, Z4, X2: the swaps with the widow, or with the first table hand."""
    rules = state.rules
    seen = [up or rules.blind or rules.table == "two hands" for up in state.up]
    sizes = {"1": (1,), "1 or 3": (1, 3), "1, 2 or 3": (1, 2, 3)}[rules.exchange]
    found = []
    if 1 in sizes:
        found += list(range(act.SWAP, act.SWAP + 9))
    if 2 in sizes:
        found += list(range(act.SWAP_TWO, act.SWAP_TWO + 9))
    if 3 in sizes:
        found.append(act.SWAP_ALL)
    if rules.table == "two hands" and not rules.swap_blind and not all(state.up[:3]):
        found = [action for action in found if action != act.SWAP_ALL]  # X4
    return [action for action in found if all(seen[j] for _, j in act.pairs(action) or ())]


def _table_hands(state: State) -> list[int]:
    """X2, X3, X4: the second table hand, and hands renewed from the stock."""
    rules = state.rules
    found = list(range(act.SWAP_SECOND, act.SWAP_SECOND + 9))
    if "3" in rules.exchange and (rules.swap_blind or all(state.up[3:])):
        found.append(act.SWAP_ALL_SECOND)
    if len(state.stock) >= 3 and not (state.renewed and rules.renew_limit == "once a turn"):
        found += [*act.RENEW_UP, *act.RENEW_DOWN]
    return found
