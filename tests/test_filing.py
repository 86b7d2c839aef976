"""What a layout file says of its document and its table."""

from fractions import Fraction

import pytest

from casino31.faults import RulesError
from casino31.filing import DocumentFacts, Revision, TableFacts
from casino31.layoutfile.document import Document
from casino31.layoutfile.filing import filing_facts
from casino31.rulesfile import load, parse
from tests.layouts import ALL_LAYOUTS

STATED = """
[document]
number = "PS-0031"
revision = 2
history = [
  {revision = 1, date = 2026-10-01, change = "first filing"},
  {revision = "2", date = "2026-11-29", change = "31 pays 10"},
]
prepared_by = "A. Writer"
prepared_for = "B. Reader"
jurisdiction = "Maryland"
contact = "filings@example.com"
[table]
rounds_per_hour = 62.5
minimum_bet = 10
maximum_bet = 500
payout_limit = 50000
seats = 7
currency = "USD"
minimum_return = "85%"
"""
DOCUMENT = DocumentFacts(
    "PS-0031",
    "2",
    (Revision("1", "2026-10-01", "first filing"), Revision("2", "2026-11-29", "31 pays 10")),
    "A. Writer",
    "B. Reader",
    "Maryland",
    "filings@example.com",
)
TABLE = TableFacts(
    Fraction(125, 2), Fraction(10), Fraction(500), Fraction(50000), 7, "USD", minimum_return=Fraction(17, 20)
)


@pytest.mark.parametrize("name", ALL_LAYOUTS)
def test_every_game_reads_the_facts_of_a_filing(name: str) -> None:
    text = load(name).text
    plain, stated = parse(text).rules, parse(f"{text}\n{STATED}").rules
    assert (plain.document, plain.table_facts) == (None, None)
    assert (stated.document, stated.table_facts) == (DOCUMENT, TABLE)


def test_a_variation_is_not_the_document_filed_but_is_offered_at_the_same_table() -> None:
    varied = parse(load("31-classic-b").text + STATED).rules.vary({"play.31": Fraction(12)})
    assert (varied.document, varied.table_facts) == (None, TABLE)


FAULTS = {
    '[document]\nnumber = ""': ("empty", 2, 10),
    "[document]\nnumber = 31": ("type", 2, 10),
    "[document]": ("empty", 1, 2),
    '[document]\nnumbr = "1"': ("unknown", 2, 1),
    "[table]\nseats = 0": ("number", 2, 9),
    "[table]\nrounds_per_hour = -1": ("number", 2, 19),
    "[table]\nminimum_return = 85": ("number", 2, 18),
    '[table]\nminimum_return = "0%"': ("number", 2, 18),
    "[table]\nmaximum_bet = 5": ("missing", 2, 1),
    '[table]\ncurrency = "USD"\nminimum_bet = 9\nmaximum_bet = 5': ("number", 4, 15),
    '[document]\nhistory = "A"': ("type", 2, 11),
    "[document]\nhistory = []": ("type", 2, 11),
    '[document]\nhistory = [{revision = "A", date = 2026-10-01}]': ("missing", 2, 12),
    '[document]\nhistory = [{revision = "A", date = 2026-13-01, change = "x"}]': ("syntax", 2, 12),
    '[document]\nrevision = "B"\nhistory = [{revision = "A", date = 2026-10-01, change = "x"}]': ("history", 2, 1),
    '[document]\nhistory = [{revision = 1, date = 2026-10-02, change = "x"}, '
    '{revision = 2, date = 2026-10-01, change = "y"}]': ("history", 2, 83),
    '[document]\nhistory = [{revision = 1, date = 2026-10-02, change = "x"}, '
    '{revision = 1, date = 2026-10-02, change = "y"}]': ("history", 2, 73),
}


@pytest.mark.parametrize("text", FAULTS)
def test_each_fault_stands_at_its_place(text: str) -> None:
    document = Document(text)
    filing_facts(document)
    code, line, column = FAULTS[text]
    assert [(fault.code, fault.line) for fault in document.faults] == [(code, line)]
    if code != "syntax":
        assert document.faults[0].column == column


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(RulesError) as caught:
        parse(load("casino-war").text + '\n[document]\nnumber = 1\n[table]\nseats = 0\nplaces = 1\ncurrency = ""\n')
    assert [fault.code for fault in caught.value.faults] == ["type", "number", "unknown", "empty"]


OWN = """
game = "31 Classic"
title = "Mine"
odds = "to one"
source = "M. Maker"
%s
[play]
"17" = "push"
"18-21" = 1
"22-25" = 2
"26-28" = 3
"29-30" = 4
"trips" = 4
"31" = 12
"mini royal" = 25
"""


def provenance(says: str) -> dict[str, str]:
    return {line.label: line.provenance for line in parse(OWN % says).rules.tables["play"].lines}


def test_the_pays_of_a_designer_are_stated_unless_his_file_assumes_them() -> None:
    own = provenance("")
    assert own["17"] == own["below 17"] == "published"
    assert (own["22-25"], own["31"]) == ("stated, except 24: published", "stated")
    assert parse(OWN % "").rules.assumptions == parse(OWN % "assumed = []").rules.assumptions
    assert "play: the pay of" not in " ".join(parse(OWN % "").rules.assumptions)
    some = provenance('assumed = ["play.31", "play.22-25"]')
    assert (some["22-25"], some["31"], some["trips"]) == ("assumed, except 24: published", "assumed", "stated")
    whole = provenance('assumed = ["play"]')
    assert {whole[label] for label in ("18-21", "26-28", "29-30", "trips", "31", "mini royal")} == {"assumed"}
    assert whole["17"] == "published"


def test_a_variation_of_an_assumption_is_one_and_of_a_statement_is_none() -> None:
    for says, told in (('assumed = ["play"]', "assumed"), ("", "stated")):
        varied = parse(OWN % says).rules.vary({"play.31": Fraction(9)})
        assert varied.tables["play"].line["31"].provenance == told


@pytest.mark.parametrize("says", ['["plya"]', '["play.32"]', '["natural 31"]', '"play"', "[1]"])
def test_only_what_the_file_lists_can_be_assumed(says: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse(OWN % f"assumed = {says}")
    (fault,) = (each for each in caught.value.faults if each.severity == "error")
    assert (fault.code, fault.line) == ("assumed" if says[1] == '"' else "type", 6)
