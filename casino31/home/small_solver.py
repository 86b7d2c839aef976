"""The toy Scat solved by regret matching, and what its policies are worth at least: proven in whole numbers.

Regrets are floats and decide nothing. The average policies are rounded to whole parts, and the best replies to them
are computed in integers: the eldest's policy earns at least ``low``, the dealer's gives away at most ``high``, and
the value of the toy lies between, whatever the floats did.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from casino31.home.small import Integers, Toy, ToyGame, points_of
from casino31.notebook import Shown

Floats = NDArray[np.float64]
Numbers = TypeVar("Numbers", Integers, Floats)

PARTS = 1 << 10
"""A rounded policy takes each action in so many parts."""


@dataclass(frozen=True, eq=False)
class ActionPlaces:
    """Where an action leads, as places in arrays over hands and blocks."""

    taken: Integers
    """By hand and card thrown: the eldest's hand after taking the card turned up, among all blocks' hands."""
    drawn: Integers
    """By hand and card drawn: the four cards he then holds."""
    thrown: Integers
    """By four cards and the one thrown: his hand after it."""
    eldest: tuple[slice, ...]
    """The part of each block among all blocks' hands of the eldest."""
    dealer: tuple[slice, ...]
    """The same of the dealer's."""


def places_of(game: ToyGame) -> ActionPlaces:
    """Return where each action of the eldest leads."""
    number: dict[tuple[bool, int, frozenset[int]], int] = {}
    parts: tuple[list[slice], list[slice]] = ([], [])
    ends = [0, 0]
    for block in game.blocks:
        for place, hand in enumerate(block.eldest):
            number[block.took, block.thrown, frozenset(hand)] = ends[0] + place
        for side, many in enumerate((len(block.eldest), len(block.dealer))):
            parts[side].append(slice(ends[side], ends[side] + many))
            ends[side] += many
    fours = {frozenset(four): place for place, four in enumerate(game.fours)}
    return ActionPlaces(
        np.array([[number[True, out, frozenset({*hand, game.up}) - {out}] for out in hand] for hand in game.hands]),
        np.array(
            [[fours[frozenset({*hand, new})] for new in game.others if new not in hand] for hand in game.hands]
        ),
        np.array([[number[False, out, frozenset(four) - {out}] for out in four] for four in game.fours]),
        tuple(parts[0]),
        tuple(parts[1]),
    )


@dataclass(frozen=True)
class Policies:
    """What both do with one card turned up: rows of parts, which add up to the same in each row."""

    first: Integers
    """The eldest by hand: knock, take and throw his first, second or third card, draw."""
    discard: Integers
    """By four cards, the drawn one among them: which to throw."""
    last: Integers
    """After the dealer's knock, by block and hand: take, draw."""
    reply: Integers
    """The dealer after a knock, by hand: take, draw."""
    knock: Integers
    """The dealer by block and hand: knock, do not."""


@dataclass(frozen=True, eq=False)
class Solved:
    """One card turned up: policies, and the bounds they prove."""

    game: ToyGame
    policies: Policies
    low: Fraction
    """Tokens a deal that the eldest wins with his policy, whatever the dealer does."""
    high: Fraction
    """Tokens a deal that the eldest wins at most against the dealer's policy."""

    def knocks(self) -> Mapping[int, Fraction]:
        """Return the share of hands, by points, with which the eldest knocks at once."""
        shares_by_points: dict[int, list[Fraction]] = {}
        for hand, parts in zip(self.game.hands, self.policies.first.tolist(), strict=True):
            shares_by_points.setdefault(points_of(hand), []).append(Fraction(parts[0], PARTS))
        return {
            points: sum(shares, Fraction(0)) / len(shares) for points, shares in sorted(shares_by_points.items())
        }


