"""A table of Greek 31 made ready for fast play: both sides' decisions as arrays, and one round after another.

The banker of a layout is played by the clauses (B16, B17); any plan is played by its counts, a share of the orders
being a chance. Punters play one after the other from one stub (B7), each by his own decisions: he looks at his
cards and at what is exposed, not at the cards of other punters.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from casino31.arrays import Bools, Whole
from casino31.fast import compiled
from casino31.games.greek_31.engine.exposures import VisibleCards, visible_cards
from casino31.games.greek_31.engine.plan import Plan, arrivals, fixed_plan
from casino31.games.greek_31.hands import hands, stands
from casino31.games.greek_31.rules import Rules
from casino31.games.greek_31.simulation.deal import RawWords, Values
from casino31.games.greek_31.simulation.rounds import CONCEALS_LAST, DRAWS, SHOWS, play_compiled, play_in_step
from casino31.games.greek_31.strategy.decisions import best_stands
from casino31.games.greek_31.totals import THIRTY_ONE, concealed_rank, plus

StandMatrix: TypeAlias = Callable[[Rules, Sequence[VisibleCards]], Bools]
"""A punter: (rules, what the banker lets him see) -> whether he stands with each hand."""
WORD = 2**63


@dataclass(frozen=True)
class PreparedRules:
    """Both sides' decisions, ready to be played."""

    rules: Rules
    punters: int
    cards: int
    """Cards that the longest round may need, or all there are."""
    chances: int
    """Words of chance that a mixed banker needs for a round, one for each card of his hand; 0 for a pure one."""
    plan_of: Whole
    """Which plan the banker plays against each first card of the first punter."""
    children: Whole
    rank: Whole
    worth: Whole
    """What the banker's hand ranks when he conceals a card of it."""
    start: Whole
    """(plan, place): the first option of a hand; its last one stands before the start of the next place."""
    hidden: Whole
    """What an option does: conceals a value, draws, shows, or conceals the last card."""
    upto: Whole
    """An option is taken when the word of chance, without its sign, is below this and not below the one before."""
    column: Whole
    """(plan, place, value hidden): the exposure that a banker's hand leaves; value 10: shown whole."""
    stands: Whole
    """(plan, place, exposure / 8): the punter's decisions in bits, the highest first."""

    @property
    def words(self) -> int:
        """Words of a round."""
        return (self.cards + 1) // 2 + self.chances


def prepare_rules(
    rules: Rules, plans: Sequence[Plan] | None = None, punters: int = 1, choose: StandMatrix | None = None
) -> PreparedRules:
    """Return a table with the best response, or a stated strategy, in every seat.

    Without ``plans`` the banker is the layout's fixed one. ValueError for ten plans and several punters, where the
    plan to play is not defined.

    >>> table = prepare_rules(Rules(decks=None))
    >>> table.cards, table.chances, table.words
    (35, 0, 18)
    """
    if punters < 1 or (punters > 1 and plans is not None and len(plans) > 1):
        raise ValueError(f"{punters} punters: a banker with a plan for each first card faces one punter")
    by_clauses = plans is None
    plans = (fixed_plan(rules),) if plans is None else tuple(plans)
    table = hands(rules)
    options: list[tuple[int, int]] = []
    starts, columns, decided, longest = [], [], [], [0, 0]
    last = by_clauses and rules.banker.conceal == "last"
    for first, plan in enumerate(plans):
        starts.append(_options(rules, plan, options, last))
        seen = visible_cards(rules, plan)
        columns.append(_columns(rules, seen))
        only = first if len(plans) > 1 else None
        stands = best_stands(rules, seen, only) if choose is None else choose(rules, seen)
        decided.append(np.packbits(stands, axis=1))
        orders = arrivals(table, plan.scale, plan.draws)
        bankers = max(size for size, level in enumerate(table.levels) if any(orders[level.start : level.stop]))
        longest = [max(longest[0], bankers + 1), max(longest[1], _longest(rules, decided[-1]))]
    widest = max(bits.shape[1] for bits in decided)
    mixed = any(limit < WORD for _, limit in options)
    cards = longest[0] + punters * longest[1]
    return PreparedRules(
        rules,
        punters,
        cards if rules.decks is None else min(cards, sum(rules.deck)),
        longest[0] if mixed else 0,
        np.arange(10) if len(plans) > 1 else np.zeros(10, np.int64),
        np.array(table.children, np.int16),
        np.array(table.rank, np.int8),
        np.array([concealed_rank(hand, rules) for hand in table.hands], np.int8),
        np.array(starts, np.int32),
        np.array([what for what, _ in options], np.int8),
        np.array([min(limit, WORD - 1) for _, limit in options], np.int64),
        np.array(columns, np.int32),
        np.array([np.pad(bits, ((0, 0), (0, widest - bits.shape[1]))) for bits in decided]),
    )


