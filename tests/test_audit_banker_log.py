"""Logs of hands of Greek 31 against a fixed banker."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import exp, log2
from pathlib import Path
from random import Random
from typing import Literal

import numpy as np
import pytest

from casino31.audit.hands.answer import LogAudit
from casino31.audit.hands.banker import BankerSettlement
from casino31.audit.hands.log import LogAuditor
from casino31.audit.hands.luck import STEPS, even_money
from casino31.audit.hands.reader import batches
from casino31.audit.hands.schema import Schema
from casino31.audit.hands.write import write_banker_hands
from casino31.cards import RANKS, rank
from casino31.faults import NotCapableError, RulesError
from casino31.games.greek_31.engine.answer import EVENTS
from casino31.games.greek_31.referee import Cards, Round, best, fixed_banker, play
from casino31.games.greek_31.rules import Betting, Rules
from casino31.games.greek_31.simulation.log import hand_log
from casino31.games.greek_31.totals import VALUES
from casino31.rulesfile import load
from casino31.two_sides import HandError, HandLog, LoggedHand
from tests.test_cli import run

FILE = load("greek-31-heath-infinite")
assert isinstance(FILE.rules, Rules)
RULES = replace(FILE.rules, betting=Betting(Fraction(1), Fraction(5)))
Draws = Callable[[Sequence[int], Sequence[int], int, int], bool]
"""A punter who may know too much: (own hand, exposed cards, concealed card or -1, next card) -> to draw."""


@lru_cache
def settlement() -> BankerSettlement:
    return BankerSettlement(FILE.game, RULES)


def made() -> HandLog:
    return settlement().made


def names(cards: Sequence[int]) -> str:
    return " ".join("T" if RANKS[rank(card)] in "JQK" else RANKS[rank(card)] for card in cards)


def values(text: str) -> list[int]:
    return [VALUES.index(word) for word in text.split()]


def played(pack: Sequence[int], draws: Draws) -> Round:
    """One round by the referee, in which the punter is shown what he should not see."""
    banker, hidden, used = fixed_banker(RULES), [-1], [0]

    def watched(firsts: Cards, hand: Cards) -> int | Literal["draw", "show"]:
        move = banker(firsts, hand)
        hidden[0] = hand[move] if isinstance(move, int) else -1
        used[0] = 1 + len(hand)
        return move

    def wants(own: Cards, exposed: Cards, _: bool) -> bool:
        return draws(own, exposed, hidden[0], pack[used[0] + len(own) - 1])

    return play(RULES, pack, watched, [wants])


def log(path: Path, rounds: int, draws: Draws, bet: Callable[[str, bool], int], seed: int = 1) -> None:
    """A log settled by the referee, every payout correct."""
    random, lines = Random(seed), ["round,banker,concealed,punter,bet,paid"]
    for number in range(rounds):
        end = played([random.randrange(52) for _ in range(40)], draws)
        (seat,) = end.seats
        concealed = "" if end.concealed is None else names([end.concealed])
        staked = bet(names(seat.hand[:1]), seat.won)
        paid = 2 * staked * seat.won
        lines.append(f"{number},{names(end.banker)},{concealed},{names(seat.hand)},{staked},{paid}")
    path.write_text("\n".join(lines) + "\n")


def to_26(own: Sequence[int], *_: object) -> bool:
    return best(RULES, tuple(own)) < 26


def sees_the_next_card(own: Sequence[int], exposed: Sequence[int], hidden: int, after: int) -> bool:  # noqa: ARG001
    return 0 < best(RULES, (*own, after)) > best(RULES, tuple(own))


def one(first: str, won: bool) -> int:  # noqa: ARG001
    return 1


def audit(path: Path) -> LogAudit:
    auditor = LogAuditor(settlement(), Schema())
    auditor.read(path)
    return auditor.answer()


def codes(found: LogAudit) -> set[str]:
    return {problem.code if problem.code != "test" else problem.where for problem in found.verdict.problems}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "punters"),
    [("greek-31-heath-infinite", 1), ("greek-31-heath-infinite", 3), ("greek-31-kouridakis-1-deck", 1)],
)
def test_the_rounds_of_a_log_are_those_of_the_simulation(name: str, punters: int) -> None:
    """The arrays of the simulation and the referee settle the same rounds, as often."""
    file = load(name)
    assert isinstance(file.rules, Rules)
    log_of, trial = hand_log(file.rules, punters), file.game.sides.trial(file.rules, file.folder, punters)
    rounds = list(log_of.rounds(31, 0, 1_000))
    assert {len(hands) for hands in rounds} == {punters}
    counts = Counter((hands[-1].first, hands[-1].event) for hands in rounds)
    assert [counts[card, event] for card in VALUES for event in EVENTS] == list(trial.play(31, 0, 1_000)[:100])
    for row, hand in enumerate(hand for hands in rounds[:300] for hand in hands):
        settled = log_of.settle(values(hand.banker), values(hand.concealed), values(hand.punter), row)
        assert settled == LoggedHand(hand.first, hand.event, hand.event)
    assert sum(log_of.chances.values()) == 1


@pytest.mark.slow
def test_a_simulated_log_conforms(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    write_banker_hands(path, made(), 31, 2_000, range(1))
    found = audit(path)
    assert found.verdict.conforms, found.verdict.problems
    assert found.deviations == found.payout_errors == 0
    (money,) = found.money
    assert money.interval[0] < money.exact < money.interval[1]


@pytest.mark.slow
@pytest.mark.parametrize("draws", [to_26, lambda own, *_: len(own) < 3])
def test_bad_play_is_no_cheat(draws: Draws, tmp_path: Path) -> None:
    log(tmp_path / "a.csv", 2_000, draws, one)
    found = audit(tmp_path / "a.csv")
    assert found.verdict.conforms, found.verdict.problems
    assert found.deviations > 100
    assert found.undealt > 0


def test_bets_follow_the_first_card_as_they_like(tmp_path: Path) -> None:
    log(tmp_path / "a.csv", 2_000, to_26, lambda first, _: 5 if first in "AT" else 2)
    found = audit(tmp_path / "a.csv")
    assert found.verdict.conforms, found.verdict.problems
    assert any("2,000 bets are not those of the layout's rule" in note for note in found.verdict.notes)


def test_bets_that_know_the_end_are_found(tmp_path: Path) -> None:
    log(tmp_path / "a.csv", 2_000, to_26, lambda _, won: 5 if won else 1)
    assert "all: main: stakes" in codes(audit(tmp_path / "a.csv"))


def knows_the_next_card_and_draws(own: Sequence[int], exposed: Sequence[int], hidden: int, after: int) -> bool:  # noqa: ARG001
    held, then = best(RULES, tuple(own)), best(RULES, (*own, after))
    return held < 24 or held < then


def test_who_draws_because_of_the_next_card_is_found_by_his_decisions(tmp_path: Path) -> None:
    log(tmp_path / "a.csv", 2_000, knows_the_next_card_and_draws, one)
    found = audit(tmp_path / "a.csv")
    assert "all: main: decisions" in codes(found)
    assert found.deviation_came < 0 < found.deviation_cost  # what should cost brought money


@pytest.mark.slow
@pytest.mark.parametrize("least", [29, 30])
def test_a_departure_brings_on_average_what_the_engine_says(least: int, tmp_path: Path) -> None:
    """Of bad players: what came, less the exact mean of each decision, by its standard errors."""
    log(tmp_path / "a.csv", 3_000, lambda own, *_: best(RULES, tuple(own)) < least, one, seed=least)
    auditor = LogAuditor(settlement(), Schema())
    gone: list[tuple[float, float]] = []
    for batch in batches(auditor.reader, tmp_path / "a.csv"):
        left = settlement().settle(batch).gone
        player = settlement().player
        for row in range(len(left.rows)):
            if not left.hidden[row]:
                mean, growth = player.departure(int(left.situations[row]), 0)
                brought = float(player.gains[left.actual[row]] - player.gains[left.law[row]])
                gone.append((brought - mean, mean))
                assert -2 <= mean <= 0 <= growth.min() + 1e-12
    apart, means = np.array(gone).T
    spread = np.sqrt(((2 + means) * (2 - means)).sum())  # no result between -2 and 2 varies more about its mean
    assert len(gone) > 100
    assert abs(apart.sum()) < 4 * spread


def test_the_parts_of_a_hand_add_up(tmp_path: Path) -> None:
    log(tmp_path / "a.csv", 1_000, lambda own, *_: best(RULES, tuple(own)) < 29, one)
    (batch,) = batches(LogAuditor(settlement(), Schema()).reader, tmp_path / "a.csv")
    outcome, gains = settlement().settle(batch), settlement().player.gains
    left = outcome.gone
    assert len(np.unique(left.rows)) < len(left.rows)  # some hands leave the best reply twice
    whole = np.bincount(left.rows, gains[left.actual] - gains[left.law], len(outcome.law))
    assert np.array_equal(whole, gains[outcome.actual] - gains[outcome.law])
    assert outcome.cost > 0


@pytest.mark.slow
def test_who_stands_because_of_the_next_card_is_found(tmp_path: Path) -> None:
    log(tmp_path / "a.csv", 2_000, sees_the_next_card, one)
    found = audit(tmp_path / "a.csv")
    assert found.verdict.conforms is False
    assert "all: main: mean" in codes(found)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("T 6 T,T,4 T,1,2", None),
        ("T 6 T,T,4 T,1,1", "payout"),
        ("T 6 T,6,4 T,1,2", "concealed"),
        ("T 6 T,,4 T,1,2", "concealed"),
        ("T 6,T,4 T,1,2", "banker"),
        ("T 6 T A,T,4 T,1,2", "banker"),
        ("T 5 T 9,,4,1,2", None),
        ("T 5 T 9,,4 T,1,2", "punter"),
        ("T 6 T,T,T T T T T,1,0", "punter"),
        ("T 6 T,T,4 T,6,12", "stake"),
        ("T 6 T,T,,1,2", "cards"),
        ("Th 6c Kd,K,4 10,1,2", None),
    ],
)
def test_each_row_is_settled_by_the_referee(row: str, code: str | None, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"banker,concealed,punter,bet,paid\n{row}\n")
    assert codes(audit(path)) == ({code} if code else set())


@pytest.mark.parametrize("row", ["T 6 T,T,4 X,1,2", "T 6 T,T,4 51,1,2", "T 6 T,T,4 T,,2,", "T 6 T,T,4 T,1,"])
def test_a_row_that_cannot_be_read_is_refused(row: str, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"banker,concealed,punter,bet,paid\n{row}\n")
    with pytest.raises(RulesError, match="no hand can be read"):
        audit(path)


@pytest.mark.slow
def test_one_pack_has_four_of_a_value() -> None:
    log_of = hand_log(Rules())
    with pytest.raises(HandError, match="5 cards 3"):
        log_of.settle(values("3 3 3 3 T 9"), values("9"), values("3"), 1)


def test_a_log_without_a_column_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("banker,punter,bet,paid\nT 6 T,4 T,1,2\n")
    with pytest.raises(RulesError, match="no column concealed"):
        audit(path)


def test_a_solved_banker_has_no_log() -> None:
    with pytest.raises(NotCapableError, match="plays by chance"):
        hand_log(replace(RULES, banker=RULES.banker._replace(stand=None)))


@pytest.mark.parametrize("best", [-0.4, 0.0, 0.2])
def test_the_growth_of_a_bet_bounds_all_ways_to_play(best: float) -> None:
    worst = -0.8
    unit = even_money(Fraction(best), [(best, worst)])
    for size in (0.001, 0.1, 1.0, 5.0):
        powers = np.array([STEPS * log2(size)])
        for side in (1, -1):
            moments = [
                (1 + mean) / 2 * exp(side * size * (1 - best)) + (1 - mean) / 2 * exp(-side * size * (1 + best))
                for mean in (worst, (best + worst) / 2, best)
            ]
            assert max(moments) == pytest.approx(exp(unit.growth(powers, side)[0]), rel=1e-12)
            own = [
                (1 + mean) / 2 * exp(side * size * (1 - mean)) + (1 - mean) / 2 * exp(-side * size * (1 + mean))
                for mean in (-1.0, worst, best, 1.0)
            ]
            assert max(own) <= exp(unit.swing(powers, side)[0])


@pytest.mark.slow
def test_as_a_user(tmp_path: Path) -> None:
    reports = []
    for ending, punters in (("csv", 1), ("jsonl", 1), ("parquet", 1), ("parquet", 3)):
        path = str(tmp_path / f"hands{punters}.{ending}")
        plan = ("--rounds", "3000", "--punters", str(punters))
        run("simulate", "greek-31-heath-infinite", *plan, "-o", path)
        whole = json.loads(run("audit", "log", path, "-p", "greek-31-heath-infinite", "--json").stdout)
        assert whole["conforms"], whole["problems"]
        assert whole["strategy"]["cost"]["value"] == 0
        assert whole["rows"] == 3_000 * punters
        reports.append(whole["groups"])
    assert reports[0] == reports[1] == reports[2]
    assert len(reports[3]) == 3  # the first, second and third hand of each round
    assert "the log conforms" in run("audit", "log", path, "-p", "greek-31-heath-infinite").stdout
    refused = run("audit", "log", path, "-p", "greek-31-heath-infinite-optimal", code=2).stderr
    assert refused.startswith("Greek 31 against a solved banker plays by chance")
