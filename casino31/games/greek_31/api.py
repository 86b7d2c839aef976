"""What can be asked of Greek 31: typed results out."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from casino31.banker_answers import (
    BankerAnalysis,
    BankerStrategies,
    FixedBanker,
    Proof,
    ReadingCompared,
    Reply,
    SimpleFigures,
    StrategyTable,
)
from casino31.faults import Fault, NotCapableError, RulesError
from casino31.games.greek_31.rules import NAME, Rules
from casino31.outcomes import OutcomeDistribution
from casino31.serialize import JsonObject
from casino31.two_sides import Trial

if TYPE_CHECKING:
    from casino31.games.greek_31.engine.answer import Answer


def analyse(rules: Rules, folder: Path = Path(), *, exact: bool = False) -> BankerAnalysis:
    """Return what a layout is worth; a solved banker's policy is read from the layout's folder.

    RulesError when the layout asks for a solved banker and names no policy.

    >>> analyse(Rules(decks=None)).overall.punter_ev.exact
    Fraction(12756708592253361572219132987, 1192533292512492016559195008117)
    """
    from casino31.games.greek_31.figures import analysis_of

    stated = _answer(rules, folder, exact=exact)
    if rules.banker.stand is not None:
        return analysis_of(stated)
    from casino31.games.greek_31.solved import policy_digest

    return analysis_of(stated, policy_digest(rules, folder))


def outcomes(
    rules: Rules,
    folder: Path = Path(),
    bets: Mapping[str, Fraction] | None = None,
    *,
    exact: bool = False,
) -> OutcomeDistribution:
    """Return what can happen to a punter's bet, for units by first card: where none are stated, the layout's rule.

    With finitely many decks the distribution has a bound unless ``exact``. ValueError for bets that are none.
    """
    from casino31.games.greek_31.outcomes import distribution

    return distribution(_answer(rules, folder, exact=exact), bets)


def _answer(rules: Rules, folder: Path, *, exact: bool) -> "Answer":
    """The answer to the stated banker, fixed or solved."""
    from casino31.games.greek_31.engine.answer import answer

    if rules.banker.stand is not None:
        return answer(rules, exact=exact)
    from casino31.games.greek_31.solved import plans, solutions

    return answer(rules, plans(solutions(rules, folder)), exact=exact)


def strategies(rules: Rules, folder: Path = Path()) -> BankerStrategies:
    """Return how both sides play: the banker in words and tables, the punter's best play against a fixed one."""
    from casino31.games.greek_31.engine.plan import fixed_plan
    from casino31.games.greek_31.equilibrium.words import banker_play
    from casino31.games.greek_31.figures import head

    if rules.banker.stand is not None:
        does = banker_play(rules, [fixed_plan(rules)] * 10)
        return BankerStrategies(head(rules), None, does, *_punters_play(rules))
    from casino31.games.greek_31.solved import plans, policy_digest, solutions

    does = banker_play(rules, plans(solutions(rules, folder)))
    return BankerStrategies(head(rules), policy_digest(rules, folder), does)


def _punters_play(rules: Rules) -> tuple[SimpleFigures, tuple[str, ...], StrategyTable]:
    """The punter's play against a fixed banker: simple, best in words, and best as a table."""
    from casino31.games.greek_31.figures import simple_figures
    from casino31.games.greek_31.strategy.lines import strategy
    from casino31.games.greek_31.strategy.simple import simple_play
    from casino31.games.greek_31.strategy.words import in_words, table_of

    best = strategy(rules)
    return simple_figures(simple_play(rules)), tuple(in_words(best)), table_of(best)


def sheet(rules: Rules, folder: Path = Path(), *, exact: bool = False) -> BankerAnalysis:
    """Return what a par sheet prints: the analysis, all fixed bankers, the other readings and a simple strategy."""
    from casino31.games.greek_31.engine.finite import relative_error
    from casino31.games.greek_31.engine.grid import policy_grid
    from casino31.games.greek_31.figures import figure

    bound = 4 * relative_error(rules)
    bankers = tuple(
        FixedBanker(banker.stand or 0, banker.conceal, figure(value, bound))
        for banker, value in policy_grid(rules).items()
    )
    best = min(bankers, key=lambda banker: banker.punter_ev.value or 0.0)
    whole = replace(analyse(rules, folder, exact=exact), bankers=bankers, best_fixed_banker=best)
    if rules.banker.stand is None:
        from casino31.games.greek_31.solved import solved_banker

        return replace(whole, equilibrium=solved_banker(rules, folder))
    from casino31.games.greek_31.simulation.several import several_punters

    simple, lines, table = _punters_play(rules)
    return replace(
        whole,
        simple_strategy=simple,
        strategy=lines,
        strategy_table=table,
        simulated_punters=several_punters(rules) if rules.decks is not None else None,
        readings_compared=_readings_compared(rules, bound),
    )


def _readings_compared(rules: Rules, bound: float) -> tuple[ReadingCompared, ...]:
    from casino31.games.greek_31.engine.answer import answer
    from casino31.games.greek_31.figures import figure
    from casino31.games.greek_31.rules import READINGS

    compared = []
    for name, choices in READINGS.items():
        for choice in choices:
            other = replace(rules, **{name: choice})  # type: ignore[arg-type]
            edge = figure(answer(other, classes=False).banker_edge, bound)
            compared.append(ReadingCompared(f'{name} = "{choice}"', edge))
    return tuple(compared)


