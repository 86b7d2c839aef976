"""The count rows of the situations: from them and the pays, the best action of every hand, live."""

from fractions import Fraction
from typing import NamedTuple

from casino31.answers import DecisionRow
from casino31.cards import show
from casino31.pricing import NO_DECISION
from casino31.report.excel.grid import Grid, Mark, letter, quoted
from casino31.report.excel.live import DIGITS, Live
from casino31.report.excel.payrows import event_key, said

TITLE = "Counts"
EXAMPLE, EVENT, MEMBERS, FIRST_VALUE = range(1, 5)
"""The first columns: what each row is. Then come the actions."""
OPTION_ROW = 5
"""The first row of the events that each end may be paid as."""


class Places(NamedTuple):
    """Where the sheet keeps what: after the values of the actions, their hands and the draws by end."""

    top: int
    """The row of the first count row: below the options, their pays, the choice and the pay."""
    best: int
    ties: int
    decision: int
    first_taken: int
    first_count: int
    depth: int
    """Settlements that an end may be paid as, at most."""

    @property
    def pay_row(self) -> int:
        """The row of what each end wins."""
        return OPTION_ROW + 2 * self.depth + 1


def places(live: Live) -> Places:
    """Return where the sheet keeps what.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> places(Live(ParSheet(file.game, file.game.analyse(file.rules), file.name)))
    Places(top=13, best=6, ties=7, decision=8, first_taken=9, first_count=11, depth=2)
    """
    depth, best = max(len(column.options) for column in live.columns), FIRST_VALUE + len(live.actions)
    taken = best + 3
    return Places(OPTION_ROW + 2 * depth + 4, best, best + 1, best + 2, taken, taken + len(live.actions), depth)


def area(live: Live, column: int, span: tuple[int, int] | None = None) -> str:
    """Return the address of a stretch of count rows in one column, by default of all of them.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> area(live, MEMBERS, (0, 9))
    "'Counts'!C13:C22"
    """
    first, last = span or (0, len(live.rows) - 1)
    top, name = places(live).top, letter(column)
    return f"{quoted(TITLE)}!{name}{top + first}:{name}{top + last}"


def counts_sheet(live: Live) -> Grid:
    """Return the sheet of count rows: one for all hands that no pay table can tell apart.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> sheet = counts_sheet(live)
    >>> sheet.cells[13, 6].formula, sheet.cells[13, 8].formula
    ('MAX(D13:E13)', 'IF(INDEX(D13:E13,1,{tie flag})=F13,{tie flag},MATCH(F13,D13:E13,0))')
    """
    grid, at = Grid(TITLE), places(live)
    last = at.first_count + len(live.columns) - 1
    grid.widths = dict.fromkeys(range(1, at.first_count), 9.0) | {EXAMPLE: 11.0, EVENT: 10.0}
    grid.widths |= dict.fromkeys(range(FIRST_VALUE, at.best + 1), 10.5)
    grid.widths |= dict.fromkeys(range(at.first_count, last + 1), 6.4)
    grid.put(1, 1, "Hands before the decision: the draws of each, and the best action, live", "title")
    text = (
        "Hands that no pay table can tell apart share a row. To the right: of the "
        f"{live.draws:,} draws after each action, how many come to each end (blank: none). An end is paid as "
        "whichever of its events pays more. The value of an action: the draws times their pays, summed, rounded to "
        f"{live.digits} decimals so that two actions of exactly equal value compare as equal in floating point. "
        "Decision: the number of the best action, from the left; of equal ones (yellow) the one that the tie rule "
        "prefers, else the first."
    )
    grid.put(2, 1, text, "note")
    grid.merge(2, 1, last)
    grid.heights |= {1: 24.0, 2: 42.0}
    _ends(grid, live, at)
    _heads(grid, live, at)
    for place in range(len(live.rows)):
        _row(grid, live, at, place)
    low, high = at.top, at.top + len(live.rows) - 1
    value, best, ties = letter(FIRST_VALUE), letter(at.best), letter(at.ties)
    good = f"AND(ISNUMBER({value}{low}),{value}{low}=${best}{low})"
    grid.marks.append(Mark(f"{value}{low}:{letter(at.best - 1)}{high}", good, "good"))
    grid.marks.append(Mark(f"{ties}{low}:{ties}{high}", f"{ties}{low}>1", "warn"))
    grid.freeze = f"{letter(at.first_count)}{low}"
    grid.print_rows = f"{OPTION_ROW}:{low - 1}"
    return grid


def _heads(grid: Grid, live: Live, at: Places) -> None:
    row = at.top - 1
    grid.row(row, EXAMPLE, ("Example", "Side bets" if live.sides else "", "Hands"), "head centre")
    for place, action in enumerate(live.actions):
        grid.put(row, FIRST_VALUE + place, action, "head centre", key=f"action.{place}")
        grid.put(row, at.first_taken + place, f"Hands: {action}", "head centre")
    grid.row(row, at.best, ("Best", "Best actions", "Decision"), "head centre")
    grid.heights[row] = 40.0


