"""What can happen to a punter, by first card: classes that add up to 1, and to the expectation."""

from fractions import Fraction

from casino31.report.excel.grid import Chart, Grid, Mark, letter
from casino31.report.excel_banker.figures import Book
from casino31.report.excel_banker.page import begin

TITLE = "Classes"
HEAD = 4


def classes_sheet(book: Book) -> Grid:
    """Return the sheet of outcome classes: one row a class, one column a first card, and all of them.

    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> sheet = classes_sheet(Book(file.game, file.game.sides.analyse(file.rules), file.name))
    >>> [sheet.cells[row, 1].value for row in (5, 14, 15)]
    ['banker bust', 'stand lost', 'Sum']
    """
    grid = Grid(TITLE, one_page=True)
    tie = book.analysis.head.readings.get("tie", "stand")
    events = list(book.analysis.head.results)
    firsts = book.firsts
    all_, last = 3 + len(firsts), 3 + len(firsts)
    grid.widths = {1: 18.0, 2: 9.0} | dict.fromkeys(range(3, last), 11.0) | {all_: 12.5}
    begin(
        grid,
        book,
        "What happens to a punter",
        "Probabilities at his best play against this banker. A class wins the bet or loses it whole, whatever the "
        "bet. The last column weighs first cards by their chances. 14 won and 14 lost: against a banker who shows "
        f"a 14; stand: against a concealed card. How a tie is decided (tie = {tie}) moves classes, never "
        "the expectation.",
        last,
    )
    grid.put(HEAD, 1, "Class", "head left")
    grid.put(HEAD, 2, "The bet", "head centre")
    for column, first in enumerate(firsts, 3):
        grid.put(HEAD, column, first.card, "head")
    grid.put(HEAD, all_, "all", "head")
    top, total = HEAD + 1, HEAD + 1 + len(events)
    for at, event in enumerate(events, top):
        result = int(book.analysis.head.results[event])
        grid.put(at, 1, event, "label", key=f"event.{event}")
        grid.put(at, 2, "wins" if result > 0 else "loses", "small")
        for column, first in enumerate(firsts, 3):
            grid.put(at, column, first.classes[event], "percent 4")
        grid.put(at, all_, book.chance(event), "percent 4", _weighed(book, at), key=f"all.{event}")
    _sums(grid, book, events, top, total)
    ends = (f"event.{events[0]}", f"event.{events[-1]}"), (f"all.{events[0]}", f"all.{events[-1]}")
    grid.charts.append(Chart("Outcome classes", "over all first cards", f"A{total + 6}", *ends, 26, 9))
    return grid


def _weighed(book: Book, at: int) -> str:
    """First cards stand in a column there and in a row here: a sum of products that every spreadsheet can make."""
    return "+".join(f"{{chance.{first.card}}}*{letter(column)}{at}" for column, first in enumerate(book.firsts, 3))


def _sums(grid: Grid, book: Book, events: list[str], top: int, at: int) -> None:
    last, all_ = at - 1, 3 + len(book.firsts)
    wins = {event for event in events if int(book.analysis.head.results[event]) > 0}
    grid.put(at, 1, "Sum", "total text")
    grid.put(at, 2, "", "total text")
    grid.put(at + 1, 1, "The bet is won", "label")
    grid.put(at + 2, 1, "EV: twice that less 1", "label")
    grid.put(at + 3, 1, "Checks", "label")
    within = repr(book.slack).upper()
    for column in range(3, all_ + 1):
        name = letter(column)
        first = book.firsts[column - 3] if column < all_ else None
        chance = book.chance if first is None else first.classes.__getitem__
        area = f"{name}{top}:{name}{last}"
        grid.put(
            at, column, sum(map(chance, events), Fraction()), "total percent 4", f"SUM({area})", key=f"sum.{column}"
        )
        won = sum(map(chance, wins), Fraction())
        grid.put(at + 1, column, won, "percent 4", f'SUMIF($B{top}:$B{last},"wins",{area})')
        grid.put(at + 2, column, 2 * won - 1, "signed share", f"2*{name}{at + 1}-1")
        ev = f"{{ev.{first.card}}}" if first is not None else "{all.flat}"
        holds = f'IF(AND(ABS({name}{at}-1)<{within},ABS({name}{at + 2}-{ev})<{within}),"ok","FAIL")'
        grid.put(at + 3, column, "ok", "check", holds, key=f"check.classes.{column}")
    grid.marks.append(Mark(f"C{at + 3}:{letter(all_)}{at + 3}", f'C{at + 3}="FAIL"', "bad"))
    text = f"each column adds up to 1, and its wins to the expectation on First cards, within {within}"
    grid.put(at + 4, 3, text, "status")
