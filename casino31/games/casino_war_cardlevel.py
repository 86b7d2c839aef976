"""Casino War at the level of cards: W1 to W5 as data."""

from casino31.cardlevel import CardLevel, Data, case, deal, decide, end, weigh, when
from casino31.wagers import Terms


def cards_of(terms: Terms) -> CardLevel:
    """Return the round as data; suits do not count, and burned cards are cards that nobody knows."""
    player: Data = ["of", "rank", "player"]
    dealer: Data = ["of", "rank", "dealer"]
    values: dict[str, Data] = {"rank": ["ranks"]}
    if "main" not in terms.bets:
        came = case((["=", player, dealer], "tie"), default="no tie")
        return CardLevel(values, deal("player", 1, deal("dealer", 1, end(terms, tie=[(came, 1)]))), alike="ranks")
    own: Data = ["of", "rank", "war"]
    theirs: Data = ["get", "theirs"]

    def at_war(won: str, tied: str, lost: str) -> Data:
        return case(([">", own, theirs], won), (["=", own, theirs], tied), default=lost)

    bet = at_war("war won", "second tie", "war lost")
    second = at_war("win", f"second tie, {terms.reading('tie2')}", "lose")
    war = end(terms, main=[(bet, 1), (second, 1)], tie=[("tie", 1)])
    options = [
        ("surrender", end(terms, main=[("surrender", 1), ("surrender", 0)], tie=[("tie", 1)])),
        ("war", deal("war", 1, weigh("theirs", 1, "rank", war))),
    ]
    at_once = case(([">", player, dealer], "win"), default="lose")
    no_tie = end(terms, main=[(at_once, 1), (at_once, 0)], tie=[("no tie", 1)])
    first = when(["=", player, dealer], decide(["player", "dealer"], options), no_tie)
    return CardLevel(values, deal("player", 1, deal("dealer", 1, first)), alike="ranks")
