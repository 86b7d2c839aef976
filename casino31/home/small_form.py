"""The solved toy as text and as JSON."""

from __future__ import annotations

from fractions import Fraction

from casino31.cards import RANKS, rank, show
from casino31.decimals import NOTHING, decimal, number, percent, table
from casino31.home.small import RULES
from casino31.home.small_solver import PARTS, SmallSolution
from casino31.serialize import JsonObject

_GAME = """The eldest knocks, or takes the card turned up or the stock's and throws one; the dealer then knocks, or
the deal is drawn. After a knock the other has one more turn. A knocker who is not above loses 2 tokens, else the
other loses 1. Small enough to be solved: regret matching finds policies, and best replies in whole numbers
prove what they are worth, so that the machinery is tested against a game whose value is known."""


def small_text(solved: SmallSolution) -> str:
    """Return what ``home solve-small`` prints."""
    toy = solved.toy
    knocks = [part.knocks() for part in solved.parts]
    names = [RANKS[rank(each.game.up)] for each in solved.parts]
    totals = sorted({points for each in knocks for points in each})
    rows = [
        (str(points), *(percent(knock[points], 1) if points in knock else NOTHING for knock in knocks))
        for points in totals
    ]
    parts = [
        f"{RULES.title}: two players, three cards each of {toy.suits} suits of {toy.ranks} ranks",
        _GAME,
        f"pack: {show(*reversed(toy.pack))}",
        f"  value for the eldest: {decimal(solved.low, 6)} to {decimal(solved.high, 6)} tokens a deal, proven\n"
        f"  exploitability of the two policies: {decimal(solved.exploitability, 6)} tokens a deal, exact\n"
        f"  {solved.iterations} iterations; policies in parts of {PARTS}",
        f"How often the eldest knocks at once, by points and rank turned up\n{table(('points', *names), rows)}",
    ]
    return "\n\n".join(parts)


def small_object(solved: SmallSolution) -> JsonObject:
    """Return the object of ``home solve-small --json``."""
    return {
        "schema": "casino31.home.small/1",
        "suits": solved.toy.suits,
        "ranks": solved.toy.ranks,
        "pack": show(*solved.toy.pack),
        "method": "solved",
        "iterations": solved.iterations,
        "value": _between(solved.low, solved.high),
        "exploitability": number(solved.exploitability),
        "turned_up": [
            {
                "card": show(part.game.up),
                "value": _between(part.low, part.high),
                "knocks": {str(points): number(share) for points, share in part.knocks().items()},
            }
            for part in solved.parts
        ],
    }


def _between(low: Fraction, high: Fraction) -> JsonObject:
    return {"at_least": number(low), "at_most": number(high)}
