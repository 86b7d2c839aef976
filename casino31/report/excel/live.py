"""What keeps a workbook live: the count rows in a fixed order, and the exact value of every step from pays to play.

The game's decision table is pay-free. From it and the pays follow, in exact integers here and by formulas in the
workbook: what each finish is paid as, what playing each starting hand is worth, whether it is played, and the
combinations of every result.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import mul
from typing import NamedTuple

from casino31.answers import DecisionRow, Rules
from casino31.faults import SelfCheckError
from casino31.paytable import OddsUnit, PayLine, PayTable
from casino31.report.parsheet import ParSheet

FOLD, FORFEITED = "fold", "forfeited"
"""The events of a wager that no card settles."""
DIGITS = 9
"""Decimals to which the workbook rounds before it compares: doubles of equal exact values differ far below."""


class PayRow(NamedTuple):
    """One row of a wager's sheet: a pay-table line, or a result that no card settles."""

    label: str
    events: tuple[str, ...]
    line: PayLine | None
    stake: Fraction
    net: Fraction

    @property
    def origin(self) -> str:
        """Where the pay comes from."""
        if self.line is None:
            return "by the rules"
        return self.line.provenance if self.line.listed else f"not listed; {self.line.provenance}"

    @property
    def assumed(self) -> bool:
        """Whether the pay of some of its events is listed without a published source."""
        return self.line is not None and self.line.listed and self.line.provenance != "published"


class Group(NamedTuple):
    """Events that every wager of the decided bet pays alike."""

    label: str
    events: tuple[str, ...]
    rows: tuple[int, ...]
    """The row of each wager's sheet, in the order of the wagers."""
    net: Fraction
    stake: Fraction


