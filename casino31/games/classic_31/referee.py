"""The referee of 31 Classic: one round, settled clause by clause (docs/rules/31-classic.md).

Slow and plain on purpose. It shares only the cards and their points with the fast route in ``census``.
"""

from collections.abc import Sequence
from fractions import Fraction

from casino31.cards import Card
from casino31.games.classic_31.rules import ANTE, BELOW_17, BONUS, MINI_ROYAL, PLAY, TRIPS, Rules
from casino31.outcomes import Result
from casino31.points import POINTS, has_mini_royal, suited_points, trips_rank

ONE, NOTHING = Fraction(1), Fraction(0)


def play(
    rules: Rules, cards: Sequence[Card], action: str, wagers: Sequence[str] | None = None
) -> tuple[Result, ...]:
    """Settle one round: three cards, "fold" or "play", and the draw card last; one Result a wager made.

    ``wagers`` defaults to all that the layout offers. A layout with the bonus alone needs three cards and
    takes no notice of the action. ValueError when cards, action or wagers are not of this game.

    >>> from casino31.cards import parse_cards
    >>> from casino31.rulesfile import load
    >>> for result in play(load("31-classic-b").rules, parse_cards("Kh Th 3c 4h"), "play"):
    ...     print(result.event, result.stake, result.net)
    24 1 1
    24 1 2
    20 1 1
    """
    wagers = tuple(rules.tables) if wagers is None else tuple(wagers)
    if len(set(cards)) != len(cards) or not all(0 <= card < 52 for card in cards) or len(cards) not in (3, 4):
        raise ValueError(f"a round needs three cards and a draw card of one deck, all different: {list(cards)}")
    if action not in ("fold", "play"):
        raise ValueError(f"action {action!r}: expected fold or play")
    settled = {}
    if ANTE in wagers or PLAY in wagers:
        ante, raise_ = _settle_main(rules, cards, action)
        settled = {ANTE: ante, PLAY: raise_}
    if BONUS in wagers:
        settled[BONUS] = _settle_bonus(rules, cards[:3], action)
    return tuple(settled[wager] for wager in wagers)


def _settle_main(rules: Rules, cards: Sequence[Card], action: str) -> tuple[Result, Result]:
    """A7 and A9: a fold loses the ante; otherwise the best three of the four cards are paid."""
    if action == "fold":
        return Result("fold", ONE, -ONE), Result("fold", NOTHING, NOTHING)
    if rules.ante is None or rules.play is None or len(cards) != 4:
        raise ValueError("ante and play need their pay tables and four cards")
    event = final_event(rules, cards)
    return Result(event, ONE, rules.ante.pays[event]), Result(event, ONE, rules.play.pays[event])


def _settle_bonus(rules: Rules, start: Sequence[Card], action: str) -> Result:
    """A8 and A12: the bonus is settled on the first three cards, and after a fold if the layout lets it stand."""
    if rules.bonus is None:
        raise ValueError("this layout offers no natural 31 bonus")
    if action == "fold" and rules.play is not None and rules.bonus_after_fold == "forfeited":
        return Result("forfeited", ONE, -ONE)
    event = bonus_event(start)
    return Result(event, ONE, rules.bonus.pays[event])


def bonus_event(start: Sequence[Card]) -> str:
    """A8: name what three cards are for the bonus.

    >>> from casino31.cards import parse_cards
    >>> [bonus_event(parse_cards(t)) for t in ("Ah Kh Qh", "Ah Kh Jh", "2h 2c 2d", "Ah Kh 3c", "2h 2c 3d")]
    ['mini royal', '31', 'trips', '21', '3']
    """
    if has_mini_royal(start):
        return MINI_ROYAL
    if trips_rank(start) is not None:
        return TRIPS
    return str(suited_points(start))


def final_event(rules: Rules, cards: Sequence[Card]) -> str:
    """A5, A6, A9 and A11: name what the best three of four cards are paid as.

    >>> from casino31.rulesfile import load
    >>> rules = load("31-classic-b").rules
    >>> from casino31.cards import parse_cards
    >>> final_event(rules, parse_cards("Kh Th 3c 4h")), final_event(rules, parse_cards("As Ks 9s 2c"))
    ('24', '30')
    """
    points = suited_points(cards)
    suited = MINI_ROYAL if has_mini_royal(cards) else str(points) if points >= 17 else BELOW_17
    trips = trips_rank(cards)
    if trips is None or rules.trips == "none":
        return suited
    three = 3 * POINTS[trips]
    if rules.trips == "points":
        best = max(points, min(three, 31))
        return str(best) if best >= 17 else BELOW_17
    if rules.trips == "last":
        return suited if points >= 17 else TRIPS
    if rules.trips == "push17" and points == 17:
        return "17"
    if rules.trips == "qual17" and three < 17:
        return suited
    return max((TRIPS, suited), key=rules.hand_pays)
