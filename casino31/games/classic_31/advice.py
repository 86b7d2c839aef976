"""The strategy in words, proven equal to it on every hand."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from casino31.answers import Advice, Analysis
from casino31.cards import SuitClass
from casino31.faults import SelfCheckError
from casino31.games.classic_31.census import starts_of
from casino31.games.classic_31.rulelist import Conjunction, ListStep, decision_list, mask_of, misjudged
from casino31.games.classic_31.rules import FOLD, RAISE
from casino31.games.classic_31.shortcuts import common_mistakes, short_rules
from casino31.games.classic_31.vocabulary import (
    ALIKE_AT,
    COSTS,
    LEGEND,
    ROYALS_AT,
    TRIPS,
    HandFeatures,
    RuleLine,
    Term,
    features_of,
    masks_of,
    terms_seen,
)

NO_DECISION = "There is no decision: the bonus is settled on the three cards dealt."
_BY_NAME = 12
"""What it costs to name hands one by one: more than any words."""
_ALIKE_WITH_MORE = {(0, 0), (1, TRIPS), (1, 2 * TRIPS)}
"""The kinds of ``alike`` that stand beside another term: no pair, a pair, a pair or trips."""


class _Case(NamedTuple):
    """Hands that the vocabulary cannot tell apart and that get the same action."""

    seen: HandFeatures
    action: str
    classes: list[SuitClass]
    mixed: bool
    """Whether some hands that look the same get the other action."""


def rule_list(analysis: Analysis) -> tuple[str, ...]:
    """Return the strategy of an analysis in words: how to read the lines, and the lines, the first that fits wins.

    They are proven equal to the strategy on all 22,100 hands; SelfCheckError if they were not.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> len(rule_list(file.game.analyse(file.rules)))
    13
    """
    if "main" not in analysis.rules.bets:
        return (NO_DECISION,)
    lines = decision_lines(analysis)
    prove(lines, analysis)
    return (LEGEND, *(line.says for line in lines))


def advise(analysis: Analysis) -> Advice:
    """Return the strategy in full, the best short rules and what common mistakes cost, all of them exact.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> advice = advise(file.game.analyse(file.rules))
    >>> advice.proven_hands, advice.short[0].lines
    (22100, ('Play 10 points or more', 'Otherwise fold'))
    """
    if "main" not in analysis.rules.bets:
        return Advice((NO_DECISION,), 0, (), ())
    lines = decision_lines(analysis)
    proven = prove(lines, analysis)
    words = (LEGEND, *(line.says for line in lines))
    return Advice(words, proven, short_rules(analysis), common_mistakes(analysis))


def prove(lines: Sequence[RuleLine], analysis: Analysis) -> int:
    """Return on how many hands lines and strategy were compared: all of them; SelfCheckError names a difference.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> analysis = file.game.analyse(file.rules)
    >>> lines = decision_lines(analysis)
    >>> prove(lines, analysis)
    22100
    """
    hands = 0
    for start in starts_of(analysis.rules.readings["trips"]).starts:
        for hand_class in start.classes:
            action = next(line.action for line in lines if line.holds(hand_class.pattern))
            if action != analysis.strategy.actions[hand_class.pattern]:
                raise SelfCheckError(f"the rule list would {action} {hand_class}")
            hands += hand_class.members
    return hands


def decision_lines(analysis: Analysis) -> tuple[RuleLine, ...]:
    """Return the lines that give the strategy's action on every hand: the first that holds decides.

    The vocabulary: one term, or two, out of the number of suits, pairs and trips by rank, and "so many points or
    more" or "or fewer" of the best, the second and the third suit and of the couple, the two cards that share a
    suit; two thresholds in a line point the same way. Hands that these words cannot tell apart and that get
    different actions are named. Longer lines come where pays do not rise with the hand.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> analysis = file.game.analyse(file.rules)
    >>> prove(decision_lines(analysis), analysis)
    22100
    """
    features = ROYALS_AT
    cases = _cases(analysis, features)
    if any(
        case.mixed and any(features_of(hand_class.pattern).royals for hand_class in case.classes) for case in cases
    ):
        features = ROYALS_AT + 1
        cases = _cases(analysis, features)
    seen = [case.seen for case in cases]
    terms = terms_seen(seen, features)
    named = _named(cases)
    literals = masks_of(terms, seen) + named
    lines = [*_conjunctions(terms)]
    lines += [((len(terms) + at,), _BY_NAME + mask.bit_count()) for at, mask in enumerate(named)]
    lines.sort(key=lambda line: line[1])
    yes = sum(1 << place for place, case in enumerate(cases) if case.action == RAISE)
    no = (1 << len(cases)) - 1 - yes
    steps = decision_list(literals, [on for on, _ in lines], [cost for _, cost in lines], yes, no)
    return tuple(_lines(steps, terms, literals, cases))


def _cases(analysis: Analysis, features: int) -> list[_Case]:
    groups: dict[tuple[object, ...], dict[str, list[SuitClass]]] = {}
    actions = analysis.strategy.actions
    for start in starts_of(analysis.rules.readings["trips"]).starts:
        for hand_class in start.classes:
            group = groups.setdefault(features_of(hand_class.pattern)[:features], {})
            group.setdefault(actions[hand_class.pattern], []).append(hand_class)
    return [
        _Case(features_of(classes[0].pattern), action, classes, len(group) > 1)
        for group in groups.values()
        for action, classes in group.items()
    ]


def _conjunctions(terms: Sequence[Term]) -> Iterator[tuple[Conjunction, int]]:
    """Every line of one or two terms, with what it costs to read."""
    for place, term in enumerate(terms):
        yield (place,), COSTS[term.feature]
    beside = [
        (place, term.feature, term.direction, COSTS[term.feature])
        for place, term in enumerate(terms)
        if term.feature != ALIKE_AT or term[1:] in _ALIKE_WITH_MORE
    ]
    for (near_term, feature, way, cost), (far_term, other, turn, more) in combinations(beside, 2):
        if feature != other and way * turn >= 0:
            yield (near_term, far_term), cost + more + 1


def _named(cases: Sequence[_Case]) -> list[int]:
    """Sets of hands to name where words do not do, as bit masks: alone, by couple, and all of one action."""
    sets: dict[tuple[object, ...], int] = defaultdict(int)
    for place, case in enumerate(cases):
        if case.mixed:
            for key in ((place,), (case.action, case.seen.couple), (case.action,)):
                sets[key] |= 1 << place
    return list(dict.fromkeys(sets.values()))


def _lines(
    steps: Sequence[ListStep], terms: Sequence[Term], literals: Sequence[int], cases: Sequence[_Case]
) -> Iterator[RuleLine]:
    """The steps as lines; of the hands that a line names, those that need it."""
    yes = sum(1 << place for place, case in enumerate(cases) if case.action == RAISE)
    rest = (1 << len(cases)) - 1
    no = rest - yes
    for at, step in enumerate(steps):
        action = RAISE if step.yes else FOLD
        decided = rest & mask_of(literals, step.on)
        if all(place < len(terms) for place in step.on):
            yield RuleLine(action, tuple(terms[place] for place in step.on))
        else:
            needed = decided & misjudged(steps[at + 1 :], literals, rest, yes, no)
            hands = [
                hand_class for place, case in enumerate(cases) if needed >> place & 1 for hand_class in case.classes
            ]
            yield RuleLine(action, (), tuple(hands))
        rest &= ~decided
