"""Anybody's published return table, held against its own arithmetic in exact fractions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb, lcm, perm, sqrt
from pathlib import Path

from casino31.audit.finding import LEVEL, AuditedFile, Problem, Verdict
from casino31.audit.tables.against import GameCounts, GameWagers, hold_against
from casino31.audit.tables.cells import CellError, ReadCell
from casino31.audit.tables.claims import claim_problems, figures_of, minimum_problems
from casino31.audit.tables.columns import Printed, PrintedRow, PrintedTable, read_sheet
from casino31.audit.tables.grid import grid_of, read_grids
from casino31.audit.tables.reading import PLAIN, PageFacts, PayReading, named_loss, net_of, stake_of, unit_by_rows
from casino31.audit.tables.sums import TableRow, edge_problems, row_problems
from casino31.bounded import sha256_of
from casino31.faults import refused
from casino31.notebook import Shown
from casino31.paytable import OddsUnit

Grid = tuple[str, Sequence[Sequence[ReadCell]], str]


@dataclass(frozen=True, repr=False)
class TableAudit(Shown):
    """A return table with its figures worked out anew."""

    verdict: Verdict
    rows: tuple[TableRow, ...]
    unit: OddsUnit
    house_edge: Fraction | None
    """Mean loss of one unit; None where the table does not say what the rest of the outcomes do."""
    variance: Fraction | None
    hit_frequency: Fraction | None
    """Chance of a net win."""
    any_pay: Fraction | None = None
    """Chance that anything is handed back, a push too."""
    stake: Fraction = Fraction(1)
    """What a round costs, in the units of the pays."""
    counts: GameCounts | None = None
    """A game's exact counts beside the table's, when it was held against one."""
    file: AuditedFile | None = None
    """Where the table stands; None of one that was given as text."""

    @property
    def facts(self) -> Mapping[str, object]:
        """The verdict and what it rests on."""
        return self.verdict.facts_with({"house edge": self.house_edge, "pays": self.unit, "rows": len(self.rows)})

    @property
    def variance_by_row(self) -> tuple[Fraction | None, ...]:
        """What each row adds to the variance: probability times the squared distance from the mean."""
        mean = self.house_edge
        return tuple(None if mean is None else row.probability * (row.net + mean) ** 2 for row in self.rows)

    @property
    def standard_deviation(self) -> float | None:
        """Of the net of one unit."""
        return None if self.variance is None else sqrt(self.variance)


def audit_file(path: Path, page: PageFacts = PLAIN, game: GameWagers | None = None) -> TableAudit:
    """Audit the first return table in a file: CSV, text or a workbook.

    ``page`` is what stands elsewhere; ``game`` what the rows are held against. RulesError when the file cannot
    be read without guessing.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "a.csv").write_text("pays,ways\\n9,485096")
    ...     audit_file(Path(folder, "a.csv"), PageFacts(total=5_013_320)).house_edge
    Fraction(4059, 125333)
    """
    answer = _first(str(path), read_grids(path), page, game)
    return replace(answer, file=AuditedFile(str(path), sha256_of(path), len(answer.rows)))


def audit_text(text: str, page: PageFacts = PLAIN, game: GameWagers | None = None) -> TableAudit:
    """Audit a return table given as text, as ``audit_file`` does.

    >>> audit = audit_text("event,pays (for 1),ways\\nmatch,15.3,1\\nno match,0,16")
    >>> audit.house_edge, audit.unit, audit.verdict.conforms
    (Fraction(1, 10), 'for one', True)
    """
    rows, mark = grid_of(text)
    return _first("<text>", [("", rows, mark)], page, game)


def _first(file: str, grids: Sequence[Grid], page: PageFacts, game: GameWagers | None) -> TableAudit:
    for name, rows, mark in grids:
        place = f"{file}!{name}" if name else file
        try:
            sheet = read_sheet(rows, mark)
        except CellError as error:
            raise refused(place, str(error), "cells that can be read without guessing") from None
        if sheet is not None and sheet.entries:
            others = [other for other, *_ in grids if other != name]
            if others:
                sheet = sheet._replace(notes=(*sheet.notes, f"read was {name!r} alone, not {', '.join(others)}"))
            answer = audit_sheet(sheet, page)
            return answer if game is None else _beside(answer, game)
    expected = "a row of headings (event, pays, and combinations or probability) above the rows"
    raise refused(file, "no return table", expected)


def _beside(answer: TableAudit, game: GameWagers) -> TableAudit:
    """The audit with the problems of a game's exact counts."""
    counts, problems = hold_against(answer.rows, game)
    verdict = answer.verdict
    told = (*verdict.problems, *problems)
    sure = False if told else None if counts.unmatched else verdict.conforms
    notes = (*verdict.notes, *counts.notes)
    return replace(answer, verdict=replace(verdict, conforms=sure, problems=told, notes=notes), counts=counts)


