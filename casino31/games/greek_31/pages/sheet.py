"""The pages of Greek 31: the whole par sheet, and the short pages for a screen."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from casino31.banker_answers import (
    BankerAnalysis,
    Head,
    ReadingCompared,
)
from casino31.formulas import EDITED, close, constant
from casino31.games.greek_31.clauses import CLAUSES
from casino31.games.greek_31.pages.book import SPARE, BankerBook, decimals, kept
from casino31.games.greek_31.pages.chances import bankers_page, classes_page
from casino31.games.greek_31.pages.firsts import firsts_page
from casino31.games.greek_31.pages.play import (
    equilibrium_page,
    strategy_page,
)
from casino31.games.greek_31.pages.punters import punters_page, tenure_page
from casino31.games.greek_31.pages.summary import summary_page, trust
from casino31.games.greek_31.rules import NAME, READINGS, Rules
from casino31.page import (
    SIGNED_SHARE,
    TEXT,
    Block,
    Cell,
    Column,
    Figure,
    Listing,
    Note,
    Page,
    Report,
    Row,
    Table,
    figures,
    texts,
)
from casino31.quotes import asked, check_keys, exact_row, exact_table, quoted, toml
from casino31.version import MAKER


def report(rules: Rules, analysis: BankerAnalysis, name: str, date: str = "") -> Report:
    """Return the whole par sheet of what ``sheet`` returned; SelfCheckError when it contradicts itself.

    >>> from casino31.games.greek_31.api import analyse
    >>> rules = Rules(title="Greek 31", decks=None)
    >>> [page.title for page in report(rules, analyse(rules), "a layout").pages]
    ['Summary', 'First cards', 'Classes', 'Punters', 'Tenure', 'Rules and readings', 'Provenance']
    """
    book = BankerBook(analysis, name, date, rules.text)
    book.verify()
    pages = [firsts_page(book)]
    if all(first.classes for first in book.firsts):
        pages.append(classes_page(book))
    parts = (
        (analysis.bankers, bankers_page),
        (book.punters, punters_page),
        (analysis.tenure, tenure_page),
        (analysis.simple_strategy, strategy_page),
        (analysis.equilibrium, equilibrium_page),
    )
    pages += [page(book) for part, page in parts if part is not None]
    pages += [rules_page(book), provenance_page(book)]
    head = analysis.head
    facts = (
        ("Layout file", name),
        ("SHA-256", head.digest or "none: made in code"),
        ("Date", date or "not stated"),
        ("Made by", MAKER),
    )
    first = summary_page(book, check_keys(pages))
    maker = MAKER
    return Report(head.title, f"Par sheet of {NAME}", (first, *pages), facts, maker, head.digest, date)


def rules_page(book: BankerBook) -> Page:
    """Return the page of the rules as they were read, and of what each reading of an open point is worth."""
    head = book.analysis.head
    clauses = tuple(f"{clause}. {text}" for clause, text in CLAUSES)
    readings = []
    for name, choice in head.readings.items():
        others = [other for other in READINGS.get(name, ()) if other != choice]
        readings.append(f"{name} = {choice}" + (f" (others: {', '.join(others)})." if others else "."))
    blocks: list[Block] = [
        Listing(clauses, "The law, clause by clause"),
        Listing(tuple(readings), "What this layout reads where the sources leave a rule open"),
    ]
    if book.analysis.readings_compared is not None:
        blocks += _readings(book, book.analysis.readings_compared)
    blocks.append(Listing(head.assumptions, "What no source states, and this layout does", tone="assumed"))
    return Page("Rules and readings", tuple(blocks))


def _readings(book: BankerBook, rows: Sequence[ReadingCompared]) -> Iterator[Block]:
    """The banker's edge under each reading, by the bet rule of the layout."""
    bound = max(row.banker_edge.error_bound or 0.0 for row in rows)
    how = f"within {bound:.0e}, kept to {decimals(bound)} decimals" if bound else "exact"
    own = {f'{name} = "{choice}"' for name, choice in book.analysis.head.readings.items()}
    made = []
    for row in rows:
        mine = row.reading in own
        value = book.edge if mine else kept(row.banker_edge)
        apart = Fraction() if mine else value - book.edge
        now = f'IF({{as filed}}=1,{"{edge}" if mine else constant(value)},"{EDITED}")'
        difference = f'IF({{as filed}}=1,[edge]-{{edge}},"{EDITED}")'
        cells = (
            Cell(row.reading),
            Cell(value, SIGNED_SHARE, now, alert="below 0"),
            Cell(apart, SIGNED_SHARE, difference),
            Cell("this layout" if mine else "", tone="status"),
        )
        made.append(Row(cells))
    columns = (
        Column("reading", "Reading", "left"),
        Column("edge", "Banker's edge"),
        Column("apart", "Difference"),
        Column("own", "", "left"),
    )
    yield Table(columns, tuple(made), "The banker's edge under each reading, the others unchanged", "readings")
    text = f"Bets as filed: {book.analysis.head.bet_rule}. The punter answers each reading with his best play."
    yield Note(f"{text} Values are {how}.", "note")


