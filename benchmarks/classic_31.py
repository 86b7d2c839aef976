"""How fast 31 Classic is, against a naive enumeration timed in the same run.

    python -m benchmarks.classic_31 [--repeat 5]

Ratios, not seconds, are the result: machines differ and are noisy, so each line gives the median of several runs.
The naive enumeration is what one would write in an afternoon: every hand, every draw, both actions, exact integers.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, count
from pathlib import Path
from statistics import median
from time import perf_counter

from casino31.games.classic_31.analysis import price
from casino31.games.classic_31.rules import FINAL_EVENTS, PLAY, PUBLISHED, Rules
from casino31.paytable import complete
from casino31.rulesfile import load

AIMS = {"analyze, a fresh process": 40, "parsheet .xlsx, a fresh process": 7, "a new pay table, warm": 5_000}


def naive() -> Fraction:
    """The house edge of layout B by looking at all 1,082,900 deals, one after the other."""
    value = {r: 11 if r == 12 else min(10, r + 2) for r in range(13)}

    def pays(cards: tuple[int, ...]) -> int:
        suits: dict[int, list[int]] = {}
        ranks: dict[int, int] = {}
        for card in cards:
            suits.setdefault(card % 4, []).append(card // 4)
            ranks[card // 4] = ranks.get(card // 4, 0) + 1
        points = max(sum(sorted((value[r] for r in held), reverse=True)[:3]) for held in suits.values())
        if any({10, 11, 12} <= set(held) for held in suits.values()):
            play = 25
        elif points < 17:
            play = -1
        else:
            play = (0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 10)[points - 17]
        total = play + (points > 17) - (points < 17)
        return max(total, 5) if max(ranks.values()) >= 3 else total

    lost = 0
    for hand in combinations(range(52), 3):
        played = sum(pays((*hand, draw)) for draw in range(52) if draw not in hand)
        lost -= max(played, -49)
    return Fraction(lost, 22_100 * 49)


def _process(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "casino31", *arguments], check=True, capture_output=True)


def _seconds(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def _new_tables(rules: Rules) -> Callable[[], object]:
    """A pay table never seen before at each call, built and priced."""
    numbers = count(26)

    def work() -> Fraction:
        rows = [(line.label, line.events, line.pays) for line in tables if line.listed]
        rows[-1] = (rows[-1][0], rows[-1][1], Fraction(next(numbers)))
        play = complete(PLAY, rows, FINAL_EVENTS, PUBLISHED[PLAY])
        return price(Rules("new", rules.ante, play, rules.bonus)).best

    tables = rules.tables[PLAY].lines
    return work


def main() -> None:
    """Print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--repeat", type=int, default=5, help="runs of each fast line (default 5)")
    repeat = parser.parse_args().repeat
    rules = load("31-classic-b").rules
    if naive() != -price(rules).best:
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
