"""The first page: who has the edge, under which bets, against which banker, and how exact each number is."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt

from casino31.formulas import EDITED, all_ok, filed
from casino31.games.greek_31.pages.book import BankerBook, decimals, kept, method_of
from casino31.games.greek_31.pages.firsts import rule_words
from casino31.intervals import end_of, outwards
from casino31.page import (
    NUMBER,
    PERCENT,
    SIGNED,
    SIGNED_SHARE,
    TEXT,
    UNITS,
    Cell,
    Figure,
    Headline,
    Note,
    Page,
    Table,
    Unit,
    figures,
    texts,
)


def summary_page(book: BankerBook, checks: list[str]) -> Page:
    """Return the summary; ``checks`` are the keys of every check cell of the report."""
    blocks = (
        Headline(tuple(_headline(book))),
        figures("Figures, under the bet rule", list(_figures(book))),
        _readings(book),
        texts("What is exact, and what is bounded", trust(book)),
        *_status(checks),
    )
    return Page("Summary", blocks, book.analysis.head.title)


def _headline(book: BankerBook) -> Iterator[tuple[str, Cell]]:
    four, share = Unit("number", 4), Unit("share", 4)
    yield "Banker's edge, of each unit bet", Cell(book.edge, share, "{edge}", alert="below 0")
    if book.spread is not None:
        ratio = Unit("number", 4, after=" to 1")
        yield "Break-even spread of bets", Cell(book.spread, ratio, "{break even}")
    yield "Standard deviation of a round", Cell(sqrt(book.variance), four, "{deviation}")
    if book.analysis.tenure is not None:
        yield "Hands a banker deals", Cell(mean_hands(book), four, "{hands}")


def mean_hands(book: BankerBook) -> Fraction:
    """Return how many hands a banker deals on average."""
    return 1 + 1 / book.chance("banker bust")


def _figures(book: BankerBook) -> Iterator[Figure]:
    overall = book.analysis.overall
    yield Figure("Bets", rule_words(book), TEXT, "{rule words}")
    yield Figure("Banker's edge, of each unit bet", book.edge, SIGNED_SHARE, "{edge}", alert="below 0")
    yield from _exact(overall.banker_edge.exact)
    yield Figure("Punter's EV, units a round", book.expectation, SIGNED, "{ev}", alert="above 0")
    yield from _exact(overall.punter_ev.exact)
    yield Figure("Average bet, units a round", book.average_bet, UNITS, "{average bet}")
    yield Figure("Variance of a punter's round, units²", book.variance, NUMBER, "{variance}")
    yield Figure("Standard deviation, units", sqrt(book.variance), NUMBER, "{deviation}")
    if book.spread is not None:
        note = f"{float(book.spread):.4f} times the minimum on them beats this banker"
        yield Figure("Spread of bets at which punters break even", book.spread, NUMBER, "{break even}", note=note)
    liked = ", ".join(first.card for first in book.firsts if first.expectation > 0) or "none"
    words = "" if book.spread is not None else "flat bets already beat this banker"
    words = words if book.gain else "no spread of bets beats this banker"
    yield Figure("First cards that favour the punter", liked, note=words)
    won = (1 + book.total([first.expectation for first in book.firsts])) / 2
    yield Figure("A bet is won", won, PERCENT, "{all.wins}")
    yield from _more(book)


def _exact(exact: Fraction | None) -> Iterator[Figure]:
    if exact is not None:
        yield Figure("exact", str(exact), TEXT, filed(str(exact)), tone="exact", kind="exact")


def _more(book: BankerBook) -> Iterator[Figure]:
    """What is known besides: a tenure, several punters, fixed bankers, simple play, the value of the game."""
    known = book.analysis
    if known.tenure is not None:
        result = -mean_hands(book) * book.expectation
        yield Figure("The banker wins of one punter in a tenure, units", result, SIGNED, "{tenure result}")
    if book.punters is not None:
        linear = kept(book.punters.covariance) / book.variance
        live = f'IF(ISNUMBER({{covariance}}),{{covariance}}/{{variance}},"{EDITED}")'
        made = "exact" if known.punters is not None else "simulated"
        yield Figure("Correlation of two punters at a table", linear, NUMBER, live, note=made)
    if known.bankers is not None:
        best = min(known.bankers, key=lambda row: kept(row.punter_ev))
        label = f"Punter's EV against the best of {len(known.bankers)} fixed bankers"
        note = f"stands at {best.stand}, conceals {best.conceal}"
        yield Figure(label, kept(best.punter_ev), SIGNED, "{best banker}", note=note, note_formula="{best words}")
    if known.simple_strategy is not None:
        ev = book.total([first.expectation for first in book.firsts])
        cost = float(ev) - round(known.simple_strategy.punter_ev, 9)
        note = "by how many cards he sees and their total: Strategy"
        yield Figure("Simple play costs the punter, of a unit", cost, SIGNED, "{simple cost}", note=note)
    if known.equilibrium is not None and known.equilibrium.overall is not None:
        ends = known.equilibrium.overall
        low, high = outwards(end_of(ends.lower), end_of(ends.upper), 7)
        text = f"{float(low):+.7f} to {float(high):+.7f}"
        yield Figure("Value of the game, one unit on every first card", text)


def _readings(book: BankerBook) -> Table:
    head = book.analysis.head
    readings = ", ".join(f"{name} = {choice}" for name, choice in head.readings.items())
    rows = [("Banker", head.banker), ("Readings", readings), ("Source of the layout", head.source or "not stated")]
    rows += [("Assumption, assumed", line) for line in head.assumptions]
    return texts("Banker, readings and assumptions", [(label.split(",")[0], text) for label, text in rows])


def trust(book: BankerBook) -> list[tuple[str, str]]:
    """Return for each part of the analysis whether it is exact, bounded, certified or simulated."""
    known = book.analysis

    def told(bounds: Iterable[float | None]) -> str:
        bound = max((bound or 0.0 for bound in bounds), default=0.0)
        if not bound:
            return "exact: each is a fraction of whole numbers"
        return f"bounded: computed within {bound:.0e} of the exact value, kept to {decimals(bound)} decimals"

    parts = [("First cards, classes, tenure", told([] if book.exact else [book.bound]))]
    if known.bankers is not None:
        parts.append(("All fixed bankers", told(row.punter_ev.error_bound for row in known.bankers)))
    if known.readings_compared is not None:
        bounds = [row.banker_edge.error_bound for row in known.readings_compared]
        parts.append(("The edge under other readings", told(bounds)))
    if known.simple_strategy is not None:
        parts.append(("Simple play", "bounded: kept to 9 decimals"))
    if known.equilibrium is not None:
        parts.append(("Equilibrium", "certified: intervals between exact best replies to stored policies"))
    if book.punters is None:
        parts.append(("Several punters", "none: no exact law can be enumerated for punters who share a stub"))
    else:
        parts.append(("Several punters", told([]) if known.punters is not None else method_of(book.punters)))
    return parts


def _status(checks: list[str]) -> tuple[Table | Note, ...]:
    rows = [
        Figure("Bets (yellow cells of First cards)", 1, Unit("filed"), "{as filed}", alert="unfiled", kind="check"),
        Figure(
            "Checks", "all checks pass", TEXT, all_ok(checks), "verdict", "checks", alert="verdict", kind="check"
        ),
    ]
    note = Note("Red: the punter has the edge, or a check fails.", "note")
    return figures("This workbook", rows, workings=True), note
