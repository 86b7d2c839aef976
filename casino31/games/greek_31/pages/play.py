"""How both sides play: the punter's totals to stand at by what he sees, and what a solved banker does."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from casino31.banker_answers import BankerPlay, SimpleFigures, SimpleRow, SolvedBanker, StrategyTable
from casino31.formulas import close
from casino31.games.greek_31.pages.book import BankerBook
from casino31.games.greek_31.strategy.words import showings
from casino31.intervals import DIGITS, end_of, outwards
from casino31.page import (
    SIGNED,
    SIGNED_SHARE,
    TEXT,
    WHOLE,
    Block,
    Cell,
    Column,
    Figure,
    Heat,
    Listing,
    Note,
    Page,
    Row,
    Table,
    Unit,
    figures,
)

LOW, MIDDLE, HIGH = "D5E8C8", "FFFFFF", "F9DDB0"
"""Grounds: totals that stop early to totals that play on."""
STAND = Unit("stand")


def strategy_page(book: BankerBook) -> Page:
    """Return the page of the punter's play; ValueError when the analysis holds no simple play."""
    simple = book.analysis.simple_strategy
    if simple is None:
        raise ValueError("this analysis has no simple strategy")
    blocks: list[Block] = [*simple_blocks(simple), _worth(book, simple)]
    if book.analysis.strategy_table is not None:
        blocks += best_blocks(book.analysis.strategy_table)
    return Page("Strategy", tuple(blocks), "The punter's play")


def simple_blocks(simple: SimpleFigures) -> Iterator[Block]:
    """Yield the simple play: a total to stand at by how many cards are exposed and what they show."""
    yield Note(
        "Simple play: stand on the total in the table or more, by how many cards the banker exposes and the "
        "highest "
        f"total they count by themselves; on: play on for 31. A 14 stands, {_shown_14(simple.rows)}.",
        "note",
    )
    seen = [row for row in simple.rows if not row.shown_14]
    sums = sorted({row.showing for row in seen})
    stand = {(row.exposed_cards, row.showing): row.stand_at for row in seen}
    rows = [
        Row(
            (
                Cell(many, WHOLE, tone="strong"),
                *(Cell(stand[many, s], STAND) if (many, s) in stand else None for s in sums),
            )
        )
        for many in sorted({row.exposed_cards for row in seen})
    ]
    columns = (
        Column("cards", "Exposed cards show a total of", "left"),
        *(Column(str(total), str(total), "centre") for total in sums),
    )
    title = "Simple play: stand on this total or more"
    if sums:  # else no card is ever concealed
        heat = Heat(str(sums[0]), str(sums[-1]), LOW, MIDDLE, HIGH)
        yield Table(columns, tuple(rows), title, "simple", heat=heat)


def _shown_14(rows: Sequence[SimpleRow]) -> str:
    """What is done against a banker who shows his whole hand."""
    totals = sorted({row.stand_at for row in rows if row.shown_14})
    if not totals:
        return "unless a 14 is shown: then play on for 31"
    told = "play on for 31" if totals == [31] else f"stand on {totals[0]} or more"
    more = f" (to {totals[-1]}, by its cards)" if len(totals) > 1 else ""
    return f"unless a 14 is shown: then {told}{more}"


def _worth(book: BankerBook, simple: SimpleFigures) -> Table:
    """What simple play gives up, for one unit on every first card."""
    ev, cost = round(simple.punter_ev, 9), round(simple.cost, 9)
    best = book.total([first.expectation for first in book.firsts])
    test = close("{simple cost}", repr(cost), f"{max(book.slack, 1e-8):.0E}")
    rows = [
        Figure("Best play, EV of a unit", best, SIGNED, "{all.flat}", "best play"),
        Figure("Simple play", ev, SIGNED, "", "simple play"),
        Figure(
            "Cost of simplicity", float(best) - ev, SIGNED, "{best play}-{simple play}", "simple cost",
            "simple_play_cost",
        ),
        Figure("The engine's cost agrees", "ok", TEXT, test, "check.simple", alert="check", kind="check"),
    ]  # fmt: skip
    return figures("What simple play gives up, 1 on every first card", rows)


