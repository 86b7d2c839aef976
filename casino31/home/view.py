"""What a seat may see of a deal, as a record and as a line; and the rest dealt anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from casino31.cards import show
from casino31.home.legal import legal
from casino31.home.rules import HomeRules
from casino31.home.state import Phase, State, Token, cards


@dataclass(frozen=True)
class View:
    """A deal as one seat sees it."""

    rules: HomeRules
    seat: int
    to_move: int
    phase: Phase
    hand: tuple[Token, ...]
    drawn: Token | None
    from_pile: bool
    pile: tuple[Token, ...]
    """Top last; all of it was seen."""
    table: tuple[Token | None, ...]
    """None for a card that the seat has not seen."""
    up: tuple[bool, ...]
    taken: tuple[tuple[Token, ...], ...]
    """By seat: cards of its hand that all have seen it take."""
    gone: tuple[Token, ...]
    """Renewed cards that lay face up."""
    stock: int
    """Cards of the stock."""
    turn: int
    own_turn: int
    knocker: int | None
    legal: tuple[int, ...]
    """Empty while another seat is to move."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.taken)

    def __str__(self) -> str:
        """The information string: equal for what the seat cannot tell apart."""
        parts = [f"S{self.seat + 1}/{self.players} T{self.turn} {self.phase} S{self.to_move + 1}"]
        parts.append(show(*cards(self.hand)) + (f" + {show(self.drawn % 52)}" if self.drawn is not None else ""))
        if self.rules.has_pile:
            top = f" {show(self.pile[-1] % 52)}<" if self.pile else ""
            parts.append(f"pile{top} {show(*cards(self.pile[-2::-1]))}".rstrip())
        if self.table:
            table = [
                "??" if token is None else show(token % 52) + ("" if up else "_")
                for token, up in zip(self.table, self.up, strict=True)
            ]
            parts.append(f"table {' '.join(table)}")
        taken = [
            f"p{seat + 1}:{show(*cards(held))}"
            for seat, held in enumerate(self.taken)
            if held and seat != self.seat
        ]
        if taken:
            parts.append(f"taken {' '.join(taken)}")
        if self.gone:
            parts.append(f"gone {show(*cards(self.gone))}")
        parts.append(f"stock {self.stock}")
        if self.knocker is not None:
            parts.append(f"knock p{self.knocker + 1}")
        return " | ".join(parts)


def view(state: State, seat: int) -> View:
    """Return what a seat sees.

    >>> from casino31.home.round import deal
    >>> from casino31.home.state import pack
    >>> str(view(deal(HomeRules(), 2, pack(HomeRules())[::-1]), 0))
    'S1/2 T1 turn S1 | As Ad Ks | pile Kd< | stock 45'
    """
    seen = state.secret[seat]
    moves = state.seat == seat
    # A dealer who chooses has seen both hands.
    shown = [up or token in seen for token, up in zip(state.table, state.up, strict=True)]
    if state.phase == "choose" and not moves:
        shown = [False] * len(shown)
    return View(
        state.rules,
        seat,
        state.seat,
        state.phase,
        state.hands[seat],
        state.drawn if moves or state.from_pile else None,
        state.from_pile,
        state.pile,
        tuple(token if visible else None for token, visible in zip(state.table, shown, strict=True)),
        state.up,
        tuple(tuple(sorted(held)) for held in state.known),
        tuple(token for token, up in state.gone if up),
        len(state.stock),
        state.turn,
        state.own_turn,
        state.knocker,
        legal(state) if moves else (),
    )


def resample(state: State, seat: int, choose: Callable[[int], int]) -> State:
    """Return the deal with every card that a seat has not seen dealt anew: it sees the same afterwards.

    ``choose(n)`` returns a random number from 0 to n - 1, such as ``random.Random(31).randrange``.
    """
    seen = set(state.hands[seat]) | set(state.secret[seat]) | set(state.pile)
    seen |= {token for held in state.known for token in held}
    if state.phase != "choose" or state.seat == seat:
        seen |= {token for token, up in zip(state.table, state.up, strict=True) if up}
    seen |= {token for token, up in state.gone if up}
    if state.drawn is not None and (state.from_pile or state.seat == seat):
        seen.add(state.drawn)
    dealt = [token for hand in state.hands for token in hand] + [*state.stock, *state.table]
    dealt += [token for token, _ in state.gone] + ([] if state.drawn is None else [state.drawn])
    hidden = [token for token in dealt if token not in seen]
    pool = list(hidden)
    for place in range(len(pool) - 1, 0, -1):
        other = choose(place + 1)
        pool[place], pool[other] = pool[other], pool[place]
    new = dict(zip(hidden, pool, strict=True))

    def anew(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        return tuple(new.get(token, token) for token in tokens)

    secret = tuple(
        held if other == seat else frozenset(new.get(token, token) for token in held)
        for other, held in enumerate(state.secret)
    )
    return replace(
        state,
        hands=tuple(anew(hand) for hand in state.hands),
        stock=anew(state.stock),
        table=anew(state.table),
        gone=tuple((new.get(token, token), up) for token, up in state.gone),
        drawn=None if state.drawn is None else new.get(state.drawn, state.drawn),
        secret=secret,
    )
