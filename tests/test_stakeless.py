"""A bet of three wagers, one of them paid without a stake of its own: labels, figures, self-check and pages.

The game is made up: an ante, a play wager, a bonus on the ante for a flush or trips, and a side bet, in 20 deals.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import pytest
from casino31.games.classic_31.analysis import analyse

from casino31.answers import Advice, Analysis, Strategy
from casino31.bets import stakes
from casino31.design.claims import judge
from casino31.faults import SelfCheckError
from casino31.game import Game
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.rules import READINGS
from casino31.metrics import measure
from casino31.outcomes import OutcomeDistribution, Result, Row, net
from casino31.paytable import OddsUnit, PayLine, PayTable
from casino31.report.csv_form import csv_text
from casino31.report.excel.figures import FIGURES, Law, put_figure
from casino31.report.excel.grid import Grid
from casino31.report.excel.provenance import _exact_rows
from casino31.report.excel_variation import _difference as difference
from casino31.report.excel_variation import _value as value_of
from casino31.report.json_form import analysis_object
from casino31.report.numbers import percent
from casino31.report.parsheet import ParSheet, par_sheet
from casino31.report.text import par_sheet as text_sheet
from casino31.rulesfile import load, shipped
from casino31.selfcheck import self_check
from tests.layouts import layout

ONE = Fraction(1)


def table(wager: str, **pays: int) -> PayTable:
    return PayTable(wager, tuple(PayLine(event, (event,), Fraction(pay)) for event, pay in pays.items()))


@dataclass(frozen=True)
class Rules:
    title: str = "Three wagers"
    source: str = "made up"
    odds: OddsUnit = "to one"
    date: str = ""
    digest: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)
    bets: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: {"main": ("ante", "play", "bonus"), "pairs": ("pairs",)}
    )
    tables: Mapping[str, PayTable] = field(
        default_factory=lambda: {
            "ante": table("ante", win=1, lose=-1, fold=-1),
            "play": table("play", win=1, lose=-1),
            "bonus": table("bonus", less=-1, flush=1, trips=5),
            "pairs": table("pairs", none=-1, pair=2),
        }
    )


def row(main: str, bonus: str, paid: int, pairs: str = "none") -> Row:
    played = 0 if main == "fold" else 1
    won = Fraction(1 if main == "win" else -1)
    return (
        Result(main, ONE, won),
        Result(main, Fraction(played), played * won),
        Result(bonus, Fraction(), Fraction(paid)),
        Result(pairs, ONE, Fraction(2 if pairs == "pair" else -1)),
    )


WAYS = {
    row("win", "less", 0): 6,
    row("win", "flush", 1): 2,
    row("win", "trips", 5): 1,
    row("lose", "less", 0): 2,
    row("lose", "less", 0, "pair"): 2,
    row("lose", "flush", 1): 1,
    row("fold", "fold", 0): 6,
}
OUTCOMES = OutcomeDistribution(("ante", "play", "bonus", "pairs"), WAYS)
INITIAL = {"ante": ONE, "play": Fraction(), "bonus": Fraction(), "pairs": ONE}


def analysis_of(outcomes: OutcomeDistribution) -> Analysis:
    return Analysis("Three", Rules(), Strategy("stated", {}), ("main",), outcomes, "exact", (), True, 0, "0")


def game_of(outcomes: OutcomeDistribution) -> Game:
    changes: dict[str, Any] = {
        "name": "Three",
        "initial": INITIAL,
        "analyse": lambda *_: analysis_of(outcomes),
        "deals": lambda _: 20,
        "best": lambda *_: outcomes.of("ante", "play", "bonus").expect(net),
        "rule_list": lambda _: ("Play.",),
        "advise": lambda _: Advice(("Play.",), 0, (), ()),
        "examples": lambda _: (),
    }
    return replace(GAME, **changes)


GAME_OF_THREE = game_of(OUTCOMES)


@pytest.fixture
def sheet() -> ParSheet:
    return par_sheet(GAME_OF_THREE, Rules(), "three")


def test_a_round_is_labelled_by_every_event_of_its_bet(sheet: ParSheet) -> None:
    rows = sheet.stakes["main"].rows
    assert [(each.label, int(each.net), each.combinations) for each in rows] == [
        ("lose, less", -2, 4),
        ("lose, flush", -1, 1),
        ("fold", -1, 6),
        ("win, less", 2, 6),
        ("win, flush", 3, 2),
        ("win, trips", 7, 1),
    ]
    both = {each.label for each in sheet.stakes["combined"].rows}
    assert {"lose, less + none", "lose, less + pair", "fold + none"} <= both


@pytest.mark.parametrize("objective", [("main",), None])
@pytest.mark.parametrize("name", shipped())
def test_wagers_of_one_event_are_labelled_by_the_row_of_the_last(
    name: str, objective: tuple[str, ...] | None
) -> None:
    file = load(name)
    if objective and objective[0] not in file.rules.bets:
        pytest.skip("no such bet")
    outcomes = file.game.analyse(file.rules, objective).outcomes
    for stake in stakes(file.game, file.rules):
        for each in stake.outcomes(outcomes).combinations:
            labels, place = [], 0
            for wagers in stake.bets.values():
                place += len(wagers)
                event, line = each[place - 1].event, file.rules.tables[wagers[-1]].line
                labels.append(line[event].label if event in line else event)
            assert stake.label(file.rules, each) == " + ".join(labels)


@pytest.mark.parametrize("after_fold", READINGS["bonus_after_fold"])
def test_no_ante_row_of_31_classic_is_a_label(after_fold: str) -> None:
    rules = layout("B", bonus_after_fold=after_fold)
    outcomes = analyse(rules, ("main", "natural 31")).outcomes
    for stake in stakes(GAME, rules):
        labels = [stake.label(rules, each) for each in stake.outcomes(outcomes).combinations]
        assert not any("above 17" in label or "," in label for label in labels)


def test_a_wager_without_a_stake_has_no_share_of_its_stakes(sheet: ParSheet) -> None:
    bonus = sheet.wagers["bonus"].metrics
    assert bonus.average_wager == 0
    assert bonus.element_of_risk is bonus.return_on_turnover is None
    assert (bonus.initial_wager, bonus.house_edge, bonus.return_on_initial) == (
        ONE,
        Fraction(-2, 5),
        Fraction(7, 5),
    )
    main = sheet.stakes["main"].metrics
    assert main.element_of_risk == -main.expected_net / main.average_wager
    assert sheet.play_frequency == Fraction(14, 20)


def test_a_wager_without_a_stake_is_measured_by_the_initial_wager_of_its_bet() -> None:
    game = replace(GAME_OF_THREE, initial=INITIAL | {"ante": Fraction(2)})
    bonus = ParSheet(game, analysis_of(OUTCOMES), "three").wagers["bonus"].metrics
    assert (bonus.initial_wager, bonus.house_edge) == (2 * ONE, Fraction(-1, 5))


def test_pages_show_a_dash_or_nothing_for_a_share_of_nothing(sheet: ParSheet) -> None:
    written = analysis_object(sheet)
    assert written["each_wager"]["bonus"]["element_of_risk"] is None
    assert written["each_wager"]["bonus"]["return_on_turnover"] is None
    lines = csv_text(sheet).splitlines()
    assert "each_wager/bonus/element_of_risk,," in lines
    assert "each_wager/bonus/house_edge,-2/5,-0.4" in lines
    assert "None" not in text_sheet(sheet, "2026-02-03") + "\n".join(lines)
    grid, law = Grid("One"), Law("bonus", "A1:A9", "B1:B9", "0", "1")
    for place, figure in enumerate(FIGURES, 1):
        put_figure(grid, place, 1, figure, law, sheet.wagers["bonus"].metrics, 1.6)
    shown = {figure.key: grid.cells[place, 1].value for place, figure in enumerate(FIGURES, 1)}
    assert (shown["risk"], shown["turnover"], shown["edge"]) == ("none", "none", Fraction(-2, 5))
    _exact_rows(grid, 100, "bonus", sheet.wagers["bonus"].metrics)
    assert "element of risk" not in {cell.value for cell in grid.cells.values()}


def test_a_difference_of_a_share_of_nothing_is_a_dash() -> None:
    assert (percent(None), value_of(None), difference(None, {"exact": "1", "value": 1.0})) == ("–", "–", None)


def replaced(old: Row, new: Row) -> OutcomeDistribution:
    return OutcomeDistribution(OUTCOMES.wagers, {new if each == old else each: n for each, n in WAYS.items()})


def test_the_self_check_lets_a_wager_without_a_stake_win_but_never_lose() -> None:
    self_check(GAME_OF_THREE, analysis_of(OUTCOMES))
    losing = replaced(row("win", "less", 0), row("win", "less", -1))
    with pytest.raises(SelfCheckError, match="bonus: less loses more than its stake"):
        self_check(game_of(losing), analysis_of(losing))


def test_the_self_check_still_holds_staked_wagers_to_their_pays() -> None:
    good = row("win", "flush", 1)
    wrong = replaced(good, (good[0]._replace(net=Fraction(3)), *good[1:]))
    with pytest.raises(SelfCheckError, match="ante: win wins 3 on 1 against a pay of 1"):
        par_sheet(game_of(wrong), Rules(), "three")


def test_a_par_sheet_checks_its_analysis_and_its_stakes() -> None:
    short = replace(GAME_OF_THREE, deals=lambda _: 21)
    with pytest.raises(SelfCheckError, match="the outcomes count 20 deals, the rules 21"):
        par_sheet(short, Rules(), "three")
    with pytest.raises(ValueError, match="no bet of this layout"):
        par_sheet(GAME_OF_THREE, Rules(), "three", mix={"tie": ONE})
    mixed = par_sheet(GAME_OF_THREE, Rules(), "three", mix={"main": ONE / 2})
    assert mixed.stakes["mix"].stake.initial_wager == ONE / 2


def test_a_claim_about_a_share_of_nothing_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = OutcomeDistribution(("bonus",), {(Result("flush", Fraction(), ONE),): 1})
    monkeypatch.setattr("casino31.design.claims._metrics", lambda *_: measure(nothing, ONE))
    rules = layout("B")
    verdict = judge(GAME, rules, "main.element_of_risk = 2%")
    assert (verdict.holds, verdict.exact) == (False, "nothing is staked")
    assert not judge(GAME, rules, "main.hit_frequency = 2%").holds
