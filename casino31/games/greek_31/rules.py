"""The rules of Greek 31 that a layout can set (docs/rules/greek-31.md)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from casino31.layout import Layout
from casino31.paytable import OddsUnit, PayTable
from casino31.wagers import Wager

Aces: TypeAlias = Literal["kouridakis", "heath"]
Fourteen: TypeAlias = Literal["any", "two cards"]
Tie: TypeAlias = Literal["stand", "draw"]
Conceal: TypeAlias = Literal["last", "highest", "lowest", "random"]
BetRule: TypeAlias = Literal["flat", "spread"]

NAME = "Greek 31"
READINGS: Mapping[str, tuple[str, ...]] = {
    "aces": ("kouridakis", "heath"),
    "fourteen": ("any", "two cards"),
    "tie": ("stand", "draw"),
}
CONCEAL: tuple[Conceal, ...] = ("last", "highest", "lowest", "random")
BET_RULES: tuple[BetRule, ...] = ("flat", "spread")
STANDS = range(20, 31)
"""Totals that fixed bankers are compared at: below 20 they give their money away, above 30 there is only 31."""
STATED = range(14, 32)
"""Totals that a layout may state: up to 22 he never goes bust, at 31 he draws until he has it, 14 or is bust."""
MOST_DECKS = 8
ONE = Fraction(1)
WINS = ("banker bust", "14 won", "14", "31", "stand won")
EVENTS = ("bust", "stand lost", "stand tied", "14 lost", "banker 31", *WINS)
"""What can happen to a punter, by the referee's words; ``WINS`` win his bet."""


class Banker(NamedTuple):
    """What the banker does: clauses B16 and B17, or the best there is."""

    stand: int | None = 26
    """He stands on a best total of at least this; None: he plays the solved policy."""
    conceal: Conceal = "last"
    policy: str = ""
    """The file that holds his solved policy, "" when there is none yet."""
    tolerance: Fraction = Fraction(1, 10_000)
    """Of a solved policy: how wide the interval of a first card may be, in units."""

    def __post_init__(self) -> None:
        if self.stand is not None and self.stand not in STATED:
            raise ValueError(f"stand = {self.stand}: expected {STATED[0]} to {STATED[-1]}")
        if self.conceal not in CONCEAL:
            raise ValueError(f"conceal = {self.conceal!r}: expected {', '.join(CONCEAL)}")

    def __str__(self) -> str:
        if self.stand is None:
            return "the banker plays his best"
        return f"the banker stands at {self.stand} and conceals {_CONCEALS[self.conceal]}"


_CONCEALS = {
    "last": "his last card",
    "highest": "his highest card",
    "lowest": "his lowest card",
    "random": "a random card",
}


class Betting(NamedTuple):
    """What punters bet on their first cards (clause B5)."""

    minimum: Fraction = ONE
    maximum: Fraction = ONE
    rule: BetRule = "flat"
    """flat: the minimum on every first card; spread: the maximum where the punter has the edge."""

    def __post_init__(self) -> None:
        if self.minimum <= 0 or self.maximum < self.minimum:
            raise ValueError(f"bets from {self.minimum} to {self.maximum}: expected 0 < minimum <= maximum")
        if self.rule not in BET_RULES:
            raise ValueError(f"rule = {self.rule!r}: expected {', '.join(BET_RULES)}")

    def bet(self, expectation: Fraction) -> Fraction:
        """Return the units bet on a first card with this expectation.

        >>> Betting(Fraction(1), Fraction(5), "spread").bet(Fraction(1, 100))
        Fraction(5, 1)
        """
        return self.maximum if self.rule == "spread" and expectation > 0 else self.minimum

    def __str__(self) -> str:
        if self.rule == "flat":
            return f"{self.minimum} on every first card"
        return f"{self.maximum} on first cards with an edge, {self.minimum} on the others"


BET = Wager(
    "bet",
    EVENTS,
    fixed={event: Fraction(1 if event in WINS else -1) for event in EVENTS},
)
"""The one bet: it is won or lost whole (B6, B7)."""


@dataclass(frozen=True)
class Rules(Layout):
    """One layout of Greek 31. It states no pays: every bet is won or lost whole."""

    title: str = "Greek 31, Kouridakis, one deck"
    wagers: tuple[Wager, ...] = field(default=(BET,), init=False, compare=False, repr=False)
    bets: Mapping[str, tuple[str, ...]] = field(
        default_factory=lambda: {"main": ("bet",)}, init=False, compare=False, repr=False
    )
    tables: Mapping[str, PayTable] = field(default_factory=dict, init=False, compare=False, repr=False)
    readings: Mapping[str, str] = field(default_factory=dict, init=False, compare=False, repr=False)
    odds: OddsUnit = field(default="to one", init=False)
    open_readings: Mapping[str, str] = field(default_factory=dict, init=False, compare=False, repr=False)
    text: str = field(default="", compare=False, repr=False)
    aces: Aces = "kouridakis"
    fourteen: Fourteen = "any"
    decks: int | None = 1
    """Packs shuffled together; None: infinitely many."""
    tie: Tie = "stand"
    banker: Banker = field(default_factory=Banker)
    betting: Betting = field(default_factory=Betting)
    cards: tuple[int, ...] | None = None
    """Cards of each value, ace to ten, where they are not whole packs: small enough to check by brute force."""

    def __post_init__(self) -> None:
        for name, choices in READINGS.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name} = {getattr(self, name)!r}: expected {', '.join(choices)}")
        if self.decks is not None and not 1 <= self.decks <= MOST_DECKS:
            raise ValueError(f"decks = {self.decks}: expected 1 to {MOST_DECKS}, or None for infinitely many")
        object.__setattr__(self, "readings", {name: getattr(self, name) for name in READINGS})

    @property
    def deck(self) -> tuple[int, ...]:
        """Cards of each value in the shuffled packs, ace to ten; with infinitely many, the weights of the values.

        >>> Rules(decks=2).deck
        (8, 8, 8, 8, 8, 8, 8, 8, 8, 32)
        """
        if self.cards:
            return self.cards
        copies = 4 * self.decks if self.decks else 1
        return (copies,) * 9 + (4 * copies,)

    @property
    def bare(self) -> "Rules":
        """The rules of hands and cards alone: what tables depend on.

        >>> Rules(title="a", banker=Banker(28)).bare == Rules(title="b", tie="draw").bare
        True
        """
        return Rules(title="", aces=self.aces, fourteen=self.fourteen, decks=self.decks, cards=self.cards)

    @property
    def packs(self) -> str:
        """How many packs, in words.

        >>> Rules(decks=None).packs
        'infinitely many decks'
        """
        if self.decks is None:
            return "infinitely many decks"
        return "one deck" if self.decks == 1 else f"{self.decks} decks"

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What this layout states that no published source does, one sentence each."""
        return (
            f"{self.banker}: no source fixes what the banker does (B6, B16, B17)",
            f"bets: {self.betting} (B5); a house edge stands only beside its bet rule",
            f'fourteen = "{self.fourteen}" is a reading: the sources leave it open (B11)',
            f'tie = "{self.tie}": it moves outcome classes, never an expectation (B15)',
            "every round is dealt from freshly shuffled packs (B9)",
        )