def audit_sheet(sheet: PrintedTable, page: PageFacts = PLAIN) -> TableAudit:
    """Audit a table as printed; a unit that nothing states is the one that explains the printed figures.

    >>> sheet = read_sheet(grid_of("pays,ways\\n2,1\\n-1,3")[0], ".")
    >>> audit_sheet(sheet).house_edge
    Fraction(1, 4)
    """
    _look_at_ratios(sheet)
    printed = sheet.totals | ({"edge": page.edge} if page.edge else {})
    stake = stake_of(sheet, page.stake)
    known = page.unit or sheet.unit or unit_by_rows(sheet)
    said: tuple[str, ...] = ()
    if stake != 1:
        said = (f"a round costs {stake} of the units that the pays are in",)
    if known:
        odd = f"read as pays {page.unit}, as asked; the table says {sheet.unit}"
        said += (odd,) if page.unit and sheet.unit not in (None, page.unit) else ()
        return _work_out(sheet, printed, page, PayReading(known, stake), said)
    to_one, for_one = (
        _work_out(sheet, printed, page, PayReading(unit, stake), said) for unit in ("to one", "for one")
    )
    sound = for_one if for_one.verdict.conforms and not to_one.verdict.conforms else to_one
    why = "which explains what is printed" if sound is for_one else "as nothing says otherwise"
    note = f"no unit is stated: the pays are read {sound.unit}, {why}"
    return replace(sound, verdict=replace(sound.verdict, notes=(note, *sound.verdict.notes)))


MOST_BITS = 2**12
"""Of the common denominator of all pays and chances: one count of outcomes for all rows has a few dozen."""


def _look_at_ratios(sheet: PrintedTable) -> None:
    """RulesError where the rows have so little in common that sums over them would take minutes."""
    whole = 1
    for entry in sheet.entries:
        whole = lcm(whole, entry.pays.value.denominator)
        whole = lcm(whole, 1 if entry.probability is None else entry.probability.value.denominator)
        if whole.bit_length() > MOST_BITS:
            found = f"{entry.where}: ratios that have no common denominator below 10^{MOST_BITS * 3 // 10}"
            raise refused("the table", found, "pays and chances out of one number of outcomes")


_LAWLESS = ("unknown total", "empty", "probability", "probabilities")
"""Problems that leave no law to work figures out from."""


def _work_out(
    sheet: PrintedTable, printed: Mapping[str, Printed], page: PageFacts, reading: PayReading, said: tuple[str, ...]
) -> TableAudit:
    notes, unit, stake = [*said, *sheet.notes], reading.unit, reading.stake
    zeros = [entry.where for entry in sheet.entries if named_loss(entry) and entry.pays.value == 0]
    if zeros and unit == "to one":
        notes.append(f"{', '.join(zeros)}: called a loss and printed as 0, taken as a loss of the stake")
    rows, problems = _counted(sheet, printed, page.total, reading, notes)
    if sum(row.probability for row in rows) <= 0:
        problems.append(Problem("empty", rows[0].where, "0", "1", "no outcome of the table has a chance above 0"))
    if any(problem.code in _LAWLESS for problem in problems):
        open_question = [problem for problem in problems if problem.code != "unknown total"]
        notes += [problem.message for problem in problems if problem.code == "unknown total"]
        verdict = Verdict(False if open_question else None, LEVEL, tuple(open_question), notes=tuple(notes))
        return TableAudit(verdict, rows, unit, None, None, None, stake=stake)
    figures = figures_of(rows)
    problems += [*row_problems(rows, printed, stake), *edge_problems(rows, printed, unit)]
    problems += [*claim_problems(printed, rows, stake, notes)]
    problems += [*minimum_problems(page.minimum_return, figures)]
    if figures.house_edge < -1 and stake == 1 and page.stake is None:
        notes.append("if the pays are in credits and a round costs several, say how many: --stake")
    verdict = Verdict(not problems, LEVEL, tuple(problems), notes=tuple(notes))
    return TableAudit(verdict, rows, unit, figures.house_edge, figures.variance, figures.wins, figures.pays, stake)


