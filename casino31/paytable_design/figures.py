"""The figures of priced tables, in whole numbers: of all bets of a grid together, and of each bet in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from casino31.paytable_design.contenders import runs
from casino31.paytable_design.doubts import times_taken
from casino31.paytable_design.grid import FIGURES
from casino31.paytable_design.kernels import sum_tables
from casino31.paytable_design.search import Pricer

if TYPE_CHECKING:
    from casino31.arrays import Bools, Ints


@dataclass(frozen=True, eq=False)
class BetView:
    """Whose figures: those of a player who makes all the bets of a grid, or what one of his bets does."""

    prefix: str
    """What its figures are called by: "" of all bets together, else such as "main."."""
    ends: tuple[tuple[int, ...], ...]
    """How it may end: the ends of its bets together."""
    settled: "Ints"
    """Which settlement comes to which of them, as 0 and 1; shape (settlements, ends)."""
    initial: Fraction
    """Units put up before a card is seen."""
    moving: "Ints"
    """What the inner rows may add to an end, at each inner point; shape (such sums, inner points)."""
    kinds: "Ints"
    """Which of these sums they add to each end; -1 for none."""


@lru_cache(maxsize=2)
def bet_views(pricer: Pricer) -> tuple[BetView, ...]:
    """Return the view of all bets together, and where there are several that of each.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> [view.prefix for view in bet_views(Pricer(grid))]
    ['']
    """
    space, settlements = pricer.grid.surface, pricer.grid.surface.payoffs.settlements
    every = [_view(pricer, "", settlements, space.initial)]
    for place, bet in enumerate(space.bets if len(space.bets) > 1 else ()):
        put_up = sum((space.game.initial[wager] for wager in space.rules.bets[bet]), Fraction())
        every.append(_view(pricer, f"{bet}.", [(ends[place],) for ends in settlements], put_up))
    return tuple(every)


def _view(pricer: Pricer, prefix: str, settled: Sequence[tuple[int, ...]], initial: Fraction) -> BetView:
    import numpy as np

    ends = tuple(dict.fromkeys(settled))
    into: Ints = np.zeros((len(settled), len(ends)), dtype=pricer.kind)
    into[np.arange(len(settled)), [ends.index(members) for members in settled]] = 1
    rows = [tuple(sum(pricer.coefficients[end] for end in members)) for members in ends]
    sums = [row for row in dict.fromkeys(rows) if any(row)]
    moving: Ints = np.array([pricer.spread(np.array(row)) for row in sums], dtype=pricer.kind)
    kinds = np.array([sums.index(row) if row in sums else -1 for row in rows], dtype=np.int64)
    return BetView(prefix, ends, into, initial, moving.reshape(len(sums), pricer.inner), kinds)


def whole_unit(pricer: Pricer, name: str) -> Fraction:
    """Return what one unit of a figure is in its whole numbers; the standard deviation stands as its square.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> whole_unit(Pricer(grid), "house_edge")
    Fraction(1082900, 1)
    """
    prefix, dot, figure = name.rpartition(".")
    initial = next(view.initial for view in bet_views(pricer) if view.prefix == prefix + dot)
    total = pricer.grid.surface.payoffs.total
    units = {
        "house_edge": pricer.scale * total * initial,
        "standard_deviation": (pricer.scale * total * initial) ** 2,
        "hit_frequency": Fraction(total),
        "push_frequency": Fraction(total),
        "largest_win": Fraction(pricer.scale),
    }
    return units[figure]


def figures(
    pricer: Pricer, view: BetView, sure: "Ints", doubtful: "Bools", worths: "Ints", outer: "Ints", inner: "Ints"
) -> "Mapping[str, Ints]":
    """Return the figures of some tables of an array by name, as one bet or all bets see them.

    ``sure``, ``doubtful`` and ``worths`` are those of the array (``price.Array``), ``outer`` and ``inner`` the
    points of each table in it. With numba one compiled loop does it, else numpy; both give the same numbers.

    >>> import numpy as np
    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.paytable_design.price import price_array
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> pricer = Pricer(grid)
    >>> zero = np.zeros(1, dtype=np.int64)
    >>> array = price_array(pricer, range(1))[1:]
    >>> figures(pricer, bet_views(pricer)[0], *array, zero, zero)["hit_frequency"].tolist()
    [351876]
    """
    import numpy as np

    places = np.flatnonzero(doubtful)
    more = pricer.decisions.more[places]
    gaps = more @ pricer.by_end @ worths
    fixed: Ints = np.array([worths[list(ends)].sum(axis=0) for ends in view.ends], dtype=pricer.kind)
    total = pricer.grid.surface.payoffs.total
    ends = (sure @ view.settled, more @ view.settled, fixed, view.kinds, view.moving, -pricer.largest, total)
    results: Ints = np.empty((len(FIGURES), len(outer)), dtype=pricer.kind)
    loop = pricer.compiled(sum_tables) if pricer.paired else None
    if loop:
        loop(outer, inner, gaps, places, *pricer.spans, *ends, results)
    else:
        _end_by_end(outer, inner, _taken(pricer, places, gaps, outer, inner), *ends, results)
    return {f"{view.prefix}{name}": values for name, values in zip(FIGURES, results, strict=True)}


def _taken(pricer: Pricer, places: "Ints", gaps: "Ints", outer: "Ints", inner: "Ints") -> "Sequence[Bools | Ints]":
    """On which tables each option in doubt is the best of its choice, the first of equals; or how often, where
    decisions follow each other."""
    import numpy as np

    added, found = pricer.doubts[0], []
    if pricer.decisions.chain:
        none: Ints = np.zeros(len(outer), dtype=pricer.kind)
        return times_taken(pricer.decisions, lambda row: none if row < 0 else gaps[row][outer] + added[row][inner])
    for run in runs(pricer.decisions.choice[places], np.arange(len(places))):
        gains = [gaps[option][outer] + added[places[option]][inner] for option in run]
        if len(gains) == 1:
            found.append(gains[0] > 0)
        else:
            best = np.argmax([np.zeros_like(gains[0]), *gains], axis=0)
            found += [best == place for place in range(1, len(gains) + 1)]
    return found


def _end_by_end(
    outer: "Ints",
    inner: "Ints",
    taken: "Sequence[Bools | Ints]",
    sure: "Ints",
    more: "Ints",
    fixed: "Ints",
    kinds: "Ints",
    moving: "Ints",
    low: int,
    total: int,
    figures: "Ints",
) -> None:
    """Whole arrays of tables, one end after the other."""
    import numpy as np

    figures[:4], figures[4] = 0, low
    lost, squares, hits, pushes, largest = figures
    for end, kind in enumerate(kinds):
        worth = fixed[end][outer] if kind < 0 else fixed[end][outer] + moving[kind][inner]
        ways = np.full(len(outer), sure[end], dtype=figures.dtype)
        for extra, chosen in zip(more[:, end], taken, strict=True):
            if extra:
                ways += chosen * extra
        part = ways * worth
        lost -= part
        squares += part * worth
        hits += ways * (worth > 0)
        pushes += ways * (worth == 0)
        np.maximum(largest, worth, out=largest, where=ways > 0)
    squares *= total
    squares -= lost * lost
