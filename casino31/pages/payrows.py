"""The rows of a wager's sheet and the results of bets: what a workbook counts apart."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from casino31.paytable import PayLine, PayTable
from casino31.wagers import BetEnd, Paid, Settlement, Wager


class SheetRow(NamedTuple):
    """One row of a wager's sheet: a pay-table line at some units, or a result that no pay changes."""

    label: str
    paid: tuple[Paid, ...]
    """The events of the row, all at the same units."""
    line: PayLine | None
    """None for a result by the rules."""
    stake: Fraction
    net: Fraction
    first: int = 0
    """The row of the line's pay: this one, unless the line stands here at several units."""

    @property
    def units(self) -> int:
        """Units on the wager."""
        return self.paid[0].units

    @property
    def origin(self) -> str:
        """Where the pay comes from."""
        if self.line is None:
            return "by the rules"
        told = self.line.provenance
        return told if self.line.listed or told.startswith("not listed") else f"not listed; {told}"

    @property
    def assumed(self) -> bool:
        """Whether the file assumes the pay of some of its events."""
        return self.line is not None and self.line.is_assumption


class SettlementGroup(NamedTuple):
    """Settlements that every wager of the base bet pays alike."""

    label: str
    settlements: tuple[Settlement, ...]
    rows: tuple[int, ...]
    """The row of each wager's sheet, in the order of the wagers."""
    net: Fraction
    stake: Fraction


class Bin(NamedTuple):
    """A result of all side bets together."""

    rows: tuple[int, ...]
    """The row of each side wager's sheet."""
    pays: tuple[SheetRow, ...]

    @property
    def label(self) -> str:
        """What it is."""
        return " + ".join(row.label for row in self.pays) or "all hands"

    @property
    def net(self) -> Fraction:
        """Units won."""
        return sum((row.net for row in self.pays), Fraction())

    @property
    def assumed(self) -> bool:
        """Whether some pay of it is assumed."""
        return any(row.assumed for row in self.pays)


class ActionEnd(NamedTuple):
    """An action, and an end of the base bet that it can lead to."""

    action: int
    name: str
    end: int
    options: BetEnd
    """What it may be paid as, whichever pays more."""
    choice: int
    """What it is paid as, by its place."""

    @property
    def settlement(self) -> Settlement:
        """What it is paid as."""
        return self.options[self.choice]


def said(settlement: Settlement) -> str:
    """Return a settlement of a bet in words: the events of its wagers, those with units on them.

    >>> said((Paid("win"), Paid("win"), Paid("less", 0))), said((Paid("fold", 0),))
    ('win', 'fold')
    """
    made = [paid.event for paid in settlement if paid.units]
    return ", ".join(dict.fromkeys(made or [paid.event for paid in settlement]))


def pay_rows(wager: Wager, table: PayTable, possible: Sequence[Paid]) -> tuple[SheetRow, ...]:
    """Return the rows of a wager's sheet: what no pay changes, then each line at each number of units.

    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> rows = pay_rows(file.rules.by_name["ante"], file.rules.tables["ante"], (Paid("fold"), Paid("17")))
    >>> [(row.label, str(row.net)) for row in rows]
    [('fold', '-1'), ('below 17', '-1'), ('17', '0'), ('above 17', '1')]
    """
    idle = tuple(paid for paid in possible if not paid.units)
    rows = []
    if idle:
        label = idle[0].event if len(idle) == 1 and idle[0].event not in table.pays else "nothing at stake"
        rows.append(SheetRow(label, idle, None, Fraction(), Fraction()))
    for paid in possible:
        if paid.units and paid.event not in table.pays:
            net = paid.units * wager.fixed[paid.event]
            rows.append(SheetRow(_times(paid.event, paid.units), (paid,), None, _stake(wager, paid.units), net))
    for line in table.lines:
        first = len(rows)
        used = sorted({paid.units for paid in possible if paid.units and paid.event in line.events}) or [1]
        for units in used:
            paids = tuple(Paid(event, units) for event in line.events)
            label, net = _times(line.label, units), units * line.pays
            rows.append(SheetRow(label, paids, line, _stake(wager, units), net, first))
    return tuple(rows)


def _times(label: str, units: int) -> str:
    return label if units == 1 else f"{label}, {units} units"


def _stake(wager: Wager, units: int) -> Fraction:
    return Fraction(units if wager.staked else 0)


def base_groups(
    main: Sequence[str],
    settlements: Iterable[Settlement],
    rows: Mapping[str, Sequence[SheetRow]],
    places: Mapping[str, Mapping[Paid, int]],
) -> tuple[SettlementGroup, ...]:
    """Return the results of a bet: settlements in the same rows of all its wagers' sheets, by those of the last."""
    alike: dict[tuple[int, ...], list[Settlement]] = {}

    def order(settlement: Settlement) -> list[tuple[int, int]]:
        spots = [(wager, places[wager][paid], paid) for wager, paid in zip(main, settlement, strict=True)]
        return [(place, rows[wager][place].paid.index(paid)) for wager, place, paid in reversed(spots)]

    for settled in sorted(settlements, key=order):
        alike.setdefault(tuple(places[w][paid] for w, paid in zip(main, settled, strict=True)), []).append(settled)
    return tuple(_group(main, key, tuple(group), rows) for key, group in alike.items())


def _group(
    main: Sequence[str],
    key: tuple[int, ...],
    settlements: tuple[Settlement, ...],
    rows: Mapping[str, Sequence[SheetRow]],
) -> SettlementGroup:
    pays = [rows[wager][row] for wager, row in zip(main, key, strict=True)]
    net, stake = sum((row.net for row in pays), Fraction()), sum((row.stake for row in pays), Fraction())
    return SettlementGroup(_label(pays, settlements), settlements, key, net, stake)


def _label(pays: Sequence[SheetRow], settlements: Sequence[Settlement]) -> str:
    """The rows of the wagers; of wagers with one event, such as the total of a hand, the last one's."""
    names = list(dict.fromkeys(map(said, settlements)))
    if len(names) == 1 and names[0] in {paid.event for paid in settlements[0]}:
        return names[0] if names[0] != pays[-1].paid[0].event else pays[-1].label
    if any(name in {paid.event for paid in settlements[0]} for name in names):
        whole = tuple(paid.event for paid in pays[-1].paid) == tuple(names)
        return pays[-1].label if whole else f"{names[0]}-{names[-1]}"
    rows = zip(settlements[0], pays, strict=True)
    return ", ".join(dict.fromkeys(row.label for paid, row in rows if paid.units and (row.stake or row.net)))
