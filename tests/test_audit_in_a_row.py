"""Logs of a game with several decisions in a row: Let It Ride."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest

from casino31.audit.hands.answer import LogAudit
from casino31.audit.hands.batch import Batch
from casino31.audit.hands.guess import guess
from casino31.audit.hands.in_a_row import SettlementInARow, settlement_of
from casino31.audit.hands.log import LogAuditor
from casino31.audit.hands.schema import Schema, read_schema
from casino31.cards import parse_cards, show
from casino31.faults import RulesError
from casino31.outcomes import net, stake
from casino31.rulesfile import load
from casino31.settling import PLAN_MARK, by_referee, played
from tests.test_cli import run

FILE = load("let-it-ride")
GAME, RULES = FILE.game, FILE.rules
ANALYSIS = GAME.analyse(RULES)
BACK, RIDE = "take back", "let it ride"
Player = Callable[[Sequence[int], Random], Sequence[str]]
"""What a player does who is shown all five cards, or as many as he should see."""


def honest(cards: Sequence[int], _: Random) -> Sequence[str]:
    return [action for _, action in played(GAME, RULES, ANALYSIS.strategy.actions, cards)]


def errs(cards: Sequence[int], random: Random) -> Sequence[str]:
    return [random.choice((BACK, RIDE)) if random.random() < 0.4 else right for right in honest(cards, random)]


def wins(cards: Sequence[int]) -> bool:
    return GAME.play(RULES, cards, BACK, BACK)[0].net > 0


def first_knows(cards: Sequence[int], _: Random) -> Sequence[str]:
    first = RIDE if wins(cards) else BACK
    return [action for _, action in played(GAME, RULES, ANALYSIS.strategy.actions, cards, [first])]


def second_knows(cards: Sequence[int], random: Random) -> Sequence[str]:
    return [honest(cards, random)[0], RIDE if wins(cards) else BACK]


def log(path: Path, rounds: int, player: Player, seed: int = 1, unit: int = 5) -> None:
    """A log with every payout correct, settled round by round by the referee."""
    random, lines = Random(seed), ["round,cards,decision,bet,three card bonus,paid"]
    for number in range(rounds):
        cards = random.sample(range(52), 5)
        plan = player(cards, random)
        main, bonus = GAME.play(RULES, cards, *plan)
        paid = unit * (net((main,)) + stake((main,))) + net((bonus,)) + stake((bonus,))
        lines.append(f"{number},{show(*cards)},{PLAN_MARK.join(plan)},{unit},1,{paid}")
    path.write_text("\n".join(lines) + "\n")


def audit(path: Path, detect: Fraction = Fraction(10)) -> LogAudit:
    auditor = LogAuditor(settlement_of(GAME, ANALYSIS), Schema())
    auditor.read(path)
    return auditor.answer(detect=detect)


@pytest.mark.slow
@pytest.mark.parametrize("player", [honest, errs])
def test_honest_players_conform(player: Player, tmp_path: Path) -> None:
    log(tmp_path / "a.csv", 2_500, player)
    found = audit(tmp_path / "a.csv")
    assert found.verdict.conforms, found.verdict.problems
    assert (found.deviations > 500) == (player is errs)
    assert found.deviation_cost is not None
    assert (found.deviation_cost > 100) == (player is errs)
    assert any(note.startswith("several decisions in a row") for note in found.verdict.notes)


@pytest.mark.slow
@pytest.mark.parametrize("player", [first_knows, second_knows])
def test_decisions_that_know_hidden_cards_are_found(player: Player, tmp_path: Path) -> None:
    log(tmp_path / "a.csv", 2_500, player)
    found = audit(tmp_path / "a.csv")
    assert found.verdict.conforms is False
    assert "all: main: decisions" in {problem.where for problem in found.verdict.problems}
    assert found.payout_errors == 0
    assert found.deviation_cost is not None
    assert found.deviation_came < 0 < found.deviation_cost  # what should cost brought money


def test_a_wrong_payout_is_a_row(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    log(path, 300, honest)
    lines = path.read_text().splitlines()
    head, _, paid = lines[100].rpartition(",")
    lines[100] = f"{head},{int(paid) + 5}"
    path.write_text("\n".join(lines) + "\n")
    found = audit(path)
    assert found.verdict.conforms is False
    assert [(each.where, each.code) for each in found.verdict.problems] == [("a.csv, row 100", "payout")]


@pytest.mark.slow
def test_stakes_that_know_the_cards_are_found(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    log(path, 2_500, honest, unit=1)
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines[1:], 1):
        name, cards, plan, _, _, _ = line.split(",")
        main, bonus = GAME.play(RULES, parse_cards(cards), *plan.split(PLAN_MARK))
        unit = 5 if main.net > 0 else 1
        paid = unit * (main.net + main.stake) + bonus.net + bonus.stake
        lines[number] = f"{name},{cards},{plan},{unit},1,{paid}"
    path.write_text("\n".join(lines) + "\n")
    found = audit(path)
    assert "all: main: stakes" in {problem.where for problem in found.verdict.problems}


def test_a_decision_too_few_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    log(path, 20, honest)
    path.write_text(path.read_text().replace(f"{BACK}{PLAN_MARK}", "", 1))
    (fault,) = audit(path).verdict.problems
    assert (fault.code, fault.expected.split(" or ")[0]) == ("decision", "take back / take back")


@pytest.mark.slow
def test_a_schema_is_proposed_for_words_of_a_casino(tmp_path: Path) -> None:
    log(tmp_path / "a.csv", 200, errs)
    text = (tmp_path / "a.csv").read_text().replace(BACK, "B").replace(RIDE, "R").replace(" / ", "-")
    for old, new in (
        (",", ";"),
        ("decision", "act"),
        (";bet;", ";Einsatz;"),
        ("three card bonus", "side"),
        ("paid", "out"),
    ):
        text = text.replace(old, new, 1 if old != "," else -1)
    path = tmp_path / "b.csv"
    path.write_text(text)
    found = guess(path, settlement_of(GAME, ANALYSIS))
    assert found.right == found.rows == 200
    assert 'bet = "Einsatz"' in found.toml
    (tmp_path / "schema.toml").write_text(found.toml)
    auditor = LogAuditor(settlement_of(GAME, ANALYSIS), read_schema(tmp_path / "schema.toml"), ["act"])
    auditor.read(path)
    answer = auditor.answer()
    assert answer.by_code == {}
    assert sum(result.hands for result in answer.by_group if result.bet == "main") == 200


def test_what_was_won_does_not_say_what_was_paid(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    log(path, 20, honest)
    path.write_text(path.read_text().replace("paid", "net", 1))
    with pytest.raises(RulesError, match="no column paid"):
        audit(path)


def every_round(hand: str) -> tuple[SettlementInARow, Batch, int]:
    """All rounds that begin with three cards."""
    own = parse_cards(hand)
    rest = [card for card in range(52) if card not in own]
    deals = [(*own, fourth, fifth) for fourth in rest for fifth in rest if fourth != fifth]
    settlement = SettlementInARow(GAME, ANALYSIS)
    assert settlement.law.players == settlement.players
    cards = [np.array(column, np.int8) for column in zip(*deals, strict=True)]
    many = len(deals)
    money = {wager: np.full(many, 100, np.int64) for wager in RULES.tables}
    sound, paid = np.ones(many, bool), np.zeros(many, np.int64)
    batch = Batch(1, cards, np.zeros(many, np.int8), money, paid, None, {}, sound, [])
    return settlement, batch, many


@pytest.mark.slow
@pytest.mark.parametrize("hand", ["9h Th Jh", "2c 7d 9s", "Tc Td 4h"])
@pytest.mark.parametrize("plan", range(4))
def test_what_a_decision_brings_is_its_mean_and_within_its_growth(hand: str, plan: int) -> None:
    """The first difference over all fourth and fifth cards, and the second over all fifth cards."""
    settlement, batch, many = every_round(hand)
    batch.actions[:] = plan
    _, law = settlement.under_strategy(batch.cards)
    actual = settlement.settled.settle(batch.cards, batch.actions)
    rows = np.flatnonzero(actual >= 0)
    gone = settlement.departures(batch, rows, law, actual, np.zeros(0, np.int64))
    main = settlement.players[0]
    brought = (main.gains[gone.actual] - main.gains[gone.law]) / main.scale
    whole = (main.gains[actual] - main.gains[law]) / main.scale
    assert np.allclose(np.bincount(gone.rows, brought, many), whole)  # the parts add up to the whole
    for number in np.unique(gone.situations).tolist():
        here = gone.situations == number
        assert len(set(gone.stages[here].tolist())) == 1
        size = int(here.sum())
        assert size % (many if gone.stages[here][0] == 0 else 48) == 0
        total = sum((Fraction(each).limit_denominator(10**6) for each in brought[here].tolist()), Fraction())
        assert total / size == main.gain(number) <= 0
        mean, growth = main.departure(number, plan)
        moment = np.exp(np.outer(brought[here] - mean, main.sides)).mean(axis=0)
        assert (np.log(moment) <= growth + 1e-9).all()


@pytest.mark.slow
def test_rounds_by_the_thousand_are_those_of_the_referee() -> None:
    random = Random(31)
    deals = [random.sample(range(52), 5) for _ in range(300)]
    told = "Ah Kh Qh Jh Th, 5d 2d 3d 4d Ad, 9s 9c 9d 9h 2s, 2c 2d 2h Ks Kh, Ad 2c 3c 4c 5c"
    told += ", 2c 4c 6c 8c Tc, Tc Td 3h 4h 5h"
    deals += [list(parse_cards(hand)) for hand in told.split(",")]
    for rules in (RULES, RULES.only(("main",)), RULES.only(("three card bonus",))):
        fast, slow = GAME.settle_batch(rules), by_referee(GAME, rules)
        assert fast.actions == slow.actions
        cards = [np.array(column, np.int8) for column in zip(*deals, strict=True)][: fast.size]
        for action in range(len(fast.actions)):
            chosen = np.full(len(deals), action, np.int8)
            found, expected = fast.settle(cards, chosen), slow.settle(cards, chosen)
            assert [fast.rows[code] for code in found] == [slow.rows[code] for code in expected]


@pytest.mark.slow
def test_a_simulated_log_as_a_user(tmp_path: Path) -> None:
    for ending in ("csv", "parquet"):
        path = str(tmp_path / f"hands.{ending}")
        run("simulate", "let-it-ride", "--rounds", "2000", "-o", path)
        said = run("audit", "log", path, "-p", "let-it-ride", "--detect", "90%").stdout
        assert "the log conforms" in said
        assert "several decisions in a row" in said
