"""Several punters at one table, and how long a banker keeps the deal."""

from fractions import Fraction
from math import sqrt

from casino31.banker_answers import Figure, Simulated, SimulatedPunters
from casino31.report.excel.formulas import EDITED, close, filed_number
from casino31.report.excel.grid import Chart, Grid, Mark, Value
from casino31.report.excel_banker.figures import Book, kept, method_of
from casino31.report.excel_banker.page import begin

PUNTERS, TENURE = "Punters", "Tenure"
LARGEST = 8
"""Punters at a table."""
LONGEST = 20
"""Hands of a tenure that are listed one by one."""


def punters_sheet(book: Book) -> Grid:
    """Return the sheet of several punters; ValueError when the analysis does not hold them.

    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> sheet = punters_sheet(Book(file.game, file.game.sides.analyse(file.rules), file.name))
    >>> round(float(sheet.cells[16, 2].value), 3)
    29.654
    """
    table = book.punters
    if table is None:
        raise ValueError("this analysis has one punter alone")
    grid = Grid(PUNTERS, one_page=True)
    grid.widths = {1: 30.0} | dict.fromkeys(range(2, 8), 18.0)
    simulated = isinstance(table, SimulatedPunters)
    assumed = f" Assumed: {table.assumption}." if isinstance(table, SimulatedPunters) else ""
    begin(
        grid,
        book,
        "Several punters",
        "Punters win and lose together: they face one hand. Each bets by the layout's rule and plays as if alone. "
        f"Method: {method_of(table)}.{assumed} What the banker wins of n punters has variance "
        "n × V + n (n - 1) × C. These figures hold for the filed bets, and give way to a note when one is edited.",
        7,
    )
    covariance, correlation = kept(table.covariance), kept(table.covariance) / book.variance
    grid.put(4, 1, "V, variance of one punter", "label")
    grid.put(4, 2, book.variance, "ratio", "{variance}")
    grid.put(5, 1, "C, covariance of two", "label")
    grid.put(5, 2, covariance, "ratio", filed_number(covariance), key="covariance", name="covariance")
    grid.put(6, 1, "Correlation of two", "label")
    grid.put(6, 2, correlation, "ratio", f'IF(ISNUMBER(B5),B5/B4,"{EDITED}")', name="correlation")
    if isinstance(table, SimulatedPunters):
        grid.put(5, 3, f"{table.method}: {_ends(table.covariance)}", "status")
    grid.put(8, 1, "Punters", "head left")
    heads = ("Variance, units²", "Standard deviation", "SD a punter", "If they were apart", "Banker wins, units")
    grid.row(8, 2, heads, "head")
    grid.put(8, 7, "Interval" if simulated else "Exact", "head")
    for at, (punters, figure) in enumerate(table.banker_variance.items(), 9):
        _company(grid, book, at, int(punters), figure, covariance, not simulated)
    last = 8 + len(table.banker_variance)
    grid.put(last + 1, 1, "One punter is V", "label")
    within = "0.05" if simulated else "1E-9"
    test = f'IF({{as filed}}=1,{close("B9", "B4", within)},"{EDITED}")'
    grid.put(last + 1, 2, "ok", "check", test, key="check.punters")
    grid.marks.append(Mark(f"B{last + 1}", f'B{last + 1}="FAIL"', "bad"))
    return grid


def _company(
    grid: Grid, book: Book, at: int, punters: int, figure: Figure, covariance: Fraction, exact: bool
) -> None:
    value = kept(figure)
    follows = exact and value == punters * book.variance + punters * (punters - 1) * covariance
    live = f'IF(ISNUMBER({{covariance}}),A{at}*{{variance}}+A{at}*(A{at}-1)*{{covariance}},"{EDITED}")'
    grid.put(at, 1, punters, "card")
    grid.put(at, 2, value, "ratio", live if follows else filed_number(value), key=f"punters.{punters}")
    grid.put(at, 3, sqrt(value), "ratio", f'IF(ISNUMBER(B{at}),SQRT(B{at}),"{EDITED}")')
    grid.put(at, 4, sqrt(value) / punters, "ratio", f'IF(ISNUMBER(B{at}),C{at}/A{at},"{EDITED}")')
    grid.put(at, 5, punters * book.variance, "ratio", f"A{at}*{{variance}}")
    grid.put(at, 6, -punters * book.expectation, "signed", f"-A{at}*{{ev}}")
    text = "bounded" if figure.exact is None else "exact"
    grid.put(at, 7, _ends(figure) if isinstance(figure, Simulated) else text, "exact")


