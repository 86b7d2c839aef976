"""Results that took long, kept in the user's cache folder by all that they depend on.

A kept result is read again only when everything agrees: the layout's bytes, its policies, what was asked for, this
program's sources and the libraries that count. Anything else is thrown away and computed anew.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from casino31.atomic_file import write_whole
from casino31.typed_data import as_data, from_data
from casino31.version import __version__

if TYPE_CHECKING:
    from casino31.banker_answers import BankerAnalysis, BankerStrategies
    from casino31.game import Game
    from casino31.layout import Layout

T = TypeVar("T")
SCHEMA = "casino31.kept/1"
VARIABLE = "CASINO31_CACHE"
"""The environment's word on the folder: a path, or empty for none."""
MOST_FILES = 64
"""The oldest go first."""


class Cache:
    """Where results are kept; of no folder, nothing is."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def analysis(self, game: Game, rules: Layout, folder: Path, *, exact: bool) -> BankerAnalysis:
        """Return what a layout with a banker is worth, kept or computed."""
        return self._of(
            "analysis", game, rules, folder, exact, lambda: game.sides.analyse(rules, folder, exact=exact)
        )

    def sheet(self, game: Game, rules: Layout, folder: Path, *, exact: bool) -> BankerAnalysis:
        """Return the analysis with everything that a par sheet prints, kept or computed."""
        make = partial(game.sides.sheet, rules, folder, exact=exact)
        return self._of("sheet", game, rules, folder, exact, make)

    def strategies(self, game: Game, rules: Layout, folder: Path) -> BankerStrategies:
        """Return how both sides play, kept or computed."""
        return self._of("strategies", game, rules, folder, False, partial(game.sides.strategies, rules, folder))

    def _of(self, what: str, game: Game, rules: Layout, folder: Path, exact: bool, make: Callable[[], T]) -> T:
        if self.folder is None or not rules.digest:
            return make()
        facts = {"what": what, "exact": str(exact), **_facts(game, rules, folder)}
        path = self.folder / f"{_digest(json.dumps(facts, sort_keys=True).encode())}.json.gz"
        result = _read(path, facts, rules)
        if result is not None:
            return cast(T, result)
        made = make()
        with suppress(OSError):  # a cache that cannot be written is no fault of the result
            self._write(path, facts, made)
        return made

    def _write(self, path: Path, facts: Mapping[str, str], made: object) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        result = json.dumps(as_data(made))
        whole = {"schema": SCHEMA, "facts": facts, "sha256": _digest(result.encode()), "result": result}
        write_whole(path, gzip.compress(json.dumps(whole).encode(), mtime=0))
        files = sorted(path.parent.glob("*.json.gz"), key=lambda file: file.stat().st_mtime)
        for old in files[:-MOST_FILES]:
            old.unlink()


_CACHE: ContextVar[Cache] = ContextVar("casino31 cache", default=Cache(None))  # noqa: B039 - it has no state


@contextmanager
def kept_in(cache: Cache) -> Iterator[None]:
    """Keep the results of the work inside in a cache; nobody's are kept otherwise."""
    token = _CACHE.set(cache)
    try:
        yield
    finally:
        _CACHE.reset(token)


def results() -> Cache:
    """Return where results are kept now."""
    return _CACHE.get()


def user_cache() -> Cache:
    """Return the cache in the user's own folder, or where ``CASINO31_CACHE`` says; empty means none."""
    said = os.environ.get(VARIABLE)
    if said is not None:
        return Cache(Path(said) if said else None)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Cache(Path(base) / "casino31")


def _facts(game: Game, rules: Layout, folder: Path) -> dict[str, str]:
    """All that a result depends on beside what is asked for."""
    import numpy as np

    policy = game.sides.policies(rules)
    path = folder / policy
    return {
        "game": game.name,
        "layout": rules.digest,
        "policy": _digest(path.read_bytes()) if policy and path.is_file() else policy,
        "program": f"{__version__} {_sources()}",
        "machine": f"{platform.machine()} python {platform.python_version()} numpy {np.__version__}",
    }


@cache
def _sources() -> str:
    """The digest of this program's own files."""
    package = Path(__file__).parent
    whole = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        whole.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


def _read(path: Path, facts: Mapping[str, str], rules: Layout) -> object | None:
    """The kept result, or None; a file that is not what it should be is removed."""
    from casino31 import banker_answers

    try:
        whole = json.loads(gzip.decompress(path.read_bytes()))
        if whole["schema"] != SCHEMA or whole["facts"] != facts:
            raise ValueError("kept for something else")
        if _digest(whole["result"].encode()) != whole["sha256"]:
            raise ValueError("altered")
        result = from_data(json.loads(whole["result"]), banker_answers)
        if not isinstance(result, banker_answers.BankerAnalysis | banker_answers.BankerStrategies):
            raise ValueError("another kind of result")
        if result.head.digest != rules.digest or result.head.title != rules.title:
            raise ValueError("of another layout")
        _check(result)
    except FileNotFoundError:
        return None
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        with suppress(OSError):
            path.unlink()
        return None
    return result


def _check(result: BankerAnalysis | BankerStrategies) -> None:
    """ValueError where figures contradict each other: chances that do not add up to 1, or a mean of other means."""
    from casino31.banker_answers import BankerAnalysis

    if not isinstance(result, BankerAnalysis):
        return
    chances = [first_card.chance.value or 0.0 for first_card in result.first_cards.values()]
    if abs(sum(chances) - 1) > 1e-9:
        raise ValueError("the chances of the first cards do not add up to 1")
    for classes in (*(first_card.classes for first_card in result.first_cards.values()), result.overall.classes):
        if abs(sum(chance.value or 0.0 for chance in classes.values()) - 1) > 1e-6:
            raise ValueError("the chances of the results do not add up to 1")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
