"""The fast player against the slow referee, card by card, and against the exact engines, in standard errors."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import count
from math import sqrt
from pathlib import Path
from random import Random

import numpy as np
import pytest

from casino31.banker_answers import Simulated
from casino31.cards import Card
from casino31.games import GAMES
from casino31.games.greek_31.api import analyse, sheet, solve
from casino31.games.greek_31.api import trial as verbs_trial
from casino31.games.greek_31.engine import finite
from casino31.games.greek_31.engine.answer import EVENTS, answer, endings, likelihoods
from casino31.games.greek_31.engine.exposures import visible_cards
from casino31.games.greek_31.engine.plan import Plan, check_plan, fixed_plan
from casino31.games.greek_31.engine.several_punters import company
from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.referee import Cards, PunterDecision, fixed_banker
from casino31.games.greek_31.referee import play as referee
from casino31.games.greek_31.rules import Banker, Betting, Rules
from casino31.games.greek_31.simulation import deal, table
from casino31.games.greek_31.simulation.counts import block_counts, unflat
from casino31.games.greek_31.simulation.deal import draw_words, stream
from casino31.games.greek_31.simulation.several import (
    bankers_round,
    blocks_counts,
    estimated_covariance,
    several_punters,
)
from casino31.games.greek_31.simulation.table import PreparedRules, prepare_rules
from casino31.games.greek_31.simulation.trial import trial
from casino31.games.greek_31.strategy.decisions import best_stands, stands_at, stated_decisions
from casino31.games.greek_31.totals import Hand
from casino31.render.text import text

POLICIES = {
    "one deck": Rules(),
    "two decks, a random card": Rules(decks=2, banker=Banker(27, "random")),
    "Heath, one deck": Rules(aces="heath", banker=Banker(24, "highest")),
    "infinite, fourteen with two cards": Rules(decks=None, fourteen="two cards", banker=Banker(28, "lowest")),
    "Heath, infinite, ties drawn": Rules(decks=None, aces="heath", tie="draw", banker=Banker(30, "last")),
    "eight decks, spread": Rules(
        decks=8, banker=Banker(25, "lowest"), betting=Betting(Fraction(1), Fraction(5), "spread")
    ),
}
ROUNDS = 10**7


def cards_of(values: list[int]) -> list[Card]:
    """Real cards of these values, each suit in turn: of one pack as long as one pack has them."""
    ranks = [(12,), *((rank,) for rank in range(8)), (8, 9, 10, 11)]
    turn = [count() for _ in ranks]
    cards = []
    for value in values:
        at = next(turn[value]) % (4 * len(ranks[value]))
        cards.append(ranks[value][at // 4] * 4 + at % 4)
    return cards


def values_of(cards: Cards) -> Hand:
    """The multiset of some cards: rank 12 is the ace, 8 to 11 count ten."""
    counts = [0] * 10
    for card in cards:
        counts[0 if card >> 2 == 12 else min((card >> 2) + 1, 9)] += 1
    return tuple(counts)


class Chance(Random):
    """Chooses the card to conceal as the fast player does: by a word, among the cards in rising order."""

    hand: Cards
    word: int

    def choice(self, places: range) -> int:  # type: ignore[override]
        order = sorted(places, key=lambda place: values_of(self.hand[place : place + 1])[::-1])
        return order[self.word * len(order) >> 63]


@pytest.mark.slow
@pytest.mark.parametrize("name", POLICIES)
def test_the_fast_player_settles_the_same_cards_as_the_referee(name: str) -> None:
    """Three punters, the same sequences of cards: every first card and every event, seat by seat."""
    rules, rounds = POLICIES[name], 2_000
    made = prepare_rules(rules, punters=3)
    raw = draw_words(stream(31, 0), rounds, made.words)
    chances = raw[:, : made.chances]
    values = deal.deal(rules, raw[:, made.chances :], made.cards)
    codes = table.play_rounds(made, values, chances)
    seen = visible_cards(rules, fixed_plan(rules))
    stands, places = best_stands(rules, seen), hands(rules).place
    column = {(each.exposed, bool(each.hidden)): place for place, each in enumerate(seen)}

    def punter(hand: Cards, exposed: Cards, concealed: bool) -> bool:
        return not stands[places[values_of(hand)], column[values_of(exposed), concealed]]

    chance = Chance()
    fixed = fixed_banker(rules, chance)
    seats: list[PunterDecision] = [punter] * 3
    events: Counter[str] = Counter()
    for row in range(rounds):

        def banker(firsts: Cards, hand: Cards, row: int = row) -> object:
            chance.hand = hand
            chance.word = int(chances[row, len(hand) - 1]) & (2**63 - 1) if made.chances else 0
            return fixed(firsts, hand)

        end = referee(rules, cards_of(values[row].tolist()), banker, seats)  # type: ignore[arg-type]
        for seat, code in zip(end.seats, codes[row].tolist(), strict=True):
            assert (values_of(seat.hand[:1]).index(1), seat.event) == (code // 10, EVENTS[code % 10]), row
            events[seat.event] += 1
    assert set(events) == {event for event, chance in answer(rules).events.items() if chance}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("one deck", marks=pytest.mark.slow),
        pytest.param("two decks, a random card", marks=pytest.mark.slow),
        "Heath, infinite, ties drawn",
    ],
)
def test_compiled_and_numpy_play_the_same_rounds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = POLICIES[name]
    made = prepare_rules(rules, punters=4)
    fast = block_counts(made, [False] * 10, 31, 5, 10_000).flat()
    monkeypatch.setattr(deal, "compiled", lambda _: None)
    monkeypatch.setattr(table, "compiled", lambda _: None)
    assert block_counts(made, [False] * 10, 31, 5, 10_000).flat() == fast


def test_packs_are_dealt_without_replacement() -> None:
    """All cards of two packs, and each value as likely at every place."""
    rules = Rules(decks=2)
    values = deal.deal(rules, draw_words(stream(31, 0), 20_000, 52), 104)
    assert (np.sort(values, axis=1) == np.sort(values[0])).all()
    assert np.bincount(values[0]).tolist() == list(rules.deck)
    tens = (values == 9).sum(axis=0)
    assert abs(tens - 20_000 * 4 / 13).max() < 4.5 * sqrt(20_000 * 36 / 169)
    with pytest.raises(ValueError, match="105 cards"):
        deal.deal(rules, draw_words(stream(31, 0), 1, 60), 105)


@pytest.mark.slow
@pytest.mark.parametrize("name", POLICIES)
def test_ten_million_rounds_of_six_policies(name: str) -> None:
    """Mean, first cards, classes and tenures: each within four standard errors."""
    made = trial(POLICIES[name])
    total = np.zeros(made.size, np.int64)
    for block in range(-(-ROUNDS // 2**16)):
        total += made.play(31, block, min(2**16, ROUNDS - block * 2**16))
    played = made.played(total.tolist())
    assert played.played == ROUNDS
    zs = {"mean": played.mean.z, "tenure": played.tenure.z}
    zs |= {event: row.z for event, row in played.classes.items()}
    for card, row in played.first_cards.items():
        zs |= {f"{card} dealt": row.z, f"{card} wins": row.ev_z}
    assert max(map(abs, zs.values())) < 4, zs


@pytest.mark.slow
def test_mixed_plans_one_for_each_first_card() -> None:
    """Half of the time a banker of one kind and half of another: against aces to fives, and another mix above."""
    rules = Rules(cards=(2, 2, 2, 2, 2, 2, 2, 2, 2, 6))
    low, high = (mixed(rules, *pair) for pair in ((Banker(25), Banker(27, "random")), (Banker(26), Banker(23))))
    made = trial(rules, [low] * 5 + [high] * 5)
    played = made.played(np.sum([made.play(31, block, 2**16) for block in range(32)], axis=0).tolist())
    zs = [z for row in played.first_cards.values() for z in (row.z, row.ev_z)]
    zs += [played.mean.z, *(row.z for row in played.classes.values())]
    assert max(map(abs, zs)) < 4


def mixed(rules: Rules, *bankers: Banker) -> Plan:
    """Each of these bankers as often as the other."""
    plans = [fixed_plan(replace(rules, banker=banker)) for banker in bankers]
    scale = int(np.lcm.reduce([plan.scale for plan in plans]))
    rows = [
        [sum(scale // plan.scale * getattr(plan, name)[place] for plan in plans) for place in range(size)]
        for name, size in ((name, len(getattr(plans[0], name))) for name in ("draws", "shows", "conceals"))
    ]
    plan = Plan(scale * len(plans), *map(tuple, rows))
    check_plan(rules, plan)
    return plan


@pytest.mark.slow
@pytest.mark.parametrize("decks", [1, 2])
def test_a_stated_strategy_wins_what_the_engine_says(decks: int) -> None:
    """Stand at 28, whatever the banker shows."""
    rules = Rules(decks=decks)
    plan = fixed_plan(rules)
    seen = visible_cards(rules, plan)
    wins = finite.best_response(rules, seen, stand_at=28).values[:, 0]
    chance = sum(n * float(ends[0]) for n, ends in zip(rules.deck, endings(rules, plan), strict=True))
    for column, each in enumerate(seen):
        likely = np.array(likelihoods(rules, each.exposed, sum(each.exposed) + each.hidden), dtype=float)
        chance += float((np.array(rules.deck) * likely * wins[:, column]).sum()) / plan.scale
    exact = 2 * chance / sum(rules.deck) - 1
    made = prepare_rules(rules, choose=lambda rules, seen: stands_at(rules, seen, 28))
    mean, _ = bankers_round(blocks_counts(made, [False] * 10, 31, 10**6), Betting())
    assert abs(mean.value + exact) < 4 * mean.error < 0.005


def test_a_strategy_stated_as_a_rule() -> None:
    rules = Rules(decks=None)
    seen = visible_cards(rules, fixed_plan(rules))[:3]
    ranks = hands(rules)
    by_rule = stated_decisions(rules, seen, lambda hand, _: ranks.rank[ranks.place[hand]] >= 28)
    assert (by_rule == stands_at(rules, seen, 28)).all()


SPREAD = Betting(Fraction(1), Fraction(3), "spread")


@pytest.mark.slow
@pytest.mark.parametrize("betting", [Betting(), SPREAD], ids=["flat", "spread"])
@pytest.mark.parametrize("punters", [2, 8])
def test_the_exact_law_of_several_punters(punters: int, betting: Betting) -> None:
    """Infinitely many decks: covariance, mean and variance of the banker's round, from simulated companies."""
    rules = Rules(decks=None, betting=betting)
    exact, made = company(rules), trial(rules, punters=punters)
    total = np.sum([made.play(7, block, 2**16) for block in range(16)], axis=0)
    played = made.played(total.tolist())
    for figure in (played.covariance, played.banker_mean, played.banker_variance):
        assert figure is not None
        assert figure.z is not None
        assert abs(figure.z) < 4
    found = estimated_covariance(unflat(total.tolist(), punters), betting, float(exact.expectation))
    assert found.error < 0.02 * float(exact.variance)
    assert abs(played.mean.z) < 4, "the last punter's law is that of a punter alone"
    assert max(abs(row.z) for row in played.classes.values()) < 4


