"""Where the numbers come from, and every exact fraction as text."""

from fractions import Fraction

from casino31.metrics import Metrics
from casino31.report.excel.formulas import EDITED, close, constant, filed, filed_number
from casino31.report.excel.grid import Grid, Mark
from casino31.report.excel.live import DIGITS, Live

TITLE = "Provenance"
FILE = "The layout file, line by line"
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


def provenance_sheet(live: Live, date: str, font: str) -> Grid:
    """Return the sheet of provenance.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> sheet = provenance_sheet(live, "2026-02-03", "Arial")
    >>> sheet.cells[4, 1].value, sheet.cells[4, 2].value
    ('Game', '31 Classic')
    """
    grid = Grid(TITLE, landscape=False)
    grid.widths = {1: 34.0, 2: 26.0, 3: 60.0}
    grid.put(1, 1, f"Provenance: {live.rules.title}", "title")
    grid.heights[1] = 24.0
    row = _facts(grid, live, 3, date, font)
    if not live.frozen:
        row = _engine_checks(grid, live, row)
    row = _fractions(grid, live, row)
    _file(grid, live, row + 1)
    grid.print_rows = "1:2"
    return grid


def _heading(grid: Grid, at: int, text: str) -> int:
    grid.put(at, 1, text, "heading")
    grid.row(at, 2, ["", ""], "heading")
    return at + 1


def _facts(grid: Grid, live: Live, at: int, date: str, font: str) -> int:
    analysis, rules = live.sheet.analysis, live.rules
    mixes = [figures.stake.units for name, figures in live.sheet.stakes.items() if name == "mix"]
    at = _heading(grid, at, "How this was made")
    facts = [
        ("Game", analysis.game),
        ("Layout", rules.title),
        ("Pay-table file", live.sheet.name),
        ("SHA-256 of the file", rules.digest or "none: the rules were made in code"),
        ("Source", rules.source or "not stated"),
        ("Odds unit", f"odds {live.unit}"),
        ("Date", date or "not stated"),
        ("Made by", f"casino31 {analysis.version}"),
        ("Method", f"{analysis.method}: {analysis.outcomes.total:,} equally likely deals, counted in integers"),
        ("Strategy", analysis.strategy.name),
        ("Objective", " + ".join(analysis.objective)),
        *(("Mix", " + ".join(f"{many} {bet}" for bet, many in units.items())) for units in mixes),
        *((f"Reading: {name}", choice) for name, choice in rules.readings.items()),
        *(("Assumption", note) for note in analysis.assumptions),
        (
            "Live formulas",
            live.frozen
            or "Each figure is a formula; the value stored with it is the exact engine's, correctly rounded. "
            f"Comparisons round to {DIGITS} decimals first. Figures that only the engine can make (exact "
            "quantiles, fractions, costs of stated rules) hold for the inputs of the file "
            "and give way to a note when one is edited.",
        ),
        ("Font", f"{font}, or the metrically equal Liberation Sans"),
    ]
    for label, text in facts:
        grid.put(at, 1, label, "text")
        style = "assumed" if label == "Assumption" and "assumed" in text else "text"
        at = grid.paragraph(at, 2, 3, text, style)
    return at + 1


def _engine_checks(grid: Grid, live: Live, at: int) -> int:
    """Recalculated figures against the exact engine's, at the inputs of the file."""
    at = _heading(grid, at, "Formulas against the exact engine")
    for name, figures in live.sheet.stakes.items():
        for what, label, within in (("edge", "house edge", "1E-12"), ("variance", "variance", "1E-9")):
            value = figures.metrics.house_edge if what == "edge" else figures.metrics.variance
            test = close(f"{{{name}.{what}}}", constant(value), within)
            grid.put(at, 1, f"{name}: {label}", "label")
            grid.put(
                at, 2, "ok", "check", f'IF({{as filed}}=1,{test},"{EDITED}")', key=f"check.engine.{name}.{what}"
            )
            grid.put(at, 3, f"within {within} at the inputs of the file", "status")
            at += 1
        shares = "+".join(f"{{{name}.{what}}}" for what in ("hit", "push", "loss"))
        grid.put(at, 1, f"{name}: wins, pushes and losses add to 1", "label")
        grid.put(at, 2, "ok", "check", close(shares, "1"), key=f"check.shares.{name}")
        at += 1
    grid.marks.append(Mark(f"B1:B{at}", 'B1="FAIL"', "bad"))
    return at + 1


def _file(grid: Grid, live: Live, at: int) -> None:
    """The layout file word for word: what an audit makes the workbook anew from."""
    if not live.rules.text:
        return
    grid.breaks.append(at - 1)
    at = _heading(grid, at, FILE)
    for line in live.rules.text.split("\n"):
        grid.put(at, 1, line, "label")
        at += 1


def _fractions(grid: Grid, live: Live, at: int) -> int:
    at = _heading(grid, at, "The exact fractions, at the inputs of the file")
    grid.put(at, 1, "Figure", "head left")
    grid.row(at, 2, ("Decimal, at the file's inputs", "Exact"), "head")
    at += 1
    for name, figures in live.sheet.stakes.items():
        at = _exact_rows(grid, at, name, figures.metrics)
    for wager, alone in live.sheet.wagers.items():
        at = _exact_rows(grid, at, f"{wager}, per unit of the ante", alone.metrics)
    if live.sheet.play_frequency is not None:
        at = _exact_row(grid, at, "play frequency", live.sheet.play_frequency)
    for (one, other), (value, _) in live.sheet.pairs.items():
        at = _exact_row(grid, at, f"covariance of {one} and {other}", value)
    return at


def _exact_rows(grid: Grid, at: int, name: str, metrics: Metrics) -> int:
    grid.put(at, 1, name, "strong")
    at += 1
    for what in _EXACT:
        value = getattr(metrics, what)
        if value is not None:
            at = _exact_row(grid, at, what.replace("_", " ").replace("n0", "N0"), value)
    return at


def _exact_row(grid: Grid, at: int, label: str, value: Fraction) -> int:
    grid.put(at, 1, label, "label")
    grid.put(at, 2, value, "number", filed_number(value))
    lines = 1 + len(str(value)) // 75
    grid.put(at, 3, str(value), "exact", filed(str(value)))
    grid.heights[at] = max(14.0, 12.0 * lines)
    return at + 1
