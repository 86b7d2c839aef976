"""Short rules, and common mistakes: what it costs to play by less than the whole strategy."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import NamedTuple

from casino31.answers import Analysis, StatedRule
from casino31.games.classic_31.census import census
from casino31.games.classic_31.rulelist import best_unions
from casino31.games.classic_31.rules import FOLD, RAISE
from casino31.games.classic_31.vocabulary import (
    COSTS,
    ROYALS_AT,
    TRIPS,
    HandFeatures,
    RuleLine,
    Term,
    features_of,
    masks_of,
    terms_seen,
)
from casino31.pricing import price

LONGEST = 3
"""Lines of the longest short rule."""


class _Hands(NamedTuple):
    """One suit class of starting hands."""

    seen: HandFeatures
    members: int
    gain: int
    """What playing wins more than folding, over all members and draws, in units of 1 / scale."""


class _Ledger(NamedTuple):
    """What any way to play is worth, for the bets of an objective; the main bet is always made."""

    hands: tuple[_Hands, ...]
    folded: int
    """What folding every hand wins, over all deals, in units of 1 / scale."""
    units: Fraction
    """Units of 1 / scale put up before the cards are seen, over all deals."""
    tie: str

    def plays_best(self, hand: _Hands) -> bool:
        """Tell whether the best strategy plays."""
        return hand.gain > 0 or (hand.gain == 0 and self.tie == RAISE)

    def state(self, words: tuple[str, ...], plays: Callable[[_Hands], bool]) -> StatedRule:
        """Return a way to play with what it is worth."""
        played = [hand for hand in self.hands if plays(hand)]
        gain = sum(hand.gain for hand in played)
        most = sum(max(hand.gain, 0) for hand in self.hands)
        frequency = Fraction(sum(hand.members for hand in played), sum(hand.members for hand in self.hands))
        return StatedRule(words, -(self.folded + gain) / self.units, (most - gain) / self.units, frequency)


def _ledger(analysis: Analysis) -> _Ledger:
    layout = analysis.rules
    values = price(census(layout.terms), layout, analysis.objective)
    nodes = [
        (node, values.of(node.options[RAISE]), values.of(node.options[FOLD]))
        for node in values.view.census.decisions
    ]
    hands = tuple(
        _Hands(features_of(hand_class.knows), hand_class.members, hand_class.members * (play - fold))
        for node, play, fold in nodes
        for hand_class in node.classes
    )
    initial = sum(
        (layout.by_name[wager].initial for bet in analysis.objective for wager in layout.bets[bet]), Fraction()
    )
    folded = sum(node.members * fold for node, _, fold in nodes)
    return _Ledger(hands, folded, values.view.census.total * values.scale * initial, layout.readings["tie"])


def short_rules(analysis: Analysis) -> tuple[StatedRule, ...]:
    """Return the best rules of one, two and three lines: "play if a line fits, otherwise fold".

    The vocabulary of a line: one of these terms, or two of different kinds. (1) "n or more" points in the best, the
    second or the third suit, or of the couple, when just two cards share a suit; (2) one, two, three, or two or
    three suits; (3) ranks: none alike, a pair, trips, either, a pair of a rank or better, a pair of it or lower, a
    pair of a rank or better or trips, trips of a rank or better, trips of it or lower; (4) every hand. Each rule is
    the true optimum over all unions of at most so many lines, found by branch and bound.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> short_rules(file.game.analyse(file.rules))[1].lines
    ('Play 15 points or more', 'Play 8 or more in the second suit', 'Otherwise fold')
    """
    if "main" not in analysis.rules.bets:
        return ()
    ledger = _ledger(analysis)
    return tuple(_stated(ledger, lines) for lines in _best_lines(ledger))


def best_lines(analysis: Analysis) -> list[tuple[RuleLine, ...]]:
    """Return the lines of the best short rules, of at most one, two and three lines.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> [len(lines) for lines in best_lines(file.game.analyse(file.rules))]
    [1, 2, 3]
    """
    return _best_lines(_ledger(analysis))


def _best_lines(ledger: _Ledger) -> list[tuple[RuleLine, ...]]:
    weights: dict[tuple[int, ...], int] = defaultdict(int)
    looks: dict[tuple[int, ...], HandFeatures] = {}
    for hand in ledger.hands:
        weights[hand.seen[:ROYALS_AT]] += hand.gain
        looks.setdefault(hand.seen[:ROYALS_AT], hand.seen)
    masks, lines = vocabulary(list(looks.values()))
    unions = best_unions(masks, list(weights.values()), LONGEST)
    return [tuple(lines[place] for place in sorted(union.places)) for union in unions]


def vocabulary(seen: Sequence[HandFeatures]) -> tuple[list[int], list[RuleLine]]:
    """Return the lines that short rules are made of, one for each set of hands, the easiest to read first.

    With each its cases, as bits in the order of ``seen``.

    >>> from casino31.cards import parse_cards, suit_pattern
    >>> from casino31.games.classic_31.vocabulary import features_of
    >>> hands = [suit_pattern(parse_cards(hand)) for hand in ("As Ks 2s", "As Kd 2h")]
    >>> masks, lines = vocabulary([features_of(hand) for hand in hands])
    >>> masks, lines[0].terms
    ([3, 1, 2], ())
    """
    terms = [term for term in terms_seen(seen, ROYALS_AT) if term.direction >= 0]
    masks = masks_of(terms, seen)
    said: list[tuple[int, int, tuple[Term, ...]]] = [(0, (1 << len(seen)) - 1, ())]
    costed = [(COSTS[term.feature], mask, term) for mask, term in zip(masks, terms, strict=True)]
    said += [(cost, mask, (term,)) for cost, mask, term in costed]
    said += [
        (cost + more + 1, mask & other, (term, other_term))
        for (cost, mask, term), (more, other, other_term) in combinations(costed, 2)
        if term.feature != other_term.feature
    ]
    easiest: dict[int, tuple[Term, ...]] = {}
    for _, mask, words in sorted(said, key=lambda choice: choice[0]):
        if mask:
            easiest.setdefault(mask, words)
    return list(easiest), [RuleLine(RAISE, words) for words in easiest.values()]


def _stated(ledger: _Ledger, lines: Sequence[RuleLine]) -> StatedRule:
    if any(not line.terms for line in lines):
        words: tuple[str, ...] = ("Play every hand",)
    elif lines:
        words = (*(line.says for line in lines), f"Otherwise {FOLD}")
    else:
        words = ("Fold every hand",)
    return ledger.state(words, lambda hand: any(line.fits(hand.seen) for line in lines))


def common_mistakes(analysis: Analysis) -> tuple[StatedRule, ...]:
    """Return what some common ways to play are worth, and cost against the best strategy.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> for each in common_mistakes(file.game.analyse(file.rules))[:2]:
    ...     print(*each.lines, each.house_edge)
    Always play 831/5525
    Always fold 1
    """
    if "main" not in analysis.rules.bets:
        return ()
    ledger = _ledger(analysis)
    return tuple(ledger.state((words,), plays) for words, plays in _mistakes(ledger))


def _has_points(least: int, hand: _Hands) -> bool:
    return hand.seen.points >= least


def _mistakes(ledger: _Ledger) -> Iterator[tuple[str, Callable[[_Hands], bool]]]:
    yield "Always play", lambda _: True
    yield "Always fold", lambda _: False
    for least in range(10, 18):
        yield f"Play {least} points or more, nothing else", partial(_has_points, least)
    yield "Play whenever two or three cards share a suit", lambda hand: hand.seen.suits < 3
    gains: dict[int, int] = defaultdict(int)
    for each in ledger.hands:
        gains[each.seen.points] += each.gain
    yield (
        "Look at the points alone, with the better action for each total",
        lambda hand: gains[hand.seen.points] > 0,
    )
    best = ledger.plays_best
    yield "As the best strategy, but play every pair", lambda hand: best(hand) or 0 < hand.seen.alike <= TRIPS
    yield (
        "As the best strategy, but fold pairs of less than 17 points",
        lambda hand: best(hand) and not (0 < hand.seen.alike <= TRIPS and hand.seen.points < 17),
    )
    yield "As the best strategy, but play three cards of one suit", lambda hand: best(hand) or hand.seen.suits == 1
    yield "As the best strategy, but fold cards of three suits", lambda hand: best(hand) and hand.seen.suits < 3
