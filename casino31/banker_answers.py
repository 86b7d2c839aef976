"""What a game with a banker answers: typed, frozen results, in the order in which JSON has them.

``casino31.serialize.plain`` makes data of each.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from casino31.serialize import ABSENT, INLINE, named


@dataclass(frozen=True)
class BankerFigure:
    """A number with all that is known of it."""

    exact: Fraction | None
    value: float | None
    """The nearest float; None where there is no such number."""
    error_bound: float | None = 0.0
    """How far a float may be off: 0 where the number is exact, None where a simulation made it."""


@dataclass(frozen=True)
class Simulated(BankerFigure):
    """A simulated number, in as many digits as its interval allows."""

    interval: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Interval:
    """Both ends of a certified interval."""

    lower: BankerFigure
    upper: BankerFigure


@dataclass(frozen=True)
class Head:
    """What every page of a layout begins with: what it is for, and what it assumes."""

    game: str
    title: str
    digest: str
    readings: Mapping[str, int | str]
    banker: str
    bet_rule: str
    source: str
    layout: Mapping[str, Mapping[str, int | str]]
    """What the file states, by section and key."""
    results: Mapping[str, int]
    """What a unit wins at each event: 1 or -1."""
    assumptions: tuple[str, ...]


@dataclass(frozen=True)
class FirstCardFigures:
    """What a first card is worth to a punter, for a unit bet."""

    chance: BankerFigure
    bet: BankerFigure
    punter_ev: BankerFigure
    banker_edge: BankerFigure
    variance: BankerFigure
    classes: Mapping[str, BankerFigure]


@dataclass(frozen=True)
class OverallFigures:
    """What all bets together are worth, by the bet rule."""

    average_bet: BankerFigure
    punter_ev: BankerFigure
    banker_edge: BankerFigure
    variance: BankerFigure
    net: Mapping[str, BankerFigure]
    """How often a round costs or wins so many units."""
    classes: Mapping[str, BankerFigure]


@dataclass(frozen=True)
class TenureFigures:
    """How long a banker keeps the deal."""

    bust: BankerFigure
    mean_hands: BankerFigure
    deviation_hands: BankerFigure
    hands: Mapping[str, BankerFigure]
    banker_units_a_punter: BankerFigure


@dataclass(frozen=True)
class PuntersFigures:
    """Several punters at a table: the exact law."""

    covariance: BankerFigure
    banker_variance: Mapping[str, BankerFigure]
    """Of the banker's round, by the number of punters."""


@dataclass(frozen=True)
class SimulatedPunters:
    """Several punters at a table, simulated."""

    method: str
    rounds: int
    seed: int
    confidence: str
    assumption: str
    covariance: Simulated
    banker_variance: Mapping[str, BankerFigure]


@dataclass(frozen=True)
class FixedBanker:
    """A fixed banker that a layout could state, and what the best play wins against him."""

    stand: int
    conceal: str
    punter_ev: BankerFigure


@dataclass(frozen=True)
class ReadingCompared:
    """The banker's edge under one reading, the others unchanged."""

    reading: str
    banker_edge: BankerFigure


@dataclass(frozen=True)
class SimpleRow:
    """What a punter sees who plays simply, and the least total he stands at."""

    exposed_cards: int
    showing: int
    shown_14: bool
    stand_at: int


@dataclass(frozen=True)
class SimpleFigures:
    """The best simple strategy, and what it gives up."""

    rows: tuple[SimpleRow, ...]
    punter_ev: float
    cost: float


@dataclass(frozen=True)
class Shows:
    """What the exposed cards of a banker come to."""

    total: int
    low_ace: bool
    whole_hand: bool


@dataclass(frozen=True)
class StrategyRow:
    """A line of the table of the best play: the least totals to stand at."""

    showing: tuple[Shows, ...]
    hard: int
    low_ace: int
    soft: int
    stand_on_14: bool
    decisions: int
    exceptions: int
    followed: float


class Slip(NamedTuple):
    """A decision that the table gets wrong."""

    hand: str
    exposed: str
    stand: bool
    """What is better."""
    gain: float
    """Units, each time it comes."""
    cost: float
    """Units a round."""


@dataclass(frozen=True)
class StrategyTable:
    """The punter's best play as a table, and what leaving its exceptions out costs."""

    rows: tuple[StrategyRow, ...]
    punter_ev: float
    cost: float
    costliest_exceptions: tuple[Slip, ...]


@dataclass(frozen=True)
class StandShare:
    """How often a banker stands on a total against a first card."""

    first_card: str
    hand: str
    """hard or soft."""
    total: int
    stands: float


@dataclass(frozen=True)
class HideShares:
    """What a banker hides behind a total."""

    first_card: str
    """A first card, or "all"."""
    total: int
    rounds: float
    """The share of all rounds in which he has the total."""
    shares: Mapping[str, float] = field(metadata=INLINE)
    """How often he hides a card of each value."""


