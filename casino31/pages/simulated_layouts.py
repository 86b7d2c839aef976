"""Random rounds of a layout with a pay table: the counts of each joint result, schema ``casino31.simulation/1``."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

from casino31.against_exact import EventCheck, MeanCheck, deviations
from casino31.audit.hands.write import write_hands
from casino31.audit.statistics import goodness, holm, normal_tail
from casino31.decimals import number, percent
from casino31.page import PERCENT, WHOLE, Block, Cell, Column, Note, Row, Table, Unit
from casino31.serialize import JsonMapping, JsonObject
from casino31.simulation import Findings, PreparedLayout, RoundSource, Tally, player

ALPHA = 0.001
Z_99 = 2.5758
"""Standard errors on each side of a mean that hold 99 % of the normal curve."""
Z = Unit("number", 2, signed=True)


def layout_source(table: PreparedLayout, name: str) -> RoundSource:
    """Return a prepared layout, by the name it was given, as a source of random rounds.

    >>> from casino31.rulesfile import load
    >>> from casino31.simulation import prepare
    >>> file = load("natural-31")
    >>> source = layout_source(prepare(file.game, file.game.analyse(file.rules)), file.name)
    >>> [tally.played for tally in source.play(source.empty(31, 1_000), range(1))]
    [1000]
    """
    analysis = table.analysis
    return RoundSource(
        schema="casino31.simulation/1",
        plan=(
            ("game", analysis.game),
            ("title", analysis.rules.title),
            ("paytable", name),
            ("paytable_sha256", analysis.rules.digest),
            ("strategy", analysis.strategy.name),
            ("objective", "+".join(analysis.objective)),
        ),
        size=len(table.law),
        player=partial(player, table),
        stated=partial(_stated, table),
        counts_in=lambda whole: [outcome["rounds"] for outcome in whole["outcomes"]],
        rounds_in=sum,
        findings=partial(_findings, table),
        write_log=partial(_write_log, table),
    )


def _write_log(table: PreparedLayout, path: Path, seed: int, rounds: int, blocks: range, over: bool) -> None:
    write_hands(path, table, seed, rounds, blocks, over)


def _stated(table: PreparedLayout, counts: Sequence[int]) -> JsonMapping:
    outcomes = table.analysis.outcomes
    return {
        "outcomes": [
            {
                "results": {
                    wager: [result.event, str(result.stake), str(result.net)]
                    for wager, result in zip(outcomes.wagers, row, strict=True)
                },
                "rounds": count,
                "combinations": outcomes.combinations[row],
            }
            for row, count in zip(table.law, counts, strict=True)
        ]
    }


def _findings(table: PreparedLayout, tally: Tally) -> Findings:
    """All means and all joint outcomes, in one decision by Holm's rule at 99.9 %."""
    means, events = deviations(table, tally)
    outcomes = table.analysis.outcomes
    chances = [Fraction(outcomes.combinations[row], outcomes.total) for row in table.law]
    name, statistic, p = goodness(tally.counts, chances)
    ps = {f"mean, {mean.stake}": normal_tail(mean.z) for mean in means}
    ps |= {} if p is None else {"outcomes": p}
    record = {
        **_stated(table, tally.counts),
        "means": [_mean(mean) for mean in means],
        "events": [_event(event) for event in events],
        "tests": [{"name": f"joint outcomes, {name}", "statistic": statistic, "p": p, "e": None}],
    }
    fit = fit_note(f"joint outcomes: {name}", statistic, p)
    facts = {f"house edge, {mean.stake}": _in_short(mean) for mean in means}
    return Findings(record, (_means(means), _events(events), *fit), facts, min(holm(ps).values()) > ALPHA)


def fit_note(name: str, statistic: float | None, p: float | None) -> tuple[Note, ...]:
    """Return what a test of fit came to, () where there were too few rounds for it."""
    if p is None:
        return ()
    shown = "" if statistic is None else f" = {statistic:.2f}"
    return (Note(f"{name}{shown}, p = {p:.4f}"),)


def _mean(mean: MeanCheck) -> JsonObject:
    return {
        "stake": mean.stake,
        "mean": number(mean.mean),
        "exact": number(mean.exact),
        "standard_error": mean.error,
        "z": mean.z,
    }


def _in_short(mean: MeanCheck) -> str:
    edge, right = float(-mean.mean), float(-mean.exact)
    return f"{edge:.6f} ± {mean.error:.6f} (one standard error; exact {right:.6f}, z {mean.z:+.2f})"


def _event(event: EventCheck) -> JsonObject:
    return {
        "stake": event.stake,
        "event": event.event,
        "rounds": event.rounds,
        "expected": number(event.expected),
        "z": event.z,
    }


def _means(means: Sequence[MeanCheck]) -> Block:
    columns = (
        Column("stake", "stake", "left"),
        Column("edge", "house edge, 99 % interval"),
        Column("exact", "exact"),
        Column("z", "z"),
    )
    rows = (
        Row(
            (
                Cell(mean.stake),
                Cell(f"{percent(-mean.mean)} ± {percent(Z_99 * mean.error)}"),
                Cell(-mean.exact, PERCENT),
                Cell(mean.z, Z),
            )
        )
        for mean in means
    )
    return Table(columns, tuple(rows), "", "means")


def _events(events: Sequence[EventCheck]) -> Block:
    columns = (
        Column("event", "event", "left"),
        Column("rounds", "rounds"),
        Column("expected", "expected"),
        Column("z", "z"),
    )
    rows = (
        Row(
            (
                Cell(f"{event.stake}: {event.event}"),
                Cell(event.rounds, WHOLE),
                Cell(event.expected, Unit("number", 1)),
                Cell(event.z, Z),
            )
        )
        for event in events
        if event.stake != "combined"
    )
    return Table(columns, tuple(rows), "", "events")