def _options(rules: Rules, plan: Plan, options: list[tuple[int, int]], last: bool) -> list[int]:
    """Add what the banker may do with each hand, and return where each hand's options start."""
    table = hands(rules)
    conceals: dict[int, list[tuple[int, int]]] = {}
    for way, count in zip(stands(rules), plan.conceals, strict=True):
        if count:
            conceals.setdefault(table.place[plus(way.exposed, way.concealed)], []).append((way.concealed, count))
    starts = []
    for place, orders in enumerate(arrivals(table, plan.scale, plan.draws)):
        starts.append(len(options))
        if not orders or table.rank[place] == THIRTY_ONE:
            continue
        ways = [(DRAWS, plan.draws[place]), (SHOWS, plan.shows[place])]
        ways += [(CONCEALS_LAST, orders)] if last and place in conceals else conceals.get(place, [])
        done = 0
        for what, count in ways:
            if count:
                done += count
                options.append((what, done * WORD // orders))
    return [*starts, len(options)]


def _longest(rules: Rules, stands: Whole) -> int:
    """The most cards that a punter of these decisions can come to hold, the one that breaks him included."""
    table = hands(rules)
    held: Whole = np.zeros((len(table.place), stands.shape[1]), np.uint8)
    longest = 1
    for child in table.children[0]:
        held[child] = 255 * (child >= 0)
    for size, level in enumerate(table.levels[1:], start=1):
        for place in level:
            draws = held[place] & ~stands[place]
            if draws.any():
                longest = size + 1
                for child in table.children[place]:
                    if child >= 0:
                        held[child] |= draws
    return longest


def _columns(rules: Rules, seen: Sequence[VisibleCards]) -> list[list[int]]:
    """For each hand and each value hidden the place of the exposure, -1 where it never comes."""
    table = hands(rules)
    rows = [[-1] * 11 for _ in table.place]
    for column, visible in enumerate(seen):
        for c, _, _ in visible.behind:
            rows[table.place[plus(visible.exposed, c) if c >= 0 else visible.exposed]][c if c >= 0 else 10] = column
    return rows


def play_rounds(table: PreparedRules, values: Values, chance: RawWords) -> Whole:
    """Return what becomes of each punter: ten times his first card, and the place of the event in ``EVENTS``.

    ``values`` are the cards in the order of dealing, one row a round, ``chance`` the words of a mixed banker. A
    punter who finds no card left in the packs stands.

    >>> made = prepare_rules(Rules(cards=(1, 0, 0, 1, 0, 1, 0, 0, 1, 8)))
    >>> values = np.array([[3, 9, 9, 5, 9, 0, 0, 0]], np.int8)  # a four; the banker's ten, ten, six; a ten
    >>> play_rounds(made, values, np.zeros((1, 0), np.int64)).tolist()  # 14 wins
    [[36]]
    """
    codes = np.zeros((len(values), table.punters), np.uint8)
    fast = compiled(play_compiled)
    (fast or play_in_step)(
        values,
        chance,
        table.plan_of,
        table.children,
        table.rank,
        table.worth,
        table.start,
        table.hidden,
        table.upto,
        table.column,
        table.stands,
        codes,
    )
    return codes
