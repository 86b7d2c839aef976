"""Several punters at one table, and how long a banker keeps the deal."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

from casino31.banker_answers import BankerFigure as Known
from casino31.banker_answers import Simulated, SimulatedPunters
from casino31.formulas import EDITED, close, filed_number
from casino31.games.greek_31.pages.book import BankerBook, kept, method_of
from casino31.games.greek_31.pages.summary import mean_hands
from casino31.page import (
    NUMBER,
    PERCENT,
    SIGNED,
    TEXT,
    WHOLE,
    Cell,
    Chart,
    Column,
    Figure,
    Note,
    Page,
    Row,
    Table,
    Unit,
    figures,
)

LARGEST = 8
"""Punters at a table."""
LONGEST = 20
"""Hands of a tenure that are listed one by one."""


def punters_page(book: BankerBook) -> Page:
    """Return the page of several punters; ValueError when the analysis does not hold them."""
    table = book.punters
    if table is None:
        raise ValueError("this analysis has one punter alone")
    assumed = f" Assumed: {table.assumption}." if isinstance(table, SimulatedPunters) else ""
    text = (
        f"{book.analysis.head.title}. Punters win and lose together: they face one hand. Each bets by the "
        "layout's rule "
        f"and plays as if alone. Method: {method_of(table)}.{assumed} What the banker wins of n punters has "
        "variance "
        "n × V + n (n - 1) × C. These figures hold for the filed bets, and give way to a note when one is edited."
    )
    covariance = kept(table.covariance)
    note = f"{table.method}: {_ends(table.covariance)}" if isinstance(table.covariance, Simulated) else ""  # type: ignore[union-attr]
    linear = f'IF(ISNUMBER({{covariance}}),{{covariance}}/{{variance}},"{EDITED}")'
    rows = [
        Figure("V, variance of one punter", book.variance, NUMBER, "{variance}"),
        Figure(
            "C, covariance of two", covariance, NUMBER, filed_number(covariance), "covariance", "covariance", note
        ),
        Figure("Correlation of two", covariance / book.variance, NUMBER, linear, name="correlation"),
    ]
    return Page("Punters", (Note(text, "note"), figures("Two punters", rows), _company(book)), "Several punters")


def _company(book: BankerBook) -> Table:
    table = book.punters
    assert table is not None
    simulated, covariance = isinstance(table, SimulatedPunters), kept(table.covariance)
    rows = [
        Row(tuple(_variance(book, int(punters), figure, covariance, not simulated)), key=str(punters))
        for punters, figure in table.banker_variance.items()
    ]
    within = "0.05" if simulated else "1E-9"
    test = f'IF({{as filed}}=1,{close("{company|variance|1}", "{variance}", within)},"{EDITED}")'
    rows.append(Row((Cell("One punter is V"), Cell("ok", TEXT, test, "check.punters", alert="check")), "check"))
    heads = {
        "punters": "Punters",
        "variance": "Variance, units²",
        "sd": "Standard deviation",
        "each": "SD a punter",
        "apart": "If they were apart",
        "wins": "Banker wins, units",
        "interval": "Interval" if simulated else "Exact",
    }
    columns = (Column(key, head, "left" if key == "punters" else "right") for key, head in heads.items())
    return Table(tuple(columns), tuple(rows), "What the banker wins of so many punters in a round", "company")


def _variance(book: BankerBook, punters: int, figure: Known, covariance: Fraction, exact: bool) -> Iterator[Cell]:
    value = kept(figure)
    follows = exact and value == punters * book.variance + punters * (punters - 1) * covariance
    live = "[punters]*{variance}+[punters]*([punters]-1)*{covariance}"
    live = f'IF(ISNUMBER({{covariance}}),{live},"{EDITED}")'
    yield Cell(punters, Unit("plain"), tone="strong")
    yield Cell(value, NUMBER, live if follows else filed_number(value))
    yield Cell(sqrt(value), NUMBER, f'IF(ISNUMBER([variance]),SQRT([variance]),"{EDITED}")')
    yield Cell(sqrt(value) / punters, NUMBER, f'IF(ISNUMBER([variance]),[sd]/[punters],"{EDITED}")')
    yield Cell(punters * book.variance, NUMBER, "[punters]*{variance}")
    yield Cell(-punters * book.expectation, SIGNED, "-[punters]*{ev}")
    text = "bounded" if figure.exact is None else "exact"
    yield Cell(_ends(figure) if isinstance(figure, Simulated) else text, tone="exact")


def _ends(figure: Simulated) -> str:
    low, high = figure.interval
    return f"{low:.6f} to {high:.6f}"


def tenure_page(book: BankerBook) -> Page:
    """Return the page of a banker's tenure."""
    text = (
        f"{book.analysis.head.title}. A bust from the second hand on passes the deal (B8), and every hand is as "
        "likely "
        "to bust: after the first hand their number is geometric. What he wins in a tenure is, by Wald's "
        "identity, its "
        "mean length times what he wins in a hand. Results follow the bets on First cards."
    )
    bust = book.chance("banker bust")
    mean, spread = mean_hands(book), sqrt(1 - bust) / float(bust)
    rows = [
        Figure("A hand is bust", bust, PERCENT, "{all.banker bust}", "bust"),
        Figure("Hands he deals, mean", mean, NUMBER, "1+1/{bust}", "hands", "mean_hands"),
        Figure("Hands he deals, standard deviation", spread, NUMBER, "SQRT(1-{bust})/{bust}", "hands sd"),
        Figure(
            "He wins of one punter, units", -mean * book.expectation, SIGNED, "-{hands}*{ev}", "tenure result",
            "tenure_result",
        ),
    ]  # fmt: skip
    chances = tuple(bust * (1 - bust) ** (hands - 2) for hands in range(2, LONGEST + 1))
    labels = tuple(str(hands) for hands in range(2, LONGEST + 1))
    span = f"0..{len(chances) - 1}"
    places = f"{{tenure|hands|{span}}}", f"{{tenure|chance|{span}}}"
    chart = Chart("Hands of a tenure", "probability", labels, chances, Unit("share", 1), *places)
    blocks = (Note(text, "note"), figures("A tenure", rows), _results(book, mean), _hands(chances), chart)
    return Page("Tenure", blocks, "How long a banker deals")


