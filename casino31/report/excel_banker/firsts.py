"""First cards: what each is worth, what is bet on it, and what all bets together are worth, live."""

from fractions import Fraction
from math import sqrt

from casino31.report.excel.formulas import close, constant
from casino31.report.excel.grid import Chart, Check, Grid, Mark, Value
from casino31.report.excel.write import plain
from casino31.report.excel_banker.figures import Book, FirstCard
from casino31.report.excel_banker.page import begin, section

TITLE = "First cards"
LAST = 12
"""The last column."""
INPUTS, HEAD = 4, 9
"""Rows: the first of the yellow cells, and the head of the table."""
SPREADS: tuple[Fraction | int, ...] = (
    1,
    Fraction(11, 10),
    Fraction(5, 4),
    Fraction(3, 2),
    Fraction(7, 4),
    2,
    3,
    5,
    10,
)
"""Maximum over minimum bets that are priced; each is an input."""
CARD, CHANCE, BET, EV, EDGE, WINS, VARIANCE, SHARE, RETURN, SQUARE, EXACT, BOUND = range(1, LAST + 1)


def firsts_sheet(book: Book) -> Grid:
    """Return the sheet of first cards, with the bets as inputs.

    >>> from casino31.rulesfile import load
    >>> file = load("greek-31-kouridakis-infinite")
    >>> book = Book(file.game, file.game.sides.analyse(file.rules), file.name)
    >>> firsts_sheet(book).cells[HEAD + 1, BET].formula
    'IF(AND({rule}="spread",D10>0),{maximum},{minimum})'
    """
    grid = Grid(TITLE)
    grid.widths = dict(
        zip(range(1, LAST + 1), (25.0, 11.0, 9.0, 15.0, 12.5, 11.5, 11.0, 12.0, 14.0, 11.0, 46.0, 8.0), strict=True)
    )
    begin(
        grid,
        book,
        "First cards",
        "The bet follows the card (B5), and a house edge stands only beside its bet rule. Yellow cells are bets: "
        "change one, and what all bets together are worth follows. The punter's expectation for a unit bet is the "
        "engine's, and does not depend on the bets. T is a ten, jack, queen or king.",
        LAST,
    )
    _inputs(grid, book)
    first, total = HEAD + 1, HEAD + 1 + len(book.firsts)
    heads = ("Chance", "Bet", "Punter's EV", "Banker's edge", "Bet is won", "Variance")
    grid.put(HEAD, CARD, "First card", "head left")
    grid.row(
        HEAD, 2, (*heads, "Chance × bet", "× EV", "Chance × bet²", "Exact EV of a unit bet", "Error ≤"), "head"
    )
    grid.heights[HEAD] = 30.0
    for at, each in enumerate(book.firsts, first):
        _row(grid, book, at, each)
    _total(grid, book, first, total)
    grid.marks.append(Mark(f"E{first}:E{total}", f"E{first}<0", "bad"))
    row = _together(grid, book, total + 3)
    _spreads(grid, book, total + 3)
    ends = [book.firsts[place].card for place in (0, -1)]
    labels, values = ((f"{what}.{ends[0]}", f"{what}.{ends[1]}") for what in ("first", "ev"))
    grid.charts.append(
        Chart("Punter's EV by first card", "of a unit bet", f"A{row + 3}", labels, values, 28, 9, low=True)
    )
    grid.one_page = True
    return grid


