"""31 Classic in small: finishes against the referee, cards out of range, and the bonus bet by itself."""

from fractions import Fraction

import numpy as np
import pytest

from casino31.cards import parse_cards
from casino31.games.classic_31 import GAME
from casino31.games.classic_31.census import draws_of, finish_of, starts_of
from casino31.games.classic_31.rules import FINAL_EVENTS, READINGS
from casino31.openpays import payoffs
from casino31.outcomes import net
from casino31.points import trips_rank
from casino31.pricing import hand_values
from tests.layouts import layout
from tests.looks import CLASSES


def test_four_of_a_rank_hold_trips() -> None:
    assert trips_rank(parse_cards("6h 6c 6d 6s")) == 4
    assert trips_rank(parse_cards("6h 6c 6d 5s 5h")) == 4


@pytest.mark.parametrize("trips", READINGS["trips"])
def test_every_finish_with_trips_is_what_the_referee_pays(trips: str) -> None:
    """The referee settles one hand of each kind with trips among a third of the suit classes.

    Trips total a multiple of three, so that 16, 17 and 18 are the same limit for trips that qualify at 17.
    """
    rules = layout("B", trips=trips)
    seen = set()
    for each in CLASSES[::3]:
        for card, suited, three in draws_of(each):
            if not three:
                continue
            finish = finish_of(trips, suited, three)
            if (finish, suited, three) in seen:
                continue
            seen.add((finish, suited, three))
            paid = GAME.play(rules.only(("main",)), (*each.hand, card), "play")
            best = max(finish, key=lambda event: rules.pays["ante"][event] + rules.pays["play"][event])
            assert paid[0].event == best, (finish, suited, three)
    assert len({three for _, _, three in seen}) >= 8


@pytest.mark.parametrize(
    ("trips", "suited", "three", "finish"),
    [
        ("qual17", "20", 15, ("20",)),
        ("qual17", "20", 18, ("trips", "20")),
        ("points", "below 17", 33, ("31",)),
        ("points", "17", 15, ("17",)),
        ("points", "below 17", 15, ("below 17",)),
        ("points", "20", 18, ("20",)),
        ("points", "17", 18, ("18",)),
        ("last", "below 17", 6, ("trips",)),
        ("last", "17", 30, ("17",)),
        ("push17", "17", 30, ("17",)),
        ("push17", "18", 30, ("trips", "18")),
        ("none", "18", 30, ("18",)),
        ("best", "below 17", 30, ("trips", "below 17")),
    ],
)
def test_finishes_beside_trips(trips: str, suited: str, three: int, finish: tuple[str, ...]) -> None:
    assert finish_of(trips, suited, three) == finish


def test_the_starts_are_told_apart_by_bonus_and_draws() -> None:
    for trips in READINGS["trips"]:
        starts = starts_of(trips)
        assert all(start.members == sum(each.members for each in start.classes) for start in starts.starts)
        assert {event for finish in starts.finishes for event in finish} <= {*FINAL_EVENTS}


@pytest.mark.parametrize(("name", "size"), [("B", 4), ("natural-31", 3)])
def test_a_card_out_of_range_settles_nothing(name: str, size: int) -> None:
    settled, sound = GAME.settle_batch(layout(name)), [46, 34, 4, 10][:size]
    for card in (52, 127, -1):
        for place in range(size):
            wrong = [*sound[:place], card, *sound[place + 1 :]]
            codes = settled.settle(list(np.array([sound, wrong, sound], np.int16).T), np.array([1, 1, 0])).tolist()
            events = [[result.event for result in settled.rows[codes[at]]] for at in (0, 2)]
            assert codes[1] == -1
            assert events == ([["24", "24", "20"], ["fold", "fold", "20"]] if size == 4 else [["20"], ["20"]])


@pytest.mark.parametrize("after_fold", READINGS["bonus_after_fold"])
def test_open_pays_of_a_bonus_alone_are_its_marginal(after_fold: str) -> None:
    """Beside a base game the bonus is won on the folds too, where it stands."""
    rules = layout("B", bonus_after_fold=after_fold)
    found = payoffs(GAME, rules, ("natural 31",))
    pays = {f"natural 31.{line.label}": line.pays for line in rules.tables["natural 31"].lines}
    won, rounds = Fraction(), 0
    for choice in found.choices:
        ((_, counts),) = choice.options.items()
        rounds += choice.members * sum(counts.values())
        for place, ways in counts.items():
            ((form,),) = (found.ends[end] for end in found.settlements[place])
            won += choice.members * ways * sum(pays.get(row, Fraction(1)) * units for row, units in form.items())
    marginal = GAME.analyse(rules).outcomes.of("natural 31")
    assert rounds == found.total == 1_082_900
    assert won / found.total == marginal.expect(net)


def test_open_pays_of_a_bonus_without_a_base_game_have_no_draws() -> None:
    found = payoffs(GAME, layout("natural-31"), ("natural 31",))
    assert (found.draws, found.total) == (1, 22_100)


def test_the_values_of_all_hands_add_up_to_the_best_expectation() -> None:
    rules = layout("B")
    analysis = GAME.analyse(rules)
    values = hand_values(GAME, analysis)
    whole = sum(each.members * each.values[each.action] for each in values)
    assert whole / 22_100 == analysis.outcomes.of("ante", "play").expect(net) == Fraction(-10298, 270725)
    assert all(each.values[each.action] == max(each.values.values()) for each in values)
    assert {each.values["fold"] for each in values} == {Fraction(-1)}
