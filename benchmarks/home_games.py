"""How fast home games are played, counted and solved, beside the aim of each figure.

    python -m benchmarks.home_games [--deals 1e6]

Times are of the processor, of one core, of the work alone: without the start of the program and its compilation.
Four play Scat, three of a kind 30.5, by the policy that comes with it.
"""

import argparse
from collections.abc import Callable
from time import process_time
from unittest.mock import patch

from casino31.home.best import best
from casino31.home.chain import solve
from casino31.home.exact.draws import solo_draws
from casino31.home.exact.knock import first_knock
from casino31.home.fairness import laws_of, study
from casino31.home.reader import load

SCAT = load("scat", ("trips=30.5",))
PLAYERS = 4
LAW_DEALS = 20_000


def main() -> None:
    """Print seconds and aims."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=float, default=1e6, help="deals to play (default 1e6)")
    deals = int(parser.parse_args().deals)
    whole, few = (study(SCAT, PLAYERS, deals=many) for many in (deals, LAW_DEALS))
    laws = laws_of(few, few.play())
    _tell(f"{deals:,} deals, compiled", 5 * deals / 1e6, whole.play)
    with patch("casino31.home.engine.compiled", lambda _: None):
        _tell(f"{deals:,} deals, numpy", 60 * deals / 1e6, whole.play)
    _tell("first knock, every ordered deal", 30, lambda: first_knock(SCAT.rules))
    _tell("alone with the stock, three draws", 10, lambda: solo_draws(SCAT.rules, 3))
    _tell("match of four as a chain", 2, lambda: solve(SCAT.rules, laws, PLAYERS))
    _tell("policy iteration for four", 60, lambda: best(SCAT, PLAYERS))


def _tell(what: str, aim: float, work: Callable[[], object]) -> None:
    start = process_time()
    work()
    print(f"{what:<36}{process_time() - start:>8.2f} s{aim:>8.1f} s aimed at", flush=True)


if __name__ == "__main__":
    main()
