"""The results that a workbook counts apart, and how often: of wagers, of the base bet, of the side bets."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from casino31.layout import Layout
from casino31.pages.parsheet import ParSheet
from casino31.pages.payrows import Bin, SettlementGroup, SheetRow, base_groups, pay_rows
from casino31.paytable import OddsUnit
from casino31.pricing import census_of, ending_ways
from casino31.wagers import Ending, Paid, Settlement


@dataclass(frozen=True)
class Results:
    """The exact results of a par sheet in the order of its workbook.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> results = Results(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> results.main, results.sides, len(results.groups), len(results.bins)
    (('ante', 'play'), ('natural 31',), 10, 8)
    """

    sheet: ParSheet

    @property
    def rules(self) -> Layout:
        """The rules analysed."""
        return self.sheet.rules

    @cached_property
    def total(self) -> int:
        """Equally likely ways."""
        return self.sheet.analysis.outcomes.total

    @property
    def unit(self) -> OddsUnit:
        """The odds unit of the layout."""
        unit: OddsUnit = self.rules.odds
        return unit

    @property
    def base(self) -> str:
        """The bet that the others are made beside."""
        return next(iter(self.rules.bets))

    @cached_property
    def decides(self) -> bool:
        """Whether the player decides anything."""
        return bool(self.sheet.analysis.strategy.actions)

    @cached_property
    def main_bet(self) -> str | None:
        """The base bet, where it needs a page of its own: something is decided, or there are several wagers."""
        return self.base if self.decides or len(self.rules.tables) > 1 else None

    @cached_property
    def main(self) -> tuple[str, ...]:
        """The wagers of that bet."""
        return self.rules.bets[self.main_bet] if self.main_bet else ()

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The wagers of the other bets."""
        return tuple(wager for wager in self.rules.tables if wager not in self.main) if self.main else ()

    @property
    def side_bets(self) -> tuple[str, ...]:
        """The other bets."""
        return tuple(self.rules.bets)[1:]

    @cached_property
    def endings(self) -> tuple[tuple[Ending, int], ...]:
        """How a round may end, and in how many ways it does under the strategy."""
        census = census_of(self.sheet.game, self.rules)
        return tuple(zip(census.endings, ending_ways(census, self.sheet.analysis.strategy.actions), strict=True))

    @cached_property
    def pay_rows(self) -> dict[str, tuple[SheetRow, ...]]:
        """The rows of each wager's sheet, worst first."""
        possible: dict[str, dict[Paid, None]] = {wager: {} for wager in self.rules.tables}
        for ending, _ in self.endings:
            for wagers, end in zip(self.rules.bets.values(), ending, strict=True):
                for settlement in end:
                    for wager, paid in zip(wagers, settlement, strict=True):
                        possible[wager][paid] = None
        return {
            wager.name: pay_rows(wager, self.rules.tables[wager.name], tuple(possible[wager.name]))
            for wager in self.rules.wagers
        }

    @cached_property
    def places(self) -> dict[str, dict[Paid, int]]:
        """Of each wager the row of its sheet that an event at some units stands in."""
        return {
            wager: {paid: place for place, row in enumerate(rows) for paid in row.paid}
            for wager, rows in self.pay_rows.items()
        }

    def settled(self, ending: Ending) -> tuple[Settlement, ...]:
        """Return what each bet of an ending is paid as."""
        return tuple(self.rules.settled(bet, end) for bet, end in zip(self.rules.bets, ending, strict=True))

    @cached_property
    def ways(self) -> dict[str, dict[Paid, int]]:
        """The combinations of each event of each wager under the strategy."""
        counts: dict[str, dict[Paid, int]] = {wager: {} for wager in self.rules.tables}
        for ending, ways in self.endings:
            for wagers, settlement in zip(self.rules.bets.values(), self.settled(ending), strict=True):
                for wager, paid in zip(wagers, settlement, strict=True):
                    counts[wager][paid] = counts[wager].get(paid, 0) + ways
        return counts

    @cached_property
    def groups(self) -> tuple[SettlementGroup, ...]:
        """The results of the base bet: what all its wagers pay alike, worst first."""
        settlements = dict.fromkeys(settlement for ending, _ in self.endings for settlement in ending[0])
        return base_groups(self.main, settlements, self.pay_rows, self.places)

    def bin_of(self, sides: Sequence[Settlement]) -> tuple[int, ...]:
        """Return the row of each side wager's sheet."""
        paids = [paid for settlement in sides for paid in settlement]
        return tuple(self.places[wager][paid] for wager, paid in zip(self.sides, paids, strict=True))

    @cached_property
    def bins(self) -> tuple[Bin, ...]:
        """The results of the side bets together; one of no wager when there are none."""
        bins: list[tuple[int, ...]]
        if len(self.sides) == 1:
            bins = [(row,) for row in range(len(self.pay_rows[self.sides[0]]))]
        else:
            bins = sorted({self.bin_of(self.settled(ending)[1:]) for ending, _ in self.endings})
        return tuple(
            Bin(rows, tuple(self.pay_rows[wager][row] for wager, row in zip(self.sides, rows, strict=True)))
            for rows in bins
        )

    @cached_property
    def joint(self) -> dict[tuple[int, int], int]:
        """The combinations of each result of the base bet with each result of the side bets."""
        where = {rows: place for place, group in enumerate(self.groups) for rows in [group.rows]}
        bins = {side.rows: place for place, side in enumerate(self.bins)}
        table = dict.fromkeys(((g, b) for g in range(len(self.groups)) for b in range(len(self.bins))), 0)
        for ending, ways in self.endings:
            base, *sides = self.settled(ending)
            rows = tuple(self.places[wager][paid] for wager, paid in zip(self.main, base, strict=True))
            table[where[rows], bins[self.bin_of(sides)]] += ways
        return table
