"""The command line as a process: its exit code whatever happens, its streams, and how it is stopped."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from casino31.cli.screen import ScreenStream, escaped

GREEK = 'game = "Greek 31"\ntitle = "Ελληνικά 31"\nsource = "a test"\n[rules]\ndecks = "infinite"\n'
GRID = 'layout = "31-classic-b"\n[rows]\n"play.31" = { from = 1, to = 900 }\n"play.trips" = { from = 1, to = 60 }\n'


def run(
    *arguments: str | Path, before: str = "", shell: str = "", limit: Callable[[], None] | None = None, **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line in a process of its own: after some code, or with streams as a shell redirects them."""
    words = list(map(str, arguments))
    if shell:
        called = ["sh", "-c", f'"$@" {shell}', "sh", sys.executable, "-m", "casino31", *words]
    else:
        code = f"import sys\nsys.argv[0] = 'casino31'\n{before}\nfrom casino31.__main__ import main\nmain()"
        called = [sys.executable, "-c", code, *words]
    done = subprocess.run(called, capture_output=True, check=False, env={**os.environ, **more}, preexec_fn=limit)
    assert b"Traceback" not in done.stdout + done.stderr, done.stderr.decode()
    return done


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
def test_a_title_that_an_encoding_lacks(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GREEK, encoding="utf-8")
    done = run("analyze", tmp_path / "a.toml", PYTHONIOENCODING=encoding)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(rb"\u0395\u03bb\u03bb\u03b7\u03bd\u03b9\u03ba\u03ac 31")


def test_json_says_the_same_in_every_encoding(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GREEK.replace("source", "sources"), encoding="utf-8")
    told = [
        json.loads(run("check", tmp_path / "a.toml", "--json", PYTHONIOENCODING=name).stdout.decode(name))
        for name in ("cp437", "utf-8")
    ]
    assert told[0] == told[1]
    assert "Ελληνικά" not in str(told[0]["files"][0]["faults"][0]["code"])


@pytest.mark.parametrize(
    ("redirected", "said"),
    [
        (">/dev/full", "stdout: cannot be written: No space left on device"),
        (">&-", "stdout: cannot be written: it is closed"),
    ],
)
def test_what_cannot_be_printed_is_said(redirected: str, said: str) -> None:
    done = run("schema", shell=redirected)
    assert (done.returncode, done.stderr.decode().strip()) == (2, said)


def test_a_reader_that_has_gone_is_no_verdict() -> None:
    """Whoever stops reading ends a process as SIGPIPE does: not with 1, which is a verdict."""
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "casino31", "schema"], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_a_closed_stdin_holds_no_table() -> None:
    done = run("audit", "table", "-", shell="<&-")
    assert done.returncode == 2
    assert b"stdin is closed" in done.stderr


def test_a_file_of_ours_never_becomes_a_standard_stream(tmp_path: Path) -> None:
    out = tmp_path / "a.txt"
    done = run("parsheet", "natural-31", "-o", out, shell="<&- >&- 2>&-")
    assert done.returncode == 0
    assert out.read_text(encoding="utf-8").startswith("Natural 31 bonus")


def test_escapes_are_shown(tmp_path: Path) -> None:
    table = tmp_path / "a\x1b[31m.csv"
    table.write_text('event,pays,ways\n"win\x1b]0;x\x07\u202e",3,1\nlose,-1,3\n', encoding="utf-8")
    for words in (("audit", "table", table), ("check", f"{table}.toml"), ("analyze", f"{table}.toml")):
        done = run(*words)
        assert not re.search(rb"[\x00-\x09\x0b-\x1f\x7f]", done.stdout + done.stderr), done
        assert rb"\u001b[31m" in done.stdout + done.stderr
    assert rb"win\u001b]0;x\u0007\u202e" in run("audit", "table", table).stdout


def test_what_a_screen_shows() -> None:
    assert escaped("31\n\tΑ\u0301 é") == "31\n\tΑ\u0301 é"
    assert escaped("\x9b\x85\u2028") == r"\u009b\u0085\u2028"
    assert ScreenStream(None, "stdout").encoding == "utf-8"
    assert not ScreenStream(None, "stdout").isatty()


@pytest.mark.parametrize(
    "arguments",
    [
        ("parsheet", "natural-31", "-o", "OUT/a.txt"),
        ("simulate", "natural-31", "--rounds", "20000", "-o", "OUT/a.csv"),
        ("paytable", "design", "31-classic", "--grid", "OUT/grid.toml", "-o", "OUT/a.csv"),
    ],
)
def test_a_disk_that_fills_leaves_nothing_half_written(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """A limit on the size of files stands for a disk: the same error of the same calls."""

    def small() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000))

    (tmp_path / "grid.toml").write_text(GRID)
    words = [word.replace("OUT", str(tmp_path)) for word in arguments]
    done = run(*words, limit=small, PYTHONDONTWRITEBYTECODE="1", NUMBA_CACHE_DIR=str(tmp_path / "numba"))
    assert done.returncode == 2, done.stderr
    assert f"{words[-1]}: cannot be written: File too large" in done.stderr.decode()
    assert os.listdir(tmp_path) == ["grid.toml"]


