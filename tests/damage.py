"""Files of every kind that is read, damaged in 100,000 ways: an answer or a clear sentence, and nothing else.

``python -m tests.damage`` runs them all; ``--many 2000 --only layouts,parts --seed 7`` some of them. A finding is
an error that is no sentence, an answer that takes too long, or a damaged file taken for a sound one.
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
import tempfile
import tomllib
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import NamedTuple

from casino31.api import audits
from casino31.audit.hands.schema import read_schema
from casino31.faults import NotCapableError, RulesError
from casino31.home.reader import load as load_home
from casino31.layoutfile.document import Document
from casino31.layoutfile.toml import exact_decimal
from casino31.paytable_design.saved import StateError
from casino31.rulesfile import load, shipped
from tests.harms import damaged, damaged_gzip, damaged_zip, recast, recertified, resealed, valuewise
from tests.sound_more import MoreFiles

SENTENCES = (RulesError, NotCapableError, StateError)
"""What a reader may raise."""
LONGEST = 60
"""Seconds of processor time that no damaged file may take, on any machine: a dozen times what is promised."""
MOST_MEMORY = 500 * 2**10
"""Kilobytes by which the memory of the process may grow for one file."""
WHOLE = 100_000


class Kind(NamedTuple):
    """One kind of file."""

    originals: Callable[[], list[Path]]
    read: Callable[[Path, bytes], None]
    """Reads a damaged file, whose original is given too; AssertionError for one taken for what it is not."""
    share: int
    """Of a thousand."""
    harm: Callable[[bytes, Random], bytes] = damaged


def read_layout(path: Path, _: bytes) -> None:
    """What is read is what the standard library reads."""
    load(path)
    text = path.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
    assert Document(text).data == tomllib.loads(text, parse_float=exact_decimal), "read otherwise than tomllib does"


def read_table(path: Path, _: bytes) -> None:
    """Any answer will do: what a stranger's table should say nobody knows."""
    audits.audit_table(path)


def kinds(folder: Path) -> dict[str, Kind]:
    """Return every kind, with sound originals in a folder."""
    made = MoreFiles(folder)
    layouts = [load(name) for name in shipped()]
    written = {file.game.name: folder / f"{file.name}.toml" for file in layouts}
    for file in layouts:
        folder.joinpath(f"{file.name}.toml").write_text(file.text, encoding="utf-8")
    optimal = folder / "greek-31-heath-infinite-optimal.toml"

    def restored(path: Path, _: bytes) -> None:
        made.read_checkpoint(path, path.read_bytes())

    def resumed(path: Path, _: bytes) -> None:
        made.search.load(path)

    return {
        "layouts": Kind(lambda: [*written.values(), optimal], read_layout, 270),
        "grids": Kind(lambda: [made.grid], made.read_grid, 80),
        "schemas": Kind(lambda: [made.schema], lambda path, _: void(read_schema(path)), 50),
        "states": Kind(lambda: [made.state], made.read_state, 30),
        "resealed states": Kind(lambda: [made.state], resumed, 30, resealed),
        "checkpoints": Kind(lambda: [made.checkpoint], made.read_checkpoint, 30),
        "resealed checkpoints": Kind(lambda: [made.checkpoint], restored, 40, resealed),
        "parts": Kind(lambda: [made.part], made.read_part, 30),
        "changed parts": Kind(lambda: [made.part], made.read_part, 30, valuewise),
        "banker parts": Kind(lambda: [made.banker_part], made.read_banker_part, 20),
        "changed banker parts": Kind(lambda: [made.banker_part], made.read_banker_part, 20, valuewise),
        "home rules": Kind(lambda: made.home_rules, lambda path, _: void(load_home(path)), 60),
        "home policies": Kind(lambda: made.home_policies, made.read_home_policy, 50),
        "home parts": Kind(lambda: [made.home_part], made.read_home_part, 20),
        "resealed home parts": Kind(lambda: [made.home_part], made.take_home_part, 20, resealed),
        "certificates": Kind(lambda: [made.certificate, made.signature], made.read_certificate, 20, recertified),
        "keys": Kind(lambda: made.keys, made.read_key, 20),
        "policies": Kind(lambda: [made.policy], made.read_policy, 2),
        "changed policies": Kind(lambda: [made.policy], made.read_policy, 3, valuewise),
        "logs": Kind(lambda: [made.log, made.log.with_suffix(".jsonl")], made.read_log, 40),
        "packed logs": Kind(lambda: made.packed_logs, made.read_log, 15, damaged_gzip),
        "parquet logs": Kind(lambda: [made.log.with_suffix(".parquet")], made.read_log, 15, recast),
        "workbooks of hands": Kind(lambda: [made.log_book], made.read_log, 15, damaged_zip),
        "decks": Kind(lambda: [made.decks], lambda path, _: void(audits.audit_shuffle(path)), 15),
        "tables": Kind(lambda: [made.table], read_table, 40),
        "table workbooks": Kind(
            lambda: [made.book], lambda path, _: void(audits.audit_table(path)), 15, damaged_zip
        ),
        "ods sheets": Kind(lambda: [made.ods], made.read_import, 15, damaged_zip),
        "par sheets": Kind(lambda: [made.sheet], made.read_sheet, 5, damaged_zip),
    }


def void(_: object) -> None:
    """Forget an answer."""


@contextmanager
def within_bounds(seconds: float = LONGEST) -> Iterator[None]:
    """TimeoutError after too much time of the processor, MemoryError when the process grew too much."""

    def late(_: int, frame: FrameType | None) -> None:
        raise TimeoutError("".join(traceback.format_stack(frame, 4)))

    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - held
    if grown > MOST_MEMORY:
        raise MemoryError(f"{grown:,} kB more")


def findings(
    kind: Kind, many: int, seed: str, folder: Path, seconds: float = LONGEST
) -> Iterator[tuple[str, bytes, str]]:
    """Damage the files of a kind; yield the name, the content and the error of each finding."""
    random = Random(seed)
    for _ in range(many):
        original = random.choice(kind.originals())
        whole = original.read_bytes()
        content = kind.harm(whole, random)
        path = folder / f"x{''.join(original.suffixes)}"
        path.write_bytes(content)
        try:
            with within_bounds(seconds):
                kind.read(path, whole)
        except SENTENCES:
            continue
        except Exception:
            yield original.name, content, traceback.format_exc()


def main() -> None:
    """Run what is asked for, and keep each finding in a folder."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--many", type=int, default=WHOLE)
    parser.add_argument("--seed", type=int, default=31)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", type=Path, default=Path("findings"))
    parser.add_argument("--seconds", type=float, default=LONGEST)
    asked = parser.parse_args()
    worst = 0
    with tempfile.TemporaryDirectory() as name:
        for kind_name, kind in kinds(Path(name)).items():
            if asked.only and kind_name not in asked.only.split(","):
                continue
            many, met = asked.many * kind.share // 1_000, 0
            for original, content, error in findings(
                kind, many, f"{asked.seed} {kind_name}", Path(name), asked.seconds
            ):
                asked.keep.mkdir(exist_ok=True)
                kept = asked.keep / f"{kind_name.replace(' ', '-')}-{met}{Path(original).suffix}"
                kept.write_bytes(content)
                met += 1
                print(f"{kept}, from {original}:\n{error}", flush=True)
            print(f"{kind_name}: {many:,} damaged files, {met} findings", flush=True)
            worst += met
    sys.exit(1 if worst else 0)


if __name__ == "__main__":
    main()
