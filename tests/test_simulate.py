"""Simulation: the same integers for any shards, the exact law, and the batch referee against the slow one."""

import csv
import json
from fractions import Fraction
from hashlib import sha256
from itertools import combinations
from math import comb, perm, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from casino31.against_exact import deviations
from casino31.answers import Settled
from casino31.cards import parse_cards, suit_pattern
from casino31.cli import cli
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.rules import READINGS
from casino31.layout import Layout
from casino31.outcomes import Result, net, stake
from casino31.simulation import (
    BLOCK,
    PreparedLayout,
    block_cards,
    block_numbers,
    deals_of,
    empty,
    merge,
    prepare,
    shard_blocks,
    simulate,
)
from casino31.simulation.rounds import TABLE_DEALS
from tests.layouts import layout


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, ["simulate", *arguments])


@pytest.mark.slow
@pytest.mark.parametrize("trips", READINGS["trips"])
@pytest.mark.parametrize("after_fold", READINGS["bonus_after_fold"])
def test_the_batch_referee_over_all_deals_is_the_exact_law(trips: str, after_fold: str) -> None:
    rules = layout("B", trips=trips, bonus_after_fold=after_fold)
    analysis = GAME.analyse(rules, ("main", "natural 31"))
    settled = GAME.settle_batch(rules)
    hands = np.array(list(combinations(range(52), 3)))
    actions = np.array([settled.actions.index(analysis.strategy.actions[suit_pattern(h)]) for h in hands.tolist()])
    counts = np.zeros(len(settled.rows), np.int64)
    for draw in range(52):
        free = (hands != draw).all(axis=1)
        codes = settled.settle([*hands[free].T, np.full(free.sum(), draw)], actions[free])
        counts += np.bincount(codes, minlength=len(settled.rows))
    law = {row: int(many) for row, many in zip(settled.rows, counts, strict=True) if many}
    assert law == analysis.outcomes.combinations


@pytest.mark.parametrize("rules", [layout("B"), layout("D", trips="last"), layout("natural-31")])
def test_the_batch_referee_settles_as_the_referee_does(rules: Layout) -> None:
    settled = GAME.settle_batch(rules)
    rng = np.random.default_rng(31)
    cards = rng.permuted(np.tile(np.arange(52), (2_000, 1)), axis=1)[:, : settled.size]
    actions = rng.integers(0, len(settled.actions), len(cards))
    for code, deal, action in zip(settled.settle(list(cards.T), actions), cards.tolist(), actions, strict=True):
        assert settled.rows[code] == GAME.play(rules, deal, settled.actions[action])


@pytest.mark.parametrize("deal", [[0, 0, 1, 2], [0, 1, 2, 0], [0, 1, 2, 52], [-1, 1, 2, 3], [300, 1, 2, 3]])
def test_the_batch_referee_refuses_what_is_no_deal(deal: list[int]) -> None:
    settled = GAME.settle_batch(layout("B"))
    both = list(np.array([deal, [0, 1, 2, 3]]).T)
    assert (settled.settle(both, np.array([1, 1])) < 0).tolist() == [True, False]


def test_numbered_deals_are_all_deals_once() -> None:
    columns = deals_of(np.arange(perm(52, 3)), 3)
    deals = set(zip(*(column.tolist() for column in columns), strict=True))
    assert len(deals) == perm(52, 3)
    assert all(len(set(deal)) == 3 for deal in deals)
    assert {card for deal in deals for card in deal} == set(range(52))


def test_a_word_becomes_a_deal_by_exact_multiplication() -> None:
    raw = np.random.PCG64(np.random.SeedSequence(7, spawn_key=(3,))).random_raw(1_000)
    assert block_numbers(7, 3, 1_000, 6_497_400).tolist() == [int(word) * 6_497_400 >> 64 for word in raw]


def words_of(seed: int, block: int, many: int) -> list[int]:
    raw = np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(block,))).random_raw(many)
    return [int(word) for word in raw]


