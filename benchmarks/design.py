"""How many pay tables a second the search prices, against the naive loop over full analyses in the same run.

    python -m benchmarks.design [--repeat 5]

The grid varies six Play rows of layout B; every table gets its own best strategy. The naive loop analyses each one
with the exact engine: its outcomes, and the metrics on them. One core, in seconds of its own work; with numpy
alone, then with the extra fast.
"""

import argparse
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import islice, product
from time import process_time
from unittest.mock import patch

from casino31.fast import compiled
from casino31.layoutfile.document import Document
from casino31.metrics import measure
from casino31.paytable_design import search
from casino31.paytable_design.grid import read_grid
from casino31.paytable_design.kernels import add_gains
from casino31.paytable_design.price import price_array
from casino31.paytable_design.run import Search
from casino31.paytable_design.search import Pricer
from casino31.rulesfile import load

AIMS = {"numpy": 2_000_000, "numba": 20_000_000}
"""Tables a second on one core."""
ROWS = """
[rows]
"play.22-25" = { from = 1, to = 3, step = 0.5 }
"play.26-28" = { from = 2, to = 5 }
"play.29-30" = { from = 3, to = 10 }
"play.trips" = { from = 3, to = 10 }
"play.31" = { from = 5, to = 30 }
"play.mini royal" = { from = 10, to = 100 }
"""
LIMITS = """
[limits]
house_edge = ["3%", "4%"]
"""
NAIVE = 100


def main() -> None:
    """Print tables a second, and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--repeat", type=int, default=5, help="runs of each line, of which the best counts (default 5)"
    )
    repeat = parser.parse_args().repeat
    file = load("31-classic-b")
    box, limited = (read_grid(Document(text), file.game, file.rules) for text in (ROWS, ROWS + LIMITS))

    def naive() -> list[Fraction]:
        edges = []
        for pays in islice(product(*box.axes.values()), NAIVE):
            rules = file.game.vary(file.rules, dict(zip(box.axes, pays, strict=True)))
            outcomes = file.game.analyse(rules).outcomes.of("ante", "play")
            edges.append(measure(outcomes, Fraction(1)).house_edge)
        return edges

    start = process_time()
    expected = naive()
    slow = NAIVE / (process_time() - start)
    print(f"{'naive loop over full analyses':<52}{slow:>13,.0f} tables a second")
    pricer = Pricer(box)
    values = price_array(pricer, range(1)).values[0][:NAIVE]
    unit = pricer.scale * box.surface.payoffs.total
    if expected != [Fraction(-int(value), unit) for value in values]:
        raise SystemExit("the search and the naive loop disagree")
    for kind, aim in AIMS.items():
        if kind == "numba" and compiled(add_gains) is None:
            print("numba is not installed: pip install 'casino31[fast]'")
            break
        with patch.object(search, "compiled", compiled if kind == "numba" else lambda _: None):
            for name, work in (
                ("every edge", partial(edges_only, pricer)),
                ("an edge band, the best ten, the frontier", partial(whole, Pricer(limited))),
                ("all feasible, the best ten, the frontier", partial(whole, pricer)),
            ):
                work()
                fast = box.tables / min(map(seconds, [work] * repeat))
                print(f"{kind}: {name:<45}{fast:>13,.0f} tables a second, {fast / slow:>7,.0f} times (aim {aim:,})")


def edges_only(pricer: Pricer) -> None:
    """Price every table."""
    for block in range(pricer.blocks):
        for points in pricer.chunks(block):
            price_array(pricer, points)


def whole(pricer: Pricer) -> None:
    """Search from beginning to end."""
    Search(pricer, 10).run()


def seconds(work: Callable[[], None]) -> float:
    """Time one run."""
    start = process_time()
    work()
    return process_time() - start


if __name__ == "__main__":
    main()
