"""A strategy and some rounds in sentences, for a game that has no words of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction
from random import Random

from casino31.answers import Advice, Analysis, Example, HandValue
from casino31.cards import DECK, Card, show
from casino31.declaration import Declaration
from casino31.outcomes import Result, net, stake
from casino31.paytable import show_pay
from casino31.pricing import hand_values
from casino31.table import ReplayTable

NO_DECISION = "There is no decision: the wagers are settled on the cards dealt."
SEED = 31
"""Of the worked rounds: the same rounds for the same layout on any day."""
ROUNDS = 6
"""Worked rounds of a par sheet."""
_TRIED = 4_000
"""Rounds dealt to find them."""


def rule_list(game: Declaration, analysis: Analysis) -> tuple[str, ...]:
    """Return the strategy in a few lines: each action, how many hands take it, and its closest hands.

    >>> from casino31.rulesfile import load
    >>> file = load("pair-plus")
    >>> rule_list(file.game, file.game.analyse(file.rules))
    ('There is no decision: the wagers are settled on the cards dealt.',)
    """
    if game.words is not None:
        return game.words.rule_list(analysis)
    values = hand_values(game, analysis)
    if not values:
        return (NO_DECISION,)
    hands = sum(value.members for value in values)
    head = f"{hands:,} hands, and how many of them take each action; named are those where it matters least."
    taken = {action: [value for value in values if value.action == action] for action in _actions(values)}
    return (head, *(_action_line(action, some, hands) for action, some in taken.items()))


def _actions(values: Sequence[HandValue]) -> list[str]:
    return sorted({value.action for value in values})


def _action_line(action: str, taken: Sequence[HandValue], hands: int) -> str:
    """One action, how often it is best, and the three hands on which another action costs least."""
    members = sum(value.members for value in taken)
    close = sorted(taken, key=lambda value: (_margin(value), value.hand))[:3]
    named = "; ".join(f"{_held(value.hand)} by {float(_margin(value)):.4f}" for value in close)
    return f"{action.capitalize()}: {members:,} hands ({float(Fraction(members, hands)):.4%}), closest {named}"


def _held(hand: Sequence[Card]) -> str:
    return show(*hand) if hand else "any cards"


def _margin(value: HandValue) -> Fraction:
    """What the next best action costs, in units."""
    others = [worth for action, worth in value.values.items() if action != value.action]
    return value.values[value.action] - max(others)


def advise(game: Declaration, analysis: Analysis) -> Advice:
    """Return the strategy for people; a game without words of its own has no short rules and no mistakes.

    >>> from casino31.rulesfile import load
    >>> file = load("pair-plus")
    >>> advise(file.game, file.game.analyse(file.rules)).short
    ()
    """
    if game.words is not None:
        return game.words.advise(analysis)
    return Advice(rule_list(game, analysis), 0, (), ())


def examples(game: Declaration, analysis: Analysis) -> tuple[Example, ...]:
    """Return worked rounds: the strategy chooses the actions, the referee settles.

    Without a choice of the game's own they are the first rounds, dealt from a fixed seed, in which the base game
    comes to results that no round before showed, the likeliest kinds first.

    >>> from casino31.rulesfile import load
    >>> file = load("pair-plus")
    >>> for step in examples(file.game, file.game.analyse(file.rules))[0].steps:
    ...     print(step)
    Cards: 2c 9h 3s.
    Pair plus: high card loses: the wager loses 1 unit.
    In all the round loses 1 unit on 1 unit staked.
    """
    if game.examples is not None:
        return game.examples(analysis)
    base = len(next(iter(analysis.rules.bets.values())))
    shown: dict[tuple[str, ...], Example] = {}
    for dealt in _dealt(game, analysis):
        kind = tuple(result.event for result in dealt.results[:base])
        shown.setdefault(kind, dealt)
        if len(shown) == ROUNDS:
            break
    return tuple(shown.values())


def _dealt(game: Declaration, analysis: Analysis) -> Iterator[Example]:
    """Rounds as they come."""
    terms = analysis.rules.terms
    shoe = [*DECK] * game.shoe.decks_of(terms)
    random = Random(SEED)
    for _ in range(_TRIED):
        yield round_of(game, analysis, random.sample(shoe, game.cards(terms)))


def round_of(game: Declaration, analysis: Analysis, cards: Sequence[Card]) -> Example:
    """Return one round step by step: the cards in the order of the deal, the actions by the strategy.

    >>> from casino31.cards import parse_cards
    >>> from casino31.rulesfile import load
    >>> file = load("pair-plus")
    >>> round_of(file.game, file.game.analyse(file.rules), parse_cards("Ah 7c 7d")).title
    'pair'
    """
    layout = analysis.rules

    def choose(knows: Hashable, actions: Sequence[str]) -> str:  # noqa: ARG001
        return analysis.strategy.actions[knows]

    table = ReplayTable(cards, choose)
    ending = game.referee(layout.terms, table)
    results = layout.row(ending)
    used = tuple(cards[: table.dealt])
    steps = [f"Cards: {show(*used)}."]
    steps += [f"The strategy: {action}." for _, action in table.asked]
    wagers = [wager for bet in layout.bets.values() for wager in bet]
    steps += [_settled(analysis, wager, result) for wager, result in zip(wagers, results, strict=True)]
    steps.append(f"In all the round {_wins(net(results))} on {_units(stake(results))} staked.")
    events = Counter(result.event for result in results[: len(next(iter(layout.bets.values())))])
    actions = "; ".join(action for _, action in table.asked)
    return Example(", ".join(events), used, actions, tuple(steps), results)


def _settled(analysis: Analysis, wager: str, result: Result) -> str:
    """How one wager is settled."""
    name, line = wager.capitalize(), analysis.rules.tables[wager].line.get(result.event)
    if not result.stake and not result.net:
        return f"{name}: {result.event}, nothing at stake."
    if line is None:
        return f"{name}: {result.event}: the wager {_wins(result.net)}."
    row = "" if line.label == result.event else f", in the row {line.label},"
    pays = show_pay(line.pays, analysis.rules.odds)
    ruling = {"push": "pushes", "lose": "loses"}.get(pays, f"pays {pays}")
    return f"{name}: {result.event}{row} {ruling}: the wager {_wins(result.net)}."


def _units(amount: Fraction) -> str:
    return f"{amount} unit{'' if abs(amount) <= 1 and amount else 's'}"


def _wins(amount: Fraction) -> str:
    return f"{'wins' if amount > 0 else 'loses'} {_units(abs(amount))}" if amount else "breaks even"