def solve(
    rules: Rules,
    path: Path,
    tolerance: float = 1e-4,
    *,
    resume: bool = False,
    progress: Callable[[str], None] | None = None,
    workers: int | None = None,
    like: Path | None = None,
) -> Proof:
    """Solve all ten first cards, saving every step to a file; return the certified intervals.

    ``resume`` goes on from what the file holds, ``like`` begins with the beliefs of a solution of other decks.
    ``progress`` is told one line a step. An interruption loses at most the step that was being made.
    """
    import highspy  # noqa: F401 - where it is missing that is said before any work is done

    from casino31.games.greek_31.equilibrium import policy_file
    from casino31.games.greek_31.equilibrium.solve import solve as find
    from casino31.games.greek_31.equilibrium.solver import FirstCardSolution
    from casino31.games.greek_31.figures import proof_of
    from casino31.games.greek_31.totals import VALUES

    solved = policy_file.load(path, rules) if resume and os.path.exists(path) else {}

    def on_step(solution: FirstCardSolution) -> None:
        solved[solution.first] = solution
        policy_file.save(path, rules, solved)
        if progress:
            progress(
                f"first card {VALUES[solution.first]}: punter in [{solution.lower:+.7f}, {solution.upper:+.7f}],"
                f" gap {solution.gap:.1e}"
            )

    hints = policy_file.punters(like, rules) if like else None
    solutions = find(rules, tolerance, dict(solved), on_step, workers, hints)
    return proof_of(rules, solutions, policy_file.save(path, rules, solutions))


def verify(rules: Rules, path: Path, *, exact: bool = False) -> Proof:
    """Return the intervals that stored policies prove, from the policies alone; ``exact`` as fractions."""
    from casino31.games.greek_31.solved import proof

    return proof(rules, path, exact=exact)


def against(path: Path, bets: Mapping[str, Fraction]) -> Reply:
    """Return the banker's best reply to the stored punters, for units bet on first-card values: A 2 ... 9 T.

    RulesError when the file is for finitely many decks, ValueError when the bets are none.
    """
    from casino31.games.greek_31.equilibrium.policy_file import load
    from casino31.games.greek_31.equilibrium.table_reply import against_table
    from casino31.games.greek_31.equilibrium.words import one_plan
    from casino31.games.greek_31.figures import figure, readings_of
    from casino31.games.greek_31.totals import VALUES

    rules = rules_of(path)
    if rules.decks is not None:
        hint = 'solve a layout with decks = "infinite"'
        found = f"policies for {rules.decks} decks: a punter's cards tell of the others'"
        raise RulesError([Fault(str(path), 0, 0, "policy", found, "infinitely many decks", hint)])
    punters = {first: solution.punter for first, solution in load(path, rules).items()}
    reply = against_table(rules, punters, {VALUES.index(card): units for card, units in bets.items()})
    return Reply(
        readings=readings_of(rules),
        bets=bets,
        punters_together=figure(reply.together, 0.0),
        each_alone=figure(reply.alone, 0.0),
        banker=tuple(one_plan(rules, reply.plan)),
    )


def policies(rules: Rules) -> str:
    """Return the name of the file of policies that a layout states, "" when it states none.

    >>> policies(Rules())
    ''
    """
    return rules.banker.policy


def tolerance(rules: Rules) -> Fraction:
    """Return how wide the interval of a first card may be, in units.

    >>> tolerance(Rules())
    Fraction(1, 10000)
    """
    return rules.banker.tolerance


def rules_of(path: Path) -> Rules:
    """Return the rules that a file of policies states; RulesError when it is no such file."""
    from casino31.games.greek_31.equilibrium.policy_file import rules_of as stated

    return stated(path)


def certified(rules: Rules, folder: Path = Path()) -> JsonObject:
    """Return what a certificate states: the policies of both sides and what they prove of each first card.

    NotCapableError for a stated banker.
    """
    from casino31.games.greek_31.certified import certified as both_sides

    if rules.banker.stand is not None:
        raise NotCapableError(f"{NAME} against a stated banker has no certificate: it certifies solved policies")
    return both_sides(rules, folder)


def trial(rules: Rules, folder: Path = Path(), punters: int = 1) -> Trial:
    """Return a layout made ready for random rounds, for so many punters; ValueError when they are too many."""
    from casino31.games.greek_31.simulation.trial import trial as made_ready

    if rules.banker.stand is not None:
        return made_ready(rules, None, punters, "")
    from casino31.games.greek_31.solved import plans, policy_digest, solutions

    return made_ready(rules, plans(solutions(rules, folder)), punters, policy_digest(rules, folder))


def strategy_rows(rules: Rules, folder: Path = Path()) -> Iterator[str]:  # noqa: ARG001
    """Yield every decision of the best play against a fixed banker; ValueError against a solved one."""
    from casino31.games.greek_31.strategy.rows import rows

    if rules.banker.stand is None:
        raise ValueError("a solved banker's policy file has the punter's strategy too: no table is written")
    return rows(rules)
