"""The player in the logs: stakes and decisions that know the cards are found, honest ones are not accused."""

from collections.abc import Callable
from fractions import Fraction
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import casino31
from casino31.audit.hands import cheats
from casino31.audit.hands.cheats import cheated
from casino31.audit.hands.in_a_row import settlement_of
from casino31.audit.hands.log import LogAuditor
from casino31.audit.hands.luck import STEPS, luck_of
from casino31.audit.hands.schema import Schema
from casino31.cards import show
from casino31.census import Census, Chance, Decide, Node
from casino31.games.classic_31 import GAME
from casino31.outcomes import net
from casino31.rulesfile import load
from tests.layouts import layout

RULES = layout("31-classic-b")
ANALYSIS = GAME.analyse(RULES)
MOST = 0.99
AUDITOR = LogAuditor(settlement_of(GAME, ANALYSIS), Schema())


def problems(cheat: Callable[[Any], None], share: float, seed: int, hands: int) -> set[str]:
    found = cheated(AUDITOR, cheat, share, seed, hands).answer().verdict.problems
    return {problem.where.rsplit(": ", 1)[-1] for problem in found}


@pytest.mark.parametrize(
    ("cheat", "share", "test"),
    [
        (cheats.sees_the_hidden_card, 0.02, "decisions"),
        (cheats.caps, 0.05, "stakes"),
        (cheats.pinches, 0.05, "stakes"),
        (cheats.colludes, 0.1, "neighbours"),
    ],
)
def test_each_cheat_is_found_by_its_own_test_and_by_none_of_the_deal(
    cheat: Callable[[Any], None], share: float, test: str
) -> None:
    assert problems(cheat, share, 31, 20_000) == {test}


def test_who_sees_every_draw_card_wins_and_does_not_conform() -> None:
    """The average cost of his decisions says little; what came, and the money, say all."""
    answer = cheated(AUDITOR, cheats.sees_the_hidden_card, 1.0, 31, 20_000).answer()
    assert answer.verdict.conforms is False
    assert answer.deviation_cost is not None
    assert answer.deviation_cost > 0 > answer.deviation_came
    main = [each for each in answer.money if each.bet == "main"]
    assert all(each.result > Fraction(3, 10) and each.interval[0] > float(each.exact) for each in main)
    found = {problem.where for problem in answer.verdict.problems}
    assert {"all: main: stakes", "all: main: decisions"} <= found


@pytest.mark.slow
def test_honest_players_who_stray_and_raise_after_losses_are_not_accused() -> None:
    assert sum(bool(problems(cheats.honest, 0.0, seed, 3_000)) for seed in range(20)) <= 1


@pytest.mark.slow
def test_false_alarms_of_all_tests_together_keep_the_level() -> None:
    """At 80 % instead of 99 %, where a few hundred logs can tell: fixed samples, and looked at again and again."""
    level, repeats = Fraction(4, 5), 250
    alarms = {False: 0, True: 0}
    for seed in range(repeats):
        auditor = cheated(AUDITOR, cheats.honest, 0.0, 1_000 + seed, 4_000)
        for watching in alarms:
            alarms[watching] += bool(auditor.answer(level, watching).verdict.problems)
    for many in alarms.values():
        assert many <= 0.2 * repeats + 3 * sqrt(0.2 * 0.8 * repeats)


def largest_growth(census: Census, node: Node, wins: list[Fraction], tilt: float) -> tuple[float, float]:
    """Second route: the mean of a node under the filed strategy, and the largest E exp(tilt x (sum about it))."""
    if isinstance(node, Chance):
        total = sum(ways for ways, _ in node.branches)
        parts = [(ways / total, *largest_growth(census, after, wins, tilt)) for ways, after in node.branches]
    elif isinstance(node, Decide):
        parts = []
        for each in node.classes:
            options = {a: largest_growth(census, after, wins, tilt) for a, after in node.options.items()}
            own = ANALYSIS.strategy.actions[each.knows] if len(options) > 1 else next(iter(options))
            parts.append(
                (each.members / node.members, options[own][0], max(grown for _, grown in options.values()))
            )
    else:
        total = sum(node.values())
        parts = [(ways / total, float(wins[ending]), 1.0) for ending, ways in node.items()]
    mean = sum(share * value for share, value, _ in parts)
    return mean, sum(share * exp(tilt * (value - mean)) * grown for share, value, grown in parts)


