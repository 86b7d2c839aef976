"""A first layout file of a game: a shipped one with the writer's own head, every key explained."""

from __future__ import annotations

from typing import TYPE_CHECKING

from casino31.importing.layout import toml_text
from casino31.layoutfile.document import Document
from casino31.layoutfile.edit import Edits

if TYPE_CHECKING:
    from casino31.game import Game

_HEAD = """\
# {game}: a layout of your own. Change what you like; casino31 check FILE names every fault with its line,
# and casino31 analyze FILE prices it. What stands behind a # is a comment.
#
"""
_PAYS = """\
#   - A row is  "hand" = pay.  A hand that has no row loses.
#   - A pay is 2, 1.5, "3/2", "3 to 2", "push" or "lose"; with odds = "for one" it may be "3 for 1".
#   - assumed = ["{wager}"] above [rules] marks rows that rest on no source: without it your pays are *stated*.
{bets}#
"""
_FILING = """
# Take the # away to say what the par sheet is filed with; without these tables nothing of it is printed.
#
# [document]
# number = "PS-0001"
# revision = "A"
# history = [{revision = "A", date = 2026-11-29, change = "first filing"}]
# prepared_by = "name and firm"
# prepared_for = "name and firm"
# jurisdiction = "where it is filed"
# contact = "filings@example.com"
#
# [table]
# currency = "USD"
# rounds_per_hour = 60          # of one seat
# minimum_bet = 10              # money on one initial wager, as is the maximum
# maximum_bet = 500
# payout_limit = 50000          # the most money that one player's won wagers are paid in one round
# seats = 7
# minimum_return = "85%"        # the least that must come back on average, of the initial wagers
"""


def starter(game: Game, sample: str) -> str:
    """Return the text of a new layout file, made of the text of a layout of the game.

    >>> from casino31.rulesfile import load
    >>> file = load("pair-plus")
    >>> print(starter(file.game, file.text).splitlines()[0])
    # Pair Plus: a layout of your own. Change what you like; casino31 check FILE names every fault with its line,
    """
    document = Document(sample)
    start = min(document.statement((key,))[0] for key in document.data if document.get((key,)) is not None)
    edits = Edits(Document(sample[start:]))
    edits.put(("title",), toml_text(f"{game.name}, my layout"), "what the par sheet is called")
    edits.put(("source",), toml_text("who states these pays, and where"), "")
    for key in ("date", "assumed"):
        edits.drop((key,))
    head = _HEAD.format(game=game.name)
    if game.reader is None:
        bets = "".join(f"#   - The bet {bet} is made of {', '.join(names)}.\n" for bet, names in game.bets.items())
        head += _PAYS.format(wager=next(wager.name for wager in reversed(game.wagers)), bets=bets)
    return f"{head}\n{edits.text}{_FILING}"
