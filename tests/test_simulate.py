"""Simulation: the same integers for any shards, the exact law, and the batch referee against the slow one."""

import csv
import json
from fractions import Fraction
from itertools import combinations
from math import perm
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from casino31.agreement import compare
from casino31.answers import Rules
from casino31.cards import parse_cards, suit_pattern
from casino31.cli import cli
from casino31.fast import compiled
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.rules import READINGS
from casino31.outcomes import net, stake
from casino31.simulate import BLOCK, _count, block_numbers, deals_of, empty, merge, ready, shard_blocks, simulate
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
def test_the_batch_referee_settles_as_the_referee_does(rules: Rules) -> None:
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


def test_the_table_and_the_compiled_loop_give_what_the_referee_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ready(GAME, GAME.analyse(layout("B")))
    slow = list(simulate(table, 5, empty(table, (), 3 * BLOCK), range(3)))[-1]
    monkeypatch.setattr("casino31.simulate.TABLE_PAYS", 0)
    assert compiled(_count) is not None
    assert list(simulate(table, 5, empty(table, (), 3 * BLOCK - 7), range(3)))[-1].played == 3 * BLOCK - 7
    assert list(simulate(table, 5, empty(table, (), 3 * BLOCK), range(3)))[-1] == slow
    monkeypatch.setattr("casino31.simulate.compiled", lambda _: None)
    assert list(simulate(table, 5, empty(table, (), 3 * BLOCK), range(3)))[-1] == slow


def test_an_interrupted_run_continues_where_it_stopped(tmp_path: Path) -> None:
    table = ready(GAME, GAME.analyse(layout("B")))
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
    assert "do not agree" in CliRunner().invoke(cli, ["merge", str(cut)]).output


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--rounds", "many"), "1e8"),
        (("--rounds", "0"), "whole number"),
        (("--rounds", "1.5"), "whole number"),
        (("--rounds", "10", "--shard", "3"), "3/16"),
        (("--rounds", "10", "--shard", "5/4"), "counted from 1 to 4"),
        (("--rounds", "10", "-o", "a.txt"), ".json for counts"),
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
    table = ready(GAME, GAME.analyse(layout("natural-31")))
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
    table = ready(GAME, GAME.analyse(layout("31-classic-b")))
    zs = []
    for seed in range(40):
        tally = list(simulate(table, seed, empty(table, (), 20_000), range(1)))[-1]
        zs += [mean.z for mean in compare(table, tally)[0] if mean.stake != "combined"]
    assert max(map(abs, zs)) < 4
    assert abs(np.mean(zs)) < 4 / np.sqrt(len(zs))
    assert 0.6 < np.std(zs) < 1.4
