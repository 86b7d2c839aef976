"""All that a layout gives away: cards seen, cards known, counts, broken pays, the largest loss of a table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from casino31.game import Game
from casino31.layout import Layout
from casino31.notebook import Shown
from casino31.paytable_design.breakage import Breakage, TableExposure, breakage
from casino31.paytable_design.counting import PENETRATIONS, Countability, countability
from casino31.paytable_design.exposure import Effect, Exposure, Seen
from casino31.paytable_design.surface import Surface


@dataclass(frozen=True, eq=False, repr=False)
class ExposureSheet(Shown):
    """Everything that is said of one layout's exposure; computed when first asked for."""

    game: Game
    rules: Layout
    name: str
    share: Fraction | None = None
    """A share of hands in which the draw is seen, to be priced."""
    known: tuple[int, ...] = ()
    """Numbers of known cards to be priced, besides those of whole seats."""
    stakes: tuple[int, ...] = ()
    """Stakes in chips to be priced where pays are broken."""
    penetrations: tuple[Fraction, ...] = PENETRATIONS
    """Shares of the deck seen at which bets are counted."""

    @cached_property
    def bets(self) -> Mapping[str, Exposure]:
        """Each bet alone."""
        return {bet: Exposure(self.game, self.rules, (bet,)) for bet in self.rules.bets}

    @property
    def first(self) -> Exposure:
        """The bet that the draw and other hands are seen for: the layout's first."""
        return next(iter(self.bets.values()))

    @cached_property
    def removal(self) -> Mapping[str, Mapping[str, Effect]]:
        """By bet and rank."""
        return {bet: exposure.removal() for bet, exposure in self.bets.items()}

    @cached_property
    def draw(self) -> Mapping[str, Seen]:
        """By what is seen of the draw."""
        return self.first.draw_seen()

    @cached_property
    def collusion(self) -> Sequence[Fraction]:
        """The player's expectation by the number of other seats known; () where a hand has over two actions."""
        return self.first.collusion() if self.first.actions <= 2 else ()

    @cached_property
    def known_edges(self) -> Mapping[int, Fraction]:
        """The player's expectation by the number of cards known."""
        return self.first.known_cards(self.known) if self.known else {}

    @cached_property
    def counts(self) -> Mapping[str, Sequence[Countability]]:
        """Of each bet without a decision."""
        counted = {bet: countability(exposure, self.penetrations) for bet, exposure in self.bets.items()}
        return {bet: rows for bet, rows in counted.items() if rows is not None}

    @cached_property
    def broken(self) -> Mapping[str, Sequence[Breakage]]:
        """Of each bet that has a pay which some stake cannot be paid exactly."""
        broken = {bet: breakage(Surface(self.game, self.rules, (bet,)), self.stakes) for bet in self.bets}
        return {bet: rows for bet, rows in broken.items() if any(row.pays for row in rows)}

    @cached_property
    def table(self) -> TableExposure:
        """All seats with one unit on each bet."""
        return TableExposure(Exposure(self.game, self.rules, tuple(self.rules.bets)))

    @property
    def facts(self) -> Mapping[str, object]:
        """The layout, and the player's edge on each bet without any knowledge."""
        return {"layout": self.rules.title, **{bet: exposure.player_edge for bet, exposure in self.bets.items()}}
