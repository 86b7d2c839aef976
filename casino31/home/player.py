"""A policy at the referee's table: what it does with what it sees."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from casino31.home import actions as act
from casino31.home.policy import TURNS, KnockTable, Mode, Policy, Situation
from casino31.home.round import apply
from casino31.home.rules import HomeRules
from casino31.home.state import State, Token
from casino31.home.view import View, view
from casino31.home.worth import Worth, place_of, worth_of

Choose = Callable[[View], int]
"""What sits at a table: from what it sees to what it does."""


def place(hand: Iterable[Token]) -> int:
    """Return where a hand stands in the tables of ``Worth``."""
    return place_of(token % 52 for token in hand)


@dataclass(frozen=True)
class Player:
    """A policy in a seat."""

    rules: HomeRules
    policy: Policy
    where: Situation

    @cached_property
    def worth(self) -> Worth:
        """The tables of the rules."""
        return worth_of(self.rules)

    @cached_property
    def table(self) -> KnockTable:
        """The knock table of the seat."""
        return self.policy.table(self.where)

    def __call__(self, seen: View) -> int:
        """Return what the policy does."""
        if len(seen.legal) == 1:
            return seen.legal[0]
        if seen.phase == "choose":
            other = self._keep([token for token in seen.table[:3] if token is not None], self.policy.ordinary)
            return act.KEEP_SECOND if other > self._keep(seen.hand, self.policy.ordinary) else act.KEEP_FIRST
        if seen.phase == "announce":
            return act.ANNOUNCE if self._says_knock(seen, 0) else act.PASS
        if act.KNOCK in seen.legal and self._says_knock(seen, min(seen.own_turn, TURNS)):
            return act.KNOCK
        if seen.phase == "after":
            return act.PASS
        mode = self.policy.ordinary if seen.knocker is None else self.policy.last
        if seen.phase == "discard":
            return self._discard(seen, mode)
        if self.rules.has_pile:
            return self._draw(seen, mode)
        return self._swap(seen, mode)

    def _says_knock(self, seen: View, turn: int) -> bool:
        at = place(seen.hand)
        return self.table[turn][int(self.worth.shape[at])][int(self.worth.score[at])]

    def _keep(self, hand: Iterable[Token], mode: Mode) -> int:
        return int(self.worth.keep[mode.keep][place(hand)])

    def _ahead(self, hand: Iterable[Token], draws: int) -> int:
        return int(self.worth.ahead[draws][place(hand)])

    def _discard(self, seen: View, mode: Mode) -> int:
        """Of equal choices the lowest card is thrown."""
        four = (*seen.hand, seen.drawn or 0)
        thrown = {action: four[3 if action == act.THROW else action - act.DISCARD[0]] for action in seen.legal}

        def choice(action: int) -> tuple[int, int]:
            return self._keep(_after_discard(seen, action), mode), -(thrown[action] % 52)

        return max(seen.legal, key=choice)

    def _draw(self, seen: View, mode: Mode) -> int:
        """The pile, the stock, the widow, or none of them."""
        unseen, may_draw = self.worth.unseen, act.DRAW in seen.legal
        choice, value = act.PASS, self._ahead(seen.hand, mode.keep) * unseen
        if may_draw:
            choice, value = act.DRAW, self._ahead(seen.hand, mode.keep + 1)
        if act.TAKE in seen.legal:
            hands = [_with(seen.hand, i, seen.pile[-1]) for i in range(3)]
            piled = max(self._ahead(hand, mode.keep) for hand in hands) * unseen
            if may_draw:
                raises = max(self._ahead(hand, 0) for hand in hands) > self._ahead(seen.hand, 0)
                taken = {"never": False, "always": True, "if it raises my points": raises}.get(
                    mode.take, piled > value
                )
            else:
                better = max(self._keep(hand, mode) for hand in hands) > self._keep(seen.hand, mode)
                taken = better and mode.take != "never"
            if taken:
                choice, value = act.TAKE, piled
        if self.policy.widow:
            swaps = [
                (self._ahead(_after_swap(seen, open_swap), mode.keep), open_swap) for open_swap in _open_swaps(seen)
            ]
            if swaps:
                best = max(worth for worth, _ in swaps)
                if best * unseen > value:
                    return next(action for worth, action in swaps if worth == best)
        return choice

    def _swap(self, seen: View, mode: Mode) -> int:
        """A swap with open cards of the table; a new table hand or a pass where none is better."""
        swaps = _open_swaps(seen)
        best = max(swaps, key=lambda action: self._keep(_after_swap(seen, action), mode), default=None)
        better = best is not None and self._keep(_after_swap(seen, best), mode) > self._keep(seen.hand, mode)
        if best is not None and better:
            return best
        if act.PASS in seen.legal:
            return act.PASS
        if self.policy.renew and act.RENEW_UP[0] in seen.legal:
            return act.RENEW_UP[0]
        return act.SWAP if best is None else best


def _with(hand: Sequence[Token], i: int, token: Token) -> tuple[Token, ...]:
    return (*hand[:i], token, *hand[i + 1 :])


def _after_discard(seen: View, action: int) -> tuple[Token, ...]:
    assert seen.drawn is not None
    return seen.hand if action == act.THROW else _with(seen.hand, action - act.DISCARD[0], seen.drawn)


def _open_swaps(seen: View) -> list[int]:
    """The swaps for cards that lie face up, in rising order."""
    pairs = {action: act.pairs(action) for action in seen.legal}
    return [action for action, swapped in pairs.items() if swapped and all(seen.up[j] for _, j in swapped)]


def _after_swap(seen: View, action: int) -> tuple[Token, ...]:
    hand = list(seen.hand)
    for i, j in act.pairs(action) or ():
        token = seen.table[j]
        assert token is not None
        hand[i] = token
    return tuple(hand)


def play(state: State, seats: Sequence[Choose]) -> State:
    """Return the end of a deal between some players."""
    while state.ending is None:
        state = apply(state, seats[state.seat](view(state, state.seat)))
    return state
