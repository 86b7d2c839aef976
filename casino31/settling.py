"""Rounds by the thousand for a game without fast settlement: the referee, one round after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from casino31.answers import Analysis, Settled
from casino31.cards import DECK
from casino31.census import Census, Decide, Node, successors
from casino31.declaration import Declaration
from casino31.faults import NotCapableError
from casino31.layout import Layout
from casino31.pricing import census_of
from casino31.table import Choose, OutOfCardsError, ReplayTable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from casino31.arrays import Whole
    from casino31.outcomes import Row

PLAN_MARK = " / "
"""Between the actions of a round with several decisions in a row."""
NOTHING_DECIDED = "play"
"""The one action of a round in which the player decides nothing, or nothing more than his strategy says."""
_TRIED = 10_000
"""Rounds dealt to find one in which the player is asked."""


class _AskedError(Exception):
    """The player is asked: what he knows, and how many cards have been dealt."""

    def __init__(self, knows: Hashable) -> None:
        super().__init__(knows)
        self.knows = knows


def _stop(knows: Hashable, actions: Sequence[str]) -> str:  # noqa: ARG001
    raise _AskedError(knows)


def first_decision(game: Declaration, layout: Layout, cards: Sequence[int]) -> tuple[Hashable, int] | None:
    """Return what the player knows when he is first asked, and the cards dealt by then.

    None when the cards run out, or the round ends, before he is asked.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> first_decision(file.game, file.rules, [51, 50, 49, 0])
    ((4096, 4096, 4096, 0), 3)
    """
    table = ReplayTable(cards, _stop)
    try:
        game.referee(layout.terms, table)
    except _AskedError as asked:
        return asked.knows, table.dealt
    except OutOfCardsError:
        return None
    return None


def cards_seen(game: Declaration, layout: Layout) -> int:
    """Return how many cards have been dealt when the player is first asked; all of a round where he never is.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> cards_seen(file.game, file.rules)
    3
    """
    size = game.cards(layout.terms)
    if not any(len(node.options) > 1 for node in census_of(game, layout).decisions):
        return size
    random = Random(0)
    shoe = [*DECK] * game.shoe.decks_of(layout.terms)
    for _ in range(_TRIED):
        asked = first_decision(game, layout, random.sample(shoe, size))
        if asked is not None:
            return asked[1]
    raise NotCapableError(f"{game.name}: no decision came in {_TRIED:,} rounds")


def by_referee(game: Declaration, layout: Layout) -> Settled:
    """Return the referee for given cards and actions, tens of thousands of rounds a second.

    Where a round has several decisions in a row an action is all that the player does in it, such as "take back /
    let it ride", and the player has seen all cards when it is known. NotCapableError where some rounds ask more
    often than others.

    >>> import numpy as np
    >>> from casino31.rulesfile import load
    >>> file = load("pair-plus")
    >>> settled = by_referee(file.game, file.rules)
    >>> codes = settled.settle(list(np.array([[51, 47, 43], [51, 51, 43]]).T), np.array([0, 0]))
    >>> settled.rows[codes[0]][0].event, int(codes[1])
    ('mini royal', -1)
    """
    census = census_of(game, layout)
    if not census.single:
        return _by_plans(game, layout, census)
    options = dict.fromkeys(action for node in census.decisions if len(node.options) > 1 for action in node.options)
    actions = tuple(options) or (NOTHING_DECIDED,)

    def choose(place: int) -> Callable[[], Choose]:
        return lambda: lambda knows, allowed: actions[place]  # noqa: ARG005

    return _settled(game, layout, actions, [choose(place) for place in range(len(actions))])


def _by_plans(game: Declaration, layout: Layout, census: Census) -> Settled:
    """The referee for given cards and all that the player does in a round."""
    plans = tuple(_plans(census.root, {}))
    if len({len(plan) for plan in plans}) > 1:
        raise NotCapableError(f"{game.name} asks in some rounds more often than in others: a log cannot be settled")
    choices = [partial(plan_followed, plan) for plan in plans]
    settled = _settled(game, layout, tuple(map(PLAN_MARK.join, plans)), choices)
    return settled._replace(seen=settled.size)


def plan_followed(plan: Sequence[str]) -> Choose:
    """Return the answers of a player who does so in turn, whatever he sees."""
    turn = iter(plan)
    return lambda knows, allowed: next(turn) if len(allowed) > 1 else allowed[0]  # noqa: ARG005


Asked: TypeAlias = tuple[Hashable, str]
"""What the player knew at a decision, and the action he took."""


def played(
    game: Declaration,
    layout: Layout,
    strategy: Mapping[Hashable, str],
    cards: Sequence[int],
    taken: Sequence[str] = (),
) -> list[Asked]:
    """Return the decisions of a round: the first ones as they were taken, the rest by a strategy.

    >>> from casino31.cards import parse_cards
    >>> from casino31.rulesfile import load
    >>> file = load("let-it-ride")
    >>> strategy = file.game.analyse(file.rules).strategy.actions
    >>> cards = parse_cards("Th Td 2c 3c 4c")
    >>> [action for _, action in played(file.game, file.rules, strategy, cards, ["take back"])]
    ['take back', 'let it ride']
    """
    asked: list[Asked] = []

    def choose(knows: Hashable, allowed: Sequence[str]) -> str:
        if len(allowed) == 1:
            return allowed[0]
        asked.append((knows, taken[len(asked)] if len(asked) < len(taken) else strategy[knows]))
        return asked[-1][1]

    game.referee(layout.terms, ReplayTable(cards, choose))
    return asked


def _plans(node: Node, known: dict[int, dict[tuple[str, ...], None]]) -> dict[tuple[str, ...], None]:
    """All that a player may do from a node on, in the order in which the actions stand."""
    if id(node) not in known:
        found: dict[tuple[str, ...], None] = {}
        if isinstance(node, Decide) and len(node.options) > 1:
            for action, after in node.options.items():
                found |= {(action, *rest): None for rest in _plans(after, known)}
        else:
            for after in successors(node):
                found |= _plans(after, known)
        known[id(node)] = found or {(): None}
    return known[id(node)]


def by_strategy(game: Declaration, analysis: Analysis) -> Settled:
    """Return the referee with the strategy of an analysis in the player's seat: its only action is to follow it."""
    chosen = analysis.strategy.actions
    follow = [lambda: lambda knows, allowed: chosen[knows]]  # noqa: ARG005
    return _settled(game, analysis.rules, (NOTHING_DECIDED,), follow)


def _settled(
    game: Declaration, layout: Layout, actions: tuple[str, ...], choices: Sequence[Callable[[], Choose]]
) -> Settled:
    import numpy as np

    terms, decks = layout.terms, game.shoe.decks_of(layout.terms)
    size = game.cards(terms)
    rows: dict[Row, int] = {}
    place_of = {
        ending: rows.setdefault(layout.row(ending), len(rows)) for ending in census_of(game, layout).endings
    }

    def settle(cards: Sequence[Whole], taken: Whole) -> NDArray[np.int16]:
        codes = np.full(len(taken), -1, np.int16)
        for place, (*deal, action) in enumerate(zip(*(column.tolist() for column in (*cards, taken)), strict=True)):
            if min(deal) >= 0 and max(deal) < len(DECK) and max(Counter(deal).values()) <= decks:
                codes[place] = place_of[game.referee(terms, ReplayTable(deal, choices[action]()))]
        return codes

    return Settled(tuple(rows), actions, cards_seen(game, layout), size, settle, decks)
