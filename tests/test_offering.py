"""What bets come to in money at a table, by another route: capped pays, metrics, lists of rounds."""

from dataclasses import replace
from fractions import Fraction

import casino31
from casino31.checklist import checklist
from casino31.filing import DocumentFacts, TableFacts
from casino31.offering import HOURS, table_figures
from casino31.outcomes import OutcomeDistribution
from casino31.page import Table
from casino31.pages.offering import banker_report, offer_of, offering_pages
from casino31.pages.parsheet import ParSheet
from casino31.pages.records import analysis_object
from casino31.pages.sheet import sheet_report
from casino31.render.text import text
from casino31.rulesfile import load, parse

FACTS = TableFacts(Fraction(50), Fraction(10), Fraction(400), Fraction(8000), 6, "EUR")
FILED = """
[document]
number = "PS-7"
history = [{revision = "A", date = 2026-11-01, change = "first filing"}]
[table]
currency = "EUR"
rounds_per_hour = 50
minimum_bet = 10
maximum_bet = 400
payout_limit = 8000
seats = 6
"""


def text_sheet(sheet: ParSheet) -> str:
    return text(sheet_report(sheet))


def test_a_limit_does_what_smaller_pays_do() -> None:
    """One wager that is won by its pay alone: a payout cut to 20 units is a pay of 20 to 1."""
    file = load("pair-plus")
    stake = casino31.par_sheet(file).stakes["pair plus"]
    found = table_figures(stake.outcomes, Fraction(1), FACTS)
    cut = {
        f"pair plus.{line.label}": Fraction(20)
        for line in file.rules.tables["pair plus"].lines
        if line.listed and line.pays > 20
    }
    assert found.limited is not None
    assert found.limited.limited_edge == -file.game.best(file.game.vary(file.rules, cut))
    assert found.limited.house_edge == stake.metrics.house_edge
    ways = stake.outcomes.counts(lambda row: row[0].net)
    assert found.limited.chance == Fraction(sum(n for net, n in ways.items() if net > 20), stake.outcomes.total)
    assert found.free_bet == Fraction(8000) / max(ways)


def test_several_won_wagers_are_paid_together() -> None:
    sheet = casino31.par_sheet("31-classic-b")
    stake = sheet.stakes["combined"]
    found = table_figures(stake.outcomes, Fraction(2), FACTS)
    total, over, largest = Fraction(), 0, Fraction()
    for row, ways in stake.outcomes.combinations.items():
        won = sum((result.net for result in row if result.net > 0), Fraction())
        lost = sum((result.net for result in row if result.net < 0), Fraction())
        total += ways * (min(won, Fraction(20)) + lost)
        over += ways * (won > 20)
        largest = max(largest, won)
    assert found.limited is not None
    assert found.limited.limited_edge == -total / stake.outcomes.total / 2
    assert found.limited.chance == Fraction(over, stake.outcomes.total)
    assert (found.largest_payout, found.limited.largest_payout) == (largest, 400 * largest)


def test_the_hourly_win_and_the_hold_are_those_of_the_metrics() -> None:
    stake = casino31.par_sheet("31-classic-b").stakes["main"]
    found = table_figures(stake.outcomes, Fraction(1), FACTS)
    low, high = found.hourly
    assert low.seat == Fraction(10298, 270725) * 10 * 50
    assert (high.seat, high.table) == (40 * low.seat, 240 * low.seat)
    again = stake.ranges(tuple(hours * 50 for hours in HOURS))
    assert found.hold == again
    assert found.house_edge == Fraction(10298, 270725)


def test_without_facts_nothing_is_invented() -> None:
    plain = casino31.par_sheet("natural-31")
    assert tuple(offering_pages(offer_of(plain), None, None)) == ()
    assert "At the table" not in text_sheet(plain)
    assert not {"document", "table", "at_table"} & analysis_object(plain).keys()
    none = table_figures(plain.stakes["natural 31"].outcomes, Fraction(1), TableFacts(seats=3))
    assert (none.hourly, none.hold, none.free_bet, none.limited) == ((), (), None, None)


def test_with_them_the_sheet_prints_each_part() -> None:
    filed = parse(load("natural-31").text + FILED)
    sheet = casino31.par_sheet(filed)
    assert [
        page.title for page in offering_pages(offer_of(sheet), sheet.rules.table_facts, sheet.rules.document)
    ] == ["At the table", "Checklist"]
    printed = text_sheet(sheet)
    hourly = [FACTS.money(Fraction(336, 5525) * 50 * money) for money in (10, 400, 6 * 400)]
    for said in (*hourly, "EUR 40", "PS-7", "to be supplied", "first filing"):
        assert said in printed, said
    record = analysis_object(sheet)
    assert record["document"]["number"] == "PS-7"
    assert record["at_table"]["natural 31"]["limited"]["limited_edge"]


def test_the_checklist_says_what_is_there_and_what_is_not() -> None:
    bare = {each.what: each.status for each in checklist(None, False, False, False)}
    assert bare["payout odds of each wager"] == bare["strategy behind the percentages"] == "not applicable"
    assert bare["examples of play"] == bare["applicant and contact"] == "to be supplied"
    full = checklist(DocumentFacts(prepared_by="a", contact="b"), True, True, True)
    assert [each.what for each in full if each.status == "to be supplied"] == [
        "sketch of the layout",
        "equipment used in the play",
        "filed as PDF",
    ]


def test_a_layout_with_a_banker_states_its_table_too() -> None:
    """A unit is worth the minimum bet: an hour's win is 50 rounds of what the analysis says of one."""
    stated = (
        load("greek-31-heath-infinite").text.replace("maximum = 1", "maximum = 4").replace('"flat"', '"spread"')
    )
    file = parse(stated + FILED, "greek")
    sides, known = file.game.sides, file.game.sides.analyse(file.rules, file.folder)
    plain = sides.report(file.rules, known, file.name, "")
    report = banker_report(plain, file.rules, lambda: sides.outcomes(file.rules, file.folder))
    assert [page.title for page in report.pages][-4:-2] == ["At the table", "Checklist"]
    assert dict(report.filing)["Document number"] == "PS-7"
    (table,) = (page for page in report.pages if page.title == "At the table")
    hourly = next(block for block in table.flat if isinstance(block, Table) and "hour" in block.title)
    per_round = Fraction()
    for first in known.first_cards.values():
        chance, worth = first.chance.exact, first.punter_ev.exact
        assert chance is not None
        assert worth is not None
        per_round += chance * (4 if worth > 0 else 1) * worth
    assert [cell.value for cell in hourly.rows[0].cells if cell] == [
        money(each) for each in (Fraction(10), -500 * per_round, -3000 * per_round)
    ]
    assert banker_report(plain, replace(file.rules, document=None, table_facts=None), untouched) is plain


def money(amount: Fraction) -> str:
    return FACTS.money(amount).strip()


def untouched() -> OutcomeDistribution:
    raise AssertionError("a layout without such facts asks for nothing")