def _inputs(grid: Grid, book: Book) -> None:
    inputs: tuple[tuple[str, Value, str, str], ...] = (
        ("Minimum bet, units", book.minimum, "input units", "minimum"),
        ("Maximum bet, units", book.maximum, "input units", "maximum"),
        ("Bet rule", book.rule, "input text", "rule"),
    )
    for at, (label, value, style, key) in enumerate(inputs, INPUTS):
        grid.put(at, 1, label, "label")
        grid.put(at, 2, value, style, key=key, name=f"bet_{key}")
    at = INPUTS
    grid.checks.append(Check(f"B{at}:B{at + 1}", 1e-6, (), "Bets", "A number of units above 0."))
    words = "flat: the minimum on every first card; spread: the maximum where the punter has the edge."
    grid.checks.append(Check(f"B{at + 2}", None, ("flat", "spread"), "Bet rule", words))
    grid.put(at, 4, "As filed", "label")
    same = f'IF(AND(B{at}={constant(book.minimum)},B{at + 1}={constant(book.maximum)},B{at + 2}="{book.rule}"),1,0)'
    grid.put(at, 5, 1, "filed", same, key="as filed", name="as_filed")
    grid.put(at + 1, 4, "The rule", "label")
    flat = '{minimum}&" on every first card"'
    spread = '{maximum}&" on first cards with an edge, "&{minimum}&" on the others"'
    grid.put(at + 1, 5, rule_words(book), "label", f'IF({{rule}}="spread",{spread},{flat})', key="rule words")
    grid.put(at + 2, 4, "In order", "label")
    order = 'IF(AND({maximum}>={minimum},{minimum}>0),"ok","FAIL")'
    grid.put(at + 2, 5, "ok", "check", order, key="check.bets")
    grid.marks.append(Mark(f"E{at}", f"E{at}=0", "warn"))
    grid.marks.append(Mark(f"E{at + 2}", f'E{at + 2}="FAIL"', "bad"))


def rule_words(book: Book) -> str:
    """Return the bet rule in words, as the live cell has them."""
    least, most = plain(book.minimum), plain(book.maximum)
    return (
        f"{most} on first cards with an edge, {least} on the others"
        if book.rule == "spread"
        else f"{least} on every first card"
    )


def _row(grid: Grid, book: Book, at: int, each: FirstCard) -> None:
    bet, ev = book.bet(each), each.expectation
    grid.put(at, CARD, each.card, "card", key=f"first.{each.card}")
    grid.put(at, CHANCE, each.chance, "percent 4", _fraction(each.chance), key=f"chance.{each.card}")
    rule = f'IF(AND({{rule}}="spread",D{at}>0),{{maximum}},{{minimum}})'
    grid.put(at, BET, bet, "units", rule, key=f"bet.{each.card}")
    grid.put(at, EV, ev, "signed", key=f"ev.{each.card}")
    grid.put(at, EDGE, -ev, "signed share", f"-D{at}", key=f"edge.{each.card}")
    grid.put(at, WINS, (1 + ev) / 2, "percent 4", f"(1+D{at})/2")
    grid.put(at, VARIANCE, 1 - ev**2, "ratio", f"1-D{at}^2", key=f"variance.{each.card}")
    grid.put(at, SHARE, each.chance * bet, "ratio", f"B{at}*C{at}")
    grid.put(at, RETURN, each.chance * bet * ev, "signed", f"H{at}*D{at}")
    grid.put(at, SQUARE, each.chance * bet**2, "ratio", f"B{at}*C{at}^2")
    text = "bounded: no exact fraction was asked for" if each.exact is None else str(each.exact)
    grid.put(at, EXACT, text, "exact")
    grid.fit(at, EXACT, EXACT, text, 1.4)
    grid.put(at, BOUND, each.bound, "bound")


