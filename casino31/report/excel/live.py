"""What keeps a workbook live: the count rows in a fixed order, and the exact value of every step from pays to play.

The decision table of a game is pay-free. From it and the pays follow, in exact integers here and by formulas in the
workbook: what each end of the base bet is paid as, what each action wins in each situation, which one is taken, and
the combinations of every result.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import mul

from casino31.answers import DecisionRow, DecisionTable, Rules
from casino31.faults import NotCapableError, SelfCheckError
from casino31.paytable import OddsUnit
from casino31.pricing import NO_DECISION, census_of, ending_ways
from casino31.report.excel.payrows import Bin, Column, Group, PayRow, base_groups, pay_rows
from casino31.report.parsheet import ParSheet
from casino31.wagers import BetEnd, Ending, Paid, Settlement

DIGITS = 9
"""Decimals to which the workbook rounds before it compares: doubles of equal exact values differ far below."""
_SIGNIFICANT = 14
"""Digits of a sum of products that a double keeps for certain."""


@dataclass(frozen=True)
class Live:
    """A par sheet in the order of its workbook.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> live.main, live.sides, len(live.rows), live.actions
    (('ante', 'play'), ('natural 31',), 537, ('fold', 'play'))
    >>> live.spans(1, (32,)), live.frozen
    ([(536, 536)], '')
    >>> sum(taken[1] for taken in live.taken)
    14464
    >>> live.verify()
    """

    sheet: ParSheet

    @property
    def rules(self) -> Rules:
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

    @property
    def main(self) -> tuple[str, ...]:
        """The wagers of that bet."""
        return self.rules.bets[self.main_bet] if self.main_bet else ()

    @property
    def sides(self) -> tuple[str, ...]:
        """The wagers of the other bets."""
        return tuple(wager for wager in self.rules.tables if wager not in self.main) if self.main else ()

    @property
    def side_bets(self) -> tuple[str, ...]:
        """The other bets."""
        return tuple(self.rules.bets)[1:]

    @cached_property
    def _decisions(self) -> tuple[DecisionTable | None, str]:
        if not self.main_bet:
            return None, ""
        try:
            table = self.sheet.decisions
        except NotCapableError as error:
            return None, str(error)
        if any(len(self.rules.bets[bet]) > 1 for bet in self.side_bets):
            return None, "a side bet has several wagers"
        return table, ""

    @property
    def table(self) -> DecisionTable | None:
        """The decisions without pays; None where nothing is decided or the workbook is not live."""
        return self._decisions[0]

    @property
    def frozen(self) -> str:
        """Why the workbook is not live, one sentence; "" when it is."""
        reason = self._decisions[1]
        return f"Pays are not live in this workbook, whose cells hold exact values: {reason}." if reason else ""

    @cached_property
    def endings(self) -> tuple[tuple[Ending, int], ...]:
        """How a round may end, and in how many ways it does under the strategy."""
        census = census_of(self.sheet.game, self.rules)
        return tuple(zip(census.endings, ending_ways(census, self.sheet.analysis.strategy.actions), strict=True))

    @cached_property
    def pay_rows(self) -> dict[str, tuple[PayRow, ...]]:
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
        found: dict[str, dict[Paid, int]] = {wager: {} for wager in self.rules.tables}
        for ending, ways in self.endings:
            for wagers, settlement in zip(self.rules.bets.values(), self.settled(ending), strict=True):
                for wager, paid in zip(wagers, settlement, strict=True):
                    found[wager][paid] = found[wager].get(paid, 0) + ways
        return found

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The results of the base bet: what all its wagers pay alike, worst first."""
        settlements = dict.fromkeys(each for ending, _ in self.endings for each in ending[0])
        return base_groups(self.main, settlements, self.pay_rows, self.places)

    def bin_of(self, sides: Sequence[Settlement]) -> tuple[int, ...]:
        """Return the row of each side wager's sheet."""
        paids = [paid for settlement in sides for paid in settlement]
        return tuple(self.places[wager][paid] for wager, paid in zip(self.sides, paids, strict=True))

    @cached_property
    def bins(self) -> tuple[Bin, ...]:
        """The results of the side bets together; one of no wager when there are none."""
        if len(self.sides) == 1:
            found = [(row,) for row in range(len(self.pay_rows[self.sides[0]]))]
        else:
            found = sorted({self.bin_of(self.settled(ending)[1:]) for ending, _ in self.endings})
        return tuple(
            Bin(rows, tuple(self.pay_rows[wager][row] for wager, row in zip(self.sides, rows, strict=True)))
            for rows in found
        )

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """What a player can do, the action to take on a tie first."""
        return self.table.actions if self.table else ()

    @property
    def digits(self) -> int:
        """Decimals to which the values of actions are rounded before they are compared."""
        return min(DIGITS, _SIGNIFICANT - len(str(self.draws)))

    @property
    def draws(self) -> int:
        """Draws after each situation."""
        return self.table.draws if self.table else 1

    @property
    def tie_choices(self) -> tuple[str, ...]:
        """The actions that the tie rule can prefer; none where no reading says what is done on a tie."""
        choices = self.sheet.game.readings.get("tie", ())
        return choices if set(choices) == {*self.actions} - {NO_DECISION} else ()

    @cached_property
    def rows(self) -> tuple[DecisionRow, ...]:
        """The count rows, those of one result of the side bets together, in the order of their sheets."""
        assert self.table is not None
        return tuple(sorted(self.table.rows, key=lambda row: [self.bin_of(side) for side in row.sides.values()]))

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """What stands in the columns of the counts: an action, and an end of the base bet that it can lead to."""
        assert self.table is not None
        seen = {(action, end) for row in self.rows for action, counts in row.counts.items() for end in counts}
        return tuple(
            Column(place, action, end, self.table.ends[end], self._choice(self.table.ends[end]))
            for place, action in enumerate(self.actions)
            for end in range(len(self.table.ends))
            if (action, end) in seen
        )

    def _choice(self, end: BetEnd) -> int:
        return end.index(self.rules.settled(self.base, end))

    def spans(self, action: int, rows: tuple[int, ...]) -> list[tuple[int, int]]:
        """Return the stretches of count rows where an action leads to a result of the side bets."""
        return self._stretches(action, lambda side: self.bin_of(side) == rows)

    def side_spans(self, action: int, wager: int, paid: Paid) -> list[tuple[int, int]]:
        """Return the stretches of count rows where an action leads a side wager to an event."""
        return self._stretches(action, lambda side: [each for bet in side for each in bet][wager] == paid)

    def _stretches(self, action: int, holds: Callable[[Sequence[Settlement]], bool]) -> list[tuple[int, int]]:
        name, found = self.actions[action], list[tuple[int, int]]()
        for place, row in enumerate(self.rows):
            if name in row.sides and holds(row.sides[name]):
                joins = found and found[-1][1] == place - 1
                found[-1:] = [(found[-1][0], place)] if joins else [*found[-1:], (place, place)]
        return found

    @cached_property
    def at_stake(self) -> tuple[str, ...]:
        """The side bets that come to something else after one action than after another."""
        return tuple(
            bet
            for place, bet in enumerate(self.side_bets)
            if any(len({side[place] for side in row.sides.values()}) > 1 for row in self.rows)
        )

    def is_objective(self, bet: str) -> bool:
        """Tell whether the strategy is chosen with a side bet made."""
        return bet in self.sheet.analysis.objective

    @cached_property
    def values(self) -> tuple[Mapping[str, Fraction], ...]:
        """What each action wins in each count row, summed over its draws."""
        assert self.table is not None
        pays = {column.end: self.rules.won(self.base, column.settlement) for column in self.columns}
        aims = [
            (place, bet)
            for place, bet in enumerate(self.side_bets)
            if bet in self.at_stake and self.is_objective(bet)
        ]
        found = []
        for row in self.rows:
            worth = {
                a: sum((ways * pays[e] for e, ways in counts.items()), Fraction())
                for a, counts in row.counts.items()
            }
            for action, side in row.sides.items():
                worth[action] += self.table.draws * sum(self.rules.won(bet, side[place]) for place, bet in aims)
            found.append(worth)
        return tuple(found)

    @cached_property
    def decisions(self) -> tuple[int, ...]:
        """The action of each count row, by its place: the first of the best."""
        return tuple(self.actions.index(max(worth, key=lambda action: worth[action])) for worth in self.values)

    @cached_property
    def equal(self) -> tuple[int, ...]:
        """How many actions are best in each count row."""
        return tuple([*worth.values()].count(max(worth.values())) for worth in self.values)

    @cached_property
    def taken(self) -> tuple[tuple[int, ...], ...]:
        """How many hands of each count row take each action."""
        places = range(len(self.actions))
        return tuple(
            tuple(row.members if action == place else 0 for place in places)
            for row, action in zip(self.rows, self.decisions, strict=True)
        )

    @cached_property
    def column_ways(self) -> tuple[tuple[int, ...], ...]:
        """For each column the combinations that end in it under the best actions, by result of the side bets."""
        return tuple(
            tuple(
                sum(
                    sum(
                        map(
                            mul,
                            [t[column.action] for t in self.taken[first : last + 1]],
                            self._counts(column, first, last),
                        )
                    )
                    for first, last in self.spans(column.action, each.rows)
                )
                for each in self.bins
            )
            for column in self.columns
        )

    def _counts(self, column: Column, first: int, last: int) -> list[int]:
        return [row.counts.get(column.name, {}).get(column.end, 0) for row in self.rows[first : last + 1]]

    @cached_property
    def joint(self) -> dict[tuple[int, int], int]:
        """The combinations of each result of the base bet with each result of the side bets."""
        where = {rows: place for place, group in enumerate(self.groups) for rows in [group.rows]}
        bins = {each.rows: place for place, each in enumerate(self.bins)}
        table = dict.fromkeys(((g, b) for g in range(len(self.groups)) for b in range(len(self.bins))), 0)
        for ending, ways in self.endings:
            base, *sides = self.settled(ending)
            rows = tuple(self.places[wager][paid] for wager, paid in zip(self.main, base, strict=True))
            table[where[rows], bins[self.bin_of(sides)]] += ways
        return table

    def verify(self) -> None:
        """Check the live route against the outcomes; SelfCheckError when they differ.

        ValueError for an analysis of another strategy than the best.
        """
        if not self.sheet.analysis.best:
            raise ValueError(
                "a workbook chooses the best action of every hand anew whenever a pay changes: "
                f"it is written for the best strategy alone, not for {self.sheet.analysis.strategy.name!r}"
            )
        if not self.table:
            return
        where = {settlement: place for place, group in enumerate(self.groups) for settlement in group.settlements}
        found = dict.fromkeys(self.joint, 0)
        for column, ways in zip(self.columns, self.column_ways, strict=True):
            for place, count in enumerate(ways):
                found[where[column.settlement], place] += count
        if found != self.joint:
            raise SelfCheckError(f"{self.base}: the workbook's own combinations are not those of the analysis")


__all__ = ["DIGITS", "NO_DECISION", "Live"]