def _ends(grid: Grid, live: Live, at: Places) -> None:
    depth, side = at.depth, at.first_count - 1
    pays_row, choice_row = OPTION_ROW + depth, OPTION_ROW + 2 * depth
    grid.put(4, at.first_count, "How the round ends, by action", "subtitle")
    for option in range(depth):
        grid.put(OPTION_ROW + option, side, "event" if not option else f"or ({option + 1})", "small general")
        grid.put(pays_row + option, side, "pays" if not option else f"pays ({option + 1})", "small general")
        grid.heights[OPTION_ROW + option] = 24.0
    for offset, name in enumerate(("paid as", "pay", "ways")):
        grid.put(choice_row + offset, side, name, "small general")
    for place, each in enumerate(live.columns):
        column = at.first_count + place
        name = letter(column)
        values = [live.rules.won(live.base, settlement) for settlement in each.options]
        for option, (settlement, pays) in enumerate(zip(each.options, values, strict=True)):
            grid.put(OPTION_ROW + option, column, said(settlement), "upright")
            wagers = zip(live.main, settlement, strict=True)
            formula = "+".join(f"{{{event_key(wager, 'net', paid)}}}" for wager, paid in wagers)
            grid.put(pays_row + option, column, pays, "small", formula)
        for option in range(len(each.options), depth):
            grid.put(OPTION_ROW + option, column, "", "upright")
        options = [f"{name}{pays_row + option}" for option in range(len(each.options))]
        pay = f"MAX({','.join(options)})"
        grid.put(choice_row, column, each.choice + 1, "small", _choice(options, pay), key=f"column.{place}.choice")
        grid.put(choice_row + 1, column, max(values), "small", pay)
        ways = sum(live.column_ways[place])
        grid.put(choice_row + 2, column, ways, "tiny", f"{{column.{place}.total}}")
        label = " or ".join(map(said, each.options))
        grid.put(at.top - 1, column, label if label == each.name else f"{each.name}: {label}", "upright")


def _choice(options: list[str], best: str) -> str:
    """The number of the first option that pays best."""
    if len(options) == 1:
        return ""
    formula = str(len(options))
    for place in reversed(range(len(options) - 1)):
        formula = f"IF(ROUND({best}-{options[place]},{DIGITS})=0,{place + 1},{formula})"
    return formula


def _row(grid: Grid, live: Live, at: Places, place: int) -> None:
    row, worth, decision, y = live.rows[place], live.values[place], live.decisions[place], at.top + place
    grid.put(y, EXAMPLE, show(*row.example), "hand")
    grid.put(y, EVENT, _side(row), "small")
    grid.put(y, MEMBERS, row.members, "small integer")
    for action, name in enumerate(live.actions):
        if name in worth:
            value = Fraction(round(worth[name], live.digits))
            grid.put(y, FIRST_VALUE + action, value, "small general", _value(live, at, row, y, action))
        taken = row.members if action == decision else 0
        hands = f"IF({letter(at.decision)}{y}={action + 1},{letter(MEMBERS)}{y},0)"
        grid.put(y, at.first_taken + action, taken, "small integer", hands)
    span, best = f"{letter(FIRST_VALUE)}{y}:{letter(at.best - 1)}{y}", f"{letter(at.best)}{y}"
    most = max(worth.values())
    grid.put(y, at.best, Fraction(round(most, live.digits)), "small general", f"MAX({span})")
    equal = sum(value == most for value in worth.values())
    grid.put(y, at.ties, equal, "small", f"SUMPRODUCT(ISNUMBER({span})*({span}={best}))")
    choice = f"MATCH({best},{span},0)"
    if live.tie_choices and NO_DECISION not in worth:
        choice = f"IF(INDEX({span},1,{{tie flag}})={best},{{tie flag}},{choice})"
    grid.put(y, at.decision, decision + 1, "small", choice)
    for offset, column in enumerate(live.columns):
        ways = row.counts.get(column.name, {}).get(column.end)
        if ways:
            grid.put(y, at.first_count + offset, ways, "tiny")


def _value(live: Live, at: Places, row: DecisionRow, y: int, action: int) -> str:
    """The formula of what an action wins: its draws times their pays, and the side bets that depend on it."""
    places = [place for place, column in enumerate(live.columns) if column.action == action]
    first, last = letter(at.first_count + places[0]), letter(at.first_count + places[-1])
    formula = f"SUMPRODUCT({first}{y}:{last}{y},{first}${at.pay_row}:{last}${at.pay_row})"
    for bet in live.at_stake:
        paids = zip(live.rules.bets[bet], row.sides[live.actions[action]][live.side_bets.index(bet)], strict=True)
        pays = "+".join(f"{{{event_key(wager, 'net', paid)}}}" for wager, paid in paids)
        formula += f"+{{objective.{bet}}}*{{draws}}*({pays})"
    return f"ROUND({formula},{live.digits})"


def _side(row: DecisionRow) -> str:
    """What the side bets come to, whatever the action or by action."""
    return " or ".join(dict.fromkeys(" + ".join(map(said, side)) for side in row.sides.values()))
