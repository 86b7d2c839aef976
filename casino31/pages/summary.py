"""The first page of a par sheet: everything that a reader in a hurry needs, each figure live."""

from fractions import Fraction

from casino31.decimals import percent
from casino31.formulas import all_ok, constant, filed, filed_number
from casino31.page import (
    SHARE,
    TEXT,
    WHOLE,
    Block,
    Cell,
    Figure,
    Headline,
    Note,
    Page,
    Table,
    Unit,
    figures,
    texts,
)
from casino31.pages.live import Live
from casino31.pages.measures import figures_of_stakes, wheres
from casino31.pages.strategy import EQUAL, EQUAL_FIRST

TITLE = "Summary"
FILED = Unit("filed")


def summary_page(live: Live, checks: list[str]) -> Page:
    """Return the summary; ``checks`` are the keys of every check cell of the report.

    >>> from casino31.pages.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> page = summary_page(Live(ParSheet(file.game, file.game.analyse(file.rules), file.name)), ["check.one"])
    >>> cell = page.blocks[1].rows[0].cells[1]
    >>> cell.name, str(cell.value), cell.formula
    ('house_edge_main', '10298/270725', '-{main.mean}/{main.initial}')
    """
    title = "Figures, at the best action for every hand" if live.decides else "Figures"
    blocks: list[Block] = [Headline(tuple(_headline(live))), figures_of_stakes(live.sheet, wheres(live), title)]
    if live.decides:
        blocks.append(_strategy(live))
    blocks += [_readings(live), *_status(live, checks)]
    return Page(TITLE, tuple(blocks), live.rules.title)


def _headline(live: Live) -> list[tuple[str, Cell]]:
    stakes = list(live.sheet.stakes.items())
    first, its = stakes[0]
    share, number = Unit("share", 4), Unit("number", 4)
    told = [
        (f"House edge · {name}", Cell(stake.metrics.house_edge, share, f"{{{name}.edge}}", alert="below 0"))
        for name, stake in stakes[:2]
    ]
    if live.sheet.play_frequency is not None:
        told.append(("Hands played", Cell(live.sheet.play_frequency, share, "{play frequency}")))
    risk = its.metrics.element_of_risk
    told.append((f"Element of risk · {first}", Cell("none" if risk is None else risk, share, f"{{{first}.risk}}")))
    deviation = its.metrics.standard_deviation
    told.append((f"Standard deviation · {first}", Cell(deviation, number, f"{{{first}.sd}}")))
    return told[: 1 + max(len(stakes), 2)]


def _strategy(live: Live) -> Table:
    tied, hands = live.sheet.analysis.tied, sum(hand_value.members for hand_value in live.sheet.hand_values)
    rows = []
    if live.sheet.play_frequency is not None:
        often = live.sheet.play_frequency
        exact = str(often)
        rows.append(Figure("Hands played", often, SHARE, "{play frequency}", note=exact, note_formula=filed(exact)))
    first = sum(situation.members for situation in live.before)
    if first:
        label = "Hands at any decision with more than one, at the pays of the file"
        rows.append(Figure(EQUAL_FIRST, live.tied, WHOLE, "{tied hands}", note=f"of {first:,}"))
        rows.append(
            Figure(label, tied, WHOLE, filed_number(Fraction(tied)), name="tied_hands", note=f"of {hands:,}")
        )
    else:
        rows.append(Figure(EQUAL, tied, WHOLE, "{tied hands}", note=f"of {hands:,}"))
    return figures("Strategy", rows)


def _readings(live: Live) -> Table:
    rows = []
    if live.decides and live.sheet.advice.short:
        best = live.sheet.advice.short[-1]
        rows.append(("In short, for people", f"{'; '.join(best.lines)}. Costs {percent(best.cost, 6)}."))
    readings = ", ".join(f"{name} = {choice}" for name, choice in live.rules.readings.items())
    objective = " + ".join(live.sheet.analysis.objective)
    rows += [
        ("Readings", readings or "none"),
        ("Strategy is chosen for", f"{objective}; {live.sheet.analysis.strategy.name}"),
        ("Source of the layout", live.rules.source or "not stated"),
        *(("Assumption", note) for note in live.sheet.analysis.assumptions),
    ]
    return texts("Readings and assumptions", rows)


def _status(live: Live, checks: list[str]) -> list[Block]:
    total = "{draws}*{hands}" if live.table else ""
    rows = [Figure("Equally likely deals", live.total, WHOLE, total, "total", "total_combinations")]
    if live.frozen:
        return [figures("This workbook", rows), Note(live.frozen, "note")]
    filed_now = f"IF({'+'.join(_edits(live))}=0,1,0)"
    rows += [
        Figure("Inputs (yellow cells)", 1, FILED, filed_now, "as filed", "as_filed", alert="unfiled", kind="check"),
        Figure(
            "Checks", "all checks pass", TEXT, all_ok(checks), "verdict", "checks", alert="verdict", kind="check"
        ),
    ]
    method = f"Method: {live.sheet.analysis.method}. Red: the player has the edge, or a check fails."
    return [figures("This workbook", rows), Note(method, "note")]


def _edits(live: Live) -> list[str]:
    """What is above 0 when an input is not the file's."""
    edits = [f"{{{wager}.edits}}" for wager in live.rules.tables]
    if live.table:
        if live.tie_choices:
            edits.append(f'IF({{tie}}="{live.rules.readings["tie"]}",0,1)')
        edits += [f"ABS({{objective.{bet}}}-{int(live.is_objective(bet))})" for bet in live.at_stake]
    mix = live.sheet.stakes.get("mix")
    if mix and len(mix.stake.units) > 1:
        units = mix.stake.units
        edits += [f"ABS({{units.{bet}}}-{constant(many)})" for bet, many in units.items()]
    return edits
