"""Greek 31 with a dozen cards, by brute force: ordered sequences, explicit beliefs, and a generic linear program.

Nothing here knows of orders, falling factorials or merged hands: hands are sequences of values, and beliefs are
divided out.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeAlias

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

from casino31.games.greek_31.rules import Rules

Cards: TypeAlias = tuple[int, ...]
"""Values in the order drawn: 1 an ace, 10 a ten."""
End: TypeAlias = tuple[str, Cards, int]
"""What a banker's sequence comes to: bust, 31, show or conceal; the exposed cards, sorted; what is hidden."""
Policy: TypeAlias = Callable[[Cards], dict[tuple[str, int], float]]
"""(sequence) -> chance of ("draw", 0), ("show", 0) and ("conceal", value)."""


@cache
def totals(rules: Rules, hand: Cards) -> tuple[int, ...]:
    """Legal totals up to 31, by trying each number of aces that count 11 (B2, B4)."""
    if hand in ((2, 2),):
        return (14,)
    aces = hand.count(1)
    found = []
    for high in range(aces + 1):
        low = aces - high
        legal = abs(high - low) <= 1 if rules.aces == "heath" else high >= 1 or aces < 2
        if legal and sum(hand) + 10 * high <= 31:
            found.append(sum(hand) + 10 * high)
    return tuple(found)


@cache
def grade(rules: Rules, hand: Cards) -> float:
    """A number that ranks hands as B3 and B4 do; 0 is bust."""
    grades = [31.5 if t == 31 else 30.5 if is_14(rules, hand) and t == 14 else t for t in totals(rules, hand)]
    return 31.0 if rules.aces == "heath" and hand == (2, 2) else max(grades, default=0)


def is_14(rules: Rules, hand: Cards) -> bool:
    return 14 in totals(rules, hand) and (rules.fourteen == "any" or len(hand) == 2)


def hidden_grade(rules: Rules, hand: Cards) -> float:
    """B12: the highest total but 14 and 31."""
    return max((t for t in totals(rules, hand) if t != 31 and not (t == 14 and is_14(rules, hand))), default=0)


def pack(rules: Rules, *gone: int) -> dict[int, int]:
    left = {value: n for value, n in enumerate(rules.deck, start=1) if n}
    for value in gone:
        left[value] -= 1
    return {value: n for value, n in left.items() if n}


def sequences(rules: Rules, first: int, policy: Policy) -> Iterator[tuple[End, float, Cards]]:
    """Every way the banker's hand can end, its probability, and the sequence."""

    def grow(hand: Cards, chance: float) -> Iterator[tuple[End, float, Cards]]:
        if hand and not grade(rules, hand):
            yield ("bust", hand, 0), chance, hand
            return
        if hand and 31 in totals(rules, hand):
            yield ("31", hand, 0), chance, hand
            return
        for (what, value), share in policy(hand).items():
            if not share:
                continue
            if what == "draw":
                left = pack(rules, first, *hand)
                for drawn, n in left.items():
                    yield from grow((*hand, drawn), chance * share * n / sum(left.values()))
            else:
                exposed = list(hand)
                if what == "conceal":
                    exposed.remove(value)
                yield (what, tuple(sorted(exposed)), value), chance * share, hand

    yield from grow((), 1.0)


def value_of(rules: Rules, first: int, policy: Policy) -> float:
    """The punter's expectation against a policy: on each exposure he plays by his beliefs about the hidden card."""
    won = 0.0
    seen: dict[tuple[str, Cards], dict[tuple[int, float], float]] = defaultdict(lambda: defaultdict(float))
    for (what, exposed, hidden), chance, hand in sequences(rules, first, policy):
        if what == "bust":
            won += chance
        elif what == "conceal":
            seen[what, exposed][hidden, hidden_grade(rules, hand)] += chance
        elif what == "show":
            seen[what, exposed][0, grade(rules, hand)] += chance
    for (what, exposed), behind in seen.items():
        total = sum(behind.values())
        belief = {key: chance / total for key, chance in behind.items()}
        won += total * play(rules, (first,), (first, *exposed), what == "conceal", belief)
    return 2 * won - 1


def play(rules: Rules, hand: Cards, gone: Cards, hidden: bool, belief: dict[tuple[int, float], float]) -> float:
    """The chance to win with best play, given a normalised belief over (hidden value, grade)."""
    mine = grade(rules, hand)
    if not mine:
        return 0.0
    if 31 in totals(rules, hand):
        return 1.0
    stand = sum(chance for (_, other), chance in belief.items() if mine > other)
    draw = 0.0
    for value in pack(rules, *gone):
        joint = {}
        for (c, other), chance in belief.items():
            left = pack(rules, *gone, *((c,) if hidden else ()))
            if n := left.get(value, 0):
                joint[c, other] = chance * n / sum(left.values())
        if p := sum(joint.values()):
            after = {key: chance / p for key, chance in joint.items()}
            draw += p * play(rules, (*hand, value), (*gone, value), hidden, after)
    return max(stand, draw)