@dataclass(frozen=True, repr=False)
class SmallSolution(Shown):
    """The toy solved for every card turned up."""

    toy: Toy
    iterations: int
    parts: tuple[Solved, ...]

    @property
    def low(self) -> Fraction:
        """Tokens a deal that the eldest wins at least."""
        return sum((part.low for part in self.parts), Fraction(0)) / len(self.parts)

    @property
    def high(self) -> Fraction:
        """Tokens a deal that he wins at most."""
        return sum((part.high for part in self.parts), Fraction(0)) / len(self.parts)

    @property
    def exploitability(self) -> Fraction:
        """What both could gain together by replying best to each other, in tokens a deal; 0 in an equilibrium."""
        return self.high - self.low

    @property
    def facts(self) -> Mapping[str, object]:
        """Value and exploitability."""
        return {"value at least": self.low, "at most": self.high, "exploitability": self.exploitability}


def solve_small(toy: Toy | None = None, iterations: int = 150) -> SmallSolution:
    """Return policies for the toy and the bounds they prove.

    >>> solved = solve_small(Toy(3, 3), 50)
    >>> solved.low < solved.high, solved.exploitability < Fraction(1, 10)
    (True, True)
    """
    if iterations < 1:
        raise ValueError(f"iterations={iterations}: at least 1")
    chosen = toy or Toy()
    return SmallSolution(
        chosen, iterations, tuple(solve_game(ToyGame(chosen, up), iterations) for up in chosen.turned_up)
    )


def solve_game(game: ToyGame, iterations: int) -> Solved:
    """Return policies and bounds for one card turned up."""
    regrets = Regrets(game, places_of(game))
    for number in range(1, iterations + 1):
        regrets.iterate(number)
    return proven(game, regrets.places, regrets.policies())


def proven(game: ToyGame, places: ActionPlaces, policies: Policies) -> Solved:
    """Return the bounds of some policies: the best reply to each, in whole numbers."""
    won = _eldest_best(game, places, policies)
    lost = _dealer_best(game, places, policies)
    return Solved(game, policies, Fraction(-lost, game.deals * PARTS**3), Fraction(won, game.deals * PARTS))


def _eldest_best(game: ToyGame, places: ActionPlaces, policies: Policies) -> int:
    """Weights times parts that the eldest wins with the best reply to the dealer's policy."""
    values = np.concatenate(
        [
            np.maximum(block.taking @ (knocks := policies.knock[part, 0]), block.drawing @ knocks)
            for block, part in zip(game.blocks, places.dealer, strict=True)
        ]
    )
    taking, drawing = game.first_knock
    knock = taking @ policies.reply[:, 0] + drawing @ policies.reply[:, 1]
    draw = values[places.thrown].max(axis=1)[places.drawn].sum(axis=1)
    take = values[places.taken].max(axis=1)
    return int(np.maximum(np.maximum(knock, take), draw).sum())


def _dealer_best(game: ToyGame, places: ActionPlaces, policies: Policies) -> int:
    """Weights times parts cubed that the dealer wins with the best reply to the eldest's policy."""
    reach = _reach(places, policies.first, policies.discard, PARTS)
    total = 0
    for block, mine in zip(game.blocks, places.eldest, strict=True):
        held = reach[mine, None] * policies.last[mine]
        total += int(np.maximum(-(held[:, 0] @ block.taking + held[:, 1] @ block.drawing), 0).sum())
    taking, drawing = game.first_knock
    knocks = policies.first[:, 0]
    return total + int(np.maximum(-(knocks @ taking), -(knocks @ drawing)).sum()) * PARTS**2


def _reach(places: ActionPlaces, first: Numbers, discard: Numbers, unit: int) -> Numbers:
    """How often the eldest comes to each hand of each block by choice; ``unit`` stands for a sure discard."""
    many = int(max(places.taken.max(), places.thrown.max())) + 1
    reach: Numbers = np.zeros(many, first.dtype)
    np.add.at(reach, places.taken, first[:, 1:4] * unit)
    fours: Numbers = np.zeros(len(discard), first.dtype)
    np.add.at(fours, places.drawn, np.broadcast_to(first[:, 4:], places.drawn.shape))
    np.add.at(reach, places.thrown, fours[:, None] * discard)
    return reach


