"""A grid of several bets, taken apart into one search a bet where no pay of one bet moves a figure of another."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from casino31.faults import SelfCheckError
from casino31.paytable_design.grid import FIGURES, ORDER, Grid
from casino31.paytable_design.run import RankedTable, analysed
from casino31.paytable_design.surface import Surface, row_bets, surface


class SearchResult(NamedTuple):
    """What the search of a grid, or of one of its bets, found."""

    grid: Grid
    feasible: int
    best: tuple[RankedTable, ...]
    frontier: tuple[RankedTable, ...]


def parts(grid: Grid) -> tuple[Grid, ...]:
    """Return the grids of the single bets, or the grid itself where they must be searched together (``bond``).

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> rows = Document('rows."play.31" = [10, 12]\\nrows."natural 31.trips" = [20, 25, 30]')
    >>> grid = read_grid(rows, file.game, file.rules)
    >>> grid.tables, [part.tables for part in parts(grid)]
    (6, [2, 3])
    """
    space = grid.surface
    if len(space.bets) == 1 or bond(grid):
        return (grid,)
    owners = row_bets(space.rules)
    alone = []
    for bet in space.bets:
        order = [(direction, name.removeprefix(f"{bet}.")) for direction, name in grid.order]
        alone.append(
            replace(
                grid,
                surface=surface(space.game, space.rules, (bet,)),
                axes={row: axis for row, axis in grid.axes.items() if owners[row] == bet},
                limits={
                    figure: grid.limits[f"{bet}.{figure}"] for figure in FIGURES if f"{bet}.{figure}" in grid.limits
                },
                rising=tuple(chain for chain in grid.rising if owners[chain[0]] == bet),
                order=tuple(rule for rule in order if rule[1] in FIGURES) or ORDER,
            )
        )
    return tuple(alone)


def bond(grid: Grid) -> str:
    """Return why the bets of a grid must be searched together, or "".

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> rows = 'rows."play.31" = [10, 12]\\nrows."natural 31.trips" = [20, 30]\\n'
    >>> bond(read_grid(Document(rows + 'limits.largest_win = [0, 200]'), file.game, file.rules))
    'largest_win is limited for both together'
    """
    space, owners = grid.surface, row_bets(grid.surface.rules)
    together = "both" if len(space.bets) == 2 else "all"
    if len(space.bets) == 1:
        return ""
    for moved in _moved(space):
        if len(moved) > 1:
            return f"one decision moves {together if len(moved) == len(space.bets) else ' and '.join(moved)}"
    for name in grid.limits:
        if name in FIGURES:
            return f"{name} is limited for {together} together"
    for chain in grid.rising:
        if len({owners[row] for row in chain}) > 1:
            return f"{chain[0]} and {chain[-1]} stand in one rising list"
    return ""


def _moved(space: Surface) -> Iterator[list[str]]:
    """The bets whose ends differ between the actions of each decision, or of one that comes after it."""
    settlements = space.payoffs.settlements
    ends = [[{end: 1} for end in parts] for parts in settlements]
    below: list[set[str]] = [set() for _ in settlements]
    for choice in (*space.payoffs.later, *space.payoffs.choices):
        every = [_ends(counts, ends) for counts in choice.options.values()]
        moved = {bet for place, bet in enumerate(space.bets) if any(one[place] != every[0][place] for one in every)}
        moved.update(*(below[place] for counts in choice.options.values() for place in counts))
        ends.append(every[0])
        below.append(moved)
    for moved in below[len(settlements) + len(space.payoffs.later) :]:
        yield [bet for bet in space.bets if bet in moved]


def _ends(counts: Mapping[int, int], ends: Sequence[Sequence[Mapping[int, int]]]) -> list[dict[int, int]]:
    """How often each bet comes to each of its ends below some counts of places."""
    added: list[dict[int, int]] = [{} for _ in ends[0]]
    for place, n in counts.items():
        for ways, bet in zip(added, ends[place], strict=True):
            for end, times in bet.items():
                ways[end] = ways.get(end, 0) + n * times
    return added


def together(grid: Grid, results: Sequence[SearchResult], count: int) -> tuple[RankedTable, ...]:
    """Return the first tables of all bets, by the grid's order of their figures together, made of the best of each.

    ``found`` are the results of the parts, each with ``count`` of its best tables where it has so many. What is
    looked at is every table to which fewer than ``count`` others are no worse in each of the bets. The exact engine
    analyses it as a whole; SelfCheckError is raised when a bet has another figure there than alone.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.paytable_design.price import feasible
    >>> from casino31.paytable_design.run import verified
    >>> from casino31.paytable_design.search import Pricer
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> rows = Document('rows."play.31" = [10, 12]\\nrows."natural 31.trips" = [25, 30]')
    >>> grid = read_grid(rows, file.game, file.rules)
    >>> tables = [verified(pricer, feasible(pricer, range(1))) for pricer in map(Pricer, parts(grid))]
    >>> found = [SearchResult(part, 2, best, ()) for part, best in zip(parts(grid), tables, strict=True)]
    >>> [str(pay) for pay in together(grid, found, 1)[0].pays.values()]
    ['10', '25']
    """
    made = []
    for chosen in _leading([result.best for result in results], count):
        whole = analysed(grid.surface, {row: pay for result in chosen for row, pay in result.pays.items()})
        for bet, bet_result in zip(grid.surface.bets, chosen, strict=True):
            if whole.alone[bet] != bet_result.metrics:
                raise SelfCheckError(f"{bet} has other figures alone than among all bets, at {whole.pays}")
        made.append(whole)

    def key(table: RankedTable) -> list[Fraction]:
        return [table.figure(name) * (-1 if direction == "highest" else 1) for direction, name in grid.order]

    return tuple(sorted(made, key=key)[:count])


def _leading(best: Sequence[Sequence[RankedTable]], count: int) -> Iterator[tuple[RankedTable, ...]]:
    """One table of each bet, so that the product of their ranks is at most ``count``."""
    if not best:
        yield ()
        return
    for rank, first in enumerate(best[0][:count], 1):
        for rest in _leading(best[1:], count // rank):
            yield (first, *rest)
