"""The what-if section: its counts price as the engine does, and so does a page in a browser."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from casino31.bets import stakes
from casino31.games.greek_31.rules import Betting
from casino31.metrics import measure
from casino31.pages.layout_text import pieces
from casino31.pages.other_bets import OtherBets, other_bets
from casino31.pages.screen import Screen
from casino31.pages.what_if import WhatIf, what_if
from casino31.pricing import best
from casino31.render.screen.other_bets import bets_section
from casino31.render.screen.packed import base36, packed
from casino31.render.screen.sections import NOTHING_OPEN, sections
from casino31.render.screen.what_if import Section, section
from casino31.rulesfile import RulesFile, load

OPEN = [
    "31-classic-b",
    "natural-31",
    "pair-plus",
    "three-card-poker",
    "under-the-gun-31",
    "casino-war",
    "let-it-ride",
]


def model_of(file: RulesFile) -> WhatIf:
    return what_if(file.game, file.game.analyse(file.rules))


def edges(file: RulesFile) -> dict[str, Fraction]:
    outcomes = file.game.analyse(file.rules).outcomes
    return {
        stake.name: measure(stake.outcomes(outcomes), stake.initial_wager).house_edge
        for stake in stakes(file.game, file.rules)
    }


def priced(data: Any, pays: list[Fraction], readings: list[str]) -> dict[str, Fraction]:
    """The house edges by the data of a page, read as docs say: slowly, with fractions."""
    options = [text.split() for text in data["options"].split(";")]
    worth = [
        max(form[0] + sum(pays[row] * n for row, n in zip(form[1::2], form[2::2], strict=True)) for form in end)
        for end in data["ends"]
    ]
    bets = [name for name, _ in data["bets"]]
    draws, lines, later = data["counts"][data["variants"]["|".join(readings)]]
    aimed = [place for place, name in enumerate(bets) if name in data["objective"]]
    nets_of: dict[str, list[Fraction]] = {}

    def nets_at(place: str) -> list[Fraction]:
        if place in nets_of:
            return nets_of[place]
        return [worth[end] for end in data["settlements"][int(place, 36)]]

    def best_of(options_of: list[int]) -> list[Fraction]:
        values = []
        for option in options_of:
            pairs = [pair.split(":") for pair in options[option]]
            ways = {pair[0]: int(pair[1], 36) for pair in pairs if len(pair) == 2}
            ways |= {pair[0]: draws - sum(ways.values()) for pair in pairs if len(pair) == 1}
            parts = [[many * net for net in nets_at(place)] for place, many in ways.items()]
            values.append([sum(each, Fraction()) for each in zip(*parts, strict=True)])
        return max(values, key=lambda nets: sum(nets[place] for place in aimed))

    for number, line in enumerate(later.split(";") if later else ()):
        _, _, *chosen = (int(digits, 36) for digits in line.split())
        nets_of[f"~{base36(number)}"] = best_of(chosen)
    won, members_of_all = dict.fromkeys(bets, Fraction()), 0
    for line in lines.split(";"):
        members, _, *chosen = (int(digits, 36) for digits in line.split())
        members_of_all += members
        for name, net in zip(bets, best_of(chosen), strict=True):
            won[name] += members * net
    return {name: -won[name] / (draws * members_of_all * Fraction(initial)) for name, initial in data["bets"]}


@pytest.mark.parametrize("name", OPEN)
def test_the_counts_of_a_page_give_the_edges_of_the_engine_under_every_reading(name: str) -> None:
    file = load(name)
    data: Any = packed(model_of(file))
    pays = [Fraction(pay[2]) for pay in data["pays"]]
    for choices in list(data["variants"])[:3]:
        readings = dict(zip(file.game.readings, choices.split("|"), strict=True)) if choices else {}
        varied = file.game.vary(file.rules, {}, readings)
        outcomes = file.game.analyse(varied).outcomes
        found = priced(data, pays, choices.split("|"))
        for stake in stakes(file.game, varied)[: len(varied.bets)]:
            assert found[stake.name] == measure(stake.outcomes(outcomes), stake.initial_wager).house_edge, choices


def test_the_counts_of_a_page_follow_other_pays() -> None:
    file = load("31-classic-b")
    data: Any = packed(model_of(file))
    changed = {"play.18-21": Fraction(3, 2), "play.trips": Fraction(7), "play.31": Fraction(0)}
    pays = [changed.get(f"{pay[0]}.{pay[1]}", Fraction(pay[2])) for pay in data["pays"]]
    varied = file.game.vary(file.rules, changed)
    outcomes = file.game.analyse(varied).outcomes
    (main, *_) = stakes(file.game, varied)
    found = priced(data, pays, [file.rules.readings[name] for name in file.game.readings])
    assert found["main"] == measure(main.outcomes(outcomes), main.initial_wager).house_edge


def test_the_counts_of_a_page_follow_other_pays_of_decisions_in_a_row() -> None:
    file = load("let-it-ride")
    data: Any = packed(model_of(file))
    changed = {"bet.flush": Fraction(5, 2), "bet.tens or better": Fraction(1, 3), "bet.straight": Fraction(9)}
    pays = [changed.get(f"{pay[0]}.{pay[1]}", Fraction(pay[2])) for pay in data["pays"]]
    varied = file.game.vary(file.rules, changed)
    assert priced(data, pays, [])["main"] == -best(file.game, varied)


@pytest.mark.parametrize("name", OPEN)
def test_the_pieces_of_a_layout_are_its_text(name: str) -> None:
    rules = load(name).rules
    assert "".join(piece.text for piece in pieces(rules) if piece.stated) == rules.text


@pytest.mark.slow
@pytest.mark.parametrize("name", OPEN)
def test_the_section_loads_nothing_and_says_the_filed_edges_as_text(name: str) -> None:
    file = load(name)
    made = section(model_of(file))
    assert len(made.body + made.style + made.script) < 230_000
    assert "http" not in made.script + made.style
    for edge in edges(file).values():
        assert f">{edge}</td>" in made.body
    assert made == section(model_of(load(name)))


def test_a_page_without_open_pays_says_so_in_one_line() -> None:
    made = sections(Screen((), (), None, "to one"))
    assert [(each.title, each.body) for each in made] == [("What if", f"<p>{NOTHING_OPEN}</p>")]


BETS = [("1", "3", "spread"), ("2.5", "10", "spread"), ("5", "5", "flat")]


@cache
def other_bets_of(minimum: str, maximum: str, rule: str) -> OtherBets:
    """The bets of a stated banker, from the engine at those bets."""
    file = load("greek-31-kouridakis-infinite")
    betting = Betting(Fraction(minimum), Fraction(maximum), rule)  # type: ignore[arg-type]
    rules = replace(file.rules, betting=betting)  # type: ignore[call-arg]
    analysis = file.game.sides.analyse(rules, file.folder)
    made = other_bets(analysis)
    assert made is not None
    average, edge, variance = made.priced(made.minimum, made.maximum, made.rule)
    overall = analysis.overall
    assert (average, edge) == (overall.average_bet.exact, -(overall.punter_ev.exact or 0) / average)
    assert variance == overall.variance.exact
    return made


@pytest.mark.slow
@pytest.mark.parametrize("bets", BETS)
def test_other_bets_are_worth_what_the_engine_says(bets: tuple[str, str, str]) -> None:
    low, high, rule = bets
    filed, moved = other_bets_of("1", "1", "flat"), other_bets_of(*bets)
    own = moved.priced(moved.minimum, moved.maximum, moved.rule)
    assert filed.priced(Fraction(low), Fraction(high), rule) == own


@pytest.mark.slow
def test_bets_typed_into_a_page_have_the_edges_of_the_engine(browser: Any, tmp_path: Path) -> None:
    page = page_of(browser, tmp_path, bets_section(other_bets_of("1", "1", "flat")))
    for bets in BETS:
        low, high, rule = bets
        page.fill("#bets-minimum", low)
        page.fill("#bets-maximum", high)
        page.select_option("#bets-rule", rule)
        made = other_bets_of(*bets)
        row = page.query_selector("#bets-figures tbody tr")
        _, edge, variance = made.priced(made.minimum, made.maximum, made.rule)
        assert (row.get_attribute("data-edge"), row.get_attribute("data-variance")) == (str(edge), str(variance))
        assert f'maximum = {high}\nrule = "{rule}"' in page.input_value("#bets-toml")
    page.fill("#bets-maximum", "0.5")
    assert "less than the minimum" in page.inner_text("#bets-message")
    page.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    program = which("chromium") or which("chromium-browser")
    if program is None:
        pytest.skip("no Chromium on this machine")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


def open_page(browser: Any, tmp_path: Path, name: str) -> Any:
    return page_of(browser, tmp_path, section(model_of(load(name))))


def page_of(browser: Any, tmp_path: Path, made: Section) -> Any:
    path = tmp_path / "page.html"
    path.write_text(
        f"<!doctype html><meta charset=utf-8><style>{made.style}</style>{made.body}<script>{made.script}</script>",
        encoding="utf-8",
    )
    page = browser.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(path.as_uri())
    return page


def shown(page: Any) -> dict[str, Fraction]:
    rows = page.eval_on_selector_all(
        "#whatif-figures tbody tr", "rows => rows.map(row => [row.dataset.bet, row.dataset.edge])"
    )
    return {name: Fraction(edge) for name, edge in rows}


def analysed(page: Any, tmp_path: Path) -> dict[str, Fraction]:
    copy = tmp_path / "copy.toml"
    copy.write_text(page.input_value("#whatif-toml"), encoding="utf-8")
    found = edges(load(copy))
    return {("all bets together" if name == "combined" else name): edge for name, edge in found.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", OPEN)
def test_an_edited_page_has_the_edges_of_its_copied_layout(browser: Any, tmp_path: Path, name: str) -> None:
    page = open_page(browser, tmp_path, name)
    assert shown(page) == analysed(page, tmp_path)
    for place, field in enumerate(page.query_selector_all("input[data-pay]")[:4]):
        field.fill(("3/2", "7", "2.25", "push")[place])
    assert shown(page) == analysed(page, tmp_path)
    for select in page.query_selector_all("select[data-reading]"):
        select.select_option(index=1)
        assert shown(page) == analysed(page, tmp_path)
    page.click("#whatif-reset")
    assert page.input_value("#whatif-toml") == load(name).rules.text
    page.close()


@pytest.mark.slow
def test_what_is_no_pay_is_told_and_changes_nothing(browser: Any, tmp_path: Path) -> None:
    page = open_page(browser, tmp_path, "31-classic-b")
    before = shown(page)
    page.query_selector("input[data-pay]").fill("ten")
    assert "write 2, 1.5, 3/2" in page.inner_text("#whatif-message")
    assert shown(page) == before
    page.query_selector("input[data-pay]").fill("3 for 1")
    assert "to one" in page.inner_text("#whatif-message")
    page.close()