class Regrets:
    """Regret matching, regrets kept at 0 or above, each side in turn; later policies count more in the average."""

    def __init__(self, game: ToyGame, places: ActionPlaces) -> None:
        self.game, self.places = game, places
        self.first = np.zeros((len(game.hands), 5))
        self.discard = np.zeros((len(game.fours), 4))
        self.last = np.zeros((places.eldest[-1].stop, 2))
        self.reply = np.zeros((len(game.hands), 2))
        self.knock = np.zeros((places.dealer[-1].stop, 2))
        self.sums = [
            np.zeros_like(regrets) for regrets in (self.first, self.discard, self.last, self.reply, self.knock)
        ]

    @cached_property
    def tables(self) -> tuple[tuple[Floats, Floats], ...]:
        """The matrices of the blocks, then those of the first knock, as floats."""
        pairs = [(block.taking, block.drawing) for block in self.game.blocks] + [self.game.first_knock]
        weight = self.game.weight(0)
        return tuple((taking / weight, drawing / weight) for taking, drawing in pairs)

    def iterate(self, number: int) -> None:
        """Update both sides and add their policies to the average."""
        self._eldest()
        self._dealer()
        tables = (self.first, self.discard, self.last, self.reply, self.knock)
        first, discard, last, reply, knock = map(matched, tables)
        fours = np.zeros(len(discard))
        np.add.at(fours, self.places.drawn, np.broadcast_to(first[:, 4:], self.places.drawn.shape))
        reach = _reach(self.places, first, discard, 1)
        played = (first, fours[:, None] * discard, reach[:, None] * last, reply, knock)
        for total, policy in zip(self.sums, played, strict=True):
            total += number * policy

    def _eldest(self) -> None:
        reply, knock = matched(self.reply), matched(self.knock)
        pairs = zip(self.tables, self.places.dealer, strict=False)
        values = [
            np.stack([taking @ knock[part, 0], drawing @ knock[part, 0]], axis=1)
            for (taking, drawing), part in pairs
        ]
        after = improved(self.last, np.concatenate(values))
        fours = improved(self.discard, after[self.places.thrown])
        taking, drawing = self.tables[-1]
        knocking = taking @ reply[:, 0] + drawing @ reply[:, 1]
        draw = fours[self.places.drawn].sum(axis=1)
        improved(self.first, np.column_stack([knocking, after[self.places.taken], draw]))

    def _dealer(self) -> None:
        first, discard, last = map(matched, (self.first, self.discard, self.last))
        held = _reach(self.places, first, discard, 1)[:, None] * last
        pairs = zip(self.tables, self.places.eldest, strict=False)
        gains = [-(held[part, 0] @ taking + held[part, 1] @ drawing) for (taking, drawing), part in pairs]
        knocks = np.concatenate(gains)
        improved(self.knock, np.column_stack([knocks, np.zeros_like(knocks)]))
        taking, drawing = self.tables[-1]
        improved(self.reply, np.column_stack([-(first[:, 0] @ taking), -(first[:, 0] @ drawing)]))

    def policies(self) -> Policies:
        """Return the average policies in whole parts."""
        return Policies(*map(in_parts, self.sums))


def matched(regrets: Floats) -> Floats:
    """Return the policy that takes each action as its regret says; all alike where there is none."""
    total = regrets.sum(axis=1, keepdims=True)
    policy: Floats = np.where(total > 0, regrets / np.where(total > 0, total, 1), 1 / regrets.shape[1])
    return policy


def improved(regrets: Floats, values: Floats) -> Floats:
    """Add what each action would have gained to its regret, and return what the policy before was worth."""
    worth: Floats = (matched(regrets) * values).sum(axis=1)
    np.maximum(regrets + values - worth[:, None], 0, out=regrets)
    return worth


def in_parts(weights: Floats) -> Integers:
    """Return rows of whole parts near some weights: each rounded down, the largest takes what is left."""
    parts = np.floor(matched(weights) * PARTS).astype(np.int64)
    rows = np.arange(len(parts))
    parts[rows, parts.argmax(axis=1)] += PARTS - parts.sum(axis=1)
    return parts
