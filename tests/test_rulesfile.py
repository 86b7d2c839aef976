"""Finding and opening pay-table files, and what is wrong with a file as such."""

import hashlib
from pathlib import Path

import pytest

from casino31.faults import RulesError
from casino31.games import GAMES
from casino31.layoutfile.files import LARGEST_FILE
from casino31.rulesfile import load, parse
from tests.layouts import ALL_LAYOUTS, WITH_PAYS

FOLDER = Path(__file__).parent.parent / "paytables"
B = (FOLDER / "31-classic-b.toml").read_bytes()


def refusal(name_or_path: str | Path) -> str:
    """The error text of a file that cannot be taken."""
    with pytest.raises(RulesError) as caught:
        load(name_or_path)
    return str(caught.value)


def written(folder: Path, content: bytes, name: str = "x.toml") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def test_the_shipped_tables_are_the_files_of_the_folder() -> None:
    assert sorted(ALL_LAYOUTS) == sorted(path.stem for path in FOLDER.glob("*.toml"))
    assert {"31-classic-b", "31-classic-d", "natural-31"} <= set(WITH_PAYS)


@pytest.mark.parametrize("name", WITH_PAYS)
def test_shipped_tables_have_no_fault_and_no_warning(name: str) -> None:
    file = load(name, strict=True)
    content = (FOLDER / f"{name}.toml").read_bytes()
    assert file.warnings == ()
    assert file.digest == file.rules.digest == hashlib.sha256(content).hexdigest()
    assert (file.name, file.path, file.text) == (name, f"paytables/{name}.toml", content.decode())
    assert file.rules.source


def test_a_path_is_named_as_given(tmp_path: Path) -> None:
    path = written(tmp_path, B, "mine.toml")
    assert (load(path).path, load(path).name) == (str(path), "mine")
    assert load(path).rules == load(str(path)).rules == load("31-classic-b").rules


def test_a_file_goes_before_a_shipped_name_and_a_shipped_name_before_a_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "natural-31").mkdir()
    assert load("natural-31").path == "paytables/natural-31.toml"
    written(tmp_path, B.replace(b"layout B", b"layout X"), "31-classic-b")
    assert load("31-classic-b").rules.title == "31 Classic, sample layout X"


@pytest.mark.parametrize(
    "content", [B, b"\xef\xbb\xbf" + B, B.replace(b"\n", b"\r\n")], ids=["plain", "BOM", "CRLF"]
)
def test_mark_and_line_ends_change_the_digest_alone(tmp_path: Path, content: bytes) -> None:
    file = load(written(tmp_path, content))
    assert file.digest == hashlib.sha256(content).hexdigest()
    assert file.rules.readings == load("31-classic-b").rules.readings
    assert file.rules.bets == load("31-classic-b").rules.bets


@pytest.mark.parametrize("head", [b"", b"\xef\xbb\xbf"], ids=["plain", "BOM"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"], ids=["LF", "CRLF"])
def test_places_are_right_with_mark_and_line_ends(tmp_path: Path, head: bytes, end: bytes) -> None:
    content = head + B.replace(b'"trips" = 4', b'"tripz" = 4', 1).replace(b"game = ", b"gane = ").replace(
        b"\n", end
    )
    with pytest.raises(RulesError) as caught:
        load(written(tmp_path, content))
    lines = B.decode().split("\n")
    assert [(f.line, f.column, f.width, f.code) for f in caught.value.faults] == [
        (1, 1, 1, "missing"),
        (lines.index('game = "31 Classic"') + 1, 1, 4, "unknown"),
        (lines.index('"trips" = 4') + 1, 1, 7, "event"),
    ]


def test_a_missing_file_hints_at_close_names(tmp_path: Path) -> None:
    assert refusal("31-clasic-b") == (
        "31-clasic-b: error[file]: no such file; expected a pay-table file or a shipped name\n"
        "  hint: did you mean '31-classic-b'?"
    )
    written(tmp_path, B, "layout.toml")
    assert "did you mean 'layout.toml'?" in refusal(tmp_path / "layuot.toml")
    assert f"hint: shipped are {', '.join(ALL_LAYOUTS)}" in refusal("zzz")


def test_a_directory_is_no_file(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path}: error[file]: a directory; expected a pay-table file"


def test_a_file_that_cannot_be_opened_says_why() -> None:
    assert "it cannot be read: its name holds a null character" in refusal("a\0b")
    assert "it cannot be read: File name too long" in refusal("a" * 300)


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b" \n\t\r\n"])
def test_an_empty_file_is_empty(tmp_path: Path, content: bytes) -> None:
    path = written(tmp_path, content)
    assert refusal(path).startswith(
        f"{path}:1:1: error[empty]: an empty file; expected a pay table, which begins with game = ..."
    )


def test_a_file_of_comments_misses_what_every_game_asks_for() -> None:
    with pytest.raises(RulesError) as caught:
        parse("# nothing yet\n")
    assert [(f.line, f.code, f.found) for f in caught.value.faults] == [
        (1, "missing", f"no {what}") for what in ("game", "source", "title")
    ]


