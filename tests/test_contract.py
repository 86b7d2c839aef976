"""The contract over all games: a game that is listed in GAMES and has a shipped layout gets all of this."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from openpyxl import load_workbook

from casino31.cards import DECK, rank, suit
from casino31.census import Chance, Decide, Node, successors
from casino31.cli import cli
from casino31.game import Game
from casino31.layout import Layout
from casino31.outcomes import net
from casino31.pricing import census_of
from casino31.rulesfile import RulesFile, load
from casino31.selfcheck import self_check
from casino31.table import OutOfCardsError, ReplayTable
from casino31.wagers import Ending, Terms
from tests.layouts import WITH_PAYS, mostly_slow

LAYOUTS = tuple(name for name in WITH_PAYS if load(name).game.census is not None)
EVERY = pytest.mark.parametrize("name", LAYOUTS)
MOSTLY_SLOW = pytest.mark.parametrize("name", mostly_slow(LAYOUTS))
MOST = 120_000
"""Completions of a hand that are all dealt; where there are more, the test takes a sample."""
SAMPLE = 4_000
ERRORS = 4.5
"""Standard errors within which each frequency of a sample must lie: with seeds fixed, once and for all."""


def readings_of(game: Game, bets: tuple[str, ...]) -> Iterator[Terms]:
    """All terms of a game, or its defaults with one reading changed where that would be too many."""
    names = list(game.readings)
    whole = list(product(*game.readings.values()))
    defaults = tuple(choices[0] for choices in game.readings.values())
    near = [each for each in whole if sum(a != b for a, b in zip(each, defaults, strict=True)) <= 1]
    for choices in near:
        yield Terms(tuple(zip(names, choices, strict=True)), bets)


@EVERY
def test_the_census_counts_all_deals_of_a_closed_formula(name: str) -> None:
    file = load(name)
    assert file.game.census is not None
    assert file.game.deals is not None
    for terms in readings_of(file.game, tuple(file.rules.bets)):
        assert file.game.census(terms).total == file.game.deals(terms), terms


class Asked(Exception):
    """The player is asked once more than there are actions for."""


def replayed(game: Game, terms: Terms, cards: Sequence[int], actions: Sequence[str]) -> tuple[Ending, ReplayTable]:
    """A round with given cards and actions; Asked when the actions run out."""
    left = list(actions)

    def choose(knows: Hashable, allowed: Sequence[str]) -> str:
        if not left:
            raise Asked(knows, tuple(allowed))
        return left.pop(0)

    table = ReplayTable(cards, choose)
    return game.referee(terms, table), table


def decision_at(
    game: Game, terms: Terms, cards: Sequence[int], actions: Sequence[str]
) -> tuple[Hashable, int] | None:
    """What the player knows at the decision after some actions, and the cards dealt by then; None without one."""
    asked: list[tuple[Hashable, int]] = []
    left = list(actions)

    def choose(knows: Hashable, allowed: Sequence[str]) -> str:  # noqa: ARG001
        if not left:
            asked.append((knows, table.dealt))
            raise Asked(knows)
        return left.pop(0)

    table = ReplayTable(cards, choose)
    try:
        game.referee(terms, table)
    except Asked:
        return asked[0]
    return None


def completions(game: Game, terms: Terms, seen: tuple[int, ...], actions: Sequence[str]) -> Counter[Ending]:
    """The endings after some cards and actions, over all that can still be dealt, in ways; cards one by one."""
    decks = game.shoe.decks_of(terms)
    found: Counter[Ending] = Counter()
    size = game.cards(terms)

    def go(cards: tuple[int, ...], ways: int) -> None:
        try:
            ending, _ = replayed(game, terms, cards, actions)
        except OutOfCardsError:
            held = Counter(cards)
            for card in DECK:
                if held[card] < decks:
                    go((*cards, card), ways * (decks - held[card]))
        else:
            left = decks * len(DECK) - len(cards)
            for place in range(size - len(cards)):  # cards that no longer matter
                ways *= left - place
            found[ending] += ways

    go(seen, 1)
    return found


def many_completions(game: Game, terms: Terms, seen: int) -> int:
    """How many sequences of cards can follow, at the most."""
    left = game.shoe.decks_of(terms) * len(DECK) - seen
    many = 1
    for place in range(game.cards(terms) - seen):
        many *= min(left - place, len(DECK))
    return many


def decision_among(nodes: Sequence[Node], knows: Hashable) -> Decide:
    """The first decision on the way from some nodes in which the player knows something."""
    for node in nodes:
        if isinstance(node, Decide) and any(each.knows == knows for each in node.classes):
            return node
    return decision_among(
        [after for node in nodes if isinstance(node, Chance) for after in successors(node)], knows
    )


def sampled_decisions(file: RulesFile, rounds: int) -> Iterator[tuple[tuple[int, ...], list[str], Decide]]:
    """Decisions met in random rounds with random actions: the cards dealt by then, the actions before, the node."""
    random, terms = Random(31), file.rules.terms
    shoe = [*DECK] * file.game.shoe.decks_of(terms)
    root = census_of(file.game, file.rules).root
    for _ in range(rounds):
        cards, actions, node = random.sample(shoe, file.game.cards(terms)), list[str](), root
        while (asked := decision_at(file.game, terms, cards, actions)) is not None:
            knows, dealt = asked
            decision = decision_among([node], knows)
            yield tuple(cards[:dealt]), list(actions), decision
            actions.append(random.choice(list(decision.options)))
            node = decision.options[actions[-1]]


@MOSTLY_SLOW
def test_referee_is_census_after_every_action_of_sampled_decisions(name: str) -> None:
    file = load(name)
    game, terms = file.game, file.rules.terms
    census = census_of(game, file.rules)
    dear = many_completions(game, terms, 3) > 49 * 48
    for cards, before, decision in sampled_decisions(file, 1 if dear else 12):
        for action, after in decision.options.items():
            if not isinstance(after, dict):
                continue  # another decision follows: it is met on its own
            counted = Counter({census.endings[place]: ways for place, ways in after.items()})
            whole = sum(counted.values())
            if many_completions(game, terms, len(cards)) <= MOST:
                dealt = completions(game, terms, cards, [*before, action])
                total = sum(dealt.values())
                assert {end: Fraction(ways, total) for end, ways in dealt.items()} == {
                    end: Fraction(ways, whole) for end, ways in counted.items() if ways
                }, (cards, action)
            else:
                sampled = _sample(game, terms, cards, [*before, action])
                assert set(sampled) <= set(counted)
                for end, ways in counted.items():
                    chance = ways / whole
                    spread = sqrt(SAMPLE * chance * (1 - chance)) or 1e-9
                    assert abs(sampled[end] - SAMPLE * chance) <= ERRORS * spread + 1, (cards, action, end)


def _sample(game: Game, terms: Terms, seen: tuple[int, ...], actions: Sequence[str]) -> Counter[Ending]:
    random = Random(7)
    shoe = list(Counter({card: game.shoe.decks_of(terms) for card in DECK} | {}).elements())
    for card in seen:
        shoe.remove(card)
    more = game.cards(terms) - len(seen)
    return Counter(replayed(game, terms, (*seen, *random.sample(shoe, more)), actions)[0] for _ in range(SAMPLE))


@EVERY
def test_relabelling_suits_changes_nothing(name: str) -> None:
    file = load(name)
    terms = file.rules.terms
    random = Random(5)
    shoe = [*DECK] * file.game.shoe.decks_of(terms)
    actions = file.game.analyse(file.rules).strategy.actions

    def follow(knows: Hashable, allowed: Sequence[str]) -> str:  # noqa: ARG001
        return actions[knows]

    for _ in range(300):
        cards = random.sample(shoe, file.game.cards(terms))
        names = random.sample(range(4), 4)
        renamed = [4 * rank(card) + names[suit(card)] for card in cards]
        one, other = (ReplayTable(each, follow) for each in (cards, renamed))
        assert file.game.referee(terms, one) == file.game.referee(terms, other)
        assert one.asked == other.asked


@EVERY
def test_rounds_dealt_by_the_referee_agree_with_the_joint_law(name: str) -> None:
    """The mean of each bet and every result of the joint law, over seeded rounds under the best strategy."""
    file = load(name)
    analysis = file.game.analyse(file.rules)
    self_check(file.game, analysis)
    terms, outcomes = file.rules.terms, analysis.outcomes
    random = Random(31)
    shoe = [*DECK] * file.game.shoe.decks_of(terms)

    def follow(knows: Hashable, allowed: Sequence[str]) -> str:  # noqa: ARG001
        return analysis.strategy.actions[knows]

    rows = Counter(
        file.rules.row(file.game.referee(terms, ReplayTable(random.sample(shoe, file.game.cards(terms)), follow)))
        for _ in range(SAMPLE)
    )
    assert set(rows) <= set(outcomes.combinations)
    for row, ways in outcomes.combinations.items():
        chance = ways / outcomes.total
        assert abs(rows[row] - SAMPLE * chance) <= ERRORS * sqrt(SAMPLE * chance * (1 - chance)) + 1
    mean = sum((count * net(row) for row, count in rows.items()), Fraction()) / SAMPLE
    variance = outcomes.expect(lambda row: net(row) ** 2) - outcomes.expect(net) ** 2
    assert abs(float(mean - outcomes.expect(net))) <= ERRORS * sqrt(variance / SAMPLE)


def first_row(layout: Layout) -> str:
    """A pay row of a layout that the file lists, or its first."""
    lines = [(wager, line) for wager, table in layout.tables.items() for line in table.lines]
    wager, line = next((each for each in lines if each[1].listed and each[1].pays > 0), lines[0])
    return f"{wager}.{line.label}"


def verbs(name: str, folder: Path) -> Iterator[list[str]]:
    """Every verb that takes a layout."""
    row = first_row(load(name).rules)
    yield from (["analyze", name, *more] for more in ([], ["--json"], ["--long-run"]))
    yield from (["strategy", name, *more] for more in ([], ["--json"], ["--hands"]))
    yield from (["check", name, *more] for more in ([], ["--json"], ["--strict"]))
    yield from (["parsheet", name, "-o", str(folder / f"sheet.{form}")] for form in ("txt", "csv", "json", "xlsx"))
    yield ["simulate", name, "--rounds", "500"]
    yield ["simulate", name, "--rounds", "300", "-o", str(folder / "log.csv")]
    yield ["audit", "log", str(folder / "log.csv"), "-p", name]
    yield ["audit", "parsheet", str(folder / "sheet.xlsx")]
    yield ["exposure", name]
    yield ["paytable", "compare", name, name]
    yield ["paytable", "solve", name, "--row", row, "--edge", "3%"]
    yield ["paytable", "sensitivity", name]
    yield from (["solve", name, "-o", str(folder / "policy.json")], ["verify", name])


def run(arguments: list[str]) -> Result:
    """One verb; a traceback is a failure of the test."""
    result = CliRunner().invoke(cli, arguments)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@MOSTLY_SLOW
def test_every_verb_answers_or_refuses_in_one_sentence(name: str, tmp_path: Path) -> None:
    for arguments in verbs(name, tmp_path):
        if arguments[0] == "audit" and not Path(arguments[2]).exists():
            continue  # the verb that would have written it has refused
        result = run(arguments)
        assert result.exit_code in (0, 1, 2, 4), (arguments, result.output)
        if result.exit_code == 2:
            told = [line for line in result.stderr.splitlines() if line and not line.startswith(("Usage:", "Try "))]
            assert len(told) == 1, (arguments, result.stderr)
        else:
            assert result.output.strip() or arguments[0] == "parsheet", arguments
            if arguments[0] not in ("audit", "check"):
                assert result.exit_code == 0, (arguments, result.output)


@MOSTLY_SLOW
def test_a_workbook_opens_again_with_its_figures(name: str, tmp_path: Path) -> None:
    path = tmp_path / "sheet.xlsx"
    assert run(["parsheet", name, "-o", str(path)]).exit_code == 0
    book = load_workbook(path)
    title = load(name).rules.title
    cells = [cell.value for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert any(title in str(value) for value in cells)
    assert not {"#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#N/A", "#NUM!"} & set(map(str, cells))
