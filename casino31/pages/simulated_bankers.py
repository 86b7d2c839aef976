"""Random rounds of a layout with a banker, schema ``casino31.banker-simulation/1``."""

from functools import partial

from casino31.audit.statistics import goodness, holm, normal_tail
from casino31.pages.simulated_layouts import ALPHA, fit_note
from casino31.serialize import plain
from casino31.simulation import Findings, RoundSource, Tally, WriteLog
from casino31.two_sides import Trial

COUNTED = (
    "first card x event of the last punter; punters with the maximum x winners of them x other winners; winners x"
    " punters who tie; tenures by hands; hands of those tenures"
)


def banker_source(trial: Trial, names: tuple[tuple[str, str], ...], write_log: WriteLog) -> RoundSource:
    """Return a layout with a banker as a source of random rounds; ``names`` are those of its game and its file."""
    return RoundSource(
        schema="casino31.banker-simulation/1",
        plan=(*names, *trial.stated),
        size=trial.size,
        player=lambda _: trial.play,
        stated=lambda counts: {"counted": COUNTED, "counts": list(counts)},
        counts_in=lambda whole: whole["counts"],
        rounds_in=lambda counts: sum(counts[: len(trial.cells)]),
        findings=partial(_findings, trial),
        write_log=write_log,
    )


def _findings(trial: Trial, tally: Tally) -> Findings:
    """Every figure with its z and the fit of all events, in one decision by Holm's rule at 99.9 %."""
    if not tally.played:
        raise ValueError("no round has been played")
    cells = list(zip(tally.counts, trial.cells, strict=False))
    if any(count for count, chance in cells if not chance):
        raise RuntimeError("a dealt round ended in a way that the exact law does not have")
    played = trial.played(tally.counts)
    possible = [(count, chance) for count, chance in cells if chance]
    name, statistic, p = goodness([count for count, _ in possible], [chance for _, chance in possible])
    figures = {part: getattr(played, part) for part in ("mean", "tenure", "covariance", "banker_mean")}
    ps = {part: normal_tail(figure.z) for part, figure in figures.items() if figure and figure.z is not None}
    ps |= {} if p is None else {"events": p}
    test = f"first card x event, {name}"
    record = {**plain(played), "tests": [{"name": test, "statistic": statistic, "p": p}]}
    blocks = (*trial.blocks(played), *fit_note(test, statistic, p))
    facts = {part: figure for part, figure in figures.items() if figure}
    return Findings(record, blocks, facts, min(holm(ps).values()) > ALPHA)
