"""Some of the damaged files of ``tests.damage``; the script itself runs all 100,000."""

from pathlib import Path
from random import Random

import pytest

from tests.damage import Kind, findings, kinds
from tests.harms import bytewise, wordwise


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Kind]:
    return kinds(tmp_path_factory.mktemp("sound"))


def told(kind: Kind, many: int, seed: str, folder: Path) -> list[str]:
    return [f"{name}: {content[:200]!r}\n{error}" for name, content, error in findings(kind, many, seed, folder)]


def test_damage_is_the_same_for_the_same_seed() -> None:
    text = b'[play]\n"17" = 1\n'
    for harm in (bytewise, wordwise):
        assert harm(text, Random(31)) == harm(text, Random(31)) != harm(text, Random(32))


def test_a_finding_is_found(tmp_path: Path) -> None:
    """A reader that trips over what it does not expect, and one that takes everything for sound."""

    def trips(path: Path, _: bytes) -> None:
        path.read_text(encoding="ascii")

    def takes(path: Path, original: bytes) -> None:
        assert path.read_bytes() == original

    (tmp_path / "a.txt").write_text("31 " * 20)
    found = told(Kind(lambda: [tmp_path / "a.txt"], trips, 1), 60, "31", tmp_path)
    assert any("UnicodeDecodeError" in each for each in found)
    assert told(Kind(lambda: [tmp_path / "a.txt"], takes, 1), 9, "31", tmp_path)


@pytest.mark.slow
def test_damaged_files_of_every_kind(sound: dict[str, Kind], tmp_path: Path) -> None:
    assert sum(kind.share for kind in sound.values()) == 1_000
    for name, kind in sound.items():
        assert told(kind, kind.share, f"test {name}", tmp_path) == []


def test_damaged_layouts_and_grids(tmp_path: Path, sound: dict[str, Kind]) -> None:
    for name in ("layouts", "grids", "schemas", "decks", "tables"):
        assert told(sound[name], 20, f"quick {name}", tmp_path) == []
