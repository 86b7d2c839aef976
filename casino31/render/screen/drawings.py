"""Strategy map, edge curves and closed forms as elements of a page: text in cells, lines in drawings, no script."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from casino31.cards import RANKS
from casino31.pages.closed_forms import FormText
from casino31.pages.edge_curve import EdgeCurve
from casino31.pages.strategy_map import MapCell, StrategyMap
from casino31.paytable import OddsUnit, show_pay


def maps_html(maps: Sequence[StrategyMap]) -> str:
    """Return the maps as tables side by side, their colours explained; "" where nothing is decided.

    >>> maps_html(())
    ''
    """
    if not maps:
        return ""
    actions = list(
        dict.fromkeys(
            action for strategy_map in maps for cell in strategy_map.cells.values() for action in sorted(cell.hands)
        )
    )
    key = "".join(f'<span class="a{place}">{escape(action)}</span>' for place, action in enumerate(actions))
    tables = "".join(_map(strategy_map, actions) for strategy_map in maps)
    words = (
        "A cell holds the hands with these two highest ranks; its colour is the best action of most of them, its "
        "number the percentage that takes it. Hover over a cell for the hands and the cost of a mistake."
    )
    return f'<p>{words}</p><p class="key">{key}</p><div class="maps">{tables}</div>'


def _map(strategy_map: StrategyMap, actions: Sequence[str]) -> str:
    ranks = RANKS[::-1]
    heads = "".join(f'<th scope="col">{rank}</th>' for rank in ranks)
    rows = "".join(
        f'<tr><th scope="row">{high}</th>'
        + "".join(_cell(high, low, strategy_map.cells.get((high, low)), actions) for low in ranks)
        + "</tr>"
        for high in ranks
    )
    caption = escape(f"{strategy_map.title}: highest rank down, next rank across")
    head = f"<caption>{caption}</caption><thead><tr><td></td>{heads}</tr></thead>"
    return f'<table class="map">{head}<tbody>{rows}</tbody></table>'


def _cell(high: str, low: str, cell: MapCell | None, actions: Sequence[str]) -> str:
    if cell is None:
        return '<td class="none"></td>'
    whole = sum(cell.hands.values())
    action, many = next(iter(cell.hands.items()))
    share = round(100 * many / whole)
    parts = ", ".join(f"{name} {hands}" for name, hands in cell.hands.items())
    cost = f"{float(cell.least):.4f}" + (f" to {float(cell.most):.4f}" if cell.most != cell.least else "")
    title = escape(f"{high} {low}: {parts} hands; a mistake costs {cost} units", quote=True)
    return f'<td class="a{actions.index(action)}" title="{title}">{share}</td>'


def curves_html(curves: Sequence[EdgeCurve], odds: str) -> str:
    """Return each curve as a small drawing with its breakpoints in words.

    >>> curves_html((), "to one")
    ''
    """
    if not curves:
        return ""
    words = (
        "The house edge of a bet as one pay moves, the best strategy chosen at each pay. Dots are breakpoints, "
        "the pays at which the best strategy changes; the red dot is the filed pay."
    )
    return f'<p>{words}</p><div class="curves">{"".join(_curve(curve, odds) for curve in curves)}</div>'


def _curve(curve: EdgeCurve, odds: str) -> str:
    width, height, left, top = 240, 130, 46, 10
    edges = [float(edge) for _, edge in curve.points]
    last, high, low = float(curve.points[-1][0]), max(edges), min(edges)
    span = (high - low) or 1.0

    def x(pay: float) -> str:
        return f"{left + (width - left - 8) * pay / last:.1f}"

    def y(edge: float) -> str:
        return f"{top + (height - top - 30) * (high - edge) / span:.1f}"

    line = " ".join(f"{x(float(pay))},{y(float(edge))}" for pay, edge in curve.points)
    breaks = curve.points[1:-1]
    dots = "".join(f'<circle cx="{x(float(pay))}" cy="{y(float(edge))}" r="1.8"/>' for pay, edge in breaks)
    if curve.pay >= 0:
        dots += f'<circle class="now" cx="{x(float(curve.pay))}" cy="{y(_edge_now(curve))}" r="3.5"/>'
    unit: OddsUnit = "for one" if odds == "for one" else "to one"
    told = f"{curve.wager} {curve.label}"
    at = ", ".join(show_pay(pay, unit) for pay, _ in breaks[:12]) + (", ..." if len(breaks) > 12 else "")
    words = f"{len(breaks)} breakpoints: {at}" if breaks else "no breakpoint: the strategy never changes"
    label = escape(f"House edge of {curve.bet} by the pay of {told}", quote=True)
    return (
        f"<figure><figcaption>{escape(told)}, filed {escape(show_pay(curve.pay, unit))}</figcaption>"
        f'<svg role="img" aria-label="{label}" viewBox="0 0 {width} {height}">'
        f'<line x1="{left}" y1="{height - 18}" x2="{width - 8}" y2="{height - 18}"/>'
        f'<polyline points="{line}"/>{dots}<text x="0" y="{y(high)}" dy="8">{100 * high:.1f}%</text>'
        f'<text x="0" y="{y(low)}">{100 * low:.1f}%</text><text x="{left}" y="{height - 4}">0</text>'
        f'<text x="{width - 8}" y="{height - 4}" text-anchor="end">{float(curve.points[-1][0]):g}</text></svg>'
        f'<p class="note">{escape(words)}</p></figure>'
    )


def forms_html(forms: Sequence[FormText]) -> str:
    """Return the figures of each bet in closed form, the conditions folded away.

    >>> forms_html(())
    ''
    """
    if not forms:
        return ""
    words = (
        "Exact, in all pays of a bet at once: [row] is what the row pays, to one. The formulas hold while the "
        "strategy of this sheet stays the best one, which the conditions say; no pay is below -1. The variance is "
        "in squared initial wagers, and its root the standard deviation."
    )
    return f"<p>{words}</p>" + "".join(map(_form, forms))


def _form(form: FormText) -> str:
    many = len(form.conditions)
    rows = "".join(f"<li><code>{escape(condition)}</code></li>" for condition in form.conditions)
    held = (
        f"<details><summary>{many} conditions</summary><ul>{rows}</ul></details>"
        if many
        else "<p>They hold for all pays.</p>"
    )
    return (
        f"<h3>{escape(form.bet)}</h3><p>house edge = <code>{escape(form.edge)}</code></p>"
        f"<details><summary>variance</summary><p><code>{escape(form.variance)}</code></p></details>{held}"
    )


def _edge_now(curve: EdgeCurve) -> float:
    """The edge at the filed pay, on the straight piece that it lies in; at its end when it lies outside."""
    for (start, first), (end, second) in zip(curve.points, curve.points[1:], strict=False):
        if start <= curve.pay <= end:
            return float(first + (second - first) * (curve.pay - start) / (end - start))
    return float(curve.points[0][1])
