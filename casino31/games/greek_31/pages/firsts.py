"""First cards: what each is worth, what is bet on it, and what all bets together are worth, live."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

from casino31.formulas import close, constant
from casino31.games.greek_31.pages.book import BankerBook, FirstCard
from casino31.page import (
    NUMBER,
    PERCENT,
    SIGNED,
    SIGNED_SHARE,
    TEXT,
    UNITS,
    Block,
    Cell,
    Column,
    Entry,
    Figure,
    Note,
    Page,
    Row,
    Table,
    Unit,
    figures,
)

SPREADS: tuple[Fraction | int, ...] = (
    *(1, Fraction(11, 10), Fraction(5, 4), Fraction(3, 2), Fraction(7, 4)),
    *(2, 3, 5, 10),
)
"""Maximum over minimum bets that are priced; each is an input."""
RATIO = Unit("number", 4, 2)


def firsts_page(book: BankerBook) -> Page:
    """Return the page of first cards, with the bets as inputs."""
    text = (
        f"{book.analysis.head.title}. The bet follows the card (B5), and a house edge stands only beside its bet "
        "rule. "
        "In a workbook yellow cells are bets: change one, and what all bets together are worth follows. The "
        "punter's "
        "expectation for a unit bet is the engine's, and does not depend on the bets. T is a ten, jack, queen or "
        "king."
    )
    blocks: list[Block] = [Note(text, "note"), _inputs(book), firsts_table(book), _together(book), _spreads(book)]
    if any(each.exact is not None for each in book.firsts):
        rows = tuple(
            Row((Cell(first.card), Cell(str(first.exact or "bounded"), tone="exact"))) for first in book.firsts
        )
        columns = Column("card", "First card", "left"), Column("exact", "Expectation of a unit bet", "left")
        blocks.append(Table(columns, rows, "The exact fractions of first cards"))
    else:
        blocks.append(Note("Bounded: no exact fractions of first cards were asked for (--exact).", "note"))
    return Page("First cards", tuple(blocks), "First cards")


def rule_words(book: BankerBook) -> str:
    """Return the bet rule in words, as the live cell has them."""
    least, most = (format(float(bet), "g") for bet in (book.minimum, book.maximum))
    return (
        f"{most} on first cards with an edge, {least} on the others"
        if book.rule == "spread"
        else f"{least} on every first card"
    )


def _inputs(book: BankerBook) -> Table:
    bets = Entry("Bets", "A number of units above 0.", 1e-6)
    words = "flat: the minimum on every first card; spread: the maximum where the punter has the edge."
    rule = Entry("Bet rule", words, words=("flat", "spread"))
    same = (
        f"IF(AND({{minimum}}={constant(book.minimum)},{{maximum}}={constant(book.maximum)},"
        f'{{rule}}="{book.rule}"),1,0)'
    )
    flat = '{minimum}&" on every first card"'
    spread = '{maximum}&" on first cards with an edge, "&{minimum}&" on the others"'
    told = f'IF({{rule}}="spread",{spread},{flat})'
    order = 'IF(AND({maximum}>={minimum},{minimum}>0),"ok","FAIL")'
    rows = [
        Figure("Minimum bet, units", book.minimum, RATIO, "", "minimum", "bet_minimum", entry=bets),
        Figure("Maximum bet, units", book.maximum, RATIO, "", "maximum", "bet_maximum", entry=bets),
        Figure("Bet rule", book.rule, TEXT, "", "rule", "bet_rule", entry=rule),
        Figure("The rule in words", rule_words(book), TEXT, told, "rule words"),
        Figure("As filed", 1, Unit("filed"), same, "as filed", "as_filed", alert="unfiled", kind="check"),
        Figure("In order", "ok", TEXT, order, "check.bets", alert="check", kind="check"),
    ]
    return figures("The bets", rows, "bets")


def firsts_table(book: BankerBook) -> Table:
    """Return the table of first cards: chances, bets, expectations, edges, variances."""
    rows = [Row(tuple(_row(book, first)), key=first.card) for first in book.firsts]
    rows += _total(book)
    heads = {
        "card": "First card",
        "chance": "Chance",
        "bet": "Bet",
        "ev": "Punter's EV",
        "edge": "Banker's edge",
        "wins": "Bet is won",
        "variance": "Variance",
        "share": "Chance × bet",
        "return": "× EV",
        "square": "Chance × bet²",
        "bound": "Error ≤",
    }
    columns = [
        Column(key, head, "left" if key == "card" else "right", workings=key in ("share", "square"))
        for key, head in heads.items()
    ]
    return Table(tuple(columns), tuple(rows), "First cards, for a unit bet", key="firsts")


def _row(book: BankerBook, each: FirstCard) -> Iterator[Cell]:
    bet, ev = book.bet(each), each.expectation
    yield Cell(each.card, tone="strong")
    yield Cell(each.chance, PERCENT, f"{each.chance.numerator}/{each.chance.denominator}")
    yield Cell(bet, UNITS, 'IF(AND({rule}="spread",[ev]>0),{maximum},{minimum})')
    yield Cell(ev, SIGNED)
    yield Cell(-ev, SIGNED_SHARE, "-[ev]", alert="below 0")
    yield Cell((1 + ev) / 2, PERCENT, "(1+[ev])/2")
    yield Cell(1 - ev**2, NUMBER, "1-[ev]^2")
    yield Cell(each.chance * bet, NUMBER, "[chance]*[bet]")
    yield Cell(each.chance * bet * ev, SIGNED, "[share]*[ev]")
    yield Cell(each.chance * bet**2, NUMBER, "[chance]*[bet]^2")
    yield Cell(each.bound, Unit("bound"))


def _total(book: BankerBook) -> Iterator[Row]:
    flat = book.total([each.expectation for each in book.firsts])
    yield Row(
        (
            Cell("All, a unit on each"),
            Cell(Fraction(sum(first.chance for first in book.firsts)), PERCENT, "SUM([chance:])", "all.chance"),
            None,
            Cell(flat, SIGNED, "SUMPRODUCT([chance:],[ev:])", "all.flat"),
            Cell(-flat, SIGNED_SHARE, "-{all.flat}", alert="below 0"),
            Cell((1 + flat) / 2, PERCENT, "SUMPRODUCT([chance:],[wins:])", "all.wins"),
            None,
            Cell(book.average_bet, NUMBER, "SUM([share:])", "all.average"),
            Cell(book.expectation, SIGNED, "SUMPRODUCT([chance:],[bet:],[ev:])", "all.mean"),
            Cell(book.variance + book.expectation**2, NUMBER, "SUM([square:])", "all.squares"),
        ),
        "total",
    )
    chances = Cell("ok", TEXT, close("{all.chance}", "1"), "check.chances", alert="check")
    returns = Cell("ok", TEXT, close("{all.mean}", "SUM([return:])"), "check.return", alert="check")
    yield Row((Cell("Checks"), chances, *([None] * 6), returns), "check")


_NAMES = ("average_bet", "punter_ev", "banker_edge", "variance", "standard_deviation")


def _together(book: BankerBook) -> Table:
    """What all bets together are worth; exact texts hold at the filed bets."""
    chances, evs = "{firsts|chance}", "{firsts|ev}"
    rows = [
        Figure("Average bet, units a round", book.average_bet, UNITS, "{all.average}", "average bet", _NAMES[0]),
        Figure("Punter's EV, units a round", book.expectation, SIGNED, "{all.mean}", "ev", _NAMES[1]),
        Figure(
            "Banker's edge, of each unit bet", book.edge, SIGNED_SHARE, "-{ev}/{average bet}", "edge", _NAMES[2],
            alert="below 0",
        ),
        Figure("Variance of a round, units²", book.variance, NUMBER, "{all.squares}-{ev}^2", "variance", _NAMES[3]),
        Figure(
            "Standard deviation, units", sqrt(book.variance), NUMBER, "SQRT({variance})", "deviation", _NAMES[4]
        ),
        Figure(
            "Gain on cards with an edge", book.gain, SIGNED, f"SUMPRODUCT(--({evs}>0),{chances},{evs})", "gain"
        ),
        Figure("Loss on the others", book.loss, SIGNED, f"SUMPRODUCT(--({evs}<0),{chances},{evs})", "loss"),
        Figure("Chance of a card with an edge", book.liked, PERCENT, f"SUMPRODUCT(--({evs}>0),{chances})", "liked"),
    ]  # fmt: skip
    if book.spread is not None:
        label = "Break-even spread, maximum over minimum"
        rows.append(Figure(label, book.spread, NUMBER, "-{loss}/{gain}", "break even", "break_even_spread"))
    return figures("All bets together", rows)


def _spreads(book: BankerBook) -> Table:
    """The banker's edge by how much more is bet where the punter has the edge."""
    entry = Entry("Spread", "Maximum over minimum bet.", 1e-6)
    rows = []
    for value in SPREADS:
        spread = Fraction(value)
        edge = book.spread_edge(spread)
        ahead = "banker" if edge > 0 else "punter" if edge < 0 else "nobody"
        cells = (
            Cell(spread, RATIO, entry=entry),
            Cell(1 + (spread - 1) * book.liked, NUMBER, "1+([spread]-1)*{liked}"),
            Cell(edge, SIGNED_SHARE, "-([spread]*{gain}+{loss})/[bet]", alert="below 0"),
            Cell(ahead, TEXT, 'IF([edge]>0,"banker",IF([edge]<0,"punter","nobody"))'),
        )
        rows.append(Row(cells))
    columns = (
        Column("spread", "Maximum over minimum", "centre"),
        Column("bet", "Average bet"),
        Column("edge", "Banker's edge"),
        Column("ahead", "Ahead"),
    )
    title = "The edge by the spread of bets: minimum 1, the maximum on first cards with an edge"
    return Table(columns, tuple(rows), title, "spreads")
