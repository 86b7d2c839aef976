"""A search from beginning to end: block by block, over several processes, and on from where it was interrupted."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from signal import SIG_DFL, SIG_IGN, SIGINT, SIGTERM, signal
from typing import NamedTuple

from casino31.answers import Analysis
from casino31.bets import stake_on
from casino31.faults import SelfCheckError
from casino31.metrics import Metrics, measure
from casino31.paytable_design import saved
from casino31.paytable_design.figures import whole_unit
from casino31.paytable_design.grid import FRONTIER
from casino31.paytable_design.kernels import keep_unbeaten
from casino31.paytable_design.lines import lines, pay_columns
from casino31.paytable_design.pareto import frontier, join, leading
from casino31.paytable_design.price import feasible
from casino31.paytable_design.saved import Lines, SearchState
from casino31.paytable_design.search import Found, Pricer
from casino31.paytable_design.surface import Surface
from casino31.version import __version__


@dataclass(frozen=True, eq=False)
class Search:
    """A grid, how many of the best tables are wanted, and where all feasible ones go."""

    pricer: Pricer
    count: int
    lines: Path | None = None
    """A text file that gets a line for each feasible table."""

    def run(
        self, state: SearchState | None = None, jobs: int = 1, tell: Callable[[SearchState], object] = bool
    ) -> SearchState:
        """Return the state after the last block; ``tell`` hears of every block that is done.

        The result depends neither on ``jobs`` nor on interruptions.

        >>> from casino31.paytable_design.grid import read_grid
        >>> from casino31.layoutfile.document import Document
        >>> from casino31.rulesfile import load
        >>> file = load("31-classic-b")
        >>> grid = read_grid(Document('rows."play.31" = [10, 12, 14]'), file.game, file.rules)
        >>> found = Search(Pricer(grid), 1).run()
        >>> found.feasible, found.best.tables.tolist(), found.frontier.tables.tolist()
        (3, [0], [0])
        """
        state = state or self.start()
        with ExitStack() as stack:
            done: Iterable[tuple[SearchState, str]] = map(self.block, range(state.blocks, self.pricer.blocks))
            if jobs > 1:
                pool = stack.enter_context(ProcessPoolExecutor(jobs, initializer=_prepare, initargs=(self,)))
                stack.callback(pool.shutdown, wait=True, cancel_futures=True)
                done = _in_order(pool, range(state.blocks, self.pricer.blocks), 2 * jobs)
            lines = None
            if self.lines:
                lines = stack.enter_context(closing(Lines(self.lines, state)))
            for block, text in done:
                digest = lines.add(text) if lines else ""
                state = self._join([state, block])._replace(lines=digest)
                tell(state)
        return state

    def start(self) -> SearchState:
        """Return the state before the first block."""
        import numpy as np

        none = Found(
            np.zeros(0, dtype=np.int64), {name: np.zeros(0, dtype=self.pricer.kind) for name in self.figures}
        )
        return SearchState(0, 0, none, none, 0)

    def block(self, place: int) -> tuple[SearchState, str]:
        """Return what one block holds, and the lines of its feasible tables."""
        states, texts = [self.start()._replace(blocks=1)], []
        for points in self.pricer.chunks(place):
            selected = feasible(self.pricer, points)
            if len(selected.tables):
                texts.append(lines(self.pricer, selected) if self.lines else "")
                best, unbeaten = self._best(selected), self._frontier(selected)
                states.append(SearchState(0, len(selected.tables), best, unbeaten, len(texts[-1])))
        return self._join(states), "".join(texts)

    def _join(self, states: Sequence[SearchState]) -> SearchState:
        """What several parts come to."""
        blocks, counts, bests, frontiers, written, _ = zip(*states, strict=True)
        return SearchState(
            sum(blocks), sum(counts), self._best(join(bests)), self._frontier(join(frontiers)), sum(written)
        )

    def _best(self, selected: Found) -> Found:
        return leading(selected, self.pricer.grid.order, self.count)

    def _frontier(self, selected: Found) -> Found:
        better = {name: self.pricer.grid.direction(name) for name in FRONTIER}
        return frontier(selected, better, self.pricer.compiled(keep_unbeaten))

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of all figures."""
        return self.pricer.grid.figures

    @property
    def digest(self) -> str:
        """What a saved state must have been made from."""
        grid = self.pricer.grid
        wanted = [f"{self.count} {self.lines is not None}", repr(grid.axes), repr(grid.limits)]
        wanted += [repr(grid.rising), repr(grid.order), repr(grid.surface.bets)]
        return " ".join([__version__, grid.digest, *wanted])

    def save(self, state: SearchState, path: Path) -> None:
        """Write a state, whole or not at all."""
        saved.save(state, path, self.digest, self.lines)

    def load(self, path: Path) -> SearchState:
        """Return a saved state; StateError when it belongs to another search, has been changed, or is none."""
        return saved.load(path, self.digest, self.pricer, self.count)


