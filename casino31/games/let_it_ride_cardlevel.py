"""Let It Ride at the level of cards: L1 to L6 as data."""

from casino31.cardlevel import THREE_CARDS, CardLevel, Data, case, deal, decide, end
from casino31.wagers import Terms

_FIVE_CARDS = case(
    (["in a suit", "AKQJT"], "royal flush"),
    (["and", ["one suit"], ["straight"]], "straight flush"),
    (["held", 4], "four of a kind"),
    (["=", ["times"], ["list", 3, 2]], "full house"),
    (["one suit"], "flush"),
    (["straight"], "straight"),
    (["held", 3], "three of a kind"),
    (["=", ["times"], ["list", 2, 2, 1]], "two pair"),
    ([">", ["held", 2], 9], "tens or better"),
    default="less than tens",
)
_BACK, _RIDE = "take back", "let it ride"


def cards_of(terms: Terms) -> CardLevel:
    """Return the round as data: of three units two can be taken back, after three cards and after four."""
    bonus: Data = ["of", "bonus", "player"]
    values = {"bonus": THREE_CARDS} if "three card bonus" in terms.bets else {}
    if "main" not in terms.bets:
        return CardLevel(values, deal("player", 3, end(terms, three_card_bonus=[(bonus, 1)])))
    hand: Data = ["of", "hand", "player", "fourth", "fifth"]

    def fifth(units: int) -> Data:
        return deal("fifth", 1, end(terms, main=[(hand, units)], three_card_bonus=[(bonus, 1)]))

    def fourth(units: int) -> Data:
        options = [(_BACK, fifth(units - 1)), (_RIDE, fifth(units))]
        return deal("fourth", 1, decide(["player", "fourth"], options, "second"))

    first = decide(["player"], [(_BACK, fourth(2)), (_RIDE, fourth(3))])
    return CardLevel({"hand": _FIVE_CARDS, **values}, deal("player", 3, first))