def test_deals_that_one_word_cannot_choose_are_refused() -> None:
    words = words_of(7, 3, 1_000)
    assert block_numbers(7, 3, 1_000, 2**32).tolist() == [word * 2**32 >> 64 for word in words]
    with pytest.raises(ValueError, match="above 2\\^32"):
        block_numbers(7, 3, 1_000, perm(52, 6))


@pytest.mark.parametrize(
    ("size", "digest"), [(3, "bb52e754a9c5a80f"), (4, "c0cd64abda5e487f"), (5, "226d1f6ca98477cb")]
)
def test_the_cards_of_small_rounds_are_those_of_every_earlier_version(size: int, digest: str) -> None:
    cards = block_cards(31, 2, BLOCK, size)
    assert [column[0] for column in cards] == [1, 33, 27, 13, 45][:size]
    assert sha256(np.array(cards, np.int8).tobytes()).hexdigest()[:16] == digest


@pytest.mark.parametrize(("size", "decks"), [(6, 1), (8, 1), (10, 1), (30, 1), (52, 1), (1, 2), (5, 6), (30, 8)])
def test_each_card_of_a_large_round_takes_a_word_of_its_own(size: int, decks: int) -> None:
    words = iter(words_of(7, 3, 300 * size))
    expected = []
    for _ in range(300):
        shoe = [card for card in range(52) for _ in range(decks)]
        expected.append([shoe.pop(next(words) * len(shoe) >> 64) for _ in range(size)])
    found = block_cards(7, 3, 300, size, decks)
    assert np.array(found).T.tolist() == expected
    assert np.array(block_cards(7, 3, 10, size, decks)).T.tolist() == expected[:10]


@pytest.mark.parametrize(("size", "decks"), [(6, 1), (8, 1), (10, 1), (3, 6), (9, 6)])
def test_every_card_is_as_likely_at_every_place_and_beside_every_other(size: int, decks: int) -> None:
    cards = block_cards(31, 0, BLOCK, size, decks)
    for column in cards:
        counts, expected = np.bincount(column, minlength=52), BLOCK / 52
        chi = float(((counts - expected) ** 2).sum() / expected)
        assert abs(chi - 51) < 4 * sqrt(2 * 51)
    pairs = np.array([cards[0].astype(int) * 52 + cards[-1]])
    same = Fraction(decks - 1, 52 * decks - 1)
    chance = np.full((52, 52), float((1 - same) / 52 / 51))
    np.fill_diagonal(chance, float(same / 52))
    seen, expect = np.bincount(pairs.ravel(), minlength=52**2), BLOCK * chance.ravel()
    free = int((expect > 0).sum()) - 1
    chi = float(((seen - expect)[expect > 0] ** 2 / expect[expect > 0]).sum())
    assert seen[expect == 0].sum() == 0
    assert abs(chi - free) < 4 * sqrt(2 * free)


@pytest.mark.parametrize(("size", "decks"), [(10, 1), (52, 1), (30, 2), (104, 2), (30, 6)])
def test_no_card_stands_more_often_than_the_decks_allow(size: int, decks: int) -> None:
    cards = np.array(block_cards(31, 1, 2_000, size, decks))
    often = np.array([np.bincount(deal, minlength=52) for deal in cards.T])
    assert often.max() <= decks
    assert cards.min() >= 0
    assert size < 52 * decks or (often == decks).all()


@pytest.mark.parametrize(("size", "decks"), [(53, 1), (0, 1), (105, 2)])
def test_a_round_takes_no_more_cards_than_the_shoe_holds(size: int, decks: int) -> None:
    with pytest.raises(ValueError, match="cards a round"):
        block_cards(31, 0, 1, size, decks)


def hearts(size: int, decks: int) -> PreparedLayout:
    """A game without decisions: so many cards are dealt, and what counts is how many are hearts."""
    rows = tuple((Result(str(many), Fraction(1), Fraction(many)),) for many in range(size + 1))

    def settle(cards: Any, _: Any) -> Any:
        return sum((card % 4 == 0).astype(np.int16) for card in cards)

    settled = Settled(rows, ("play",), 0, size, settle, decks)
    nothing: Any = None
    place = np.arange(len(rows), dtype=np.int16)
    return PreparedLayout(nothing, nothing, settled, rows, place, lambda cards: np.zeros(len(cards[0]), np.int8))


