"""A toy Scat, solved."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from casino31.cards import RANKS, rank, show
from casino31.home.small import RULES
from casino31.home.small_solver import PARTS, SmallSolution
from casino31.page import NUMBER, Block, Cell, Figure, Note, Row, Table, Unit, figures
from casino31.pages.deliverable import Deliverable
from casino31.pages.home.frame import Heading, answer, columns, data
from casino31.serialize import JsonObject

_GAME = (
    "The eldest knocks, or takes the card turned up or the stock's and throws one; the dealer then knocks, or the "
    "deal is drawn. After a knock the other has one more turn. A knocker who is not above loses 2 tokens, else the "
    "other loses 1. Small enough to be solved: regret matching finds policies, and best replies in whole numbers "
    "prove what they are worth, so that the machinery is tested against a game whose value is known."
)


def small_deliverable(solution: SmallSolution) -> Deliverable:
    """Return the solved toy, for people and for programs.

    >>> import casino31
    >>> small_deliverable(casino31.home_solve_small(ranks=3, iterations=5)).record["method"]
    'solved'
    """
    toy = solution.toy
    title = f"{RULES.title}: two players, three cards each of {toy.suits} suits of {toy.ranks} ranks"
    facts = (("Pack", show(*reversed(toy.pack))), ("Iterations", str(solution.iterations)))
    return answer(Heading(title, "Toy game", RULES, None, facts), _blocks(solution), _object(solution))


def _object(solution: SmallSolution) -> JsonObject:
    return {
        "schema": "casino31.home.small/1",
        "suits": solution.toy.suits,
        "ranks": solution.toy.ranks,
        "pack": show(*solution.toy.pack),
        "method": "solved",
        "iterations": solution.iterations,
        "value": _between(solution.low, solution.high),
        "exploitability": data(solution.exploitability),
        "turned_up": [
            {
                "card": show(part.game.up),
                "value": _between(part.low, part.high),
                "knocks": data(part.knocks()),
            }
            for part in solution.parts
        ],
    }


def _between(low: Fraction, high: Fraction) -> JsonObject:
    return {"at_least": data(low), "at_most": data(high)}


def _blocks(solution: SmallSolution) -> Iterator[Block]:
    yield Note(_GAME)
    yield Note(f"pack: {show(*reversed(solution.toy.pack))}; {solution.iterations} iterations, parts of {PARTS:,}")
    entries = {
        "the eldest wins a deal at least": solution.low,
        "and at most": solution.high,
        "exploitability of the two policies": solution.exploitability,
    }
    listed = [Figure(label, value, NUMBER, note="proven, in tokens") for label, value in entries.items()]
    yield figures("Value", listed)
    knocks = [part.knocks() for part in solution.parts]
    names = [RANKS[rank(part.game.up)] for part in solution.parts]
    totals = sorted({points for shares in knocks for points in shares})
    share = Unit("share", 1)
    rows = (
        Row((Cell(str(points)), *(Cell(shares[points], share) if points in shares else None for shares in knocks)))
        for points in totals
    )
    heads = (("points", "points"), *zip(names, names, strict=True))
    yield Table(columns(*heads), tuple(rows), "How often the eldest knocks at once, by points and rank turned up")
