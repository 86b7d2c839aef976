"""The variation report: layouts side by side as pages, and as a record, schema ``casino31.comparison/1``."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from casino31.cards import show
from casino31.decimals import NOTHING, Number, number, percent
from casino31.metrics import Metrics
from casino31.page import (
    NUMBER,
    ODDS,
    PERCENT,
    PLAIN,
    WHOLE,
    Block,
    Cell,
    Column,
    Note,
    Page,
    Report,
    Row,
    Table,
    Unit,
    Value,
    texts,
)
from casino31.pages.deliverable import Deliverable
from casino31.paytable_design.compare import ComparedLayout, Comparison
from casino31.serialize import JsonObject

FIGURES: Mapping[str, tuple[Callable[[Metrics], Fraction | float | None], Unit]] = {
    "house edge": (lambda m: m.house_edge, PERCENT),
    "element of risk": (lambda m: m.element_of_risk, PERCENT),
    "average wager, units": (lambda m: m.average_wager, NUMBER),
    "standard deviation": (lambda m: m.standard_deviation, NUMBER),
    "hit frequency": (lambda m: m.hit_frequency, PERCENT),
    "push frequency": (lambda m: m.push_frequency, PERCENT),
    "largest win, units": (lambda m: m.largest_win, ODDS),
}
EXACT = frozenset({"house edge"})
"""The figures whose fractions stand below them."""
SHOWN_CLASSES = 24


def comparison_object(comparison: Comparison, date: str = "") -> JsonObject:
    """Return the comparison: layouts, rows, figures, and every class of hands that is played anew.

    >>> from casino31.paytable_design.compare import compare
    >>> from casino31.rulesfile import load
    >>> files = [load(name) for name in ("31-classic-b", "31-classic-d")]
    >>> found = compare([(file.game, file.rules, file.name) for file in files])
    >>> comparison_object(found)["decisions_changed"]
    12
    """
    names = [layout.name for layout in comparison.layouts]
    whole: JsonObject = {
        "schema": "casino31.comparison/1",
        "game": comparison.layouts[0].game.name,
        "reference": names[0],
        "method": "exact",
        "tables": [_layout(layout) for layout in comparison.layouts],
        "differences": [
            {"row": row, "pays": [number(pay) for pay in pays], "change": _apart(pays)}
            for row, pays in comparison.differences
        ],
        "edge_changes": {
            bet: {name: number(move) for name, move in zip(names[1:], comparison.moved(bet), strict=True)}
            for bet in comparison.bets
        },
        "decisions_changed": comparison.changes.hands,
        "changed_classes": [
            {"hand": show(*hand_class.hand), "members": hand_class.members, "actions": list(hand_class.actions)}
            for hand_class in comparison.changes.classes
        ],
        "sign_change": bool(comparison.sign_changes),
        "sign_changes": list(comparison.sign_changes),
        "notes": list(comparison.notes),
        "version": comparison.layouts[0].analysis.version,
    }
    return whole | ({"date": date} if date else {})


def _apart(pays: tuple[Fraction | None, ...]) -> list[Number | None]:
    first, *others = pays
    return [None if pay is None or first is None else number(pay - first) for pay in others]


def _layout(layout: ComparedLayout) -> JsonObject:
    rules = layout.analysis.rules
    bets = {name: _metrics(metrics) for name, metrics in layout.figures.items()}
    return {
        "name": layout.name,
        "title": rules.title,
        "paytable_sha256": rules.digest,
        "rules": dict(rules.readings),
        "strategy": layout.analysis.strategy.name,
        "play_frequency": number(layout.play_frequency),
        **_taken(layout),
        **next(iter(bets.values())),
        "bets": bets,
    }


def _taken(layout: ComparedLayout) -> JsonObject:
    shares = {action: number(share) for action, share in layout.action_frequencies.items()}
    return {"action_frequencies": shares} if shares else {}


def _metrics(metrics: Metrics) -> JsonObject:
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


def comparison_deliverable(comparison: Comparison, date: str = "") -> Deliverable:
    """Return the variation report for people and for programs.

    >>> from casino31.paytable_design.compare import compare
    >>> from casino31.rulesfile import load
    >>> files = [load(name) for name in ("31-classic-b", "31-classic-d")]
    >>> found = compare([(file.game, file.rules, file.name) for file in files])
    >>> [page.title for page in comparison_deliverable(found).report.pages]
    ['Variation', 'Figures', 'Hands']
    """
    return Deliverable(
        lambda: comparison_report(comparison, date),
        lambda: comparison_object(comparison, date),
        make_brief=lambda: comparison_report(comparison, date, whole=False),
    )


def comparison_report(comparison: Comparison, date: str = "", whole: bool = True) -> Report:
    """Return the variation report; unless ``whole``, on one page, with some of the classes of hands."""
    layouts, names = comparison.layouts, [layout.name for layout in comparison.layouts]
    game, version = layouts[0].game.name, layouts[0].analysis.version
    title = f"{game}: {names[0]} against {', '.join(names[1:])}"
    digests = tuple((f"SHA-256 of {layout.name}", layout.analysis.rules.digest or "none") for layout in layouts)
    head: list[Block] = [_layouts(comparison), texts("", digests)]
    head += [Note(f"note: {note}") for note in comparison.notes]
    head += [Note(_shout(comparison, bet), "strong") for bet in comparison.sign_changes]
    rows, figures, hands = (
        _rows(comparison, names),
        _figures(comparison, names),
        list(_hands(comparison, names, whole)),
    )
    if not whole:
        page = Page("Variation", (*head, rows, figures, *hands), title)
        return Report(title, "Variation report", (page,), maker=f"casino31 {version}")
    pages = (
        Page("Variation", (*head, rows), "What varies"),
        Page("Figures", (figures,), "Figures, before and after"),
        Page("Hands", tuple(hands), "Hands that are played anew"),
    )
    facts = (*digests, ("Date", date or "not stated"), ("Made by", f"casino31 {version}"))
    return Report(title, "Variation report", pages, facts, f"casino31 {version}", "", date)


def _layouts(comparison: Comparison) -> Table:
    rows = []
    for layout in comparison.layouts:
        rules = layout.analysis.rules
        readings = ", ".join(f"{name} = {choice}" for name, choice in rules.readings.items())
        rows.append(Row((Cell(layout.name), Cell(rules.title), Cell(readings))))
    columns = (
        Column("layout", "Layout", "left"),
        Column("title", "Title", "left"),
        Column("readings", "Readings", "left"),
    )
    return Table(columns, tuple(rows), "The layouts; the first is the reference")


def _shout(comparison: Comparison, bet: str) -> str:
    edges = ", ".join(f"{layout.name} {_favour(layout.figures[bet].house_edge)}" for layout in comparison.layouts)
    return f"*** THE EDGE ON {bet.upper()} CHANGES SIDES: {edges} ***"


def _favour(edge: Fraction) -> str:
    side = "the house" if edge > 0 else "the player" if edge < 0 else "nobody"
    return f"{percent(abs(edge))} for {side}"


def _columns(first: str, names: list[str]) -> tuple[Column, ...]:
    """A label, each layout, and how each later one lies to the first."""
    layouts = (Column(str(place), name) for place, name in enumerate(names))
    moved = (Column(f"by {place}", f"{name} - {names[0]}") for place, name in enumerate(names) if place)
    return (Column("label", first, "left"), *layouts, *moved)


def _rows(comparison: Comparison, names: list[str]) -> Table | Note:
    if not comparison.differences:
        return Note("Rows that differ: none: the pays are the same")
    rows = []
    for row, pays in comparison.differences:
        cells = [Cell("not offered" if pay is None else pay, Unit("to one")) for pay in pays]
        moved = [_difference(place, pays[0], pay, PLAIN) for place, pay in enumerate(pays) if place]
        rows.append(Row((Cell(row), *cells, *moved)))
    return Table(_columns("Row (pays to one)", names), tuple(rows), "Rows that differ", "rows")


def _difference(place: int, first: Value | None, other: Value | None, unit: Unit) -> Cell:
    """How a later number lies to the first, live."""
    if first is None or other is None or isinstance(first, str) or isinstance(other, str):
        return Cell(NOTHING)
    return Cell(other - first, unit._replace(signed=unit.kind != "plain"), f"[{place}]-[0]")


def _figures(comparison: Comparison, names: list[str]) -> Table:
    rows: list[Row] = []
    for bet in comparison.bets:
        rows.append(Row((Cell(bet),), "part"))
        for name, (figure, unit) in FIGURES.items():
            values = [figure(layout.figures[bet]) for layout in comparison.layouts]
            rows.append(_compared(name, values, unit))
            if name in EXACT:
                rows.append(_fractions(values))
    shares = [layout.frequencies for layout in comparison.layouts]
    common = [action for action in shares[0] if all(action in share for share in shares)]
    if common:
        rows.append(Row((Cell("Strategy"),), "part"))
    rows += [_compared(f"{action} frequency", [share[action] for share in shares], PERCENT) for action in common]
    title = "Figures, each layout under its own best strategy"
    return Table(_columns("", names), tuple(rows), title, "figures")


def _compared(label: str, values: Sequence[Fraction | float | None], unit: Unit) -> Row:
    cells = [Cell(NOTHING if value is None else value, unit) for value in values]
    moved = [_difference(place, values[0], value, unit) for place, value in enumerate(values) if place]
    return Row((Cell(label), *cells, *moved))


def _fractions(values: Sequence[Fraction | float | None]) -> Row:
    first, *others = values
    moved = (other - first for other in others if isinstance(other, Fraction) and isinstance(first, Fraction))
    return Row((Cell("exact"), *(Cell(str(value)) for value in (*values, *moved))), "exact")


def _hands(comparison: Comparison, names: list[str], whole: bool) -> Iterator[Block]:
    classes = comparison.changes.classes
    kinds = f"{len(classes)} class" + ("es" if len(classes) != 1 else "")
    sizes = {len(hand) for hand in comparison.layouts[0].actions}
    whose = "Hands" if len(sizes) > 1 else "Starting hands"  # later decisions are made on more cards
    title = f"{whose} with another best action: {comparison.changes.hands:,} in {kinds}"
    shown = classes if whole else classes[:SHOWN_CLASSES]
    if not shown:
        yield Note(title)
        return
    rows = tuple(
        Row((Cell(show(*change.hand)), Cell(change.members, WHOLE), *map(Cell, change.actions))) for change in shown
    )
    layouts = (Column(str(place), name, "centre") for place, name in enumerate(names))
    columns = (Column("hand", "Hand, suits by any name", "left"), Column("hands", "Hands"), *layouts)
    yield Table(columns, rows, title)
    if len(shown) < len(classes):
        yield Note(f"... and {len(classes) - len(shown)} more classes")
