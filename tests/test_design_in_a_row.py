"""Pay-table design where decisions follow each other: Let It Ride, and random censuses of three decisions."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from casino31.answers import Choice
from casino31.census import Census, Chance, Decide, Endings, HandClass, Node
from casino31.game import Game
from casino31.games import GAMES
from casino31.paytable_design import search as search_module
from casino31.paytable_design.envelope import sections
from casino31.paytable_design.formulas import formula
from casino31.paytable_design.parts import bond
from casino31.paytable_design.search import Pricer
from casino31.paytable_design.sensitivity import closed_form, sensitivity
from casino31.paytable_design.solve import solve, solve_two
from casino31.paytable_design.surface import HIGHEST, LOWEST, Surface, pieces, surface
from casino31.pricing import best, census_of
from casino31.rulesfile import load
from casino31.wagers import Paid, Terms
from tests.test_cli import run
from tests.test_design_five_ways import all_verified, grid_of

RIDE = GAMES["Let It Ride"]
FILE = load("let-it-ride")
ROWS = ("bet.tens or better", "bet.two pair", "bet.straight", "bet.flush")
HANDS = ("less than tens", "tens or better", "two pair", "straight", "flush")


def three_in_a_row(seed: int) -> Game:
    """Let It Ride with another census: three decisions in a row of two or three actions, endings at random, and
    a branch on which the last decision is one of a single action."""
    random = Random(seed)

    def census(terms: Terms) -> Census:
        endings = Endings()

        def last() -> dict[int, int]:
            counts: dict[int, int] = {}
            for _ in range(12):
                paid = (Paid(random.choice(HANDS), random.randint(0, 3)),)
                place = endings.place(terms.ending(main=paid, three_card_bonus=(Paid("pair"),)))
                counts[place] = counts.get(place, 0) + 1
            return counts

        def node(depth: int) -> Node:
            if not depth:
                return last()
            actions = random.choice([1, 2, 3]) if depth == 1 else 2
            hands = (HandClass(random.random(), 1, ()),)
            after = {
                f"{action}": Chance(tuple((1, node(depth - 1)) for _ in range(2))) for action in range(actions)
            }
            return Decide(hands, after)

        root = Chance(tuple((1, node(3)) for _ in range(3)))
        return Census(tuple(endings.places), root)

    found = census(FILE.rules.terms)
    return replace(RIDE, census=lambda terms: found)  # noqa: ARG005


def repriced(found: Surface, pays: Mapping[str, Fraction]) -> Fraction:
    """The other route: the whole census at these pays."""
    return -best(found.game, found.game.vary(found.rules, pays), found.objective) / found.initial


@pytest.mark.parametrize("bets", [("main",), ("main", "three card bonus")])
def test_the_edge_on_a_grid_of_pays_is_that_of_the_census(bets: tuple[str, ...]) -> None:
    found = surface(RIDE, FILE.rules, bets)
    axes = [
        [Fraction(pay) for pay in axis] for axis in (("-1", "1/2", "2"), ("0", "9/4"), ("3", "16/3"), ("7", "-1/3"))
    ]
    for pays in product(*axes):
        changes = dict(zip(ROWS, pays, strict=True))
        assert found.look(changes).edge == repriced(found, changes)


@pytest.mark.parametrize("seed", range(8))
def test_three_decisions_in_a_row(seed: int) -> None:
    game = three_in_a_row(seed)
    found = surface(game, FILE.rules, ("main",))
    assert found.payoffs.total == census_of(game, FILE.rules).total
    assert any(
        place >= len(found.payoffs.settlements) for choice in found.payoffs.later for place in _places(choice)
    )
    for row in ROWS:
        walked = sections(found, row)
        assert walked == pieces(found.along(row), LOWEST, HIGHEST)
        for piece in walked:
            for pay in (piece.start, (piece.start + min(piece.end, Fraction(10**4))) / 2):
                assert piece.value + piece.slope * (pay - piece.start) == repriced(found, {row: pay})


def _places(choice: Choice) -> set[int]:
    return {place for counts in choice.options.values() for place in counts}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("inner", [1, 1 << 15])
def test_a_search_over_three_decisions(seed: int, inner: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_module, "INNER", inner)
    axes = {row: [Fraction(-1, 2), Fraction(2, 3), Fraction(5)] for row in ROWS[:2]} | {
        ROWS[3]: [Fraction(1), Fraction(8)]
    }
    pricer = Pricer(grid_of(surface(three_in_a_row(seed), FILE.rules, ("main",)), axes))
    assert pricer.decisions.chain
    assert all_verified(pricer) == 18


def test_every_piece_of_let_it_ride() -> None:
    found = surface(RIDE, FILE.rules)
    for row in ROWS:
        walked = sections(found, row)
        assert len(walked) > 10
        assert walked == pieces(found.along(row), LOWEST, HIGHEST)
        answer = sensitivity(found, row)
        low, high = answer.interval
        assert low <= answer.pay <= high
        for pay in (low, high):
            line = found.look().edge + answer.derivative * (pay - answer.pay)
            assert repriced(found, {row: pay}) == line


@pytest.mark.parametrize("target", [Fraction(3, 100), Fraction(1, 50), Fraction(1, 25)])
@pytest.mark.parametrize("row", ROWS)
def test_a_solved_pay_gives_exactly_the_edge(row: str, target: Fraction) -> None:
    found = surface(RIDE, FILE.rules)
    answer = solve(found, row, target)
    assert answer.pay is not None
    assert repriced(found, {row: answer.pay}) == target
    assert all(each.edge == repriced(found, {row: each.pay}) for each in answer.nearest)


def test_two_solved_pays_give_exactly_the_edge() -> None:
    found = surface(RIDE, FILE.rules)
    answer = solve_two(found, ("bet.flush", "bet.straight"), Fraction(3, 100), Fraction(0), Fraction(40))
    assert len(answer.corners) > 2
    for one, other in answer.corners:
        assert repriced(found, {"bet.flush": one, "bet.straight": other}) == Fraction(3, 100)


def test_a_closed_form_holds_in_its_region() -> None:
    found = surface(RIDE, FILE.rules)
    form = closed_form(found, ROWS)
    random, inside = Random(31), 0
    for _ in range(60):
        changes = {row: found.pays[row] + Fraction(random.randint(-9, 9), 24) for row in ROWS}
        linear = form.constant + sum(
            slope * changes[row] for slope, row in zip(form.slopes, form.rows, strict=True)
        )
        holds = all(
            sum(times * changes.get(name, Fraction(1)) for name, times in condition.items()) >= 0
            for condition in form.conditions
        )
        inside += holds
        edge = repriced(found, changes)
        assert edge == linear if holds else edge < linear
    assert 5 < inside < 55


@pytest.mark.slow
def test_a_formula_of_a_few_pieces() -> None:
    found = surface(RIDE, FILE.rules)
    made = formula(found, "bet.four of a kind")  # each piece is held against the exact engine at five pays
    assert [str(piece.start) for piece in made.pieces] == ["-1", "0", "121"]


@pytest.mark.slow
def test_a_search_over_let_it_ride(monkeypatch: pytest.MonkeyPatch) -> None:
    axes = {
        "bet.flush": [Fraction(4), Fraction(17, 2)],
        "bet.straight": [Fraction(3), Fraction(5)],
        "bet.two pair": [Fraction(1), Fraction(7, 3)],
    }
    pricer = Pricer(grid_of(surface(RIDE, FILE.rules, ("main",)), axes))
    assert len(pricer.decisions.chain) > 10
    assert all_verified(pricer) == 8
    monkeypatch.setattr(search_module, "CELLS", 1)
    narrow = Pricer(grid_of(surface(RIDE, FILE.rules, ("main",)), axes))
    assert narrow.blocks == pricer.blocks
    assert all_verified(narrow) == 8


def test_no_decision_ties_the_bonus_to_the_bets() -> None:
    axes = {"bet.flush": [Fraction(8), Fraction(9)], "three card bonus.flush": [Fraction(4), Fraction(5)]}
    assert bond(grid_of(surface(RIDE, FILE.rules, ("main", "three card bonus")), axes)) == ""


@pytest.mark.slow
def test_as_a_user() -> None:
    solved = run("paytable", "solve", "let-it-ride", "--row", "bet.flush", "--edge", "3%").stdout
    assert "41883/4544" in solved
    assert "bet.royal flush" in run("paytable", "sensitivity", "let-it-ride").stdout
