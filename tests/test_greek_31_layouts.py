"""Layout files of Greek 31, the verbs on them, policy files, and what is proven of them."""

import gzip
import io
import lzma
import zipfile
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Literal

import numpy as np
import pytest

from casino31.banker_answers import Interval, SimpleFigures
from casino31.faults import NotCapableError, RulesError
from casino31.games.greek_31.api import analyse, solve, verify
from casino31.games.greek_31.engine.answer import answer, endings
from casino31.games.greek_31.engine.plan import check_plan, fixed_plan
from casino31.games.greek_31.engine.several_punters import company, tenure
from casino31.games.greek_31.equilibrium.policy_file import load as load_policies
from casino31.games.greek_31.equilibrium.policy_file import save
from casino31.games.greek_31.equilibrium.solver import FirstCardSolution, Punter
from casino31.games.greek_31.pages.short import brief
from casino31.games.greek_31.rules import CONCEAL, STANDS, STATED, Banker, Betting, Rules
from casino31.games.greek_31.strategy.simple import simple_play
from casino31.render.excel import workbook_bytes
from casino31.render.text import text
from casino31.rulesfile import load
from tests.layouts import BANKED

HEAD = 'game = "Greek 31"\ntitle = "a layout"\nsource = "a test"\n'
SMALL = Rules(cards=(1, 0, 0, 1, 0, 0, 0, 0, 2, 8), banker=Banker(None))


@pytest.mark.parametrize("name", BANKED)
def test_every_shipped_layout_is_read(name: str) -> None:
    file = load(name)
    assert file.game.solver is not None
    assert not file.warnings
    assert file.rules.title
    assert file.rules.source
    assert file.rules.digest == file.digest
    with pytest.raises(NotCapableError, match="Greek 31 has no exact census"):
        file.game.analyse(file.rules)


@pytest.mark.parametrize(
    ("lines", "place", "found"),
    [
        ("[banker]\nstand = 3", "5:9", "stand = 3"),
        ("[rules]\ndecks = 0", "5:9", "decks = 0"),
        ('[rules]\ndecks = "infinit"', "5:9", "did you mean 'infinite'"),
        ('[banker]\nconceal = "first"', "5:11", "conceal"),
        ("[bets]\nminimum = 5\nmaximum = 2", "6:11", "a maximum of at least the minimum"),
        ('[banker]\nstand = "optimal"\nconceal = "last"', "6:1", "no conceal rule beside a solved banker"),
        ('[banker]\nstand = 26\npolicy = "a.json"', "5:9", 'stand = "optimal" beside a policy'),
        ('[rules]\ntrips = "best"', "5:1", "an unknown key 'trips'"),
    ],
)
def test_a_faulty_layout_is_told_where(tmp_path: Path, lines: str, place: str, found: str) -> None:
    path = tmp_path / "layout.toml"
    path.write_text(HEAD + lines)
    with pytest.raises(RulesError) as refused:
        load(path)
    assert f":{place}: error[" in str(refused.value)
    assert found in str(refused.value)


def test_every_fixed_plan_does_one_thing_with_every_order() -> None:
    for decks in (1, None):
        for conceal in CONCEAL:
            for stand in (STANDS[0], 26, STANDS[-1]):
                rules = Rules(decks=decks, banker=Banker(stand, conceal))
                check_plan(rules, fixed_plan(rules))


def test_the_bet_rule_and_the_spread_that_breaks_even() -> None:
    rules = Rules(decks=None, banker=Banker(26, "last"))
    flat = answer(rules, classes=False)
    wins = [first.chance * first.expectation for first in flat.first_cards if first.expectation > 0]
    losses = [first.chance * first.expectation for first in flat.first_cards if first.expectation < 0]
    ratio = flat.break_even_spread
    assert ratio is not None
    assert ratio * sum(wins) + sum(losses) == 0
    assert ratio < 1, "flat bets already beat this banker"
    spread = answer(replace(rules, betting=Betting(Fraction(1), Fraction(3), "spread")), classes=False)
    assert spread.expectation == 3 * sum(wins) + sum(losses)
    assert spread.banker_edge == -spread.expectation / spread.average_bet


def test_a_table_of_punters_and_a_tenure() -> None:
    rules = Rules(decks=None)
    one, table = answer(rules), company(rules)
    assert table.variance == 1 - table.expectation**2
    assert table.banker_variance(1) == table.variance
    assert 0 < table.covariance < table.variance
    bust = endings(rules, fixed_plan(rules))[0][0]
    assert one.events["banker bust"] == bust
    deals = tenure(one)
    assert deals.mean == 1 + 1 / bust
    assert abs(float(sum(n * deals.chance(n) for n in range(2, 200)) - deals.mean)) < 1e-9


def test_a_simple_strategy_costs_little_and_never_gains() -> None:
    play = simple_play(Rules(decks=None))
    assert play.expectation + play.cost == pytest.approx(float(answer(Rules(decks=None)).expectation), abs=1e-12)
    assert 0 < play.cost < 0.002
    assert set(play.stand_at.values()) == {27, 28, 31}


def values(interval: Interval) -> tuple[float, float]:
    assert interval.lower.value is not None
    assert interval.upper.value is not None
    return interval.lower.value, interval.upper.value