def _ends(figure: Simulated) -> str:
    low, high = figure.interval
    return f"{low:.6f} to {high:.6f}"


def tenure_sheet(book: Book) -> Grid:
    """Return the sheet of a banker's tenure; ValueError when the analysis does not hold it.

    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> sheet = tenure_sheet(Book(file.game, file.game.sides.analyse(file.rules), file.name))
    >>> round(float(sheet.cells[5, 2].value), 3)
    6.731
    """
    grid = Grid(TENURE, landscape=False, one_page=True)
    grid.widths = {1: 32.0} | dict.fromkeys(range(2, 6), 17.0)
    begin(
        grid,
        book,
        "How long a banker deals",
        "A bust from the second hand on passes the deal (B8), and every hand is as likely to bust: after the first "
        "hand their number is geometric. What he wins in a tenure is, by Wald's identity, its mean length times "
        "what he wins in a hand. Results follow the bets on First cards.",
        5,
    )
    link, bust = "{all.banker bust}", book.chance("banker bust")
    mean, spread = 1 + 1 / bust, sqrt(1 - bust) / float(bust)
    rows: tuple[tuple[str, Value, str, str, str], ...] = (
        ("A hand is bust", bust, "percent 4", link, "bust"),
        ("Hands he deals, mean", mean, "ratio", "1+1/{bust}", "hands"),
        ("Hands he deals, standard deviation", spread, "ratio", "SQRT(1-{bust})/{bust}", "hands sd"),
        ("He wins of one punter, units", -mean * book.expectation, "signed", "-{hands}*{ev}", "tenure result"),
    )
    for at, (label, value, style, formula, key) in enumerate(rows, 4):
        grid.put(at, 1, label, "label")
        name = {"hands": "mean_hands", "tenure result": "tenure_result"}.get(key, "")
        grid.put(at, 2, value, style, formula, key=key, name=name)
    _hands(grid, bust, 9)
    _results(grid, book, mean, 9 + LONGEST + 4)
    return grid


def _hands(grid: Grid, bust: Fraction, head: int) -> None:
    grid.put(head, 1, "Hands", "head left")
    grid.row(head, 2, ("Probability", "So many or fewer", "More"), "head")
    grid.put(head, 5, "", "head")
    top, more = head + 1, head + LONGEST
    chances = [bust * (1 - bust) ** (hands - 2) for hands in range(2, LONGEST + 1)]
    summed = Fraction()
    for at, (hands, chance) in enumerate(zip(range(2, LONGEST + 1), chances, strict=True), top):
        summed += chance
        grid.put(at, 1, hands, "card", key=f"tenure.{hands}")
        grid.put(at, 2, chance, "percent 4", f"{{bust}}*(1-{{bust}})^(A{at}-2)", key=f"tenure chance.{hands}")
        grid.put(at, 3, summed, "percent 4", f"SUM(B${top}:B{at})")
        grid.put(at, 4, 1 - summed, "percent 4", f"(1-{{bust}})^(A{at}-1)")
    grid.put(more, 1, f"more than {LONGEST}", "total text")
    grid.put(more, 2, 1 - summed, "total percent 4", f"(1-{{bust}})^{LONGEST - 1}")
    grid.row(more, 3, ["", "", ""], "total text")
    grid.put(more + 1, 1, "They add up to 1", "label")
    grid.put(more + 1, 2, "ok", "check", close(f"SUM(B{top}:B{more})", "1"), key="check.tenure")
    grid.marks.append(Mark(f"B{more + 1}", f'B{more + 1}="FAIL"', "bad"))
    ends = ("tenure.2", f"tenure.{LONGEST}"), ("tenure chance.2", f"tenure chance.{LONGEST}")
    grid.charts.append(Chart("Hands of a tenure", "probability", f"A{more + 14}", *ends, 18, 8))


def _results(grid: Grid, book: Book, mean: Fraction, head: int) -> None:
    grid.put(head, 1, "Punters", "head left")
    grid.row(head, 2, ("He wins in a hand", "in a tenure"), "head")
    grid.row(head, 4, ["", ""], "head")
    for punters in range(1, LARGEST + 1):
        at = head + punters
        grid.put(at, 1, punters, "card")
        grid.put(at, 2, -punters * book.expectation, "signed", f"-A{at}*{{ev}}")
        grid.put(at, 3, -punters * mean * book.expectation, "signed", f"B{at}*{{hands}}")
