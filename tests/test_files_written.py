"""Whole files or none: what stands in the way of an output, two at once, and what is taken up again."""

import errno
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from casino31.api import searches
from casino31.atomic_file import TakenError, UnwritableFileError, alone, growing, write_new, write_whole
from casino31.bounded import sealed, unsealed
from casino31.cli import cli
from casino31.paytable_design.run import Search
from casino31.paytable_design.saved import SearchState, StateError
from casino31.paytable_design.search import Pricer
from tests.layouts import WITH_PAYS

HAND = "cards,natural 31,paid\nAs Ks Qs,1,201\n"
GRID = 'layout = "31-classic-b"\n[rows]\n"play.31" = { from = 8, to = 14 }\n[limits]\nhouse_edge = ["3%", "4%"]\n'


def invoke(*arguments: str | Path) -> tuple[int, str]:
    done = CliRunner().invoke(cli, list(map(str, arguments)))
    assert done.exception is None or isinstance(done.exception, SystemExit), repr(done.exception)
    return done.exit_code, done.output


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


def test_an_output_keeps_its_mode_and_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = written(tmp_path / "real.txt", "old"), tmp_path / "link.txt"
    real.chmod(0o600)
    link.symlink_to("real.txt")
    write_whole(link, b"31")
    assert link.is_symlink()
    assert (real.read_bytes(), stat.S_IMODE(real.stat().st_mode)) == (b"31", 0o600)
    assert sorted(os.listdir(tmp_path)) == ["link.txt", "real.txt"]


def test_the_temporary_file_is_new_and_private(tmp_path: Path) -> None:
    victim = written(tmp_path / "victim", "untouched")
    for name in (".a.txt.part", ".a.txt", "a.txt.part"):
        (tmp_path / name).symlink_to(victim)
    with growing(tmp_path / "a.txt") as part:
        assert stat.S_IMODE(part.stat().st_mode) == 0o600
        assert not part.is_symlink()
        part.write_bytes(b"31")
    assert victim.read_text() == "untouched"


def test_a_file_is_on_the_disk_before_it_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        done.append("fsync")
        fsync(handle)

    def replaced(one: Path, other: Path) -> None:
        done.append("replace")
        replace(one, other)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    write_whole(tmp_path / "a.txt", b"31")
    assert done == ["fsync", "replace", "fsync"]


@pytest.mark.parametrize("way", [write_whole, write_new])
def test_what_cannot_be_written_is_named_and_leaves_nothing(
    way: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UnwritableFileError, match=r"xxx\.txt: cannot be written: File name too long"):
        way(tmp_path / f"{'x' * 300}.txt", b"31")
    with pytest.raises(UnwritableFileError, match=r"no/a\.txt: cannot be written"):
        way(tmp_path / "no" / "a.txt", b"31")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UnwritableFileError, match=r"a\.txt: cannot be written: No space left on device"):
        way(tmp_path / "a.txt", b"31")
    assert os.listdir(tmp_path) == []


