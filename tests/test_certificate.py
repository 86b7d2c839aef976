"""Certificates: a stranger's program finds the same counts and figures, and refuses whatever was altered."""

import ast
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import casino31
from casino31.cards import parse_cards
from casino31.certificate.pays import content
from casino31.certificate.seal import Certificate, canonical, read
from casino31.cli import cli
from casino31.faults import NotCapableError, RulesError
from casino31.games import GAMES
from casino31.rulesfile import RulesFile, load, parse
from tests.checkers import TOOLS, tool
from tests.test_contributing import block, small_game

Content = dict[str, Any]
SEED = 31


def certified(file: RulesFile, objective: tuple[str, ...] | None = None) -> Content:
    """What is certified of a layout, without its workbook."""
    made: Content = json.loads(canonical(content(file.game, file.game.analyse(file.rules, objective))))
    return made


def small() -> Content:
    """The certificate of the small game of CONTRIBUTING.md: 52 cards by 51, thirteen situations."""
    game, layout = small_game()
    made: Content = json.loads(canonical(content(game, game.analyse(layout))))
    return {**made, "layout": {"name": "high-low", **texts(block("high-low.toml"))}}


def texts(text: str) -> dict[str, str]:
    return {"text": text, "sha256": tool("check_certificate").sha256(text.encode())}


def checked(made: Content, folder: Path) -> str:
    """What the checker says of a file with this content, sealed anew; ValueError and others when it refuses it."""
    path = folder / "sheet.c31cert"
    path.write_bytes(Certificate(made).file)
    said: str = tool("check_certificate").check(path, SEED)
    return said


def refuses(made: Content, folder: Path) -> bool:
    try:
        checked(made, folder)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return True
    return False


