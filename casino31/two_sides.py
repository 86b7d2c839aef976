"""The capability of a game with a banker: two sides that decide, and typed results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from casino31.layout import Layout
from casino31.outcomes import OutcomeDistribution
from casino31.serialize import JsonObject

if TYPE_CHECKING:
    from casino31.banker_answers import BankerAnalysis, BankerStrategies, Played, Proof, Reply
    from casino31.page import Block, Report


class Trial(NamedTuple):
    """A layout with a banker made ready to be played at random: blocks of rounds come to whole numbers."""

    stated: tuple[tuple[str, str], ...]
    """What it plays, beyond the layout's own words: parts of one simulation agree in it."""
    size: int
    """Whole numbers that a block comes to."""
    cells: tuple[Fraction, ...]
    """The exact chances of the first of them, which together count every round once."""
    play: Callable[[int, int, int], tuple[int, ...]]
    """(seed, block, rounds): the whole numbers of the first rounds of a numbered block."""
    played: Callable[[Sequence[int]], Played]
    """What the sums over some blocks come to, beside the exact law."""
    blocks: Callable[[Played], Iterable[Block]]
    """The same as parts of a page."""


class HandError(ValueError):
    """A logged hand that the rules do not allow, or that cannot be read."""

    def __init__(self, code: str, found: str, expected: str) -> None:
        super().__init__(found)
        self.code, self.found, self.expected = code, found, expected


class FirstBet(NamedTuple):
    """A first card, on which a punter bets."""

    expectation: Fraction
    """What one unit wins on average by the best reply."""
    bet: Fraction
    """The units that the layout's rule bets."""
    chance: Fraction


class Departed(NamedTuple):
    """A decision that left the best reply, with the cards that came; a card that nobody saw is drawn at random."""

    knows: tuple[int, int]
    """What the punter knew: the places of his hand and of what is exposed."""
    before: str
    """The event by the best reply from this decision on."""
    after: str
    """The event by the best reply after it."""
    stood: bool
    """Whether he stood where the best reply draws: no card that came tells of it."""


class LoggedHand(NamedTuple):
    """What a logged hand came to."""

    first: str
    event: str
    reply: str
    """The event by the best reply, whatever the punter did."""
    departures: tuple[Departed, ...] = ()


class PlayedHand(NamedTuple):
    """A simulated hand as a log writes it."""

    banker: str
    concealed: str
    punter: str
    first: str
    event: str


class HandLog(NamedTuple):
    """A layout with a stated banker made ready for logs of its hands."""

    outcomes: OutcomeDistribution
    """What one unit comes to on every first card, by the best reply."""
    chances: Mapping[tuple[str, str], Fraction]
    """Of each first card and event by the best reply."""
    firsts: Mapping[str, FirstBet]
    events: tuple[str, ...]
    """All that can happen to a bet."""
    wins: frozenset[str]
    """Events that win the bet."""
    over: tuple[str, ...]
    """Events of the banker's alone, before the punter plays."""
    limits: tuple[Fraction, Fraction]
    """The smallest and the largest bet, in units."""
    values: str
    """The names of the values that cards have."""
    value_of: tuple[int, ...]
    """The value of each of the 52 cards, as a place in the names."""
    pack: tuple[int, ...]
    """Cards of each value in the shuffled packs."""
    decks: int
    """Packs, 0 for infinitely many."""
    longest: int
    """Cards of the longest hand, the one that breaks it included."""
    settle: Callable[[Sequence[int], Sequence[int], Sequence[int], int], LoggedHand]
    """(banker's values, the concealed one, punter's values, row): what the hand came to; HandError."""
    costs: Callable[[Sequence[tuple[int, int]]], Sequence[float]]
    """What it costs on average, in units, to leave the best reply where a punter knows this."""
    rounds: Callable[[int, int, int], Iterator[Sequence[PlayedHand]]]
    """(seed, block, rounds): the hands of the first rounds of a numbered block, every punter by the best reply."""

    @property
    def bound(self) -> Fraction:
        """By how much the chance of any set of events may be off."""
        return self.outcomes.bound


class Equilibrium(NamedTuple):
    """What a game can do in which one player banks and both sides decide. ``rules`` are those of its layout."""

    analyse: Callable[..., BankerAnalysis]
    """(rules, folder, exact=False): what the layout is worth; ``folder`` is where its files are."""
    outcomes: Callable[..., OutcomeDistribution]
    """(rules, folder, bets=None, exact=False): what can happen to a punter's bet against the stated banker."""
    sheet: Callable[..., BankerAnalysis]
    """(rules, folder, exact=False): the analysis with everything that a par sheet prints."""
    report: Callable[..., Report]
    """(rules, sheet, name, date): the whole par sheet; ``name`` is the layout as it was named."""
    brief: Callable[..., Report]
    """(rules, analysis): the page for a screen."""
    strategies: Callable[..., BankerStrategies]
    """(rules, folder): how both sides play."""
    strategy_report: Callable[[BankerStrategies], Report]
    """The same as a page for a screen."""
    strategy_rows: Callable[..., Iterator[str]]
    """(rules, folder): every decision of the punter's best play, as lines of CSV, the names first."""
    solve: Callable[..., Proof]
    """(rules, path, tolerance, resume=False, progress=None, workers=None): policies of both sides, in a file."""
    verify: Callable[..., Proof]
    """(rules, path, exact=False): the intervals that a file of policies proves, from the policies alone."""
    against: Callable[..., Reply]
    """(path, bets by first card): the banker's best reply to a table of punters who play the stored policies."""
    policies: Callable[..., str]
    """The name of the file of policies that a layout states, "" when it states none."""
    tolerance: Callable[..., Fraction]
    """(rules): how wide an interval of a first card may be by the layout, in units."""
    rules_of: Callable[[Path], Layout]
    """The rules that a file of policies is for."""
    certified: Callable[..., JsonObject]
    """(rules, folder): what a certificate states of the policies that a layout names: both, and their claims."""
    trial: Callable[..., Trial]
    """(rules, folder, punters=1): the layout made ready for random rounds; ValueError for too many punters."""
    log: Callable[..., HandLog]
    """(rules, punters=1): the layout made ready for logs; NotCapableError where the banker is not stated."""
