"""The count rows of the starting hands: from them and the pays, the best action of every hand, live."""

from casino31.cards import show
from casino31.report.excel.grid import Grid, Mark, letter, quoted
from casino31.report.excel.live import DIGITS, Live

TITLE = "Counts"
EXAMPLE, EVENT, MEMBERS, VALUE, GAIN, DECISION, PLAYED, FIRST_FINISH = range(1, 9)
"""The columns: what each row is and what it is worth, then its draws by finish."""
OPTION_ROW = 5
"""The first row of the events that each finish may be paid as."""


def _depth(live: Live) -> int:
    return max(map(len, live.sheet.decisions.finishes))


def first_row(live: Live) -> int:
    """Return the row of the first count row: below the options, their pays, the choice and the pay.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> first_row(live)
    13
    """
    return OPTION_ROW + 2 * _depth(live) + 4


def area(live: Live, column: int, span: tuple[int, int]) -> str:
    """Return the address of a stretch of count rows in one column.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> area(live, MEMBERS, (0, 9))
    "'Counts'!C13:C22"
    """
    top, name = first_row(live), letter(column)
    return f"{quoted(TITLE)}!{name}{top + span[0]}:{name}{top + span[1]}"


def counts_sheet(live: Live) -> Grid:
    """Return the sheet of count rows: one for all starting hands that no pay table can tell apart.

    >>> from casino31.report.parsheet import ParSheet
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> sheet = counts_sheet(live)
    >>> sheet.cells[13, DECISION].formula
    'IF(E13>0,1,IF(E13<0,0,{tie flag}))'
    """
    grid = Grid(TITLE)
    finishes = live.sheet.decisions.finishes
    last = FIRST_FINISH + len(finishes) - 1
    grid.widths = {EXAMPLE: 11.0, EVENT: 10.0, MEMBERS: 9.0, VALUE: 10.0, GAIN: 10.0, DECISION: 9.0, PLAYED: 9.0}
    grid.widths |= dict.fromkeys(range(FIRST_FINISH, last + 1), 6.4)
    grid.put(1, 1, "Starting hands: the draws of each, and the best action, live", "title")
    text = (
        "Hands that no pay table can tell apart share a row. To the right: of the "
        f"{live.sheet.decisions.draws} draws, how many end in each finish (blank: none). A finish is paid as "
        "whichever of its events pays more. Play value: the draws times their pays, summed. Gain: by how much "
        f"playing beats folding, rounded to {DIGITS} decimals so that two actions of exactly equal value compare "
        "as equal in floating point. Decision: 1 play, 0 fold; "
        "the tie rule on the Strategy sheet where the gain is 0 (yellow)."
    )
    grid.put(2, 1, text, "note")
    grid.merge(2, 1, last)
    grid.heights |= {1: 24.0, 2: 30.0}
    _finishes(grid, live)
    _rows(grid, live)
    first, last_row = first_row(live), first_row(live) + len(live.rows) - 1
    decision, gain = letter(DECISION), letter(GAIN)
    grid.marks.append(Mark(f"{decision}{first}:{decision}{last_row}", f"{decision}{first}=1", "good"))
    grid.marks.append(Mark(f"{gain}{first}:{gain}{last_row}", f"{gain}{first}=0", "warn"))
    grid.freeze = f"{letter(FIRST_FINISH)}{first_row(live)}"
    grid.print_rows = f"{OPTION_ROW}:{first_row(live) - 1}"
    return grid