@pytest.mark.parametrize("power", [-24, -12])
@pytest.mark.parametrize("side", [-1, 1])
def test_the_growth_is_the_largest_over_all_ways_to_play(power: int, side: int) -> None:
    assert GAME.census is not None
    census = GAME.census(RULES.terms)
    luck = luck_of(census, ANALYSIS, "main")
    wins = [RULES.won("main", RULES.settled("main", ending[0])) for ending in census.endings]
    mean, grown = largest_growth(census, census.root, wins, side * 2.0 ** (power / STEPS))
    assert float(luck.value) == pytest.approx(mean)
    assert float(luck.growth(np.array([power]), side)[0]) == pytest.approx(log(grown), rel=1e-9)


@pytest.mark.parametrize("name", ["pair-plus", "casino-war", "three-card-poker", "31-classic-d"])
def test_the_reference_is_the_filed_expectation_of_every_game(name: str) -> None:
    file = load(name)
    analysis = file.game.analyse(file.rules)
    assert file.game.census is not None
    for bet, wagers in file.rules.bets.items():
        exact = analysis.outcomes.of(*wagers)
        luck = luck_of(file.game.census(file.rules.terms), analysis, bet)
        assert luck.value == exact.expect(net)
        spread = float(exact.expect(lambda row, mean=luck.value: (net(row) - mean) ** 2))  # type: ignore[misc]
        assert luck.variance >= spread * (1 - 1e-12)


def test_a_wealth_is_one_on_average_before_a_round_is_played() -> None:
    """Over every outcome of two rounds at two sizes: the bonus has no decision, and its wealth mean 1."""
    player = AUDITOR.law.players[1]
    bet = AUDITOR.law.bets[1]
    total = 0.0
    for one, chance in zip(bet.nets, bet.chances, strict=True):
        for other, odds in zip(bet.nets, bet.chances, strict=True):
            above = [float(one - player.luck.value), float(other - player.luck.value)]
            total += float(chance * odds) * exp(player.log_e_stakes([1, 1], above, [27, 36]))
    assert total == pytest.approx(1, abs=1e-9)


