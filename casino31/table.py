"""The tables that a referee plays a round on: cards come from somewhere, and somebody is asked for actions."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Protocol

from casino31.cards import Card

PLAYER = "player"


class CardTable(Protocol):
    """What a referee needs of a table."""

    def deal(self, count: int) -> tuple[Card, ...]:
        """Deal the next cards of the shoe."""
        ...

    def ask(self, knows: Hashable, actions: Sequence[str], seat: str = PLAYER) -> str:
        """Ask a seat for one of some actions. ``knows`` is all that the seat can tell: the key of a strategy."""
        ...


Choose = Callable[[Hashable, Sequence[str]], str]
"""The action of a player who knows something, out of those he may take."""


class OutOfCardsError(ValueError):
    """A round needs more cards than were given."""


class ReplayTable:
    """A table on which given cards come in a given order: for brute force, logs, simulation and worked rounds.

    >>> table = ReplayTable([51, 47, 43], lambda knows, actions: actions[0])
    >>> table.deal(2), table.ask("a hand", ("fold", "play")), table.asked
    ((51, 47), 'fold', [('a hand', 'fold')])
    """

    def __init__(self, cards: Iterable[Card], choose: Choose) -> None:
        self._cards = tuple(cards)
        self._choose = choose
        self.dealt = 0
        """Cards dealt so far."""
        self.asked: list[tuple[Hashable, str]] = []
        """What the player knew at each decision, and the action he took."""

    def deal(self, count: int) -> tuple[Card, ...]:
        """Deal the next cards; OutOfCardsError when the round needs more than were given."""
        cards = self._cards[self.dealt : self.dealt + count]
        if len(cards) < count:
            raise OutOfCardsError(
                f"the round needs {self.dealt + count} cards or more, {len(self._cards)} were given"
            )
        self.dealt += count
        return cards

    def ask(self, knows: Hashable, actions: Sequence[str], seat: str = PLAYER) -> str:  # noqa: ARG002
        """Ask for an action; ValueError when the answer is none of the actions."""
        action = self._choose(knows, actions)
        if action not in actions:
            raise ValueError(f"action {action!r}: expected {' or '.join(actions)}")
        self.asked.append((knows, action))
        return action