@dataclass(frozen=True)
class Live:
    """A par sheet in the order of its workbook.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> live = Live(ParSheet(file.game, file.game.analyse(file.rules), file.name))
    >>> live.main, live.side, len(live.rows), live.span(("mini royal",))
    (('ante', 'play'), 'natural 31', 537, (536, 536))
    >>> live.finish_pays(("trips", "18"))
    (Fraction(5, 1), Fraction(2, 1))
    >>> sum(row.members * plays for row, plays in zip(live.rows, live.decisions))
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

    @cached_property
    def main_bet(self) -> str | None:
        """The bet with a wager that is made after the first cards."""
        initial = self.sheet.game.initial
        return next((bet for bet, wagers in self.rules.bets.items() if any(not initial[w] for w in wagers)), None)

    @property
    def main(self) -> tuple[str, ...]:
        """The wagers of that bet."""
        return self.rules.bets[self.main_bet] if self.main_bet else ()

    @cached_property
    def side(self) -> str | None:
        """The wager that is settled on the first cards alone."""
        others = [wager for wager in self.rules.tables if wager not in self.main]
        if len(others) > 1:
            raise ValueError(f"the workbook has room for one wager on the first cards, not for {', '.join(others)}")
        return others[0] if others else None

    @property
    def forfeits(self) -> bool:
        """Whether a fold loses the side wager."""
        return bool(self.main and self.side) and self.rules.readings.get("bonus_after_fold") == "forfeited"

    @property
    def plays_for_side(self) -> bool:
        """Whether the strategy is chosen with the side wager made."""
        return self.side is not None and self.side in self.sheet.analysis.objective

    @cached_property
    def pay_rows(self) -> dict[str, tuple[PayRow, ...]]:
        """The rows of each wager's sheet, worst first."""
        return {wager: self._pay_rows(wager, table) for wager, table in self.rules.tables.items()}

    def _pay_rows(self, wager: str, table: PayTable) -> tuple[PayRow, ...]:
        initial = self.sheet.game.initial[wager]
        rows = [PayRow(line.label, line.events, line, Fraction(1), line.pays) for line in table.lines]
        if wager in self.main:
            rows.insert(0, PayRow(FOLD, (FOLD,), None, initial, -initial))
        elif self.forfeits:
            rows.insert(0, PayRow(FORFEITED, (FORFEITED,), None, initial, -initial))
        return tuple(rows)

    @cached_property
    def ways(self) -> dict[str, dict[str, int]]:
        """The combinations of each event of each wager, from the exact outcomes."""
        found: dict[str, dict[str, int]] = {}
        for wager in self.rules.tables:
            events = found.setdefault(wager, {})
            for (result,), ways in self.sheet.analysis.outcomes.of(wager).combinations.items():
                events[result.event] = events.get(result.event, 0) + ways
        return found

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The results of the decided bet: a fold, then the events that all its wagers pay alike, worst first."""
        places = {wager: self._places(wager) for wager in self.main}
        alike: dict[tuple[int, ...], list[str]] = {}
        for event in places[self.main[-1]]:
            alike.setdefault(tuple(places[wager][event] for wager in self.main), []).append(event)
        groups = []
        for rows, events in alike.items():
            each = [self.pay_rows[wager][row] for wager, row in zip(self.main, rows, strict=True)]
            whole = each[-1].events == tuple(events)
            label = each[-1].label if whole else events[0] if len(events) == 1 else f"{events[0]}-{events[-1]}"
            net, stake = sum((r.net for r in each), Fraction()), sum((r.stake for r in each), Fraction())
            groups.append(Group(label, tuple(events), rows, net, stake))
        return tuple(groups)

    def _places(self, wager: str) -> dict[str, int]:
        return {event: place for place, row in enumerate(self.pay_rows[wager]) for event in row.events}

    @cached_property
    def rows(self) -> tuple[DecisionRow, ...]:
        """The count rows, those of one event of the side wager together, in the order of its sheet."""
        rows = self.sheet.decisions.rows
        if self.side is None:
            return rows
        order = {event: place for place, event in enumerate(self.rules.tables[self.side].line)}
        return tuple(sorted(rows, key=lambda row: order[row.side]))

    @cached_property
    def bins(self) -> tuple[PayRow | None, ...]:
        """The rows of the side wager's sheet, or one None for all hands when there is no such wager."""
        return self.pay_rows[self.side] if self.side else (None,)

    def span(self, events: Sequence[str] | None) -> tuple[int, int] | None:
        """Return the first and last count row of some events of the side wager, or of all; None if none."""
        places = [place for place, row in enumerate(self.rows) if events is None or row.side in events]
        return (places[0], places[-1]) if places else None

    @cached_property
    def choices(self) -> tuple[int, ...]:
        """Which of its events each finish is paid as: the first of those that pay most."""
        pays = [[self._pays(event) for event in finish] for finish in self.sheet.decisions.finishes]
        return tuple(each.index(max(each)) for each in pays)

    def _pays(self, event: str) -> Fraction:
        return sum((self.rules.tables[wager].pays[event] for wager in self.main), Fraction())

    def finish_pays(self, finish: Sequence[str]) -> tuple[Fraction, ...]:
        """Return what a final hand wins as each of its events, all wagers of the bet together."""
        return tuple(self._pays(event) for event in finish)

    @cached_property
    def play_values(self) -> tuple[Fraction, ...]:
        """What playing each count row wins, summed over its draws."""
        pays = [max(self.finish_pays(finish)) for finish in self.sheet.decisions.finishes]
        scale = lcm(*(each.denominator for each in pays))
        whole = [int(each * scale) for each in pays]
        return tuple(Fraction(sum(map(mul, row.counts, whole)), scale) for row in self.rows)

    @cached_property
    def fold_value(self) -> Fraction:
        """What a fold wins: the wagers of the bet already made."""
        return -sum((self.sheet.game.initial[wager] for wager in self.main), Fraction())

    @cached_property
    def advantages(self) -> tuple[Fraction, ...]:
        """By how much playing each count row beats folding, summed over its draws."""
        draws = self.sheet.decisions.draws
        gains = [Fraction()] * len(self.rows)
        if self.side and self.forfeits and self.plays_for_side:
            pays, lost = self.rules.tables[self.side].pays, self.sheet.game.initial[self.side]
            gains = [draws * (pays[row.side] + lost) for row in self.rows]
        return tuple(
            value - draws * self.fold_value + gain for value, gain in zip(self.play_values, gains, strict=True)
        )

    @cached_property
    def decisions(self) -> tuple[int, ...]:
        """1 for each count row that is played, 0 for a fold."""
        tie = int(self.rules.readings.get("tie") == "play")
        return tuple(tie if gain == 0 else int(gain > 0) for gain in self.advantages)

    @cached_property
    def finish_ways(self) -> tuple[tuple[int, ...], ...]:
        """For each finish, the played combinations that end in it, by row of the side wager's sheet."""
        played = [row.members * plays for row, plays in zip(self.rows, self.decisions, strict=True)]
        table = []
        for bin_ in self.bins:
            span = self.span(bin_.events if bin_ else None)
            first, last = (span[0], span[1] + 1) if span else (0, 0)
            columns = zip(*(row.counts for row in self.rows[first:last]), strict=True)
            ways = [sum(map(mul, played[first:last], column)) for column in columns]
            table.append(ways or [0] * len(self.sheet.decisions.finishes))
        return tuple(zip(*table, strict=True))

    @cached_property
    def joint(self) -> dict[tuple[int, int], int]:
        """The combinations of each result of the decided bet with each row of the side wager's sheet."""
        where = {event: place for place, group in enumerate(self.groups) for event in group.events}
        outcomes = self.sheet.analysis.outcomes.of(*self.main, *((self.side,) if self.side else ()))
        bins = self._places(self.side) if self.side else {}
        table = dict.fromkeys(((g, b) for g in range(len(self.groups)) for b in range(len(self.bins))), 0)
        for row, ways in outcomes.combinations.items():
            spot = where[row[0].event], bins[row[-1].event] if self.side else 0
            table[spot] += ways
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
        if not self.main:
            return
        found: dict[str, int] = {}
        for finish, choice, ways in zip(self.sheet.decisions.finishes, self.choices, self.finish_ways, strict=True):
            found[finish[choice]] = found.get(finish[choice], 0) + sum(ways)
        for wager in self.main:
            stated = {event: ways for event, ways in self.ways[wager].items() if event != FOLD}
            if stated != {event: ways for event, ways in found.items() if ways}:
                raise SelfCheckError(f"{wager}: the workbook's own combinations are not those of the analysis")
