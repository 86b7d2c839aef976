"""What a player gains who knows a card that the layout meant to hide: a removed card, the draw, other hands.

Every figure is the player's expectation in units per unit put up before a card is seen, exact, over all deals up to
the names of suits. The action is the best for what the player knows, unless it says that the strategy is fixed.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import comb, gcd
from typing import TYPE_CHECKING, NamedTuple

from casino31.answers import Holding, Rounds
from casino31.cards import RANKS, Card, rank, suit
from casino31.faults import NotCapableError
from casino31.game import Game
from casino31.layout import Layout

if TYPE_CHECKING:
    from casino31.arrays import Ints

SEAT = 3
"""Cards that a neighbour shows: his three; the draw cards stay face down."""
SEATS = 7
"""At the table."""
KNOWN_CARDS = "knowing other hands is priced where a hand has one or two"
WIDEST = 50_000
"""Different sums that an array may hold; where pays are finer, sums are kept one by one."""


class Effect(NamedTuple):
    """What removing one card of a rank from the deck does to the player's expectation."""

    best: Fraction
    """With the best strategy for the deck that is left."""
    fixed: Fraction
    """With the strategy of the full deck; over all cards these add up to 0."""


class Seen(NamedTuple):
    """What seeing something of the draw card before the decision is worth, in every hand."""

    player_edge: Fraction
    """The player's expectation when he sees it in every hand."""
    break_even: Fraction | None
    """The share of hands in which it must be seen to undo the house edge: None when it cannot, 0 when there is
    none."""

    def at(self, share: Fraction, unseen: Fraction) -> Fraction:
        """Return the player's expectation when it is seen in a share of the hands.

        >>> Seen(Fraction(2, 5), None).at(Fraction(1, 2), Fraction(-1, 5))
        Fraction(1, 10)
        """
        return share * self.player_edge + (1 - share) * unseen


