"""From a pay-table file to the rules it states, or to every fault it has."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from casino31.faults import Fault, RulesError
from casino31.game import Game
from casino31.games import GAMES
from casino31.layout import Layout
from casino31.layoutfile.document import MOST_FAULTS, Document
from casino31.layoutfile.fields import choice, closest
from casino31.layoutfile.files import LARGEST_FILE, document_of, find, names_in, refused_file, shipped_folder
from casino31.notebook import Shown


@dataclass(frozen=True, repr=False)
class RulesFile(Shown):
    """A pay-table file and what it says."""

    game: Game
    rules: Layout
    digest: str
    """SHA-256 of the file's bytes."""
    path: str
    """The file as messages and reports name it."""
    name: str
    """The file's name without folder and ending."""
    text: str
    warnings: tuple[Fault, ...]
    folder: Path = Path()
    """Where the files that it names are."""

    @property
    def facts(self) -> Mapping[str, object]:
        """The layout, its game, its file and its bets."""
        return {
            "layout": self.rules.title,
            "game": self.game.name,
            "file": self.path,
            "bets": tuple(self.rules.bets),
            "readings": tuple(f"{name} = {choice}" for name, choice in self.rules.readings.items()),
            "SHA-256": self.digest,
            "warnings": len(self.warnings),
        }


def shipped() -> tuple[str, ...]:
    """Return the names of the layouts that come with the program.

    >>> "31-classic-b" in shipped()
    True
    """
    return names_in(_folder())


class Shipped(NamedTuple):
    """What a layout that comes with the program says of itself before any of its pays is read."""

    name: str
    game: Game
    title: str
    digest: str
    text: str


def shipped_layouts() -> tuple[Shipped, ...]:
    """Return the layouts that come with the program, none of them analysed.

    >>> next(each.title for each in shipped_layouts() if each.game.name == "31 Classic")
    '31 Classic, sample layout B'
    """
    found = []
    for name in shipped():
        content, shown, _ = find(name, _folder(), "pay-table")
        document = document_of(content, shown, "pay table", "game = ...")
        title = str(document.get(("title",)))
        found.append(Shipped(name, _game(document), title, document.digest, document.text))
    return tuple(found)


def load(name_or_path: str | Path, strict: bool = False) -> RulesFile:
    """Return the rules of a file or of a shipped name; RulesError holds every fault when there is one.

    With ``strict`` the warnings are faults too.

    >>> file = load("31-classic-b")
    >>> file.game.name, file.path, len(file.digest), file.warnings
    ('31 Classic', 'paytables/31-classic-b.toml', 64, ())
    """
    content, shown, path = find(name_or_path, _folder(), "pay-table")
    return _parse(content, shown, path, strict)


def parse(text: str, file: str = "<text>", strict: bool = False) -> RulesFile:
    """Return the rules of a text, as ``load`` does of a file.

    >>> parse('gane = "31 Classic"')
    Traceback (most recent call last):
      ...
    casino31.faults.RulesError: <text>:1:1: error[missing]: no game; expected game = "31 Classic", ...
    """
    return _parse(text.encode(errors="surrogatepass"), file, Path(file), strict)


def _parse(content: bytes, file: str, path: Path, strict: bool) -> RulesFile:
    if (other := _other_kind(content, file, path)) is not None:
        raise other
    document = document_of(content, file, "pay table", "game = ...")
    game = _game(document)
    rules = game.read(document)
    document.check(strict)
    return RulesFile(game, rules, document.digest, file, path.stem, document.text, document.warnings, path.parent)


_KINDS = {
    b"PK\x03\x04": ("a spreadsheet", "casino31 import {file} --game GAME -o mine.toml makes a layout of its pays"),
    b"\xd0\xcf\x11\xe0": (
        "an old workbook",
        "casino31 import {file} --game GAME -o mine.toml makes a layout of it",
    ),
    b"%PDF": ("a PDF", "copy its pay table and paste it: casino31 import - --game GAME -o mine.toml"),
}
"""What other files begin with, what they are, and the verb that takes them."""


def _other_kind(content: bytes, file: str, path: Path) -> RulesError | None:
    """The one sentence about a file that is no layout but something that another verb takes."""
    for start, (kind, hint) in _KINDS.items():
        if content.startswith(start):
            if start == b"PK\x03\x04" and _is_par_sheet(path):
                kind = "a par sheet of this program"
                hint = (
                    "casino31 audit parsheet {file} checks it, casino31 import {file} -o mine.toml takes its pays"
                )
            return refused_file(file, "file", kind, "a layout (.toml)", hint.format(file=file))
    return None


def _is_par_sheet(path: Path) -> bool:
    """Whether a workbook has the sheets that every par sheet of this program has."""
    import zipfile

    try:
        with zipfile.ZipFile(path) as archive, archive.open("xl/workbook.xml") as part:
            sheets = part.read(LARGEST_FILE)
    except (OSError, KeyError, ValueError, NotImplementedError, RuntimeError, zipfile.BadZipFile):
        return False
    return b'name="Provenance"' in sheets and b'name="Summary"' in sheets


def _game(document: Document) -> Game:
    """The game that a file names, or one of a close name; of no name, the only game that knows the file's tables.

    RulesError when neither tells the game: it holds the faults that the file has by the rules of every game.
    """
    games = GAMES
    name, stated = choice(document, ("game",), tuple(games), code="game"), document.get(("game",))
    if stated == name:
        return games[name]
    if isinstance(stated, str) and (near := closest(stated, games)):
        return games[near]
    tables = [key for key, value in document.data.items() if isinstance(value, dict)][:MOST_FAULTS]
    known = {name: _known_tables(game, tables) for name, game in games.items()}
    stated_tables = set().union(*known.values())
    fitting = [game for game in games if stated_tables and known[game] == stated_tables]
    if len(fitting) == 1:
        return games[fitting[0]]
    document.faults += _in_common([_faults(game, document.anew()) for game in games.values()], document)
    raise RulesError(document.faults)


def _known_tables(game: Game, tables: list[str]) -> set[str]:
    """Those of some tables that a game's files have."""
    text = "\n".join(f"[{json.dumps(table)}]" for table in tables)
    alien = {fault.line for fault in _faults(game, Document(text)).values() if fault.code == "unknown"}
    return {table for line, table in enumerate(tables, 1) if line not in alien}


_Faults = dict[tuple[int, int, str, str], Fault]
"""Faults by line, column, code and what was found."""


def _faults(game: Game, document: Document) -> _Faults:
    """What is wrong with a text by the rules of a game."""
    with suppress(RulesError):
        game.read(document)
    return {_key(fault): fault for fault in document.faults}


def _key(fault: Fault) -> tuple[int, int, str, str]:
    return fault.line, fault.column, fault.code, fault.found


def _in_common(by_game: list[_Faults], document: Document) -> list[Fault]:
    """The faults that a file has by every game and that are not known of it yet, without what one game expects."""
    first, *others = by_game
    known = set(map(_key, document.faults))
    common = []
    for key, fault in first.items():
        if key not in known and all(key in other for other in others):
            alike = all(other[key].expected == fault.expected for other in others)
            expected = fault.expected if alike else "what the rules of its game ask for"
            hint = fault.hint if all(other[key].hint == fault.hint for other in others) else ""
            common.append(replace(fault, expected=expected, hint=hint))
    return common


def _folder() -> Path:
    """Where the shipped pay tables are."""
    return shipped_folder("paytables")
