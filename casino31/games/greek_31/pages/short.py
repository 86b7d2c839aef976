"""The short pages of Greek 31 for a screen: an analysis, both strategies, and what random rounds came to."""

from collections.abc import Iterator, Sequence

from casino31.banker_answers import (
    BankerAnalysis,
    BankerStrategies,
    Compared,
    Head,
    Played,
    PuntersFigures,
    Simulated,
    SimulatedPunters,
)
from casino31.games.greek_31.pages.book import BankerBook, kept
from casino31.games.greek_31.pages.chances import bankers_table, classes_table
from casino31.games.greek_31.pages.firsts import firsts_table
from casino31.games.greek_31.pages.play import banker_blocks, best_blocks, interval_blocks, simple_blocks
from casino31.games.greek_31.rules import NAME, Rules
from casino31.page import (
    NUMBER,
    PLAIN,
    WHOLE,
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
    Unit,
    figures,
    texts,
)
from casino31.version import MAKER


def brief(rules: Rules, analysis: BankerAnalysis) -> Report:
    """Return what ``analyze`` prints.

    >>> from casino31.games.greek_31.api import analyse
    >>> rules = Rules(title="Greek 31", decks=None)
    >>> brief(rules, analyse(rules)).title
    'Greek 31'
    """
    book = BankerBook(analysis, "", "", rules.text)
    blocks: list[Block] = [_head(analysis.head), firsts_table(book), _overall(book)]
    if all(first.classes for first in book.firsts):
        blocks.append(classes_table(book))
    if analysis.tenure is not None:
        deals = analysis.tenure
        blocks.append(
            Note(
                f"A banker deals {float(kept(deals.mean_hands)):.4f} hands on average: each is bust with "
                f"{float(kept(deals.bust)):.4%}, and a bust from the second hand on passes the deal. He wins "
                f"{float(kept(deals.banker_units_a_punter)):+.6f} units a punter in that time."
            )
        )
    if book.punters is not None:
        blocks += _punters(book.punters)
    if analysis.equilibrium is not None:
        blocks += [*interval_blocks(analysis.equilibrium), *banker_blocks(analysis.equilibrium.play)]
    if analysis.bankers is not None:
        blocks.append(bankers_table(book))
    return _short(analysis.head, [*blocks, _assumptions(analysis.head)], "Analysis")


def strategy_report(known: BankerStrategies) -> Report:
    """Return what ``strategy`` prints: the punter's best play, or that of a solved banker."""
    blocks: list[Block] = [_head(known.head)]
    if known.strategy_table is None:
        blocks += banker_blocks(known.banker_play)
    else:
        blocks += best_blocks(known.strategy_table)
    if known.simple_strategy is not None:
        simple = known.simple_strategy
        blocks += simple_blocks(simple)
        text = f"Simple play, 1 on every first card: {simple.punter_ev:+.9f} units a round"
        blocks.append(Note(f"{text}, {simple.cost:.6f} below the best"))
    return _short(known.head, [*blocks, _assumptions(known.head)], "Strategy")


def _short(head: Head, blocks: Sequence[Block], title: str) -> Report:
    page = Page(title, tuple(blocks), head.title)
    return Report(head.title, f"{title} of {NAME}", (page,), maker=MAKER, digest=head.digest)


def _head(head: Head) -> Table:
    readings = ", ".join(f"{name} {value}" for name, value in head.readings.items())
    rows = (("banker", head.banker), ("bets", head.bet_rule), ("readings", readings))
    return texts("", [*rows, ("SHA-256", head.digest or "made in code, no file")])


def _assumptions(head: Head) -> Listing:
    return Listing(tuple(f"- {line}" for line in head.assumptions), "Assumptions")


