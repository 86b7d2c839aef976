"""What each column and row of a stranger's return table means, by the words that people use."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from casino31.audit.tables.cells import _DATE, Amount, Cell, CellError, Odds, amount, mark_of, odds
from casino31.paytable import OddsUnit

SYNONYMS = {
    "event": "event|events|hand|hands|outcome|result|name|prize tier|label|description|winning hand",
    "pays": "pay|pays|payout|payouts|payoff|pay off|pays off|paid|prize|odds|odds paid|pay table|paytable|win|wins",
    "combinations": "combinations|combination|combos|combo|comb|ways|count|counts|number|number of hands"
    "|permutations|perms|occurrences|quantity|qty|tickets|frequency|hits",
    "probability": "probability|prob|probabilities|chance|chances|p|likelihood",
    "return": "return|returns|contribution|expected value|expected return|ev|product|expectation|rtp",
}
LOSING = re.compile(
    r"lose[rs]?|loss(?:es)?|losing.*|lost|nothing|no win|no pay|miss|others?"
    r"|(?:all|any|everything) (?:other|else)s?.*"
)
_TOTAL = re.compile(r"(?:grand )?(?:totals?|sum)\b.*")
_EDGE = re.compile(r"(?:house|casino)? ?(?:edge|advantage|hold)\b.*")
_RETURN = re.compile(r"(?:total |overall )?(?:return|rtp|return to player|payback)\b.*")


class Entry(NamedTuple):
    """One row of the table as printed."""

    event: str
    where: str
    """The address of the cell with its pay."""
    pays: Odds
    combinations: int | None
    probability: Amount | None
    expected: Amount | None
    """The row's printed return."""


class Printed(NamedTuple):
    """A figure below the table: its address, as written, and its value."""

    where: str
    text: str
    amount: Amount


class Sheet(NamedTuple):
    """A return table as printed."""

    entries: tuple[Entry, ...]
    totals: dict[str, Printed]
    """The printed totals by column, and "edge"."""
    unit: OddsUnit | None
    """The unit that a header or a pay names."""
    notes: tuple[str, ...]


def words(cell: Cell) -> str:
    """Return a heading in plain words, without its unit.

    >>> words(Cell("B1", "Pays (to one)")), words(Cell("C1", "Probability %"))
    ('pays', 'probability')
    """
    plain = re.sub(r"\b(?:to|for)[ -](?:one|1)\b|[^a-z ]", " ", cell.text.lower())
    return " ".join(plain.split())


def unit_of(text: str) -> OddsUnit | None:
    """Return the odds unit that a heading names.

    >>> unit_of("Pays (for 1)"), unit_of("Pays")
    ('for one', None)
    """
    found = re.search(r"\b(to|for)[ -](?:one|1)\b", text.lower())
    return None if found is None else "to one" if found[1] == "to" else "for one"


def header(rows: Sequence[Sequence[Cell]]) -> tuple[int, dict[str, int]] | None:
    """Return the place of the header row and the column of each role, or None: it needs pays and a frequency.

    >>> header([[Cell("A1", "Hand"), Cell("B1", "Ways"), Cell("C1", "Pays")]])
    (0, {'event': 0, 'combinations': 1, 'pays': 2})
    """
    for place, row in enumerate(rows):
        roles: dict[str, int] = {}
        for column, cell in enumerate(row):
            for role, names in SYNONYMS.items():
                if words(cell) in names.split("|"):
                    roles.setdefault(role, column)
        if "pays" in roles and ("combinations" in roles or "probability" in roles):
            if "event" not in roles:
                free = [column for column in range(len(row)) if column not in roles.values()]
                roles["event"] = min(free, default=-1)
            return place, roles
    return None