def _hands(chances: tuple[Fraction, ...]) -> Table:
    rows, summed = [], Fraction()
    for hands, chance in enumerate(chances, 2):
        summed += chance
        cells = (
            Cell(hands, WHOLE, tone="strong"),
            Cell(chance, PERCENT, "{bust}*(1-{bust})^([hands]-2)"),
            Cell(summed, PERCENT, f"SUM({{tenure|chance|0..{hands - 2}}})"),
            Cell(1 - summed, PERCENT, "(1-{bust})^([hands]-1)"),
        )
        rows.append(Row(cells))
    more = Cell(1 - summed, PERCENT, f"(1-{{bust}})^{LONGEST - 1}", "tenure more")
    rows.append(Row((Cell(f"more than {LONGEST}"), more), "total"))
    test = close("SUM([chance:])+{tenure more}", "1")
    rows.append(Row((Cell("They add up to 1"), Cell("ok", TEXT, test, "check.tenure", alert="check")), "check"))
    columns = (
        Column("hands", "Hands", "left"),
        Column("chance", "Probability"),
        Column("summed", "So many or fewer"),
        Column("more", "More"),
    )
    return Table(columns, tuple(rows), "How many hands", "tenure")


def _results(book: BankerBook, mean: Fraction) -> Table:
    rows = []
    for punters in range(1, LARGEST + 1):
        cells = (
            Cell(punters, WHOLE, tone="strong"),
            Cell(-punters * book.expectation, SIGNED, "-[punters]*{ev}"),
            Cell(-punters * mean * book.expectation, SIGNED, "[hand]*{hands}"),
        )
        rows.append(Row(cells))
    columns = (
        Column("punters", "Punters", "left"),
        Column("hand", "He wins in a hand"),
        Column("tenure", "in a tenure"),
    )
    return Table(columns, tuple(rows), "By the number of punters")