def _counted(
    sheet: PrintedTable, printed: Mapping[str, Printed], total: int | None, reading: PayReading, notes: list[str]
) -> tuple[tuple[TableRow, ...], list[Problem]]:
    """The rows with their probabilities, and the row of all other outcomes where the table leaves it out."""
    entries = sheet.entries
    loses = any(net_of(entry, reading) == -1 for entry in entries)
    if any(entry.combinations is None for entry in entries):
        return _by_probability(sheet, reading, loses, notes)
    ways = sum(entry.combinations or 0 for entry in entries)
    sum_cell = printed.get("combinations")
    stated = total if total is not None else int(sum_cell.amount.value) if sum_cell else None
    problems = []
    if total is not None and sum_cell and sum_cell.amount.value not in (total, ways):
        message = f"the printed sum is {sum_cell.text}, the combinations add up to {ways:,}"
        problems.append(Problem("sum", sum_cell.where, sum_cell.text, str(ways), message))
    whole = ways if stated is None else stated
    if stated is not None and stated != ways and (loses or ways > stated):
        message = f"the combinations add up to {ways:,}, not to the stated {stated:,}"
        problems.append(Problem("total", sum_cell.where if sum_cell else "total", f"{ways}", f"{stated}", message))
        whole = ways
    rows = [_row(entry, reading, Fraction(entry.combinations or 0, whole or 1), Fraction()) for entry in entries]
    name = known_total(whole)
    if stated is None and not loses and name is None:
        message = f"nothing says how many outcomes there are in all; the rows have {ways:,}: give the total"
        problems.append(Problem("unknown total", "total", str(ways), "a total", message))
    elif name or stated is None:
        notes.append(f"total: {name}" if name else f"the combinations add up to {whole:,}, which no total confirms")
    if whole > ways:
        notes.append(f"the other {whole - ways:,} of {whole:,} combinations are taken to lose")
        rows.append(
            TableRow(
                "all other", "", Fraction(-1), whole - ways, Fraction(whole - ways, whole), Fraction(), None, None
            )
        )
    return tuple(rows), problems


def _by_probability(
    sheet: PrintedTable, reading: PayReading, loses: bool, notes: list[str]
) -> tuple[tuple[TableRow, ...], list[Problem]]:
    rows = []
    for entry in sheet.entries:
        if entry.probability is None:
            found = f"{entry.where}: {entry.event!r} has no probability, other rows have no combinations"
            raise refused("the table", found, "one of the two in every row")
        rows.append(_row(entry, reading, entry.probability.value, entry.probability.slack))
    problems = [
        Problem("probability", row.where, f"{float(row.probability):g}", "0 to 1", f"{row.event}: no probability")
        for row in rows
        if not 0 <= row.probability <= 1
    ]
    rest = 1 - sum((row.probability for row in rows), Fraction())
    slack = sum((row.slack for row in rows), Fraction(1, 10**9))
    if rest < -slack or (loses and rest > slack):
        found = f"{float(1 - rest):.10g}"
        message = f"the probabilities add up to {found}, not to 1"
        problems.append(Problem("probabilities", "probability", found, "1", message))
    elif rest > slack:
        notes.append(f"the remaining probability {float(rest):.6g} is taken to lose")
        rows.append(TableRow("all other", "", Fraction(-1), None, rest, slack, None, None))
    return tuple(rows), problems


def _row(entry: PrintedRow, reading: PayReading, chance: Fraction, slack: Fraction) -> TableRow:
    printed = entry.probability if entry.combinations is not None else None
    net = net_of(entry, reading)
    return TableRow(
        entry.event, entry.where, net, entry.combinations, chance, slack, printed, entry.expected, entry.variance
    )


def known_total(ways: int) -> str | None:
    """Name a number of hands of one to eight decks, in any order or in order, or None.

    >>> known_total(5_013_320), known_total(132_600)
    ('5,013,320 hands of 3 cards from 312', '132,600 hands of 3 cards from 52 in order')
    """
    for decks in (1, 2, 3, 4, 5, 6, 7, 8):
        for cards in range(2, 8):
            if comb(52 * decks, cards) == ways:
                return f"{ways:,} hands of {cards} cards from {52 * decks}"
            if perm(52 * decks, cards) == ways:
                return f"{ways:,} hands of {cards} cards from {52 * decks} in order"
    return None
