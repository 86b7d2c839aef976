"""How fast rounds are played and logged hands are audited, in rows a second of one core.

    python -m benchmarks.audit [--rounds 2e7]

Times are of the processor, so that neighbours on the machine disturb less; each is the best of three, of the work
alone, without the start of the program and its tables. Aims: 20 million rounds a second for the
simulation, and 20 million rows a second for a Parquet log.
"""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any
from unittest.mock import patch

import pyarrow.parquet

from casino31.audit.hands.in_a_row import settlement_of
from casino31.audit.hands.log import LogAuditor
from casino31.audit.hands.reader import batches
from casino31.audit.hands.schema import Schema
from casino31.audit.hands.write import write_hands
from casino31.rulesfile import load
from casino31.simulation import blocks_of, empty, prepare, simulate
from casino31.simulation.rounds import all_deals

FILE = load("31-classic-b")
ANALYSIS = FILE.game.analyse(FILE.rules)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=float, default=2e7, help="rounds of the simulation (default 2e7)")
    rounds = int(parser.parse_args().rounds)
    table = prepare(FILE.game, ANALYSIS)
    places = all_deals(table)

    def play() -> None:
        for _ in simulate(table, 31, empty(table, (), rounds), range(blocks_of(rounds))):
            pass

    with patch("casino31.simulation.rounds.all_deals", lambda _: places):
        _tell("simulate", rounds, play)
    with tempfile.TemporaryDirectory() as folder:
        ours, csv = Path(folder, "hands.parquet"), Path(folder, "hands.csv")
        for path, many in ((ours, rounds // 2), (csv, rounds // 50)):
            _tell(f"write {path.suffix[1:]}", many, lambda p=path, n=many: _write(p, table, n), 1)  # type: ignore[misc]
        theirs = Path(folder, "theirs.parquet")
        pyarrow.parquet.write_table(pyarrow.parquet.read_table(ours), theirs)
        for what, path in (("parquet", ours), ("parquet of defaults", theirs)):
            _tell(f"read {what}", rounds // 2, _reading(path))
            _tell(f"audit {what}", rounds // 2, _auditing(path))
        _tell("audit csv", rounds // 50, _auditing(csv), 1)


def _write(path: Path, table: Any, rounds: int) -> None:
    write_hands(path, table, 31, rounds, range(blocks_of(rounds)))


def _reading(path: Path) -> Callable[[], None]:
    reader = _auditor().reader

    def read() -> None:
        for _ in batches(reader, path):
            pass

    return read


def _auditor() -> LogAuditor:
    return LogAuditor(settlement_of(FILE.game, ANALYSIS), Schema())


def _auditing(path: Path) -> Callable[[], None]:
    """An audit of a file that finds its table of all deals made."""
    auditor = _auditor()
    auditor.settlement.expect(10**9)

    def audit() -> None:
        auditor.files.clear()
        auditor.forget()
        auditor.read(path)

    return audit


def _tell(what: str, rows: int, work: Callable[[], None], times: int = 3) -> None:
    best = float("inf")
    for _ in range(times):
        start = process_time()
        work()
        best = min(best, process_time() - start)
    print(f"{what:<34}{rows:>12,} rows{best:>9.2f} s{rows / best:>14,.0f} rows a second", flush=True)


if __name__ == "__main__":
    main()
