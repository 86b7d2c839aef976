"""The punter's play as tables: what is written is worth exactly what the engine says, by routes of their own."""

import csv
import gzip
import io
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from casino31.cli import cli
from casino31.cli.banker_strategy import write_strategy
from casino31.games.greek_31.engine.answer import answer
from casino31.games.greek_31.rules import Aces, Banker, Fourteen, Rules
from casino31.games.greek_31.strategy.lines import PLAY_ON, Showing, strategy
from casino31.games.greek_31.strategy.rows import COLUMNS, rows
from casino31.games.greek_31.strategy.words import in_words, table_of
from casino31.games.greek_31.totals import (
    FOURTEEN,
    THIRTY_ONE,
    Hand,
    concealed_rank,
    parse_hand,
    plus,
    rank_of_total,
)
from casino31.rulesfile import load

PACKS = {
    "twelve": (1, 0, 0, 1, 0, 0, 0, 0, 2, 8),
    "twos and aces": (2, 2, 0, 0, 0, 0, 0, 1, 2, 5),
    "fourteen": (1, 1, 0, 1, 0, 0, 2, 0, 1, 8),
}
Written = Mapping[tuple[Hand, bool, Hand], bool]


def read(text: str) -> Written:
    """(exposed, whether a card is hidden, hand) -> whether the file says to stand."""
    return {
        (parse_hand(row["exposed"]), row["concealed"] == "1", parse_hand(row["hand"])): row["action"] == "stand"
        for row in csv.DictReader(io.StringIO(text))
    }


def left(deck: Hand, *hands: Hand) -> Hand:
    return tuple(n - sum(held) for n, held in zip(deck, zip(*hands, strict=True), strict=True))


def worth(rules: Rules, written: Written) -> Fraction:
    """What a punter wins who plays the file, dealt card by card: each order of the cards, with its exact chance."""
    deck = rules.deck
    whole = sum(deck)
    total = Fraction()
    for first in range(10):
        if deck[first]:
            own = plus((0,) * 10, first)
            total += Fraction(deck[first], whole) * banker(rules, written, own, (0,) * 10, -1)
    return total


def banker(rules: Rules, written: Written, own: Hand, hand: Hand, last: int) -> Fraction:
    """The banker draws, stands by B16 and hides his last or his highest card by B17."""
    if last >= 0:
        worth = rank_of_total(hand, rules)
        if worth in (0, THIRTY_ONE):
            return Fraction(-1 if worth else 1)
        if worth >= FOURTEEN:
            return punter(rules, written, own, hand, -1, worth)
        if worth >= (rules.banker.stand or 0):
            values = [value for value in range(10) if hand[value]]
            hidden = last if rules.banker.conceal == "last" else (0 if hand[0] else max(values))
            exposed = tuple(n - (value == hidden) for value, n in enumerate(hand))
            return punter(rules, written, own, exposed, hidden, concealed_rank(hand, rules))
    unseen = left(rules.deck, own, hand)
    return sum(
        (
            Fraction(n, sum(unseen)) * banker(rules, written, own, plus(hand, value), value)
            for value, n in enumerate(unseen)
            if n
        ),
        Fraction(),
    )


def punter(rules: Rules, written: Written, own: Hand, exposed: Hand, hidden: int, to_beat: int) -> Fraction:
    mine = rank_of_total(own, rules)
    if not mine:
        return Fraction(-1)
    if mine == THIRTY_ONE or written[exposed, hidden >= 0, own]:
        return Fraction(1 if mine > to_beat else -1)
    unseen = left(rules.deck, own, exposed, plus((0,) * 10, hidden) if hidden >= 0 else (0,) * 10)
    return sum(
        (
            Fraction(n, sum(unseen)) * punter(rules, written, plus(own, value), exposed, hidden, to_beat)
            for value, n in enumerate(unseen)
            if n
        ),
        Fraction(),
    )


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize(
    ("aces", "fourteen", "fixed"),
    [
        ("kouridakis", "any", Banker(26, "last")),
        ("heath", "two cards", Banker(24, "highest")),
        ("heath", "any", Banker(20, "last")),
    ],
)
def test_the_written_decisions_are_worth_exactly_what_the_engine_says(
    pack: str, aces: Aces, fourteen: Fourteen, fixed: Banker
) -> None:
    rules = Rules(aces=aces, fourteen=fourteen, cards=PACKS[pack], banker=fixed)
    written = read("".join(rows(rules)))
    assert worth(rules, written) == answer(rules, exact=True).expectation