class RankedTable(NamedTuple):
    """One table that is reported."""

    pays: Mapping[str, Fraction]
    """Of every row that the grid names."""
    analysis: Analysis
    metrics: Metrics
    """Of all bets together."""
    alone: Mapping[str, Metrics]
    """Of each bet, where there are several."""

    def figure(self, name: str) -> Fraction:
        """Return a figure by its name, the standard deviation squared."""
        bet, _, figure = name.rpartition(".")
        metrics = self.alone[bet] if bet else self.metrics
        value: Fraction = metrics.variance if figure == "standard_deviation" else getattr(metrics, figure)
        return value


def analysed(surface: Surface, pays: Mapping[str, Fraction]) -> RankedTable:
    """Return a table as the exact engine sees it.

    >>> from casino31.paytable_design.surface import surface
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> table = analysed(surface(file.game, file.rules, ("main", "natural 31")), {"play.31": Fraction(12)})
    >>> str(table.metrics.house_edge), str(table.figure("main.house_edge"))
    ('12433/270725', '8402/270725')
    """
    analysis, metrics = surface.analyse(pays)
    alone = {}
    for bet in surface.bets if len(surface.bets) > 1 else ():
        stake = stake_on(surface.game, analysis.rules, {bet: Fraction(1)})
        alone[bet] = measure(stake.outcomes(analysis.outcomes), stake.initial_wager)
    return RankedTable(pays, analysis, metrics, alone)


def verified(pricer: Pricer, selected: Found) -> tuple[RankedTable, ...]:
    """Return tables as the exact engine sees them; SelfCheckError when it finds another figure than the search.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> pricer = Pricer(grid)
    >>> [str(each.metrics.house_edge) for each in verified(pricer, feasible(pricer, range(1)))]
    ['10298/270725', '8402/270725']
    """
    fixed = {row: axis[0] for row, axis in pricer.grid.axes.items()}
    columns = pay_columns(pricer, selected.tables)
    units = {name: whole_unit(pricer, name) for name in pricer.grid.figures}
    tables = []
    for place in range(len(selected.tables)):
        pays = {row: columns[row][place] if row in columns else pay for row, pay in fixed.items()}
        table = analysed(pricer.grid.surface, pays)
        for name, unit in units.items():
            if table.figure(name) != int(selected.figures[name][place]) / unit:
                raise SelfCheckError(f"the search and the exact engine differ in {name} at {pays}")
        tables.append(table)
    return tuple(tables)


_SEARCH: list[Search] = []
"""The search that a worker process works on."""


def _prepare(search: Search) -> None:
    signal(SIGINT, SIG_IGN)  # Ctrl-C is for the process that can save
    signal(SIGTERM, SIG_DFL)
    _SEARCH[:] = [search]


def _work(place: int) -> tuple[SearchState, str]:
    return _SEARCH[0].block(place)


def _in_order(pool: ProcessPoolExecutor, blocks: range, ahead: int) -> Iterator[tuple[SearchState, str]]:
    """The results of blocks in their order, with so many under way."""
    waiting = [pool.submit(_work, place) for place in blocks[:ahead]]
    for place in blocks[ahead:]:
        yield waiting.pop(0).result()
        waiting.append(pool.submit(_work, place))
    for job in waiting:
        yield job.result()
