"""Some of the damaged files of ``tests.damage``; the script itself runs all 100,000."""

import base64
import json
from pathlib import Path
from random import Random

import pytest

from casino31.api.rounds import put_together
from casino31.bounded import sealed
from casino31.faults import RulesError
from casino31.home.parts import read_part, read_study
from tests.damage import Kind, findings, kinds
from tests.harms import bytewise, wordwise
from tests.sound_more import MoreFiles


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Kind]:
    return kinds(tmp_path_factory.mktemp("sound"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> MoreFiles:
    return MoreFiles(tmp_path_factory.mktemp("made"))


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


def changed(path: Path, **values: object) -> Path:
    """The same part with other values."""
    other = path.with_name("changed.json")
    other.write_text(json.dumps({**json.loads(path.read_text()), **values}))
    return other


@pytest.mark.parametrize("key", ["game", "title", "strategy", "objective", "paytable_sha256"])
def test_a_part_that_says_another_plan_is_refused(key: str, made: MoreFiles) -> None:
    """Each of them was taken as it stood, and told as the result's own."""
    with pytest.raises(RulesError):
        made.read_part(changed(made.part, **{key: "31"}), made.part.read_bytes())


@pytest.mark.slow
def test_a_number_of_punters_without_end_is_none(made: MoreFiles) -> None:
    with pytest.raises(RulesError, match="a part of another simulation: punters is '999"):
        put_together([changed(made.banker_part, punters="9" * 5_000)])


def test_parts_of_home_games_are_sealed(made: MoreFiles) -> None:
    record = json.loads(made.home_part.read_bytes())
    for key, value in (("counts", [n + 1 for n in record["counts"]]), ("policies", []), ("deals", 41)):
        with pytest.raises(RulesError, match="has changed since it was written"):
            read_study(changed(made.home_part, **{key: value}))
    nobody = made.folder / "nobody.json"
    nobody.write_bytes(sealed({key: value for key, value in record.items() if key != "sha256"} | {"policies": []}))
    with pytest.raises(RulesError, match="lacks something"):
        read_part(nobody, read_study(nobody))
    nobody.write_text("[" * 9_000)
    with pytest.raises(RulesError, match="nested too deep"):
        read_study(nobody)


def test_a_key_of_an_unknown_kind_is_refused(made: MoreFiles) -> None:
    """Its algorithm's number with one bit changed."""
    for key in made.keys:
        der = base64.b64decode("".join(key.read_text().splitlines()[1:-1])).replace(
            b"\x2b\x65\x70", b"\x2b\x65\x78"
        )
        kind = key.read_text().splitlines()[0].strip("-").removeprefix("BEGIN ")
        other = made.folder / f"other{key.suffix}"
        other.write_text(f"-----BEGIN {kind}-----\n{base64.b64encode(der).decode()}\n-----END {kind}-----\n")
        with pytest.raises(RulesError):
            made.read_key(other, b"")
