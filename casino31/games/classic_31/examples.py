"""Rounds settled step by step: what the referee does, in sentences, under the layout and strategy at hand."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from casino31.answers import Analysis, Example
from casino31.cards import DECK, RANKS, Card, parse_cards, rank, show, suit, suit_pattern
from casino31.games.classic_31.census import census
from casino31.games.classic_31.referee import referee
from casino31.games.classic_31.rules import ANTE, BELOW_17, BONUS, FOLD, MINI_ROYAL, PLAY, RAISE
from casino31.layout import Layout
from casino31.outcomes import Result, Row, net, stake
from casino31.paytable import show_pay
from casino31.points import suit_totals, trips_rank
from casino31.pricing import price
from casino31.table import ReplayTable

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
_LOW_RANKS = ("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")
RANK_NAMES = (*_LOW_RANKS, "tens", "jacks", "queens", "kings", "aces")
_WAGERS = {ANTE: "Ante", PLAY: "Play", BONUS: "Natural 31 bonus"}
_IS = {BELOW_17: "stays below 17", MINI_ROYAL: "is a mini royal"}


class _Topic(NamedTuple):
    """What a round is to show, and hands that show it: the first on which the strategy takes the action."""

    title: str
    action: str
    hands: tuple[str, ...]


_AFTER_FOLD = _Topic("A fold, and what becomes of the bonus", FOLD, ("8h 5h 3h Kc", "8h 5h 3c Kd"))
TOPICS = (
    _Topic("The published example", RAISE, ("Kh Th 3c 4h",)),
    _Topic("A push on 17", RAISE, ("Kh 2h 9c 5h", "Kh 7h 4c 2d")),
    _Topic("A played hand that loses", RAISE, ("Kh Qd 8c 3s", "Kh 6h 9c 2d", "9h 7h Kc 2d")),
    _Topic("The best three of four cards of a suit", RAISE, ("Ah Jh 4h 9h",)),
    _Topic("Trips beside a suited 17", RAISE, ("Jh 7h 7c 7d",)),
    _Topic("Low trips", RAISE, ("Kh 5h 5c 5d",)),
    _Topic("A mini royal", RAISE, ("Ah Kh Qh 2c",)),
    _Topic("A suited 31 with the draw card", RAISE, ("Ah Kh 4c Jh",)),
    _Topic("A fold", FOLD, ("9d 6s 2h Kc", "4d 3s 2h Kc")),
    _AFTER_FOLD,
)
BONUS_TOPICS = (
    _Topic("Two cards of a suit", RAISE, ("Kh Th 3c",)),
    _Topic("An ace and a king", RAISE, ("Ah Kh 3c",)),
    _Topic("Three cards of a suit", RAISE, ("Qh 9h 8h",)),
    _Topic("A hand that loses", RAISE, ("8h 5d 3c",)),
    _Topic("Trips", RAISE, ("8h 8d 8c",)),
    _Topic("A suited 31", RAISE, ("Ah Kh Jh",)),
    _Topic("A mini royal", RAISE, ("Ah Kh Qh",)),
)


def examples(analysis: Analysis) -> tuple[Example, ...]:
    """Return rounds with every wager of the layout made: the strategy chooses the action, the referee settles.

    A title says so when the strategy does not take the action that it speaks of. With the bonus alone a round is
    three cards, and the action means nothing.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> for step in examples(file.game.analyse(file.rules))[0].steps[3:]:
    ...     print(step)
    Draw 4h: 24 points in hearts (K T 4), 3 in clubs (3). The hand is 24.
    Ante: 24, in the row above 17, pays 1 to 1: the wager wins 1 unit.
    Play: 24, in the row 22-25, pays 2 to 1: the wager wins 2 units.
    In all the round wins 4 units on 3 units staked.
    """
    if "main" not in analysis.rules.bets:
        return tuple(_round(analysis, topic.title, parse_cards(topic.hands[0]), RAISE) for topic in BONUS_TOPICS)
    actions = analysis.strategy.actions
    rounds = []
    for topic in TOPICS:
        if topic is _AFTER_FOLD and "natural 31" not in analysis.rules.bets:
            continue
        deals = [parse_cards(hand) for hand in topic.hands]
        apt = [cards for cards in deals if actions[suit_pattern(cards[:3])] == topic.action]
        title = topic.title if apt else f"{topic.title}: but the strategy does not {topic.action} it"
        cards = (apt or deals)[0]
        rounds.append(_round(analysis, title, cards, actions[suit_pattern(cards[:3])]))
    tied = _tied(analysis)
    if tied:
        rounds.append(_round(analysis, "Both actions equal", tied, actions[suit_pattern(tied[:3])]))
    return tuple(rounds)


def _play(layout: Layout, cards: Sequence[Card], action: str) -> Row:
    return layout.row(referee(layout.terms, ReplayTable(cards, lambda knows, allowed: action)))  # noqa: ARG005


def _tied(analysis: Analysis) -> tuple[Card, ...]:
    """The first hand on which both actions are worth the same, with the lowest draw card; () without one."""
    prices = price(census(analysis.rules.terms), analysis.rules, analysis.objective)
    for node in prices.view.census.decisions:
        if prices.of(node.options[RAISE]) == prices.of(node.options[FOLD]):
            hand = node.classes[0].cards
            return (*hand, next(card for card in DECK if card not in hand))
    return ()


def _round(analysis: Analysis, title: str, cards: tuple[Card, ...], action: str) -> Example:
    rules = analysis.rules
    results = _play(rules, cards, action)
    settled = dict(zip(rules.tables, results, strict=True))
    made = [_WAGERS[wager] for wager in (ANTE, BONUS) if wager in settled]
    steps = [
        f"{' and '.join(made)}, 1 unit{' each' if made[1:] else ''}. {show(*cards[:3])}: {_by_suit(cards[:3])}."
    ]
    if BONUS in settled and settled[BONUS].event != "forfeited":
        steps.append(_settlement(rules, BONUS, settled[BONUS]))
    if PLAY in settled:
        steps.append(_decision(analysis, cards[:3], action))
        if action == RAISE:
            steps.append(_draw(rules, cards, settled[PLAY].event))
            steps += [_settlement(rules, wager, settled[wager]) for wager in (ANTE, PLAY)]
        else:
            steps += _fold(settled, cards[3])
    steps.append(f"In all the round {_wins(net(results))} on {_units(stake(results))} staked.")
    return Example(title, cards, action, tuple(steps), results)


def _by_suit(cards: Sequence[Card]) -> str:
    """The points of each suit held, the best first, and any trips."""
    totals = sorted(((total, s) for s, total in enumerate(suit_totals(cards)) if total), reverse=True)
    parts = []
    for place, (total, s) in enumerate(totals):
        ranks = " ".join(RANKS[r] for r in sorted((rank(c) for c in cards if suit(c) == s), reverse=True))
        held = f"the best three of {ranks}" if len(ranks.split()) > 3 else ranks
        parts.append(f"{total}{'' if place else ' points'} in {SUIT_NAMES[s]} ({held})")
    trips = trips_rank(cards)
    return ", ".join(parts) + ("" if trips is None else f"; trips of {RANK_NAMES[trips]}")


def _settlement(rules: Layout, wager: str, result: Result) -> str:
    """How the pay table settles a wager."""
    line = rules.tables[wager].line[result.event]
    row = "" if line.label == result.event else f", in the row {line.label},"
    pays = show_pay(line.pays, rules.odds)
    ruling = {"push": "pushes", "lose": "loses"}.get(pays, f"pays {pays}")
    return f"{_WAGERS[wager]}: {result.event}{row} {ruling}: the wager {_wins(result.net)}."


def _decision(analysis: Analysis, hand: Sequence[Card], action: str) -> str:
    """What both actions are worth over every draw card, by the referee, and which the strategy takes."""
    rules = analysis.rules
    bets = tuple(bet for bet in rules.bets if bet == "main" or bet in analysis.objective)
    part = rules.only(bets)
    draws = [card for card in DECK if card not in hand]
    played, folded = (
        sum((net(_play(part, (*hand, card), action)) for card in draws), Fraction()) for action in (RAISE, FOLD)
    )
    over = f"For {' and '.join(bets)}, over the {len(draws)} draw cards"
    takes = "plays, and puts up 1 unit more" if action == RAISE else "folds"
    if played == folded:
        return f"{over}, playing {_wins(played)}, and so does folding: a tie, and the strategy {takes}."
    return f"{over}, playing {_wins(played)} and folding {_wins(folded)}: the strategy {takes}."


def _draw(rules: Layout, cards: Sequence[Card], event: str) -> str:
    """What the draw card makes of the hand, and the reading that has a say in it."""
    reading = f'By the reading trips = "{rules.readings["trips"]}" the' if trips_rank(cards) is not None else "The"
    return f"Draw {show(cards[3])}: {_by_suit(cards)}. {reading} hand {_IS.get(event, f'is {event}')}."


def _fold(settled: Mapping[str, Result], draw: Card) -> list[str]:
    steps = [f"Ante: folded: the wager {_wins(settled[ANTE].net)}. The draw card {show(draw)} does not count."]
    if BONUS in settled and settled[BONUS].event == "forfeited":
        steps.append(f"Natural 31 bonus: forfeited with the fold: the wager {_wins(settled[BONUS].net)}.")
    elif BONUS in settled:
        steps.append("The bonus stands: it was settled on the three cards.")
    return steps


def _units(amount: Fraction) -> str:
    return f"{amount} unit{'' if abs(amount) <= 1 and amount else 's'}"


def _wins(amount: Fraction) -> str:
    return f"{'wins' if amount > 0 else 'loses'} {_units(abs(amount))}" if amount else "breaks even"
