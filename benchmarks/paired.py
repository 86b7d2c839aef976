"""Whether commands are as fast as before: this checkout and another in turn, as fresh processes.

    git worktree add ../before v0.1.0
    python -m benchmarks.paired [--repeat 5] ../before [casino31 analyze 31-classic-b]

Times are of the processor, user and system; the ratios are of runs that follow each other, so that a machine whose
speed drifts does not disturb them. The first pair is a warm-up: it fills the caches of bytecode and machine code.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

HERE = Path(__file__).resolve().parents[1]
COMMANDS = (
    "casino31 --help",
    "casino31 games",
    "casino31 check 31-classic-b",
    "casino31 analyze 31-classic-b",
    "casino31 exposure 31-classic-b",
    "casino31 parsheet 31-classic-b -o b.xlsx",
    "casino31 parsheet greek-31-heath-1-deck --no-cache -o greek.xlsx",
)


def seconds(checkout: Path, words: Sequence[str], folder: str) -> float:
    """Run a command of a checkout; return what it took of the processor. CalledProcessError when it fails."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": str(checkout), "PYTHONPYCACHEPREFIX": str(Path(folder, "bytecode"))}
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", *words], cwd=folder, env=environment, check=True, capture_output=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print for each command the least seconds here and there, and the median, least and largest ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("other", type=Path, help="a checkout of the state to compare with")
    parser.add_argument(
        "command", nargs=argparse.REMAINDER, help="one command, such as casino31 games (default: seven)"
    )
    parser.add_argument("--repeat", type=int, default=5, help="pairs that count (default 5)")
    asked = parser.parse_args()
    commands = [asked.command] if asked.command else [command.split() for command in COMMANDS]
    print(f"{'':<66}{'here, s':>8}{'there':>8}{'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for words in commands:
            pairs = [
                tuple(seconds(checkout.resolve(), words, folder) for checkout in (HERE, asked.other))
                for _ in range(asked.repeat + 1)
            ][1:]
            ratios = sorted(here / there for here, there in pairs)
            here, there = (min(times) for times in zip(*pairs, strict=True))
            spread = f"{median(ratios):>7.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
            print(f"{' '.join(words):<66}{here:>8.3f}{there:>8.3f}{spread}", flush=True)


if __name__ == "__main__":
    main()