def _overall(book: BankerBook) -> Table:
    known, overall = book.analysis, book.analysis.overall
    edge = overall.banker_edge
    exact = f"within {edge.error_bound:.0e} of the exact value" if edge.exact is None else str(edge.exact)
    rows = [
        Figure("Banker's edge of each unit bet", kept(edge), Unit("share", 6, signed=True)),
        Figure("exact", exact, tone="exact", kind="exact"),
        Figure("Punter's EV, units a round", kept(overall.punter_ev), Unit("number", 12, signed=True)),
        Figure("Variance", kept(overall.variance), NUMBER),
    ]
    if known.policy_digest is not None:
        rows.append(Figure("His policy, SHA-256", known.policy_digest))
        text = "no first card is worth more than this to a punter; casino31 verify gives the intervals"
        rows.append(Figure("Proof", text))
    if not book.gain:
        rows.append(Figure("Spread", "no first card favours the punter: no spread of bets beats this banker"))
    elif book.spread is None:
        rows.append(Figure("Spread", "flat bets already beat this banker"))
    else:
        text = f"punters break even who bet {float(book.spread):.4f} times the minimum on first cards with an edge"
        rows.append(Figure("Spread", text))
    return figures(f"Overall, {known.head.bet_rule}", rows)


def _punters(table: PuntersFigures | SimulatedPunters) -> Iterator[Block]:
    if isinstance(table, SimulatedPunters):
        yield Note(
            f"Several punters, simulated: {table.rounds:,} rounds, seed {table.seed}, with {table.confidence} "
            "intervals; "
            f"no exact law is known with finite decks ({table.assumption})."
        )
    rows = []
    named = {"Covariance of two punters": table.covariance} | {
        f"Variance of the banker's round, {n} punters": figure for n, figure in table.banker_variance.items()
    }
    for label, figure in named.items():
        note = "{} to {}".format(*figure.interval) if isinstance(figure, Simulated) else "exact"
        unit = PLAIN if isinstance(figure, Simulated) else NUMBER
        rows.append(Figure(label, kept(figure), unit, note=note))
    yield figures("Several punters", rows)


def played_blocks(played: Played) -> Iterator[Block]:
    """Yield what a trial came to: each simulated figure beside the exact one."""
    punters = f"{played.punters} punter{'s' * (played.punters > 1)}, best reply"
    yield Note(f"{played.banker}; {punters}; bets: {played.bet_rule}")
    if played.punters > 1:
        yield Note(f"measured on {played.measured_on}, whose law is that of a punter alone")
    mean = played.mean
    means = {"all bets": (mean.value, mean.standard_error, mean.exact, mean.z)} | {
        card: (row.ev, row.standard_error, row.exact_ev, row.ev_z) for card, row in played.first_cards.items()
    }
    six, two = Unit("number", 6, signed=True), Unit("number", 2, signed=True)
    rows = [
        Row((Cell(name), Cell(value, six), Cell(2.5758 * error, NUMBER), Cell(exact, six), Cell(z, two)))
        for name, (value, error, exact, z) in means.items()
    ]
    heads = ("punter's EV", "± 99 %", "exact", "z")
    yield Table((Column("of", side="left"), *(Column(head, head) for head in heads)), tuple(rows))
    counted = {f"first card {card}": row for card, row in played.first_cards.items()} | dict(played.classes)
    rows = [
        Row((Cell(name), Cell(row.rounds, WHOLE), Cell(row.expected, Unit("number", 1)), Cell(row.z, two)))
        for name, row in counted.items()
    ]
    columns = (Column("of", side="left"), *(Column(head, head) for head in ("rounds", "expected", "z")))
    yield Table(columns, tuple(rows))
    deals = played.tenure
    if deals.mean_hands is not None:
        yield Note(
            f"tenures of the banker: {deals.tenures:,}, of {deals.mean_hands:.4f} hands ± "
            f"{2.5758 * (deals.standard_error or 0.0):.4f}, exact {deals.exact:.4f}, z {deals.z:+.2f}"
        )
    named = {
        "banker's round, mean": played.banker_mean,
        "banker's round, variance": played.banker_variance,
        "covariance of two punters": played.covariance,
    }
    yield from (Note(_company_line(name, figure)) for name, figure in named.items() if figure is not None)


def _company_line(name: str, figure: Compared) -> str:
    low, high = figure.interval
    checked = "" if figure.z is None else f", z {figure.z:+.2f} from the exact one"
    return f"{name}: {figure.value}, 99 % interval {low} to {high}{checked}"
