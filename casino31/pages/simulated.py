"""A simulation of any game as a file of counts, and as a report."""

import json
from pathlib import Path
from typing import Protocol

from casino31.bounded import content_of, json_of
from casino31.faults import refused
from casino31.page import Note, Page, Report
from casino31.pages.deliverable import Deliverable, answered
from casino31.serialize import JsonMapping, JsonObject
from casino31.simulation import BLOCK, Findings, RoundSource, Tally, blocks_of
from casino31.version import MAKER

LARGEST_FILE = 2**24
NAMES = ("paytable", "layout")
"""How a part names its layout: a file may have moved, its digest says whether it is the same."""
PART = "a part that `simulate -o part.json` wrote"
WHOLE = "the file as it was written"


def tally_bytes(source: RoundSource, tally: Tally) -> bytes:
    """Return the file of a tally: integers and names alone, the same bytes for the same counts."""
    stated = {**_head(source, tally), **source.stated(tally.counts)}
    return (json.dumps(stated, indent=1, ensure_ascii=False) + "\n").encode()


def _head(source: RoundSource, tally: Tally) -> JsonObject:
    return {
        "schema": source.schema,
        **dict(tally.plan),
        "method": "simulated",
        "rounds": tally.rounds,
        "played": tally.played,
        "block_rounds": BLOCK,
        "blocks": [list(span) for span in tally.blocks],
    }


def stated_names(path: Path) -> JsonMapping:
    """Return what a file of counts states: its schema, its layout, and what else it was played with.

    RulesError when it is no such file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "part.json").write_text('{"schema": "casino31.simulation/1", "seed": "31"}')
    ...     stated_names(Path(folder, "part.json"))["seed"]
    '31'
    """
    try:
        whole = json_of(content_of(path, LARGEST_FILE))
    except OSError as error:
        raise refused(
            str(path), f"it cannot be read: {error.strerror or error}", "a part of a simulation"
        ) from None
    except ValueError as error:
        raise refused(str(path), str(error), PART) from None
    if not isinstance(whole, dict):
        raise refused(str(path), "another kind of file", PART)
    return whole


def read_tally(path: Path, source: RoundSource) -> Tally:
    """Return the tally of a file, under its own seed; RulesError when it is none, or none of these rounds."""
    whole = stated_names(path)
    if whole.get("schema") != source.schema:
        raise refused(str(path), "another kind of file", PART)
    for name, value in source.plan:
        if name not in NAMES and name in whole and whole[name] != value:
            fault = f"a part of another simulation: {name} is {whole[name]!r}"
            raise refused(str(path), fault, repr(value))
    try:
        plan = tuple((name, str(whole[name])) for name in (*dict(source.plan), "seed"))
        spans = tuple((low, high) for low, high in whole["blocks"])
        tally = Tally(plan, whole["rounds"], spans, tuple(source.counts_in(whole)))
        right = {**_head(source, tally), **source.stated(tally.counts)}
    except (KeyError, TypeError, ValueError):
        raise refused(str(path), "a part that lacks something or has too much", WHOLE) from None
    numbers = [tally.rounds, *tally.counts, *(end for span in spans for end in span)]
    if right != whole or not all(type(number) is int and number >= 0 for number in numbers):
        raise refused(str(path), "figures that do not agree", WHOLE)
    apart = all(low < high <= blocks_of(tally.rounds) for low, high in spans)
    counted = source.rounds_in(tally.counts)
    if not apart or counted != tally.played or len(tally.counts) != source.size:
        raise refused(str(path), f"{counted:,} rounds in blocks that hold {tally.played:,}", WHOLE)
    return tally


class PlayedRounds(Protocol):
    """Random rounds, and what they come to."""

    @property
    def source(self) -> RoundSource:
        """Where they come from."""

    @property
    def tally(self) -> Tally:
        """Their counts."""

    @property
    def findings(self) -> Findings:
        """What the counts come to."""


def simulation_deliverable(simulation: PlayedRounds) -> Deliverable:
    """Return a simulation for people and for programs: every figure with its z or its interval, and the verdict."""
    source, tally, findings = simulation.source, simulation.tally, simulation.findings
    plan = dict(tally.plan)
    state = "complete" if tally.complete else f"{tally.played:,} of {tally.rounds:,} rounds"
    title = f"{plan['title']}: simulated, seed {plan['seed']}, {tally.played:,} rounds ({state})"
    verdict = f"{'agrees with' if findings.conforms else 'CONTRADICTS'} the exact law (level 99.9 %)"

    def report() -> Report:
        page = Page("Simulation", (*findings.blocks, Note(verdict, "strong")), title)
        facts = tuple((name.replace("_", " "), value) for name, value in tally.plan)
        maker = MAKER
        return Report(title, "Simulation", (page,), (*facts, ("Made by", maker)), maker)

    return answered(report, lambda: {**_head(source, tally), **findings.record, "conforms": findings.conforms})
