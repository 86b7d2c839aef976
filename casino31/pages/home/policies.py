"""Policies of the home games played against each other, and the one that iteration ends with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from casino31.home.against import Against
from casino31.home.best import Best
from casino31.home.policy import Situation
from casino31.page import Block, Cell, Heat, Listing, Note, Row, Table
from casino31.pages.deliverable import Deliverable
from casino31.pages.home.frame import GAIN, TOKENS, Heading, answer, columns, data, stated
from casino31.pages.home.knock_tables import knock_records, knock_tables
from casino31.serialize import JsonObject
from casino31.version import __version__

_LOSS, _NEUTRAL, _GAIN = "F2B8B5", "FFFFFF", "B7DDB0"


def _played(result: Against | Best, schema: str) -> JsonObject:
    """What both objects state: the game, who plays, and the deals."""
    return {
        "schema": schema,
        "version": __version__,
        **stated(result.game.rules, result.game),
        "players": result.players,
        "deals": result.deals,
        "seed": result.seed,
    }


def _heading(result: Against | Best, what: str, subject: str) -> Heading:
    facts = (("Players", str(result.players)), ("Deals", f"{result.deals:,}"), ("Seed", str(result.seed)))
    title = f"{result.game.rules.title}, {result.players} players: {what}"
    return Heading(title, subject, result.game.rules, result.game, facts)


def against_deliverable(robin: Against) -> Deliverable:
    """Return a round robin, for people and for programs.

    >>> import casino31
    >>> made = against_deliverable(casino31.home_against("scat", ["knock 21+", "knock 25+"], players=2, deals=200))
    >>> [row[place]["value"] for place, row in enumerate(made.record["matrix"])]
    [0.0, 0.0]
    """
    record = {
        **_played(robin, "casino31.home.against/1"),
        "policies": [{"name": policy.name, "text": policy.text} for policy in robin.policies],
        "matrix": data(robin.matrix),
    }
    names = [f"P{place}" for place in range(1, len(robin.policies) + 1)]

    def blocks() -> Iterator[Block]:
        yield Listing(tuple(f"{name}: {policy.name}" for name, policy in zip(names, robin.policies, strict=True)))
        yield Note(f"simulated: {robin.deals:,} deals for each pair, seed {robin.seed}; intervals of 99 %", "note")
        gains = [[Cell(gain.value, GAIN) for gain in row] for row in robin.matrix]
        heat = Heat(names[0], names[-1], _LOSS, _NEUTRAL, _GAIN)
        yield _matrix(names, gains, "What a lone player of the row gains a deal among players of the column", heat)
        halves = [[Cell(gain.half, TOKENS) for gain in row] for row in robin.matrix]
        yield _matrix(names, halves, "Half the width of each interval (±)")

    return answer(_heading(robin, "policies against each other", "Round robin"), blocks(), record)


def _matrix(names: Sequence[str], cells: Sequence[Sequence[Cell]], title: str, heat: Heat | None = None) -> Table:
    rows = tuple(Row((Cell(name), *row)) for name, row in zip(names, cells, strict=True))
    return Table(columns(("policy", ""), *zip(names, names, strict=True)), rows, title, heat=heat)


def best_deliverable(best: Best) -> Deliverable:
    """Return the knock table of policy iteration, for people and for programs.

    >>> import casino31
    >>> made = best_deliverable(casino31.home_best("dutch", players=2, deals=300, rounds=1))
    >>> len(made.record["knock"]), made.record["gain_left"]["method"]
    (13, 'simulated')
    """
    rules, where = best.game.rules, Situation(best.players, 1)
    record = {
        **_played(best, "casino31.home.best/1"),
        "rounds": best.rounds,
        "settled": best.settled,
        "policy": best.policy.text,
        "knock": knock_records(best.policy, rules, where),
        "gain_left": data(best.left),
    }

    def blocks() -> Iterator[Block]:
        yield from knock_tables(best.policy.table(where), rules)
        end = "the last changed nothing" if best.settled else "still changing within the errors"
        yield Note(f"{best.rounds} rounds of {best.deals:,} deals, seed {best.seed}; {end}.")
        yield Note(f"gain left: a lone player gains {best.left} a deal by one more improvement (simulated, 99 %).")
        yield Listing(tuple(best.policy.text.split("\n")), "As a policy")

    return answer(_heading(best, "when to knock", "Knock table"), blocks(), record)