@dataclass(frozen=True, eq=False)
class Exposure:
    """A layout's bets, seen by a player who knows more than he should."""

    game: Game
    rules: Layout
    bets: tuple[str, ...]

    @cached_property
    def rounds(self) -> Rounds:
        """Every deal up to the names of suits."""
        return self.game.rounds(self.rules, self.bets)

    @cached_property
    def actions(self) -> int:
        """The most actions that a hand has."""
        return max(len(holding.nets) for holding in self.rounds.holdings)

    @property
    def decides(self) -> bool:
        """Whether any hand has more than one action."""
        return self.actions > 1

    @cached_property
    def draws(self) -> int:
        """Draw cards after each hand."""
        return len(next(iter(self.rounds.holdings[0].nets.values())))

    @cached_property
    def hands(self) -> int:
        """Starting hands."""
        return sum(holding.members for holding in self.rounds.holdings)

    @cached_property
    def unit(self) -> Fraction:
        """What one unit put up before a card is seen is in the scale of the rounds."""
        wagers = (wager for bet in self.bets for wager in self.rules.bets[bet])
        return self.rounds.scale * sum((self.game.initial[wager] for wager in wagers), Fraction())

    @cached_property
    def player_edge(self) -> Fraction:
        """The expectation of a player who sees his own cards alone.

        >>> from casino31.rulesfile import load
        >>> file = load("31-classic-b")
        >>> Exposure(file.game, file.rules, ("main",)).player_edge
        Fraction(-10298, 270725)
        """
        return self._mean(lambda holding: max(sum(nets.values()) for nets in holding.nets.values()))

    def _mean(self, value: Callable[[Holding], int]) -> Fraction:
        """The mean over all hands of a value summed over the draws."""
        total = sum(holding.members * value(holding) for holding in self.rounds.holdings)
        return Fraction(total) / (self.hands * self.draws * self.unit)

    def removal(self) -> Mapping[str, Effect]:
        """Return the effect of removing one card, by rank from the ace down; the suits are alike.

        >>> from casino31.rulesfile import load
        >>> file = load("31-classic-b")
        >>> effects = Exposure(file.game, file.rules, ("main",)).removal()
        >>> effects["2"].best, sum(effect.fixed for effect in effects.values())
        (Fraction(2663, 54600), Fraction(0, 1))
        """
        best, fixed, decks = ([0] * len(RANKS) for _ in range(3))
        for holding in self.rounds.holdings:
            cards, nets = columns(holding)
            sums = list(map(sum, nets))
            taken = sums.index(max(sums))
            without = [[total - net for net in row] for total, row in zip(sums, nets, strict=True)]
            most = without[0] if len(without) == 1 else list(map(max, *without))
            for card, can, does in zip(cards, most, without[taken], strict=True):
                r = rank(card)
                best[r] += holding.members * can
                fixed[r] += holding.members * does
                decks[r] += holding.members
        apart = (self.draws - 1) * self.unit
        return {
            RANKS[r]: Effect(*(Fraction(sums[r]) / (decks[r] * apart) - self.player_edge for sums in (best, fixed)))
            for r in reversed(range(len(RANKS)))
        }

    def draw_seen(self) -> Mapping[str, Seen]:
        """Return what it is worth to see the draw card, or only its suit, its rank or its colour.

        >>> from casino31.rulesfile import load
        >>> file = load("31-classic-b")
        >>> Exposure(file.game, file.rules, ("main",)).draw_seen()["card"].player_edge
        Fraction(110839, 270725)
        """
        # the suits of a class stand for any suits, so its three ways to pair them as colours are alike
        red = [{0, other} for other in (1, 2, 3)]
        looks: dict[str, list[Callable[[Card], int]]] = {
            "card": [lambda card: card],
            "suit": [suit],
            "rank": [rank],
            "colour": [lambda card, red=pair: suit(card) in red for pair in red],  # type: ignore[misc]
        }
        worth = {}
        for name, ways in looks.items():
            tables = [[int(way(card)) for card in range(52)] for way in ways]
            means = [self._mean(partial(_informed, told=told)) for told in tables]
            edge = sum(means, Fraction()) / len(means)
            worth[name] = Seen(edge, _break_even(self.player_edge, edge))
        return worth

    def known_cards(self, counts: Sequence[int]) -> Mapping[int, Fraction]:
        """Return the expectation when so many of the other 49 cards are known before the decision.

        The cards are any of those in other hands; which pay each would have brought as the draw is all that
        matters, so it is a hypergeometric sum over how many of each pay are left. ValueError when a count leaves
        no card to draw; NotCapableError when a hand has more than two actions.

        >>> from casino31.rulesfile import load
        >>> file = load("31-classic-b")
        >>> Exposure(file.game, file.rules, ("main",)).known_cards([0, 3])
        {0: Fraction(-10298, 270725), 3: Fraction(-169660031, 4682459600)}
        """
        if self.actions > 2:
            raise NotCapableError(f"{self.game.name} has hands of {self.actions} actions: {KNOWN_CARDS}")
        for count in counts:
            if not 0 <= count < self.draws:
                raise ValueError(f"{count} known cards: from 0 to {self.draws - 1}, for one is drawn")
        alike: Counter[tuple[tuple[int, int], ...]] = Counter()
        certain = 0
        for holding in self.rounds.holdings:
            first, *others = holding.nets.values()
            certain += holding.members * sum(first.values())
            gains = Counter(others[0][card] - net for card, net in first.items()) if others else {0: self.draws}
            alike[tuple(sorted(gains.items()))] += holding.members
        sums = dict.fromkeys(counts, Fraction())
        for same, members in alike.items():
            for count, gained in _gained(dict(same), counts).items():
                sums[count] += members * gained
        base = Fraction(certain) / (self.hands * self.draws * self.unit)
        return {count: base + gained / (self.hands * self.unit) for count, gained in sums.items()}

    def collusion(self) -> tuple[Fraction, ...]:
        """Return the expectation of a player who knows the three cards of 0, 1, ... 6 other seats.

        >>> from casino31.rulesfile import load
        >>> file = load("31-classic-d")
        >>> [f"{float(-edge):.4%}" for edge in Exposure(file.game, file.rules, ("main",)).collusion()]
        ['2.2137%', '2.0317%', '1.8412%', '1.6502%', '1.3872%', '1.1372%', '0.8061%']
        """
        known = self.known_cards([SEAT * seats for seats in range(SEATS)])
        return tuple(known.values())