def test_a_library_that_finds_no_room_is_no_fault_of_our_own(tmp_path: Path) -> None:
    """Worksheets are made in temporary files before they are packed."""

    def small() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000))

    done = run("parsheet", "natural-31", "-o", tmp_path / "a.xlsx", limit=small, TMPDIR=str(tmp_path))
    assert done.returncode == 2, done.stderr
    assert done.stderr.decode() == f"{tmp_path}: cannot be written: File too large\n"
    assert not (tmp_path / "a.xlsx").exists()


def test_a_fault_of_our_own_is_no_verdict(tmp_path: Path) -> None:
    before = "import casino31.rulesfile\ncasino31.rulesfile.load = lambda *_, **__: {}['gone']"
    done = run("analyze", "natural-31", before=before, TMPDIR=str(tmp_path))
    assert done.returncode == 70
    assert done.stdout == b""
    said = done.stderr.decode()
    assert said.startswith("casino31 itself is at fault (KeyError: 'gone'); no figure of this run counts")
    (report,) = tmp_path.iterdir()
    assert str(report) in said
    assert "arguments: ['analyze', 'natural-31']" in report.read_text()
    assert "KeyError: 'gone'" in report.read_text()


def test_an_interruption_while_modules_are_read_ends_with_130() -> None:
    before = (
        "import os, signal, sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'casino31.cli': os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Stop())"
    )
    done = run("games", before=before)
    assert (done.returncode, done.stdout) == (130, b"")


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_process_that_is_stopped_cleans_up(name: str, code: int, tmp_path: Path) -> None:
    """The signal comes at the moment at which a file is written and has not got its name yet."""
    before = (
        "import os, signal, casino31.atomic_file\n"
        f"casino31.atomic_file.to_disk = lambda _: os.kill(os.getpid(), signal.{name})"
    )
    done = run("parsheet", "natural-31", "-o", tmp_path / "a.txt", before=before)
    assert (done.returncode, done.stderr) == (code, b"\nstopped\n")
    assert os.listdir(tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize(("leaves", "code"), [("Ctrl-C", 130), ("SIGTERM", 143), ("Ctrl-D", 0), ("q", 0)])
def test_whoever_leaves_a_home_game_is_told_what_was_played(leaves: str, code: int) -> None:
    """At a terminal: knock at once in the first deal, leave in the second when asked for a move."""
    screen, end = os.openpty()
    words = ("home", "play", "scat", "--players", "2", "--deals", "9", "--seed", "3")
    child = subprocess.Popen([sys.executable, "-m", "casino31", *words], stdin=end, stdout=end, stderr=end)
    os.close(end)
    told = b""
    for asked in (1, 2):
        while told.count(b"your move? ") < asked:
            told += os.read(screen, 4096)
        if asked == 1:
            os.write(screen, b"1\n")
    if leaves in ("Ctrl-C", "SIGTERM"):
        os.kill(child.pid, signal.SIGINT if leaves == "Ctrl-C" else signal.SIGTERM)
    else:
        os.write(screen, b"\x04" if leaves == "Ctrl-D" else b"q\n")
    with suppress(OSError):  # a terminal whose other end is closed
        while more := os.read(screen, 4096):
            told += more
    os.close(screen)
    assert child.wait(timeout=60) == code
    assert b"you leave the table\r\nafter 1 deal: seat 1 " in told
    assert (b"stopped" in told) == (code > 0)


def test_a_search_that_is_told_to_end_is_saved(tmp_path: Path) -> None:
    """The signal comes after the first block that is done."""
    (tmp_path / "grid.toml").write_text(GRID)
    before = (
        "import os, signal\nfrom casino31.paytable_design import run, search\nsearch.OUTER_CHUNKS = 1\n"
        "search.INNER = 1 << 8\njoin = run.Search._join\n"
        "def told(self, states):\n"
        "    found = join(self, states)\n"
        "    found.blocks == 2 and os.kill(os.getpid(), signal.SIGTERM)\n"
        "    return found\n"
        "run.Search._join = told"
    )
    verb = ("paytable", "design", "31-classic", "--grid", tmp_path / "grid.toml", "-o", tmp_path / "o.csv")
    done = run(*verb, before=before)
    assert done.returncode == 143, done
    assert b"--resume goes on from" in done.stderr
    assert sorted(os.listdir(tmp_path)) == [".o.csv.part", "grid.toml", "grid.toml.saved"]