@pytest.mark.slow
def test_finite_decks_two_or_eight_punters_have_one_covariance() -> None:
    """With one deck: two ways to measure it, and the variance of eight straight from the rounds."""
    rules = Rules()
    one = answer(rules, classes=False)
    large = several_punters(rules, 2**20, exact=one)
    counts = blocks_counts(prepare_rules(rules, punters=2), [False] * 10, 7, 2**20)
    small = estimated_covariance(counts, rules.betting, float(one.expectation))
    low, high = large.covariance.interval
    error = sqrt(small.error**2 + ((high - low) / 2 / 2.5758) ** 2)
    assert abs(small.value - (large.covariance.value or 0.0)) < 4 * error < 0.01
    eight = blocks_counts(prepare_rules(rules, punters=8), [False] * 10, 7, 2**20)
    variance = bankers_round(eight, rules.betting)[1]
    of_eight = large.banker_variance["8"]
    assert isinstance(of_eight, Simulated)
    low, high = of_eight.interval
    error = sqrt(variance.error**2 + ((high - low) / 2 / 2.5758) ** 2)
    assert abs(variance.value - (of_eight.value or 0.0)) < 4 * error < 0.5


def test_a_solved_banker_faces_one_punter() -> None:
    with pytest.raises(ValueError, match="for one punter"):
        trial(Rules(), [fixed_plan(Rules())] * 10, 2)
    with pytest.raises(ValueError, match="1 to 8"):
        trial(Rules(), punters=9)


