"""31 Classic at the level of cards: A3 to A9 and the readings A11 and A12 as data."""

from casino31.cardlevel import PIPS, CardLevel, Data, case, deal, decide, end
from casino31.games.classic_31.rules import BELOW_17, FOLD, MINI_ROYAL, RAISE, TRIPS
from casino31.wagers import Terms

_SUITED: Data = ["best in a suit", 3]
_TRIPS: Data = ["held", 3]
_ROYAL: Data = ["in a suit", "AKQ"]
_THREE: Data = ["*", 3, ["points", _TRIPS]]
_BY_SUIT = case((_ROYAL, MINI_ROYAL), ([">", _SUITED, 16], ["text", _SUITED]), default=BELOW_17)
_BOTH: Data = ["list", TRIPS, _BY_SUIT]
_TOTAL: Data = ["max", _SUITED, ["min", _THREE, 31]]
_FINAL = {
    "best": case((_TRIPS, _BOTH), default=_BY_SUIT),
    "push17": case((_TRIPS, case((["=", _SUITED, 17], "17"), default=_BOTH)), default=_BY_SUIT),
    "qual17": case((_TRIPS, case(([">", _THREE, 16], _BOTH), default=_BY_SUIT)), default=_BY_SUIT),
    "points": case(
        (_TRIPS, case(([">", _TOTAL, 16], ["text", _TOTAL]), default=BELOW_17)),
        default=_BY_SUIT,
    ),
    "last": case((_TRIPS, case(([">", _SUITED, 16], _BY_SUIT), default=TRIPS)), default=_BY_SUIT),
    "none": _BY_SUIT,
}
"""What four cards are paid as, by the reading of trips; of two names whichever pays more."""


def cards_of(terms: Terms) -> CardLevel:
    """Return the round as data."""
    bonus: Data = ["of", "start", "player"]
    values = {"start": case((_ROYAL, MINI_ROYAL), (_TRIPS, TRIPS), default=["text", _SUITED])}
    if "main" not in terms.bets:
        return CardLevel(values, deal("player", 3, end(terms, natural_31=[(bonus, 1)])), PIPS)
    values["final"] = _FINAL[terms.reading("trips")]
    if "natural 31" not in terms.bets:
        del values["start"]
    final: Data = ["of", "final", "player", "draw"]
    after = bonus if terms.reading("bonus_after_fold") == "stands" else "forfeited"
    options = [
        (FOLD, end(terms, main=[(FOLD, 1), (FOLD, 0)], natural_31=[(after, 1)])),
        (RAISE, deal("draw", 1, end(terms, main=[(final, 1), (final, 1)], natural_31=[(bonus, 1)]))),
    ]
    if terms.reading("tie") == RAISE:
        options.reverse()
    return CardLevel(values, deal("player", 3, decide(["player"], options)), PIPS)
