"""What a layout gives away: against enumerations of real cards, the referee, and figures known from elsewhere."""

import json
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from casino31.cards import DECK, RANKS, rank, suit, suit_pattern
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.referee import bonus_event
from casino31.games.classic_31.rules import READINGS
from casino31.layout import Layout
from casino31.outcomes import net
from casino31.paytable_design.breakage import TableExposure, _least_prices, breakage
from casino31.paytable_design.counting import countability
from casino31.paytable_design.exposure import Exposure, Seen, sums_by_array, sums_one_by_one
from casino31.paytable_design.surface import surface
from casino31.rulesfile import load
from tests.layouts import LAYOUTS, layout
from tests.test_cli import run

CHOICES = st.fixed_dictionaries({name: st.sampled_from(choices) for name, choices in READINGS.items()})


def exposure(rules: Layout | str, *bets: str) -> Exposure:
    return Exposure(GAME, layout(rules) if isinstance(rules, str) else rules, bets or ("main",))


# figures from an independent enumeration: table B, the bonus, and table D


def test_the_draw_seen_in_b() -> None:
    seen = exposure("B").draw_seen()
    assert seen["card"].player_edge == Fraction(110839, 270725)
    assert f"{float(seen['colour'].player_edge):.6f}" == "0.082039"


def test_one_other_hand_seen_in_b() -> None:
    assert exposure("B").known_cards([3])[3] == Fraction(-169660031, 4682459600)


def test_a_deuce_removed_from_b() -> None:
    assert exposure("B").removal()["2"].best == Fraction(2663, 54600)


def test_an_ace_removed_from_the_bonus() -> None:
    assert exposure("natural-31", "natural 31").removal()["A"].best == Fraction(-1808, 38675)
    assert exposure("B", "natural 31").removal()["A"].best == Fraction(-1808, 38675)


def test_collusion_in_d() -> None:
    edges = [f"{float(-100 * edge):.4f}" for edge in exposure("D").collusion()]
    assert edges == ["2.2137", "2.0317", "1.8412", "1.6502", "1.3872", "1.1372", "0.8061"]


# the rounds against the referee


@settings(max_examples=6)
@given(CHOICES, st.sampled_from([("main",), ("natural 31",), ("main", "natural 31")]), st.integers(0, 60))
def test_the_rounds_are_the_referees(choices: dict[str, Any], bets: tuple[str, ...], start: int) -> None:
    rules = layout("A", **choices)
    wagers = [wager for bet in bets for wager in rules.bets[bet]]
    strategy = GAME.analyse(rules, ("main",)).strategy
    dealt = exposure(rules, *bets).rounds
    for holding in dealt.holdings[start::61]:
        for action, nets in holding.nets.items():
            assert set(nets) == set(DECK) - set(holding.hand)
            if "main" not in bets and rules.readings["bonus_after_fold"] == "forfeited":
                assert action == strategy.actions[suit_pattern(holding.hand)]
            for card, won in nets.items():
                results = dict(zip(rules.tables, GAME.play(rules, (*holding.hand, card), action), strict=True))
                assert won == dealt.scale * net(tuple(results[wager] for wager in wagers))


@pytest.mark.slow
@pytest.mark.parametrize("letter", sorted(LAYOUTS))
def test_what_is_seen_of_nothing_is_the_edge(letter: str) -> None:
    rules = layout(letter)
    for bets in (("main",), ("natural 31",), ("main", "natural 31")):
        assert -exposure(rules, *bets).player_edge == surface(GAME, rules, bets).look().edge


# laws


@pytest.mark.slow
@settings(max_examples=8)
@given(st.sampled_from(sorted(LAYOUTS)), CHOICES)
def test_fixed_effects_add_up_to_nothing_and_better_play_only_helps(letter: str, choices: dict[str, Any]) -> None:
    for bet in ("main", "natural 31"):
        effects = exposure(layout(letter, **choices), bet).removal()
        assert list(effects) == list(reversed(RANKS))
        assert sum(4 * effect.fixed for effect in effects.values()) == 0
        assert all(effect.best >= effect.fixed for effect in effects.values())


