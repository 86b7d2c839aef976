"""A simulation as a file of counts, as JSON and as text."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from casino31.against_exact import compare
from casino31.audit.statistics import goodness, holm, normal_tail
from casino31.bounded import content_of, json_of
from casino31.decimals import decimal, number, percent, table
from casino31.faults import refused
from casino31.simulation import BLOCK, PreparedLayout, Tally, blocks_of

SCHEMA = "casino31.simulation/1"
ALPHA = 0.001
LARGEST_FILE = 2**24


def tally_bytes(made: PreparedLayout, tally: Tally) -> bytes:
    """Return the file of a tally: integers and names alone, the same bytes for the same counts.

    >>> from casino31.rulesfile import load
    >>> from casino31.simulation import empty, prepare, simulate
    >>> file = load("natural-31")
    >>> table = prepare(file.game, file.game.analyse(file.rules))
    >>> tally = next(simulate(table, 31, empty(table, (("seed", "31"),), 1_000), range(1)))
    >>> json.loads(tally_bytes(table, tally))["blocks"]
    [[0, 1]]
    """
    return (json.dumps(_counts(made, tally), indent=1, ensure_ascii=False) + "\n").encode()


def _counts(made: PreparedLayout, tally: Tally) -> dict[str, Any]:
    wagers = made.analysis.outcomes.wagers
    return {
        "schema": SCHEMA,
        **dict(tally.plan),
        "method": "simulated",
        "rounds": tally.rounds,
        "played": tally.played,
        "block_rounds": BLOCK,
        "blocks": [list(span) for span in tally.blocks],
        "outcomes": [
            {
                "results": {
                    wager: [r.event, str(r.stake), str(r.net)] for wager, r in zip(wagers, row, strict=True)
                },
                "rounds": count,
                "combinations": made.analysis.outcomes.combinations[row],
            }
            for row, count in zip(made.law, tally.counts, strict=True)
        ],
    }


def read_object(path: Path) -> dict[str, Any]:
    """Return the JSON object of a file of counts; RulesError when it is none."""
    try:
        whole = json_of(content_of(path, LARGEST_FILE))
    except OSError as error:
        raise refused(
            str(path), f"it cannot be read: {error.strerror or error}", "a part of a simulation"
        ) from None
    except ValueError as error:
        raise refused(str(path), str(error), "a part that `simulate -o part.json` wrote") from None
    if not isinstance(whole, dict):
        raise refused(str(path), "another kind of file", "a part that `simulate -o part.json` wrote")
    return whole


def _read(path: Path) -> dict[str, Any]:
    whole = read_object(path)
    if whole.get("schema") != SCHEMA:
        raise refused(str(path), "another kind of file", "a part that `simulate -o part.json` wrote")
    return whole


def stated_table(path: Path) -> tuple[str, str | None]:
    """Return the pay table and the objective that a part names.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     part = {"schema": SCHEMA, "paytable": "natural-31", "objective": "natural 31"}
    ...     written = Path(folder, "part.json").write_text(json.dumps(part))
    ...     stated_table(Path(folder, "part.json"))
    ('natural-31', 'natural 31')
    """
    whole = _read(path)
    return str(whole.get("paytable", "")), str(whole["objective"]) if whole.get("objective") else None


def plan_of(table: PreparedLayout, name: str, seed: int) -> tuple[tuple[str, str], ...]:
    """Return what the parts of one simulation agree in.

    >>> from casino31.rulesfile import load
    >>> from casino31.simulation import prepare
    >>> file = load("natural-31")
    >>> plan_of(prepare(file.game, file.game.analyse(file.rules)), "a", 31)[-2:]
    (('objective', 'natural 31'), ('seed', '31'))
    """
    analysis = table.analysis
    return (
        ("game", analysis.game),
        ("title", analysis.rules.title),
        ("paytable", name),
        ("paytable_sha256", analysis.rules.digest),
        ("strategy", analysis.strategy.name),
        ("objective", "+".join(analysis.objective)),
        ("seed", str(seed)),
    )


def read_tally(path: Path, made: PreparedLayout) -> Tally:
    """Return the tally of a file; RulesError when it is none, or none of this pay table.

    >>> from casino31.rulesfile import load
    >>> from casino31.simulation import empty, prepare, simulate
    >>> file = load("natural-31")
    >>> table = prepare(file.game, file.game.analyse(file.rules))
    >>> tally = next(simulate(table, 31, empty(table, plan_of(table, "natural-31", 31), 1_000), range(1)))
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "part.json").write_bytes(tally_bytes(table, tally))
    ...     read_tally(Path(folder, "part.json"), table) == tally
    True
    """
    whole = _read(path)
    try:
        plan = plan_of(made, str(whole["paytable"]), whole["seed"])
        rounds, spans = whole["rounds"], tuple((low, high) for low, high in whole["blocks"])
        counts = tuple(entry["rounds"] for entry in whole["outcomes"])
        right = _counts(made, Tally(plan, rounds, spans, counts))
    except (KeyError, TypeError, ValueError):
        raise refused(
            str(path), "a part that lacks something or has too much", "the file as it was written"
        ) from None
    held = [rounds, *counts, *(end for span in spans for end in span)]
    whole_numbers = all(type(each) is int and each >= 0 for each in held)
    if not whole_numbers or right != whole or sum(counts) != whole["played"]:
        if whole.get("paytable_sha256") != made.analysis.rules.digest:
            raise refused(str(path), "a part of another pay table", f"SHA-256 {made.analysis.rules.digest}")
        raise refused(str(path), "figures that do not agree", "the file as it was written")
    last = blocks_of(rounds)
    due = sum(min(high * BLOCK, rounds) - low * BLOCK for low, high in spans)
    if any(low >= high or high > last for low, high in spans) or due != sum(counts):
        raise refused(
            str(path), f"{sum(counts):,} rounds in blocks that hold {due:,}", "the file as it was written"
        )
    return Tally(plan, rounds, spans, counts)


def judge(made: PreparedLayout, tally: Tally) -> bool:
    """Tell whether a simulation agrees with the exact law: Holm over all means and all joint outcomes, 99.9 %.

    >>> from casino31.rulesfile import load
    >>> from casino31.simulation import empty, prepare, simulate
    >>> file = load("natural-31")
    >>> table = prepare(file.game, file.game.analyse(file.rules))
    >>> tally = next(simulate(table, 31, empty(table, (("seed", "31"),), 1_000), range(1)))
    >>> judge(table, tally)
    True
    """
    means, _ = compare(made, tally)
    ps = {f"mean, {mean.stake}": normal_tail(mean.z) for mean in means}
    fit = _fit(made, tally)[2]
    if fit is not None:
        ps["outcomes"] = fit
    return min(holm(ps).values()) > ALPHA


def _fit(made: PreparedLayout, tally: Tally) -> tuple[str, float | None, float | None]:
    outcomes = made.analysis.outcomes
    return goodness(tally.counts, [Fraction(outcomes.combinations[row], outcomes.total) for row in made.law])


def simulation_object(made: PreparedLayout, tally: Tally) -> dict[str, Any]:
    """Return the counts with every z-score.

    >>> from casino31.rulesfile import load
    >>> from casino31.simulation import empty, prepare, simulate
    >>> file = load("natural-31")
    >>> table = prepare(file.game, file.game.analyse(file.rules))
    >>> tally = next(simulate(table, 31, empty(table, (("seed", "31"),), 1_000), range(1)))
    >>> whole = simulation_object(table, tally)
    >>> whole["played"], whole["method"]
    (1000, 'simulated')
    """
    means, events = compare(made, tally)
    name, statistic, p = _fit(made, tally)
    return {
        **_counts(made, tally),
        "conforms": judge(made, tally),
        "means": [
            {
                "stake": mean.stake,
                "mean": number(mean.mean),
                "exact": number(mean.exact),
                "standard_error": mean.error,
                "z": mean.z,
            }
            for mean in means
        ],
        "events": [
            {
                "stake": event.stake,
                "event": event.event,
                "rounds": event.rounds,
                "expected": number(event.expected),
                "z": event.z,
            }
            for event in events
        ],
        "tests": [{"name": f"joint outcomes, {name}", "statistic": statistic, "p": p, "e": None}],
    }


def simulation_text(made: PreparedLayout, tally: Tally) -> str:
    """Return what ``simulate`` and ``merge`` print: each simulated figure with its interval.

    >>> from casino31.rulesfile import load
    >>> from casino31.simulation import empty, prepare, simulate
    >>> file = load("natural-31")
    >>> table = prepare(file.game, file.game.analyse(file.rules))
    >>> tally = next(simulate(table, 31, empty(table, (("title", "Natural 31"), ("seed", "31")), 1_000), range(1)))
    >>> simulation_text(table, tally).splitlines()[0]
    'Natural 31: simulated, seed 31, 1,000 rounds (complete)'
    """
    means, events = compare(made, tally)
    plan = dict(tally.plan)
    state = "complete" if tally.complete else f"{tally.played:,} of {tally.rounds:,} rounds"
    lines = [f"{plan['title']}: simulated, seed {plan['seed']}, {tally.played:,} rounds ({state})"]
    rows = [
        (
            mean.stake,
            f"{percent(-mean.mean)} ± {percent(2.5758 * mean.error)}",
            percent(-mean.exact),
            f"{mean.z:+.2f}",
        )
        for mean in means
    ]
    lines.append(table(("stake", "house edge, 99 % interval", "exact", "z"), rows))
    seen = [
        (f"{event.stake}: {event.event}", f"{event.rounds:,}", decimal(event.expected, 1), f"{event.z:+.2f}")
        for event in events
        if event.stake != "combined"
    ]
    lines.append(table(("event", "rounds", "expected", "z"), seen))
    name, statistic, p = _fit(made, tally)
    if p is not None:
        shown = "" if statistic is None else f" = {statistic:.2f}"
        lines.append(f"joint outcomes: {name}{shown}, p = {p:.4f}")
    lines.append(f"{'agrees with' if judge(made, tally) else 'CONTRADICTS'} the exact law (level 99.9 %)")
    return "\n".join(lines)
