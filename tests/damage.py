"""Files of every kind that is read, damaged in 100,000 ways: an answer or a clear sentence, and nothing else.

``python -m tests.damage`` runs them all; ``--many 2000 --only layouts,parts --seed 7`` some of them. A finding is
an error that is no sentence, an answer that takes too long, or a damaged file taken for a sound one.
"""

from __future__ import annotations

import argparse
import re
import signal
import sys
import tempfile
import tomllib
import traceback
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import NamedTuple

from casino31.api import audits
from casino31.audit.hands.schema import read_schema
from casino31.faults import NotCapableError, RulesError
from casino31.layoutfile.document import Document
from casino31.layoutfile.toml import exact
from casino31.paytable_design.saved import StateError
from casino31.rulesfile import load, shipped
from tests.sound_files import SoundFiles

SENTENCES = (RulesError, NotCapableError, StateError)
"""What a reader may raise."""
LONGEST = 60
"""Seconds of processor time that no damaged file may take, on any machine: a dozen times what is promised."""
WHOLE = 100_000

_TOKEN = re.compile(rb"\"[^\"\n]*\"|[A-Za-z_]+|[0-9.]+|\s+|.", re.DOTALL)
_NASTY = [
    *b'0 -1 1e999 1e9999999 NaN Infinity -Infinity null true "" {} [] 99999999999999999999 1_0 1/0 0/1'.split(),
    *b"' \" \"\"\" ''' \\ \\ud800 ; , # [ ] { } .. / minimum policy rules 31 17 push 40-1 100% As 12:30".split(),
    *(
        b"=1",
        b"inf",
        b"",
        b"3 to 2",
        b"2026-11-29",
        b"\xce\xb1",
        b"\xff",
        b"\0",
        b"\r",
        b"\n",
        b"\t",
        b" ",
        b"\x1b[31m",
    ),
    *(b"9" * 5_000, b"0x" + b"f" * 9_000, b"[" * 5_000, b'{"a":' * 5_000, b"a." * 3_000 + b"a", b"\xe2\x80\xae"),
]


def bytewise(content: bytes, random: Random) -> bytes:
    """Return a content with some bytes changed, lost, put in, doubled, or cut off."""
    held = bytearray(content)
    for _ in range(random.randint(1, 4)):
        place, kind = random.randrange(len(held) + 1), random.random()
        if kind < 0.4 and place < len(held):
            held[place] = random.choice(
                [random.randrange(256), ord(random.choice("0123456789,.:-;\"'{}[]<>/= \n"))]
            )
        elif kind < 0.6:
            del held[place : place + random.randint(1, 40)]
        elif kind < 0.75:
            held[place:place] = bytes(random.randrange(256) for _ in range(random.randint(1, 9)))
        elif kind < 0.95:
            other = random.randrange(len(held) + 1)
            held[place:place] = held[other : other + random.randint(1, 200)]
        else:
            del held[place:]
    return bytes(held)


def wordwise(content: bytes, random: Random) -> bytes:
    """Return a content with some of its words, numbers and signs replaced by each other or by nonsense."""
    words = _TOKEN.findall(content)
    for _ in range(random.randint(1, 3)):
        if not words:
            break
        place, kind = random.randrange(len(words)), random.random()
        if kind < 0.6:
            words[place] = random.choice(_NASTY)
        elif kind < 0.8:
            words[place] = random.choice(words)
        elif kind < 0.9:
            del words[place]
        else:
            words[place] *= random.choice([2, 3, 400])
    return b"".join(words)


def damaged(content: bytes, random: Random) -> bytes:
    """Return a content damaged in one of two ways."""
    return (bytewise if random.random() < 0.5 else wordwise)(content, random)


def damaged_zip(content: bytes, random: Random) -> bytes:
    """Return a zip damaged as such, or packed anew with a damaged part."""
    if random.random() < 0.2:
        return bytewise(content, random)
    with tempfile.TemporaryFile() as old, tempfile.TemporaryFile() as new:
        old.write(content)
        with zipfile.ZipFile(old) as source, zipfile.ZipFile(new, "w", zipfile.ZIP_DEFLATED) as target:
            names = source.namelist()
            sheets = [name for name in names if "sheet" in name.lower()] or names
            hit = random.choice(sheets if random.random() < 0.7 else names)
            for name in names:
                part = source.read(name)
                target.writestr(name, damaged(part, random) if name == hit else part)
        new.seek(0)
        return new.read()


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
    assert Document(text).data == tomllib.loads(text, parse_float=exact), "read otherwise than tomllib does"


def read_table(path: Path, _: bytes) -> None:
    """Any answer will do: what a stranger's table should say nobody knows."""
    audits.audit_table(path)


def kinds(folder: Path) -> dict[str, Kind]:
    """Return every kind, with sound originals in a folder."""
    made = SoundFiles(folder)
    layouts = [load(name) for name in shipped()]
    written = {file.game.name: folder / f"{file.name}.toml" for file in layouts}
    for file in layouts:
        folder.joinpath(f"{file.name}.toml").write_text(file.text, encoding="utf-8")
    optimal = folder / "greek-31-heath-infinite-optimal.toml"
    return {
        "layouts": Kind(lambda: [*written.values(), optimal], read_layout, 450),
        "grids": Kind(lambda: [made.grid], made.read_grid, 110),
        "schemas": Kind(lambda: [made.schema], lambda path, _: void(read_schema(path)), 60),
        "states": Kind(lambda: [made.state], made.read_state, 40),
        "checkpoints": Kind(lambda: [made.checkpoint], made.read_checkpoint, 40),
        "parts": Kind(lambda: [made.part], made.read_part, 50),
        "banker parts": Kind(lambda: [made.banker_part], made.read_banker_part, 30),
        "policies": Kind(lambda: [made.policy], made.read_policy, 5),
        "logs": Kind(lambda: [made.log, made.log.with_suffix(".jsonl")], made.read_log, 60),
        "parquet logs": Kind(lambda: [made.log.with_suffix(".parquet")], made.read_log, 20),
        "decks": Kind(lambda: [made.decks], lambda path, _: void(audits.audit_shuffle(path)), 20),
        "tables": Kind(lambda: [made.table], read_table, 80),
        "table workbooks": Kind(
            lambda: [made.book], lambda path, _: void(audits.audit_table(path)), 30, damaged_zip
        ),
        "par sheets": Kind(lambda: [made.sheet], made.read_sheet, 5, damaged_zip),
    }


def void(_: object) -> None:
    """Forget an answer."""


@contextmanager
def in_time() -> Iterator[None]:
    """TimeoutError after too much time of the processor."""

    def late(_: int, frame: FrameType | None) -> None:
        raise TimeoutError("".join(traceback.format_stack(frame, 4)))

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def findings(kind: Kind, many: int, seed: str, folder: Path) -> Iterator[tuple[str, bytes, str]]:
    """Damage the files of a kind; yield the name, the content and the error of each finding."""
    random = Random(seed)
    for _ in range(many):
        original = random.choice(kind.originals())
        whole = original.read_bytes()
        content = kind.harm(whole, random)
        path = folder / f"x{original.suffix}"
        path.write_bytes(content)
        try:
            with in_time():
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
    asked = parser.parse_args()
    worst = 0
    with tempfile.TemporaryDirectory() as name:
        for kind_name, kind in kinds(Path(name)).items():
            if asked.only and kind_name not in asked.only.split(","):
                continue
            many, met = asked.many * kind.share // 1_000, 0
            for original, content, error in findings(kind, many, f"{asked.seed} {kind_name}", Path(name)):
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
