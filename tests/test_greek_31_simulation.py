"""Rounds dealt through the referee, card by card, against the exact engines: within four standard errors."""

from collections import Counter
from math import sqrt
from random import Random

import numpy as np
import pytest

from casino31.games.greek_31 import finite, infinite
from casino31.games.greek_31.answer import answer, endings, likelihoods
from casino31.games.greek_31.exposures import exposures
from casino31.games.greek_31.plan import fixed_plan
from casino31.games.greek_31.referee import Cards, best, fixed_banker, play
from casino31.games.greek_31.rules import Aces, Banker, Conceal, Rules
from casino31.games.greek_31.totals import VALUES, Hand

ROUNDS = 100_000


def values(cards: Cards) -> Hand:
    """The multiset of some cards: rank 12 is the ace, 8 to 11 count ten."""
    counts = [0] * 10
    for card in cards:
        r = card >> 2
        counts[0 if r == 12 else min(r + 1, 9)] += 1
    return tuple(counts)


def close(count: int, rounds: int, chance: float) -> bool:
    return abs(count - rounds * chance) <= 4 * sqrt(rounds * chance * (1 - chance)) + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize(
    ("aces", "stand", "conceal"),
    [
        ("kouridakis", 26, "last"),
        ("kouridakis", 24, "highest"),
        ("kouridakis", 28, "lowest"),
        ("kouridakis", 27, "random"),
        ("heath", 26, "highest"),
        ("heath", 30, "last"),
    ],
)
def test_infinitely_many_decks(aces: Aces, stand: int, conceal: Conceal) -> None:
    """The punter plays the engine's best response; mean, first cards and classes are as the engine says."""
    rules, random = Rules(decks=None, aces=aces, banker=Banker(stand, conceal)), Random(31)
    seen = exposures(rules, fixed_plan(rules))
    columns = [infinite.column(each)[0] for each in seen]
    merged = list(dict.fromkeys(columns))
    place = {
        (each.exposed, bool(each.hidden)): merged.index(column) for each, column in zip(seen, columns, strict=True)
    }
    response = infinite.best_response(rules, merged)
    stands = [infinite.stands(rules, merged, state, response) for state in range(len(response))]

    def punter(hand: Cards, exposed: Cards, concealed: bool) -> bool:
        return not stands[infinite.state_of(rules, values(hand))][place[values(exposed), concealed]]

    exact, banker = answer(rules), fixed_banker(rules, random)
    events: Counter[str] = Counter()
    first_cards: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for _ in range(ROUNDS):
        seat = play(rules, random.choices(range(52), k=60), banker, [punter]).seats[0]
        card = VALUES[values(seat.hand[:1]).index(1)]
        events[seat.event] += 1
        first_cards[card] += 1
        won[card] += seat.won
    for name, chance in exact.events.items():
        assert close(events[name], ROUNDS, float(chance)), name
    assert close(won.total(), ROUNDS, (1 + float(exact.expectation)) / 2)
    for first in exact.first_cards:
        assert close(won[first.card], first_cards[first.card], (1 + float(first.expectation)) / 2), first.card


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2])
def test_real_decks_and_a_punter_who_stands_at_28(decks: int) -> None:
    rules, random = Rules(decks=decks), Random(13)
    plan = fixed_plan(rules)
    seen = exposures(rules, plan)
    wins = finite.best_response(rules, seen, stand_at=28).values[:, 0]
    chance = sum(n * float(ends[0]) for n, ends in zip(rules.deck, endings(rules, plan), strict=True))
    for column, each in enumerate(seen):
        likely = np.array(likelihoods(rules, each.exposed, sum(each.exposed) + each.hidden), dtype=float)
        chance += float((np.array(rules.deck) * likely * wins[:, column]).sum()) / plan.scale
    chance /= sum(rules.deck)
    pack, won = [card for card in range(52) for _ in range(decks)], 0
    for _ in range(ROUNDS):
        random.shuffle(pack)
        end = play(rules, pack, fixed_banker(rules), [lambda hand, *_: best(rules, hand) < 28])
        won += end.seats[0].won
    assert close(won, ROUNDS, chance)
