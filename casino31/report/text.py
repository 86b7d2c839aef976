"""A par sheet as plain text: the short form for the screen, the whole one for a file."""

from collections.abc import Sequence
from fractions import Fraction
from textwrap import fill

from casino31.answers import StatedRule
from casino31.cards import show
from casino31.longrun import Range
from casino31.metrics import EventRow
from casino31.paytable import OddsUnit, show_pay
from casino31.report.filing import filing_parts, filing_text
from casino31.report.numbers import decimal, percent, table
from casino31.report.parsheet import ParSheet, StakeFigures, WagerFigures

WIDTH = 100


def summary(sheet: ParSheet, long_run: bool = False) -> str:
    """Return what ``analyze`` prints: the layout, its figures, its events, its strategy, its assumptions.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> sheet = ParSheet(file.game, file.game.analyse(file.rules), file.name)
    >>> "6.0814 %" in summary(sheet)
    True
    """
    parts = [_head(sheet), _figures(sheet)]
    parts += [_events(name, figures) for name, figures in sheet.stakes.items() if len(figures.stake.bets) == 1]
    parts += [_together(sheet)]
    if long_run:
        parts += [_long_run(sheet)]
    parts += [_rule_list(sheet), _assumptions(sheet)]
    return "\n\n".join(part for part in parts if part) + "\n"


