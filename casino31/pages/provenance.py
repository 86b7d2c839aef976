"""The page that says where the numbers come from, with every exact fraction as text."""

from collections.abc import Iterator, Mapping

from casino31.formulas import EDITED, close, constant
from casino31.metrics import Metrics
from casino31.page import TEXT, Block, Cell, Figure, Page, Row, Table, figures, texts
from casino31.pages.live import DIGITS, Live
from casino31.paytable import show_pay
from casino31.quotes import asked, exact_row, exact_table, quoted, toml

TITLE = "Provenance"
_EXACT = (
    "initial_wager",
    "expected_net",
    "house_edge",
    "average_wager",
    "element_of_risk",
    "variance",
    "third_moment",
    "fourth_moment",
    "excess_kurtosis",
    "n0",
    "hit_frequency",
    "push_frequency",
    "loss_frequency",
    "largest_win",
)


def provenance_page(live: Live, date: str) -> Page:
    """Return the page of provenance.

    >>> from casino31.pages.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> page = provenance_page(Live(ParSheet(file.game, file.game.analyse(file.rules), file.name)), "2026-02-03")
    >>> [cell.value for cell in page.blocks[0].rows[0].cells]
    ['Game', '31 Classic']
    """
    blocks: list[Block] = [texts("How this was made", _facts(live, date))]
    if not live.frozen:
        blocks.append(figures("Formulas against the exact engine", list(_engine(live)), workings=True))
    blocks += [_fractions(live), asked(_asked(live, date)), quoted(live.rules.text or _file_of(live))]
    return Page(TITLE, tuple(blocks), f"Provenance: {live.rules.title}")


def _asked(live: Live, date: str) -> Mapping[str, object]:
    mix = live.sheet.mix or {}
    return {
        "game": live.sheet.analysis.game,
        "name": live.sheet.name,
        "sha256": live.rules.digest,
        "date": date,
        "objective": list(live.sheet.analysis.objective),
        "confidence": str(live.sheet.confidence),
        "mix": {bet: str(units) for bet, units in mix.items()},
    }


def _file_of(live: Live) -> str:
    """A layout that was made in code, as a file would state it."""
    rules = live.rules
    stated = {"game": live.sheet.analysis.game, "title": rules.title, "odds": rules.odds, "source": rules.source}
    lines = [f"{key} = {toml(text)}" for key, text in stated.items()]
    if rules.readings:
        lines += ["[rules]", *(f"{name} = {toml(choice)}" for name, choice in rules.readings.items())]
    for wager, table in rules.tables.items():
        lines.append(f"[{toml(wager)}]")
        listed = (line for line in table.lines if line.listed)
        lines += [f"{toml(line.label)} = {toml(show_pay(line.pays, rules.odds))}" for line in listed]
    return "\n".join(lines) + "\n"


def _facts(live: Live, date: str) -> Iterator[tuple[str, str]]:
    analysis, rules = live.sheet.analysis, live.rules
    yield from (
        ("Game", analysis.game),
        ("Layout", rules.title),
        ("Layout file", live.sheet.name),
        ("SHA-256 of the file", rules.digest or "none: the rules were made in code"),
        ("Source", rules.source or "not stated"),
        ("Odds unit", f"odds {live.unit}"),
        ("Date", date or "not stated"),
        ("Made by", f"casino31 {analysis.version}"),
        ("Method", f"{analysis.method}: {analysis.outcomes.total:,} equally likely deals, counted in integers"),
        ("Strategy", analysis.strategy.name),
        ("Objective", " + ".join(analysis.objective)),
        ("Confidence", str(live.sheet.confidence)),
    )
    if "mix" in live.sheet.stakes:
        units = live.sheet.stakes["mix"].stake.units
        yield "Mix", " + ".join(f"{many} {bet}" for bet, many in units.items())
    yield from ((f"Reading: {name}", choice) for name, choice in rules.readings.items())
    yield from (("Assumption", note) for note in analysis.assumptions)
    live_text = (
        "In a workbook each figure is a formula; the value stored with it is the exact engine's, correctly "
        "rounded. "
        f"Comparisons round to {DIGITS} decimals first. Figures that only the engine can make (exact quantiles, "
        "fractions, costs of stated rules) hold for the inputs of the file and give way to a note when one is "
        "edited."
    )
    yield "Live formulas", live.frozen or live_text


def _engine(live: Live) -> Iterator[Figure]:
    """Recalculated figures against the exact engine's, at the inputs of the file."""
    for name, stake in live.sheet.stakes.items():
        for what, label, within, value in (
            ("edge", "house edge", "1E-12", stake.metrics.house_edge),
            ("variance", "variance", "1E-9", stake.metrics.variance),
        ):
            test = close(f"{{{name}.{what}}}", constant(value), within)
            test = f'IF({{as filed}}=1,{test},"{EDITED}")'
            note = f"within {within} at the inputs of the file"
            key = f"check.engine.{name}.{what}"
            yield Figure(f"{name}: {label}", "ok", TEXT, test, key, note=note, alert="check", kind="check")
        shares = "+".join(f"{{{name}.{what}}}" for what in ("hit", "push", "loss"))
        label = f"{name}: wins, pushes and losses add to 1"
        yield Figure(label, "ok", TEXT, close(shares, "1"), f"check.shares.{name}", alert="check", kind="check")


def _fractions(live: Live) -> Table:
    rows: list[Row] = []
    for name, stake in live.sheet.stakes.items():
        rows += _rows_of(name, stake.metrics)
    for wager, alone in live.sheet.wagers.items():
        rows += _rows_of(f"{wager}, per unit of the ante", alone.metrics)
    if live.sheet.play_frequency is not None:
        rows.append(exact_row("play frequency", live.sheet.play_frequency))
    for (first, other), (value, _) in live.sheet.pairs.items():
        rows.append(exact_row(f"covariance of {first} and {other}", value))
    return exact_table(rows, "inputs")


def _rows_of(name: str, metrics: Metrics) -> Iterator[Row]:
    yield Row((Cell(name),), "part")
    for what in _EXACT:
        value = getattr(metrics, what)
        if value is not None:
            yield exact_row(what.replace("_", " ").replace("n0", "N0"), value)
