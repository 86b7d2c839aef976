"""The features that the advice speaks of, made anew from the cards: no bit mask and no suit class."""

from collections import Counter
from collections.abc import Sequence

from casino31.cards import Card, suit_classes
from casino31.games.classic_31.vocabulary import RuleLine

BOTH = ("main", "natural 31")
CLASSES = tuple(suit_classes(3))


def features(hand: Sequence[Card]) -> tuple[int, ...]:
    """Suits, ranks alike, points of the three suits, of the couple, and royals together, from the cards."""
    ranks = sorted(card // 4 for card in hand)
    values = [11 if r == 12 else 10 if r >= 8 else r + 2 for r in range(13)]
    held = [[card // 4 for card in hand if card % 4 == s] for s in range(4)]
    points, second, third, _ = sorted((sum(values[r] for r in suit) for suit in held), reverse=True)
    times = Counter(ranks)
    alike = max((13 * (n - 2) + r + 1 for r, n in times.items() if n > 1), default=0)
    suits = sum(1 for suit in held if suit)
    couple = next((sum(values[r] for r in suit) for suit in held if len(suit) == 2), 0)
    royals = max(sum(1 for r in suit if r >= 10) for suit in held)
    return suits, alike, points, second, third, couple, royals if royals > 1 else 0


def fits(line: RuleLine, pattern: tuple[int, ...], seen: tuple[int, ...]) -> bool:
    if line.hands is not None:
        return pattern in {each.pattern for each in line.hands}
    return all(term.low <= seen[term.feature] <= term.high for term in line.terms)
