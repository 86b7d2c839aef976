"""What a player can bet, how a round of it can end, and the terms a round is played under."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from casino31.layoutfile.document import Document
    from casino31.layoutfile.scan import KeyPath

LabelReader: TypeAlias = "Callable[[Document, KeyPath], tuple[str, tuple[str, ...]] | None]"
"""The printed label and the events of a row of a layout file, or None after a fault was added to the document."""


class PayRow(NamedTuple):
    """One row of a standard pay table."""

    label: str
    events: tuple[str, ...]
    pays: Fraction
    """Net, to one."""


def pay_row(label: str, pays: int | Fraction) -> PayRow:
    """Return the row of a single event.

    >>> pay_row("flush", 4).events
    ('flush',)
    """
    return PayRow(label, (label,), Fraction(pays))


def pays_of(rows: Iterable[PayRow]) -> dict[str, Fraction]:
    """Return the pay of each event of some rows.

    >>> pays_of([pay_row("flush", 4)])
    {'flush': Fraction(4, 1)}
    """
    return {event: row.pays for row in rows for event in row.events}


@dataclass(frozen=True)
class Wager:
    """One wager of a game: what can happen to it and what it pays.

    >>> Wager("ante", ("less", "more"), fixed={"fold": Fraction(-1)}).initial
    Fraction(1, 1)
    """

    name: str
    events: tuple[str, ...]
    """The finest events that a pay table can tell apart, worst first."""
    initial: Fraction = Fraction(1)
    """Units put up before a card is seen; 0 for a wager made later, or one that pays without a stake."""
    fixed: Mapping[str, Fraction] = field(default_factory=dict)
    """Net pays to one that no layout changes, by event: a fold loses the ante."""
    standard: tuple[PayRow, ...] = ()
    """The rows of a layout that does not list the wager; () when it must be listed to be offered."""
    published: Mapping[str, Fraction] = field(default_factory=dict)
    """The pays that a source states, by event."""
    staked: bool = True
    """Whether the player risks money on it: an ante bonus pays without a stake of its own, and cannot lose."""
    within: Mapping[str, str] = field(default_factory=dict)
    """Events that a file need not list, and whose row pays them then: a mini royal pays as a straight flush."""
    label: "LabelReader | None" = None
    """How a row of a layout file is read; None when each row is the name of one event."""


class Paid(NamedTuple):
    """What one wager came to: its event, and the units on it."""

    event: str
    units: int = 1
    """Units at stake; 0 for a wager that was not made."""


Settlement: TypeAlias = tuple[Paid, ...]
"""What each wager of one bet came to, in the bet's order."""
BetEnd: TypeAlias = tuple[Settlement, ...]
"""How a bet may be settled: several settlements are paid by whichever wins more, the first of equals."""
Ending: TypeAlias = tuple[BetEnd, ...]
"""How a round ends: one BetEnd for each bet offered, in the game's order."""


class Terms(NamedTuple):
    """What a round is played under, without pays: the readings chosen and the bets offered."""

    readings: tuple[tuple[str, str], ...]
    bets: tuple[str, ...]

    def reading(self, name: str) -> str:
        """Return the choice of a reading; KeyError names one that the game does not have.

        >>> Terms((("tie", "fold"),), ("main",)).reading("tie")
        'fold'
        """
        return dict(self.readings)[name]

    def ending(self, **bets: BetEnd | Settlement) -> Ending:
        """Return the ending of a round from what each bet came to; bets that are not offered are left out.

        A bet is named with an underscore for each blank, and given as one settlement or as several.

        >>> Terms((), ("main",)).ending(main=(Paid("win"),), pair_plus=(Paid("pair"),))
        (((Paid(event='win', units=1),),),)
        """
        given = {name.replace("_", " "): end for name, end in bets.items()}
        return tuple(_bet_end(given[bet]) for bet in self.bets)


def _bet_end(end: BetEnd | Settlement) -> BetEnd:
    return (end,) if isinstance(end[0], Paid) else end


class Shoe(NamedTuple):
    """The cards that a round is dealt from, shuffled anew for each round."""

    decks: int = 1
    """Decks of 52 cards, where no reading says otherwise."""
    reading: str = ""
    """The reading that gives the number of decks, or ""."""
    common: tuple[int, ...] = ()
    """The cards, by their place in the deal, that all hands of one round share: a dealer's, or the table's."""

    def decks_of(self, terms: Terms) -> int:
        """Return the number of decks under some terms.

        >>> Shoe(6, "decks").decks_of(Terms((("decks", "8"),), ()))
        8
        """
        return int(terms.reading(self.reading)) if self.reading else self.decks
