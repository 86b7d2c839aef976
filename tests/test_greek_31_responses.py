"""The punter's replies in whole numbers and floats, against a walk through every draw in fractions.

The walk keeps the weight of each hidden card and draws from the pack that is left when that card is gone. It shares
with the engines the ranks of hands alone.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

import numpy as np
import pytest

from casino31.arrays import Bools, Floats
from casino31.games.greek_31.engine import finite, infinite
from casino31.games.greek_31.engine import kernels as sweep
from casino31.games.greek_31.engine.exposures import Behind, VisibleCards, falling
from casino31.games.greek_31.engine.modular import primes_for
from casino31.games.greek_31.engine.ties import Ties
from casino31.games.greek_31.equilibrium import kernels as reply_sweep
from casino31.games.greek_31.equilibrium.exact_replies import _Decisions as Decisions
from casino31.games.greek_31.equilibrium.exact_replies import exact_chances, exact_mixed
from casino31.games.greek_31.equilibrium.replies import LEANING, NOTHING, beliefs_of, replier, unseen
from casino31.games.greek_31.equilibrium.solver import Punter
from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.rules import Rules, Tie
from casino31.games.greek_31.totals import EMPTY, FOURTEEN, THIRTY_ONE, Hand, parse_hand, plus

Rows: TypeAlias = list[Fraction]
"""What is won, won by 31, won by 14, tied and lost by standing; the rest is bust."""
Stands: TypeAlias = Callable[[int, Fraction, Fraction], bool]
"""(rank, what standing wins, what drawing wins)."""
PACK = (1, 0, 0, 1, 0, 0, 2, 0, 2, 5)


class Hidden(NamedTuple):
    """A card that may be hidden."""

    value: int
    """-1 when the banker shows all his cards."""
    weight: Fraction
    rank: int
    belief: int = 1
    """How much the punter believes in it."""


def walk(rules: Rules, hand: Hand, exposed: Hand, behind: Sequence[Hidden], stands: Stands) -> list[Rows]:
    """The rows for each hidden card when the punter goes on from a hand."""
    table = hands(rules)
    rank = table.rank[table.place[hand]]
    stood = [[Fraction()] * 5 for _ in behind]
    for row, other in zip(stood, behind, strict=True):
        row[0 if rank > other.rank else 3 if rank == other.rank else 4] = other.weight
        if rank >= FOURTEEN:
            row[1 if rank == THIRTY_ONE else 2] = row[0]
    if rank == THIRTY_ONE:
        return stood
    drawn = [[Fraction()] * 5 for _ in behind]
    for value in range(10):
        after = [
            other._replace(weight=other.weight * _chance(rules, hand, exposed, other, value)) for other in behind
        ]
        if plus(hand, value) in table.place and any(other.weight for other in after):
            rows = walk(rules, plus(hand, value), exposed, after, stands)
            drawn = [[a + b for a, b in zip(*pair, strict=True)] for pair in zip(drawn, rows, strict=True)]
    standing, drawing = (
        sum((other.belief * row[0] for other, row in zip(behind, rows, strict=True)), Fraction())
        for rows in (stood, drawn)
    )
    return stood if stands(rank, standing, drawing) else drawn


def _chance(rules: Rules, hand: Hand, exposed: Hand, other: Hidden, value: int) -> Fraction:
    if rules.decks is None:
        return Fraction(4 if value == 9 else 1, 13)
    left = [
        n - h - e - (v == other.value) for v, (n, h, e) in enumerate(zip(rules.deck, hand, exposed, strict=True))
    ]
    return Fraction(max(left[value], 0), sum(left)) if sum(left) else Fraction()


def by_rule(tie: str) -> Stands:
    return lambda _, standing, drawing: standing > drawing or (standing == drawing and tie == "stand")


def leaning(_: int, standing: Fraction, drawing: Fraction) -> bool:
    return standing * LEANING >= drawing * (LEANING - 1)


def seen_of() -> tuple[VisibleCards, ...]:
    """Hidden cards of several weights, one sure to win, one beyond reach, and a 14 that is shown."""
    sure, beyond = (VisibleCards(parse_hand("T9"), (Behind(9, 5, rank),)) for rank in (0, THIRTY_ONE))
    return (
        VisibleCards(parse_hand("T9"), (Behind(9, 3, 29), Behind(8, 7, 28), Behind(0, 2, 30))),
        VisibleCards(parse_hand("T7"), (Behind(9, 1, 27), Behind(6, 4, 24), Behind(3, 2, 21))),
        sure,
        beyond,
        VisibleCards(parse_hand("A3"), (Behind(-1, 1, FOURTEEN),)),
    )


def expected(rules: Rules, exposure: VisibleCards, first: int, stands: Stands) -> Rows:
    behind = []
    for value, orders, rank in exposure.behind:
        left = 1 if value < 0 else rules.deck[value] - exposure.exposed[value] - (value == first)
        if rules.decks is None:
            left = 1 if value < 0 else 4 if value == 9 else 1
        behind.append(Hidden(value, Fraction(orders * left), rank))
    rows = walk(rules, plus(EMPTY, first), exposure.exposed, behind, stands)
    return [sum(column, Fraction()) for column in zip(*rows, strict=True)]


@pytest.mark.parametrize("tie", ["stand", "draw"])
@pytest.mark.parametrize("stand_at", [None, 27])
def test_the_best_reply_with_a_small_pack(tie: Tie, stand_at: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "compiled", lambda _: None)
    rules = Rules(cards=PACK, tie=tie)
    seen = seen_of()
    stands = by_rule(tie) if stand_at is None else lambda rank, *_: rank >= stand_at
    found = finite.best_response(rules, seen, classes=True, exact=True, stand_at=stand_at)
    wins = finite.best_response(rules, seen, stand_at=stand_at).values
    for first in (6, 9):
        for column, exposure in enumerate(seen):
            rows = expected(rules, exposure, first, stands)
            outside = sum(PACK) - sum(exposure.exposed) - exposure.hidden - 1
            whole = [row[column] for row in found.exact[first]]
            assert [Fraction(each, falling(outside, found.depth)) for each in whole] == rows
            assert found.values[first, :, column] == pytest.approx([float(row) for row in rows])
            assert wins[first, 0, column] == pytest.approx(float(rows[0]))


def test_a_first_card_by_itself_and_the_decisions_as_they_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "compiled", lambda _: None)
    rules = Rules(cards=PACK)
    seen, noted = seen_of(), {}
    whole = finite.best_response(rules, seen)

    def note(at: int, level: range, stake: Floats, draw: Floats, stand: Bools) -> None:
        for row, place in enumerate(level):
            noted[at, place] = np.array([stake[row], draw[row], stand[row]], float)

    finite.best_response(rules, seen, note=note)
    table = hands(rules)
    for first in (6, 8, 9):
        alone = finite.best_response(rules, seen, first=first).values
        assert np.array_equal(alone[first], whole.values[first])
        stake, draw, stand = noted[0, table.place[plus(EMPTY, first)]]
        assert np.array_equal(np.where(stand, stake, draw), whole.values[first, 0])
    assert len({place for _, place in noted}) > 60
    for stake, draw, stand in noted.values():
        assert np.where(stand, stake, draw) == pytest.approx(np.maximum(stake, draw))


@pytest.mark.parametrize("tie", ["stand", "draw"])
@pytest.mark.parametrize("stand_at", [None, 28])
def test_the_best_reply_with_infinitely_many_decks(tie: Tie, stand_at: int | None) -> None:
    rules = Rules(decks=None, tie=tie)
    merged = [infinite.column(exposure) for exposure in seen_of()]
    stands = by_rule(tie) if stand_at is None else lambda rank, *_: rank >= stand_at
    columns = [column for column, _ in merged]
    values = infinite.best_response(rules, columns, classes=True, stand_at=stand_at)
    for text in ("TT", "T97", "T98", "TT7"):
        place = infinite.state_of(rules, parse_hand(text))
        depth = infinite.states(rules)[place].depth
        for column, (exposure, (_, common)) in enumerate(zip(seen_of(), merged, strict=True)):
            behind = [
                Hidden(value, Fraction(orders * (4 if value == 9 else 1)), rank)
                for value, orders, rank in exposure.behind
            ]
            rows = walk(rules, parse_hand(text), exposure.exposed, behind, stands)
            whole = [Fraction(common * row[column], 13**depth) for row in values[place]]
            assert whole == [sum(each, Fraction()) for each in zip(*rows, strict=True)]
        if stand_at is None and text != "TT":
            decided = infinite.stands(rules, columns, place, values)
            stakes = infinite.standing_worth(columns, infinite.states(rules)[place].rank)
            best = [
                won == 13**depth * stake and (stake > 0 or tie == "stand")
                for won, stake in zip(values[place][0], stakes, strict=True)
            ]
            assert best == [*decided]


@pytest.mark.parametrize("text", ["77", "A3"])
def test_a_14_that_stands_is_a_win_by_14(text: str) -> None:
    rules = Rules(decks=None)
    columns = [infinite.column(exposure)[0] for exposure in seen_of()]
    place = infinite.state_of(rules, parse_hand(text))
    rows = infinite.best_response(rules, columns, classes=True, stand_at=28)[place]
    worth = [13 ** infinite.states(rules)[place].depth * won for won in infinite.standing_worth(columns, FOURTEEN)]
    assert [rows[0].tolist(), rows[1].tolist(), rows[2].tolist()] == [worth, [0] * len(worth), worth]


def test_floats_that_lie_too_close_leave_the_decision_to_integers() -> None:
    """A ten that beats whatever is hidden wins as often by drawing once; at 29 he wins by standing alone."""
    seen = (VisibleCards(parse_hand("T9"), (Behind(9, 5, 0),)),)
    near, far = 1e-15, 1e-9
    for tie in ("stand", "draw"):
        rules = Rules(cards=PACK, tie=tie)
        table, ties = hands(rules), Ties(rules, seen, 1e-12)

        def decided(place: int, stake: float, draw: float, ties: Ties = ties) -> list[bool]:
            stands: list[bool] = ties.stand(range(place, place + 1), np.array([[stake]]), np.array([[draw]]))[
                0
            ].tolist()
            return stands

        ten, better = table.place[parse_hand("T")], table.place[parse_hand("TT7")]
        for met, off in enumerate((near, -near), start=1):
            assert (decided(ten, 15.0, 15.0 + off), ties.found) == ([tie == "stand"], met)
        for off in (far, -far):
            assert (decided(ten, 15.0, 15.0 + off), ties.found) == ([off < 0], 2)
        for off in (near, -near):
            assert (decided(better, 5.0, 5.0 + off), ties.found) == ([True], 2)
        assert (decided(ten, 0.0, 0.0), ties.found) == ([tie == "stand"], 2)
        assert decided(table.rank.index(THIRTY_ONE), 0.0, 0.0) == [True]


def test_counts_too_long_for_floats_are_refused() -> None:
    """Four tens may be hidden: four times so many orders must stay below 2^48."""
    for orders, fits in ((2**46 - 1, True), (2**46, False)):
        seen = (VisibleCards(parse_hand("T9"), (Behind(9, orders, 27),)),)
        if fits:
            assert finite.best_response(Rules(cards=PACK), seen, first=9).values.max() > 2**40
        else:
            with pytest.raises(ValueError, match="too long for floats"):
                finite.best_response(Rules(cards=PACK), seen, first=9)


def test_floats_stay_within_their_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep, "compiled", lambda _: None)
    rules = Rules(cards=PACK)
    found = finite.best_response(rules, seen_of(), exact=True)
    worst = Fraction()
    for first in (6, 9):
        for column, exposure in enumerate(seen_of()):
            outside = sum(PACK) - sum(exposure.exposed) - exposure.hidden - 1
            whole = Fraction(found.exact[first][0][column], falling(outside, found.depth))
            gap = abs(Fraction(float(found.values[first, 0, column])) - whole)
            worst = max(worst, gap / whole if whole else gap)
    assert 0 < worst <= Fraction(finite.relative_error(rules)) < Fraction(1, 10**13)


def chances_by_walk(rules: Rules, first: int, place: int, belief: Sequence[int]) -> list[Fraction]:
    exposed, ranks = beliefs_of(rules).exposed[place], beliefs_of(rules).ranks[:, place].tolist()
    left = unseen(rules, first)[:, place].tolist()
    behind = [
        Hidden(value, Fraction(n), rank, belief[value])
        for value, (n, rank) in enumerate(zip(left, ranks, strict=True))
        if n and rank != NOTHING
    ]
    rows = walk(rules, plus(EMPTY, first), exposed, behind, leaning)
    found = [Fraction()] * 10
    for other, row in zip(behind, rows, strict=True):
        found[other.value] = row[0] / other.weight
    return found


@pytest.mark.parametrize("first", [6, 9])
def test_replies_to_beliefs_are_exact_with_a_small_pack(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reply_sweep, "compiled", lambda _: None)
    rules = Rules(cards=PACK)
    random = np.random.default_rng(31)
    possible = [at for at, exposed in enumerate(beliefs_of(rules).exposed) if exposed[first] < PACK[first]]
    places = random.choice(possible, 6)
    beliefs = random.integers(0, 1000, (6, 10))
    chances = exact_chances(rules, first, places, beliefs)
    floats = replier(rules, first)(places, beliefs.astype(float))
    for column, (place, belief) in enumerate(zip(places.tolist(), beliefs.tolist(), strict=True)):
        walked = chances_by_walk(rules, first, place, belief)
        assert [row[column] for row in chances] == walked
        assert floats[:, column] == pytest.approx([float(chance) for chance in walked])


def test_a_mixed_reply_is_the_weighted_mean_of_its_replies() -> None:
    rules = Rules(cards=PACK)
    many = len(beliefs_of(rules).exposed)
    places = np.array([0, *range(many)])
    weights = np.array([1, 3, *[2] * (many - 1)])
    chances = [[Fraction(value + 1, reply + 2) for reply in range(many + 1)] for value in range(10)]
    mixed = exact_mixed(rules, Punter(places, weights, np.ones((many + 1, 10), np.int64)), chances)
    for value, row in enumerate(mixed):
        assert row[0] == (value + 1) * (Fraction(1, 4) * Fraction(1, 2) + Fraction(3, 4) * Fraction(1, 3))
        assert row[1:] == chances[value][2:]
    with pytest.raises(ValueError, match="leaves out"):
        exact_mixed(rules, Punter(places[:-1], weights[:-1], np.ones((many, 10), np.int64)), chances)


@pytest.mark.parametrize(("doubt", "won"), [(1, 0), (2, 1)])
def test_a_reply_that_is_worth_the_very_share_of_drawing_stands(doubt: int, won: int) -> None:
    """A ten beats a hidden four and loses to an ace, drawing beats both: at 2^30 - 1 to 1 he stands."""
    rules = Rules(cards=PACK)
    belief = [doubt, 0, 0, LEANING - 1, *[0] * 6]
    place = beliefs_of(rules).place[EMPTY]
    chances = exact_chances(rules, 9, np.array([place]), np.array([belief]))
    assert [chances[3][0], chances[0][0]] == [1, won]
    assert [row[0] for row in chances] == chances_by_walk(rules, 9, place, belief)


def test_replies_to_beliefs_are_exact_with_infinitely_many_decks() -> None:
    """Second route: the same replies in floats."""
    rules = Rules(decks=None)
    random = np.random.default_rng(31)
    places = random.integers(0, len(beliefs_of(rules).exposed), 5)
    beliefs = random.integers(0, 1000, (5, 10))
    for first in (0, 9):
        floats = replier(rules, first)(places, beliefs.astype(float))
        chances = exact_chances(rules, first, places, beliefs)
        assert np.count_nonzero(floats) > 20
        for row, near in zip(chances, floats, strict=True):
            assert near == pytest.approx([float(chance) for chance in row], rel=1e-12)


def test_replies_that_floats_cannot_tell_apart_are_decided_by_integers() -> None:
    """At the very share of drawing he stands, and one in 2^60 below it he draws, whatever a float's last bit."""
    rules, primes = Rules(cards=PACK), primes_for(2**70)
    weights = np.zeros((10, 1), np.int64)
    weights[[0, 3], 0] = 1, LEANING - 1
    stake, scale = (weights > 1).astype(np.int64), 2**30
    for more, stands in ((0, True), (1, False)):
        whole = [0] * 10
        whole[0], whole[3] = scale + more, scale
        rest = np.array([[[number % p] for number in whole] for p in primes])
        for off in (-1e-15, 0.0, 1e-15):
            draw = np.zeros((10, 1))
            draw[[0, 3], 0] = 1, 1 + off
            decided = Decisions(rules, weights, primes).stand(stake, draw, rest, lambda _: scale)
            assert decided.tolist() == [stands]
