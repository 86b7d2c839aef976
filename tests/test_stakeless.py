"""A bet of three wagers, one of them paid without a stake of its own: labels, figures, self-check and pages.

The game is made up: an ante, a play wager, a bonus on the ante for a flush or trips, and a side bet, in 20 deals.
"""

from dataclasses import replace
from fractions import Fraction

import pytest

from casino31.answers import Analysis
from casino31.bets import stakes
from casino31.census import Census, Endings
from casino31.decimals import percent
from casino31.faults import SelfCheckError
from casino31.game import Game
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.rules import READINGS
from casino31.layoutfile.document import Document
from casino31.metrics import measure
from casino31.outcomes import OutcomeDistribution, Result
from casino31.pages.measures import MEASURES, Where, measured
from casino31.pages.parsheet import ParSheet, par_sheet
from casino31.pages.records import analysis_object
from casino31.pages.sheet import analysis_report
from casino31.paytable_design.claims import judge_claim
from casino31.render.figures_csv import csv_text
from casino31.render.text import text
from casino31.rulesfile import load
from casino31.selfcheck import self_check
from casino31.table import CardTable
from casino31.wagers import Ending, Paid, Shoe, Terms, Wager, pay_row
from tests.layouts import WITH_PAYS, layout

ONE = Fraction(1)


LOST, EVEN, WON = Fraction(-1), Fraction(0), Fraction(1)
ANTE = Wager("ante", ("lose", "win"), fixed={"fold": LOST}, standard=(pay_row("win", 1),))
PLAY = Wager("play", ("lose", "win"), EVEN, standard=(pay_row("win", 1),))
BONUS = Wager(
    "bonus",
    ("less", "flush", "trips"),
    EVEN,
    {"less": EVEN},
    standard=(pay_row("flush", 1), pay_row("trips", 5)),
    staked=False,
)
PAIRS = Wager("pairs", ("none", "pair"), standard=(pay_row("pair", 2),))
WAYS = {
    ("win", "less", "none"): 6,
    ("win", "flush", "none"): 2,
    ("win", "trips", "none"): 1,
    ("lose", "less", "none"): 2,
    ("lose", "less", "pair"): 2,
    ("lose", "flush", "none"): 1,
    ("fold", "fold", "none"): 6,
}


def census(terms: Terms) -> Census:
    """Twenty deals in which nothing is decided."""
    endings = Endings()
    counts = {}
    for (main, bonus, pairs), ways in WAYS.items():
        made = int(main != "fold")
        settled = (Paid(main), Paid(main, made), Paid(bonus, made))
        counts[endings.place(terms.ending(main=settled, pairs=(Paid(pairs),)))] = ways
    return Census(tuple(endings.places), counts)


def no_referee(terms: Terms, table: CardTable) -> Ending:
    """The made-up game has counts and no cards."""
    raise AssertionError(f"{terms} {table}")


GAME_OF_THREE = Game(
    name="Three",
    clauses=(),
    wagers=(ANTE, PLAY, BONUS, PAIRS),
    bets={"main": ("ante", "play", "bonus"), "pairs": ("pairs",)},
    readings={},
    shoe=Shoe(),
    cards=lambda _: 0,
    referee=no_referee,
    deals=lambda _: 20,
    census=census,
    examples=lambda _: (),
)
THREE = GAME_OF_THREE.read(Document('title = "Three wagers"\nsource = "made up"'))
ANALYSIS = GAME_OF_THREE.analyse(THREE)


@pytest.fixture
def sheet() -> ParSheet:
    return par_sheet(GAME_OF_THREE, THREE, "three")


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
@pytest.mark.parametrize("name", [name for name in WITH_PAYS if load(name).game is GAME])
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
    outcomes = GAME.analyse(rules, ("main", "natural 31")).outcomes
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
    game = replace(GAME_OF_THREE, wagers=(replace(ANTE, initial=Fraction(2)), PLAY, BONUS, PAIRS))
    bonus = ParSheet(game, ANALYSIS, "three").wagers["bonus"].metrics
    assert (bonus.initial_wager, bonus.house_edge) == (2 * ONE, Fraction(-1, 5))


def test_pages_show_a_dash_or_nothing_for_a_share_of_nothing(sheet: ParSheet) -> None:
    written = analysis_object(sheet)
    assert written["each_wager"]["bonus"]["element_of_risk"] is None
    assert written["each_wager"]["bonus"]["return_on_turnover"] is None
    lines = csv_text(analysis_object(sheet, whole=True)).splitlines()
    assert "each_wager/bonus/element_of_risk,," in lines
    assert "each_wager/bonus/house_edge,-2/5,-0.4" in lines
    assert "None" not in text(analysis_report(sheet)) + "\n".join(lines)
    metrics, where = sheet.wagers["bonus"].metrics, Where("bonus", "A1:A9", "B1:B9", "0", "1")
    shown = {each.key: measured(each, where, metrics, 1.6).value for each in MEASURES}
    assert (shown["risk"], shown["turnover"], shown["edge"]) == ("none", "none", Fraction(-2, 5))
    assert percent(None) == "–"


def altered(place: int, event: str, won: Fraction) -> Analysis:
    """The analysis with another net of one wager where it came to an event."""
    joint = {
        tuple(
            each._replace(net=won) if at == place and each.event == event else each for at, each in enumerate(row)
        ): ways
        for row, ways in ANALYSIS.outcomes.combinations.items()
    }
    return replace(ANALYSIS, outcomes=OutcomeDistribution(ANALYSIS.outcomes.wagers, joint))


def test_the_self_check_lets_a_wager_without_a_stake_win_but_never_lose() -> None:
    self_check(GAME_OF_THREE, ANALYSIS)
    with pytest.raises(SelfCheckError, match="bonus: less loses more than its stake"):
        self_check(GAME_OF_THREE, altered(2, "less", LOST))


def test_the_self_check_still_holds_staked_wagers_to_their_pays() -> None:
    with pytest.raises(SelfCheckError, match="ante: win wins 3 on 1 against a pay of 1"):
        self_check(GAME_OF_THREE, altered(0, "win", Fraction(3)))


def test_a_par_sheet_checks_its_analysis_and_its_stakes() -> None:
    short = replace(GAME_OF_THREE, deals=lambda _: 21)
    with pytest.raises(SelfCheckError, match="the outcomes count 20 deals, the rules 21"):
        par_sheet(short, THREE, "three")
    with pytest.raises(ValueError, match="no bet of this layout"):
        par_sheet(GAME_OF_THREE, THREE, "three", mix={"tie": ONE})
    mixed = par_sheet(GAME_OF_THREE, THREE, "three", mix={"main": ONE / 2})
    assert mixed.stakes["mix"].stake.initial_wager == ONE / 2


def test_a_claim_about_a_share_of_nothing_does_not_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = OutcomeDistribution(("bonus",), {(Result("flush", Fraction(), ONE),): 1})
    monkeypatch.setattr("casino31.paytable_design.claims._metrics", lambda *_: measure(nothing, ONE))
    rules = layout("B")
    verdict = judge_claim(GAME, rules, "main.element_of_risk = 2%")
    assert (verdict.holds, verdict.exact) == (False, "nothing is staked")
    assert not judge_claim(GAME, rules, "main.hit_frequency = 2%").holds
