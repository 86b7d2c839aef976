"""A layout: what a file says of any game with pays, and what follows from it without counting a card."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from casino31.filing import DocumentFacts, TableFacts
from casino31.outcomes import Result, Row
from casino31.paytable import OddsUnit, PayTable, repaid, row_name
from casino31.wagers import BetEnd, Ending, Settlement, Terms, Wager


@dataclass(frozen=True)
class Layout:
    """One layout of a game: the bets it offers, their pays and the readings it chooses."""

    title: str
    wagers: tuple[Wager, ...]
    """The wagers offered, in the game's order."""
    bets: Mapping[str, tuple[str, ...]]
    """The bets offered, and the wagers each consists of."""
    tables: Mapping[str, PayTable]
    """The pay table of each wager offered."""
    readings: Mapping[str, str]
    """The readings chosen where the sources leave a rule open."""
    odds: OddsUnit = "to one"
    """The unit in which the file states its pays; inside they are all "to one"."""
    source: str = ""
    date: str = ""
    """The date that the file states, YYYY-MM-DD, or ""."""
    digest: str = ""
    """SHA-256 of the file it was read from, or "" when it was made in code."""
    text: str = field(default="", repr=False, compare=False)
    """That file, or ""."""
    open_readings: Mapping[str, str] = field(default_factory=dict)
    """The readings that matter here and are no rule of a source: the clause of each."""
    deal: str = ""
    """What is assumed of the deal, one sentence."""
    document: DocumentFacts | None = None
    """What the file says of the document that is filed with it."""
    table_facts: TableFacts | None = None
    """What the file says of the table that the game is offered at."""

    def __repr__(self) -> str:
        return f"<Layout: {self.title}>"

    @cached_property
    def terms(self) -> Terms:
        """The readings and the bets, without the pays."""
        return Terms(tuple(self.readings.items()), tuple(self.bets))

    @cached_property
    def by_name(self) -> Mapping[str, Wager]:
        """The wagers offered, by name."""
        return {wager.name: wager for wager in self.wagers}

    @cached_property
    def pays(self) -> Mapping[str, Mapping[str, Fraction]]:
        """The net pay to one of each event of each wager, those that no layout changes included."""
        stated = {name: table.pays for name, table in self.tables.items()}
        return {wager.name: {**wager.fixed, **stated.get(wager.name, {})} for wager in self.wagers}

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What this layout assumes and what its sources leave open, one sentence each."""
        rows = tuple(
            f"{wager}: the pay of {line.label} is {line.provenance}"
            for wager, table in self.tables.items()
            for line in table.assumed
        )
        readings = tuple(
            f'{name} = "{self.readings[name]}" is a reading: the sources leave it open ({clause})'
            for name, clause in self.open_readings.items()
        )
        return (*rows, *readings, *filter(None, (self.deal,)))

    def won(self, bet: str, settlement: Settlement) -> Fraction:
        """Return the net units of one way to settle a bet; KeyError names an event that has no pay."""
        wagers = self.bets[bet]
        return sum(
            (
                paid.units * self.pays[wager][paid.event]
                for wager, paid in zip(wagers, settlement, strict=True)
                if paid.units
            ),
            Fraction(),
        )

    def settled(self, bet: str, end: BetEnd) -> Settlement:
        """Return the settlement that a bet is paid by: the one that wins most, the first of equals."""
        return end[0] if len(end) == 1 else max(end, key=lambda settlement: self.won(bet, settlement))

    def results(self, bet: str, end: BetEnd) -> Row:
        """Return one Result for each wager of a bet."""
        return tuple(
            _result(self.by_name[wager], paid.event, paid.units, self.pays[wager])
            for wager, paid in zip(self.bets[bet], self.settled(bet, end), strict=True)
        )

    def row(self, ending: Ending) -> Row:
        """Return one Result for each wager offered."""
        return tuple(
            result for bet, end in zip(self.bets, ending, strict=True) for result in self.results(bet, end)
        )

    def only(self, bets: Collection[str]) -> "Layout":
        """Return the layout with some of its bets alone."""
        made = {bet: wagers for bet, wagers in self.bets.items() if bet in bets}
        names = {wager for wagers in made.values() for wager in wagers}
        return replace(
            self,
            bets=made,
            wagers=tuple(wager for wager in self.wagers if wager.name in names),
            tables={name: table for name, table in self.tables.items() if name in names},
        )

    def vary(
        self, pays: Mapping[str, Fraction] | None = None, readings: Mapping[str, str] | None = None
    ) -> "Layout":
        """Return the layout with other pays of some rows, "play.31", and other readings; no document is its filing.

        ValueError names a row that it does not have.

        >>> from casino31.rulesfile import load
        >>> new = load("31-classic-b").rules.vary({"play.31": Fraction(12)})
        >>> new.tables["play"].pays["31"], new.title, new.digest
        (Fraction(12, 1), '31 Classic, sample layout B, play.31 = 12', '')
        """
        pays, readings = pays or {}, readings or {}
        tables = {name: repaid(table, pays, self.by_name[name].published) for name, table in self.tables.items()}
        rows = {row_name(name, line.label) for name, table in tables.items() for line in table.lines}
        for name in pays:
            if name not in rows:
                raise ValueError(f"no row {name!r} in this layout")
        said = [f"{name} = {value}" for name, value in (*pays.items(), *readings.items())]
        return replace(
            self,
            tables=tables,
            readings={**self.readings, **readings},
            title=", ".join([self.title, *said]),
            digest="",
            text="",
            document=None,
        )


_ONE, _NOTHING = Fraction(1), Fraction(0)


def _result(wager: Wager, event: str, units: int, pays: Mapping[str, Fraction]) -> Result:
    if not units:
        return Result(event, _NOTHING, _NOTHING)
    stake = Fraction(units) if wager.staked else _NOTHING
    return Result(event, stake, units * pays[event])