def best_blocks(known: StrategyTable) -> Iterator[Block]:
    """Yield the best play as a table, and what leaving its exceptions out costs."""
    rows = []
    for line in known.rows:
        followed = Fraction(line.followed).limit_denominator(10**9)
        cells = (
            Cell(showings(line.showing)),
            *(Cell(total, STAND) for total in (line.hard, line.low_ace, line.soft)),
            Cell("stand" if line.stand_on_14 else "play on"),
            *(Cell(line.decisions, WHOLE), Cell(line.exceptions, WHOLE), Cell(followed, Unit("share", 2))),
        )
        rows.append(Row(cells))
    heads = ("Hard", "Low ace", "Soft", "14", "Decisions", "Exceptions", "Followed")
    keys = ("hard", "low", "soft", "14", "decisions", "exceptions", "followed")
    columns = (
        Column("showing", "Exposed cards show", "left"),
        *(
            Column(key, head, "centre" if place < 4 else "right")
            for place, (key, head) in enumerate(zip(keys, heads, strict=True))
        ),
    )
    title = "The best play, by the highest total of the exposed cards: stand on this total or more"
    yield Table(columns, tuple(rows), title, "best", heat=Heat("hard", "soft", LOW, MIDDLE, HIGH))
    yield Note(
        "Soft: an ace that counts 11 can count 1; low ace: an ace counts 1, and another one would count 11; hard: "
        "all "
        "others. Exceptions: decisions that can come up and are played otherwise; followed: the share of "
        "decisions in "
        "play that are none.",
        "note",
    )
    if not any(line.exceptions for line in known.rows):
        whole = sum(line.decisions for line in known.rows)
        yield Note(f"These lines are the best play, in all of {whole:,} decisions.")
        return
    slips = tuple(
        f"against {slip.exposed} {'stand on' if slip.stand else 'draw to'} {slip.hand} ({slip.gain:+.3f})"
        for slip in known.costliest_exceptions
    )
    yield Note(
        f"By these lines alone, 1 on every first card: {known.punter_ev:+.6f} units a round, {known.cost:.6f} "
        "below the best play."
    )
    yield Listing(slips, "The exceptions that cost most, and what each is worth when it comes")


# a solved banker


def equilibrium_page(book: BankerBook) -> Page:
    """Return the page of the equilibrium; ValueError when the analysis holds none."""
    known = book.analysis.equilibrium
    if known is None:
        raise ValueError("this analysis has no equilibrium")
    blocks: list[Block] = list(interval_blocks(known, book))
    return Page("Equilibrium", (*blocks, *banker_blocks(known.play)), "The best play of both sides")


def interval_blocks(known: SolvedBanker, book: BankerBook | None = None) -> Iterator[Block]:
    """Yield the certified intervals; beside what the first cards are worth where a par sheet has them."""
    yield Note(
        "The punter's value of a unit bet against a banker who plays his best, having seen the first card. Both "
        "ends are "
        "exact best replies to stored policies: the lower is what the stored punter is sure of, the upper what "
        "the stored "
        f"banker concedes. They are rounded outwards to {DIGITS} decimals: certified as they stand. SHA-256 of the "
        f"policies: {known.policy_digest or 'not stated'}.",
        "note",
    )
    if known.first_cards:
        yield _intervals(known, book)


