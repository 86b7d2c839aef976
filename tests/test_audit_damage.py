"""Damaged files of every kind an audit reads: an answer or one clear sentence, never a traceback."""

import shutil
from pathlib import Path
from random import Random

import numpy as np
import openpyxl
import pytest
from click.testing import CliRunner

from casino31.cli import cli

COMMANDS = {
    "hands.csv": ("audit", "log", "X", "-p", "natural-31"),
    "hands.jsonl": ("audit", "log", "X", "-p", "natural-31"),
    "hands.parquet": ("audit", "log", "X", "-p", "natural-31"),
    "part.json": ("merge", "X"),
    "sheet.xlsx": ("audit", "parsheet", "X"),
    "table.xlsx": ("audit", "table", "X"),
    "table.csv": ("audit", "table", "X"),
    "decks.txt": ("audit", "shuffle", "X"),
    "kept.json": ("audit", "log", "hands.csv", "-p", "natural-31", "--checkpoint", "X"),
    "schema.toml": ("audit", "log", "hands.csv", "-p", "natural-31", "--schema", "X"),
}


def invoke(*arguments: str) -> int:
    done = CliRunner().invoke(cli, arguments)
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    return done.exit_code


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("damage")
    outputs = [
        part
        for name in ("hands.csv", "hands.jsonl", "hands.parquet", "part.json")
        for part in ("-o", str(folder / name))
    ]
    assert invoke("simulate", "natural-31", "--rounds", "300", *outputs) == 0
    assert invoke("parsheet", "natural-31", "-o", str(folder / "sheet.xlsx")) == 0
    log = str(folder / "hands.csv")
    assert invoke("audit", "log", log, "-p", "natural-31", "--checkpoint", str(folder / "kept.json")) == 4
    book = openpyxl.Workbook()
    for row in (["event", "pays", "ways"], ["win", 3, 1], ["lose", -1, 3]):
        book.worksheets[0].append(row)
    book.save(folder / "table.xlsx")
    table = "event,pays,ways,probability\nwin,3:1,1,0.25\nlose,-1,3,75%\nTotal,,4,1\nHouse edge,,,0%\n"
    (folder / "table.csv").write_text(table)
    decks = np.random.default_rng(31).permuted(np.tile(np.arange(52), (30, 1)), axis=1)
    (folder / "decks.txt").write_text("\n".join(" ".join(map(str, deck)) for deck in decks.tolist()))
    (folder / "schema.toml").write_text('[columns]\ncards = "cards"\n[decisions]\nplay = ["P"]\n')
    return folder


def damaged(content: bytes, random: Random) -> bytes:
    held = bytearray(content)
    for _ in range(random.randint(1, 6)):
        place, kind = random.randrange(len(held) + 1), random.random()
        if kind < 0.5 and place < len(held):
            held[place] = random.choice([random.randrange(256), ord(random.choice("0123456789,.:-;\"'{}[]<>/ \n"))])
        elif kind < 0.7:
            del held[place : place + random.randint(1, 30)]
        elif kind < 0.9:
            held[place:place] = bytes(random.randrange(256) for _ in range(random.randint(1, 9)))
        else:
            del held[place:]
    return bytes(held)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_damage_is_told_and_never_a_traceback(folder: Path, tmp_path: Path, name: str) -> None:
    random = Random(name)
    shutil.copy(folder / "hands.csv", tmp_path / "hands.csv")
    path = tmp_path / f"x{Path(name).suffix}"
    for _ in range(12 if name == "sheet.xlsx" else 25):
        path.write_bytes(damaged((folder / name).read_bytes(), random))
        arguments = [str(path) if word == "X" else word for word in COMMANDS[name]]
        arguments = [str(tmp_path / word) if word == "hands.csv" else word for word in arguments]
        assert invoke(*arguments) in (0, 1, 2, 3, 4)
