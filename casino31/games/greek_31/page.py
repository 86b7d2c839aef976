"""An analysis or a sheet of Greek 31 as a page to read."""

from collections.abc import Iterator, Mapping
from typing import Any

from casino31.games.greek_31.solved_page import banker_parts, solved_parts


def page(record: Mapping[str, Any]) -> str:
    """Return the page of what ``analyse`` or ``sheet`` returned.

    >>> from casino31.games.greek_31.rules import Rules
    >>> from casino31.games.greek_31.verbs import analyse
    >>> print(page(analyse(Rules(title="Greek 31", decks=None))).split("\\n\\n")[0])
    Greek 31
    the banker stands at 26 and conceals his last card; bets: 1 on every first card
    aces kouridakis, fourteen any, tie stand, decks infinite
    """
    return "\n\n".join("\n".join(part) for part in _parts(record)) + "\n"


def strategy_page(record: Mapping[str, Any]) -> str:
    """Return the page of what ``strategies`` returned: the punter's best play, or that of a solved banker."""
    assumptions = ["Assumptions", *(f"- {line}" for line in record["assumptions"])]
    played = _strategies(record) if "strategy" in record else banker_parts(record["banker_play"])
    parts = [_head(record), *played, assumptions]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _head(record: Mapping[str, Any]) -> list[str]:
    readings = ", ".join(f"{name} {value}" for name, value in record["readings"].items())
    return [record["title"], f"{record['banker']}; bets: {record['bet_rule']}", readings]


def _parts(record: Mapping[str, Any]) -> Iterator[list[str]]:
    yield _head(record)
    firsts = record["first_cards"]
    yield [
        "First card   chance     bet     punter EV   banker edge   variance",
        *(
            f"{card:<10} {_value(row['chance']):8.4%} {_value(row['bet']):7.2f} {_value(row['punter_ev']):+13.9f}"
            f" {_value(row['banker_edge']):+11.4%} {_value(row['variance']):10.6f}"
            for card, row in firsts.items()
        ),
    ]
    yield list(_overall(record))
    if record["overall"]["classes"]:
        yield [
            "What happens to a punter",
            *(f"{name:<14} {_value(chance):10.6%}" for name, chance in record["overall"]["classes"].items()),
        ]
    if "tenure" in record:
        deals = record["tenure"]
        yield [
            f"A banker deals {_value(deals['mean_hands']):.4f} hands on average: each is bust with"
            f" {_value(deals['bust']):.4%}, and a bust from the second hand on passes the deal.",
            f"He wins {_value(deals['banker_units_a_punter']):+.6f} units a punter in that time.",
        ]
    if "punters" in record:
        yield list(_punters(record["punters"]))
    if "equilibrium" in record:
        yield from solved_parts(record["equilibrium"])
    yield from _sheet(record)
    yield ["Assumptions", *(f"- {line}" for line in record["assumptions"])]


def _punters(table: Mapping[str, Any]) -> Iterator[str]:
    variances = table["banker_variance"].items()
    if "rounds" in table:
        low, high = table["covariance"]["interval"]
        yield (
            f"Several punters, simulated: {table['rounds']:,} rounds, seed {table['seed']},"
            f" with {table['confidence']} intervals; no exact law is known with finite decks"
        )
        yield f"({table['assumption']})"
        yield f"Covariance of two punters {_value(table['covariance'])} ({low} to {high}); variance of the round:"
        for n, variance in variances:
            low, high = variance.get("interval", (None, None))
            yield (
                f"{n}: {_value(variance):.6f}, exact"
                if low is None
                else f"{n}: {_value(variance)} ({low} to {high})"
            )
        return
    yield f"Covariance of two punters {_value(table['covariance']):.6f}; variance of the round:"
    yield "  ".join(f"{n}: {_value(variance):.3f}" for n, variance in variances)


def _overall(record: Mapping[str, Any]) -> Iterator[str]:
    overall, spread = record["overall"], record["break_even_spread"]["value"]
    edge = overall["banker_edge"]
    yield f"Overall, {record['bet_rule']}: banker's edge {_value(edge):+.6%} of each unit bet"
    yield f"  punter {_value(overall['punter_ev']):+.12f} units a round, variance {_value(overall['variance']):.6f}"
    yield f"  exact: {edge['exact']}" if edge["exact"] else f"  within {edge['error_bound']:.0e} of the exact value"
    if "policy_digest" in record:
        yield f"  his policy: SHA-256 {record['policy_digest']}"
        yield "  no first card is worth more than this to a punter; casino31 verify gives the intervals"
    if spread is None:
        yield "  no first card favours the punter: no spread of bets beats this banker"
    elif spread <= 1:
        yield "  flat bets already beat this banker"
    else:
        yield f"  punters break even who bet {spread:.4f} times the minimum on first cards with an edge"


def _sheet(record: Mapping[str, Any]) -> Iterator[list[str]]:
    if "bankers" in record:
        grid = {(row["stand"], row["conceal"]): _value(row["punter_ev"]) for row in record["bankers"]}
        conceals = list(dict.fromkeys(conceal for _, conceal in grid))
        yield [
            "Punter EV against each fixed banker, 1 on every first card",
            "stands at " + "".join(f"{conceal:>13}" for conceal in conceals),
            *(
                f"{stand:<10}" + "".join(f"{grid[stand, conceal]:+13.9f}" for conceal in conceals)
                for stand in dict.fromkeys(stand for stand, _ in grid)
            ),
        ]
    if "readings_compared" in record:
        rows = record["readings_compared"]
        yield [
            "Banker's edge under each reading, the others unchanged",
            *(f"{row['reading']:<28} {_value(row['banker_edge']):+.6%}" for row in rows),
        ]
    yield from _strategies(record)


def _strategies(record: Mapping[str, Any]) -> Iterator[list[str]]:
    if "strategy" in record:
        yield record["strategy"]
    if "simple_strategy" in record:
        yield list(_simple(record["simple_strategy"]))


def _simple(simple: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"Simple play, 1 on every first card: {simple['punter_ev']:+.9f} units a round,"
        f" {simple['cost']:.6f} below the best"
    )
    yield "(stand on this total or more; 31: play on; 14 stands unless a 14 is shown)"
    yield from _simple_rows(simple["rows"])


def _simple_rows(rows: list[dict[str, Any]]) -> Iterator[str]:
    """One line for each number of exposed cards: runs of sums that call for the same total."""
    for cards in dict.fromkeys(row["exposed_cards"] for row in rows):
        runs: list[tuple[int, int, int]] = []
        for row in rows:
            if row["exposed_cards"] != cards or row["shown_14"]:
                continue
            if runs and runs[-1][2] == row["stand_at"]:
                runs[-1] = (runs[-1][0], row["showing"], row["stand_at"])
            else:
                runs.append((row["showing"], row["showing"], row["stand_at"]))
        spans = (f"{low}-{high}: {total}" if low < high else f"{low}: {total}" for low, high, total in runs)
        yield f"{cards} exposed showing  " + ", ".join(spans)


def _value(figure: Mapping[str, Any]) -> float:
    return float(figure["value"])