def _fraction(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"


def _total(grid: Grid, book: Book, first: int, at: int) -> None:
    last = at - 1
    grid.put(at, CARD, "All first cards", "total text")
    firsts = book.firsts
    flat = book.total([each.expectation for each in firsts])
    columns: tuple[tuple[int, Value, str, str, str], ...] = (
        (CHANCE, Fraction(sum(each.chance for each in firsts)), "percent 4", f"SUM(B{first}:B{last})", "chance"),
        (EV, flat, "signed", f"SUMPRODUCT(B{first}:B{last},D{first}:D{last})", "flat"),
        (EDGE, -flat, "signed share", f"-D{at}", "flat edge"),
        (WINS, (1 + flat) / 2, "percent 4", f"SUMPRODUCT(B{first}:B{last},F{first}:F{last})", "wins"),
        (SHARE, book.average_bet, "ratio", f"SUM(H{first}:H{last})", "average"),
        (
            RETURN,
            book.expectation,
            "signed",
            f"SUMPRODUCT(B{first}:B{last},C{first}:C{last},D{first}:D{last})",
            "mean",
        ),
        (SQUARE, book.variance + book.expectation**2, "ratio", f"SUM(J{first}:J{last})", "squares"),
    )
    for column in range(CHANCE, LAST + 1):
        grid.put(at, column, "", "total text")
    for column, value, style, formula, key in columns:
        grid.put(at, column, value, f"total {style}", formula, key=f"all.{key}")
    grid.put(at, EXACT, "EV and edge here: one unit on every first card", "exact")
    grid.put(at + 1, CARD, "Checks", "label")
    grid.put(at + 1, CHANCE, "ok", "check", close(f"B{at}", "1"), key="check.chances")
    grid.put(at + 1, RETURN, "ok", "check", close(f"I{at}", f"SUM(I{first}:I{last})"), key="check.return")
    grid.marks.append(Mark(f"B{at + 1}:I{at + 1}", f'B{at + 1}="FAIL"', "bad"))


def _together(grid: Grid, book: Book, at: int) -> int:
    """What all bets together are worth; exact texts hold at the filed bets."""
    ends = [book.firsts[place].card for place in (0, -1)]
    chances, evs = (f"{{{what}.{ends[0]}..{what}.{ends[1]}}}" for what in ("chance", "ev"))
    section(grid, at, 1, 5, "All bets together")
    spread: Value = -book.loss / book.gain if book.gain else "none"
    rows: tuple[tuple[str, Value, str, str, str], ...] = (
        ("Average bet, units a round", book.average_bet, "units", "{all.average}", "average bet"),
        ("Punter's EV, units a round", book.expectation, "signed", "{all.mean}", "ev"),
        ("Banker's edge, of each unit bet", book.edge, "signed share", "-{ev}/{average bet}", "edge"),
        ("Variance of a round, units²", book.variance, "ratio", "{all.squares}-{ev}^2", "variance"),
        ("Standard deviation, units", sqrt(book.variance), "ratio", "SQRT({variance})", "deviation"),
        ("Gain on cards with an edge", book.gain, "signed", f"SUMPRODUCT(--({evs}>0),{chances},{evs})", "gain"),
        ("Loss on the others", book.loss, "signed", f"SUMPRODUCT(--({evs}<0),{chances},{evs})", "loss"),
        ("Chance of a card with an edge", book.liked, "percent 4", f"SUMPRODUCT(--({evs}>0),{chances})", "liked"),
        ("Break-even spread, max/min", spread, "ratio", 'IF({gain}>0,-{loss}/{gain},"none")', "break even"),
    )
    names = {
        "edge": "banker_edge",
        "ev": "punter_ev",
        "variance": "variance",
        "deviation": "standard_deviation",
        "average bet": "average_bet",
        "break even": "break_even_spread",
    }
    for place, (label, value, style, formula, key) in enumerate(rows, at + 1):
        grid.put(place, 1, label, "label")
        grid.put(place, 4, value, style, formula, key=key, name=names.get(key, ""))
        if key == "edge":
            grid.marks.append(Mark(f"D{place}", f"D{place}<0", "bad"))
    return at + len(rows) + 1


def _spreads(grid: Grid, book: Book, at: int) -> None:
    """The banker's edge by how much more is bet where the punter has the edge."""
    section(grid, at, 7, 10, "The edge by the spread of bets")
    grid.put(at + 1, 7, "Spread", "head centre")
    grid.put(at + 1, 8, "Average bet", "head")
    grid.put(at + 1, 9, "Banker's edge", "head")
    grid.put(at + 1, 10, "Ahead", "head")
    for place, value in enumerate(SPREADS, at + 2):
        spread = Fraction(value)
        edge = book.spread_edge(spread)
        grid.put(place, 7, spread, "input ratio")
        grid.put(place, 8, 1 + (spread - 1) * book.liked, "ratio", f"1+(G{place}-1)*{{liked}}")
        grid.put(place, 9, edge, "signed share", f"-(G{place}*{{gain}}+{{loss}})/H{place}")
        words = f'IF(I{place}>0,"banker",IF(I{place}<0,"punter","nobody"))'
        grid.put(place, 10, "banker" if edge > 0 else "punter" if edge < 0 else "nobody", "words right", words)
    last = at + 1 + len(SPREADS)
    grid.checks.append(Check(f"G{at + 2}:G{last}", 1e-6, (), "Spread", "Maximum over minimum bet."))
    grid.marks.append(Mark(f"I{at + 2}:I{last}", f"I{at + 2}<0", "bad"))
    grid.put(last + 1, 7, "The minimum is 1; the maximum goes on first cards with an edge.", "status")
