"""Under the Gun 31 at the level of cards: U1 to U5 as data."""

from casino31.cardlevel import PIPS, CardLevel, Data, case, deal, decide, end, weigh
from casino31.wagers import Terms

_TIES = {"raise": ("tie pushes", "tie loses"), "push": ("tie pushes",) * 2, "lose": ("tie loses",) * 2}
_DEALER: Data = ["get", "dealer"]


def cards_of(terms: Terms) -> CardLevel:
    """Return the round as data; a switched card is dropped by its place in the player's hand."""
    own: Data = ["of", "points", "player", "next"]
    events = [
        case(([">", own, _DEALER], "win"), (["=", own, _DEALER], tie), default="lose")
        for tie in _TIES[terms.reading("equal_points")]
    ]
    against = weigh("dealer", 4, "points", end(terms, main=[(event, 1) for event in events]))
    switches = [
        (f"switch {place}", {"drop": place, "from": "player", "then": deal("next", 1, against)})
        for place in (1, 2, 3)
    ]
    options = [("fold", end(terms, main=[("fold", 1), ("fold", 0)])), ("stay", against), *switches]
    points: Data = ["best in a suit", 3]
    return CardLevel({"points": points}, deal("player", 3, decide(["player"], options)), PIPS)
