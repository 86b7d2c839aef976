"""The tests of shuffles tested themselves: error rates on good sources, power on known bad ones."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from casino31.audit.finding import LEVEL, Problem, Verdict
from casino31.audit.shuffles.shuffle import Shuffles
from casino31.audit.shuffles.shufflers import BAD, GOOD
from casino31.progress import steps

if TYPE_CHECKING:
    from casino31.audit.shuffles.shufflers import Orders

LOOSE = 0.05
"""The level at which error rates are counted: often enough to be seen."""


@dataclass(frozen=True)
class SelfTest:
    """What the tests of shuffles did."""

    verdict: Verdict
    repeats: int
    shuffles: int
    alarms: dict[str, dict[str, float]]
    """Of each good source and test: the share of repeats with p below 5 %."""
    collective: dict[str, float]
    """Of each good source: the share of repeats that the one decision rejects at the level."""
    found_by: dict[str, list[str]]
    """Of each bad source: what rejects it, in one sample."""


def selftest(repeats: int = 1_000, shuffles: int = 200, seed: int = 31, level: Fraction = LEVEL) -> SelfTest:
    """Run every test on good and on bad sources; deterministic in the seed.

    >>> answer = selftest(repeats=3, shuffles=120)
    >>> answer.found_by["with replacement"]
    ['incomplete']
    """
    import numpy as np

    alarms: dict[str, dict[str, float]] = {}
    collective: dict[str, float] = {}
    problems = []
    for place, (name, source) in enumerate(GOOD.items()):
        rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(place,))))
        counts: dict[str, int] = {}
        rejected = 0
        for _ in steps(f"shuffles that are {name}", range(repeats)):
            verdict = examine(source(rng, shuffles), level)
            rejected += verdict.conforms is False
            for check in verdict.tests:
                if check.name != "repeats":
                    counts[check.name] = counts.get(check.name, 0) + (check.p is not None and check.p <= LOOSE)
        alarms[name] = {test: many / repeats for test, many in counts.items()}
        collective[name] = rejected / repeats
        for test, many in counts.items():
            problems += _too_often(f"{name}: {test}", many, repeats, LOOSE)
        problems += _too_often(f"{name}: one decision", rejected, repeats, float(1 - level))
    found_by = {}
    for place, (name, source) in enumerate(BAD.items(), len(GOOD)):
        rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(place,))))
        verdict = examine(source(rng, 2_000), level)
        found_by[name] = sorted({p.where if p.code == "test" else p.code for p in verdict.problems})
        if not found_by[name]:
            message = f"no test finds {name} in 2,000 shuffles"
            problems.append(Problem("power", name, "accepted", "rejected", message))
    return SelfTest(Verdict(not problems, level, tuple(problems)), repeats, shuffles, alarms, collective, found_by)


def examine(orders: Orders, level: Fraction = LEVEL) -> Verdict:
    """Return the verdict on orders of one deck, complete or not; the array is not changed.

    >>> import numpy as np
    >>> examine(BAD["unshuffled"](np.random.default_rng(31), 200)).conforms
    False
    """
    import numpy as np

    shuffles = Shuffles(1)
    complete = (np.sort(orders, axis=1) == np.arange(52)).all(axis=1)
    shuffles.add(orders[complete])
    for number in np.flatnonzero(~complete).tolist():
        shuffles.take(orders[number].tolist(), f"shuffle {number + 1:,}")
    return shuffles.answer(level).verdict


def _too_often(name: str, many: int, repeats: int, rate: float) -> list[Problem]:
    """A rate of alarms more than four standard errors above what it should be at most."""
    if many <= repeats * rate + 4 * sqrt(repeats * rate * (1 - rate)) + 1:
        return []
    found = f"{many / repeats:.4f}"
    message = f"{name} rejects a good source in {many} of {repeats} repeats, it should in {rate:.1%}"
    return [Problem("false alarms", name, found, f"{rate:g}", message)]
