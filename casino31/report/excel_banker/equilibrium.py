"""A solved banker: certified intervals of the value, and what he does."""

from fractions import Fraction

from casino31.banker_answers import SolvedBanker
from casino31.intervals import DIGITS, end_of, outwards
from casino31.report.excel.formulas import close
from casino31.report.excel.grid import Grid, Mark
from casino31.report.excel_banker.figures import Book
from casino31.report.excel_banker.page import begin, section
from casino31.report.excel_banker.strategy import put_table

TITLE = "Equilibrium"
LAST = 9


def equilibrium_sheet(book: Book) -> Grid:
    """Return the sheet of the equilibrium: whichever of its parts are known.

    >>> from dataclasses import replace
    >>> from casino31.banker_answers import Figure, Interval
    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> ends = {"T": Interval(Figure(Fraction(-9, 500), -0.018), Figure(None, -0.0179))}
    >>> analysis = replace(file.game.sides.analyse(file.rules), equilibrium=SolvedBanker("ab" * 32, "flat", ends))
    >>> equilibrium_sheet(Book(file.game, analysis, file.name)).cells[7, 4].formula
    'C7-B7'
    """
    known = book.analysis.equilibrium
    if known is None:
        raise ValueError("this analysis has no equilibrium")
    grid = Grid(TITLE, one_page=False)
    grid.widths = {1: 24.0} | dict.fromkeys(range(2, LAST + 1), 16.0)
    begin(
        grid,
        book,
        "The best play of both sides",
        "The punter's value of a unit bet against a banker who plays his best, having seen the first card. Both "
        "ends are exact best replies to stored policies: the lower is what the stored punter is sure of, the upper "
        f"what the stored banker concedes. They are rounded outwards to {DIGITS} decimals: certified "
        "as they stand.",
        LAST,
    )
    grid.put(4, 1, "SHA-256 of the policies", "label")
    grid.put(4, 2, known.policy_digest or "not stated", "label")
    at = 6
    if known.first_cards:
        at = _intervals(grid, book, known, at)
    for rows, title in (
        (known.play.stands_table, "How often he stands, by the total of his hand"),
        (known.play.hides_table, "What he hides, by the total of his hand: all first cards"),
    ):
        if rows:
            section(grid, at, 1, LAST, title)
            at = put_table(grid, rows, at + 1, LAST) + 1
    if known.play.words:
        section(grid, at, 1, LAST, "What the banker does, in words")
        at += 1
        for line in known.play.words:
            at = grid.paragraph(at, 1, LAST, line)
    return grid


def _intervals(grid: Grid, book: Book, known: SolvedBanker, head: int) -> int:
    heads = ("Lower", "Upper", "Width", "Banker's edge from", "to", "EV, First cards")
    grid.put(head, 1, "First card", "head left")
    grid.row(head, 2, heads, "head")
    grid.put(head, 8, "in it", "head centre")
    grid.put(head, LAST, "", "head")
    firsts = {first.card: first for first in book.firsts}
    rows = {card: outwards(end_of(row.lower), end_of(row.upper)) for card, row in known.first_cards.items()}
    for at, (card, (low, high)) in enumerate(rows.items(), head + 1):
        ev = firsts[card].expectation
        grid.put(at, 1, card, "card")
        grid.put(at, 2, low, "signed", key=f"lower.{card}")
        grid.put(at, 3, high, "signed", key=f"upper.{card}")
        _rest(grid, at, low, high, "")
        grid.put(at, 7, ev, "signed", f"{{ev.{card}}}")
        grid.put(at, 8, _inside(low, high, ev), "small", _test(at))
    at = head + 1 + len(rows)
    if len(rows) < len(firsts):
        grid.put(at, 1, f"{len(rows)} of {len(firsts)} first cards", "total text")
        grid.row(at, 2, [""] * 7, "total text")
        return at + 2
    ends = [sum((firsts[card].chance * row[side] for card, row in rows.items()), Fraction()) for side in (0, 1)]
    cards = [first.card for first in book.firsts]
    chances = f"{{chance.{cards[0]}..chance.{cards[-1]}}}"
    in_order = list(rows) == cards
    flat = book.total([first.expectation for first in book.firsts])
    grid.put(at, 1, "All, one unit on each", "total text")
    for column, side, value in ((2, "lower", ends[0]), (3, "upper", ends[1])):
        terms = "+".join(f"{{chance.{card}}}*{{{side}.{card}}}" for card in cards)
        formula = f"SUMPRODUCT({chances},{{{side}.{cards[0]}..{side}.{cards[-1]}}})" if in_order else terms
        grid.put(at, column, value, "total signed", formula, key=f"{side}.all", name=f"equilibrium_{side}")
    _rest(grid, at, ends[0], ends[1], "total ")
    grid.put(at, 7, flat, "total signed", "{all.flat}")
    grid.put(at, 8, _inside(ends[0], ends[1], flat), "small", _test(at))
    if known.overall is not None:
        grid.put(at + 1, 1, "As the engine sums it", "label")
        for column, side, stated in ((2, "lower", known.overall.lower), (3, "upper", known.overall.upper)):
            test = close(f"{{{side}.all}}", repr(round(float(end_of(stated)), 12)), "5E-9")
            grid.put(at + 1, column, "ok", "check", test, key=f"check.equilibrium.{side}")
        grid.marks.append(Mark(f"B{at + 1}:C{at + 1}", f'B{at + 1}="FAIL"', "bad"))
    return at + 3


def _rest(grid: Grid, at: int, low: Fraction, high: Fraction, style: str) -> None:
    grid.put(at, 4, high - low, f"{style}signed", f"C{at}-B{at}")
    grid.put(at, 5, -high, f"{style}signed share", f"-C{at}")
    grid.put(at, 6, -low, f"{style}signed share", f"-B{at}")


def _inside(low: Fraction, high: Fraction, ev: Fraction) -> str:
    return "yes" if low <= ev <= high else "no"


def _test(at: int) -> str:
    return f'IF(AND(B{at}<=G{at},G{at}<=C{at}),"yes","no")'
