"""The referee of the home games as a whole: no card is lost, every game ends, and a seat sees what it may."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from casino31.home.player import play
from casino31.home.policy_text import read
from casino31.home.reader import load, shipped
from casino31.home.round import apply, deal, legal, returns
from casino31.home.rules import HomeRules
from casino31.home.state import State, pack
from casino31.home.view import View, resample, view
from tests.home_table import whole

GAMES = [
    (game, players) for game in shipped() for players in range(load(game).rules.fewest, load(game).rules.most + 1)
]


def dealt(game: str, players: int, chance: random.Random, rules: HomeRules | None = None) -> State:
    house = rules or load(game).rules
    order = list(pack(house))
    chance.shuffle(order)
    return deal(house, players, order, chance.getrandbits(64))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.sampled_from(GAMES), st.randoms(use_true_random=False))
def test_every_game_ends_under_random_actions_and_no_card_is_lost(
    table: tuple[str, int], chance: random.Random
) -> None:
    state = dealt(*table, chance)
    cards = sorted(pack(state.rules))
    while state.ending is None:
        assert whole(state) == cards
        assert list(legal(state)) == sorted(set(legal(state)))
        state = apply(state, chance.choice(legal(state)))
    assert whole(state) == cards
    assert legal(state) == ()
    if state.rules.settle == "best takes the pot" and state.rules.pot_tie == "share":
        assert sum(returns(state)) == 0


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.sampled_from(GAMES), st.randoms(use_true_random=False))
def test_unseen_cards_dealt_anew_leave_what_a_seat_sees(table: tuple[str, int], chance: random.Random) -> None:
    state = dealt(*table, chance)
    for _ in range(12):
        if state.ending is not None:
            break
        for seat in range(state.players):
            other = resample(state, seat, chance.randrange)
            assert view(other, seat) == view(state, seat)
            assert str(view(other, seat)) == str(view(state, seat))
            assert whole(other) == whole(state)
        state = apply(state, chance.choice(legal(state)))


def test_renaming_suits_changes_nothing() -> None:
    def renamed(cards: tuple[int, ...]) -> list[int]:
        return [card - card % 4 + (1, 2, 3, 0)[card % 4] for card in cards]

    chance = random.Random(31)
    for game in ("scat", "schnautz", "switch", "stop-the-bus"):
        rules = load(game).rules
        for _ in range(20):
            order = list(pack(rules))
            chance.shuffle(order)
            states = [deal(rules, 4, cards) for cards in (order, renamed(tuple(order)))]
            while states[0].ending is None:
                # Positions in a hand may differ where ranks are equal: what does not depend on them is played.
                fixed = [a for a in legal(states[0]) if a in (0, 1, 2, 6, 16, 17, 18, 37, 38, 39, 40, 41, 42, 43)]
                if not fixed:
                    break
                action = chance.choice(fixed)
                states = [apply(state, action) for state in states]
            assert returns(states[0]) == returns(states[1])


def test_the_information_string_tells_what_was_seen() -> None:
    state = deal(HomeRules(), 2, pack(HomeRules())[::-1])
    state = apply(apply(state, 1), 3)  # takes the king of diamonds, discards an ace
    assert str(view(state, 1)) == "S2/2 T2 turn S2 | Ah Ac Kh | pile As< | taken p1:Kd | stock 45"


def test_a_player_at_the_table_may_be_any_function_of_a_view() -> None:
    def first(seen: View) -> int:
        return seen.legal[-1]

    state = play(dealt("scat", 3, random.Random(31)), [first] * 3)
    assert state.ending is not None


def test_a_policy_needs_no_more_than_its_text() -> None:
    assert read("knock 25+", HomeRules()) == read("knock 25+", HomeRules())
