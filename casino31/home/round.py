"""The referee: deal, what may be done, and what follows, clause by clause (docs/rules/home.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from casino31.home import actions as act
from casino31.home.ending import Kind, settle
from casino31.home.legal import legal
from casino31.home.rules import HomeRules
from casino31.home.state import State, Token, cards, in_hand, next_word, shuffled

__all__ = ["apply", "deal", "legal", "returns"]


def deal(rules: HomeRules, players: int, order: Sequence[Token], word: int = 0) -> State:
    """Return the deal of a shuffled pack, top first (H2, S2, B2, Z2, X1); ValueError when too few or many play.

    >>> from casino31.cards import show
    >>> from casino31.home.state import pack
    >>> state = deal(HomeRules(), 2, pack(HomeRules())[::-1])
    >>> [show(*hand) for hand in state.hands], show(*state.pile), len(state.stock)
    (['As Ad Ks', 'Ah Ac Kh'], 'Kd', 45)
    """
    rules.check_players(players)
    others = {"pile": 0, "two hands": 2}.get(rules.table, 1)
    width = players + others
    hands = tuple(tuple(order[seat : 3 * width : width]) for seat in range(width))
    held = tuple(in_hand(hand) for hand in hands[:players])
    stock = tuple(order[3 * width :])
    face_up = int(rules.has_pile)
    table = tuple(token for hand in hands[players:] for token in hand)
    down = rules.table == "pile and widow" and rules.blind
    nothing = (frozenset[Token](),) * players
    state = State(
        rules,
        held,
        stock[face_up:],
        stock[:face_up],
        table,
        tuple(place < 3 and not down for place in range(len(table))),
        phase="choose" if rules.dealer_chooses else "announce",
        seat=players - 1 if rules.dealer_chooses else 0,
        known=nothing,
        secret=nothing,
        word=word,
    )
    return state if rules.dealer_chooses else _opened(state)


def apply(state: State, action: int) -> State:
    """Return what follows an action; ValueError for one that is not legal."""
    if action not in legal(state):
        raise ValueError(f"{act.name(action)} is not legal here: {', '.join(map(act.name, legal(state)))}")
    if state.phase == "choose":
        return _opened(_chosen(state, action))
    if state.phase == "announce":
        return _announced(state, action)
    if action == act.KNOCK:
        return _next(replace(state, knocker=state.seat, passes=0))
    if state.phase == "after":
        return _next(state)
    if state.phase == "discard":
        return _moved(_discarded(state, action))
    if action == act.TAKE:
        top = state.pile[-1]
        return replace(state, pile=state.pile[:-1], drawn=top, from_pile=True, phase="discard")
    if action == act.DRAW:
        return _drawn(state)
    if action == act.PASS:
        return _passed(state)
    if action in act.RENEW_UP + act.RENEW_DOWN:
        renewed = _renewed(state, action)
        return _next(renewed) if action in act.RENEW_UP else renewed
    return _moved(_swapped(state, action))


def returns(state: State) -> tuple[Fraction, ...]:
    """Return what each seat gains by a deal that is over; nothing yet while it is not."""
    if state.ending is None:
        return (Fraction(0),) * state.players
    return state.ending.returns(state.rules)


def _opened(state: State) -> State:
    """S10, Z3: before the first turn dealt blitzes are shown, and hands announced."""
    if (
        state.rules.blitz != "none"
        and state.rules.dealt_blitz == "at once"
        and state.rules.blitz_shown == "at once"
    ):
        holders = tuple(seat for seat in range(state.players) if state.blitz(seat))
        if holders:
            return _over(replace(state, turn=1), "blitz", holders)
    if state.rules.announce:
        return replace(state, phase="announce", seat=0)
    return _begin(replace(state, phase="turn", seat=0))


def _chosen(state: State, action: int) -> State:
    """X1: the dealer keeps one of two hands; the other lies open."""
    dealer = state.seat
    own, other = state.hands[dealer], state.table[:3]
    kept, left = (own, other) if action == act.KEEP_FIRST else (other, own)
    return replace(state, hands=(*state.hands[:-1], in_hand(kept)), table=(*left, *state.table[3:]))


def _announced(state: State, action: int) -> State:
    """Z3: who announces ends the deal before anybody exchanges."""
    if action == act.ANNOUNCE:
        return _over(state, "announced")
    if state.seat + 1 < state.players:
        return replace(state, seat=state.seat + 1)
    return _begin(replace(state, phase="turn", seat=0))


def _begin(state: State) -> State:
    """S10 in turn: a blitz that was dealt is shown when its holder's turn comes."""
    ends = state.knocker is None or state.rules.blitz_after_knock == "ends"
    if state.rules.blitz_shown == "at once" and ends and state.blitz(state.seat):
        return _over(state, "blitz", (state.seat,))
    return state