def test_bytes_that_are_not_utf_8_are_named_and_the_rest_is_read(tmp_path: Path) -> None:
    content = B.replace(b"sample layout", b"d\xe9j\xe0 vu \xc3\xa9\xff\xfe").replace(
        b'"31" = 10\n', b'"31" = ten\n'
    )
    with pytest.raises(RulesError) as caught:
        load(written(tmp_path, content))
    row = B.split(b"\n").index(b'title = "31 Classic, sample layout B"') + 1
    assert [(f.line, f.column, f.width, f.code, f.found) for f in caught.value.faults] == [
        (row, 23, 1, "encoding", "bytes 0xe9 that are not UTF-8"),
        (row, 25, 1, "encoding", "bytes 0xe0 that are not UTF-8"),
        (row, 31, 2, "encoding", "bytes 0xff 0xfe that are not UTF-8"),
        (B.split(b"\n").index(b'"31" = 10') + 1, 8, 3, "syntax", "the value 'ten'"),
    ]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (B.decode().encode("utf-16"), "error[encoding]: bytes that are not UTF-8; expected a text in UTF-8"),
        (b"\x7fELF\xff\x00\x00\x00", "error[encoding]: bytes that are not UTF-8; expected a text in UTF-8"),
        (b"PK\x03\x04\x00\x00\x00", "error[file]: a spreadsheet; expected a layout"),
    ],
    ids=["UTF-16", "binary", "spreadsheet"],
)
def test_other_encodings_and_binary_files_give_one_fault(tmp_path: Path, content: bytes, told: str) -> None:
    path = written(tmp_path, content)
    assert refusal(path).startswith(f"{path}: {told}")


def test_a_file_of_another_kind_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = written(tmp_path, b"#" * (LARGEST_FILE + 1))
    assert "error[file]: more than 65,536 bytes" in refusal(path)


@pytest.mark.parametrize(
    ("line", "place", "code", "hint"),
    [
        ('game = "31 Clasic"', (1, 8), "game", "did you mean '31 Classic'?"),
        ('game = "baccarat"', (1, 8), "game", ""),
        ("game = 31", (1, 8), "type", ""),
        ("game = 31 Classic", (1, 11), "syntax", 'text stands in quotes: game = "31 Classic"'),
        ("", (1, 1), "missing", ""),
    ],
)
def test_a_faulty_game_does_not_hide_other_faults(line: str, place: tuple[int, int], code: str, hint: str) -> None:
    rest = B.decode().split('game = "31 Classic"\n')[1].replace('odds = "to one"', 'odds = "to won"')
    with pytest.raises(RulesError) as caught:
        parse(f"{line}\n{rest}")
    assert [((f.line, f.column), f.code, f.hint) for f in caught.value.faults] == [
        (place, code, hint),
        ((3, 8), "reading", "did you mean 'to one'?"),
    ]


UNLIKE = 'title = "x"\nsource = "y"\n'


def faults_of(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(RulesError) as caught:
        parse(text)
    return [(fault.line, fault.code, fault.found) for fault in caught.value.faults]


def test_a_close_name_goes_before_the_tables_of_another_game() -> None:
    assert faults_of(f'game = "greek31"\n{UNLIKE}[play]\n"17" = 3\n') == [
        (1, "game", 'game = "greek31"'),
        (4, "unknown", "an unknown key 'play'"),
    ]


@pytest.mark.parametrize("game", ['game = "baccarat"', "game = 31", "#"])
@pytest.mark.parametrize(
    ("tables", "faults"),
    [
        ('odds = "to won"', []),
        ("[rules]\ntrips = 7\ndecks = 77", []),
        ("[bets]\nminimum = -1\n[play]\n17 = -1", []),
        ("[pley]\n17 = -1", [(4, "unknown", "an unknown key 'pley'")]),
        ("[bets]\nminumum = 1", [(5, "unknown", "an unknown key 'minumum' in [bets]")]),
        ("[banker]\nstand = 99\n[pley]", [(5, "number", "stand = 99"), (6, "unknown", "an unknown key 'pley'")]),
        ('["natural 31"]\n"99" = 1', [(1, "missing", "no odds"), (5, "range", "'99', a total out of range")]),
    ],
)
def test_a_game_is_never_guessed_unless_only_its_tables_stand_in_the_file(
    game: str, tables: str, faults: list[tuple[int, str, str]]
) -> None:
    found = faults_of(f"{game}\n{UNLIKE}{tables}\n")
    assert sum(code in ("game", "type", "missing") and "game" in what for _, code, what in found) == 1
    assert [fault for fault in found if "game" not in fault[2]] == faults


@pytest.mark.parametrize("games", [1, 2, 3])
def test_any_number_of_games_is_told_apart(games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    classic = GAMES["31 Classic"]
    names = ["31 Classic", "Red Dog", "Faro"][:games]
    monkeypatch.setattr("casino31.rulesfile.GAMES", dict.fromkeys(names, classic))
    found = faults_of(f'game = "baccarat"\n{UNLIKE}[play]\n"99" = 1\n[pley]\n')
    # games that have the same tables: nothing tells which is meant, and all find the same faults
    assert [code for _, code, _ in found] == ["missing", "game", "range", "unknown"]


def test_a_fault_that_games_say_differently_names_no_game() -> None:
    with pytest.raises(RulesError) as caught:
        parse('gane = "31 Classic"\ntitle = "x"')
    assert [(fault.found, fault.expected, fault.hint) for fault in caught.value.faults[1:]] == [
        ("no source", "what the rules of its game ask for", ""),
        ("an unknown key 'gane'", "what the rules of its game ask for", "did you mean 'game'?"),
    ]


def test_strict_refuses_what_is_doubtful() -> None:
    text = B.decode().replace('"22-25" = 2', '"22-25" = "1/2"')
    assert [f.code for f in parse(text).warnings] == ["falls"]
    with pytest.raises(RulesError) as caught:
        parse(text, strict=True)
    assert [(f.code, f.severity) for f in caught.value.faults] == [("falls", "error")]
