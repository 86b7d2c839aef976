"""How many pay tables a second the search prices, against the naive loop over full analyses in the same run.

    python -m benchmarks.design [--repeat 3]

The grid varies six Play rows of layout B; every table gets its own best strategy. The naive loop analyses each one
with the exact engine: its outcomes, and the metrics on them. One core, numpy alone.
"""

import argparse
from fractions import Fraction
from itertools import islice, product
from statistics import median
from time import perf_counter

from casino31.design.grid import read_grid
from casino31.design.price import price
from casino31.design.run import Search
from casino31.design.search import Pricer
from casino31.document import Document
from casino31.metrics import measure
from casino31.rulesfile import load

AIM = 2_000_000
"""Tables a second on one core."""
GRID = """
[rows]
"play.22-25" = { from = 1, to = 3, step = 0.5 }
"play.26-28" = { from = 2, to = 5 }
"play.29-30" = { from = 3, to = 10 }
"play.trips" = { from = 3, to = 10 }
"play.31" = { from = 5, to = 30 }
"play.mini royal" = { from = 10, to = 100 }
[limits]
house_edge = ["3%", "4%"]
"""
NAIVE = 100


def main() -> None:
    """Print tables a second, and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--repeat", type=int, default=3, help="runs of each fast line (default 3)")
    repeat = parser.parse_args().repeat
    file = load("31-classic-b")
    grid = read_grid(Document(GRID), file.game, file.rules)

    def naive() -> list[Fraction]:
        edges = []
        for pays in islice(product(*grid.axes.values()), NAIVE):
            rules = file.game.vary(file.rules, dict(zip(grid.axes, pays, strict=True)))
            outcomes = file.game.analyse(rules).outcomes.of("ante", "play")
            edges.append(measure(outcomes, Fraction(1)).house_edge)
        return edges

    start = perf_counter()
    expected = naive()
    slow = NAIVE / (perf_counter() - start)
    print(f"{'naive loop over full analyses':<40}{slow:>14,.0f} tables a second")
    pricer = Pricer(grid)
    values = price(pricer, range(1)).values[0][:NAIVE]
    unit = pricer.scale * grid.surface.payoffs.total
    if expected != [Fraction(-int(value), unit) for value in values]:
        raise SystemExit("the search and the naive loop disagree")

    def edges_only() -> None:
        for block in range(pricer.blocks):
            for points in pricer.chunks(block):
                price(pricer, points)

    def whole() -> None:
        Search(Pricer(grid), 10).run()

    for name, work in (("every edge", edges_only), ("limits, the best ten, the frontier", whole)):
        seconds = []
        for _ in range(repeat):
            start = perf_counter()
            work()
            seconds.append(perf_counter() - start)
        fast = grid.tables / median(seconds)
        print(f"{name:<40}{fast:>14,.0f} tables a second, {fast / slow:,.0f} times the naive loop (aim {AIM:,})")


if __name__ == "__main__":
    main()