def test_a_folder_or_a_device_is_no_output(tmp_path: Path) -> None:
    (tmp_path / "folder.txt").mkdir()
    (tmp_path / "null.txt").symlink_to("/dev/null")
    for name, said in (("folder.txt", "Is a directory"), ("null.txt", "it is no ordinary file")):
        with pytest.raises(UnwritableFileError, match=said):
            write_whole(tmp_path / name, b"31")


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    """A lock ends with its process, however that ends, and leaves nothing behind."""
    path = tmp_path / "a.json"
    code = (
        "import os, sys, pathlib\nfrom casino31.atomic_file import alone\n"
        "with alone(pathlib.Path(sys.argv[1])):\n"
        "    print('held', flush=True)\n    sys.stdin.read(1)\n    os._exit(9)"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "held\n"
    with pytest.raises(TakenError, match="another casino31 is writing this file"), alone(path):
        pass
    child.communicate("x")
    assert child.returncode == 9
    with alone(path, path):
        pass
    assert os.listdir(tmp_path) == []


def test_two_at_once_are_refused(tmp_path: Path) -> None:
    log, kept, counts, table = (tmp_path / name for name in ("a.csv", "kept.json", "counts.json", "o.csv"))
    written(log, HAND)
    grid = written(tmp_path / "grid.toml", GRID)
    for held, verb in (
        (kept, ("audit", "log", log, "-p", "natural-31", "--checkpoint", kept)),
        (counts, ("simulate", "natural-31", "--rounds", "10", "-o", counts)),
        (table, ("paytable", "design", "31-classic", "--grid", grid, "-o", table)),
        (grid.with_name("grid.toml.saved"), ("paytable", "design", "31-classic", "--grid", grid)),
        (tmp_path / "p.json", ("solve", "greek-31-heath-infinite-optimal", "-o", tmp_path / "p.json")),
    ):
        with alone(held):
            code, said = invoke(*verb)
        assert (code, f"{held}: another casino31 is writing this file" in said) == (2, True), said
        assert not held.exists()


def test_a_log_of_other_hands_and_a_part_are_kept(tmp_path: Path) -> None:
    log, part = tmp_path / "a.csv", tmp_path / "part.json"
    first = ("simulate", "natural-31", "--rounds", "50", "-o", log)
    assert invoke(*first, "-o", part)[0] == 0
    whole = log.read_bytes()
    assert invoke(*first)[0] == 0
    code, said = invoke(*first, "--seed", "7")
    assert (code, "a file of other content is there" in said) == (2, True)
    assert log.read_bytes() == whole
    assert invoke(*first, "--seed", "7", "--force")[0] == 0
    assert log.read_bytes() != whole
    counts = part.read_bytes()
    link = tmp_path / "link.json"
    link.symlink_to(part)
    for name in (part, link):
        code, said = invoke("merge", part, "-o", name)
        assert (code, "one of those put together" in said) == (2, True), said
    assert part.read_bytes() == counts
    assert invoke("merge", part, "-o", part, "--force")[0] == 0


def search(tmp_path: Path, lines: bool = True) -> Search:
    grid, _ = searches.grid_of(written(tmp_path / "grid.toml", GRID), None)
    return Search(Pricer(grid), 3, tmp_path / ".o.csv.part" if lines else None)


def test_a_planted_link_is_not_written_through(tmp_path: Path) -> None:
    victim = written(tmp_path / "victim", "untouched")
    (tmp_path / ".o.csv.part").symlink_to(victim)
    written(tmp_path / "grid.toml", GRID)
    code, said = invoke(
        "paytable", "design", "31-classic", "--grid", tmp_path / "grid.toml", "-o", tmp_path / "o.csv"
    )
    assert code == 0, said
    assert victim.read_text() == "untouched"
    assert sorted(os.listdir(tmp_path)) == ["grid.toml", "o.csv", "victim"]


def changed(path: Path, reseal: bool = False, **entries: Any) -> None:
    record = json.loads(path.read_text())
    record.update(entries)
    record.pop("sha256") if reseal else None
    path.write_bytes(sealed(record) if reseal else json.dumps(record).encode())


def test_a_saved_search_is_taken_up_as_it_was_written(tmp_path: Path) -> None:
    made, saved = search(tmp_path), tmp_path / "saved"
    done = made.run()
    assert done.feasible > 0
    made.save(done, saved)
    whole, content = saved.read_bytes(), made.lines
    assert made.load(saved).feasible == done.feasible
    changed(saved, feasible=7)
    with pytest.raises(StateError, match="it has changed since it was written"):
        made.load(saved)
    nonsense: tuple[dict[str, Any], ...] = (
        {"feasible": 10**9},
        {"feasible": -1},
        {"feasible": True},
        {"blocks": 99},
        {"best": {}},
        {"best": json.loads(whole)["frontier"] | {"tables": [10**30]}},
        {"frontier": []},
        {"written": None},
        {"lines": 31},
        {"lines": ""},
    )
    for entries in nonsense:
        saved.write_bytes(whole)
        changed(saved, reseal=True, **entries)
        with pytest.raises(StateError, match="figures do not agree"):
            made.load(saved)
    saved.write_bytes(whole)
    assert content is not None
    content.write_bytes(content.read_bytes().replace(b"0", b"1"))
    with pytest.raises(StateError, match="has changed"):
        made.run(made.load(saved))


def test_a_state_of_nothing_is_a_state(tmp_path: Path) -> None:
    made = search(tmp_path)
    start = made.start()
    assert start == SearchState(0, 0, start.best, start.frontier, 0, "")
    made.save(start, tmp_path / "saved")
    assert made.load(tmp_path / "saved").blocks == 0


def test_a_checkpoint_of_nonsense_is_refused(tmp_path: Path) -> None:
    log, kept = written(tmp_path / "a.csv", HAND), tmp_path / "kept.json"
    verb = ("audit", "log", log, "-p", "natural-31", "--checkpoint", kept)
    assert invoke(*verb)[0] in (1, 4)
    whole = kept.read_bytes()
    assert unsealed(whole)["rows"] == 1
    nonsense: tuple[dict[str, Any], ...] = (
        {"names": [1]},
        {"names": {"table": 3}},
        {"groups": []},
        {"deviation_cost": "1/0"},
        {"deviation_cost": float("inf")},
        {"order": [[1]]},
        {"shown": [[1, 2]]},
        {"round": 31},
        {"deviations": [10**30]},
        {"files": 31},
        {"rows": "many"},
    )
    for entries in nonsense:
        kept.write_bytes(whole)
        changed(kept, reseal=True, **entries)
        code, said = invoke(*verb)
        assert (code, str(kept) in said) == (3, True), (entries, said)


def test_a_missing_policy_file_is_a_fault_of_its_layout(tmp_path: Path) -> None:
    text = 'game = "Greek 31"\ntitle = "a"\nsource = "b"\n[banker]\nstand = "optimal"\npolicy = "no.json.xz"\n'
    code, said = invoke("check", written(tmp_path / "a.toml", text))
    assert code == 3
    assert "no.json.xz: error[policy]: the policy file cannot be read: No such file" in said
    assert "a.toml: 1 error" in said


@pytest.mark.parametrize("name", WITH_PAYS[:2])
def test_no_cell_of_a_csv_is_a_formula(name: str, tmp_path: Path) -> None:
    """A title that a spreadsheet would compute is written as text; numbers keep their signs."""
    import csv
    from fractions import Fraction

    from casino31.rulesfile import load

    text = load(name).text
    title = next(line for line in text.splitlines() if line.startswith("title"))
    made = written(tmp_path / "a.toml", text.replace(title, 'title = "=HYPERLINK(1)"'))
    assert invoke("parsheet", made, "-o", tmp_path / "a.csv")[0] == 0
    held = (tmp_path / "a.csv").read_text(encoding="utf-8")
    assert "'=HYPERLINK(1)" in held
    for cell in (cell for row in csv.reader(held.splitlines()) for cell in row if cell[:1] in tuple("=+-@")):
        assert Fraction(cell) < 0