def provenance_page(book: BankerBook) -> Page:
    """Return the page of provenance: an audit makes the report anew from it."""
    head = book.analysis.head
    stated = {
        "game": NAME,
        "name": book.name,
        "sha256": head.digest,
        "date": book.date,
        "exact": book.exact,
    }
    text = book.text or _file_of(head)
    blocks: list[Block] = [
        texts("How this was made", _facts(book)),
        figures("Formulas against the engine", list(_engine(book)), workings=True),
        *_fractions(book),
        asked(stated),
        quoted(text),
    ]
    return Page("Provenance", tuple(blocks))


def _facts(book: BankerBook) -> Iterator[tuple[str, str]]:
    head = book.analysis.head
    yield from (
        ("Game", NAME),
        ("Layout", head.title),
        ("Layout file", book.name),
        ("SHA-256 of the file", head.digest or "none: the rules were made in code"),
        ("Source", head.source or "not stated"),
        ("Date", book.date or "not stated"),
        ("Made by", MAKER),
        ("Numbers", "exact fractions" if book.exact else "decimals with bounds"),
    )
    yield from ((f"Method: {label}", text) for label, text in trust(book))
    yield (
        "Decimals",
        f"A number that is no fraction is kept to {SPARE} decimals fewer than its error bound allows, so that "
        "another "
        "machine keeps the same ones. Formulas work with what is kept.",
    )
    yield (
        "Live formulas",
        "In a workbook each figure that follows from the first cards and the bets is a formula; the value stored "
        "with it "
        "follows from the same numbers, in fractions. Figures that only the engine can make hold for the bets of "
        "the file "
        "and give way to a note when one is edited.",
    )


def _file_of(head: Head) -> str:
    """A layout that was made in code, as a file would state it."""
    lines = [f"{key} = {toml(value)}" for key, value in _top(head).items()]
    for part, keys in head.layout.items():
        lines.append(f"[{part}]")
        for key, value in keys.items():
            bare = not isinstance(value, str) or (part == "bets" and key != "rule")
            lines.append(f"{key} = {value if bare else toml(value)}")
    return "\n".join(lines) + "\n"


def _top(head: Head) -> Mapping[str, str]:
    return {"game": NAME, "title": head.title, "source": head.source}


def _engine(book: BankerBook) -> Iterator[Figure]:
    """Formulas at the filed bets against what the engine says of all bets together."""
    overall = book.analysis.overall
    scale = max(Fraction(1), book.maximum**2)
    for key, label, stated in (
        ("ev", "Punter's EV", overall.punter_ev),
        ("edge", "Banker's edge", overall.banker_edge),
        ("variance", "Variance", overall.variance),
        ("average bet", "Average bet", overall.average_bet),
    ):
        value = Fraction(round(stated.value or 0.0, 9)) if stated.exact is None else stated.exact
        within = f"{max(book.slack, 1e-12) * float(scale):.0E}"
        test = f'IF({{as filed}}=1,{close(f"{{{key}}}", constant(value), within)},"{EDITED}")'
        note = f"within {within} at the bets of the file"
        yield Figure(label, "ok", TEXT, test, f"check.engine.{key}", note=note, alert="check", kind="check")


def _fractions(book: BankerBook) -> Iterator[Table]:
    """The exact fractions that the engine states of all bets together; those of first cards are on their page."""
    known, overall = book.analysis, book.analysis.overall
    found = {
        "punter's EV, units a round": overall.punter_ev,
        "banker's edge": overall.banker_edge,
        "variance": overall.variance,
        "break-even spread": known.break_even_spread,
        **{f"a round nets {units}": figure for units, figure in overall.net.items()},
        **{f"class: {name}": figure for name, figure in overall.classes.items()},
    }
    if book.spread is None:
        del found["break-even spread"]
    if known.tenure is not None:
        found |= {"hands a banker deals": known.tenure.mean_hands}
    if book.punters is not None:
        found |= {"covariance of two punters": book.punters.covariance}
    rows = [exact_row(label, figure.exact) for label, figure in found.items() if figure.exact is not None]
    if rows:
        yield exact_table(rows, "bets")
