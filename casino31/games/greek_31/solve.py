"""All ten first cards solved side by side, and the proof repeated from stored policies alone."""

import os
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import active_children, get_context
from queue import Queue
from typing import NamedTuple, TypeAlias

from casino31.games.greek_31.equilibrium import Punter, Solution, Solver, lower_end, mixed, upper_end
from casino31.games.greek_31.replies import replier, shown_chances
from casino31.games.greek_31.rules import Rules

News: TypeAlias = "Queue[Solution | None]"

STALLED = 4
"""Steps without progress after which a first card is left as it is."""


class Interval(NamedTuple):
    """Where the punter's expectation lies, for one unit bet."""

    lower: float
    upper: float


def solve(
    rules: Rules,
    tolerance: float = 1e-4,
    start: Mapping[int, Solution] | None = None,
    on_step: Callable[[Solution], None] | None = None,
    workers: int | None = None,
) -> dict[int, Solution]:
    """Return a certified solution for every first card, each interval at most ``tolerance`` wide if it can be.

    ``on_step`` is told of every step as it is made, in any order of first cards: whoever saves what it is told
    loses one step to an interruption. ``start`` goes on from saved solutions.
    """
    on_step = on_step or (lambda _: None)
    found = dict(start or {})
    dealt = [first for first, n in enumerate(rules.deck) if n]
    waiting = [first for first in dealt if first not in found or found[first].gap > tolerance]
    workers = min(workers or os.cpu_count() or 1, len(waiting))
    hint = next(iter(found.values())).punter if found else None
    if workers <= 1:
        for first in waiting:
            found[first] = _one(rules, first, tolerance, found.get(first), hint, on_step)
            hint = found[first].punter
        return found
    context = get_context("spawn")
    jobs: list[Future[Solution]] = []
    with context.Manager() as manager, ProcessPoolExecutor(workers, context) as pool:
        news: News = manager.Queue()

        def begin(first: int, hint: Punter | None) -> None:
            jobs.append(pool.submit(_one_to, rules, first, tolerance, found.get(first), hint, news))
            jobs[-1].add_done_callback(lambda _: news.put(None))

        try:
            running = workers
            for first in waiting[:workers]:
                begin(first, hint)
            waiting = waiting[workers:]
            while running:
                solution = news.get()
                if solution:
                    found[solution.first] = solution
                    hint = solution.punter
                    on_step(solution)
                elif waiting:
                    begin(waiting.pop(0), hint)
                else:
                    running -= 1
            for job in jobs:
                job.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.terminate()
            raise
    return found


def _one_to(
    rules: Rules, first: int, tolerance: float, start: Solution | None, hint: Punter | None, news: News
) -> Solution:
    return _one(rules, first, tolerance, start, hint, news.put)


def _one(
    rules: Rules,
    first: int,
    tolerance: float,
    start: Solution | None,
    hint: Punter | None,
    on_step: Callable[[Solution], None],
) -> Solution:
    solver = Solver(rules, first, start, hint)
    best, stalled = start, 0
    while best is None or (best.gap > tolerance and stalled < STALLED):
        solution = solver.step()
        stalled = 0 if best is None or solution.gap < best.gap else stalled + 1
        best = solution
        on_step(solution)
    return best


def verify(rules: Rules, solution: Solution) -> Interval:
    """Return the interval that the two stored policies prove, computed from them alone.

    Nothing of the search is used: each side's best reply to the other's policy is found anew. ValueError when a
    policy is not one.
    """
    first, punter = solution.first, solution.punter
    chances = replier(rules, first)(punter.places, punter.beliefs.astype(float))
    wins = mixed(rules, punter.places, punter.weights, chances)
    lower = lower_end(rules, first, wins, shown_chances(rules, first))
    return Interval(lower, upper_end(rules, first, solution.plan))


def overall(rules: Rules, solutions: Mapping[int, Interval | Solution]) -> Interval:
    """Return the interval over all first cards for one unit bet on each: the flat bet rule.

    >>> overall(Rules(), {first: Interval(0.0, 0.5) for first in range(10)})
    Interval(lower=0.0, upper=0.5)
    """
    whole = sum(rules.deck)
    ends = [
        sum(n * getattr(solutions[first], end) for first, n in enumerate(rules.deck) if n) / whole
        for end in ("lower", "upper")
    ]
    return Interval(*ends)
