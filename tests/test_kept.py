"""Kept results: read again when everything agrees, thrown away when anything differs."""

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from casino31 import kept
from casino31.kept import Cache, user_cache
from casino31.rulesfile import RulesFile, load
from casino31.serialize import plain
from casino31.typed_data import as_data, from_data

LAYOUT = "greek-31-heath-infinite"


@cache
def worth() -> Any:
    file = load(LAYOUT)
    return file.game.sides.analyse(file.rules, file.folder)


class Counted:
    """A layout's game whose analyses are counted."""

    def __init__(self) -> None:
        self.file: RulesFile = load(LAYOUT)
        self.made = 0
        sides = self.file.game.sides

        def analyse(*_: Any, **__: Any) -> Any:
            self.made += 1
            return worth()

        self.game = replace(self.file.game, solver=sides._replace(analyse=analyse))

    def ask(self, folder: Path | None) -> Any:
        return Cache(folder).analysis(self.game, self.file.rules, self.file.folder, exact=False)


def test_a_result_is_computed_once_and_read_again(tmp_path: Path) -> None:
    counted = Counted()
    first, again = counted.ask(tmp_path), counted.ask(tmp_path)
    assert counted.made == 1
    assert first == again
    assert plain(first) == plain(again)
    assert counted.ask(None) == first
    assert counted.made == 2


def altered(change: Callable[[dict[str, Any]], None]) -> Callable[[bytes], bytes]:
    def act(content: bytes) -> bytes:
        whole = json.loads(gzip.decompress(content))
        change(whole)
        return gzip.compress(json.dumps(whole).encode())

    return act


def forged(whole: dict[str, Any]) -> None:
    """Another number, with a checksum that fits."""
    import hashlib

    result = json.loads(whole["result"])
    first = next(iter(result[1][1][1].values()))
    first[1][0] = ["Figure", [None, 0.9, 0.0]]
    whole["result"] = json.dumps(result)
    whole["sha256"] = hashlib.sha256(whole["result"].encode()).hexdigest()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda content: content[:-20],
    "empty": lambda _: b"",
    "no zip": lambda _: b"{}",
    "one digit": altered(lambda whole: whole.update(result=whole["result"].replace("1", "2", 1))),
    "another layout": altered(lambda whole: whole["facts"].update(layout="0" * 64)),
    "another program": altered(lambda whole: whole["facts"].update(program="9.9.9")),
    "another schema": altered(lambda whole: whole.update(schema="casino31.kept/0")),
    "a list": altered(lambda whole: whole.update(result="[1, 2]")),
    "chances beyond 1": altered(forged),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_what_differs_is_thrown_away_and_computed_anew(name: str, tmp_path: Path) -> None:
    counted = Counted()
    first = counted.ask(tmp_path)
    (path,) = tmp_path.glob("*.gz")
    whole = path.read_bytes()
    path.write_bytes(DAMAGE[name](whole))
    assert counted.ask(tmp_path) == first
    assert counted.made == 2
    assert path.read_bytes() == whole


def test_other_sources_or_another_layout_are_another_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counted()
    counted.ask(tmp_path)
    monkeypatch.setattr(kept, "_sources", lambda: "other sources")
    counted.ask(tmp_path)
    assert (counted.made, len(list(tmp_path.glob("*.gz")))) == (2, 2)


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert Counted().ask(tmp_path / "file" / "folder").head.title


def test_the_folder_is_the_users_own_or_as_the_environment_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kept.VARIABLE, "/somewhere")
    assert user_cache().folder == Path("/somewhere")
    monkeypatch.setenv(kept.VARIABLE, "")
    assert user_cache().folder is None
    monkeypatch.delenv(kept.VARIABLE)
    folder = user_cache().folder
    assert folder is not None
    assert folder.name == "casino31"


def test_kept_data_makes_nothing_but_results() -> None:
    from casino31 import banker_answers

    damaged: list[Any] = [
        ["Path", ["x"]],
        ["ABSENT", []],
        ["fields", []],
        ["Figure", [1]],
        ["Mapping", []],
        [1, 2],
        [[], []],
    ]
    for data in damaged:
        with pytest.raises(ValueError, match=r"."):
            from_data(data, banker_answers)
    with pytest.raises(TypeError):
        as_data(Path("x"))