@dataclass(frozen=True)
class BankerPlay:
    """What a banker does: in words, in tables to print, and in numbers."""

    words: tuple[str, ...] = ()
    stands_table: tuple[Mapping[str, str], ...] = ()
    hides_table: tuple[Mapping[str, str], ...] = ()
    stands: tuple[StandShare, ...] = ()
    hides: tuple[HideShares, ...] = ()


@dataclass(frozen=True)
class SolvedBanker:
    """What is proven of the best play of both sides, and what the banker does."""

    policy_digest: str
    bet_rule: str
    first_cards: Mapping[str, Interval]
    overall: Interval | None = field(default=None, metadata=ABSENT)
    play: BankerPlay = field(default=BankerPlay(), metadata=INLINE)


@dataclass(frozen=True)
class BankerAnalysis:
    """What a layout is worth; from ``bankers`` on, what a par sheet prints besides."""

    head: Head = field(metadata=INLINE)
    first_cards: Mapping[str, FirstCardFigures]
    overall: OverallFigures
    break_even_spread: BankerFigure
    tenure: TenureFigures | None = field(default=None, metadata=ABSENT)
    """None too where it is endless: ``head.assumptions`` say so."""
    punters: PuntersFigures | None = field(default=None, metadata=ABSENT)
    policy_digest: str | None = field(default=None, metadata=ABSENT)
    bankers: tuple[FixedBanker, ...] | None = field(default=None, metadata=ABSENT)
    best_fixed_banker: FixedBanker | None = field(default=None, metadata=ABSENT)
    simple_strategy: SimpleFigures | None = field(default=None, metadata=ABSENT)
    strategy: tuple[str, ...] | None = field(default=None, metadata=ABSENT)
    strategy_table: StrategyTable | None = field(default=None, metadata=ABSENT)
    simulated_punters: SimulatedPunters | None = field(default=None, metadata=named("punters"))
    readings_compared: tuple[ReadingCompared, ...] | None = field(default=None, metadata=ABSENT)
    equilibrium: SolvedBanker | None = field(default=None, metadata=ABSENT)


@dataclass(frozen=True)
class BankerStrategies:
    """How both sides play: the punter's best play stands beside a fixed banker alone."""

    head: Head = field(metadata=INLINE)
    policy_digest: str | None = field(metadata=ABSENT)
    banker_play: BankerPlay
    simple_strategy: SimpleFigures | None = field(default=None, metadata=ABSENT)
    strategy: tuple[str, ...] | None = field(default=None, metadata=ABSENT)
    strategy_table: StrategyTable | None = field(default=None, metadata=ABSENT)


@dataclass(frozen=True)
class Proof:
    """Certified intervals by first card, and over all for flat bets where every first card is solved."""

    game: str
    title: str
    readings: Mapping[str, int | str]
    policy_digest: str
    bet_rule: str
    first_cards: Mapping[str, Interval]
    overall: Interval | None = field(default=None, metadata=ABSENT)
    missing: tuple[str, ...] | None = field(default=None, metadata=ABSENT)
    """First cards without policies; None where the proof is whole."""


@dataclass(frozen=True)
class Reply:
    """The banker's best reply to a table of punters."""

    readings: Mapping[str, int | str]
    bets: Mapping[str, Fraction]
    punters_together: BankerFigure
    each_alone: BankerFigure
    banker: tuple[str, ...]


@dataclass(frozen=True)
class Frequency:
    """How often something came about in simulated rounds, beside how often it should."""

    rounds: int
    expected: float
    z: float
    """In standard errors."""


@dataclass(frozen=True)
class FirstCardPlayed(Frequency):
    """A first card in simulated rounds."""

    ev: float
    standard_error: float
    exact_ev: float
    ev_z: float


@dataclass(frozen=True)
class MeanPlayed:
    """A punter's mean result in simulated rounds."""

    value: float
    standard_error: float
    exact: float
    z: float


@dataclass(frozen=True)
class TenuresPlayed:
    """The tenures of simulated rounds; without any, there is no mean."""

    tenures: int
    mean_hands: float | None
    standard_error: float | None = field(metadata=ABSENT)
    exact: float | None
    z: float
    hands: Mapping[str, int] | None = field(default=None, metadata=ABSENT)


@dataclass(frozen=True)
class Compared(Simulated):
    """A simulated number beside the exact one, where there is one."""

    expected: float | None = field(default=None, metadata=ABSENT)
    z: float | None = None


@dataclass(frozen=True)
class Played:
    """What simulated rounds come to: each ``z`` is in standard errors."""

    game: str
    title: str
    banker: str
    bet_rule: str
    method: str
    punters: int
    strategy: str
    measured_on: str
    played: int
    mean: MeanPlayed
    first_cards: Mapping[str, FirstCardPlayed]
    classes: Mapping[str, Frequency]
    joint: Mapping[str, int]
    """Rounds by how many punters won, tied and lost."""
    tenure: TenuresPlayed
    banker_mean: Compared | None = field(default=None, metadata=ABSENT)
    banker_variance: Compared | None = field(default=None, metadata=ABSENT)
    covariance: Compared | None = field(default=None, metadata=ABSENT)
