"""Logged hands against the game as filed: payouts to the cent, and the dealt cards against the exact law."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from math import inf
from pathlib import Path

from casino31.audit.finding import LEVEL, AuditedFile, Problem, Verdict
from casino31.audit.hands.answer import LogAudit, LogScope
from casino31.audit.hands.batch import UNREADABLE, UNSORTED, RowFault
from casino31.audit.hands.judgement import Judged, judge_log
from casino31.audit.hands.log_settlement import LogSettlement
from casino31.audit.hands.order import Order
from casino31.audit.hands.reader import batches
from casino31.audit.hands.results import results_by_day, results_by_group
from casino31.audit.hands.schema import Schema
from casino31.audit.hands.tally import LogTally, new_group
from casino31.audit.hands.wealths import look
from casino31.bounded import open_plain
from casino31.faults import refused
from casino31.serialize import JsonObject

LOOK_EVERY = 16
"""Batches between two looks at the monitor of all hands together."""
BY_LINES = (".csv", ".tsv", ".jsonl", ".ndjson")
"""Files that may go on where a copy of them ended."""
DETECT = Fraction(33, 100)
"""The change of edge, of an initial wager, that a log must be able to show before it is said to conform."""


class LogAuditor:
    """An audit that takes files one after the other, and can be kept and taken up again.

    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> from casino31.audit.hands.in_a_row import settlement_of
    >>> from tempfile import TemporaryDirectory
    >>> auditor = LogAuditor(settlement_of(file.game, file.game.analyse(file.rules)), Schema())
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "a.csv").write_text("cards,natural 31,paid\\nAs Ks Qs,1,201\\n2c 3d 5h,1,1\\n")
    ...     auditor.read(Path(folder, "a.csv"))
    >>> auditor.answer().verdict.problems[0].message
    'paid 1.00, the pay table says 0.00'
    """

    def __init__(self, settlement: LogSettlement, schema: Schema, by: Sequence[str] = ()) -> None:
        self.settlement, self.law = settlement, settlement.law
        self.reader = settlement.reader(schema, by)
        self.forget()
        self.files: list[JsonObject] = []
        """The files read: place, digest, rows, and whether all of it."""
        self.left_out: list[str] = []

    def forget(self) -> None:
        """Begin anew, with nothing counted."""
        self.seats = self.settlement.seats()
        self.order = Order(self.settlement.bits)
        self.tally = LogTally(groups={column: new_group(self.law) for column in ("", *self.reader.by)})

    def read(self, path: Path, kept: Callable[[LogAuditor], None] | None = None) -> None:
        """Take one file, or the rest of it; ``kept(self)`` is called now and then, and once it is done.

        A file already taken in whole is left out. RulesError when it is no log, or has changed since it was taken.
        """
        entry = self._entry(path)
        if entry["complete"]:
            self.left_out.append(path.name)
            return
        self.order.begin_file()
        for number, batch in enumerate(batches(self.reader, path, entry["rows"]), 1):
            self.settlement.expect(len(batch.paid))
            batch.faults += self.order.look(batch)
            self.settlement.count(self.tally, batch, self.seats, path.name)
            entry["rows"] += len(batch.paid)
            if number % LOOK_EVERY == 0:
                look(self.tally, self.law, ("",))
            if kept is not None and number % (4 * LOOK_EVERY) == 0:
                kept(self)
        entry["complete"] = True
        self.seats = self.settlement.seats()
        self.reader.mark = []
        look(self.tally, self.law)
        if kept is not None:
            kept(self)

    def _entry(self, path: Path) -> JsonObject:
        sizes = {entry["bytes"] for entry in self.files if entry["complete"]}
        size, digests = _digests(path, sizes)
        digest, place = digests[size], str(path.resolve())
        for entry in self.files:
            if entry["sha256"] == digest:
                return entry
            if entry["place"] == place:
                found = "a file of this name was counted before, with other contents"
                raise refused(str(path), found, "each day's hands in a file of their own")
        if any(_begins_with(Path(entry["place"]), size, digest) for entry in self.files if entry["bytes"] > size):
            return {"complete": True}  # a copy of the first hands of a file that was counted
        grown = [entry for entry in self.files if digests.get(entry["bytes"]) == entry["sha256"]]
        known = max((entry["rows"] for entry in grown if path.suffix.lower() in BY_LINES), default=0)
        if known:
            self.left_out.append(f"the first {known:,} hands of {path.name}")
        entry = {"place": place, "sha256": digest, "bytes": size, "rows": known, "complete": False}
        self.files.append(entry)
        return entry

    def answer(self, level: Fraction = LEVEL, watching: bool = False, detect: Fraction = DETECT) -> LogAudit:
        """Return the verdict on all that has been read.

        ``watching`` says that the log is looked at again and again: the decision then rests on the e-processes
        alone, which keep the level at all times at once. Otherwise it rests on tests of one fixed sample.
        """
        tally = self.tally
        judged: Judged = judge_log(tally, self.law, self.reader, level, watching)
        problems = [
            Problem(fault.code, f"{file}, row {fault.row:,}", fault.found, fault.expected, self._sentence(fault))
            for file, fault in tally.shown
        ]
        problems += judged.problems
        wide = max((change["edge_change"] for change in judged.detectable.values()), default=inf)
        unreadable = sum(many for code, many in tally.by_code.items() if code in UNREADABLE)
        unsorted = sum(many for code, many in tally.by_code.items() if code in UNSORTED)
        open_ends = unreadable or unsorted
        told = (*UNREADABLE, *UNSORTED, "test") if open_ends else ()  # rows left out may be those that matter
        wrong = any(problem.code not in told for problem in problems)
        conforms: bool | None = False if wrong else None if wide > detect or open_ends else True
        notes = [*judged.notes, *self._notes(unreadable, unsorted)]
        if conforms is None and wide > detect:
            notes.append(
                f"too few hands: no change of edge below {wide:.1%} could be seen, {float(detect):.1%} is asked for"
                if wide < inf
                else "no hand to judge"
            )
        verdict = Verdict(conforms, level, tuple(problems), tuple(judged.tests), judged.detectable, tuple(notes))
        staked = sum(int(money[:, :-1].sum()) for money in tally.groups[""].money)
        return LogAudit(
            verdict=verdict,
            scope=self._scope(watching, detect),
            rows=tally.rows,
            sound_rows=tally.rows - tally.fault_rows,
            payout_errors=tally.payout_errors,
            money=tuple(judged.money),
            by_group=tuple(results_by_group(tally, self.law, self.reader)),
            by_day=tuple(results_by_day(tally, self.law)),
            groups=tuple(judged.groups),
            deviations=tally.deviations,
            deviation_cost=Fraction(tally.deviation_cost) / 100,
            deviation_came=Fraction(tally.deviation_came) / 100,
            staked=Fraction(staked, 100),
            undealt=tally.undealt,
            by_code=dict(tally.by_code),
            unreadable=unreadable + unsorted,
        )

    def _scope(self, watching: bool, detect: Fraction) -> LogScope:
        """What this audit is about; files go by their names, wherever they stand."""
        filed, reader = self.settlement.filed, self.reader
        files = [AuditedFile(Path(entry["place"]).name, entry["sha256"], entry["rows"]) for entry in self.files]
        layout = (filed.game, filed.rules.title, filed.rules.digest, filed.strategy)
        return LogScope(*layout, tuple(files), reader.schema.file, reader.by, detect, watching)

    def _notes(self, unreadable: int, unsorted: int) -> Iterator[str]:
        """What was left out, and why."""
        tally = self.tally
        yield from self.settlement.notes(tally)
        if self.left_out:
            yield f"counted before and left out: {', '.join(self.left_out)}"
        for code, many in tally.by_code.items():
            if many > 10:
                yield f"{many:,} faults of the kind {code!r}, the first ten are listed"
        if unreadable:
            yield (
                f"{unreadable:,} of {tally.rows:,} rows cannot be read: no sign of dishonesty, but the tests of "
                "the others decide nothing until they can"
            )
        if unsorted:
            yield "hands out of order: nothing is decided until they are sorted by round, the hands of one together"

    def _sentence(self, fault: RowFault) -> str:
        if fault.code == "payout":
            return f"paid {fault.found}, {self.settlement.pays} {fault.expected}"
        return f"{fault.found}; expected {fault.expected}"


def _digests(path: Path, sizes: Collection[int]) -> tuple[int, dict[int, str]]:
    """The size of a file, and the SHA-256 of the whole and of its first bytes at some sizes."""
    digest, done, found = hashlib.sha256(), 0, {}
    try:
        with open_plain(path) as file:
            for stop in [*sorted(sizes), None]:
                while piece := file.read(2**20 if stop is None else min(2**20, stop - done)):
                    digest.update(piece)
                    done += len(piece)
                if stop is None or stop == done:
                    found[done] = digest.hexdigest()
    except OSError as error:
        raise refused(str(path), f"it cannot be read: {error.strerror or error}", "a log of hands") from None
    return done, found


def _begins_with(path: Path, size: int, digest: str) -> bool:
    try:
        with open_plain(path) as file:
            made = hashlib.sha256()
            while size and (piece := file.read(min(2**20, size))):
                made.update(piece)
                size -= len(piece)
            return not size and made.hexdigest() == digest
    except OSError:
        return False
