"""An audit of a log kept in a file, and taken up again."""

from __future__ import annotations

import base64
import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from casino31.atomic_file import write_whole
from casino31.audit.hands.batch import RowFault
from casino31.audit.hands.days import sound_days
from casino31.audit.hands.log import LogAuditor
from casino31.audit.hands.tally import GROUP_PARTS
from casino31.audit.repeats import Fingerprints
from casino31.bounded import content_of, sealed, unsealed
from casino31.faults import refused
from casino31.serialize import JsonObject

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SCHEMA = "casino31.audit-checkpoint/5"
LARGEST_FILE = 2**28
MOST_WINDOWS = 2**20
"""Windows of hands that are remembered from one run to the next."""
_EXACT = ("deviation_cost", "deviation_came")
_PLAIN = ("rows", "fault_rows", "payout_errors", "by_code", "deviations", "undealt", "off_rule", "sizes")


def save(auditor: LogAuditor, path: Path) -> None:
    """Write all that the audit has counted; OSError leaves the old file as it was.

    >>> import json
    >>> from tempfile import TemporaryDirectory
    >>> from casino31.audit.hands.in_a_row import settlement_of
    >>> from casino31.audit.hands.schema import Schema
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> one = LogAuditor(settlement_of(file.game, file.game.analyse(file.rules)), Schema())
    >>> one.tally.undealt = 31
    >>> with TemporaryDirectory() as folder:
    ...     save(one, Path(folder, "kept.json"))
    ...     json.loads(Path(folder, "kept.json").read_text())["undealt"]
    31
    """
    write_whole(path, sealed(_record(auditor)))


def _record(auditor: LogAuditor) -> JsonObject:
    """All that an audit has counted, as JSON has it."""
    tally, reader, seats = auditor.tally, auditor.reader, auditor.seats
    return {
        "schema": SCHEMA,
        **_identity(auditor),
        "files": auditor.files,
        **{name: getattr(tally, name) for name in _PLAIN},
        "days": tally.days,
        "shown": [[file, list(fault)] for file, fault in tally.shown],
        **{name: str(Fraction(getattr(tally, name))) for name in _EXACT},
        "names": {key: list(names) for key, names in reader.names.items()},
        "order": [list(met) for met in tally.order],
        "round": [reader.mark, seats.seat, seats.used, list(seats.shared), list(auditor.settlement.held)],
        "windows": [auditor.order.hands, _packed(auditor.order.windows)],
        "groups": {
            column: {name: [array.tolist() for array in getattr(group, name)] for name in GROUP_PARTS}
            for column, group in tally.groups.items()
        },
    }


def _identity(auditor: LogAuditor) -> JsonObject:
    """What must not change between two runs."""
    filed = auditor.settlement.filed
    return {
        "game": filed.game,
        "title": filed.rules.title,
        "paytable_sha256": filed.rules.digest,
        "strategy": filed.strategy,
        "objective": filed.objective,
        "by": list(auditor.reader.by),
    }


def restore(auditor: LogAuditor, path: Path) -> None:
    """Take up what a file has kept; RulesError when it is none, or of another audit.

    >>> from tempfile import TemporaryDirectory
    >>> from casino31.audit.hands.in_a_row import settlement_of
    >>> from casino31.audit.hands.schema import Schema
    >>> from casino31.rulesfile import load
    >>> file = load("natural-31")
    >>> made = settlement_of(file.game, file.game.analyse(file.rules))
    >>> one, other = (LogAuditor(made, Schema()) for _ in range(2))
    >>> one.tally.undealt = 31
    >>> with TemporaryDirectory() as folder:
    ...     save(one, Path(folder, "kept.json"))
    ...     restore(other, Path(folder, "kept.json"))
    >>> other.tally.undealt
    31
    """
    import numpy as np

    file = str(path)
    try:
        whole = unsealed(content_of(path, LARGEST_FILE))
    except OSError as error:
        raise refused(file, f"it cannot be read: {error.strerror or error}", "a checkpoint") from None
    except ValueError as error:
        raise refused(file, str(error), "a checkpoint that `audit log` wrote") from None
    if whole.get("schema") != SCHEMA:
        raise refused(file, "another kind of file", "a checkpoint that `audit log` wrote")
    for name, value in _identity(auditor).items():
        if whole.get(name) != value:
            raise refused(file, f"a checkpoint with {name} = {whole.get(name)!r}", f"{value!r}, or another file")
    tally, reader, seats = auditor.tally, auditor.reader, auditor.seats
    try:
        for name in _PLAIN:
            if type(whole[name]) is not type(getattr(tally, name)):
                raise TypeError(name)
            setattr(tally, name, whole[name])
        tally.shown = [(where, RowFault(*fault)) for where, fault in whole["shown"]]
        tally.order = {(column, group): place for place, (column, group) in enumerate(whole["order"], 1)}
        tally.days = sound_days(whole["days"], [len(player.stakes) + 3 for player in auditor.law.players])
        for name in _EXACT:
            setattr(tally, name, Fraction(whole[name]))
        reader.names = {key: {name: at for at, name in enumerate(names)} for key, names in whole["names"].items()}
        reader.mark, seats.seat, seats.used, seats.shared, auditor.settlement.held = whole["round"]
        for column, group in tally.groups.items():
            for name in GROUP_PARTS:
                kept, blank = whole["groups"][column][name], getattr(group, name)
                setattr(group, name, [_array(a, b) for a, b in zip(kept, blank, strict=True)])
        auditor.order.hands, packed = whole["windows"]
        auditor.order.windows.meet(np.frombuffer(base64.b64decode(packed, validate=True), "<u8"))
        auditor.files = [_file(entry) for entry in whole["files"]]
        sound = json.dumps(_record(auditor)) == json.dumps(whole)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
        sound = False
    if not sound:
        raise refused(file, "a checkpoint that lacks something, or has too much", "the file as it was written")


def _file(kept: JsonObject) -> JsonObject:
    """A file that was counted; TypeError where that is nonsense."""
    kinds = {"place": str, "sha256": str, "bytes": int, "rows": int, "complete": bool}
    if {name: type(value) for name, value in kept.items()} != kinds:
        raise TypeError("no file")
    return kept


def _packed(windows: Fingerprints) -> str:
    """The smallest fingerprints: a long stretch of hands that comes again meets some of them."""
    import numpy as np

    marks = np.sort(np.concatenate([np.zeros(0, np.uint64), *windows.runs]))[:MOST_WINDOWS]
    return base64.b64encode(marks.astype("<u8").tobytes()).decode()


def _array(kept: object, blank: NDArray[np.generic]) -> NDArray[np.generic]:
    """An array as it was kept; ValueError when its form is not that of a blank one, but for cells and sizes."""
    import numpy as np

    made = np.array(kept, blank.dtype)
    if not len(made):
        return blank
    if made.ndim != blank.ndim or (blank.shape[1:] not in ((0,), made.shape[1:])):
        raise ValueError("another form")
    return made