def sequence_form(rules: Rules, first: int) -> tuple[float, dict[Cards, dict[tuple[str, int], float]]]:
    """The value of the game for the punter by a sequence-form linear program, and the banker's realisation plan.

    Banker's sequences and the punter's are columns and rows; nothing is merged but the order of exposed cards.
    """
    banker: dict[tuple[Cards, tuple[str, int]], int] = {}
    banker_sets: list[tuple[int, list[int]]] = []
    punter: dict[tuple[object, ...], int] = {(): 0}
    punter_sets: dict[tuple[object, ...], tuple[int, list[int]]] = {}
    entries: list[tuple[int, int, float]] = []
    settled: dict[int, float] = defaultdict(float)

    def bank(hand: Cards, parent: int, chance: float) -> None:
        options = [("draw", 0)] + ([("show", 0)] if is_14(rules, hand) else [])
        if hidden_grade(rules, hand):
            options += [("conceal", value) for value in sorted(set(hand))]
        columns = [banker.setdefault((hand, option), len(banker)) for option in options]
        banker_sets.append((parent, columns))
        for (what, value), column in zip(options, columns, strict=True):
            if what == "draw":
                left = pack(rules, first, *hand)
                for drawn, n in left.items():
                    after, p = (*hand, drawn), chance * n / sum(left.values())
                    if not grade(rules, after):
                        settled[column] += p
                    elif 31 not in totals(rules, after):
                        bank(after, column, p)
            else:
                exposed = list(hand)
                if what == "conceal":
                    exposed.remove(value)
                other = hidden_grade(rules, hand) if what == "conceal" else grade(rules, hand)
                view = (what, tuple(sorted(exposed)))
                punt(view, (first,), 0, chance, column, other, pack(rules, first, *hand))

    def punt(
        view: tuple[str, Cards],
        hand: Cards,
        parent: int,
        chance: float,
        column: int,
        other: float,
        left: dict[int, int],
    ) -> None:
        if not grade(rules, hand):
            return
        if 31 in totals(rules, hand):
            entries.append((parent, column, chance))
            return
        key = (view, hand)
        if key not in punter_sets:
            stand = punter.setdefault((view, hand, "stand"), len(punter))
            draw = punter.setdefault((view, hand, "draw"), len(punter))
            punter_sets[key] = (parent, [stand, draw])
        stand, draw = punter_sets[key][1]
        if grade(rules, hand) > other:
            entries.append((stand, column, chance))
        for value, n in left.items():
            rest = {v: k - (v == value) for v, k in left.items() if k > (v == value)}
            punt(view, (*hand, value), draw, chance * n / sum(left.values()), column, other, rest)

    bank((), -1, 1.0)
    # The banker minimises settled . x + u(root), where the punter's sets bound what his sequences are worth.
    columns, sets = len(banker), list(punter_sets.values())
    rows_eq, rhs = [], []
    for r, (parent, own) in enumerate(banker_sets):
        rows_eq += [(r, c, 1.0) for c in own] + ([(r, parent, -1.0)] if parent >= 0 else [])
        rhs.append(1.0 if parent < 0 else 0.0)
    rows_ub = [(row, column, chance) for row, column, chance in entries]
    for s, (parent, own) in enumerate(sets):
        rows_ub += [(row, columns + 1 + s, -1.0) for row in own] + [(parent, columns + 1 + s, 1.0)]
    rows_ub.append((0, columns, -1.0))
    width = columns + 1 + len(sets)
    cost = np.zeros(width)
    for column, p in settled.items():
        cost[column] = p
    cost[columns] = 1.0
    answer = linprog(
        cost,
        A_ub=_matrix(rows_ub, len(punter), width),
        b_ub=np.zeros(len(punter)),
        A_eq=_matrix(rows_eq, len(banker_sets), width),
        b_eq=np.array(rhs),
        bounds=[(0, None)] * columns + [(None, None)] * (width - columns),
        method="highs-ds",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    assert answer.status == 0, answer.message
    plan: dict[Cards, dict[tuple[str, int], float]] = defaultdict(dict)
    for (hand, option), column in banker.items():
        plan[hand][option] = float(answer.x[column])
    return 2 * float(answer.fun) - 1, plan


def _matrix(rows: list[tuple[int, int, float]], height: int, width: int) -> object:
    r, c, v = zip(*rows, strict=True)
    return coo_matrix((v, (r, c)), shape=(height, width)).tocsr()