def columns(holding: Holding) -> tuple[list[Card], list[list[int]]]:
    """Return the hidden cards of a hand, and what each action wins with each of them, in the same order."""
    cards = list(next(iter(holding.nets.values())))
    return cards, [list(map(nets.__getitem__, cards)) for nets in holding.nets.values()]


def _informed(holding: Holding, told: Sequence[int]) -> int:
    """What a hand wins, over its draws, when of the draw what ``told`` gives of each card is known."""
    cards, nets = columns(holding)
    sums = []
    for row in nets:
        groups = [0] * (max(told) + 1)
        for card, net in zip(cards, row, strict=True):
            groups[told[card]] += net
        sums.append(groups)
    return sum(sums[0] if len(sums) == 1 else map(max, *sums))


def _break_even(unseen: Fraction, seen: Fraction) -> Fraction | None:
    if unseen >= 0:
        return Fraction(0)
    return -unseen / (seen - unseen) if seen > 0 else None


def _gained(gains: Mapping[int, int], counts: Sequence[int]) -> Mapping[int, Fraction]:
    """What taking the second action only when it is better gains on the first, a draw, so many cards known.

    ``gains`` counts the unseen cards by what the second action gains with each as the draw.
    """
    size, whole = sum(gains.values()), sum(gain * n for gain, n in gains.items())
    if all(gain <= 0 for gain in gains):
        return dict.fromkeys(counts, Fraction())
    if all(gain >= 0 for gain in gains):
        return dict.fromkeys(counts, Fraction(whole, size))
    # knowing which n are seen is knowing which are left: the smaller of the two is listed
    wanted = max((min(count, size - count) for count in counts), default=0)
    step = gcd(*gains)
    finer = {gain // step: n for gain, n in gains.items()}
    reach = sum(abs(gain) * min(n, wanted) for gain, n in finer.items())
    ways = sums_by_array(finer, wanted) if reach <= WIDEST else sums_one_by_one(finer, wanted)
    worth = {}
    for count in counts:
        few = min(count, size - count)
        left = [(whole - step * total if few == count else step * total, n) for total, n in ways[few].items()]
        better = sum(total * n for total, n in left if total > 0)
        worth[count] = Fraction(better, comb(size, few) * (size - count))
    return worth


def sums_by_array(values: Mapping[int, int], most: int) -> list[dict[int, int]]:
    """Return for 0, 1, ... ``most`` cards the ways to each sum of their values, so many cards of each value.

    >>> sums_by_array({-1: 2, 3: 1}, 2)
    [{0: 1}, {-1: 2, 3: 1}, {-2: 1, 2: 2}]
    """
    import numpy as np

    low = sum(value * min(n, most) for value, n in values.items() if value < 0)
    high = sum(value * min(n, most) for value, n in values.items() if value > 0)
    # all ways of so many cards together are a binomial coefficient: of 52 cards at most C(52, 26) < 2^49
    ways: Ints = np.zeros((most + 1, high - low + 1), dtype=np.int64)
    ways[0, -low] = 1
    for value, n in values.items():
        before, ways = ways, ways.copy()
        for times in range(1, min(n, most) + 1):
            shift = times * value
            source = before[: most + 1 - times]
            if shift >= 0:
                ways[times:, shift:] += comb(n, times) * source[:, : source.shape[1] - shift]
            else:
                ways[times:, :shift] += comb(n, times) * source[:, -shift:]
    return [{int(k) + low: int(row[k]) for k in np.flatnonzero(row)} for row in ways]


def sums_one_by_one(values: Mapping[int, int], most: int) -> list[dict[int, int]]:
    """Return the same as ``sums_by_array``, whatever the values: slower, without arrays.

    >>> sums_one_by_one({-1: 2, 3: 1}, 2)
    [{0: 1}, {-1: 2, 3: 1}, {-2: 1, 2: 2}]
    """
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(most))]
    for value, n in values.items():
        grown: list[dict[int, int]] = [{} for _ in range(most + 1)]
        for held, sums in enumerate(ways):
            for times in range(min(n, most - held) + 1):
                there = grown[held + times]
                for total, count in sums.items():
                    key = total + times * value
                    there[key] = there.get(key, 0) + comb(n, times) * count
        ways = grown
    return [dict(sorted(sums.items())) for sums in ways]
