"""Rows of a log against a stated banker: read, settled and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from casino31.audit.finding import AuditedFile
from casino31.audit.hands.batch import RowFault
from casino31.audit.hands.reader import first_rows
from casino31.audit.hands.schema import Schema, has
from casino31.audit.hands.words import cents
from casino31.bounded import sha256_of
from casino31.faults import refused
from casino31.two_sides import HandError, HandLog

COLUMNS = ("banker", "concealed", "punter", "bet", "paid")
MOST_ROWS = 1_000_000


@dataclass
class Counted:
    """All that is remembered of the hands read so far."""

    rows: int = 0
    faults: list[tuple[str, RowFault]] = field(default_factory=list)
    faulty: int = 0
    files: list[AuditedFile] = field(default_factory=list)
    cells: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Hands by first card and event under the best reply."""
    bets: Counter[tuple[int, str, bool]] = field(default_factory=Counter)
    """Hands by bet in cents, first card and whether they won."""
    first_bet: int = 0
    other_bets: int = 0
    """Bets within the limits that are not what the layout's rule bets."""
    departed: int = 0
    filled: int = 0
    came: int = 0
    """What departures lost against the best reply with the cards that came, in cents."""


def read(path: Path, made: HandLog, schema: Schema, counted: Counted) -> None:
    """Count the hands of a file; RulesError when it is no log."""
    header, rows = first_rows(path, MOST_ROWS + 1)
    names = {name: schema.columns.get(name, (name,))[0] for name in COLUMNS}
    for name in schema.columns:
        if name not in COLUMNS:
            raise refused(str(path), f"the schema maps {name!r}", f"one of {', '.join(COLUMNS)}")
    for name in names.values():
        if name not in header:
            raise refused(str(path), f"no column {name}", f"columns {', '.join(COLUMNS)}", has(header))
    if not rows or len(rows) > MOST_ROWS:
        raise refused(
            str(path), f"{'no hand' if not rows else 'too many hands'}", f"1 to {MOST_ROWS:,} hands a file"
        )
    counted.files.append(AuditedFile(path.name, sha256_of(path), len(rows)))
    for number, row in enumerate(rows, 1):
        counted.rows += 1
        said = {name: "" if row.get(column) is None else str(row[column]) for name, column in names.items()}
        faults = [RowFault(number, *each) for each in _hand(said, made, counted)]
        counted.faults += [(path.name, fault) for fault in faults]
        counted.faulty += bool(faults)


def _hand(said: Mapping[str, str], made: HandLog, counted: Counted) -> Iterator[tuple[str, str, str]]:
    """Settle and count one hand; yield what is wrong with it as code, found and expected."""
    try:
        bet, paid = cents(said["bet"]), cents(said["paid"])
    except ValueError as error:
        yield "amount", str(error), "an amount such as 5 or 12.50"
        return
    try:
        hand = made.settle(said["banker"], said["concealed"], said["punter"], counted.rows)
    except HandError as error:
        yield error.code, error.found, error.expected
        return
    low, high = made.limits
    if not 100 * low <= bet <= 100 * high:
        yield "stake", f"a bet of {bet / 100:.2f}", f"{float(low):.2f} to {float(high):.2f}"
    won = hand.event in made.wins
    if paid != 2 * bet * won:
        yield "payout", f"{paid / 100:.2f}", f"{2 * bet * won / 100:.2f}"
    counted.cells[hand.first, hand.reply] += 1
    if bet <= 0:
        return
    counted.first_bet = counted.first_bet or bet
    counted.other_bets += bet != 100 * made.firsts[hand.first].bet
    counted.bets[bet, hand.first, won] += 1
    counted.departed += hand.departed
    counted.filled += hand.filled
    if not hand.filled:
        counted.came += 2 * bet * ((hand.reply in made.wins) - won)