def _finishes(grid: Grid, live: Live) -> None:
    depth = _depth(live)
    pays_row, choice_row = OPTION_ROW + depth, OPTION_ROW + 2 * depth
    pay_row, head_row = choice_row + 1, choice_row + 3
    grid.put(4, FIRST_FINISH, "Finish: what the draw makes of the hand", "subtitle")
    for option in range(depth):
        grid.put(OPTION_ROW + option, PLAYED, "event" if not option else f"or ({option + 1})", "small general")
        grid.put(pays_row + option, PLAYED, "pays" if not option else f"pays ({option + 1})", "small general")
    grid.put(choice_row, PLAYED, "paid as", "small general")
    grid.put(pay_row, PLAYED, "pay", "small general")
    grid.put(pay_row + 1, PLAYED, "ways", "small general")
    for place, finish in enumerate(live.sheet.decisions.finishes):
        column = FIRST_FINISH + place
        name, values = letter(column), live.finish_pays(finish)
        for option, (event, pays) in enumerate(zip(finish, values, strict=True)):
            grid.put(OPTION_ROW + option, column, event, "upright")
            formula = "+".join(f"{{{wager}.event net.{event}}}" for wager in live.main)
            grid.put(pays_row + option, column, pays, "small", formula)
        for option in range(len(finish), depth):
            grid.put(OPTION_ROW + option, column, "", "upright")
        options = [f"{name}{pays_row + option}" for option in range(len(finish))]
        pay = f"MAX({','.join(options)})"
        choice = live.choices[place]
        formula = _choice(options, pay)
        grid.put(choice_row, column, choice + 1, "small", formula, key=f"finish.{place}.choice")
        grid.put(pay_row, column, max(values), "small", pay, key=f"finish.{place}.pay")
        ways = sum(live.finish_ways[place])
        grid.put(pay_row + 1, column, ways, "tiny", f"{{finish.{place}.total}}")
        grid.put(head_row, column, " or ".join(finish), "upright")
    heads = ("Example", "First cards", "Hands", "Play value", "Gain", "Decision", "Hands played")
    grid.row(head_row, EXAMPLE, heads, "head centre")
    grid.heights[head_row] = 40.0
    for option in range(depth):
        grid.heights[OPTION_ROW + option] = 24.0


def _choice(options: list[str], best: str) -> str:
    """The number of the first option that pays best."""
    if len(options) == 1:
        return ""
    formula = str(len(options))
    for place in reversed(range(len(options) - 1)):
        formula = f"IF(ROUND({best}-{options[place]},{DIGITS})=0,{place + 1},{formula})"
    return formula


def _rows(grid: Grid, live: Live) -> None:
    top = first_row(live)
    finishes = len(live.sheet.decisions.finishes)
    first, last = letter(FIRST_FINISH), letter(FIRST_FINISH + finishes - 1)
    pay_row = OPTION_ROW + 2 * _depth(live) + 1
    pays = f"{first}${pay_row}:{last}${pay_row}"
    members, value, gain, decision = map(letter, (MEMBERS, VALUE, GAIN, DECISION))
    steps = zip(live.rows, live.play_values, live.advantages, live.decisions, strict=True)
    for at, (row, worth, more, plays) in enumerate(steps, top):
        grid.put(at, EXAMPLE, show(*row.example), "hand")
        grid.put(at, EVENT, row.side, "small")
        grid.put(at, MEMBERS, row.members, "small integer")
        grid.put(at, VALUE, worth, "small general", f"SUMPRODUCT({first}{at}:{last}{at},{pays})")
        side = ""
        if live.forfeits and live.side:
            side = f"+{{objective}}*{{draws}}*({{{live.side}.event net.{row.side}}}-{{{live.side}.net.0}})"
        formula = f"ROUND({value}{at}-{{draws}}*{{fold value}}{side},{DIGITS})"
        grid.put(at, GAIN, round(more, DIGITS), "small general", formula)
        grid.put(at, DECISION, plays, "small", f"IF({gain}{at}>0,1,IF({gain}{at}<0,0,{{tie flag}}))")
        grid.put(at, PLAYED, row.members * plays, "small integer", f"{members}{at}*{decision}{at}")
        for place, ways in enumerate(row.counts):
            if ways:
                grid.put(at, FIRST_FINISH + place, ways, "tiny")
