"""A game declared: what it is, how a round is played, and what it can do, in one frozen dataclass of data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from casino31.answers import Advice, Analysis, Example, Exposed, Settled
from casino31.cardlevel import CardLevel
from casino31.census import Census
from casino31.faults import NotCapableError
from casino31.layout import Layout
from casino31.serialize import Json
from casino31.table import CardTable
from casino31.two_sides import Equilibrium
from casino31.wagers import Ending, Shoe, Terms, Wager

if TYPE_CHECKING:
    from casino31.layoutfile.document import Document
    from casino31.layoutfile.payrows import StatedRow


@dataclass(frozen=True)
class Words:
    """How the strategy of a game is said to people."""

    rule_list: Callable[[Analysis], tuple[str, ...]]
    """How to read the lines, then the lines, proven equal to the strategy on every hand."""
    advise: Callable[[Analysis], Advice]


@dataclass(frozen=True)
class Declaration:
    """What a game is and how a round is played, and, where it has them, what makes it fast, sayable or seen."""

    name: str
    clauses: tuple[tuple[str, str], ...]
    """The numbered clauses in short: what a par sheet prints of the rules."""
    wagers: tuple[Wager, ...]
    bets: Mapping[str, tuple[str, ...]]
    """What a player may bet, and the wagers of each bet. The first is the base game: the others go beside it."""
    readings: Mapping[str, tuple[str, ...]]
    """The choices of each reading, the default first."""
    shoe: Shoe
    cards: Callable[[Terms], int]
    """The most cards that a round can need: what a table has ready."""
    referee: Callable[[Terms, CardTable], Ending]
    """One round, played clause by clause: a slow transcription of the rules. A card that the player cannot see is
    dealt when it is turned, after his decision: a card that nobody knows is as likely before as after."""
    deals: Callable[[Terms], int] | None = None
    """Equally likely ways, from a closed formula: the number every census must come to."""
    open_readings: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    """The readings that no source settles: the clause, and the bets without which the reading means nothing."""
    deal: str = "each round is dealt from one freshly shuffled deck"
    """What is assumed of the deal, one sentence."""
    # capabilities: None where the game has none
    census: Callable[[Terms], Census] | None = None
    """Exact counts."""
    card_level: Callable[[Terms], CardLevel] | None = None
    """The round as data, for a program of somebody else's: what a certificate is checked by."""
    kernel: Callable[[Declaration, Layout], Settled] | None = None
    """The referee for many rounds at a time."""
    words: Words | None = None
    """The strategy in words."""
    visible: Callable[[Terms], Exposed] | None = None
    """The hidden cards that could be seen."""
    examples: Callable[[Analysis], tuple[Example, ...]] | None = None
    """Worked rounds of the game's own choice."""
    solver: Equilibrium | None = None
    """Two sides that decide: a banker who is solved, verified and replied to."""
    reader: Callable[[Document], Layout] | None = None
    """A reader of layout files of the game's own, where its files state no pays."""
    file_keys: Callable[[], Mapping[str, Json]] | None = None
    """Of such files the keys of their own, each with its JSON Schema."""
    warn_table: Callable[[Document, Layout, str, Sequence[StatedRow]], None] | None = None
    """What is odd in the rows that a file lists for one wager: warnings of the document."""
    warn_layout: Callable[[Document, Layout], None] | None = None
    """What is odd in a whole layout."""
    tie: str = "the smaller stake"
    """What the best strategy does between equal actions, where no reading ``tie`` says so."""

    def __repr__(self) -> str:
        return f"<Game: {self.name}>"

    @property
    def initial(self) -> Mapping[str, Fraction]:
        """Units put up before any card is seen, by wager."""
        return {wager.name: wager.initial for wager in self.wagers}

    def tie_rule(self, layout: Layout) -> str:
        """Return what the best strategy does between equal actions."""
        return layout.readings.get("tie", self.tie)

    @property
    def sides(self) -> Equilibrium:
        """What the game can do with two sides that decide; NotCapableError where there are not two."""
        solver: Equilibrium = self.needs("solver", "play of both sides")
        return solver

    def needs(self, capability: str, purpose: str) -> Any:
        """Return a capability; NotCapableError says what the game lacks it for.

        >>> from casino31.games import GAMES
        >>> GAMES["Pair Plus"].needs("visible", "exposure")
        Traceback (most recent call last):
          ...
        casino31.faults.NotCapableError: Pair Plus has no hidden card to see: exposure does not apply
        """
        ability = getattr(self, capability)
        if ability is None:
            raise NotCapableError(f"{self.name} {_LACKS[capability]}: {purpose} does not apply")
        return ability


_LACKS = {
    "census": "has no exact census",
    "card_level": "has no description at the level of cards",
    "kernel": "has no fast settlement of rounds",
    "words": "has no words for a strategy",
    "solver": "has no banker to solve for",
    "visible": "has no hidden card to see",
}