def _drawn(state: State) -> State:
    """S3, S16: the top of the stock; where there is none, the deal is drawn or the pile becomes the stock."""
    if not state.stock:
        if state.rules.stock_out == "drawn" or len(state.pile) < 2:
            return _over(state, "stock out")
        stock = shuffled(state.pile[:-1], state.word)
        state = replace(state, stock=stock, pile=state.pile[-1:], word=next_word(state.word))
    return replace(state, drawn=state.stock[0], stock=state.stock[1:], from_pile=False, phase="discard")


def _discarded(state: State, action: int) -> State:
    """S3, S4: one of four cards goes to the pile."""
    token = state.drawn
    assert token is not None
    hand, known = state.hands[state.seat], state.known[state.seat]
    if action == act.THROW:
        thrown = token
    else:
        place = action - act.DISCARD[0]
        thrown = hand[place]
        hand = (*hand[:place], token, *hand[place + 1 :])
        known = (known | {token} if state.from_pile else known) - {thrown}
    return _with_hand(replace(state, drawn=None, pile=(*state.pile, thrown)), hand, known)


def _swapped(state: State, action: int) -> State:
    """B3, P3, Z4, X2, X4: cards of the hand for cards of the table."""
    swapped = act.pairs(action) or ()
    hand, table, up = list(state.hands[state.seat]), list(state.table), list(state.up)
    whole_hand = len(swapped) == 3 and state.rules.table == "two hands"
    face_up = not whole_hand or state.rules.swapped_out == "face up"
    seen = {table[j] for _, j in swapped if up[j]}
    for i, j in swapped:
        hand[i], table[j] = table[j], hand[i]
        up[j] = face_up
    laid = {table[j] for _, j in swapped}
    known = (state.known[state.seat] | seen) - laid
    secret = list(state.secret)
    if not face_up:
        secret[state.seat] |= laid
    secret = [held - {hand[i] for i, _ in swapped} for held in secret]
    state = replace(state, table=tuple(table), up=tuple(up), secret=tuple(secret), passes=0)
    return _with_hand(state, tuple(hand), known)


def _with_hand(state: State, hand: tuple[Token, ...], known: frozenset[Token]) -> State:
    seat = state.seat
    hands = (*state.hands[:seat], in_hand(hand), *state.hands[seat + 1 :])
    return replace(state, hands=hands, known=(*state.known[:seat], known, *state.known[seat + 1 :]))


def _renewed(state: State, action: int) -> State:
    """X2 c, X3: three cards of the stock for a table hand, which leaves the deal."""
    face_up = action in act.RENEW_UP
    first = 3 * (act.RENEW_UP if face_up else act.RENEW_DOWN).index(action)
    old = range(first, first + 3)
    gone = tuple((state.table[j], state.up[j]) for j in old)
    table = (*state.table[:first], *state.stock[:3], *state.table[first + 3 :])
    up = tuple(face_up if j in old else state.up[j] for j in range(6))
    return replace(state, table=table, up=up, gone=state.gone + gone, stock=state.stock[3:], renewed=True)


def _passed(state: State) -> State:
    """S7: a player stands; Y: when all have passed in turn, the widow is renewed from the stock."""
    passes = state.passes + 1
    if state.rules.table == "widow and stock" and state.knocker is None and passes == state.players:
        passes = 0
        if len(state.stock) >= 3:
            gone = state.gone + tuple((token, True) for token in state.table)
            state = replace(state, table=state.stock[:3], stock=state.stock[3:], gone=gone)
    return _moved(replace(state, passes=passes))


def _moved(state: State) -> State:
    """S9, P4: after a move a blitz is shown, or a knock may follow."""
    ends = state.knocker is None or state.rules.blitz_after_knock == "ends"
    if state.rules.blitz_shown == "at once" and ends and state.blitz(state.seat):
        return _over(state, "blitz", (state.seat,))
    after = state.rules.stop == "after the swap" and state.knocker is None
    if after and state.own_turn >= int(state.rules.knock_from[-1]):
        return replace(state, phase="after")
    return _next(state)


def _next(state: State) -> State:
    """S7, S16, Z9: the next seat's turn, or the end."""
    seat = (state.seat + 1) % state.players
    if seat == state.knocker:
        return _over(state, "showdown")
    if state.knocker is None:
        counts_stock = state.rules.has_pile and state.rules.stock_out == "drawn"
        if counts_stock and state.rules.stock_out_when == "last card drawn" and not state.stock:
            return _over(state, "stock out")
        if state.turn >= state.rules.cap * state.players:
            return _over(state, "cap")
    return _begin(replace(state, seat=seat, turn=state.turn + 1, phase="turn", renewed=False))


def _over(state: State, kind: Kind, blitz: tuple[int, ...] = ()) -> State:
    hands = [cards(hand) for hand in state.hands]
    played = state.phase not in ("choose", "announce")
    ending = settle(state.rules, hands, kind, state.turn if played else 0, state.knocker, blitz)
    return replace(state, phase="over", ending=ending)
