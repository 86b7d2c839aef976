"""A simulation of a layout with a banker as a file of counts, as JSON and as text."""

import json
import re
from pathlib import Path
from typing import Any

from casino31.audit.statistics import goodness, holm, normal_tail
from casino31.faults import refused
from casino31.pages.simulated import ALPHA, read_object
from casino31.render.text import block_text
from casino31.serialize import plain
from casino31.simulation import BLOCK, Tally, blocks_of
from casino31.two_sides import Trial

SCHEMA = "casino31.banker-simulation/1"
COUNTED = (
    "first card x event of the last punter; punters with the maximum x winners of them x other winners; winners x"
    " punters who tie; tenures by hands; hands of those tenures"
)


def tally_bytes(tally: Tally) -> bytes:
    """Return the file of a tally: integers and names alone, the same bytes for the same counts."""
    return (json.dumps(_stated(tally), ensure_ascii=False) + "\n").encode()


def _stated(tally: Tally) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        **dict(tally.plan),
        "method": "simulated",
        "rounds": tally.rounds,
        "played": tally.played,
        "block_rounds": BLOCK,
        "blocks": [list(span) for span in tally.blocks],
        "counted": COUNTED,
        "counts": list(tally.counts),
    }


def is_part(path: Path) -> bool:
    """Tell whether a file is a part of a simulation of this kind, by its schema alone."""
    return bool(read_object(path).get("schema") == SCHEMA)


def stated_layout(path: Path) -> tuple[str, int]:
    """Return the layout and the number of punters that a part names."""
    whole = read_object(path)
    punters = str(whole.get("punters", ""))
    return str(whole.get("layout", "")), int(punters) if re.fullmatch("[0-9]{1,4}", punters) else 1


def read_tally(path: Path, trial: Trial, names: tuple[tuple[str, str], ...]) -> Tally:
    """Return the tally of a file; RulesError when it is none, or none of the simulation of these names.

    The seed is the file's own.
    """
    whole = read_object(path)
    if whole.get("schema") != SCHEMA:
        raise refused(str(path), "another kind of file", "a part that `simulate -o part.json` wrote")
    for name, value in names:
        if name != "seed" and whole.get(name) != value:
            raise refused(str(path), f"a part of another simulation: {name} is {whole.get(name)!r}", repr(value))
    try:
        plan = tuple((name, str(whole[name])) for name, _ in names)
        spans = tuple((low, high) for low, high in whole["blocks"])
        tally = Tally(plan, whole["rounds"], spans, tuple(whole["counts"]))
        numbers = [tally.rounds, *tally.counts, *(end for span in spans for end in span)]
        right = all(type(each) is int and each >= 0 for each in numbers) and _stated(tally) == whole
    except (KeyError, TypeError, ValueError):
        right = False
    if not right:
        raise refused(str(path), "figures that do not agree", "the file as it was written")
    apart = all(low < high <= blocks_of(tally.rounds) for low, high in spans)
    seen = sum(tally.counts[: len(trial.cells)])
    if not apart or seen != tally.played or len(tally.counts) != trial.size:
        found = f"{seen:,} rounds in blocks that hold {tally.played:,}"
        raise refused(str(path), found, "the file as it was written")
    return tally


def simulation_object(trial: Trial, tally: Tally) -> dict[str, Any]:
    """Return a simulation as plain data: every figure with its z, the fit of all events, and the verdict.

    RuntimeError when a round ended as the exact law says none can.
    """
    played = trial.played(tally.counts)
    cells = [each for each in zip(tally.counts, trial.cells, strict=False) if each[1]]
    if any(count for count, chance in zip(tally.counts, trial.cells, strict=False) if not chance):
        raise RuntimeError("a dealt round ended in a way that the exact law does not have")
    name, statistic, p = goodness([count for count, _ in cells], [chance for _, chance in cells])
    figures = {part: getattr(played, part) for part in ("mean", "tenure", "covariance", "banker_mean")}
    ps = {part: normal_tail(each.z) for part, each in figures.items() if each and each.z is not None}
    if p is not None:
        ps["events"] = p
    return {
        **{key: value for key, value in _stated(tally).items() if key not in ("counted", "counts")},
        **plain(played),
        "tests": [{"name": f"first card x event, {name}", "statistic": statistic, "p": p}],
        "conforms": min(holm(ps).values()) > ALPHA,
    }


def simulation_text(trial: Trial, tally: Tally, whole: dict[str, Any]) -> str:
    """Return what ``simulate`` prints of ``simulation_object``: each simulated figure with its interval."""
    complete = whole["played"] == whole["rounds"]
    state = "complete" if complete else f"{whole['played']:,} of {whole['rounds']:,} rounds"
    (test,) = whole["tests"]
    lines = [
        f"{whole['title']}: simulated, seed {whole['seed']}, {whole['played']:,} rounds ({state})",
        *(block_text(block) + "\n" for block in trial.blocks(trial.played(tally.counts))),
    ]
    if test["p"] is not None:
        shown = "" if test["statistic"] is None else f" = {test['statistic']:.2f}"
        lines.append(f"{test['name']}{shown}, p = {test['p']:.4f}")
    lines.append(f"{'agrees with' if whole['conforms'] else 'CONTRADICTS'} the exact law (level 99.9 %)")
    return "\n".join(lines)