def _intervals(known: SolvedBanker, book: BankerBook | None) -> Table:
    evs = {first.card: first.expectation for first in book.firsts} if book else {}
    ends = {card: outwards(end_of(row.lower), end_of(row.upper)) for card, row in known.first_cards.items()}
    rows = [_interval(card, low, high, evs.get(card)) for card, (low, high) in ends.items()]
    if book is not None:
        rows += _all_first_cards(known, book, ends)
    elif known.overall is not None:
        rows.append(
            _interval("all, flat", *outwards(end_of(known.overall.lower), end_of(known.overall.upper)), None)
        )
    heads = {
        "card": "First card",
        "lower": "Lower",
        "upper": "Upper",
        "width": "Width",
        "from": "Banker's edge from",
        "to": "to",
        "ev": "EV, First cards",
        "in": "in it",
    }
    columns = (Column(key, head, "left" if key == "card" else "right") for key, head in heads.items())
    title = "The value of the game to a punter, certified by best replies to the stored policies"
    return Table(tuple(columns), tuple(rows), title, "intervals")


def _interval(card: str, low: Fraction, high: Fraction, ev: Fraction | None) -> Row:
    known = () if ev is None else (_ev(card, ev), _inside(low, high, ev))
    return Row(
        (Cell(card, tone="strong"), Cell(low, SIGNED), Cell(high, SIGNED), *_rest(low, high), *known), key=card
    )


def _ev(card: str, ev: Fraction) -> Cell:
    return Cell(ev, SIGNED, f"{{firsts|ev|{card}}}")


def _rest(low: Fraction, high: Fraction) -> tuple[Cell, ...]:
    width = Cell(high - low, SIGNED, "[upper]-[lower]")
    return width, Cell(-high, SIGNED_SHARE, "-[upper]"), Cell(-low, SIGNED_SHARE, "-[lower]")


def _inside(low: Fraction, high: Fraction, ev: Fraction) -> Cell:
    return Cell("yes" if low <= ev <= high else "no", TEXT, 'IF(AND([lower]<=[ev],[ev]<=[upper]),"yes","no")')


def _all_first_cards(
    known: SolvedBanker, book: BankerBook, ends: Mapping[str, tuple[Fraction, Fraction]]
) -> Iterator[Row]:
    firsts = book.firsts
    if len(ends) < len(firsts):
        yield Row((Cell(f"{len(ends)} of {len(firsts)} first cards"),), "total")
        return
    low, high = (sum((first.chance * ends[first.card][side] for first in firsts), Fraction()) for side in (0, 1))
    cells = []
    for side, value in (("lower", low), ("upper", high)):
        terms = "+".join(f"{{firsts|chance|{first.card}}}*{{intervals|{side}|{first.card}}}" for first in firsts)
        cells.append(Cell(value, SIGNED, terms, f"{side}.all", f"equilibrium_{side}"))
    flat = book.total([first.expectation for first in firsts])
    ev = Cell(flat, SIGNED, "{all.flat}")
    all_ = Cell("All, one unit on each")
    yield Row((all_, *cells, *_rest(low, high), ev, _inside(low, high, flat)), "total")
    if known.overall is not None:
        tests = []
        for side, stated in (("lower", known.overall.lower), ("upper", known.overall.upper)):
            test = close(f"{{{side}.all}}", repr(round(float(end_of(stated)), 12)), "5E-9")
            tests.append(Cell("ok", TEXT, test, f"check.equilibrium.{side}", alert="check"))
        yield Row((Cell("As the engine sums it"), *tests), "check")


def banker_blocks(banker: BankerPlay) -> Iterator[Block]:
    """Yield what a banker does, in two tables and in words."""
    for rows, title in (
        (banker.stands_table, "How often he stands, by the total of his hand"),
        (banker.hides_table, "What he hides, by the total of his hand: all first cards"),
    ):
        if rows:
            yield _words_table(rows, title)
    if banker.words:
        yield Listing(tuple(f"- {line}" for line in banker.words), "What the banker does, in words")


def _words_table(rows: Sequence[Mapping[str, str]], title: str) -> Table:
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = tuple(
        Column(name, name.replace("_", " "), "centre" if place else "left") for place, name in enumerate(names)
    )
    made = tuple(Row(tuple(Cell(row.get(name, "")) for name in names)) for row in rows)
    return Table(columns, made, title)
