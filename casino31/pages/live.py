"""What keeps a workbook live: the count rows in a fixed order, and the exact value of every step from pays to play.

The decision table of a game is pay-free. From it and the pays follow, in exact integers here and by formulas in the
workbook: what each end of the base bet is paid as, what each action wins in each situation, which one is taken, and
the combinations of every result.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain

from casino31.answers import Choice, DecisionRow, DecisionTable
from casino31.faults import NotCapableError, SelfCheckError
from casino31.pages.payrows import ActionEnd
from casino31.pages.results import Results
from casino31.pricing import NO_DECISION
from casino31.wagers import BetEnd, Paid

DIGITS = 9
"""Decimals to which the workbook rounds before it compares: doubles of equal exact values differ far below."""
_SIGNIFICANT = 14
"""Digits of a sum of products that a double keeps for certain."""


@dataclass(frozen=True)
class Live(Results):
    """A par sheet in the order of its workbook.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> from casino31.pages.parsheet import ParSheet
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> len(live.rows), live.actions, live.frozen
    (537, ('fold', 'play'), '')
    >>> live.spans(1, live.bins[-1].rows)
    [(536, 536)]
    >>> sum(taken[1] for taken in live.taken)
    14464
    >>> live.verify()
    """

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
        if table.before and any(len(set(row.sides.values())) > 1 for row in table.rows):
            return None, "the last of several decisions settles a side bet"
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
    def actions(self) -> tuple[str, ...]:
        """What a player can do, the action to take on a tie first."""
        return self.table.actions if self.table else ()

    @property
    def digits(self) -> int:
        """Decimals to which the values of actions are rounded before they are compared."""
        return min(DIGITS, _SIGNIFICANT - len(str(self.last_draws)))

    @property
    def draws(self) -> int:
        """Draws after each starting hand."""
        return self.table.draws * self.table.draws_before if self.table else 1

    @property
    def last_draws(self) -> int:
        """Draws after each row of counts."""
        return self.table.draws if self.table else 1

    @property
    def tie_choices(self) -> tuple[str, ...]:
        """The actions that the tie rule can prefer; none where no reading says what is done on a tie."""
        choices = self.sheet.game.readings.get("tie", ())
        return choices if set(choices) == {*self.actions} - {NO_DECISION} else ()

    @cached_property
    def _order(self) -> tuple[int, ...]:
        """The rows of the table in the order of the workbook: those of one result of the side bets together."""
        assert self.table is not None
        bins = [[self.bin_of(side) for side in row.sides.values()] for row in self.table.rows]
        return tuple(sorted(range(len(bins)), key=bins.__getitem__))

    @cached_property
    def _open_rows(self) -> tuple[DecisionRow, ...]:
        """The count rows as the table has them: without members where a decision comes before."""
        assert self.table is not None
        return tuple(self.table.rows[place] for place in self._order)

    @cached_property
    def rows(self) -> tuple[DecisionRow, ...]:
        """The count rows in the order of the workbook, each with the ways in which play comes to it."""
        if not self.before:
            return self._open_rows
        arrivals = [0] * len(self._open_rows)
        for situation, choice in zip(self.before, self.first_choices, strict=True):
            for place, ways in situation.options[choice].items():
                arrivals[place] += situation.members * ways
        pairs = zip(self._open_rows, arrivals, strict=True)
        return tuple(row._replace(members=members) for row, members in pairs)

    # the decision before

    @cached_property
    def before(self) -> tuple[Choice, ...]:
        """The situations of a decision that comes before the count rows: of each action the ways to each row."""
        if not self.table:
            return ()
        place_of = {place: at for at, place in enumerate(self._order)}
        return tuple(
            situation._replace(
                options={
                    action: {place_of[place]: many for place, many in ways.items()}
                    for action, ways in situation.options.items()
                }
            )
            for situation in self.table.before
        )

    @property
    def first_digits(self) -> int:
        """Decimals to which the values of a first decision are rounded before they are compared."""
        return self.digits - len(str(self.draws // self.last_draws)) - 1

    @cached_property
    def first_values(self) -> tuple[Mapping[str, Fraction], ...]:
        """What each action of a first decision wins, summed over all draws, the best taken from then on."""
        best = [max(worth.values()) for worth in self.values]
        return tuple(
            {
                action: sum((many * best[place] for place, many in ways.items()), Fraction())
                for action, ways in situation.options.items()
            }
            for situation in self.before
        )

    @cached_property
    def first_choices(self) -> tuple[str, ...]:
        """The action of each first decision: the first of the best."""
        return tuple(max(worth, key=lambda action: worth[action]) for worth in self.first_values)

    @cached_property
    def tied(self) -> int:
        """Starting hands where the best action is not the only one."""
        if self.before:
            equal = ([*worth.values()].count(max(worth.values())) for worth in self.first_values)
            return sum(each.members for each, many in zip(self.before, equal, strict=True) if many > 1)
        return sum(row.members for row, many in zip(self.rows, self.equal, strict=True) if many > 1)

    @cached_property
    def columns(self) -> tuple[ActionEnd, ...]:
        """What stands in the columns of the counts: an action, and an end of the base bet that it can lead to."""
        assert self.table is not None
        seen = {(action, end) for row in self._open_rows for action, counts in row.counts.items() for end in counts}
        return tuple(
            ActionEnd(place, action, end, self.table.ends[end], self._choice(self.table.ends[end]))
            for place, action in enumerate(self.actions)
            for end in range(len(self.table.ends))
            if (action, end) in seen
        )

    def _choice(self, end: BetEnd) -> int:
        return end.index(self.rules.settled(self.base, end))

    def spans(self, action: int, rows: tuple[int, ...]) -> list[tuple[int, int]]:
        """Return the stretches of count rows where an action leads to a result of the side bets."""
        return _stretches(place for place, row in enumerate(self._results[action]) if row == rows)

    @cached_property
    def _results(self) -> tuple[list[tuple[int, ...] | None], ...]:
        """Of each action what the side bets come to in each count row, None where it cannot be taken."""
        return tuple(
            [self.bin_of(row.sides[name]) if name in row.sides else None for row in self._open_rows]
            for name in self.actions
        )

    def side_spans(self, action: int, wager: int, paid: Paid) -> list[tuple[int, int]]:
        """Return the stretches of count rows where an action leads a side wager to an event."""
        sides = ((place, row.sides.get(self.actions[action], ())) for place, row in enumerate(self._open_rows))
        return _stretches(place for place, side in sides if side and [*chain(*side)][wager] == paid)

    @cached_property
    def at_stake(self) -> tuple[str, ...]:
        """The side bets that come to something else after one action than after another."""
        return tuple(
            bet
            for place, bet in enumerate(self.side_bets)
            if any(len({side[place] for side in row.sides.values()}) > 1 for row in self._open_rows)
        )

    def is_objective(self, bet: str) -> bool:
        """Tell whether the strategy is chosen with a side bet made."""
        return bet in self.sheet.analysis.objective

    @cached_property
    def values(self) -> tuple[Mapping[str, Fraction], ...]:
        """What each action wins in each count row, summed over its draws."""
        assert self.table is not None
        pays = {column.end: self.rules.won(self.base, column.settlement) for column in self.columns}
        aims = [bet for bet in self.at_stake if self.is_objective(bet)]
        spans = []
        for row in self._open_rows:
            worth = {}
            for action, counts in row.counts.items():
                side = dict(zip(self.side_bets, row.sides[action], strict=True))
                beside = sum((self.rules.won(bet, side[bet]) for bet in aims), Fraction())
                worth[action] = sum((ways * pays[end] for end, ways in counts.items()), self.last_draws * beside)
            spans.append(worth)
        return tuple(spans)

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
        bins = {side.rows: place for place, side in enumerate(self.bins)}
        table = [[0] * len(bins) for _ in self.columns]
        where = {(column.action, column.end): place for place, column in enumerate(self.columns)}
        for row, action in zip(self.rows, self.decisions, strict=True):
            name = self.actions[action]
            for end, ways in row.counts[name].items():
                table[where[action, end]][bins[self.bin_of(row.sides[name])]] += row.members * ways
        return tuple(map(tuple, table))

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
        joint = dict.fromkeys(self.joint, 0)
        for column, ways in zip(self.columns, self.column_ways, strict=True):
            for place, count in enumerate(ways):
                joint[where[column.settlement], place] += count
        if joint != self.joint:
            raise SelfCheckError(f"{self.base}: the workbook's own combinations are not those of the analysis")


def _stretches(places: Iterable[int]) -> list[tuple[int, int]]:
    """The first and the last of places that follow one another."""
    spans: list[tuple[int, int]] = []
    for place in places:
        joins = spans and spans[-1][1] == place - 1
        spans[-1:] = [(spans[-1][0], place)] if joins else [*spans[-1:], (place, place)]
    return spans
