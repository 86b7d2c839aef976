"""How the edge moves with the pays: as text and as JSON, schema ``casino31.sensitivity/1``."""

from collections.abc import Mapping, Sequence
from typing import Any

from casino31.decimals import decimal, number, percent, table
from casino31.metrics import Metrics
from casino31.pages.solving import about
from casino31.paytable import show_pay
from casino31.paytable_design.sensitivity import ClosedForm, Reading, Sensitivity
from casino31.paytable_design.surface import HIGHEST, Surface


def sensitivity_object(
    found: Mapping[Surface, Sequence[Sensitivity]],
    name: str,
    form: ClosedForm | None,
    open_rules: Sequence[Reading] | None,
) -> dict[str, Any]:
    """Return the sensitivities of some surfaces, a closed form and the readings when there are.

    >>> from casino31.paytable_design.sensitivity import sensitivity
    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> main = surface(file.game, file.rules)
    >>> found = {main: [sensitivity(main, "play.31")]}
    >>> sensitivity_object(found, file.name, None, None)["rows"]["play.31"]["derivative"]["exact"]
    '-948/270725'
    """
    first = next(iter(found))
    whole: dict[str, Any] = {
        "schema": "casino31.sensitivity/1",
        **about(first, name),
        "bets": [bet for surface in found for bet in surface.bets],
        "house_edge": {" + ".join(surface.bets): number(surface.look().edge) for surface in found},
        "rows": {each.row: _row(each, surface) for surface, rows in found.items() for each in rows},
    }
    if form:
        whole["closed_form"] = {
            "symbols": {str(symbol): row for symbol, row in zip(form.symbols(), form.rows, strict=True)},
            "house_edge": str(form.edge()),
            "constant": number(form.constant),
            "slopes": {row: number(slope) for row, slope in zip(form.rows, form.slopes, strict=True)},
            "region": [str(each) for each in form.region()],
            "latex": form.latex(),
        }
    if open_rules is not None:
        whole["readings"] = {reading_key(each, open_rules): _reading(each) for each in open_rules}
    return whole


def reading_key(reading: Reading, others: Sequence[Reading]) -> str:
    """Return the choice alone, or with the name of its rule where two rules have a choice of one name.

    >>> one, other = Reading("tie", "play", True, {}), Reading("trips", "best", True, {})
    >>> reading_key(one, [one, other]), reading_key(one, [one, one])
    ('play', 'tie = play')
    """
    alone = sum(other.choice == reading.choice for other in others) == 1
    return reading.choice if alone else f"{reading.name} = {reading.choice}"


def _row(each: Sensitivity, surface: Surface) -> dict[str, Any]:
    return {
        "bet": " + ".join(surface.bets),
        "pay": number(each.pay),
        "derivative": number(each.derivative),
        "interval": [number(end) for end in each.interval],
        "below": number(each.below),
        "above": number(each.above),
        "breakpoints": [number(bend) for bend in each.bends],
    }


def _reading(each: Reading) -> dict[str, Any]:
    first = next(iter(each.figures.values()))
    bets = {name: _figures(metrics) for name, metrics in each.figures.items()}
    return {"reading": each.name, "stated": each.stated, **_figures(first), "bets": bets}


def _figures(metrics: Metrics) -> dict[str, Any]:
    return {
        "house_edge": number(metrics.house_edge),
        "element_of_risk": number(metrics.element_of_risk),
        "variance": number(metrics.variance),
        "standard_deviation": number(metrics.standard_deviation),
    }


_FIXED = "  no pay of it can be moved: the rules fix what it pays"


def sensitivity_text(
    found: Mapping[Surface, Sequence[Sensitivity]],
    form: ClosedForm | None,
    open_rules: Sequence[Reading] | None,
    latex: bool,
) -> str:
    """Return the same for the screen.

    >>> from casino31.paytable_design.sensitivity import sensitivity
    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> main = surface(file.game, file.rules)
    >>> found = {main: [sensitivity(main, "play.31")]}
    >>> print(sensitivity_text(found, None, None, False).splitlines()[0])
    main: house edge 3.8039 %, and what a unit more pay does
    """
    parts = []
    for surface, rows in found.items():
        head = (
            f"{' + '.join(surface.bets)}: house edge {percent(surface.look().edge)}, and what a unit more pay does"
        )
        cells = [
            (
                each.row,
                show_pay(each.pay),
                f"{decimal(100 * each.derivative)} %",
                str(each.derivative),
                *_ends(each),
            )
            for each in rows
        ]
        columns = (
            "row",
            "pays",
            "edge changes by",
            "exact",
            "strategy holds from",
            "to",
            "next below",
            "next above",
        )
        parts.append(f"{head}\n{table(columns, cells) if cells else _FIXED}")
    if form:
        parts.append(_closed(form, latex))
    if open_rules is not None:
        parts.append(_open(open_rules))
    return "\n\n".join(parts) + "\n"


def _ends(each: Sensitivity) -> tuple[str, ...]:
    low, high = each.interval
    ends = (str(low), "any" if high == HIGHEST else str(high))
    return (*ends, *("none" if bend is None else str(bend) for bend in (each.below, each.above)))


def _closed(form: ClosedForm, latex: bool) -> str:
    if latex:
        return form.latex()
    legend = [f"  {symbol} = {row}" for symbol, row in zip(form.symbols(), form.rows, strict=True)]
    region = [f"  {each}" for each in form.region()] or ["  any pays"]
    lines = ["The edge in closed form", f"  {form.edge()}", *legend, "as long as (and no pay is below -1)", *region]
    return "\n".join(lines)


def _open(open_rules: Sequence[Reading]) -> str:
    rows = [
        (
            f"{each.name} = {each.choice}{' (stated)' if each.stated else ''}",
            bet,
            percent(metrics.house_edge),
            percent(metrics.element_of_risk),
            decimal(metrics.variance),
        )
        for each in open_rules
        for bet, metrics in each.figures.items()
    ]
    head = ("reading", "bet", "house edge", "element of risk", "variance")
    return f"Under each reading of what the sources leave open\n{table(head, rows)}"
