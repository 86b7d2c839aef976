"""The rules of 31 Classic that a layout can set, and the facts that are published about them."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from casino31.paytable import OddsUnit, PayTable, complete

Trips: TypeAlias = Literal["best", "push17", "qual17", "points", "last", "none"]
AfterFold: TypeAlias = Literal["stands", "forfeited"]
Tie: TypeAlias = Literal["fold", "play"]

READINGS: Mapping[str, tuple[str, ...]] = {
    "trips": ("best", "push17", "qual17", "points", "last", "none"),
    "bonus_after_fold": ("stands", "forfeited"),
    "tie": ("fold", "play"),
}

ANTE, PLAY, BONUS = "ante", "play", "natural 31"
BETS: Mapping[str, tuple[str, ...]] = {"main": (ANTE, PLAY), "natural 31": (BONUS,)}
INITIAL: Mapping[str, Fraction] = {ANTE: Fraction(1), PLAY: Fraction(0), BONUS: Fraction(1)}

TRIPS, MINI_ROYAL, BELOW_17 = "trips", "mini royal", "below 17"
FINAL_EVENTS = (BELOW_17, *map(str, range(17, 31)), TRIPS, "31", MINI_ROYAL)
"""What the best three of four cards can be, worst first (clauses A5, A6, A9)."""
BONUS_EVENTS = (*map(str, range(3, 31)), TRIPS, "31", MINI_ROYAL)
"""What three cards can be, worst first: the lowest without trips is 2-2-3 of three suits (clause A8)."""


def span(low: int, high: int) -> tuple[str, ...]:
    """Return the events of a row of totals.

    >>> span(22, 25)
    ('22', '23', '24', '25')
    """
    return tuple(map(str, range(low, high + 1)))


PUBLISHED: Mapping[str, Mapping[str, Fraction]] = {
    ANTE: {event: Fraction(-1 if event == BELOW_17 else event != "17") for event in FINAL_EVENTS},
    PLAY: {BELOW_17: Fraction(-1), "17": Fraction(0), "24": Fraction(2)},
    BONUS: {
        **dict.fromkeys(span(3, 15), Fraction(-1)),
        **dict.fromkeys(span(16, 21), Fraction(1)),
        **dict.fromkeys(span(22, 25), Fraction(5)),
        **dict.fromkeys(span(26, 28), Fraction(10)),
        **dict.fromkeys(span(29, 30), Fraction(15)),
        TRIPS: Fraction(30),
        "31": Fraction(100),
        MINI_ROYAL: Fraction(200),
    },
}
"""The pays that a source states: clauses A8 (bonus), A9 (ante, losing and pushing hands) and A10 (play)."""


def default_ante() -> PayTable:
    """Return the ante's pays when a layout says nothing else: 17 pushes, more pays 1 to 1 (clause A9).

    >>> [(line.label, str(line.pays), line.provenance) for line in default_ante().lines]
    [('below 17', '-1', 'published'), ('17', '0', 'published'), ('above 17', '1', 'published')]
    """
    above = FINAL_EVENTS[2:]
    rows = [("17", ("17",), Fraction(0)), ("above 17", above, Fraction(1))]
    return complete(ANTE, rows, FINAL_EVENTS, PUBLISHED[ANTE])


@dataclass(frozen=True)
class Rules:
    """One layout of 31 Classic. Without a play table it offers the bonus alone, without a bonus table no bonus."""

    title: str
    ante: PayTable | None
    play: PayTable | None
    bonus: PayTable | None
    odds: OddsUnit = "to one"
    source: str = ""
    trips: Trips = "best"
    """How trips and a suited 17 to 21 in the same four cards are settled (clause A11)."""
    bonus_after_fold: AfterFold = "stands"
    """Whether the bonus is still settled after a fold (clause A12)."""
    tie: Tie = "fold"
    """What the best strategy does where both actions have exactly equal value (clause A13)."""
    date: str = ""
    """The day that a par sheet of this layout carries, "2026-11-29", or ""."""
    digest: str = ""
    """SHA-256 of the file these rules were read from."""

    def __post_init__(self) -> None:
        if (self.ante is None) != (self.play is None):
            raise ValueError("ante and play are made together: give both tables or neither")
        if self.play is None and self.bonus is None:
            raise ValueError("a layout needs a play table or a natural 31 table")
        for name, choices in READINGS.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name} = {getattr(self, name)!r}: expected {', '.join(choices)}")

    @property
    def readings(self) -> Mapping[str, str]:
        """The readings chosen."""
        return {name: getattr(self, name) for name in READINGS}

    @property
    def tables(self) -> Mapping[str, PayTable]:
        """The pay table of each wager offered."""
        named = {ANTE: self.ante, PLAY: self.play, BONUS: self.bonus}
        return {wager: table for wager, table in named.items() if table is not None}

    @property
    def bets(self) -> Mapping[str, tuple[str, ...]]:
        """The bets offered and the wagers each consists of."""
        return {bet: wagers for bet, wagers in BETS.items() if wagers[0] in self.tables}

    def hand_pays(self, event: str) -> Fraction:
        """What ante and play win together, in units, with a final hand paid as ``event``; KeyError if unknown."""
        return sum((table.pays[event] for table in (self.ante, self.play) if table), Fraction())

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What this layout states that no published source does, one sentence each."""
        rows = tuple(
            f"{wager}: the pay of {line.label} is {line.provenance}"
            for wager, table in self.tables.items()
            for line in table.assumed
        )
        readings = [("trips", "A11")] if self.play else []
        if self.play and self.bonus:
            readings.append(("bonus_after_fold", "A12"))
        return (
            *rows,
            *(
                f'{name} = "{self.readings[name]}" is a reading: the sources leave it open ({clause})'
                for name, clause in readings
            ),
            "each round is dealt from one freshly shuffled deck (A1)",
        )
