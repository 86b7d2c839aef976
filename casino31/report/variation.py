"""A comparison of layouts as text, JSON (schema ``casino31.comparison/1``) or workbook: the variation report."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from json import dumps
from typing import Any

from casino31.cards import show
from casino31.decimals import NOTHING, decimal, number, percent, table
from casino31.metrics import Metrics
from casino31.paytable import show_pay
from casino31.paytable_design.compare import ComparedLayout, Comparison

FIGURES: Mapping[str, tuple[Callable[[Metrics], Fraction | float | None], Callable[[Any], str]]] = {
    "house edge": (lambda m: m.house_edge, percent),
    "element of risk": (lambda m: m.element_of_risk, percent),
    "average wager, units": (lambda m: m.average_wager, decimal),
    "standard deviation": (lambda m: m.standard_deviation, decimal),
    "hit frequency": (lambda m: m.hit_frequency, percent),
    "push frequency": (lambda m: m.push_frequency, percent),
    "largest win, units": (lambda m: m.largest_win, lambda value: decimal(value, 2)),
}
SHOWN_CLASSES = 24


def comparison_object(found: Comparison, date: str = "") -> dict[str, Any]:
    """Return the comparison: layouts, rows, figures, and every class of hands that is played anew.

    >>> from casino31.paytable_design.compare import compare
    >>> from casino31.rulesfile import load
    >>> files = [load(name) for name in ("31-classic-b", "31-classic-d")]
    >>> found = compare([(file.game, file.rules, file.name) for file in files])
    >>> comparison_object(found)["decisions_changed"]
    12
    """
    names = [each.name for each in found.layouts]
    whole: dict[str, Any] = {
        "schema": "casino31.comparison/1",
        "game": found.layouts[0].game.name,
        "reference": names[0],
        "method": "exact",
        "tables": [_layout(each) for each in found.layouts],
        "differences": [
            {"row": row, "pays": [number(pay) for pay in pays], "change": _apart(pays)}
            for row, pays in found.differences
        ],
        "edge_changes": {
            bet: {name: number(move) for name, move in zip(names[1:], found.moved(bet), strict=True)}
            for bet in found.bets
        },
        "decisions_changed": found.changes.hands,
        "changed_classes": [
            {"hand": show(*each.hand), "members": each.members, "actions": list(each.actions)}
            for each in found.changes.classes
        ],
        "sign_change": bool(found.sign_changes),
        "sign_changes": list(found.sign_changes),
        "notes": list(found.notes),
        "version": found.layouts[0].analysis.version,
    }
    return whole | ({"date": date} if date else {})


def _apart(pays: tuple[Fraction | None, ...]) -> list[Any]:
    first, *others = pays
    return [None if pay is None or first is None else number(pay - first) for pay in others]


def _layout(each: ComparedLayout) -> dict[str, Any]:
    rules = each.analysis.rules
    bets = {name: _metrics(metrics) for name, metrics in each.figures.items()}
    return {
        "name": each.name,
        "title": rules.title,
        "paytable_sha256": rules.digest,
        "rules": dict(rules.readings),
        "strategy": each.analysis.strategy.name,
        "play_frequency": number(each.play_frequency),
        **_taken(each),
        **next(iter(bets.values())),
        "bets": bets,
    }


def _taken(each: ComparedLayout) -> dict[str, Any]:
    shares = {action: number(share) for action, share in each.action_frequencies.items()}
    return {"action_frequencies": shares} if shares else {}


def _metrics(metrics: Metrics) -> dict[str, Any]:
    return {
        "house_edge": number(metrics.house_edge),
        "element_of_risk": number(metrics.element_of_risk),
        "average_wager": number(metrics.average_wager),
        "variance": number(metrics.variance),
        "standard_deviation": number(metrics.standard_deviation),
        "hit_frequency": number(metrics.hit_frequency),
        "push_frequency": number(metrics.push_frequency),
        "largest_win": number(metrics.largest_win),
    }


def comparison_text(found: Comparison, whole: bool = False, date: str = "") -> str:
    """Return the comparison as text; ``whole`` lists every class of hands and the exact fractions.

    >>> from casino31.paytable_design.compare import compare
    >>> from casino31.rulesfile import load
    >>> files = [load(name) for name in ("31-classic-b", "31-classic-d")]
    >>> found = compare([(file.game, file.rules, file.name) for file in files])
    >>> print(comparison_text(found).splitlines()[0])
    31 Classic: 31-classic-b against 31-classic-d
    """
    layouts = found.layouts
    names = [each.name for each in layouts]
    version = layouts[0].analysis.version
    head = [f"{layouts[0].game.name}: {names[0]} against {', '.join(names[1:])}"]
    head += [
        f"  {each.name}: {each.analysis.rules.title}; SHA-256 {each.analysis.rules.digest}" for each in layouts
    ]
    head += [f"  note: {note}" for note in found.notes]
    head += [f"  made by casino31 {version}" + (f", {date}" if date else "")] if whole else []
    for bet in found.sign_changes:
        edges = ", ".join(f"{each.name} {_favour(each.figures[bet].house_edge)}" for each in layouts)
        head.append(f"  *** THE EDGE ON {bet.upper()} CHANGES SIDES: {edges} ***")
    parts = ["\n".join(head), _rows(found, names), _figures(found, names), _hands(found, names, whole)]
    if whole:
        parts.append(_exact(found, names))
    return "\n\n".join(parts) + "\n"


def _favour(edge: Fraction) -> str:
    side = "the house" if edge > 0 else "the player" if edge < 0 else "nobody"
    return f"{percent(abs(edge))} for {side}"


def _rows(found: Comparison, names: list[str]) -> str:
    rows = [
        (row, *("not offered" if pay is None else show_pay(pay) for pay in pays)) for row, pays in found.differences
    ]
    body = table(("row", *names), rows) if rows else "  none: the pays are the same"
    return f"Rows that differ\n{body}"


def _figures(found: Comparison, names: list[str]) -> str:
    rows = []
    for bet in found.bets:
        for name, (figure, shown) in FIGURES.items():
            first, *others = (figure(each.figures[bet]) for each in found.layouts)
            moves = [NOTHING if first is None or other is None else shown(other - first) for other in others]
            rows.append((f"{bet}: {name}", shown(first), *map(shown, others), *moves))
    shares = [each.frequencies for each in found.layouts]
    for action in (action for action in shares[0] if all(action in each for each in shares)):
        taken = [each[action] for each in shares]
        apart = (percent(share - taken[0]) for share in taken[1:])
        rows.append((f"{action} frequency", *map(percent, taken), *apart))
    moved = [f"{name} - {names[0]}" for name in names[1:]]
    return f"Figures, each layout under its own best strategy\n{table(('', *names, *moved), rows)}"


def _hands(found: Comparison, names: list[str], whole: bool) -> str:
    classes = found.changes.classes
    kinds = f"{len(classes)} class" + ("es" if len(classes) != 1 else "")
    sizes = {len(hand) for hand in found.layouts[0].actions}
    whose = "Hands" if len(sizes) > 1 else "Starting hands"  # later decisions are made on more cards
    head = f"{whose} with another best action: {found.changes.hands:,} in {kinds}"
    shown = classes if whole else classes[:SHOWN_CLASSES]
    rows = [(show(*each.hand), str(each.members), *each.actions) for each in shown]
    more = f"\n  ... and {len(classes) - len(shown)} more classes" if len(shown) < len(classes) else ""
    return head + ("\n" + table(("hand, suits by any name", "hands", *names), rows) + more if rows else "")


def _exact(found: Comparison, names: list[str]) -> str:
    rows = [
        (bet, *(str(each.figures[bet].house_edge) for each in found.layouts), *map(str, found.moved(bet)))
        for bet in found.bets
    ]
    moved = [f"{name} - {names[0]}" for name in names[1:]]
    return f"House edges, exact\n{table(('bet', *names, *moved), rows)}"


def _xlsx(found: Comparison, date: str) -> bytes:
    from casino31.report.excel_variation import workbook_bytes

    return workbook_bytes(comparison_object(found, date), date)


def _text(found: Comparison, date: str) -> bytes:
    return comparison_text(found, whole=True, date=date).encode()


def _json(found: Comparison, date: str) -> bytes:
    return (dumps(comparison_object(found, date), indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()


VARIATION_FORMS: Mapping[str, Callable[[Comparison, str], bytes]] = {".xlsx": _xlsx, ".txt": _text, ".json": _json}
