"""One sound file of each kind that is read, and how it is read: what ``tests.damage`` damages."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cached_property
from io import StringIO
from pathlib import Path
from random import Random
from xml.etree.ElementTree import canonicalize

from casino31.answers import Analysis
from casino31.api import searches
from casino31.api.rebuild import rebuilder
from casino31.api.rounds import begin, layout_named, put_together
from casino31.audit.hands.checkpoint import restore, save
from casino31.audit.hands.in_a_row import settlement_of
from casino31.audit.hands.log import LogAuditor
from casino31.audit.hands.schema import Schema
from casino31.audit.workbooks.parsheet import Rebuild, audit_parsheet
from casino31.faults import RulesError
from casino31.pages.simulated import read_tally
from casino31.paytable_design.run import Search
from casino31.paytable_design.search import Pricer
from casino31.rulesfile import RulesFile, load
from casino31.simulation import RoundSource


def same_json(path: Path, original: bytes) -> None:
    """A sealed file that is taken up says what the original says."""
    assert json.loads(path.read_bytes()) == json.loads(original), "a changed file was taken up"


MORE = ("jsonl", "parquet", "json")


class SoundFiles:
    """One sound file of each kind, and how it is read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._write_texts()

    @cached_property
    def file(self) -> RulesFile:
        """The layout of logs, parts and checkpoints."""
        return load("natural-31")

    @cached_property
    def analysis(self) -> Analysis:
        """Its analysis."""
        return self.file.game.analyse(self.file.rules)

    @cached_property
    def checkpoint(self) -> Path:
        """What an audit has counted."""
        auditor = self._auditor()
        auditor.read(self.log)
        save(auditor, self.folder / "kept.json")
        return self.folder / "kept.json"

    @cached_property
    def search(self) -> Search:
        """A search of a few tables."""
        return Search(Pricer(searches.grid_of(self.grid, "31-classic-b")[0]), 3)

    @cached_property
    def state(self) -> Path:
        """What it found."""
        self.search.save(self.search.run(), self.folder / "grid.saved")
        return self.folder / "grid.saved"

    @cached_property
    def rebuild(self) -> Rebuild:
        """How a par sheet is made anew."""
        return rebuilder(self.file)

    @cached_property
    def log(self) -> Path:
        """Hands, with their counts and two other forms beside them."""
        return self._made(
            "hands.csv", "simulate", "natural-31", "--rounds", "40", more=("jsonl", "parquet", "json")
        )

    @property
    def part(self) -> Path:
        """The counts of those hands."""
        return self.log.with_suffix(".json")

    @cached_property
    def banker_part(self) -> Path:
        """The counts of rounds with a banker."""
        return self._made("banker.json", "simulate", "greek-31-heath-infinite", "--rounds", "40")

    @cached_property
    def banker(self) -> RoundSource:
        """What those rounds are played with."""
        return begin("greek-31-heath-infinite", 40, 31).source

    @cached_property
    def sheet(self) -> Path:
        """A par sheet."""
        return self._made("sheet.xlsx", "parsheet", "natural-31")

    def _made(self, name: str, *words: str, more: Sequence[str] = ()) -> Path:
        """The file that a verb writes, and the same with other endings."""
        from casino31.cli import cli

        path = self.folder / name
        outputs = [path, *(path.with_suffix(f".{ending}") for ending in more)]
        with suppress(SystemExit), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            cli.main([*words, *(word for each in outputs for word in ("-o", str(each)))], standalone_mode=False)
        return path

    @cached_property
    def book(self) -> Path:
        """The workbook of a return table."""
        import openpyxl

        book = openpyxl.Workbook()
        for row in (["event", "pays", "ways"], ["win", 3, 1], ["lose", -1, 3], ["Total", None, 4]):
            book.worksheets[0].append(row)
        book.save(self.folder / "table.xlsx")
        return self.folder / "table.xlsx"

    def _write_texts(self) -> None:
        folder = self.folder
        self.grid, self.schema = folder / "grid-a.toml", folder / "schema-a.toml"
        self.grid.write_text(
            'game = "31 Classic"\nlayout = "31-classic-b"\norder = ["highest house_edge"]\n[rows]\n'
            '"play.31" = { from = 8, to = 12, step = 0.5 }\n"play.trips" = [3, "7/2", 4]\n'
            '[limits]\nhouse_edge = ["3%", "4%"]\n'
        )
        self.schema.write_text(
            '[columns]\ncards = ["c1", "c2"]\n"natural 31" = "bet"\n[decisions]\nplay = ["P", "raise"]\n'
        )
        self.table, self.decks = folder / "table.csv", folder / "decks.txt"
        self.table.write_text(
            "event,pays,ways,probability\nwin,3:1,1,0.25\nlose,-1,3,75%\nTotal,,4,1\nHouse edge,,,0%\n"
        )
        orders = [Random(seed).sample(range(52), 52) for seed in range(12)]
        self.decks.write_text("\n".join(" ".join(map(str, order)) for order in orders))

    def _auditor(self) -> LogAuditor:
        return LogAuditor(settlement_of(self.file.game, self.analysis), Schema())

    @cached_property
    def policy(self) -> Path:
        """The policies of one first card."""
        import lzma

        path, file = self.folder / "heath.json", load("greek-31-heath-infinite-optimal")
        record = json.loads(lzma.decompress((file.folder / "policies" / "heath-infinite.json.xz").read_bytes()))
        path.write_text(json.dumps(record | {"first_cards": {"T": record["first_cards"]["T"]}}))
        return path

    def read_policy(self, path: Path, _: bytes) -> None:
        from casino31.games.greek_31.equilibrium.policy_file import load as load_policies
        from casino31.games.greek_31.equilibrium.policy_file import rules_of

        load_policies(path, rules_of(path))

    def read_grid(self, path: Path, _: bytes) -> None:
        try:
            searches.grid_of(path, "31-classic-b")
        except ValueError as error:
            if type(error) is not ValueError and not isinstance(error, RulesError):
                raise

    def read_state(self, path: Path, original: bytes) -> None:
        self.search.load(path)
        same_json(path, original)

    def read_checkpoint(self, path: Path, original: bytes) -> None:
        restore(self._auditor(), path)
        same_json(path, original)

    def read_part(self, path: Path, original: bytes) -> None:
        put_together([path], self.file)
        free = dict.fromkeys(("seed", "paytable"))
        found = json.loads(original) | free
        assert json.loads(path.read_bytes()) | free == found, "a part with other counts was taken up"

    def read_banker_part(self, path: Path, _: bytes) -> None:
        layout_named(path)
        read_tally(path, self.banker)

    def read_log(self, path: Path, _: bytes) -> None:
        auditor = self._auditor()
        auditor.read(path)
        auditor.answer()

    def read_sheet(self, path: Path, _: bytes) -> None:
        answer = audit_parsheet(path, self.rebuild)
        if answer.verdict.conforms:
            with zipfile.ZipFile(path) as here, zipfile.ZipFile(self.sheet) as there:
                assert sorted(here.namelist()) == sorted(there.namelist())
                for name in there.namelist():
                    alike = here.read(name) == there.read(name) or canonicalize(here.read(name)) == canonicalize(
                        there.read(name)
                    )
                    assert alike, "an altered workbook conforms"