def read_sheet(rows: Sequence[Sequence[Cell]], suggested: str) -> Sheet | None:
    """Return the table below the header, or None without one; CellError names the first cell beyond reading.

    >>> rows = [[Cell("A1", "pays"), Cell("B1", "ways")], [Cell("A2", "3:01"), Cell("B2", "7")]]
    >>> sheet = read_sheet(rows, ".")
    >>> str(sheet.entries[0].pays.value), sheet.notes
    ('3', ('A2 holds the time 3:01: read as the odds 3:1',))
    """
    found = header(rows)
    if found is None:
        return None
    top, roles = found
    body = [row for row in rows[top + 1 :] if any(cell.text for cell in row)]
    body, beyond = _to_total(body, roles["event"])
    ways = roles.get("combinations")
    if ways is not None and "probability" not in roles and words(rows[top][ways]) == "frequency":
        shares = [row[ways].text for row in body if ways < len(row)]
        if any("%" in text or re.match(r"0?[.,]\d", text) for text in shares):
            roles["probability"] = roles.pop("combinations")
    written = [
        cell.text for row in body for column, cell in enumerate(row) if column != roles["event"] and not cell.typed
    ]
    mark = mark_of(written, suggested)
    entries: list[Entry] = []
    totals: dict[str, Printed] = {}
    notes: list[str] = [f"{beyond} and what follows stand below the total and were not read"] if beyond else []
    percent: set[str] = {
        role for role in ("probability", "return") if role in roles and "%" in rows[top][roles[role]].text
    }
    if "probability" in roles and _sums_to_hundred(body, roles["probability"], mark):
        notes.append(f"the {rows[top][roles['probability']].text} column adds up to about 100: taken as per cent")
        percent.add("probability")
    for row in body:
        blank = Cell(row[0].where, "")
        cells = {role: row[column] if 0 <= column < len(row) else blank for role, column in roles.items()}
        event = cells["event"]
        label = " ".join(event.text.lower().replace("(", " ").split()) if not event.typed else ""
        if _TOTAL.fullmatch(label) or _EDGE.fullmatch(label) or _RETURN.fullmatch(label):
            _footer(label, row, cells, mark, percent, totals)
            continue
        if event.mangled or (not event.typed and _DATE.fullmatch(event.text)):
            raise CellError(
                f"{event.where} holds the date {event.text}, made of a range such as 22-25: "
                "format the column as text and type it again"
            )
        entries.append(_entry(cells, label, mark, percent, notes))
    heading = rows[top][roles["pays"]].text
    named = {entry.pays.unit for entry in entries if entry.pays.unit} | ({unit_of(heading)} - {None})
    if len(named) > 1:
        raise CellError(
            f"{rows[top][roles['pays']].where}: pays to one and pays for one in one column: state one unit"
        )
    return Sheet(tuple(entries), totals, next(iter(named), None), tuple(notes))


def _to_total(body: list[Sequence[Cell]], event: int) -> tuple[list[Sequence[Cell]], str]:
    """The rows up to the row of totals and the printed figures below it, and the address of the first other row."""
    kept: list[Sequence[Cell]] = []
    total, beyond = False, ""
    for row in body:
        label = " ".join(row[event].text.lower().split()) if 0 <= event < len(row) else ""
        printed = bool(_EDGE.fullmatch(label) or _RETURN.fullmatch(label) or _TOTAL.fullmatch(label))
        if not total or printed:
            kept.append(row)
        elif not beyond:
            beyond = row[0].where
        total = total or bool(_TOTAL.fullmatch(label))
    return kept, beyond


def _entry(cells: dict[str, Cell], label: str, mark: str, percent: set[str], notes: list[str]) -> Entry:
    pay = cells["pays"]
    if pay.text in ("", "-", "\u2013", "\u2014"):
        pays = Odds(Fraction(-1), None, "", True)
        if not LOSING.fullmatch(label):
            notes.append(f"{pay.where}: no pay for {cells['event'].text!r}, taken as a loss")
    else:
        pays = odds(pay, mark)
        if pays.note:
            notes.append(pays.note)
    ways = chance = expected = None
    if "combinations" in cells and cells["combinations"].text:
        count = amount(cells["combinations"], mark, whole=True).value
        if count < 0:
            raise CellError(f"{cells['combinations'].where} holds {count}: a count of combinations is not negative")
        ways = int(count)
    if "probability" in cells and cells["probability"].text:
        chance = _share(cells["probability"], mark, "probability" in percent)
    if "return" in cells and cells["return"].text not in ("", "-"):
        expected = _share(cells["return"], mark, "return" in percent)
    if ways is None and chance is None:
        raise CellError(f"{pay.where}: {cells['event'].text!r} has neither combinations nor a probability")
    return Entry(cells["event"].text, pay.where, pays, ways, chance, expected)


def _footer(
    label: str,
    row: Sequence[Cell],
    cells: dict[str, Cell],
    mark: str,
    percent: set[str],
    totals: dict[str, Printed],
) -> None:
    """Keep the printed figures of a row of totals, or of the edge or the return."""
    if _TOTAL.fullmatch(label):
        for role in ("combinations", "probability", "return"):
            if role in cells and cells[role].text:
                cell = cells[role]
                count = role == "combinations"
                found = amount(cell, mark, whole=True) if count else _share(cell, mark, role in percent)
                totals[role] = Printed(cell.where, cell.text, found)
        return
    figures = [cell for cell in row if cell.text and cell is not cells["event"]]
    if figures:
        role = "edge" if _EDGE.fullmatch(label) else "rtp"
        totals[role] = Printed(figures[-1].where, figures[-1].text, amount(figures[-1], mark))


def _share(cell: Cell, mark: str, percent: bool) -> Amount:
    """A probability or a return; ``percent`` when the column is in per cent and its cells do not say so."""
    found = amount(cell, mark)
    if percent and "%" not in cell.text:
        return Amount(found.value / 100, (found.slack or Fraction(1, 2)) / 100)
    return found


def _sums_to_hundred(body: Sequence[Sequence[Cell]], column: int, mark: str) -> bool:
    whole = Fraction()
    for row in body:
        cell = row[column] if column < len(row) else Cell("", "")
        label = " ".join(row[0].text.lower().split())
        if cell.text and "%" not in cell.text and not any(p.fullmatch(label) for p in (_TOTAL, _EDGE, _RETURN)):
            whole += amount(cell, mark).value
    return 5 < whole < 120
