"""What the command line asks of Greek 31: plain data in, plain data out."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from casino31.faults import Fault, RulesError
from casino31.game import Trial
from casino31.games.greek_31.rules import Rules


def analyse(rules: Rules, folder: Path = Path(), *, exact: bool = False) -> dict[str, Any]:
    """Return what a layout is worth; a solved banker's policy is read from the layout's folder.

    RulesError when the layout asks for a solved banker and names no policy.

    >>> analyse(Rules(decks=None))["overall"]["punter_ev"]["exact"]
    '12756708592253361572219132987/1192533292512492016559195008117'
    """
    from casino31.games.greek_31.answer import answer
    from casino31.games.greek_31.record import answer_record

    return answer_record(answer(rules, _plans(rules, folder), exact=exact))


def sheet(rules: Rules, folder: Path = Path(), *, exact: bool = False) -> dict[str, Any]:
    """Return what a par sheet prints: the analysis, all fixed bankers, the other readings and a simple strategy."""
    from dataclasses import replace

    from casino31.games.greek_31.answer import answer
    from casino31.games.greek_31.finite import relative_error
    from casino31.games.greek_31.grid import policy_grid
    from casino31.games.greek_31.record import figure
    from casino31.games.greek_31.rules import READINGS
    from casino31.games.greek_31.several import several_punters

    record = analyse(rules, folder, exact=exact)
    bound = 4 * relative_error(rules)
    record["bankers"] = [
        {"stand": banker.stand, "conceal": banker.conceal, "punter_ev": figure(value, bound)}
        for banker, value in policy_grid(rules).items()
    ]
    if rules.banker.stand is not None:
        record |= _strategies(rules)
        if rules.decks is not None:
            record["punters"] = several_punters(rules)
        readings: Any = [(name, {name: choice}) for name, choices in READINGS.items() for choice in choices]
        record["readings_compared"] = [
            {
                "reading": f'{name} = "{change[name]}"',
                "banker_edge": figure(answer(replace(rules, **change), classes=False).banker_edge, bound),
            }
            for name, change in readings
        ]
    return record


def strategy(rules: Rules, folder: Path = Path()) -> dict[str, Any]:  # noqa: ARG001
    """Return the punter's play against a fixed banker: the best in lines, and the best simple one."""
    head = {
        "title": rules.title,
        "banker": str(rules.banker),
        "bet_rule": str(rules.betting),
        "readings": {**rules.readings, "decks": rules.decks or "infinite"},
        "assumptions": list(rules.assumptions),
    }
    return head if rules.banker.stand is None else head | _strategies(rules)


def _strategies(rules: Rules) -> dict[str, Any]:
    from casino31.games.greek_31.record import simple_record
    from casino31.games.greek_31.simple import simple_play
    from casino31.games.greek_31.strategy import strategy as best_play
    from casino31.games.greek_31.strategy_words import show, table_record

    best = best_play(rules)
    return {
        "simple_strategy": simple_record(simple_play(rules)),
        "strategy": show(best),
        "strategy_table": table_record(best),
    }


def _plans(rules: Rules, folder: Path) -> Any:
    """The banker's plan for each first card, or None for the fixed banker of the layout."""
    if rules.banker.stand is not None:
        return None
    if not rules.banker.policy:
        found, expected = 'stand = "optimal" without a policy', '[banker] policy = "FILE"'
        hint = "casino31 solve LAYOUT writes one, and certifies it"
        raise RulesError([Fault(rules.title, 0, 0, "banker", found, expected, hint)])
    from casino31.games.greek_31.policy_file import load

    path = folder / rules.banker.policy
    solutions = load(path, rules)
    dealt = sum(map(bool, rules.deck))
    if len(solutions) < dealt:
        found = f"policies for {len(solutions)} of {dealt} first cards"
        raise RulesError(
            [Fault(str(path), 0, 0, "policy", found, "all of them", "casino31 solve --resume goes on")]
        )
    return [(solutions.get(first) or next(iter(solutions.values()))).plan for first in range(10)]


def solve(
    rules: Rules,
    path: Path,
    tolerance: float = 1e-4,
    *,
    resume: bool = False,
    progress: Callable[[str], None] | None = None,
    workers: int | None = None,
) -> dict[str, Any]:
    """Solve all ten first cards, saving every step to a file; return the certified intervals.

    ``resume`` goes on from what the file holds. ``progress`` is told one line a step. An interruption loses at most
    the step that was being made.
    """
    import highspy  # noqa: F401 - where it is missing that is said before any work is done

    from casino31.games.greek_31 import policy_file
    from casino31.games.greek_31.equilibrium import Solution
    from casino31.games.greek_31.record import solution_record
    from casino31.games.greek_31.solve import solve as find
    from casino31.games.greek_31.totals import VALUES

    found = policy_file.load(path, rules) if resume and path.exists() else {}

    def on_step(solution: Solution) -> None:
        found[solution.first] = solution
        policy_file.save(path, rules, found)
        if progress:
            progress(
                f"first card {VALUES[solution.first]}: punter in [{solution.lower:+.7f}, {solution.upper:+.7f}],"
                f" gap {solution.gap:.1e}"
            )

    solutions = find(rules, tolerance, dict(found), on_step, workers)
    return solution_record(rules, solutions, policy_file.save(path, rules, solutions))


def verify(rules: Rules, path: Path) -> dict[str, Any]:
    """Return the intervals that stored policies prove, computed from the policies alone."""
    import hashlib

    from casino31.games.greek_31.policy_file import load
    from casino31.games.greek_31.record import solution_record
    from casino31.games.greek_31.solve import verify as prove

    proven = {first: prove(rules, solution) for first, solution in load(path, rules).items()}
    return solution_record(rules, proven, hashlib.sha256(path.read_bytes()).hexdigest())


def rules_of(path: Path) -> Rules:
    """Return the rules that a file of policies states; RulesError when it is no such file."""
    from casino31.games.greek_31.policy_file import rules_of as stated

    return stated(path)


def trial(rules: Rules, folder: Path = Path(), punters: int = 1) -> Trial:
    """Return a layout made ready for random rounds, for so many punters; ValueError when they are too many."""
    import hashlib

    from casino31.games.greek_31.trial import trial as made_ready

    plans = _plans(rules, folder)
    digest = "" if plans is None else hashlib.sha256((folder / rules.banker.policy).read_bytes()).hexdigest()
    return made_ready(rules, plans, punters, digest)


def strategy_rows(rules: Rules, folder: Path = Path()) -> Iterator[str]:  # noqa: ARG001
    """Yield every decision of the best play against a fixed banker; ValueError against a solved one."""
    from casino31.games.greek_31.strategy_rows import rows

    if rules.banker.stand is None:
        raise ValueError("a solved banker's policy file has the punter's strategy too: no table is written")
    return rows(rules)
