"""The feasible tables of a search as lines of CSV, and what stands in which column."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from casino31.paytable_design.figures import whole_unit
from casino31.paytable_design.search import Found, Pricer

if TYPE_CHECKING:
    from casino31.arrays import Ints


def columns(pricer: Pricer) -> Mapping[str, type]:
    """Return the columns: the pays and the exact edges are texts, all figures floats.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> list(columns(Pricer(grid)))[:2]
    ['play.31', 'house_edge']
    """
    figures = pricer.grid.figures
    texts = dict.fromkeys(pricer.rows, str)
    return {**texts, **dict.fromkeys(figures, float), **{f"{name}_exact": str for name in _edges(pricer)}}


def _edges(pricer: Pricer) -> list[str]:
    return [name for name in pricer.grid.figures if name.endswith("house_edge")]


def search_head(pricer: Pricer) -> str:
    """Return the first line.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> search_head(Pricer(grid))[:20]
    '"play.31",house_edge'
    """
    return ",".join(f'"{name}"' if name in pricer.rows else name for name in columns(pricer)) + "\n"


def lines(pricer: Pricer, tables: Found) -> str:
    """Return one line a table: its pays, then its figures.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.paytable_design.price import feasible
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> lines(Pricer(grid), feasible(Pricer(grid), range(1)))[:22]
    '10,0.03803860005540677'
    """
    places = pay_places(pricer, tables.tables)
    axes = {row: [str(pay) for pay in pricer.grid.axes[row]] for row in places}
    texts = [[axes[row][place] for place in column] for row, column in places.items()]
    texts += [
        _texts(pricer, tables, name, _root if name.endswith("standard_deviation") else _float)
        for name in pricer.grid.figures
    ]
    texts += [_texts(pricer, tables, name, _exact) for name in _edges(pricer)]
    return "".join(f"{line}\n" for line in map(",".join, zip(*texts, strict=True)))


def _texts(pricer: Pricer, tables: Found, name: str, write: Callable[[int, Fraction], str]) -> list[str]:
    """A figure of all tables; each value is written once."""
    values, unit = tables.figures[name].tolist(), whole_unit(pricer, name)
    texts = {value: write(value, unit) for value in set(values)}
    return [texts[value] for value in values]


def _float(whole: int, unit: Fraction) -> str:
    return repr(whole * unit.denominator / unit.numerator)


def _root(whole: int, unit: Fraction) -> str:
    return repr((whole * unit.denominator / unit.numerator) ** 0.5)


def _exact(whole: int, unit: Fraction) -> str:
    return f"{whole * unit.denominator}/{unit.numerator}"


def pay_places(pricer: Pricer, tables: "Ints | Sequence[int]") -> Mapping[str, list[int]]:
    """Return the place of each moving row's pay among its pays in some tables, by their places in the grid.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> pay_places(Pricer(grid), [1, 0])
    {'play.31': [1, 0]}
    """
    import numpy as np

    places, step, every = {}, pricer.tables, np.asarray(tables, dtype=np.int64)
    for row, length in zip(pricer.rows, pricer.lengths, strict=True):
        step //= length
        places[row] = (every // step % length).tolist()
    return places


def pay_columns(pricer: Pricer, tables: "Ints | Sequence[int]") -> Mapping[str, list[Fraction]]:
    """Return the pays of each moving row in some tables, by their places in the grid.

    >>> from casino31.paytable_design.grid import read_grid
    >>> from casino31.layoutfile.document import Document
    >>> from casino31.rulesfile import load
    >>> file = load("31-classic-b")
    >>> grid = read_grid(Document('rows."play.31" = [10, 12]'), file.game, file.rules)
    >>> pay_columns(Pricer(grid), [1, 0])
    {'play.31': [Fraction(12, 1), Fraction(10, 1)]}
    """
    axes = pricer.grid.axes
    return {row: [axes[row][place] for place in places] for row, places in pay_places(pricer, tables).items()}
