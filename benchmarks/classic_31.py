"""How fast 31 Classic is, against a naive enumeration timed in the same run.

    python -m benchmarks.classic_31 [--repeat 5]

Ratios, not seconds, are the result: machines differ and are noisy, so each line gives the median of several runs.
The naive enumeration is what one writes first: every hand, every draw, the better action, joint outcomes counted.
``analyze`` gives these and all that follows from them.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, count
from pathlib import Path
from statistics import median
from time import perf_counter

from casino31.games.classic_31 import GAME
from casino31.games.classic_31.rules import FINAL_EVENTS, PLAY, PUBLISHED
from casino31.layout import Layout
from casino31.paytable import complete
from casino31.rulesfile import load

AIMS = {"analyze, a fresh process": 40, "parsheet .xlsx, a fresh process": 7, "a new pay table, warm": 5_000}


PLAY_PAYS = {"below 17": -1, "17": 0, "trips": 4, "31": 10, "mini royal": 25}
PLAY_PAYS |= {
    str(points): (points > 17) + (points > 21) + (points > 25) + (points > 28) for points in range(18, 31)
}


def naive() -> dict[tuple[str, str], int]:
    """The joint outcomes of layout B, final event and bonus event, by looking at all 1,082,900 deals in turn."""
    joint: Counter[tuple[str, str]] = Counter()
    for hand in combinations(range(52), 3):
        ends = Counter(_final((*hand, draw)) for draw in range(52) if draw not in hand)
        worth = sum(ways * (PLAY_PAYS[event] + _ante(event)) for event, ways in ends.items())
        for event, ways in ends.items() if worth > -49 else (("fold", 49),):
            joint[event, _name(hand)] += ways
    return joint


def _final(cards: tuple[int, ...]) -> str:
    event = _name(cards)
    return event if not event.isdigit() or int(event) >= 17 else "below 17"


def _ante(event: str) -> int:
    return {"below 17": -1, "17": 0}.get(event, 1)


def _name(cards: tuple[int, ...]) -> str:
    """What some cards are: a mini royal, trips, or the points of their best suit."""
    if any(all(4 * rank + suit in cards for rank in (10, 11, 12)) for suit in range(4)):
        return "mini royal"
    if max(Counter(card // 4 for card in cards).values()) >= 3:
        return "trips"
    best = 0
    for suit in range(4):
        points = sorted((_points(card // 4) for card in cards if card % 4 == suit), reverse=True)
        best = max(best, sum(points[:3]))
    return str(best)


def _points(rank: int) -> int:
    return 11 if rank == 12 else min(10, rank + 2)


def _process(*arguments: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-m", "casino31", *arguments]
    subprocess.run(command, check=True, capture_output=True, env=environment)


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def _new_tables(rules: Layout) -> Callable[[], object]:
    """A pay table never seen before at each call, built and priced."""
    numbers = count(26)

    def work() -> Fraction:
        rows = [(line.label, line.events, line.pays) for line in tables if line.listed]
        rows[-1] = (rows[-1][0], rows[-1][1], Fraction(next(numbers)))
        play = complete(PLAY, rows, FINAL_EVENTS, PUBLISHED[PLAY])
        return GAME.best(replace(rules, title="new", tables={**rules.tables, PLAY: play}))

    tables = rules.tables[PLAY].lines
    return work


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--repeat", type=int, default=5, help="runs of each fast line (default 5)")
    repeat = parser.parse_args().repeat
    rules = load("31-classic-b").rules
    outcomes = GAME.analyse(rules).outcomes.combinations
    if naive() != {(play.event, bonus.event): ways for (_, play, bonus), ways in outcomes.items()}:
        sys.exit("the naive enumeration and the census disagree")
    slow = median(_seconds(naive) for _ in range(max(1, repeat // 2)))
    print(f"{'naive enumeration, pure Python':<34}{slow:>10.3f} s")
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder, "b.xlsx"))
        new_table = _new_tables(rules)
        lines: dict[str, tuple[Callable[[], object], int]] = {
            "analyze, a fresh process": (lambda: _process("analyze", "31-classic-b"), 1),
            "parsheet .xlsx, a fresh process": (lambda: _process("parsheet", "31-classic-b", "-o", out), 1),
            "a new pay table, warm": (lambda: [new_table() for _ in range(100)], 100),
        }
        for name, (work, times) in lines.items():
            work()
            fast = median(_seconds(work) for _ in range(repeat)) / times
            print(f"{name:<34}{fast:>10.6f} s {slow / fast:>10,.0f} times faster (aim {AIMS[name]:,})")


if __name__ == "__main__":
    main()
