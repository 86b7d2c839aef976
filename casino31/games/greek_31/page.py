"""An analysis or a sheet of Greek 31 as a page to read."""

from collections.abc import Iterator, Sequence

from casino31.banker_answers import (
    BankerAnalysis,
    BankerStrategies,
    Figure,
    Head,
    PuntersFigures,
    SimpleFigures,
    SimpleRow,
    Simulated,
    SimulatedPunters,
)
from casino31.games.greek_31.solved_page import banker_parts, solved_parts


def page(whole: BankerAnalysis) -> str:
    """Return the page of what ``analyse`` or ``sheet`` returned.

    >>> from casino31.games.greek_31.rules import Rules
    >>> from casino31.games.greek_31.api import analyse
    >>> print(page(analyse(Rules(title="Greek 31", decks=None))).split("\\n\\n")[0])
    Greek 31
    the banker stands at 26 and conceals his last card; bets: 1 on every first card
    aces kouridakis, fourteen any, tie stand, decks infinite
    """
    return "\n\n".join("\n".join(part) for part in _parts(whole)) + "\n"


def strategy_page(known: BankerStrategies) -> str:
    """Return the page of what ``strategies`` returned: the punter's best play, or that of a solved banker."""
    played = banker_parts(known.banker_play) if known.strategy is None else _strategies(known)
    parts = [_head(known.head), *played, _assumptions(known.head)]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _head(head: Head) -> list[str]:
    readings = ", ".join(f"{name} {value}" for name, value in head.readings.items())
    return [head.title, f"{head.banker}; bets: {head.bet_rule}", readings]


def _assumptions(head: Head) -> list[str]:
    return ["Assumptions", *(f"- {line}" for line in head.assumptions)]


def _parts(whole: BankerAnalysis) -> Iterator[list[str]]:
    yield _head(whole.head)
    yield [
        "First card   chance     bet     punter EV   banker edge   variance",
        *(
            f"{card:<10} {_value(row.chance):8.4%} {_value(row.bet):7.2f} {_value(row.punter_ev):+13.9f}"
            f" {_value(row.banker_edge):+11.4%} {_value(row.variance):10.6f}"
            for card, row in whole.first_cards.items()
        ),
    ]
    yield list(_overall(whole))
    if whole.overall.classes:
        yield [
            "What happens to a punter",
            *(f"{name:<14} {_value(chance):10.6%}" for name, chance in whole.overall.classes.items()),
        ]
    if whole.tenure is not None:
        deals = whole.tenure
        yield [
            f"A banker deals {_value(deals.mean_hands):.4f} hands on average: each is bust with"
            f" {_value(deals.bust):.4%}, and a bust from the second hand on passes the deal.",
            f"He wins {_value(deals.banker_units_a_punter):+.6f} units a punter in that time.",
        ]
    if whole.punters is not None:
        yield list(_punters(whole.punters))
    if whole.simulated_punters is not None:
        yield list(_simulated_punters(whole.simulated_punters))
    if whole.equilibrium is not None:
        yield from solved_parts(whole.equilibrium)
    yield from _sheet(whole)
    yield _assumptions(whole.head)


def _punters(table: PuntersFigures) -> Iterator[str]:
    yield f"Covariance of two punters {_value(table.covariance):.6f}; variance of the round:"
    yield "  ".join(f"{n}: {_value(variance):.3f}" for n, variance in table.banker_variance.items())


def _simulated_punters(table: SimulatedPunters) -> Iterator[str]:
    low, high = table.covariance.interval
    yield (
        f"Several punters, simulated: {table.rounds:,} rounds, seed {table.seed},"
        f" with {table.confidence} intervals; no exact law is known with finite decks"
    )
    yield f"({table.assumption})"
    yield f"Covariance of two punters {_value(table.covariance)} ({low} to {high}); variance of the round:"
    for n, variance in table.banker_variance.items():
        if isinstance(variance, Simulated):
            low, high = variance.interval
            yield f"{n}: {_value(variance)} ({low} to {high})"
        else:
            yield f"{n}: {_value(variance):.6f}, exact"


def _overall(whole: BankerAnalysis) -> Iterator[str]:
    overall, spread = whole.overall, whole.break_even_spread.value
    edge = overall.banker_edge
    yield f"Overall, {whole.head.bet_rule}: banker's edge {_value(edge):+.6%} of each unit bet"
    yield f"  punter {_value(overall.punter_ev):+.12f} units a round, variance {_value(overall.variance):.6f}"
    yield f"  within {edge.error_bound:.0e} of the exact value" if edge.exact is None else f"  exact: {edge.exact}"
    if whole.policy_digest is not None:
        yield f"  his policy: SHA-256 {whole.policy_digest}"
        yield "  no first card is worth more than this to a punter; casino31 verify gives the intervals"
    if spread is None:
        yield "  no first card favours the punter: no spread of bets beats this banker"
    elif spread <= 1:
        yield "  flat bets already beat this banker"
    else:
        yield f"  punters break even who bet {spread:.4f} times the minimum on first cards with an edge"


def _sheet(whole: BankerAnalysis) -> Iterator[list[str]]:
    if whole.bankers is not None:
        grid = {(row.stand, row.conceal): _value(row.punter_ev) for row in whole.bankers}
        conceals = list(dict.fromkeys(conceal for _, conceal in grid))
        yield [
            "Punter EV against each fixed banker, 1 on every first card",
            "stands at " + "".join(f"{conceal:>13}" for conceal in conceals),
            *(
                f"{stand:<10}" + "".join(f"{grid[stand, conceal]:+13.9f}" for conceal in conceals)
                for stand in dict.fromkeys(stand for stand, _ in grid)
            ),
        ]
    if whole.readings_compared is not None:
        yield [
            "Banker's edge under each reading, the others unchanged",
            *(f"{row.reading:<28} {_value(row.banker_edge):+.6%}" for row in whole.readings_compared),
        ]
    yield from _strategies(whole)


def _strategies(known: BankerAnalysis | BankerStrategies) -> Iterator[list[str]]:
    if known.strategy is not None:
        yield list(known.strategy)
    if known.simple_strategy is not None:
        yield list(_simple(known.simple_strategy))


def _simple(simple: SimpleFigures) -> Iterator[str]:
    yield (
        f"Simple play, 1 on every first card: {simple.punter_ev:+.9f} units a round,"
        f" {simple.cost:.6f} below the best"
    )
    yield "(stand on this total or more; 31: play on; 14 stands unless a 14 is shown)"
    yield from _simple_rows(simple.rows)


def _simple_rows(rows: Sequence[SimpleRow]) -> Iterator[str]:
    """One line for each number of exposed cards: runs of sums that call for the same total."""
    for cards in dict.fromkeys(row.exposed_cards for row in rows):
        runs: list[tuple[int, int, int]] = []
        for row in rows:
            if row.exposed_cards != cards or row.shown_14:
                continue
            if runs and runs[-1][2] == row.stand_at:
                runs[-1] = (runs[-1][0], row.showing, row.stand_at)
            else:
                runs.append((row.showing, row.showing, row.stand_at))
        if not runs:  # no such card is ever concealed
            continue
        spans = (f"{low}-{high}: {total}" if low < high else f"{low}: {total}" for low, high, total in runs)
        yield f"{cards} exposed showing  " + ", ".join(spans)


def _value(figure: Figure) -> float:
    return float("nan") if figure.value is None else figure.value
