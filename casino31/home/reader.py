"""From a file of house rules to the record it states, or to every fault it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from casino31.faults import Fault
from casino31.home.fields import said
from casino31.home.rules import READINGS, HomeRules, contradictions
from casino31.layoutfile.document import Document
from casino31.layoutfile.fields import known, suggest, text, wrong_type
from casino31.layoutfile.files import document_of, find, names_in, shipped_folder
from casino31.notebook import Shown
from casino31.serialize import JsonObject

_WHAT = "house-rules"


@dataclass(frozen=True, repr=False)
class HomeGame(Shown):
    """A file of house rules and what it says."""

    rules: HomeRules
    name: str
    """The file's name without folder and ending."""
    path: str
    """The file as messages and reports name it."""
    digest: str
    """SHA-256 of the file's bytes."""
    settings: tuple[str, ...]
    """What was set beside the file, such as ``trips=30.5``."""
    warnings: tuple[Fault, ...]

    @property
    def facts(self) -> Mapping[str, object]:
        """The game, its players and the rules that matter in it."""
        told: dict[str, object] = {
            "game": self.rules.title,
            "file": self.path,
            "players": f"{self.rules.fewest} to {self.rules.most}",
        }
        told |= {name: choice for name, _, choice in self.rules.readings() if name not in ("fewest", "most")}
        return told | {"SHA-256": self.digest}

    def with_settings(self, settings: tuple[str, ...]) -> HomeGame:
        """Return the game with settings such as ``trips=30.5``; ValueError names every wrong one."""
        return replace(self, rules=self.rules.set(settings), settings=self.settings + tuple(settings))


def shipped() -> tuple[str, ...]:
    """Return the names of the home games that come with the program.

    >>> "west-lansing" in shipped()
    True
    """
    return names_in(_folder())


def load(name_or_path: str | Path, settings: tuple[str, ...] = ()) -> HomeGame:
    """Return the rules of a file or of a shipped name; RulesError holds every fault when there is one.

    ``settings`` such as ``("trips=30.5", "deck=32")`` change them; ValueError names every wrong one.

    >>> load("west-lansing").rules.trips, load("scat", ("trips=30.5",)).rules.trips
    ('30.5', '30.5')
    """
    content, shown, path = find(name_or_path, _folder(), _WHAT)
    return _read(document_of(content, shown, _WHAT + " file", "title = ..."), path.stem).with_settings(settings)


def parse(text: str, file: str = "<text>") -> HomeGame:
    """Return the rules of a text, as ``load`` does of a file.

    >>> parse('title = "Ours"\\nlike = "scat"\\ntrips = 30.5').rules.trips
    '30.5'
    >>> parse('title = "Ours"\\ntrips = 31')
    Traceback (most recent call last):
      ...
    casino31.faults.RulesError: <text>:2:9: error[reading]: trips = 31; expected "none", "30.5" or "30"
      2 | trips = 31
        |         ^^
    """
    return _read(document_of(text.encode(), file, _WHAT + " file", "title = ..."), Path(file).stem)


def _read(document: Document, name: str) -> HomeGame:
    known(document, (), ("title", "like", *READINGS))
    title = text(document, ("title",), 'title = "..."')
    values: JsonObject = {}
    for key in READINGS:
        if document.get((key,)) is not None:
            _put(document, key, values)
    rules = replace(_base(document), title=title, **values)
    for key, expected in contradictions(rules):
        document.error("contradiction", (key,), f"{key} = {said(getattr(rules, key))}", expected)
    for key in values:
        if not READINGS[key].applies(rules):
            hint = "leave it out"
            document.warning("idle", (key,), f"{key}, which settles nothing here", "a rule that matters", hint)
    document.check()
    return HomeGame(rules, name, document.file, document.digest, (), document.warnings)


def _put(document: Document, key: str, values: JsonObject) -> None:
    """Put what stands at a key among the values, or add a fault."""
    value = document.get((key,))
    if isinstance(value, (dict, list)):
        wrong_type(document, (key,), READINGS[key].expected())
        return
    try:
        values[key] = READINGS[key].value(said(value))
    except ValueError:
        hint = suggest(said(value), READINGS[key].choices)
        document.error("reading", (key,), document.shown((key,)), READINGS[key].expected(), hint)


def _base(document: Document) -> HomeRules:
    """The rules that a file starts from: those of a shipped game it names, or the defaults, which are Scat's."""
    like = document.get(("like",))
    if like is None:
        return HomeRules()
    if like in shipped():
        return load(like).rules
    names = ", ".join(shipped())
    hint = suggest(str(like), shipped())
    document.error("like", ("like",), document.shown(("like",)), f"a shipped game: {names}", hint)
    return HomeRules()


def _folder() -> Path:
    """Where the shipped home games are."""
    return shipped_folder("homegames")
