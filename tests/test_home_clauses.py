"""The clauses of docs/rules/home.md, a test each, at the referee's table."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from casino31.cards import parse_cards
from casino31.home import actions as act
from casino31.home.ending import Ending, Kind, settle
from casino31.home.ranks import blitz_of, halves, strength
from casino31.home.round import apply, deal, legal, returns
from casino31.home.rules import HomeRules
from casino31.home.state import State, pack
from tests.home_table import at_table, held, rules

LOW, MIDDLE, HIGH = "2c 3d 4h", "9c 8c 2d", "Kh Qh 2s"
"""Hands of 4, 17 and 20 points."""


def points(hand: str, house: HomeRules) -> Fraction:
    return Fraction(halves(parse_cards(hand), house), 2)


def beats(one: str, other: str, house: HomeRules) -> int:
    """1 when a hand beats another, 0 for a tie, -1 when it loses."""
    mine, theirs = (strength(parse_cards(hand), house) for hand in (one, other))
    return (mine > theirs) - (mine < theirs)


def shown(house: HomeRules, *hands: str, knocker: int | None = None, kind: Kind = "showdown") -> Ending:
    held = [parse_cards(hand) for hand in hands]
    blitz = tuple(seat for seat, hand in enumerate(held) if blitz_of(hand, house)) if kind == "blitz" else ()
    return settle(house, held, kind, 1, knocker, blitz)


def after(state: State, *actions: int) -> State:
    for action in actions:
        state = apply(state, action)
    return state


def gains(ending: Ending, house: HomeRules) -> list[Fraction]:
    return [*ending.returns(house)]


def test_h1_the_worth_of_cards() -> None:
    assert [points(f"{card} 2c 3d", rules()) for card in ("As", "Ks", "Qs", "Js", "Ts", "9s")] == [
        11,
        10,
        10,
        10,
        10,
        9,
    ]


def test_h2_three_cards_dealt_singly_from_the_dealers_left() -> None:
    state = deal(rules(), 3, range(52))
    assert state.hands == ((6, 3, 0), (7, 4, 1), (8, 5, 2))


@pytest.mark.parametrize(
    ("hand", "total"), [("Ks 8h 5h", 13), ("Qs 9d 8d", 17), ("Ac 6s 4s", 11), ("Ks 5h 3h", 10)]
)
def test_h3_worked_numbers(hand: str, total: int) -> None:
    assert points(hand, rules()) == total


def test_h3_all_cards_may_count() -> None:
    house = rules("scat", "ranking=all")
    assert [points(hand, house) for hand in ("As Ah Td", "As Ah Ad")] == [32, 33]
    assert points("As Ah Td", rules("scat", "ranking=all", "over31=bust")) == 0


def test_h4_fifty_two_cards_thirty_two_or_two_packs() -> None:
    assert len(pack(rules())) == 52
    assert min(pack(rules("dutch"))) == parse_cards("7c")[0]
    assert len(pack(rules("schwimmen", "decks=2"))) == 64


def test_h5_three_of_a_kind() -> None:
    assert [points("7c 7d 7h", rules("scat", f"trips={trips}")) for trips in ("none", "30.5", "30")] == [
        7,
        Fraction(61, 2),
        30,
    ]


def test_h6_two_hands_of_three_of_a_kind() -> None:
    assert beats("As Ah Ad", "2s 2h 2d", rules("scat", "trips=30.5")) == 1
    assert beats("As Ah Ad", "2s 2h 2d", rules("west-lansing")) == 0


def test_h7_equal_points() -> None:
    assert beats("Ah Kh Qh", "As Qs Js", rules()) == 0
    assert beats("Ah Kh Qh", "As Qs Js", rules("scat", "points_tie=high card")) == 1
    assert beats("Ah Kh Qh", "As Ks Qs", rules("scat", "points_tie=high card")) == 0
    whole, scoring = (
        rules("scat", "points_tie=high card", f"high_card_of={of}") for of in ("whole hand", "scoring cards")
    )
    assert beats("9c 8c 3h", "9d 8d 2s", whole) == 1
    assert beats("9c 8c 3h", "9d 8d 2s", scoring) == 0


def test_h9_runs_have_no_value() -> None:
    with pytest.raises(ValueError, match='expected "none"'):
        rules().set(["runs=33"])


def test_s1_players() -> None:
    with pytest.raises(ValueError, match="2 to 7 players, not 8"):
        deal(rules(), 8, range(52))


def test_s2_the_stock_and_the_discard_pile() -> None:
    state = deal(rules(), 2, range(52))
    assert (state.pile, state.stock[0], len(state.stock)) == ((6,), 7, 45)


def test_s3_a_turn_draws_and_discards() -> None:
    state = at_table(rules(), LOW, MIDDLE)
    assert legal(state) == (act.KNOCK, act.TAKE, act.DRAW)
    drawn = apply(state, act.DRAW)
    assert legal(drawn) == (*act.DISCARD, act.THROW)
    done = apply(drawn, act.DISCARD[0])
    assert (done.pile, done.seat, done.turn) == (parse_cards("2c 4h"), 1, 2)
    assert held(done, 0) == parse_cards("3d 3c 2c")
    assert held(after(state, act.TAKE, act.DISCARD[2]), 0) == parse_cards("4h 3d 2c")


def test_s4_the_card_just_taken_may_not_be_thrown_at_once() -> None:
    assert act.THROW not in legal(after(at_table(rules(), LOW, MIDDLE), act.TAKE))
    assert act.THROW in legal(after(at_table(rules("scat", "take_back=yes"), LOW, MIDDLE), act.TAKE))
    assert act.THROW in legal(after(at_table(rules(), LOW, MIDDLE), act.DRAW))


def test_s5_only_the_top_of_the_pile_is_taken() -> None:
    state = after(at_table(rules(), LOW, MIDDLE, pile="Ks Qs"), act.TAKE, act.DISCARD[0])
    assert held(state, 0) == parse_cards("Qs 3d 2c")
    assert state.pile == parse_cards("Ks 4h")


def test_s6_a_knock_stands_instead_of_a_draw() -> None:
    state = after(at_table(rules(), LOW, MIDDLE), act.KNOCK)
    assert (state.knocker, state.seat, state.hands) == (0, 1, at_table(rules(), LOW, MIDDLE).hands)
    assert act.KNOCK not in legal(state)
    late = at_table(rules("scat", "knock_from=turn 2"), LOW, MIDDLE)
    assert act.KNOCK not in legal(late)
    assert act.KNOCK in legal(at_table(rules("scat", "knock_from=turn 2"), LOW, MIDDLE, turn=3))


def test_s7_each_other_has_one_more_turn() -> None:
    state = after(at_table(rules(), MIDDLE, LOW, HIGH), act.KNOCK)
    assert legal(state) == (act.TAKE, act.DRAW, act.PASS)
    state = after(state, act.DRAW, act.THROW, act.PASS)
    assert state.ending is not None
    assert (state.ending.kind, state.ending.turns) == ("showdown", 3)
    stock = after(at_table(rules("scat", "last_draw=stock only"), MIDDLE, LOW), act.KNOCK)
    assert legal(stock) == (act.DRAW, act.PASS)


def test_s8_the_own_discard_may_be_taken_back_after_a_knock() -> None:
    state = after(at_table(rules(), HIGH, MIDDLE), act.DRAW, act.DISCARD[0], act.KNOCK, act.TAKE, act.DISCARD[2])
    assert held(state, 0) == parse_cards("Kh Qh 2s")[:2] + parse_cards("3c")


def test_s9_a_blitz_ends_the_deal_and_all_others_lose_one() -> None:
    state = after(at_table(rules(), "Ah Kh 2d", MIDDLE, HIGH, pile="Th"), act.TAKE, act.DISCARD[2])
    assert state.ending is not None
    assert (state.ending.kind, state.ending.marks) == ("blitz", (0, 1, 1))
    assert [blitz_of(parse_cards(hand), rules("scat-a-k-10")) for hand in ("Ah Kh Th", "Ah Kh Qh")] == [1, 0]


def test_s10_dealt_blitzes() -> None:
    order = parse_cards("Ah As 2c Kh Ks 3c Qh Qs 4d 5d")
    rest = tuple(card for card in range(52) if card not in order)
    state = deal(rules(), 3, order + rest)
    assert state.ending is not None
    assert (state.ending.blitz, state.ending.marks, state.ending.turns) == ((0, 1), (0, 0, 1), 0)
    state = deal(rules("scat", "dealt_blitz=in turn"), 3, order + rest)
    assert state.ending is not None
    assert (state.ending.blitz, state.ending.marks) == ((0,), (0, 1, 1))


def test_s11_a_blitz_after_a_knock() -> None:
    def ended(*settings: str) -> Ending | None:
        state = at_table(rules("scat", *settings), MIDDLE, "Ah Kh 2d", LOW, pile="Th")
        return after(state, act.KNOCK, act.TAKE, act.DISCARD[2]).ending

    first = ended()
    assert first is not None
    assert (first.kind, first.marks) == ("blitz", (1, 0, 1))
    double = ended("knocker_blitz_penalty=2")
    assert double is not None
    assert double.marks == (2, 0, 1)
    assert ended("blitz_after_knock=counts") is None


def test_s12_a_blitz_that_must_knock_in_turn() -> None:
    state = at_table(rules("scat", "blitz_shown=by knocking in turn"), "Ah Kh Qh", MIDDLE)
    assert legal(state) == (act.KNOCK,)


def test_s13_the_lowest_and_all_who_tie_lose_one() -> None:
    assert shown(rules(), LOW, MIDDLE, HIGH, knocker=2).marks == (1, 0, 0)
    assert shown(rules(), LOW, "4s 3h 2d", HIGH, knocker=2).marks == (1, 1, 0)


def test_s14_a_knocker_lowest_alone() -> None:
    assert shown(rules(), LOW, MIDDLE, HIGH, knocker=0).marks == (2, 0, 0)
    assert shown(rules("scat-a-k-10"), LOW, MIDDLE, HIGH, knocker=0).marks == (1, 0, 0)


@pytest.mark.parametrize(
    ("reading", "marks"), [("pays alone", (2, 0, 0)), ("pays with them", (1, 1, 0)), ("saved", (0, 1, 0))]
)
def test_s15_a_knocker_who_ties_for_lowest(reading: str, marks: tuple[int, ...]) -> None:
    assert shown(rules("scat", f"knocker_tie={reading}"), LOW, "4s 3h 2d", HIGH, knocker=0).marks == marks


def test_s16_the_stock_used_up() -> None:
    state = after(at_table(rules(), LOW, MIDDLE, stock="3c"), act.DRAW, act.THROW)
    assert state.ending is None
    drawn = apply(state, act.DRAW).ending
    assert drawn is not None
    assert (drawn.kind, drawn.marks) == ("stock out", (0, 0))
    once = after(
        at_table(rules("scat", "stock_out_when=last card drawn"), LOW, MIDDLE, stock="3c"), act.DRAW, act.THROW
    )
    assert once.ending is not None
    again = at_table(rules("scat", "stock_out=restock"), LOW, MIDDLE, stock="", pile="9s 8s 7s", word=31)
    again = apply(again, act.DRAW)
    assert again.pile == parse_cards("7s")
    assert {again.drawn, *again.stock} == set(parse_cards("9s 8s"))


def test_s17_no_stock_in_the_last_turns() -> None:
    state = after(at_table(rules(), LOW, MIDDLE, stock=""), act.KNOCK)
    assert legal(state) == (act.TAKE, act.PASS)


def test_s22_first_to_five_scores_a_point() -> None:
    each, none = rules("first-to-five"), rules("first-to-five", "top_tie=none")
    assert gains(shown(each, LOW, HIGH, MIDDLE, knocker=0), each) == [0, 1, 0]
    assert gains(shown(each, "Ks Qs 2c", HIGH, MIDDLE, knocker=0), each) == [1, 1, 0]
    assert gains(shown(none, "Ks Qs 2c", HIGH, MIDDLE, knocker=0), none) == [0, 0, 0]
    assert gains(shown(each, "Ah Kh Qh", LOW, MIDDLE, kind="blitz"), each) == [1, 0, 0]


def test_b1_b2_an_ante_and_a_face_down_widow() -> None:
    house = rules("banking")
    state = deal(house, 2, range(52))
    assert state.hands == ((6, 3, 0), (7, 4, 1))
    assert (state.table, state.up, state.pile) == ((2, 5, 8), (False,) * 3, (9,))
    assert gains(shown(house, LOW, HIGH, knocker=1), house) == [-1, 1]


def test_b3_exchange_with_the_widow() -> None:
    state = at_table(rules("banking"), LOW, MIDDLE, table="Ks Qs Js", down=(0, 1, 2))
    after_swap = apply(state, act.SWAP_TWO)  # all but the first card for all but the first card of the widow
    assert held(after_swap, 0) == parse_cards("Qs Js 4h")
    assert (after_swap.up, after_swap.seat) == ((False, True, True), 1)
    assert act.SWAP in legal(state)
    open_only = at_table(rules("banking", "blind=no"), LOW, MIDDLE, table="Ks Qs Js", down=(0,))
    assert act.SWAP not in legal(open_only)


def test_b4_the_highest_hand_takes_the_pot() -> None:
    share, stays = rules("banking"), rules("banking", "pot_tie=stays")
    assert gains(shown(share, HIGH, "Ks Qs 2c", LOW, knocker=0), share) == [Fraction(1, 2), Fraction(1, 2), -1]
    assert gains(shown(stays, HIGH, "Ks Qs 2c", LOW, knocker=0), stays) == [-1, -1, -1]


def test_b5_all_others_add_one_for_a_blitz() -> None:
    house = rules("banking")
    assert gains(shown(house, "Ah Kh Qh", LOW, MIDDLE, kind="blitz"), house) == [4, -2, -2]


def test_b6_whether_the_lowest_pays_too() -> None:
    house = rules("banking", "lowest_pays=yes")
    assert gains(shown(house, HIGH, MIDDLE, LOW, knocker=0), house) == [3, -1, -2]


def test_w1_three_lives_and_no_free_ride() -> None:
    assert (rules("west-lansing").lives, rules("west-lansing").free_ride) == (3, False)


def test_w2_a_knocker_who_beats_nobody_pays_two() -> None:
    house = rules("west-lansing")
    assert shown(house, LOW, MIDDLE, HIGH, knocker=0).marks == (2, 0, 0)
    assert shown(house, LOW, "4s 3h 2d", HIGH, knocker=0).marks == (2, 0, 0)


def test_w3_all_three_of_a_kind_tie() -> None:
    assert shown(rules("west-lansing"), "2c 2d 2h", "As Ah Ad", knocker=0).marks == (2, 0)


def test_x1_the_dealer_keeps_one_of_two_hands() -> None:
    house = rules("switch")
    state = deal(house, 2, range(52))
    assert (state.phase, state.seat, state.table[:3], state.table[3:]) == ("choose", 1, (2, 6, 10), (3, 7, 11))
    assert state.up == (True,) * 3 + (False,) * 3
    kept = apply(state, act.KEEP_SECOND)
    assert (held(kept, 1), kept.table[:3], kept.seat) == ((10, 6, 2), (9, 5, 1), 0)


def test_x2_the_four_moves_of_switch() -> None:
    state = at_table(rules("switch"), LOW, MIDDLE, table="Ks Qs Js 9h 8h 7h", down=(3, 4, 5), stock="3c 4c 5c 6c")
    one = apply(state, act.SWAP_SECOND)  # the first card of the hand for the first of the second table hand
    assert (held(one, 0), one.up) == (parse_cards("9h 3d 2c"), (True,) * 4 + (False,) * 2)
    whole = apply(state, act.SWAP_ALL)
    assert (held(whole, 0), whole.seat) == (parse_cards("Ks Qs Js"), 1)
    up, down = apply(state, act.RENEW_UP[0]), apply(state, act.RENEW_DOWN[1])
    assert (up.table[:3], up.seat, up.up[:3]) == (parse_cards("3c 4c 5c"), 1, (True,) * 3)
    assert (down.table[3:], down.seat, down.up[3:]) == (parse_cards("3c 4c 5c"), 0, (False,) * 3)
    assert apply(state, act.KNOCK).knocker == 0


def test_x3_renewing_once_a_turn() -> None:
    state = at_table(rules("switch"), LOW, MIDDLE, table="Ks Qs Js 9h 8h 7h", stock="3c 4c 5c 6c 8c 9d")
    once = apply(state, act.RENEW_DOWN[0])
    assert not set(act.RENEW_UP + act.RENEW_DOWN) & set(legal(once))
    free = at_table(
        rules("switch", "renew_limit=no limit"), LOW, MIDDLE, table="Ks Qs Js 9h 8h 7h", stock="3c 4c 5c 6c 8c 9d"
    )
    assert act.RENEW_UP[1] in legal(apply(free, act.RENEW_DOWN[0]))
    assert {card for card, _ in once.gone} == set(parse_cards("Ks Qs Js"))


def test_x4_a_hand_taken_unseen_and_how_the_old_one_lies() -> None:
    blind = at_table(rules("switch"), LOW, MIDDLE, table="Ks Qs Js 9h 8h 7h", down=(3, 4, 5))
    assert apply(blind, act.SWAP_ALL_SECOND).up == (True,) * 6
    seen = at_table(rules("switch", "swap_blind=no"), LOW, MIDDLE, table="Ks Qs Js 9h 8h 7h", down=(3, 4, 5))
    assert act.SWAP_ALL_SECOND not in legal(seen)
    hidden = at_table(rules("switch", "swapped_out=face down"), LOW, MIDDLE, table="Ks Qs Js 9h 8h 7h")
    assert apply(hidden, act.SWAP_ALL).up[:3] == (False,) * 3


def test_x5_switch_ends_and_pays_as_scat() -> None:
    state = at_table(rules("switch"), MIDDLE, LOW, table="Ks Qs Js 9h 8h 7h")
    ended = after(state, act.KNOCK, act.PASS).ending
    assert ended is not None
    assert ended.marks == (0, 1)


def test_x6_a_restart_cannot_be_played() -> None:
    with pytest.raises(ValueError, match='expected "off"'):
        rules("switch", "restart=at showdown")


def test_n2_points_of_a_deal() -> None:
    house = rules("no-elimination")
    assert shown(house, LOW, MIDDLE, HIGH, knocker=None).marks == (1, 2, 3)
    assert [shown(house, LOW, MIDDLE, HIGH, knocker=seat).marks[seat] for seat in range(3)] == [0, 1, 4]


def test_n3_ties_get_the_higher_class() -> None:
    hands = ("Kh Qh Th", "Ks Qs 7s", "Kd Qd 7d", "Kc Qc 7c")
    assert shown(rules("no-elimination"), *hands).marks == (3, 2, 2, 2)
    assert shown(rules("no-elimination", "tie_class=own"), *hands).marks == (3, 1, 1, 1)
    assert shown(rules("no-elimination"), "Kh Qh Th", "Ks Qs Ts", LOW, knocker=0).marks == (4, 3, 1)


def test_n4_the_others_after_a_blitz() -> None:
    hands = ("Ah Kh Qh", HIGH.replace("h", "s").replace("2s", "2d"), MIDDLE, LOW)
    assert shown(rules("no-elimination"), *hands, kind="blitz").marks == (6, 2, 2, 1)
    assert shown(rules("no-elimination", "blitz_others=lowest"), *hands, kind="blitz").marks == (6, 1, 1, 1)


def test_p1_hands_of_brag() -> None:
    house = rules("stop-the-bus")
    rising = [
        "Kc Jd 9h",
        "2c 2d Ah",
        "3c 3d 4h",
        "7c 5c 2c",
        "Ac 2d 3h",
        "Ac Kd Qh",
        "4c 3c 2c",
        "2c 2d 2h",
        "Ac Ad Ah",
    ]
    assert all(beats(high, low, house) == 1 for low, high in pairwise(rising))
    assert beats("Kc Jd 9h", "Kd Jh 9c", house) == 0


def test_p2_the_place_of_ace_two_three() -> None:
    best, second = (rules("stop-the-bus", f"top_run=A-2-3 {place}") for place in ("best", "second"))
    assert beats("Ac 2d 3h", "4c 3d 2h", rules("stop-the-bus")) == -1
    assert beats("Ac 2d 3h", "Ac Kd Qh", best) == 1
    assert (beats("Ac 2d 3h", "Ac Kd Qh", second), beats("Ac 2d 3h", "Kc Qd Jh", second)) == (-1, 1)
    assert beats("3c 3d 3h", "Ac Ad Ah", rules("stop-the-bus", "best_prial=threes")) == 1


def test_p3_swap_one_or_three() -> None:
    state = at_table(rules("stop-the-bus"), LOW, MIDDLE, table="Ks Qs Js", stock="")
    assert legal(state) == (*range(act.SWAP, act.SWAP + 9), act.SWAP_ALL)
    assert act.PASS in legal(at_table(rules("stop-the-bus", "must_swap=no"), LOW, MIDDLE, table="Ks Qs Js"))


def test_p4_stopping_after_the_swap() -> None:
    state = at_table(rules("stop-the-bus"), LOW, MIDDLE, table="Ks Qs Js", stock="")
    swapped = apply(state, act.SWAP_ALL)
    assert (swapped.phase, legal(swapped)) == ("after", (act.KNOCK, act.PASS))
    assert apply(swapped, act.KNOCK).knocker == 0
    instead = at_table(rules("stop-the-bus", "stop=instead of a swap"), LOW, MIDDLE, table="Ks Qs Js")
    assert act.KNOCK in legal(instead)


def test_p5_one_more_turn_and_the_lowest_lose_one() -> None:
    state = after(
        at_table(rules("stop-the-bus"), LOW, "5c 5d 8h", table="Ks Qs Js", stock=""), act.SWAP_ALL, act.KNOCK
    )
    ended = after(state, act.SWAP).ending
    assert ended is not None
    assert ended.marks == (0, 1)


def test_z1_three_to_fifteen_players() -> None:
    assert (rules("schnautz").fewest, rules("schnautz").most) == (3, 15)


def test_z2_a_widow_dealt_face_up() -> None:
    state = deal(rules("schnautz"), 3, range(52))
    assert (state.table, state.up) == ((3, 7, 11), (True,) * 3)


def test_z3_announcing_before_any_exchange() -> None:
    state = deal(rules("schnautz"), 3, range(52))
    assert legal(state) == (act.PASS, act.ANNOUNCE)
    ended = after(state, act.PASS, act.ANNOUNCE).ending
    assert ended is not None
    assert (ended.kind, ended.winners) == ("announced", (0, 1, 2))  # hands of the same ranks


def test_z4_exactly_one_card_must_be_exchanged() -> None:
    state = at_table(rules("schnautz"), LOW, MIDDLE, HIGH, table="Kc Qs Jd", stock="")
    assert legal(state) == (act.KNOCK, *range(act.SWAP, act.SWAP + 9))
    swapped = apply(state, act.SWAP)
    assert (held(swapped, 0), swapped.table) == (parse_cards("Kc 3d 2c"), parse_cards("4h Qs Jd"))
    three = at_table(rules("schnautz", "exchange=1, 2 or 3"), LOW, MIDDLE, HIGH, table="Kc Qs Jd")
    assert act.SWAP_TWO in legal(three)


def test_z5_a_31_ends_the_deal() -> None:
    house = rules("schnautz")
    state = after(at_table(house, "Ah Kh 2d", MIDDLE, LOW, table="Th Qs Jd", stock=""), act.SWAP + 6)
    assert state.ending is not None
    assert state.ending.kind == "blitz"
    assert [*returns(state)] == [2, -1, -1]
    trips = after(at_table(house, "Ah Ad 2d", MIDDLE, LOW, table="As Qs Jd", stock=""), act.SWAP + 6)
    assert trips.ending is None


def test_z6_after_a_knock_each_other_may_exchange_once() -> None:
    state = after(at_table(rules("schnautz"), HIGH, MIDDLE, LOW, table="Kc Qs Jd", stock=""), act.KNOCK)
    assert legal(state) == (*range(act.SWAP, act.SWAP + 9), act.PASS)
    assert after(state, act.PASS, act.SWAP).ending is not None


def test_z7_three_of_a_kind_by_rank_and_equal_points_by_high_card() -> None:
    house = rules("schnautz")
    assert beats("6c 6d 6h", "5c 5d 5h", house) == 1
    assert beats("Kh Jh Th", "Ks Qs 9s", house) == 1
    assert beats("Ah Qh Th", "6c 6d 6h", house) == 1
    assert points("Kh Qh 2s", rules("schnautz", "partial=nothing")) == 0


def test_z8_the_best_hand_takes_the_pool() -> None:
    house = rules("schnautz")
    assert gains(shown(house, LOW, MIDDLE, HIGH, knocker=1), house) == [-1, -1, 2]


def test_z9_a_deal_that_nobody_ends_is_stopped_and_says_so() -> None:
    house = rules("schnautz", "cap=2")
    state = at_table(house, LOW, MIDDLE, HIGH, table="Kc Qs Jd", stock="")
    state = after(state, *[act.SWAP] * 6)
    assert state.ending is not None
    assert (state.ending.kind, state.ending.turns) == ("cap", 6)
    assert state.ending.winners
    drawn = after(
        at_table(rules("schnautz", "cap=2", "cap_ends=drawn"), LOW, MIDDLE, HIGH, table="Kc Qs Jd"), *[act.SWAP] * 6
    )
    assert [*returns(drawn)] == [0, 0, 0]


def test_y_schwimmen_passes_renew_the_widow_and_fire_burns_all() -> None:
    house = rules("schwimmen")
    state = at_table(house, "7c 8d 9h", "7d 8h 9c", table="Ks Qh Jd", stock="Kc Qc Jc Tc")
    renewed = after(state, act.PASS, act.PASS)
    assert (renewed.table, len(renewed.stock)) == (parse_cards("Kc Qc Jc"), 1)
    assert points("Ac Ad Ah", house) == 33
    assert shown(house, "Ac Ad Ah", "7c 8d 9h", "Kc Kd Kh", kind="blitz").marks == (0, 1, 1)
    assert shown(house, "Ah Kh Qh", "7c 8d 9s", "Kc Kd Ks", kind="blitz").marks == (0, 1, 0)
