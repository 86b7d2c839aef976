"""The page of long runs: where the average result lies after many rounds, exactly and by the normal curve."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from casino31.formulas import EDITED, constant, literal
from casino31.longrun import Range
from casino31.page import (
    NUMBER,
    SHARE,
    TEXT,
    WHOLE,
    Cell,
    Column,
    Entry,
    Figure,
    Note,
    Page,
    Row,
    Table,
    Unit,
    figures,
)
from casino31.pages.parsheet import ParSheet

TITLE = "Confidence"


def longruns_page(sheet: ParSheet) -> Page:
    """Return the page of long runs: one table a stake.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> page = longruns_page(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> page.blocks[1].rows[1].cells[1].formula
    'NORMSINV((1+{confidence})/2)'
    """
    text = (
        "The average result of a round after many rounds, in initial wagers, seen from the player. "
        "Normal: mean ± z × SD / √rounds. Exact: quantiles of the distribution of the sum, computed with the "
        "inputs "
        "of the file. The normal range misleads where an end is off by more than a tenth of its half width."
    )
    entry = Entry("Confidence", "A share between 0 and 1, such as 90%.", 0.0)
    level = Figure(
        "Confidence, two-sided", sheet.confidence, Unit("share", 1), "", "confidence", "confidence_level",
        entry=entry,
    )  # fmt: skip
    z = Figure("z", sheet.z, NUMBER, "NORMSINV((1+{confidence})/2)", "z", "z_score")
    return Page(
        TITLE, (Note(text, "note"), figures("", [level, z]), *_tables(sheet)), f"Long runs: {sheet.rules.title}"
    )


def _tables(sheet: ParSheet) -> Iterator[Table]:
    held = f"AND({{as filed}}=1,ROUND({{confidence}}-{constant(sheet.confidence)},12)=0)"
    for name, stake in sheet.stakes.items():
        spans = stake.ranges(confidence=sheet.confidence)
        yield ranges_table(spans, name[:1].upper() + name[1:], name, held)


def ranges_table(spans: Sequence[Range], title: str, stake: str = "", held: str = "") -> Table:
    """Return the range of the average result after each number of rounds; live for the figures of a stake.

    ``held`` is the formula that tells whether the exact ends hold.
    """
    mean, deviation = f"{{{stake}.mean}}/{{{stake}.initial}}", f"{{{stake}.sd}}/SQRT([rounds])"
    rows = []
    for span in spans:
        apart = span.normal_upper - span.normal_lower
        width = float(span.upper - span.lower) / apart if apart else "none"
        verdict = ("misleads" if span.misleads else "agrees") + ("" if span.certain else "; exact ± one step")
        ratio = f'IF([high]=[low],"none",IF({held},([to]-[from])/([high]-[low]),"{EDITED}"))'

        def exact(value: Fraction) -> str:
            return f'IF({held},{constant(value)},"{EDITED}")'

        cells = (
            Cell(span.rounds, WHOLE),
            Cell(span.normal_lower, SHARE, f"{mean}-{{z}}*{deviation}" if held else ""),
            Cell(span.normal_upper, SHARE, f"{mean}+{{z}}*{deviation}" if held else ""),
            Cell(span.lower, SHARE, exact(span.lower) if held else ""),
            Cell(span.upper, SHARE, exact(span.upper) if held else ""),
            Cell(verdict, TEXT, f'IF({held},{literal(verdict)},"{EDITED}")' if held else ""),
            Cell(width, NUMBER, ratio if held else ""),
        )
        rows.append(Row(cells))
    columns = (
        Column("rounds", "Rounds"),
        Column("low", "Normal from"),
        Column("high", "Normal to"),
        Column("from", "Exact from"),
        Column("to", "Exact to"),
        Column("verdict", "Normal range", "centre"),
        Column("width", "Exact width / normal"),
    )
    return Table(columns, tuple(rows), title)