@pytest.mark.slow
def test_a_table_knows_its_size() -> None:
    made: PreparedRules = prepare_rules(Rules(), punters=8)
    assert made.cards == 52
    assert prepare_rules(Rules(banker=Banker(26, "random"))).chances > 0


SMALL = (2, 2, 2, 2, 2, 2, 2, 2, 2, 8)


@pytest.mark.slow
def test_a_par_sheet_says_what_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casino31.games.greek_31.engine.grid.policy_grid", lambda rules: {rules.banker: 0.0})
    whole = sheet(Rules(cards=SMALL))
    table = whole.simulated_punters
    assert table is not None
    assert table.covariance.value is not None
    assert (table.method, table.rounds, table.seed) == ("simulated", 2**21, 31)
    low, high = table.covariance.interval
    assert low < table.covariance.value < high < low + 0.003
    assert table.covariance.exact is None
    lines = text(GAMES["Greek 31"].sides.report(Rules(cards=SMALL), whole, "small", "")).splitlines()
    assert any("simulated, 2,097,152 rounds, seed 31, 99 % intervals" in line for line in lines)
    told = next(line for line in lines if "covariance of two" in line)
    assert f"{table.covariance.value:.6f}  simulated: {low:.6f} to {high:.6f}" in told
    assert all(len(str(row.value)) < 8 for n, row in table.banker_variance.items() if n != "1")
    assert analyse(Rules(cards=SMALL)).simulated_punters is None, "an analysis is exact"


@pytest.mark.slow
def test_a_solved_banker_is_simulated_from_his_file(tmp_path: Path) -> None:
    rules = Rules(cards=(1, 0, 0, 1, 0, 0, 0, 0, 2, 8))
    solve(rules, tmp_path / "policy.json", 1e-2, workers=1)
    solved = replace(rules, banker=Banker(None, policy="policy.json"))
    made = verbs_trial(solved, tmp_path)
    assert len(dict(made.stated)["policy_sha256"]) == 64
    played = made.played(np.sum([made.play(31, block, 2**16) for block in range(8)], axis=0).tolist())
    assert abs(played.mean.z) < 4
    assert max(abs(row.ev_z) for row in played.first_cards.values()) < 4
    assert max(abs(row.z) for row in played.classes.values()) < 4