@pytest.mark.parametrize(("size", "decks"), [(6, 1), (8, 1), (10, 1), (6, 6), (2, 6)])
def test_rounds_of_many_cards_and_decks_follow_the_hypergeometric_law(
    size: int, decks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casino31.simulation.rounds.TABLE_PAYS", 0)
    table = hearts(size, decks)
    tally = list(simulate(table, 31, empty(table, (), 4 * BLOCK), range(4)))[-1]
    for many, count in enumerate(tally.counts):
        chance = comb(13 * decks, many) * comb(39 * decks, size - many) / comb(52 * decks, size)
        assert abs(count - tally.rounds * chance) < 4 * sqrt(tally.rounds * chance * (1 - chance)) + 1


@pytest.mark.parametrize(("size", "decks"), [(5, 1), (6, 1), (10, 1), (2, 6)])
def test_a_table_of_all_deals_is_made_of_few_deals_only(
    size: int, decks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: PreparedLayout) -> None:
        raise AssertionError("a table of all deals was made")

    monkeypatch.setattr("casino31.simulation.rounds.TABLE_PAYS", 0)
    monkeypatch.setattr("casino31.simulation.rounds.all_deals", refuse)
    table = hearts(size, decks)
    assert list(simulate(table, 31, empty(table, (), 1_000), range(1)))[-1].played == 1_000
    assert perm(52, 4) <= TABLE_DEALS < perm(52, 5)


@pytest.mark.slow
@pytest.mark.parametrize("shards", [1, 4, 7])
def test_any_number_of_shards_gives_the_same_bytes(tmp_path: Path, shards: int) -> None:
    parts = [str(tmp_path / f"part{shard}.json") for shard in range(1, shards + 1)]
    for shard, part in enumerate(parts, 1):
        done = run("31-classic-b", "--rounds", "500000", "--seed", "7", "--shard", f"{shard}/{shards}", "-o", part)
        assert done.exit_code == 0, done.output
    whole, one = tmp_path / "whole.json", tmp_path / "one.json"
    assert CliRunner().invoke(cli, ["merge", *reversed(parts), "-o", str(whole)]).exit_code == 0
    assert run("31-classic-b", "--rounds", "500000", "--seed", "7", "-o", str(one)).exit_code == 0
    assert whole.read_bytes() == one.read_bytes()


@pytest.mark.slow
def test_the_table_of_all_deals_gives_what_the_referee_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    table = prepare(GAME, GAME.analyse(layout("B")))
    slow = list(simulate(table, 5, empty(table, (), 3 * BLOCK), range(3)))[-1]
    monkeypatch.setattr("casino31.simulation.rounds.TABLE_PAYS", 0)
    assert list(simulate(table, 5, empty(table, (), 3 * BLOCK - 7), range(3)))[-1].played == 3 * BLOCK - 7
    assert list(simulate(table, 5, empty(table, (), 3 * BLOCK), range(3)))[-1] == slow


def test_an_interrupted_run_continues_where_it_stopped(tmp_path: Path) -> None:
    table = prepare(GAME, GAME.analyse(layout("B")))
    whole = list(simulate(table, 5, empty(table, (), 4 * BLOCK), range(4)))[-1]
    half = list(simulate(table, 5, empty(table, (), 4 * BLOCK), range(2)))[-1]
    assert list(simulate(table, 5, half, range(2, 4)))[-1] == whole
    path = tmp_path / "run.json"
    assert run("natural-31", "--rounds", "70000", "-o", str(path)).exit_code == 0
    before = path.read_bytes()
    assert run("natural-31", "--rounds", "70000", "-o", str(path)).exit_code == 0
    assert path.read_bytes() == before
    other = run("natural-31", "--rounds", "70001", "-o", str(path))
    assert other.exit_code == 2
    assert "another simulation" in other.output


def test_parts_that_do_not_belong_together_are_refused(tmp_path: Path) -> None:
    one, other, cut = tmp_path / "1.json", tmp_path / "2.json", tmp_path / "3.json"
    run("natural-31", "--rounds", "1000", "--seed", "1", "-o", str(one))
    run("natural-31", "--rounds", "1000", "--seed", "2", "-o", str(other))
    cut.write_bytes(one.read_bytes()[:-50])
    for parts, said in [
        ((one, one), "twice"),
        ((one, other), "seed is 1 in one, 2 in another"),
        ((cut,), "no JSON"),
    ]:
        done = CliRunner().invoke(cli, ["merge", *map(str, parts)])
        assert done.exit_code in (2, 3)
        assert said in done.output
    whole = json.loads(one.read_text())
    whole["outcomes"][0]["rounds"] += 1
    cut.write_text(json.dumps(whole))
    assert "rounds in blocks that hold" in CliRunner().invoke(cli, ["merge", str(cut)]).output


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--rounds", "many"), "1e8"),
        (("--rounds", "0"), "whole number"),
        (("--rounds", "1.5"), "whole number"),
        (("--rounds", "10", "--shard", "3"), "3/16"),
        (("--rounds", "10", "--shard", "5/4"), "counted from 1 to 4"),
        (("--rounds", "10", "-o", "a.doc"), ".json for counts"),
    ],
)
def test_wrong_use_is_said(options: tuple[str, ...], said: str) -> None:
    done = run("natural-31", *options)
    assert done.exit_code == 2
    assert said in done.output