@pytest.mark.slow
def test_solve_saves_resumes_verifies_and_analyses(tmp_path: Path) -> None:
    path = tmp_path / "policy.json.gz"
    said: list[str] = []
    dealt = replace(SMALL, banker=Banker(None, policy=path.name))
    record = solve(dealt, path, 1e-3, progress=said.append, workers=2)
    assert set(record.first_cards) == set("A49T")
    assert said
    assert all(line.startswith("first card ") for line in said)
    proven = verify(dealt, path)
    assert proven.policy_digest == record.policy_digest
    for card, ends in proven.first_cards.items():
        low, high = values(ends)
        assert 0 <= high - low <= 1e-3
        assert (low, high) == pytest.approx(values(record.first_cards[card]), abs=1e-12)
    exact = verify(dealt, path, exact=True)
    for card, ends in exact.first_cards.items():
        below, above = values(proven.first_cards[card])
        assert ends.lower.exact is not None
        assert ends.upper.exact is not None
        assert below < ends.lower.exact <= ends.upper.exact < above
    steps = len(said)
    solve(dealt, path, 1e-3, resume=True, progress=said.append, workers=1)
    assert len(said) == steps, "nothing is left to do"
    other = replace(dealt, fourteen="two cards")
    begun = solve(other, tmp_path / "other.json", 1e-3, like=path, workers=1)
    assert all(values(ends)[1] - values(ends)[0] <= 1e-3 for ends in begun.first_cards.values())
    alike = verify(other, tmp_path / "other.json")
    for card, ends in alike.first_cards.items():
        assert values(ends)[0] == pytest.approx(values(begun.first_cards[card])[0], abs=1e-12)
    worth = analyse(dealt, tmp_path)
    for card, ends in proven.first_cards.items():
        assert worth.first_cards[card].punter_ev.value == pytest.approx(values(ends)[1], abs=1e-10)
    for conceal in CONCEAL:
        for stand in STANDS:
            fixed = answer(replace(dealt, banker=Banker(stand, conceal)), classes=False)
            for first in fixed.first_cards:
                assert float(first.expectation) >= values(proven.first_cards[first.card])[0] - 1e-12
    assert "first card" in text(brief(dealt, worth)).lower()


@pytest.mark.parametrize(("ending", "compress"), [("gz", gzip.compress), ("xz", lzma.compress)])
def test_a_policy_file_that_is_not_one(ending: str, compress: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / f"policy.json.{ending}"
    with pytest.raises(RulesError, match="cannot be read"):
        load_policies(path, SMALL)
    path.write_bytes(compress(b'{"format": "Greek 31 policies, 1"')[:20])
    with pytest.raises(RulesError, match="truncated"):
        load_policies(path, SMALL)
    path.write_bytes(compress(b'{"format": "Greek 31 policies, 1", "rules": {"decks": 2}}'))
    with pytest.raises(RulesError, match="policies for"):
        load_policies(path, SMALL)
    with pytest.raises(RulesError, match="without a policy"):
        analyse(SMALL)


def test_a_policy_file_that_leaves_out_cards_is_a_faulty_file(tmp_path: Path) -> None:
    path, nobody = tmp_path / "policy.json", Punter(*(np.zeros(n, np.int64) for n in (0, 0, (0, 10))))
    save(path, SMALL, {9: FirstCardSolution(9, fixed_plan(replace(SMALL, banker=Banker())), nobody, -1.0, 1.0)})
    with pytest.raises(RulesError, match="leaves out cards"):
        verify(SMALL, path)


@pytest.mark.parametrize("aces", ["kouridakis", "heath"])
def test_a_banker_may_stand_at_14_to_31(aces: Literal["kouridakis", "heath"]) -> None:
    """Up to 22 he never goes bust: his tenure is endless, and his pages say so; the chance of a bust only rises."""
    busts = []
    for stand in (STATED[0], 20, 21, 22, 23, STATED[-1]):
        rules = Rules(aces=aces, decks=None, banker=Banker(stand))
        whole = analyse(rules)
        bust = whole.overall.classes["banker bust"].exact
        assert bust is not None
        busts.append(bust)
        endless = [line for line in whole.head.assumptions if "endless" in line]
        assert (stand <= 22) == (bust == 0) == (whole.tenure is None) == bool(endless)
        assert ("it is endless" in " ".join(text(brief(rules, whole)).split())) == (stand <= 22)
        assert sum(each.exact or 0 for each in whole.overall.classes.values()) == 1
    assert busts == sorted(busts)


@pytest.mark.parametrize("stand", [20, 31])
def test_a_sheet_of_a_banker_of_extremes_is_made(stand: int, tmp_path: Path) -> None:
    """The workbook of a banker without a tenure, and of one who never conceals a card."""
    path = tmp_path / "a.toml"
    path.write_text(HEAD + f'[rules]\ndecks = "infinite"\n[banker]\nstand = {stand}\n')
    file = load(path)
    whole = replace(file.game.sides.analyse(file.rules), simple_strategy=SimpleFigures((), 0.0, 0.0), strategy=())
    made = workbook_bytes(file.game.sides.report(file.rules, whole, file.name, ""))
    with zipfile.ZipFile(io.BytesIO(made)) as book:
        sheets = book.read("xl/workbook.xml").decode()
        assert ("Tenure" in sheets) == (stand == 31)
        texts = "".join(book.read(name).decode() for name in book.namelist() if "worksheets/sheet" in name)
        assert ("it is endless" in texts) == (stand == 20)
    for wrong in (13, 32):
        path.write_text(HEAD + f"[banker]\nstand = {wrong}\n")
        with pytest.raises(RulesError, match=f"stand = {wrong}; expected a number from 14 to 31"):
            load(path)
