"""Shuffles: exact laws by enumeration, error rates on fair sources, every known bad source found."""

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from casino31.audit.repeats import Fingerprints
from casino31.audit.shuffles import ranks
from casino31.audit.shuffles.randomness import WORD_BITS, ShuffleTally, _low_digits, checks, difference_covariance
from casino31.audit.shuffles.reading import read_shuffles
from casino31.audit.shuffles.selftest import examine, selftest
from casino31.audit.shuffles.shuffle import Shuffles, labelled
from casino31.audit.shuffles.shufflers import BAD, GOOD, fisher_yates, off_by_one, random_comparator, swap_with_any
from casino31.cards import show
from casino31.cli import cli


def audit(*arguments: Any) -> tuple[int, dict[str, Any]]:
    done = CliRunner().invoke(cli, ["audit", "shuffle", *map(str, arguments), "--json"])
    return done.exit_code, json.loads(done.output) if done.exit_code in (0, 1, 4) else {"said": done.output}


def written(path: Path, orders: Any) -> Path:
    path.write_text("\n".join(" ".join(map(str, row)) for row in orders.tolist()) + "\n")
    return path


def fair(many: int, decks: int = 1, seed: int = 31) -> Any:
    shoe = np.repeat(np.arange(52), decks)
    return np.random.default_rng(seed).permuted(np.tile(shoe, (many, 1)), axis=1)


@pytest.mark.parametrize("size", [4, 5, 6])
def test_the_covariance_of_differences_is_that_over_all_orders(size: int) -> None:
    orders = np.array(list(permutations(range(size))))
    steps = np.diff(orders, axis=1) % size
    counts = np.stack([(steps == k).sum(axis=1) for k in range(1, size)], axis=1)
    assert counts.mean(axis=0) == pytest.approx(np.ones(size - 1))
    assert np.cov(counts.T, bias=True) == pytest.approx(difference_covariance(size))


def test_means_and_variances_of_runs_and_rising_sequences_over_all_orders() -> None:
    size = 6
    orders = np.array(list(permutations(range(size))))
    up = np.diff(orders, axis=1) > 0
    runs = 1 + (up[:, 1:] != up[:, :-1]).sum(axis=1)
    rising = 1 + (np.diff(np.argsort(orders, axis=1), axis=1) < 0).sum(axis=1)
    assert (runs.mean(), runs.var()) == pytest.approx(((2 * size - 1) / 3, (16 * size - 29) / 90))
    assert (rising.mean(), rising.var()) == pytest.approx(((size + 1) / 2, (size + 1) / 12))


