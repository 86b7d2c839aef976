"""All ten first cards solved side by side, and the proof repeated from stored policies alone."""

import os
import signal
from collections.abc import Callable, Mapping
from fractions import Fraction
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NamedTuple, cast

from casino31.games.greek_31.engine.answer import Amount, first_card
from casino31.games.greek_31.equilibrium.banker_reply import banker_reply
from casino31.games.greek_31.equilibrium.exact_replies import exact_chances, exact_mixed
from casino31.games.greek_31.equilibrium.replies import replier, shown_chances
from casino31.games.greek_31.equilibrium.round_policy import tidy
from casino31.games.greek_31.equilibrium.solver import (
    FirstCardSolution,
    Punter,
    Solver,
    lower_end,
    mixed,
    upper_end,
)
from casino31.games.greek_31.rules import Rules

STALLED = 4
"""Steps without progress after which a first card is left as it is."""

ENOUGH = 0.9
"""Of the tolerance: the search goes so far, and the rest is spent on rounder numbers."""


class Bracket(NamedTuple):
    """Where the punter's expectation lies, for one unit bet."""

    lower: Amount
    upper: Amount


def solve(
    rules: Rules,
    tolerance: float = 1e-4,
    start: Mapping[int, FirstCardSolution] | None = None,
    on_step: Callable[[FirstCardSolution], None] | None = None,
    workers: int | None = None,
    like: Mapping[int, Punter] | None = None,
) -> dict[int, FirstCardSolution]:
    """Return a certified solution for every first card, each interval at most ``tolerance`` wide if it can be.

    ``on_step`` is told of every step as it is made, in any order of first cards: whoever saves what it is told
    loses one step to an interruption. ``start`` goes on from saved solutions; ``like`` are punters of other decks
    or rules, whose beliefs are a good beginning.
    """
    like = like or {}
    on_step = on_step or (lambda _: None)
    solutions = dict(start or {})
    dealt = [first for first, n in enumerate(rules.deck) if n]
    waiting = [first for first in dealt if first not in solutions or solutions[first].gap > tolerance]
    workers = min(workers or os.cpu_count() or 1, len(waiting))
    hint = next(iter(solutions.values())).punter if solutions else None
    if workers <= 1:
        for first in waiting:
            solutions[first] = _one(rules, first, tolerance, solutions.get(first), like.get(first, hint), on_step)
            hint = solutions[first].punter
        return solutions
    context = get_context("spawn")
    running: dict[Connection, SpawnProcess] = {}
    try:
        while waiting or running:
            while waiting and len(running) < workers:
                first = waiting.pop(0)
                ours, theirs = context.Pipe(duplex=False)
                process = context.Process(
                    target=_work,
                    args=(rules, first, tolerance, solutions.get(first), like.get(first, hint), theirs),
                    daemon=True,
                )
                process.start()
                theirs.close()
                running[ours] = process
            for connection in wait(list(running)):
                news = _receive(cast(Connection, connection))
                if news is None:
                    running.pop(cast(Connection, connection)).join()
                else:
                    solutions[news.first] = news
                    hint = news.punter
                    on_step(news)
    finally:
        for process in running.values():
            process.terminate()
            process.join()
    return solutions


def _receive(connection: Connection) -> FirstCardSolution | None:
    """What a worker has found, or None when it has finished; ArithmeticError when it could not."""
    try:
        news: FirstCardSolution | Exception | None = connection.recv()
    except EOFError:
        raise ArithmeticError("a worker process ended before its first card was solved") from None
    if isinstance(news, Exception):
        raise ArithmeticError(f"a first card could not be solved: {news}") from news
    return news


def _work(
    rules: Rules,
    first: int,
    tolerance: float,
    start: FirstCardSolution | None,
    hint: Punter | None,
    connection: Connection,
) -> None:
    """Solve one first card in a process of its own; an interruption from the keyboard is the parent's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        _one(rules, first, tolerance, start, hint, connection.send)
        connection.send(None)
    except Exception as error:
        connection.send(error)


def _one(
    rules: Rules,
    first: int,
    tolerance: float,
    start: FirstCardSolution | None,
    hint: Punter | None,
    on_step: Callable[[FirstCardSolution], None],
) -> FirstCardSolution:
    solver = Solver(rules, first, start, hint)
    best, stalled = start, 0
    while best is None or (best.gap > ENOUGH * tolerance and stalled < STALLED):
        solution = solver.step()
        stalled = 0 if best is None or solution.gap < best.gap else stalled + 1
        best = solution
        on_step(solution)
    if best.gap < tolerance:
        best = tidy(rules, best, (tolerance - best.gap) / 2)
        on_step(best)
    return best


def verify(rules: Rules, solution: FirstCardSolution, *, exact: bool = False) -> Bracket:
    """Return the interval that the two stored policies prove, computed from them alone.

    Nothing of the search is used: each side's best reply to the other's policy is found anew. ``exact`` finds it in
    fractions; else the ends are floats, moved outwards by all that rounding may have done. ValueError when a
    policy is not one.
    """
    first, punter = solution.first, solution.punter
    if exact:
        shown = shown_chances(rules, first)
        wins = exact_mixed(rules, punter, exact_chances(rules, first, punter.places, punter.beliefs))
        lower = 2 * banker_reply(rules, first, wins, shown, Fraction(1)).chance - 1
        return Bracket(lower, first_card(rules, solution.plan, first, exact=True).expectation)
    chances = replier(rules, first)(punter.places, punter.beliefs.astype(float))
    lower_float = lower_end(rules, first, mixed(rules, punter.places, punter.weights, chances))
    return Bracket(lower_float, upper_end(rules, first, solution.plan))


def overall(rules: Rules, solutions: Mapping[int, Bracket | FirstCardSolution]) -> Bracket:
    """Return the interval over all first cards for one unit bet on each: the flat bet rule.

    >>> overall(Rules(), {first: Bracket(0.0, 0.5) for first in range(10)})
    Bracket(lower=0.0, upper=0.5)
    """
    whole = sum(rules.deck)
    chances = {first: Fraction(n, whole) for first, n in enumerate(rules.deck) if n}
    ends = [
        [chance * getattr(solutions[first], end) for first, chance in chances.items()] for end in Bracket._fields
    ]
    return Bracket(*map(sum, ends))
