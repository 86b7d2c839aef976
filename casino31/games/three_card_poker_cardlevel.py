"""Three Card Poker at the level of cards: C1 to C5 as data."""

from casino31.cardlevel import THREE_CARDS, WORTH_OF_THREE, CardLevel, Data, case, deal, decide, end, weigh
from casino31.wagers import Terms

_HAND: Data = ["of", "hand", "player"]
_OWN: Data = ["of", "worth", "player"]
_DEALER: Data = ["get", "dealer"]
_EVENT = case(
    (["<", _DEALER, ["list", 0, ["list", 12]]], "dealer does not qualify"),
    ([">", _OWN, _DEALER], "win"),
    (["=", _OWN, _DEALER], "push"),
    default="lose",
)
_BONUS = ["straight", "three of a kind", "straight flush", "mini royal"]


def cards_of(terms: Terms) -> CardLevel:
    """Return the round as data; a dealer below the first hand with a queen does not qualify."""
    hand = {"hand": THREE_CARDS}
    if "main" not in terms.bets:
        return CardLevel(hand, deal("player", 3, end(terms, pair_plus=[(_HAND, 1)])))
    after: Data = _HAND if terms.reading("pair_plus_after_fold") == "stands" else "forfeited"
    bonus = case(*((["=", _HAND, each], each) for each in _BONUS), default="no bonus")
    fold = end(terms, main=[("fold", 1), ("fold", 0), ("fold", 0)], pair_plus=[(after, 1)])
    play = end(terms, main=[(_EVENT, 1), (_EVENT, 1), (bonus, 1)], pair_plus=[(_HAND, 1)])
    options = [("fold", fold), ("play", weigh("dealer", 3, "worth", play))]
    return CardLevel({**hand, "worth": WORTH_OF_THREE}, deal("player", 3, decide(["player"], options)))