def test_the_checkers_are_short_and_import_the_standard_library_alone() -> None:
    for path in TOOLS.glob("check_*.py"):
        source = path.read_text(encoding="utf-8")
        assert source.count("\n") < 300, path
        for node in ast.walk(ast.parse(source)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert all(name.split(".")[0] in sys.stdlib_module_names for name in names), path


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pair-plus", "natural-31"])
def test_every_deal_of_a_game_without_decisions(name: str, tmp_path: Path) -> None:
    made = json.loads(casino31.certify(name).canonical)
    assert checked(made, tmp_path) == "22100 deals, each counted; every action of every decision was tried"


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("tie2", ["bonus", "push"])
def test_war_with_few_decks(decks: int, tie2: str, tmp_path: Path) -> None:
    """With one deck every deal is too many to count one by one, and the thirteen ties are counted once each."""
    text = load("casino-war").text.replace("decks = 6", f"decks = {decks}").replace('"bonus"', f'"{tie2}"')
    made = {**certified(parse(text)), "layout": texts(text)}
    assert f"{made['counts']['ways']} deals" in checked(made, tmp_path)


SLOW = ["31-classic-b", "casino-war", "three-card-poker"]


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_the_cards_come_to_the_census(name: str, tmp_path: Path) -> None:
    made = json.loads(casino31.certify(name).canonical)
    assert f"{made['counts']['ways']} deals, " in checked(made, tmp_path)
    assert made["counts"]["ways"] == load(name).game.analyse(load(name).rules).outcomes.total


@pytest.mark.slow
@pytest.mark.parametrize("name", ["under-the-gun-31", "let-it-ride"])
def test_of_too_many_deals_some_situations_are_counted(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The smallest sample, of cheaper situations where one takes seconds; the slow test takes the checker's own."""
    checker = tool("check_certificate")
    monkeypatch.setattr(checker, "WALKED", 1)
    made = {**certified(load(name)), "layout": texts("")}
    play = checker.Round(made, SEED)
    if name == "let-it-ride":
        assert "a random sample of 4 of 1755 situations was counted" in checked(made, tmp_path)
        return
    stay = next(after for action, after in made["rules"]["round"]["then"]["options"] if action == "stay")
    cards = (48, 44, 40)
    law, total = play.walk(stay, {"player": cards}, cards)
    census = load(name).game.analyse(load(name).rules)
    assert total == 211_876
    action, _, ends = play.stated[play.key("Ac Kc Qc")]
    assert action == "stay"
    assert {row: ways * made["counts"]["after"] // total for row, ways in law.items()} == ends
    assert census.outcomes.total == made["counts"]["ways"]


@pytest.mark.slow
@pytest.mark.parametrize("trips", ["push17", "qual17", "points", "last", "none"])
def test_each_reading_of_31_classic_is_described(trips: str, tmp_path: Path) -> None:
    """Some situations of each reading: those in which a pair or trips are held meet the reading."""
    text = load("31-classic-b").text.replace('trips = "best"', f'trips = "{trips}"')
    made = {**certified(parse(text)), "layout": texts(text)}
    play = tool("check_certificate").Round(made, SEED)
    step = made["rules"]["round"]["then"]
    for hand in ("7s 7c Js", "2c 2d 2h", "6s 6c 6d", "Ac Ad 9c", "Kc Qc Ac", "5s 5c Qc", "8d 8c 9c"):
        cards = tuple(sorted(parse_cards(hand)))
        play.decide(step, {"player": cards}, cards)
    with pytest.raises(ValueError, match="results that are not different"):
        checked({**made, "law": made["law"][:-1]}, tmp_path)


WORDS = ("title", "game", "clauses", "assumptions", "made", "workbook sha256", "name")
"""Fields of words and digests: no deal says whether they are right, so that the seal alone holds them."""


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every number, text and truth of some JSON."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from leaves(value, (*path, key))
    else:
        yield path


def field_of(path: tuple[Any, ...]) -> tuple[Any, ...]:
    """The field that a path belongs to: places of lists, hands and events are left out."""
    return tuple("-" if isinstance(step, int) else step for step in path)[:5]


def altered(made: Content, path: tuple[Any, ...], draw: random.Random) -> Content:
    """The content with one leaf altered: a number by one, a text in one character, a fraction by a unit."""
    other = deepcopy(made)
    place = other
    for step in path[:-1]:
        place = place[step]
    old = place[path[-1]]
    if isinstance(old, bool):
        new: Any = not old
    elif isinstance(old, int):
        new = old + draw.choice((-1, 1))
    elif isinstance(old, str) and old:
        at = draw.randrange(len(old))
        new = old[:at] + chr(ord(old[at]) ^ 1) + old[at + 1 :]
    else:
        new = "1"
    place[path[-1]] = new
    return other


def alterations(made: Content, count: int, draw: random.Random) -> Iterator[tuple[tuple[Any, ...], Content]]:
    """So many alterations, of each kind of field in turn; fields that only the seal holds are left out."""
    fields: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for path in leaves(made):
        if not set(WORDS) & {path[0], path[-1]}:
            fields.setdefault(field_of(path), []).append(path)
    kinds = list(fields.values())
    for number in range(count):
        path = draw.choice(kinds[number % len(kinds)])
        yield path, altered(made, path, draw)


@pytest.mark.parametrize("count", [60, pytest.param(500, marks=pytest.mark.slow)])
def test_every_alteration_is_refused(count: int, tmp_path: Path) -> None:
    """Each is sealed anew, so that its meaning alone tells; the checker counts the small game whole each time."""
    made, draw = small(), random.Random(SEED)
    assert checked(made, tmp_path).startswith("2652 deals, each counted")
    accepted = [path for path, other in alterations(made, count, draw) if not refuses(other, tmp_path)]
    assert accepted == []


@pytest.mark.slow
def test_every_alteration_of_a_figure_of_31_classic_is_refused(tmp_path: Path) -> None:
    """Counts, claims and the joint law contradict one another before a card is dealt: the quick kind of refusal."""
    made, draw = json.loads(casino31.certify("31-classic-b").canonical), random.Random(SEED)
    figures = [
        each for each in alterations(made, 300, draw) if each[0][0] in ("claims", "counts", "law", "law sha256")
    ]
    assert len(figures) > 30
    assert [path for path, other in figures if not refuses(other, tmp_path)] == []


def test_an_alteration_that_is_not_sealed_anew_is_refused_whatever_it_is(tmp_path: Path) -> None:
    certificate = casino31.certify("pair-plus")
    path = tmp_path / "sheet.c31cert"
    for word in ("title", "game", "workbook sha256"):
        path.write_bytes(certificate.file.replace(str(certificate.content[word]).encode(), b"x" * 8))
        with pytest.raises(RulesError, match="altered"):
            read(path)
        with pytest.raises(ValueError, match="altered"):
            tool("check_certificate").check(path, SEED)


def test_the_strategy_is_held_against_each_action(tmp_path: Path) -> None:
    made = small()
    place = next(i for i, each in enumerate(made["situations"]) if each[1] == "raise")
    made["situations"][place][1] = "fold"
    with pytest.raises(ValueError, match="raise wins"):
        checked(made, tmp_path)


def test_the_program_of_the_checker_prints_and_exits(tmp_path: Path) -> None:
    path = tmp_path / "sheet.c31cert"
    path.write_bytes(casino31.certify("pair-plus").file)
    run = [sys.executable, "-I", str(TOOLS / "check_certificate.py")]
    done = subprocess.run([*run, str(path), "--seed", "1"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "22100 deals, each counted" in done.stdout
    path.write_bytes(path.read_bytes().replace(b"22100", b"22101"))
    assert subprocess.run([*run, str(path)], capture_output=True, check=False).returncode == 1
    assert subprocess.run([*run, str(tmp_path / "none")], capture_output=True, check=False).returncode == 3


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, list(arguments))


def test_the_verbs(tmp_path: Path) -> None:
    path = str(tmp_path / "sheet.c31cert")
    assert run("certify", "pair-plus", "-o", path).exit_code == 0
    assert run("certify", "pair-plus", "-o", str(tmp_path / "again")).exit_code == 0
    assert Path(path).read_bytes() == (tmp_path / "again").read_bytes()
    shown = run("certificate", "show", path)
    assert "house edge       128/5525" in shown.output
    assert json.loads(run("certificate", "show", path, "--json").output)["counts"]["ways"] == 22_100
    done = run("certificate", "verify", path)
    assert (done.exit_code, done.output.splitlines()[-1]) == (0, f"{path} holds")
    certificate = read(Path(path))
    other = {**certificate.content, "title": "another game"}
    Path(path).write_bytes(Certificate(other).file)
    done = run("certificate", "verify", path)
    assert done.exit_code == 1
    assert "title: not what the layout comes to" in done.output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "it is not JSON"),
        (b"[" * 100_000, "it is not JSON"),
        (b'{"format": "casino31 certificate, 1", "content": {}}', "canonical form"),
        (b'{"format":"x"}\n', "not a certificate of this format"),
        (b'{"content":{},"format":"casino31 certificate, 1"}\n', "altered"),
    ],
)
def test_what_is_no_certificate_is_a_faulty_file(text: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "sheet.c31cert"
    path.write_bytes(text)
    for verb in ("show", "verify"):
        done = run("certificate", verb, str(path))
        assert done.exit_code == 3
        assert said in done.output


@pytest.mark.slow
def test_signatures(tmp_path: Path) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        Encoding,
        NoEncryption,
        PrivateFormat,
        PublicFormat,
    )

    keys = {}
    for name, byte in (("ours", 1), ("other", 2)):
        secret = Ed25519PrivateKey.from_private_bytes(bytes([byte]) * 32)
        private = secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        public = secret.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        keys[name] = (tmp_path / f"{name}.pem", tmp_path / f"{name}.pub")
        keys[name][0].write_bytes(private)
        keys[name][1].write_bytes(public)
    path = str(tmp_path / "sheet.c31cert")
    assert run("certify", "pair-plus", "-o", path, "--sign", str(keys["ours"][0])).exit_code == 0
    assert run("certificate", "verify", path).exit_code == 0
    assert run("certificate", "verify", path, "--key", str(keys["ours"][1])).exit_code == 0
    done = run("certificate", "verify", path, "--key", str(keys["other"][1]))
    assert (done.exit_code, "the signature is not right" in done.output) == (1, True)
    signed = read(Path(path))
    assert signed.signature is not None
    forged = replace(signed, content={**signed.content, "title": "x"})
    Path(path).write_bytes(forged.file)
    assert run("certificate", "verify", path).exit_code == 1
    Path(path).write_bytes(replace(signed, signature=None).file)
    assert run("certificate", "verify", path, "--key", str(keys["ours"][1])).exit_code == 1
    assert run("certify", "pair-plus", "-o", path, "--sign", str(keys["ours"][1])).exit_code == 3
    unsigned, empty = tmp_path / "unsigned.c31cert", tmp_path / "empty.pem"
    unsigned.write_bytes(Certificate(read(Path(path)).content).file)
    empty.touch()
    assert run("certificate", "verify", str(unsigned), "--key", str(keys["ours"][1])).exit_code == 1
    assert run("certificate", "verify", str(unsigned), "--key", str(empty)).exit_code == 3
    assert run("certify", "pair-plus", "-o", path, "--sign", str(tmp_path / "none")).exit_code == 3


def test_a_game_that_is_not_described_has_no_certificate() -> None:
    file = load("pair-plus")
    bare = replace(file, game=replace(file.game, card_level=None))
    with pytest.raises(NotCapableError, match="Pair Plus has no description at the level of cards"):
        casino31.certify(bare)
    done = run("certify", "greek-31-heath-infinite", "-o", "none")
    assert (done.exit_code, "against a stated banker has no certificate" in done.output) == (2, True)


def test_every_game_with_a_census_is_described() -> None:
    assert [name for name, game in GAMES.items() if game.census is not None and game.card_level is None] == []