def test_the_money_is_what_a_pencil_says(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(
        "cards,decision,ante,play,natural 31,paid\n"
        "Kh Th 3c 4h,play,12.50,12.50,0,62.50\n"  # 24: the ante wins 12.50, the play wager 25.00
        "2c 3d 5h,fold,7,0,,0\n"
    )
    (main,) = casino31.audit_log(path, "31-classic-b").money
    assert (main.group, main.bet, main.hands) == ("all", "main", 2)
    assert (main.staked, main.won) == (Fraction(39, 2), Fraction(61, 2))
    assert main.result == Fraction(61, 39)
    assert main.exact == Fraction(-10298, 270725)
    assert main.interval[0] < float(main.exact) < main.interval[1]


def test_a_departure_costs_what_the_hand_values_say_and_brings_what_came(tmp_path: Path) -> None:
    values = {value.hand: value for value in GAME.hand_values(ANALYSIS)}
    hand, value = next((h, v) for h, v in values.items() if v.action == "fold" and v.values["play"] < -1)
    draw = next(card for card in range(52) if card not in hand)
    played, folded = GAME.play(RULES, (*hand, draw), "play"), GAME.play(RULES, (*hand, draw), "fold")
    stakes = [result.stake for result in played]
    back = sum((result.stake + result.net for result in played), Fraction())
    path = tmp_path / "a.csv"
    row = [show(*hand, draw), "play", *map(str, map(float, stakes)), str(float(back))]
    path.write_text("cards,decision,ante,play,natural 31,paid\n" + ",".join(row) + "\n")
    answer = casino31.audit_log(path, "31-classic-b")
    assert answer.deviations == 1
    assert answer.deviation_cost == value.values["fold"] - value.values["play"]
    assert answer.deviation_came == net(folded) - net(played)


def test_stakes_may_follow_a_system_but_not_the_cards() -> None:
    """Doubling after losses is no cheat, whatever it comes to; the same stakes moved one hand ahead are."""
    rng = np.random.default_rng(31)
    player, bet = AUDITOR.law.players[0], AUDITOR.law.bets[0]
    nets, chances = np.array([float(n) for n in bet.nets]), np.array([float(c) for c in bet.chances])
    won = rng.choice(nets, 20_000, p=chances / chances.sum())
    large = np.concatenate([[False], won[:-1] < 0])
    for known, cheat in ((large, False), (won > 0, True)):
        hands = [int((~known).sum()), int(known.sum())]
        above = [float((won[side] - bet.wealth.mean).sum()) for side in (~known, known)]
        assert (player.log_e_stakes(hands, above, [0, STEPS]) > log(1 / (1 - MOST) * 20)) == cheat


def test_a_dealer_game_is_audited_for_decisions_too(tmp_path: Path) -> None:
    """Three Card Poker: one who plays when he would beat the dealer has seen the dealer's cards."""
    file = load("three-card-poker")
    game, rules = file.game, file.rules
    rng = np.random.default_rng(31)
    lines = ["cards,decision,ante,play,ante bonus,pair plus,paid"]
    for _ in range(700):
        cards = rng.permutation(52)[:6].tolist()
        wins = {action: net(game.play(rules, cards, action)) for action in ("fold", "play")}
        results = game.play(rules, cards, max(wins, key=lambda action: wins[action]))
        paid = float(sum(r.net + r.stake for r in results))
        stakes = [str(float(r.stake)) for r in results]
        lines.append(",".join([show(*cards), max(wins, key=lambda a: wins[a]), *stakes, str(paid)]))
    path = tmp_path / "a.csv"
    path.write_text("\n".join(lines))
    answer = casino31.audit_log(path, "three-card-poker")
    assert answer.payout_errors == 0
    assert {"all: main: stakes", "all: main: decisions"} <= {problem.where for problem in answer.verdict.problems}


@pytest.mark.slow
def test_hands_of_a_round_share_the_dealers_cards(tmp_path: Path) -> None:
    text = "round,cards,decision,ante,play,ante bonus,pair plus,paid\n"
    text += "1,2c 3d 5h Ks Qs 2d,fold,1,0,0,0,0\n1,2h 3c 6h {},fold,1,0,0,0,0\n"
    path = tmp_path / "a.csv"
    for dealer, faults in (("Ks Qs 2d", {}), ("Ks Qs 2s", {"dealer": 1}), ("2c Qs 2d", {"dealer": 1})):
        path.write_text(text.format(dealer))
        assert casino31.audit_log(path, "three-card-poker").by_code == faults
    path.write_text(text.format("Ks Qs 2d").replace("2h 3c 6h", "2c 3c 6h"))
    assert casino31.audit_log(path, "three-card-poker").by_code == {"shared": 1}


@pytest.mark.slow
def test_the_self_test_names_the_smallest_share_that_it_finds() -> None:
    steps: list[tuple[int, int]] = []
    answer = cheats.selftest(
        AUDITOR, repeats=2, hands=4_000, progress=lambda done, whole: steps.append((done, whole))
    )
    assert answer.verdict.conforms
    assert {cheat.cheat for cheat in answer.cheats} == set(cheats.CHEATS)
    shares = {cheat.cheat: cheat.share for cheat in answer.cheats}
    assert all(share is not None and 0.001 <= share <= 0.5 for share in shares.values())
    assert [done for done, _ in steps] == list(range(1, len(steps) + 1))
    assert len(steps) <= steps[0][1]