def test_each_margin_is_what_the_other_action_gives_up() -> None:
    """Turn one written decision at a time: the game loses its chance times the margin, and never gains."""
    rules = Rules(cards=PACKS["twelve"])
    text = "".join(rows(rules))
    written, best = read(text), answer(rules, exact=True).expectation
    for row in list(csv.DictReader(io.StringIO(text)))[::7]:
        key = (parse_hand(row["exposed"]), row["concealed"] == "1", parse_hand(row["hand"]))
        margin = float(row["margin"])
        assert (margin >= 0) == (row["action"] == "stand")
        assert margin == pytest.approx(float(row["stand_ev"]) - float(row["draw_ev"]), abs=2e-12)
        if row["action"] == "draw":
            other = worth(rules, {**written, key: True})
            assert (other < best) == (margin < 0)


best_of = cache(strategy)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        Rules(),
        Rules(decks=None),
        Rules(aces="heath", cards=(2,) * 9 + (8,), banker=Banker(27, "random")),
        Rules(cards=(1,) * 9 + (12,), banker=Banker(25, "lowest")),
    ],
    ids=["one deck", "infinite", "Heath, half a deck", "21 cards"],
)
def test_the_lines_and_what_they_give_up_add_up_to_the_best_play(rules: Rules) -> None:
    """The forward sum over all decisions against the backward recursion of the engine."""
    best, exact = best_of(rules), float(answer(rules, classes=False).expectation)
    assert best.expectation + best.cost == pytest.approx(exact, abs=1e-12)
    assert -1e-13 < best.cost < 0.01
    assert all(line.followed > 0.9 for line in best.lines)
    assert sum(slip.cost for slip in best.worst) <= best.cost + 1e-12


@pytest.mark.slow
def test_with_infinitely_many_decks_six_lines_are_the_best_play() -> None:
    best = best_of(Rules(decks=None))
    totals = {showing: line[1:5] for line in best.lines for showing in line.showing}
    plain = {showing.total: line for showing, line in totals.items() if not showing.low_ace and not showing.shown}
    assert [plain[total][:3] for total in range(15, 26)] == [
        (27, 27, 27),
        (27, 27, 27),
        (28, 28, 28),
        (28, 28, 29),
        (28, 28, 30),
        (28, 28, 29),
        *[(28, 27, 29)] * 5,
    ]
    assert totals[Showing(True, False, 14)] == (PLAY_ON, PLAY_ON, PLAY_ON, False)
    assert totals[Showing(False, True, 25)] == (28, 28, 29, True)
    assert (len(best.lines), sum(line.exceptions for line in best.lines)) == (6, 0)
    assert abs(best.cost) < 1e-15
    assert any("These lines are the best play" in line for line in in_words(best))


@pytest.mark.slow
def test_with_one_deck_the_exceptions_are_counted_and_priced() -> None:
    best = best_of(Rules())
    assert 0.0005 < best.cost < 0.0007
    assert sum(line.exceptions for line in best.lines) == 368_414
    table = table_of(best)
    assert [row.hard for row in table.rows] == [27, 28, 28, 28, 28, 27, 31]
    assert table.costliest_exceptions[0].hand == "7TT"
    assert f"{best.cost:.6f}" == "0.000584"


def test_the_file_is_written_whole_or_not_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = load("greek-31-kouridakis-1-deck")
    assert file.game.solver is not None
    rules = Rules(title="A layout", cards=PACKS["fourteen"])
    plain, packed = tmp_path / "all.csv", tmp_path / "all.csv.gz"
    for path in (plain, packed):
        write_strategy(replace(file, rules=rules), path)
        assert "decisions of the best play against the banker of A layout" in capsys.readouterr().err
    text = plain.read_text(encoding="utf-8")
    assert gzip.decompress(packed.read_bytes()).decode() == text == "".join(rows(rules))
    head, one, *_ = text.splitlines()
    assert head == ",".join(COLUMNS)
    assert len(one.split(",")) == len(COLUMNS)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.csv", "all.csv.gz"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("greek-31-kouridakis-infinite", "-o", "all.txt"), 2, "written as .csv or .csv.gz"),
        (("greek-31-kouridakis-infinite", "-o", "no/all.csv"), 2, "cannot be written"),
        (("greek-31-kouridakis-infinite-optimal", "-o", "all.csv"), 2, "policy file has the punter's strategy too"),
        (("31-classic-b", "-o", "all.csv"), 2, "-o is for games with a banker"),
    ],
)
def test_nonsense_is_one_clear_message(arguments: tuple[str, ...], code: int, said: str, tmp_path: Path) -> None:
    layout, flag, path = arguments
    done = CliRunner().invoke(cli, ["strategy", layout, flag, str(tmp_path / path)])
    assert (done.exit_code, list(tmp_path.iterdir())) == (code, [])
    assert said in done.stderr