def test_rising_sequences_are_counted_by_hand() -> None:
    tally = ShuffleTally(1)
    riffled = np.array([[card // 2 + 26 * (card % 2) for card in range(52)]])  # two packets, interleaved
    tally.add(riffled)
    assert tally.rising == 2
    assert tally.runs == 51


@pytest.mark.slow
def test_the_table_statistic_has_the_exact_mean_and_variance() -> None:
    for decks in (1, 2):
        size, many, values = 52 * decks, 6, []
        for seed in range(1_500):
            tally = ShuffleTally(decks)
            tally.add(labelled(fair(many, decks, seed), decks, 0))
            values.append((size - 1) / size * float(((tally.table - many / 52) ** 2).sum()) / (many / 52))
        freedom = 51 * (size - 1)
        spread = 2 * freedom * (1 - 1 / many)
        assert abs(np.mean(values) - freedom) < 4 * np.sqrt(spread / len(values))
        assert np.var(values) == pytest.approx(spread, rel=4 * np.sqrt(2 / len(values)))


def test_swap_digits_are_those_that_made_the_order() -> None:
    rng = np.random.default_rng(5)
    deck = list(range(52))
    low = [0] * len(WORD_BITS)
    for last in range(51, 0, -1):
        digit = int(rng.integers(0, last + 1))
        deck[last], deck[digit] = deck[digit], deck[last]
        for place, bits in enumerate(WORD_BITS):
            low[place] += digit < 2**bits % (last + 1)
    assert _low_digits(np.array([deck]))[0].tolist() == low


@pytest.mark.slow
def test_the_naive_shuffle_favours_one_card_with_2_600_per_cent() -> None:
    """Swap with any of 52: where one card of the deck goes, by exact steps of a chain."""
    chances = []
    for card in range(52):
        at = [Fraction(int(place == card)) for place in range(52)]
        for place in range(52):
            moved = [Fraction(at[p] * 51, 52) + at[place] / 52 if p != place else Fraction() for p in range(52)]
            # the card at `place` goes to any position; a card elsewhere comes to `place` with 1 in 52
            moved[place] = sum(at, Fraction()) / 52
            at = moved
        chances.append(at)
    first = [at[0] for at in chances]
    assert sum(first) == 1
    assert f"{float(max(max(at) for at in chances)):.3%}" == "2.600%"
    orders = swap_with_any(np.random.default_rng(31), 200_000)
    for card in (0, 1, 25, 51):
        seen = (orders[:, 0] == card).mean()
        assert abs(seen - float(chances[card][0])) < 4 * np.sqrt(0.03 / 200_000)


@pytest.mark.slow
def test_the_selftest_finds_nothing_wrong() -> None:
    answer = selftest()
    assert answer.verdict.conforms, answer.verdict.problems
    assert set(answer.alarms) == set(GOOD)
    assert max(answer.collective.values()) <= 0.01 + 4 * np.sqrt(0.01 * 0.99 / answer.repeats)


@pytest.mark.parametrize("name", BAD)
def test_every_known_bad_source_is_found_and_nothing_is_changed(name: str) -> None:
    orders = BAD[name](np.random.default_rng(31), 2_000)
    before = orders.copy()
    orders.flags.writeable = False
    assert examine(orders).conforms is False
    assert (orders == before).all()


@pytest.mark.parametrize("name", GOOD)
def test_good_sources_make_uniform_permutations(name: str) -> None:
    assert examine(GOOD[name](np.random.default_rng(32), 5_000)).conforms


def test_the_right_tests_find_them() -> None:
    rng = np.random.default_rng(31)

    def rejecting(orders: Any) -> set[str]:
        return {problem.where for problem in examine(orders).problems}

    assert {"card by position", "per position"} <= rejecting(off_by_one(rng, 2_000))
    assert {"card by position", "per position"} <= rejecting(random_comparator(rng, 2_000))
    assert "modulo bias" in rejecting(BAD["modulo bias"](rng, 2_000))
    assert "previous deck: correlation" in rejecting(BAD["remembers the last deck"](rng, 2_000))
    assert "repeats" in rejecting(np.vstack([fisher_yates(rng, 300)] * 2))


@pytest.mark.parametrize("decks", [1, 2, 6])
def test_fair_shoes_of_any_size_pass(decks: int, tmp_path: Path) -> None:
    code, whole = audit(written(tmp_path / "a.txt", fair(1_200, decks)), "--decks", decks)
    assert (code, whole["conforms"], whole["decks"], whole["shuffles"]) == (0, True, decks, 1_200)
    assert whole["laboratory"]["conforms"] is True
    assert whole["detectable"]["power"] == 0.9
    assert {"name", "statistic", "p", "e"} == whole["tests"][0].keys() - {"note"}


def test_chunks_give_what_one_piece_gives() -> None:
    orders = fair(700)
    whole, parts = ShuffleTally(1), ShuffleTally(1)
    whole.add(orders)
    for low in (0, 1, 300, 301):
        parts.add(orders[low : {0: 1, 1: 300, 300: 301, 301: 700}[low]])
    for one, other in zip(checks(whole), checks(parts), strict=True):
        assert one.name == other.name
        assert one.p == pytest.approx(other.p)


def test_words_numbers_lists_and_headings_are_one(tmp_path: Path) -> None:
    orders = fair(400)
    forms = [
        "\n".join(",".join(map(str, row)) for row in orders.tolist()),
        "\n".join(["deck order", *(" ".join(show(card) for card in row) for row in orders.tolist())]),
        "\n".join(json.dumps(row) for row in orders.tolist()),
        "\n".join("; ".join(show(card).lower() for card in row) for row in orders.tolist()),
    ]
    answers = []
    for form in forms:
        path = tmp_path / "a.txt"
        path.write_text(form)
        shuffles = Shuffles()
        read_shuffles(path, shuffles)
        answers.append(replace(shuffles.answer(), files=()))  # whose digests differ
    assert all(answer == answers[0] for answer in answers)
    assert answers[0].shuffles == 400


def test_incomplete_decks_are_named(tmp_path: Path) -> None:
    rows = fair(300).tolist()
    rows[4][7] = rows[4][8]
    rows[5] = rows[5][:51]
    rows[6][0] = 57
    rows[7][0] = "Zz"
    path = tmp_path / "a.txt"
    path.write_text("\n".join(" ".join(map(str, row)) for row in rows))
    code, whole = audit(path)
    assert code == 1
    assert whole["incomplete"] == 4
    found = [(problem["where"], problem["code"]) for problem in whole["problems"]]
    assert found == [(f"a.txt, line {line}", "incomplete") for line in (5, 6, 7, 8)]
    assert "57" in whole["problems"][2]["message"]


def test_few_shuffles_say_nothing(tmp_path: Path) -> None:
    code, whole = audit(written(tmp_path / "a.txt", fair(20)))
    assert (code, whole["conforms"]) == (4, None)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"hello\n", b"0 " * 70_000])
def test_bad_files_are_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    code, whole = audit(path)
    assert code == 3
    assert "a.txt: error" in whole["said"]


def test_repeats_are_those_that_a_set_of_all_decks_finds() -> None:
    rng = np.random.default_rng(31)
    decks = rng.permuted(np.tile(np.arange(52), (3_000, 1)), axis=1)
    order = rng.integers(0, 3_000, 9_000)
    met, seen = Fingerprints(), set()
    for low in range(0, 9_000, 700):
        chunk = decks[order[low : low + 700]]
        met.add(chunk)
        seen |= set(map(tuple, chunk.tolist()))
    assert (met.remembered, met.repeats, met.passed) == (len(seen), 9_000 - len(seen), 0)
    assert sum(map(len, met.runs)) == len(seen)
    assert all((run[1:] > run[:-1]).all() for run in met.runs)
    assert len(met.runs) < 12


def test_the_report_says_when_more_decks_came_than_are_remembered() -> None:
    rng = np.random.default_rng(31)
    shuffles, decks = Shuffles(), fisher_yates(rng, 300)
    shuffles.tally = ShuffleTally(1, met=Fingerprints(most=200))
    shuffles.add(decks)
    assert "the first 200 different decks are remembered; 100 later ones" in shuffles.answer().verdict.notes[-1]
    assert shuffles.tally.met.repeats == 0
    shuffles.add(decks)
    assert (shuffles.tally.met.repeats, shuffles.tally.met.passed) == (200, 200)


def chance_by_steps(own: int, other: int, rest: int, same: bool) -> Fraction:
    """Second route, card by card: the chance that one rank is followed by the other, or by itself."""

    @cache
    def avoids(own: int, other: int, rest: int, after_own: bool) -> Fraction:
        left = own + other + rest
        if not left:
            return Fraction(1)
        total = Fraction()
        if own and not (same and after_own):
            total += Fraction(own, left) * avoids(own - 1, other, rest, True)
        if other and not (not same and after_own):
            total += Fraction(other, left) * avoids(own, other - 1, rest, False)
        if rest:
            total += Fraction(rest, left) * avoids(own, other, rest - 1, False)
        return total

    return 1 - avoids(own, other, rest, False)


@pytest.mark.parametrize("decks", [1, 2])
def test_chances_of_neighbouring_ranks_and_of_zones_are_exact(decks: int) -> None:
    many = 4 * decks
    assert ranks.chance_adjacent(decks) == pytest.approx(
        float(chance_by_steps(many, 0, 48 * decks, True)), rel=1e-14
    )
    followed = float(chance_by_steps(many, many, 44 * decks, False))
    assert ranks.chance_followed(decks) == pytest.approx(followed, rel=1e-14)
    none = Fraction(1)
    for place in range(4):
        none *= Fraction(48 * decks - place, 52 * decks - place)
    assert ranks.chance_in_zone(decks, 4) == pytest.approx(float(1 - none), rel=1e-14)


def stacked(orders: Any, among: int, together: bool) -> Any:
    """Some decks in which two aces are put side by side, or an ace among the first four cards."""
    rng = np.random.default_rng(32)
    for deck in orders[:among]:
        aces = np.flatnonzero(deck >= 48)
        to = (aces[0] + 1 if aces[0] < 51 else 50) if together else int(rng.integers(4))
        if together or aces[0] > 3:
            which = aces[1] if together else aces[0]
            deck[to], deck[which] = deck[which], deck[to]
    return orders


def test_stacked_decks_are_found_at_the_stated_power() -> None:
    """Two aces together in 5 % of 10,000 decks, an ace among the first four in 4 %."""
    assert {p.where for p in examine(stacked(fair(10_000), 500, True)).problems} == {"ranks side by side"}
    assert {p.where for p in examine(stacked(fair(10_000), 400, False)).problems} == {"ranks by zone"}
    honest = examine(fair(10_000))
    assert honest.conforms
    assert honest.detectable is not None
    assert 0.02 < honest.detectable["stacked"]["side_by_side"] < 0.05
    assert 0.02 < honest.detectable["stacked"]["among_top_four"] < 0.04


def test_a_shoe_is_not_taken_for_granted(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", fair(12, 2))
    code, whole = audit(path)
    assert (code, "--decks 2" in whole["said"]) == (3, True)
    assert audit(path, "--decks", "2")[1]["decks"] == 2


def test_a_text_without_a_deck_is_no_shuffle_that_fails(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("a\nb\n")
    code, whole = audit(path)
    assert code == 3
    assert "no line of it is a deck: line 2, 'b' is not a card" in whole["said"]