def test_more_knowledge_never_hurts() -> None:
    found = exposure("B")
    edges = list(found.known_cards(range(49)).values())
    assert edges == sorted(edges)
    assert edges[0] == found.player_edge
    seen = found.draw_seen()
    assert edges[48] == seen["card"].player_edge
    assert seen["card"].player_edge > seen["suit"].player_edge > seen["colour"].player_edge > found.player_edge
    assert seen["card"].player_edge > seen["rank"].player_edge > found.player_edge


def test_the_break_even_share() -> None:
    found = exposure("B")
    for seen in found.draw_seen().values():
        assert seen.break_even is not None
        assert seen.at(seen.break_even, found.player_edge) == 0
        assert seen.at(Fraction(0), found.player_edge) == found.player_edge
        assert seen.at(Fraction(1), found.player_edge) == seen.player_edge
    assert exposure("C").draw_seen()["card"].break_even == 0
    assert exposure("natural-31", "natural 31").draw_seen()["card"] == Seen(Fraction(-336, 5525), None)


# real cards, one by one


def pays_of_b(cards: tuple[int, ...]) -> int:
    """Ante and play of layout B with the draw last, written down anew."""
    value = {r: 11 if r == 12 else min(10, r + 2) for r in range(13)}
    suits: dict[int, list[int]] = {}
    ranks: Counter[int] = Counter(card // 4 for card in cards)
    for card in cards:
        suits.setdefault(card % 4, []).append(card // 4)
    points = max(sum(sorted((value[r] for r in held), reverse=True)[:3]) for held in suits.values())
    if any({10, 11, 12} <= set(held) for held in suits.values()):
        won = 25
    elif points < 17:
        won = -1
    else:
        won = (0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 10)[points - 17]
    total = won + (points > 17) - (points < 17)
    return max(total, 5) if max(ranks.values()) >= 3 else total


@pytest.mark.slow
def test_removal_and_the_seen_draw_over_every_hand() -> None:
    gone = DECK[4 * RANKS.index("7") + 1]
    looks: dict[str, Callable[[int], Any]] = {
        "suit": suit,
        "rank": rank,
        "colour": lambda card: suit(card) in (0, 3),
    }
    with_all, without, seen = 0, 0, Counter[str]()
    for hand in combinations(DECK, 3):
        nets = {card: pays_of_b((*hand, card)) for card in DECK if card not in hand}
        with_all += max(sum(nets.values()), -49)
        if gone not in hand:
            without += max(sum(nets.values()) - nets[gone], -48)
        seen["card"] += sum(max(won, -1) for won in nets.values())
        for name, look in looks.items():
            groups: dict[Any, list[int]] = {}
            for card, won in nets.items():
                groups.setdefault(look(card), []).append(won)
            seen[name] += sum(max(sum(group), -len(group)) for group in groups.values())
    found = exposure("B")
    assert found.player_edge == Fraction(with_all, comb(52, 3) * 49)
    assert found.removal()["7"].best == Fraction(without, comb(51, 3) * 48) - found.player_edge
    expected = {name: Fraction(total, comb(52, 3) * 49) for name, total in seen.items()}
    assert {name: each.player_edge for name, each in found.draw_seen().items()} == expected


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_one_other_hand_seen_card_by_card(seed: int) -> None:
    """For one starting hand: every set of three cards that a neighbour may show."""
    found = exposure("B")
    close = [h for h in found.rounds.holdings if abs(sum(h.nets["play"].values()) + 49) < 20]
    holding = random.Random(seed).choice(close)
    gains = {card: won + 1 for card, won in holding.nets["play"].items()}
    whole = sum(gains.values())
    better = sum(max(0, whole - sum(gains[card] for card in shown)) for shown in combinations(gains, 3))
    alone = Exposure(GAME, found.rules, found.bets)
    alone.__dict__["rounds"] = found.rounds.__class__(1, (holding,))
    assert alone.known_cards([3])[3] == -1 + Fraction(better, comb(49, 3) * 46)


@settings(max_examples=80)
@given(st.dictionaries(st.integers(-9, 30), st.integers(1, 12), min_size=1, max_size=6), st.integers(0, 8))
def test_two_ways_to_the_sums(values: dict[int, int], most: int) -> None:
    cards = [value for value, n in values.items() for _ in range(n)]
    found = sums_by_array(values, most)
    assert found == sums_one_by_one(values, most)
    few = min(most, 3)
    assert found[few] == dict(sorted(Counter(map(sum, combinations(cards, few))).items()))


def test_fine_pays_are_summed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    found = exposure("F")
    expected = found.known_cards([3])
    monkeypatch.setattr("casino31.paytable_design.exposure.WIDEST", 0)
    assert found.known_cards([3]) == expected


@pytest.mark.parametrize("count", [-1, 49])
def test_a_card_is_left_to_draw(count: int) -> None:
    with pytest.raises(ValueError, match="known cards"):
        exposure("B").known_cards([count])


# counting


def bonus_value(hand: tuple[int, ...]) -> Fraction:
    return layout("B").tables["natural 31"].pays[bonus_event(hand)]


@pytest.mark.slow
def test_countability_at_both_ends() -> None:
    found = exposure("B", "natural 31")
    shares = (Fraction(0), Fraction(1, 52), Fraction(49, 52))
    rows = countability(found, shares)
    assert rows is not None
    none, one, last = rows
    assert [none.seen, none.variance, none.favourable, none.gain] == [0, 0, 0, 0]
    assert one.variance == sum(4 * effect.fixed**2 for effect in found.removal().values()) / 52
    values = [bonus_value(hand) for hand in combinations(DECK, 3)]
    mean = sum(values, Fraction()) / len(values)
    assert last.variance == sum((value - mean) ** 2 for value in values) / len(values)
    assert countability(exposure("B")) is None
    with pytest.raises(ValueError, match="no hand is left"):
        countability(found, (Fraction(51, 52),))


@pytest.mark.slow
def test_countability_over_every_last_four_cards() -> None:
    values = {hand: int(bonus_value(hand)) for hand in combinations(DECK, 3)}
    first = second = 0
    for four in combinations(DECK, 4):
        total = sum(values[hand] for hand in combinations(four, 3))
        first += total
        second += total * total
    sets = comb(52, 4)
    rows = countability(exposure("B", "natural 31"), (Fraction(48, 52),))
    assert rows is not None
    assert rows[0].variance == Fraction(second, 16 * sets) - Fraction(first, 4 * sets) ** 2


# chips and the table


def test_breakage_is_a_new_layout() -> None:
    rules = GAME.vary(layout("D"), {"play.22-25": Fraction(3, 2), "play.26-28": Fraction(6, 5)})
    rows = breakage(surface(GAME, rules), range(1, 11))
    for row in rows:
        down = {
            "play.22-25": Fraction(3 * row.chips // 2, row.chips),
            "play.26-28": Fraction(6 * row.chips // 5, row.chips),
        }
        assert row.edge == -GAME.best(GAME.vary(rules, down))
        assert row.pays == {name: pay for name, pay in down.items() if pay != surface(GAME, rules).pays[name]}
    assert rows[9].edge == surface(GAME, rules).look().edge < rows[0].edge
    assert breakage(surface(GAME, layout("D")), [1])[0].pays == {}
    with pytest.raises(ValueError, match="at least one"):
        breakage(surface(GAME, rules), [0])


@pytest.mark.slow
@pytest.mark.parametrize("letter", ["B", "D", "natural-31"])
def test_no_round_costs_more(letter: str) -> None:
    rules = layout(letter)
    found = TableExposure(exposure(rules, *rules.bets))
    cards = [card for deal in found.dealt for card in deal.cards]
    assert len(set(cards)) == len(cards) == 7 * (4 if "play" in rules.tables else 3)
    for deal in found.dealt:
        assert deal.wins == max(net(GAME.play(rules, deal.cards, action)) for action in ("fold", "play"))
    assert found.largest == found.bound
    wins = dict.fromkeys(range(7), Fraction())
    deck = random.Random(31)
    size = 4 if "play" in rules.tables else 3
    for _ in range(300):
        dealt = deck.sample(DECK, 7 * size)
        seats = [tuple(dealt[size * seat : size * (seat + 1)]) for seat in wins]
        cost = sum(max(net(GAME.play(rules, cards, action)) for action in ("fold", "play")) for cards in seats)
        assert cost <= found.bound


@pytest.mark.slow
def test_one_seat_wins_what_the_analysis_says() -> None:
    rules = layout("B")
    found = TableExposure(exposure(rules), 1)
    assert found.largest == found.bound == max(GAME.analyse(rules).outcomes.of("ante", "play").counts(net))


# as a user


@pytest.mark.slow
def test_exposure_as_a_user(tmp_path: Path) -> None:
    answer = json.loads(run("exposure", "31-classic-b", "--known", "10", "--fraction", "10%", "--json").stdout)
    assert answer["schema"] == "casino31.exposure/1"
    assert answer["removal"]["main"]["2"]["exact"] == "2663/54600"
    assert answer["removal"]["natural 31"]["A"]["exact"] == "-1808/38675"
    assert answer["draw_seen"]["card"]["exact"] == "110839/270725"
    assert set(answer["draw_seen"]) == {"card", "suit", "rank", "colour"}
    assert [each["seats"] for each in answer["collusion"]] == list(range(7))
    assert answer["collusion"][1]["house_edge"]["exact"] == "169660031/4682459600"
    assert answer["known_cards"][0]["known_cards"] == 10
    mixed = Fraction(answer["draw_seen_in"]["card"]["exact"])
    assert mixed == Fraction(1, 10) * Fraction(110839, 270725) - Fraction(9, 10) * Fraction(10298, 270725)
    assert answer["largest_table_exposure"]["proven_largest"] is True
    assert answer["largest_table_exposure"]["units"]["exact"] == "1009"
    assert [each["cards_seen"] for each in answer["countability"]["natural 31"]] == [13, 26, 39]
    assert answer["breakage"] == {}
    deep = json.loads(run("exposure", "natural-31", "--penetration", "60%", "--json").stdout)
    assert [each["cards_seen"] for each in deep["countability"]["natural 31"]] == [31]
    text = run("exposure", "31-classic-b").stdout
    assert "draw's colour" in text
    assert "every pay is whole" in text
    odd = tmp_path / "odd.toml"
    table = Path("paytables/31-classic-b.toml").read_text(encoding="utf-8")
    odd.write_text(table.replace('"22-25" = 2  ', '"22-25" = 1.5'), encoding="utf-8")
    assert "play.22-25 pays 4/3" in run("exposure", str(odd), "--chips", "3").stdout
    assert "has no decision" in run("exposure", "natural-31").stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--fraction", "nan"), "not a number"),
        (("--fraction", "110%"), "not a share"),
        (("--known", "49"), "range"),
        (("--chips", "0"), "range"),
        (("--penetration", "95%"), "not a share"),
        (("--plot", "a.gif"), "written as"),
    ],
)
def test_wrong_use(arguments: tuple[str, ...], says: str) -> None:
    assert says in run("exposure", "31-classic-b", *arguments, code=2).stderr


@pytest.mark.parametrize("name", ["31-classic-b", "31-classic-d", "natural-31"])
def test_prices_of_cards_are_the_least_by_another_solver(name: str) -> None:
    file = load(name)
    table = TableExposure(Exposure(file.game, file.rules, tuple(file.rules.bets)))
    most: dict[tuple[int, ...], int] = {}
    for wins, cards in table.best:
        most.setdefault(tuple(sorted(rank(card) for card in cards)), wins)
    limits = [4] * 13 + [table.seats]
    held = np.array([[cards.count(r) for r in range(13)] + [1] for cards in most])
    least = linprog(limits, A_ub=-held, b_ub=[-wins for wins in most.values()]).fun
    prices = _least_prices(most, limits)
    assert np.dot(prices, limits) == pytest.approx(least, rel=1e-9)
    assert (held @ prices >= np.array([*most.values()]) - 1e-6).all()
