"""The toy Scat against the referee of the home games and a linear program over all that it allows."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

from casino31 import home_solve_small
from casino31.home import actions as act
from casino31.home.ranks import halves
from casino31.home.round import apply, deal, legal, returns
from casino31.home.small import RULES, Toy, ToyGame
from casino31.home.small_solver import PARTS, SmallSolution, places_of, proven, solve_game, solve_small
from casino31.home.state import State
from casino31.home.view import view


class Tree:
    """All deals with one card turned up, played by the referee: what plans earn at each choice of the dealer.

    After a knock both keep the most points.
    """

    def __init__(self, game: ToyGame) -> None:
        self.plans: dict[tuple[str, ...], int] = {(): 0}
        self.choices: dict[tuple[str, int], dict[int, float]] = defaultdict(lambda: defaultdict(float))
        self.spots: dict[tuple[str, ...], set[int]] = defaultdict(set)
        self.deals = 0
        for eldest in game.hands:
            left = [card for card in game.others if card not in eldest]
            for dealer in combinations(left, 3):
                stock = [card for card in left if card not in dealer]
                hands = [card for pair in zip(eldest, dealer, strict=True) for card in pair]
                for first in permutations(stock, 2):
                    rest = [card for card in stock if card not in first]
                    self.deals += 1
                    self._eldest(deal(RULES, 2, (*hands, game.up, *first, *rest)), ())

    def _eldest(self, state: State, plan: tuple[str, ...]) -> None:
        """The eldest is to move; every action continues his plan."""
        spot = (*plan, str(view(state, 0)))
        for action in legal(state):
            if action == act.PASS:
                continue  # a draw that throws the card drawn is no worse
            after = (*spot, act.name(action))
            self.spots[spot].add(self.plans.setdefault(after, len(self.plans)))
            follows = apply(state, action)
            if state.knocker is not None:
                self._end(follows, after, self._dealer_knocked)
            elif follows.seat == 0:
                self._eldest(follows, after)
            else:
                self._dealer(follows, after)

    def _dealer(self, state: State, plan: tuple[str, ...]) -> None:
        seen = str(view(state, 1))
        if state.knocker is None:
            assert act.KNOCK in legal(state)
            self.choices[seen, -1]  # not to knock: the deal is drawn
            self._dealer_knocked = (seen, act.KNOCK)
            self._eldest(apply(state, act.KNOCK), plan)
            return
        for action in (act.TAKE, act.DRAW):
            self._end(apply(state, action), plan, (seen, action))

    def _end(self, state: State, plan: tuple[str, ...], choice: tuple[str, int]) -> None:
        """Keep the most points, and enter what the eldest wins."""

        def kept(action: int) -> int:
            held, drawn = state.hands[state.seat], state.drawn
            assert drawn is not None
            if action == act.THROW:
                return halves(held, RULES)
            return halves((*held[: action - 3], *held[action - 2 :], drawn), RULES)

        final = apply(state, max(legal(state), key=kept))
        eldest, dealer = returns(final)
        self.choices[choice][self.plans[plan]] += float(eldest - dealer)

    def value(self) -> float:
        """Tokens a deal that the eldest wins: the best of his plans against the dealer's best choices."""
        many, seen = len(self.plans), sorted({spot for spot, _ in self.choices})
        place = {spot: many + number for number, spot in enumerate(seen)}
        rows, columns, entries = [], [], []
        for row, ((spot, _), wins) in enumerate(self.choices.items()):
            entries += [1.0, *(-won for won in wins.values())]
            columns += [place[spot], *wins]
            rows += [row] * (1 + len(wins))
        shape = (len(self.choices), many + len(seen))
        upper = coo_matrix((entries, (rows, columns)), shape=shape)
        rows, columns, entries = [0], [0], [1.0]
        for row, (plan, actions) in enumerate(self.spots.items(), 1):
            columns += [self.plans[plan[:-1]], *actions]
            entries += [-1.0, *[1.0] * len(actions)]
            rows += [row] * (1 + len(actions))
        equal = coo_matrix((entries, (rows, columns)), shape=(len(self.spots) + 1, many + len(seen)))
        goal = np.zeros(many + len(seen))
        goal[many:] = -1
        bounds = [(0, None)] * many + [(None, None)] * len(seen)
        right = np.eye(1, len(self.spots) + 1)[0]
        done = linprog(goal, upper, np.zeros(len(self.choices)), equal, right, bounds, method="highs")
        assert done.status == 0
        return -float(done.fun) / self.deals


@pytest.mark.slow
def test_the_referee_and_a_linear_program_give_the_value() -> None:
    game = ToyGame(Toy(2, 5), Toy(2, 5).turned_up[1])
    tree = Tree(game)
    assert tree.deals == game.deals
    solved = solve_game(game, 400)
    value = tree.value()
    assert 0 < solved.high - solved.low < Fraction(1, 10_000)
    assert solved.low - Fraction(1, 10**9) <= value <= solved.high + Fraction(1, 10**9)


def test_the_smallest_toy_has_the_value_of_its_linear_program() -> None:
    """Nine cards: whoever knocks first has the worse of it, and the deal is drawn."""
    solved = solve_small(Toy(3, 3), 200)
    assert solved.low <= 0 <= solved.high
    assert solved.exploitability < Fraction(1, 10_000)


@pytest.mark.parametrize(("suits", "ranks"), [(2, 5), (3, 3)])
def test_bounds_close_and_never_cross(suits: int, ranks: int) -> None:
    solved = [solve_small(Toy(suits, ranks), iterations) for iterations in (1, 10, 60)]
    for one in solved:
        assert all(one.low <= other.high for other in solved)
    assert solved[2].exploitability < solved[1].exploitability < solved[0].exploitability


def test_policies_are_whole_parts_and_prove_the_bounds_again() -> None:
    game = ToyGame(Toy(2, 5), Toy(2, 5).turned_up[0])
    solved = solve_game(game, 20)
    policies = solved.policies
    for table in (policies.first, policies.discard, policies.last, policies.reply, policies.knock):
        assert (table >= 0).all()
        assert (table.sum(axis=1) == PARTS).all()
    again = proven(game, places_of(game), policies)
    assert (again.low, again.high) == (solved.low, solved.high)


def test_an_eldest_who_always_knocks_loses_what_counting_says() -> None:
    """The weights of a first knock against a dealer who draws, dealt one after another."""
    game = ToyGame(Toy(2, 5), Toy(2, 5).turned_up[3])
    _, drawing = game.first_knock
    total = 0
    for eldest in game.hands:
        left = [card for card in game.others if card not in eldest]
        for dealer in combinations(left, 3):
            for card in (card for card in left if card not in dealer):
                best = max(halves(hand, RULES) for hand in combinations((*dealer, card), 3))
                total += 1 if halves(eldest, RULES) > best else -2
    assert drawing.sum() == total * game.weight(1)


@pytest.mark.parametrize(("suits", "ranks"), [(3, 2), (2, 4), (4, 5), (5, 3)])
def test_a_pack_too_small_or_too_large_is_refused(suits: int, ranks: int) -> None:
    with pytest.raises(ValueError, match="a toy pack has"):
        home_solve_small(suits=suits, ranks=ranks)


@pytest.mark.slow
def test_the_toy_of_fifteen_cards_is_solved() -> None:
    solved: SmallSolution = home_solve_small()
    assert solved.toy.cards == 15
    assert 0 < solved.low < solved.high
    assert solved.exploitability < Fraction(1, 500)
