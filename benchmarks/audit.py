"""How fast rounds are played and logged hands are audited, in rows a second of one core.

    python -m benchmarks.audit [--rounds 2e7]

Machines differ and are noisy; each figure is the time of the work alone, without the start of the program. Aims:
20 million rounds a second for the simulation, and 20 million rows a second for a Parquet log.
"""

import argparse
import tempfile
from pathlib import Path
from time import perf_counter

from casino31.audit.batch import Reader
from casino31.audit.hands import batches
from casino31.audit.log import LogAuditor
from casino31.audit.schema import Schema
from casino31.audit.write import write_hands
from casino31.rulesfile import load
from casino31.simulate import blocks_of, empty, ready, simulate


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=float, default=2e7, help="rounds of the simulation (default 2e7)")
    rounds = int(parser.parse_args().rounds)
    file = load("31-classic-b")
    analysis = file.game.analyse(file.rules)
    table = ready(file.game, analysis)
    start = perf_counter()
    for tally in simulate(table, 31, empty(table, (), rounds), range(blocks_of(rounds))):
        played = tally.played
    _tell("simulate", played, perf_counter() - start)
    with tempfile.TemporaryDirectory() as folder:
        for ending, many in (("parquet", rounds // 2), ("csv", rounds // 50)):
            path = Path(folder, f"hands.{ending}")
            start = perf_counter()
            write_hands(path, table, 31, many, range(blocks_of(many)))
            _tell(f"write {ending}", many, perf_counter() - start)
            auditor = LogAuditor(file.game, analysis, Schema())
            auditor.settlement.expect(10**7)
            settled = auditor.settlement.settled
            reader = Reader(Schema(), auditor.settlement.wagers, settled.size, settled.seen, settled.actions, ())
            start = perf_counter()
            read = sum(len(batch.paid) for batch in batches(reader, path))
            _tell(f"read {ending}", read, perf_counter() - start)
            start = perf_counter()
            auditor.read(path)
            _tell(f"audit log, {ending}", auditor.tally.rows, perf_counter() - start)


def _tell(what: str, rows: int, seconds: float) -> None:
    print(f"{what:<24}{rows:>12,} rows{seconds:>9.2f} s{rows / seconds:>14,.0f} rows a second")


if __name__ == "__main__":
    main()