def par_sheet(sheet: ParSheet, date: str = "") -> str:
    """Return the whole par sheet: every figure with its exact fraction, and every table.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> sheet = ParSheet(file.game, file.game.analyse(file.rules), file.name)
    >>> "336/5525" in par_sheet(sheet, "2026-02-03"), "2026-02-03" in par_sheet(sheet, "2026-02-03")
    (True, True)
    """
    parts = [_head(sheet, date), filing_text(filing_parts(sheet)), _figures(sheet), _exact(sheet)]
    parts += [_wager(figures, sheet.rules.odds) for figures in sheet.wagers.values()]
    parts += [_events(name, figures) for name, figures in sheet.stakes.items()]
    parts += [
        _together(sheet),
        _long_run(sheet),
        _strategy(sheet),
        _law(sheet),
        _examples(sheet),
        _assumptions(sheet),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def strategy_page(sheet: ParSheet) -> str:
    """Return what ``strategy`` prints: the layout, its strategy and what that rests on.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> sheet = ParSheet(file.game, file.game.analyse(file.rules), file.name)
    >>> strategy_page(sheet).splitlines()[0]
    '31 Classic, sample layout B'
    """
    return "\n\n".join(part for part in (_head(sheet), _strategy(sheet), _assumptions(sheet)) if part) + "\n"


def _strategy(sheet: ParSheet) -> str:
    advice = sheet.advice
    parts = [_rule_list(sheet)]
    for title, rules in (
        ("Best short rules, and what each costs", advice.short),
        ("What common mistakes cost", advice.mistakes),
    ):
        if rules:
            parts.append(_title(title) + "\n" + "\n".join(_stated(rule) for rule in rules))
    return "\n\n".join(parts)


def _title(words: str) -> str:
    return f"{words}\n{'=' * len(words)}"


def _head(sheet: ParSheet, date: str = "") -> str:
    analysis, rules = sheet.analysis, sheet.rules
    facts = [
        ("game", analysis.game),
        ("pay table", sheet.name),
        ("SHA-256", rules.digest or "made in code, no file"),
        ("source", rules.source or "not stated"),
        ("readings", ", ".join(f"{name} = {choice}" for name, choice in rules.readings.items()) or "none"),
        ("odds", f"{rules.odds} in the file; net results in units"),
        ("strategy", f"{analysis.strategy.name}; chosen for {' + '.join(analysis.objective)}"),
        ("method", f"{analysis.method}: {analysis.outcomes.total:,} equally likely deals"),
        ("made by", f"casino31 {analysis.version}" + (f", {date}" if date else "")),
    ]
    lines = [fill(f"{name:<10} {value}", WIDTH, subsequent_indent=" " * 11) for name, value in facts]
    return "\n".join([_title(rules.title), *lines])


def _figures(sheet: ParSheet) -> str:
    columns = [figures.metrics for figures in sheet.stakes.values()]
    rows = [
        ("units put up before a card is seen", [decimal(m.initial_wager, 4) for m in columns]),
        ("house edge (of the initial wager)", [percent(m.house_edge) for m in columns]),
        ("element of risk (of all wagered)", [percent(m.element_of_risk) for m in columns]),
        ("return to player, initial wager", [percent(m.return_on_initial) for m in columns]),
        ("return to player, all wagered", [percent(m.return_on_turnover) for m in columns]),
        ("average wager, units", [decimal(m.average_wager) for m in columns]),
        ("variance, initial wager squared", [decimal(m.variance) for m in columns]),
        ("standard deviation", [decimal(m.standard_deviation) for m in columns]),
        (
            f"volatility index, {percent(sheet.confidence, 0)} (z = {sheet.z:.4f})",
            [decimal(m.volatility_index(sheet.z)) for m in columns],
        ),
        ("skewness", [_or_none(m.skewness) for m in columns]),
        ("excess kurtosis", [_or_none(m.excess_kurtosis) for m in columns]),
        ("hit frequency (net win)", [percent(m.hit_frequency) for m in columns]),
        ("push frequency", [percent(m.push_frequency) for m in columns]),
        ("loss frequency", [percent(m.loss_frequency) for m in columns]),
        ("N0 = (SD / edge)^2, rounds", [_or_none(m.n0, 0) for m in columns]),
        ("largest win, units", [decimal(m.largest_win, 2) for m in columns]),
    ]
    body = table(("", *sheet.stakes), [(name, *values) for name, values in rows])
    edges = [f"  {name}: the player has the edge." for name, f in sheet.stakes.items() if f.metrics.house_edge < 0]
    return "\n".join([_title("Figures"), body, *edges])


def _or_none(value: Fraction | float | None, digits: int = 6) -> str:
    return "none" if value is None else decimal(value, digits)


def _exact(sheet: ParSheet) -> str:
    names = ("house_edge", "element_of_risk", "average_wager", "variance", "excess_kurtosis", "n0")
    frequencies = ("hit_frequency", "push_frequency", "loss_frequency", "largest_win")
    lines = [
        f"  {stake}: {name.replace('_', ' ')} = {value}"
        for stake, figures in sheet.stakes.items()
        for name in (*names, *frequencies)
        if (value := getattr(figures.metrics, name)) is not None
    ]
    lines += [f"  covariance of {one} and {other} = {value}" for (one, other), (value, _) in sheet.pairs.items()]
    return "\n".join([_title("The exact fractions"), *lines])


def _wager(figures: WagerFigures, unit: OddsUnit) -> str:
    rows = [
        (line.label, show_pay(line.pays, unit), line.provenance if line.listed else "by the rules")
        for line in figures.table.lines
    ]
    pays = table(("event", "pays", "provenance"), rows)
    title = f"The wager {figures.wager} by itself, per unit of the ante"
    return "\n".join([_title(title), pays, "", _event_table(figures.rows)])


def _events(name: str, figures: StakeFigures) -> str:
    title = f"Outcomes: {name} (net, return and variance in units)"
    return "\n".join([_title(title), _event_table(figures.rows)])


def _event_table(events: Sequence[EventRow]) -> str:
    head = ("event", "net", "combinations", "probability", "1 in N", "true odds", "return", "variance")
    rows = [_event(row) for row in events]
    rows.append(
        (
            "total",
            "",
            f"{sum(row.combinations for row in events):,}",
            decimal(sum(row.probability for row in events), 8),
            "",
            "",
            decimal(sum(row.expected for row in events), 8),
            decimal(sum(row.variance for row in events), 6),
        )
    )
    return table(head, rows)


def _event(row: EventRow) -> tuple[str, ...]:
    return (
        row.label,
        str(row.net),
        f"{row.combinations:,}",
        decimal(row.probability, 8),
        decimal(row.one_in, 2),
        decimal(row.true_odds, 2),
        decimal(row.expected, 8),
        decimal(row.variance, 6),
    )


def _together(sheet: ParSheet) -> str:
    rows = [
        (f"{one} and {other}", decimal(value, 8), "none" if linear is None else decimal(linear, 6))
        for (one, other), (value, linear) in sheet.pairs.items()
    ]
    if not rows:
        return ""
    return "\n".join([_title("Wagers together"), table(("", "covariance, units squared", "correlation"), rows)])


def _long_run(sheet: ParSheet) -> str:
    parts = [range_title(sheet.confidence)]
    for name, figures in sheet.stakes.items():
        parts.append(f"{name}, {range_table(figures.ranges(confidence=sheet.confidence))}")
    return "\n".join(parts)


def range_title(confidence: Fraction, unit: str = "initial wagers") -> str:
    """Return the title over the ranges of the average result."""
    return _title(f"Average result a round, in {unit}: {percent(confidence, 0)} of the time")


def range_table(ranges: Sequence[Range]) -> str:
    """Return the range of the average result after each number of rounds, a line each."""
    head = ("rounds", "from", "to", "normal from", "normal to", "")
    rows = [
        (
            f"{each.rounds:,}",
            percent(each.lower, 3),
            percent(each.upper, 3),
            percent(each.normal_lower, 3),
            percent(each.normal_upper, 3),
            ("normal misleads" if each.misleads else "") + ("" if each.certain else " +- one step"),
        )
        for each in ranges
    ]
    return f"exact quantiles beside the normal ones\n{table(head, rows)}"


def _rule_list(sheet: ParSheet) -> str:
    reading, *rules = sheet.rule_list
    lines = [fill(reading, WIDTH, initial_indent="  ", subsequent_indent="  ")]
    lines += [
        fill(rule, WIDTH, initial_indent=f"  {place:>2}. ", subsequent_indent="      ")
        for place, rule in enumerate(rules, 1)
    ]
    if sheet.analysis.strategy.actions:
        often = sheet.play_frequency
        plays = "" if often is None else f"Plays {percent(often)} of hands; "
        which = "both" if len({*sheet.analysis.strategy.actions.values()}) <= 2 else "several"
        said = f"{plays}on {sheet.analysis.tied} hands {which} actions are equal."
        lines.append(f"  {said[0].upper()}{said[1:]}")
    return "\n".join([_title("Strategy: the best action for every hand"), *lines])


def _stated(rule: StatedRule) -> str:
    worth = f"edge {percent(rule.house_edge)}, costs {percent(rule.cost)}, plays {percent(rule.play_frequency, 2)}"
    return "\n".join([f"  {worth}", *(f"      {line}" for line in rule.lines)])


def _law(sheet: ParSheet) -> str:
    indent = " " * 7
    lines = [fill(f"  {clause:<4} {text}", WIDTH, subsequent_indent=indent) for clause, text in sheet.game.clauses]
    return "\n".join([_title("The law"), *lines])


def _examples(sheet: ParSheet) -> str:
    parts = [_title("Worked rounds")]
    for each in sheet.examples:
        steps = [fill(step, WIDTH, initial_indent="    - ", subsequent_indent="      ") for step in each.steps]
        parts.append("\n".join([f"  {each.title}: {show(*each.cards)}, {each.action}", *steps]))
    return "\n".join(parts)


def _assumptions(sheet: ParSheet) -> str:
    notes = [
        fill(f"- {note}", WIDTH, subsequent_indent="    ", initial_indent="  ")
        for note in sheet.analysis.assumptions
    ]
    return "\n".join([_title("Assumptions"), *notes]) if notes else ""
