"""The punter's best play as a table that a person can read, and what the table leaves out.

With infinitely many decks the exposed cards' highest total tells all; with real ones every card seen matters a
little. So each total gets the stand totals that give up least, and the decisions that are played otherwise are
counted: how many, how often they come, and what it costs to ignore them all, by a full evaluation.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from casino31.arrays import Bools, Floats, Ints
from casino31.banker_answers import Slip
from casino31.games.greek_31.engine.answer import endings
from casino31.games.greek_31.engine.exposures import VisibleCards, visible_cards
from casino31.games.greek_31.engine.finite import relative_error
from casino31.games.greek_31.engine.plan import Plan, fixed_plan
from casino31.games.greek_31.hands import hands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.strategy.decisions import Decisions, decisions
from casino31.games.greek_31.strategy.reached import reached
from casino31.games.greek_31.strategy.simple import view
from casino31.games.greek_31.totals import (
    ACE,
    BUST,
    FOURTEEN,
    THIRTY_ONE,
    TWOS,
    Hand,
    elevens,
    legal_totals,
    show_hand,
)
from casino31.progress import steps

PLAY_ON = 31
CHUNK = 512
"""Exposures looked at together."""
MOST_KEPT = 8_000_000
"""Decisions kept between the two looks at them, about 250 MB: beyond, they are found anew."""
HARD, LOW_ACE, SOFT, IS_14, TWOS_STAND = range(5)


class Showing(NamedTuple):
    """What a line of the table is for."""

    shown: bool
    """Whether the banker shows his whole hand."""
    low_ace: bool
    """Whether an ace among the exposed cards counts 1 and another one would count 11."""
    total: int
    """The highest total of the exposed cards."""


class PunterLine(NamedTuple):
    """What to do against exposed cards that call for the same play."""

    showing: tuple[Showing, ...]
    hard: int
    """Stand on this total or more when no ace can count less; 31: play on."""
    low_ace: int
    """The same when an ace counts 1 and the next one would have to count 11."""
    soft: int
    """The same when an ace that counts 11 can still count 1."""
    fourteen: bool
    """Whether to stand on 14."""
    decisions: int
    """Different decisions that the best play can come to."""
    exceptions: int
    """Those of them that are played otherwise."""
    met: float
    """How many decisions of this kind a round brings on average."""
    broken: float
    """How many of these are exceptions."""

    @property
    def followed(self) -> float:
        """Of the decisions that come in play, the share that is played so."""
        return 1 - self.broken / self.met if self.met else 1.0


@dataclass(frozen=True)
class PunterStrategy:
    """The best play against a stated banker, in lines."""

    lines: tuple[PunterLine, ...]
    expectation: float
    """What the lines are worth by themselves, for one unit on every first card; within 1e-12."""
    cost: float
    """What the best play is worth above that."""
    worst: tuple[Slip, ...]
    """The exceptions that cost most, first."""


class _Tally:
    """For one showing: what standing and drawing give up, how often and in how many decisions each is best."""

    def __init__(self) -> None:
        self.loss, self.often, self.many = (np.zeros((2, 5, THIRTY_ONE + 1)) for _ in range(3))

    def add(self, keys: Ints, decides: Bools, best: Bools, gaps: Floats, chances: Floats) -> None:
        """Add decisions: where there is one, whether standing is best, what that gains, how often it comes."""
        for stands in (0, 1):
            where = decides & (best == stands)
            sums = (where * gaps).sum(axis=1), (where * chances).sum(axis=1), np.count_nonzero(where, axis=1)
            for into, rows in zip((self.loss, self.often, self.many), sums, strict=True):
                np.add.at(into[stands], (keys[:, 0], keys[:, 1]), rows)

    def line(self, showing: Showing) -> PunterLine:
        """The stand totals that give up least."""
        hard, low_ace, soft = (_threshold(self.loss[:, kind]) for kind in (HARD, LOW_ACE, SOFT))
        if not self.many[:, LOW_ACE].any():
            low_ace = hard
        fourteen = bool(self.loss[1, IS_14].sum() >= self.loss[0, IS_14].sum())
        ranks = np.arange(THIRTY_ONE + 1)
        stands = np.array(
            [ranks >= hard, ranks >= low_ace, ranks >= soft, np.full(len(ranks), fourteen), ranks >= 0]
        )
        wrong = np.array([stands, ~stands])  # where drawing is best, and where standing is
        return PunterLine(
            (showing,),
            hard,
            low_ace,
            soft,
            fourteen,
            int(self.many.sum()),
            int(self.many[wrong].sum()),
            float(self.often.sum()),
            float(self.often[wrong].sum()),
        )


def _threshold(loss: Floats) -> int:
    """The total to stand at that gives up least, the highest of several; row 0 is what standing loses."""

    def given_up(total: int) -> float:
        return float(loss[0, total:].sum() + loss[1, :total].sum())

    return min(range(PLAY_ON, 3, -1), key=given_up)


def strategy(rules: Rules, plan: Plan | None = None) -> PunterStrategy:
    """Return the best play against a banker as lines, with what they leave out; the plan is for all first cards.

    >>> best = strategy(Rules(cards=(1, 0, 0, 1, 0, 0, 0, 0, 2, 8)))
    >>> len(best.lines), sum(line.exceptions for line in best.lines), round(best.cost, 12)
    (4, 0, 0.0)
    """
    plan = plan or fixed_plan(rules)
    seen = visible_cards(rules, plan)
    keys = _keys(rules)
    tallies: dict[Showing, _Tally] = {}
    decided: Iterable[_Played] = _played(rules, seen, plan.scale)
    if len(seen) * len(hands(rules).place) <= MOST_KEPT:
        decided = list(decided)
    for chunk, choices, chances in decided:
        decides = (keys[:, 0] >= 0)[:, None] & (chances > 0) & matters(rules, choices)
        gaps = np.abs(choices.gap) * chances
        for columns, tally in _by_showing(rules, chunk, tallies):
            some = np.s_[:, columns]
            tally.add(keys, decides[some], choices.stands[some], gaps[some], chances[some])
    lines = [tally.line(showing) for showing, tally in sorted(tallies.items())]
    by_showing = {line.showing[0]: line for line in lines}
    bust = sum(n * float(ends[0]) for n, ends in zip(rules.deck, endings(rules, plan), strict=True)) / sum(
        rules.deck
    )
    best, mine = 0.0, 0.0
    worst: list[Slip] = []
    for chunk, choices, chances in decided if isinstance(decided, list) else _played(rules, seen, plan.scale):
        plays = np.stack([_plays(by_showing[_showing(rules, visible)], keys) for visible in chunk], axis=1)
        wins = choices.stand * choices.stands
        best += float((chances * wins).sum())
        worst = _worst(rules, chunk, choices, chances, plays, worst)
        by_lines = reached(rules, chunk, plan.scale, plays, choices.orders)
        mine += float((by_lines * choices.stand * plays).sum())
    return PunterStrategy(_merged(lines), 2 * (bust + mine) - 1, 2 * (best - mine), tuple(worst))


_Played: TypeAlias = tuple[Sequence[VisibleCards], Decisions, Floats]
"""Some exposures, the best play against them, and how often it comes to each hand."""


def _played(rules: Rules, seen: Sequence[VisibleCards], scale: int) -> Iterator[_Played]:
    for chunk, choices in chunks(rules, seen):
        yield chunk, choices, reached(rules, chunk, scale, choices.stands, choices.orders)


def chunks(rules: Rules, seen: Sequence[VisibleCards]) -> Iterator[tuple[Sequence[VisibleCards], Decisions]]:
    """Yield some exposures at a time with the best response to them: what is known of all would fill a memory.

    >>> from casino31.games.greek_31.engine.exposures import Behind
    >>> seen = [VisibleCards((0,) * 9 + (2,), (Behind(9, 1, 30),))] * 600
    >>> [found.stands.shape for _, found in chunks(Rules(cards=(1, 0, 0, 1, 0, 0, 0, 0, 2, 8)), seen)]
    [(30, 512), (30, 88)]
    """
    for start in steps("the punter's best play", range(0, len(seen), CHUNK)):
        chunk = seen[start : start + CHUNK]
        yield chunk, decisions(rules, chunk)


def _showing(rules: Rules, exposure: VisibleCards) -> Showing:
    seen = view(rules, exposure)
    if seen.shown:
        return Showing(True, False, 14)
    return Showing(False, _kind(rules, exposure.exposed) == LOW_ACE, seen.total)


def _by_showing(
    rules: Rules, chunk: Sequence[VisibleCards], tallies: dict[Showing, _Tally]
) -> Iterator[tuple[list[int], _Tally]]:
    columns: dict[Showing, list[int]] = {}
    for column, visible in enumerate(chunk):
        columns.setdefault(_showing(rules, visible), []).append(column)
    for showing, places in columns.items():
        yield places, tallies.setdefault(showing, _Tally())


def _keys(rules: Rules) -> Ints:
    """For each hand its kind and its rank, none for 31 and for no card: (place, 2)."""
    table = hands(rules)
    rows = []
    for hand, rank in zip(table.hands, table.rank, strict=True):
        fourteens = {FOURTEEN: IS_14, TWOS: TWOS_STAND, THIRTY_ONE: -1, BUST: -1}
        rows.append((fourteens.get(rank, _kind(rules, hand)), rank))
    return np.array(rows)


def _kind(rules: Rules, hand: Hand) -> int:
    """What a total of some cards is, apart from 14 and 31."""
    if len(legal_totals(hand, rules.aces)) > 1:
        return SOFT
    aces = hand[ACE]
    return LOW_ACE if elevens(aces + 1, rules.aces).start > elevens(aces, rules.aces).start else HARD


def matters(rules: Rules, choices: Decisions) -> Bools:
    """Return where the two actions are not worth exactly the same."""
    return np.abs(choices.stand - choices.draw) > relative_error(rules) * choices.stand


def _plays(line: PunterLine, keys: Ints) -> Bools:
    """Whether a punter who keeps to a line stands, for each hand."""
    totals = np.array([line.hard, line.low_ace, line.soft, 0, 0, 1])
    stands = keys[:, 1] >= totals[keys[:, 0]]
    return np.where(keys[:, 0] == IS_14, line.fourteen, stands)


def _worst(
    rules: Rules,
    chunk: Sequence[VisibleCards],
    choices: Decisions,
    chances: Floats,
    plays: Bools,
    worst: list[Slip],
    most: int = 5,
) -> list[Slip]:
    """The costliest exceptions of these and of those already known."""
    gains = np.abs(choices.gap)
    cost = gains * chances * (plays != choices.stands)
    table = hands(rules).hands
    where = np.flatnonzero(cost)
    for at in where[np.argsort(cost.ravel()[where], kind="stable")[-most:]].tolist():
        place, column = divmod(at, len(chunk))
        exposed = show_hand(chunk[column].exposed)
        stand, gain = bool(choices.stands[place, column]), float(gains[place, column])
        worst = [*worst, Slip(show_hand(table[place]), exposed, stand, gain, float(cost[place, column]))]
    return sorted(worst, key=lambda slip: -slip.cost)[:most]


def _merged(lines: Sequence[PunterLine]) -> tuple[PunterLine, ...]:
    """Lines that call for the same play, put together."""
    merged: dict[tuple[object, ...], PunterLine] = {}
    for line in lines:
        key = (line.showing[0].shown, *line[1:5])
        old = merged.get(key)
        if old is not None:
            line = line._replace(
                showing=(*old.showing, *line.showing),
                decisions=old.decisions + line.decisions,
                exceptions=old.exceptions + line.exceptions,
                met=old.met + line.met,
                broken=old.broken + line.broken,
            )
        merged[key] = line
    return tuple(merged.values())