def test_shards_cover_all_blocks_once() -> None:
    for shards in (1, 2, 5, 16):
        spans = [shard_blocks(11 * BLOCK + 1, shard, shards) for shard in range(1, shards + 1)]
        assert [block for low, high in spans for block in range(low, high)] == list(range(12))


def test_merging_is_associative() -> None:
    table = prepare(GAME, GAME.analyse(layout("natural-31")))
    start = empty(table, (), 4 * BLOCK)
    parts = [list(simulate(table, 3, start, range(block, block + 1)))[-1] for block in range(4)]
    assert merge(parts) == merge([merge(parts[2:]), merge(parts[:2])]) == merge(parts[::-1])


def test_a_log_of_hands_is_what_the_referee_settles(tmp_path: Path) -> None:
    paths = [tmp_path / f"hands{ending}" for ending in (".csv", ".jsonl", ".parquet")]
    done = run("31-classic-b", "--rounds", "3000", *(part for path in paths for part in ("-o", str(path))))
    assert done.exit_code == 0, done.output
    rules = layout("31-classic-b")
    with paths[0].open(encoding="ascii") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 3_000
    for row in rows:
        results = GAME.play(rules, parse_cards(row["cards"]), row["decision"])
        assert [Fraction(row[wager]) for wager in rules.tables] == [result.stake for result in results]
        assert Fraction(row["paid"]) == net(results) + stake(results)
    lines = [json.loads(line) for line in paths[1].read_text().splitlines()]
    assert [{name: str(value) for name, value in line.items()} for line in lines] == rows
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(paths[2]).to_pylist()
    assert [(str(line["round"]), line["decision"], str(line["paid"])) for line in table] == [
        (row["round"], row["decision"], row["paid"]) for row in rows
    ]
    assert [[line[f"card {place}"] for place in (1, 2, 3, 4)] for line in table] == [
        list(parse_cards(row["cards"])) for row in rows
    ]


@pytest.mark.slow
def test_z_scores_are_those_of_a_fair_game() -> None:
    table = prepare(GAME, GAME.analyse(layout("31-classic-b")))
    zs = []
    for seed in range(40):
        tally = list(simulate(table, seed, empty(table, (), 20_000), range(1)))[-1]
        zs += [mean.z for mean in deviations(table, tally)[0] if mean.stake != "combined"]
    assert max(map(abs, zs)) < 4
    assert abs(np.mean(zs)) < 4 / np.sqrt(len(zs))
    assert 0.6 < np.std(zs) < 1.4
