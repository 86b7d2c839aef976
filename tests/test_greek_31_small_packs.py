"""The engines against brute force on small packs: two ways that share no code with them."""

from collections import defaultdict

import pytest

from casino31.games.greek_31.engine.answer import answer, first_card
from casino31.games.greek_31.engine.plan import Plan
from casino31.games.greek_31.equilibrium.round_policy import tidy
from casino31.games.greek_31.equilibrium.solve import verify
from casino31.games.greek_31.equilibrium.solver import Solver
from casino31.games.greek_31.hands import hands, stands
from casino31.games.greek_31.rules import Banker, Conceal, Fourteen, Rules
from casino31.games.greek_31.totals import VALUES, Hand
from tests.greek_31_small import Cards, Policy, grade, hidden_grade, is_14, sequence_form, totals, value_of

PACKS = {
    "twelve": (1, 0, 0, 1, 0, 0, 0, 0, 2, 8),
    "twos and aces": (2, 2, 0, 0, 0, 0, 0, 1, 2, 5),
    "fourteen": (1, 1, 0, 1, 0, 0, 2, 0, 1, 8),
}


def fixed(rules: Rules, stand: int, conceal: Conceal) -> Policy:
    """B16 and B17 on sequences of values."""

    def policy(hand: Cards) -> dict[tuple[str, int], float]:
        if hand and is_14(rules, hand):
            return {("show", 0): 1.0}
        if not hand or hidden_grade(rules, hand) < stand:
            return {("draw", 0): 1.0}
        height = {value: 11 if value == 1 else value for value in hand}
        if conceal == "random":
            chances: dict[tuple[str, int], float] = defaultdict(float)
            for value in hand:
                chances["conceal", value] += 1 / len(hand)
            return chances
        chosen = {
            "last": hand[-1],
            "highest": max(hand, key=height.__getitem__),
            "lowest": min(hand, key=height.__getitem__),
        }
        return {("conceal", chosen[conceal]): 1.0}

    return policy


@pytest.mark.slow
@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("aces", ["kouridakis", "heath"])
@pytest.mark.parametrize(
    ("stand", "conceal"),
    [(16, "last"), (20, "last"), (26, "random"), (24, "highest"), (27, "lowest"), (31, "last")],
)
def test_a_stated_banker(pack: str, aces: str, stand: int, conceal: Conceal) -> None:
    fourteen: Fourteen = "two cards" if stand == 24 else "any"
    rules = Rules(aces=aces, fourteen=fourteen, cards=PACKS[pack], banker=Banker(stand, conceal))  # type: ignore[arg-type]
    fast, exact = answer(rules), answer(rules, exact=True)
    for one, other in zip(fast.first_cards, exact.first_cards, strict=True):
        brute = value_of(rules, 1 + VALUES.index(one.card), fixed(rules, stand, conceal))
        assert abs(brute - float(one.expectation)) < 1e-10
        assert abs(brute - float(other.expectation)) < 1e-10


@pytest.mark.slow
@pytest.mark.parametrize("aces", ["kouridakis", "heath"])
@pytest.mark.parametrize(("pack", "first"), [("twelve", 10), ("twelve", 4), ("twos and aces", 2)])
def test_the_equilibrium_is_that_of_a_generic_sequence_form_program(aces: str, pack: str, first: int) -> None:
    rules = Rules(aces=aces, cards=PACKS[pack])  # type: ignore[arg-type]
    value, realisation = sequence_form(rules, first)
    solver = Solver(rules, first - 1)
    for _ in range(12):
        solution = solver.step()
        if solution.gap < 1e-6:
            break
    assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9
    assert solution.gap < 1e-5
    assert verify(rules, solution) == pytest.approx((solution.lower, solution.upper), abs=1e-12)
    rounder = tidy(rules, solution, 1e-4)
    assert verify(rules, rounder) == pytest.approx((rounder.lower, rounder.upper), abs=1e-12)
    assert rounder.lower - 1e-9 <= value <= rounder.upper + 1e-9
    assert rounder.gap <= solution.gap + 2e-4
    assert rounder.punter.beliefs.max() <= solution.punter.beliefs.max()
    assert len(rounder.punter.weights) <= len(solution.punter.weights)
    assert rounder.plan.scale < solution.plan.scale
    assert float(first_card(rules, to_whole(rules, realisation), first - 1).expectation) == pytest.approx(
        value, abs=1e-10
    )


def to_whole(rules: Rules, realisation: dict[Cards, dict[tuple[str, int], float]]) -> Plan:
    """A realisation plan over sequences as a plan over hands, in units of 10^-12."""
    scale, table = 10**12, hands(rules)
    index = {(way.exposed, way.concealed): i for i, way in enumerate(stands(rules))}
    draws, shows, conceals = [0] * len(table.place), [0] * len(table.place), [0] * len(index)
    for sequence, options in realisation.items():
        hand: Hand = tuple(sequence.count(value) for value in range(1, 11))
        for (what, value), share in options.items():
            count = max(round(share * scale), 0)
            if what == "draw":
                draws[table.place[hand]] += count
            elif what == "show":
                shows[table.place[hand]] += count
            else:
                exposed = tuple(n - (v == value - 1) for v, n in enumerate(hand))
                conceals[index[exposed, value - 1]] += count
    return Plan(scale, tuple(draws), tuple(shows), tuple(conceals))


def test_brute_force_counts_as_the_clauses_say() -> None:
    assert totals(Rules(), (1, 1, 9, 3)) == (24,)
    assert grade(Rules(), (2, 2)) == grade(Rules(), (4, 10)) < grade(Rules(aces="heath"), (2, 2))
