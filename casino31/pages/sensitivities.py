"""How the edge moves with the pays, schema ``casino31.sensitivity/1``."""

from collections.abc import Iterator, Sequence

from casino31.decimals import number, percent
from casino31.metrics import Metrics
from casino31.page import NUMBER, PERCENT, SHARE, Block, Cell, Column, Listing, Note, Row, Table, Unit
from casino31.pages.deliverable import Deliverable, answered
from casino31.pages.questions import about, answer_report
from casino31.paytable_design.answers import Sensitivities
from casino31.paytable_design.sensitivity import ClosedForm, ReadingEffect, Sensitivity
from casino31.paytable_design.surface import HIGHEST, Surface
from casino31.serialize import JsonObject


def sensitivity_deliverable(answer: Sensitivities) -> Deliverable:
    """Return what every pay does to the edge, for people and for programs.

    >>> import casino31
    >>> made = sensitivity_deliverable(casino31.sensitivity("31-classic-b"))
    >>> made.record["rows"]["play.31"]["derivative"]["exact"]
    '-948/270725'
    """
    rules = answer.layout
    return answered(
        lambda: answer_report(
            f"{rules.title}: what a unit more pay does to the house edge",
            "Sensitivity to the pays",
            rules,
            tuple(_blocks(answer)),
        ),
        lambda: _object(answer),
    )


def _object(answer: Sensitivities) -> JsonObject:
    form, readings = answer.form, answer.readings
    whole: JsonObject = {
        "schema": "casino31.sensitivity/1",
        **about(next(iter(answer.rows)), answer.name),
        "bets": [bet for surface in answer.rows for bet in surface.bets],
        "house_edge": {" + ".join(surface.bets): number(surface.look().edge) for surface in answer.rows},
        "rows": {row.row: _row(row, surface) for surface, rows in answer.rows.items() for row in rows},
    }
    if form:
        whole["closed_form"] = {
            "symbols": {str(symbol): row for symbol, row in zip(form.symbols(), form.rows, strict=True)},
            "house_edge": str(form.edge()),
            "variance": str(form.variance()),
            "standard_deviation": str(form.standard_deviation()),
            "constant": number(form.constant),
            "slopes": {row: number(slope) for row, slope in zip(form.rows, form.slopes, strict=True)},
            "region": [str(condition) for condition in form.region()],
            "latex": form.latex(),
        }
    if readings is not None:
        whole["readings"] = {reading_key(reading, readings): _reading(reading) for reading in readings}
    return whole


def reading_key(reading: ReadingEffect, others: Sequence[ReadingEffect]) -> str:
    """Return the choice alone, or with the name of its rule where two rules have a choice of one name.

    >>> one, other = ReadingEffect("tie", "play", True, {}), ReadingEffect("trips", "best", True, {})
    >>> reading_key(one, [one, other]), reading_key(one, [one, one])
    ('play', 'tie = play')
    """
    alone = sum(other.choice == reading.choice for other in others) == 1
    return reading.choice if alone else f"{reading.name} = {reading.choice}"


def _row(row: Sensitivity, surface: Surface) -> JsonObject:
    return {
        "bet": " + ".join(surface.bets),
        "pay": number(row.pay),
        "derivative": number(row.derivative),
        "interval": [number(end) for end in row.interval],
        "below": number(row.below),
        "above": number(row.above),
        "breakpoints": [number(bend) for bend in row.bends],
    }


def _reading(reading: ReadingEffect) -> JsonObject:
    first = next(iter(reading.figures.values()))
    bets = {name: _figures(metrics) for name, metrics in reading.figures.items()}
    return {"reading": reading.name, "stated": reading.stated, **_figures(first), "bets": bets}


def _figures(metrics: Metrics) -> JsonObject:
    return {
        "house_edge": number(metrics.house_edge),
        "element_of_risk": number(metrics.element_of_risk),
        "variance": number(metrics.variance),
        "standard_deviation": number(metrics.standard_deviation),
    }


def _blocks(answer: Sensitivities) -> Iterator[Block]:
    for place, (surface, rows) in enumerate(answer.rows.items()):
        title = f"{' + '.join(surface.bets)}: house edge {percent(surface.look().edge)}"
        if rows:
            yield Table(_COLUMNS, tuple(_cells(row) for row in rows), title, f"bet {place}")
        else:
            yield Note(f"{title}; no pay of it can be moved: the rules fix what it pays")
    if answer.form:
        yield from _closed(answer.form)
    if answer.readings is not None:
        yield _open(answer.readings)


_COLUMNS = (
    Column("row", "row", "left"),
    Column("pay", "pays"),
    Column("change", "edge changes by"),
    Column("exact", "exact", tone="exact"),
    Column("from", "strategy holds from"),
    Column("to", "to"),
    Column("below", "next below"),
    Column("above", "next above"),
)


def _cells(row: Sensitivity) -> Row:
    low, high = row.interval
    ends = (str(low), "any" if high == HIGHEST else str(high))
    bends = ("none" if bend is None else str(bend) for bend in (row.below, row.above))
    change = (Cell(row.derivative, SHARE), Cell(str(row.derivative)))
    return Row((Cell(row.row), Cell(row.pay, Unit("to one")), *change, *map(Cell, (*ends, *bends))))


def _closed(form: ClosedForm) -> Iterator[Block]:
    legend = [f"{symbol} = {row}" for symbol, row in zip(form.symbols(), form.rows, strict=True)]
    yield Listing((str(form.edge()), *legend), "The edge in closed form")
    yield Listing((str(form.variance()),), "The variance in closed form; its root is the standard deviation")
    region = tuple(str(condition) for condition in form.region()) or ("any pays",)
    yield Listing(region, "They hold as long as (and no pay is below -1)")


def _open(readings: Sequence[ReadingEffect]) -> Table:
    rows = tuple(
        Row(
            (
                Cell(f"{reading.name} = {reading.choice}{' (stated)' if reading.stated else ''}"),
                Cell(bet),
                Cell(metrics.house_edge, PERCENT),
                Cell(metrics.element_of_risk, PERCENT) if metrics.element_of_risk is not None else Cell("–"),
                Cell(metrics.variance, NUMBER),
            )
        )
        for reading in readings
        for bet, metrics in reading.figures.items()
    )
    columns = (
        Column("reading", "reading", "left"),
        Column("bet", "bet", "left"),
        Column("edge", "house edge"),
        Column("risk", "element of risk"),
        Column("variance", "variance"),
    )
    return Table(columns, rows, "Under each reading of what the sources leave open", "readings")
